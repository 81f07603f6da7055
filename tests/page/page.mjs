// SPDX-License-Identifier: MIT
// page.mjs: opens the inspector page in both browsers, for its tests. $SORTID_BUILD, or build/, has
// the page, built by `make web`, and the command, to which figures are compared.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { before, after, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BROWSERS, PATIENCE_MS, launch } from "../browser/launch.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = process.env.SORTID_BUILD ?? join(root, "build");
export const FILE = join(build, "inspector.html");
export const FOLDER = join(build, "inspector");
export const url = (text = "") => `${pathToFileURL(FILE)}${text === "" ? "" : `#${encodeURIComponent(text)}`}`;

/** Runs the command; returns what it printed. A file with faults makes it fail, so its status is not looked at. */
export const sortid = (...args) => {
    try {
        return execFileSync(join(build, "sortid"), args, { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
        if (error.stdout) return error.stdout;
        throw error;
    }
};

/** A folder for the files of a test, removed at its end. */
export const scratch = (t) => {
    const folder = mkdtempSync(join(tmpdir(), "sortid-page-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
};

// In another time zone than UTC, so that local times differ.
const ENVIRONMENT = { ...process.env, TZ: "Asia/Tokyo" };

/**
 * Describes tests in each browser. `open(t, address)` opens a page and waits until it is ready; a page whose script
 * fails fails its test, except by errors for which `isRefused` is true. `onPage(title, address, body)` is a test with such a
 * page: body(page, t).
 */
export const inBrowsers = (title, tests) => {
    for (const name of BROWSERS)
        describe(`${title} in ${name}`, { timeout: 10 * PATIENCE_MS }, () => {
            let browser;
            before(async () => {
                browser = await launch(name, { env: ENVIRONMENT });
            });
            after(() => browser?.close());
            const open = async (t, address = url(), { width = 1000, scheme = "light", isRefused = () => false } = {}) => {
                const page = await browser.newPage();
                const errors = [];
                page.setDefaultTimeout(PATIENCE_MS);
                page.on("pageerror", (error) => isRefused(error) || errors.push(error));
                t.after(async () => {
                    await page.close();
                    if (errors.length > 0) throw errors[0];
                });
                await page.setViewport({ width, height: 900 });
                if (name === "chromium") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
                await page.goto(address);
                await page.waitForSelector("body[data-ready]");
                return page;
            };
            const onPage = (title, ...rest) => {
                const body = rest.pop();
                test(title, async (t) => body(await open(t, ...rest), t));
            };
            tests({ name, open, onPage });
        });
};

/** The text of an element. */
export const textOf = (page, selector) => page.$eval(selector, (element) => element.innerText.trim());
export const textsOf = (page, selector) => page.$$eval(selector, (all) => all.map((element) => element.innerText.trim()));

/** Waits until the text of an element is as expected: a string, or a regular expression. */
export const expectText = (page, selector, expected) =>
    page.waitForFunction(
        (query, source, isPattern) => {
            const text = document.querySelector(query)?.innerText.trim();
            return text !== undefined && (isPattern ? new RegExp(source).test(text) : text === source);
        },
        {},
        selector,
        expected instanceof RegExp ? expected.source : expected,
        expected instanceof RegExp,
    );

/** Pastes from the clipboard by the keyboard. */
export const paste = async (page) => {
    await page.keyboard.down("Control");
    await page.keyboard.press("v", { commands: ["Paste"] });
    await page.keyboard.up("Control");
};

/** Replaces the text of an input by typing. */
export const retype = async (page, selector, text) => {
    await page.focus(selector);
    await page.$eval(selector, (element) => element.select());
    await page.keyboard.type(text);
};

/** Chooses the option of a select that has this text. */
export const choose = async (page, selector, text) => {
    const value = await page.$eval(selector, (element, wanted) => [...element.options].find((option) => option.text.startsWith(wanted)).value, text);
    await page.select(selector, value);
};

/** Replaces what is in the input. */
export const enter = (page, text) =>
    page.$eval("#ids", (ids, value) => {
        ids.value = value;
        ids.dispatchEvent(new InputEvent("input"));
    }, text);

/** Clicks the visible button with this text. */
export const click = async (page, text) => {
    for (const button of await page.$$("button"))
        if (await button.evaluate((element, wanted) => element.textContent === wanted && element.checkVisibility(), text)) return button.click();
    throw new Error(`no button ${text}`);
};

/** What the button with this text copies. */
export const copied = async (page, text) => {
    await page.evaluate(() => {
        window.copied = new Promise((resolve) => {
            navigator.clipboard.writeText = async (written) => resolve(written);
        });
    });
    await click(page, text);
    return page.evaluate(() => window.copied);
};

/** The text of the file that the button Download saves. */
export const downloaded = async (page) => {
    await page.evaluate(() => {
        window.saved = new Promise((resolve) => {
            URL.createObjectURL = (blob) => {
                resolve(blob.text());
                return "#";
            };
        });
        HTMLAnchorElement.prototype.click = () => {};
    });
    await click(page, "Download");
    return page.evaluate(() => window.saved);
};
