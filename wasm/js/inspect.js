// SPDX-License-Identifier: MIT
// inspect.js: the entry `sortid/inspect` with the module in a string.
import { MODULE, SIZE } from "./inspect.module.js";
import { inspectOf } from "./inspector.js";

// The characters are digits of base 86, printable ASCII without < and \ and {|}~. A byte is one digit,
// after } or ~ if it is 86 or 172 more. After { two digits are a distance, and one the length less 8
// of bytes that repeat others. Compressed, this takes a fifth less than base64, because equal bytes
// stay equal text.
const digitAt = (i) => {
    const code = MODULE.charCodeAt(i);
    return code - 35 - (code > 60) - (code > 92);
};

const decode = () => {
    const bytes = new Uint8Array(SIZE);
    let more = 0;
    for (let i = 0, at = 0; i < MODULE.length; i++) {
        const code = MODULE.charCodeAt(i);
        if (code > 124) more = (code - 124) * 86;
        else if (code === 123) {
            let from = at - digitAt(i + 1) * 86 - digitAt(i + 2);
            for (const end = at + digitAt(i + 3) + 8; at < end; ) bytes[at++] = bytes[from++];
            i += 3;
        } else {
            bytes[at++] = more + digitAt(i);
            more = 0;
        }
    }
    return new WebAssembly.Module(bytes);
};

/** All readings of a text, the most probable first. */
export const inspect = /* @__PURE__ */ inspectOf(decode);
export { kinds } from "./inspector.js";
export { SortidError } from "./system.js";
