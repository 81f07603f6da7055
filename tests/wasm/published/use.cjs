// SPDX-License-Identifier: MIT
// use.cjs: the installed package as CommonJS.
const assert = require("node:assert/strict");
const { ulid } = require("sortid");

for (const entry of ["sortid", "sortid/file", "sortid/ulid", "sortid/ulid/file"])
    assert.equal(require(entry).ulid().length, 26, entry);
assert.equal(require("sortid/package.json").version, require("sortid").version);
console.log("CommonJS:", ulid());
