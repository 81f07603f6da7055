// SPDX-License-Identifier: MIT
// package.mjs: where the tests find the package: the folder in SORTID_NPM, or build/npm.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
export const npm = process.env.SORTID_NPM ?? join(root, "build/npm");
export const load = (file) => import(pathToFileURL(join(npm, file)));

/** The rows of a file of tests/vectors, without its comments. */
export const rowsOf = (name) =>
    readFileSync(join(root, "tests/vectors", name), "latin1")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => line.split("\t"));

/** A text of the vectors: \xNN is one byte. */
export const unescape = (text) =>
    text.replace(/\\x([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

export const bytesOf = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
export const hexOf = (bytes) => Buffer.from(bytes).toString("hex");
