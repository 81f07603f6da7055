// SPDX-License-Identifier: MIT
// shapes/ksuid.js: KSUID: seconds since 1400000000 32 | payload 128. The payload of a machine is a
// counter of 96 bits, hi 48 | lo 48, and tail.
import { BASE62, lowBits, putWords } from "../digits.js";
import { COUNTED, WAIT, borrow, choose, drawBytes, drawnNumber, timestamp, unitsOf } from "../machine.js";

const LIMIT = 2 ** 48;
const WORD = 2 ** 32;

export const shape = {
    name: "ksuid",
    title: "KSUID",
    fields: [["timestamp", 32, "timestamp"], ["payload", 128, "random"]],
    alphabet: BASE62,
    length: 27,
    pattern: /^[\dA-Za-z]{27}$/,
    words: 5,
    fold: "toString", // the case matters
    largest: "aWgEPTl1tmebfsQzFP4bxwgy80V",
    unit: 1000,
    zero: 1400000000000,
    first: 0,
    last: WORD - 1,
    guard: 1,
    flags: ["stateless"],

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        let t = timestamp;
        let { hi, lo } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && ++lo === LIMIT) {
            lo = 0;
            if (++hi === LIMIT) {
                event = borrow(m);
                t++;
            }
        }
        if (event !== COUNTED) {
            drawBytes(m, m.stateless ? 16 : 12);
            hi = drawnNumber(0, 6);
            if (m.guard === 1) hi = lowBits(hi, LIMIT / 2);
            lo = drawnNumber(6, 12);
            // As in C, where the packed state of second 0 must not be zero.
            if (t === 0 && hi < 65536 && !m.stateless) hi += 65536;
        }
        if (!m.stateless) drawBytes(m, 4);
        const from = m.stateless ? 12 : 0;
        m.tail = drawnNumber(from, from + 4);
        m.t = t;
        m.hi = hi;
        m.lo = lo;
        return event;
    },

    write(m, codes, end) {
        const { hi, lo } = m;
        const words = [m.t, Math.floor(hi / 65536), lowBits(hi, 65536) * 65536 + Math.floor(lo / WORD), lowBits(lo, WORD), m.tail];
        putWords(codes, end, words, 27, BASE62);
    },
};
