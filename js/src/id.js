// SPDX-License-Identifier: MIT
// id.js: IDs as objects, one class for each format. An ID has one own property, its canonical text,
// and is frozen, so that tools that compare, copy or print objects see the text.
import { pack, unpack, valuesOf } from "./pack.js";
import { bytesOf, hexOf, intOf, textOf, unixMsOf, uuidOf, wordsOf } from "./read.js";
import { SortidError } from "./system.js";

const CHECKED = /* @__PURE__ */ Symbol("checked");

/** An ID that was read. It never changes. */
export class Id {
    constructor(text, checked) {
        if (checked !== CHECKED) throw new TypeError("sortid: an ID is made by parse() or tryParse() of a format");
        this.text = text;
        Object.freeze(this);
    }

    get format() {
        return this.constructor.shape.name;
    }

    get time() {
        return new Date(unixMsOf(this.constructor.shape, this.text));
    }

    get fields() {
        const { shape } = this.constructor;
        const values = valuesOf(shape, wordsOf(shape, this.text));
        return Object.freeze(Object.fromEntries(shape.fields.map(([name], i) => [name, values[i]])));
    }

    get bytes() {
        return bytesOf(wordsOf(this.constructor.shape, this.text));
    }

    get int() {
        return intOf(wordsOf(this.constructor.shape, this.text));
    }

    get hex() {
        return hexOf(wordsOf(this.constructor.shape, this.text));
    }

    /** The 8-4-4-4-12 hex digits, of formats of 128 bits; else undefined. */
    get uuid() {
        const words = wordsOf(this.constructor.shape, this.text);
        return words.length === 4 ? uuidOf(words) : undefined;
    }

    toString(encoding = "text") {
        if (!["text", "hex", "int", "uuid"].includes(encoding)) throw new TypeError(`sortid: no encoding ${String(encoding)}`);
        if (this[encoding] === undefined) throw new SortidError(`${this.format} has no UUID form`, "BAD_OPTION");
        return String(this[encoding]);
    }

    valueOf() {
        return this.text;
    }

    toJSON() {
        return this.text;
    }

    /** For node-postgres. */
    toPostgres() {
        return this.text;
    }

    /** For mysql, mysql2 and sqlstring. */
    toSqlString() {
        return `'${this.text}'`;
    }

    compare(other) {
        if (!(other instanceof Id) || other.format !== this.format) throw new TypeError("sortid: IDs of different formats");
        return this.text < other.text ? -1 : Number(this.text > other.text);
    }

    equals(other) {
        return other instanceof Id && other.format === this.format && other.text === this.text;
    }

    /** The next larger ID; null after the last one. */
    successor() {
        return neighbor(this, 1n);
    }

    /** The next smaller ID; null before the first one. */
    predecessor() {
        return neighbor(this, -1n);
    }
}

const neighbor = (id, step) => {
    const { shape } = id.constructor;
    const words = unpack(shape, pack(shape, wordsOf(shape, id.text)) + step);
    return words === undefined ? null : idOf(id.constructor, textOf(shape, words));
};

/** The class of the IDs of a shape. */
export const classOf = (shape) => {
    const Class = class extends Id {
        // For console.log() in Node.
        [Symbol.for("nodejs.util.inspect.custom")]() {
            return `${this.format} ${this.text}`;
        }
    };
    Object.defineProperty(Class, "name", { value: shape.name[0].toUpperCase() + shape.name.slice(1) });
    Object.defineProperty(Class, "shape", { value: shape });
    return Class;
};

/** The ID of a canonical text that was checked. */
export const idOf = (Class, text) => new Class(text, CHECKED);
