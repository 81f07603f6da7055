// SPDX-License-Identifier: MIT
// read.js: texts, bytes and integers that are read as IDs of a format. Inside the package an ID is its
// canonical text or its bytes.
import { newCodes } from "./digits.js";
import { numberOf, setNumber } from "./machine.js";
import { fail, show, wrongType } from "./system.js";

/** Throws the error of a refused value. */
export const refuse = (format, value, code, why, position) =>
    fail(code, `${format.name} ${show(value)}: ${why}${position === undefined ? "" : ` (position ${position})`}`, position);

/** A format: a shape, which is what making IDs needs, and what reading them needs. All formats have
 * the same properties in the same order, so that engines take them for objects of one class. */
export const formatWith = (shape, reading) => ({ ...shape, ...reading, codes: newCodes(shape.length), scratch: new Uint8Array(shape.size) });

/** The names of its encodings, of which "lenient" is only read. */
export const encodingsOf = ({ size, isLenient }) => ["text", "hex", "int", ...(size === 16 ? ["uuid"] : []), ...(isLenient ? ["lenient"] : [])];

// ---- Texts ------------------------------------------------------------------

// The first digit tells it of most texts.
const isUpTo = (format, text, largest) => format.fold(text[0]) < largest[0] || format.fold(text) <= largest;

/** Whether a value is the text of an ID, of any case that the format allows. */
export const isText = (format, value) =>
    typeof value === "string" && format.pattern.test(value) && (format.largest === undefined || isUpTo(format, value, format.largest));

/** Throws if a text, which is value[begin] and so on, has another length, or a wrong character, whose
 * index `other` finds. */
export const checkDigits = (format, value, length, other, text = value, begin = 0) => {
    if (text.length !== length) refuse(format, value, "BAD_LENGTH", `${text.length} characters, not ${length}`, begin + Math.min(text.length, length));
    const position = other(text);
    if (position >= 0) refuse(format, value, "BAD_DIGIT", "a wrong character", begin + position);
};

/** Throws the error of a value for which isText() is false. */
export const refuseText = (format, value) => {
    if (typeof value !== "string") wrongType(format.name, value, "a string");
    checkDigits(format, value, format.length, format.other);
    if (format.fix) checkedBytes(format, bytesOf(format, value), value, 14, 19);
    return refuse(format, value, "OUT_OF_RANGE", "above the last ID", 0);
};

/** The text of an ID of the format that is an object; another value as it is. */
export const unwrap = (format, value) => (value?.format === format.name ? value.text : value);

/** A text, or that of an ID as an object; throws. */
export const checked = (format, value) => {
    const text = unwrap(format, value);
    return isText(format, text) ? text : refuseText(format, text);
};

/** The same in the canonical case. */
export const canonicalOf = (format, value) => format.fold(checked(format, value));

// ---- Bytes ------------------------------------------------------------------

/** The bytes of a text. */
export const bytesOf = (format, text) => {
    const bytes = new Uint8Array(format.size);
    format.read(bytes, text);
    return bytes;
};

/** The text of bytes. */
export const textOf = (format, bytes) => {
    format.put(format.codes, 0, bytes, 0);
    return String.fromCharCode.apply(null, format.codes);
};

export const intOf = (bytes) => {
    let int = 0n;
    for (let i = 0; i < bytes.length; i += 4) int = (int << 32n) | BigInt(numberOf(bytes, i, i + 4));
    return int;
};

export const hexOf = (bytes) => intOf(bytes).toString(16).padStart(2 * bytes.length, "0");

/** The timestamp of bytes in units of the format. Its last byte may have bits of the next field. */
export const timestampOf = ({ fields: [[, bits]] }, bytes) => Math.floor(numberOf(bytes, 0, Math.ceil(bits / 8)) / (1 << (-bits & 7)));

/** The Unix time in ms of a text. */
export const unixMsOf = (format, text) => {
    format.read(format.scratch, text);
    return timestampOf(format, format.scratch) * format.unit + format.zero;
};

/** The bytes; throws if they are after the last ID or have other fixed bits, in an error that names
 * `value` and the positions of those. */
export const checkedBytes = (format, bytes, value, version, variant) => {
    if (timestampOf(format, bytes) > format.limit) refuse(format, value, "OUT_OF_RANGE", "above the last ID", 0);
    if (format.fix && bytes[6] >> 4 !== 7) refuse(format, value, "BAD_VERSION", "a UUID of another version", version);
    if (format.fix && bytes[8] >> 6 !== 2) refuse(format, value, "BAD_VARIANT", "a UUID of another variant", variant);
    return bytes;
};

/** The bytes of a view or a buffer, also of another realm; throws. */
export const bytesOfView = (format, view) => {
    const isView = ArrayBuffer.isView(view);
    if (!isView && !/ArrayBuffer]$/.test(show(view))) wrongType(`the bytes of a ${format.name}`, view, "a Uint8Array");
    const { byteLength } = view;
    if (byteLength !== format.size) refuse(format, view, "BAD_LENGTH", `${byteLength} bytes, not ${format.size}`);
    const bytes = view instanceof Uint8Array ? view : isView ? new Uint8Array(view.buffer, view.byteOffset, byteLength) : new Uint8Array(view);
    return checkedBytes(format, bytes, view);
};

/** The bytes of a bigint; undefined if it is below 0 or too large. */
export const bytesOfBits = ({ size }, value) => {
    const bytes = new Uint8Array(size);
    for (let end = size; end > 0; end -= 4, value >>= 32n) setNumber(bytes, end - 4, end, Number(value & 0xffffffffn));
    return value === 0n ? bytes : undefined;
};

/** The bytes of a bigint that is an ID; throws. */
export const bytesOfInt = (format, value) => {
    if (typeof value !== "bigint") wrongType(`an integer of ${format.name}`, value, "a bigint");
    return checkedBytes(format, bytesOfBits(format, value) ?? refuse(format, value, "OUT_OF_RANGE", `not in the ${8 * format.size} bits of an ID`), value);
};
