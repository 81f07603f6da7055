// SPDX-License-Identifier: MIT
// entry.js: the entry of a format: each call by a name of its own, so that a bundler keeps what a
// program uses, and all as members of the default export. js/build.mjs writes one for each format.
import {
    atOf, compareOf, formatOf, fromBytesOf, fromIntOf, isValidOf, parserOf, rangeOf, timeOf, toBytesOf, toIntOf, tryParserOf,
} from "./format.js";
import { generatorOf } from "./generator.js";
import { classOf } from "./id.js";
import { makeOf, makerOf, manyOf } from "./make.js";
import { format, options, shape } from "./shapes/FORMAT.js";

const maker = /* @__PURE__ */ makerOf(shape);
export const FORMAT = /* @__PURE__ */ makeOf(maker);
export const many = /* @__PURE__ */ manyOf(maker);
export const at = /* @__PURE__ */ atOf(format);
export const isValid = /* @__PURE__ */ isValidOf(format);
export const time = /* @__PURE__ */ timeOf(format);
export const toBytes = /* @__PURE__ */ toBytesOf(format);
export const fromBytes = /* @__PURE__ */ fromBytesOf(format);
export const toInt = /* @__PURE__ */ toIntOf(format);
export const fromInt = /* @__PURE__ */ fromIntOf(format);
export const compare = /* @__PURE__ */ compareOf(format);
export const range = /* @__PURE__ */ rangeOf(format);
export const Id = /* @__PURE__ */ classOf(format);
export const parse = /* @__PURE__ */ parserOf(format, Id);
export const tryParse = /* @__PURE__ */ tryParserOf(format, Id);
export const Generator = /* @__PURE__ */ generatorOf([options]);
export { SortidError } from "./system.js";
export default /* @__PURE__ */ formatOf(format, FORMAT, {
    many, at, isValid, time, toBytes, fromBytes, toInt, fromInt, compare, range, parse, tryParse,
});
