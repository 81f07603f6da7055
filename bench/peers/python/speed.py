# SPDX-License-Identifier: MIT
"""Measures sortid and the peers in turns; prints a JSON object for each row. Called by `speed`.

Each statement is compiled into a loop, as timeit does. Nothing is subtracted: a row holds the loop
too. Garbage is not collected during a sample, as in timeit.
"""

import gc
import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any, NamedTuple

from packages import NAMES, VERSIONS

IN_ROUND = 3  # samples of a row, one after another: the first finds caches cold
SAMPLE_S = 0.0005
MOST_INPUTS = 500  # which caches of the first level hold


class Row(NamedTuple):
    package: str
    # What is timed. Parts in braces are evaluated once, before; x is the input.
    statement: str
    input: str | None = None  # evaluated for each x
    ids: int = 1  # that a statement makes


ULID, ULID_PY, TRANSFORM, UTILS = "python-ulid", "ulid-py", "ulid-transform", "uuid-utils"
_TEXT, _UUID = "sortid.ulid()", "sortid.uuid7()"
GROUPS = {
    "floor": [Row("time", "{time.time}()")],
    "make the text of a ULID": [
        Row("sortid", "{sortid.ulid}()"),
        Row(TRANSFORM, "{ulid_transform.ulid_now}()"),
        Row(ULID, "{str}({python_ulid.ULID}())"),
    ],
    "make a ULID": [
        Row("sortid", "{sortid.Ulid.new}()"),
        Row(TRANSFORM, "{ulid_transform.ulid_now_bytes}()"),
        Row(ULID, "{python_ulid.ULID}()"),
        Row(ULID_PY, "{ulid_py.monotonic.new}()"),
    ],
    "make a ULID by a private generator": [
        Row("sortid", "{sortid.Generator('ulid')}.new()"),
        Row(ULID, "{python_ulid.ULIDGenerator()}.generate()"),
    ],
    "make 1000 ULIDs, each": [
        Row("sortid", "{sortid.Ulid.new_many}(1000)", ids=1000),
        Row(TRANSFORM, "[{ulid_transform.ulid_now_bytes}() for _ in range(1000)]", ids=1000),
    ],
    "make a UUIDv7": [
        Row("sortid", "{sortid.Uuid7.new}()"),
        Row(UTILS, "{uuid_utils.uuid7}()"),
        Row("fastuuid", "{fastuuid.uuid7}()"),
    ],
    "make a UUIDv7 as uuid.UUID": [
        Row("sortid", "{sortid.uuid.uuid7}()"),
        Row(UTILS, "{uuid_utils.compat.uuid7}()"),
        Row("lastuuid", "{lastuuid.uuid7}()"),
        Row("uuid6", "{uuid6.uuid7}()"),
        Row("uuid7", "{uuid7.uuid7}()"),
        Row("uuid", "{uuid.uuid4}()"),
        Row("uuid", "{uuid.uuid7}()"),  # Python 3.14
    ],
    "make 1000 UUIDv7, each": [
        Row("sortid", "{sortid.Uuid7.new_many}(1000)", ids=1000),
        Row("fastuuid", "{fastuuid.uuid7_bulk}(1000)", ids=1000),
    ],
    "make a KSUID": [
        Row("sortid", "{sortid.Ksuid.new}()"),
        Row("cyksuid", "{cyksuid.ksuid}()"),
        Row("svix-ksuid", "{svix_ksuid.Ksuid}()"),
    ],
    "make an SCRU128": [Row("sortid", "{sortid.Scru128.new}()"), Row("scru128", "{scru128.new}()")],
    "make an SCRU64": [
        Row("sortid", "{sortid.Generator('scru64', node='0/1')}.new()"),
        Row("scru64", "{scru64.Scru64Generator('0/1')}.generate_or_sleep()"),
    ],
    "make a TypeID": [
        Row("sortid", "{sortid.TypeId.new}('user')"),
        Row("typeid-python", "{typeid_python.TypeID}('user')"),
    ],
    "parse a ULID": [
        Row("sortid", "{sortid.Ulid.parse}(x)", _TEXT),
        Row(TRANSFORM, "{ulid_transform.ulid_to_bytes}(x)", _TEXT),
        Row(ULID, "{python_ulid.ULID.from_str}(x)", _TEXT),
    ],
    "parse a UUIDv7": [
        Row("sortid", "{sortid.Uuid7}(x)", _UUID),
        Row(UTILS, "{uuid_utils.UUID}(x)", _UUID),
        Row("fastuuid", "{fastuuid.UUID}(x)", _UUID),
        Row("uuid", "{uuid.UUID}(x)", _UUID),
    ],
    "print a ULID": [
        Row("sortid", "{str}(x)", "sortid.Ulid.new()"),
        Row(TRANSFORM, "{ulid_transform.bytes_to_ulid}(x)", "ulid_transform.ulid_now_bytes()"),
        Row(ULID, "{str}(x)", "python_ulid.ULID()"),
    ],
    "read the time of a ULID": [
        Row("sortid", "x.time", "sortid.Ulid.new()"),
        Row(ULID, "x.datetime", "python_ulid.ULID()"),
    ],
}


class Measured:
    """A row, its loop, and its samples in seconds an ID."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.samples: list[float] = []
        bound: dict[str, Any] = {"_now": time.perf_counter}

        def bind(match: re.Match[str]) -> str:
            name = f"_{len(bound)}"
            bound[name] = eval(match[1], names)
            return name

        names = NAMES | {"time": time}
        statement = re.sub(r"\{(.*?)\}", bind, row.statement)
        source = (
            f"def run(xs, {', '.join(f'{name}={name}' for name in bound)}):\n"
            f"    begun = _now()\n"
            f"    for x in xs: {statement}\n"
            f"    return _now() - begun\n"
            f"def inputs(count): return [{row.input} for _ in range(count)]\n"
        )
        made = names | bound
        exec(source, made)
        self.run: Callable[[Iterable[Any]], float] = made["run"]
        self.inputs: Callable[[int], Iterable[Any]] = made["inputs"]
        if row.input is None:
            self.inputs = lambda count: repeat(None, count)
        self.count = 1
        # The best of three, since one pause would leave a row with one call in a sample.
        while self.count < MOST_INPUTS and min(self.sample() for _ in range(3)) < SAMPLE_S:
            self.count = min(MOST_INPUTS, 2 * self.count)

    def sample(self) -> float:
        # New in each sample, because some packages keep what they computed.
        return self.run(self.inputs(self.count))

    def add_sample(self) -> None:
        self.samples.append(self.sample() / (self.count * self.row.ids))

    def result(self, group: str) -> dict[str, Any]:
        statement = re.sub(r"[{}]", "", self.row.statement)
        module = self.row.package.replace("-", "_")
        return {
            "group": group,
            "name": statement
            if module == "time"
            else f"{self.row.package} {statement}".replace(f"{module}.", ""),
            "version": VERSIONS.get(self.row.package, ""),
            "best": min(self.samples) * 1e9,
            "median": statistics.median(self.samples) * 1e9,
        }


def is_there(row: Row) -> bool:
    return row.package in [*VERSIONS, "time"] and (
        "{uuid.uuid7}" not in row.statement or hasattr(NAMES["uuid"], "uuid7")
    )


def main() -> None:
    measured = [
        (group, Measured(row)) for group, rows in GROUPS.items() for row in rows if is_there(row)
    ]
    gc.collect()
    gc.disable()
    for _ in range(int(sys.argv[1])):
        for _, row in measured:
            for _ in range(IN_ROUND):
                row.add_sample()
    for group, row in measured:
        print(json.dumps(row.result(group)))


main()
