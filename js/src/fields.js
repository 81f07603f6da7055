// SPDX-License-Identifier: MIT
// fields.js: the fields of IDs, their neighbors and bounds.
import { add, setNumber } from "./machine.js";
import { intOf, timestampOf } from "./read.js";

/** The values of the fields of an ID, by their names. */
export const fieldsOf = (shape, bytes) => {
    let rest = intOf(bytes);
    const values = shape.fields.map(([name, bits]) => [name, bits]).reverse();
    for (const field of values) {
        const bits = BigInt(field[1]);
        field[1] = rest & ((1n << bits) - 1n);
        rest >>= bits;
    }
    return Object.freeze(Object.fromEntries(values.reverse()));
};

/** Moves bytes to the next ID by 1 or -1. Returns whether there is one. */
export const moveTo = (shape, bytes, step) =>
    (shape.add ?? add)(bytes, 0, shape.size, step) >= 0 && !(timestampOf(shape, bytes) > shape.limit);

/** The first ID of a timestamp, or with `fill` 255 the last one. */
export const boundOf = (shape, timestamp, fill) => {
    const [[, bits]] = shape.fields;
    const bytes = new Uint8Array(shape.size).fill(fill);
    if (bits === 44) setNumber(bytes, 0, 6, timestamp * 16 + (fill & 15));
    else setNumber(bytes, 0, bits / 8, timestamp);
    shape.fix?.(bytes);
    return bytes;
};
