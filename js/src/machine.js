// SPDX-License-Identifier: MIT
// machine.js: what the steps of all formats share: the choice of the timestamp, borrowing, draws of
// random bits. The rules are those of src/generate/machine.h.
//
// A machine is an object with
//   shape       the format
//   draw        the random source: sets the first `size` bytes of an array
//   t           timestamp of its last ID in units of the format; below 0 before the first
//   hi, lo      the counter of the last ID, in two parts if the format needs them
//   layer       a random field that lives longer than a timestamp
//   renewed     the timestamp of the layer; scru160, uuidv7: the greatest clock value of a fraction
//   tail        random bits of the last ID alone
//   allowance   how far the clock may be behind, in units; with a fraction in microseconds
//   mode, guard, and the flags of the options
//   wait        in mode "wait": gives the clock after a while
//   events      of the IDs since it was set to 0
//   codes       the buffer of its texts
// A step works on variables and writes them into the machine at its end, so a source that throws
// leaves the machine as it was. A source may use other machines: a step reads what is exported by
// `let` before it draws again.
import { fail } from "./system.js";

export const LAST_48 = 2 ** 48 - 1;

// Events, as bits.
export const NEW = 1;
export const COUNTED = 2;
export const CARRIED = 4;
export const BORROWED = 8;
export const RESET = 16;
/** Not an event: the clock is too far behind in mode "wait". */
export const WAIT = 0;

export let timestamp; // that choose() has chosen
export let isFresh; // whether all fields are drawn, as by a new generator

/** The event of an ID that takes the next timestamp because the counter is full. */
export const borrow = (m, last = m.shape.last) => {
    if (m.t >= last) fail("EXHAUSTED", "no ID left up to the format's last timestamp");
    return BORROWED;
};

/** What follows if the clock is too far behind: RESET, WAIT or an error. */
export const rollBack = (mode) => {
    if (mode === "abort") fail("ROLLBACK", "the clock is further behind the last ID than allowed");
    return mode === "wait" ? WAIT : RESET;
};

/** Chooses the timestamp by the clock, in units. The event is NEW, COUNTED, RESET or WAIT. */
export const choose = (m, now, mode = m.mode) => {
    timestamp = now;
    isFresh = m.t < 0 || m.stateless === true;
    if (now > m.t || isFresh) return NEW;
    if (m.t - now > m.allowance) {
        isFresh = true;
        return rollBack(mode);
    }
    timestamp = m.t;
    return COUNTED;
};

/** The clock in units of the format. */
export const unitsOf = (shape, ms) => {
    const units = Math.floor((ms - shape.zero) / shape.unit);
    if (units >= shape.first && units <= shape.last) return units;
    fail("CLOCK_OUT_OF_RANGE", "the clock is outside the format's time range");
};

/** The mode of formats with a fraction: only a clock that went back by more than the allowance from
 * its greatest value may reset, not one behind IDs that borrowed. Values in the allowance's unit. */
export const modeByClock = (m, now) =>
    m.mode === "reset" && !(m.renewed - now > m.allowance) ? "abort" : m.mode;

/** The clock in whole microseconds. Up to the year 2248 a number of ms that was divided by 1000 gives
 * the same microseconds again: it is less than half of one away from them. */
export const microsecondsOf = (ms) => {
    const whole = Math.floor(ms);
    return whole * 1000 + Math.min(999, Math.round((ms - whole) * 1000));
};

const drawn = new Uint8Array(16);

/** Draws `size` bytes, at most 16, for drawnNumber(). */
export const drawBytes = (m, size) => m.draw(drawn, size);

/** The number of the drawn bytes from `from` up to `to`, at most 6, most significant first. */
export const drawnNumber = (from, to) => {
    let number = 0;
    for (let i = from; i < to; i++) number = number * 256 + drawn[i];
    return number;
};

/** A random number of `bits` bits, 0 to 48: the first ones of whole bytes. */
export const drawBits = (m, bits) => {
    const size = Math.ceil(bits / 8);
    if (size === 0) return 0;
    drawBytes(m, size);
    return Math.floor(drawnNumber(0, size) / 2 ** (8 * size - bits));
};

/** A machine of the default options: that of ulid() and the like. */
export const machineOf = (shape, draw) => ({
    // Engines keep numbers that begin as NaN or infinite without a box of their own.
    shape, draw, t: -Infinity, hi: NaN, lo: NaN, layer: NaN, renewed: -Infinity, tail: NaN,
    allowance: Math.floor(10000 / shape.unit), mode: "reset", guard: shape.defaultGuard ?? 0, events: 0, codes: undefined,
});
