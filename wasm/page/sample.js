// SPDX-License-Identifier: MIT
// sample.js: what a file is, by its first lines: a list of IDs of a kind, or a text with IDs in it.
import { check, checked, encodingOf, formats, isFormat, kinds, recognize } from "./library.js";

const BYTES = 65536;
const LINES = 500;

const linesOf = async (file) => {
    const lines = (await file.slice(0, BYTES).text()).split("\n");
    if (file.size > BYTES) lines.pop(); // a part of a line
    return lines.map((line) => line.replace(/\r$/, "")).filter((line) => line !== "").slice(0, LINES);
};

// The ways to read lines, each with its lines, the sum of their confidences and of their ranks. A
// plausible time tells more than version bits: those of a few IDs may be so by chance.
const PLAUSIBLE = 8; // SORTID_WHY_TIME
const CERTAIN = 3; // SORTID_CONFIDENCE_HIGH
const waysOf = (lines) => {
    const ways = new Map();
    for (const line of lines)
        (recognize(line).readings ?? []).forEach(({ kind, form, confidence, why, ms }, rank) => {
            const encoding = isFormat(kind) ? encodingOf(form) : 0;
            const key = `${kind} ${encoding}`;
            const way = ways.get(key) ?? { kind, encoding, lines: [], score: 0, rank: 0, certain: 0, hasTime: false };
            way.lines.push(line);
            way.score += confidence + (why & PLAUSIBLE ? 0.5 : 0);
            way.rank += rank;
            way.certain += rank === 0 && confidence === CERTAIN;
            way.hasTime ||= ms !== null;
            ways.set(key, way);
        });
    return [...ways.values()];
};

// Whether most IDs begin as the one before, as random ones do not.
const shareBegin = (sorted, length) =>
    2 * sorted.filter((line, i) => i > 0 && line.slice(0, length) === sorted[i - 1].slice(0, length)).length > sorted.length;

// In the order of their bytes, so that the order of the file does not matter.
const sortedOf = ({ lines }) => [...lines].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

// Whether all would be UUIDv7 of one ms, most of which differ in their last 16 bits only: they are
// ULIDs, each the one before plus 1, which have the version bits in one of 64 ms.
const isOneBurst = (kind, sorted) =>
    kinds[kind].name === "uuidv7" && sorted[0].slice(0, 16) === sorted.at(-1).slice(0, 16) && shareBegin(sorted, sorted[0].length - 4);

// Whether a counter does not rise, or a layer is renewed more than once a second: then the IDs are of
// another format with the same time, as ULIDs and SCRU128 in UUID form.
const LAYER = 2; // SORTID_FIELD_LAYER
const breaksRules = (way) => {
    const { kind, encoding } = way;
    const sorted = sortedOf(way);
    check(kind, encoding, 0)(new TextEncoder().encode(sorted.join("\n")), true);
    const { counterFaults, counterRule, firstMs, lastMs, fields } = checked(kind);
    const layer = fields[formats[kind].layout.findIndex(({ kind: role }) => role === LAYER)];
    return counterFaults > 0 || isOneBurst(kind, sorted) || (counterRule && layer?.renewals > (lastMs - firstMs) / 1000 + 1);
};
const isUnlikely = (way) => (isFormat(way.kind) ? breaksRules(way) : !way.hasTime && shareBegin(sortedOf(way), 8));

// Whether there are IDs of several kinds: those that no way reads, or that are certainly of another one.
const isMixed = (lines, ways, read) => {
    const rest = lines.filter((line) => !read.includes(line));
    const others = rest.filter((line) => recognize(line).readings).length;
    return (10 * rest.length > lines.length && 2 * others > rest.length) || ways.filter(({ certain }) => 5 * certain > lines.length).length > 1;
};

/** The ways to read the lines of a file as a list, the likeliest first: { kind, encoding }. None: it is
 * not a list. */
export const waysToRead = async (file) => {
    const lines = await linesOf(file);
    const all = waysOf(lines);
    const ways = all.filter((way) => 2 * way.lines.length >= lines.length);
    const most = ways.reduce((read, way) => (way.lines.length > read.length ? way.lines : read), []);
    if (isMixed(lines, all, most)) return [];
    const atLeast = (all, share) => all.filter(({ score }) => score >= share * Math.max(...all.map((way) => way.score)));
    const rated = atLeast(ways, 0.6).map((way) => ({ ...way, against: isUnlikely(way) }));
    const likely = rated.filter(({ against }) => !against);
    const chosen = atLeast(likely.length > 0 ? likely : rated, 0.9);
    return chosen.sort((a, b) => b.score - a.score || a.rank - b.rank);
};

/** The encoding in which most of the first lines are IDs of a kind; the kind's text, if none are. */
export const encodingFor = async (file, kind) => {
    const ways = waysOf(await linesOf(file)).filter((way) => way.kind === kind);
    return ways.sort((a, b) => b.lines.length - a.lines.length)[0]?.encoding ?? 0;
};
