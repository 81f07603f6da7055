// SPDX-License-Identifier: MIT
// digits.js: numbers as digits of an alphabet. put...() write character codes, the last at `end` - 1.

// `group` digits, of all kinds, are a number below 2^21, so that a word and a carry fit 2^53.
const alphabetOf = (digits, group = 4) => {
    const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
    const values = new Uint8Array(128).fill(255);
    codes.forEach((code, value) => (values[code] = value));
    return { codes, values, radix: digits.length, group, power: digits.length ** group, inverse: 1 / digits.length };
};

// The letters in canonical case: a reader changes the case first.
export const BASE16 = /* @__PURE__ */ alphabetOf("0123456789abcdef");
export const BASE32HEX = /* @__PURE__ */ alphabetOf("0123456789ABCDEFGHIJKLMNOPQRSTUV");
export const BASE36 = /* @__PURE__ */ alphabetOf("0123456789abcdefghijklmnopqrstuvwxyz");
export const BASE62 = /* @__PURE__ */ alphabetOf("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 3);
export const CROCKFORD = /* @__PURE__ */ alphabetOf("0123456789ABCDEFGHJKMNPQRSTVWXYZ");

/** The rest of a number by a power of 2. The operator % is slow beyond 2^31. */
export const lowBits = (number, power) => number - Math.floor(number / power) * power;

/** Writes the last `count` digits, 5 to 10, of 5 bits of a number below 2^53. */
export const put32 = (codes, end, number, count, { codes: digits }) => {
    const stop = end - count;
    let high = Math.floor(number / 0x2000000);
    let low = lowBits(number, 0x2000000) | 0;
    for (let i = 0; i < 5; i++, low >>>= 5) codes[--end] = digits[low & 31];
    for (; end > stop; high >>>= 5) codes[--end] = digits[high & 31];
};

/** Writes the last `count` hex digits, at most 8, of a number below 2^32. */
export const putHex = (codes, end, number, count) => {
    for (const stop = end - count; end > stop; number >>>= 4) codes[--end] = BASE16.codes[number & 15];
};

const quotient = /* @__PURE__ */ new Float64Array(5);

/** Writes the last `count` digits of a number given in words of 32 bits, most significant first. */
export const putWords = (codes, end, words, count, { codes: digits, radix, group, power, inverse }) => {
    const stop = end - count;
    const { length } = words;
    for (let i = 0; i < length; i++) quotient[i] = words[i];
    for (let first = 0; end > stop; ) {
        let rest = 0;
        for (let i = first; i < length; i++) {
            const value = rest * 0x100000000 + quotient[i];
            quotient[i] = Math.floor(value / power);
            rest = value - quotient[i] * power;
        }
        if (first < length - 1 && quotient[first] === 0) first++;
        for (let i = 0, part = rest | 0; i < group && end > stop; i++) {
            const next = ((part + 0.5) * inverse) | 0; // part / radix, since part < 2^21
            codes[--end] = digits[part - next * radix];
            part = next;
        }
    }
};

/** Sets words of 32 bits to the number of a text of digits, in canonical case. */
export const readWords = (words, text, { values, radix, group }) => {
    words.fill(0);
    for (let from = 0; from < text.length; from += group) {
        let carry = 0;
        let power = 1;
        for (let i = from; i < from + group && i < text.length; i++) {
            carry = carry * radix + values[text.charCodeAt(i)];
            power *= radix;
        }
        for (let i = words.length; i-- > 0; ) {
            const value = words[i] * power + carry;
            words[i] = lowBits(value, 0x100000000);
            carry = Math.floor(value / 0x100000000);
        }
    }
};

/** The number of the first `count` digits, at most 2^53. */
export const readNumber = (text, count, { values, radix }) => {
    let number = 0;
    for (let i = 0; i < count; i++) number = number * radix + values[text.charCodeAt(i)];
    return number;
};
