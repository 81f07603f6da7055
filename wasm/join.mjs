// SPDX-License-Identifier: MIT
// join.mjs: joins ES modules into one text in one scope, each once and after those that it imports.
// It refuses a cycle, a name of another file that is used but not imported, and an unused import.
import { dirname, join } from "node:path/posix";

const IMPORT = /^import (?:\{ (.*) \} from )?"(.*)";\n/gm;
const EXPORT = /^export (?:const|let|class) ([\w$]+)/gm;
const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|(?<!:)\/\/.*$/gm;

// Not as a property, a key, or the beginning of a substitution.
const isUsed = (name, text) =>
    new RegExp(`(?<![\\w$.])${name.replace("$", "\\$")}(?![\\w$:{])`).test(text.replace(STRING_OR_COMMENT, ""));

/** Returns join(name): the text of a file and of its imports, without files joined before. */
export const joiner = (read) => {
    const files = new Map(); // by name: the text without imports, the file of each imported name
    const exporters = new Map(); // of each exported name, the file
    const visit = (name, importers) => {
        if (importers.includes(name)) throw new Error(`${[...importers, name].join(" imports ")}`);
        if (files.has(name)) return "";
        const text = read(name);
        const imported = new Map();
        let before = "";
        for (const [, names, path] of text.matchAll(IMPORT)) {
            const file = join(dirname(name), path);
            before += visit(file, [...importers, name]);
            for (const each of names?.split(", ") ?? []) imported.set(each, file);
        }
        const body = text.replace(IMPORT, "");
        files.set(name, { body, imported });
        for (const [, each] of body.matchAll(EXPORT)) exporters.set(each, name);
        return before + body.replace(/^export /gm, "");
    };
    const check = (name, { body, imported }) => {
        for (const each of new Set([...exporters.keys(), ...imported.keys()])) {
            const needed = isUsed(each, body) ? exporters.get(each) : undefined;
            if (needed !== imported.get(each) && needed !== name)
                throw new Error(`${name}: ${each} is ${needed ? `of ${needed} and not imported` : "imported and not used"}`);
        }
    };
    return (name) => {
        const joined = visit(name, []);
        files.forEach((file, each) => check(each, file));
        return joined;
    };
};
