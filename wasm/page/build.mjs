// SPDX-License-Identifier: MIT
// build.mjs: writes the inspector page from the files of this folder, the npm package in BUILD/npm and
// the modules in BUILD/wasm: as one file that needs nothing else, BUILD/inspector.html, and as a
// folder, BUILD/inspector. esbuild joins the scripts.
//   node wasm/page/build.mjs BUILD
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { readTables } from "../tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2]);
const folder = join(build, "inspector");
const built = join(build, "wasm/page-files"); // what the scripts import
const tables = readTables(build);
const moduleBytes = readFileSync(join(build, "wasm/page.wasm"));

const pageTables = () => ({
    formats: tables.formats,
    kinds: tables.kinds.map(({ name, title }) => ({ name, title })),
    reasons: tables.statuses.map(({ reason }) => reason),
});

// `more` are flags of esbuild; `host` is the folder or the file.
const bundle = (name, host, ...more) =>
    execFileSync("esbuild", [
        join(here, name), "--bundle", "--minify", "--target=es2022", "--format=iife", "--charset=utf8", "--log-level=warning", "--loader:.txt=text",
        `--alias:built=${built}`, `--alias:npm=${join(build, "npm/esm")}`, `--alias:host=${join(here, `host.${host}.js`)}`, ...more,
    ], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();

// Functions, since a replacement text may have a $.
const fill = (text, values) => Object.entries(values).reduce((filled, [name, value]) => filled.replace(name, () => value), text);
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

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

const packed = gzipSync(moduleBytes, { level: 9 });
rmSync(built, { recursive: true, force: true });
mkdirSync(built, { recursive: true });
writeFileSync(join(built, "tables.json"), JSON.stringify(pageTables()));
writeFileSync(join(built, "module.txt"), charactersOf(packed));
const worker = bundle("worker.js", "folder");
writeFileSync(join(built, "worker.txt"), worker);

const style = execFileSync("esbuild", [join(here, "page.css"), "--minify", "--target=chrome111"], { encoding: "utf8" }).trim();
const markup = readFileSync(join(here, "page.html"), "utf8");
const page = (policy, styleTag, scriptTag) =>
    fill(markup, { POLICY: policy, VERSION: tables.version, STYLE: styleTag, SCRIPT: scriptTag });
const COMMON = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:";

const writeFile = () => {
    const script = bundle("main.js", "file", `--define:SIZE=${packed.length}`);
    if (/<\/script|<!--/i.test(script)) throw new Error("the script would end, or begin a comment, within the page");
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
    write("page.js", bundle("main.js", "folder"));
    write("worker.js", worker);
    write("sortid.wasm", moduleBytes);
};

writeFile();
writeFolder();
