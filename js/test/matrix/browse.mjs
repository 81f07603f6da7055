// SPDX-License-Identifier: MIT
// browse.mjs: loads a module and what it imports from a development server by HTTP, as a page does.
//   node --experimental-vm-modules browse.mjs URL
import vm from "node:vm";

const context = vm.createContext({ console, crypto, performance, TextDecoder, URL });
const modules = new Map();
const fetched = async (url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return new vm.SourceTextModule(await response.text(), { context, identifier: url });
};
const load = (url) => {
    if (!modules.has(url)) modules.set(url, fetched(url)); // a promise: modules are linked side by side
    return modules.get(url);
};
const module = await load(process.argv[2]);
await module.link((specifier, { identifier }) => load(new URL(specifier, identifier).href));
await module.evaluate();
