// SPDX-License-Identifier: MIT
// build.mjs: writes the npm package into a folder. Its formats are those of src/shapes. Needs esbuild.
//   node js/build.mjs FOLDER VERSION [INSPECT]
// INSPECT is a folder with the files of sortid/inspect; without it the package has the formats alone.
//   esm/    modules for bundlers and browsers; NAME.node.js are the entries of bundles for Node
//   cjs/    all.cjs, one file with all entries, and a file for each entry that exports its part
//   node/   all.cjs, which is that file with Node's host, and the entries over it for `import` and
//           `require`, so that both share generators and classes
//   types/  the types of each entry, for both kinds of modules
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { encodingsOf } from "./src/read.js";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, version, inspect] = process.argv.slice(2);
if (version === undefined) throw new Error("usage: node js/build.mjs FOLDER VERSION [INSPECT]");
const out = (path) => join(resolve(folder), path);
const write = (path, text) => writeFileSync(out(path), text);
const source = (path) => readFileSync(join(here, path), "utf8");

const formats = [];
for (const file of readdirSync(join(here, "src/shapes")).sort()) formats.push(await import(`./src/shapes/${file}`));
const shapes = formats.map(({ format }) => format);
const entries = ["index", ...shapes.map(({ name }) => name), ...(inspect === undefined ? [] : ["inspect"])];

// ---- Modules ----------------------------------------------------------------

// A format whose IDs need a node makes none without a generator.
const withoutMakers = (text) => {
    const rest = text
        .replace(/^(import .*"\.\/make\.js";|const maker = .*|export const (FORMAT|many|at) = .*)\n/gm, "")
        .replace("FORMAT, {\n    many, at, ", "undefined, {\n    ")
        .replace("    atOf, ", "    ");
    const left = /\bmany|\bat(Of)?\b|\bmake|\bFORMAT\b(?!\.js)/.exec(rest.replace(/\/\/.*/g, ""));
    if (left !== null) throw new Error(`js/src/entry.js: ${left[0]} is not removed`);
    return rest;
};

// Without comments of whole lines: the sources have them.
const writeModules = () => {
    cpSync(join(here, "src"), out("esm"), { recursive: true });
    if (inspect !== undefined) cpSync(inspect, out("esm"), { recursive: true, filter: (path) => !path.endsWith(".d.ts") });
    rmSync(out("esm/entry.js"));
    write("esm/index.js", source("src/index.js").replace("VERSION", version));
    const entry = source("src/entry.js");
    for (const { name, needsNode } of shapes)
        write(`esm/${name}.js`, (needsNode ? withoutMakers(entry) : entry).replaceAll("FORMAT", name));
    for (const part of ["esm", "esm/shapes"])
        for (const name of readdirSync(out(part)).filter((each) => each.endsWith(".js"))) {
            const text = readFileSync(out(`${part}/${name}`), "utf8");
            write(`${part}/${name}`, text.replace(/^ *(\/\/|\/\*\*|\*).*\n/gm, ""));
        }
};

const bundle = (path, text, ...options) =>
    execFileSync("esbuild", ["--bundle", "--format=cjs", "--target=es2020", "--minify-syntax", "--minify-whitespace", "--log-level=warning", `--outfile=${out(path)}`, ...options], {
        input: text,
        cwd: out("esm"),
        stdio: ["pipe", "inherit", "inherit"],
    });

// esbuild copies exports by a loop that stops at a property that a program gave to all objects.
const withOwnNames = (path) => {
    const text = readFileSync(out(path), "utf8");
    const own = text.replace(/for\(var name in (all\d*)\)/, "for(var name of Object.keys($1))");
    if (own === text) throw new Error(`${path}: esbuild copies exports in another way`);
    write(path, own);
};

const writeEntry = async (name) => {
    const exported = Object.keys(await import(pathToFileURL(out(`esm/${name}.js`))));
    const named = exported.filter((each) => each !== "default");
    const [defaultOfAll, defaultOfModule] = exported.includes("default")
        ? [`export default all.${name}.default;\n`, `export { default } from "./${name}.js";\n`]
        : ["", ""];
    const commonJs =
        '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n' +
        `const { ${name} } = require("./all.cjs");\n${exported.map((each) => `exports.${each} = ${name}.${each};\n`).join("")}`;
    write(`cjs/${name}.cjs`, commonJs);
    write(`node/${name}.cjs`, commonJs);
    write(`node/${name}.mjs`, `import all from "./all.cjs";\nexport const { ${named.join(", ")} } = all.${name};\n${defaultOfAll}`);
    const install = 'import { host } from "./host.js";\nimport { host as node } from "./host.node.js";\nObject.assign(host, node);\n';
    write(`esm/${name}.node.js`, `${install}export * from "./${name}.js";\n${defaultOfModule}`);
};

const writeCommonJs = async () => {
    bundle("cjs/all.cjs", [...entries.map((name) => `export * as ${name} from "./${name}.js";`), 'export { host } from "./host.js";'].join("\n"));
    withOwnNames("cjs/all.cjs");
    const node =
        'const all = require("../cjs/all.cjs");\nObject.assign(all.host, require("./host.node.js").host);\nmodule.exports = all;\n';
    bundle("node/all.cjs", node, "--platform=node", "--external:../cjs/all.cjs");
    withOwnNames("node/all.cjs");
    for (const name of entries) await writeEntry(name);
};

// ---- Types ------------------------------------------------------------------

const quoted = (names) => names.map((each) => `"${each}"`).join(" | ");

// What the types of a format depend on.
const traitsOf = ({ format, options: { names } }) => ({
    fields: format.fields.map(([name]) => name),
    encodings: encodingsOf(format),
    options: ["mode", "allowanceMs", "clock", "random", ...names],
});

// A file for `import`, and the same for `require`.
const writeTypes = (name, text) => {
    write(`types/${name}.d.ts`, text);
    write(`types/${name}.d.cts`, text.replaceAll('.js"', '.cjs"'));
};

const writeAllTypes = () => {
    mkdirSync(out("types"));
    const rowOf = (module) =>
        `    ${module.format.name}: {\n${Object.entries(traitsOf(module)).map(([key, names]) => `        ${key}: ${quoted(names)};\n`).join("")}    };\n`;
    writeTypes("common", source("types/common.d.ts").replace("    // TRAITS\n", formats.map(rowOf).join("")));
    const typeOf = ({ name, needsNode }) => `${needsNode ? "Reader" : "Format"}<"${name}">`;
    const constantOf = (shape) => `/** ${shape.title} */\nexport declare const ${shape.name}: ${typeOf(shape)};\n`;
    writeTypes("index", source("types/index.d.ts").replace("// CONSTANTS\n", shapes.map(constantOf).join("")));
    const [start, makers, rest] = source("types/entry.d.ts").split("// ---- Making\n");
    for (const shape of shapes)
        writeTypes(
            shape.name,
            `${start}${shape.needsNode ? "" : makers}${rest}`
                .replaceAll(/\bType\b/g, typeOf(shape)).replaceAll("FORMAT", shape.name).replace("TITLE", shape.title),
        );
    if (inspect !== undefined) writeTypes("inspect", readFileSync(join(inspect, "inspect.d.ts"), "utf8"));
};

// ---- package.json -----------------------------------------------------------

const exportOf = (name) => {
    const module = { types: `./types/${name}.d.ts`, default: `./esm/${name}.js` };
    const commonJs = (path) => ({ types: `./types/${name}.d.cts`, default: `./${path}/${name}.cjs` });
    // These hosts compile no bytes.
    const edge = { ...module, default: "./esm/inspect.edge.js" };
    return {
        ...(name === "inspect" && { workerd: edge, "edge-light": edge }),
        node: {
            module: { ...module, default: `./esm/${name}.node.js` },
            import: { ...module, default: `./node/${name}.mjs` },
            require: commonJs("node"),
        },
        "react-native": module,
        module,
        require: commonJs("cjs"),
        default: module,
    };
};

const writePackage = () => {
    const description = JSON.parse(source("package.json"));
    description.version = version;
    description.exports = Object.fromEntries(entries.map((name) => [name === "index" ? "." : `./${name}`, exportOf(name)]));
    description.exports["./package.json"] = "./package.json";
    write("package.json", `${JSON.stringify(description, null, 2)}\n`);
    copyFileSync(join(here, "README.md"), out("README.md"));
    copyFileSync(join(here, "../LICENSE"), out("LICENSE"));
};

rmSync(out("."), { recursive: true, force: true });
mkdirSync(out("."), { recursive: true });
writePackage(); // first: Node 18 imports the modules below as its "type" says
writeModules();
await writeCommonJs();
writeAllTypes();
