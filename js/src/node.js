// SPDX-License-Identifier: MIT
// node.js: the node of a scru64 generator: the node spec "42/8", "0xb00/12" or "0u2r85hm2pt3/16", and
// the ticks in which a program that may have been started again makes IDs.
import { lateWait, numberOf } from "./machine.js";
import { bytesOf, timestampOf } from "./read.js";
import { fail, show } from "./system.js";
import { waiter } from "./wait.js";

const refuseSpec = (spec, code, position, why) => fail(code, `the node spec ${show(spec)}: ${why} (position ${position})`, position);

// Where a text stops being the beginning of a node spec.
const badPosition = (spec) => {
    let end = Math.min(spec.length, 20); // a spec has at most 16 characters
    while (end > 0 && !/^(?:[\da-z]{1,12}|[\da-z]{12}\/\d{0,3}|0x[\da-f]{1,6}\/\d{0,3}|\d{1,8}\/\d{0,3})$/i.test(spec.slice(0, end))) end--;
    return end;
};

/** { node, nodeSize } of a node spec, and of one with an earlier ID its t and hi, after which a
 * machine continues. */
export const parseNodeSpec = (format, spec) => {
    const parts = /^(?:([\da-z]{12})|0x([\da-f]{1,6})|(\d{1,8}))\/(\d{1,3})$/i.exec(spec);
    if (parts === null) refuseSpec(spec, "BAD_NODE_SPEC", badPosition(spec), "want NODE/SIZE or ID/SIZE");
    const [, id, hex, decimal] = parts;
    const nodeSize = Number(parts[4]);
    if (nodeSize < 1 || nodeSize > 23) refuseSpec(spec, "OUT_OF_RANGE", spec.indexOf("/") + 1, "the size must be 1 to 23");
    if (id === undefined) {
        const node = hex === undefined ? Number(decimal) : parseInt(hex, 16);
        if (node >= 2 ** nodeSize) refuseSpec(spec, "OUT_OF_RANGE", 0, `the last node id of ${nodeSize} bits is ${2 ** nodeSize - 1}`);
        return { node, nodeSize };
    }
    const bytes = bytesOf(format, id);
    const t = timestampOf(format, bytes);
    if (t < format.first || t > format.last) refuseSpec(spec, "RESERVED", 0, "the timestamp of the ID is reserved");
    const nodeCtr = numberOf(bytes, 5, 8);
    const node = nodeCtr >>> (24 - nodeSize);
    return { node, nodeSize, t, hi: nodeCtr - node * 2 ** (24 - nodeSize) };
};

/** Lets a machine of the system's clock begin one tick after the clock, and make no ID in a tick that
 * the clock has not reached. So its IDs follow those of an earlier generator of the node, which may
 * be unknown after a page was loaded again, if the clock was not set back and that one has ended. */
export const beginAtNextTick = (machine, clock) => {
    const tickOf = (ms) => Math.floor(ms / machine.shape.unit);
    const tick = tickOf(clock());
    if (!(machine.t > tick)) Object.assign(machine, { t: tick, hi: 2 ** (24 - machine.nodeSize) - 1 });
    machine.isGiven = true;
    machine.cover = (t) => {
        const wait = waiter();
        for (let ms = clock(); tickOf(ms) < t; ms = clock()) {
            if (tickOf(ms) + 1 < t && machine.late !== lateWait) fail("BOUND_REACHED", 'scru64: the next ID is of a tick that the clock has not reached: mode "wait" waits for it');
            wait(ms);
        }
    };
};
