// SPDX-License-Identifier: MIT
// inspect.js: what a text may be. KINDS is what wasm/build.mjs writes.
import { formats } from "./format.js";
import { idBytes } from "./id.js";
import { COUNT, NAME, nameAt, partsOf, put, results, wasm, written } from "./memory.js";
import { errorOf, must } from "./module.js";

const FORMS = ["text", "hex", "int", "uuid", undefined, "braces", "urn"];
const CONFIDENCES = [undefined, "low", "medium", "high"];
const WHY = ["prefix", "version", "alphabet", "time", "length"];
const LENIENCIES = ["alias", "hyphen"];
const bitNames = (names, bits) => Object.freeze(names.filter((_, bit) => (bits & (1 << bit)) !== 0));

const readingAt = (index) => {
    const [kind, form, confidence, why, leniency, hasTime, size] = partsOf(wasm.readingPart, index, 7);
    const { name, title, family } = KINDS[kind];
    must(wasm.readingText(index));
    const text = written();
    const fields = {};
    for (let i = 0; wasm.readingField(index, i) === 0; i++) fields[nameAt(results[NAME])] = written();
    return Object.freeze({
        kind: name,
        title,
        family,
        format: Object.hasOwn(formats, name) ? name : undefined,
        form: FORMS[form],
        confidence: CONFIDENCES[confidence],
        why: bitNames(WHY, why),
        leniency: bitNames(LENIENCIES, leniency),
        time: hasTime ? new Date(wasm.readingTime(index)) : undefined,
        text,
        bytes: idBytes(wasm.readingId(index), size),
        fields: Object.freeze(fields),
    });
};

// The kinds whose texts are nearest to one that is not an ID.
const nearestTo = (length) => {
    if (wasm.nearest(length) !== 0) return Object.freeze([]);
    const count = Math.min(results[COUNT], 8);
    return Object.freeze(
        Array.from({ length: count }, (_, index) => {
            const [kind, form, status, distance, position, expected] = partsOf(wasm.nearestPart, index, 6);
            const { name, title } = KINDS[kind];
            return Object.freeze({ kind: name, title, form: FORMS[form], code: STATUSES[status].code, distance, position, length: expected });
        }),
    );
};

const kindIndex = (name) => {
    if (name === undefined) return -1;
    const index = KINDS.findIndex((kind) => kind.name === name);
    if (index < 0) throw new TypeError(`sortid: no kind ${String(name)}`);
    return index;
};

/** All readings of a text, the most probable first. */
const inspect = (text, { kind, lenient = false, epochMs } = {}) => {
    const length = put(text);
    const status = wasm.recognize(length, kindIndex(kind), lenient ? 1 : 0, epochMs === undefined ? NaN : epochMs);
    if (status !== 0) {
        const error = errorOf(status, text);
        put(text);
        error.nearest = nearestTo(length);
        throw error;
    }
    return Object.freeze(Array.from({ length: results[COUNT] }, (_, index) => readingAt(index)));
};

const kinds = Object.freeze(KINDS.map(({ name, title, family, size }) => Object.freeze({ name, title, family, size })));
