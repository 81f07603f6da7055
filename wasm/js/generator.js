// SPDX-License-Identifier: MIT
// generator.js: generators with options. They take turns in one slot of the module: JavaScript
// keeps the state of the others, so the garbage collector frees them.
import { SortidError } from "./error.js";
import { EVENT, TEXT, bytes, put, results, wasm } from "./memory.js";
import { errorOf, must, withSources } from "./module.js";
import { badOption, functionOf, readOptions } from "./options.js";
import { needsNode, tableOf } from "./table.js";
import { many, manyEvents } from "./many.js";

const EVENTS = ["new-timestamp", "counter-incremented", "counter-carried", "timestamp-borrowed", "reset"];
const EVENT_SETS = Array.from({ length: 32 }, (_, set) => Object.freeze(EVENTS.filter((_name, bit) => set & (1 << bit))));
const NO_NODE_SPEC = 7;

let current; // the generator in the slot
let isBusy = false; // a call with it is in progress

/** A generator with its own options. */
export class Generator {
    #table;
    #sources;
    #events = 0;
    #state; // the bytes of the generator, while another one is in the slot

    constructor(format, options = {}) {
        const table = tableOf(format);
        const [allowance, mode, flags, guard, ...rest] = readOptions(options);
        const isNode = needsNode(table);
        this.#table = table;
        this.#sources = { clock: functionOf("clock", options.clock), random: options.random };
        if (!isNode && options.node !== undefined) throw badOption("node");
        if (isNode && options.node === undefined) throw errorOf(NO_NODE_SPEC);
        if (isNode && rest.some((number) => number !== 0)) throw badOption("extensionBits, nodeBits, nodeId");
        this.#own(() => {
            const status = isNode
                ? wasm.prepareNode(allowance, mode, flags, guard, put(options.node), options.clock === undefined ? 0 : 1)
                : wasm.prepare(table.index, allowance, mode, flags, guard, ...rest);
            must(status, options.node);
        }, true);
    }

    get format() {
        return this.#table.name;
    }

    /** How the last ID was made, or all of the last fill. */
    get events() {
        return EVENT_SETS[this.#events];
    }

    // Calls with this generator in the slot of the module, and its sources.
    #own(call, isNew) {
        if (isBusy) throw new SortidError("a generator is called by a source of a generator", "BUSY");
        if (current !== this) {
            if (current !== undefined) current.#leave();
            if (!isNew) bytes.set(this.#state, wasm.own());
            current = isNew ? undefined : this;
        }
        isBusy = true;
        try {
            withSources(this.#sources, call);
            current = this;
        } finally {
            isBusy = false;
        }
    }

    #leave() {
        this.#state = bytes.slice(wasm.own(), wasm.own() + wasm.ownSize());
    }

    next() {
        const { index } = this.#table;
        this.#own(() => must(wasm.many(index, 1, 1)), false);
        this.#events = results[EVENT];
        return this.#table.take(bytes, TEXT);
    }

    fill(count) {
        let texts;
        this.#own(() => {
            texts = many(this.#table, 1, count);
        }, false);
        this.#events = manyEvents;
        return texts;
    }
}
