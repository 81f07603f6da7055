// SPDX-License-Identifier: MIT
// options.js: selects of formats and kinds.
import { $, h } from "./dom.js";
import { formats, isFormat, kinds } from "./library.js";

const option = ({ title }, value) => h("option", { value }, title);

/** Fills a select with the formats, and chooses one. */
export const offerFormats = (id, chosen) => {
    $(id).append(...formats.map(option));
    $(id).value = formats.findIndex(({ name }) => name === chosen);
};

/** Fills a select with all kinds: the formats are the first of them. */
export const offerKinds = (id) => {
    const others = kinds.map(option).filter((_, kind) => !isFormat(kind));
    $(id).append(...formats.map(option), h("optgroup", { label: "Other kinds" }, others));
};
