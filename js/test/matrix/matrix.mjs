// SPDX-License-Identifier: MIT
// matrix.mjs: runs program.mjs by runtimes, bundlers and test runners, and prints a table of them. The
// tools and the package are in node_modules of the working folder, which has a copy of this one. Needs
// Node 24. Status 1 if a tool fails.
//   node matrix.mjs [PATTERN]     only tools whose names match
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const WASM = /\.wasm\?module$/; // imports of sortid/inspect
const WORKS = /^sortid \S+ works$/m;
const bin = (name) => resolve("node_modules", name);
const node = (version) => bin(`node${version}/bin/node`);
const versionOf = (name) => JSON.parse(readFileSync(bin(`${name}/package.json`), "utf8")).version.replace("v", "");
const run = async (program, args, options) => (await promisify(execFile)(program, args, { timeout: 60000, ...options })).stdout;

rmSync("out", { recursive: true, force: true });
mkdirSync("out");
const write = (name, text) => (writeFileSync(`out/${name}`, text), resolve("out", name));

// ---- Bundles of esbuild, for what takes one file ------------------------------

const bundle = async (name, options) => {
    const outfile = resolve("out", name);
    await build({ entryPoints: ["program.mjs"], bundle: true, outfile, logLevel: "warning", ...options });
    return outfile;
};

// The program as CommonJS that requires the package.
const commonJs = await bundle("program.cjs", { packages: "external", format: "cjs" });

// ---- Tools -----------------------------------------------------------------

const byProgram = (program, ...flags) => () =>
    Promise.all(["program.mjs", commonJs, "both.mjs"].map((file) => run(program, [...flags, file])));

const byEdge = async () => {
    const { EdgeVM } = await import("@edge-runtime/vm");
    // As Next.js and Vercel do, the bundler hands over the compiled module of an import.
    const plugin = { name: "wasm", setup({ onResolve, onLoad }) {
        onResolve({ filter: WASM }, ({ path }) => ({ path, namespace: "wasm" }));
        onLoad({ filter: WASM, namespace: "wasm" }, () => ({ contents: "export default globalThis.inspectModule;" }));
    } };
    const file = await bundle("edge.js", { format: "iife", globalName: "program", conditions: ["edge-light", "worker", "browser"], plugins: [plugin] });
    const inspectModule = new WebAssembly.Module(readFileSync(bin("sortid/esm/inspect.wasm")));
    const edge = new EdgeVM({ extend: (context) => Object.assign(context, { inspectModule }) });
    return [edge.evaluate(`${readFileSync(file, "utf8")}; program.result`)];
};

// A folder with one script, and the WebAssembly that it imports.
const byMiniflare = async (folder) => {
    const { Miniflare } = await import("miniflare");
    const typeOf = (name) => (name.endsWith(".js") ? "ESModule" : /\.wasm/.test(name) ? "CompiledWasm" : undefined);
    const modules = readdirSync(folder).sort().map((name) => ({ type: typeOf(name), path: resolve(folder, name) })).filter(({ type }) => type);
    modules.sort((a) => (a.type === "ESModule" ? -1 : 1)); // the first one is the entry
    const miniflare = new Miniflare({ modules, modulesRoot: resolve(folder), compatibilityDate: "2024-09-01" });
    try {
        return [await (await miniflare.dispatchFetch("http://localhost/")).text()];
    } finally {
        await miniflare.dispose();
    }
};

// Workers make random bits in a request only.
const WORKER = 'export default { async fetch() { return new Response((await import("../program.mjs")).result); } };\n';

const bundleForMiniflare = async () => {
    const plugin = { name: "wasm", setup({ onResolve }) {
        onResolve({ filter: WASM }, () => ({ path: "./inspect.wasm", external: true }));
    } };
    await bundle("miniflare/worker.js", {
        entryPoints: [write("worker.mjs", WORKER)], format: "esm", conditions: ["workerd", "worker", "browser"], plugins: [plugin],
    });
    copyFileSync(bin("sortid/esm/inspect.wasm"), "out/miniflare/inspect.wasm");
    return byMiniflare("out/miniflare");
};

const byWrangler = async () => {
    write("wrangler.json", JSON.stringify({ name: "sortid", main: "worker.mjs", compatibility_date: "2024-09-01" }));
    write("worker.mjs", WORKER);
    await run(node(24), [bin("wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", "wrangler"], {
        cwd: "out", env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1", XDG_CONFIG_HOME: resolve("out") },
    });
    return byMiniflare("out/wrangler");
};

// As React Native's own configuration, which needs all of react-native.
const byMetro = async () => {
    const { default: metro } = await import("metro");
    const config = await metro.loadConfig({ config: write("metro.config.cjs", `module.exports = {
        projectRoot: ${JSON.stringify(process.cwd())},
        cacheStores: [],
        resolver: { unstable_conditionNames: ["react-native"], sourceExts: ["js", "mjs", "cjs", "json"] },
        transformer: { babelTransformerPath: require.resolve("@react-native/metro-babel-transformer") },
    };`) });
    await metro.runBuild(config, { entry: "program.mjs", out: "out/metro.js", platform: "android", dev: false, minify: false });
    // Both are of React Native or its libraries.
    const globals = `globalThis.crypto = { getRandomValues: (bytes) => { for (let i = 0; i < bytes.length; i++) bytes[i] = Math.random() * 256; } };
        globalThis.performance = { now: () => Date.now() };\n`;
    return [await run(bin("hermes-engine-cli/linux64-bin/hermes"), [write("hermes.js", globals + readFileSync("out/metro.js", "utf8"))])];
};

const byVite = (name) => async () => {
    const vite = await import(name);
    const common = { root: process.cwd(), configFile: false, logLevel: "error", cacheDir: `out/${name}-cache` };
    const rollupOptions = { input: "program.mjs", output: { entryFileNames: "program.mjs" } };
    const build = { outDir: `out/${name}`, emptyOutDir: true, modulePreload: false, rollupOptions };
    await vite.build({ ...common, build });
    const results = [await run(node(24), [`out/${name}/program.mjs`])];
    for (const noExternal of [undefined, true]) {
        await vite.build({ ...common, build: { ...build, ssr: true }, ssr: { noExternal } });
        results.push(await run(node(18), [`out/${name}/program.mjs`]));
        const server = await vite.createServer({ ...common, ssr: { noExternal }, server: { middlewareMode: true, hmr: false, ws: false }, appType: "custom" });
        try {
            results.push((await server.ssrLoadModule("/program.mjs")).result);
        } finally {
            await server.close();
        }
    }
    return results;
};

const byViteDev = (name) => async () => {
    const vite = await import(name);
    const server = await vite.createServer({
        root: process.cwd(), configFile: false, logLevel: "error", cacheDir: `out/${name}-dev`,
        optimizeDeps: { entries: ["program.mjs"] }, // as a page that names it
        server: { port: 0, host: "127.0.0.1", hmr: false },
    });
    await server.listen();
    try {
        return [await run(node(24), ["--experimental-vm-modules", "--no-warnings", "browse.mjs", server.resolvedUrls.local[0] + "program.mjs"])];
    } finally {
        await server.close();
    }
};

const byWebpack = async () => {
    const { default: webpack } = await import("webpack");
    const results = [];
    for (const [target, entry, version] of [["web", "./program.mjs", 24], ["node18", "./program.mjs", 18], ["node18", commonJs, 18], ["web", commonJs, 24]]) {
        const path = resolve("out/webpack");
        const stats = await new Promise((done, fail) => {
            webpack({ target, entry, mode: "production", output: { path, filename: "main.cjs" } }, (error, found) => (error ? fail(error) : done(found)));
        });
        if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
        results.push(await run(node(version), ["out/webpack/main.cjs"]));
    }
    return results;
};

const byRollup = async () => {
    const { rollup } = await import("rollup");
    const { nodeResolve } = await import("@rollup/plugin-node-resolve");
    const results = [];
    for (const [options, version] of [[{ browser: true }, 24], [{ exportConditions: ["node"] }, 18]]) {
        const built = await rollup({ input: "program.mjs", plugins: [nodeResolve(options)], onwarn: (warning) => { throw new Error(warning.message); }, external: /^node:/ });
        await built.write({ file: "out/rollup.mjs" });
        results.push(await run(node(version), ["out/rollup.mjs"]));
    }
    return results;
};

const byEsbuild = async () => {
    const results = [];
    for (const [options, version] of [[{ platform: "browser" }, 24], [{ platform: "node" }, 18], [{ platform: "node", entryPoints: [commonJs] }, 18], [{ platform: "neutral" }, 24]])
        for (const minify of [false, true]) results.push(await run(node(version), [await bundle("esbuild.mjs", { format: "esm", minify, ...options })]));
    return results;
};

const byJest = async () => {
    for (const environment of ["jsdom", "node"]) {
        const config = JSON.stringify({ rootDir: process.cwd(), testEnvironment: environment, testMatch: ["**/runner.test.cjs"], transform: {} });
        await run(node(24), [bin("jest/bin/jest.js"), "--ci", "--config", config]);
    }
    return ["sortid jest works"]; // a test that fails is a status
};

const byVitest = async () => {
    for (const [inline, environment] of [["", "node"], ["sortid", "node"], ["", "jsdom"], ["sortid", "jsdom"]])
        await run(node(24), [bin("vitest/vitest.mjs"), "run", "--config=vitest.config.mjs", `--environment=${environment}`], {
            env: { ...process.env, CI: "1", INLINE: inline },
        });
    return ["sortid vitest works"];
};

const bun = bin("@oven/bun-linux-x64-baseline/bin/bun");
const deno = bin("@deno/linux-x64-glibc/deno");
const TOOLS = [
    ...[18, 20, 22, 24].map((major) => ["Node", `node${major}`, byProgram(node(major))]),
    ...[18, 24].map((major) => ["Node --jitless", `node${major}`, byProgram(node(major), "--jitless")]),
    ["Bun", "@oven/bun-linux-x64-baseline", byProgram(bun, "run")],
    ["Deno", "@deno/linux-x64-glibc", byProgram(deno, "run", "--allow-read", "--allow-env", "--node-modules-dir=manual")],
    ["miniflare (workerd)", "miniflare", bundleForMiniflare],
    ["wrangler deploy --dry-run", "wrangler", byWrangler],
    ["@edge-runtime/vm", "@edge-runtime/vm", byEdge],
    ["Metro and Hermes (React Native)", "hermes-engine-cli", byMetro],
    ...[6, 7, 8].flatMap((major) => [
        ["Vite build, SSR", `vite${major}`, byVite(`vite${major}`)],
        ["Vite dev", `vite${major}`, byViteDev(`vite${major}`)],
    ]),
    ["webpack", "webpack", byWebpack],
    ["rollup", "rollup", byRollup],
    ["esbuild", "esbuild", byEsbuild],
    ["Jest with jsdom", "jest", byJest],
    ["Vitest", "vitest", byVitest],
];

const pattern = new RegExp(process.argv[2] ?? "", "i");
let failed = 0;
const rows = ["| tool | version | result |", "| --- | --- | --- |"];
for (const [name, module, tool] of TOOLS.filter(([name, module]) => pattern.test(`${name} ${module}`))) {
    let result = "works";
    try {
        const lines = await tool();
        if (lines.length === 0 || !lines.every((line) => WORKS.test(line))) throw new Error(`it printed ${JSON.stringify(lines)}`);
    } catch (error) {
        failed++;
        result = "FAILED";
        console.error(`${name} ${module}: ${error.stack}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
    }
    rows.push(`| ${name} | ${versionOf(module)} | ${result} |`);
}
console.log(rows.join("\n"));
process.exit(failed === 0 ? 0 : 1);
