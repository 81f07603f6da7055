// SPDX-License-Identifier: MIT
// bundle.mjs: a bundler puts the package into one file for browsers, which needs no other file and
// runs as a script and as a module.
import assert from "node:assert/strict";
import vm from "node:vm";
import { build } from "esbuild-wasm";

const bundle = async (entry, format) => {
    const program = `import { ulid } from "${entry}"; globalThis.made = [ulid(), ulid.parse(ulid()).toString()];`;
    const { outputFiles, metafile } = await build({
        stdin: { contents: program, resolveDir: "." },
        bundle: true,
        minify: true,
        platform: "browser",
        format,
        write: false,
        metafile: true,
    });
    assert.equal(outputFiles.length, 1);
    for (const { imports } of Object.values(metafile.outputs)) assert.deepEqual(imports, []);
    assert.ok(Object.keys(metafile.inputs).every((path) => !path.includes(".node.")), "the files for browsers");
    return outputFiles[0].text;
};

const expectTexts = (texts) => {
    assert.equal(texts.length, 2);
    for (const text of texts) assert.match(text, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
};

for (const entry of ["sortid", "sortid/ulid"]) {
    const { TextDecoder, atob, crypto, performance } = globalThis;
    const context = vm.createContext({ TextDecoder, atob, crypto, performance });
    const script = await bundle(entry, "iife");
    vm.runInContext(script, context);
    expectTexts([...context.made]);

    const module = await bundle(entry, "esm");
    await import(`data:text/javascript;base64,${Buffer.from(module).toString("base64")}`);
    expectTexts(globalThis.made);
    console.log(`bundle of ${entry}: ${script.length} bytes`);
}
