// SPDX-License-Identifier: MIT
// inspector.js: what a text may be, by the recognition of the C core. An entry gives the module,
// compiled at the first call: an import of the package never fails.
import { FORMAT_COUNT, KINDS } from "./inspect.table.js";
import { COUNT, NAME, POSITION, attach, bytes, nameAt, partsOf, put, results, wasm, written } from "./memory.js";
import { byNearness } from "./nearness.js";
import { SortidError } from "./system.js";

const FORMS = ["text", "hex", "int", "uuid", undefined, "braces", "urn"];
const CONFIDENCES = [undefined, "low", "medium", "high"];
const WHY = ["prefix", "version", "alphabet", "time", "length"];
const LENIENCIES = ["alias", "hyphen"];
const OPTIONS = ["kind", "lenient", "epochMs"];

// The statuses of reading, of sortid/base.h.
const REASONS = {
    0: ["OK", "an ID"],
    1: ["BAD_LENGTH", "wrong length"],
    2: ["BAD_DIGIT", "not a digit"],
    3: ["OUT_OF_RANGE", "value out of range"],
    35: ["BAD_VERSION", "a UUID of another version"],
    36: ["BAD_VARIANT", "a UUID of another variant than that of RFC 9562"],
};

// ---- Options ----------------------------------------------------------------

const refuseOption = (name, value, expected) => {
    throw new TypeError(`sortid: inspect: the option ${name} is ${String(value)}, not ${expected}`);
};

const kindIndex = (kind) => {
    if (kind === undefined) return -1;
    const index = KINDS.findIndex(({ name }) => name === kind);
    return index < 0 ? refuseOption("kind", kind, "the name of one of `kinds`") : index;
};

// Seconds since 1973 are refused: as ms they are a time in 1970.
const epochOf = (epochMs) => {
    if (epochMs === undefined) return NaN;
    if (!Number.isSafeInteger(epochMs)) refuseOption("epochMs", epochMs, "a Unix time in whole ms");
    if (epochMs >= 1e8 && epochMs <= 1e10)
        throw new RangeError(`sortid: inspect: the option epochMs is ${epochMs}, in ms a time in 1970: if it is in seconds, write ${epochMs * 1000}`);
    return epochMs;
};

// What recognize() takes for the options. A number is the index that map() passes.
const argumentsOf = (options = {}) => {
    if (typeof options === "number") return argumentsOf();
    if (typeof options !== "object" || options === null) throw new TypeError(`sortid: inspect: the options are ${String(options)}, not an object`);
    for (const name of Object.keys(options))
        if (!OPTIONS.includes(name)) throw new TypeError(`sortid: inspect has no option ${name}; it has ${OPTIONS.join(", ")}`);
    const { kind, lenient = false, epochMs } = options;
    if (typeof lenient !== "boolean") refuseOption("lenient", lenient, "true or false");
    return [kindIndex(kind), lenient, epochOf(epochMs)];
};

// ---- Readings ---------------------------------------------------------------

const namesOf = (names, bits) => Object.freeze(names.filter((_, bit) => (bits & (1 << bit)) !== 0));

// How JSON.stringify() writes bytes, and fields that are bigints. Not enumerable: values that are
// compared or copied are what they seem.
const BYTES_IN_JSON = {
    value() {
        return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
};
const FIELDS_IN_JSON = {
    value() {
        return Object.fromEntries(Object.entries(this).map(([name, value]) => [name, String(value)]));
    },
};

// Of our formats as Id objects have them, of other kinds as the command prints them.
const fieldsOf = (index, isFormat) => {
    const fields = {};
    for (let i = 0; wasm.readingField(index, i) === 0; i++) {
        const name = nameAt(results[NAME]);
        fields[name] = isFormat ? BigInt(written()) : written();
    }
    return Object.freeze(Object.defineProperty(fields, "toJSON", FIELDS_IN_JSON));
};

const bytesOf = (index, size) => {
    const address = wasm.readingId(index);
    return Object.defineProperty(bytes.slice(address, address + size), "toJSON", BYTES_IN_JSON);
};

const readingAt = (index) => {
    const [kind, form, confidence, why, leniency, hasTime, size] = partsOf(wasm.readingPart, index, 7);
    const { name, title, family } = KINDS[kind];
    const isFormat = kind < FORMAT_COUNT;
    wasm.readingText(index);
    return Object.freeze({
        kind: name,
        title,
        family,
        format: isFormat ? name : undefined,
        form: FORMS[form],
        confidence: CONFIDENCES[confidence],
        why: namesOf(WHY, why),
        leniency: namesOf(LENIENCIES, leniency),
        time: hasTime ? new Date(wasm.readingTime(index)) : undefined,
        text: written(),
        bytes: bytesOf(index, size),
        fields: fieldsOf(index, isFormat),
    });
};

// ---- Refusals ---------------------------------------------------------------

const departureAt = (index) => {
    const [kind, form, status, distance, position, length] = partsOf(wasm.nearestPart, index, 6);
    const { name, title } = KINDS[kind];
    return Object.freeze({ kind: name, title, form: FORMS[form], code: REASONS[status][0], distance, position, length });
};

// Names another kind that the text is, or nearly.
const hintOf = ([nearest], kind) => {
    if (nearest === undefined || nearest.kind === kind || nearest.distance * 4 >= nearest.length) return "";
    return nearest.distance === 0 ? `; as ${nearest.kind} it is an ID` : `; the nearest kind is ${nearest.kind}`;
};

const refusalOf = (text, kind, status) => {
    const told = { code: REASONS[status][0], position: results[POSITION] };
    const count = wasm.nearest(put(text)) === 0 ? Math.min(results[COUNT], 8) : 0;
    const nearest = Array.from({ length: count }, (_, index) => departureAt(index)).sort(byNearness(({ code }) => code === "BAD_LENGTH"));
    const hint = hintOf(nearest, kind);
    const { code, position } = kind === undefined && hint !== "" ? nearest[0] : told;
    const [, reason] = Object.values(REASONS).find(([each]) => each === code);
    const quoted = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
    const error = new SortidError(code, `${kind ?? "inspect"} ${quoted}: ${reason} (position ${position})${hint}`, position);
    return Object.assign(error, { nearest: Object.freeze(nearest) });
};

// ---- The calls --------------------------------------------------------------

const NEEDED =
    "inspect needs WebAssembly, which is not available: a content security policy must have 'wasm-unsafe-eval' in script-src; " +
    "a bundle for Workers or edge functions needs the condition workerd or edge-light; Node must run without --jitless";

const start = (moduleOf) => {
    try {
        attach(new WebAssembly.Instance(moduleOf()));
    } catch (error) {
        throw new SortidError("NO_WEBASSEMBLY", NEEDED, undefined, error);
    }
};

/** inspect() by the module that a function gives. */
export const inspectOf = (moduleOf) => (value, options) => {
    const text = value?.text ?? value; // an ID of the package has a text
    if (typeof text !== "string") throw new TypeError(`sortid: inspect reads a string, not ${value === null ? "null" : typeof value}`);
    const [kind, lenient, epochMs] = argumentsOf(options);
    if (wasm === undefined) start(moduleOf);
    const status = wasm.recognize(put(text), Date.now(), kind, lenient, epochMs);
    if (status !== 0) throw refusalOf(text, KINDS[kind]?.name, status);
    return Object.freeze(Array.from({ length: results[COUNT] }, (_, index) => readingAt(index)));
};

/** What inspect() knows. */
export const kinds = /* @__PURE__ */ Object.freeze(KINDS.map((kind) => Object.freeze(kind)));
