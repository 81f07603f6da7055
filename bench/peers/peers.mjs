/* SPDX-License-Identifier: MIT */
/* peers.mjs: makes IDs by npm packages, for the bench. ./install copies it to the folder of the
 * packages; bench/coprocess.c starts it there. Reads lines "NAME COUNT", makes COUNT IDs as text
 * and answers with a line: "ok", or an error message. The bench measures the time from the
 * question to the answer. */
import { createInterface } from "node:readline";

/* name: [package, function that finds the maker of one ID in its exports] */
const PEERS = {
  ulid: ["ulid", (exports) => exports.ulid],
  "ulid-monotonic": ["ulid", (exports) => exports.monotonicFactory()],
  "ulidx-monotonic": ["ulidx", (exports) => exports.monotonicFactory()],
  ksuid: ["ksuid", (exports) => () => exports.default.randomSync().string],
  scru128: ["scru128", (exports) => exports.scru128String],
  "uuid-v4": ["uuid", (exports) => exports.v4],
  "uuid-v7": ["uuid", (exports) => exports.v7],
  uuidv7: ["uuidv7", (exports) => exports.uuidv7],
};

const makers = {};

async function makerOf(name) {
  const [packageName, find] = PEERS[name];
  makers[name] ??= find(await import(packageName));
  return makers[name];
}

/* Uses the texts, so that the engine cannot remove the work. */
let used = 0;

async function answer(name, count) {
  let make;
  try {
    make = await makerOf(name);
  } catch {
    return "its npm package is not installed";
  }
  for (let i = 0; i < count; i++) used += make().charCodeAt(0);
  return Number.isFinite(used) ? "ok" : "it made no text";
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, count] = line.split(" ");
  process.stdout.write((await answer(name, Number(count))) + "\n");
}
