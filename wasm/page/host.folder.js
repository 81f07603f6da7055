// SPDX-License-Identifier: MIT
// The page is a folder on a server.
const fetchModule = async () => {
    const response = await fetch("sortid.wasm");
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
};
let loaded;
export const moduleBytes = () => (loaded ??= fetchModule());
export const startWorker = () => new Worker("worker.js");
