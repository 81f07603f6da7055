// SPDX-License-Identifier: MIT
// bench.mjs: measures the npm package and others for JavaScript in one run, and prints a table and writes
// BUILD/bench-js.json. The peers are installed by bench/peers/install. Called by `make bench-js`.
//   node wasm/bench.mjs BUILD
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { measureAll } from "./measure.mjs";
import { rowsOf } from "./rows.mjs";

const build = resolve(process.argv[2]);
const peers = createRequire(join(build, "peers/x.js"));
const load = (path) => import(pathToFileURL(path));
const peer = (name) => load(peers.resolve(name));

const versionOf = (name) => JSON.parse(readFileSync(join(build, "peers/node_modules", name, "package.json"), "utf8")).version;
const names = ["ulid", "ulidx", "uuid", "uuidv7", "scru128", "ksuid", "nanoid"];
const packages = {
    sortid: await load(join(build, "npm/sortid.node.js")),
    only: await load(join(build, "npm/ulid.node.js")),
};
for (const name of names) packages[name] = await peer(name);

const rows = measureAll(rowsOf(packages));
const versions = names.map((name) => `${name} ${versionOf(name)}`).join(", ");
const machine = `Node ${process.versions.node}, ${cpus()[0].model}; ${versions}`;
writeFileSync(join(build, "bench-js.json"), `${JSON.stringify({ machine, rows }, null, 4)}\n`);

console.log(`${machine}\nns for one ID: median, and the fastest of the rounds\n`);
let group;
for (const row of rows) {
    if (row.group !== group) console.log(row.group);
    group = row.group;
    console.log(`  ${row.name.padEnd(32)} ${row.median.toFixed(0).padStart(8)} ${row.least.toFixed(0).padStart(8)}`);
}
