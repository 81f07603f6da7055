// SPDX-License-Identifier: MIT
// host.test.mjs: the package where it runs: its files and conditions, ESM and CommonJS in one process,
// a context without globals, another realm, workers, snapshots; and memory over many calls.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { inspect as show, isDeepStrictEqual } from "node:util";
import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { load, npm } from "./package.mjs";

globalThis.crypto ??= webcrypto; // Node 18, for the files for browsers

const [U, V] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"];
const folder = mkdtempSync(join(tmpdir(), "sortid-"));
after(() => rmSync(folder, { recursive: true }));

// The package as a program finds it.
mkdirSync(join(folder, "node_modules"));
cpSync(npm, join(folder, "node_modules/sortid"), { recursive: true });
const run = (name, text, ...flags) => {
    writeFileSync(join(folder, name), text);
    return execFileSync(process.execPath, [...flags, name], { cwd: folder, encoding: "utf8" }).trim();
};
const require = createRequire(join(npm, "node/index.cjs"));
const description = JSON.parse(readFileSync(join(npm, "package.json"), "utf8"));
const { formats, ulid } = await load("node/index.mjs");
const names = ["index", ...Object.keys(formats)];

// ---- Files --------------------------------------------------------------------

// What the types of an entry declare as values.
const declaredIn = (path) => {
    const text = readFileSync(join(npm, path), "utf8");
    const found = [...text.matchAll(/^export (?:declare (?:const|class|function) |\{ )(\w+)/gm)].map(([, name]) => name);
    return (/^export default/m.test(text) ? [...found, "default"] : found).sort();
};

test("all files of an entry export the same, and its types declare it", async () => {
    for (const name of names) {
        const exported = Object.keys(await load(`esm/${name}.js`)).sort();
        assert.ok(exported.length > 10, name);
        for (const path of [`esm/${name}.node.js`, `node/${name}.mjs`]) assert.deepEqual(Object.keys(await load(path)).sort(), exported, path);
        for (const path of [`node/${name}.cjs`, `cjs/${name}.cjs`]) assert.deepEqual(Object.keys(require(`../${path}`)).sort(), exported, path);
        for (const path of [`types/${name}.d.ts`, `types/${name}.d.cts`]) assert.deepEqual(declaredIn(path), exported, path);
    }
});

test("the named exports of a format are the members of its default export", async () => {
    for (const name of Object.keys(formats)) {
        const { default: format, Generator, Id, SortidError, ...calls } = await load(`node/${name}.mjs`);
        assert.equal(format, formats[name]);
        assert.ok(Id.prototype instanceof (await load("node/index.mjs")).Id);
        for (const [key, call] of Object.entries(calls)) assert.equal(key === name ? typeof call : format[key], key === name ? "function" : call, key);
        const members = Object.getOwnPropertyNames(format).filter((key) => typeof format[key] === "function");
        assert.deepEqual(members.sort(), Object.keys(calls).filter((key) => key !== name).sort());
        assert.throws(() => new Generator(name === "ulid" ? "ksuid" : "ulid"), TypeError);
        assert.throws(() => format.parse(""), SortidError);
    }
});

// What a tool that asserts some conditions finds for an entry.
const resolved = (value, conditions) => {
    if (typeof value === "string") return value;
    const key = Object.keys(value).find((each) => each === "default" || conditions.includes(each));
    return key === undefined ? undefined : resolved(value[key], conditions);
};

test("what tools find by their conditions", () => {
    for (const [conditions, file, types] of [
        [["node", "import"], "node/NAME.mjs", "d.ts"],
        [["node", "require"], "node/NAME.cjs", "d.cts"],
        [["node", "require", "module-sync", "node-addons"], "node/NAME.cjs", "d.cts"],
        [["browser", "module", "import", "development"], "esm/NAME.js", "d.ts"], // Vite, webpack, esbuild
        [["browser", "module", "require"], "esm/NAME.js", "d.ts"],
        [["node", "module", "import"], "esm/NAME.node.js", "d.ts"], // the same for servers
        [["node", "module", "require"], "esm/NAME.node.js", "d.ts"],
        [["browser", "require"], "cjs/NAME.cjs", "d.cts"], // Jest with jsdom
        [["react-native", "require"], "esm/NAME.js", "d.ts"], // Metro
        [["require"], "cjs/NAME.cjs", "d.cts"],
        [["import"], "esm/NAME.js", "d.ts"],
        [["workerd", "worker", "browser", "import"], "esm/NAME.js", "d.ts"],
        [["edge-light", "import"], "esm/NAME.js", "d.ts"],
        [["deno", "node", "import"], "node/NAME.mjs", "d.ts"],
        [["bun", "node", "require"], "node/NAME.cjs", "d.cts"],
    ])
        for (const name of names) {
            const { [name === "index" ? "." : `./${name}`]: value } = description.exports;
            assert.equal(resolved(value, conditions), `./${file.replace("NAME", name)}`, conditions.join());
            assert.equal(resolved(value, ["types", ...conditions]), `./types/${name}.${types}`, conditions.join());
        }
});

test("package.json", () => {
    for (const name of ["scripts", "dependencies", "peerDependencies", "optionalDependencies", "bin"]) assert.equal(description[name], undefined);
    for (const name of ["repository", "homepage", "bugs", "description", "license"]) assert.ok(description[name], name);
    const visit = (value) => (typeof value === "string" ? assert.ok(existsSync(join(npm, value)), value) : Object.values(value).forEach(visit));
    visit([description.exports, description.main, description.module, description.types, "README.md", "LICENSE"]);
    const files = readdirSync(npm, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const size = files.reduce((sum, { path, parentPath = path, name }) => sum + readFileSync(join(parentPath, name)).length, 0);
    assert.ok(size > 100000 && size <= 300000, `${size} bytes`);
});

test("the types have the codes of all errors", () => {
    const [, union] = /^export type ErrorCode =\n([^;]*);/m.exec(readFileSync(join(npm, "types/common.d.ts"), "utf8"));
    const codesOf = (text) => [...text.matchAll(/"([A-Z_]{4,})"/g)].map(([, code]) => code);
    const kinds = join(npm, "esm/inspect.table.js"); // not in the package of formats alone
    const titles = Object.values(formats).map(({ title }) => title)
        .concat(existsSync(kinds) ? codesOf(readFileSync(kinds, "utf8")) : []);
    const used = codesOf(readFileSync(join(npm, "cjs/all.cjs"), "utf8")).filter((code) => !titles.includes(code));
    const typed = codesOf(union);
    assert.ok(used.includes("BAD_DIGIT") && used.includes("BUSY"));
    assert.deepEqual(used.filter((code) => !typed.includes(code)), []);
    assert.deepEqual(typed.filter((code) => !used.includes(code) && code !== "NO_WEBASSEMBLY"), []);
});

// ---- ESM and CommonJS ---------------------------------------------------------

test("ESM and CommonJS in one process share generators and classes", () => {
    const program = `
        import { createRequire } from "node:module";
        import { ulid, Id, SortidError } from "sortid";
        import * as only from "sortid/ulid";
        const require = createRequire(import.meta.url);
        const all = require("sortid");
        const single = require("sortid/ulid");
        const texts = [];
        for (let i = 0; i < 500; i++) texts.push(ulid(), all.ulid(), only.ulid(), single.default(), ...single.many(1));
        console.log(JSON.stringify({
            inOrder: texts.every((text, i) => i === 0 || texts[i - 1] < text),
            classes: new Set([Id, all.Id]).size + new Set([only.Id, single.Id]).size + new Set([SortidError, all.SortidError, only.SortidError, single.SortidError]).size,
            isId: [all.ulid, only.default, single].every(({ parse }) => parse(ulid()) instanceof Id && parse(ulid()) instanceof only.Id),
        }));`;
    assert.deepEqual(JSON.parse(run("both.mjs", program)), { inOrder: true, classes: 3, isId: true });
});

test("what a program gives to all objects changes nothing", () => {
    const program = `
        Object.assign(Object.prototype, { x: 1, name: "uuidv7", mode: "abort", stateless: true, random: (bytes) => bytes.fill(0) });
        const { Generator, ulid } = require("sortid");
        const generator = new Generator("ulid", {});
        const [first, second] = generator.fill(2);
        console.log(ulid.parse(first).successor().text === second, /0{10}/.test(first));`;
    assert.equal(run("polluted.cjs", program), "true false");
});

// A transpiler's `import ulid from "sortid/ulid"`.
test("CommonJS says where its default export is", () => {
    for (const path of ["node", "cjs"]) assert.equal(require(`../${path}/ulid.cjs`).__esModule, true);
});

// ---- Other realms ---------------------------------------------------------------

// The files for browsers in a context with these globals, and under a policy that forbids code from
// strings and WebAssembly.
const inContext = (globals) => {
    const context = vm.createContext({ module: { exports: {} }, ...globals }, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext(readFileSync(join(npm, "cjs/all.cjs"), "utf8"), context);
    return { ...context.module.exports.index, context };
};

test("an import needs no globals, and making IDs only `crypto`", () => {
    const { ulid: other, SortidError, context, formats: all, Generator } = inContext({});
    assert.equal(other.parse(U).text, U);
    assert.throws(() => other(), (error) => error instanceof SortidError && error.code === "RANDOM_FAILED");
    context.crypto = webcrypto;
    for (const format of Object.values(all)) {
        const texts = format.many?.(300) ?? new Generator("scru64", { node: "1/4", clock: () => 1.7e12 }).fill(300);
        assert.ok(texts.every(format.isValid), format.name);
    }
    assert.ok(ulid.isValid(other()));
});

test("values of another realm", () => {
    const value = (code) => vm.runInNewContext(code);
    assert.equal(ulid.fromBytes(value("new Uint8Array(16)")), "0".repeat(26));
    assert.equal(ulid.fromBytes(value("new ArrayBuffer(16)")), "0".repeat(26));
    assert.equal(ulid.fromBytes(Buffer.alloc(16)), "0".repeat(26));
    assert.equal(inContext({}).ulid.fromBytes(Buffer.alloc(16)), "0".repeat(26)); // Jest with jsdom
    assert.equal(ulid.time(ulid.at(value("new Date(1.6e12)"))).getTime(), 1.6e12);
});

test("IDs as objects differ for Node's comparisons", () => {
    assert.throws(() => assert.deepStrictEqual(ulid.parse(U), ulid.parse(V)), assert.AssertionError);
    assert.deepStrictEqual(ulid.parse(U), ulid.parse(U.toLowerCase()));
    assert.equal(isDeepStrictEqual({ id: ulid.parse(U) }, { id: ulid.parse(V) }), false);
    assert.match(show({ id: ulid.parse(U) }), new RegExp(U));
});

// ---- Processes ------------------------------------------------------------------

test("each worker has a generator of its own", async () => {
    const source = `
        const { parentPort } = require("node:worker_threads");
        parentPort.postMessage(require(${JSON.stringify(join(npm, "node/index.cjs"))}).ulid.many(1000));`;
    const lists = await Promise.all([1, 2, 3].map(() => new Promise((resolve, reject) => {
        new Worker(source, { eval: true }).on("message", resolve).on("error", reject);
    })));
    assert.equal(new Set(lists.flat()).size, 3000);
});

// A snapshot is made from one file, so this one is a bundle.
test("programs that start from one snapshot draw different bits", () => {
    const program = `
        const { ulid, scru128, Generator } = require("sortid");
        let code;
        try { ulid(); } catch (error) { code = error.code; }
        require("node:v8").startupSnapshot.setDeserializeMainFunction(() => {
            Date.now = () => 1.7e12;
            const own = new Generator("ulid");
            console.log(JSON.stringify({ code, texts: [ulid(), scru128(), own.next()] }));
        });`;
    writeFileSync(join(folder, "program.cjs"), program);
    execFileSync("esbuild", ["--bundle", "--platform=node", "--log-level=warning", "--outfile=snapshot.cjs", "program.cjs"], { cwd: folder });
    const built = spawnSync(process.execPath, ["--snapshot-blob", "blob", "--build-snapshot", "snapshot.cjs"], { cwd: folder, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    const [a, b] = [1, 2].map(() =>
        JSON.parse(execFileSync(process.execPath, ["--snapshot-blob", "blob", "x"], { cwd: folder, encoding: "utf8" })));
    assert.deepEqual([a.code, b.code], ["RANDOM_FAILED", "RANDOM_FAILED"]);
    // The last 12 digits are random in both formats, the first 10 of a ULID are its time.
    for (const i of [0, 1, 2]) assert.notEqual(a.texts[i].slice(-12), b.texts[i].slice(-12));
    assert.equal(a.texts[0].slice(0, 10), b.texts[0].slice(0, 10));
});

test("memory does not grow over 10^7 calls", () => {
    const program = `
        const { ulid, Generator } = require("sortid");
        const generator = new Generator("ulid", { randomStep: true });
        const used = () => { gc(); const m = process.memoryUsage(); return m.heapUsed + m.external + m.arrayBuffers; };
        const work = (count) => {
            for (let i = 0; i < count; i++) { ulid(); generator.next(); ulid.parse("${U}").toString(); }
            for (let i = 0; i < count; i += 1000) ulid.many(1000);
        };
        work(1e5);
        const before = used();
        work(2.5e6);
        console.log(used() - before);`;
    const grown = Number(run("memory.cjs", program, "--expose-gc"));
    assert.ok(grown < 300000, `${grown} bytes`);
});
