// The types as a CommonJS module sees them.
import sortid = require("sortid");
import single = require("sortid/ulid");

const text: string = sortid.ulid();
console.log(text, single.ulid.range(new Date(0), Infinity).first.time);
