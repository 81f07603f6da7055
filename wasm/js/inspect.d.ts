
/** One way to understand a text: see sortid/recognize.h. */
export interface Reading {
    /** "ulid", "uuid-v4", "snowflake-discord" */
    readonly kind: string;
    readonly title: string;
    readonly family: string;
    /** The format, if the library makes IDs of this kind. */
    readonly format: FormatName | undefined;
    readonly form: Form;
    readonly confidence: "low" | "medium" | "high";
    readonly why: readonly ("prefix" | "version" | "alphabet" | "time" | "length")[];
    readonly leniency: readonly ("alias" | "hyphen")[];
    readonly time: Date | undefined;
    /** The canonical text. */
    readonly text: string;
    readonly bytes: Uint8Array;
    /** Decimal numbers, hex digits for patterns of bits, or words. */
    readonly fields: Readonly<Record<string, string>>;
}

export interface InspectOptions {
    /** Read as this kind only. */
    kind?: string;
    /** Read aliases and hyphens of ULIDs. */
    lenient?: boolean;
    /** Snowflakes count from this Unix time in ms. */
    epochMs?: number;
}

/** All readings of a text, the most probable first. Throws a SortidError if there is none. */
export declare function inspect(text: string, options?: InspectOptions): readonly Reading[];

/** The kinds that inspect() knows. */
export declare const kinds: readonly {
    readonly name: string;
    readonly title: string;
    readonly family: string;
    readonly size: number;
}[];
