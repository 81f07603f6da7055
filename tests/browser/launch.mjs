// SPDX-License-Identifier: MIT
// launch.mjs: starts the system's Chromium and Firefox ESR for tests, by puppeteer-core, which
// downloads no browser. Its folder is that of tests/browser/install: $SORTID_BROWSER, or
// build/browser.
//   const browser = await launch("chromium");  const page = await browser.newPage();  await browser.close();
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = process.env.SORTID_BROWSER ?? join(root, "build/browser");
const require = createRequire(join(modules, "package.json"));
const puppeteer = require("puppeteer-core");

/** The source of axe-core, which a test evaluates in a page. */
export const axeSource = () => require("axe-core").source;

/** The longest wait for an event in a page, in ms: the machines of the tests are slow and busy at times. */
export const PATIENCE_MS = 180_000;

const find = (...names) => {
    for (const name of names)
        for (const folder of (process.env.PATH ?? "").split(delimiter))
            if (existsSync(join(folder, name))) return join(folder, name);
    throw new Error(`launch: none of these programs is in PATH: ${names.join(", ")}`);
};

// Without a sandbox, which root cannot have. The others stop requests to servers of its maker.
const CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
];

const FIREFOX_PREFERENCES = {
    "app.normandy.enabled": false,
    "app.update.enabled": false,
    "browser.safebrowsing.downloads.remote.enabled": false,
    "browser.safebrowsing.malware.enabled": false,
    "browser.safebrowsing.phishing.enabled": false,
    "browser.search.update": false,
    "datareporting.healthreport.uploadEnabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "extensions.getAddons.cache.enabled": false,
    "extensions.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": false,
};

const OPTIONS = {
    chromium: () => ({
        browser: "chrome",
        executablePath: find("chromium", "chromium-browser", "google-chrome"),
        args: CHROMIUM_ARGUMENTS,
    }),
    firefox: () => ({
        browser: "firefox",
        executablePath: find("firefox-esr", "firefox"),
        extraPrefsFirefox: FIREFOX_PREFERENCES,
    }),
};

/** The browsers that launch() knows. */
export const BROWSERS = Object.keys(OPTIONS);

/**
 * Starts a browser without a window, with a profile of its own that is removed when the browser is closed.
 * @param name a member of BROWSERS
 * @param more options of puppeteer.launch that are added
 */
export const launch = async (name, more = {}) => {
    const profile = mkdtempSync(join(tmpdir(), `sortid-${name}-`));
    const remove = () => rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    try {
        const browser = await puppeteer.launch({
            ...OPTIONS[name](),
            headless: true,
            userDataDir: profile,
            timeout: PATIENCE_MS,
            protocolTimeout: 5 * PATIENCE_MS, // of one evaluate(), which may be a whole file of tests
            ...more,
        });
        browser.process()?.once("exit", remove);
        return browser;
    } catch (error) {
        remove();
        throw error;
    }
};
