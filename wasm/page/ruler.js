// SPDX-License-Identifier: MIT
// ruler.js: the bits of an ID, each in the color of its field. A wider page has longer rows.
import { color, h } from "./dom.js";

// Runs of equal values: [value, from, to].
export const runsOf = (values, from, to) => {
    const runs = [];
    for (let i = from; i < to; i++) {
        if (runs.length && runs.at(-1)[0] === values[i]) runs.at(-1)[2] = i + 1;
        else runs.push([values[i], i, i + 1]);
    }
    return runs;
};

const bitsPerRow = () => (innerWidth >= 900 ? 64 : innerWidth >= 480 ? 32 : 16);
const drawRuler = (ruler) => {
    const { bits, hex, fields } = ruler.reading;
    const value = BigInt(`0x${hex}`);
    const perRow = Math.min(bitsPerRow(), bits.length);
    if (ruler.perRow === perRow) return;
    ruler.perRow = perRow;
    ruler.replaceChildren();
    for (let from = 0; from < bits.length; from += perRow) {
        const to = Math.min(from + perRow, bits.length);
        const row = h("div", { className: "bits" });
        row.style.gridTemplateColumns = `repeat(${perRow}, minmax(0, 1fr))`;
        for (let i = from; i < to; i += 8) {
            const mark = h("u", {}, String(i));
            mark.style.gridColumn = `${i - from + 1} / span 8`;
            row.append(mark);
        }
        for (let i = from; i < to; i++) {
            const bit = (value >> BigInt(bits.length - 1 - i)) & 1n;
            const cell = h("i", { className: `${color(bits[i])}${bit ? " one" : ""}${i % 8 === 0 ? " byte" : ""}` }, String(bit));
            cell.dataset.field = bits[i];
            row.append(cell);
        }
        for (const [field, first, end] of runsOf(bits, from, to)) {
            const name = fields[field]?.name ?? "";
            const label = h("b", { className: color(field), title: name }, end - first > 1 ? name : "");
            label.style.gridColumn = `${first - from + 1} / ${end - from + 1}`;
            label.dataset.field = field;
            row.append(label);
        }
        ruler.append(row);
    }
};
export const rulerOf = (reading) => {
    const { bits, fields } = reading;
    const parts = runsOf(bits, 0, bits.length).map(([field, from, to]) => `${fields[field]?.name ?? "no field"} ${to - from}`);
    const ruler = h("div", { className: "ruler", role: "img", ariaLabel: `${bits.length} bits: ${parts.join(", ")}` });
    ruler.reading = reading;
    drawRuler(ruler);
    return ruler;
};
export const highlight = (card, field) => {
    for (const each of card.querySelectorAll(".ruler [data-field]"))
        each.classList.toggle("dim", field !== null && each.dataset.field !== String(field));
};

export const placesOf = (bits, field) =>
    runsOf(bits, 0, bits.length)
        .filter(([each]) => each === field)
        .map(([, from, to]) => (to - from === 1 ? String(from) : `${from}\u2013${to - 1}`))
        .join(", ");

addEventListener("resize", () => document.querySelectorAll(".ruler").forEach(drawRuler));
