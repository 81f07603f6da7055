// SPDX-License-Identifier: MIT
// peer.mjs: what JavaScript programs have for IDs. bench/peers/try says what its lines mean.
import { on } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import KSUID from "ksuid";
import { Scru128Generator, Scru128Id, scru128String } from "scru128";
import * as sortid from "sortid";
import * as ulid from "ulid";
import * as ulidx from "ulidx";
import * as uuid from "uuid";
import * as uuidv7 from "uuidv7";

// ---- Peers: make() makes a text; full() makes a generator; parse() throws for a bad text ----------

const NOW = Date.UTC(2026, 5, 1, 12);
const PART = 1000;

const sortidPeer = (format) => ({
    library: "sortid", name: format, format, promises: "order threads clock secure parse", make: sortid[format],
    source: "crypto.getRandomValues, by host.node.js",
    full() {
        const generator = new sortid.Generator(format, { clock: () => NOW, random: (bytes) => bytes.fill(0xff) });
        return () => generator.next();
    },
    parse: (text) => sortid[format].parse(text).text,
});

// ulid and ulidx have no call that reads all of a text but isValid().
const ulidPeers = (library, { isValid, monotonicFactory, ulid: make }) => {
    const parse = (text) => {
        if (!isValid(text)) throw new Error("isValid() is false");
        return text.toUpperCase();
    };
    const common = { library, format: "ulid", source: "crypto.getRandomValues, a byte for a letter, by detectPRNG()", parse };
    const full = () => {
        const next = monotonicFactory(() => 1 - Number.EPSILON);
        return () => next(NOW);
    };
    return [
        { ...common, name: "ulid()", promises: "secure parse", make: () => make() },
        { ...common, name: "monotonicFactory()", promises: "order clock clock-1h secure parse", make: monotonicFactory(), full },
    ];
};

const ones = { nextUint32: () => 0xffffffff };

const PEERS = [
    ...["ulid", "uuidv7", "ksuid", "scru128"].map(sortidPeer),
    ...ulidPeers("ulid", ulid),
    ...ulidPeers("ulidx", ulidx),
    {
        library: "uuid", name: "v7()", format: "uuidv7", promises: "secure parse", make: () => uuid.v7(),
        source: "crypto.getRandomValues, by rng()",
        parse: (text) => uuid.stringify(uuid.parse(text)),
    },
    {
        library: "uuidv7", name: "uuidv7()", format: "uuidv7", promises: "order clock secure parse", make: uuidv7.uuidv7,
        source: "crypto.getRandomValues, 32 bytes at once, by BufferedCryptoRandom",
        full() {
            const generator = new uuidv7.V7Generator(ones);
            return () => generator.generateOrResetWithTs(NOW).toString();
        },
        parse: (text) => uuidv7.UUID.parse(text).toString(),
    },
    {
        library: "scru128", name: "scru128String()", format: "scru128", promises: "order clock secure parse", make: scru128String,
        source: "crypto.getRandomValues, 32 bytes at once, by BufferedCryptoRandom; Math.random() if there is none",
        full() {
            const generator = new Scru128Generator(ones);
            return () => generator.generateOrResetCore(NOW, 10_000).toString();
        },
        parse: (text) => Scru128Id.fromString(text).toString(),
    },
    {
        library: "ksuid", name: "randomSync()", format: "ksuid", promises: "-", make: () => KSUID.randomSync().string,
        source: "crypto.randomBytes, by randomSync()",
        parse: (text) => KSUID.parse(text).string,
    },
];

// ---- All of them -----------------------------------------------------------------------------------

const told = ({ code, message, position }) =>
    position === undefined ? message.replaceAll("\n", " ") : `${code} at ${position}`;

// The texts in parts, so that a slow peer is heard.
function* partsOf(make, count) {
    for (let left = count; left > 0; left -= PART) {
        const lines = [];
        for (let i = Math.min(left, PART); i > 0; i--) {
            try {
                lines.push(make());
            } catch (error) {
                lines.push(`! ${told(error)}`);
            }
        }
        yield lines;
    }
}

async function* partsOfThreads(name, threads, count) {
    const file = new URL(import.meta.url);
    const blocks = Array.from({ length: threads }, () => on(new Worker(file, { workerData: { name, count } }), "message"));
    for (const block of blocks)
        for await (const [lines] of block) {
            if (lines === null) break;
            yield lines;
        }
}

const answer = (peer, [call, a, b]) => {
    if (call === "make") return partsOf(peer.make, Number(a));
    if (call === "threads") return partsOfThreads(peer.fullName, Number(a), Number(b));
    if (call === "fork") return [["- a child process is a new program"]];
    if (call === "full") return peer.full === undefined ? [["- takes no random bits"]] : partsOf(peer.full(), 3);
    try {
        return [[`ok ${peer.parse(Buffer.from(a, "hex").toString())}`]];
    } catch (error) {
        return [[`no ${told(error)}`]];
    }
};

const versionOf = (library) =>
    JSON.parse(readFileSync(new URL(`node_modules/${library}/package.json`, import.meta.url), "utf8")).version;

for (const peer of PEERS) peer.fullName = `${peer.library} ${peer.name}`;
const wanted = isMainThread ? process.argv[2] : workerData.name;
const peer = PEERS.find(({ fullName }) => fullName === wanted);
if (!isMainThread) {
    for (const lines of partsOf(peer.make, workerData.count)) parentPort.postMessage(lines);
    parentPort.postMessage(null);
} else if (wanted === undefined)
    for (const { fullName, library, format, promises, source } of PEERS)
        console.log([fullName, versionOf(library), format, promises, source].join("\t"));
else
    for await (const line of createInterface({ input: process.stdin })) {
        for await (const lines of answer(peer, line.split(" "))) process.stdout.write(`${lines.join("\n")}\n`);
        process.stdout.write(".\n");
    }
