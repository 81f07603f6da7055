# SPDX-License-Identifier: MIT
"""long_lines.py SORTID [SEED]: lines that come in parts, compared with what the lines were made of.
Some lines of a random file have up to 4 MiB: words, IDs, escapes and blanks, with more IDs where
parts end. No option may show that a line was parted."""

import datetime
import random
import re
import subprocess
import sys

SORTID, SEED = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
FILES, PART, ON, OFF = 6, 1024 * 1024, "\x1b[1;31m", "\x1b[0m"
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SPANS = {2016: (1451606400000, 1483228800000), 2017: (1483228800000, 1514764800000)}
rng = random.Random(SEED)


def ulid(year):
    number = rng.randrange(*SPANS[year]) << 80 | rng.getrandbits(80)
    return "".join(DIGITS[number >> 5 * i & 31] for i in range(25, -1, -1))


def make_line(size, years):
    """A line, and its IDs as (column from 0, field, ID). "u" is not a digit, so no other word is an ID."""
    pieces, ids, at, fields, blank = [], [], 0, 0, True
    while at < size:
        near_end = PART - 9000 < at % PART or at % PART < 500
        piece = rng.choice(["u" * rng.randrange(1, 40), " ", ".", "%22", "\\n", "\x1b[32m", "\t  "])
        if not near_end and rng.random() < 0.5:
            piece = " " + "u" * rng.randrange(rng.choice([100, 20000, 300000]))
        if years and rng.random() < (0.3 if near_end else 0.02):
            piece = rng.choice([" ", ".", "%22", "\\n", "\x1b[32m", ".%%0A", "\\u0022"]) + ulid(rng.choice(years))
            ids.append([at + len(piece) - 26, None, piece[-26:]])
            piece += rng.choice([" ", ".", "%22", "\\n", "\x1b[0m"])
        pieces.append(piece)
        at += len(piece)
    text = "".join(pieces)
    done = 0
    for found in ids:
        for byte in text[done:found[0] + 1]:
            is_blank = byte in " \t"
            fields += blank and not is_blank
            blank = is_blank
        done = found[0] + 1
        found[1] = fields
    return text, ids


def check(what, arguments, expected):
    out = subprocess.run([SORTID, *arguments, "long-lines"], capture_output=True, check=False).stdout.decode()
    if out == expected:
        return
    at = next((i for i, (a, b) in enumerate(zip(out, expected)) if a != b), min(len(out), len(expected)))
    sys.exit(f"seed {SEED}: {what}: {len(out)} bytes, expected {len(expected)}; "
             f"at {at} {out[at:at + 60]!r}, expected {expected[at:at + 60]!r}; the file is long-lines")


def colored(text, ids):
    pieces, done = [], 0
    for column, _, found in ids:
        pieces += [text[done:column], ON, found, OFF]
        done = column + 26
    return "".join(pieces) + text[done:] + "\n"


def check_file():
    kinds = [([], 9), ([2016], 200), ([], 2 * PART), ([2017], 9), ([2016, 2017], 4 * PART), ([2016], 3 * PART)]
    lines = [make_line(rng.randrange(size // 2, size + 1), years) for years, size in rng.choices(kinds, k=5)]
    with open("long-lines", "w", encoding="ascii", newline="") as file:
        file.write("\n".join(text for text, _ in lines) + rng.choice(["", "\n"]))
    every = [found for _, ids in lines for found in ids]
    check("--ids", ["find", "--ids"], "".join(found + "\n" for _, _, found in every))
    field = rng.choice(every)[1] if every else 1
    check("--field", ["find", "ulid", "--ids", "--field", str(field)],
          "".join(found + "\n" for _, at, found in every if at == field))
    check("--only", ["find", "--only"], "".join(
        f"long-lines:{number}:{column + 1}:{found}\n"
        for number, (_, ids) in enumerate(lines, 1) for column, _, found in ids))
    check("find", ["find", "ulid"], "".join(text + "\n" for text, ids in lines if ids))
    check("--color", ["find", "--color", "always"], "".join(colored(*line) for line in lines if line[1]))
    inside = [any(is_2017(found) for _, _, found in ids) for _, ids in lines]
    check("filter", ["filter", "--in", "2017"],
          "".join(text + "\n" for (text, _), kept in zip(lines, inside) if kept))
    check("--header", ["filter", "--in", "2017", "--header"],
          lines[0][0] + "\n" + "".join(text + "\n" for (text, _), kept in zip(lines[1:], inside[1:]) if kept))
    kept, out = False, []
    for (text, ids), is_inside in zip(lines, inside):
        kept = is_inside if ids else kept
        out += [text + "\n"] if kept else []
    check("--multiline", ["filter", "--in", "2017", "--multiline"], "".join(out))
    with open("long-lines", encoding="ascii", newline="") as file:
        whole = file.read()
    check("in text", ["convert", "--in-text", "-f", "ulid", "-e", "hex"],
          re.sub("|".join(found for _, _, found in every) or "$.", lambda match: ulid_hex(match[0]), whole))
    check("annotate", ["annotate", "ulid"],
          re.sub("|".join(found for _, _, found in every) or "$.", lambda match: annotated(match[0]), whole))
    return len(every)


def ulid_hex(found):
    number = 0
    for digit in found:
        number = number * 32 + DIGITS.index(digit)
    return f"{number:032x}"


def annotated(found):
    ms = int(ulid_hex(found)[:12], 16)
    time = datetime.datetime.fromtimestamp(ms // 1000, datetime.timezone.utc)
    return f"{found} ({time:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03}Z)"


def is_2017(found):
    return int(ulid_hex(found)[:12], 16) >= SPANS[2017][0]


print(f"seed {SEED}")
print(f"{FILES} files, {sum(check_file() for _ in range(FILES))} IDs")
