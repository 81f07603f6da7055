// SPDX-License-Identifier: MIT
// options.js: the options of a generator as the numbers of the module's calls.
import { SortidError } from "./error.js";

const MODES = { abort: 1, reset: 2, wait: 3 };
const FLAGS = { stateless: 1, borrow: 2, randomStep: 4, fraction: 8 };
const OWN_RANDOM = 1 << 31;
const NUMBERS = ["extensionBits", "nodeBits", "nodeId"];
const OPTIONS = new Set(["mode", "allowanceMs", "guardBits", "node", "clock", "random", ...Object.keys(FLAGS), ...NUMBERS]);

export const badOption = (what) => new SortidError(`bad option: ${what}`, "BAD_OPTION");

const countOf = (name, value) => {
    if (value === undefined) return 0;
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw badOption(name);
    return value;
};

// 0 in the module is the default, 255 none.
const guardOf = (bits) => (bits === 0 ? 255 : countOf("guardBits", bits));

// 0 in the module is the default, below 0 none.
const allowanceOf = (ms) => {
    if (ms === undefined) return 0;
    if (typeof ms !== "number" || !(ms >= 0)) throw badOption("allowanceMs");
    return ms < 1 ? -1 : ms;
};

export const functionOf = (name, value) => {
    if (value !== undefined && typeof value !== "function") throw badOption(name);
    return value;
};

export const readOptions = (options) => {
    for (const name of Object.keys(options)) if (!OPTIONS.has(name)) throw badOption(name);
    const { mode } = options;
    if (mode !== undefined && !Object.hasOwn(MODES, mode)) throw badOption("mode");
    let flags = functionOf("random", options.random) === undefined ? 0 : OWN_RANDOM;
    for (const [name, bit] of Object.entries(FLAGS)) if (options[name]) flags |= bit;
    const numbers = NUMBERS.map((name) => countOf(name, options[name]));
    const modeNumber = mode === undefined ? 0 : MODES[mode];
    return [allowanceOf(options.allowanceMs), modeNumber, flags, guardOf(options.guardBits), ...numbers];
};
