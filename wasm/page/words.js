// SPDX-License-Identifier: MIT
// words.js: the IDs in a text that was pasted or typed: a line that is an ID, of any kind, and the IDs
// that `sortid find` finds in other lines.
import { find, recognize, resembled } from "./library.js";

// More is left to the worker, which reads a file.
const LINES_MAX = 2000;
const LENGTH_MAX = 200000;
export const isLarge = (text) => text.length > LENGTH_MAX || text.split("\n").length > LINES_MAX;

const OPEN = /^[\s"'`([<,;]+/;
const CLOSE = /[\s"'`)\]>,;]+$/;

/** A line without quotes, brackets and commas around it. */
export const wordOf = (line) => line.replace(OPEN, "").replace(CLOSE, "");

// A line that is one word may be an ID by its length alone only where all lines are: a log has such
// words too.
const readLine = (line, number, isList) => {
    const text = wordOf(line);
    const found = recognize(text);
    const [best] = found.readings ?? [];
    if (best === undefined || (best.isGuess && !isList)) return null;
    return { text, line: number, column: new TextEncoder().encode(line.slice(0, line.indexOf(text))).length, kind: best.kind, ms: best.ms };
};

// By line, the IDs that the scanner finds.
const findAll = (text) => {
    const found = new Map();
    const feed = find(-1, (item) => found.set(item.line, [...(found.get(item.line) ?? []), item]));
    feed(new TextEncoder().encode(text), true);
    return found;
};

/** { items, gaps }: the IDs of a text, and faults, which are lines that resemble one; the ranges of lines
 * that have neither. */
export const wordsIn = (text) => {
    const lines = text.split("\n");
    const isList = lines.every((line) => !/\S\s+\S/.test(line));
    let inside; // only if a line has other text
    const items = [];
    const gaps = [];
    lines.forEach((line, i) => {
        if (wordOf(line) === "") return;
        const whole = readLine(line, i + 1, isList);
        const found = whole === null ? (inside ??= findAll(text)).get(i + 1) ?? [] : [whole];
        if (found.length > 0) {
            items.push(...found);
        } else if (!/\S\s+\S/.test(line) && resembled(wordOf(line)).length > 0) {
            items.push({ text: wordOf(line), line: i + 1, column: 0, kind: -1, ms: null });
        } else if (gaps.at(-1)?.[1] === i) {
            gaps.at(-1)[1] = i + 1;
        } else {
            gaps.push([i + 1, i + 1]);
        }
    });
    return { items, gaps };
};
