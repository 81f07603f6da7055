// SPDX-License-Identifier: MIT
// inspect.test.mjs: sortid/inspect: its readings, against neighbors.tsv as tests/recognize reads it and
// against the formats in JavaScript; options and errors; readings as values. Browsers run it too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hexOf, load, rowsOf, unescape } from "./package.mjs";

const { inspect, kinds, SortidError } = await load("node/inspect.mjs");
const sortid = await load("node/index.mjs");
const { formats, ulid, uuidv7 } = sortid;
const U = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const WRONG = "01BX5ZZKBKACTAV9WEVGEMMVRU";

// The same bytes in each run (an LCG, its high bits).
let state = 1;
const nextBytes = (size) =>
    Uint8Array.from({ length: size }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 24;
    });

const throws = (call, expected) =>
    assert.throws(call, (error) => {
        for (const [key, value] of Object.entries(expected)) assert.equal(error[key], value, `${call}: ${error.stack}`);
        return true;
    });

// ---- Readings ---------------------------------------------------------------

// A hash does not tell what was hashed.
const UNKNOWABLE = new Set(["namespace", "name"]);

const expectField = (reading, name, value, place) => {
    if (UNKNOWABLE.has(name)) return;
    if (name === "form") assert.equal(reading.form, value, place);
    else if (name === "rand_a") assert.equal(reading.fields.randA, BigInt(`0x${value}`), place);
    else if (name === "rand_b") assert.equal(reading.fields.randB, BigInt(`0x${value}`), place);
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
    for (const { name: kind } of refused) throws(() => inspect(text, { kind }), { name: "SortidError" });
};

test("neighbors", () => {
    let rows = 0;
    for (const [name, text, ms, fields] of rowsOf("neighbors.tsv")) {
        rows++;
        const kind = name === "uuid-v7" ? "uuidv7" : name;
        if (name.startsWith("not-")) expectRefusal(name.slice(4), unescape(text));
        else expectReading(kind, unescape(text), ms, fields ?? "");
    }
    assert.equal(rows, 251);
});

// The C core reads what JavaScript has written, from hex digits, so that it also writes each digit.
test("the readings of our formats are what parse() gives", () => {
    for (const [kind, format] of Object.entries(formats)) {
        const { first, last } = format.range(Date.UTC(2024, 0), Date.UTC(2025, 0));
        const random = Array.from({ length: 200 }, () => {
            const bytes = nextBytes(format.size);
            if (kind === "uuidv7") [bytes[6], bytes[8]] = [0x70 | (bytes[6] & 15), 0x80 | (bytes[8] & 63)];
            if (kind === "scru64") bytes[0] &= 0x3f;
            return format.fromBytes(bytes);
        });
        for (const text of [first, last, ...random]) {
            const id = format.parse(text);
            const [reading, ...more] = inspect(id.hex, { kind });
            assert.deepEqual([more, reading.form, reading.text], [[], "hex", text]);
            assert.deepEqual([reading.kind, reading.format], [kind, kind]);
            assert.deepEqual(reading.bytes, id.bytes, text);
            assert.equal(reading.time.getTime(), id.time.getTime(), text);
            assert.deepEqual(reading.fields, id.fields, text);
        }
        const own = inspect(first).find((reading) => reading.kind === kind);
        assert.equal(own.form, "text");
        assert.ok(own.why.includes("alphabet") && own.why.includes("time"));
    }
});

test("a text of several kinds has all readings", () => {
    const readings = inspect(uuidv7());
    assert.equal(readings[0].kind, "uuidv7");
    assert.equal(readings[0].confidence, "high");
    assert.deepEqual(readings.map(({ kind }) => kind).slice(1).sort(), ["scru128", "scru128v1", "ulid"]);
});

test("times are plausible until a year from now", () => {
    const why = (years) => inspect(ulid.at(Date.now() + years * 365 * 86400000 - 60000), { kind: "ulid" })[0].why;
    assert.deepEqual([why(1).includes("time"), why(1.001).includes("time")], [true, false]);
    const { now } = Date;
    try {
        for (const time of [NaN, -1, 1e300, Infinity]) {
            Date.now = () => time;
            assert.deepEqual(inspect(U)[0].why, ["alphabet"], time);
        }
    } finally {
        Date.now = now;
    }
});

// ---- Options and errors -----------------------------------------------------

test("options", () => {
    const [reading] = inspect("o1ARZ3NDEKTSV4RRFFQ69G5FAV", { kind: "ulid", lenient: true });
    assert.deepEqual([reading.leniency, reading.text], [["alias"], U]);
    assert.throws(() => inspect("o1ARZ3NDEKTSV4RRFFQ69G5FAV", { kind: "ulid" }), SortidError);
    const [snowflake] = inspect("1541815603606036480", { kind: "snowflake-twitter", epochMs: 0 });
    assert.equal(snowflake.time.getTime(), Number(1541815603606036480n >> 22n));
    assert.deepEqual(inspect(U, {}), inspect(U));
    assert.deepEqual([U, U].map(inspect), [inspect(U), inspect(U)]);
    assert.deepEqual(inspect(ulid.parse(U)), inspect(U));
});

test("wrong options and values", () => {
    for (const [call, type, message] of [
        [() => inspect(U, { epochMS: 0 }), TypeError, /no option epochMS; it has kind, lenient, epochMs/],
        [() => inspect(U, { kind: "nothing" }), TypeError, /the option kind is nothing/],
        [() => inspect(U, { kind: "toString" }), TypeError, /the option kind is toString/],
        [() => inspect(U, { kind: null }), TypeError, /the option kind is null/],
        [() => inspect(U, { lenient: "no" }), TypeError, /the option lenient is no, not true or false/],
        [() => inspect(U, { epochMs: 0.5 }), TypeError, /the option epochMs is 0.5, not a Unix time in whole ms/],
        [() => inspect(U, { epochMs: "0" }), TypeError, /the option epochMs/],
        [() => inspect(U, { epochMs: NaN }), TypeError, /the option epochMs is NaN/],
        [() => inspect(U, { epochMs: 1288834974 }), RangeError, /if it is in seconds, write 1288834974000/],
        [() => inspect(U, "ulid"), TypeError, /the options are ulid, not an object/],
        [() => inspect(U, null), TypeError, /the options are null, not an object/],
        [() => inspect(5), TypeError, /reads a string, not number/],
        [() => inspect(null), TypeError, /reads a string, not null/],
        [() => inspect(), TypeError, /reads a string, not undefined/],
    ])
        assert.throws(call, (error) => error.constructor === type && message.test(error.message), String(call));
});

test("bad text has code, position and the nearest kinds", () => {
    assert.throws(() => inspect(WRONG), (error) => {
        assert.ok(error instanceof SortidError && SortidError === sortid.SortidError);
        assert.equal(error.message, `sortid: inspect "${WRONG}": not a digit (position 25); the nearest kind is ulid`);
        assert.deepEqual([error.code, error.position], ["BAD_DIGIT", 25]);
        const [nearest] = error.nearest;
        assert.deepEqual([nearest.kind, nearest.code, nearest.position, nearest.distance], ["ulid", "BAD_DIGIT", 25, 1]);
        return true;
    });
    throws(() => inspect("zz"), { message: 'sortid: inspect "zz": not a digit (position 0)' });
    throws(() => inspect(U, { kind: "uuid-v4" }), { message: `sortid: uuid-v4 "${U}": wrong length (position 26); as ulid it is an ID` });
    throws(() => inspect(`${U}\u{1f600}`), { code: "BAD_DIGIT", position: 26 }); // as a KSUID
    throws(() => inspect("01ARZ3NDEKTSV4RRFFQ69G5F\u00c1V"), { code: "BAD_DIGIT", position: 24 });
});

test("any text has readings or a known code", () => {
    const codes = new Set(["OK", "BAD_LENGTH", "BAD_DIGIT", "OUT_OF_RANGE", "BAD_VERSION", "BAD_VARIANT"]);
    const samples = [U, uuidv7(), `urn:uuid:${uuidv7()}`, "user_01h455vb4pex5vsknk084sn02q", "1541815603606036480", "9m4e2mr0ui3e8a215n4g", ""];
    for (let i = 0; i < 5000; i++) {
        const characters = [...samples[i % samples.length]];
        const bytes = nextBytes(6);
        for (let j = 0; j < i % 3; j++) characters.splice(bytes[j] % 48, bytes[j + 3] % 2, String.fromCharCode(bytes[j + 2] & 127));
        const text = characters.join("");
        try {
            assert.ok(inspect(text).length > 0);
        } catch (error) {
            assert.ok(codes.has(error.code) && error.nearest.every(({ code }) => codes.has(code)), `${JSON.stringify(text)}: ${error.stack}`);
        }
    }
});

// ---- Readings as values -----------------------------------------------------

test("readings are frozen, compared and copied by their contents", () => {
    const readings = inspect(U);
    const [reading] = readings;
    for (const value of [readings, reading, reading.why, reading.leniency, reading.fields, kinds, kinds[0]]) assert.ok(Object.isFrozen(value));
    assert.deepEqual(inspect(U), readings);
    assert.deepEqual(structuredClone(readings), readings);
    assert.equal(Object.getPrototypeOf(reading), Object.prototype);
});

test("JSON has bytes as hex digits, and fields as decimal numbers", () => {
    const [reading] = inspect(U);
    const { bytes, fields, time } = JSON.parse(JSON.stringify({ ...reading, more: 1 }));
    assert.equal(bytes, "01563e3ab5d3d6764c61efb99302bd5b");
    assert.deepEqual(fields, { timestamp: "1469922850259", randomness: "1012768647078601740696923" });
    assert.equal(time, "2016-07-30T23:54:10.259Z");
});
