/* SPDX-License-Identifier: MIT */
/* peers.mjs: the npm packages that make IDs, for the bench. Copied by ./install to
 * where the packages are, started there by bench/coprocess.c. Reads lines "NAME COUNT",
 * makes COUNT IDs as text, answers "ok" or, in a line, why not. It never measures:
 * the bench does, around question and answer. */
import { createInterface } from "node:readline";

/* A name has its package, and what gives the function that makes one ID. */
const PEERS = {
  ulid: ["ulid", (exports) => exports.ulid],
  "ulid-monotonic": ["ulid", (exports) => exports.monotonicFactory()],
  "ulidx-monotonic": ["ulidx", (exports) => exports.monotonicFactory()],
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

/* The texts are used, so that none of the work can be left out. */
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
