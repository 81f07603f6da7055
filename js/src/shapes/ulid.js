// SPDX-License-Identifier: MIT
// shapes/ulid.js: ULID: timestamp 48 | randomness 80, which counts.
import { put32, read32 } from "../digits.js";
import { COUNTED, LAST_48, WAIT, add, borrow, choose, draw, drawBits, setNumber, setTail, timestamp, unitsOf } from "../machine.js";
import { formatWith } from "../read.js";
import { fail } from "../system.js";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const shape = {
    name: "ulid",
    size: 16,
    length: 26,
    put: /* @__PURE__ */ put32(DIGITS),
    unit: 1,
    zero: 0,
    first: 0,
    last: LAST_48,
    counted: 15,
    tail: 0,
    defaultGuard: 0,

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        let t = timestamp;
        const { bytes } = m;
        if (event === WAIT) return event;
        if (event === COUNTED) {
            const step = m.randomStep ? drawBits(m, 32) + 1 : 1;
            const from = add(bytes, 6, 16, step);
            if (from > 0) {
                m.from = from;
                return event;
            }
            add(bytes, 6, 16, -step);
            if (!m.borrow) fail("OVERFLOW", "ulid: no ID is left in this ms");
            event = borrow(m);
            t++;
        }
        setTail(bytes, draw(m, 10), 10);
        if (m.guard === 1) bytes[6] &= 127;
        setNumber(bytes, 0, 6, t);
        m.t = t;
        m.from = 0;
        return event;
    },
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "ULID",
    fields: [["timestamp", 48, "timestamp"], ["randomness", 80, "random"]],
    read: /* @__PURE__ */ read32(DIGITS),
    pattern: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
    other: (text) => text.search(/[^0-9A-HJKMNP-TV-Z]/i),
    largest: undefined,
    limit: undefined,
    fold: (text) => text.toUpperCase(),
    fix: undefined,
    add: undefined,
    isLenient: true, // with hyphens and Crockford's aliases, as an encoding of parse()
    needsNode: false,
});

export const options = { shape, names: ["stateless", "borrow", "randomStep", "guardBits"], mostGuardBits: 1 };
