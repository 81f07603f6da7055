// SPDX-License-Identifier: MIT
// rows.mjs: what is measured: the same work by sortid, by the packages that do it, and by what it takes
// at least. A package that is missing, such as ksuid in a browser, has no rows.

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
    ulid({ sortid, ulid, ulidx, nanoid }) {
        const texts = sortid.many(OTHERS);
        const each = reading(texts);
        const eachBytes = reading(texts.map(sortid.toBytes));
        const generator = new sortid.Generator("ulid");
        const [monotonic, monotonicX] = [ulid.monotonicFactory(), ulidx.monotonicFactory()];
        const pattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
        return [
            ["make a ULID",
                ["sortid ulid()", read(sortid.ulid)], ["sortid Generator.next()", read(() => generator.next())],
                ["ulid monotonicFactory()", read(() => monotonic())], ["ulidx monotonicFactory()", read(() => monotonicX())],
                ["ulid ulid()", read(() => ulid.ulid())], ["ulidx ulid()", read(() => ulidx.ulid())], ["nanoid nanoid()", read(() => nanoid.nanoid())],
                ["crypto.randomUUID()", read(() => crypto.randomUUID())], ["Date.now()", () => Date.now()]],
            ["make 1000 ULIDs",
                ["sortid many()", () => sortid.many(BATCH), BATCH], ["ulid monotonicFactory()", batchOf(() => monotonic()), BATCH],
                ["ulidx monotonicFactory()", batchOf(() => monotonicX()), BATCH]],
            ["check a ULID",
                ["sortid isValid()", each(sortid.isValid)], ["ulid isValid()", each(ulid.isValid)], ["ulidx isValid()", each(ulidx.isValid)],
                ["a regular expression", each((text) => pattern.test(text))]],
            ["read the time of a ULID",
                ["sortid time()", each(sortid.time)], ["ulid decodeTime()", each(ulid.decodeTime)], ["ulidx decodeTime()", each(ulidx.decodeTime)]],
            ["read a ULID", ["sortid parse()", each(sortid.parse)]],
            ["bytes of a ULID, and back", ["sortid toBytes()", each(sortid.toBytes)], ["sortid fromBytes()", eachBytes(sortid.fromBytes)]],
        ];
    },
    uuidv7({ sortid, uuid, uuidv7 }) {
        const texts = sortid.many(OTHERS);
        const each = reading(texts);
        const eachBytes = reading(texts.map(sortid.toBytes));
        const pattern = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
        return [
            ["make a UUIDv7",
                ["sortid uuidv7()", read(sortid.uuidv7)], ["uuidv7 uuidv7()", read(() => uuidv7.uuidv7())], ["uuid v7()", read(() => uuid.v7())]],
            ["make 1000 UUIDv7s",
                ["sortid many()", () => sortid.many(BATCH), BATCH], ["uuidv7 uuidv7()", batchOf(() => uuidv7.uuidv7()), BATCH], ["uuid v7()", batchOf(() => uuid.v7()), BATCH]],
            ["check a UUIDv7",
                ["sortid isValid()", each(sortid.isValid)], ["uuid validate()", each(uuid.validate)], ["a regular expression", each((text) => pattern.test(text))]],
            ["read a UUIDv7", ["sortid parse()", each(sortid.parse)], ["uuidv7 UUID.parse()", each((text) => uuidv7.UUID.parse(text))]],
            ["bytes of a UUIDv7",
                ["sortid toBytes()", each(sortid.toBytes)], ["uuid parse()", each(uuid.parse)], ["uuidv7 UUID.parse().bytes", each((text) => uuidv7.UUID.parse(text).bytes)]],
            ["a UUIDv7 of bytes",
                ["sortid fromBytes()", eachBytes(sortid.fromBytes)], ["uuid stringify()", eachBytes((bytes) => uuid.stringify(bytes))],
                ["uuidv7 UUID.ofInner()", eachBytes((bytes) => uuidv7.UUID.ofInner(bytes).toString())]],
        ];
    },
    scru128({ sortid, scru128 }) {
        const texts = sortid.many(OTHERS);
        const each = reading(texts);
        return [
            ["make an SCRU128", ["sortid scru128()", read(sortid.scru128)], ["scru128 scru128String()", read(() => scru128.scru128String())]],
            ["make 1000 SCRU128s", ["sortid many()", () => sortid.many(BATCH), BATCH], ["scru128 scru128String()", batchOf(() => scru128.scru128String()), BATCH]],
            ["read an SCRU128", ["sortid parse()", each(sortid.parse)], ["scru128 fromString()", each((text) => scru128.Scru128Id.fromString(text))]],
        ];
    },
    ksuid({ sortid, ksuid }) {
        if (ksuid === undefined) return [];
        const KSUID = ksuid.default;
        const each = reading(sortid.many(OTHERS));
        return [
            ["make a KSUID", ["sortid ksuid()", read(sortid.ksuid)], ["ksuid randomSync()", read(() => KSUID.randomSync().string)]],
            ["read a KSUID", ["sortid parse()", each(sortid.parse)], ["ksuid parse()", each((text) => KSUID.parse(text))]],
        ];
    },
};

/** The formats, which are measured in a process or page of their own, as programs use them. */
export const FORMATS = Object.keys(ROWS);

/** Rows of { group, name, call, ids } for measureAll. `packages.sortid` is the entry of the format. */
export const rowsOf = (format, packages) =>
    ROWS[format](packages).flatMap(([group, ...rows]) => rows.map(([name, call, ids]) => ({ group, name, call, ids })));
