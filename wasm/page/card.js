// SPDX-License-Identifier: MIT
// card.js: the card of an ID: its text, time, bits, fields and encodings, and its other readings.
import { copyButton } from "./copy.js";
import { color, counted, h, scrolled } from "./dom.js";
import { detail, formTitle, isFormat, recognize } from "./library.js";
import { highlight, placesOf, rulerOf, runsOf } from "./ruler.js";
import { isoOf } from "./text.js";
import { age, localOf } from "./time.js";

// A digit with bits of two fields has no color. The first digit may have fewer bits of the ID.
const MIXED = 254;
const digits = (text, { bits, kind }, encoding) => {
    const isHex = /^[0-9a-f-]+$/i.test(text) && text.replaceAll("-", "").length * 4 === bits.length;
    const isBase32 = encoding === "text" && isFormat(kind) && text.length === Math.ceil(bits.length / 5);
    const per = encoding === "int" ? 0 : isHex ? 4 : isBase32 ? 5 : 0;
    if (per === 0) return [text];
    let end = bits.length - per * text.replaceAll("-", "").length;
    let last = MIXED;
    const fields = Array.from(text, (digit) => {
        if (digit === "-") return last;
        const own = bits.slice(Math.max(end, 0), end + per);
        end += per;
        return (last = own.every((field) => field === own[0]) ? own[0] : MIXED);
    });
    return runsOf(fields, 0, text.length).map(([field, from, to]) => {
        const part = text.slice(from, to);
        return field === MIXED ? part : h("span", { className: `ink ${color(field)}` }, part);
    });
};

const fieldTable = ({ fields, bits, kind }) => {
    const hasHex = isFormat(kind);
    const rows = fields.map(({ name, value }, field) => {
        const width = bits.filter((each) => each === field).length;
        const hex = hasHex ? BigInt(value).toString(16).padStart(Math.ceil(width / 4), "0") : "";
        const row = h("tr", { className: `field ${color(field)}` },
            h("th", { scope: "row" }, name), h("td", { className: "n" }, width ? String(width) : ""),
            h("td", { className: "n" }, placesOf(bits, field)),
            h("td", { className: "mono" }, value), hasHex && h("td", { className: "mono hex" }, hex));
        row.onmouseenter = () => highlight(row.closest(".card"), field);
        row.onmouseleave = () => highlight(row.closest(".card"), null);
        return row;
    });
    return h("div", {}, h("h3", {}, "Fields"), scrolled("Fields", h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "field"), h("th", { scope: "col", className: "n" }, "bits"),
            h("th", { scope: "col", className: "n" }, "from\u2013to"), h("th", { scope: "col" }, hasHex ? "decimal" : "value"),
            hasHex && h("th", { scope: "col", className: "hex" }, "hex"))),
        h("tbody", {}, rows))));
};

const encodingList = (reading) => {
    const seen = new Set();
    const rows = reading.encodings
        .filter(([, text]) => !seen.has(text) && seen.add(text))
        .map(([name, text]) => h("div", { className: "code" }, h("span", {}, name), h("code", {}, digits(text, reading, name)), copyButton(text, name)));
    return h("div", {}, h("h3", {}, "Encodings"), h("div", { className: "codes" }, rows));
};

const CONFIDENCES = ["", "a guess", "likely", "certain"];
const WHY = ["its prefix", "its version bits", "its exact alphabet", "a plausible time", "its length alone"];
const LIST = new Intl.ListFormat("en");
const whyOf = ({ confidence, why, form }) =>
    `${CONFIDENCES[confidence]}, by ${LIST.format(WHY.filter((_, bit) => why & (1 << bit)))}; read from ${formTitle(form)}`;

const timeList = ({ ms }) =>
    ms === null
        ? h("p", { className: "hint when" }, "It has no time.")
        : h("dl", { className: "when" },
            ...[["UTC", h("time", {}, isoOf(ms))], ["local", localOf(ms)], ["age", age(ms)], ["Unix", `${ms} ms`]].flatMap(
                ([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

const otherReadings = (text, readings, shown) => {
    if (readings.length < 2) return null;
    const buttons = readings.filter(({ index }) => index !== shown).map((reading) => {
        const button = h("button", { type: "button" }, reading.title, h("small", {}, reading.ms === null ? "no time" : isoOf(reading.ms)));
        button.onclick = () => {
            const card = cardOf(text, reading.index);
            button.closest(".card").replaceWith(card);
            card.querySelector("h2").focus();
        };
        return button;
    });
    return h("div", {}, h("h3", {}, counted(buttons.length, "other reading")), h("div", { className: "others" }, buttons));
};

/** The card of a text that is an ID, by the reading `index`. */
export const cardOf = (text, index = 0) => {
    const reading = detail(text, index);
    return h("article", { className: "card" },
        h("div", { className: "title" }, h("h2", { tabIndex: -1 }, reading.title), h("p", { className: "hint" }, whyOf(reading))),
        h("p", { className: "big" }, digits(reading.text, reading, "text")),
        timeList(reading), rulerOf(reading),
        h("div", { className: "columns" }, fieldTable(reading), encodingList(reading)),
        otherReadings(text, recognize(text).readings, index));
};
