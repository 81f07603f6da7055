// SPDX-License-Identifier: MIT
// host.node.js: the system as Node has it. Node 18 has no global `crypto`.
import { webcrypto } from "node:crypto";
import v8 from "node:v8"; // whose startupSnapshot is missing before Node 18.6

export const host = {
    // A process that starts from a snapshot must draw bits of its own.
    fillRandom: (bytes) => {
        if (v8.startupSnapshot?.isBuildingSnapshot()) throw new Error("no IDs while a startup snapshot is built");
        webcrypto.getRandomValues(bytes);
    },
};
