// SPDX-License-Identifier: MIT
// fraction.js: clocks and rules of generators whose IDs have the fraction of the ms.
import { RESET, lateAbort } from "./machine.js";
import { runtime } from "./system.js";

/** The clock in whole microseconds. Up to the year 2248 a number of ms that was divided by 1000 gives
 * the same microseconds again: it is less than half of one away from them. */
export const microsecondsOf = (ms) => {
    const whole = Math.floor(ms);
    return whole * 1000 + Math.min(999, Math.round((ms - whole) * 1000));
};

const reset = () => RESET;

/** The `late` of a step: only a clock that went back by more than the allowance from its greatest
 * value may reset, not one behind IDs that borrowed. */
export const lateByClock = (m, now) => m.late ?? (m.renewed - now > m.allowance ? reset : lateAbort);

// performance.now() may stop while the machine sleeps: it is moved so that it always lies within the
// millisecond of Date.now().
let offset = NaN;

/** The system's clock in ms with a fraction. */
export const systemFraction = () => {
    const ms = Date.now();
    const now = runtime();
    let time = now + offset;
    if (!(time >= ms)) time = ms;
    else if (time >= ms + 1) time = ms + 0.999;
    offset = time - now;
    return time;
};
