// SPDX-License-Identifier: MIT
// inspect.test.mjs: inspect() against neighbors.tsv, as tests/recognize/test_neighbors.c reads
// it, and the readings of our own formats.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hexOf, load, rowsOf, unescape } from "./package.mjs";

const { inspect, kinds, formats, SortidError, ulid, uuidv7 } = await load("sortid.node.js");

// A hash does not tell what was hashed.
const UNKNOWABLE = new Set(["namespace", "name"]);

const expectField = (reading, name, value, place) => {
    if (UNKNOWABLE.has(name)) return;
    if (name === "form") assert.equal(reading.form, value, place);
    else if (name === "rand_a") assert.equal(BigInt(reading.fields.randA), BigInt(`0x${value}`), place);
    else if (name === "rand_b") assert.equal(BigInt(reading.fields.randB), BigInt(`0x${value}`), place);
    else if (name === "bytes") assert.equal(hexOf(reading.bytes), value, place);
    else assert.equal(reading.fields[name], value, `${place}: ${name}`);
};

const expectReading = (kind, text, ms, fields) => {
    const place = `${kind} ${text}`;
    const readings = inspect(text, { kind });
    assert.equal(readings.length, 1, place);
    const [reading] = readings;
    assert.equal(reading.kind, kind, place);
    assert.equal(reading.time?.getTime(), ms === "" ? undefined : Number(ms), place);
    for (const field of fields.split(" ").filter(Boolean)) {
        const at = field.indexOf("=");
        expectField(reading, field.slice(0, at), field.slice(at + 1), place);
    }
    const [again] = inspect(reading.text, { kind });
    assert.equal(hexOf(again.bytes), hexOf(reading.bytes), place);
    assert.ok(inspect(text).some((each) => each.kind === kind), place);
};

// A family, such as uuid, is refused if each kind of it is.
const expectRefusal = (name, text) => {
    const refused = kinds.filter(({ name: kind, family }) => kind === name || family === name);
    assert.ok(refused.length > 0, name);
    for (const { name: kind } of refused) assert.throws(() => inspect(text, { kind }), SortidError, `${kind} ${text}`);
};

test("neighbors", () => {
    let rows = 0;
    for (const [name, text, ms, fields] of rowsOf("neighbors.tsv")) {
        rows++;
        const kind = name === "uuid-v7" ? "uuidv7" : name;
        if (name.startsWith("not-")) expectRefusal(name.slice(4), unescape(text));
        else expectReading(kind, unescape(text), ms, fields ?? "");
    }
    assert.equal(rows, 301);
});

test("each format reads its own texts, best first among its forms", () => {
    for (const format of Object.values(formats)) {
        const { first, last } = format.range(Date.UTC(2024, 0), Date.UTC(2025, 0));
        for (const id of [first, last]) {
            const readings = inspect(id.toString());
            const own = readings.find((reading) => reading.kind === format.name);
            assert.equal(own.text, id.toString());
            assert.equal(own.format, format.name);
            assert.equal(own.form, "text");
            assert.deepEqual([...own.bytes], [...id.bytes]);
            assert.equal(own.time.getTime(), id.time.getTime());
            assert.deepEqual(own.fields, Object.fromEntries(Object.entries(id.fields).map(([k, v]) => [k, String(v)])));
            assert.ok(own.why.includes("alphabet") && own.why.includes("time"));
        }
    }
});

test("a text of several kinds has all readings", () => {
    const readings = inspect(uuidv7());
    assert.equal(readings[0].kind, "uuidv7");
    assert.equal(readings[0].confidence, "high");
    assert.deepEqual(readings.map(({ kind }) => kind).slice(1).sort(), ["scru128", "scru128v1", "ulid"]);
    assert.ok(Object.isFrozen(readings) && Object.isFrozen(readings[0]) && Object.isFrozen(readings[0].fields));
});

test("bad text has code, position and the nearest kinds", () => {
    assert.throws(() => inspect("01BX5ZZKBKACTAV9WEVGEMMVRU"), (error) => {
        assert.ok(error instanceof SortidError);
        assert.deepEqual([error.code, error.position], ["BAD_DIGIT", 25]);
        const [nearest] = error.nearest;
        assert.deepEqual([nearest.kind, nearest.code, nearest.position, nearest.distance], ["ulid", "BAD_DIGIT", 25, 1]);
        return true;
    });
});

test("options of inspect", () => {
    const [reading] = inspect("o1ARZ3NDEKTSV4RRFFQ69G5FAV", { kind: "ulid", lenient: true });
    assert.deepEqual(reading.leniency, ["alias"]);
    assert.equal(reading.text, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assert.throws(() => inspect("o1ARZ3NDEKTSV4RRFFQ69G5FAV", { kind: "ulid" }), SortidError);
    const [snowflake] = inspect("1541815603606036480", { kind: "snowflake-twitter", epochMs: 0 });
    assert.equal(snowflake.time.getTime(), Number(1541815603606036480n >> 22n));
    assert.throws(() => inspect("x", { kind: "nothing" }), TypeError);
    assert.throws(() => inspect(5), TypeError);
    assert.equal(ulid.tryParse(5), null);
});
