// SPDX-License-Identifier: MIT
// worker.js: what the page leaves to a worker: checking a file, making many IDs.
const runWorker = (scope, load) => {
    let library;
    const CHUNK = 4 << 20;
    const read = (file, at) => file.slice(at, at + CHUNK).arrayBuffer();

    // Reads the next chunk while it checks one.
    const check = async ({ file, format, order }) => {
        const feed = library.check(format, order);
        let next = read(file, 0);
        for (let at = 0; at === 0 || at < file.size; at += CHUNK) {
            const chunk = new Uint8Array(await next);
            const isLast = at + CHUNK >= file.size;
            if (!isLast) next = read(file, at + CHUNK);
            feed(chunk, isLast);
            scope.postMessage({ progress: Math.min(at + CHUNK, file.size) });
        }
        return library.checked(format);
    };

    const SHOWN = 20;
    const make = async ({ format, count, node }) => {
        const parts = [];
        const first = [];
        if (library.needsNode(format)) library.useNode(node);
        for (let done = 0; done < count; ) {
            const texts = library.make(format, count - done);
            if (texts.length === 0) {
                await new Promise((resolve) => setTimeout(resolve, 20)); // for the node's next tick
                continue;
            }
            done += texts.length;
            if (first.length < SHOWN) first.push(...texts.slice(0, SHOWN - first.length));
            parts.push(`${texts.join("\n")}\n`);
            if (parts.length % 32 === 0) scope.postMessage({ progress: done });
        }
        return { first, count, blob: new Blob(parts, { type: "text/plain" }) };
    };

    const TASKS = { check, make };
    scope.onmessage = async ({ data }) => {
        try {
            library ??= await load(data.module);
            scope.postMessage({ result: await TASKS[data.task](data) });
        } catch (error) {
            scope.postMessage({ error: error.message });
        }
    };
};
