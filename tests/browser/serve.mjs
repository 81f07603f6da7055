// SPDX-License-Identifier: MIT
// serve.mjs: serves folders to a browser on a free port of the loopback interface.
//   const server = await serve({ "/": folder }, { headers });  server.url  server.requests  await server.close();
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
};

// The file of a path, or null. A path has no "..": normalize() removed them.
const fileOf = (folders, path) => {
    const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
    for (const prefix of prefixes) {
        if (!path.startsWith(prefix)) continue;
        const found = folders[prefix];
        if (typeof found === "function") return found(path.slice(prefix.length));
        const file = join(found, path.slice(prefix.length) || "index.html");
        if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
    }
    return null;
};

/**
 * Starts a server.
 * @param folders from a prefix of paths ("/", "/npm/") to a folder, or to a function of the rest of the path that
 *     returns a page's text as { html }, or null
 * @param options { headers }: added to each answer, such as a content security policy
 * @returns { url, requests, close() }: url ends with "/"; requests are the paths that were asked for
 */
export const serve = async (folders, { headers = {} } = {}) => {
    const requests = [];
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
        requests.push(path);
        const found = fileOf(folders, path);
        if (found === null) {
            response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
            return;
        }
        const type = typeof found === "string" ? (TYPES[extname(found)] ?? "application/octet-stream") : TYPES[".html"];
        response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store", ...headers });
        if (typeof found === "string") createReadStream(found).pipe(response);
        else response.end(found.html);
    });
    await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
    const close = () =>
        new Promise((resolve) => {
            server.close(resolve);
            server.closeAllConnections();
        });
    return { url: `http://127.0.0.1:${server.address().port}/`, requests, close };
};
