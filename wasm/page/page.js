// SPDX-License-Identifier: MIT
// page.js: the tab that inspects the input, the link to it, and the beginning of the page.
import { cardOf } from "./card.js";
import { checkFile } from "./check.js";
import { copyButton } from "./copy.js";
import { $, h, say } from "./dom.js";
import { faultOf } from "./fault.js";
import { hashOf, linesOf, tableOf } from "./lines.js";
import { library } from "./load.js";
import "./make.js";
import "./range.js";
import { choose } from "./tabs.js";
import { ageOf } from "./time.js";

const ids = $("ids");
const fit = () => {
    ids.style.height = "auto";
    ids.style.height = `${ids.scrollHeight + 2}px`;
};

// A fresh ID, as long as nothing was typed.
const example = () => {
    const format = library.formats.findIndex(({ name }) => name === "uuidv7");
    const [text] = library.make(format, 1);
    return [h("p", { className: "hint example" }, "For example, one made just now:"), cardOf(text, library.recognize(text).readings)];
};
const show = () => {
    const lines = linesOf(ids.value);
    ids.classList.toggle("many", lines.length > 1);
    fit();
    $("clear").hidden = $("link").hidden = lines.length === 0;
    if (lines.length === 0) {
        $("result").replaceChildren(...example());
        say("");
        return;
    }
    if (lines.length > 1) {
        const table = tableOf(lines);
        $("result").replaceChildren(table);
        say(table.querySelector(".title").textContent);
        return;
    }
    const found = library.recognize(lines[0]);
    $("result").replaceChildren(found.readings ? cardOf(lines[0], found.readings) : faultOf(lines[0], found));
    say(found.readings ? `${found.readings[0].title}, ${found.readings[0].ms === null ? "no time" : ageOf(found.readings[0].ms)}` : `Not an ID: ${found.reason}`);
};

const here = () => location.href.split("#")[0];
const link = () => here() + hashOf(linesOf(ids.value).join("\n"));
const readLink = () => {
    try {
        ids.value = decodeURIComponent(location.hash.slice(1));
    } catch {
        ids.value = location.hash.slice(1);
    }
    choose("inspect");
    show();
};
ids.oninput = () => {
    show();
    history.replaceState(null, "", link());
};
ids.onpaste = (event) => {
    const text = event.clipboardData.getData("text");
    if (text.length < 500000) return;
    event.preventDefault();
    checkFile(new File([text], "pasted text"));
};
$("clear").onclick = () => {
    ids.value = "";
    ids.oninput();
    ids.focus();
};
const linkButton = copyButton(link, "a link to this", "Copy link");
linkButton.id = "link";
linkButton.className = "";
$("link").replaceWith(linkButton);

$("tab-inspect").addEventListener("click", fit);
addEventListener("resize", fit);
addEventListener("hashchange", readLink);
if (location.hash.length > 1 || ids.value === "") readLink();
else show();
if (matchMedia("(hover: hover)").matches) ids.focus();
document.body.dataset.ready = "yes";
