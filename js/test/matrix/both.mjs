// SPDX-License-Identifier: MIT
// both.mjs: the package as an ES module and as CommonJS in one process.
import { createRequire } from "node:module";
import { Id, ulid, version } from "sortid";

const other = createRequire(import.meta.url)("sortid");
const texts = [];
for (let i = 0; i < 1000; i++) texts.push(ulid(), other.ulid());
texts.forEach((text, i) => {
    if (i > 0 && !(texts[i - 1] < text)) throw new Error(`not in order: ${texts[i - 1]} ${text}`);
});
if (other.Id !== Id || !(other.ulid.parse(texts[0]) instanceof Id)) throw new Error("two classes");
console.log(`sortid ${version} works`);
