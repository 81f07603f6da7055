// SPDX-License-Identifier: MIT
// inspect.test.mjs: IDs typed, pasted and linked: card, fault, table, input, link.
import assert from "node:assert/strict";
import { rowsOf, unescape } from "../../js/test/package.mjs";
import { click, copied, enter, expectText, inBrowsers, paste, sortid, textOf, textsOf, url } from "./page.mjs";

const SCRU128 = "036z8puq4tsxsigk6o19y164q";
const ULID = "01ARYZ6S41TSV4RRFFQ69G5FAV";
const LINES = [ULID, "919108f7-52d1-4320-9bac-f847db4148a8", "01ARYZ6S41TSV4RRFFQ69G5FUU", SCRU128, "507f191e810c19729de860ea"];

const rowTexts = (page, column) => textsOf(page, `.list tbody td:nth-child(${column})`);

inBrowsers("inspect", ({ onPage }) => {
    onPage("shows a fresh ID until something is typed", async (page) => {
        assert.match(await textOf(page, "#result"), /made just now[^]*UUIDv7[^]*age\s+(now|\d+ seconds? ago)/);
    });

    onPage("recognizes an ID as one types", async (page) => {
        await page.type("#ids", SCRU128.slice(0, -1));
        await expectText(page, "#result h2", "Not an ID");
        await page.type("#ids", SCRU128.slice(-1));
        await expectText(page, "#result h2", "SCRU128 v2.1.1");
        const [expected] = [JSON.parse(sortid("inspect", "--json", SCRU128))];
        const card = await textOf(page, ".card");
        assert.match(card, /UTC\s+2022-03-19T09:45:44\.661Z/);
        assert.match(card, /local\s+Sat, 19 Mar 2022, 18:45:44\.661 (GMT\+9|JST)/);
        assert.match(card, /age\s+\d+ years ago/);
        assert.match(card, /Unix\s+1647683144661 ms/);
        const names = ["timestamp", "counterHi", "counterLo", "entropy"];
        assert.deepEqual(await textsOf(page, "tr.field th"), names);
        assert.deepEqual(await textsOf(page, "tr.field td:nth-child(4)"), names.map((name) => expected[name]));
        assert.deepEqual(await textsOf(page, "tr.field td:nth-child(5)"), expected.fieldsHex);
        assert.deepEqual(await textsOf(page, "tr.field td:nth-child(3)"), ["0\u201347", "48\u201371", "72\u201395", "96\u2013127"]);
        assert.deepEqual(await textsOf(page, "#result .code code"), [SCRU128, expected.uuid, expected.hex, expected.int]);
    });

    onPage("draws each bit in the color of its field", url(SCRU128), async (page) => {
        const bits = await page.$$eval(".bits i", (cells) => cells.map((cell) => [cell.textContent, cell.className.slice(0, 2)]));
        const expected = BigInt(`0x${JSON.parse(sortid("inspect", "--json", SCRU128)).hex}`).toString(2).padStart(128, "0");
        assert.equal(bits.map(([bit]) => bit).join(""), expected);
        assert.equal(bits.map(([, color]) => color).join(""), "c0".repeat(48) + "c1".repeat(24) + "c2".repeat(24) + "c3".repeat(32));
        assert.equal(await page.$eval(".ruler", (ruler) => ruler.ariaLabel), "128 bits: timestamp 48, counterHi 24, counterLo 24, entropy 32");
    });

    onPage("finds the bits of fields of other kinds", url("C232AB00-9414-11EC-B3C8-9F6BDECED846"), async (page) => {
        const label = await page.$eval(".ruler", (ruler) => ruler.ariaLabel);
        assert.equal(label, "128 bits: ticks 48, no field 4, ticks 12, no field 2, clock_seq 14, node 48");
    });

    onPage("copies each encoding", url(ULID), async (page) => {
        const encodings = await textsOf(page, "#result .code code");
        assert.equal(encodings.length, 4);
        for (const [i, expected] of encodings.entries()) {
            await (await page.$$("#result .code button"))[i].click();
            await expectText(page, "#said", /^Copied /);
            await page.click("#clear");
            await paste(page);
            await page.waitForFunction((text) => document.getElementById("ids").value === text, {}, expected);
            await page.goto(url(ULID));
            await page.waitForSelector("body[data-ready]");
        }
    });

    onPage("offers the other readings", url("01563df3-6481-d676-4c61-efb99302bd5b"), async (page) => {
        const others = await textsOf(page, ".others button");
        const which = others.findIndex((text) => text.startsWith("ULID"));
        assert.ok(which >= 0);
        await (await page.$$(".others button"))[which].click();
        await expectText(page, "#result h2", "ULID");
        assert.match(await textOf(page, ".when"), /2016-07-30T22:36:16\.385Z/);
        assert.equal((await page.$$(".others button")).length, others.length);
    });

    onPage("marks the fault with its reason", async (page) => {
        await page.type("#ids", "01ARYZ6S41TSV4RRFFQ69G5FA!");
        await expectText(page, "#result h2", "Not an ID");
        assert.equal(await textOf(page, "mark"), "!");
        assert.match(await textOf(page, ".fault"), /Character 26: not a digit of this format\.[^]*Nearest[^]*ULID/);
        await page.type("#ids", "\u{1F600}<b>x</b>");
        assert.equal(await page.$(".fault b"), null);
    });

    // The position that the library gives for a text that no kind reads is that of the reading that gets furthest.
    onPage("marks the last character of a ULID that ends in U", async (page) => {
        const texts = sortid("gen", "ulid", "--random", "-n", "60").trimEnd().split("\n").map((text) => `${text.slice(0, -1)}U`);
        const isUlid = (text) => /[WXYZ]/.test(text); // else it is a SCRU128 v1
        const marks = await page.evaluate((all) => {
            const input = document.getElementById("ids");
            return all.map((text) => {
                input.value = text;
                input.dispatchEvent(new InputEvent("input"));
                const mark = document.querySelector("#result mark");
                return mark && [mark.previousSibling.textContent.length, document.querySelector(".fault p + p").textContent];
            });
        }, texts.filter(isUlid));
        assert.ok(marks.length > 40);
        for (const mark of marks) assert.deepEqual(mark, [25, "Character 26: not a digit of this format."]);
    });

    onPage("a table for several lines, which sorts", url(LINES.join("\n")), async (page) => {
        await expectText(page, "#result h2", "4 IDs");
        assert.deepEqual(await rowTexts(page, 2), LINES);
        assert.deepEqual(await rowTexts(page, 3), ["ULID", "UUID version 4", "not a digit of this format at 25", "SCRU128 v2.1.1", "ObjectId (MongoDB)"]);
        assert.equal(await textOf(page, "mark"), "U");
        const sortBy = async (title) => {
            for (const button of await page.$$(".list th button"))
                if ((await button.evaluate((element) => element.textContent)) === title) await button.click();
        };
        await sortBy("Time, UTC");
        assert.deepEqual(await rowTexts(page, 1), ["5", "1", "4", "2", "3"]);
        await sortBy("Time, UTC");
        assert.deepEqual(await rowTexts(page, 1), ["4", "1", "5", "2", "3"]);
        assert.equal(await page.$eval("th[aria-sort]", (head) => head.ariaSort), "descending");
        await sortBy("ID");
        assert.deepEqual(await rowTexts(page, 2), [...LINES].sort());
        assert.equal(await copied(page, "Copy all"), LINES.filter((_, i) => i !== 2).sort().join("\n"));
        await page.click(".list tbody tr:first-child button");
        await expectText(page, "#result h2", "ULID");
        await click(page, "\u2190 Back to the list");
        assert.deepEqual(await rowTexts(page, 2), [...LINES].sort());
    });

    onPage("says when lines are in order", url("01ARYZ6S41TSV4RRFFQ69G5FAV\n01ARYZ6S41TSV4RRFFQ69G5FAW"), async (page) => {
        await expectText(page, ".title .hint", "2 ULID; each after the one before");
    });

    onPage("agrees with the vectors of all kinds", async (page) => {
        const rows = rowsOf("neighbors.tsv").filter(([kind, text]) => !kind.startsWith("not-") && unescape(text) === unescape(text).trim());
        await enter(page, rows.map(([, text]) => unescape(text)).join("\n"));
        await expectText(page, "#result h2", `${rows.length} IDs`);
        const kinds = await rowTexts(page, 3);
        const times = await rowTexts(page, 4);
        let typeids = 0;
        rows.forEach(([kind, text, ms], i) => {
            if (kind.startsWith("uuid-v") && kind !== "uuid-v7") assert.ok(kinds[i].startsWith(`UUID version ${kind.slice(6)}`), `${text}: ${kinds[i]}`);
            if (kind === "typeid" && text.includes("_")) {
                typeids++;
                assert.equal(kinds[i], "TypeID (0.3.0)", text);
                if (ms !== "") assert.equal(Date.parse(times[i]), Number(ms), text);
            }
            if (/^uuid-v[167]$/.test(kind)) assert.equal(Date.parse(times[i]), Number(ms), text);
        });
        assert.ok(typeids > 10);
    });

    onPage("the input shows all its lines on a phone", url(LINES.join("\n")), { width: 360 }, async (page) => {
        const [client, scroll] = await page.$eval("#ids", (ids) => [ids.clientHeight, ids.scrollHeight]);
        assert.ok(client >= scroll, `${client} of ${scroll} pixels`);
        await page.focus("#ids");
        for (let i = 0; i < 12; i++) await page.keyboard.press("Enter");
        const [after, all] = await page.$eval("#ids", (ids) => [ids.clientHeight, ids.scrollHeight]);
        assert.ok(after >= all && after > client, `${after} of ${all} pixels`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
    });

    onPage("a link is made on demand, and the history never has an ID", async (page) => {
        const before = await page.evaluate(() => [history.length, location.href]);
        await page.type("#ids", ULID);
        assert.equal(await copied(page, "Copy link"), url(ULID));
        await enter(page, LINES.join("\n"));
        await page.click(".list tbody tr:first-child button");
        assert.equal(await copied(page, "Copy link"), url(ULID));
        await page.click("#tab-make");
        await page.click(".count[value='1']");
        await page.waitForSelector(".made li");
        assert.deepEqual(await page.evaluate(() => [history.length, location.href]), before);
        await page.goto(url(SCRU128));
        await expectText(page, "#result h2", "SCRU128 v2.1.1");
        await page.evaluate((id) => (location.hash = id), ULID);
        await expectText(page, "#result h2", "ULID");
        await page.goBack();
        await expectText(page, "#result h2", "SCRU128 v2.1.1");
        await page.type("#ids", "x");
        assert.equal(await page.evaluate(() => location.hash), "");
    });

    onPage("the input has the focus, and a paste anywhere is inspected", async (page) => {
        assert.equal(await page.evaluate(() => document.activeElement.id), "ids");
        await page.type("#ids", `{"id":"${ULID}"}`);
        await expectText(page, "#result h2", "ULID");
        await page.keyboard.down("Control");
        await page.keyboard.press("a");
        await page.keyboard.press("c", { commands: ["Copy"] });
        await page.keyboard.up("Control");
        await page.click("#clear");
        await page.click("#tab-range");
        await page.focus("#tab-range");
        await paste(page);
        await expectText(page, "#result h2", "ULID");
        assert.equal(await page.$eval("#inspect", (panel) => panel.hidden), false);
        assert.equal(await page.$eval("#ids", (ids) => ids.value), `{"id":"${ULID}"}`);
    });

    onPage("a link that is not well encoded is shown as it is", `${url()}#%zz`, async (page) => {
        assert.equal(await page.$eval("#ids", (ids) => ids.value), "%zz");
        await expectText(page, "#result h2", "Not an ID");
    });

    onPage("works by the keyboard alone", async (page) => {
        await page.focus("#tab-inspect");
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.evaluate(() => document.activeElement.id), "tab-make");
        assert.equal(await page.$eval("#make", (panel) => panel.hidden), false);
        await page.keyboard.press("End");
        assert.equal(await page.$eval("#check", (panel) => panel.hidden), false);
        await page.keyboard.press("ArrowRight");
        assert.equal(await page.evaluate(() => document.activeElement.id), "tab-inspect");
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.id), "ids");
        await page.keyboard.type(ULID);
        await expectText(page, "#said", /^ULID, \d+ years ago$/);
        for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Copy text");
        await page.keyboard.press("Enter");
        await expectText(page, "#said", "Copied text");
    });
});
