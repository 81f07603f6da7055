// SPDX-License-Identifier: MIT
// options.js: the options of a generator, written into its machine. Each is checked: one that the
// format does not have is an error.
import { fail } from "./system.js";

const MODES = ["abort", "reset", "wait"];
const FLAGS = ["stateless", "borrow", "randomStep", "fraction"];


const refuseOption = (shape, name, why) => fail("BAD_OPTION", `${shape.name}: the option ${name} ${why}`);

/** The value of an option that is a whole number. */
export const countOf = (shape, name, value, least, most) => {
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    return refuseOption(shape, name, `must be a whole number from ${least} to ${most}`);
};

const readFlags = (machine, options) => {
    const { shape } = machine;
    const set = FLAGS.filter((name) => options[name]);
    for (const name of set) {
        if (!shape.flags.includes(name)) refuseOption(shape, name, "is not one of this format");
        machine[name] = true;
    }
    if (machine.stateless && (set.length > 1 || options.guardBits)) refuseOption(shape, "stateless", "excludes options of the counter");
};

const readAllowance = (machine, { allowanceMs = 10000 }) => {
    if (typeof allowanceMs !== "number" || !(allowanceMs >= 0))
        refuseOption(machine.shape, "allowanceMs", "must be a number of ms, 0 or more");
    const ms = Math.floor(allowanceMs);
    machine.allowance = machine.fraction ? ms * 1000 : Math.floor(ms / machine.shape.unit);
};

/** Writes the options into a machine that has the default ones. */
export const readOptions = (machine, options) => {
    const { shape } = machine;
    const { guard = shape.configure && 0 } = shape;
    const known = ["mode", "allowanceMs", "clock", "random", ...FLAGS, ...(guard === undefined ? [] : ["guardBits"]), ...(shape.options ?? [])];
    for (const name of Object.keys(options))
        if (!known.includes(name)) refuseOption(shape, name, "is not one of this format");
    readFlags(machine, options);
    readAllowance(machine, options);
    // The most guard bits.
    const most = shape.configure === undefined ? shape.guard ?? 0 : shape.configure(machine, options);
    if (options.guardBits !== undefined) machine.guard = countOf(shape, "guardBits", options.guardBits, shape.defaultGuard ?? 0, most);
    const { mode = machine.mode } = options;
    if (!MODES.includes(mode)) refuseOption(shape, "mode", `must be one of ${MODES.join(", ")}`);
    machine.mode = mode;
    for (const name of ["clock", "random"])
        if (options[name] !== undefined && typeof options[name] !== "function") refuseOption(shape, name, "must be a function");
};
