// SPDX-License-Identifier: MIT
// inspect_host.test.mjs: where sortid/inspect runs: contexts without WebAssembly or without a host, the
// entry of Workers and edge functions, both kinds of modules.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { inspect as show } from "node:util";
import vm from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { load, npm } from "./package.mjs";

const { inspect, kinds, SortidError } = await load("node/inspect.mjs");
const U = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

// As a bundler joins it, in a context that has ECMAScript alone.
const bundled = execFileSync("esbuild", ["--bundle", "--minify", "--format=cjs", join(npm, "esm/inspect.js")], { encoding: "latin1", maxBuffer: 1 << 24 });
const inContext = (wasm, prepare = "") => {
    const module = { exports: {} };
    vm.runInContext(prepare + bundled, vm.createContext({ module }, { codeGeneration: { strings: false, wasm } }));
    return module.exports;
};

test("a bundle is small", () => {
    const { length } = brotliCompressSync(bundled);
    assert.ok(length < 18000, `${length} bytes with brotli`);
    // Printable ASCII without < and \\, which a page that contains the script would have to escape.
    assert.match(readFileSync(join(npm, "esm/inspect.module.js"), "utf8"), /^export const SIZE = \d+;\nexport const MODULE = "[#-;=-[\]-~]+";\n$/);
});

test("a policy with 'wasm-unsafe-eval' is enough, and no global of a host is needed", () => {
    assert.equal(inContext(true).inspect(U)[0].text, U);
});

test("without WebAssembly an import works, and the first call says what is needed", () => {
    for (const [context, cause] of [
        [inContext(false), "CompileError"],
        [inContext(true, "delete globalThis.WebAssembly;"), "ReferenceError"],
    ]) {
        assert.equal(context.kinds.length, kinds.length);
        for (let i = 0; i < 2; i++)
            assert.throws(() => context.inspect(U), (error) => {
                assert.ok(error instanceof context.SortidError);
                assert.equal(error.code, "NO_WEBASSEMBLY");
                assert.match(error.message, /'wasm-unsafe-eval' in script-src.*condition workerd or edge-light.*--jitless/);
                assert.equal(error.cause.name, cause);
                return true;
            });
    }
    const program = 'const { inspect } = require("./inspect.cjs"); try { inspect(""); } catch ({ code }) { console.log(code); }';
    const out = execFileSync(process.execPath, ["--jitless", "-e", program], { cwd: join(npm, "node"), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    assert.equal(out, "NO_WEBASSEMBLY\n");
});

// The bundlers of these hosts replace this import.
test("the entry of Workers and edge functions imports a compiled module, and nothing of bytes", () => {
    const path = join(npm, "esm/inspect.edge.js");
    const text = execFileSync("esbuild", ["--bundle", "--format=cjs", "--external:*?module", path], { encoding: "utf8" });
    const module = { exports: {} };
    const required = [];
    const require = (name) => {
        required.push(name);
        return new WebAssembly.Module(readFileSync(join(npm, "esm", name.replace("?module", ""))));
    };
    vm.runInThisContext(`(module, require) => {${text}}`)(module, require);
    assert.deepEqual(required, ["./inspect.wasm?module"]);
    assert.ok(text.length < 20000);
    assert.equal(module.exports.inspect(U)[0].text, U);
    assert.deepEqual(module.exports.kinds, kinds);
});

test("import and require give one inspect", () => {
    const required = createRequire(join(npm, "node/inspect.cjs"))("./inspect.cjs");
    assert.equal(required.inspect, inspect);
    assert.equal(required.SortidError, SortidError);
});

test("console.log shows bigints and the time", () => {
    const fields = /fields: \{\s*timestamp: 1469922850259n,\s*randomness: 1012768647078601740696923n\s*\}/;
    assert.match(show(inspect(U)[0]), fields);
    assert.match(show(inspect(U)[0]), /time: 2016-07-30T23:54:10.259Z/);
});
