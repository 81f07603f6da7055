// SPDX-License-Identifier: MIT
// shapes/scru128.js: SCRU128 v2.1.1: timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32. A
// machine has the two counters in hi, so that a carry needs no code, and the entropy in tail.
import { BASE36, lowBits, putWords } from "../digits.js";
import { LAST_48, CARRIED, COUNTED, WAIT, borrow, choose, drawBits, isFresh, timestamp, unitsOf } from "../machine.js";

const LIMIT = 2 ** 24; // of each counter
const RENEWAL_MS = 1000; // life of counter_hi

export const shape = {
    name: "scru128",
    title: "SCRU128 v2.1.1",
    fields: [["timestamp", 48, "timestamp"], ["counterHi", 24, "layer"], ["counterLo", 24, "counter"], ["entropy", 32, "random"]],
    alphabet: BASE36,
    length: 25,
    pattern: /^[\da-z]{25}$/i,
    words: 4,
    fold: "toLowerCase",
    largest: "f5lxx1zz5pnorynqglhzmsp33",
    unit: 1,
    zero: 0,
    first: 1,
    last: LAST_48 - 1,
    flags: ["stateless"],

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        const fresh = isFresh;
        let t = timestamp;
        let { hi, renewed } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && lowBits(++hi, LIMIT) === 0) event = CARRIED;
        if (hi === LIMIT * LIMIT) {
            hi = 0;
            event = borrow(m);
            t++;
        }
        if (event !== COUNTED && event !== CARRIED) hi = (fresh ? 0 : hi - lowBits(hi, LIMIT)) + drawBits(m, 24);
        if (fresh || t - renewed >= RENEWAL_MS) {
            hi = lowBits(hi, LIMIT) + drawBits(m, 24) * LIMIT;
            renewed = t;
        }
        const tail = drawBits(m, 32);
        m.t = t;
        m.hi = hi;
        m.renewed = renewed;
        m.tail = tail;
        return event;
    },

    write(m, codes, end) {
        const high = Math.floor(m.hi / 0x100000000);
        const words = [Math.floor(m.t / 65536), lowBits(m.t, 65536) * 65536 + high, lowBits(m.hi, 0x100000000), m.tail];
        putWords(codes, end, words, 25, BASE36);
    },
};
