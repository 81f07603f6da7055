// SPDX-License-Identifier: MIT
// measure.mjs: times functions in turns, so that a slow moment of the machine meets all of them. For Node and browsers.

const ROUNDS = 25;
const ROUND_MS = 4;

// Used, so that the engine cannot remove the work.
export let used = 0;

const time = (call, count) => {
    const begun = performance.now();
    for (let i = 0; i < count; i++) used += call().length | 0;
    return performance.now() - begun;
};

// How many calls take about ROUND_MS, when the engine has compiled the function.
const calibrate = (call) => {
    let count = 1;
    while (time(call, count) < 2 * ROUND_MS) count *= 2;
    return Math.max(1, count >> 1);
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Measures rows of { group, name, call, ids }; `ids` is how many IDs a call makes, 1 unless set. */
export const measureAll = (rows) => {
    const counts = rows.map(({ call }) => calibrate(call));
    const samples = rows.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
        rows.forEach(({ call, ids = 1 }, i) => samples[i].push((time(call, counts[i]) * 1e6) / (counts[i] * ids)));
    return rows.map(({ group, name }, i) => ({ group, name, median: median(samples[i]), least: Math.min(...samples[i]) }));
};
