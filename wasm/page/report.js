// SPDX-License-Identifier: MIT
// report.js: what a checked file contains: figures, plots and faults.
import { $, color, counted, h, heads, number, say, scrolled, svg } from "./dom.js";
import { markAt } from "./fault.js";
import { kinds } from "./library.js";
import { isoOf } from "./text.js";

export const megabytes = (size) => (size < 1e5 ? `${number(size)} bytes` : `${(size / 1e6).toFixed(1)} MB`);

const figure = (name, value, isBad, isSmall) =>
    h("div", { className: isSmall ? "wide" : "" }, h("dt", {}, name), h("dd", { className: `${isBad ? "bad" : ""}${isSmall ? " small" : ""}` }, typeof value === "number" ? number(value) : value));
const bars = (values, most, label, classOf, mid) => {
    const plot = svg("svg", { class: "plot", viewBox: `0 0 ${values.length} 100`, preserveAspectRatio: "none", role: "img", "aria-label": label });
    values.forEach((value, x) => {
        if (!(value > 0)) return;
        const height = Math.max((value / most) * 96, 1.5);
        plot.append(svg("rect", { class: classOf(x), x: x + 0.08, y: 100 - height, width: 0.84, height }));
    });
    if (mid) plot.append(svg("line", { x1: 0, x2: values.length, y1: 52, y2: 52 }));
    return plot;
};
const axis = (...marks) => h("div", { className: "axis" }, marks.map((mark) => h("span", {}, mark)));
const timePlot = ({ bins, binsFirst, binsWidth }) => {
    const from = bins.findIndex((count) => count > 0);
    const to = bins.findLastIndex((count) => count > 0) + 1;
    const used = bins.slice(from, to);
    const most = Math.max(...used);
    const label = `IDs over time: at most ${number(most)} in ${number(binsWidth)} ms`;
    return [h("h3", {}, `IDs over time, a bar for ${number(binsWidth)} ms`), bars(used, most, label, () => "c0"),
        axis(isoOf(binsFirst + from * binsWidth), isoOf(binsFirst + to * binsWidth))];
};
const sharePlot = ({ fields }) => {
    const plotted = fields.filter(({ kind }) => kind !== 0);
    const shares = plotted.flatMap((field) => field.shares);
    if (!shares.some((share) => !Number.isNaN(share))) return [];
    const fieldAt = plotted.flatMap((field) => field.shares.map(() => fields.indexOf(field)));
    const key = plotted.map((field) => {
        const known = field.shares.filter((share) => !Number.isNaN(share));
        const text = known.length ? `${Math.min(...known).toFixed(3)} to ${Math.max(...known).toFixed(3)}` : "no data";
        const renewals = field.kind === 2 ? `, ${counted(field.renewals, "renewal")}` : "";
        return h("span", { className: `ink ${color(fields.indexOf(field))}` }, `${field.name} ${text}${renewals}`);
    });
    return [h("h3", {}, "Share of ones in each bit; the line is one half"), bars(shares, 1, "Share of ones in each bit", (x) => color(fieldAt[x]), true),
        axis(`bit ${plotted[0].firstBit}`, `bit ${plotted.at(-1).firstBit + plotted.at(-1).bits - 1}`), h("div", { className: "key" }, key)];
};
const faultTable = (faults, total) =>
    faults.length === 0 ? null : h("div", {}, h("h3", {}, total > faults.length ? `The first ${faults.length} of ${counted(total, "fault")}` : counted(total, "fault")),
        scrolled("Faults", h("table", { className: "list" },
            h("thead", {}, h("tr", {}, heads("Line", "What", "Text"))),
            h("tbody", {}, faults.map(({ line, what, position, text, isCut }) => {
                const cell = position < 0 || position > text.length ? text : markAt(text, position);
                return h("tr", {}, h("td", { className: "n" }, number(line)), h("td", {}, what + (position < 0 ? "" : ` at ${position + 1}`)),
                    h("td", { className: "mono" }, cell, isCut ? "\u2026" : ""));
            })))));
// What was found, in words. Of an ID without a time only its neighbor tells that it is in order.
const verdictOf = ({ valid, failed, firstMs }, faults, isOrdered) => {
    if (valid === 0) return "No valid ID";
    if (failed) return counted(faults, "fault");
    return isOrdered && !Number.isNaN(firstMs) ? "All IDs are valid and in order" : "All IDs are valid";
};
/** The report of a check; `how` says what the lines were read as. */
export const showChecked = (file, found, seconds, how) => {
    const { invalid, unordered, duplicates, counterFaults, valid } = found;
    const faults = invalid + unordered + duplicates + counterFaults;
    const isOrdered = $("check-order").value !== "2";
    const hasTimes = valid > 0 && !Number.isNaN(found.firstMs);
    const ordered = (count) => ((isOrdered && (hasTimes || valid === 0)) || count > 0 ? count : "\u2013"); // else not known
    const verdict = verdictOf(found, faults, isOrdered);
    say(`${verdict}. ${counted(valid, "valid ID")}`);
    return h("article", { className: "card" },
        h("div", { className: "title" }, h("h2", { className: found.failed ? "bad" : "good" }, verdict),
            h("p", { className: "hint" }, `${file.name}: ${kinds[found.kind].title}${how}, ${megabytes(file.size)} in ${seconds.toFixed(1)} s`)),
        h("dl", { className: "figures" },
            figure("lines", found.lines), figure("valid IDs", valid), figure("invalid", invalid, invalid), figure("out of order", ordered(unordered), unordered),
            figure("duplicates of the ID before", isOrdered || duplicates > 0 ? duplicates : "\u2013", duplicates), found.counterRule ? figure("counter did not rise", counterFaults, counterFaults) : "",
            ...(hasTimes ? [figure("first time", isoOf(found.firstMs), false, true), figure("last time", isoOf(found.lastMs), false, true),
                figure("IDs per ms, mean", Number.isNaN(found.idsPerMs) ? "\u2013" : Number(found.idsPerMs.toPrecision(4))), figure("most in one timestamp", isOrdered ? found.idsPerTimestamp : "\u2013")] : [])),
        ...(hasTimes ? timePlot(found) : []), ...(valid > 0 ? sharePlot(found) : []), faultTable(found.faults, faults));
};
