// SPDX-License-Identifier: MIT
// shapes/scru128v1.js: the original SCRU128: timestamp 44 | counter 28 | per_sec_random 24 |
// per_gen_random 32.
import { BASE32HEX, put32, read32 } from "../digits.js";
import { COUNTED, WAIT, add, borrow, choose, countUp, draw, drawBits, isFresh, isFull, setNumber, setTail, timestamp, unitsOf } from "../machine.js";
import { formatWith } from "../read.js";

const LIMIT = 2 ** 28;
const RENEWAL_MS = 1000; // life of per_sec_random

export const shape = {
    name: "scru128v1",
    size: 16,
    length: 26,
    put: /* @__PURE__ */ put32(BASE32HEX),
    unit: 1,
    zero: 1577836800000, // 2020-01-01
    first: 1,
    last: 2 ** 44 - 2,
    counted: 8,
    tail: 4,
    defaultGuard: 0,

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        const fresh = isFresh;
        let t = timestamp;
        const { bytes } = m;
        if (event === WAIT || (event === COUNTED && countUp(m))) return event;
        if (event === COUNTED && isFull(bytes, 6, 9) && (bytes[5] & 15) === 15) {
            event = borrow(m);
            t++;
        }
        const counter = event === COUNTED ? 0 : drawBits(m, 28);
        const isRenewed = fresh || t - m.renewed >= RENEWAL_MS;
        const layer = isRenewed ? drawBits(m, 24) : 0;
        setTail(bytes, draw(m, 4), 4);
        if (isRenewed) {
            setNumber(bytes, 9, 12, layer);
            m.renewed = t;
        }
        if (event === COUNTED) add(bytes, 5, 9, 1);
        else {
            setNumber(bytes, 0, 5, t / 16);
            setNumber(bytes, 5, 9, (t & 15) * LIMIT + counter);
        }
        m.t = t;
        m.from = 0;
        return event;
    },
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "SCRU128 v1 (the original)",
    fields: [["timestamp", 44, "timestamp"], ["counter", 28, "counter"], ["perSecRandom", 24, "layer"], ["perGenRandom", 32, "random"]],
    read: /* @__PURE__ */ read32(BASE32HEX),
    pattern: /^[0-7][\da-v]{25}$/i,
    other: (text) => text.search(/[^\da-v]/i),
    largest: undefined,
    limit: undefined,
    fold: (text) => text.toUpperCase(),
    fix: undefined,
    add: undefined,
    isLenient: false,
    needsNode: false,
});

export const options = { shape, names: [] };
