// SPDX-License-Identifier: MIT
// npm.test.mjs: the npm package in browsers: the tests of js/test that need no Node, each entry,
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

// What a page must allow: its scripts, and WebAssembly for sortid/inspect. The tests load vectors.
const STRICT = "default-src 'none'; script-src 'self' 'nonce-map'; connect-src 'self'";
const POLICY = { "Content-Security-Policy": `${STRICT.replace("'nonce", "'wasm-unsafe-eval' 'nonce")}; worker-src 'self'` };
const POLICY_WITHOUT = { "Content-Security-Policy": STRICT };

// The tests of js/test import Node's modules; the page maps these to ours.
const IMPORTS = {
    "node:assert/strict": "/here/npm/assert.mjs",
    "node:test": "/here/npm/test.mjs",
    "node:util": "/here/npm/util.mjs",
    "/js/package.mjs": "/here/npm/package.mjs",
};
const PAGE = `<!doctype html><html lang="en"><title>sortid</title>
    <script nonce="map" type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

const FOLDERS = {
    "/": (rest) => (rest === "" ? { html: PAGE } : null),
    "/npm/": npm,
    "/here/": here,
    "/js/": join(root, "js/test"),
    "/vectors/": join(root, "tests/vectors"),
};

// A browser's clock of fractions is too coarse for this one.
const NODE_ALONE = new Set(["the system's fraction of a millisecond"]);
const FILES = { vectors: 7, traces: 3, inspect: 5, properties: 35, api: 27 };

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
                }, `/js/${file}.test.mjs`);
                const failed = results.filter((each) => each.failure !== undefined && !NODE_ALONE.has(each.name));
                assert.deepEqual(failed, []);
                assert.ok(results.length >= least, `${results.length} tests`);
                await page.close();
            });

        test("each entry of a format, under a policy that allows scripts alone", async () => {
            for (const entry of ["index", "ulid", "uuidv7", "ksuid", "scru128", "scru128v1", "scru160"]) {
                const page = await open(strict);
                strict.requests.length = 0;
                const made = await page.evaluate(async (path) => {
                    const { default: format, ulid } = await import(path);
                    const { many, at, parse } = format ?? ulid;
                    return [at(1.6e12), ...many(3), parse(many(1)[0]).text];
                }, `/npm/esm/${entry}.js`);
                assert.equal(made.length, 5);
                assert.deepEqual(made, [...new Set(made)].sort(), entry);
                for (const path of strict.requests) assert.match(path, /^\/npm\/esm\/[\w/.]+\.js$|^\/favicon\.ico$/);
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

        test("a policy without 'wasm-unsafe-eval' is named by the first call of inspect", async () => {
            const page = await open(strict);
            const found = await page.evaluate(async () => {
                const { inspect } = await import("/npm/esm/inspect.js");
                try {
                    return inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV");
                } catch ({ name: kind, code, message, cause }) {
                    return { kind, code, message, cause: cause instanceof Error };
                }
            });
            assert.deepEqual([found.kind, found.code, found.cause], ["SortidError", "NO_WEBASSEMBLY", true]);
            assert.match(found.message, /'wasm-unsafe-eval'/);
            await page.close();
        });
    });
