// SPDX-License-Identifier: MIT
// docs.test.mjs: the programs of docs/javascript.md and of the package's README: each js block runs
// as it is, and prints the text block that follows it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { npm, root } from "./package.mjs";

const folder = mkdtempSync(join(tmpdir(), "sortid-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
cpSync(npm, join(folder, "node_modules/sortid"), { recursive: true });

for (const [name, least] of [[join(root, "docs/javascript.md"), 6], [join(npm, "README.md"), 1]]) {
    const blocks = [...readFileSync(name, "utf8").matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
    test(`programs of ${name.replace(`${root}/`, "")}`, () => {
        assert.ok(blocks.length >= least, `${blocks.length} programs`);
        for (const [, program, expected] of blocks) {
            writeFileSync(join(folder, "program.mjs"), program);
            const printed = execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
            assert.equal(printed, expected, program);
        }
    });
}
