// SPDX-License-Identifier: MIT
// make.js: the tab that makes IDs, by the npm package.
import { startWorker } from "host";
import { copyButton, saveButton } from "./copy.js";
import { $, counted, h, number, say } from "./dom.js";
import { formats } from "./library.js";
import { offerFormats } from "./options.js";
import { runTask } from "./task.js";

offerFormats("make-format", "uuidv7");

const NEEDS_NODE = 2; // SORTID_TRAIT_NEEDS_NODE

const showMade = ({ title, name }, { first, count, blob }) => {
    const list = h("ul", { className: "mono made" }, first.map((text) => h("li", {}, text)));
    say(`Made ${counted(count, title)}`);
    return [h("article", { className: "card" }, h("div", { className: "title" }, h("h2", {}, count === 1 ? title : `${number(count)} \u00d7 ${title}`)),
        h("div", { className: "row" }, copyButton(async () => (await blob.text()).trimEnd(), count === 1 ? "the ID" : "all IDs", count === 1 ? "Copy" : "Copy all"), saveButton(() => blob, `${name}-${count}.txt`)),
        list, count > first.length && h("p", { className: "hint" }, `and ${number(count - first.length)} more`))];
};
let maker = null;
const forget = () => (maker = null);
const makeIds = () => {
    const format = formats[Number($("make-format").value)];
    const count = Number($("make-count").value);
    const task = { task: "make", format: format.name, count, node: $("make-node").value.trim() };
    maker?.stop?.("Canceled");
    const worker = maker?.worker ?? startWorker();
    const stop = runTask($("made"), worker, task, count, number, (result) => {
        maker = { worker };
        return showMade(format, result);
    });
    maker = { worker: null, stop: (why) => stop(why) && forget() };
};
const chooseMade = () => {
    const isNode = (formats[Number($("make-format").value)].traits & NEEDS_NODE) !== 0;
    $("make-node-label").hidden = !isNode;
    $("make-hint").textContent = isNode
        ? "Each node id may be used once at a time: not in two tabs, and not by another program."
        : "They are made here, by the random source of this browser, and are in order within this page.";
};
$("make-format").onchange = chooseMade;
$("make-form").onsubmit = (event) => {
    event.preventDefault();
    makeIds();
};
for (const button of document.querySelectorAll(".count"))
    button.onclick = () => {
        $("make-count").value = button.value;
        makeIds();
    };
