// SPDX-License-Identifier: MIT
// use.mjs: the installed package as ES modules.
import assert from "node:assert/strict";
import { formats, ulid } from "sortid";
import { inspect } from "sortid/inspect";

for (const [name, format] of Object.entries(formats)) assert.equal((await import(`sortid/${name}`)).default, format);
assert.equal(inspect(ulid())[0].kind, "ulid");
console.log("ES modules:", ulid());
