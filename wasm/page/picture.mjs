// SPDX-License-Identifier: MIT
// picture.mjs: the picture of docs/inspector.md, from the page in BUILD and Chromium. After `make
// test-web`, which installs what drives the browser:
//   node wasm/page/picture.mjs BUILD docs
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../../tests/browser/launch.mjs";

const [build, docs] = process.argv.slice(2).map((folder) => resolve(folder));
const browser = await launch("chromium", { env: { ...process.env, TZ: "Europe/Berlin" } });
try {
    const page = await browser.newPage();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await page.setViewport({ width: 1000, height: 600 });
    await page.goto(`${pathToFileURL(join(build, "inspector.html")).href}#036z8puq4tsxsigk6o19y164q`);
    await page.waitForSelector("body[data-ready]");
    await page.screenshot({ path: join(docs, "inspector.webp"), type: "webp", quality: 80, fullPage: true });
} finally {
    await browser.close();
}
