// The types of the entry of all formats.
import type {
    Format, FormatName, Generator as GeneratorOf, GeneratorClass, GeneratorOptions, Id as IdOf, IdClass, Reader,
} from "./common.js";

export { SortidError } from "./common.js";
export type {
    Encoding, ErrorCode, Event, Field, FieldLayout, Format, FormatName, GeneratorOptions, Readable, Reader, Time,
} from "./common.js";

/** The version of the package. */
export declare const version: string;

// CONSTANTS
/** All formats by name. */
export declare const formats: {
    readonly [Name in FormatName]: {} extends GeneratorOptions<Name> ? Format<Name> : Reader<Name>;
};

export type Id<Name extends FormatName = FormatName> = IdOf<Name>;
export declare const Id: IdClass<FormatName>;

export type Generator<Name extends FormatName = FormatName> = GeneratorOf<Name>;
export declare const Generator: GeneratorClass<FormatName>;
