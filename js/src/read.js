// SPDX-License-Identifier: MIT
// read.js: texts, bytes and integers that are read as IDs of a shape. Inside the package an ID is its
// canonical text or its bytes.
import { numberOf, setNumber } from "./machine.js";
import { fail, show, wrongType } from "./system.js";

/** Throws the error of a refused value. */
export const refuse = (shape, value, code, why, position) =>
    fail(code, `${shape.name} ${show(value)}: ${why}${position === undefined ? "" : ` (position ${position})`}`, position);

// ---- Texts ------------------------------------------------------------------

/** The canonical case of a text. */
export const canonicalOf = (shape, text) => shape.fold(text);

/** Whether a value is the text of an ID, of any case that the format allows. */
export const isText = (shape, value) =>
    typeof value === "string" && shape.pattern.test(value) && (shape.largest === undefined || canonicalOf(shape, value) <= shape.largest);

/** Throws if a text, which is value[begin] and so on, has another length, or a wrong character, whose
 * index `other` finds. */
export const checkDigits = (shape, value, length, other, text = value, begin = 0) => {
    if (text.length !== length) refuse(shape, value, "BAD_LENGTH", `${text.length} characters, not ${length}`, begin + Math.min(text.length, length));
    const position = other(text);
    if (position >= 0) refuse(shape, value, "BAD_DIGIT", "a wrong character", begin + position);
};

/** Throws the error of a value for which isText() is false. */
export const refuseText = (shape, value) => {
    if (typeof value !== "string") wrongType(shape.name, value, "a string");
    checkDigits(shape, value, shape.length, shape.other);
    if (shape.fix) checkedBytes(shape, bytesOf(shape, canonicalOf(shape, value)), value, 14, 19);
    return refuse(shape, value, "OUT_OF_RANGE", "above the last ID", 0);
};

/** The text of an ID of the format that is an object; another value as it is. */
export const unwrap = (shape, value) => (value?.format === shape.name ? value.text : value);

/** The canonical text of a text, or of an ID as an object; throws. */
export const checked = (shape, value) => {
    const text = unwrap(shape, value);
    return isText(shape, text) ? canonicalOf(shape, text) : refuseText(shape, text);
};

// ---- Bytes ------------------------------------------------------------------

/** The bytes of a canonical text. */
export const bytesOf = (shape, text) => {
    const bytes = new Uint8Array(shape.size);
    shape.alphabet.read(bytes, text);
    return bytes;
};

/** An array for the codes of a text. It has hyphens where its alphabet writes no digit. */
export const newCodes = (length) => new Array(length).fill(45);

/** The text of bytes. */
export const textOf = (shape, bytes) => {
    const codes = (shape.codes ??= newCodes(shape.length));
    shape.alphabet.put(codes, 0, bytes, 0);
    return String.fromCharCode.apply(null, codes);
};

export const intOf = (bytes) => {
    let int = 0n;
    for (let i = 0; i < bytes.length; i += 4) int = (int << 32n) | BigInt(numberOf(bytes, i, i + 4));
    return int;
};

export const hexOf = (bytes) => intOf(bytes).toString(16).padStart(2 * bytes.length, "0");

/** The timestamp of bytes in units of the format. */
export const timestampOf = ({ fields: [[, bits]] }, bytes) => Math.floor(numberOf(bytes, 0, Math.ceil(bits / 8)) / (bits === 44 ? 16 : 1));

/** The Unix time in ms of a canonical text. */
export const unixMsOf = (shape, text) => timestampOf(shape, bytesOf(shape, text)) * shape.unit + shape.zero;

/** The bytes; throws if they are after the last ID or have other fixed bits, in an error that names
 * `value` and the positions of those. */
export const checkedBytes = (shape, bytes, value, version, variant) => {
    if (timestampOf(shape, bytes) > shape.limit) refuse(shape, value, "OUT_OF_RANGE", "above the last ID", 0);
    if (shape.fix && bytes[6] >> 4 !== 7) refuse(shape, value, "BAD_VERSION", "a UUID of another version", version);
    if (shape.fix && bytes[8] >> 6 !== 2) refuse(shape, value, "BAD_VARIANT", "a UUID of another variant", variant);
    return bytes;
};

/** The bytes of a view or a buffer, also of another realm; throws. */
export const bytesOfView = (shape, view) => {
    const isView = ArrayBuffer.isView(view);
    if (!isView && !/ArrayBuffer]$/.test(show(view))) wrongType(`the bytes of a ${shape.name}`, view, "a Uint8Array");
    const { byteLength } = view;
    if (byteLength !== shape.size) refuse(shape, view, "BAD_LENGTH", `${byteLength} bytes, not ${shape.size}`);
    const bytes = view instanceof Uint8Array ? view : isView ? new Uint8Array(view.buffer, view.byteOffset, byteLength) : new Uint8Array(view);
    return checkedBytes(shape, bytes, view);
};

/** The bytes of a bigint; undefined if it is below 0 or too large. */
export const bytesOfBits = ({ size }, value) => {
    const bytes = new Uint8Array(size);
    for (let end = size; end > 0; end -= 4, value >>= 32n) setNumber(bytes, end - 4, end, Number(value & 0xffffffffn));
    return value === 0n ? bytes : undefined;
};

/** The bytes of a bigint that is an ID; throws. */
export const bytesOfInt = (shape, value) => {
    if (typeof value !== "bigint") wrongType(`an integer of ${shape.name}`, value, "a bigint");
    return checkedBytes(shape, bytesOfBits(shape, value) ?? refuse(shape, value, "OUT_OF_RANGE", `not in the ${8 * shape.size} bits of an ID`), value);
};
