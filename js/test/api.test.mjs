// SPDX-License-Identifier: MIT
// api.test.mjs: what the package promises: IDs, order, ranges, generators, errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect as show } from "node:util";
import { load } from "./package.mjs";

const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto; // Node 18
const sortid = await load("node/index.mjs");
const { Generator, Id, SortidError, formats, ulid, scru64, uuidv7 } = sortid;
const makers = Object.values(formats).filter((format) => typeof format === "function");

const fails = (code, call) => assert.throws(call, (error) => {
    assert.ok(error instanceof SortidError, error.stack);
    assert.equal(error.code, code, error.stack);
    return true;
});

// A generator of any format.
const generatorOf = (format, options) =>
    new Generator(format, format === scru64 ? { node: "42/8", ...options } : options);

test("all formats", () => {
    assert.deepEqual(Object.keys(formats).sort(), ["ksuid", "scru128", "scru128v1", "scru160", "scru64", "ulid", "uuidv7"]);
    for (const [name, format] of Object.entries(formats)) {
        assert.equal(sortid[name], format);
        assert.equal(format.name, name);
        assert.ok(Object.isFrozen(format));
        assert.equal(format.layout.reduce((sum, { bits }) => sum + bits, 0), 8 * format.size);
    }
    assert.equal(typeof scru64, "object");
    assert.equal(scru64.many, undefined);
});

test("calls make increasing IDs of now", () => {
    for (const format of makers) {
        const before = Date.now();
        let last = format();
        for (let i = 0; i < 2000; i++) {
            const text = format();
            assert.ok(last < text, `${last} ${text}`);
            last = text;
        }
        const { time } = format.parse(last);
        const unit = format.name === "ksuid" ? 1000 : 1;
        assert.ok(time >= before - unit && time <= Date.now() + 1000, `${format.name} ${time.toISOString()}`);
    }
});

test("many continues the sequence of the calls", () => {
    for (const format of makers) {
        for (const count of [0, 1, 2, 1819, 1820, 1821, 10000]) {
            const all = [format(), ...format.many(count), format()];
            assert.equal(all.length, count + 2);
            for (let i = 1; i < all.length; i++) assert.ok(all[i - 1] < all[i], `${format.name} ${i}`);
            assert.ok(all.every((text) => text.length === format.textLength));
        }
        for (const count of [-1, 1.5, NaN, 2 ** 32]) assert.throws(() => format.many(count), RangeError);
        for (const count of ["3", 3n, undefined]) assert.throws(() => format.many(count), TypeError);
    }
});

test("IDs that are made ahead are those that the generator would make", () => {
    const now = Date.now;
    try {
        let time = now() + 1e5;
        Date.now = () => time;
        let last = ulid.parse(ulid());
        for (let i = 0; i < 200; i++) {
            const id = ulid.parse(i % 50 === 49 ? ulid.many(1)[0] : ulid());
            assert.equal(id.time.getTime(), time);
            // Calls follow each other by 1; what was made ahead is dropped by many().
            if (i % 50 < 49 && i % 50 > 0) assert.ok(id.equals(last.successor()), `${i}`);
            assert.ok(last < id);
            last = id;
        }
        time += 1;
        assert.equal(ulid.parse(ulid()).time.getTime(), time);
    } finally {
        Date.now = now;
    }
    assert.ok(ulid() > "0");
});

test("an ID never changes", () => {
    const text = ulid();
    const id = ulid.parse(text.toLowerCase());
    assert.ok(id instanceof Id);
    id.bytes.fill(0);
    id.time.setTime(0);
    assert.throws(() => { id.fields.timestamp = 0n; }, TypeError);
    assert.throws(() => { id.time = new Date(0); }, TypeError);
    assert.equal(id.toString(), text);
    assert.equal(JSON.stringify({ id }), `{"id":"${text}"}`);
    assert.equal(`${id}`, text);
    assert.equal(show(id), `ulid ${text}`);
    assert.throws(() => new Id(), TypeError);
});

// The calls share buffers.
test("an ID stays itself whatever is read or made after it", () => {
    const texts = { ulid: "01arz3ndektsv4rrffq69g5fav", uuidv7: "018bcfe5-6800-7010-880c-10140708090A" };
    const expect = (id, bytes) => {
        assert.deepEqual([...id.bytes], bytes);
        assert.equal(id.toString(), id.format === "ulid" ? texts.ulid.toUpperCase() : texts.uuidv7.toLowerCase());
    };
    for (const disturb of [
        () => ulid.parse(ulid()),
        () => ulid.parse(ulid()).time,
        () => assert.throws(() => ulid.parse(texts.ulid.replace("z", "u")), SortidError),
        () => ulid.tryParse(`${texts.ulid}0`),
        () => ulid.parse("0".repeat(32), "hex"),
        () => ulid.fromBytes(new Uint8Array(16)),
        () => assert.throws(() => uuidv7.fromBytes(new Uint8Array(16)), SortidError),
        () => ulid.range(0, 1),
        () => ulid.parse(texts.ulid).successor(),
        () => formats.scru160.parse(formats.scru160()).fields,
        () => ulid.many(3),
    ])
        for (const format of [ulid, uuidv7]) {
            const bytes = [...format.parse(texts[format.name]).bytes];
            const fresh = format.parse(texts[format.name]);
            disturb();
            expect(fresh, bytes);
            disturb();
            assert.equal(format.parse(texts[format.name]).time.getTime(), fresh.time.getTime());
            disturb();
            expect(fresh, bytes);
        }
});

test("IDs compare like their texts", () => {
    const [a, b] = ulid.many(2).map((text) => ulid.parse(text));
    assert.ok(a < b && a.compare(b) < 0 && b.compare(a) > 0 && a.compare(a) === 0);
    assert.ok(a.equals(ulid.parse(String(a))) && !a.equals(b) && !a.equals(String(a)) && !a.equals(null));
    assert.throws(() => a.compare(uuidv7.parse(uuidv7())), TypeError);
    assert.throws(() => a.compare({}), TypeError);
    assert.ok(a.successor().equals(b) && b.predecessor().equals(a));
});

test("range is half-open and adjacent ranges share no ID", () => {
    for (const format of Object.values(formats)) {
        const [t0, t1, t2] = [Date.UTC(2024, 0), Date.UTC(2024, 1), Date.UTC(2024, 2)];
        const early = format.range(new Date(t0), t1);
        const late = format.range(t1, t2);
        assert.ok(early.first <= early.last && early.last < late.first);
        assert.equal(format.parse(early.last).successor().text, late.first);
        assert.ok(format.time(early.first) >= t0 && format.time(early.last) < t1 && format.time(late.first) >= t1);
        assert.ok(format.parse(early.first).predecessor().time < t0);
        const all = format.range(-Infinity, Infinity);
        assert.equal(format.parse(all.first).predecessor(), null);
        assert.equal(format.parse(all.last).successor(), null);
        fails("OUT_OF_RANGE", () => format.range(t1, t1));
        for (const time of ["2024", new Date(NaN), NaN, undefined, null, 1n]) assert.throws(() => format.range(time, t1), TypeError);
    }
});

test("bad texts", () => {
    const text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    for (const [bad, code, position] of [
        ["", "BAD_LENGTH", 0],
        [text.slice(1), "BAD_LENGTH", 25],
        [`${text}0`, "BAD_LENGTH", 26],
        ["x".repeat(1e6), "BAD_LENGTH", 26],
        [text.replace("Z", "é"), "BAD_DIGIT", 4],
        [text.replace("Z", "\u0130"), "BAD_DIGIT", 4], // its low byte is a digit
        [text.replace("Z", "\0"), "BAD_DIGIT", 4],
        [text.replace("Z", "U"), "BAD_DIGIT", 4],
        ["8".padEnd(26, "0"), "OUT_OF_RANGE", 0],
    ]) {
        assert.equal(ulid.tryParse(bad), null);
        assert.throws(() => ulid.parse(bad), (error) => {
            assert.deepEqual([error.name, error.code, error.position], ["SortidError", code, position], bad);
            return true;
        });
    }
    assert.throws(() => ulid.parse(undefined), TypeError);
    assert.throws(() => ulid.parse(text, "base64"), TypeError);
    fails("BAD_LENGTH", () => ulid.fromBytes(new Uint8Array(15)));
    assert.throws(() => scru64.fromBytes(new Uint8Array(8).fill(255)), SortidError);
    fails("BAD_VERSION", () => uuidv7.fromBytes(new Uint8Array(16)));
});

test("encodings", () => {
    const id = ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assert.equal(id.uuid, "01563e3a-b5d3-d676-4c61-efb99302bd5b");
    assert.equal(id.hex, "01563e3ab5d3d6764c61efb99302bd5b");
    assert.equal(id.int, 0x01563e3ab5d3d6764c61efb99302bd5bn);
    for (const [text, encoding] of [
        [id.uuid, "uuid"], [id.uuid.toUpperCase(), "uuid"], [`{${id.uuid}}`, "uuid"], [`urn:uuid:${id.uuid}`, "uuid"], [id.hex, "uuid"],
        [id.hex, "hex"], [String(id.int), "int"], [id.text.toLowerCase(), "text"], ["o1arz3ndektsv4rrffq69g5fav", "lenient"],
        ["0IARZ3-NDEKTSV4RRFFQ69G5-FAV", "lenient"],
    ]) {
        assert.ok(ulid.parse(text, encoding).equals(id), text);
        assert.ok(ulid.tryParse(text, encoding).equals(id), text);
        if (encoding !== "text") assert.equal(ulid.tryParse(text), null, text);
    }
    const wide = formats.scru160.parse(formats.scru160());
    assert.equal(wide.uuid, undefined);
    assert.throws(() => wide.toString("uuid"), TypeError);
    assert.throws(() => formats.scru160.parse(id.uuid, "uuid"), TypeError);
    assert.throws(() => uuidv7.parse(id.text, "lenient"), TypeError);
    assert.throws(() => id.toString("lenient"), TypeError);
});

test("any number of generators, in turns", () => {
    const generators = Object.values(formats).flatMap((format) => [generatorOf(format), generatorOf(format)]);
    const last = generators.map(() => "");
    for (let round = 0; round < 50; round++) {
        generators.forEach((generator, i) => {
            const texts = round % 3 === 0 ? generator.fill(3) : [generator.next()];
            for (const text of texts) {
                assert.ok(last[i] < text, `${generator.format} ${last[i]} ${text}`);
                last[i] = text;
                assert.notEqual(formats[generator.format].tryParse(text), null);
            }
        });
    }
});

test("options of generators", () => {
    let now = 1.7e12;
    const clock = () => now;
    const generator = new Generator(ulid, { clock, mode: "abort", allowanceMs: 5 });
    const first = generator.next();
    assert.deepEqual(generator.events, ["new-timestamp"]);
    assert.equal(ulid.parse(first).time.getTime(), now);
    now -= 5;
    assert.ok(generator.next() > first);
    assert.deepEqual(generator.events, ["counter-incremented"]);
    now -= 1;
    fails("ROLLBACK", () => generator.next());
    now += 10;
    assert.deepEqual([generator.fill(3).length, generator.events], [3, ["new-timestamp", "counter-incremented"]]);

    const reset = new Generator("ulid", { clock, allowanceMs: 0 });
    reset.next();
    now -= 1;
    reset.next();
    assert.deepEqual(reset.events, ["reset"]);

    const fraction = new Generator(uuidv7, { fraction: true, clock: () => 1.7e12 + 0.75 });
    assert.equal(uuidv7.parse(fraction.next()).fields.randA, 0xc00n);

    const node = new Generator("scru160", { nodeBits: 8, nodeId: 0x5a });
    assert.equal(formats.scru160.parse(node.next()).fields.random16 >> 8n, 0x5an);
});

test("mode wait reads the clock until it is within the allowance", () => {
    const times = [1.7e12, 1.7e12 - 4, 1.7e12 - 3, 1.7e12 - 2, 1.7e12 - 1];
    let reads = 0;
    const clock = () => times[Math.min(reads++, times.length - 1)];
    const generator = new Generator("ulid", { mode: "wait", allowanceMs: 2, clock });
    const first = generator.next();
    assert.equal(ulid.parse(first).successor().text, generator.next());
    assert.deepEqual([reads, generator.events], [4, ["counter-incremented"]]);
    times.push(1);
    reads = times.length;
    fails("CLOCK_STOPPED", () => generator.next());
});

test("the system's fraction of a millisecond", () => {
    const generator = new Generator(uuidv7, { fraction: true });
    const seen = new Set();
    for (let i = 0; i < 3000; i++) {
        const before = Date.now();
        const id = uuidv7.parse(generator.next());
        assert.ok(id.time >= before - 1000 && id.time <= Date.now() + 1000);
        seen.add(id.fields.randA);
    }
    assert.ok(seen.size > 20, `${seen.size} fractions`);
});

test("bad options", () => {
    for (const options of [{ allowanceMs: -1 }, { guardBits: 2 }, { guardBits: 0.5 }, { guardBits: 300 }])
        assert.throws(() => new Generator("ulid", options), RangeError);
    for (const options of [
        { mode: "never" }, { mode: null }, { allowanceMs: "5" }, { node: "42/8" }, { nodeBits: 8 }, { fraction: true }, { clock: 5 }, { random: {} },
        { color: "red" }, { borrow: "no" }, { stateless: true, borrow: true }, null, 5, "x",
    ]) assert.throws(() => new Generator("ulid", options), TypeError);
    assert.throws(() => new Generator("guid"), TypeError);
    fails("NO_NODE_SPEC", () => new Generator("scru64"));
    fails("BAD_NODE_SPEC", () => new Generator("scru64", { node: "+42/8" }));
    fails("OUT_OF_RANGE", () => new Generator("scru64", { node: "256/8" }));
    // A generator that failed leaves the others as they are.
    const generator = new Generator("ulid");
    const first = generator.next();
    assert.throws(() => new Generator("ulid", { guardBits: 9 }), RangeError);
    assert.ok(generator.next() > first);
});

test("a failing source is an error, with its cause", () => {
    const cause = new Error("no entropy");
    const generator = new Generator("ulid", { random: () => { throw cause; } });
    for (let i = 0; i < 2; i++)
        assert.throws(() => generator.next(), (error) => error.code === "RANDOM_FAILED" && error.cause === cause);
    const late = new Generator("ulid", { clock: () => { throw cause; } });
    assert.throws(() => late.next(), (error) => error.code === "CLOCK_FAILED" && error.cause === cause);
    for (const now of [NaN, "1700000000000", 1700000000000n, new Date(), undefined])
        assert.throws(() => new Generator("ulid", { clock: () => now }).next(), TypeError);
    fails("CLOCK_OUT_OF_RANGE", () => new Generator("ulid", { clock: () => -1 }).next());
    fails("CLOCK_OUT_OF_RANGE", () => new Generator("ulid", { clock: () => 2 ** 48 }).next());
    ulid();
});

test("a source may use the library and other generators, but not its own", () => {
    const other = new Generator("ulid");
    const made = [];
    const useAll = () => made.push(ulid(), other.next(), ...ulid.many(2), ulid.parse(ulid()).text);
    const random = (bytes) => { useAll(); bytes.fill(0x33); };
    const clock = () => { useAll(); return 1e12; };
    const generator = new Generator("ulid", { clock, random });
    const [first, second] = [generator.next(), generator.next()];
    assert.equal(first.slice(10), "6CSK6CSK6CSK6CSK"); // of the bytes 0x33
    assert.equal(ulid.parse(first).successor().text, second);
    assert.equal(ulid.time(first).getTime(), 1e12);
    assert.equal(new Set(made).size, made.length);
    for (const name of ["clock", "random"]) {
        const nested = new Generator("ulid", { [name]: () => nested.next() });
        fails("BUSY", () => nested.next());
    }
});

test("scru64 begins one tick after the clock and is never ahead of it", () => {
    const tickOf = (text) => Math.floor(scru64.parse(text).time.getTime() / 256);
    const nowTick = () => Math.floor(Date.now() / 256);
    let last = "";
    for (let i = 0; i < 4; i++) {
        const begun = nowTick();
        const texts = new Generator("scru64", { node: "42/8" }).fill(5);
        assert.ok(tickOf(texts[0]) > begun, "begins after the tick of its start");
        assert.ok(tickOf(texts[4]) <= nowTick(), "not ahead of the clock");
        assert.ok(last < texts[0], "after a generator before it with the same node");
        [last] = texts.slice(-1);
    }
    const later = scru64.parse(scru64.range(Date.now() + 5000, Infinity).first).successor();
    const ahead = new Generator("scru64", { node: `${later}/8` });
    fails("BOUND_REACHED", () => ahead.fill(70000));
});

test("Date.now that steps back", () => {
    const now = Date.now;
    const generator = new Generator("ulid");
    try {
        let time = now() + 60000;
        Date.now = () => time;
        assert.equal(ulid.time(generator.next()).getTime(), time, "a generator that is older than the replaced clock");
        const a = ulid();
        time -= 5000;
        const b = ulid();
        assert.ok(a < b, "within the allowance the order stays");
        time -= 20000;
        assert.equal(ulid.parse(ulid()).time.getTime(), time);
        for (const wrong of [NaN, Infinity]) {
            Date.now = () => wrong;
            fails("CLOCK_OUT_OF_RANGE", () => ulid());
            fails("CLOCK_OUT_OF_RANGE", () => ulid.many(1));
        }
    } finally {
        Date.now = now;
    }
    ulid();
});

test("at makes an ID with another time", () => {
    for (const format of makers) {
        const time = Date.UTC(2021, 3, 5);
        const texts = [format.at(time), format.at(time), format.at(new Date(time))];
        assert.deepEqual(texts, [...new Set(texts)].sort());
        for (const text of texts) assert.equal(format.time(text).getTime(), time);
        const earlier = format.at(time - 1000);
        assert.equal(format.time(earlier).getTime(), time - 1000);
        assert.ok(format.time(format()) > time, "calls without a time are not affected");
        for (const wrong of [-1e15, 1e15, Infinity]) fails("OUT_OF_RANGE", () => format.at(wrong));
        for (const wrong of ["2021", NaN, undefined, null]) assert.throws(() => format.at(wrong), TypeError);
    }
});

// ---- Slips --------------------------------------------------------------------

const [U, V] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"];

test("IDs as objects show their text to tools", () => {
    const id = ulid.parse(U);
    assert.deepEqual(Object.entries(id), [["text", U]]);
    assert.equal(structuredClone({ id }).id.text, U);
    assert.equal(id.toPostgres(), U);
    assert.equal(id.toSqlString(), `'${U}'`);
    assert.equal(JSON.stringify([id]), `["${U}"]`);
});

test("a format as the callback of map", () => {
    assert.deepEqual([U, V].map(ulid.parse).map(String), [U, V]);
    assert.deepEqual([U, "no"].map(ulid.tryParse).map(String), [U, "null"]);
    assert.deepEqual([V, U].sort(ulid.compare), [U, V]);
});

test("ulid(time) names ulid.at", () => {
    for (const format of makers)
        assert.throws(() => format(1469918176385), (error) => error instanceof TypeError && error.message.includes(`${format.name}.at(time)`));
});

test("a random source that does not fill the bytes is a TypeError at the first ID", () => {
    for (const random of [Math.random, () => {}, () => new Uint8Array(16), async (bytes) => bytes.fill(1), (bytes) => bytes.subarray(0)]) {
        const generator = new Generator("uuidv7", { random });
        assert.throws(() => generator.next(), TypeError);
        assert.throws(() => generator.next(), TypeError);
    }
    for (const value of [0, 0x5a, 0xa5, 0xff]) {
        const text = new Generator("uuidv7", { random: (bytes) => bytes.fill(value) }).next();
        assert.equal(uuidv7.toBytes(text)[15], value);
    }
});

test("scru64 fails if the clock does not move", () => {
    const now = Date.now;
    const ms = now();
    try {
        Date.now = () => ms;
        fails("CLOCK_STOPPED", () => new Generator("scru64", { node: "42/8" }).next());
    } finally {
        Date.now = now;
    }
});

test("a count or a time of the wrong size is a RangeError", () => {
    assert.throws(() => ulid.many(2 ** 32), RangeError);
    assert.throws(() => new Generator("ulid").fill(2 ** 32), RangeError);
    for (const format of Object.values(formats)) {
        assert.throws(() => format.range(1469918176, 1469918177), (error) => error instanceof RangeError && error.message.includes("1469918176000"));
        const { first, last } = format.range(new Date(1469918176), new Date(Date.UTC(2030, 0)));
        assert.ok(first < last, "a Date has no unit");
    }
});

test("bytes of any view, buffer or realm", () => {
    const bytes = ulid.toBytes(U);
    const { buffer } = bytes;
    const wider = new Uint8Array([0, ...bytes, 0]);
    for (const given of [bytes, buffer, new DataView(buffer), new Uint32Array(buffer), wider.subarray(1, 17)]) assert.equal(ulid.fromBytes(given), U);
    for (const wrong of [undefined, null, 5, "x", [...bytes], {}]) assert.throws(() => ulid.fromBytes(wrong), TypeError);
    for (const wrong of [new Uint8Array(15), wider]) fails("BAD_LENGTH", () => ulid.fromBytes(wrong));
});

test("objects are IDs of their format alone", () => {
    const digits = "01ARP3NDEKTSV4RRFFQ69G5FAV"; // an ID of both formats
    const id = ulid.parse(digits);
    const other = formats.scru128v1.parse(digits);
    for (const call of [ulid.time, ulid.toBytes, ulid.toInt, (value) => ulid.compare(value, digits)]) {
        assert.deepEqual(call(id), call(digits));
        for (const wrong of [other, { text: digits }, [digits], null]) assert.throws(() => call(wrong), TypeError);
    }
    assert.ok(ulid.isValid(id) && !ulid.isValid(other) && !ulid.isValid({ text: digits }));
    assert.ok(ulid.parse(id).equals(id) && ulid.tryParse(id).equals(id));
    assert.equal(ulid.tryParse(other), null);
});

test("a random source that fills a part of its argument", () => {
    for (const random of [
        (bytes) => bytes.fill(7, 0, bytes.length / 2), (bytes) => { bytes[0] = 7; }, () => new Uint8Array(16), async (bytes) => bytes.fill(7), Math.random,
    ]) assert.throws(() => new Generator("ulid", { random }).next(), TypeError, String(random));
    // An honest source is never refused, and seldom called twice.
    let calls = 0;
    for (let i = 0; i < 30000; i++) new Generator("ulid", { random: (bytes) => { calls++; crypto.getRandomValues(bytes); } }).next();
    assert.ok(calls < 30200, `${calls} calls`);
    // Values that the check itself uses are as good as others.
    for (const value of [0x5a, 0xa5, 0])
        assert.equal(ulid.parse(new Generator("ulid", { random: (bytes) => bytes.fill(value) }).next()).bytes[15], value);
});

test("waiting ends if the clock does not advance", () => {
    const begun = 1e12;
    for (const next of [(i) => begun - i, (i) => begun + (i % 2), (i) => begun + i / 1000, () => begun]) {
        let i = 0;
        let isLate = false;
        const generator = new Generator("ulid", { mode: "wait", allowanceMs: 0, clock: () => (isLate ? next(i++) : begun + 1e6) });
        generator.next();
        isLate = true;
        fails("CLOCK_STOPPED", () => generator.next());
    }
});

test("messages name the format, the value and what is wrong", () => {
    const messageOf = (call) => {
        try {
            return call();
        } catch ({ message }) {
            return message;
        }
    };
    for (const [call, message] of [
        [() => ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAU"), 'sortid: ulid "01ARZ3NDEKTSV4RRFFQ69G5FAU": a wrong character (position 25)'],
        [() => ulid.parse("01AR"), 'sortid: ulid "01AR": 4 characters, not 26 (position 4)'],
        [() => ulid.parse(undefined), "sortid: ulid: undefined is not a string"],
        [() => ulid.parse(U, "base64"), 'sortid: the encoding: "base64" is not one of text, hex, int, uuid, lenient'],
        [() => ulid.parse(U).toString("lenient"), 'sortid: the encoding: "lenient" is not one of text, hex, int, uuid'],
        [() => formats.ksuid.parse(U, "uuid"), 'sortid: the encoding: "uuid" is not one of text, hex, int'],
        [() => ulid.many(3n), "sortid: the count of IDs: 3n is not a number"],
        [() => ulid.fromInt(2n ** 1000n), "sortid: ulid a bigint of more than 256 bits: not in the 128 bits of an ID"],
        [() => uuidv7.time(ulid.parse(U)), "sortid: uuidv7: an object of ulid is not a string"],
        [() => ulid.parse(U).compare(U), `sortid: the other ID: "${U}" is not an object of ulid`],
        [() => new Generator("ulid", null), "sortid: the options: null is not an object"],
        [() => ulid.fromBytes(new Uint8Array(15)), "sortid: ulid [object Uint8Array]: 15 bytes, not 16"],
        [() => ulid.fromInt(-1n), "sortid: ulid -1n: not in the 128 bits of an ID"],
        [() => ulid.at(new Date(NaN)), "sortid: the time: [object Date] is not a valid Date or a Unix time in ms"],
        [() => ulid.range(1700000000, 1), "sortid: since: 1700000000 is a time in 1970: for seconds write 1700000000000, for 1970 new Date(1700000000)"],
        [() => ulid.range(5, 5), "sortid: ulid: no ID has a time from 5 to before 5"],
        [() => ulid(5), "sortid: ulid() takes no time: write ulid.at(time)"],
        [() => ulid.many("3"), 'sortid: the count of IDs: "3" is not a number'],
        [() => new Generator("ULID"), 'sortid: the format: "ULID" is not one of scru128, scru128v1, scru160, scru64, ulid, uuidv7, ksuid'],
        [() => new Generator("ulid", { color: 1 }), "sortid: ulid has no option \"color\": there is mode, allowanceMs, clock, random, stateless, borrow, randomStep, guardBits"],
        [() => new Generator("ksuid", { clock: () => -1 }).next(), "sortid: ksuid: the clock is -1, outside the format's range"],
    ]) assert.equal(messageOf(call), message);
});
