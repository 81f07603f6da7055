// SPDX-License-Identifier: MIT
// find.test.mjs: IDs within other text, pasted or in a file: those of `sortid find`, with their places; and
// files of kinds that are not formats, or not in their own text.
import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { choose, copied, downloaded, enter, expectText, inBrowsers, scratch, sortid, textOf, textsOf } from "./page.mjs";

const open = async (page, t, name, text) => {
    const file = join(scratch(t), name);
    writeFileSync(file, text);
    await page.click("#tab-check");
    await (await page.$("#file")).uploadFile(file);
    return file;
};
const gen = (...args) => sortid("gen", ...args).trimEnd().split("\n");

// "LINE:COLUMN:ID" of the command, of all formats and of UUIDs of other versions, in the order of the text.
const foundByCommand = (file) => {
    const all = ["", "uuid"].flatMap((kind) => sortid("find", ...(kind ? [kind] : []), "-o", file).trimEnd().split("\n"));
    const places = all.filter((line) => line !== "").map((line) => line.slice(file.length + 1));
    const place = (line) => line.split(":").map(Number);
    return [...new Set(places)].sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
};
const placesOf = (csv) => csv.trimEnd().split("\n").slice(1).map((row) => row.split(",").slice(0, 3).join(":"));

// 2,000 IDs of 128 bits with random digits that are always the same: one ULID of 64 has the version bits of a UUIDv7.
const digitsOf = (i, count) => createHash("sha256").update(String(i)).digest("hex").slice(0, count);
const timeOf = (i) => (Date.UTC(2026, 0, 1) + Math.floor(i / 3)).toString(16).padStart(12, "0");
const count = (digitsAt) => Array.from({ length: 2000 }, (_, i) => digitsAt(i)).sort();
const hexDigits = {
    ulid: () => count((i) => timeOf(i) + digitsOf(i, 20)),
    scru128: () => count((i) => `${timeOf(i)}5a17c3${(i + 0x5000).toString(16).padStart(6, "0")}${digitsOf(i, 8)}`),
    uuidv7: () => count((i) => `${timeOf(i)}7${digitsOf(i, 3)}8${digitsOf(i, 18).slice(3)}`),
};

const textWithIds = () => {
    const [ulid, uuid, ksuid, scru128, scru160] = ["ulid", "uuidv7", "ksuid", "scru128", "scru160"].map((name) => gen(name, "-n", "2"));
    return [
        `2026-11-28T16:00:01Z INFO order ${ulid[0]} of ${uuid[0]} paid`,
        `{"id":"${ulid[1]}","ref":["${ksuid[0]}","${ksuid[1]}"],"trace":"${randomUUID()}"}`,
        `GET /orders/${uuid[1]}?next=${encodeURIComponent(`/x/${ulid[0]}`)}&h=da39a3ee5e6b4b0d3255bfef95601890afd80709 200`,
        "nothing here, not even 01ARYZ6S41TSV4RRFFQ69G5FAU0",
        `7,"${scru128[0]}",${scru160[1]};'${scru160[0]}' \u00e9 ${scru128[1]}`,
        "",
        `\x1b[32m${ulid[1]}\x1b[0m user_${ulid[0].toLowerCase()} (${uuid[0].toUpperCase()})`,
    ].join("\n");
};

inBrowsers("find", ({ onPage }) => {
    onPage("IDs in a text that is pasted are those of the command, with times that sort", async (page, t) => {
        const text = textWithIds();
        const file = join(scratch(t), "text");
        writeFileSync(file, text);
        await enter(page, text);
        const expected = foundByCommand(file);
        assert.ok(expected.length > 14);
        await expectText(page, "#result h2", `${expected.length} IDs`);
        assert.deepEqual(placesOf(await downloaded(page)), expected);
        assert.equal(await copied(page, "Copy all"), expected.map((line) => line.split(":")[2]).join("\n"));
        assert.match(await textOf(page, "#result .card"), /1 line without an ID: 4\n/);
        await (await page.$$(".list th button"))[3].click();
        const times = (await textsOf(page, ".list tbody td:nth-child(4)")).filter((time) => time !== "");
        assert.equal(times.length, expected.length - 1);
        assert.deepEqual(times, [...times].sort());
    });

    onPage("one ID in a line is shown as a card", async (page) => {
        await enter(page, '  "id": "01ARYZ6S41TSV4RRFFQ69G5FAV",');
        await expectText(page, "#result h2", "ULID");
        await enter(page, "\"507f191e810c19729de860ea\",");
        await expectText(page, "#result h2", "ObjectId (MongoDB)");
        await enter(page, "https://example.org/orders/01ARYZ6S41TSV4RRFFQ69G5FAV?x=1");
        await expectText(page, "#result h2", "ULID");
        await expectText(page, "#result .hint", "At character 28 of this text:");
    });

    onPage("a log is searched in a worker, whatever the length of its lines", async (page, t) => {
        const ids = gen("ulid", "-n", "30000");
        const lines = ids.map((id, i) => (i % 10 === 3 ? "started" : `{"at":${i},"id":"${id}","trace":"${randomUUID()}"}`));
        lines[7] = `${"word ".repeat(120000)}${ids[7]} ${"=".repeat(300000)}${ids[8]}${" x".repeat(70000)}`;
        lines[8] = ids.slice(0, 20000).join(" ");
        const file = await open(page, t, "service.log", lines.join("\r\n"));
        const expected = foundByCommand(file);
        await expectText(page, "#checked h2", `${expected.length.toLocaleString("en")} IDs`);
        assert.deepEqual(placesOf(await downloaded(page)), expected);
        const report = await textOf(page, "#checked .card");
        assert.match(report, /service\.log: 30,000 lines/);
        assert.match(report, /3,000 lines without an ID: 4, 14, 24, 34, 44, 54, 64, 74 \u2026/);
        assert.match(report, /The list shows 2,000 of /);
        assert.equal((await copied(page, "Copy all")).split("\n").length, expected.length);
        await page.click("#checked .list tbody button");
        await expectText(page, "#checked h2", "ULID");
    });

    onPage("a CSV file, and only the IDs of a kind", async (page, t) => {
        const ids = gen("uuidv7", "-n", "5");
        const users = gen("ksuid", "-n", "5");
        await open(page, t, "orders.csv", `n,id,user\n${ids.map((id, i) => `${i},${id},"${users[i]}"\n`).join("")}`);
        await expectText(page, "#checked h2", "10 IDs");
        assert.match(await textOf(page, "#checked .card"), /orders\.csv: 6 lines[^]*1 line without an ID: 1\n/);
        await choose(page, "#check-format", "KSUID");
        await expectText(page, "#checked h2", "5 IDs");
        assert.deepEqual(await textsOf(page, ".list tbody td:nth-child(2)"), users);
        await choose(page, "#check-format", "Message time (Slack)");
        await expectText(page, "#checked h2", "IDs of this kind cannot be told from other text");
    });

    onPage("a list of UUIDv4 or Snowflakes is named, and checked as far as it can be", async (page, t) => {
        const random = Array.from({ length: 300 }, () => randomUUID());
        random[10] = random[9];
        random[20] = "no-id";
        await open(page, t, "v4.txt", random.join("\n"));
        await expectText(page, "#checked .title .hint", /^v4\.txt: UUID version 4 \(RFC 9562\), /);
        await expectText(page, "#checked h2", "2 faults");
        assert.deepEqual(await textsOf(page, "#checked tbody td:nth-child(2)"), ["duplicate of the ID before", "wrong length at 6"]);
        assert.doesNotMatch(await textOf(page, "#checked"), /SCRU128|first time/);
        const snowflakes = Array.from({ length: 300 }, (_, i) => String((BigInt(Date.UTC(2026, 0, 1) + i - 1288834974657) << 22n) + 7n));
        [snowflakes[100], snowflakes[200]] = [snowflakes[200], snowflakes[100]];
        await open(page, t, "snowflakes.txt", snowflakes.join("\n"));
        await expectText(page, "#checked .title .hint", /^snowflakes\.txt: Snowflake \(Twitter\), /);
        await expectText(page, "#checked h2", "2 faults");
        assert.match(await textOf(page, ".figures"), /first time\s+2026-01-01T00:00:00\.000Z\s+last time\s+2026-01-01T00:00:00\.299Z/);
    });

    onPage("ULIDs of one ms in UUID form that have the version bits of UUIDv7 are ULIDs", async (page, t) => {
        const ids = Array.from({ length: 200 }, (_, i) => `01a222f7-9109-7a47-9edd-efc6724632${(i + 16).toString(16)}`);
        await open(page, t, "burst.txt", ids.join("\n"));
        await expectText(page, "#checked .title .hint", /^burst\.txt: ULID in UUID form, /);
    });

    onPage("lines that are IDs of several kinds are a list of these", async (page, t) => {
        const v7 = gen("uuidv7", "-n", "50");
        await open(page, t, "uuids.txt", v7.flatMap((id) => [id, randomUUID()]).join("\n"));
        await expectText(page, "#checked .title .hint", "50 UUIDv7, 50 UUID version 4");
        const ksuids = gen("ksuid", "-n", "50");
        await open(page, t, "ids.txt", ksuids.flatMap((id, i) => [id, v7[i], v7[i]]).join("\n"));
        await expectText(page, "#checked .title .hint", "100 UUIDv7, 50 KSUID");
    });

    for (const [format, title] of [["ulid", "ULID"], ["scru128", "SCRU128 v2.1.1"], ["uuidv7", "UUIDv7 (RFC 9562)"]])
        onPage(`${format} in UUID form and in hex is checked as the command does`, async (page, t) => {
            for (const [encoding, name] of [["uuid", "UUID form"], ["hex", "hex"]]) {
                const ids = hexDigits[format]().map((digits) => (encoding === "uuid" ? digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : digits));
                ids[1500] = ids[1499];
                const file = await open(page, t, `${encoding}.txt`, ids.join("\n"));
                const how = format === "uuidv7" && encoding === "uuid" ? "" : ` in ${name}`;
                await expectText(page, "#checked .title .hint", new RegExp(`^${encoding}\\.txt: ${title.replace(/[()]/g, "\\$&")}${how}, `));
                const expected = JSON.parse(sortid("check", format, "-i", encoding, "--json", file).split("\n")[0]);
                const figures = await textsOf(page, ".figures dd");
                assert.deepEqual(figures.slice(0, 5).map((text) => Number(text.replaceAll(",", ""))), [expected.lines, expected.valid, expected.invalid, expected.unordered, expected.duplicates]);
            }
        });
});
