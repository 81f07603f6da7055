// SPDX-License-Identifier: MIT
// id.js: IDs as objects, one class for each format. An ID has one own property, its canonical text,
// and is frozen, so that tools that compare, copy or print objects see the text.
import { fieldsOf, moveTo } from "./fields.js";
import { bytesOf, encodingsOf, hexOf, intOf, textOf, unixMsOf } from "./read.js";
import { wrongType } from "./system.js";

const CHECKED = /* @__PURE__ */ Symbol("checked");

// An ID that was read. It never changes.
class IdOfAny {
    constructor(text, checked) {
        if (checked !== CHECKED) throw new TypeError("sortid: an ID is made by parse() or tryParse() of a format");
        this.text = text;
        Object.freeze(this);
    }

    get format() {
        return this.constructor.described.name;
    }

    get time() {
        return new Date(unixMsOf(this.constructor.described, this.text));
    }

    get fields() {
        return fieldsOf(this.constructor.described, this.bytes);
    }

    get bytes() {
        return bytesOf(this.constructor.described, this.text);
    }

    get int() {
        return intOf(this.bytes);
    }

    get hex() {
        return hexOf(this.bytes);
    }

    /** The 8-4-4-4-12 hex digits, of formats of 128 bits; else undefined. */
    get uuid() {
        return this.constructor.described.size === 16 ? this.hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : undefined;
    }

    toString(encoding = "text") {
        const known = encodingsOf(this.constructor.described).filter((name) => name !== "lenient");
        return known.includes(encoding) ? String(this[encoding]) : wrongType("the encoding", encoding, `one of ${known.join(", ")}`);
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
        if (other?.constructor !== this.constructor) wrongType("the other ID", other, `an object of ${this.format}`);
        return this.text < other.text ? -1 : Number(this.text > other.text);
    }

    equals(other) {
        return other?.constructor === this.constructor && other.text === this.text;
    }

    /** The next larger ID; null after the last one. */
    successor() {
        return neighbor(this, 1);
    }

    /** The next smaller ID; null before the first one. */
    predecessor() {
        return neighbor(this, -1);
    }
}

export { IdOfAny as Id };

const neighbor = ({ constructor, bytes }, step) =>
    moveTo(constructor.described, bytes, step) ? idOf(constructor, textOf(constructor.described, bytes)) : null;

/** The class of the IDs of a format. All have one name: engines take twice the time to make an object
 * of a class whose name is computed. */
export const classOf = (format) => {
    const Class = class Id extends IdOfAny {
        constructor(text, checked) {
            super(text, checked);
        }

        // For console.log() in Node.
        [Symbol.for("nodejs.util.inspect.custom")]() {
            return `${this.format} ${this.text}`;
        }
    };
    Object.defineProperty(Class, "described", { value: format });
    return Class;
};

/** The ID of a canonical text that was checked. */
export const idOf = (Class, text) => new Class(text, CHECKED);
