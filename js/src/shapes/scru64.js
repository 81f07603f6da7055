// SPDX-License-Identifier: MIT
// shapes/scru64.js: SCRU64 v1.0.0: ticks of 256 ms 40 | node id and counter 24. A machine has the
// counter in hi, and the node as node, nodeSize. Its `cover`, if it has one, waits until a tick
// may be used.
import { BASE36, lowBits, putWords } from "../digits.js";
import { COUNTED, WAIT, borrow, choose, drawBits, timestamp, unitsOf } from "../machine.js";
import { beginAtNextTick, parseNodeSpec } from "../node.js";
import { wrongType } from "../read.js";
import { fail } from "../system.js";


// Reads the node. Returns the bits of the counter.
const configure = (m, { node }) => {
    if (node === undefined) fail("NO_NODE_SPEC", 'scru64: a generator needs a node: { node: "42/8" }');
    if (typeof node !== "string") wrongType("the option node", "a node spec", node);
    Object.assign(m, parseNodeSpec(shape, node), { mode: "abort" });
    m.guard = m.nodeSize < 20 ? 0 : 1;
    return 24 - m.nodeSize;
};

export const shape = {
    name: "scru64",
    title: "SCRU64 v1.0.0",
    fields: [["timestamp", 40, "timestamp"], ["nodeCtr", 24, "counter"]],
    alphabet: BASE36,
    length: 12,
    pattern: /^[\da-z]{12}$/i,
    words: 2,
    fold: "toLowerCase",
    limit: [0x41c21cb8, 0xe0ffffff], // 36^12 - 1
    unit: 256,
    zero: 0,
    first: 1,
    last: 282429536479,
    flags: [],
    needsNode: true,
    options: ["node"],
    configure,
    begin: beginAtNextTick,

    step(m, ms) {
        const counterBits = 24 - m.nodeSize;
        let event = choose(m, unitsOf(shape, ms));
        let t = timestamp;
        let { hi } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && ++hi === 2 ** counterBits) {
            event = borrow(m);
            t++;
        }
        if (event !== COUNTED) hi = drawBits(m, counterBits - m.guard);
        if (m.cover !== undefined && (event !== COUNTED || m.isGiven)) m.cover(t);
        m.isGiven = false;
        m.t = t;
        m.hi = hi;
        return event;
    },

    write(m, codes, end) {
        const counterBits = 24 - m.nodeSize;
        const low = lowBits(m.t, 256) * 2 ** 24 + m.node * 2 ** counterBits + m.hi;
        putWords(codes, end, [Math.floor(m.t / 256), low], 12, BASE36);
    },
};
