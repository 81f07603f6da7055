// SPDX-License-Identifier: MIT
// memory.js: texts and numbers into and out of the memory of a module of wasm/c, which never grows.
// For `sortid/inspect` and for the inspector page.

export let wasm; // what the module exports
export let bytes;
export let results;
export let TEXT; // the address of the text buffer

export const attach = (instance) => {
    wasm = instance.exports;
    bytes = new Uint8Array(wasm.memory.buffer);
    TEXT = wasm.text();
    results = new Int32Array(wasm.memory.buffer, wasm.result(), 4);
};

// enum result in module.h
export const POSITION = 0;
export const WRITTEN = 1;
export const COUNT = 2;
export const NAME = 3;

// Texts of IDs are shorter; of a longer text only the length counts.
const LONGEST = 256;

// A character beyond ASCII becomes one byte, not a digit, so positions count as in the string.
export const put = (text) => {
    const length = Math.min(text.length, LONGEST);
    for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        bytes[TEXT + i] = code < 128 ? code : 255;
    }
    return length;
};

const asciiAt = (address, length) => String.fromCharCode.apply(null, bytes.subarray(address, address + length));
export const nameAt = (address) => asciiAt(address, bytes.indexOf(0, address) - address);
export const written = () => asciiAt(TEXT, results[WRITTEN]);

// The first `count` numbers that a call gives for the entry `index`.
export const partsOf = (call, index, count) => Array.from({ length: count }, (_, part) => call(index, part));
