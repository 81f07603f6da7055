// SPDX-License-Identifier: MIT
// The harness: each browser starts, loads a page from the server, runs WebAssembly, takes input.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSERS, PATIENCE_MS, axeSource, launch } from "./launch.mjs";
import { serve } from "./serve.mjs";

const PAGE = `<!doctype html><html lang="en"><title>harness</title><main><h1>Harness</h1><input aria-label="text"></main>`;

for (const name of BROWSERS)
    test(`${name} loads a page and takes input`, async (t) => {
        const server = await serve({ "/": (rest) => (rest === "" ? { html: PAGE } : null) });
        t.after(() => server.close());
        const browser = await launch(name);
        t.after(() => browser.close());
        const page = await browser.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        await page.goto(server.url);
        await page.type("input", "typed");
        assert.equal(await page.$eval("input", (input) => input.value), "typed");
        assert.equal(await page.evaluate(() => typeof WebAssembly.instantiate), "function");
        await page.evaluate(axeSource());
        const found = await page.evaluate(() => window.axe.run());
        assert.deepEqual(found.violations.map((each) => each.id), []);
        assert.ok(server.requests.includes("/"));
    });
