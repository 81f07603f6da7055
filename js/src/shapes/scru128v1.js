// SPDX-License-Identifier: MIT
// shapes/scru128v1.js: the original SCRU128: timestamp 44 | counter 28 | per_sec_random 24 |
// per_gen_random 32; in a machine hi, layer, tail.
import { BASE32HEX, put32 } from "../digits.js";
import { COUNTED, WAIT, borrow, choose, drawBits, isFresh, timestamp, unitsOf } from "../machine.js";

const LIMIT = 2 ** 28;
const RENEWAL_MS = 1000; // life of per_sec_random

export const shape = {
    name: "scru128v1",
    title: "SCRU128 v1 (the original)",
    fields: [["timestamp", 44, "timestamp"], ["counter", 28, "counter"], ["perSecRandom", 24, "layer"], ["perGenRandom", 32, "random"]],
    alphabet: BASE32HEX,
    length: 26,
    pattern: /^[0-7][\da-v]{25}$/i,
    words: 4,
    fold: "toUpperCase",
    head: 16, // 10 digits are the timestamp and 4 bits
    unit: 1,
    zero: 1577836800000, // 2020-01-01
    first: 1,
    last: 2 ** 44 - 2,
    flags: [],

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        const fresh = isFresh;
        let t = timestamp;
        let { hi, layer, renewed } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && ++hi === LIMIT) {
            event = borrow(m);
            t++;
        }
        if (event !== COUNTED) hi = drawBits(m, 28);
        if (fresh || t - renewed >= RENEWAL_MS) {
            layer = drawBits(m, 24);
            renewed = t;
        }
        const tail = drawBits(m, 32);
        m.t = t;
        m.hi = hi;
        m.layer = layer;
        m.renewed = renewed;
        m.tail = tail;
        return event;
    },

    write(m, codes, end) {
        put32(codes, end, (m.layer & 255) * 2 ** 32 + m.tail, 8, BASE32HEX);
        put32(codes, end - 8, (m.hi & 0xffffff) * 2 ** 16 + (m.layer >>> 8), 8, BASE32HEX);
        put32(codes, end - 16, m.t * 16 + (m.hi >>> 24), 10, BASE32HEX);
    },
};
