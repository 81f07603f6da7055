// SPDX-License-Identifier: MIT
// check.js: the tab for a file, which a worker reads: it checks a list of IDs, or finds those in another
// text.
import { startWorker } from "host";
import { $, counted, faultCard, h, say } from "./dom.js";
import { kinds } from "./library.js";
import { gapsText, kindsText, listOf } from "./list.js";
import { offerKinds } from "./options.js";
import { megabytes, showChecked } from "./report.js";
import { encodingFor, waysToRead } from "./sample.js";
import { choose } from "./tabs.js";
import { runTask } from "./task.js";
import { isoOf } from "./text.js";

offerKinds("check-format");

// What to do with a file: { kind, encoding, ways }; without an encoding IDs are to be found.
const planFor = async (file) => {
    const kind = Number($("check-format").value);
    const what = $("check-what").value;
    const ways = what === "text" ? [] : await waysToRead(file);
    const way = kind < 0 ? ways[0] : ways.find((each) => each.kind === kind);
    if (way !== undefined) return { ...way, ways };
    if (what !== "list" && ways.length === 0) return { kind, ways };
    return kind < 0 ? null : { kind, encoding: await encodingFor(file, kind), ways };
};
const FORMS = ["", "hex", "decimal", "UUID form"];
const howText = ({ encoding }) => (encoding === 0 ? "" : ` in ${FORMS[encoding]}`);

// The other ways to read the lines, as buttons.
const othersOf = ({ kind, ways }) => {
    const others = ways.filter((way) => way.kind !== kind);
    if (others.length === 0) return [];
    const buttons = others.map((way) => {
        const button = h("button", { type: "button" }, kinds[way.kind].title);
        button.onclick = () => {
            $("check-format").value = way.kind;
            openFile(openedFile);
        };
        return button;
    });
    return [h("article", { className: "card" }, h("h3", { className: "first" }, "The lines can also be read as"), h("div", { className: "others" }, buttons))];
};
const showFound = (file, found, seconds) => {
    const { items, counts, total, lines, linesWithout, gaps, firstMs, lastMs, csv, ids } = found;
    const size = `${file.name}: ${counted(lines, "line")}, ${megabytes(file.size)} in ${seconds.toFixed(1)} s`;
    if (total === 0) return [faultCard("No ID found", h("p", { className: "hint" }, size))];
    const times = firstMs > lastMs ? "" : `from ${isoOf(firstMs)} to ${isoOf(lastMs)}`;
    say(`Found ${counted(total, "ID")}`);
    const name = `${file.name.replace(/\.[^.]*$/, "")}-ids`;
    return [listOf(items, { title: counted(total, "ID"), hints: [kindsText(counts), size, times, gapsText(gaps, linesWithout)], name, total, csv, ids })];
};

let stopTask = null;
let openedFile = null;
const refuse = (why, name) => {
    say(why);
    $("checked").replaceChildren(faultCard(why, h("p", { className: "hint" }, name)));
};
export const openFile = async (file) => {
    openedFile = file;
    stopTask?.("Canceled");
    stopTask = null;
    choose("check");
    const plan = await planFor(file).catch(() => undefined);
    if (file !== openedFile) return;
    if (plan === undefined) return refuse("The file cannot be read", file.name);
    if (plan === null) return refuse("None of its first lines is an ID", file.name);
    const worker = startWorker();
    const isList = plan.encoding !== undefined;
    const task = { task: isList ? "check" : "find", file, kind: plan.kind, encoding: plan.encoding, order: Number($("check-order").value) };
    stopTask = runTask($("checked"), worker, task, file.size, megabytes, (found, seconds) => {
        worker.terminate();
        stopTask = null;
        return isList ? [showChecked(file, found, seconds, howText(plan)), ...othersOf(plan)] : showFound(file, found, seconds);
    });
};
$("file").onclick = () => ($("file").value = ""); // so that the same file can be chosen again
$("file").onchange = () => $("file").files.length && openFile($("file").files[0]);
$("check-form").onsubmit = (event) => event.preventDefault();
for (const id of ["check-format", "check-order", "check-what"]) $(id).onchange = () => openedFile && openFile(openedFile);
const isFile = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    $("dropping").hidden = false;
});
addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) $("dropping").hidden = true;
});
addEventListener("drop", (event) => {
    $("dropping").hidden = true;
    if (!isFile(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
});
