// SPDX-License-Identifier: MIT
// programs.mjs: the programs of a document: each js block that a text block follows, which is what it
// prints. A block before it in another language, such as a schema, belongs to it.
import { readFileSync } from "node:fs";

const PROGRAM = /(?:```(prisma)\n(.*?)```\n\n)?```js\n(.*?)```\n\n```text\n(.*?)```/gs;
const IMPORT = /^import .* from "(@[^/"]+\/[^/"]+|[^/"]+)/gm;

/** The programs: { program, expected, packages, schema }. */
export const programsOf = (file) =>
    [...readFileSync(file, "utf8").matchAll(PROGRAM)].map(([, , schema, program, expected]) => ({
        program,
        expected,
        schema,
        packages: [...program.matchAll(IMPORT)].map(([, name]) => name).filter((name) => !name.startsWith("node:")),
    }));

/** Whether a program needs no other package than sortid. */
export const isAlone = ({ packages }) => packages.every((name) => name === "sortid");
