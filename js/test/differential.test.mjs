// SPDX-License-Identifier: MIT
// differential.test.mjs: the formats in JavaScript do what the C library does, in random cases that
// the program of cases.c prints. SORTID_SEED repeats a run; SORTID_CASES is their number a format.
// SORTID_CASES_PROGRAM is the compiled cases.c.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { bytesOf, hexOf, load } from "./package.mjs";

const { Generator, SortidError, formats } = await load("node/index.mjs");

const seed = process.env.SORTID_SEED ?? String(1 + (Date.now() % 0x7ffffffe));
const count = process.env.SORTID_CASES ?? "5000";

// What a call gives: its result, or the code of its error, with the position if it has one.
const outcome = (call) => {
    try {
        return { status: "OK", position: 0, value: call() };
    } catch (error) {
        if (!(error instanceof SortidError)) throw error;
        return { status: error.code, position: error.position ?? 0 };
    }
};

// The random source of a machine: as in cases.c. A generator repeats its first draw if the array was
// left as it was; then it was filled with 0xa5 before.
const randomOf = (state) => {
    let last;
    return (bytes) => {
        if (last !== undefined && bytes.length > 0 && bytes.every((byte) => byte === 0xa5)) return bytes.set(last);
        for (let i = 0; i < bytes.length; i++) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            bytes[i] = state >>> 24;
        }
        last = bytes.slice();
    };
};

const EVENTS = ["new-timestamp", "counter-incremented", "counter-carried", "timestamp-borrowed", "reset"];
const eventsOf = (bits) => EVENTS.filter((_, i) => bits & (1 << i));

let format;
let generator;
let clock;

const CASES = {
    format(name) {
        format = formats[name];
    },
    read(encoding, text, status, position, hex) {
        const isGood = status === "OK";
        const { value, ...actual } = outcome(() => format.parse(text, encoding));
        assert.deepEqual(actual, { status, position: isGood ? 0 : Number(position) });
        if (isGood) assert.equal(hexOf(value.bytes), hex);
        if (encoding === "text") assert.equal(format.isValid(text), isGood);
        assert.equal(format.tryParse(text, encoding)?.text, value?.text);
    },
    id(hex, status, text, int, uuid, ms, successor, predecessor, ...fields) {
        const { status: actual, value } = outcome(() => format.fromBytes(bytesOf(hex)));
        assert.equal(actual, status);
        if (status !== "OK") return;
        assert.equal(value, text);
        assert.equal(hexOf(format.toBytes(text)), hex);
        assert.equal(String(format.toInt(text)), int);
        assert.equal(format.fromInt(BigInt(int)), text);
        assert.equal(format.time(text).getTime(), Number(ms));
        const id = format.parse(text);
        assert.equal(id.uuid ?? "", uuid);
        assert.equal(String(id.successor() ?? ""), successor);
        assert.equal(String(id.predecessor() ?? ""), predecessor);
        assert.deepEqual(Object.values(id.fields).map(String), fields);
    },
    range(since, until, status, first, last) {
        // Seconds are refused as numbers.
        const { status: actual, value } = outcome(() => format.range(new Date(Number(since)), new Date(Number(until))));
        assert.equal(actual, status);
        if (status === "OK") assert.deepEqual(value, { first, last });
    },
    machine(options, seedOfMachine, status) {
        const random = randomOf(Number(seedOfMachine));
        const make = () => new Generator(format, { ...JSON.parse(options), random, clock: () => clock });
        if (status === "BAD_OPTION") return assert.throws(make, (error) => error instanceof TypeError || error instanceof RangeError);
        const made = outcome(make);
        assert.equal(made.status, status);
        generator = made.value;
    },
    step(us, status, text, event) {
        clock = Number(us) / 1000;
        const { status: actual, value } = outcome(() => generator.next());
        assert.equal(actual, status);
        if (status !== "OK") return;
        assert.equal(value, text);
        assert.deepEqual(generator.events, eventsOf(Number(event)));
    },
    fill(us, events, ...texts) {
        clock = Number(us) / 1000;
        assert.deepEqual(generator.fill(texts.length), texts);
        assert.deepEqual(generator.events, eventsOf(Number(events)));
    },
};

test(`the C library and JavaScript agree (SORTID_SEED=${seed} SORTID_CASES=${count})`, async () => {
    const child = spawn(process.env.SORTID_CASES_PROGRAM, [seed, count], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((resolve) => child.on("close", resolve));
    const lines = {};
    for await (const line of createInterface({ input: child.stdout })) {
        const [kind, ...columns] = line.split("\t");
        try {
            CASES[kind](...columns);
        } catch (error) {
            error.message = `${format?.name}: ${line}\n${error.message}`;
            throw error;
        }
        lines[kind] = (lines[kind] ?? 0) + 1;
    }
    assert.equal(await ended, 0);
    assert.equal(lines.format, 7);
    for (const kind of Object.keys(CASES)) assert.ok(lines[kind] > 0, kind);
});
