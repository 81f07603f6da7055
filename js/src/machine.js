// SPDX-License-Identifier: MIT
// machine.js: what the steps of all formats share: the choice of the timestamp, counters, random
// bits. The rules are those of src/generate/machine.h.
//
// A machine is an object with
//   shape       what making IDs of a format needs, from a file of shapes/
//   step        makes the next ID by the clock in ms, and returns its event
//   draw        the random source, draw(bytes, at, size): sets bytes[at] and so on, all or none
//   bytes       its last ID, and of that one
//   t           the timestamp in units of the format, below 0 before the first ID, and
//   hi          the counter, in formats where a step needs it as a number
//   from        the first byte that the last step changed, or 0
//   isPlain     whether countUp() may be called
//   renewed     when the part of scru128 that lives longer than a timestamp was drawn; scru160,
//               uuidv7: the greatest clock value of a fraction
//   allowance   how far the clock may be behind, in units; with a fraction in microseconds
//   late        what a step returns if it is further behind, a function; undefined: it starts again
//   guard, and the flags of the options
//   events      of the IDs since it was set to 0
//   codes, many, isPrinted    the texts of make.js
// In a shape, `counted` is the index of the last byte of the counter, undefined if countUp() cannot be
// used; the last `tail` bytes are random in each ID.
// A step changes the machine at its end, after its last draw, so a source that throws leaves it as it
// was. A source may use other machines: a step reads what is exported by `let` before it draws.
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

/** The clock in units of the format. */
export const unitsOf = ({ name, zero, unit, first, last }, ms) => {
    const units = Math.floor((ms - zero) / unit);
    return units >= first && units <= last ? units : fail("CLOCK_OUT_OF_RANGE", `${name}: the clock is ${ms}, outside the format's range`);
};

/** The event of an ID that takes the next timestamp because the counter is full. */
export const borrow = (m, last = m.shape.last) => (m.t < last ? BORROWED : fail("EXHAUSTED", `${m.shape.name}: no ID is left before the format's last timestamp`));

/** The `late` of mode "wait" and of mode "abort". */
export const lateWait = () => WAIT;
export const lateAbort = ({ shape: { name } }) => fail("ROLLBACK", `${name}: the clock is further behind the last ID than allowed`);

/** Chooses the timestamp by the clock, in units. The event is NEW, COUNTED, RESET or WAIT. */
export const choose = (m, now, late = m.late) => {
    timestamp = now;
    isFresh = m.t < 0 || m.stateless === true;
    if (now > m.t || isFresh) return NEW;
    if (m.t - now > m.allowance) {
        isFresh = true;
        return late === undefined ? RESET : late(m);
    }
    timestamp = m.t;
    return COUNTED;
};

const drawn = new Uint8Array(16);

/** Draws `size` bytes, at most 16, and returns the array that begins with them until the next draw. */
export const draw = (m, size) => {
    m.draw(drawn, 0, size);
    return drawn;
};

/** A random number of `bits` bits, 0 to 48: the first ones of whole bytes. */
export const drawBits = (m, bits) => {
    const size = Math.ceil(bits / 8);
    return size === 0 ? 0 : Math.floor(numberOf(draw(m, size), 0, size) / (1 << (8 * size - bits)));
};

// ---- Big-endian numbers in bytes --------------------------------------------

/** The number in bytes[from] up to bytes[to - 1], at most 6. */
export const numberOf = (bytes, from, to) => {
    let number = 0;
    for (; from < to; from++) number = number * 256 + bytes[from];
    return number;
};

/** Sets bytes[from] up to bytes[to - 1] to the last bits of a number. */
export const setNumber = (bytes, from, to, number) => {
    for (; to > from; number /= 256) bytes[--to] = number;
};

/** Whether all bits of bytes[from] up to bytes[to - 1] are 1. */
export const isFull = (bytes, from, to) => {
    while (to > from && bytes[to - 1] === 255) to--;
    return to === from;
};

/** Adds a number to that of bytes[from] up to bytes[to - 1]. Returns the index of the first byte
 * that it changed; below `from`: it was too much. */
export const add = (bytes, from, to, number) => {
    for (; number !== 0 && to-- > from; number = Math.floor(number / 256)) bytes[to] = number += bytes[to];
    return number === 0 ? to : -1;
};

/** Copies the first drawn bytes to the end of an ID. */
export const setTail = (bytes, drawn, size) => {
    for (let i = 0, at = bytes.length - size; i < size; i++) bytes[at + i] = drawn[i];
};

/** Makes the next ID of the last timestamp, if that changes only the last byte of the counter and the
 * `tail` random bytes at the end. */
export const countUp = (m) => {
    const { bytes } = m;
    const { counted, tail } = m.shape;
    if (bytes[counted] === 255) return false;
    if (tail > 0) m.draw(bytes, bytes.length - tail, tail);
    bytes[counted]++;
    m.from = counted;
    m.events |= COUNTED;
    return true;
};

/** A machine of the default options: that of ulid() and the like. */
export const machineOf = (shape, source) => ({
    // Engines keep numbers that begin as NaN or infinite without a box of their own.
    shape, draw: source, bytes: new Uint8Array(shape.size), t: -Infinity, hi: NaN, from: 0, renewed: -Infinity, events: 0,
    isPlain: shape.counted !== undefined, step: shape.step, allowance: Math.floor(10000 / shape.unit), guard: shape.defaultGuard,
});
