// Node: version 18 has no global crypto. A snapshot (node --build-snapshot) has no WebAssembly.
const fillRandom = (bytes) => {
    webcrypto.getRandomValues(bytes);
};
const whenReady = (start) => {
    const { startupSnapshot } = v8;
    if (startupSnapshot?.isBuildingSnapshot()) startupSnapshot.addDeserializeCallback(start);
    else start();
};
// The fastest way for long texts, of ASCII only.
const decode = (bytes, from, to) => Buffer.prototype.latin1Slice.call(bytes, from, to);
