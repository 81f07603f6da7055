// SPDX-License-Identifier: MIT
// wait.js: pauses of generators that wait for the clock.
import { fail, runtime } from "./system.js";

let word;

// Lets about a ms pass: by sleeping, or in the main thread of a page by reading the time.
const pause = () => {
    try {
        Atomics.wait((word ??= new Int32Array(new SharedArrayBuffer(4))), 0, 0, 1);
    } catch {
        for (let i = 0, begun = runtime(); i < 10000 && runtime() - begun < 1; i++);
    }
};

/** A function that lets a ms pass until the clock has advanced. It throws if the clock gives no later
 * ms in less than a second. */
export const waiter = () => {
    let latest = -Infinity;
    let still = 0;
    return (ms) => {
        still = ms >= latest + 1 ? 0 : still + 1;
        latest = Math.max(latest, Math.floor(ms));
        if (still > 700) fail("CLOCK_STOPPED", `the clock does not advance from ${ms}`);
        pause();
    };
};
