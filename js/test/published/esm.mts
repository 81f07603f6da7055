// The types as an ES module sees them: what must compile, and what must not.
import {
    Generator, Id, SortidError, formats, ksuid, scru160, scru64, ulid, uuidv7, version,
    type Encoding, type ErrorCode, type Event, type FormatName, type GeneratorOptions,
} from "sortid";
import single, { Id as UlidId, at, compare, isValid, many, parse, ulid as make, type Generator as UlidGenerator } from "sortid/ulid";
import wide from "sortid/scru64";

const texts: string[] = [ulid(), make(), ulid.at(new Date()), at(0), ...many(2), ...single.many(1)];
const [text] = texts as [string];
const parsed: (Id | null)[] = [...texts.map(ulid.parse), ...texts.map(uuidv7.tryParse)];
const id = ulid.parse(text, "lenient");
const same: Id<"ulid"> = parse(text);
const any: Id = id;
const randomness: bigint = id.fields.randomness;
const uuid: string = id.uuid;
const none: undefined = ksuid.parse("").uuid;
const perhaps: string | undefined = any.uuid;
const sorted: string[] = texts.sort(compare).sort(single.compare);
const numbers: [number, number] = [id.compare(same), uuidv7.compare(uuidv7(), uuidv7.parse(uuidv7()))];
const bounds: { first: string; last: string } = scru64.range(0, Infinity);
const bytes: Uint8Array = ulid.toBytes(ulid.fromBytes(new DataView(new ArrayBuffer(16))));
const int: bigint = scru64.toInt(wide.fromInt(5n));
const events: readonly Event[] = new Generator(uuidv7, { fraction: true, random: (array) => crypto.getRandomValues(array) }).events;
const filled: string[] = new Generator("scru64", { node: "42/8" }).fill(2);
const own: UlidGenerator = new Generator("ulid", { borrow: true, randomStep: true, guardBits: 1, clock: Date.now });
const options: GeneratorOptions<"scru160"> = { nodeBits: 8, nodeId: 5, extensionBits: 8 };
const named = new Generator(scru160, options).format satisfies "scru160";
const readers: boolean[] = Object.values(formats).map((format) => format.isValid(text) && isValid(5));
const layout: [FormatName, string, number] = [ulid.name, ulid.layout[0]!.name, ulid.size];
try {
    formats.ksuid.parse("");
} catch (error) {
    if (error instanceof SortidError) {
        const code: ErrorCode = error.code;
        if (error.code === "BAD_DIGIT") console.log(code, error.position);
        // @ts-expect-error not a code
        if (error.code === "BAD_CHARACTER") console.log(code);
    }
}
const nodeCtrOf = (each: Id): bigint | false => each.format === "scru64" && each.fields.nodeCtr;
console.log(nodeCtrOf(any));
if (any instanceof Id && id instanceof UlidId) console.log(any.text < id.text);

// @ts-expect-error a field of another format
id.fields.counterHi;
// @ts-expect-error an ID never changes
id.time = new Date();
// @ts-expect-error parse() makes IDs
new Id(text);
// @ts-expect-error so does SortidError
new SortidError("wrong");
// @ts-expect-error a time: ulid.at
ulid(1469918176385);
// @ts-expect-error scru64 needs a node
scru64();
// @ts-expect-error neither has it these
scru64.many(3);
// @ts-expect-error at() makes IDs too
scru64.at(0);
// @ts-expect-error scru64 needs a node
new Generator("scru64");
// @ts-expect-error also by its format
new Generator(scru64, { mode: "abort" });
// @ts-expect-error some format may need a node
new Generator("ulid" as FormatName);
// @ts-expect-error no such format
new Generator("guid");
// @ts-expect-error an option of scru64
new Generator("ulid", { node: "42/8" });
// @ts-expect-error an option of scru160
new Generator(uuidv7, { nodeBits: 3 });
// @ts-expect-error an option of uuidv7 and scru160
new Generator("ulid", { fraction: true });
// @ts-expect-error an option of ulid
new Generator("ksuid", { borrow: true });
// @ts-expect-error no such option
new Generator("ulid", { color: "red" });
// @ts-expect-error no such mode
new Generator("ulid", { mode: "never" });
// @ts-expect-error a clock gives a number
new Generator("ulid", { clock: () => new Date() });
// @ts-expect-error a generator of another format
const other: UlidGenerator = new Generator("uuidv7");
// @ts-expect-error IDs of different formats
id.compare(uuidv7.parse(uuidv7()));
// @ts-expect-error the same
ulid.compare(id, uuidv7.parse(uuidv7()));
// @ts-expect-error the same
const wrong: Id<"uuidv7"> = id;
// @ts-expect-error 160 bits
scru160.parse(text, "uuid");
// @ts-expect-error 160 bits
ksuid.parse("").toString("uuid");
// @ts-expect-error ULIDs alone
uuidv7.parse(text, "lenient");
// @ts-expect-error a text is not written leniently
id.toString("lenient");
// @ts-expect-error no such encoding
ulid.parse(text, "base64");
// @ts-expect-error no such encoding
const encoding: Encoding<"scru64"> = "uuid";
// @ts-expect-error a count
ulid.many("3");
// @ts-expect-error a bigint
ulid.fromInt(5);
// @ts-expect-error a Date or a number
ulid.range("2024", "2025");
// @ts-expect-error a view
ulid.fromBytes([1, 2, 3]);
// @ts-expect-error a text
ulid.parse(5);
console.log(
    parsed, same, randomness, uuid, none, perhaps, sorted, numbers, bounds, bytes, int, events, filled, own, named, readers, layout, version, other, wrong, encoding,
);
