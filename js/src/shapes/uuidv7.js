// SPDX-License-Identifier: MIT
// shapes/uuidv7.js: UUIDv7 (RFC 9562, section 5.7): timestamp 48 | 7 | rand_a 12 | 2 | rand_b 62.
// rand_a and the first 30 bits of rand_b, in bytes 6 to 11, are a counter (section 6.2, method 1),
// or rand_a is the fraction of the ms (method 3).
import { otherInUuid, putUuid, readUuid } from "../digits.js";
import { lateByClock, microsecondsOf, systemFraction } from "../fraction.js";
import { COUNTED, LAST_48, NEW, RESET, WAIT, add, borrow, choose, countUp, draw, isFull, numberOf, setNumber, setTail, timestamp, unitsOf } from "../machine.js";
import { formatWith } from "../read.js";

const LAST_FRACTION = 4095;

// Sets the fixed bits: those of the version and the variant to 7 and 2, or all to the bits of `all`.
const fix = (bytes, all) => {
    bytes[6] = (bytes[6] & 15) | ((all ?? 0x70) & 0xf0);
    bytes[8] = (bytes[8] & 63) | ((all ?? 0x80) & 0xc0);
};

// As add(), for 1 or -1, without the fixed bits, which only carry.
const addToFields = (bytes, from, to, number) => {
    fix(bytes, number > 0 ? 255 : 0);
    const first = add(bytes, from, to, number);
    fix(bytes);
    return first;
};

// Sets rand_a, and the bytes of rand_b before `end` to drawn bits, without the first 8 * from + skip + 2.
const setRandom = (bytes, randA, drawn, from, skip, end) => {
    setNumber(bytes, 6, 8, randA);
    for (let i = 8; i < end; i++, from++) bytes[i] = (drawn[from & 15] << skip) | (drawn[from + 1] >> (8 - skip));
    fix(bytes);
};

// Sets rand_a and what follows to the first drawn bits.
const setCounter = (bytes, drawn, end) => setRandom(bytes, numberOf(drawn, 0, 2) >> 4, drawn, 1, 2, end);

const setTime = (m, t) => {
    setNumber(m.bytes, 0, 6, t);
    m.t = t;
    m.from = 0;
};

const stepByCounter = (m, ms) => {
    let event = choose(m, unitsOf(shape, ms));
    let t = timestamp;
    const { bytes } = m;
    if (event === WAIT || (event === COUNTED && countUp(m))) return event;
    if (event === COUNTED && isFull(bytes, 9, 12) && bytes[8] === 191 && bytes[7] === 255 && bytes[6] === 127) {
        event = borrow(m);
        t++;
    }
    const counter = event === COUNTED ? undefined : draw(m, 6).slice(0, 6);
    setTail(bytes, draw(m, 4), 4);
    if (event === COUNTED) addToFields(bytes, 6, 12, 1);
    else {
        if (m.guard === 1) counter[0] &= 127;
        setCounter(bytes, counter, 12);
    }
    setTime(m, t);
    return event;
};

const stepWithoutState = (m, ms) => {
    const t = unitsOf(shape, ms);
    setCounter(m.bytes, draw(m, 10), 16); // 74 bits of them
    setTime(m, t);
    return NEW;
};

// The ID has the clock's ms and fraction if they are above those of the last ID, else the next ones.
const stepByFraction = (m, ms) => {
    const now = unitsOf(shape, ms);
    const us = microsecondsOf(ms);
    const far = us + m.allowance;
    const [nowPart, farPart] = [us, far].map((each) => Math.floor(((each % 1000) * 4096) / 1000));
    const farMs = Math.floor(far / 1000);
    let { t } = m;
    let part = numberOf(m.bytes, 6, 8) & LAST_FRACTION;
    let event = COUNTED;
    if (t < now || (t === now && part < nowPart)) event = NEW;
    else if (t > farMs || (t === farMs && part > farPart)) event = lateByClock(m, us)(m);
    else if (part++ === LAST_FRACTION) {
        event = borrow(m);
        t++;
        part = 0;
    }
    if (event === WAIT) return event;
    if (event === NEW || event === RESET) {
        t = now;
        part = nowPart;
    }
    setRandom(m.bytes, part, draw(m, 8), -1, 6, 16);
    setTime(m, t);
    if (event === RESET || us > m.renewed) m.renewed = us;
    return event;
};

export const shape = {
    name: "uuidv7",
    size: 16,
    length: 36,
    put: /* @__PURE__ */ putUuid(),
    unit: 1,
    zero: 0,
    first: 0,
    last: LAST_48,
    counted: 11,
    tail: 4,
    defaultGuard: 0,

    step: stepByCounter,
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "UUIDv7 (RFC 9562)",
    fields: [
        ["timestamp", 48, "timestamp"], ["version", 4, "fixed"], ["randA", 12, "counter"], ["variant", 2, "fixed"], ["randB", 62, "random"],
    ],
    read: /* @__PURE__ */ readUuid(),
    pattern: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
    other: otherInUuid,
    largest: undefined,
    limit: undefined,
    fold: (text) => text.toLowerCase(),
    fix,
    add: addToFields,
    isLenient: false,
    needsNode: false,
});

export const options = {
    shape,
    names: ["stateless", "fraction", "guardBits"],
    configure(m) {
        if (m.stateless) m.step = stepWithoutState;
        if (m.fraction) m.step = stepByFraction;
        return m.fraction ? 0 : 1;
    },
    fractionClock: systemFraction,
};
