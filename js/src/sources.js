// SPDX-License-Identifier: MIT
// sources.js: the clock and the random source of a generator, its own or the system's.
import { wrongType } from "./read.js";
import { fail, systemRandom } from "./system.js";

// The fraction of a millisecond comes from performance.now(), which may stop while the machine
// sleeps: it is moved so that it always lies within the millisecond of Date.now().
let offset = NaN;
const systemFraction = () => {
    const ms = Date.now();
    const now = performance.now();
    let time = now + offset;
    if (!(time >= ms)) time = ms;
    else if (time >= ms + 1) time = ms + 0.999;
    offset = time - now;
    return time;
};

/** A function that reads the Unix time in ms. */
export const clockOf = (clock, hasFraction) => {
    const read = clock ?? (hasFraction ? systemFraction : () => Date.now());
    return () => {
        let ms;
        try {
            ms = read();
        } catch (error) {
            fail("CLOCK_FAILED", `the clock failed: ${error}`, error);
        }
        if (typeof ms !== "number" || Number.isNaN(ms)) wrongType("what the clock returned", "a Unix time in ms", ms);
        return ms;
    };
};

const isFilledWith = (bytes, value) => bytes.length > 0 && bytes.every((byte) => byte === value);

// The first draw shows whether the function fills the bytes: it may fill them with one of these.
const checkOwn = (draw, size) => {
    let bytes;
    for (const value of [0x5a, 0xa5]) {
        bytes = new Uint8Array(size).fill(value);
        draw(bytes);
        if (bytes.length === size && !isFilledWith(bytes, value)) return bytes;
    }
    throw new TypeError("sortid: random(bytes) must fill the Uint8Array that it is given");
};

/** A random source as machines have it. */
export const randomOf = (random) => {
    if (random === undefined) return systemRandom;
    let isChecked = false;
    const draw = (bytes) => {
        let result;
        try {
            result = random(bytes);
        } catch (error) {
            fail("RANDOM_FAILED", `the random source failed: ${error}`, error);
        }
        if (typeof result?.then === "function") throw new TypeError("sortid: random(bytes) must fill the bytes before it returns, not later");
    };
    return (drawn, size) => {
        const bytes = isChecked ? new Uint8Array(size) : checkOwn(draw, size);
        if (isChecked) draw(bytes);
        isChecked = true;
        drawn.set(bytes);
    };
};
