// The types as a CommonJS module sees them.
import sortid = require("sortid");
import single = require("sortid/ulid");

const text: string = sortid.ulid();
const first: string = single.range(new Date(0), Infinity).first;
const id: single.Id = single.default.parse(first);
console.log(text, id.compare(sortid.ulid.parse(text)), new single.Generator("ulid").next());
