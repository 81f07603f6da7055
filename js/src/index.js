// SPDX-License-Identifier: MIT
// index.js: the entry of all formats.
import { Id } from "./id.js";
import { generatorOf } from "./generator.js";
import { shape as shapeOfKsuid } from "./shapes/ksuid.js";
import { shape as shapeOfScru128 } from "./shapes/scru128.js";
import { shape as shapeOfScru128v1 } from "./shapes/scru128v1.js";
import { shape as shapeOfScru160 } from "./shapes/scru160.js";
import { shape as shapeOfScru64 } from "./shapes/scru64.js";
import { shape as shapeOfUlid } from "./shapes/ulid.js";
import { shape as shapeOfUuidv7 } from "./shapes/uuidv7.js";
import ksuid from "./ksuid.js";
import scru128 from "./scru128.js";
import scru128v1 from "./scru128v1.js";
import scru160 from "./scru160.js";
import scru64 from "./scru64.js";
import ulid from "./ulid.js";
import uuidv7 from "./uuidv7.js";

export const Generator = /* @__PURE__ */ generatorOf([
    shapeOfScru128, shapeOfScru128v1, shapeOfScru160, shapeOfScru64, shapeOfUlid, shapeOfUuidv7, shapeOfKsuid,
]);
export const formats = /* @__PURE__ */ Object.freeze({ scru128, scru128v1, scru160, scru64, ulid, uuidv7, ksuid });
export { Id, ksuid, scru128, scru128v1, scru160, scru64, ulid, uuidv7 };
export { SortidError } from "./system.js";
export const version = "VERSION";
