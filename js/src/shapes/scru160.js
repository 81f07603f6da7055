// SPDX-License-Identifier: MIT
// shapes/scru160.js: SCRU160 v0.1.0: timestamp 48 | counter 16 | random16 16 | random80 80. A machine
// has the counter with its extension into random16 in hi, the rest of random16 in layer, random80
// in lo 40 | tail 40. With the fraction the unit is a microsecond, whose number within the ms
// takes the first 10 bits of the counter.
import { BASE32HEX, lowBits, put32 } from "../digits.js";
import { LAST_48, COUNTED, RESET, WAIT, borrow, choose, drawBits, drawBytes, drawnNumber, microsecondsOf, modeByClock, timestamp, unitsOf } from "../machine.js";
import { countOf } from "../options.js";


// Reads what random16 contains. Returns the bits of the counter.
const configure = (m, { extensionBits = 0, nodeBits = 0, nodeId = 0 }) => {
    m.extensionBits = countOf(shape, "extensionBits", extensionBits, 0, 16);
    m.nodeBits = countOf(shape, "nodeBits", nodeBits, 0, 16 - extensionBits);
    m.nodeId = countOf(shape, "nodeId", nodeId, 0, 2 ** nodeBits - 1);
    return (m.fraction ? 6 : 16) + extensionBits;
};

export const shape = {
    name: "scru160",
    title: "SCRU160 v0.1.0",
    fields: [["timestamp", 48, "timestamp"], ["counter", 16, "counter"], ["random16", 16, "random"], ["random80", 80, "random"]],
    alphabet: BASE32HEX,
    length: 32,
    pattern: /^[\da-v]{32}$/i,
    words: 5,
    fold: "toUpperCase",
    head: 4, // 10 digits are the timestamp and 2 bits
    unit: 1,
    zero: 0,
    first: 1,
    last: LAST_48 - 1,
    defaultGuard: 1,
    flags: ["fraction"],
    options: ["extensionBits", "nodeBits", "nodeId"],
    configure,

    step(m, ms) {
        const { fraction, extensionBits = 0, nodeBits = 0, nodeId = 0 } = m;
        const counterBits = (fraction ? 6 : 16) + extensionBits;
        const randomBits = 16 - extensionBits - nodeBits;
        let now = unitsOf(shape, ms);
        if (fraction) now = microsecondsOf(ms);
        let event = choose(m, now, modeByClock(m, now));
        let t = timestamp;
        let { hi } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && ++hi === 2 ** counterBits) {
            event = borrow(m, fraction ? LAST_48 * 1000 - 1 : LAST_48 - 1);
            t++;
        }
        if (event !== COUNTED) hi = drawBits(m, counterBits - m.guard);
        const layer = nodeId * 2 ** randomBits + drawBits(m, randomBits);
        drawBytes(m, 10);
        m.t = t;
        m.hi = hi;
        m.layer = layer;
        m.lo = drawnNumber(0, 5);
        m.tail = drawnNumber(5, 10);
        if (event === RESET || now > m.renewed) m.renewed = now;
        return event;
    },

    write(m, codes, end) {
        const { extensionBits = 0 } = m;
        const t = m.fraction ? Math.floor(m.t / 1000) : m.t;
        const counter = m.fraction ? lowBits(m.t, 1000) * 2 ** (6 + extensionBits) + m.hi : m.hi;
        const random16 = m.layer + lowBits(counter, 2 ** extensionBits) * 2 ** (16 - extensionBits);
        put32(codes, end, m.tail, 8, BASE32HEX);
        put32(codes, end - 8, m.lo, 8, BASE32HEX);
        put32(codes, end - 16, lowBits(t, 256) * 2 ** 32 + Math.floor(counter / 2 ** extensionBits) * 65536 + random16, 8, BASE32HEX);
        put32(codes, end - 24, Math.floor(t / 256), 8, BASE32HEX);
    },
};
