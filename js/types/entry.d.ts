// The types of sortid/FORMAT.
import type { Format, Generator as GeneratorOf, GeneratorClass, Id as IdOf, IdClass, Reader } from "./common.js";

export { SortidError } from "./common.js";
export type { Encoding, ErrorCode, Event, Field, FieldLayout, GeneratorOptions, Readable, Time } from "./common.js";

/** TITLE, with all calls as members. */
declare const format: Type;
export default format;

// ---- Making
/** The text of a new ID. */
export declare const FORMAT: () => string;
export declare const many: Type["many"];
export declare const at: Type["at"];
// ---- Making
export declare const isValid: Type["isValid"];
export declare const time: Type["time"];
export declare const toBytes: Type["toBytes"];
export declare const fromBytes: Type["fromBytes"];
export declare const toInt: Type["toInt"];
export declare const fromInt: Type["fromInt"];
export declare const compare: Type["compare"];
export declare const range: Type["range"];
export declare const parse: Type["parse"];
export declare const tryParse: Type["tryParse"];

export type Id = IdOf<"FORMAT">;
export declare const Id: IdClass<"FORMAT">;

export type Generator = GeneratorOf<"FORMAT">;
export declare const Generator: GeneratorClass<"FORMAT">;
