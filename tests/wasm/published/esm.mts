// The types as an ES module sees them.
import { Generator, type Id, type Reading, SortidError, formats, inspect, kinds, scru64, ulid, version } from "sortid";
import { ulid as only } from "sortid/ulid";
import { uuidv7 } from "sortid/file";

const text: string = ulid();
const texts: string[] = ulid.many(3);
const id = ulid.parse(text);
const randomness: bigint = id.fields.randomness;
// @ts-expect-error a field of another format
id.fields.counterHi;
// @ts-expect-error an ID never changes
id.time = new Date();
const maybe: Id | null = uuidv7.tryParse(5);
// @ts-expect-error scru64 needs a node
scru64();
// @ts-expect-error no such format
new Generator("guid");
const generated: string[] = new Generator(scru64, { node: "42/8" }).fill(2);
const readings: readonly Reading[] = inspect(text, { kind: kinds[0]!.name });
try {
    formats.ksuid.parse("");
} catch (error) {
    if (error instanceof SortidError) console.log(error.code, error.position);
}
console.log(text, texts, randomness, maybe, generated, readings, only(), version, id < ulid.parse(only()));
