// SPDX-License-Identifier: MIT
// runners.mjs: the configuration of Vitest for the recipe of fake timers.
export default { test: { include: ["ids.vitest.mjs"], globals: false } };
