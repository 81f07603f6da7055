// SPDX-License-Identifier: MIT
// shapes/scru64.js: SCRU64 v1.0.0: ticks of 256 ms 40 | node id and counter 24. A machine has the
// counter in hi, and the node as node, nodeSize. Its `cover`, if it has one, waits until a tick may
// be used.
import { COUNTED, WAIT, borrow, choose, drawBits, lateAbort, setNumber, timestamp, unitsOf } from "../machine.js";
import { beginAtNextTick, parseNodeSpec } from "../node.js";
import { BASE36, putRadix, readRadix } from "../radix.js";
import { fail, wrongType } from "../system.js";
import { formatWith } from "../read.js";

export const shape = {
    name: "scru64",
    size: 8,
    length: 12,
    put: /* @__PURE__ */ putRadix(BASE36, 12, 8, 5),
    unit: 256,
    zero: 0,
    first: 1,
    last: 282429536479,
    counted: undefined,
    tail: 0,
    defaultGuard: 0,

    step(m, ms) {
        const counterBits = 24 - m.nodeSize;
        let event = choose(m, unitsOf(shape, ms));
        let t = timestamp;
        let { hi } = m;
        if (event === WAIT) return event;
        if (event === COUNTED && ++hi === 1 << counterBits) {
            event = borrow(m);
            t++;
        }
        if (event !== COUNTED) hi = drawBits(m, counterBits - m.guard);
        if (m.cover !== undefined && (event !== COUNTED || m.isGiven)) m.cover(t);
        m.isGiven = false;
        setNumber(m.bytes, 0, 5, t);
        setNumber(m.bytes, 5, 8, m.node * (1 << counterBits) + hi);
        m.t = t;
        m.hi = hi;
        return event;
    },
};

export const format = /* @__PURE__ */ formatWith(shape, {
    title: "SCRU64 v1.0.0",
    fields: [["timestamp", 40, "timestamp"], ["nodeCtr", 24, "counter"]],
    read: /* @__PURE__ */ readRadix(BASE36, 12, 8, 5),
    pattern: /^[\da-z]{12}$/i,
    other: (text) => text.search(/[^\da-z]/i),
    largest: undefined,
    limit: 282429536480, // the timestamp of the last ID, 36^12 - 1
    fold: (text) => text.toLowerCase(),
    fix: undefined,
    add: undefined,
    isLenient: false,
    needsNode: true,
});

export const options = {
    shape,
    names: ["node", "guardBits"],
    // Reads the node. Returns the bits of the counter, the most guard bits.
    configure(m, { node }) {
        if (node === undefined) fail("NO_NODE_SPEC", 'scru64: a generator needs a node: { node: "42/8" }');
        if (typeof node !== "string") wrongType("the option node", node, 'a string such as "42/8"');
        Object.assign(m, parseNodeSpec(format, node), { late: lateAbort });
        m.guard = m.nodeSize < 20 ? 0 : 1;
        return 24 - m.nodeSize;
    },
    begin: beginAtNextTick,
};
