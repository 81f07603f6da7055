// SPDX-License-Identifier: MIT
// bundle.mjs: what a bundler makes of the installed package for browsers: one file that needs no other
// and runs as a script and as a module; and how large it is, as brotli sends it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import vm from "node:vm";
import { brotliCompressSync } from "node:zlib";

const esbuild = (program, ...options) =>
    execFileSync("esbuild", ["--bundle", "--minify", "--log-level=warning", ...options], { input: program, encoding: "utf8" });

const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
const check = ([first, second, time]) => {
    assert.ok(first < second, `${first} ${second}`);
    assert.equal(time, 1469922850259);
};
for (const entry of ["sortid", "sortid/ulid"]) {
    const program = `import { ulid } from "${entry}"; import { time } from "sortid/ulid";
        globalThis.made = [ulid(), ulid(), time("01ARZ3NDEKTSV4RRFFQ69G5FAV").getTime()];`;
    const context = vm.createContext({ crypto });
    vm.runInContext(esbuild(program, "--format=iife"), context);
    check(context.made);
    await import(`data:text/javascript;base64,${Buffer.from(esbuild(program, "--format=esm")).toString("base64")}`);
    check(globalThis.made);
}

// [what is imported, the program, the most bytes]
const BUNDLES = [
    ["`ulid()` alone", 'import { ulid } from "sortid/ulid"; globalThis.out = ulid();', 2000],
    ...["ulid", "uuidv7", "ksuid", "scru128", "scru128v1", "scru160", "scru64"].map((name) => [
        `all of \`sortid/${name}\``, `import * as all from "sortid/${name}"; globalThis.out = all;`, 7100,
    ]),
    ["all of `sortid`", 'import * as all from "sortid"; globalThis.out = all;', 10000],
    ["all of `sortid/inspect`", 'import * as all from "sortid/inspect"; globalThis.out = all;', 16000],
];
const rows = BUNDLES.map(([name, program, most]) => [name, brotliCompressSync(esbuild(program, "--format=esm")).length, most]);
for (const [name, bytes] of rows) console.log(`| ${name} | ${bytes.toLocaleString("en")} |`);
assert.deepEqual(rows.filter(([, bytes, most]) => bytes > most), []);
