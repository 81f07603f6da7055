// SPDX-License-Identifier: MIT
// make.js: texts of new IDs; ulid() and the like, which use the system's clock and random bits.
import { WAIT, machineOf } from "./machine.js";
import { fail, systemRandom } from "./system.js";

const MOST = 128; // IDs in one string, which an engine keeps while a part of it is used
const MOST_AHEAD = 32;

let decoder; // none in Hermes

const decode = (codes, size) => {
    const used = codes.length === size ? codes : codes.subarray(0, size);
    if (decoder === undefined) decoder = typeof TextDecoder === "function" ? new TextDecoder() : null;
    return decoder !== null && size > 100 ? decoder.decode(used) : String.fromCharCode.apply(null, used);
};

// Copies codes[from..to) up to `size`.
const repeat = (codes, from, to, size) => {
    for (let end = to; end < size; end += end - from) codes.copyWithin(end, from, Math.min(end, size - (end - from)));
};

/** The texts of `count` new IDs as one string, from which each is cut in a quarter of the time that
 * it takes to make it from its characters. Adds their events to the machine. */
export const textsOf = (machine, count, ms) => {
    const { shape } = machine;
    const size = count * shape.length;
    // Of this machine alone: its random source may use another.
    if (machine.codes === undefined || machine.codes.length < size) machine.codes = new Uint8Array(size);
    const { codes } = machine;
    const { length } = shape;
    for (let end = length; end <= size; end += length) {
        if (end > length && shape.follow !== undefined && shape.follow(machine, codes, end)) continue;
        let event = shape.step(machine, ms);
        while (event === WAIT) {
            ms = machine.wait(ms);
            event = shape.step(machine, ms);
        }
        machine.events |= event;
        shape.write(machine, codes, end);
        if (shape.follow !== undefined) repeat(codes, end - length, end, size);
    }
    return decode(codes, size);
};

const MOST_AT_ONCE = 1e7; // about 0.7 GB

/** Puts `count` texts into an array; textsOfPart(n) gives n of them as one string. */
export const manyTexts = (length, count, textsOfPart) => {
    if (!Number.isInteger(count) || count < 0 || count > MOST_AT_ONCE)
        throw new RangeError(`sortid: the count of IDs is ${String(count)}, not a whole number from 0 to ${MOST_AT_ONCE}`);
    const texts = [];
    while (texts.length < count) {
        const all = textsOfPart(Math.min(MOST, count - texts.length));
        for (let at = 0; at < all.length; at += length) texts.push(all.substring(at, at + length));
    }
    return texts;
};

const checkedNow = (ms) => (Number.isFinite(ms) ? ms : fail("CLOCK_FAILED", `Date.now() gave ${String(ms)}`));

/** The generator behind ulid() and the like. It has texts made ahead for the ms `madeAt`, those from
 * `at` on. A call in the same ms takes the next one, the ID that it would make now. A ms with more
 * calls gets more at once; what is left when the clock moves is dropped. */
export const makerOf = (shape) => ({ machine: machineOf(shape, systemRandom), texts: "", at: 0, madeAt: NaN, count: 1 });

const makeAhead = (maker, ms) => {
    maker.count = ms !== maker.madeAt ? 1 : Math.min(2 * maker.count, MOST_AHEAD);
    maker.texts = textsOf(maker.machine, maker.count, checkedNow(ms));
    maker.madeAt = ms;
    maker.at = 0;
};

/** The function that makes an ID. */
export const makeOf = (maker) => {
    const { length, name } = maker.machine.shape;
    return (time) => {
        if (time !== undefined) throw new TypeError(`sortid: ${name}() takes no time: write ${name}.at(time)`);
        const ms = Date.now();
        if (ms !== maker.madeAt || maker.at === maker.texts.length) makeAhead(maker, ms);
        const { at } = maker;
        maker.at += length;
        return maker.texts.substring(at, at + length);
    };
};

/** The function that makes many. */
export const manyOf = (maker) => (count) => {
    maker.madeAt = NaN;
    return manyTexts(maker.machine.shape.length, count, (part) => textsOf(maker.machine, part, checkedNow(Date.now())));
};
