// SPDX-License-Identifier: MIT
// make.js: the tab that makes IDs.
import { copyButton } from "./copy.js";
import { $, counted, h, number, say } from "./dom.js";
import { library, offerFormats } from "./load.js";
import { runTask, save } from "./task.js";

offerFormats("make-format", "uuidv7");

const showMade = (format, { first, count, blob }) => {
    const { title, name } = library.formats[format];
    const list = h("ul", { className: "mono made" }, first.map((text) => h("li", {}, h("a", { href: `#${text}` }, text))));
    const download = h("button", { type: "button" }, "Download");
    download.onclick = () => save(blob, `${name}-${count}.txt`);
    say(`Made ${counted(count, title)}`);
    return [h("article", { className: "card" }, h("div", { className: "title" }, h("h2", {}, count === 1 ? title : `${number(count)} \u00d7 ${title}`)),
        list, count > first.length && h("p", { className: "hint" }, `and ${number(count - first.length)} more`),
        h("div", { className: "row" }, copyButton(async () => (await blob.text()).trimEnd(), count === 1 ? "the ID" : "all IDs", count === 1 ? "Copy" : "Copy all"), download))];
};
let maker = null;
const forget = () => (maker = null);
const makeIds = () => {
    const format = Number($("make-format").value);
    const count = Number($("make-count").value);
    const task = { task: "make", format, count, node: $("make-node").value.trim() };
    maker?.stop?.("Canceled");
    const worker = maker?.worker ?? host.worker();
    const stop = runTask($("made"), worker, task, count, number, (result) => {
        maker = { worker };
        return showMade(format, result);
    });
    maker = { worker: null, stop: (why) => stop(why) && forget() };
};
const chooseMade = () => {
    const isNode = library.needsNode(Number($("make-format").value));
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
