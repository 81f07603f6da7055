// The types of the entry `sortid/inspect`.
import type { Bytes, ErrorCode, Field, FormatName } from "./common.js";
import { SortidError } from "./common.js";

export { SortidError };

/** How a text writes an ID. */
export type Form = "text" | "hex" | "int" | "uuid" | "braces" | "urn";

interface AnyReading {
    readonly title: string;
    readonly family: string;
    readonly form: Form;
    readonly confidence: "low" | "medium" | "high";
    readonly why: readonly ("prefix" | "version" | "alphabet" | "time" | "length")[];
    readonly leniency: readonly ("alias" | "hyphen")[];
    /** The canonical text. */
    readonly text: string;
    readonly bytes: Bytes;
}

/** An ID of a format of this package, with the time and the fields of an Id. */
export interface FormatReading<Name extends FormatName = FormatName> extends AnyReading {
    readonly kind: Name;
    readonly format: Name;
    readonly time: Date;
    readonly fields: Readonly<Record<Field<Name>, bigint>>;
}

/** An ID of another kind, such as "uuid-v4" or "snowflake-discord". */
export interface OtherReading extends AnyReading {
    readonly kind: string;
    readonly format: undefined;
    readonly time: Date | undefined;
    /** Decimal numbers, hex digits for patterns of bits, or words. */
    readonly fields: Readonly<Record<string, string>>;
}

/** One way to understand a text. */
export type Reading = { [Name in FormatName]: FormatReading<Name> }[FormatName] | OtherReading;

export interface InspectOptions {
    /** Read as this kind only: the name of one of `kinds`. */
    kind?: string;
    /** Read ULIDs with hyphens, or with i, l, o for 1, 1, 0. */
    lenient?: boolean;
    /** Snowflakes count from this Unix time in ms. */
    epochMs?: number;
}

/** How far a text is from the texts of a kind. */
export interface Departure {
    readonly kind: string;
    readonly title: string;
    readonly form: Form;
    /** Why it is not one; "OK": it is an ID of this kind, but another one was asked for. */
    readonly code: ErrorCode | "OK";
    /** Characters to change, to add and to remove. */
    readonly distance: number;
    readonly position: number;
    /** The length of texts of the kind. */
    readonly length: number;
}

/** What inspect() throws for a text that has no reading. */
export interface InspectError extends SortidError {
    readonly position: number;
    /** The nearest kinds first; at most 8. */
    readonly nearest: readonly Departure[];
}

/** All readings of a text, the most probable first. Throws an InspectError if there is none, and a
 * SortidError with the code NO_WEBASSEMBLY if WebAssembly is not available. A number instead of
 * options is ignored, so that texts.map(inspect) works. */
export declare function inspect(text: string | { readonly text: string }, options?: InspectOptions | number): readonly Reading[];

/** The kinds that inspect() knows. */
export declare const kinds: readonly {
    readonly name: string;
    readonly title: string;
    readonly family: string;
    /** Bytes of an ID. */
    readonly size: number;
}[];
