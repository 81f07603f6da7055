// SPDX-License-Identifier: MIT
// generator.js: generators with options.
import { WAIT, machineOf } from "./machine.js";
import { manyTexts, textsOf } from "./make.js";
import { readOptions } from "./options.js";
import { clockOf, randomOf } from "./sources.js";
import { fail, systemRandom, wrongType } from "./system.js";
import { waiter } from "./wait.js";

const EVENTS = ["new-timestamp", "counter-incremented", "counter-carried", "timestamp-borrowed", "reset"];

const systemClock = () => Date.now(); // which tests may replace at any time

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

/** The class of the generators of some formats, given by their `options`. */
export const generatorOf = (formats) =>
    class Generator {
        constructor(format, given = {}) {
            const name = typeof format === "string" ? format : format?.name;
            const found = formats.find(({ shape }) => shape.name === name);
            if (found === undefined) wrongType("the format", name ?? format, `one of ${formats.map(({ shape }) => shape.name).join(", ")}`);
            if (Object(given) !== given) wrongType("the options", given, "an object");
            const options = { __proto__: null, ...given };
            const { clock: ownClock, random } = options;
            const machine = machineOf(found.shape, random === undefined ? systemRandom : randomOf(random));
            readOptions(machine, found, options);
            const clock = ownClock === undefined ? (machine.fraction ? found.fractionClock : systemClock) : clockOf(ownClock);
            if (ownClock === undefined) found.begin?.(machine, clock);
            const { step } = machine;
            machine.step = (_, ms) => {
                for (let wait, event; ; ms = clock()) {
                    if ((event = step(machine, ms)) !== WAIT) return event;
                    (wait ??= waiter())(ms);
                }
            };
            /** The name of the format. */
            this.format = name;
            Object.defineProperty(this, STATE, { value: { machine, clock, isBusy: false } });
        }

        /** How the last ID was made, or all of the last fill. */
        get events() {
            return Object.freeze(EVENTS.filter((_, bit) => this[STATE].machine.events & (1 << bit)));
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
