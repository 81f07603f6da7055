// SPDX-License-Identifier: MIT
// properties.test.mjs: laws for random IDs and texts of every format. SORTID_SEED repeats a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hexOf, load } from "./package.mjs";

const { Generator, SortidError, formats } = await load("node/index.mjs");

// xorshift32: the numbers need no quality, only a seed.
const seed = Number(process.env.SORTID_SEED ?? (Date.now() % 0x7fffffff) + 1);
let state = seed;
const below = (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
};

const ROUNDS = 400;

// Random bytes that are an ID: drawn again beyond the largest ID, and with fixed bits set.
const randomId = (format) => {
    const bytes = Uint8Array.from({ length: format.size }, () => below(256));
    if (format.name === "scru64") bytes[0] = below(0x41);
    if (format.name === "uuidv7") {
        bytes[6] = 0x70 | (bytes[6] & 0x0f);
        bytes[8] = 0x80 | (bytes[8] & 0x3f);
    }
    return format.parse(format.fromBytes(bytes));
};

const pick = (list) => list[below(list.length)];

const each = (name, law) => {
    for (const format of Object.values(formats))
        test(`${format.name}: ${name} (SORTID_SEED=${seed})`, () => {
            for (let i = 0; i < ROUNDS; i++) law(format);
        });
};

each("text, bytes and all encodings are one ID", (format) => {
    const id = randomId(format);
    assert.equal(hexOf(format.toBytes(id.text)), hexOf(id.bytes));
    assert.equal(format.fromBytes(id.bytes), id.text);
    assert.equal(format.fromInt(format.toInt(id.text)), id.text);
    for (const encoding of format.size === 16 ? ["hex", "int", "uuid"] : ["hex", "int"])
        assert.ok(format.parse(id.toString(encoding), encoding).equals(id));
    let value = 0n;
    for (const { name, bits } of format.layout) value = (value << BigInt(bits)) | id.fields[name];
    assert.equal(value, BigInt(`0x${hexOf(id.bytes)}`));
});

each("texts sort as bytes do", (format) => {
    const [a, b] = [randomId(format), randomId(format)];
    const [hexA, hexB] = [hexOf(a.bytes), hexOf(b.bytes)];
    assert.equal(Math.sign(a.compare(b)), hexA < hexB ? -1 : hexA > hexB ? 1 : 0);
    assert.equal(a < b, a.compare(b) < 0);
    assert.equal(format.compare(a.text, b.text), a.compare(b));
});

each("an ID is within the range of its time, and of no other", (format) => {
    const id = randomId(format);
    const { time } = id;
    const { first, last } = format.range(time, new Date(time.getTime() + 1)); // as a number it may look like seconds
    assert.ok(first <= id.text && id.text <= last);
    for (const bound of [first, last]) assert.equal(format.time(bound).getTime(), time.getTime());
    if (format.range(-Infinity, Infinity).first === first) return;
    assert.equal(format.parse(format.range(-Infinity, time).last).successor().text, first);
});

// Random changes of a good text: another character, one more, one less.
const CHARACTERS = "0129AZazIlOoUu-_ {}:é€\0\u{1F600}";
const change = (text) => {
    const at = below(text.length + 1);
    const character = CHARACTERS[below(CHARACTERS.length)];
    return text.slice(0, at) + pick(["", character]) + text.slice(at + below(2));
};

each("a changed text is read as itself or refused at a place in it", (format) => {
    const text = change(randomId(format).toString());
    const id = format.tryParse(text);
    if (id !== null) {
        assert.equal(text.length, format.textLength);
        assert.equal(id.toString().toLowerCase(), text.toLowerCase());
        return;
    }
    assert.throws(() => format.parse(text), (error) => {
        assert.ok(error instanceof SortidError, error.stack);
        assert.ok(Number.isInteger(error.position) && error.position >= 0 && error.position <= text.length, text);
        if (error.code === "BAD_LENGTH") assert.notEqual(text.length, format.textLength);
        else assert.equal(text.length, format.textLength);
        return true;
    });
});

each("a generator increases while its clock walks within the allowance", (format) => {
    let now = 1.7e12 + below(1e9);
    const options = { clock: () => now, allowanceMs: 20000, mode: "abort", ...(format.name === "scru64" ? { node: "5/6" } : {}) };
    const generator = new Generator(format, format.name === "ulid" ? { ...options, borrow: true } : options);
    let last = "";
    let top = now;
    for (let i = 0; i < 20; i++) {
        now = Math.max(top - 10000, now + below(4000) - 2000);
        top = Math.max(top, now);
        for (const text of below(2) ? [generator.next()] : generator.fill(1 + below(20))) {
            assert.ok(last < text, `${last} ${text}`);
            last = text;
        }
    }
});
