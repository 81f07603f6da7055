// SPDX-License-Identifier: MIT
// build.mjs: writes the inspector page from the files of this folder and the modules in BUILD/wasm:
// as one file that needs nothing else, BUILD/inspector.html, and as a folder, BUILD/inspector.
//   node wasm/page/build.mjs BUILD
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { joiner } from "../join.mjs";
import { readTables } from "../tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const build = process.argv[2];
const folder = join(build, "inspector");
const tables = readTables(build);
const moduleBytes = readFileSync(join(build, "wasm/page.wasm"));

// Without comments of whole lines and indentation: no string of these files has more than one line.
const source = (name) =>
    readFileSync(join(here, name), "utf8")
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "" && !line.startsWith("//") && !/^\/\*.*\*\/$/.test(line))
        .map((line) => `${line}\n`)
        .join("");

const pageTables = () => ({
    formats: tables.formats.map(({ name, title, size, textLength, encodings, traits, layout }) => ({
        name, title, size, textLength, encodings, traits,
        layout: layout.map(({ name: field, firstBit, bits }) => ({ name: field, firstBit, bits })),
    })),
    kinds: tables.kinds.map(({ name, title }) => ({ name, title })),
    reasons: tables.statuses.map(({ reason }) => reason),
});

// Functions, since a replacement text may have a $.
const fill = (text, values) => Object.entries(values).reduce((filled, [name, value]) => filled.replace(name, () => value), text);
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const style = source("page.css").replace(/ ?([{};,]) ?/g, "$1").replaceAll(": ", ":").replaceAll("\n", "");
const library = [
    "const sortid = async (moduleBytes) => {", `const TABLES = ${JSON.stringify(pageTables())};`,
    source("../js/host.web.js"), joiner(source)("library.js"), "return library;", "};",
].join("\n");
// What shows a failure is outside the function that may fail.
const joinPage = joiner(source);
const pageScript = [joinPage("dom.js"), "(async () => {", joinPage("page.js"), "})().catch(cannotRun);"].join("\n");
const page = (policy, styleTag, scriptTag) =>
    fill(source("page.html"), { POLICY: policy, VERSION: tables.version, STYLE: styleTag, SCRIPT: scriptTag });

// Bytes as characters, two for 13 bits: from ! to ~ without ", < and \. host.file.js reads them.
const DIGITS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((digit) => !'"<\\'.includes(digit));
const charactersOf = (bytes) => {
    let text = "";
    let word = 0;
    let bits = 0;
    const add = () => {
        text += DIGITS[Math.floor((word & 8191) / 91)] + DIGITS[(word & 8191) % 91];
        word >>>= 13;
        bits -= 13;
    };
    for (const byte of bytes) {
        word |= byte << bits;
        bits += 8;
        if (bits >= 13) add();
    }
    if (bits > 0) add();
    return text;
};

const COMMON = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:";

const writeFile = () => {
    const packed = gzipSync(moduleBytes, { level: 9 });
    const host = fill(source("host.file.js"), { SIZE: String(packed.length), MODULE: `"${charactersOf(packed)}"` });
    const script = ['"use strict";(() => {', library, source("worker.js"), host, pageScript, "})();"].join("\n");
    const policy = `${COMMON}; script-src ${hashOf(script)} 'wasm-unsafe-eval'; style-src ${hashOf(style)}; worker-src blob:`;
    writeFileSync(join(build, "inspector.html"), page(policy, `<style>${style}</style>`, `<script>${script}</script>`));
};

const writeFolder = () => {
    const write = (name, content) => writeFileSync(join(folder, name), content);
    const policy = `${COMMON}; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    write("index.html", page(policy, '<link rel="stylesheet" href="page.css">', '<script type="module" src="page.js"></script>'));
    write("page.css", style);
    write("page.js", [library, source("host.folder.js"), pageScript].join("\n"));
    write("worker.js", ['"use strict";', library, source("worker.js"), "runWorker(self, sortid);"].join("\n"));
    write("sortid.wasm", moduleBytes);
};

writeFile();
writeFolder();
