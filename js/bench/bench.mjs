// SPDX-License-Identifier: MIT
// bench.mjs: measures the npm package and others for JavaScript in one run, in Node, in Bun if it is
// in PATH, in Chromium and in Firefox, and prints a table and writes BUILD/bench-js.json. Called by
// `make bench-js`, which installs the others (bench/peers/install) and what drives the browsers
// (tests/browser/install).
//   node js/bench/bench.mjs BUILD [FORMAT]    FORMAT: only measures it, here, and prints the rows as JSON
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { measureAll } from "./measure.mjs";
import { FORMATS, rowsOf } from "./rows.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2]);
process.env.SORTID_BROWSER ??= join(build, "browser");

// The files of the packages for browsers; ksuid has none.
const BROWSER_FILES = {
    ulid: "dist/browser/index.js",
    ulidx: "dist/browser/index.js",
    uuid: "dist/index.js",
    uuidv7: "dist/index.js",
    scru128: "dist/index.js",
    nanoid: "index.browser.js",
};
const NAMES = [...Object.keys(BROWSER_FILES), "ksuid"];

const versionOf = (name) => JSON.parse(readFileSync(join(build, "peers/node_modules", name, "package.json"), "utf8")).version;

const measureHere = async (format) => {
    const peers = createRequire(join(build, "peers/x.js"));
    const load = (path) => import(pathToFileURL(path));
    const packages = { sortid: await load(join(build, `npm/node/${format}.mjs`)) };
    for (const name of NAMES) packages[name] = await load(peers.resolve(name));
    globalThis.crypto ??= (await import("node:crypto")).webcrypto; // Node 18
    return measureAll(rowsOf(format, packages));
};

const measureBy = (program) =>
    FORMATS.flatMap((format) => JSON.parse(execFileSync(program, [fileURLToPath(import.meta.url), build, format], { encoding: "utf8" })));

// A page isolated from others gets a finer clock.
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const IMPORTS = { imports: { layerr: "/peers/layerr/dist/index.js" } }; // which ulidx imports
const PAGE = `<!doctype html><html lang="en"><title>bench</title><script type="importmap">${JSON.stringify(IMPORTS)}</script>`;

const measureInPage = async (browser, url, format) => {
    const page = await browser.newPage();
    await page.goto(url);
    const rows = await page.evaluate(async (measured, files) => {
        const packages = { sortid: await import(`/npm/esm/${measured}.js`) };
        for (const [name, file] of Object.entries(files)) packages[name] = await import(`/peers/${name}/${file}`);
        const { measureAll: measure } = await import("/bench/measure.mjs");
        const { rowsOf: rowsFor } = await import("/bench/rows.mjs");
        return measure(rowsFor(measured, packages));
    }, format, BROWSER_FILES);
    await page.close();
    return rows;
};

const measureInBrowser = async (name) => {
    const { launch } = await import("../../tests/browser/launch.mjs");
    const { serve } = await import("../../tests/browser/serve.mjs");
    const folders = {
        "/": (rest) => (rest === "" ? { html: PAGE } : null),
        "/npm/": join(build, "npm"),
        "/peers/": join(build, "peers/node_modules"),
        "/bench/": here,
    };
    const server = await serve(folders, { headers: HEADERS });
    const browser = await launch(name);
    try {
        const rows = [];
        for (const format of FORMATS) rows.push(...(await measureInPage(browser, server.url, format)));
        return { name: (await browser.version()).replace("HeadlessChrome", "Chromium").replace("firefox", "Firefox"), rows };
    } finally {
        await browser.close();
        await server.close();
    }
};

const versionIn = (program) => {
    try {
        return execFileSync(program, ["--version"], { encoding: "utf8" }).trim().replace(/^v/, "");
    } catch {
        return undefined; // not installed
    }
};

const measureEverywhere = async () => {
    const runs = [{ name: `Node ${versionIn("node")}`, rows: measureBy("node") }];
    const bun = versionIn("bun");
    if (bun === undefined) console.log("Bun is not in PATH");
    else runs.push({ name: `Bun ${bun}`, rows: measureBy("bun") });
    for (const name of ["chromium", "firefox"]) runs.push(await measureInBrowser(name));
    return runs;
};

const printTable = (machine, runs) => {
    const cell = (run, { group, name }, key) => {
        const row = run.rows.find((each) => each.group === group && each.name === name);
        return row === undefined ? "-" : row[key].toFixed(0);
    };
    console.log(`${machine}\nns for one ID: median, and the fastest of the rounds\n`);
    console.log(" ".repeat(34) + runs.map(({ name }) => name.padStart(24)).join(""));
    let group;
    for (const row of runs[0].rows) {
        if (row.group !== group) console.log(row.group);
        group = row.group;
        const cells = runs.flatMap((run) => [cell(run, row, "median").padStart(15), cell(run, row, "least").padStart(9)]);
        console.log(`  ${row.name.padEnd(32)}${cells.join("")}`);
    }
};

if (process.argv[3] !== undefined) console.log(JSON.stringify(await measureHere(process.argv[3])));
else {
    const runs = await measureEverywhere();
    const versions = NAMES.map((name) => `${name} ${versionOf(name)}`).join(", ");
    const machine = `${cpus()[0].model}; ${versions}`;
    writeFileSync(join(build, "bench-js.json"), `${JSON.stringify({ machine, runs }, null, 4)}\n`);
    printTable(machine, runs);
}
