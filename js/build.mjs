// SPDX-License-Identifier: MIT
// build.mjs: writes the npm package of the formats into a folder: esm/, the modules for bundlers and
// browsers; node/, one CommonJS file for Node, and the files of the entries over it, for `import` and
// `require`, so that both share generators and classes.
//   node js/build.mjs FOLDER VERSION
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2]);
const version = process.argv[3];
const esm = join(folder, "esm");
const node = join(folder, "node");
const FORMATS = ["scru128", "scru128v1", "scru160", "scru64", "ulid", "uuidv7", "ksuid"];

// A format whose IDs need a node makes none without a generator.
const withoutMakers = (text) =>
    text.replace(/^(import .*"\.\/make\.js";|const maker = .*|export const (FORMAT|many|at) = .*)\n/gm, "").replace("FORMAT, {\n    many, at, ", "undefined, {\n    ").replace("    atOf, ", "    ");

rmSync(folder, { recursive: true, force: true });
mkdirSync(node, { recursive: true });
cpSync(join(here, "src"), esm, { recursive: true });
const entry = readFileSync(join(here, "src/entry.js"), "utf8");
rmSync(join(esm, "entry.js"));
for (const format of FORMATS) {
    const text = format === "scru64" ? withoutMakers(entry) : entry;
    writeFileSync(join(esm, `${format}.js`), text.replaceAll("FORMAT", format));
}
const index = join(esm, "index.js");
writeFileSync(index, readFileSync(index, "utf8").replace("VERSION", version));

// The file for Node has every entry.
const all = ["index", ...FORMATS].map((name) => `export * as ${name} from "./${name}.js";`).join("\n");
const sources = join(folder, "sources");
cpSync(esm, sources, { recursive: true });
renameSync(join(sources, "host.node.js"), join(sources, "host.js"));
execFileSync("esbuild", ["--bundle", "--format=cjs", "--platform=node", "--target=node18", "--log-level=warning", `--outfile=${join(node, "all.cjs")}`], {
    input: all,
    cwd: sources,
    stdio: ["pipe", "inherit", "inherit"],
});
rmSync(sources, { recursive: true });
rmSync(join(esm, "host.node.js"));
const names = async (name) => Object.keys(await import(join(esm, `${name}.js`)));
for (const name of ["index", ...FORMATS]) {
    const exported = await names(name);
    const constants = exported.filter((each) => each !== "default");
    writeFileSync(join(node, `${name}.cjs`), `"use strict";\nmodule.exports = require("./all.cjs").${name};\n`);
    writeFileSync(
        join(node, `${name}.mjs`),
        `import all from "./all.cjs";\nexport const { ${constants.join(", ")} } = all.${name};\n${exported.includes("default") ? `export default all.${name}.default;\n` : ""}`,
    );
}
