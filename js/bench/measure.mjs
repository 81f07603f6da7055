// SPDX-License-Identifier: MIT
// measure.mjs: times functions in turns, so that a slow moment meets all. For Node and browsers.

const ROUNDS = 25;
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

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Measures rows of { group, name, call, ids }; `ids`: how many IDs a call makes, 1 unless set. */
export const measureAll = (rows) => {
    const counts = rows.map(({ call }) => calibrate(call));
    const samples = rows.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
        rows.forEach(({ call, ids = 1 }, i) => samples[i].push((time(call, counts[i]) * 1e6) / (counts[i] * ids)));
    return rows.map(({ group, name }, i) => ({ group, name, median: median(samples[i]), least: Math.min(...samples[i]) }));
};
