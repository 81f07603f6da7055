// SPDX-License-Identifier: MIT
// library.js: what the page and its worker ask the module (build/wasm/page.wasm). It decides nothing about texts: the
// module reads, writes and makes all IDs. One function, so that the page can pass its source to a worker.
const sortid = async (moduleBytes) => {
    const { formats, kinds, reasons } = TABLES; // wasm/page/build.mjs writes them here
    let bytes;
    const imports = {
        time: () => Date.now(),
        random: (address, size) => {
            try {
                crypto.getRandomValues(bytes.subarray(address, address + size));
                return 1;
            } catch {
                return 0;
            }
        },
    };
    const wasm = (await WebAssembly.instantiate(moduleBytes, { sortid: imports })).instance.exports;
    const memory = wasm.memory.buffer; // it never grows
    bytes = new Uint8Array(memory);
    const TEXT = wasm.text();
    const [POSITION, WRITTEN, , COUNT, NAME] = [0, 1, 2, 3, 4]; // enum result in module.h
    const results = new Int32Array(memory, wasm.result(), 8);
    const decoder = new TextDecoder();
    const textAt = (address, length) => decoder.decode(bytes.subarray(address, address + length));
    const nameAt = (address) => textAt(address, bytes.indexOf(0, address) - address);
    const written = () => textAt(TEXT, results[WRITTEN]);

    // No text of an ID is longer. A character beyond ASCII becomes one byte that is no digit: positions stay the same.
    const LONGEST = 256;
    const put = (text) => {
        const length = Math.min(text.length, LONGEST);
        for (let i = 0; i < length; i++) {
            const code = text.charCodeAt(i);
            bytes[TEXT + i] = code < 128 ? code : 255;
        }
        return length;
    };
    const must = (status) => {
        if (status !== 0) throw new Error(reasons[status]);
    };

    // ---- What a text may be ------------------------------------------------------------------------

    const FORMS = ["text", "hex digits", "a decimal number", "UUID form", "", "UUID in braces", "URN"];
    const readingAt = (index) => {
        const [kind, form, confidence, why, , hasTime] = [0, 1, 2, 3, 4, 5].map((part) => wasm.readingPart(index, part));
        const { name, title } = kinds[kind];
        return {
            index,
            name,
            title,
            format: formats.findIndex((format) => format.name === name),
            form: FORMS[form],
            confidence,
            why,
            ms: hasTime ? wasm.readingTime(index) : null,
        };
    };
    const nearestTo = (text) => {
        if (wasm.nearest(put(text)) !== 0) return [];
        return Array.from({ length: Math.min(results[COUNT], 3) }, (_, index) => {
            const [kind, , status, distance, position, length] = [0, 1, 2, 3, 4, 5].map((part) =>
                wasm.nearestPart(index, part),
            );
            return { title: kinds[kind].title, reason: reasons[status], distance, position, length };
        });
    };

    // All readings of a text, or why it has none.
    const recognise = (text) => {
        const status = wasm.recognise(put(text), -1, 0, NaN);
        if (status === 0) return { readings: Array.from({ length: results[COUNT] }, (_, index) => readingAt(index)) };
        return { reason: reasons[status], position: results[POSITION], nearest: nearestTo(text) };
    };

    const ENCODINGS = [
        ["text", 0],
        ["uuid", 3],
        ["hex", 1],
        ["int", 2],
    ];
    const encodingsOf = (format, buffer) =>
        ENCODINGS.filter(([, number]) => formats[format].encodings & (1 << number)).map(([name, number]) => {
            must(wasm.print(format, number, buffer));
            return [name, written()];
        });
    const hexOf = (id) => Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");

    // Everything about the reading `index` of a text.
    const detail = (text, index) => {
        must(wasm.recognise(put(text), -1, 0, NaN));
        const reading = readingAt(index);
        const address = wasm.readingId(index);
        const hex = hexOf(bytes.subarray(address, address + wasm.readingPart(index, 6)));
        must(wasm.readingText(index));
        reading.text = written();
        reading.hex = hex;
        reading.fields = [];
        for (let i = 0; wasm.readingField(index, i) === 0; i++)
            reading.fields.push({ name: nameAt(results[NAME]), value: written() });
        must(wasm.readingBits(put(text), index));
        reading.bits = Array.from(bytes.subarray(TEXT, TEXT + results[WRITTEN]));
        reading.encodings = [
            ["text", reading.text],
            ["hex", hex],
            ["int", BigInt(`0x${hex}`).toString()],
        ];
        if (reading.format >= 0) {
            must(wasm.parse(reading.format, 1, put(hex)));
            reading.encodings = encodingsOf(reading.format, 0);
        }
        return reading;
    };

    // ---- Making ----------------------------------------------------------------------------------------

    const NEEDS_NODE = 2; // SORTID_NEEDS_NODE
    const BOUND_REACHED = 28;
    const needsNode = (format) => (formats[format].traits & NEEDS_NODE) !== 0;

    // Prepares a generator with a node; throws an error if the text is no node spec.
    const useNode = (spec) => {
        const status = wasm.prepareNode(0, 0, 0, 0, put(spec), 0);
        if (status !== 0) throw new Error(`Node ${spec}: ${reasons[status]}`);
    };

    // The texts of the next IDs, at most as many as fit the buffer; fewer if a node must wait for the clock.
    const make = (format, count) => {
        const { textLength } = formats[format];
        const status = wasm.many(format, needsNode(format), Math.min(count, Math.floor(65536 / textLength)));
        const all = written();
        if (status !== BOUND_REACHED && all === "") must(status);
        return Array.from({ length: all.length / textLength }, (_, i) => all.substr(i * textLength, textLength));
    };

    // The first and the last ID of since <= time < until, in all encodings.
    const range = (format, sinceMs, untilMs) => {
        must(wasm.range(format, sinceMs, untilMs));
        return { first: Object.fromEntries(encodingsOf(format, 0)), last: Object.fromEntries(encodingsOf(format, 1)) };
    };

    // ---- Checking --------------------------------------------------------------------------------------

    // Begins a file; returns a function that takes the next bytes.
    const check = (format, order) => {
        const INPUT = wasm.checkInput();
        const size = wasm.checkInputSize();
        let kept = 0;
        wasm.checkStart(format, order);
        return (chunk, isLast) => {
            let at = 0;
            do {
                const part = chunk.subarray(at, at + size - kept);
                bytes.set(part, INPUT + kept);
                at += part.length;
                kept = wasm.checkFeed(kept + part.length, isLast && at === chunk.length ? 1 : 0);
            } while (at < chunk.length);
        };
    };

    const FIGURES = [
        "lines", "valid", "invalid", "unordered", "duplicates", "counterFaults", "reserved", "firstMs", "lastMs",
        "idsPerMs", "idsPerTimestamp", "failed", "counterRule",
    ];
    const FAULTS = ["", "out of order", "duplicate of the ID before", "counter did not rise", "not an ID"];
    const NOT_AN_ID = 4;
    const faultAt = (index) => {
        const [line, what, status, position, length, kept] = [0, 1, 2, 3, 4, 5].map((part) => wasm.checkFault(index, part));
        const isInvalid = what === NOT_AN_ID;
        return {
            line,
            what: isInvalid ? reasons[status] : FAULTS[what],
            position: isInvalid ? position : -1,
            text: textAt(wasm.checkFaultText(index), kept),
            isCut: kept < length,
        };
    };
    const fieldsOf = (format) =>
        formats[format].layout.map(({ name, firstBit, bits }, field) => {
            const kind = wasm.checkFieldKind(field);
            const found = { name, firstBit, bits, kind };
            if (kind !== 0) found.shares = Array.from({ length: bits }, (_, bit) => wasm.checkShare(field, firstBit + bit));
            if (kind === 2) Object.assign(found, { renewals: wasm.checkRenewals(field), intervalMs: wasm.checkInterval(field) });
            return found;
        });
    const checked = (format) => {
        const figures = Object.fromEntries(FIGURES.map((name, which) => [name, wasm.checkFigure(which)]));
        return {
            ...figures,
            format,
            fields: fieldsOf(format),
            faults: Array.from({ length: wasm.checkFaults() }, (_, index) => faultAt(index)),
            bins: Array.from(new Uint32Array(memory, wasm.checkBins(), 256)),
            binsFirst: wasm.checkBinsFirst(),
            binsWidth: wasm.checkBinsWidth(),
        };
    };

    return { formats, needsNode, recognise, detail, useNode, make, range, check, checked };
};
