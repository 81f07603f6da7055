// SPDX-License-Identifier: MIT
// copy.js: buttons that copy a text, or save a file.
import { h, say } from "./dom.js";

const copy = async (text) => {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // without a secure context: by a selection
        const area = h("textarea", { value: text, className: "unseen" });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
};
export const copyButton = (text, what, label = "Copy") => {
    const button = h("button", { type: "button", className: "copy", ariaLabel: `${label} ${what}` }, label);
    button.onclick = async () => {
        await copy(typeof text === "function" ? await text() : text);
        say(`Copied ${what}`);
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = label), 1200);
        button.focus();
    };
    return button;
};
export const saveButton = (blobOf, name) => {
    const button = h("button", { type: "button", className: "copy" }, "Download");
    button.onclick = () => {
        const url = URL.createObjectURL(blobOf());
        h("a", { href: url, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60000);
    };
    return button;
};
