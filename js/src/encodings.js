// SPDX-License-Identifier: MIT
// encodings.js: IDs in other encodings: hex digits, decimal digits, UUIDs, and ULIDs with Crockford's
// aliases and hyphens. All give the bytes, and throw for a text that is not one.
import { otherInUuid } from "./digits.js";
import { bytesOf, bytesOfBits, bytesOfInt, checkDigits, checked, checkedBytes, encodingsOf, refuse, refuseText } from "./read.js";
import { wrongType } from "./system.js";

const hex = (format, text) => {
    checkDigits(format, text, 2 * format.size, () => text.search(/[^\da-f]/i));
    return checkedBytes(format, bytesOfBits(format, BigInt(`0x${text}`)), text, 12, 16);
};

const int = (format, text) => {
    const longest = String((1n << BigInt(8 * format.size)) - 1n).length - (format.limit === undefined ? 0 : 1);
    const { length } = text;
    // One digit at least; no 0 before others.
    checkDigits(format, text, Math.max(1, Math.min(length, longest)), () => (/^0./s.test(text) ? 0 : text.search(/\D/)));
    return bytesOfInt(format, BigInt(text));
};

// As 8-4-4-4-12 hex digits, also in braces or after urn:uuid:, or as 32 digits.
const uuid = (format, text) => {
    if (text.length === 32) return hex(format, text);
    const begin = /^\{.{36}\}$/s.test(text) ? 1 : /^urn:uuid:.{36}$/is.test(text) ? 9 : 0;
    const inner = begin === 0 ? text : text.substr(begin, 36);
    checkDigits(format, text, 36, otherInUuid, inner, begin);
    return checkedBytes(format, bytesOfBits(format, BigInt(`0x${inner.replace(/-/g, "")}`)), text, begin + 14, begin + 19);
};

// Hyphens between two digits, and i, l, o as 1, 1, 0.
const lenient = (format, text) => {
    const digits = text.replace(/-/g, "").replace(/[il]/gi, "1").replace(/o/gi, "0");
    const { length } = digits;
    // Where digit 27 is.
    const end = length > 26 ? /^(?:-*[^-]){26}-*/.exec(text)[0].length : text.length;
    if (length !== 26) refuse(format, text, "BAD_LENGTH", `${length} digits, not 26`, end);
    const [valid] = /^(?:[\da-tv-z](?:-(?=[\da-tv-z]))?)*/i.exec(text);
    if (valid !== text) refuse(format, text, "BAD_DIGIT", "a wrong character", valid.length);
    return bytesOf(format, checked(format, digits));
};

const BYTES = { text: (format, text) => bytesOf(format, checked(format, text)), hex, int, uuid, lenient };

/** The bytes of a text in an encoding; throws. */
export const bytesOfEncoded = (format, text, encoding) => {
    if (typeof text !== "string") refuseText(format, text);
    const known = encodingsOf(format);
    if (!known.includes(encoding)) wrongType("the encoding", encoding, `one of ${known.join(", ")}`);
    return BYTES[encoding](format, text);
};
