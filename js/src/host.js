// SPDX-License-Identifier: MIT
// host.js: the system as browsers, workers, Deno, Bun and bundlers have it.
export const host = {
    // Read at each call: a page may install `crypto` after the import.
    fillRandom: (bytes) => globalThis.crypto.getRandomValues(bytes),
};
