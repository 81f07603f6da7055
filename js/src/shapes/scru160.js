// SPDX-License-Identifier: MIT
// shapes/scru160.js: SCRU160 v0.1.0: timestamp 48 | counter 16 | random16 16 | random80 80. A machine
// has the counter with its extension into random16 in hi. With the fraction its unit is a
// microsecond, whose number within the ms takes the first 10 bits of the counter.
import { BASE32HEX, put32, read32 } from "../digits.js";
import { lateByClock, microsecondsOf, systemFraction } from "../fraction.js";
import { COUNTED, LAST_48, RESET, WAIT, borrow, choose, draw, drawBits, setNumber, setTail, timestamp, unitsOf } from "../machine.js";
import { countOf } from "../system.js";
import { formatWith } from "../read.js";

export const shape = {
    name: "scru160",
    size: 20,
    length: 32,
    put: /* @__PURE__ */ put32(BASE32HEX),
    unit: 1,
    zero: 0,
    first: 1,
    last: LAST_48 - 1,
    counted: undefined,
    tail: 0,
    defaultGuard: 1,

    step(m, ms) {
        const { fraction, extensionBits = 0, nodeBits = 0, nodeId = 0, bytes } = m;
        const counterBits = (fraction ? 6 : 16) + extensionBits;
        const limit = (fraction ? 64 : 65536) * (1 << extensionBits); // 2 ** counterBits, which engines make slowly
        const randomBits = 16 - extensionBits - nodeBits;
        const now = fraction ? microsecondsOf(ms) : ms;
        const units = unitsOf(shape, ms);
        let event = choose(m, fraction ? now : units, fraction ? lateByClock(m, now) : m.late);
        let t = timestamp;
        let { hi } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && ++hi === limit) {
            event = borrow(m, fraction ? LAST_48 * 1000 - 1 : undefined);
            t++;
        }
        if (event !== COUNTED) hi = drawBits(m, counterBits - m.guard);
        const layer = nodeId * (1 << randomBits) + drawBits(m, randomBits);
        setTail(bytes, draw(m, 10), 10);
        const wholeMs = fraction ? Math.floor(t / 1000) : t;
        const counter = (fraction ? (t - wholeMs * 1000) * limit : 0) + hi;
        // The counter's last bits, its extension, are the first ones of random16.
        const both = counter * (65536 >> extensionBits) + layer;
        setNumber(bytes, 0, 6, wholeMs);
        setNumber(bytes, 6, 10, both);
        m.t = t;
        m.hi = hi;
        if (event === RESET || now > m.renewed) m.renewed = now;
        return event;
    },
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "SCRU160 v0.1.0",
    fields: [["timestamp", 48, "timestamp"], ["counter", 16, "counter"], ["random16", 16, "random"], ["random80", 80, "random"]],
    read: /* @__PURE__ */ read32(BASE32HEX),
    pattern: /^[\da-v]{32}$/i,
    other: (text) => text.search(/[^\da-v]/i),
    largest: undefined,
    limit: undefined,
    fold: (text) => text.toUpperCase(),
    fix: undefined,
    add: undefined,
    isLenient: false,
    needsNode: false,
});

export const options = {
    shape,
    names: ["fraction", "guardBits", "extensionBits", "nodeBits", "nodeId"],
    // Reads what random16 contains. Returns the bits of the counter, the most guard bits.
    configure(m, { extensionBits = 0, nodeBits = 0, nodeId = 0 }) {
        m.extensionBits = countOf("the option extensionBits", extensionBits, 0, 16);
        m.nodeBits = countOf("the option nodeBits", nodeBits, 0, 16 - extensionBits);
        m.nodeId = countOf("the option nodeId", nodeId, 0, 2 ** nodeBits - 1);
        return (m.fraction ? 6 : 16) + extensionBits;
    },
    fractionClock: systemFraction,
};
