// SPDX-License-Identifier: MIT
// rows.mjs: what is measured: the same work by sortid and by the packages that do it. A package that
// is missing, such as ksuid in a browser, has no rows.
import * as ksuid from "ksuid";
import { nanoid } from "nanoid";
import * as scru128 from "scru128";
import * as ulid from "ulid";
import * as ulidx from "ulidx";
import * as uuid from "uuid";
import * as uuidv7 from "uuidv7";

const BATCH = 1000;
const OTHERS = 256; // texts that are read in turns, since engines know what they saw before

const batchOf = (call) => () => {
    const texts = new Array(BATCH);
    for (let i = 0; i < BATCH; i++) texts[i] = call();
    return texts;
};

// A string that was put together is not read before it is used.
const read = (make) => () => make().charCodeAt(20);

const reading = (values) => {
    let i = 0;
    return (call) => () => call(values[(i = (i + 1) % OTHERS)]);
};

// Each gives the groups of a format: [group, [name, call, IDs of a call]...].
const ROWS = {
    floor: () => [["floor", ["Date.now()", () => Date.now()]]],
    ulid(sortid, each) {
        const generator = new sortid.Generator("ulid");
        const [monotonic, monotonicX] = [ulid.monotonicFactory(), ulidx.monotonicFactory()];
        return [
            ["make the text of a ULID",
                ["sortid ulid()", read(sortid.ulid)], ["ulid ulid()", read(() => ulid.ulid())], ["ulidx ulid()", read(() => ulidx.ulid())],
                ["nanoid nanoid()", read(() => nanoid())]],
            ["make a ULID by a private generator",
                ["sortid Generator.next()", read(() => generator.next())], ["ulid monotonicFactory()", read(() => monotonic())],
                ["ulidx monotonicFactory()", read(() => monotonicX())]],
            ["make 1000 ULIDs, each",
                ["sortid many()", () => sortid.many(BATCH), BATCH], ["ulid monotonicFactory()", batchOf(() => monotonic()), BATCH],
                ["ulidx monotonicFactory()", batchOf(() => monotonicX()), BATCH]],
            ["check a ULID",
                ["sortid isValid()", each(sortid.isValid)], ["ulid isValid()", each(ulid.isValid)], ["ulidx isValid()", each(ulidx.isValid)]],
            ["read the time of a ULID",
                ["sortid time()", each(sortid.time)], ["ulid decodeTime()", each(ulid.decodeTime)], ["ulidx decodeTime()", each(ulidx.decodeTime)]],
            ["write a ULID as a UUID",
                ["sortid parse().uuid", each((text) => sortid.parse(text).uuid)], ["ulid ulidToUUID()", each(ulid.ulidToUUID)]],
        ];
    },
    uuidv7(sortid, each, eachBytes) {
        const generator = new sortid.Generator("uuidv7");
        const theirs = new uuidv7.V7Generator();
        const bytes = new Uint8Array(16);
        return [
            ["make a UUIDv7",
                ["sortid toBytes(uuidv7())", () => sortid.toBytes(sortid.uuidv7())], ["uuid v7() into bytes", () => uuid.v7(undefined, bytes)],
                ["uuidv7 uuidv7obj()", () => uuidv7.uuidv7obj()]],
            ["make the text of a UUIDv7",
                ["sortid uuidv7()", read(sortid.uuidv7)], ["uuid v7()", read(() => uuid.v7())], ["uuidv7 uuidv7()", read(() => uuidv7.uuidv7())],
                ["crypto.randomUUID()", read(() => crypto.randomUUID())]],
            ["make a UUIDv7 by a private generator",
                ["sortid Generator.next()", read(() => generator.next())], ["uuidv7 V7Generator.generate()", read(() => theirs.generate().toString())]],
            ["make 1000 UUIDv7s, each", ["sortid many()", () => sortid.many(BATCH), BATCH], ["uuidv7 uuidv7()", batchOf(() => uuidv7.uuidv7()), BATCH]],
            ["check a UUIDv7", ["sortid isValid()", each(sortid.isValid)], ["uuid validate()", each(uuid.validate)]],
            ["parse a UUIDv7",
                ["sortid toBytes()", each(sortid.toBytes)], ["sortid parse()", each(sortid.parse)], ["uuid parse()", each(uuid.parse)],
                ["uuidv7 UUID.parse()", each((text) => uuidv7.UUID.parse(text))]],
            ["print a UUIDv7",
                ["sortid fromBytes()", eachBytes(sortid.fromBytes)], ["uuid stringify()", eachBytes((id) => uuid.stringify(id))],
                ["uuidv7 UUID.ofInner()", eachBytes((id) => uuidv7.UUID.ofInner(id).toString())]],
        ];
    },
    scru128(sortid, each, eachBytes) {
        const { Scru128Id, scru128String } = scru128;
        return [
            ["make the text of a SCRU128", ["sortid scru128()", read(sortid.scru128)], ["scru128 scru128String()", read(() => scru128String())]],
            ["make 1000 SCRU128s, each", ["sortid many()", () => sortid.many(BATCH), BATCH], ["scru128 scru128String()", batchOf(() => scru128String()), BATCH]],
            ["parse a SCRU128", ["sortid parse()", each(sortid.parse)], ["scru128 fromString()", each((text) => Scru128Id.fromString(text))]],
            ["print a SCRU128", ["sortid fromBytes()", eachBytes(sortid.fromBytes)], ["scru128 toString()", eachBytes((id) => Scru128Id.ofInner(id).toString())]],
        ];
    },
    ksuid(sortid, each, eachBytes) {
        const KSUID = ksuid.default;
        if (KSUID === undefined) return [];
        return [
            ["make the text of a KSUID", ["sortid ksuid()", read(sortid.ksuid)], ["ksuid randomSync()", read(() => KSUID.randomSync().string)]],
            ["parse a KSUID", ["sortid parse()", each(sortid.parse)], ["ksuid parse()", each((text) => KSUID.parse(text))]],
            ["print a KSUID", ["sortid fromBytes()", eachBytes(sortid.fromBytes)], ["ksuid string", eachBytes((id) => new KSUID(Buffer.from(id)).string)]],
        ];
    },
};

/** The formats, and the floor. */
export const FORMATS = Object.keys(ROWS);

/** Rows of { group, name, call, ids }; `ids`: how many IDs a call makes. */
export const rowsOf = async (format) => {
    const sortid = await import(`sortid/${format === "floor" ? "ulid" : format}`);
    const texts = sortid.many(OTHERS);
    return ROWS[format](sortid, reading(texts), reading(texts.map(sortid.toBytes)))
        .flatMap(([group, ...rows]) => rows.map(([name, call, ids = 1]) => ({ group, name, call, ids })));
};
