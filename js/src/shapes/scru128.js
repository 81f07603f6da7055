// SPDX-License-Identifier: MIT
// shapes/scru128.js: SCRU128 v2.1.1: timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32.
import { BORROWED, CARRIED, COUNTED, LAST_48, WAIT, add, borrow, choose, countUp, draw, drawBits, isFresh, isFull, setNumber, setTail, timestamp, unitsOf } from "../machine.js";
import { BASE36, putRadix, readRadix } from "../radix.js";
import { formatWith } from "../read.js";

const RENEWAL_MS = 1000; // life of counter_hi

export const shape = {
    name: "scru128",
    size: 16,
    length: 25,
    put: /* @__PURE__ */ putRadix(BASE36, 25, 16, 5),
    unit: 1,
    zero: 0,
    first: 1,
    last: LAST_48 - 1,
    counted: 11,
    tail: 4,
    defaultGuard: 0,

    step(m, ms) {
        let event = choose(m, unitsOf(shape, ms));
        const fresh = isFresh;
        let t = timestamp;
        const { bytes } = m;
        if (event === WAIT || (event === COUNTED && countUp(m))) return event;
        if (event === COUNTED && isFull(bytes, 9, 12)) {
            event = CARRIED;
            if (isFull(bytes, 6, 9)) {
                event = borrow(m);
                t++;
            }
        }
        const isCounted = event === COUNTED || event === CARRIED;
        const low = isCounted ? 0 : drawBits(m, 24);
        const isRenewed = fresh || t - m.renewed >= RENEWAL_MS;
        const high = isRenewed ? drawBits(m, 24) : 0;
        setTail(bytes, draw(m, 4), 4);
        if (isCounted) add(bytes, 6, 12, 1);
        else setNumber(bytes, 9, 12, low);
        if (event === BORROWED) setNumber(bytes, 6, 9, 0);
        if (isRenewed) {
            setNumber(bytes, 6, 9, high);
            m.renewed = t;
        }
        if (t !== m.t) setNumber(bytes, 0, 6, t);
        m.t = t;
        return event;
    },
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "SCRU128 v2.1.1",
    fields: [["timestamp", 48, "timestamp"], ["counterHi", 24, "layer"], ["counterLo", 24, "counter"], ["entropy", 32, "random"]],
    read: /* @__PURE__ */ readRadix(BASE36, 25, 16, 5),
    pattern: /^[\da-z]{25}$/i,
    other: (text) => text.search(/[^\da-z]/i),
    largest: "f5lxx1zz5pnorynqglhzmsp33",
    limit: undefined,
    fold: (text) => text.toLowerCase(),
    fix: undefined,
    add: undefined,
    isLenient: false,
    needsNode: false,
});

export const options = { shape, names: ["stateless"] };
