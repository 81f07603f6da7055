// SPDX-License-Identifier: MIT
// error.js: what all calls throw for an ID, an option or a source. A wrong type is a TypeError.

/** What went wrong: `code` for programs, `position` in the text where there is one. */
export class SortidError extends Error {
    constructor(message, code, position, cause) {
        super(message, cause === undefined ? undefined : { cause });
        this.code = code;
        if (position !== undefined) this.position = position;
    }
}
Object.defineProperty(SortidError.prototype, "name", { value: "SortidError", configurable: true, writable: true });
