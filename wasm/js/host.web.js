// Browsers, workers, and bundlers.
const fillRandom = (bytes) => {
    // The limit of one call; the module asks for at most 256 bytes.
    globalThis.crypto.getRandomValues(bytes);
};
const whenReady = (start) => start();
