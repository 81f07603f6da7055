// SPDX-License-Identifier: MIT
// package.mjs: js/test/package.mjs for browsers: their modules, and the vectors by HTTP.
export const load = (file) => import(file.replace(/^node\/(.*)\.mjs$/, "/npm/esm/$1.js"));

export const rowsOf = (name) => {
    const request = new XMLHttpRequest();
    request.open("GET", `/vectors/${name}`, false); // the tests are synchronous
    request.overrideMimeType("text/plain; charset=iso-8859-1");
    request.send();
    if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
    return request.responseText
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => line.split("\t"));
};

export const unescape = (text) =>
    text.replace(/\\x([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
