// SPDX-License-Identifier: MIT
// core.js: the API on top of the module. wasm/build.mjs joins it with one of the host files, the module's
// bytes and the tables, and appends the exports. It has no format logic: the module makes, reads and writes all IDs.

// ---- Errors ------------------------------------------------------------------------------------------

/** What went wrong: `code` for programs, `position` in the text where there is one. */
class SortidError extends Error {
    constructor(message, code, position, cause) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = code;
        if (position !== undefined) this.position = position;
    }
}
Object.defineProperty(SortidError.prototype, "name", { value: "SortidError", configurable: true, writable: true });

// The statuses that have a position: those of reading (sortid/base.h).
const HAS_POSITION = new Set([1, 2, 3, 4, 5, 35, 36]);
const BAD_OPTION = 6;

// ---- The module ----------------------------------------------------------------------------------------

// The module and views of its memory, which never grows.
let wasm, bytes, results, TEXT, ID, RESULT, OWN, OWN_SIZE;

// The generator with options in the module's own slot, and what its sources threw.
let current, calling, thrown;
let lastMs; // the time that the module read last
let isBusy = false; // a call with the generator in that slot is in progress

// The fraction of a millisecond comes from performance.now(), which may stop while the machine sleeps: it is
// moved so that it always lies within the millisecond of Date.now().
let offset = NaN;
const fineTime = (ms) => {
    const now = performance.now();
    let time = now + offset;
    if (!(time >= ms)) time = ms;
    else if (time >= ms + 1) time = ms + 0.999;
    offset = time - now;
    return time;
};

// Calls a source of a generator, which may call the library itself: that call has the system's sources.
const callSource = (source, argument) => {
    const sources = calling;
    calling = undefined;
    try {
        return source(argument);
    } finally {
        calling = sources;
    }
};

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

const start = () => {
    const module = compile();
    const instance = new WebAssembly.Instance(module, { sortid: { time: hostTime, random: hostRandom } });
    wasm = instance.exports;
    const memory = wasm.memory.buffer;
    bytes = new Uint8Array(memory);
    TEXT = wasm.text();
    ID = wasm.id();
    OWN = wasm.own();
    OWN_SIZE = wasm.ownSize();
    results = new Int32Array(memory, wasm.result(), 8);
};

// enum result in module.h
const POSITION = 0;
const WRITTEN = 1;
const EVENT = 2;
const COUNT = 3;
const NAME = 4;

// ---- Texts in and out --------------------------------------------------------------------------------

// No text of an ID is longer; of a longer one the length alone counts.
const LONGEST = 256;

// A character beyond ASCII becomes a byte that is no digit, so positions count as in the string.
const put = (text) => {
    if (typeof text !== "string") throw new TypeError("sortid: not a string");
    const length = text.length < LONGEST ? text.length : LONGEST;
    for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        bytes[TEXT + i] = code < 128 ? code : 255;
    }
    return length;
};

const textAt = (address, length) => decode(bytes, address, address + length);
const nameAt = (address) => textAt(address, bytes.indexOf(0, address) - address);
const written = () => String.fromCharCode.apply(null, bytes.subarray(TEXT, TEXT + results[WRITTEN]));
const idBytes = (address, size) => bytes.slice(address, address + size);

const errorOf = (status, text) => {
    const position = text !== undefined && HAS_POSITION.has(status) ? results[POSITION] : undefined;
    const { code, reason } = STATUSES[status];
    const message = position === undefined ? reason : `${reason} (position ${position})`;
    const cause = thrown;
    thrown = undefined;
    return new SortidError(message, code, position, cause);
};

const must = (status, text) => {
    if (status !== 0) throw errorOf(status, text);
};

// ---- IDs ---------------------------------------------------------------------------------------------

const ENCODINGS = { text: 0, hex: 1, int: 2, uuid: 3 };
const encodingOf = (name = "text") => {
    if (!Object.hasOwn(ENCODINGS, name)) throw new TypeError(`sortid: no encoding ${String(name)}`);
    return ENCODINGS[name];
};

// Passed by this file alone, so that nobody else makes an ID that was not checked.
const CHECKED = Symbol("checked");

// The ID whose bytes are in the module's first buffer; undefined if they are of none.
let loaded;

/** An ID that was read. It never changes. */
class Id {
    #table;
    #text; // the text that was read, of any case, until the canonical text is needed
    #isCanonical;

    constructor(checked, table, text, isCanonical) {
        if (checked !== CHECKED) throw new TypeError("sortid: use parse, tryParse or fromBytes of a format");
        this.#table = table;
        this.#text = text;
        this.#isCanonical = isCanonical;
    }

    // Puts the ID into the module's buffer.
    #load() {
        if (loaded === this) return;
        wasm.parse(this.#table.index, 0, put(this.#text));
        loaded = this;
    }

    get format() {
        return this.#table.name;
    }

    toString(encoding) {
        if (encoding !== undefined && encoding !== "text") {
            this.#print(encodingOf(encoding));
            return written();
        }
        if (!this.#isCanonical) {
            this.#print(0);
            this.#text = this.#table.take(bytes, TEXT);
            this.#isCanonical = true;
        }
        return this.#text;
    }

    // Writes it as text into the module's memory.
    #print(encoding) {
        this.#load();
        must(wasm.print(this.#table.index, encoding, 0));
    }

    valueOf() {
        return this.toString();
    }

    toJSON() {
        return this.toString();
    }

    get bytes() {
        this.#load();
        return idBytes(ID, this.#table.size);
    }

    get time() {
        this.#load();
        return new Date(wasm.time(this.#table.index));
    }

    get fields() {
        const { index, layout } = this.#table;
        const fields = {};
        this.#load();
        layout.forEach(({ name }, i) => {
            must(wasm.field(index, i));
            fields[name] = BigInt(written());
        });
        return Object.freeze(fields);
    }

    get uuid() {
        return this.#table.size === 16 ? this.toString("uuid") : undefined;
    }

    compare(other) {
        if (!(#table in other) || other.#table !== this.#table) throw new TypeError("sortid: IDs of different formats");
        const a = this.toString();
        const b = other.toString();
        return a < b ? -1 : a > b ? 1 : 0;
    }

    equals(other) {
        return typeof other === "object" && other !== null && #table in other && other.#table === this.#table &&
            other.toString() === this.toString();
    }

    successor() {
        return this.#neighbour(1);
    }

    predecessor() {
        return this.#neighbour(0);
    }

    #neighbour(next) {
        this.#load();
        loaded = undefined;
        return wasm.neighbour(this.#table.index, next) === 0 ? idInBuffer(this.#table, 0) : null;
    }

    [Symbol.for("nodejs.util.inspect.custom")]() {
        return `${this.#table.name} ${this.toString()}`;
    }
}

// The ID in one of the module's two buffers.
const idInBuffer = (table, buffer) => {
    must(wasm.print(table.index, 0, buffer));
    const id = new Id(CHECKED, table, table.take(bytes, TEXT), true);
    if (buffer === 0) loaded = id;
    return id;
};

// ---- Generators with options ---------------------------------------------------------------------------

const MODES = { abort: 1, reset: 2, wait: 3 };
const FLAGS = { stateless: 1, borrow: 2, randomStep: 4, fraction: 8 };
const OWN_RANDOM = 1 << 31;
const EVENTS = ["new-timestamp", "counter-incremented", "counter-carried", "timestamp-borrowed", "reset"];
const NUMBERS = ["extensionBits", "nodeBits", "nodeId"];
const OPTIONS = new Set(["mode", "allowanceMs", "guardBits", "node", "clock", "random", ...Object.keys(FLAGS), ...NUMBERS]);
const NEEDS_NODE = 2; // a bit of traits
const NO_NODE_SPEC = 7;

const badOption = (what) => new SortidError(`bad option: ${what}`, "BAD_OPTION");

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

const functionOf = (name, value) => {
    if (value !== undefined && typeof value !== "function") throw badOption(name);
    return value;
};

const readOptions = (options) => {
    for (const name of Object.keys(options)) if (!OPTIONS.has(name)) throw badOption(name);
    const { mode } = options;
    if (mode !== undefined && !Object.hasOwn(MODES, mode)) throw badOption("mode");
    let flags = functionOf("random", options.random) === undefined ? 0 : OWN_RANDOM;
    for (const [name, bit] of Object.entries(FLAGS)) if (options[name]) flags |= bit;
    const numbers = NUMBERS.map((name) => countOf(name, options[name]));
    const modeNumber = mode === undefined ? 0 : MODES[mode];
    return [allowanceOf(options.allowanceMs), modeNumber, flags, guardOf(options.guardBits), ...numbers];
};

/** A generator with options of its own. */
class Generator {
    #table;
    #sources;
    #events = 0;
    #state; // the bytes of the generator, while another one is in the slot

    constructor(format, options = {}) {
        const table = tableOf(format);
        const [allowance, mode, flags, guard, ...rest] = readOptions(options);
        const needsNode = (table.traits & NEEDS_NODE) !== 0;
        this.#table = table;
        this.#sources = { clock: functionOf("clock", options.clock), random: options.random };
        if (!needsNode && options.node !== undefined) throw badOption("node");
        if (needsNode && options.node === undefined) throw errorOf(NO_NODE_SPEC);
        if (needsNode && rest.some((number) => number !== 0)) throw badOption("extensionBits, nodeBits, nodeId");
        this.#own(() => {
            const status = needsNode
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
            if (!isNew) bytes.set(this.#state, OWN);
            current = isNew ? undefined : this;
        }
        calling = this.#sources;
        isBusy = true;
        try {
            call();
            current = this;
        } finally {
            calling = undefined;
            isBusy = false;
        }
    }

    #leave() {
        this.#state = bytes.slice(OWN, OWN + OWN_SIZE);
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

const EVENT_SETS = Array.from({ length: 32 }, (_, set) => Object.freeze(EVENTS.filter((_name, bit) => set & (1 << bit))));

// ---- Formats -------------------------------------------------------------------------------------------

const TEXT_BYTES = 65536;
const AHEAD_IDS = 32;
const PART_IDS = 128;

// Cuts texts out of longer strings, which takes a quarter of the time of making each from its characters. The engine
// keeps the longer string while a part of it is used: therefore they are short.
let manyEvents = 0;
const many = (table, own, count) => {
    const { index, textLength } = table;
    manyEvents = 0;
    if (!Number.isInteger(count) || count < 0) throw new RangeError("sortid: not a count");
    const texts = new Array(count > 1e6 ? 0 : count);
    const most = Math.floor(TEXT_BYTES / textLength);
    const part = PART_IDS * textLength;
    for (let done = 0; done < count; ) {
        const status = wasm.many(index, own, count - done < most ? count - done : most);
        must(status);
        manyEvents |= results[EVENT];
        const length = results[WRITTEN];
        for (let from = 0; from < length; from += part) {
            const all = textAt(TEXT + from, Math.min(part, length - from));
            for (let at = 0; at < all.length; at += textLength) texts[done++] = all.substring(at, at + textLength);
        }
    }
    return texts;
};

const millisecondsOf = (time, name) => {
    const ms = typeof time === "number" ? time : time instanceof Date ? time.getTime() : NaN;
    if (Number.isNaN(ms)) throw new TypeError(`sortid: ${name} is no Date and no number`);
    return Math.ceil(ms);
};

const formatOf = (table) => {
    const { index, put: putText, take, name, textLength } = table;
    // Texts that are made ahead for the millisecond `madeAt`: those from `at` on in the string `texts`. A call in
    // the same millisecond takes the next one, which is the ID that the generator would make now. The more calls
    // a millisecond has, the more are made; the rest is dropped when the clock moves.
    let texts = "";
    let at = 0;
    let madeAt = NaN;
    let count = 1;
    const makeAhead = (ms) => {
        count = ms !== madeAt ? 1 : count < AHEAD_IDS ? 2 * count : AHEAD_IDS;
        const status = wasm.many(index, 0, count);
        const length = results[WRITTEN];
        if (length === 0) throw errorOf(status);
        madeAt = lastMs;
        texts = length === textLength ? take(bytes, TEXT) : textAt(TEXT, length);
        at = 0;
    };
    const make = () => {
        const ms = Date.now();
        if (ms !== madeAt || at === texts.length) makeAhead(ms);
        const from = at;
        at += textLength;
        return texts.substring(from, at);
    };
    const makeMany = (n) => {
        madeAt = NaN;
        return many(table, 0, n);
    };
    // Reads a text; the usual case in the fewest steps.
    const isRead = (text) =>
        typeof text === "string" && text.length === textLength && putText(bytes, TEXT, text) < 128 &&
        wasm.read(index) === 0;
    const readId = (text) => {
        const id = new Id(CHECKED, table, text, false);
        loaded = id;
        return id;
    };
    const readAny = (text, encoding) => {
        const number = encodingOf(encoding);
        const length = put(text);
        loaded = undefined;
        return wasm.parse(index, number, length);
    };
    const format = (table.traits & NEEDS_NODE) !== 0 ? {} : make;
    const methods = {
        parse(text, encoding) {
            if (encoding === undefined && isRead(text)) return readId(text);
            const status = readAny(text, encoding);
            if (status !== 0) throw errorOf(status, text);
            return idInBuffer(table, 0);
        },
        tryParse(text, encoding) {
            if (encoding === undefined && isRead(text)) return readId(text);
            return typeof text === "string" && readAny(text, encoding) === 0 ? idInBuffer(table, 0) : null;
        },
        fromBytes(id) {
            if (!(id instanceof Uint8Array) || id.length !== table.size)
                throw new TypeError(`sortid: not ${table.size} bytes`);
            loaded = undefined;
            bytes.set(id, ID);
            return idInBuffer(table, 0);
        },
        range(since, until) {
            loaded = undefined;
            must(wasm.range(index, millisecondsOf(since, "since"), millisecondsOf(until, "until")));
            const first = idInBuffer(table, 0);
            return Object.freeze({ first, last: idInBuffer(table, 1) });
        },
    };
    if (format === make) methods.many = makeMany;
    for (const [key, value] of Object.entries(methods)) Object.defineProperty(format, key, { value });
    const { title, size, layout } = table;
    Object.defineProperty(format, "name", { value: name });
    for (const [key, value] of Object.entries({ title, size, textLength, layout }))
        Object.defineProperty(format, key, { value, enumerable: true });
    return Object.freeze(format);
};

// The texts of the formats are read from the module's memory by functions of their lengths.
TABLES.forEach((table, index) => {
    table.index = index;
    table.put = PUT[table.textLength];
    table.take = TAKE[table.textLength];
    table.layout = Object.freeze(table.layout.map((field) => Object.freeze(field)));
});

const tableOf = (format) => {
    const name = format !== null && (typeof format === "object" || typeof format === "function") ? format.name : format;
    const table = TABLES.find((each) => each.name === name);
    if (table === undefined) throw new TypeError(`sortid: no format ${String(name)}`);
    return table;
};

const formats = Object.fromEntries(TABLES.map((table) => [table.name, formatOf(table)]));

// Until the start each call fails: WebAssembly is not available while a snapshot of the process is built. So a
// snapshot has no state, and each process that starts from it draws random bits of its own.
wasm = new Proxy({}, {
    get() {
        throw new SortidError("sortid: no calls while a snapshot is built", "NO_WEBASSEMBLY");
    },
});
bytes = new Uint8Array(0);
whenReady(start);
