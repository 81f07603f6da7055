// SPDX-License-Identifier: MIT
// encodings.js: the words of IDs in other encodings: hex digits, decimal digits, UUIDs, and ULIDs with
// Crockford's aliases and hyphens. All throw for a text that is not one.
import { BASE16, CROCKFORD } from "./digits.js";
import { checked, checkedWords, isDigitOf, isText, refusalOf, refusalOfDigits, refuse, wordsOf, wordsOfInt, wrongType } from "./read.js";

const isHexDigit = (character) => /^[\da-f]$/i.test(character);

const hex = (shape, text) => {
    const refusal = refusalOfDigits(text, 8 * shape.words, isHexDigit);
    if (refusal !== undefined) refuse(shape, text, refusal);
    return checkedWords(shape, wordsOf(shape, text, BASE16), text, [12, 16]);
};

const int = (shape, text) => {
    const longest = shape.limit === undefined ? String(2n ** BigInt(32 * shape.words) - 1n).length : 19;
    let refusal = { code: "BAD_LENGTH", position: Math.min(text.length, longest) };
    if (/^0./s.test(text) && text.length <= longest) refusal = { code: "BAD_DIGIT", position: 0 };
    else if (text.length > 0 && text.length <= longest) refusal = refusalOfDigits(text, text.length, (character) => /^\d$/.test(character));
    if (refusal !== undefined) refuse(shape, text, refusal);
    return wordsOfInt(shape, BigInt(text));
};

// As 8-4-4-4-12 hex digits, also in braces or after urn:uuid:, or as 32 digits.
const uuid = (shape, text) => {
    if (shape.words !== 4) throw new TypeError(`sortid: ${shape.name} has no UUID form`);
    if (text.length === 32) return hex(shape, text);
    const begin = /^\{.{36}\}$/s.test(text) ? 1 : /^urn:uuid:.{36}$/is.test(text) ? 9 : 0;
    const inner = text.slice(begin, begin === 0 ? undefined : begin + 36);
    const refusal = refusalOfDigits(inner, 36, isHexDigit, [8, 13, 18, 23]);
    if (refusal !== undefined) refuse(shape, text, { code: refusal.code, position: begin + refusal.position });
    return checkedWords(shape, wordsOf(shape, inner, BASE16), text, [begin + 14, begin + 19]);
};

// Hyphens between two digits, and i, l, o as 1, 1, 0.
const lenient = (shape, text) => {
    if (shape.alphabet !== CROCKFORD) throw new TypeError(`sortid: ${shape.name} has no lenient reading`);
    const strict = text.replace(/[il]/gi, "1").replace(/o/gi, "0");
    const isDigit = isDigitOf(shape, CROCKFORD);
    let digits = "";
    for (let i = 0; i < text.length; i++) if (text[i] !== "-" && (digits += strict[i]).length > 26) refuse(shape, text, { code: "BAD_LENGTH", position: i });
    if (digits.length < 26) refuse(shape, text, { code: "BAD_LENGTH", position: text.length });
    for (let i = 0; i < text.length; i++)
        if (strict[i] === "-" ? i === 0 || i + 1 === text.length || !isDigit(strict[i + 1]) : !isDigit(strict[i]))
            refuse(shape, text, { code: "BAD_DIGIT", position: i });
    return isText(shape, digits) ? wordsOf(shape, digits) : refuse(shape, text, refusalOf(shape, digits));
};

const ENCODINGS = { text: (shape, text) => wordsOf(shape, checked(shape, text)), hex, int, uuid, lenient };

/** The words of a text in an encoding; throws. */
export const wordsOfEncoded = (shape, text, encoding) => {
    if (typeof text !== "string") wrongType(`a ${shape.name}`, "a string", text);
    if (!Object.hasOwn(ENCODINGS, encoding)) throw new TypeError(`sortid: no encoding ${String(encoding)}`);
    return ENCODINGS[encoding](shape, text);
};
