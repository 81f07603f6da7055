// SPDX-License-Identifier: MIT
// load.js: the module, by `host` (host.file.js or host.folder.js) and `sortid` (library.js).
import { $, h } from "./dom.js";

export const moduleBytes = await host.bytes();
export const library = await sortid(moduleBytes);

/** Fills a select with the formats, and chooses one. */
export const offerFormats = (id, chosen) => {
    $(id).append(...library.formats.map(({ title }, value) => h("option", { value }, title)));
    if (chosen) $(id).value = library.formats.findIndex(({ name }) => name === chosen);
};
