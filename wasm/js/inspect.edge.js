// SPDX-License-Identifier: MIT
// inspect.edge.js: the entry `sortid/inspect` for Cloudflare Workers and edge functions, which refuse
// to compile bytes: the bundler compiles the module.
import module from "./inspect.wasm?module";
import { inspectOf } from "./inspector.js";

/** All readings of a text, the most probable first. */
export const inspect = /* @__PURE__ */ inspectOf(() => module);
export { kinds } from "./inspector.js";
export { SortidError } from "./system.js";
