// SPDX-License-Identifier: MIT
// util.mjs: inspect of node:util for an object that says itself how it is shown.
export const inspect = (value) => value[Symbol.for("nodejs.util.inspect.custom")]();
