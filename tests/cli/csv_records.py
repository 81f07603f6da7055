# SPDX-License-Identifier: MIT
"""csv_records.py SORTID [SEED]: the records and fields of CSV, compared with Python's csv module.
Random files have quotes that open, close, are doubled or stand inside a field, delimiters and line
breaks in and out of quotes, empty fields, BOMs; every tenth is larger than a block and comes in
pieces. `find` must name the IDs of a field with their places, `filter` and `sort` must keep whole
records, and a quote that is not closed must be reported where it is."""

import csv
import random
import re
import subprocess
import sys
import tempfile
import uuid

SORTID, SEED = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
FILES, SMALL, LARGE, BOM = 100, 60, 40000, "\ufeff"
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "|"}
rng = random.Random(SEED)
csv.field_size_limit(1 << 30)


def ulid():
    number = rng.randrange(1451606400000, 1577836800000) << 80 | rng.getrandbits(80)  # 2016 to 2019
    return "".join(DIGITS[number >> 5 * i & 31] for i in range(25, -1, -1))


def uuid_of(found):
    number = 0
    for digit in found:
        number = number * 32 + DIGITS.index(digit)
    return str(uuid.UUID(int=number))


def year(found):
    number = 0
    for digit in found[:10]:
        number = number * 32 + DIGITS.index(digit)
    return 2016 + sum(number >= ms for ms in (1483228800000, 1514764800000, 1546300800000))


def random_text(delimiter, parts):
    words = {"quote": '"', "two": '""', "field": delimiter, "line": "\n", "return": "\r\n",
             "word": ".ab", "inch": '.12"', "open": delimiter + '"', "close": '"' + delimiter}
    weights = (2, 1, 6, 3, 2, 3, 1, 3, 3)
    text = ""
    for kind in rng.choices(list(words) + ["id"], weights + (8,), k=parts):
        if kind == "id":  # a word also without the quotes around it
            text += ("." if text[-9:].replace('"', "")[-1:].isalnum() else "") + ulid()
        else:
            text += words[kind]
    return text


def ids_in(text):
    return re.findall("[0-9A-Z]{26}", text)


def read(text, delimiter):
    """The records as (raw text, fields), and whether the last one is closed."""
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    reader = csv.reader(lines + ["the end\n"], delimiter=delimiter)
    records, done = [], 0
    for fields in reader:
        records.append(("".join(lines[done:reader.line_num]), fields))
        done = reader.line_num
    closed = records[-1][1] == ["the end"]
    return records[:-1], closed, records[-1][0]


def run(text, *arguments):
    """The output goes to files: annotate writes before it has read all, and a pipe would be full."""
    data = text.encode()
    size = len(data) + 1 if len(data) < 100000 else 40000
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([SORTID, *arguments], stdin=subprocess.PIPE, stdout=out,
                                   stderr=errors, bufsize=0)
        try:
            for at in range(0, len(data), size):
                process.stdin.write(data[at:at + size])
        except BrokenPipeError:
            pass  # it was refused
        process.communicate()
        out.seek(0)
        errors.seek(0)
        return out.read().decode(), errors.read().decode(), process.returncode


def check(what, got, expected, text):
    if got == expected:
        return
    with open("csv-failed", "w", newline="", encoding="utf-8") as file:
        file.write(text)
    sys.exit(f"seed {SEED}: {what}: got {got[-400:]!r}, expected {expected[-400:]!r}; the file is csv-failed")


def check_open_quote(text, delimiter, errors, last):
    """The quote that is named opens a field of the last record, and nothing closes it."""
    match = re.match(r"sortid: -:(\d+):(\d+): the quote that opens a field here is not closed before the end", errors)
    check("the message", match is not None, True, text + errors)
    lines = text.split("\n")
    at = sum(len(line) + 1 for line in lines[:int(match[1]) - 1]) + int(match[2]) - 1
    check("the byte of the quote", text[at], '"', text)
    check("open before it", read(text[:at], delimiter)[1], True, text)
    check("open after it", read(text[:at + 1] + "x", delimiter)[1], False, text)
    check("its record", len(text) - at <= len(last), True, text)


def check_file(number):
    delimiter = rng.choice(list(NAMES))
    text = random_text(delimiter, LARGE if number % 10 == 0 else SMALL)
    if number % 10 == 0 or rng.random() < 0.3:  # close it more often than chance does
        text += "" if read(text, delimiter)[1] else '"\n'
    records, closed, last = read(text, delimiter)
    given = (BOM if rng.random() < 0.3 else "") + text
    field = rng.randrange(1, 4)
    options = ["ulid", "--field", str(field), "--delimiter", NAMES[delimiter]]
    if delimiter == "," and rng.random() < 0.5:
        options[3:] = ["--csv"]
    found = [ids_in(fields[field - 1]) if len(fields) >= field else [] for _, fields in records]

    out, errors, status = run(given, "find", "--only", *options)
    line_of = {name: (line, match.start() + 1) for line, row in enumerate(text.split("\n"), 1)
               for match in re.finditer("[0-9A-Z]{26}", row) for name in [match[0]]}
    check("find", out, "".join("-:%d:%d:%s\n" % (*line_of[name], name) for ids in found for name in ids), given)
    check("status", status, 0 if closed else 1, given)
    if not closed:
        check_open_quote(text, delimiter, errors, last)

    kept = "".join(raw for (raw, _), ids in zip(records, found) if any(year(name) == 2017 for name in ids))
    check("filter", run(given, "filter", "--in", "2017", *options)[0], kept, given)
    header = records[0][0] if records else ""
    rest = [(ids[0][:26], raw) for (raw, _), ids in zip(records[1:], found[1:]) if ids]
    check("sort", run(given, "sort", "--header", *options)[0],
          header + "".join(raw for _, raw in sorted(rest, key=lambda row: row[0])), given)
    groups = []
    for (raw, _), ids in zip(records, found):
        if ids or not groups:
            groups.append([ids[0] if ids else "", raw])
        else:
            groups[-1][1] += raw
    check("sort --multiline", run(given, "sort", "--multiline", *options)[0],
          "".join(raw for _, raw in sorted(groups, key=lambda row: row[0])), given)

    whole, inside = text if closed else "".join(raw for raw, _ in records), sum(found, [])
    if records and given != text:
        whole = BOM + whole
    out, _, status = run(given, "convert", "-f", *options, "-e", "uuid")
    check("convert", out, re.sub("|".join(inside) or "$.", lambda match: uuid_of(match[0]), whole), given)
    missing = any(not ids and raw.strip("\r\n") for (raw, _), ids in zip(records, found))
    check("the status of convert", status, 0 if closed and not missing else 1, given)
    out = run(given, "annotate", *options)[0]
    check("annotate", re.sub(r" \(20[0-9T:.-]{21}Z\)", "", out), whole, given)
    check("its times", re.findall(r"([0-9A-Z]{26}) \(", out), inside, given)
    return closed, len(records), sum(map(len, found))


print(f"seed {SEED}")
results = [check_file(number) for number in range(FILES)]
closed = sum(result[0] for result in results)
print(f"{FILES} files, {FILES - closed} with an open quote, {sum(row[1] for row in results)} records, "
      f"{sum(row[2] for row in results)} IDs in the field")
if closed in (0, FILES) or not all(sum(row[i] for row in results) for i in (1, 2)):
    sys.exit("the files do not have what the test is for")
