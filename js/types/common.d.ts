// The types that all entries share. `Name` is the name of a format.

/** What each format has: its fields, the encodings of parse(), the options of generators. */
interface Traits {
    // TRAITS
}

export type FormatName = keyof Traits;
export type Field<Name extends FormatName = FormatName> = Traits[Name]["fields"];

/** How a text writes an ID: its own text, hex digits, a decimal number, a UUID; and "lenient", a ULID with
 * hyphens, or with i, l, o for 1, 1, 0. */
export type Encoding<Name extends FormatName = FormatName> = Traits[Name]["encodings"];

/** A Uint8Array of an ArrayBuffer; TypeScript before 5.7 has no name for it. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** An ID that parse() has read. It never changes. String, JSON.stringify and < use `text`. Of several formats, one
 * is told from another by `format`. */
export type Id<Name extends FormatName = FormatName> = Name extends FormatName ? IdOf<Name> : never;

interface IdOf<Name extends FormatName> {
    /** The canonical text. */
    readonly text: string;
    readonly format: Name;
    /** The time of the timestamp. */
    readonly time: Date;
    /** The values of all fields. */
    readonly fields: Readonly<Record<Field<Name>, bigint>>;
    /** A copy of the bytes, most significant first. */
    readonly bytes: Bytes;
    readonly int: bigint;
    readonly hex: string;
    /** The 8-4-4-4-12 hex digits, of formats of 128 bits. */
    readonly uuid: "uuid" extends Encoding<Name> ? string : undefined;
    toString(encoding?: Exclude<Encoding<Name>, "lenient">): string;
    valueOf(): string;
    toJSON(): string;
    /** -1, 0 or 1, for sort(). */
    compare(other: IdOf<Name>): number;
    equals(other: unknown): boolean;
    /** The next larger ID; null after the last one. */
    successor(): IdOf<Name> | null;
    /** The next smaller ID; null before the first one. */
    predecessor(): IdOf<Name> | null;
}

/** For instanceof: parse() makes IDs. */
export interface IdClass<Name extends FormatName> extends Function {
    readonly prototype: Id<Name>;
}

/** A text in any case that the format allows, or an ID that was parsed. */
export type Readable<Name extends FormatName> = string | Id<Name>;

/** A Date, or a Unix time in ms. */
export type Time = Date | number;

/** What the generators of a format do with a field. */
export interface FieldLayout<Name extends FormatName = FormatName> {
    readonly name: Field<Name>;
    /** Counted from the most significant bit. */
    readonly firstBit: number;
    readonly bits: number;
    readonly kind: "timestamp" | "counter" | "layer" | "random" | "fixed";
}

/** A format, as far as it needs no new IDs. All calls throw a SortidError for what is not an ID of the format. */
export interface Reader<Name extends FormatName = FormatName> {
    readonly name: Name;
    readonly title: string;
    /** Bytes of an ID. */
    readonly size: number;
    /** Characters of a text. */
    readonly textLength: number;
    readonly layout: readonly FieldLayout<Name>[];
    /** Whether a value is the text of an ID. Throws nothing. */
    isValid(this: void, text: unknown): boolean;
    time(this: void, id: Readable<Name>): Date;
    toBytes(this: void, id: Readable<Name>): Bytes;
    /** Reads any view or buffer of `size` bytes. */
    fromBytes(this: void, bytes: ArrayBufferView | ArrayBufferLike): string;
    toInt(this: void, id: Readable<Name>): bigint;
    fromInt(this: void, value: bigint): string;
    /** -1, 0 or 1, for sort(). */
    compare(this: void, a: Readable<Name>, b: Readable<Name>): number;
    /** The first and the last ID with since <= time < until, for queries. */
    range(this: void, since: Time, until: Time): { first: string; last: string };
    /** Reads an ID. texts.map(ulid.parse) works: an encoding that is a number is ignored. */
    parse(this: void, text: string, encoding?: Encoding<Name> | number): Id<Name>;
    /** The same, but null for what is not an ID. */
    tryParse(this: void, text: unknown, encoding?: Encoding<Name> | number): Id<Name> | null;
}

/** A format that is called for the text of a new ID, which is larger than all before in this process, page or
 * worker. */
export interface Format<Name extends FormatName = FormatName> extends Reader<Name> {
    (): string;
    /** The texts of the next `count` IDs. */
    many(this: void, count: number): string[];
    /** A new ID with another time. */
    at(this: void, time: Time): string;
}

/** How an ID was made. */
export type Event = "new-timestamp" | "counter-incremented" | "counter-carried" | "timestamp-borrowed" | "reset";

interface AllOptions {
    /** When the clock went back beyond the allowance: an error, a new start, or a blocking wait. */
    mode?: "abort" | "reset" | "wait";
    /** How far in ms the clock may be behind the last ID; 10 s unless set. */
    allowanceMs?: number;
    /** The Unix time in ms, instead of the system's clock. */
    clock?: () => number;
    /** Fills the bytes before it returns, instead of the secure random bits of the system. */
    random?: (bytes: Bytes) => void | Bytes;
    /** All but the timestamp is random in each ID: no order within a timestamp. */
    stateless?: boolean;
    /** At an overflow the next ms, not an error. */
    borrow?: boolean;
    /** Count up by random steps, so that neighbors cannot be guessed. */
    randomStep?: boolean;
    /** The fraction of the ms is in the ID. */
    fraction?: boolean;
    /** High bits of the counter that begin as 0 in each timestamp. */
    guardBits?: number;
    extensionBits?: number;
    nodeBits?: number;
    nodeId?: number;
    /** The node of scru64, which requires it: a node spec such as "42/8". */
    node: string;
}

export type GeneratorOptions<Name extends FormatName = FormatName> = Pick<AllOptions, Traits[Name]["options"]>;

/** A generator with its own options. */
export interface Generator<Name extends FormatName = FormatName> {
    readonly format: Name;
    /** How the last ID was made, or all IDs of the last fill. */
    readonly events: readonly Event[];
    /** The text of the next ID. */
    next(): string;
    /** The texts of the next `count` IDs. */
    fill(count: number): string[];
}

export interface GeneratorClass<Names extends FormatName> {
    readonly prototype: Generator<Names>;
    /** The options may be missing, unless the format needs a node. */
    new <Name extends Names>(
        format: Name | Reader<Name>,
        ...options: {} extends GeneratorOptions<Name> ? [options?: GeneratorOptions<Name>] : [options: GeneratorOptions<Name>]
    ): Generator<Name>;
}

export type ErrorCode =
    | "BAD_LENGTH" | "BAD_DIGIT" | "OUT_OF_RANGE" | "BAD_VERSION" | "BAD_VARIANT"
    | "NO_NODE_SPEC" | "BAD_NODE_SPEC" | "RESERVED"
    | "CLOCK_FAILED" | "CLOCK_OUT_OF_RANGE" | "CLOCK_STOPPED" | "RANDOM_FAILED"
    | "ROLLBACK" | "OVERFLOW" | "EXHAUSTED" | "BOUND_REACHED" | "BUSY"
    | "NO_WEBASSEMBLY";

/** What a value or a system did wrong; a wrong argument is a TypeError or a RangeError. */
export declare class SortidError extends Error {
    private constructor();
    readonly name: "SortidError";
    readonly code: ErrorCode;
    /** Where in a text, counted from 0 as in the string. */
    readonly position?: number;
}
