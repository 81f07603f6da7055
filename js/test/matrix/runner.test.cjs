// SPDX-License-Identifier: MIT
// runner.test.cjs: the package under Jest, whose jsdom has its own realm.
const { ulid } = require("sortid");
const { parse } = require("sortid/ulid");

test("the program", () => {
    expect(require("./out/program.cjs").result).toMatch(/works$/);
});

test("IDs differ, and bytes are bytes", () => {
    const [a, b] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"];
    expect(parse(a)).not.toEqual(parse(b));
    expect(ulid.parse(a)).toEqual(parse(a.toLowerCase()));
    expect(ulid.fromBytes(Buffer.alloc(16))).toBe("0".repeat(26));
});
