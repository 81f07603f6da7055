// SPDX-License-Identifier: MIT
// read.js: texts, bytes and integers that are read as IDs of a shape. Inside the package an ID is its
// canonical text, or its words of 32 bits, most significant first.
import { BASE16, putWords, readNumber, readWords } from "./digits.js";
import { SortidError } from "./system.js";

const REASONS = {
    BAD_LENGTH: "wrong length",
    BAD_DIGIT: "not a digit of this format",
    OUT_OF_RANGE: "above the last ID of this format",
    BAD_VERSION: "a UUID of another version",
    BAD_VARIANT: "a UUID of another variant than that of RFC 9562",
};

// ---- Errors -----------------------------------------------------------------
// An error of a value names the format, the value and the position, in this order.

const quote = (value) => (typeof value === "string" ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value) : String(value));

/** Throws the error of a refused value. */
export const refuse = (shape, value, { code, position }) => {
    throw new SortidError(`${shape.name} ${quote(value)}: ${REASONS[code]} (position ${position})`, code, position);
};

/** Throws a TypeError: what is wrong, what is expected. */
export const wrongType = (what, expected, value) => {
    const given = Object(value) === value ? Object.prototype.toString.call(value) : `the ${typeof value} ${String(value)}`;
    throw new TypeError(`sortid: ${what} is ${given}, not ${expected}`);
};

// ---- Texts ------------------------------------------------------------------

const HYPHENS = [8, 13, 18, 23];
const NO_HYPHENS = [];

/** The canonical case of a text. */
export const canonicalOf = (shape, text) => text[shape.fold]();

/** Whether a value is the text of an ID, of any case that the format allows. */
export const isText = (shape, value) =>
    typeof value === "string" && shape.pattern.test(value) && (shape.largest === undefined || canonicalOf(shape, value) <= shape.largest);

/** The words of the digits of a text, without hyphens. */
export const wordsOf = (shape, text, alphabet = shape.alphabet) => {
    const words = new Array(shape.words).fill(0);
    const digits = text.replace(/-/g, "");
    readWords(words, alphabet === BASE16 ? digits.toLowerCase() : canonicalOf(shape, digits), alphabet);
    return words;
};

/** The refusal of a text by its length and its digits; undefined if both are right. */
export const refusalOfDigits = (text, length, isDigit, hyphens = NO_HYPHENS) => {
    if (text.length !== length) return { code: "BAD_LENGTH", position: Math.min(text.length, length) };
    for (let i = 0; i < length; i++)
        if (hyphens.includes(i) ? text[i] !== "-" : !isDigit(text[i])) return { code: "BAD_DIGIT", position: i };
    return undefined;
};

/** Whether a character is a digit of an alphabet, in any case that the shape allows. */
export const isDigitOf = (shape, alphabet) => (character) =>
    character < "\x80" && alphabet.values[canonicalOf(shape, character).charCodeAt(0)] !== 255;

/** The refusal of a string for which isText() is false. */
export const refusalOf = (shape, text) =>
    refusalOfDigits(text, shape.length, isDigitOf(shape, shape.alphabet), shape.isUuid ? HYPHENS : NO_HYPHENS) ??
    (shape.isUuid ? refusalOfWords(shape, wordsOf(shape, text), [14, 19]) : { code: "OUT_OF_RANGE", position: 0 });

/** The canonical text of a text, or of an ID of this package; throws. */
export const checked = (shape, value) => {
    const text = typeof value === "object" && value !== null ? value.text : value;
    if (isText(shape, text)) return canonicalOf(shape, text);
    if (typeof text !== "string") wrongType(`a ${shape.name}`, "a string", value);
    return refuse(shape, text, refusalOf(shape, text));
};

// ---- Words ------------------------------------------------------------------

/** The refusal of words: after the last ID, or wrong fixed bits, whose positions are given; undefined
 * for an ID. */
export const refusalOfWords = ({ limit, isUuid }, words, [version, variant]) => {
    if (limit !== undefined && (words[0] > limit[0] || (words[0] === limit[0] && words[1] > limit[1])))
        return { code: "OUT_OF_RANGE", position: 0 };
    if (!isUuid) return undefined;
    if (((words[1] >>> 12) & 15) !== 7) return { code: "BAD_VERSION", position: version };
    return words[2] >>> 30 === 2 ? undefined : { code: "BAD_VARIANT", position: variant };
};

export const isId = (shape, words) => refusalOfWords(shape, words, NO_HYPHENS) === undefined;

/** The words; throws if they are not an ID. An error names `value`. */
export const checkedWords = (shape, words, value, positions) => {
    const refusal = refusalOfWords(shape, words, positions);
    return refusal === undefined ? words : refuse(shape, value, refusal);
};

const digitsOf = (words, length, alphabet) => {
    const codes = new Array(length).fill(0);
    putWords(codes, length, words, length, alphabet);
    return String.fromCharCode(...codes);
};

export const hexOf = (words) => digitsOf(words, words.length * 8, BASE16);
export const intOf = (words) => BigInt(`0x${hexOf(words)}`);
export const uuidOf = (words) => hexOf(words).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
export const textOf = (shape, words) => (shape.isUuid ? uuidOf(words) : digitsOf(words, shape.length, shape.alphabet));

/** The words of a bigint of the format's size, which may not be an ID. */
export const splitInt = (shape, value) =>
    Array.from({ length: shape.words }, (_, i) => Number((value >> BigInt(32 * (shape.words - 1 - i))) & 0xffffffffn));

/** The words of a bigint; throws. */
export const wordsOfInt = (shape, value) => {
    if (typeof value !== "bigint") wrongType(`an integer of ${shape.name}`, "a bigint", value);
    if (value < 0n || value >> BigInt(32 * shape.words) !== 0n) refuse(shape, value, { code: "OUT_OF_RANGE", position: 0 });
    return checkedWords(shape, splitInt(shape, value), value, [0, 0]);
};

// ---- Bytes and time ---------------------------------------------------------

export const bytesOf = (words) => {
    const bytes = new Uint8Array(4 * words.length);
    const view = new DataView(bytes.buffer);
    words.forEach((word, i) => view.setUint32(4 * i, word));
    return bytes;
};

/** The words of the bytes of any view or buffer, also of another realm; throws. */
export const wordsOfBytes = (shape, bytes) => {
    const isView = ArrayBuffer.isView(bytes);
    const size = 4 * shape.words;
    if (!isView && !/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(bytes)))
        wrongType(`the bytes of a ${shape.name}`, "a Uint8Array", bytes);
    if (bytes.byteLength !== size) throw new TypeError(`sortid: a ${shape.name} has ${size} bytes, not ${bytes.byteLength}`);
    const view = isView ? new DataView(bytes.buffer, bytes.byteOffset, size) : new DataView(bytes);
    const words = Array.from({ length: shape.words }, (_, i) => view.getUint32(4 * i));
    return checkedWords(shape, words, `0x${hexOf(words)}`, [6, 8]);
};

/** The Unix time in ms of a canonical text. */
export const unixMsOf = (shape, text) => {
    const { head, unit, zero, alphabet, fields } = shape;
    if (shape.isUuid) return parseInt(text.slice(0, 8) + text.slice(9, 13), 16);
    if (head !== undefined) return Math.floor(readNumber(text, 10, alphabet) / head) + zero;
    const [first, second] = wordsOf(shape, text);
    const more = fields[0][1] - 32; // bits of the timestamp in the second word
    return (first * 2 ** more + (more === 0 ? 0 : second >>> (32 - more))) * unit + zero;
};
