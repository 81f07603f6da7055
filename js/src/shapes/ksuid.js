// SPDX-License-Identifier: MIT
// shapes/ksuid.js: KSUID: seconds since 1400000000 32 | payload 128, of which the first 96 bits count.
import { COUNTED, WAIT, add, borrow, choose, countUp, draw, isFull, numberOf, setNumber, setTail, timestamp, unitsOf } from "../machine.js";
import { BASE62, putRadix, readRadix } from "../radix.js";
import { formatWith } from "../read.js";

export const shape = {
    name: "ksuid",
    size: 20,
    length: 27,
    put: /* @__PURE__ */ putRadix(BASE62, 27, 20, 4),
    unit: 1000,
    zero: 1400000000000,
    first: 0,
    last: 2 ** 32 - 1,
    counted: 15,
    tail: 4,
    defaultGuard: 0,

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        let t = timestamp;
        const { bytes } = m;
        if (event === WAIT || (event === COUNTED && countUp(m))) return event;
        if (event === COUNTED && isFull(bytes, 4, 16)) {
            event = borrow(m);
            t++;
        }
        if (event === COUNTED) {
            setTail(bytes, draw(m, 4), 4);
            add(bytes, 4, 16, 1);
        } else {
            const payload = new Uint8Array(16);
            payload.set(draw(m, m.stateless ? 16 : 12));
            if (!m.stateless) setTail(payload, draw(m, 4), 4);
            if (m.guard === 1) payload[0] &= 127;
            // As in C, where the packed state of second 0 must not be zero.
            if (t === 0 && !m.stateless && numberOf(payload, 0, 4) === 0) payload[3] = 1;
            bytes.set(payload, 4);
            setNumber(bytes, 0, 4, t);
        }
        m.t = t;
        return event;
    },
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "KSUID",
    fields: [["timestamp", 32, "timestamp"], ["payload", 128, "random"]],
    read: /* @__PURE__ */ readRadix(BASE62, 27, 20, 4),
    pattern: /^[\dA-Za-z]{27}$/,
    other: (text) => text.search(/[^\dA-Za-z]/),
    largest: "aWgEPTl1tmebfsQzFP4bxwgy80V",
    limit: undefined,
    fold: (text) => text, // the case matters
    fix: undefined,
    add: undefined,
    isLenient: false,
    needsNode: false,
});

export const options = { shape, names: ["stateless", "guardBits"], mostGuardBits: 1 };
