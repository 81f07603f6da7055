// SPDX-License-Identifier: MIT
// module.js: the WebAssembly module, what it imports, and the errors of its statuses. The build
// writes its bytes (`moduleBytes`) and STATUSES; fillRandom and whenReady are the host's.
import { SortidError } from "./error.js";
import { POSITION, attach, bytes, results } from "./memory.js";

export let lastMs; // the time that the module read last
let calling; // the sources of the generator that is called, if it has any
let thrown; // what a source threw

// The fraction of a millisecond comes from performance.now(), which may stop while the machine
// sleeps: it is moved so that it always lies within the millisecond of Date.now().
let offset = NaN;
const fineTime = (ms) => {
    const now = performance.now();
    let time = now + offset;
    if (!(time >= ms)) time = ms;
    else if (time >= ms + 1) time = ms + 0.999;
    offset = time - now;
    return time;
};

// Calls with the sources of a generator.
export const withSources = (sources, call) => {
    const before = calling;
    calling = sources;
    try {
        return call();
    } finally {
        calling = before;
    }
};

// A source may call the library itself: that call has the system's sources.
const callSource = (source, argument) => withSources(undefined, () => source(argument));

const hostTime = (fine) => {
    try {
        if (calling !== undefined && calling.clock !== undefined) return Number(callSource(calling.clock));
        lastMs = Date.now();
        return fine ? fineTime(lastMs) : lastMs;
    } catch (error) {
        thrown = error;
        return NaN;
    }
};

const hostRandom = (address, size) => {
    const drawn = bytes.subarray(address, address + size);
    try {
        if (calling !== undefined && calling.random !== undefined) callSource(calling.random, drawn);
        else fillRandom(drawn);
        return 1;
    } catch (error) {
        thrown = error;
        return 0;
    }
};

// Synchronous, so that the package is ready after its import.
const compile = () => {
    try {
        return new WebAssembly.Module(moduleBytes());
    } catch (error) {
        const why = "WebAssembly is not available; a content security policy must allow 'wasm-unsafe-eval'";
        throw new SortidError(`sortid: ${why}`, "NO_WEBASSEMBLY", undefined, error);
    }
};

whenReady(() => attach(new WebAssembly.Instance(compile(), { sortid: { time: hostTime, random: hostRandom } })));

// The statuses that have a position: those of reading (sortid/base.h).
const HAS_POSITION = new Set([1, 2, 3, 4, 5, 35, 36]);

export const errorOf = (status, text) => {
    const position = text !== undefined && HAS_POSITION.has(status) ? results[POSITION] : undefined;
    const { code, reason } = STATUSES[status];
    const message = position === undefined ? reason : `${reason} (position ${position})`;
    const cause = thrown;
    thrown = undefined;
    return new SortidError(message, code, position, cause);
};

export const must = (status, text) => {
    if (status !== 0) throw errorOf(status, text);
};
