// SPDX-License-Identifier: MIT
// worker.mjs: a worker that makes IDs when it is asked, reads them, and answers with their texts.
import { Generator, ulid } from "/npm/esm/index.js";

const generator = new Generator("ulid", { mode: "abort" });
onmessage = ({ data: count }) => {
    const made = [...ulid.many(count), ...generator.fill(count)];
    postMessage(made.map((text) => ulid.parse(text).toString()));
};
