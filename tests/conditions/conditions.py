# SPDX-License-Identifier: MIT
"""The conditions of `sortid range --sql` in databases: for columns of all kinds, the selected rows
are those whose IDs have times in the span. IDs of each format and of other kinds over twelve days;
spans whose ends are times of IDs, or 1 ms off. SQLite runs in this process, and as a model of SQL Server, whose
GUIDs have the order of its documentation. Others are run by a command that reads statements from
standard input and prints a row a line, without names. Run by CTest.
    tests/conditions/conditions.py SORTID DIALECT [COMMAND...]
"""

import base64
import os
import random
import re
import sqlite3
import subprocess
import sys
import uuid

SORTID, DIALECT, *COMMAND = sys.argv[1:]
COUNT, SPANS, START, START_MS = 10000, 4, "2026-11-01", 1793491200000
FORMATS = {
    "scru128": [], "scru128v1": [], "scru160": [], "scru64": ["--node", "42/8", "--state", "none"],
    "ulid": [], "uuidv7": [], "ksuid": [],
}
# The bytes of an ID of another kind: of Unix ms and 64 random bits; then its text.
OTHERS = {
    "xid": (lambda ms, bits: (ms // 1000).to_bytes(4, "big") + bits.to_bytes(8, "big"),
            lambda id: base64.b32hexencode(id).decode().lower().rstrip("=")),
    "objectid": (lambda ms, bits: (ms // 1000).to_bytes(4, "big") + bits.to_bytes(8, "big"), bytes.hex),
    "twitter": (lambda ms, bits: (ms - 1288834974657 << 22 | bits >> 42).to_bytes(8, "big"),
                lambda id: str(int.from_bytes(id, "big"))),
    "uuidv6": (lambda ms, bits: uuid_v6(ms * 10000 + 122192928000000000 + bits % 10000, bits),
               lambda id: str(uuid.UUID(bytes=id))),
}

# Type, options of range, and the encoding of the values in the column.
TEXT = [
    ("VARCHAR(60) CHARACTER SET utf8mb4", ["-e", "text"], "text"),
    ("VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_danish_ci", ["--collate", "utf8mb4_bin"], "text"),
    ("CHAR(60) CHARACTER SET ascii COLLATE ascii_bin", ["--collate", "ascii_bin"], "text"),
    ("CHAR(36) CHARACTER SET latin1", ["-e", "uuid"], "uuid"),
    ("CHAR(36) CHARACTER SET latin1 COLLATE latin1_danish_ci", ["-e", "uuid", "--collate", "latin1_bin"], "uuid"),
    ("VARBINARY(20)", ["-e", "hex"], "hex"),
    ("DECIMAL(60)", ["-e", "int"], "int"),
]
COLUMNS = {
    "mysql": TEXT,
    "mariadb": TEXT + [("UUID", ["-e", "uuid"], "uuid")],
    "postgresql": [
        ('text COLLATE "C"', [], "text"),
        ('text COLLATE danish', ["--collate", "C"], "text"),
        ("uuid", ["-e", "uuid"], "uuid"),
        ("bytea", ["-e", "hex"], "hex"),
        ("numeric", ["-e", "int"], "int"),
    ],
    "sqlite": [
        ("TEXT", ["-e", "text"], "text"),
        ("TEXT COLLATE NOCASE", ["-e", "text", "--collate", "BINARY"], "text"),
        ("TEXT", ["-e", "uuid"], "uuid"),
        ("BLOB", ["-e", "hex"], "hex"),
        ("INTEGER", ["-e", "int"], "int"),
    ],
    "sqlserver": [
        ("TEXT COLLATE NOCASE", ["-e", "text"], "text"),
        ("TEXT COLLATE NOCASE", ["--collate", "Latin1_General_BIN2"], "text"),
        ("TEXT COLLATE guid", ["-e", "uuid"], "uuid"),
        ("BLOB", ["-e", "hex"], "hex"),
        ("INTEGER", ["-e", "int"], "int"),
    ],
}
BYTES = {"postgresql": "'\\x%s'"}


def uuid_v6(count, bits):
    return (count >> 12 << 16 | 6 << 12 | count & 0xFFF).to_bytes(8, "big") + (bits >> 2 | 1 << 63).to_bytes(8, "big")


def ids_of(name):
    if name in FORMATS:
        return sortid("gen", name, "-n", str(COUNT), "--at", START, "--rate", "0.01", *FORMATS[name])
    make, text = OTHERS[name]
    return [text(make(START_MS + n * 100000 + n % 997, RANDOM.getrandbits(64))) for n in range(COUNT)]


def sortid(*arguments, lines=None):
    run = subprocess.run([SORTID, *arguments], input=lines and "\n".join(lines) + "\n", text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"})
    return run.stdout.split("\n")[:-1] if run.returncode == 0 else run.stderr.split("\n")[0]


def guid_order(guid):
    """The documented order of uniqueidentifier: bytes 10-15, 8-9, 6-7, 4-5, 0-3."""
    return guid.lower().split("-")[::-1]


def open_model():
    """SQLite as it is, or with what a condition for SQL Server calls."""
    database = sqlite3.connect(":memory:")
    database.create_collation("guid", lambda a, b: (guid_order(a) > guid_order(b)) - (guid_order(a) < guid_order(b)))
    database.create_collation("Latin1_General_BIN2", lambda a, b: (a > b) - (a < b))
    database.create_function("CONVERT", 2, lambda _, guid: guid.upper())
    return database


def execute(statement):
    if not COMMAND:
        if DIALECT == "sqlserver":
            statement = re.sub(r"\b0x([0-9a-f]+)", r"X'\1'", statement)
        return [row[0] for row in MODEL.execute(statement)]
    run = subprocess.run(COMMAND, input=statement + ";\n", text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    check(run.returncode == 0, f"{statement[:300]}: {run.stderr[-300:]}")
    return [int(line) for line in run.stdout.split()]


def literal(value, encoding):
    if value is None:
        return "NULL"
    if encoding == "int":
        return value
    return BYTES.get(DIALECT, "X'%s'") % value if encoding == "hex" else f"'{value}'"


def columns_of(name):
    """The columns that hold IDs of the format; range refuses no other but those of refused()."""
    sample = sortid("range", name, START)[0]
    for column in COLUMNS[DIALECT]:
        values = sortid("convert", "-f", name, "-e", column[2], sample)
        is_wide = column[2] == "int" and name not in ("scru64", "twitter") and DIALECT in ("sqlite", "sqlserver")
        blind = name == "ksuid" and column[2] == "text" and "--collate" not in column[1]
        if isinstance(values, str) or (name == "twitter" and column[2] == "text"):
            continue # a Snowflake is written as an integer
        if is_wide or (blind and DIALECT in ("mysql", "mariadb", "sqlserver")):
            refusal = sortid("range", name, START, *column[1], "--sql", "id", "--dialect", DIALECT)
            check(isinstance(refusal, str) and ("64 bits" if is_wide else "--collate is missing") in refusal,
                  f"{name} in {column[0]} is not refused")
            continue
        yield column


def fits(value, kind):
    """What MariaDB refuses: versions from 8 on with these variants."""
    return kind != "UUID" or value[14] < "8" or not "01" <= value[19:21] <= "80"


def check(is_right, what):
    global checks
    checks += 1
    if not is_right:
        sys.exit(f"FAILED: {DIALECT}: {what}")


def fill(name, columns):
    ids = ids_of(name)
    times = [int(ms) for ms in sortid("convert", "-f", name, "-e", "ms", lines=ids)]
    check(len(ids) == len(times) == COUNT, f"{COUNT} IDs of {name}")
    values = [[value if fits(value, kind) else None
               for value in sortid("convert", "-f", name, "-e", encoding, lines=ids)] for kind, _, encoding in columns]
    names = ", ".join(f"c{i} {column[0]}" for i, column in enumerate(columns))
    rows = [", ".join([str(n), *(literal(v[n], c[2]) for v, c in zip(values, columns))]) for n in range(COUNT)]
    execute(f"CREATE TABLE {name} (n INTEGER PRIMARY KEY, {names})")
    for first in range(0, COUNT, 1000):
        execute(f"INSERT INTO {name} VALUES ({'), ('.join(rows[first:first + 1000])})")
    return times, values


def check_format(name):
    columns = list(columns_of(name))
    times, values = fill(name, columns)
    missed = False
    for _ in range(SPANS):
        since, until = sorted(RANDOM.choice(times) + RANDOM.choice((-1, 0, 0, 1)) for _ in range(2))
        within = [n for n, ms in enumerate(times) if since <= ms < until]
        bounds = [f"@{ms // 1000}.{ms % 1000:03}" for ms in (since, until)]
        for i, (kind, options, _) in enumerate(columns):
            lines = sortid("range", name, *bounds, *options, "--sql", f"{name}.c{i}", "--dialect", DIALECT)
            check(not isinstance(lines, str), f"{name} in {kind}: {lines}")
            expected = [n for n in within if values[i][n] is not None]
            got = execute(f"SELECT n FROM {name} WHERE {lines[0]} ORDER BY n")
            check(got == expected, f"{name} in {kind}, {len(expected)} rows, got {len(got)}: {lines[0]}")
            if "COLLATE guid" in kind:
                plain = re.sub(r"LOWER.*? BETWEEN", f"c{i} BETWEEN", lines[0])
                missed = missed or execute(f"SELECT n FROM {name} WHERE {plain} ORDER BY n") != expected
    check(missed or not any("COLLATE guid" in kind for kind, _, _ in columns), f"{name}: GUIDs by BETWEEN alone")


checks = 0
seed = int(os.environ.get("SORTID_SEED", random.randrange(2**32)))
print(f"SORTID_SEED={seed}")
RANDOM = random.Random(seed)
MODEL = open_model()
if DIALECT == "postgresql":
    execute("CREATE COLLATION danish (provider = icu, locale = 'da')")
for name in [*FORMATS, *OTHERS]:
    check_format(name)
print(f"{DIALECT}: {checks} checks")
