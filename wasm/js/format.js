// SPDX-License-Identifier: MIT
// format.js: the formats: a call makes an ID, methods read one; the usual case takes few steps.
import { emptyBuffer, idInBuffer, idOfText, readText } from "./id.js";
import { many } from "./many.js";
import { TEXT, WRITTEN, bytes, results, textAt, wasm } from "./memory.js";
import { errorOf, lastMs, must } from "./module.js";
import { needsNode } from "./table.js";

const AHEAD_IDS = 32;

const millisecondsOf = (time, name) => {
    const ms = typeof time === "number" ? time : time instanceof Date ? time.getTime() : NaN;
    if (Number.isNaN(ms)) throw new TypeError(`sortid: ${name} is neither a Date nor a number`);
    return Math.ceil(ms);
};

const formatOf = (table) => {
    const { index, put: putText, take, name, textLength } = table;
    // Texts made ahead for the millisecond `madeAt`: those from `at` on in the string `texts`. A
    // call in the same millisecond takes the next one, the ID that the generator would make now. A
    // millisecond with more calls gets more; the rest is dropped when the clock moves.
    let texts = "";
    let at = 0;
    let madeAt = NaN;
    let count = 1;
    const makeAhead = (ms) => {
        count = ms !== madeAt ? 1 : count < AHEAD_IDS ? 2 * count : AHEAD_IDS;
        const status = wasm.many(index, 0, count);
        const length = results[WRITTEN];
        if (length === 0) throw errorOf(status);
        madeAt = lastMs;
        texts = length === textLength ? take(bytes, TEXT) : textAt(TEXT, length);
        at = 0;
    };
    const make = () => {
        const ms = Date.now();
        if (ms !== madeAt || at === texts.length) makeAhead(ms);
        const from = at;
        at += textLength;
        return texts.substring(from, at);
    };
    const makeMany = (n) => {
        madeAt = NaN;
        return many(table, 0, n);
    };
    const isRead = (text) =>
        typeof text === "string" && text.length === textLength && putText(bytes, TEXT, text) < 128 &&
        wasm.read(index) === 0;
    const format = needsNode(table) ? {} : make;
    const methods = {
        parse(text, encoding) {
            if (encoding === undefined && isRead(text)) return idOfText(table, text);
            const status = readText(table, text, encoding);
            if (status !== 0) throw errorOf(status, text);
            return idInBuffer(table, 0);
        },
        tryParse(text, encoding) {
            if (encoding === undefined && isRead(text)) return idOfText(table, text);
            return typeof text === "string" && readText(table, text, encoding) === 0 ? idInBuffer(table, 0) : null;
        },
        fromBytes(id) {
            if (!(id instanceof Uint8Array) || id.length !== table.size)
                throw new TypeError(`sortid: not ${table.size} bytes`);
            bytes.set(id, emptyBuffer());
            return idInBuffer(table, 0);
        },
        range(since, until) {
            emptyBuffer();
            must(wasm.range(index, millisecondsOf(since, "since"), millisecondsOf(until, "until")));
            const first = idInBuffer(table, 0);
            return Object.freeze({ first, last: idInBuffer(table, 1) });
        },
    };
    if (format === make) methods.many = makeMany;
    for (const [key, value] of Object.entries(methods)) Object.defineProperty(format, key, { value });
    const { title, size, layout } = table;
    Object.defineProperty(format, "name", { value: name });
    for (const [key, value] of Object.entries({ title, size, textLength, layout }))
        Object.defineProperty(format, key, { value, enumerable: true });
    return Object.freeze(format);
};

export const formats = Object.fromEntries(TABLES.map((table) => [table.name, formatOf(table)]));
