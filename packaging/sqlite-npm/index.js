// SPDX-License-Identifier: MIT
// index.js: where the loadable SQLite extension of this machine is. It loads nothing.
"use strict";

const { existsSync } = require("node:fs");
const { join } = require("node:path");

function getLoadablePath() {
    const machine = `${process.platform}-${process.arch}`;
    const suffix = { win32: ".dll", darwin: ".dylib" }[process.platform] ?? ".so";
    const file = join(__dirname, "lib", machine, `sortid_sqlite${suffix}`);
    if (!existsSync(file))
        throw new Error(`sortid-sqlite has no extension for ${machine}: build it from sortid's source`);
    return file;
}

module.exports = { getLoadablePath };
