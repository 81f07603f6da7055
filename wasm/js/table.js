// SPDX-License-Identifier: MIT
// table.js: the formats of the package, from what wasm/build.mjs writes: TABLES, and PUT and TAKE,
// which write and read the texts in the module's memory by functions of their lengths.

TABLES.forEach((table, index) => {
    table.index = index;
    table.put = PUT[table.textLength];
    table.take = TAKE[table.textLength];
    table.layout = Object.freeze(table.layout.map((field) => Object.freeze(field)));
});

export const needsNode = (table) => (table.traits & 2) !== 0; // SORTID_TRAIT_NEEDS_NODE

export const tableOf = (format) => {
    const name = format !== null && (typeof format === "object" || typeof format === "function") ? format.name : format;
    const table = TABLES.find((each) => each.name === name);
    if (table === undefined) throw new TypeError(`sortid: no format ${String(name)}`);
    return table;
};
