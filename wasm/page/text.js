// SPDX-License-Identifier: MIT
// text.js: times and lists of IDs as text.
import { kinds } from "./library.js";

export const isoOf = (ms) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms since 1970`);

export const CSV_HEAD = "line,column,id,kind,time\n";
export const csvLine = ({ text, line, column, kind, ms }) =>
    `${line},${column + 1},${text},${kinds[kind].name},${ms === null ? "" : isoOf(ms)}\n`;
