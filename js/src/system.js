// SPDX-License-Identifier: MIT
// system.js: what every file needs: errors, the clock, secure random bits, pauses. `host` is the
// object of host.js or host.node.js.
import { host } from "./host.js";

/** What went wrong: `code` is a status of sortid/base.h; `position` counts from 0, as in strings. */
export class SortidError extends Error {
    constructor(message, code, position, cause) {
        super(`sortid: ${message}`, cause && { cause });
        this.code = code;
        if (position !== undefined) this.position = position;
    }
}
Object.defineProperty(SortidError.prototype, "name", { value: "SortidError", configurable: true, writable: true });

export const fail = (code, message, cause) => {
    throw new SortidError(message, code, undefined, cause);
};

const pool = new Uint8Array(1024);
let used = pool.length;

/** Sets the first `size` bytes, at most 16, to secure random bits, which leave the pool. */
export const systemRandom = (bytes, size) => {
    if (used + size > pool.length) {
        try {
            host.fillRandom(pool);
        } catch (error) {
            fail("RANDOM_FAILED", `the system's random source failed: ${error}`, error);
        }
        used = 0;
    }
    for (let i = 0; i < size; i++, used++) {
        bytes[i] = pool[used];
        pool[used] = 0;
    }
};

let word;

// Lets about a ms pass: by sleeping, or in the main thread of a page by reading the time.
const pause = () => {
    try {
        Atomics.wait((word ??= new Int32Array(new SharedArrayBuffer(4))), 0, 0, 1);
    } catch {
        for (let i = 0, begun = performance.now(); i < 10000 && performance.now() - begun < 1; i++);
    }
};

/** A function that lets a ms pass until the clock has moved on; it throws if the clock stands still
 * for about a second. */
export const waiter = () => {
    let last;
    let still = 0;
    return (ms) => {
        still = ms === last ? still + 1 : 0;
        last = ms;
        if (still > 900) fail("CLOCK_STOPPED", "the clock does not move");
        pause();
    };
};
