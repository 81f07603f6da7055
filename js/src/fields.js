// SPDX-License-Identifier: MIT
// fields.js: the fields of IDs, their neighbors and bounds.
import { add, setNumber } from "./machine.js";
import { intOf, timestampOf } from "./read.js";

/** The values of the fields of an ID, by their names. */
export const fieldsOf = (format, bytes) => {
    let rest = intOf(bytes);
    const values = format.fields.map(([name, bits]) => [name, bits]).reverse();
    for (const field of values) {
        const bits = BigInt(field[1]);
        field[1] = rest & ((1n << bits) - 1n);
        rest >>= bits;
    }
    return Object.freeze(Object.fromEntries(values.reverse()));
};

/** Moves bytes to the next ID by 1 or -1. Returns whether there is one. */
export const moveTo = (format, bytes, step) =>
    (format.add ?? add)(bytes, 0, format.size, step) >= 0 && !(timestampOf(format, bytes) > format.limit);

/** The first ID of a timestamp, or with `fill` 255 the last one. */
export const boundOf = (format, timestamp, fill) => {
    const [[, bits]] = format.fields;
    const bytes = new Uint8Array(format.size).fill(fill);
    const next = 1 << (-bits & 7); // of the bits of the next field in the last byte
    setNumber(bytes, 0, Math.ceil(bits / 8), timestamp * next + (fill & (next - 1)));
    format.fix?.(bytes);
    return bytes;
};
