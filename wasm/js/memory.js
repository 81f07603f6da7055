// SPDX-License-Identifier: MIT
// memory.js: texts into and out of the module's memory, which never grows, for the package and for
// the inspector page. `decode` is the host's.
import { SortidError } from "./error.js";

// Until attach() each call fails: WebAssembly is not available while a snapshot of the process is
// built. So a snapshot has no state, and each process started from it draws its own random bits.
export let wasm = new Proxy({}, {
    get() {
        throw new SortidError("sortid: no calls while a snapshot is built", "NO_WEBASSEMBLY");
    },
});
export let bytes = new Uint8Array(0);
export let TEXT;
export let results;

export const attach = (instance) => {
    wasm = instance.exports;
    bytes = new Uint8Array(wasm.memory.buffer);
    TEXT = wasm.text();
    results = new Int32Array(wasm.memory.buffer, wasm.result(), 5);
};

// enum result in module.h
export const POSITION = 0;
export const WRITTEN = 1;
export const EVENT = 2;
export const COUNT = 3;
export const NAME = 4;

// Texts of IDs are shorter; of a longer text only the length counts.
const LONGEST = 256;

// A character beyond ASCII becomes one byte, not a digit, so positions count as in the string.
export const put = (text) => {
    if (typeof text !== "string") throw new TypeError("sortid: not a string");
    const length = text.length < LONGEST ? text.length : LONGEST;
    for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        bytes[TEXT + i] = code < 128 ? code : 255;
    }
    return length;
};

export const textAt = (address, length) => decode(bytes, address, address + length);
export const nameAt = (address) => textAt(address, bytes.indexOf(0, address) - address);
export const written = () => String.fromCharCode.apply(null, bytes.subarray(TEXT, TEXT + results[WRITTEN]));

// The first `count` numbers that a call gives for the entry `index`.
export const partsOf = (call, index, count) => Array.from({ length: count }, (_, part) => call(index, part));
