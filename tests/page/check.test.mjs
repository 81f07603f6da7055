// SPDX-License-Identifier: MIT
// check.test.mjs: files: the command's counts, faults, progress of a large file, canceling.
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { choose, expectText, inBrowsers, scratch, sortid, textOf, textsOf } from "./page.mjs";

const give = async (page, file) => {
    await page.click("#tab-check");
    await (await page.$("#file")).uploadFile(file);
};

// The figures of the page by their names, as numbers where they are.
const figuresOf = async (page) => {
    const names = await textsOf(page, ".figures dt");
    const values = await textsOf(page, ".figures dd");
    return Object.fromEntries(names.map((name, i) => [name, values[i].replaceAll(",", "")]));
};

// Compares the page with `sortid check --json`.
const expectFigures = async (page, format, file, ...options) => {
    const expected = JSON.parse(sortid("check", format, "--json", ...options, file).split("\n")[0]);
    const found = await figuresOf(page);
    const names = { lines: "lines", valid: "valid IDs", invalid: "invalid", unordered: "out of order", duplicates: "duplicates of the ID before", idsPerTimestamp: "most in one timestamp" };
    for (const [key, name] of Object.entries(names)) assert.equal(Number(found[name]), expected[key], name);
    return { expected, found };
};

const HISTOGRAM = ".card svg rect.c0";

inBrowsers("check", ({ name, onPage }) => {
    onPage("counts and places of faults are those of the command", async (page, t) => {
        const file = join(scratch(t), "faults.txt");
        const lines = sortid("gen", "scru128", "-n", "3000").trimEnd().split("\n");
        lines[99] = "not an id";
        lines[199] += "x";
        lines[299] = `01!!!${lines[299].slice(5)}`;
        lines[399] = "";
        lines[499] += "\r";
        lines[599] = lines[598];
        lines[699] = "y".repeat(400000);
        lines.push(lines[0]);
        writeFileSync(file, lines.join("\n"));
        await give(page, file);
        await expectText(page, "#checked h2", "6 faults");
        const { expected } = await expectFigures(page, "scru128", file);
        assert.equal(expected.invalid, 4);
        const rows = await page.$$eval("#checked tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
        assert.deepEqual(rows.map(([line]) => line), ["100", "200", "300", "600", "700", "3,001"]);
        assert.deepEqual(rows.map(([, what]) => what), [
            "wrong length at 10", "wrong length at 26", "not a digit of this format at 3", "duplicate of the ID before", "wrong length at 26", "out of order",
        ]);
        assert.ok(rows[4][2].endsWith("y\u2026"));
        const shares = await textOf(page, ".key");
        const { lowestShareOfOnes, highestShareOfOnes } = expected.fields.find((field) => field.name === "entropy");
        assert.ok(shares.includes(`entropy ${lowestShareOfOnes.toFixed(3)} to ${highestShareOfOnes.toFixed(3)}`), shares);
    });

    onPage("another order and another format are checked at once", async (page, t) => {
        const file = join(scratch(t), "shuffled.txt");
        writeFileSync(file, sortid("gen", "ulid", "-n", "1000").trimEnd().split("\n").reverse().join("\n"));
        await give(page, file);
        await expectText(page, "#checked h2", "999 faults");
        await expectFigures(page, "ulid", file);
        assert.match(await textOf(page, "#checked"), /The first 100 of 999 faults/);
        await page.select("#check-order", "2");
        await expectText(page, "#checked h2", "All IDs are valid");
        await page.select("#check-order", "0");
        await choose(page, "#check-format", "KSUID");
        await expectText(page, "#checked h2", "No valid ID");
    });

    onPage("takes the format that reads most of the first lines", async (page, t) => {
        const file = join(scratch(t), "first.txt");
        // the first line is an ID of ulid and of scru128v1, the second of ulid alone
        const ids = ["01KDVH35M00000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"];
        assert.equal(sortid("inspect", "-f", "scru128v1", "--json", ids[0]).split("\n").length, 2);
        writeFileSync(file, ids.join("\n"));
        await give(page, file);
        await expectText(page, "#checked h2", "All IDs are valid and in order");
        await expectFigures(page, "ulid", file);
    });

    onPage("the plot has the times of the IDs", async (page, t) => {
        const file = join(scratch(t), "hours.txt");
        const hours = Array.from({ length: 24 }, (_, hour) => sortid("range", "ulid", `2026-01-01T${String(hour).padStart(2, "0")}:00Z`).split(/\s+/)[0]);
        writeFileSync(file, `${hours.join("\n")}\n`);
        await give(page, file);
        await expectText(page, "#checked h2", "All IDs are valid and in order");
        const { found } = await expectFigures(page, "ulid", file);
        assert.equal(found["first time"], "2026-01-01T00:00:00.000Z");
        assert.equal(found["last time"], "2026-01-01T23:00:00.000Z");
        assert.equal((await page.$$(HISTOGRAM)).length, 24);
    });

    onPage("a file that is no list of IDs, and an empty one", async (page, t) => {
        const folder = scratch(t);
        writeFileSync(join(folder, "words.txt"), "some\nwords\n");
        writeFileSync(join(folder, "empty.txt"), "");
        await give(page, join(folder, "words.txt"));
        await expectText(page, "#checked h2", "No ID found");
        await page.select("#check-what", "list");
        await expectText(page, "#checked h2", "None of its first lines is an ID");
        await choose(page, "#check-format", "ULID");
        await expectText(page, "#checked h2", "No valid ID");
        await give(page, join(folder, "empty.txt"));
        await expectText(page, "#checked .title .hint", /^empty\.txt/);
        await expectText(page, "#checked h2", "No valid ID");
    });

    onPage("a file is dropped on the page", async (page, t) => {
        const file = join(scratch(t), "dropped.txt");
        writeFileSync(file, sortid("gen", "uuidv7", "-n", "500"));
        if (name === "chromium") {
            const client = await page.createCDPSession();
            const data = { items: [], files: [file], dragOperationsMask: 1 };
            const drag = (type) => client.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
            await client.send("Input.setInterceptDrags", { enabled: true });
            await drag("dragEnter");
            await drag("dragOver");
            await page.waitForSelector("#dropping:not([hidden])");
            // a drop is lost until the browser knows that the page takes it
            while (await page.$("#dropping:not([hidden])")) {
                await drag("dragOver");
                await drag("drop");
                await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
            }
        } else {
            // the protocol of Firefox cannot drag a file in
            await page.evaluate((text) => {
                const dataTransfer = new DataTransfer();
                dataTransfer.items.add(new File([text], "dropped.txt"));
                for (const type of ["dragover", "drop"])
                    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            }, readFileSync(file, "utf8"));
        }
        await expectText(page, "#checked h2", "All IDs are valid and in order");
        await expectFigures(page, "uuidv7", file);
        assert.equal(await page.$eval("#dropping", (element) => element.hidden), true);
    });

    onPage("a file of 105 MB with progress", async (page, t) => {
        const file = join(scratch(t), "large.txt");
        const text = sortid("gen", "ulid", "-n", "3900000");
        const bad = 27 * 2_000_000;
        writeFileSync(file, `${text.slice(0, bad)}?${text.slice(bad + 1)}`);
        await page.evaluate(() => {
            window.seen = [];
            new MutationObserver(() => {
                const bar = document.querySelector("progress");
                if (bar) window.seen.push([bar.value, bar.max]);
            }).observe(document.getElementById("checked"), { childList: true, subtree: true, attributes: true });
        });
        await give(page, file);
        await expectText(page, "#checked h2", "1 fault");
        await expectFigures(page, "ulid", file);
        assert.equal(await textOf(page, "#checked tbody td"), "2,000,001");
        const seen = await page.evaluate(() => window.seen);
        assert.ok(seen.some(([value, max]) => value > 0 && value < max && max === text.length), "no progress was shown");
    });

    onPage("a check is cancelled, and the next one is right", async (page, t) => {
        const folder = scratch(t);
        const endless = join(folder, "endless.txt");
        const descriptor = openSync(endless, "w");
        ftruncateSync(descriptor, 2 ** 40); // it takes no room on the disk, and hours to read
        closeSync(descriptor);
        await page.click("#tab-check");
        await choose(page, "#check-format", "ULID");
        await give(page, endless);
        await expectText(page, "#checked .hint", / of 1,?099511\.6 MB$/);
        await page.click("#checked button");
        await expectText(page, "#checked h2", "Canceled");
        const file = join(folder, "next.txt");
        writeFileSync(file, sortid("gen", "ulid", "-n", "1000"));
        await give(page, file);
        await expectText(page, "#checked h2", "All IDs are valid and in order");
        await expectFigures(page, "ulid", file);
    });
});
