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

/** A random source as machines have it, from a function that fills a Uint8Array. */
export const randomOf = (own) => {
    checkFunction(own, "random");
    const refuse = () => wrongType("the option random", own, "a function that fills its argument before it returns");
    const drawOver = (size, value) => {
        const bytes = new Uint8Array(size).fill(value);
        if (typeof call(own, bytes, "RANDOM_FAILED", "random source")?.then === "function") refuse();
        return bytes;
    };
    let isChecked = false;
    return (target, at, size) => {
        let bytes = drawOver(size, 0x5a);
        // A byte that was not written has the value of before, in two draws.
        if (!isChecked && bytes.includes(0x5a)) {
            const first = bytes;
            bytes = drawOver(size, 0xa5);
            if (bytes.some((byte, i) => byte === 0xa5 && first[i] === 0x5a)) refuse();
        }
        isChecked = true;
        target.set(bytes, at);
    };
};
