// SPDX-License-Identifier: MIT
// sources.js: the clock and the random source that the user of a generator gives.
import { call, wrongType } from "./system.js";

const checkFunction = (own, name) => typeof own === "function" || wrongType(`the option ${name}`, own, "a function");

/** A clock as generators use it, from a function that gives the Unix time in ms. */
export const clockOf = (own) => {
    checkFunction(own, "clock");
    return () => {
        const ms = call(own, undefined, "CLOCK_FAILED", "clock");
        return typeof ms === "number" && ms === ms ? ms : wrongType("the clock", ms, "a Unix time in ms");
    };
};

const UNWRITTEN = [0x5a, 0xa5, 0x3c, 0xc3]; // what the bytes are before a draw

/** A random source as machines have it, from a function that fills a Uint8Array. The first draw is
 * repeated if it leaves two bytes or more as they were. A good source does so by chance in one of 1,000
 * generators, but not four times for the same bytes. */
export const randomOf = (own) => {
    checkFunction(own, "random");
    const refuse = () => wrongType("the option random", own, "a function that fills its argument before it returns");
    const drawOver = (size, value) => {
        const bytes = new Uint8Array(size).fill(value);
        if (typeof call(own, bytes, "RANDOM_FAILED", "random source")?.then === "function") refuse();
        return bytes;
    };
    const firstDraw = (size) => {
        let left = Array.from({ length: size }, (_, i) => i);
        for (const value of UNWRITTEN) {
            const bytes = drawOver(size, value);
            left = left.filter((i) => bytes[i] === value);
            if (left.length < Math.min(2, size)) return bytes;
        }
        return refuse();
    };
    let isChecked = false;
    return (target, at, size) => {
        target.set(isChecked ? drawOver(size, UNWRITTEN[0]) : firstDraw(size), at);
        isChecked = true;
    };
};
