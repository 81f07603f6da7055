// SPDX-License-Identifier: MIT
// assert.mjs: the calls of node:assert/strict that js/test uses, for browsers.
class Failure extends Error {}

const json = (value) => JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each));
const show = (value) => (typeof value === "string" ? value : String(value));
const ok = (value, message = "not true") => {
    if (!value) throw new Failure(show(message));
};

// The same values in the same structure; plain objects, arrays, arrays of bytes and times.
const isSame = (a, b) => {
    if (Object.is(a, b)) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
    const keys = Object.keys(a);
    return Object.getPrototypeOf(a) === Object.getPrototypeOf(b) && keys.length === Object.keys(b).length &&
        keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
};

const throws = (call, expected, message = "no error") => {
    try {
        call();
    } catch (error) {
        if (error instanceof Failure) throw error;
        const isClass = expected === Error || expected?.prototype instanceof Error;
        const isExpected = expected === undefined || (isClass ? error instanceof expected : expected(error) === true);
        ok(isExpected, `another error: ${error.stack}`);
        return;
    }
    throw new Failure(show(message));
};

export default {
    ok,
    throws,
    equal: (a, b, message = "") => ok(Object.is(a, b), `${show(a)} is not ${show(b)} ${message}`),
    notEqual: (a, b, message = "") => ok(!Object.is(a, b), `both are ${show(a)} ${message}`),
    deepEqual: (a, b, message = "") => ok(isSame(a, b), `${json(a)} is not ${json(b)} ${message}`),
};
