// SPDX-License-Identifier: MIT
// rows.mjs: what is measured: the same work by sortid and by the packages that do it. A package
// that is missing, such as ksuid in a browser, has no rows.

const BATCH = 1000;

const batchOf = (call) => () => {
    const texts = new Array(BATCH);
    for (let i = 0; i < BATCH; i++) texts[i] = call();
    return texts;
};

/** Rows of { group, name, call, ids } for measureAll. */
export const rowsOf = ({ sortid, only, ulid, ulidx, uuid, uuidv7, scru128, ksuid, nanoid }) => {
    const monotonic = ulid.monotonicFactory();
    const monotonicX = ulidx.monotonicFactory();
    const textOf = Object.fromEntries(["ulid", "uuidv7", "scru128", "ksuid"].map((name) => [name, sortid[name]()]));
    const rows = [];
    const add = (group, entries) => {
        for (const [name, call, ids] of entries) rows.push({ group, name, call, ids });
    };
    add("ULID, one by one", [
        ["sortid ulid()", () => sortid.ulid()],
        ["sortid/ulid ulid()", () => only.ulid()],
        ["ulid monotonicFactory()", () => monotonic()],
        ["ulidx monotonicFactory()", () => monotonicX()],
        ["ulid ulid()", () => ulid.ulid()],
        ["ulidx ulid()", () => ulidx.ulid()],
        ["nanoid nanoid()", () => nanoid.nanoid()],
    ]);
    add("ULID, 1000 at once", [
        ["sortid ulid.many()", () => sortid.ulid.many(BATCH), BATCH],
        ["ulid monotonicFactory()", batchOf(() => monotonic()), BATCH],
        ["ulidx monotonicFactory()", batchOf(() => monotonicX()), BATCH],
    ]);
    add("UUIDv7, one by one", [
        ["sortid uuidv7()", () => sortid.uuidv7()],
        ["uuidv7 uuidv7()", () => uuidv7.uuidv7()],
        ["uuid v7()", () => uuid.v7()],
    ]);
    add("SCRU128, one by one", [
        ["sortid scru128()", () => sortid.scru128()],
        ["scru128 scru128String()", () => scru128.scru128String()],
    ]);
    add("Read a ULID, with its time", [
        ["sortid ulid.parse().time", () => sortid.ulid.parse(textOf.ulid).time],
        ["ulid decodeTime()", () => ulid.decodeTime(textOf.ulid)],
        ["ulidx decodeTime()", () => ulidx.decodeTime(textOf.ulid)],
    ]);
    add("Read and check a text", [
        ["sortid ulid.parse()", () => sortid.ulid.parse(textOf.ulid)],
        ["sortid uuidv7.parse()", () => sortid.uuidv7.parse(textOf.uuidv7)],
        ["uuidv7 UUID.parse()", () => uuidv7.UUID.parse(textOf.uuidv7)],
        ["uuid parse()", () => uuid.parse(textOf.uuidv7)],
        ["uuid validate()", () => uuid.validate(textOf.uuidv7)],
        ["sortid scru128.parse()", () => sortid.scru128.parse(textOf.scru128)],
        ["scru128 Scru128Id.fromString()", () => scru128.Scru128Id.fromString(textOf.scru128)],
    ]);
    if (ksuid !== undefined) {
        const KSUID = ksuid.default;
        add("KSUID", [
            ["sortid ksuid()", () => sortid.ksuid()],
            ["ksuid randomSync().string", () => KSUID.randomSync().string],
            ["sortid ksuid.parse()", () => sortid.ksuid.parse(textOf.ksuid)],
            ["ksuid parse()", () => KSUID.parse(textOf.ksuid)],
        ]);
    }
    return rows;
};
