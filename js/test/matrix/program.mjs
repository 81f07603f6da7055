// SPDX-License-Identifier: MIT
// program.mjs: the program that every tool runs: it makes, orders, reads and checks IDs. It uses
// nothing but the package, and prints one line.
import { Generator, Id, SortidError, formats, scru64, ulid, uuidv7, version } from "sortid";
import { inspect } from "sortid/inspect";
import only, { isValid, many, time, ulid as make } from "sortid/ulid";

const expect = (isTrue, what) => {
    if (!isTrue) throw new Error(`not true: ${what}`);
};
const errorOf = (call) => {
    try {
        return call();
    } catch (error) {
        return error;
    }
};

const text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const texts = [];
for (let i = 0; i < 200; i++) texts.push(ulid(), make(), ...many(2));
texts.forEach((each, i) => expect(i === 0 || texts[i - 1] < each, "in order"));
expect(texts.every(isValid) && !isValid(uuidv7()), "isValid");
for (const format of Object.values(formats)) {
    const generator = new Generator(format, format === scru64 ? { node: "42/8", clock: () => 1.7e12 } : {});
    const [first, second] = generator.fill(2);
    const id = format.parse(second);
    expect(first < second && id instanceof Id && format.fromBytes(id.bytes) === second, `${format.name}: bytes`);
    expect(format.fromInt(id.int) === second && id.time.getTime() === format.time(second).getTime(), `${format.name}: parts`);
    const range = format.range(id.time, new Date(id.time.getTime() + 1000));
    expect(range.first <= second && second <= range.last, `${format.name}: range`);
}
expect(time(text).toISOString() === "2016-07-30T23:54:10.259Z", "time");
expect(only.parse(text).fields.timestamp === BigInt(1469922850259), "fields");
expect(only.parse("01563e3a-b5d3-d676-4c61-efb99302bd5b", "uuid").text === text, "uuid");
expect(time(only.at(1e12)).getTime() === 1e12, "at");
const error = errorOf(() => only.parse(`${text}0`));
expect(error instanceof SortidError && error.code === "BAD_LENGTH" && error.position === 26, "error");
expect(errorOf(() => ulid.many(-1)) instanceof RangeError, "RangeError");
expect(JSON.stringify({ id: only.parse(text) }) === `{"id":"${text}"}`, "JSON");

const found = errorOf(() => inspect(text));
expect(typeof WebAssembly === "undefined" ? found.code === "NO_WEBASSEMBLY" : found[0].kind === "ulid", `inspect: ${found}`);

export const result = `sortid ${version} works`;
if (typeof console === "undefined") globalThis.print(result);
else console.log(result);
