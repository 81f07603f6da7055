// SPDX-License-Identifier: MIT
// SCRU64 IDs from the agent `sortid node serve` (docs/node-agent.md). Node does not fork: a worker
// or child process makes an Agent of its own.
//   node sortid_agent.mjs SOCKET COUNT
import net from "node:net";
import readline from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

export class Agent {
    #path; #socket = null; #lines; #next = 0n; #left = 0; #until = 0; #turn = Promise.resolve();

    constructor(path) { this.#path = path; }

    /** An ID as a BigInt. After an error the caller may try again later. */
    next() {
        const id = this.#turn.then(() => this.#take());
        this.#turn = id.catch(() => {});
        return id;
    }

    close() {
        this.#socket?.destroy();
        this.#socket = null;
        this.#left = 0;
    }

    async #take() {
        while (this.#left === 0 || performance.now() >= this.#until) {
            try {
                await this.#ask(1000);
            } catch (error) {
                this.close();
                throw new Error(`agent ${this.#path}: ${error.message}`, { cause: error });
            }
        }
        this.#left--;
        return this.#next++;
    }

    /** One request, which is never sent again: what a lost answer had is a gap. */
    async #ask(most) {
        this.#left = 0;
        if (this.#socket === null) {
            const socket = net.connect(this.#path);
            await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
            socket.on("error", () => {}); // the lines end, too
            this.#socket = socket;
            this.#lines = readline.createInterface({ input: socket })[Symbol.asyncIterator]();
        }
        const asked = performance.now();
        this.#socket.write(`GET ${most}\n`);
        const { value: line, done } = await this.#lines.next();
        if (done) throw new Error("the connection ended");
        const words = line.split(" ");
        if (words[0] === "BLOCK") {
            this.#next = BigInt(words[2]);
            this.#left = Number(words[3]);
            this.#until = asked + Number(words[4]);
        } else if (words[0] === "BUSY") {
            await sleep(Number(words[1]));
        } else {
            throw new Error(line);
        }
    }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const agent = new Agent(process.argv[2]);
    for (let count = Number(process.argv[3]); count > 0; count--)
        console.log((await agent.next()).toString(36).padStart(12, "0"));
    agent.close();
}
