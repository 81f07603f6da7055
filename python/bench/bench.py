# SPDX-License-Identifier: MIT
"""Measures sortid and other packages in one run, in turns, as multiples of time.time().

Called by python/bench/run. Prints tables, and writes BUILD/bench-python.md and all figures to
BUILD/bench-python.json. Each statement is compiled into a loop, as timeit does. Nothing is
subtracted: a row holds the loop too. Garbage is not collected during a sample, as in timeit.
"""

import gc
import importlib
import json
import pickle
import platform
import re
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterable
from itertools import repeat
from pathlib import Path
from typing import Any

import peers
from rows import GROUPS, Row

ROUNDS = 40
IN_ROUND = 3  # samples of a row, one after another: the first finds caches cold
SAMPLE_S = 0.0005
MOST_INPUTS = 500  # which caches of the first level hold
IMPORTS = {"empty": "empty", "sortid": "sortid", "uuid": "uuid", **peers.MODULES}
IMPORT_ROUNDS = 40
IMPORT_LIMIT_MS = 1.0  # above the empty extension


class Measured:
    """A row, its loop, and its samples in seconds an ID."""

    def __init__(self, row: Row, names: dict[str, Any]) -> None:
        self.row = row
        self.samples: list[float] = []
        bound: dict[str, Any] = {"_now": time.perf_counter}

        def bind(match: re.Match[str]) -> str:
            name = f"_{len(bound)}"
            bound[name] = eval(match[1], names)
            return name

        statement = re.sub(r"\{(.*?)\}", bind, row.statement)
        source = (
            f"def run(xs, {', '.join(f'{name}={name}' for name in bound)}):\n"
            f"    begun = _now()\n"
            f"    for x in xs: {statement}\n"
            f"    return _now() - begun\n"
            f"def inputs(count): return {f'[{row.input} for _ in range(count)]'}\n"
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
        peers.use_ulid(self.row.package)
        # New in each sample, because some packages keep what they computed.
        xs = self.inputs(self.count)
        return self.run(xs)

    def add_sample(self) -> None:
        self.samples.append(self.sample() / (self.count * self.row.ids))


def measure() -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Each row as {group, package, name, best, median, best_ns, limit}."""
    modules, versions = peers.load()
    sortid = importlib.import_module("sortid")
    importlib.import_module("sortid.uuid")
    names = {"sortid": sortid, "uuid": uuid, "time": time, "pickle": pickle, **modules}

    def is_there(row: Row) -> bool:
        if "{uuid.uuid7}" in row.statement:
            return hasattr(uuid, "uuid7")
        return versions.get(row.package) != "not installed"

    rows = [
        (group, Measured(row, names)) for group in GROUPS for row in group.rows if is_there(row)
    ]
    gc.collect()
    gc.disable()
    for _ in range(ROUNDS):
        for _, row in rows:
            for _ in range(IN_ROUND):
                row.add_sample()
    gc.enable()
    clock = rows[0][1].samples  # time.time()
    best, median = min(clock), statistics.median(clock)
    return [
        {
            "group": group.title,
            "package": row.row.package,
            "name": re.sub(r"[{}]", "", row.row.statement),
            "input": row.row.input,
            "best": min(row.samples) / best,
            "median": statistics.median(row.samples) / median,
            "best_ns": min(row.samples) * 1e9,
            "limit": group.limit if row.row.package == "sortid" else None,
        }
        for group, row in rows
    ], versions


def measure_imports(versions: dict[str, str]) -> list[dict[str, Any]]:
    """The ms of an import, each in fresh processes, in turns."""
    samples: dict[str, list[float]] = {
        package: [] for package in IMPORTS if versions.get(package) != "not installed"
    }
    for _ in range(IMPORT_ROUNDS):
        for package, taken in samples.items():
            program = (
                f"import sys, time\nsys.path[:] = {peers.path_of(package)!r}\n"
                f"begun = time.perf_counter()\nimport {IMPORTS[package]}\n"
                f"print(time.perf_counter() - begun)"
            )
            command = [sys.executable, "-I", "-c", program]
            printed = subprocess.run(command, check=True, capture_output=True).stdout
            taken.append(float(printed) * 1e3)
    floor = min(samples["empty"])
    return [
        {
            "package": package,
            "best_ms": min(taken),
            "median_ms": statistics.median(taken),
            "limit_ms": floor + IMPORT_LIMIT_MS if package == "sortid" else None,
        }
        for package, taken in samples.items()
    ]


def table(head: str, lines: Iterable[list[str]], texts: int) -> str:
    """A table of Markdown, with this many columns of text before those of numbers."""
    cells = head.split("|")
    rule = ["---" if i < texts else "---:" for i in range(len(cells))]
    return "".join("| " + " | ".join(line) + " |\n" for line in [cells, rule, *lines])


def report(result: dict[str, Any]) -> str:
    slowest: dict[str, float] = {}  # of sortid, in a group
    for row in result["rows"]:
        if row["package"] == "sortid":
            slowest[row["group"]] = max(row["best"], slowest.get(row["group"], 0))

    def line(row: dict[str, Any]) -> list[str]:
        limit = row["limit"]
        # A row of sortid above its limit is bold, and one of another that is ahead of sortid.
        if row["package"] == "sortid":
            is_bold = limit is not None and row["best"] > limit
        else:
            is_bold = row["best"] < slowest.get(row["group"], 0)
        bold = "**" if is_bold else ""
        return [
            row["group"],
            row["package"],
            f"`{row['name']}`",
            f"`{row['input']}`" if row["input"] else "",
            f"{bold}{row['best']:.2f}{bold}",
            f"{row['median']:.2f}",
            f"{limit:.1f}" if limit else "",
        ]

    calls = table("what|package|statement|x|best|median|limit", map(line, result["rows"]), 4)
    imports = table(
        "import of|best, ms|median, ms|limit",
        (
            [
                row["package"],
                f"{row['best_ms']:.2f}",
                f"{row['median_ms']:.2f}",
                f"{row['limit_ms']:.2f}" if row["limit_ms"] else "",
            ]
            for row in result["imports"]
        ),
        1,
    )
    versions = ", ".join(f"{package} {version}" for package, version in result["versions"].items())
    return (
        f"{result['python']}, {result['machine']}. Multiples of time.time(),"
        f" here {result['rows'][0]['best_ns']:.1f} ns. Others: {versions}.\n\n{calls}\n{imports}"
    )


def main() -> None:
    build = Path(sys.argv[1])
    rows, versions = measure()
    cpus = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*:\s*(.*)", cpus.read_text()) if cpus.exists() else []
    result = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": names[0] if names else platform.machine(),
        "versions": versions,
        "rows": rows,
        "imports": measure_imports(versions),
    }
    text = report(result)
    (build / "bench-python.json").write_text(json.dumps(result, indent=1) + "\n")
    (build / "bench-python.md").write_text(text)
    print(text, end="")


main()
