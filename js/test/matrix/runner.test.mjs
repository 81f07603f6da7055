// SPDX-License-Identifier: MIT
// runner.test.mjs: the package under Vitest.
import { expect, test } from "vitest";
import { ulid } from "sortid";
import { result } from "./program.mjs";

test("the program", () => {
    expect(result).toMatch(/works$/);
    expect(ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV")).not.toEqual(ulid.parse("01BX5ZZKBKACTAV9WEVGEMMVRZ"));
});
