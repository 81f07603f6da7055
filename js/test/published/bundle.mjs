// SPDX-License-Identifier: MIT
// bundle.mjs: what a bundler makes of the installed package for browsers: one file that needs no other
// and runs as a script and as a module; and how large it is, as brotli sends it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

// The table of the package's README, from a name to bytes. Other versions of esbuild differ by some.
const README = Object.fromEntries(
    [...readFileSync("node_modules/sortid/README.md", "utf8").matchAll(/^\| (.*) \| ([\d,]+) \|$/gm)].map(([, name, bytes]) => [name, Number(bytes.replace(",", ""))]),
);
assert.equal(Object.keys(README).length, 5);
const all = (entry) => [`all of \`${entry}\``, `import * as all from "${entry}"; globalThis.out = all;`];
const formats = ["ulid", "uuidv7", "ksuid", "scru128", "scru128v1", "scru160", "scru64"].map((name) => all(`sortid/${name}`));
const wrong = [];
for (const [name, program] of [
    ["`ulid()` alone", 'import { ulid } from "sortid/ulid"; globalThis.out = ulid();'], ...formats, all("sortid"), all("sortid/inspect"),
]) {
    const bytes = brotliCompressSync(esbuild(program, "--format=esm")).length;
    console.log(`| ${name} | ${bytes.toLocaleString("en")} |`);
    const said = README[name] ?? README["all of `sortid/uuidv7`"]; // the largest format
    if (bytes > said * 1.05 || (README[name] !== undefined && bytes < said * 0.95)) wrong.push(`${name}: the README says ${said}`);
}
assert.deepEqual(wrong, []);
