// SPDX-License-Identifier: MIT
// The page is one file: the module is in it, compressed, and the worker is a Blob. Two characters
// are 13 bits, since 91 characters need no escape in a script; base64 would be 8 percent longer.
import text from "built/module.txt";
import source from "built/worker.txt";

const digit = (code) => code - 33 - (code > 34) - (code > 60) - (code > 92);
const unpack = async () => {
    const packed = new Uint8Array(Math.floor((text.length / 2) * 13 / 8));
    let word = 0;
    let bits = 0;
    let at = 0;
    for (let i = 0; i < text.length; i += 2) {
        word |= (digit(text.charCodeAt(i)) * 91 + digit(text.charCodeAt(i + 1))) << bits;
        for (bits += 13; bits >= 8; bits -= 8) {
            packed[at++] = word & 255;
            word >>>= 8;
        }
    }
    const stream = new Blob([packed.subarray(0, SIZE)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
};
let unpacked;
export const moduleBytes = () => (unpacked ??= unpack());
export const startWorker = () => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(url);
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    return worker;
};
