// SPDX-License-Identifier: MIT
// entry.js: the entry of a format: each call by a name of its own, so that a bundler keeps what a
// program uses, and all as members of the default export. js/build.mjs writes one for each format.
import {
    atOf, compareOf, formatOf, fromBytesOf, fromIntOf, isValidOf, parserOf, rangeOf, timeOf, toBytesOf, toIntOf, tryParserOf,
} from "./format.js";
import { generatorOf } from "./generator.js";
import { classOf } from "./id.js";
import { makeOf, makerOf, manyOf } from "./make.js";
import { options, shape } from "./shapes/FORMAT.js";

const maker = /* @__PURE__ */ makerOf(shape);
export const FORMAT = /* @__PURE__ */ makeOf(maker);
export const many = /* @__PURE__ */ manyOf(maker);
export const at = /* @__PURE__ */ atOf(shape);
export const isValid = /* @__PURE__ */ isValidOf(shape);
export const time = /* @__PURE__ */ timeOf(shape);
export const toBytes = /* @__PURE__ */ toBytesOf(shape);
export const fromBytes = /* @__PURE__ */ fromBytesOf(shape);
export const toInt = /* @__PURE__ */ toIntOf(shape);
export const fromInt = /* @__PURE__ */ fromIntOf(shape);
export const compare = /* @__PURE__ */ compareOf(shape);
export const range = /* @__PURE__ */ rangeOf(shape);
export const Id = /* @__PURE__ */ classOf(shape);
export const parse = /* @__PURE__ */ parserOf(shape, Id);
export const tryParse = /* @__PURE__ */ tryParserOf(shape, Id);
export const Generator = /* @__PURE__ */ generatorOf([options]);
export { SortidError } from "./system.js";
export default /* @__PURE__ */ formatOf(shape, FORMAT, {
    many, at, isValid, time, toBytes, fromBytes, toInt, fromInt, compare, range, parse, tryParse,
});
