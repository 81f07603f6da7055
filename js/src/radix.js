// SPDX-License-Identifier: MIT
// radix.js: bytes as digits of a radix that is not a power of 2, and back, as digits.js describes it.
import { codesOf, valuesOf } from "./digits.js";

// To change the base of a number, each of its digits is multiplied by the digits that its weight has
// in the other base, and the carries are settled at the end. Sums stay below 2^53: a group of digits
// is below 2^26, a half word below 2^16, and a number has at most 10 of them.
const HALF = 65536;

// rows[i][k]: digit i of `count` of the weight of digit k of `length` in the other base; without
// zeros at the end.
const rowsOf = (length, from, count, to) => {
    const weights = Array.from({ length }, (_, k) => BigInt(from) ** BigInt(length - 1 - k));
    return Array.from({ length: count }, (_, i) => {
        const unit = BigInt(to) ** BigInt(count - 1 - i);
        return Float64Array.from(weights.filter((weight) => weight >= unit), (weight) => Number((weight / unit) % BigInt(to)));
    });
};

// Sets `output` to the digits of `input` in another base.
const convert = (input, rows, base, output) => {
    const inverse = 1 / base;
    let carry = 0;
    for (let i = output.length; i-- > 0; ) {
        const row = rows[i];
        let sum = carry;
        for (let k = 0; k < row.length; k++) sum += input[k] * row[k];
        carry = Math.floor((sum + 0.5) * inverse); // sum / base, since sum < 2^46
        output[i] = sum - carry * base;
    }
};

// Texts of `length` digits for `size` bytes are written and read by groups of 4 or 5 digits.

export const putRadix = (digits, length, size, group) => {
    const codes = codesOf(digits);
    const radix = digits.length;
    const power = radix ** group;
    const pairs = Uint16Array.from({ length: radix * radix }, (_, pair) => codes[(pair / radix) | 0] | (codes[pair % radix] << 8));
    const inverse = 1 / pairs.length;
    const groups = new Float64Array(Math.ceil(length / group));
    const halves = new Float64Array(size / 2);
    let rows; // made at the first use
    return (text, at, bytes) => {
        for (let i = 0; i < halves.length; i++) halves[i] = (bytes[2 * i] << 8) | bytes[2 * i + 1];
        convert(halves, (rows ??= rowsOf(halves.length, HALF, groups.length, power)), power, groups);
        let end = at + length;
        for (let i = groups.length; i-- > 0; ) {
            let rest = groups[i] | 0;
            const first = Math.max(end - group, at);
            for (; end - first > 1; end -= 2) {
                const next = ((rest + 0.5) * inverse) | 0; // rest / pairs.length, since rest < 2^26
                const pair = pairs[rest - next * pairs.length];
                text[end - 1] = pair >> 8;
                text[end - 2] = pair & 255;
                rest = next;
            }
            if (end > first) text[--end] = codes[rest];
        }
    };
};

export const readRadix = (digits, length, size, group) => {
    const values = valuesOf(digits);
    const radix = digits.length;
    const groups = new Float64Array(Math.ceil(length / group));
    const halves = new Float64Array(size / 2);
    let rows;
    return (bytes, text) => {
        for (let i = 0, end = length - group * (groups.length - 1), from = 0; i < groups.length; i++, end += group) {
            let value = 0;
            for (; from < end; from++) value = value * radix + values[text.charCodeAt(from)];
            groups[i] = value;
        }
        convert(groups, (rows ??= rowsOf(groups.length, radix ** group, halves.length, HALF)), HALF, halves);
        for (let i = 0; i < halves.length; i++) {
            bytes[2 * i] = halves[i] / 256;
            bytes[2 * i + 1] = halves[i];
        }
    };
};

export const BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz";
export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
