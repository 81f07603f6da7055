// SPDX-License-Identifier: MIT
// bench.mjs: measures the npm package and others for JavaScript in one run, in Node and in
// Chromium, and prints a table and writes BUILD/bench-js.json. Called by `make bench-js`, which
// installs the others (bench/peers/install) and what drives Chromium (tests/browser/install).
//   node wasm/bench.mjs BUILD
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { measureAll } from "./measure.mjs";
import { rowsOf } from "./rows.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(process.argv[2]);
process.env.SORTID_BROWSER ??= join(build, "browser");
const { launch } = await import("../tests/browser/launch.mjs");
const { serve } = await import("../tests/browser/serve.mjs");

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

const measureInNode = async () => {
    const peers = createRequire(join(build, "peers/x.js"));
    const load = (path) => import(pathToFileURL(path));
    const packages = {
        sortid: await load(join(build, "npm/sortid.node.js")),
        only: await load(join(build, "npm/ulid.node.js")),
    };
    for (const name of NAMES) packages[name] = await load(peers.resolve(name));
    return { name: `Node ${process.versions.node}`, rows: measureAll(rowsOf(packages)) };
};

// A page isolated from others gets a finer clock.
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const IMPORTS = { imports: { layerr: "/peers/layerr/dist/index.js" } }; // which ulidx imports
const PAGE = `<!doctype html><html lang="en"><title>bench</title><script type="importmap">${JSON.stringify(IMPORTS)}</script>`;

const measureInChromium = async () => {
    const folders = {
        "/": (rest) => (rest === "" ? { html: PAGE } : null),
        "/npm/": join(build, "npm"),
        "/peers/": join(build, "peers/node_modules"),
        "/wasm/": here,
    };
    const server = await serve(folders, { headers: HEADERS });
    const browser = await launch("chromium");
    try {
        const page = await browser.newPage();
        await page.goto(server.url);
        const rows = await page.evaluate(async (files) => {
            const packages = { sortid: await import("/npm/sortid.js"), only: await import("/npm/ulid.js") };
            for (const [name, file] of Object.entries(files)) packages[name] = await import(`/peers/${name}/${file}`);
            const { measureAll: measure } = await import("/wasm/measure.mjs");
            const { rowsOf: rowsFor } = await import("/wasm/rows.mjs");
            return measure(rowsFor(packages));
        }, BROWSER_FILES);
        return { name: (await browser.version()).replace("HeadlessChrome", "Chromium"), rows };
    } finally {
        await browser.close();
        await server.close();
    }
};

const runs = [await measureInNode(), await measureInChromium()];
const versions = NAMES.map((name) => `${name} ${versionOf(name)}`).join(", ");
const machine = `${cpus()[0].model}; ${versions}`;
writeFileSync(join(build, "bench-js.json"), `${JSON.stringify({ machine, runs }, null, 4)}\n`);

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
