// SPDX-License-Identifier: MIT
// page.js: the inspector page: input, links, cards, tables, plots. `host` (wasm/page/build.mjs) gives the module's bytes
// and workers; library.js everything about IDs.
const $ = (id) => document.getElementById(id);

// An element: properties, then children. Texts are never read as HTML.
const make = (node, props, children) => {
    for (const [name, value] of Object.entries(props)) {
        if (name in node && !(node instanceof SVGElement)) node[name] = value;
        else node.setAttribute(name, value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== false));
    return node;
};
const h = (tag, props = {}, ...children) => make(document.createElement(tag), props, children);
const svg = (tag, props = {}, ...children) => make(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
const say = (text) => ($("said").textContent = text);
const number = (value) => value.toLocaleString("en");
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
const colour = (field) => `c${field > 250 ? 5 : field % 5}`;

// ---- Copying --------------------------------------------------------------------------------------------

const copy = async (text) => {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // without a secure context: by a selection
        const area = h("textarea", { value: text, className: "unseen" });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
};
const copyButton = (text, what, label = "Copy") => {
    const button = h("button", { type: "button", className: "copy", ariaLabel: `${label} ${what}` }, label);
    button.onclick = async () => {
        await copy(typeof text === "function" ? await text() : text);
        say(`Copied ${what}`);
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = label), 1200);
        button.focus();
    };
    return button;
};

// ---- Time -----------------------------------------------------------------------------------------------

const isoOf = (ms) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms since 1970`);
const LOCAL = new Intl.DateTimeFormat("en-GB", {
    weekday: "short", year: "numeric", month: "short", day: "numeric",
    hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, timeZoneName: "short",
});
const AGES = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [["year", 31556952], ["month", 2629746], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const ageOf = (ms) => {
    const seconds = (ms - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
    return AGES.format(Math.trunc(seconds / length), unit);
};
const localOf = (ms) => (Math.abs(ms) <= 8.64e15 ? LOCAL.format(ms) : "beyond the calendar");
const renewAges = () => {
    for (const each of document.querySelectorAll("[data-ms]")) each.textContent = ageOf(Number(each.dataset.ms));
};
const age = (ms) => {
    const element = h("span", {}, ageOf(ms));
    element.dataset.ms = ms;
    return element;
};

const start = async () => {
    const moduleBytes = await host.bytes();
    const library = await sortid(moduleBytes);
    const { formats } = library;

    // ---- The card of an ID ----------------------------------------------------------------------------------

    // Runs of equal values: [value, from, to].
    const runsOf = (values, from, to) => {
        const runs = [];
        for (let i = from; i < to; i++) {
            if (runs.length && runs.at(-1)[0] === values[i]) runs.at(-1)[2] = i + 1;
            else runs.push([values[i], i, i + 1]);
        }
        return runs;
    };

    // A digit whose bits belong to two fields has no colour. The first digit may have fewer bits of the ID.
    const MIXED = 254;
    const digits = (text, { bits, format }, encoding) => {
        const isHex = /^[0-9a-f-]+$/i.test(text) && text.replaceAll("-", "").length * 4 === bits.length;
        const isBase32 = encoding === "text" && format >= 0 && text.length === Math.ceil(bits.length / 5);
        const per = encoding === "int" ? 0 : isHex ? 4 : isBase32 ? 5 : 0;
        if (per === 0) return [text];
        let end = bits.length - per * text.replaceAll("-", "").length;
        let last = MIXED;
        const fields = Array.from(text, (digit) => {
            if (digit === "-") return last;
            const own = bits.slice(Math.max(end, 0), end + per);
            end += per;
            return (last = own.every((field) => field === own[0]) ? own[0] : MIXED);
        });
        return runsOf(fields, 0, text.length).map(([field, from, to]) => {
            const part = text.slice(from, to);
            return field === MIXED ? part : h("span", { className: `ink ${colour(field)}` }, part);
        });
    };

    const bitsPerRow = () => (innerWidth >= 900 ? 64 : innerWidth >= 480 ? 32 : 16);
    const drawRuler = (ruler) => {
        const { bits, hex, fields } = ruler.reading;
        const value = BigInt(`0x${hex}`);
        const perRow = Math.min(bitsPerRow(), bits.length);
        if (ruler.perRow === perRow) return;
        ruler.perRow = perRow;
        ruler.replaceChildren();
        for (let from = 0; from < bits.length; from += perRow) {
            const to = Math.min(from + perRow, bits.length);
            const row = h("div", { className: "bits" });
            row.style.gridTemplateColumns = `repeat(${perRow}, minmax(0, 1fr))`;
            for (let i = from; i < to; i += 8) {
                const mark = h("u", {}, String(i));
                mark.style.gridColumn = `${i - from + 1} / span 8`;
                row.append(mark);
            }
            for (let i = from; i < to; i++) {
                const bit = (value >> BigInt(bits.length - 1 - i)) & 1n;
                const cell = h("i", { className: `${colour(bits[i])}${bit ? " one" : ""}${i % 8 === 0 ? " byte" : ""}` }, String(bit));
                cell.dataset.field = bits[i];
                row.append(cell);
            }
            for (const [field, first, end] of runsOf(bits, from, to)) {
                const name = fields[field]?.name ?? "";
                const label = h("b", { className: colour(field), title: name }, end - first > 1 ? name : "");
                label.style.gridColumn = `${first - from + 1} / ${end - from + 1}`;
                label.dataset.field = field;
                row.append(label);
            }
            ruler.append(row);
        }
    };
    const rulerOf = (reading) => {
        const { bits, fields } = reading;
        const parts = runsOf(bits, 0, bits.length).map(([field, from, to]) => `${fields[field]?.name ?? "no field"} ${to - from}`);
        const ruler = h("div", { className: "ruler", role: "img", ariaLabel: `${bits.length} bits: ${parts.join(", ")}` });
        ruler.reading = reading;
        drawRuler(ruler);
        return ruler;
    };
    const highlight = (card, field) => {
        for (const each of card.querySelectorAll(".ruler [data-field]"))
            each.classList.toggle("dim", field !== null && each.dataset.field !== String(field));
    };

    const placesOf = (bits, field) =>
        runsOf(bits, 0, bits.length)
            .filter(([each]) => each === field)
            .map(([, from, to]) => (to - from === 1 ? String(from) : `${from}\u2013${to - 1}`))
            .join(", ");
    const fieldTable = ({ fields, bits, format }) => {
        const rows = fields.map(({ name, value }, field) => {
            const width = bits.filter((each) => each === field).length;
            const hex = format >= 0 ? BigInt(value).toString(16).padStart(Math.ceil(width / 4), "0") : "";
            const row = h("tr", { className: `field ${colour(field)}` },
                h("th", { scope: "row" }, name), h("td", { className: "n" }, width ? String(width) : ""),
                h("td", { className: "n" }, placesOf(bits, field)),
                h("td", { className: "mono" }, value), format >= 0 && h("td", { className: "mono hex" }, hex));
            row.onmouseenter = () => highlight(row.closest(".card"), field);
            row.onmouseleave = () => highlight(row.closest(".card"), null);
            return row;
        });
        return h("div", {}, h("h3", {}, "Fields"), h("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Fields" }, h("table", {},
            h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "field"), h("th", { scope: "col", className: "n" }, "bits"),
                h("th", { scope: "col", className: "n" }, "from\u2013to"), h("th", { scope: "col" }, format >= 0 ? "decimal" : "value"),
                format >= 0 && h("th", { scope: "col", className: "hex" }, "hex"))),
            h("tbody", {}, rows))));
    };

    const encodingList = (reading) => {
        const seen = new Set();
        const rows = reading.encodings
            .filter(([, text]) => !seen.has(text) && seen.add(text))
            .map(([name, text]) => h("div", { className: "code" }, h("span", {}, name), h("code", {}, digits(text, reading, name)), copyButton(text, name)));
        return h("div", {}, h("h3", {}, "Encodings"), h("div", { className: "codes" }, rows));
    };

    const CONFIDENCES = ["", "a guess", "likely", "certain"];
    const WHY = ["its prefix", "its version bits", "its exact alphabet", "a plausible time", "its length alone"];
    const LIST = new Intl.ListFormat("en");
    const whyOf = ({ confidence, why, form }) =>
        `${CONFIDENCES[confidence]}, by ${LIST.format(WHY.filter((_, bit) => why & (1 << bit)))}; read from ${form}`;

    const timeList = ({ ms }) =>
        ms === null
            ? h("p", { className: "hint when" }, "It has no time.")
            : h("dl", { className: "when" },
                ...[["UTC", h("time", {}, isoOf(ms))], ["local", localOf(ms)], ["age", age(ms)], ["Unix", `${ms} ms`]].flatMap(
                    ([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

    const otherReadings = (text, readings, shown) => {
        if (readings.length < 2) return null;
        const buttons = readings.filter(({ index }) => index !== shown).map((reading) => {
            const button = h("button", { type: "button" }, reading.title, h("small", {}, reading.ms === null ? "no time" : isoOf(reading.ms)));
            button.onclick = () => {
                $("result").replaceChildren(cardOf(text, readings, reading.index));
                $("result").querySelector("h2").focus();
            };
            return button;
        });
        return h("div", {}, h("h3", {}, counted(buttons.length, "other reading")), h("div", { className: "others" }, buttons));
    };

    const cardOf = (text, readings, index = 0) => {
        const reading = library.detail(text, index);
        return h("article", { className: "card" },
            h("div", { className: "title" }, h("h2", { tabIndex: -1 }, reading.title), h("p", { className: "hint" }, whyOf(reading))),
            h("p", { className: "big" }, digits(reading.text, reading, "text")),
            timeList(reading), rulerOf(reading),
            h("div", { className: "columns" }, fieldTable(reading), encodingList(reading)),
            otherReadings(text, readings, index));
    };

    // ---- A text that is no ID ---------------------------------------------------------------------------------

    // Marks the character at a position, or the end.
    const marked = (text, position) => {
        const at = Math.min(position, text.length);
        return h("p", { className: "marked" }, text.slice(0, at), h("mark", {}, text.charAt(at) || "\u00a0"), text.slice(at + 1));
    };
    const faultOf = (text, { reason, position, nearest }) => {
        const hints = nearest.filter(({ distance }) => 2 * distance <= text.length).map((near) =>
            h("li", {}, `${near.title}: ${near.reason}, ${counted(near.distance, "character")} away; it has ${near.length}, this has ${text.length}`));
        const at = nearest.length && hints.length ? nearest[0].position : position;
        const why = nearest.length && hints.length ? nearest[0].reason : reason;
        return h("article", { className: "card fault" }, h("h2", {}, "Not an ID"),
            marked(text.slice(0, 300), at), h("p", {}, `Character ${at + 1}: ${why}.`),
            hints.length > 0 && h("h3", {}, "Nearest"), hints.length > 0 && h("ul", {}, hints));
    };

    // ---- Several lines: a table -------------------------------------------------------------------------------

    const ROWS_MAX = 2000;
    const itemOf = (text, index) => {
        const found = library.recognise(text);
        const [best] = found.readings ?? [];
        return { line: index + 1, text, found, kind: best?.title ?? "", ms: best?.ms ?? null };
    };
    const compare = (a, b) => (a === b ? 0 : a < b ? -1 : 1);
    const COLUMNS = [["Line", "line"], ["ID", "text"], ["Kind", "kind"], ["Time, UTC", "ms"]];
    const rowOf = ({ line, text, found, kind, ms }) => {
        const link = h("a", { href: hashOf(text) }, text);
        const what = found.readings ? kind : h("span", { className: "bad" }, `${found.reason} at ${found.position + 1}`);
        const cell = found.readings ? link : marked(text.slice(0, 80), found.position);
        cell.className = found.readings ? "" : "bad";
        return h("tr", {}, h("td", { className: "n" }, String(line)), h("td", { className: "mono" }, cell),
            h("td", {}, what), h("td", {}, ms === null ? "" : isoOf(ms)));
    };
    const summaryOf = (items) => {
        const kinds = new Map();
        for (const { kind } of items) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        const parts = [...kinds].map(([kind, count]) => `${number(count)} ${kind || "not recognised"}`);
        const rises = kinds.size === 1 && !kinds.has("") && items.every((item, i) => i === 0 || items[i - 1].text < item.text);
        return `${parts.join(", ")}${rises ? "; each after the one before" : ""}`;
    };
    const tableOf = (lines) => {
        const items = lines.slice(0, ROWS_MAX).map(itemOf);
        const body = h("tbody");
        let sorted = null;
        let up = true;
        const heads = COLUMNS.map(([title, key]) => {
            const button = h("button", { type: "button" }, title);
            const head = h("th", { scope: "col" }, button);
            button.onclick = () => {
                up = sorted === key ? !up : true;
                sorted = key;
                for (const each of heads) each.removeAttribute("aria-sort");
                head.setAttribute("aria-sort", up ? "ascending" : "descending");
                const order = [...items].sort((a, b) => {
                    const [x, y] = [a[key], b[key]];
                    const none = (x === null) - (y === null); // without a time: last, in either order
                    return none || (up ? compare(x, y) : compare(y, x)) || a.line - b.line;
                });
                body.replaceChildren(...order.map(rowOf));
            };
            return head;
        });
        body.append(...items.map(rowOf));
        return h("article", { className: "card" }, h("div", { className: "title" }, h("h2", {}, counted(lines.length, "line")), h("p", { className: "hint" }, summaryOf(items))),
            lines.length > ROWS_MAX && h("p", { className: "hint" }, `The first ${number(ROWS_MAX)} are shown. Drop a file to check all.`),
            h("h3", { className: "unseen" }, "Lines"),
            h("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Lines" }, h("table", { className: "list" }, h("thead", {}, h("tr", {}, heads)), body)));
    };

    // ---- The input and the link ---------------------------------------------------------------------------------

    const ids = $("ids");
    const fit = () => {
        ids.style.height = "auto";
        ids.style.height = `${ids.scrollHeight + 2}px`;
    };
    const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

    // A fresh ID, as long as nothing was typed.
    const example = () => {
        const format = formats.findIndex(({ name }) => name === "uuidv7");
        const [text] = library.make(format, 1);
        return [h("p", { className: "hint example" }, "For example, one made just now:"), cardOf(text, library.recognise(text).readings)];
    };
    const show = () => {
        const lines = linesOf(ids.value);
        ids.classList.toggle("many", lines.length > 1);
        fit();
        $("clear").hidden = $("link").hidden = lines.length === 0;
        if (lines.length === 0) {
            $("result").replaceChildren(...example());
            say("");
            return;
        }
        if (lines.length > 1) {
            const table = tableOf(lines);
            $("result").replaceChildren(table);
            say(table.querySelector(".title").textContent);
            return;
        }
        const found = library.recognise(lines[0]);
        $("result").replaceChildren(found.readings ? cardOf(lines[0], found.readings) : faultOf(lines[0], found));
        say(found.readings ? `${found.readings[0].title}, ${found.readings[0].ms === null ? "no time" : ageOf(found.readings[0].ms)}` : `Not an ID: ${found.reason}`);
    };

    const LINK_MAX = 8000;
    const hashOf = (text) => {
        try {
            return text.length > 0 && text.length <= LINK_MAX ? `#${encodeURIComponent(text)}` : "";
        } catch {
            return ""; // half a character, as while one is typed
        }
    };
    const here = () => location.href.split("#")[0];
    const link = () => here() + hashOf(linesOf(ids.value).join("\n"));
    const readLink = () => {
        try {
            ids.value = decodeURIComponent(location.hash.slice(1));
        } catch {
            ids.value = location.hash.slice(1);
        }
        choose("inspect");
        show();
    };
    ids.oninput = () => {
        show();
        history.replaceState(null, "", link());
    };
    ids.onpaste = (event) => {
        const text = event.clipboardData.getData("text");
        if (text.length < 500000) return;
        event.preventDefault();
        checkFile(new File([text], "pasted text"));
    };
    $("clear").onclick = () => {
        ids.value = "";
        ids.oninput();
        ids.focus();
    };
    const linkButton = copyButton(link, "a link to this", "Copy link");
    linkButton.id = "link";
    linkButton.className = "";
    $("link").replaceWith(linkButton);

    // ---- Tabs -----------------------------------------------------------------------------------------------------

    const tabs = [...document.querySelectorAll("[role=tab]")];
    const choose = (id) => {
        for (const tab of tabs) {
            const isChosen = tab.id === `tab-${id}`;
            tab.ariaSelected = String(isChosen);
            tab.tabIndex = isChosen ? 0 : -1;
            $(tab.getAttribute("aria-controls")).hidden = !isChosen;
        }
        if (id === "inspect") fit();
    };
    tabs.forEach((tab, i) => {
        tab.onclick = () => choose(tab.id.slice(4));
        tab.onkeydown = ({ key }) => {
            const to = { ArrowRight: i + 1, ArrowLeft: i - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[key];
            if (to === undefined) return;
            tabs[to % tabs.length].click();
            tabs[to % tabs.length].focus();
        };
    });

    // ---- Work in a worker -------------------------------------------------------------------------------------------

    // Gives a worker a task, shows how far it is with a way to cancel, then what `done` makes of the result.
    const run = (place, worker, task, total, unit, done) => {
        const bar = h("progress", { max: total, value: 0, ariaLabel: "Progress" });
        const text = h("p", { className: "hint" }, "Starting");
        const cancel = h("button", { type: "button" }, "Cancel");
        const begun = performance.now();
        place.replaceChildren(h("article", { className: "card working" }, bar, h("div", { className: "row" }, text, cancel)));
        const end = (children) => {
            worker.onmessage = null;
            place.replaceChildren(...children);
        };
        const fail = (message) => {
            worker.terminate();
            say(message);
            end([h("article", { className: "card fault" }, h("h2", {}, message))]);
            return true;
        };
        cancel.onclick = () => fail("Cancelled");
        worker.onerror = () => fail("The worker failed");
        worker.onmessage = ({ data }) => {
            if (data.error) {
                fail(data.error);
            } else if (data.result) {
                end(done(data.result, (performance.now() - begun) / 1000));
            } else {
                bar.value = data.progress;
                text.textContent = `${unit(data.progress)} of ${unit(total)}`;
            }
        };
        worker.postMessage({ ...task, module: moduleBytes });
        return fail;
    };
    const save = (blob, name) => {
        const url = URL.createObjectURL(blob);
        h("a", { href: url, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60000);
    };

    // ---- Make ---------------------------------------------------------------------------------------------------------

    const formatOptions = () => formats.map(({ title }, value) => h("option", { value }, title));
    const select = (id, name) => {
        $(id).append(...formatOptions());
        if (name) $(id).value = formats.findIndex((format) => format.name === name);
    };
    select("make-format", "uuidv7");
    select("range-format", "uuidv7");
    select("check-format");

    const showMade = (format, { first, count, blob }) => {
        const { title, name } = formats[format];
        const list = h("ul", { className: "mono made" }, first.map((text) => h("li", {}, h("a", { href: `#${text}` }, text))));
        const download = h("button", { type: "button" }, "Download");
        download.onclick = () => save(blob, `${name}-${count}.txt`);
        say(`Made ${counted(count, title)}`);
        return [h("article", { className: "card" }, h("div", { className: "title" }, h("h2", {}, count === 1 ? title : `${number(count)} \u00d7 ${title}`)),
            list, count > first.length && h("p", { className: "hint" }, `and ${number(count - first.length)} more`),
            h("div", { className: "row" }, copyButton(async () => (await blob.text()).trimEnd(), count === 1 ? "the ID" : "all IDs", count === 1 ? "Copy" : "Copy all"), download))];
    };
    let maker = null;
    const forget = () => (maker = null);
    const makeIds = () => {
        const format = Number($("make-format").value);
        const count = Number($("make-count").value);
        const task = { task: "make", format, count, node: $("make-node").value.trim() };
        maker?.stop?.("Cancelled");
        const worker = maker?.worker ?? host.worker();
        const stop = run($("made"), worker, task, count, number, (result) => {
            maker = { worker };
            return showMade(format, result);
        });
        maker = { worker: null, stop: (why) => stop(why) && forget() };
    };
    const chooseMade = () => {
        const isNode = library.needsNode(Number($("make-format").value));
        $("make-node-label").hidden = !isNode;
        $("make-hint").textContent = isNode
            ? "Each node id may be used once at a time: not in two tabs, and not by another program."
            : "They are made here, by the random source of this browser, and are in order within this page.";
    };
    $("make-format").onchange = chooseMade;
    $("make-form").onsubmit = (event) => {
        event.preventDefault();
        makeIds();
    };
    for (const button of document.querySelectorAll(".count"))
        button.onclick = () => {
            $("make-count").value = button.value;
            makeIds();
        };

    // ---- Range ----------------------------------------------------------------------------------------------------------

    // How a column holds an ID: the encoding, and the literal of SQL.
    const TYPES = [
        ["text", "text", (id) => `'${id}'`],
        ["uuid", "uuid", (id) => `'${id}'`],
        ["bytea (PostgreSQL)", "hex", (id) => `'\\x${id}'`],
        ["BLOB (SQLite, MySQL)", "hex", (id) => `X'${id}'`],
        ["bigint, INTEGER", "int", (id) => id],
    ];
    const fitsType = ({ encodings, size, textLength }, [, encoding], i) =>
        encoding === "uuid" ? encodings & 8 : encoding === "int" ? size === 8 : encoding !== "text" || textLength !== 36 || i === 0;
    const quoteName = (column) => column.split(".").map((part) => `"${part.replaceAll('"', '""')}"`).join(".");
    const chooseTypes = () => {
        const format = formats[Number($("range-format").value)];
        const fitting = TYPES.map((type, i) => [type, i]).filter(([type, i]) => fitsType(format, type, i));
        $("column-type").replaceChildren(...fitting.map(([[title], value]) => h("option", { value }, title)));
        if (format.textLength === 36) $("column-type").value = 1;
    };
    const CASE_SENSITIVE = 8; // SORTID_CASE_SENSITIVE
    const rangeOf = () => {
        const index = Number($("range-format").value);
        const [, encoding, literal] = TYPES[Number($("column-type").value)];
        const [since, until] = ["since", "until"].map((id) => Date.parse(`${$(id).value}Z`));
        const { first, last } = library.range(index, since, until);
        const sql = `${quoteName($("column").value)} BETWEEN ${literal(first[encoding])} AND ${literal(last[encoding])}`;
        const warn = encoding === "text" && formats[index].traits & CASE_SENSITIVE;
        const line = (name, id) => h("div", { className: "code" }, h("span", {}, name), h("code", {}, id), copyButton(id, `the ${name} ID`));
        return [h("article", { className: "card" }, h("h2", {}, "In a query"), h("pre", { id: "sql", tabIndex: 0, role: "region", ariaLabel: "SQL" }, `WHERE ${sql}`),
            copyButton(`WHERE ${sql}`, "the condition", "Copy SQL"),
            warn && h("p", { className: "hint" }, 'The case of letters matters: in PostgreSQL give the column COLLATE "C".'),
            h("h3", {}, "First and last ID"), h("div", { className: "codes" }, line("first", first.text), line("last", last.text)))];
    };
    const showRange = () => {
        if (!$("range-form").checkValidity()) return;
        try {
            $("ranged").replaceChildren(...rangeOf());
        } catch {
            $("ranged").replaceChildren(h("article", { className: "card fault" }, h("h2", {}, "No ID is in this span"),
                h("p", {}, "It ends before it begins, or the format has no such time.")));
        }
    };
    const day = (from) => new Date(Date.now() - (Date.now() % 86400000) + from * 86400000).toISOString().slice(0, 16);
    $("since").value = day(0);
    $("until").value = day(1);
    $("range-format").onchange = chooseTypes;
    $("range-form").oninput = showRange;
    $("range-form").onsubmit = (event) => event.preventDefault();
    $("range-form").addEventListener("change", showRange);
    chooseTypes();
    showRange();

    // ---- Check a file ---------------------------------------------------------------------------------------------------

    const figure = (name, value, isBad, isSmall) =>
        h("div", { className: isSmall ? "wide" : "" }, h("dt", {}, name), h("dd", { className: `${isBad ? "bad" : ""}${isSmall ? " small" : ""}` }, typeof value === "number" ? number(value) : value));
    const bars = (values, most, label, classOf, mid) => {
        const plot = svg("svg", { class: "plot", viewBox: `0 0 ${values.length} 100`, preserveAspectRatio: "none", role: "img", "aria-label": label });
        values.forEach((value, x) => {
            if (!(value > 0)) return;
            const height = Math.max((value / most) * 96, 1.5);
            plot.append(svg("rect", { class: classOf(x), x: x + 0.08, y: 100 - height, width: 0.84, height }));
        });
        if (mid) plot.append(svg("line", { x1: 0, x2: values.length, y1: 52, y2: 52 }));
        return plot;
    };
    const axis = (...marks) => h("div", { className: "axis" }, marks.map((mark) => h("span", {}, mark)));
    const timePlot = ({ bins, binsFirst, binsWidth }) => {
        const from = bins.findIndex((count) => count > 0);
        const to = bins.findLastIndex((count) => count > 0) + 1;
        const used = bins.slice(from, to);
        const most = Math.max(...used);
        const label = `IDs over time: at most ${number(most)} in ${number(binsWidth)} ms`;
        return [h("h3", {}, `IDs over time, a bar for ${number(binsWidth)} ms`), bars(used, most, label, () => "c0"),
            axis(isoOf(binsFirst + from * binsWidth), isoOf(binsFirst + to * binsWidth))];
    };
    const sharePlot = ({ fields }) => {
        const plotted = fields.filter(({ kind }) => kind !== 0);
        const shares = plotted.flatMap((field) => field.shares);
        if (!shares.some((share) => !Number.isNaN(share))) return [];
        const fieldAt = plotted.flatMap((field) => field.shares.map(() => fields.indexOf(field)));
        const key = plotted.map((field) => {
            const known = field.shares.filter((share) => !Number.isNaN(share));
            const text = known.length ? `${Math.min(...known).toFixed(3)} to ${Math.max(...known).toFixed(3)}` : "no data";
            const renewals = field.kind === 2 ? `, ${counted(field.renewals, "renewal")}` : "";
            return h("span", { className: `ink ${colour(fields.indexOf(field))}` }, `${field.name} ${text}${renewals}`);
        });
        return [h("h3", {}, "Share of ones in each bit; the line is one half"), bars(shares, 1, "Share of ones in each bit", (x) => colour(fieldAt[x]), true),
            axis(`bit ${plotted[0].firstBit}`, `bit ${plotted.at(-1).firstBit + plotted.at(-1).bits - 1}`), h("div", { className: "key" }, key)];
    };
    const faultTable = (faults, total) =>
        faults.length === 0 ? null : h("div", {}, h("h3", {}, total > faults.length ? `The first ${faults.length} of ${counted(total, "fault")}` : counted(total, "fault")),
            h("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Faults" }, h("table", { className: "list" },
                h("thead", {}, h("tr", {}, ["Line", "What", "Text"].map((title) => h("th", { scope: "col" }, title)))),
                h("tbody", {}, faults.map(({ line, what, position, text, isCut }) => {
                    const at = position < 0 || position > text.length ? null : position;
                    const cell = at === null ? text : [text.slice(0, at), h("mark", {}, text.charAt(at) || "\u00a0"), text.slice(at + 1)];
                    return h("tr", {}, h("td", { className: "n" }, number(line)), h("td", {}, what + (position < 0 ? "" : ` at ${position + 1}`)),
                        h("td", { className: "mono" }, cell, isCut ? "\u2026" : ""));
                })))));
    const showChecked = (file, found, seconds) => {
        const { invalid, unordered, duplicates, counterFaults, valid } = found;
        const faults = invalid + unordered + duplicates + counterFaults;
        const verdict = valid === 0 ? "No valid ID" : faults === 0 ? "All IDs are valid and in order" : counted(faults, "fault");
        const isOrdered = $("check-order").value !== "2";
        say(`${verdict}. ${counted(valid, "valid ID")}`);
        return [h("article", { className: "card" },
            h("div", { className: "title" }, h("h2", { className: found.failed ? "bad" : "good" }, isOrdered || faults > 0 ? verdict : "All IDs are valid"),
                h("p", { className: "hint" }, `${file.name}: ${formats[found.format].title}, ${megabytes(file.size)} in ${seconds.toFixed(1)} s`)),
            h("dl", { className: "figures" },
                figure("lines", found.lines), figure("valid IDs", valid), figure("invalid", invalid, invalid), figure("out of order", isOrdered ? unordered : "\u2013", unordered),
                figure("duplicates of the ID before", duplicates, duplicates), found.counterRule ? figure("counter did not rise", counterFaults, counterFaults) : "",
                ...(valid === 0 ? [] : [figure("first time", isoOf(found.firstMs), false, true), figure("last time", isoOf(found.lastMs), false, true),
                    figure("IDs per ms, mean", Number.isNaN(found.idsPerMs) ? "\u2013" : Number(found.idsPerMs.toPrecision(4))), figure("most in one timestamp", found.idsPerTimestamp)])),
            ...(valid === 0 ? [] : [...timePlot(found), ...sharePlot(found)]), faultTable(found.faults, faults))];
    };
    const megabytes = (size) => (size < 1e5 ? `${number(size)} bytes` : `${(size / 1e6).toFixed(1)} MB`);

    // The format that reads the most of the first lines; of equals the one that recognition puts first.
    const formatOf = async (file) => {
        const chosen = Number($("check-format").value);
        if (chosen >= 0) return chosen;
        const votes = formats.map(() => 0);
        for (const line of linesOf(await file.slice(0, 65536).text()).slice(0, 500)) {
            const found = (library.recognise(line).readings ?? []).filter(({ format }) => format >= 0);
            found.forEach(({ format }, rank) => (votes[format] += 1 - rank / 1000));
        }
        const most = Math.max(...votes);
        return most > 0 ? votes.indexOf(most) : -1;
    };
    let stopCheck = null;
    let checkedFile = null;
    const checkFile = async (file) => {
        checkedFile = file;
        stopCheck?.("Cancelled");
        stopCheck = null;
        choose("check");
        const format = await formatOf(file).catch(() => -2);
        if (file !== checkedFile) return;
        if (format < 0) {
            const why = format === -1 ? "None of its first lines is an ID of a format" : "The file cannot be read";
            say(why);
            $("checked").replaceChildren(h("article", { className: "card fault" }, h("h2", {}, why), h("p", { className: "hint" }, file.name)));
            return;
        }
        const worker = host.worker();
        const task = { task: "check", file, format, order: Number($("check-order").value) };
        const stop = run($("checked"), worker, task, file.size, megabytes, (found, seconds) => {
            worker.terminate();
            stopCheck = null;
            return showChecked(file, found, seconds);
        });
        stopCheck = stop;
    };
    $("file").onclick = () => ($("file").value = ""); // so that the same file can be chosen again
    $("file").onchange = () => $("file").files.length && checkFile($("file").files[0]);
    $("check-form").onsubmit = (event) => event.preventDefault();
    for (const id of ["check-format", "check-order"]) $(id).onchange = () => checkedFile && checkFile(checkedFile);
    const isFile = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
    addEventListener("dragover", (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        $("dropping").hidden = false;
    });
    addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) $("dropping").hidden = true;
    });
    addEventListener("drop", (event) => {
        $("dropping").hidden = true;
        if (!isFile(event)) return;
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) checkFile(file);
    });

    // ---- The beginning -----------------------------------------------------------------------------------------------------

    setInterval(renewAges, 1000);
    addEventListener("hashchange", readLink);
    addEventListener("resize", () => {
        fit();
        document.querySelectorAll(".ruler").forEach(drawRuler);
    });
    if (location.hash.length > 1 || ids.value === "") readLink();
    else show();
    if (matchMedia("(hover: hover)").matches) ids.focus();
    document.body.dataset.ready = "yes";
};
start().catch((error) => {
    const why = `This browser cannot run the page: ${error.message}. It needs WebAssembly and DecompressionStream.`;
    $("result").replaceChildren(h("article", { className: "card fault" }, h("h2", {}, why)));
});
