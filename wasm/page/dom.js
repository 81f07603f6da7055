// SPDX-License-Identifier: MIT
// dom.js: elements of the page and how it writes numbers.

export const $ = (id) => document.getElementById(id);

// An element: properties, then children. Texts are never read as HTML.
const make = (node, props, children) => {
    for (const [name, value] of Object.entries(props)) {
        if (name in node && !(node instanceof SVGElement)) node[name] = value;
        else node.setAttribute(name, value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== false));
    return node;
};
export const h = (tag, props = {}, ...children) => make(document.createElement(tag), props, children);
export const svg = (tag, props = {}, ...children) => make(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
export const say = (text) => ($("said").textContent = text);
export const number = (value) => value.toLocaleString("en");
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
export const color = (field) => `c${field > 250 ? 5 : field % 5}`;

// A table that is wider than the page scrolls by itself.
export const scrolled = (label, ...table) => h("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: label }, ...table);
export const heads = (...titles) => titles.map((title) => h("th", { scope: "col" }, title));
export const faultCard = (title, ...children) => h("article", { className: "card fault" }, h("h2", {}, title), ...children);
export const cannotRun = ({ message }) =>
    $("result").replaceChildren(faultCard(`This browser cannot run the page: ${message}. It needs WebAssembly and DecompressionStream.`));
