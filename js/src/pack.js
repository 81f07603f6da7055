// SPDX-License-Identifier: MIT
// pack.js: the fields of IDs, and their bits without the fixed ones as one bigint, by which IDs have
// neighbors and bounds. A field of a shape is [name, bits, kind, value of a fixed one].
import { intOf, isId, splitInt } from "./read.js";

const isFixed = (field) => field[2] === "fixed";

/** The values of the fields of an ID, in order. */
export const valuesOf = (shape, words) => {
    let rest = intOf(words);
    const values = [];
    for (const [, bits] of [...shape.fields].reverse()) {
        values.unshift(rest & ((1n << BigInt(bits)) - 1n));
        rest >>= BigInt(bits);
    }
    return values;
};

export const pack = (shape, words) =>
    valuesOf(shape, words).reduce((sum, value, i) => (isFixed(shape.fields[i]) ? sum : (sum << BigInt(shape.fields[i][1])) | value), 0n);

/** The words of a packed number; undefined if no ID has it. */
export const unpack = (shape, number) => {
    let value = 0n;
    let at = 0n;
    for (const [, bits, , fixed] of [...shape.fields].reverse()) {
        const size = BigInt(bits);
        value |= (fixed ?? number & ((1n << size) - 1n)) << at;
        if (fixed === undefined) number >>= size;
        at += size;
    }
    if (number !== 0n) return undefined; // beyond both ends: a negative number leaves -1
    const words = splitInt(shape, value);
    return isId(shape, words) ? words : undefined;
};

/** The number of bits of packed numbers below the timestamp. */
export const bitsBelow = (shape) => shape.fields.slice(1).reduce((sum, field) => (isFixed(field) ? sum : sum + field[1]), 0);
