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

export const faultOf = (text) => {
    const near = resembled(text);
    const { position, reason } = whyNot(text);
    const hints = near.map(({ title, reason: why, position: at, distance, length }) =>
        h("li", {}, `${title}: ${why} at character ${at + 1}, ${counted(distance, "character")} away; it has ${length}, this has ${text.length}`));
    return faultCard("Not an ID",
        h("p", { className: "marked" }, markAt(text.slice(0, 300), position)), h("p", {}, `Character ${position + 1}: ${reason}.`),
        hints.length > 0 && h("h3", {}, "Nearest"), hints.length > 0 && h("ul", {}, hints));
};
