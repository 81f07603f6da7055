// SPDX-License-Identifier: MIT
// page.js: the tab that inspects the input, what is pasted, and the link to it.
import { uuidv7 } from "npm/uuidv7.js";
import { cardOf } from "./card.js";
import { openFile } from "./check.js";
import { copyButton } from "./copy.js";
import { $, h, say } from "./dom.js";
import { faultOf, whyNot } from "./fault.js";
import { recognize } from "./library.js";
import { linkTo, listOfWords } from "./list.js";
import "./make.js";
import "./range.js";
import { choose } from "./tabs.js";
import { ageOf } from "./time.js";
import { isLarge, wordOf, wordsIn } from "./words.js";

const ids = $("ids");
const fit = () => {
    ids.style.height = "auto";
    ids.style.height = `${ids.scrollHeight + 2}px`;
};

// A fresh ID, as long as nothing was typed.
const example = () => [h("p", { className: "hint example" }, "For example, one made just now:"), cardOf(uuidv7())];

const showCard = (text, hint) => {
    const [{ title, ms }] = recognize(text).readings;
    $("result").replaceChildren(...(hint ? [h("p", { className: "hint example" }, hint)] : []), cardOf(text));
    say(`${title}, ${ms === null ? "no time" : ageOf(ms)}`);
};
const showList = (found) => {
    const list = listOfWords(found);
    $("result").replaceChildren(list);
    say(list.querySelector(".title").textContent);
};
// One ID alone, or one within a line: its card. Several: their list.
const showText = (text) => {
    const found = wordsIn(text);
    const lines = text.split("\n").filter((line) => wordOf(line) !== "");
    const [first] = found.items;
    if (lines.length > 1 || found.items.length > 1) {
        showList(found);
    } else if (first?.kind >= 0) {
        showCard(first.text, first.text === text.trim() ? "" : `At character ${text.indexOf(first.text) + 1} of this text:`);
    } else {
        $("result").replaceChildren(faultOf(text.trim()));
        say(`Not an ID: ${whyNot(text.trim()).reason}`);
    }
};
const LINK_MAX = 8000;
const LONG = 600; // its list is worth more room
const show = () => {
    const text = ids.value;
    const isEmpty = text.trim() === "";
    ids.classList.toggle("many", text.trim().includes("\n"));
    ids.classList.toggle("long", text.length > LONG);
    fit();
    $("clear").hidden = $("link").hidden = isEmpty;
    $("link").hidden ||= text.length > LINK_MAX;
    if (!isEmpty) return showText(text);
    $("result").replaceChildren(...example());
    say("");
};

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
    if (isLarge(ids.value)) return openFile(new File([ids.value], "pasted text"));
    show();
    // A link with another ID than the one shown would mislead. The address with an ID is never written.
    if (location.hash !== "") history.replaceState(null, "", location.href.split("#")[0]);
};

// A paste anywhere but into another field is a text to inspect.
addEventListener("paste", (event) => {
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text");
    const isField = event.target !== ids && event.target.matches?.("input, select, textarea");
    if (isField || (event.target === ids && !file && !isLarge(text)) || (!file && text === "")) return;
    event.preventDefault();
    if (file || isLarge(text)) {
        openFile(file ?? new File([text], "pasted text"));
        return;
    }
    choose("inspect");
    ids.value = text;
    ids.oninput();
    ids.focus();
});
$("clear").onclick = () => {
    ids.value = "";
    ids.oninput();
    ids.focus();
};
const linkButton = copyButton(() => linkTo(ids.value.trim()), "a link to this", "Copy link");
linkButton.id = "link";
linkButton.className = "";
$("link").replaceWith(linkButton);

$("tab-inspect").addEventListener("click", fit);
addEventListener("resize", fit);
addEventListener("hashchange", readLink);
if (location.hash.length > 1 || ids.value === "") readLink();
else show();
ids.focus();
document.body.dataset.ready = "yes";
