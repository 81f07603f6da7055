// SPDX-License-Identifier: MIT
// docs.test.mjs: the programs of the documents and of the package's README that need no other package:
// each runs as it is, and prints what follows it. js/test/recipes runs the others.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { npm, root } from "./package.mjs";
import { isAlone, programsOf } from "./programs.mjs";

const folder = mkdtempSync(join(tmpdir(), "sortid-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
cpSync(npm, join(folder, "node_modules/sortid"), { recursive: true });

const DOCUMENTS = [[join(root, "docs/javascript.md"), 6], [join(root, "docs/javascript-migration.md"), 2], [join(npm, "README.md"), 1]];

for (const [name, least] of DOCUMENTS)
    test(`programs of ${name.replace(`${root}/`, "")}`, () => {
        const programs = programsOf(name).filter(isAlone);
        assert.ok(programs.length >= least, `${programs.length} programs`);
        for (const { program, expected } of programs) {
            writeFileSync(join(folder, "program.mjs"), program);
            const printed = execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
            assert.equal(printed, expected, program);
        }
    });
