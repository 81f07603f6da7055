// SPDX-License-Identifier: MIT
// make.js: texts of new IDs; ulid() and the like, which use the system's clock and random bits.
import { newCodes } from "./digits.js";
import { countUp, machineOf } from "./machine.js";
import { countOf, systemRandom } from "./system.js";

const MOST = 128; // IDs in one string, which an engine keeps while a part of it is used

let decoder; // none in Hermes

// The string of codes: engines make a short one fast of an array, a long one of bytes.
const stringOf = (codes, size) => {
    const used = codes.length === size ? codes : codes.subarray(0, size);
    if (size > 100 && (decoder ??= typeof TextDecoder === "function" && new TextDecoder())) return decoder.decode(used);
    return String.fromCharCode.apply(null, used);
};

// Fills the codes from `to` up to `size` with copies of those from `from` up to `to`.
const repeat = (codes, from, to, size) => {
    for (let end = to; end < size; end += end - from) codes.copyWithin(end, from, Math.min(end, size - (end - from)));
};

// An array of codes of a machine alone: its random source may use another. The one for a single text
// keeps the last one, of which the next one may be a change.
const codesFor = (m, count) => {
    const size = count * m.shape.length;
    if (count === 1) return (m.codes ??= newCodes(size));
    if (m.many === undefined || m.many.length < size) m.many = Uint8Array.from(newCodes(size));
    return m.many;
};

/** The texts of `count` new IDs as one string, from which each is cut in a quarter of the time that
 * it takes to make it from its characters. Adds their events to the machine. */
export const textsOf = (m, count, ms) => {
    const { length, put } = m.shape;
    const size = count * length;
    const codes = codesFor(m, count);
    let least = m.isPrinted && count === 1 ? m.bytes.length : 0; // the first byte in which codes[at..] may differ
    m.isPrinted = false;
    for (let at = 0; at < size; at += length) {
        if (at === 0 || !m.isPlain || !countUp(m)) m.events |= m.step(m, ms);
        if (least === 0 && m.from > 0 && at > 0) {
            repeat(codes, at - length, at, size);
            least = m.from;
        }
        least = Math.min(least, m.from);
        put(codes, at, m.bytes, least);
    }
    m.isPrinted = count === 1;
    return stringOf(codes, size);
};

const MOST_AT_ONCE = 1e7; // about 0.7 GB

/** Puts `count` texts into an array; textsOfPart(n) gives n of them as one string. */
export const manyTexts = (length, count, textsOfPart) => {
    countOf("the count of IDs", count, 0, MOST_AT_ONCE);
    const texts = new Array(count);
    for (let made = 0; made < count; ) {
        const all = textsOfPart(Math.min(MOST, count - made));
        for (let at = 0; at < all.length; at += length) texts[made++] = all.substring(at, at + length);
    }
    return texts;
};

/** The generator behind ulid() and the like. It has texts made ahead for the ms `madeAt`, those from
 * `at` on. A call in the same ms takes the next one, the ID that it would make now. A ms with more
 * calls gets more at once; what is left when the clock moves is dropped. */
export const makerOf = (shape) => ({ machine: machineOf(shape, systemRandom), texts: "", at: 0, madeAt: NaN, count: 1 });

/** The function that makes an ID. */
export const makeOf = (maker) => {
    const { length, name } = maker.machine.shape;
    return (time) => {
        if (time !== undefined) throw new TypeError(`sortid: ${name}() takes no time: write ${name}.at(time)`);
        const ms = Date.now();
        if (ms !== maker.madeAt || maker.at === maker.texts.length) {
            maker.count = ms === maker.madeAt ? Math.min(2 * maker.count, MOST) : 1;
            maker.texts = textsOf(maker.machine, maker.count, ms);
            maker.madeAt = ms;
            maker.at = 0;
        }
        const { at } = maker;
        maker.at += length;
        return maker.texts.substring(at, at + length);
    };
};

/** The function that makes many. */
export const manyOf = (maker) => (count) => {
    maker.madeAt = NaN;
    return manyTexts(maker.machine.shape.length, count, (part) => textsOf(maker.machine, part, Date.now()));
};
