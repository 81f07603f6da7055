// SPDX-License-Identifier: MIT
// use.cjs: the installed package as CommonJS.
const assert = require("node:assert/strict");
const { formats, ulid, version } = require("sortid");

for (const [name, format] of Object.entries(formats)) assert.equal(require(`sortid/${name}`).default, format);
assert.equal(require("sortid/inspect").inspect(ulid())[0].kind, "ulid");
assert.equal(require("sortid/package.json").version, version);
console.log("CommonJS:", ulid());
