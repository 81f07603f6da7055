// SPDX-License-Identifier: MIT
// shapes/ulid.js: ULID: timestamp 48 | randomness 80, in a machine hi 40 | lo 40.
import { CROCKFORD, lowBits, put32 } from "../digits.js";
import { LAST_48, COUNTED, WAIT, borrow, choose, drawBits, drawBytes, drawnNumber, timestamp, unitsOf } from "../machine.js";
import { fail } from "../system.js";

const LIMIT = 2 ** 40;

export const shape = {
    name: "ulid",
    title: "ULID",
    fields: [["timestamp", 48, "timestamp"], ["randomness", 80, "random"]],
    alphabet: CROCKFORD,
    length: 26,
    pattern: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
    words: 4,
    fold: "toUpperCase",
    head: 1, // 10 digits are the timestamp
    unit: 1,
    zero: 0,
    first: 0,
    last: LAST_48,
    guard: 1,
    flags: ["stateless", "borrow", "randomStep"],

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        let t = timestamp;
        let { hi, lo } = m;
        if (event === WAIT) return event;
        if (event === COUNTED) {
            lo += m.randomStep ? drawBits(m, 32) + 1 : 1;
            if (lo >= LIMIT) {
                lo -= LIMIT;
                if (++hi === LIMIT) {
                    if (!m.borrow) fail("OVERFLOW", "no ID left in this ms");
                    event = borrow(m);
                    t++;
                }
            }
        }
        if (event !== COUNTED) {
            drawBytes(m, 10);
            hi = drawnNumber(0, 5);
            if (m.guard === 1) hi = lowBits(hi, LIMIT / 2);
            lo = drawnNumber(5, 10);
        }
        m.t = t;
        m.hi = hi;
        m.lo = lo;
        return event;
    },

    // The next ID of the same ms, whose text has the digits of the one before.
    follow(m, codes, end) {
        if (m.randomStep || m.stateless || m.lo + 1 === LIMIT) return false;
        m.lo++;
        m.events |= COUNTED;
        put32(codes, end, m.lo, 8, CROCKFORD);
        return true;
    },

    write(m, codes, end) {
        put32(codes, end, m.lo, 8, CROCKFORD);
        put32(codes, end - 8, m.hi, 8, CROCKFORD);
        put32(codes, end - 16, m.t, 10, CROCKFORD);
    },
};
