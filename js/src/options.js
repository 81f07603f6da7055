// SPDX-License-Identifier: MIT
// options.js: the options of a generator, written into its machine. One that the format does not have
// is an error, and so is a wrong value.
import { lateAbort, lateWait } from "./machine.js";
import { countOf, show, wrongType } from "./system.js";

// What happens if the clock is too far behind.
const MODES = { reset: undefined, abort: lateAbort, wait: lateWait };
const FLAGS = ["stateless", "borrow", "randomStep", "fraction"];

const refuse = (why) => {
    throw new TypeError(`sortid: ${why}`);
};

/** Writes options into a machine that has the default ones, as the `options` in a file of shapes/ say. */
export const readOptions = (machine, { shape, names, configure, mostGuardBits = 0 }, options) => {
    const { mode, allowanceMs, guardBits } = options;
    const known = ["mode", "allowanceMs", "clock", "random", ...names];
    for (const [name, value] of Object.entries(options)) {
        if (!known.includes(name)) refuse(`${shape.name} has no option ${show(name)}: there is ${known.join(", ")}`);
        if (!FLAGS.includes(name) || value === undefined || value === false) continue;
        machine[name] = value === true || wrongType(`the option ${name}`, value, "true or false");
        if (name !== "borrow") machine.isPlain = false;
    }
    if (machine.stateless && (machine.borrow || machine.randomStep || machine.fraction || guardBits)) refuse("stateless excludes the options of counters");
    if (allowanceMs !== undefined) machine.allowance = Math.floor(countOf("the option allowanceMs", allowanceMs, 0, 1e15) / shape.unit);
    if (machine.fraction) machine.allowance *= 1000;
    const most = configure?.(machine, options) ?? mostGuardBits;
    if (guardBits !== undefined) machine.guard = countOf("the option guardBits", guardBits, shape.defaultGuard, most);
    if (mode === undefined) return;
    if (!Object.hasOwn(MODES, mode)) wrongType("the option mode", mode, `one of ${Object.keys(MODES).join(", ")}`);
    machine.late = MODES[mode];
};
