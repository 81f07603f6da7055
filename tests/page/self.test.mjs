// SPDX-License-Identifier: MIT
// self.test.mjs: the page: its size, that it requests nothing, accessibility, folder, pictures.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { axeSource } from "../browser/launch.mjs";
import { serve } from "../browser/serve.mjs";
import { FILE, FOLDER, build, expectText, inBrowsers, sortid, url } from "./page.mjs";

const SCRU128 = "036z8puq4tsxsigk6o19y164q";
const ULID = "01ARYZ6S41TSV4RRFFQ69G5FAV";
const LINES = `${SCRU128}\n${ULID}\n01ARYZ6S41TSV4RRFFQ69G5FUU`;

test("the file is below 130 KB and names no other", () => {
    assert.ok(statSync(FILE).size < 130_000, `${statSync(FILE).size} bytes`);
    const text = readFileSync(FILE, "utf8");
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    assert.deepEqual(addresses.filter((address) => !address.startsWith("data:")), []);
});

// A file of IDs with faults.
const folder = mkdtempSync(join(tmpdir(), "sortid-page-"));
const faulty = join(folder, "ids.txt");
const ids = sortid("gen", "scru128", "-n", "5000").trimEnd().split("\n");
ids[99] = "not an id";
ids[4999] = ids[0];
writeFileSync(faulty, ids.join("\n"));
// A log with IDs in it.
const log = join(folder, "access.log");
const [user] = sortid("gen", "uuidv7").split("\n");
writeFileSync(log, ids.slice(0, 30).map((id, i) => `2026-11-28T16:00:${i + 10}Z GET /users/${user}?after=${id} ${i % 7 ? `rid="${ULID}"` : "404"}\n`).join("started\n"));
after(() => rmSync(folder, { recursive: true, force: true }));

// The views of the page: [name, text of the link, a step].
const VIEWS = [
    ["card", SCRU128, async () => {}],
    ["fault", "01ARYZ6S41TSV4RRFFQ69G5FA!", async () => {}],
    ["table", LINES, async () => {}],
    ["make", "", async (page) => {
        await page.click("#tab-make");
        await page.click(".count[value='1000']");
        await page.waitForSelector(".made li");
    }],
    ["range", "", (page) => page.click("#tab-range")],
    ["found", "", async (page) => {
        await (await page.$("#file")).uploadFile(log);
        await page.waitForSelector("#checked .list tbody tr");
    }],
    ["check", "", async (page) => {
        await page.click("#tab-check");
        await (await page.$("#file")).uploadFile(faulty);
        await page.waitForSelector("#checked tbody");
    }],
];

// For people to look at.
const pictures = join(build, "pictures");
mkdirSync(pictures, { recursive: true });

inBrowsers("the page", ({ name, open, onPage }) => {
    test("asks for nothing, and cannot", async (t) => {
        const server = await serve({ "/": () => null });
        t.after(() => server.close());
        const isRefused = (error) => String(error).includes(`(connect-src) at ${server.url}`); // Firefox reports the last step
        const page = await open(t, url(SCRU128), { isRefused });
        const asked = [];
        page.on("request", (request) => asked.push(request.url()));
        for (const [, text, step] of VIEWS) {
            await page.goto(url(text));
            await page.reload();
            await page.waitForSelector("body[data-ready]");
            await step(page);
        }
        assert.deepEqual(asked.filter((address) => !/^(file|blob|data):/.test(address)), []);
        const refused = await page.evaluate((address) => fetch(address).then(() => "fetched", () => "refused"), server.url);
        assert.equal(refused, "refused");
        assert.deepEqual(server.requests, []);
    });

    test("the folder works on a server, with its own files alone", async (t) => {
        const server = await serve({ "/": FOLDER });
        t.after(() => server.close());
        const page = await open(t, `${server.url}#${SCRU128}`);
        await expectText(page, "#result h2", "SCRU128 v2.1.1");
        await page.click("#tab-make");
        await page.click(".count[value='1000']");
        await expectText(page, "#made h2", /^1,000 /);
        const files = ["/", "/page.css", "/page.js", "/sortid.wasm", "/worker.js"];
        assert.deepEqual([...new Set(server.requests)].sort(), files);
    });

    test("a server never sees the ID", async (t) => {
        const server = await serve({ "/": () => ({ html: readFileSync(FILE, "utf8") }) });
        t.after(() => server.close());
        const page = await open(t, `${server.url}#${SCRU128}`);
        await expectText(page, "#result h2", "SCRU128 v2.1.1");
        await page.type("#ids", "x");
        assert.deepEqual([...new Set(server.requests)], ["/"]);
    });

    for (const scheme of name === "chromium" ? ["light", "dark"] : ["light"])
        for (const [view, text, step] of VIEWS)
            onPage(`${view}, ${scheme}: axe finds nothing, and no width cuts it`, url(text), { scheme }, async (page) => {
                await step(page);
                await page.evaluate(axeSource());
                const found = await page.evaluate(() => window.axe.run());
                assert.deepEqual(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
                assert.ok(found.passes.some(({ id }) => id === "color-contrast"));
                for (const width of [360, 800, 1400]) {
                    await page.setViewport({ width, height: 900 });
                    const perRow = width >= 900 ? 64 : width >= 480 ? 32 : 16;
                    if (view === "card") await page.waitForFunction((rows) => document.querySelectorAll(".bits").length === rows, {}, 128 / perRow);
                    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                    assert.ok(sideways <= 0, `${sideways} pixels too wide at ${width}`);
                    await page.screenshot({ path: join(pictures, `${view}-${width}-${scheme}-${name}.png`), fullPage: true });
                }
            });
});
