// SPDX-License-Identifier: MIT
// fault.js: what is wrong with a text that is not an ID.
import { counted, faultCard, h } from "./dom.js";
import { recognize, resembled } from "./library.js";

// A text with a mark on the character at a position, or at the end.
export const markAt = (text, position) => {
    const at = Math.min(position, text.length);
    return [text.slice(0, at), h("mark", {}, text.charAt(at) || "\u00a0"), text.slice(at + 1)];
};

/** { position, reason }: those of the kind that the text resembles most. */
export const whyNot = (text) => resembled(text)[0] ?? recognize(text);

const hintOf = ({ title, reason, position, distance, length }, text) =>
    length === text.length
        ? `${title}: ${reason} at character ${position + 1}${distance > 1 ? `, and at ${distance - 1} more` : ""}`
        : `${title}: it has ${counted(length, "character")}, this has ${text.length}`;
export const faultOf = (text) => {
    const { position, reason } = whyNot(text);
    const hints = resembled(text).map((near) => h("li", {}, hintOf(near, text)));
    return faultCard("Not an ID",
        h("p", { className: "marked" }, markAt(text.slice(0, 300), position)), h("p", {}, `Character ${position + 1}: ${reason}.`),
        hints.length > 0 && h("h3", {}, "Nearest"), hints.length > 0 && h("ul", {}, hints));
};
