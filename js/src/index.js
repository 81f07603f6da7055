// SPDX-License-Identifier: MIT
// index.js: the entry of all formats.
import { Id } from "./id.js";
import { generatorOf } from "./generator.js";
import { options as ksuidOptions } from "./shapes/ksuid.js";
import { options as scru128Options } from "./shapes/scru128.js";
import { options as scru128v1Options } from "./shapes/scru128v1.js";
import { options as scru160Options } from "./shapes/scru160.js";
import { options as scru64Options } from "./shapes/scru64.js";
import { options as ulidOptions } from "./shapes/ulid.js";
import { options as uuidv7Options } from "./shapes/uuidv7.js";
import ksuid from "./ksuid.js";
import scru128 from "./scru128.js";
import scru128v1 from "./scru128v1.js";
import scru160 from "./scru160.js";
import scru64 from "./scru64.js";
import ulid from "./ulid.js";
import uuidv7 from "./uuidv7.js";

export const Generator = /* @__PURE__ */ generatorOf([
    scru128Options, scru128v1Options, scru160Options, scru64Options, ulidOptions, uuidv7Options, ksuidOptions,
]);
export const formats = /* @__PURE__ */ Object.freeze({ scru128, scru128v1, scru160, scru64, ulid, uuidv7, ksuid });
export { Id, ksuid, scru128, scru128v1, scru160, scru64, ulid, uuidv7 };
export { SortidError } from "./system.js";
export const version = "VERSION";
