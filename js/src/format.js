// SPDX-License-Identifier: MIT
// format.js: the functions of a format, each made from its shape alone: a bundler keeps those that a
// program uses. Strings are the IDs; parse() gives objects.
import { bytesOfEncoded } from "./encodings.js";
import { boundOf } from "./fields.js";
import { idOf } from "./id.js";
import { machineOf } from "./machine.js";
import { textsOf } from "./make.js";
import { bytesOf, bytesOfInt, bytesOfView, checked, intOf, isText, textOf, unixMsOf, unwrap } from "./read.js";
import { SortidError, fail, show, systemRandom, wrongType } from "./system.js";

export const isValidOf = (shape) => (text) => isText(shape, unwrap(shape, text));

export const timeOf = (shape) => (text) => new Date(unixMsOf(shape, checked(shape, text)));

export const toBytesOf = (shape) => (text) => bytesOf(shape, checked(shape, text));

export const fromBytesOf = (shape) => (bytes) => textOf(shape, bytesOfView(shape, bytes));

export const toIntOf = (shape) => (text) => intOf(bytesOf(shape, checked(shape, text)));

export const fromIntOf = (shape) => (value) => textOf(shape, bytesOfInt(shape, value));

export const compareOf = (shape) => (a, b) => {
    const [first, second] = [checked(shape, a), checked(shape, b)];
    return first < second ? -1 : Number(first > second);
};

/** parse() and tryParse(), which give objects of a class. As callbacks of map() they get an index as
 * second argument. */
export const parserOf = (shape, Class) => (text, encoding) =>
    idOf(Class, encoding === undefined || typeof encoding === "number" ? checked(shape, text) : textOf(shape, bytesOfEncoded(shape, text, encoding)));

export const tryParserOf = (shape, Class) => {
    const parse = parserOf(shape, Class);
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
export const atOf = (shape) => {
    const machine = machineOf(shape, systemRandom);
    return (time) => {
        const ms = millisecondsOf("the time", time);
        const timestamp = Math.floor((ms - shape.zero) / shape.unit);
        if (!(timestamp >= shape.first && timestamp <= shape.last))
            fail("OUT_OF_RANGE", `${shape.name}: the time ${ms} is outside the format's range`);
        if (timestamp !== machine.t) machine.t = -Infinity;
        return textsOf(machine, 1, ms);
    };
};

/** The first and the last ID of a span of time. */
export const rangeOf = (shape) => {
    const end = shape.limit === undefined ? 2 ** shape.fields[0][1] : shape.limit + 1;
    const timestampFrom = (ms) => Math.min(Math.max(Math.ceil((Math.ceil(ms) - shape.zero) / shape.unit), 0), end);
    return (since, until) => {
        const from = timestampFrom(millisecondsOf("since", since));
        const to = timestampFrom(millisecondsOf("until", until));
        if (from >= to) fail("OUT_OF_RANGE", `${shape.name}: no ID has a time from ${+since} to before ${+until}`);
        return { first: textOf(shape, boundOf(shape, from, 0)), last: textOf(shape, boundOf(shape, to - 1, 255)) };
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
    const { name, title, size, length } = shape;
    const format = shape.needsNode ? {} : (time) => make(time);
    Object.defineProperty(format, "name", { value: name });
    return Object.freeze(Object.assign(format, calls, { title, size, textLength: length, layout: layoutOf(shape) }));
};
