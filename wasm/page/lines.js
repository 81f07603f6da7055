// SPDX-License-Identifier: MIT
// lines.js: the lines of a text, and the table of several.
import { counted, h, number, scrolled } from "./dom.js";
import { marked } from "./fault.js";
import { library } from "./load.js";
import { isoOf } from "./time.js";

export const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
const LINK_MAX = 8000;
export const hashOf = (text) => {
    try {
        return text.length > 0 && text.length <= LINK_MAX ? `#${encodeURIComponent(text)}` : "";
    } catch {
        return ""; // half a character, as while one is typed
    }
};

const ROWS_MAX = 2000;
const itemOf = (text, index) => {
    const found = library.recognize(text);
    const [best] = found.readings ?? [];
    return { line: index + 1, text, found, kind: best?.title ?? "", ms: best?.ms ?? null };
};
const compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);
const COLUMNS = [["Line", "line"], ["ID", "text"], ["Kind", "kind"], ["Time, UTC", "ms"]];
const rowOf = ({ line, text, found, kind, ms }) => {
    const link = h("a", { href: hashOf(text) }, text);
    const what = found.readings ? kind : h("span", { className: "bad" }, `${found.reason} at ${found.position + 1}`);
    const cell = found.readings ? link : marked(text.slice(0, 80), found.position);
    cell.className = found.readings ? "" : "bad";
    return h("tr", {}, h("td", { className: "n" }, String(line)), h("td", { className: "mono" }, cell),
        h("td", {}, what), h("td", {}, ms === null ? "" : isoOf(ms)));
};
const summaryOf = (items) => {
    const kinds = new Map();
    for (const { kind } of items) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const parts = [...kinds].map(([kind, count]) => `${number(count)} ${kind || "not recognized"}`);
    const rises = kinds.size === 1 && !kinds.has("") && items.every((item, i) => i === 0 || items[i - 1].text < item.text);
    return `${parts.join(", ")}${rises ? "; each after the one before" : ""}`;
};
export const tableOf = (lines) => {
    const items = lines.slice(0, ROWS_MAX).map(itemOf);
    const body = h("tbody");
    let sorted = null;
    let up = true;
    const sorters = COLUMNS.map(([title, key]) => {
        const button = h("button", { type: "button" }, title);
        const head = h("th", { scope: "col" }, button);
        button.onclick = () => {
            up = sorted === key ? !up : true;
            sorted = key;
            for (const each of sorters) each.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", up ? "ascending" : "descending");
            const order = [...items].sort((a, b) => {
                const [x, y] = [a[key], b[key]];
                const none = (x === null) - (y === null); // without a time: last, in either order
                return none || (up ? compare(x, y) : compare(y, x)) || a.line - b.line;
            });
            body.replaceChildren(...order.map(rowOf));
        };
        return head;
    });
    body.append(...items.map(rowOf));
    return h("article", { className: "card" }, h("div", { className: "title" }, h("h2", {}, counted(lines.length, "line")), h("p", { className: "hint" }, summaryOf(items))),
        lines.length > ROWS_MAX && h("p", { className: "hint" }, `The first ${number(ROWS_MAX)} are shown. Drop a file to check all.`),
        h("h3", { className: "unseen" }, "Lines"),
        scrolled("Lines", h("table", { className: "list" }, h("thead", {}, h("tr", {}, sorters)), body)));
};
