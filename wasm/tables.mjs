// SPDX-License-Identifier: MIT
// tables.mjs: the tables of formats, kinds and statuses of the C core, for the builds of the
// package and of the page: build/wasm/table.wasm prints them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const readTables = (build) => {
    const module = new WebAssembly.Module(readFileSync(join(build, "wasm/table.wasm")));
    const { exports } = new WebAssembly.Instance(module);
    const length = exports.table();
    return JSON.parse(Buffer.from(exports.memory.buffer, exports.text(), length).toString());
};
