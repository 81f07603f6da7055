// SPDX-License-Identifier: MIT
// library.js: what the page and its worker ask the module, which reads and writes all IDs. The build
// writes tables.json. Nothing works before loadLibrary().
import tables from "built/tables.json";
import { COUNT, NAME, POSITION, TEXT, WRITTEN, attach, bytes, nameAt, partsOf, put, results, wasm, written } from "../js/memory.js";
import { byNearness } from "../js/nearness.js";

export const { formats, kinds, reasons } = tables;

export const loadLibrary = async (moduleBytes) => attach((await WebAssembly.instantiate(moduleBytes)).instance);

const must = (status) => {
    if (status !== 0) throw new Error(reasons[status]);
};
// Lines of a file may have any bytes.
const decoder = new TextDecoder();
const textAt = (address, length) => decoder.decode(bytes.subarray(address, address + length));

// ---- Texts ------------------------------------------------------------------

const FORMS = ["text", "hex digits", "a decimal number", "UUID form", "", "UUID in braces", "URN"];
const readingAt = (index) => {
    const [kind, form, confidence, why, , hasTime] = partsOf(wasm.readingPart, index, 6);
    return {
        index,
        kind,
        title: kinds[kind].title,
        form,
        isGuess: confidence < 2, // SORTID_CONFIDENCE_MEDIUM
        confidence,
        why,
        ms: hasTime ? wasm.readingTime(index) : null,
    };
};
const BAD_LENGTH = 1; // SORTID_BAD_LENGTH
const nearestTo = (text) => {
    if (wasm.nearest(put(text)) !== 0) return [];
    return Array.from({ length: Math.min(results[COUNT], 8) }, (_, index) => {
        const [kind, , status, distance, position, length] = partsOf(wasm.nearestPart, index, 6);
        return { title: kinds[kind].title, status, reason: reasons[status], distance, position, length };
    });
};

/** All readings of a text, or why it has none. */
export const recognize = (text) => {
    const status = wasm.recognize(put(text), Date.now(), -1, 0, NaN);
    if (status === 0) return { readings: Array.from({ length: results[COUNT] }, (_, index) => readingAt(index)) };
    return { reason: reasons[status], position: results[POSITION] };
};

/** The kinds that a text that is not an ID resembles, at most three. */
export const resembled = (text) =>
    nearestTo(text)
        .filter(({ distance }) => 2 * distance <= text.length)
        .sort(byNearness(({ status }) => status === BAD_LENGTH))
        .slice(0, 3);

export const isFormat = (kind) => kind < formats.length;
// What SORTID_FORM_BRACES and the like are read as.
export const encodingOf = (form) => (form > 3 ? 3 : form);
export const formTitle = (form) => FORMS[form];

const ENCODINGS = [["text", 0], ["uuid", 3], ["hex", 1], ["int", 2]];
const encodingsOf = (format, print) =>
    ENCODINGS.filter(([, number]) => formats[format].encodings & (1 << number)).map(([name, number]) => {
        must(print(number));
        return [name, written()];
    });
const hexOf = (id) => Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Everything about the reading `index` of a text. */
export const detail = (text, index) => {
    must(wasm.recognize(put(text), Date.now(), -1, 0, NaN));
    const reading = readingAt(index);
    const address = wasm.readingId(index);
    const hex = hexOf(bytes.subarray(address, address + wasm.readingPart(index, 6)));
    must(wasm.readingText(index));
    reading.text = written();
    reading.hex = hex;
    reading.fields = [];
    for (let i = 0; wasm.readingField(index, i) === 0; i++)
        reading.fields.push({ name: nameAt(results[NAME]), value: written() });
    must(wasm.readingBits(index));
    reading.bits = Array.from(bytes.subarray(TEXT, TEXT + results[WRITTEN]));
    reading.encodings = isFormat(reading.kind)
        ? encodingsOf(reading.kind, (encoding) => wasm.readingEncoding(index, encoding))
        : [["text", reading.text], ["hex", hex], ["int", BigInt(`0x${hex}`).toString()]];
    return reading;
};

/** The first and the last ID of since <= time < until, in all encodings. */
export const range = (format, sinceMs, untilMs) => {
    const [first, last] = [0, 1].map((isLast) =>
        Object.fromEntries(encodingsOf(format, (encoding) => wasm.span(format, sinceMs, untilMs, isLast, encoding))));
    return { first, last };
};

// ---- Files ------------------------------------------------------------------

// Hands over bytes in pieces; feed(length, isLast) returns how many it keeps.
const feeder = (feed) => {
    const input = wasm.input();
    const size = wasm.inputSize();
    let kept = 0;
    return (chunk, isLast) => {
        let at = 0;
        do {
            const part = chunk.subarray(at, at + size - kept);
            bytes.set(part, input + kept);
            at += part.length;
            kept = feed(kept + part.length, isLast && at === chunk.length ? 1 : 0);
        } while (at < chunk.length);
    };
};

const YEAR_MS = 365 * 86400000;

/** Begins to find IDs of a kind, or of all if it is -1: a function that takes the next bytes and gives
 * each ID to onId({ text, line, column, kind, ms }); null: such IDs cannot be told from other text. */
export const find = (kind, onId) => {
    if (!wasm.findStart(kind, Date.now() + YEAR_MS)) return null;
    const result = new Float64Array(wasm.memory.buffer, wasm.findResult(), 6);
    return feeder((length, isLast) => {
        wasm.findFeed(length, isLast);
        while (wasm.findNext()) {
            const [line, column, found, ms, at, size] = result;
            const text = String.fromCharCode.apply(null, bytes.subarray(at, at + size)); // faster than a decoder
            onId({ text, line, column, kind: found, ms: Number.isNaN(ms) ? null : ms });
        }
        return wasm.findEnd();
    });
};
export const linesFound = () => wasm.findLines();

/** Begins a file of IDs of a kind, in an encoding: a function that takes the next bytes. */
export const check = (kind, encoding, order) => {
    wasm.checkStart(kind, encoding, order);
    return feeder(wasm.checkFeed);
};

const FIGURES = [
    "lines", "valid", "invalid", "unordered", "duplicates", "counterFaults", "firstMs", "lastMs", "idsPerMs",
    "idsPerTimestamp", "failed", "counterRule", "faults", "binsFirst", "binsWidth",
]; // check_figure() in check.c
const FAULTS = ["", "out of order", "duplicate of the ID before", "counter did not rise", "not an ID"];
const NOT_AN_ID = 4;
const faultAt = (index) => {
    const [line, what, status, position, length, kept] = partsOf(wasm.checkFault, index, 6);
    const isInvalid = what === NOT_AN_ID;
    return {
        line,
        what: isInvalid ? reasons[status] : FAULTS[what],
        position: isInvalid ? position : -1,
        text: textAt(wasm.checkFaultText(index), kept),
        isCut: kept < length,
    };
};
const fieldsOf = (kind) =>
    !isFormat(kind) ? [] : formats[kind].layout.map(({ name, firstBit, bits }, field) => {
        const counts = wasm.checkFieldKind(field);
        const found = { name, firstBit, bits, kind: counts };
        if (counts !== 0) found.shares = Array.from({ length: bits }, (_, bit) => wasm.checkShare(field, firstBit + bit));
        if (counts === 2) found.renewals = wasm.checkRenewals(field);
        return found;
    });
export const checked = (kind) => {
    const figures = Object.fromEntries(FIGURES.map((name, which) => [name, wasm.checkFigure(which)]));
    return {
        ...figures,
        kind,
        fields: fieldsOf(kind),
        faults: Array.from({ length: figures.faults }, (_, index) => faultAt(index)),
        bins: Array.from(new Uint32Array(wasm.memory.buffer, wasm.checkBins(), 256)),
    };
};
