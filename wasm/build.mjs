// SPDX-License-Identifier: MIT
// build.mjs: writes the npm package into BUILD/npm from the modules in BUILD/wasm and the files of
// wasm/js. The tables of formats and kinds come from the C core: build/wasm/table.wasm prints them.
//   node wasm/build.mjs BUILD
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { joiner } from "./join.mjs";
import { readTables } from "./tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const build = process.argv[2];
const out = join(build, "npm");

const FIELD_KINDS = ["timestamp", "counter", "layer", "random", "fixed"];
const tables = readTables(build);
for (const format of tables.formats) for (const field of format.layout) field.kind = FIELD_KINDS[field.kind];

// Functions for each length of text, without loops: `put` writes the characters into the module's
// memory, and returns a number above 127 if one is beyond ASCII; `take` makes a string of those at
// an address, the fastest way: one call of String.fromCharCode with all codes.
const lengthsOf = (formats) => [...new Set(formats.map((format) => format.textLength))].sort((a, b) => a - b);
const putFunction = (length) => {
    const each = Array.from({ length }, (_, i) => i);
    const lines = each.map((i) => `        const c${i} = text.charCodeAt(${i});\n        bytes[at + ${i}] = c${i};\n`);
    return `    ${length}: (bytes, at, text) => {\n${lines.join("")}        return ${each.map((i) => `c${i}`).join(" | ")};\n    },\n`;
};
const takeFunction = (length) => {
    const codes = Array.from({ length }, (_, i) => `bytes[at + ${i}]`);
    return `    ${length}: (bytes, at) => String.fromCharCode(${codes.join(", ")}),\n`;
};
const textFunctions = (formats) =>
    `const PUT = {\n${lengthsOf(formats).map(putFunction).join("")}};\n` +
    `const TAKE = {\n${lengthsOf(formats).map(takeFunction).join("")}};\n`;

const tableText = (formats) =>
    `const TABLES = ${JSON.stringify(formats)};\n${textFunctions(formats)}` +
    `const STATUSES = ${JSON.stringify(tables.statuses)};\n` +
    (formats.length > 1 ? `const KINDS = ${JSON.stringify(tables.kinds)};\n` : "");

const source = (name) => readFileSync(join(here, "js", name), "utf8");

// Where the bytes of the module come from.
const inlined = (name) => {
    const base64 = readFileSync(join(build, `wasm/${name}.wasm`)).toString("base64");
    return `const moduleBytes = () => Uint8Array.from(atob("${base64}"), (digit) => digit.charCodeAt(0));\n`;
};

const IMPORTS = {
    esm: 'import { webcrypto } from "node:crypto";\nimport v8 from "node:v8";\n',
    cjs: 'const { webcrypto } = require("node:crypto");\nconst v8 = require("node:v8");\n',
};
const FILES = {
    web: (name) =>
        `const response = await fetch(new URL("./${name}.wasm", import.meta.url));\n` +
        `if (!response.ok) throw new Error(\`sortid: \${response.url}: \${response.status}\`);\n` +
        `const fetched = new Uint8Array(await response.arrayBuffer());\nconst moduleBytes = () => fetched;\n`,
    esm: (name) =>
        `import { readFileSync } from "node:fs";\n` +
        `const moduleBytes = () => readFileSync(new URL("./${name}.wasm", import.meta.url));\n`,
    cjs: (name) =>
        `const { readFileSync } = require("node:fs");\nconst { join } = require("node:path");\n` +
        `const moduleBytes = () => readFileSync(join(__dirname, "${name}.wasm"));\n`,
};

const namesOf = (name, formats) => [
    ...formats.map((format) => format.name),
    "Generator",
    "Id",
    "SortidError",
    "version",
    ...(name === "sortid" ? ["inspect", "kinds", "formats"] : []),
];

const entry = (name, formats, system, host, bytes) => {
    const names = namesOf(name, formats);
    const picked = formats.map((format) => format.name).join(", ");
    const exported = system === "esm" ? `export { ${names.join(", ")} };\n` : `module.exports = { ${names.join(", ")} };\n`;
    return [
        `// sortid ${tables.version}, MIT license. Made by wasm/build.mjs.\n`,
        system === "cjs" ? '"use strict";\n' : "",
        host === "node" ? IMPORTS[system] : "",
        bytes,
        source(`host.${host}.js`),
        tableText(formats),
        ...["format.js", "generator.js", ...(name === "sortid" ? ["inspect.js"] : [])].map(joiner(source)),
        `const { ${picked} } = formats;\nconst version = "${tables.version}";\n`,
        exported,
    ].join("");
};

const write = (path, text) => writeFileSync(join(out, path), text);

const writeEntries = (name, formats) => {
    write(`${name}.js`, entry(name, formats, "esm", "web", inlined(name)));
    write(`${name}.cjs`, entry(name, formats, "cjs", "web", inlined(name)));
    write(`${name}.node.js`, entry(name, formats, "esm", "node", inlined(name)));
    write(`${name}.node.cjs`, entry(name, formats, "cjs", "node", inlined(name)));
    write(`${name}.file.js`, entry(name, formats, "esm", "web", FILES.web(name)));
    write(`${name}.file.node.js`, entry(name, formats, "esm", "node", FILES.esm(name)));
    write(`${name}.file.node.cjs`, entry(name, formats, "cjs", "node", FILES.cjs(name)));
    copyFileSync(join(build, `wasm/${name}.wasm`), join(out, `${name}.wasm`));
};

// A format that needs a node has no call, as in table.js.
const NEEDS_NODE = 2;

const typesOf = (name, formats) => {
    const quoted = (names) => names.map((each) => `"${each}"`).join(" | ");
    const typeOf = ({ name: format, traits, layout }) =>
        `${traits & NEEDS_NODE ? "Reader" : "Format"}<"${format}", ${quoted(layout.map((field) => field.name))}>`;
    const constants = formats.map(
        (format) => `/** ${format.title} */\nexport declare const ${format.name}: ${typeOf(format)};`,
    );
    const named = formats.map((format) => `    readonly ${format.name}: typeof ${format.name};`);
    return [
        source("types.d.ts"),
        `\nexport type FormatName = ${quoted(formats.map((format) => format.name))};\n`,
        source("generator.d.ts"),
        `${constants.join("\n")}\n`,
        name === "sortid" ? `\n/** All formats by name. */\nexport declare const formats: {\n${named.join("\n")}\n};\n` : "",
        name === "sortid" ? source("inspect.d.ts") : "",
    ].join("");
};

const writeTypes = (name, formats) => {
    const types = typesOf(name, formats);
    write(`${name}.d.ts`, types);
    write(`${name}.d.cts`, types);
};

const both = (types, file) => ({
    import: { types: `./${types}.d.ts`, default: `./${file}.js` },
    require: { types: `./${types}.d.cts`, default: `./${file}.cjs` },
});
const inlinedExport = (name) => ({ node: both(name, `${name}.node`), ...both(name, name) });
const fileExport = (name) => ({ node: both(name, `${name}.file.node`), default: { types: `./${name}.d.ts`, default: `./${name}.file.js` } });

const writePackage = () => {
    const description = JSON.parse(source("package.json"));
    description.version = tables.version;
    description.exports = {
        ".": inlinedExport("sortid"),
        "./ulid": inlinedExport("ulid"),
        "./file": fileExport("sortid"),
        "./ulid/file": fileExport("ulid"),
        "./sortid.wasm": "./sortid.wasm",
        "./ulid.wasm": "./ulid.wasm",
        "./package.json": "./package.json",
    };
    write("package.json", `${JSON.stringify(description, null, 4)}\n`);
    write("README.md", source("README.md"));
    copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const ulid = tables.formats.filter((format) => format.name === "ulid");
for (const [name, formats] of Object.entries({ sortid: tables.formats, ulid })) {
    writeEntries(name, formats);
    writeTypes(name, formats);
}
writePackage();
