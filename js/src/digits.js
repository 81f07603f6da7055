// SPDX-License-Identifier: MIT
// digits.js: bytes as digits of 4 or 5 bits, and back. Here and in radix.js
//   put...() makes put(text, at, bytes, from), which writes the codes of the digits into an array,
//   from text[at] on; it may leave out those of the bytes before `from`
//   read...() makes read(bytes, text), which sets the bytes to those of a text in any case

export const codesOf = (digits) => Uint8Array.from(digits, (digit) => digit.charCodeAt(0));

/** An array for the codes of a text. It has hyphens where no digit is put. */
export const newCodes = (length) => new Array(length).fill(45);

/** The value of each character code: of digits of one case also in the other. */
export const valuesOf = (digits) => {
    const values = new Uint8Array(128);
    for (const each of [digits.toLowerCase(), digits.toUpperCase(), digits]) codesOf(each).forEach((code, value) => (values[code] = value));
    return values;
};

// ---- 32 digits, for 5 n or 5 n + 1 bytes: 5 bytes are 8 digits, a first byte is 2 ----

export const BASE32HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

export const put32 = (digits) => {
    const codes = codesOf(digits);
    return (text, at, bytes, from) => {
        let i = bytes.length;
        let end = at + Math.ceil(1.6 * i);
        if (from === i - 1) {
            text[end - 1] = codes[bytes[from] & 31];
            text[end - 2] = codes[((bytes[from - 1] << 3) | (bytes[from] >> 5)) & 31];
            return;
        }
        for (; i > from && i > 4; i -= 5, end -= 8) {
            const low = bytes[i - 1] | (bytes[i - 2] << 8) | (bytes[i - 3] << 16);
            const high = (bytes[i - 3] >> 4) | (bytes[i - 4] << 4) | (bytes[i - 5] << 12);
            text[end - 1] = codes[low & 31];
            text[end - 2] = codes[(low >> 5) & 31];
            text[end - 3] = codes[(low >> 10) & 31];
            text[end - 4] = codes[(low >> 15) & 31];
            text[end - 5] = codes[high & 31];
            text[end - 6] = codes[(high >> 5) & 31];
            text[end - 7] = codes[(high >> 10) & 31];
            text[end - 8] = codes[high >> 15];
        }
        if (i > from) {
            text[end - 1] = codes[bytes[0] & 31];
            text[end - 2] = codes[bytes[0] >> 5];
        }
    };
};

export const read32 = (digits) => {
    const values = valuesOf(digits);
    return (bytes, text) => {
        const two = (at) => (values[text.charCodeAt(at)] << 5) | values[text.charCodeAt(at + 1)];
        let i = bytes.length;
        for (let end = text.length; i > 4; i -= 5, end -= 8) {
            const low = (two(end - 4) << 10) | two(end - 2);
            const high = (two(end - 8) << 10) | two(end - 6);
            bytes[i - 1] = low;
            bytes[i - 2] = low >> 8;
            bytes[i - 3] = (low >> 16) | (high << 4);
            bytes[i - 4] = high >> 4;
            bytes[i - 5] = high >> 12;
        }
        if (i > 0) bytes[0] = two(0);
    };
};

// ---- Hex digits of a UUID: two for a byte, with hyphens before some bytes -----

const HEX = "0123456789abcdef";
const PLACES = /* @__PURE__ */ Uint8Array.from({ length: 16 }, (_, i) => 2 * i + [4, 6, 8, 10].filter((byte) => byte <= i).length);

export const putUuid = () => {
    const codes = codesOf(HEX);
    return (text, at, bytes, from) => {
        for (let i = from; i < bytes.length; i++) {
            text[at + PLACES[i]] = codes[bytes[i] >> 4];
            text[at + PLACES[i] + 1] = codes[bytes[i] & 15];
        }
    };
};

export const readUuid = () => {
    const values = valuesOf(HEX);
    return (bytes, text) => {
        for (let i = 0; i < bytes.length; i++) bytes[i] = (values[text.charCodeAt(PLACES[i])] << 4) | values[text.charCodeAt(PLACES[i] + 1)];
    };
};

/** The index of the first character that is wrong in a UUID; -1 if none is. */
export const otherInUuid = (text) => Array.from(text).findIndex((each, i) => !([8, 13, 18, 23].includes(i) ? each === "-" : /[\da-f]/i.test(each)));
