// SPDX-License-Identifier: MIT
// range.js: the tab that writes a span of time as a condition of SQL.
import { copyButton } from "./copy.js";
import { $, faultCard, h } from "./dom.js";
import { formats, range } from "./library.js";
import { offerFormats } from "./options.js";

offerFormats("range-format", "uuidv7");

// How a column holds an ID: the encoding, and the literal of SQL.
const TYPES = [
    ["text", "text", (id) => `'${id}'`],
    ["uuid", "uuid", (id) => `'${id}'`],
    ["bytea (PostgreSQL)", "hex", (id) => `'\\x${id}'`],
    ["BLOB (SQLite)", "hex", (id) => `X'${id}'`],
    ["bigint, INTEGER", "int", (id) => id],
];
const fitsType = ({ encodings, size, textLength }, [, encoding], i) =>
    encoding === "uuid" ? encodings & 8 : encoding === "int" ? size === 8 : encoding !== "text" || textLength !== 36 || i === 0;
const quoteName = (column) => column.split(".").map((part) => `"${part.replaceAll('"', '""')}"`).join(".");
const chooseTypes = () => {
    const format = formats[Number($("range-format").value)];
    const fitting = TYPES.map((type, i) => [type, i]).filter(([type, i]) => fitsType(format, type, i));
    $("column-type").replaceChildren(...fitting.map(([[title], value]) => h("option", { value }, title)));
    if (format.textLength === 36) $("column-type").value = 1;
};
const CASE_SENSITIVE = 8; // SORTID_TRAIT_CASE_SENSITIVE
const rangeOf = () => {
    const index = Number($("range-format").value);
    const [, encoding, literal] = TYPES[Number($("column-type").value)];
    const [since, until] = ["since", "until"].map((id) => Date.parse(`${$(id).value}Z`));
    const { first, last } = range(index, since, until);
    const sql = `${quoteName($("column").value)} BETWEEN ${literal(first[encoding])} AND ${literal(last[encoding])}`;
    const warn = encoding === "text" && formats[index].traits & CASE_SENSITIVE;
    const line = (name, id) => h("div", { className: "code" }, h("span", {}, name), h("code", {}, id), copyButton(id, `the ${name} ID`));
    return [h("article", { className: "card" }, h("h2", {}, "In a query"), h("pre", { id: "sql", tabIndex: 0, role: "region", ariaLabel: "SQL" }, `WHERE ${sql}`),
        copyButton(`WHERE ${sql}`, "the condition", "Copy SQL"),
        warn && h("p", { className: "hint" }, 'The case of letters matters: in PostgreSQL give the column COLLATE "C".'),
        h("h3", {}, "First and last ID"), h("div", { className: "codes" }, line("first", first.text), line("last", last.text)))];
};
const showRange = () => {
    if (!$("range-form").checkValidity()) return;
    try {
        $("ranged").replaceChildren(...rangeOf());
    } catch {
        $("ranged").replaceChildren(faultCard("No ID is in this span",
            h("p", {}, "It ends before it begins, or the format has no such time.")));
    }
};
const day = (from) => new Date(Date.now() - (Date.now() % 86400000) + from * 86400000).toISOString().slice(0, 16);
$("since").value = day(0);
$("until").value = day(1);
$("range-format").onchange = chooseTypes;
$("range-form").oninput = showRange;
$("range-form").onsubmit = (event) => event.preventDefault();
$("range-form").addEventListener("change", showRange);
chooseTypes();
showRange();
