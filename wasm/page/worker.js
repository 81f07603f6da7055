// SPDX-License-Identifier: MIT
// worker.js: what the page leaves to a worker: checking a file, finding IDs in it, making many IDs.
import { Generator, formats } from "npm/index.js";
import { check, checked, find, linesFound, loadLibrary } from "./library.js";
import { CSV_HEAD, csvLine } from "./text.js";

const CHUNK = 4 << 20;
const progress = (done) => postMessage({ progress: done });

// Gives a file to feed(bytes, isLast) in chunks, and reads the next one meanwhile.
const feedFile = async (file, feed) => {
    const read = (at) => file.slice(at, at + CHUNK).arrayBuffer();
    let next = read(0);
    for (let at = 0; at === 0 || at < file.size; at += CHUNK) {
        const chunk = new Uint8Array(await next);
        const isLast = at + CHUNK >= file.size;
        if (!isLast) next = read(at + CHUNK);
        feed(chunk, isLast);
        progress(Math.min(at + CHUNK, file.size));
    }
};

const checkFile = async ({ file, kind, encoding, order }) => {
    await feedFile(file, check(kind, encoding, order));
    return checked(kind);
};

// The IDs of a list have the size of a few pages of memory; of more the file to download has all.
const LISTED = 100000;
const GAPS = 8;

// What is known of the IDs of a file.
const finding = () => {
    const found = { items: [], counts: {}, total: 0, lines: 0, linesWithout: 0, gaps: [], firstMs: Infinity, lastMs: -Infinity };
    const parts = { csv: [], ids: [] };
    let [csv, ids] = [CSV_HEAD, ""];
    let last = 0; // the last line with an ID
    const flush = () => {
        parts.csv.push(csv);
        parts.ids.push(ids);
        csv = ids = "";
    };
    const addGap = (end) => {
        if (end <= last + 1) return;
        found.linesWithout += end - last - 1;
        if (found.gaps.length < GAPS) found.gaps.push([last + 1, end - 1]);
    };
    const add = (item) => {
        const { text, line, kind, ms } = item;
        found.total++;
        found.counts[kind] = (found.counts[kind] ?? 0) + 1;
        if (ms !== null) found.firstMs = Math.min(found.firstMs, ms);
        if (ms !== null) found.lastMs = Math.max(found.lastMs, ms);
        if (found.items.length < LISTED) found.items.push(item);
        addGap(line);
        last = line;
        csv += csvLine(item);
        ids += `${text}\n`;
        if (csv.length > 1 << 20) flush();
    };
    const end = () => {
        found.lines = linesFound();
        addGap(found.lines + 1);
        flush();
        return { ...found, csv: new Blob(parts.csv, { type: "text/csv" }), ids: new Blob(parts.ids, { type: "text/plain" }) };
    };
    return { add, end };
};
const findInFile = async ({ file, kind }) => {
    const { add, end } = finding();
    const feed = find(kind, add);
    if (feed === null) throw new Error("IDs of this kind cannot be told from other text");
    await feedFile(file, feed);
    return end();
};

const SHOWN = 20;
const BATCH = 5000;
let generator; // of the last node
const makerOf = (format, node) => {
    const { many } = formats[format];
    if (many !== undefined) return many;
    if (generator?.node !== node) generator = { node, made: new Generator(format, { node }) };
    return (count) => generator.made.fill(count);
};
const make = ({ format, count, node }) => {
    const parts = [];
    const first = [];
    const many = makerOf(format, node);
    for (let done = 0; done < count; ) {
        const texts = many(Math.min(BATCH, count - done));
        done += texts.length;
        if (first.length < SHOWN) first.push(...texts.slice(0, SHOWN - first.length));
        parts.push(`${texts.join("\n")}\n`);
        if (parts.length % 32 === 0) progress(done);
    }
    return { first, count, blob: new Blob(parts, { type: "text/plain" }) };
};

const TASKS = { check: checkFile, find: findInFile, make };
let loaded;
onmessage = async ({ data }) => {
    try {
        loaded ??= loadLibrary(data.module);
        await loaded;
        postMessage({ result: await TASKS[data.task](data) });
    } catch (error) {
        postMessage({ error: error.message });
    }
};
