// SPDX-License-Identifier: MIT
// tabs.js: the tabs of the page, by click and by key.
import { $ } from "./dom.js";

const tabs = [...document.querySelectorAll("[role=tab]")];
export const choose = (id) => {
    for (const tab of tabs) {
        const isChosen = tab.id === `tab-${id}`;
        tab.ariaSelected = String(isChosen);
        tab.tabIndex = isChosen ? 0 : -1;
        $(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
};
tabs.forEach((tab, i) => {
    tab.onclick = () => choose(tab.id.slice(4));
    tab.onkeydown = ({ key }) => {
        const to = { ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[key];
        if (to === undefined) return;
        tabs[to % tabs.length].click();
        tabs[to % tabs.length].focus();
    };
});
