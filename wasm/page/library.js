// SPDX-License-Identifier: MIT
// library.js: what the page and its worker ask the module, which reads, writes and makes all IDs.
// The build makes it the body of a function of `moduleBytes`, so that the page can pass its source
// to a worker, and writes TABLES; fillRandom is of host.web.js.
import { COUNT, NAME, POSITION, TEXT, WRITTEN, attach, bytes, results, wasm } from "../js/memory.js";
import { nameAt, partsOf, put, written } from "../js/memory.js";

const { formats, kinds, reasons } = TABLES;
const textAt = (address, length) => decode(bytes, address, address + length);
const imports = {
    time: () => Date.now(),
    random: (address, size) => {
        try {
            fillRandom(bytes.subarray(address, address + size));
            return 1;
        } catch {
            return 0;
        }
    },
};
attach((await WebAssembly.instantiate(moduleBytes, { sortid: imports })).instance);
const must = (status) => {
    if (status !== 0) throw new Error(reasons[status]);
};

const FORMS = ["text", "hex digits", "a decimal number", "UUID form", "", "UUID in braces", "URN"];
const readingAt = (index) => {
    const [kind, form, confidence, why, , hasTime] = partsOf(wasm.readingPart, index, 6);
    const { name, title } = kinds[kind];
    return {
        index,
        name,
        title,
        format: formats.findIndex((format) => format.name === name),
        form: FORMS[form],
        confidence,
        why,
        ms: hasTime ? wasm.readingTime(index) : null,
    };
};
const nearestTo = (text) => {
    if (wasm.nearest(put(text)) !== 0) return [];
    return Array.from({ length: Math.min(results[COUNT], 3) }, (_, index) => {
        const [kind, , status, distance, position, length] = partsOf(wasm.nearestPart, index, 6);
        return { title: kinds[kind].title, reason: reasons[status], distance, position, length };
    });
};

// All readings of a text, or why it has none.
const recognize = (text) => {
    const status = wasm.recognize(put(text), Date.now(), -1, 0, NaN);
    if (status === 0) return { readings: Array.from({ length: results[COUNT] }, (_, index) => readingAt(index)) };
    return { reason: reasons[status], position: results[POSITION], nearest: nearestTo(text) };
};

const ENCODINGS = [["text", 0], ["uuid", 3], ["hex", 1], ["int", 2]];
const encodingsOf = (format, buffer) =>
    ENCODINGS.filter(([, number]) => formats[format].encodings & (1 << number)).map(([name, number]) => {
        must(wasm.print(format, number, buffer));
        return [name, written()];
    });
const hexOf = (id) => Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");

// Everything about the reading `index` of a text.
const detail = (text, index) => {
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
    reading.encodings = [["text", reading.text], ["hex", hex], ["int", BigInt(`0x${hex}`).toString()]];
    if (reading.format >= 0) {
        must(wasm.parse(reading.format, 1, put(hex)));
        reading.encodings = encodingsOf(reading.format, 0);
    }
    return reading;
};

const NEEDS_NODE = 2; // SORTID_TRAIT_NEEDS_NODE
const BOUND_REACHED = 28;
const needsNode = (format) => (formats[format].traits & NEEDS_NODE) !== 0;

// Prepares a generator with a node; throws an error if the text is not a node spec.
const useNode = (spec) => {
    const status = wasm.prepareNode(0, 0, 0, 0, put(spec), 0);
    if (status !== 0) throw new Error(`Node ${spec}: ${reasons[status]}`);
};

// The texts of the next IDs, as many as fit the buffer; fewer if a node must wait for the clock.
const make = (format, count) => {
    const { textLength } = formats[format];
    const status = wasm.many(format, needsNode(format), Math.min(count, Math.floor(65536 / textLength)));
    const all = textAt(TEXT, results[WRITTEN]);
    if (status !== BOUND_REACHED && all === "") must(status);
    return Array.from({ length: all.length / textLength }, (_, i) => all.substr(i * textLength, textLength));
};

// The first and the last ID of since <= time < until, in all encodings.
const range = (format, sinceMs, untilMs) => {
    must(wasm.range(format, sinceMs, untilMs));
    return { first: Object.fromEntries(encodingsOf(format, 0)), last: Object.fromEntries(encodingsOf(format, 1)) };
};

// Begins a file; returns a function that takes the next bytes.
const check = (format, order) => {
    const INPUT = wasm.checkInput();
    const size = wasm.checkInputSize();
    let kept = 0;
    wasm.checkStart(format, order);
    return (chunk, isLast) => {
        let at = 0;
        do {
            const part = chunk.subarray(at, at + size - kept);
            bytes.set(part, INPUT + kept);
            at += part.length;
            kept = wasm.checkFeed(kept + part.length, isLast && at === chunk.length ? 1 : 0);
        } while (at < chunk.length);
    };
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
const fieldsOf = (format) =>
    formats[format].layout.map(({ name, firstBit, bits }, field) => {
        const kind = wasm.checkFieldKind(field);
        const found = { name, firstBit, bits, kind };
        if (kind !== 0) found.shares = Array.from({ length: bits }, (_, bit) => wasm.checkShare(field, firstBit + bit));
        if (kind === 2) found.renewals = wasm.checkRenewals(field);
        return found;
    });
const checked = (format) => {
    const figures = Object.fromEntries(FIGURES.map((name, which) => [name, wasm.checkFigure(which)]));
    return {
        ...figures,
        format,
        fields: fieldsOf(format),
        faults: Array.from({ length: figures.faults }, (_, index) => faultAt(index)),
        bins: Array.from(new Uint32Array(wasm.memory.buffer, wasm.checkBins(), 256)),
    };
};

export const library = { formats, needsNode, recognize, detail, useNode, make, range, check, checked };
