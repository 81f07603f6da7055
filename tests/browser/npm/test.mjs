// SPDX-License-Identifier: MIT
// test.mjs: node:test for browsers: runs a test at once and keeps what it found.

/** { name, failure }: failure is undefined if the test passed. */
export const results = [];

export const test = (name, run) => {
    try {
        run();
        results.push({ name });
    } catch (error) {
        results.push({ name, failure: String(error.stack ?? error) });
    }
};
