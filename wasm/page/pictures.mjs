// SPDX-License-Identifier: MIT
// pictures.mjs: the pictures of docs/inspector.md, from the page in BUILD and Chromium. After `make test-web`, which
// installs what drives the browser:
//   node wasm/page/pictures.mjs BUILD docs
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../../tests/browser/launch.mjs";

const [build, docs] = process.argv.slice(2).map((folder) => resolve(folder));
const { Generator } = await import(pathToFileURL(join(build, "npm/sortid.node.js")));
const address = pathToFileURL(join(build, "inspector.html")).href;
const folder = mkdtempSync(join(tmpdir(), "sortid-pictures-"));

// IDs of two hours, busier in the middle, with two faults.
const sample = () => {
    let now = Date.UTC(2026, 10, 20, 9);
    const generator = new Generator("scru128", { clock: () => now });
    const ids = Array.from({ length: 20000 }, (_, i) => {
        now += 120 + 500 * (1 - Math.sin((Math.PI * i) / 20000)) ** 2;
        return generator.next();
    });
    ids[4711] = `${ids[4711].slice(0, 12)}?${ids[4711].slice(13)}`;
    [ids[15000], ids[15001]] = [ids[15001], ids[15000]];
    const file = join(folder, "orders.txt");
    writeFileSync(file, `${ids.join("\n")}\n`);
    return file;
};

const browser = await launch("chromium", { env: { ...process.env, TZ: "Europe/Berlin" } });
const picture = async (name, { link = "", width, height = 600, scheme, fullPage = true }, step) => {
    const page = await browser.newPage();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setViewport({ width, height });
    await page.goto(`${address}${link}`);
    await page.waitForSelector("body[data-ready]");
    await step(page);
    await page.screenshot({ path: join(docs, name), type: "webp", quality: 80, fullPage });
    await page.close();
};

try {
    await picture("inspector.webp", { link: "#036z8puq4tsxsigk6o19y164q", width: 1000, scheme: "light" }, async () => {});
    await picture("inspector-phone.webp", { link: "#01890a5d-ac96-774b-bcce-b302099a8057", width: 360, height: 900, scheme: "dark", fullPage: false }, async () => {});
    const file = sample();
    await picture("inspector-check.webp", { width: 800, scheme: "light" }, async (page) => {
        await page.click("#tab-check");
        await (await page.$("#file")).uploadFile(file);
        await page.waitForSelector("#checked tbody");
    });
} finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
}
