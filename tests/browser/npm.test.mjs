// SPDX-License-Identifier: MIT
// npm.test.mjs: the npm package in browsers: the tests of tests/wasm that need no Node, each entry,
// workers, and content security policies. The package is in $SORTID_NPM, or build/npm.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BROWSERS, PATIENCE_MS, launch } from "./launch.mjs";
import { serve } from "./serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const npm = process.env.SORTID_NPM ?? join(root, "build/npm");

// What a page must allow: its scripts, WebAssembly, and requests to itself for entries with a file.
const STRICT = "default-src 'none'; script-src 'self' 'nonce-map'; connect-src 'self'";
const POLICY = { "Content-Security-Policy": `${STRICT.replace("'nonce", "'wasm-unsafe-eval' 'nonce")}; worker-src 'self'` };
const POLICY_WITHOUT = { "Content-Security-Policy": STRICT };

// The tests of tests/wasm import Node's modules; the page maps these to ours.
const IMPORTS = {
    "node:assert/strict": "/here/npm/assert.mjs",
    "node:test": "/here/npm/test.mjs",
    "node:util": "/here/npm/util.mjs",
    "/wasm/package.mjs": "/here/npm/package.mjs",
};
const PAGE = `<!doctype html><html lang="en"><title>sortid</title>
    <script nonce="map" type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

const FOLDERS = {
    "/": (rest) => (rest === "" ? { html: PAGE } : null),
    "/npm/": npm,
    "/here/": here,
    "/wasm/": join(root, "tests/wasm"),
    "/vectors/": join(root, "tests/vectors"),
};

// A browser's clock of fractions is too coarse for this one.
const NODE_ALONE = new Set(["the system's fraction of a millisecond"]);
const FILES = { vectors: 7, traces: 3, inspect: 5, properties: 42, api: 18 };
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

for (const name of BROWSERS)
    describe(name, () => {
        let browser, server, strict;
        before(async () => {
            server = await serve(FOLDERS, { headers: POLICY });
            strict = await serve(FOLDERS, { headers: POLICY_WITHOUT });
            browser = await launch(name);
        });
        after(async () => {
            await browser?.close();
            await server.close();
            await strict.close();
        });

        const open = async (place) => {
            const page = await browser.newPage();
            page.setDefaultTimeout(PATIENCE_MS);
            await page.goto(place.url);
            return page;
        };

        for (const [file, least] of Object.entries(FILES))
            test(`${file}.test.mjs`, async () => {
                const page = await open(server);
                const results = await page.evaluate(async (path) => {
                    globalThis.process = { env: {} };
                    const { results: found } = await import("/here/npm/test.mjs");
                    await import(path);
                    return found;
                }, `/wasm/${file}.test.mjs`);
                const failed = results.filter((each) => each.failure !== undefined && !NODE_ALONE.has(each.name));
                assert.deepEqual(failed, []);
                assert.ok(results.length >= least, `${results.length} tests`);
                await page.close();
            });

        test("each entry, with the files it asks for", async () => {
            for (const [entry, files] of Object.entries({
                "sortid.js": [],
                "ulid.js": [],
                "sortid.file.js": ["sortid.wasm"],
                "ulid.file.js": ["ulid.wasm"],
            })) {
                const page = await open(server);
                server.requests.length = 0;
                const made = await page.evaluate(async (path) => {
                    const { ulid } = await import(path);
                    return [ulid(), ...ulid.many(2), ulid.parse(ulid()).toString()];
                }, `/npm/${entry}`);
                for (const text of made) assert.match(text, ULID);
                assert.deepEqual(made, [...new Set(made)].sort());
                const requests = server.requests.filter((path) => path !== "/favicon.ico");
                assert.deepEqual(requests, [entry, ...files].map((file) => `/npm/${file}`));
                await page.close();
            }
        });

        test("two workers have generators of their own", async () => {
            const page = await open(server);
            const lists = await page.evaluate(() =>
                Promise.all([0, 1].map(() => new Promise((resolve, reject) => {
                    const worker = new Worker("/here/npm/worker.mjs", { type: "module" });
                    worker.onmessage = ({ data }) => resolve(data);
                    worker.onerror = ({ message }) => reject(new Error(`worker: ${message}`));
                    worker.postMessage(1000);
                }))));
            assert.deepEqual(lists.map((list) => list.length), [2000, 2000]);
            assert.equal(new Set(lists.flat()).size, 4000);
            for (const list of lists)
                for (const part of [list.slice(0, 1000), list.slice(1000)]) assert.deepEqual(part, [...part].sort());
            await page.close();
        });

        test("a policy without 'wasm-unsafe-eval' is named in the error", async () => {
            for (const entry of ["sortid.js", "ulid.js", "sortid.file.js"]) {
                const page = await open(strict);
                const found = await page.evaluate(async (path) => {
                    try {
                        await import(path);
                        return null;
                    } catch ({ name: kind, code, message, cause }) {
                        return { kind, code, message, cause: cause instanceof Error };
                    }
                }, `/npm/${entry}`);
                assert.ok(found !== null, `${entry} was loaded`);
                assert.deepEqual([found.kind, found.code, found.cause], ["SortidError", "NO_WEBASSEMBLY", true]);
                assert.match(found.message, /content security policy must allow 'wasm-unsafe-eval'/);
                await page.close();
            }
        });
    });
