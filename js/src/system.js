// SPDX-License-Identifier: MIT
// system.js: what every file needs: errors, secure random bits. `host` is the object of host.js or
// host.node.js.
//
// A wrong type or name in a program is a TypeError, a number outside its range a RangeError. What
// comes from outside, a text, bytes, an integer, a time, a node spec, and a clock or a random source
// that fails, is a SortidError.
import { host } from "./host.js";

/** `code` is a status of sortid/base.h; `position` counts from 0, as in strings. */
export class SortidError extends Error {
    constructor(code, message, position, cause) {
        super(`sortid: ${message}`, cause && { cause });
        this.code = code;
        if (position !== undefined) this.position = position;
    }

    get name() {
        return "SortidError";
    }
}

export const fail = (code, message, position, cause) => {
    throw new SortidError(code, message, position, cause);
};

/** A value in a message. */
export const show = (value) => {
    if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
    if (typeof value === "bigint") return BigInt.asIntN(256, value) === value ? `${value}n` : "a bigint of more than 256 bits";
    if (Object(value) !== value) return String(value);
    return typeof value.format === "string" ? `an object of ${value.format}` : Object.prototype.toString.call(value);
};

/** Throws the TypeError of an argument. */
export const wrongType = (what, value, expected) => {
    throw new TypeError(`sortid: ${what}: ${show(value)} is not ${expected}`);
};

/** An argument that is a whole number; throws. */
export const countOf = (what, value, least, most) => {
    if (typeof value !== "number") wrongType(what, value, "a number");
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new RangeError(`sortid: ${what}: ${value} is not a whole number from ${least} to ${most}`);
};

/** Calls a function of the system or of a user; an error of it becomes the cause of one with a code. */
export const call = (own, argument, code, what) => {
    try {
        return own(argument);
    } catch (error) {
        if (error instanceof SortidError) throw error;
        return fail(code, `the ${what} failed: ${error?.message ?? typeof error}`, undefined, error);
    }
};

/** A time in ms that only grows, if the runtime has it. */
export const runtime = () => (globalThis.performance ?? Date).now();

const pool = new Uint8Array(1024);
let used = pool.length;

/** Sets bytes[at] and so on, at most 16, to secure random bits, which leave the pool. */
export const systemRandom = (bytes, at, size) => {
    if (used + size > pool.length) {
        call(host.fillRandom, pool, "RANDOM_FAILED", "system's random source");
        used = 0;
    }
    for (const end = at + size; at < end; at++, used++) {
        bytes[at] = pool[used];
        pool[used] = 0;
    }
};
