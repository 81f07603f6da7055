// SPDX-License-Identifier: MIT
// inspect.mjs: writes the files of the entry `sortid/inspect` into BUILD/wasm/inspect, from wasm/js and
// the modules in BUILD/wasm. js/build.mjs adds them to the package.
//   node wasm/inspect.mjs BUILD
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTables } from "./tables.mjs";

const build = process.argv[2];
const out = join(build, "wasm/inspect");
const { formats, kinds } = readTables(build);
const bytes = readFileSync(join(build, "wasm/inspect.wasm"));
const write = (name, text) => writeFileSync(join(out, name), text);

// The module as text; inspect.js has the reverse, and says what the characters are.
const LEAST = 8; // shorter repeats take fewer bytes of a compressed bundle as they are
const MOST = LEAST + 85;
const digitOf = (value) => String.fromCharCode(value + 35 + (value >= 25) + (value >= 56));
const literalOf = (byte) => ["", "}", "~"][Math.floor(byte / 86)] + digitOf(byte % 86);

// The longest repeat at a place, of at most MOST bytes, as [length, distance]; [0, 0]: none.
const repeatAt = (at) => {
    let [length, distance] = [0, 0];
    for (let size = LEAST; size <= Math.min(MOST, bytes.length - at); size = length + 1) {
        const place = bytes.lastIndexOf(bytes.subarray(at, at + size), at - 1);
        if (place < 0 || place >= at || at - place >= 86 * 86) break;
        [length, distance] = [size, at - place];
    }
    return [length, distance];
};

const textOfModule = () => {
    let text = "";
    for (let at = 0; at < bytes.length; ) {
        const [length, distance] = repeatAt(at);
        if (length === 0) text += literalOf(bytes[at++]);
        else {
            text += `{${digitOf(Math.floor(distance / 86))}${digitOf(distance % 86)}${digitOf(length - LEAST)}`;
            at += length;
        }
    }
    return text;
};

rmSync(out, { recursive: true, force: true });
cpSync(join(dirname(fileURLToPath(import.meta.url)), "js"), out, { recursive: true });
write("inspect.wasm", bytes);
write("inspect.module.js", `export const SIZE = ${bytes.length};\nexport const MODULE = "${textOfModule()}";\n`);
write("inspect.table.js", `// The kinds of IDs, those of our formats first.\nexport const FORMAT_COUNT = ${formats.length};\nexport const KINDS = ${JSON.stringify(kinds)};\n`);
