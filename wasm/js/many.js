// SPDX-License-Identifier: MIT
// many.js: the texts of many new IDs at once.
import { EVENT, TEXT, WRITTEN, results, textAt, wasm } from "./memory.js";
import { must } from "./module.js";

const TEXT_BYTES = 65536;
const PART_IDS = 128;

export let manyEvents = 0; // of the last call

// Cuts texts out of longer strings, which takes a quarter of the time of making each from its
// characters. The strings are short, because the engine keeps one while a part of it is used.
export const many = (table, own, count) => {
    const { index, textLength } = table;
    manyEvents = 0;
    if (!Number.isInteger(count) || count < 0) throw new RangeError("sortid: not a count");
    const texts = new Array(count > 1e6 ? 0 : count);
    const most = Math.floor(TEXT_BYTES / textLength);
    const part = PART_IDS * textLength;
    for (let done = 0; done < count; ) {
        const status = wasm.many(index, own, count - done < most ? count - done : most);
        must(status);
        manyEvents |= results[EVENT];
        const length = results[WRITTEN];
        for (let from = 0; from < length; from += part) {
            const all = textAt(TEXT + from, Math.min(part, length - from));
            for (let at = 0; at < all.length; at += textLength) texts[done++] = all.substring(at, at + textLength);
        }
    }
    return texts;
};
