// SPDX-License-Identifier: MIT
// traces.test.mjs: the generator traces of tests/vectors, call by call, with the clock and the
// random bytes of the trace, as tests/generate/test_trace.c runs them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, load, rowsOf } from "./package.mjs";

const { Generator, SortidError, ...sortid } = await load("node/index.mjs");

// What a script draws: all bits alike, or for UUIDv7 the counter near its end.
const drawUuidv7 = {
    zeros: "0000000000" + "3f00000000",
    ones: "ffffffffff" + "c0ffffffff",
    near: "ffffffffff" + "2aa5a5a5a5",
};
const fillUuidv7 = (draws) => (bytes) => {
    const script = bytesOf(drawUuidv7[draws]);
    bytes.set(bytes.length === 4 ? script.subarray(6) : script.subarray(0, bytes.length));
};
const fillAll = (draws) => (bytes) => bytes.fill(draws === "ones" ? 0xff : 0);

const EVENTS = { new: "new-timestamp", counter: "counter-incremented", borrowed: "timestamp-borrowed", reset: "reset" };
const REFUSED = { ABORT: "ROLLBACK", EXHAUSTED: "EXHAUSTED" };

const expectRow = (generator, format, { result, event, isInt }, place) => {
    if (REFUSED[result] !== undefined) {
        assert.throws(() => generator.next(), (error) => error instanceof SortidError && error.code === REFUSED[result], place);
        return;
    }
    const text = generator.next();
    assert.equal(text, isInt ? format.fromInt(BigInt(result)) : format.fromBytes(bytesOf(result)), place);
    assert.equal(generator.events.length, 1, place);
    if (event !== undefined) assert.equal(generator.events[0], EVENTS[event], place);
};

// Traces of a file: optionsOf gives the options of a row's trace, columnsOf what it expects.
const run = (name, file, least, optionsOf, columnsOf) => {
    const format = sortid[name];
    let trace, generator, now, rows = 0;
    for (const row of rowsOf(file)) {
        const columns = columnsOf(row);
        now = columns.clock;
        if (trace !== row[0]) generator = new Generator(name, { ...optionsOf(row), clock: () => now });
        trace = row[0];
        expectRow(generator, format, columns, `${file}: ${row.join(" ")}`);
        rows++;
    }
    assert.ok(rows >= least, `${rows} rows`);
};

test("traces of scru128", () => {
    run("scru128", "scru128-generate.tsv", 205,
        ([, mode, draws, allowance]) => ({ mode, allowanceMs: Number(allowance), random: fillAll(draws) }),
        ([, , , , clock, result]) => ({ clock: Number(clock), result }));
});

test("traces of uuidv7", () => {
    run("uuidv7", "uuidv7-generate.tsv", 154,
        ([, mode, draws, allowance]) => ({ mode, allowanceMs: Number(allowance), random: fillUuidv7(draws) }),
        ([, , , , clock, result, event]) => ({ clock: Number(clock), result, event }));
});

test("traces of scru64", () => {
    run("scru64", "scru64-generate.tsv", 120,
        ([, mode, draws, node, allowance]) =>
            ({ mode, node, guardBits: 0, allowanceMs: Number(allowance), random: fillAll(draws) }),
        ([, , , , , clock, result]) => ({ clock: Number(clock), result, isInt: true }));
});
