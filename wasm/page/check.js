// SPDX-License-Identifier: MIT
// check.js: the tab that checks a file, which a worker reads.
import { $, faultCard, h, say } from "./dom.js";
import { linesOf } from "./lines.js";
import { library, offerFormats } from "./load.js";
import { megabytes, showChecked } from "./report.js";
import { choose } from "./tabs.js";
import { runTask } from "./task.js";

offerFormats("check-format");

// The format that reads most of the first lines. The one that recognition puts first wins a tie.
const formatOf = async (file) => {
    const chosen = Number($("check-format").value);
    if (chosen >= 0) return chosen;
    const votes = library.formats.map(() => 0);
    for (const line of linesOf(await file.slice(0, 65536).text()).slice(0, 500)) {
        const found = (library.recognize(line).readings ?? []).filter(({ format }) => format >= 0);
        found.forEach(({ format }, rank) => (votes[format] += 1 - rank / 1000));
    }
    const most = Math.max(...votes);
    return most > 0 ? votes.indexOf(most) : -1;
};
let stopCheck = null;
let checkedFile = null;
export const checkFile = async (file) => {
    checkedFile = file;
    stopCheck?.("Canceled");
    stopCheck = null;
    choose("check");
    const format = await formatOf(file).catch(() => -2);
    if (file !== checkedFile) return;
    if (format < 0) {
        const why = format === -1 ? "None of its first lines is an ID of a format" : "The file cannot be read";
        say(why);
        $("checked").replaceChildren(faultCard(why, h("p", { className: "hint" }, file.name)));
        return;
    }
    const worker = host.worker();
    const task = { task: "check", file, format, order: Number($("check-order").value) };
    const stop = runTask($("checked"), worker, task, file.size, megabytes, (found, seconds) => {
        worker.terminate();
        stopCheck = null;
        return showChecked(file, found, seconds);
    });
    stopCheck = stop;
};
$("file").onclick = () => ($("file").value = ""); // so that the same file can be chosen again
$("file").onchange = () => $("file").files.length && checkFile($("file").files[0]);
$("check-form").onsubmit = (event) => event.preventDefault();
for (const id of ["check-format", "check-order"]) $(id).onchange = () => checkedFile && checkFile(checkedFile);
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
    if (file) checkFile(file);
});
