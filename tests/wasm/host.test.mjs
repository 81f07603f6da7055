// SPDX-License-Identifier: MIT
// host.test.mjs: the entries of the package where they run: as ESM and CommonJS, in a worker, under
// a policy without eval, without WebAssembly, from a snapshot; and memory over many calls.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import { load, npm } from "./package.mjs";

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const folder = mkdtempSync(join(tmpdir(), "sortid-"));
after(() => rmSync(folder, { recursive: true }));

// The package as a program finds it.
mkdirSync(join(folder, "node_modules"));
cpSync(npm, join(folder, "node_modules/sortid"), { recursive: true });
const run = (name, text, ...flags) => {
    writeFileSync(join(folder, name), text);
    return execFileSync(process.execPath, [...flags, name], { cwd: folder, encoding: "utf8" }).trim();
};

test("each entry as ESM and as CommonJS", () => {
    for (const entry of ["sortid", "sortid/ulid", "sortid/file", "sortid/ulid/file"]) {
        for (const flags of [[], ["--conditions=browser"]])
            assert.match(run("a.mjs", `import { ulid } from "${entry}"; console.log(ulid());`, ...flags), ULID, entry);
        assert.match(run("a.cjs", `console.log(require("${entry}").ulid());`), ULID, entry);
    }
});

test("the files for browsers and bundlers", () => {
    for (const name of ["sortid", "ulid"]) {
        const global = 'globalThis.crypto ??= require("node:crypto").webcrypto;';
        assert.match(run("b.cjs", `${global} console.log(require("./node_modules/sortid/${name}.cjs").ulid());`), ULID);
    }
});

test("the entry of ulid has ulid alone", async () => {
    const only = await load("ulid.node.js");
    assert.deepEqual(Object.keys(only).sort(), ["Generator", "Id", "SortidError", "ulid", "version"]);
    assert.match(only.ulid(), ULID);
    assert.throws(() => new only.Generator("ksuid"), TypeError);
    assert.equal(String(only.ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").fields.timestamp), "1469922850259");
    assert.match(new only.Generator("ulid", { randomStep: true }).next(), ULID);
});

test("the module of ulid alone is small", () => {
    const { length } = brotliCompressSync(readFileSync(join(npm, "ulid.wasm")));
    assert.ok(length < 9000, `${length} bytes with brotli`);
});

test("package.json: no scripts, no dependencies, and files for all exports", () => {
    const description = JSON.parse(readFileSync(join(npm, "package.json"), "utf8"));
    for (const name of ["scripts", "dependencies", "peerDependencies", "optionalDependencies", "bin"])
        assert.equal(description[name], undefined);
    const files = new Set(readdirSync(npm));
    const visit = (value) => {
        if (typeof value === "string") assert.ok(files.has(value.slice(2)), value);
        else Object.values(value).forEach(visit);
    };
    visit(description.exports);
    for (const name of ["README.md", "LICENSE", "sortid.d.ts", "sortid.d.cts", "ulid.d.ts", "ulid.d.cts"]) assert.ok(files.has(name), name);
});

// A context like a page's under a content security policy: no eval, and WebAssembly or not.
const inContext = (wasm) => {
    const { performance, TextDecoder, crypto = createRequire(import.meta.url)("node:crypto").webcrypto } = globalThis;
    const module = { exports: {} };
    const globals = { module, performance, TextDecoder, atob, crypto };
    const context = vm.createContext(globals, { codeGeneration: { strings: false, wasm } });
    vm.runInContext(readFileSync(join(npm, "sortid.cjs"), "utf8"), context);
    return module.exports;
};

test("a policy with 'wasm-unsafe-eval' is enough", () => {
    assert.match(inContext(true).ulid(), ULID);
});

test("a policy without it is named in the error", () => {
    assert.throws(() => inContext(false), (error) => {
        assert.equal(error.code, "NO_WEBASSEMBLY");
        assert.match(error.message, /wasm-unsafe-eval/);
        assert.equal(error.cause.name, "CompileError");
        return true;
    });
});

test("each worker has a generator of its own", async () => {
    const source = `
        const { parentPort } = require("node:worker_threads");
        parentPort.postMessage(require(${JSON.stringify(join(npm, "sortid.node.cjs"))}).ulid.many(1000));`;
    const lists = await Promise.all([1, 2, 3].map(() => new Promise((resolve, reject) => {
        new Worker(source, { eval: true }).on("message", resolve).on("error", reject);
    })));
    assert.equal(new Set(lists.flat()).size, 3000);
});

// A snapshot is made from one file, so this one contains the package, as bundled.
test("programs that start from one snapshot draw different bits", () => {
    const program = `
        const module = { exports: {} };
        (() => { ${readFileSync(join(npm, "sortid.node.cjs"), "utf8")} })();
        const { ulid, scru128, Generator } = module.exports;
        let code;
        try { ulid(); } catch (error) { code = error.code; }
        require("node:v8").startupSnapshot.setDeserializeMainFunction(() => {
            Date.now = () => 1.7e12;
            const own = new Generator("ulid");
            console.log(JSON.stringify({ code, texts: [ulid(), scru128(), own.next()] }));
        });`;
    writeFileSync(join(folder, "snapshot.cjs"), program);
    const built = spawnSync(process.execPath, ["--snapshot-blob", "blob", "--build-snapshot", "snapshot.cjs"], { cwd: folder, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    const [a, b] = [1, 2].map(() =>
        JSON.parse(execFileSync(process.execPath, ["--snapshot-blob", "blob", "x"], { cwd: folder, encoding: "utf8" })));
    assert.deepEqual([a.code, b.code], ["NO_WEBASSEMBLY", "NO_WEBASSEMBLY"]);
    // The last 12 digits are random in both formats, the first 10 of a ULID are its time.
    for (const i of [0, 1, 2]) assert.notEqual(a.texts[i].slice(-12), b.texts[i].slice(-12));
    assert.equal(a.texts[0].slice(0, 10), b.texts[0].slice(0, 10));
});

test("memory does not grow over 10^7 calls", async () => {
    const program = `
        const { ulid, Generator } = require(${JSON.stringify(join(npm, "sortid.node.cjs"))});
        const generator = new Generator("ulid", { randomStep: true });
        const used = () => { gc(); const m = process.memoryUsage(); return m.heapUsed + m.external + m.arrayBuffers; };
        const work = (count) => {
            for (let i = 0; i < count; i++) { ulid(); generator.next(); ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").toString(); }
            for (let i = 0; i < count; i += 1000) ulid.many(1000);
        };
        work(1e5);
        const before = used();
        work(2.5e6);
        console.log(used() - before);`;
    const grown = Number(run("memory.cjs", program, "--expose-gc"));
    assert.ok(grown < 300000, `${grown} bytes`);
});
