// SPDX-License-Identifier: MIT
// list.js: a list of IDs with their lines, kinds and times, which sorts.
import { cardOf } from "./card.js";
import { copyButton, saveButton } from "./copy.js";
import { counted, h, number, scrolled } from "./dom.js";
import { markAt, whyNot } from "./fault.js";
import { kinds } from "./library.js";
import { csvLine, CSV_HEAD, isoOf } from "./text.js";

const ROWS_MAX = 2000;
const compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);
const shortTitle = (kind) => kinds[kind]?.title.replace(" (RFC 9562)", "");
const titleOf = ({ kind }) => shortTitle(kind) ?? "";
const COLUMNS = [
    ["Line", ({ line }) => line], ["ID", ({ text }) => text], ["Kind", titleOf], ["Time, UTC", ({ ms }) => ms],
];
const rangeText = ([from, to]) => (from === to ? number(from) : `${number(from)}\u2013${number(to)}`);

/** "2 lines have no ID: 1, 7": of the ranges of such lines the first are named. */
export const gapsText = (gaps, count = gaps.reduce((sum, [from, to]) => sum + to - from + 1, 0)) => {
    if (count === 0) return "";
    const named = gaps.slice(0, 8);
    const isAll = named.reduce((sum, [from, to]) => sum + to - from + 1, 0) === count;
    return `${counted(count, "line")} without an ID: ${named.map(rangeText).join(", ")}${isAll ? "" : " \u2026"}`;
};

/** "3 ULID, 1 KSUID", of counts by kind. */
export const kindsText = (counts) =>
    Object.entries(counts)
        .sort(([, a], [, b]) => b - a)
        .map(([kind, count]) => `${number(count)} ${shortTitle(kind) ?? "not recognized"}`)
        .join(", ");

/** The address of the page with a text to show. */
export const linkTo = (text) => `${location.href.split("#")[0]}#${encodeURIComponent(text)}`;

// Shows the card of an ID instead of the list, with a way back.
const openCard = (list, text) => {
    const back = h("button", { type: "button" }, "\u2190 Back to the list");
    const view = h("div", {}, h("div", { className: "row" }, back, copyButton(() => linkTo(text), "a link to this ID", "Copy link")), cardOf(text));
    back.onclick = () => {
        view.replaceWith(list);
        list.opened?.focus();
    };
    list.replaceWith(view);
    view.querySelector("h2").focus();
};
const rowOf = (item) => {
    const { text, line, kind, ms } = item;
    const cells = [h("td", { className: "n" }, number(line))];
    if (kind < 0) {
        const { position, reason } = whyNot(text);
        cells.push(h("td", { className: "mono bad" }, markAt(text.slice(0, 80), position)), h("td", {}, h("span", { className: "bad" }, `${reason} at ${position + 1}`)));
    } else {
        const button = h("button", { type: "button", className: "id" }, text);
        button.onclick = () => {
            const list = button.closest(".card");
            list.opened = button;
            openCard(list, text);
        };
        cells.push(h("td", { className: "mono" }, button), h("td", {}, titleOf(item)));
    }
    return h("tr", {}, cells, h("td", {}, ms === null ? "" : isoOf(ms)));
};

// The heads of a table, which sort `items` and show them in `body`.
const sortersOf = (items, body) => {
    let sorted = 0;
    let up = true;
    const heads = COLUMNS.map(([title, valueOf], column) => {
        const button = h("button", { type: "button" }, title);
        const head = h("th", { scope: "col" }, button);
        button.onclick = () => {
            up = sorted === column ? !up : true;
            sorted = column;
            for (const each of heads) each.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", up ? "ascending" : "descending");
            items.sort((a, b) => {
                const [x, y] = [valueOf(a), valueOf(b)];
                const none = (x === null) - (y === null); // without a time: last, in either order
                return none || (up ? compare(x, y) : compare(y, x)) || a.line - b.line || a.column - b.column;
            });
            body.replaceChildren(...items.slice(0, ROWS_MAX).map(rowOf));
        };
        return head;
    });
    heads[0].setAttribute("aria-sort", "ascending");
    return heads;
};

/** The list. `total`, `csv` and `ids` are of a file that has more IDs than there are items: their number,
 * and Blobs of all. */
export const listOf = (items, { title, hints: [kindHint, ...hints], name = "ids", total = items.length, csv, ids }) => {
    const body = h("tbody", {}, items.slice(0, ROWS_MAX).map(rowOf));
    const valid = () => items.filter(({ kind }) => kind >= 0);
    const textOfAll = async () => (total > items.length ? (await ids.text()).trimEnd() : valid().map(({ text }) => text).join("\n"));
    const csvOfAll = () => csv ?? new Blob([CSV_HEAD, ...valid().map(csvLine)], { type: "text/csv" });
    const shown = Math.min(items.length, ROWS_MAX);
    const rest = total > items.length ? `of the first ${number(items.length)}; the download has all` : `of ${number(items.length)}`;
    return h("article", { className: "card" },
        h("div", { className: "title" }, h("h2", {}, title), h("p", { className: "hint" }, kindHint)),
        hints.map((hint) => hint !== "" && h("p", { className: "hint" }, hint)),
        h("div", { className: "row" }, copyButton(textOfAll, "all IDs", "Copy all"), saveButton(csvOfAll, `${name}.csv`)),
        shown < total && h("p", { className: "hint" }, `The list shows ${number(shown)} ${rest}.`),
        h("h3", { className: "unseen" }, "IDs"),
        scrolled("IDs", h("table", { className: "list" }, h("thead", {}, h("tr", {}, sortersOf(items, body))), body)));
};

const riseText = (items) => {
    const [first] = items;
    const rises = items.every(({ kind }) => kind === first.kind && kind >= 0) && items.every((item, i) => i === 0 || items[i - 1].text < item.text);
    return rises ? "; each after the one before" : "";
};

/** The list of what wordsIn() found in a text. */
export const listOfWords = ({ items, gaps }) => {
    const counts = {};
    for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
    const ids = items.filter(({ kind }) => kind >= 0).length;
    return listOf(items, { title: counted(ids, "ID"), hints: [kindsText(counts) + riseText(items), gapsText(gaps)] });
};
