// SPDX-License-Identifier: MIT
// fault.js: what is wrong with a text that is not an ID.
import { counted, faultCard, h } from "./dom.js";

// A text with a mark on the character at a position, or at the end.
export const markAt = (text, position) => {
    const at = Math.min(position, text.length);
    return [text.slice(0, at), h("mark", {}, text.charAt(at) || "\u00a0"), text.slice(at + 1)];
};
export const marked = (text, position) => h("p", { className: "marked" }, markAt(text, position));
export const faultOf = (text, { reason, position, nearest }) => {
    const hints = nearest.filter(({ distance }) => 2 * distance <= text.length).map((near) =>
        h("li", {}, `${near.title}: ${near.reason}, ${counted(near.distance, "character")} away; it has ${near.length}, this has ${text.length}`));
    const at = nearest.length && hints.length ? nearest[0].position : position;
    const why = nearest.length && hints.length ? nearest[0].reason : reason;
    return faultCard("Not an ID",
        marked(text.slice(0, 300), at), h("p", {}, `Character ${at + 1}: ${why}.`),
        hints.length > 0 && h("h3", {}, "Nearest"), hints.length > 0 && h("ul", {}, hints));
};
