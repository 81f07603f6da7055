// SPDX-License-Identifier: MIT
// shapes/uuidv7.js: UUIDv7 (RFC 9562, section 5.7): timestamp 48 | 7 | rand_a 12 | 2 | rand_b 62.
// A machine has rand_a and the first 30 bits of rand_b in hi, the other 32 in tail. hi is the counter
// (section 6.2, method 1), or begins with the fraction of the ms (method 3).
import { BASE16, lowBits, putHex } from "../digits.js";
import {
    LAST_48, COUNTED, NEW, RESET, WAIT, borrow, choose, drawBytes, drawnNumber, microsecondsOf, modeByClock, rollBack, timestamp, unitsOf,
} from "../machine.js";

const COUNTERS = 2 ** 42;
const BELOW_FRACTION = 2 ** 30;
const LAST_FRACTION = 4095;

const commit = (m, t, hi, tail) => {
    m.t = t;
    m.hi = hi;
    m.tail = tail;
};

const stepByCounter = (m, ms) => {
    let event = choose(m, unitsOf(shape, ms));
    let t = timestamp;
    let { hi } = m;
    if (event === WAIT) return event;
    if (event === COUNTED && ++hi === COUNTERS) {
        event = borrow(m);
        t++;
    }
    if (event !== COUNTED) {
        drawBytes(m, 6);
        hi = Math.floor(drawnNumber(0, 6) / 64);
        if (m.guard === 1) hi = lowBits(hi, COUNTERS / 2);
    }
    drawBytes(m, 4);
    commit(m, t, hi, drawnNumber(0, 4));
    return event;
};

const stepWithoutState = (m, ms) => {
    const t = unitsOf(shape, ms);
    drawBytes(m, 10); // 74 bits of them
    commit(m, t, Math.floor(drawnNumber(0, 6) / 64), lowBits(Math.floor(drawnNumber(5, 10) / 64), 2 ** 32));
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
    let part = Math.floor(m.hi / BELOW_FRACTION);
    let event = COUNTED;
    if (t < now || (t === now && part < nowPart)) event = NEW;
    else if (t > farMs || (t === farMs && part > farPart)) event = rollBack(modeByClock(m, us));
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
    drawBytes(m, 8);
    commit(m, t, part * BELOW_FRACTION + Math.floor(drawnNumber(0, 4) / 4), lowBits(Math.floor(drawnNumber(3, 8) / 4), 2 ** 32));
    if (event === RESET || us > m.renewed) m.renewed = us;
    return event;
};

export const shape = {
    name: "uuidv7",
    title: "UUIDv7 (RFC 9562)",
    fields: [
        ["timestamp", 48, "timestamp"], ["version", 4, "fixed", 7n], ["randA", 12, "counter"], ["variant", 2, "fixed", 2n], ["randB", 62, "random"],
    ],
    alphabet: BASE16,
    length: 36,
    pattern: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
    words: 4,
    fold: "toLowerCase",
    isUuid: true,
    unit: 1,
    zero: 0,
    first: 0,
    last: LAST_48,
    guard: 1,
    flags: ["stateless", "fraction"],
    configure: (m) => (m.fraction ? 0 : 1),

    step(m, ms) {
        if (m.stateless) return stepWithoutState(m, ms);
        return m.fraction ? stepByFraction(m, ms) : stepByCounter(m, ms);
    },

    // The next ID of the same ms and the same rand_a.
    follow(m, codes, end) {
        const randB = lowBits(m.hi, BELOW_FRACTION) + 1;
        if (m.fraction || m.stateless || randB === BELOW_FRACTION) return false;
        drawBytes(m, 4);
        m.hi++;
        m.tail = drawnNumber(0, 4);
        m.events |= COUNTED;
        putHex(codes, end, m.tail, 8);
        putHex(codes, end - 8, randB, 4);
        putHex(codes, end - 13, 0x8000 + (randB >>> 16), 4);
        return true;
    },

    write(m, codes, end) {
        const randB = lowBits(m.hi, BELOW_FRACTION);
        const low = lowBits(m.t, 65536);
        putHex(codes, end, m.tail, 8);
        putHex(codes, end - 8, randB, 4);
        codes[end - 13] = 45;
        putHex(codes, end - 13, 0x8000 + (randB >>> 16), 4);
        codes[end - 18] = 45;
        putHex(codes, end - 18, 0x7000 + Math.floor(m.hi / BELOW_FRACTION), 4);
        codes[end - 23] = 45;
        putHex(codes, end - 23, low, 4);
        codes[end - 28] = 45;
        putHex(codes, end - 28, (m.t - low) / 65536, 8);
    },
};
