// SPDX-License-Identifier: MIT
// check.mjs: publint and arethetypeswrong on a packed package: node check.mjs TARBALL
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { readFileSync } from "node:fs";
import { publint } from "publint";

const tarball = readFileSync(process.argv[2]);
const data = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
let findings = 0;
const report = (...words) => {
    findings++;
    console.log(...words);
};

const { messages } = await publint({ pack: { tarball: data }, strict: true });
for (const message of messages) report("publint:", JSON.stringify(message));

// Without "exports", as in Node 10: it finds only the main entry, and .wasm files have no types.
const { types, problems = {} } = await checkPackage(createPackageFromTarballData(new Uint8Array(data)));
if (!types) report("attw: no types");
for (const problem of Object.values(problems).flat()) {
    const { resolutionKind, entrypoint = "" } = problem;
    if (resolutionKind === "node10" || entrypoint.endsWith(".wasm") || entrypoint.endsWith("package.json")) continue;
    report("attw:", JSON.stringify(problem));
}
console.log(`${findings} findings`);
process.exit(findings === 0 ? 0 : 1);
