// SPDX-License-Identifier: MIT
// vectors.test.mjs: all rows of tests/vectors, as tests/format/test_vectors.c reads them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, hexOf, load, rowsOf, unescape } from "./package.mjs";

const sortid = await load("node/index.mjs");

// Columns by file: text is that of the canonical text; fields are by name; ms gives the time.
const FILES = {
    ulid: { text: 1, fields: { timestamp: 2 }, ms: (row) => Number(row[2]) },
    scru128: { text: 1, fields: { timestamp: 2, counterHi: 3, counterLo: 4, entropy: 5 }, ms: (row) => Number(row[2]) },
    scru128v1: {
        text: 1,
        fields: { timestamp: 2, counter: 3, perSecRandom: 4, perGenRandom: 5 },
        ms: (row) => Number(row[2]) + 1577836800000,
    },
    scru160: {
        text: 1,
        fields: { timestamp: 2, counter: 3, random16: 4, random80: 5 },
        ms: (row) => Number(row[2]),
    },
    scru64: { text: 2, int: 1, fields: { timestamp: 3, nodeCtr: 4 }, ms: (row) => Number(row[3]) * 256 },
    uuidv7: { text: 1, fields: { timestamp: 2, randA: 3, randB: 4 }, ms: (row) => Number(row[2]) },
    ksuid: { text: 1, fields: { timestamp: 2 }, ms: (row) => Number(row[3]) * 1000 },
};

// Every spelling that is the same ID: any case, except where the case matters.
const spellings = (format, text) => (format === "ksuid" ? [text] : [text, text.toLowerCase(), text.toUpperCase()]);

const checkRow = (name, columns, row) => {
    const format = sortid[name];
    const [hex] = row;
    // Hex is another encoding: only scru160 has it as its text.
    const text = row[columns.text];
    const canonical = name === "scru160" && format.textLength === 40 ? hex : text;
    for (const spelling of spellings(name, canonical)) {
        assert.ok(format.isValid(spelling));
        const id = format.parse(spelling);
        assert.equal(hexOf(id.bytes), hex, spelling);
        assert.equal(id.toString(), canonical);
        assert.equal(String(format.tryParse(spelling)), canonical);
    }
    assert.equal(format.fromBytes(bytesOf(hex)), canonical);
    const id = format.parse(canonical);
    assert.equal(id.toString("hex"), hex);
    assert.equal(id.toString("int"), BigInt(`0x${hex}`).toString());
    for (const encoding of ["hex", "int"]) assert.ok(format.parse(id.toString(encoding), encoding).equals(id));
    assert.equal(id.time.getTime(), columns.ms(row));
    assert.equal(format.time(canonical).getTime(), columns.ms(row));
    for (const [field, column] of Object.entries(columns.fields)) assert.equal(id.fields[field], BigInt(row[column]), field);
    if (columns.int !== undefined) assert.equal(id.toString("int"), row[columns.int]);
};

const refusal = (format, text, status, position) => {
    assert.equal(format.isValid(text), false);
    assert.equal(format.tryParse(text), null);
    assert.throws(() => format.parse(text), (error) => {
        assert.ok(error instanceof sortid.SortidError);
        assert.equal(error.code, status, text);
        assert.equal(error.position, position, text);
        return true;
    });
};

for (const [name, columns] of Object.entries(FILES)) {
    test(`vectors of ${name}`, () => {
        const format = sortid[name];
        let rows = 0;
        for (const row of rowsOf(`${name}.tsv`)) {
            rows++;
            if (row[0] === "!") refusal(format, unescape(row[1]), row[2], Number(row[3]));
            else if (row[0] === "~") assert.equal(hexOf(format.parse(unescape(row[1])).bytes), row[2]);
            else if (row[0] === "+") assert.equal(hexOf(format.parse(format.fromBytes(bytesOf(row[1]))).successor().bytes), row[2]);
            else if (row[0] === "!+") assert.equal(format.parse(format.fromBytes(bytesOf(row[1]))).successor(), null);
            else checkRow(name, columns, row);
        }
        assert.ok(rows >= 59, `${rows} rows`);
    });
}
