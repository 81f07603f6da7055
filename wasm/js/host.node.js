// Node: version 18 has no global crypto. A snapshot (node --build-snapshot) holds no WebAssembly.
const fillRandom = (bytes) => {
    webcrypto.getRandomValues(bytes);
};
const onSnapshot = (save, restore) => {
    const { startupSnapshot } = v8;
    if (startupSnapshot === undefined || !startupSnapshot.isBuildingSnapshot()) return;
    let saved;
    startupSnapshot.addSerializeCallback(() => {
        saved = save();
    });
    startupSnapshot.addDeserializeCallback(() => restore(saved));
};
