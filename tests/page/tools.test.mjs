// SPDX-License-Identifier: MIT
// tools.test.mjs: making IDs, and ranges for queries.
import assert from "node:assert/strict";
import { readFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { choose, downloaded, expectText, inBrowsers, paste, retype, scratch, sortid, textOf, textsOf } from "./page.mjs";

const FORMATS = ["SCRU128 v2", "SCRU128 v1", "SCRU160", "ULID", "UUIDv7", "KSUID"];
const NAMES = ["scru128", "scru128v1", "scru160", "ulid", "uuidv7", "ksuid"];

inBrowsers("make and range", ({ name, open, onPage }) => {
    onPage("makes one ID of each format, in order", async (page) => {
        await page.click("#tab-make");
        for (const [i, format] of FORMATS.entries()) {
            await choose(page, "#make-format", format);
            const made = [];
            for (let k = 0; k < 2; k++) {
                await page.click(".count[value='1']");
                await page.waitForFunction((before) => (document.querySelector(".made li")?.innerText ?? before) !== before, {}, made[0] ?? "");
                made.push(await textOf(page, ".made li"));
                await page.$eval("#made", (place) => place.replaceChildren());
            }
            assert.equal(JSON.parse(sortid("inspect", "-f", NAMES[i], "--json", made[0])).format, NAMES[i]);
            assert.ok(made[0] < made[1], made.join(" "));
        }
    });

    onPage("makes an ID of a node, and refuses a bad node", async (page) => {
        await page.click("#tab-make");
        await choose(page, "#make-format", "SCRU64");
        await page.click("#make-go");
        await page.waitForSelector(".made li");
        const id = JSON.parse(sortid("inspect", "-f", "scru64", "--json", "--node-size", "8", await textOf(page, ".made li")));
        assert.equal(Number(id.nodeId ?? BigInt(id.nodeCtr) >> 16n), 42);
        await retype(page, "#make-node", "42/77");
        await page.click("#make-go");
        await expectText(page, "#made h2", /^sortid: the node spec "42\/77": /);
    });

    onPage("makes a million, which the command finds in order, and a copy of a thousand", async (page, t) => {
        await page.click("#tab-make");
        await choose(page, "#make-format", "ULID");
        await page.click(".count[value='1000000']");
        await expectText(page, "#made h2", /^1,000,000 . ULID$/);
        const file = join(scratch(t), "made.txt");
        writeFileSync(file, await downloaded(page));
        const found = JSON.parse(sortid("check", "ulid", "--json", file).split("\n")[0]);
        assert.equal(found.valid, 1000000);
        assert.equal(found.lines, 1000000);
        assert.equal(found.unordered + found.invalid + found.duplicates, 0);
        await page.click(".count[value='1000']");
        await expectText(page, "#made h2", /^1,000 . ULID$/);
        const first = await textOf(page, ".made li");
        await page.click("#made .copy");
        await expectText(page, "#said", "Copied all IDs");
        await page.click("#tab-inspect");
        await page.focus("#ids");
        await paste(page);
        await expectText(page, "#result h2", "1,000 IDs");
        await expectText(page, ".title .hint", "1,000 ULID; each after the one before");
        assert.equal(await textOf(page, ".list tbody button"), first);
    });

    test("downloads what it made", { skip: name !== "chromium" && "its protocol has no downloads" }, async (t) => {
        const page = await open(t);
        const folder = scratch(t);
        const client = await page.createCDPSession();
        await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
        const ended = new Promise((resolve) => client.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolve()));
        await page.click("#tab-make");
        await page.click(".count[value='1000']");
        await expectText(page, "#made h2", /^1,000 . UUIDv7/);
        for (const button of await page.$$("#made button"))
            if ((await button.evaluate((element) => element.textContent)) === "Download") await button.click();
        await ended;
        const file = join(folder, "uuidv7-1000.txt");
        assert.ok(existsSync(file));
        assert.equal(readFileSync(file, "utf8").split("\n").length, 1001);
    });

    onPage("a range with the SQL of the command", async (page) => {
        const since = "2026-01-01T00:00";
        const until = "2026-02-01T12:30";
        await page.click("#tab-range");
        for (const [id, value] of Object.entries({ since, until }))
            await page.$eval(`#${id}`, (input, text) => {
                input.value = text;
                input.dispatchEvent(new Event("input", { bubbles: true }));
            }, value);
        await retype(page, "#column", 'events.the"id');
        const cases = [
            ["ULID", "text", "ulid", "text", "postgresql"], ["ULID", "BLOB", "ulid", "hex", "sqlite"], ["ULID", "bytea", "ulid", "hex", "postgresql"],
            ["UUIDv7", "uuid", "uuidv7", "uuid", "postgresql"], ["SCRU64", "bigint", "scru64", "int", "postgresql"], ["KSUID", "text", "ksuid", "text", "postgresql"],
        ];
        for (const [format, type, name, encoding, dialect] of cases) {
            await choose(page, "#range-format", format);
            await choose(page, "#column-type", type);
            const expected = sortid("range", name, `${since}Z`, `${until}Z`, "-e", encoding, "--sql", 'events.the"id', "--dialect", dialect).trim();
            await expectText(page, "#sql", `WHERE ${expected}`);
        }
        assert.match(await textOf(page, "#ranged"), /COLLATE "C"/);
        assert.equal((await textsOf(page, "#ranged .code code")).length, 2);
        await page.$eval("#until", (input) => {
            input.value = "2025-01-01T00:00";
            input.dispatchEvent(new Event("input", { bubbles: true }));
        });
        await expectText(page, "#ranged h2", "No ID is in this span");
    });
});
