# SPDX-License-Identifier: MIT
"""sqlite.py BUILD ROUNDS: functions of SQLite and its extensions, in memory."""
import json
import statistics
import sys
import time

import sqlean
import sqlite_ulid

ROWS = 10_000
BUILD, ROUNDS = sys.argv[1], int(sys.argv[2])
SQLITE, SQLEAN, ULID = sqlean.sqlite_version, "sqlean.py 3.50.4.5", "sqlite-ulid 0.2.1"
KEY, TIME = "make the text of a ", "read the time of a "

sqlean.extensions.enable("uuid")
others, ours = sqlean.connect(":memory:"), sqlean.connect(":memory:")
others.enable_load_extension(True)
ours.enable_load_extension(True)
sqlite_ulid.load(others)
ours.load_extension(f"{BUILD}/sortid_sqlite")
(VERSION,) = ours.execute("SELECT sortid_version()").fetchone()

CALLS = [  # the group, the name, its version, the connection, the expression
    ("floor", "julianday('now', i)", f"SQLite {SQLITE}", others, "julianday('now', i || ' seconds')"),
    ("a row without a function", "i", SQLITE, others, "i"),
    ("make a UUID of another version", "randomblob(16)", SQLITE, others, "randomblob(16)"),
    ("make a UUID of another version", "uuid4()", SQLEAN, others, "uuid4()"),
    ("make a UUIDv7", "sortid uuidv7()", VERSION, ours, "uuidv7()"),
    (KEY + "UUIDv7", "sortid uuidv7_print(uuidv7())", VERSION, ours, "uuidv7_print(uuidv7())"),
    (KEY + "UUIDv7", "uuid7()", SQLEAN, others, "uuid7()"),
    ("make a ULID", "sortid ulid()", VERSION, ours, "ulid()"),
    ("make a ULID", "ulid_bytes()", ULID, others, "ulid_bytes()"),
    (KEY + "ULID", "sortid ulid_print(ulid())", VERSION, ours, "ulid_print(ulid())"),
    (KEY + "ULID", "ulid()", ULID, others, "ulid()"),
    ("make a SCRU128", "sortid scru128()", VERSION, ours, "scru128()"),
    ("print a UUIDv7", "sortid uuidv7_print()", VERSION, ours, "uuidv7_print(uuid)"),
    ("print a UUIDv7", "uuid_str()", SQLEAN, others, "uuid_str(uuid)"),
    ("print a ULID", "sortid ulid_print()", VERSION, ours, "ulid_print(ulid)"),
    ("parse a UUIDv7", "sortid uuidv7_parse()", VERSION, ours, "uuidv7_parse(uuid_text)"),
    ("parse a UUIDv7", "uuid_blob()", SQLEAN, others, "uuid_blob(uuid_text)"),
    ("parse a ULID", "sortid ulid_parse()", VERSION, ours, "ulid_parse(ulid_text)"),
    (TIME + "UUIDv7", "sortid uuidv7_ms()", VERSION, ours, "uuidv7_ms(uuid)"),
    (TIME + "UUIDv7", "uuid7_timestamp_ms()", SQLEAN, others, "uuid7_timestamp_ms(uuid)"),
    (TIME + "ULID", "sortid ulid_time()", VERSION, ours, "ulid_time(ulid)"),
    (TIME + "ULID", "ulid_datetime()", ULID, others, "ulid_datetime(ulid)"),
]

made = ours.execute("""WITH RECURSIVE n(i, uuid, ulid) AS (
        SELECT 1, uuidv7(), ulid() UNION ALL SELECT i + 1, uuidv7(), ulid() FROM n LIMIT ?)
    SELECT i, uuid, uuidv7_print(uuid), ulid, ulid_print(ulid) FROM n""", (ROWS,)).fetchall()
for db in ours, others:
    db.execute("CREATE TABLE ids (i INTEGER, uuid BLOB, uuid_text TEXT, ulid BLOB, ulid_text TEXT)")
    db.executemany("INSERT INTO ids VALUES (?, ?, ?, ?, ?)", made)


def measure(db, call):
    """The time of a row, in ns."""
    begin = time.perf_counter_ns()
    assert db.execute(f"SELECT count({call}) FROM ids").fetchone() == (ROWS,)
    return (time.perf_counter_ns() - begin) / ROWS


times = {call: [] for call in CALLS}
for _ in range(ROUNDS):
    for call in CALLS:
        times[call].append(measure(*call[3:]))
for (group, name, version, _, _), values in times.items():
    if group != "floor":
        group = f"SQLite {SQLITE}: {group}"
    print(json.dumps({"group": group, "name": name, "version": version,
                      "best": round(min(values), 1), "median": round(statistics.median(values), 1)}))
