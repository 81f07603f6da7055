// SPDX-License-Identifier: MIT
// generator.js: generators with options.
import { machineOf } from "./machine.js";
import { manyTexts, textsOf } from "./make.js";
import { readOptions } from "./options.js";
import { clockOf, randomOf } from "./sources.js";
import { fail, waiter } from "./system.js";

const EVENTS = ["new-timestamp", "counter-incremented", "counter-carried", "timestamp-borrowed", "reset"];
const eventsOf = (set) => Object.freeze(EVENTS.filter((_, bit) => set & (1 << bit)));

// The property of a generator that holds its state.
const STATE = /* @__PURE__ */ Symbol("state");

// Makes `count` texts as one string, with the clock read once, and again after each wait.
const make = (state, count) => {
    if (state.isBusy) fail("BUSY", "the generator is called by its own clock or random source");
    state.isBusy = true;
    try {
        return textsOf(state.machine, count, state.clock());
    } finally {
        state.isBusy = false;
    }
};

// The shape of a format or of its name.
const findShape = (shapes, format) => {
    const name = typeof format === "string" ? format : format?.name;
    const shape = shapes.find((each) => each.name === name);
    if (shape === undefined) throw new TypeError(`sortid: no format ${String(name)}: there is ${shapes.map((each) => each.name).join(", ")}`);
    return shape;
};

/** The class of the generators of some formats. */
export const generatorOf = (shapes) =>
    class Generator {
        constructor(format, options = {}) {
            const machine = machineOf(findShape(shapes, format), randomOf(options.random));
            readOptions(machine, options);
            const clock = clockOf(options.clock, machine.fraction === true);
            if (machine.shape.begin !== undefined && options.clock === undefined) machine.shape.begin(machine, clock);
            let wait;
            machine.wait = (ms) => {
                wait ??= waiter();
                wait(ms);
                return clock();
            };
            Object.defineProperty(this, STATE, { value: { machine, clock, isBusy: false } });
        }

        /** The name of the format. */
        get format() {
            return this[STATE].machine.shape.name;
        }

        /** How the last ID was made, or all of the last fill. */
        get events() {
            return eventsOf(this[STATE].machine.events);
        }

        /** The text of the next ID. */
        next() {
            this[STATE].machine.events = 0;
            return make(this[STATE], 1);
        }

        /** The texts of the next `count` IDs. */
        fill(count) {
            const state = this[STATE];
            state.machine.events = 0;
            return manyTexts(state.machine.shape.length, count, (part) => make(state, part));
        }
    };
