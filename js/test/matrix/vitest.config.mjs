// SPDX-License-Identifier: MIT
// vitest.config.mjs: INLINE names a package that Vite transforms, as it does the tests.
const inline = process.env.INLINE === "" ? [] : [process.env.INLINE];
export default { test: { include: ["runner.test.mjs"], server: { deps: { inline } } } };
