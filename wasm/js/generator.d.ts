
/** A generator with its own options. */
export declare class Generator {
    constructor(format: FormatName | Reader<FormatName>, options?: GeneratorOptions);
    /** The name of the format. */
    readonly format: FormatName;
    /** How the last ID was made, or all IDs of the last fill. */
    readonly events: readonly Event[];
    /** The text of the next ID. */
    next(): string;
    /** The texts of the next `count` IDs. */
    fill(count: number): string[];
}

