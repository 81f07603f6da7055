// SPDX-License-Identifier: MIT
// main.js: loads the module, by `host` (host.file.js or host.folder.js), then the page.
import { cannotRun } from "./dom.js";
import { moduleBytes } from "host";
import { loadLibrary } from "./library.js";

const begin = async () => {
    await loadLibrary(await moduleBytes());
    await import("./page.js");
};
begin().catch(cannotRun);
