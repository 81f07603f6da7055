// SPDX-License-Identifier: MIT
// types.d.ts: the types of both entries. wasm/build.mjs appends the formats of each entry.

/** How a text writes an ID: its own text, hex digits, a decimal number, 8-4-4-4-12 hex digits. */
export type Encoding = "text" | "hex" | "int" | "uuid";

/** What a generator does with a field. */
export type FieldKind = "timestamp" | "counter" | "layer" | "random" | "fixed";

/** A field of a format, in the order of the layout; bits count from the most significant one. */
export interface Field {
    readonly name: string;
    readonly firstBit: number;
    readonly bits: number;
    readonly kind: FieldKind;
}

/** An ID that was read. It never changes. String, JSON.stringify and < use its canonical text. */
export declare class Id<Fields extends string = string> {
    private constructor();
    /** The name of the format. */
    readonly format: string;
    /** The time of the timestamp. */
    readonly time: Date;
    /** The values of all fields. */
    readonly fields: Readonly<Record<Fields, bigint>>;
    /** A copy of the bytes, most significant first. */
    readonly bytes: Uint8Array;
    /** The 8-4-4-4-12 hex digits, of formats of 128 bits; else undefined. */
    readonly uuid: string | undefined;
    toString(encoding?: Encoding): string;
    valueOf(): string;
    toJSON(): string;
    /** Below, equal to or above 0, for sort(). TypeError for an ID of another format. */
    compare(other: Id): number;
    equals(other: unknown): boolean;
    /** The next larger ID; null after the last one. */
    successor(): Id<Fields> | null;
    /** The next smaller ID; null before the first one. */
    predecessor(): Id<Fields> | null;
}

/** What a format can do, whether or not it makes IDs without a node. */
export interface Reader<Name extends string = string, Fields extends string = string> {
    readonly name: Name;
    readonly title: string;
    /** Bytes of an ID. */
    readonly size: number;
    /** Characters of the canonical text. */
    readonly textLength: number;
    readonly layout: readonly Field[];
    /** Reads an ID. Throws a SortidError with `code` and `position`. */
    parse(text: string, encoding?: Encoding): Id<Fields>;
    /** The same, but null for anything that is not an ID. */
    tryParse(text: unknown, encoding?: Encoding): Id<Fields> | null;
    fromBytes(bytes: Uint8Array): Id<Fields>;
    /** The first and the last ID with since <= time < until. Numbers: Unix ms, may be infinite. */
    range(since: Date | number, until: Date | number): { readonly first: Id<Fields>; readonly last: Id<Fields> };
}

/** A format: call it for the text of a new ID. The IDs of one process, page or worker increase. */
export interface Format<Name extends string = string, Fields extends string = string> extends Reader<Name, Fields> {
    (): string;
    /** The texts of the next `count` IDs. */
    many(count: number): string[];
}

export type Mode = "abort" | "reset" | "wait";

/** How an ID was made. */
export type Event = "new-timestamp" | "counter-incremented" | "counter-carried" | "timestamp-borrowed" | "reset";

/** The options of sortid/generator.h. */
export interface GeneratorOptions {
    /** When the clock went back beyond the allowance: an error, a new start, or a blocking wait. */
    mode?: Mode;
    /** How far in ms the clock may be behind the last ID; 10 s unless set. */
    allowanceMs?: number;
    /** All but the timestamp is random in each ID: no order within a timestamp. */
    stateless?: boolean;
    /** ulid: at an overflow the next ms, not an error. */
    borrow?: boolean;
    /** ulid: count up by random steps, so that neighbors cannot be guessed. */
    randomStep?: boolean;
    /** scru160, uuidv7: the fraction of the ms is in the ID. */
    fraction?: boolean;
    guardBits?: number;
    /** scru160 */
    extensionBits?: number;
    /** scru160 */
    nodeBits?: number;
    /** scru160 */
    nodeId?: number;
    /** scru64, which requires it: a node spec such as "42/8". */
    node?: string;
    /** The Unix time in ms, instead of the clock of the system. */
    clock?: () => number;
    /** Fills the bytes, instead of the secure random bits. */
    random?: (bytes: Uint8Array) => void;
}

/** What went wrong. `code` is the name of a status in sortid/base.h, such as "BAD_DIGIT". */
export declare class SortidError extends Error {
    private constructor();
    readonly name: "SortidError";
    readonly code: string;
    /** Where in the text, counted from 0 as in the string. */
    readonly position?: number;
    /** inspect: the kinds whose texts are nearest. */
    readonly nearest?: readonly Departure[];
}

/** How far a text is from the texts of a kind. */
export interface Departure {
    readonly kind: string;
    readonly title: string;
    readonly form: Form;
    readonly code: string;
    /** Characters to change, to add and to remove. */
    readonly distance: number;
    readonly position: number;
    /** The length of texts of the kind. */
    readonly length: number;
}

export type Form = "text" | "hex" | "int" | "uuid" | "braces" | "urn";

/** The version of the library. */
export declare const version: string;
