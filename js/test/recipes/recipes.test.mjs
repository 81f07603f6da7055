// SPDX-License-Identifier: MIT
// recipes.test.mjs: docs/javascript-migration.md: its recipes run with the libraries of package.json,
// it names every export of the packages that it tells how to leave, and what replaces one gives the
// same. Runs in a folder where run.sh has installed them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../package.mjs";
import { isAlone, programsOf } from "../programs.mjs";

const page = join(root, "docs/javascript-migration.md");
const folder = process.cwd();
const require = createRequire(join(folder, "package.json"));
const load = (name) => import(require.resolve(name));
const { ksuid, ulid, uuidv7 } = await load("sortid");

// ---- Recipes ----------------------------------------------------------------

const environment = { ...process.env, CHECKPOINT_DISABLE: "1", PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", NO_COLOR: "1" };
delete environment.NODE_TEST_CONTEXT; // of this runner

const run = async (name, args, env) => {
    const { stdout, stderr } = await promisify(execFile)(name, args, { cwd: folder, env: { ...environment, ...env } });
    return { stdout, stderr };
};
const runNode = async (...args) => (await run(process.execPath, args)).stdout;

// The client of a schema: TypeScript, which esbuild bundles with the program.
const runWithSchema = async ({ program, schema }) => {
    writeFileSync(join(folder, "schema.prisma"), schema);
    rmSync(join(folder, "todo.db"), { force: true });
    await run("npx", ["--no-install", "prisma", "generate", "--schema", "schema.prisma"]);
    writeFileSync(join(folder, "prisma.mjs"), program);
    await run("esbuild", ["prisma.mjs", "--bundle", "--packages=external", "--format=esm", "--outfile=prisma.out.mjs", "--log-level=error"]);
    return runNode("prisma.out.mjs");
};

// In Vitest, then in Jest, whose summary is in stderr.
const runInRunners = async ({ program }) => {
    writeFileSync(join(folder, "ids.vitest.mjs"), program);
    const vitest = await run("npx", ["--no-install", "vitest", "run", "--config", "runners.mjs", "--reporter=json"]);
    writeFileSync(join(folder, "ids.jest.mjs"), program.replace("vi }", "jest as vi }").replace('"vitest"', '"@jest/globals"'));
    const jest = await run("npx", ["--no-install", "jest", "--config", "jest.json", "--json"], { NODE_OPTIONS: "--experimental-vm-modules" });
    const [first, second] = [vitest, jest].map(({ stdout }) => JSON.parse(stdout)).map((report) => `${report.numPassedTests} passed\n`);
    assert.equal(first, second);
    return first;
};

const runWithPostgres = async ({ program }) => {
    const { PGlite } = await load("@electric-sql/pglite");
    const { PGLiteSocketServer } = await load("@electric-sql/pglite-socket");
    const db = await PGlite.create();
    const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0 });
    try {
        await server.start();
        const [PGHOST, PGPORT] = server.getServerConn().split(":");
        writeFileSync(join(folder, "recipe.mjs"), program);
        return (await run(process.execPath, ["recipe.mjs"], { PGHOST, PGPORT, PGUSER: "postgres", PGDATABASE: "postgres" })).stdout;
    } finally {
        await server.stop();
        await db.close();
    }
};

const runAlone = ({ program }) => {
    writeFileSync(join(folder, "recipe.mjs"), program);
    return runNode("recipe.mjs");
};

const RUNNERS = { vitest: runInRunners, pg: runWithPostgres, "@prisma/adapter-better-sqlite3": runWithSchema };
const recipes = programsOf(page).filter((program) => !isAlone(program));

test("the page has recipes", () => assert.equal(recipes.length, 9));
for (const recipe of recipes) {
    const [name] = recipe.packages;
    test(`recipe of ${name}`, async () => assert.equal(await (RUNNERS[name] ?? runAlone)(recipe), recipe.expected));
}

// ---- Exports ----------------------------------------------------------------

const text = readFileSync(page, "utf8");
const sectionOf = (title) => text.split(/^## /m).find((section) => section.startsWith(`${title}\n`));

// Of a module or of a class and its objects, without what is private by the types.
const NOT_PUBLIC = ["length", "name", "prototype", "constructor", "default", "module.exports", "__esModule", "resetCounter"];
const isClass = (value) => typeof value === "function" && /^class/.test(String(value));
const membersOf = (value) => (isClass(value) ? [value, value.prototype].flatMap(Object.getOwnPropertyNames) : []);

const SECTIONS = [
    ["ulid, ulidx", "ulid"], ["ulid, ulidx", "ulidx"], ["uuid", "uuid"], ["uuidv7", "uuidv7"],
    ["ksuid", "ksuid"], ["nanoid", "nanoid"], ["typeid-js", "typeid-js"],
];
for (const [title, name] of SECTIONS)
    test(`the page names all of ${name}`, async () => {
        const module = await load(name);
        const names = Object.entries(module).flatMap(([key, value]) => [key, ...membersOf(value)]).filter((each) => !NOT_PUBLIC.includes(each));
        assert.ok(names.length > 4, `${names.length} names`);
        const section = sectionOf(title);
        assert.deepEqual(names.filter((each) => !new RegExp(`\\b${each}\\b`).test(section)), []);
        const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
        assert.match(text, new RegExp(`\`${name}\`\\s${version.replaceAll(".", "\\.")}\\b`));
    });

// ---- Replacements -----------------------------------------------------------

const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const ULID_AS_UUID = "01563e3a-b5d3-d676-4c61-efb99302bd5b";
const UUID = "018bcfe5-6800-7010-880c-10140708090a";
const KSUID_TEXT = "0ujsswThIGTUYm2K8FjOOfXtY1K";

for (const name of ["ulid", "ulidx"])
    test(`the replacements of ${name}`, async () => {
        const old = await load(name);
        assert.equal(old.decodeTime(ULID), ulid.time(ULID).getTime());
        assert.equal(old.encodeTime(1469918176385, 10), ulid.at(1469918176385).slice(0, 10));
        assert.equal(old.fixULIDBase32("o1arz3nd-ektsv4rrffq69g5fav").toUpperCase(), ulid.parse("o1arz3nd-ektsv4rrffq69g5fav", "lenient").text);
        assert.equal(old.ulidToUUID(ULID).toLowerCase(), ulid.parse(ULID).uuid);
        assert.equal(old.uuidToULID(ULID_AS_UUID), ulid.parse(ULID_AS_UUID, "uuid").text);
        const { first, last } = ulid.range(-Infinity, Infinity);
        assert.deepEqual([old.MIN_ULID, old.MAX_ULID], [first, last]);
        assert.deepEqual([old.isValid(`8${ULID.slice(1)}`), ulid.isValid(`8${ULID.slice(1)}`)], [true, false]);
        if (name === "ulid") assert.equal(old.incrementBase32(ULID), ulid.parse(ULID).successor().text);
        assert.throws(() => ulid(1469918176385), /ulid\.at/);
    });

test("the replacements of uuid and uuidv7", async () => {
    const [uuid, { UUID: Old }] = [await load("uuid"), await load("uuidv7")];
    assert.deepEqual(new Uint8Array(uuid.parse(UUID)), uuidv7.toBytes(UUID));
    const buffer = new Uint8Array(20);
    buffer.set(uuidv7.toBytes(UUID), 4);
    assert.equal(uuid.stringify(buffer, 4), uuidv7.fromBytes(buffer.subarray(4, 20)));
    assert.deepEqual([uuid.validate(uuid.NIL), uuidv7.isValid(uuid.NIL), uuidv7.isValid(uuid.v7())], [true, false, true]);
    for (const form of [UUID, `{${UUID}}`, `urn:uuid:${UUID}`, UUID.replaceAll("-", "")]) {
        const [old, id] = [Old.parse(form), uuidv7.parse(form, "uuid")];
        assert.deepEqual([old.toString(), old.toHex(), old.toJSON(), BigInt(old.getVersion())], [id.toString(), id.hex, id.toJSON(), id.fields.version]);
    }
});

test("the replacements of ksuid and typeid-js", async () => {
    const { default: Old } = await load("ksuid");
    const [old, id] = [Old.parse(KSUID_TEXT), ksuid.parse(KSUID_TEXT)];
    assert.deepEqual([old.string, old.date, BigInt(old.timestamp), new Uint8Array(old.raw)], [id.text, id.time, id.fields.timestamp, id.bytes]);
    assert.equal(BigInt(`0x${old.payload.toString("hex")}`), id.fields.payload);
    const { first, last } = ksuid.range(-Infinity, Infinity);
    assert.deepEqual([Old.MIN_STRING_ENCODED, Old.MAX_STRING_ENCODED], [first, last]);
    const { fromUUID, toUUID } = await load("typeid-js");
    const typeid = `user_${ulid.fromBytes(uuidv7.toBytes(UUID)).toLowerCase()}`;
    assert.deepEqual([fromUUID(UUID, "user"), toUUID(typeid)], [typeid, UUID]);
});
