// SPDX-License-Identifier: MIT
// The page is a folder on a server.
const host = {
    bytes: async () => {
        const response = await fetch("sortid.wasm");
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
    },
    worker: () => new Worker("worker.js"),
};
