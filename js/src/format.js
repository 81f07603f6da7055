// SPDX-License-Identifier: MIT
// format.js: the functions of a format, each made from its shape alone: a bundler keeps those that a
// program uses. Strings are the IDs; parse() gives objects.
import { wordsOfEncoded } from "./encodings.js";
import { idOf } from "./id.js";
import { machineOf } from "./machine.js";
import { textsOf } from "./make.js";
import { bitsBelow, unpack } from "./pack.js";
import { bytesOf, canonicalOf, checked, intOf, isText, refusalOf, refuse, textOf, unixMsOf, wordsOf, wordsOfBytes, wordsOfInt, wrongType } from "./read.js";
import { SortidError, systemRandom } from "./system.js";

export const isValidOf = (shape) => (text) => isText(shape, text);

export const timeOf = (shape) => (text) => new Date(unixMsOf(shape, checked(shape, text)));

export const toBytesOf = (shape) => (text) => bytesOf(wordsOf(shape, checked(shape, text)));

export const fromBytesOf = (shape) => (bytes) => textOf(shape, wordsOfBytes(shape, bytes));

export const toIntOf = (shape) => (text) => intOf(wordsOf(shape, checked(shape, text)));

export const fromIntOf = (shape) => (value) => textOf(shape, wordsOfInt(shape, value));

export const compareOf = (shape) => (a, b) => {
    const [first, second] = [checked(shape, a), checked(shape, b)];
    return first < second ? -1 : Number(first > second);
};

// The second argument of a callback of map() is an index.
const isEncoding = (encoding) => encoding !== undefined && typeof encoding !== "number";

/** parse() and tryParse(), which give objects of a class. */
export const parserOf = (shape, Class) => (text, encoding) => {
    if (isEncoding(encoding)) return idOf(Class, textOf(shape, wordsOfEncoded(shape, text, encoding)));
    if (isText(shape, text)) return idOf(Class, canonicalOf(shape, text));
    if (typeof text !== "string") wrongType(`a ${shape.name}`, "a string", text);
    return refuse(shape, text, refusalOf(shape, text));
};

export const tryParserOf = (shape, Class) => {
    const parse = parserOf(shape, Class);
    return (text, encoding) => {
        if (typeof text !== "string" || (!isEncoding(encoding) && !isText(shape, text))) return null;
        try {
            return parse(text, encoding);
        } catch (error) {
            if (error instanceof SortidError) return null;
            throw error;
        }
    };
};

// ---- Times ------------------------------------------------------------------

// A Date or a number of ms. Seconds since 1973 are refused: as ms they are a time in 1970.
const millisecondsOf = (name, time) => {
    const ms = typeof time === "number" ? time : time instanceof Date || Object.prototype.toString.call(time) === "[object Date]" ? time.getTime() : NaN;
    if (Number.isNaN(ms)) wrongType(name, "a Date or a Unix time in ms", time);
    if (typeof time === "number" && ms >= 1e8 && ms <= 1e10)
        throw new RangeError(`sortid: ${name} is ${ms}, in ms a time in 1970: if it is in seconds, write ${ms * 1000}`);
    return ms;
};

/** A new ID with a given time, for rows that are older than their IDs. IDs of consecutive calls with
 * one time increase. */
export const atOf = (shape) => {
    const machine = machineOf(shape, systemRandom);
    return (time) => {
        const ms = millisecondsOf("the time", time);
        const timestamp = Math.floor((ms - shape.zero) / shape.unit);
        if (!(timestamp >= shape.first && timestamp <= shape.last))
            throw new SortidError(`${shape.name}: the time ${ms} is outside the format's range`, "OUT_OF_RANGE");
        if (timestamp !== machine.t) machine.t = -Infinity;
        return textsOf(machine, 1, ms);
    };
};

/** The first and the last ID of a span of time. */
export const rangeOf = (shape) => {
    const below = BigInt(bitsBelow(shape));
    const end = shape.limit === undefined ? 2 ** shape.fields[0][1] : shape.last + 2;
    const timestampFrom = (ms) => Math.min(Math.max(Math.ceil((Math.ceil(ms) - shape.zero) / shape.unit), 0), end);
    return (since, until) => {
        const [from, to] = [timestampFrom(millisecondsOf("since", since)), timestampFrom(millisecondsOf("until", until))];
        if (from >= to) throw new SortidError(`${shape.name}: no ID has a time from ${String(since)} to before ${String(until)}`, "OUT_OF_RANGE");
        const text = (number) => textOf(shape, unpack(shape, number));
        return { first: text(BigInt(from) << below), last: text((BigInt(to) << below) - 1n) };
    };
};

// ---- All of a format --------------------------------------------------------

const layoutOf = (shape) => {
    let firstBit = 0;
    return Object.freeze(
        shape.fields.map(([name, bits, kind]) => {
            const field = Object.freeze({ name, firstBit, bits, kind });
            firstBit += bits;
            return field;
        }),
    );
};

/** The format as one value: a function that makes an ID, or an object if IDs need a node, with the
 * other calls and the description of the format as members. */
export const formatOf = (shape, make, calls) => {
    const format = shape.needsNode ? {} : (time) => make(time);
    const { name, title, length } = shape;
    for (const [key, value] of Object.entries({ ...calls, name })) Object.defineProperty(format, key, { value });
    for (const [key, value] of Object.entries({ title, size: 4 * shape.words, textLength: length, layout: layoutOf(shape) }))
        Object.defineProperty(format, key, { value, enumerable: true });
    return Object.freeze(format);
};
