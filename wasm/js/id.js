// SPDX-License-Identifier: MIT
// id.js: IDs that were read, from texts or from one of the module's two buffers.
import { TEXT, bytes, put, wasm, written } from "./memory.js";
import { must } from "./module.js";

export const idBytes = (address, size) => bytes.slice(address, address + size);

const ENCODINGS = { text: 0, hex: 1, int: 2, uuid: 3 };
const encodingOf = (name = "text") => {
    if (!Object.hasOwn(ENCODINGS, name)) throw new TypeError(`sortid: no encoding ${String(name)}`);
    return ENCODINGS[name];
};

// Only this file has it, so that no other code makes an ID that was not checked.
const CHECKED = Symbol("checked");

// The ID whose bytes are in the module's first buffer, if they belong to one.
let loaded;

// Gives the address of that buffer, for bytes of another ID.
export const emptyBuffer = () => {
    loaded = undefined;
    return wasm.id();
};

/** An ID that was read. It never changes. */
export class Id {
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
        return idBytes(wasm.id(), this.#table.size);
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
        return this.#neighbor(1);
    }

    predecessor() {
        return this.#neighbor(0);
    }

    #neighbor(next) {
        this.#load();
        emptyBuffer();
        return wasm.neighbor(this.#table.index, next) === 0 ? idInBuffer(this.#table, 0) : null;
    }

    [Symbol.for("nodejs.util.inspect.custom")]() {
        return `${this.#table.name} ${this.toString()}`;
    }
}

// The ID in one of the module's two buffers.
export const idInBuffer = (table, buffer) => {
    must(wasm.print(table.index, 0, buffer));
    const id = new Id(CHECKED, table, table.take(bytes, TEXT), true);
    if (buffer === 0) loaded = id;
    return id;
};

// The ID whose canonical text, perhaps of another case, was read into the first buffer.
export const idOfText = (table, text) => {
    const id = new Id(CHECKED, table, text, false);
    loaded = id;
    return id;
};

// Reads a text into the first buffer.
export const readText = (table, text, encoding) => {
    const number = encodingOf(encoding);
    const length = put(text);
    emptyBuffer();
    return wasm.parse(table.index, number, length);
};
