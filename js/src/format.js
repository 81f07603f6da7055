// SPDX-License-Identifier: MIT
// format.js: the functions of a format, each made from what describes it: a bundler keeps those that a
// program uses. Strings are the IDs; parse() gives objects.
import { bytesOfEncoded } from "./encodings.js";
import { boundOf } from "./fields.js";
import { idOf } from "./id.js";
import { machineOf } from "./machine.js";
import { textsOf } from "./make.js";
import { bytesOf, bytesOfInt, bytesOfView, canonicalOf, checked, intOf, isText, textOf, unixMsOf, unwrap } from "./read.js";
import { SortidError, fail, show, systemRandom, wrongType } from "./system.js";

export const isValidOf = (format) => (text) => isText(format, unwrap(format, text));

export const timeOf = (format) => (text) => new Date(unixMsOf(format, checked(format, text)));

export const toBytesOf = (format) => (text) => bytesOf(format, checked(format, text));

export const fromBytesOf = (format) => (bytes) => textOf(format, bytesOfView(format, bytes));

export const toIntOf = (format) => (text) => intOf(bytesOf(format, checked(format, text)));

export const fromIntOf = (format) => (value) => textOf(format, bytesOfInt(format, value));

export const compareOf = (format) => (a, b) => {
    const [first, second] = [canonicalOf(format, a), canonicalOf(format, b)];
    return first < second ? -1 : Number(first > second);
};

/** parse() and tryParse(), which give objects of a class. As callbacks of map() they get an index as
 * second argument. */
export const parserOf = (format, Class) => (text, encoding) =>
    idOf(Class, encoding === undefined || typeof encoding === "number" ? canonicalOf(format, text) : textOf(format, bytesOfEncoded(format, text, encoding)));

export const tryParserOf = (format, Class) => {
    const parse = parserOf(format, Class);
    return (text, encoding) => {
        try {
            return parse(text, encoding);
        } catch (error) {
            if (error instanceof SortidError || typeof text !== "string") return null;
            throw error;
        }
    };
};

// ---- Times ------------------------------------------------------------------

// A Date or a number of ms. Seconds since 1973 are refused: as ms they are a time in 1970.
const millisecondsOf = (name, time) => {
    const ms = show(time) === "[object Date]" ? time.getTime() : time;
    if (typeof ms !== "number" || ms !== ms) wrongType(name, time, "a valid Date or a Unix time in ms");
    if (time >= 1e8 && time <= 1e10 && time === ms)
        throw new RangeError(`sortid: ${name}: ${ms} is a time in 1970: for seconds write ${ms * 1000}, for 1970 new Date(${ms})`);
    return ms;
};

/** A new ID with a given time, for rows that are older than their IDs. IDs of consecutive calls with
 * one time increase. */
export const atOf = (format) => {
    const machine = machineOf(format, systemRandom);
    return (time) => {
        const ms = millisecondsOf("the time", time);
        const timestamp = Math.floor((ms - format.zero) / format.unit);
        if (!(timestamp >= format.first && timestamp <= format.last))
            fail("OUT_OF_RANGE", `${format.name}: the time ${ms} is outside the format's range`);
        if (timestamp !== machine.t) machine.t = -Infinity;
        return textsOf(machine, 1, ms);
    };
};

/** The first and the last ID of a span of time. */
export const rangeOf = (format) => {
    const end = format.limit === undefined ? 2 ** format.fields[0][1] : format.limit + 1;
    const timestampFrom = (ms) => Math.min(Math.max(Math.ceil((Math.ceil(ms) - format.zero) / format.unit), 0), end);
    return (since, until) => {
        const from = timestampFrom(millisecondsOf("since", since));
        const to = timestampFrom(millisecondsOf("until", until));
        if (from >= to) fail("OUT_OF_RANGE", `${format.name}: no ID has a time from ${+since} to before ${+until}`);
        return { first: textOf(format, boundOf(format, from, 0)), last: textOf(format, boundOf(format, to - 1, 255)) };
    };
};

// ---- All of a format --------------------------------------------------------

const layoutOf = (format) => {
    let firstBit = 0;
    return Object.freeze(
        format.fields.map(([name, bits, kind]) => {
            const field = Object.freeze({ name, firstBit, bits, kind });
            firstBit += bits;
            return field;
        }),
    );
};

/** The format as one value: a function that makes an ID, or an object if IDs need a node, with the
 * other calls and the description of the format as members. */
export const formatOf = (format, make, calls) => {
    const { name, title, size, length } = format;
    const value = format.needsNode ? {} : (time) => make(time);
    Object.defineProperty(value, "name", { value: name });
    return Object.freeze(Object.assign(value, calls, { title, size, textLength: length, layout: layoutOf(format) }));
};
