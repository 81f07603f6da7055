// Browsers, workers, and bundlers.
const fillRandom = (bytes) => {
    // The limit of one call; the module asks for at most 256 bytes.
    globalThis.crypto.getRandomValues(bytes);
};
const whenReady = (start) => start();
const decoder = new TextDecoder("utf-8");
const decode = (bytes, from, to) => decoder.decode(bytes.subarray(from, to));
