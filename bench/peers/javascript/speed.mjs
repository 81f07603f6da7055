// SPDX-License-Identifier: MIT
// speed.mjs: times functions in turns, so that a slow moment meets all. For Node, Bun and browsers.
//   node speed.mjs FORMAT ROUNDS     prints the results as JSON; `install` puts this file next to the packages
import { rowsOf } from "./rows.mjs";

const ROUND_MS = 4;
const WARM_MS = 60;

// The results are kept for a while, so that the engine cannot remove the work.
const kept = new Array(8).fill(null);

const time = (call, count) => {
    const begun = performance.now();
    for (let i = 0; i < count; i++) kept[i & 7] = call();
    return performance.now() - begun;
};

// How many calls take about ROUND_MS when the function is compiled. A browser's clock is coarse.
const calibrate = (call) => {
    let least = Infinity;
    for (let count = 1, spent = 0; spent < WARM_MS; ) {
        const ms = time(call, count);
        spent += ms;
        if (ms >= 1) least = Math.min(least, ms / count);
        if (ms < ROUND_MS) count *= 2;
    }
    return Math.max(1, Math.round(ROUND_MS / least));
};

/** The results of the rows of a format, in ns for one ID. */
export const measure = async (format, rounds) => {
    const rows = await rowsOf(format);
    const counts = rows.map(({ call }) => calibrate(call));
    const samples = rows.map(() => []);
    for (let round = 0; round < rounds; round++)
        rows.forEach(({ call, ids }, i) => samples[i].push((time(call, counts[i]) * 1e6) / (counts[i] * ids)));
    return rows.map(({ group, name }, i) => {
        const [best] = samples[i].sort((a, b) => a - b);
        return { group, name, best, median: samples[i][rounds >> 1] };
    });
};

if (globalThis.process?.argv[2] !== undefined) {
    globalThis.crypto ??= (await import("node:crypto")).webcrypto; // Node 18
    console.log(JSON.stringify(await measure(process.argv[2], Number(process.argv[3]))));
}
