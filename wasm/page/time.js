// SPDX-License-Identifier: MIT
// time.js: local times, and ages, which are kept up to date.
import { h } from "./dom.js";

const LOCAL = new Intl.DateTimeFormat("en-GB", {
    weekday: "short", year: "numeric", month: "short", day: "numeric",
    hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, timeZoneName: "short",
});
const AGES = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [["year", 31556952], ["month", 2629746], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
export const ageOf = (ms) => {
    const seconds = (ms - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
    return AGES.format(Math.trunc(seconds / length), unit);
};
export const localOf = (ms) => (Math.abs(ms) <= 8.64e15 ? LOCAL.format(ms) : "beyond the calendar");
export const age = (ms) => {
    const element = h("span", {}, ageOf(ms));
    element.dataset.ms = ms;
    return element;
};
setInterval(() => {
    for (const each of document.querySelectorAll("[data-ms]")) each.textContent = ageOf(Number(each.dataset.ms));
}, 1000);
