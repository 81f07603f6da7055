// SPDX-License-Identifier: MIT
// use.mjs: the installed package as ES modules.
import assert from "node:assert/strict";
import { formats, ulid } from "sortid";
import * as file from "sortid/file";
import * as only from "sortid/ulid";
import * as onlyFile from "sortid/ulid/file";

for (const each of [ulid, file.ulid, only.ulid, onlyFile.ulid]) assert.equal(each.parse(each()).toString().length, 26);
for (const [name, format] of Object.entries(formats)) assert.ok(format.range(0, Infinity).last > format.range(0, Infinity).first, name);
console.log("ES modules:", ulid());
