# SPDX-License-Identifier: MIT
"""Memory: it stays constant, errors included; references to types; allocations that fail."""

from __future__ import annotations

import gc
import importlib.util
import os
import pickle
import subprocess
import sys
import textwrap
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

import pytest
from types_table import NOW_MS, TYPES, Type, type_name
from vectors import missing

import sortid
from sortid import _core

every = pytest.mark.parametrize("each", TYPES, ids=type_name)


def lenient(text: str) -> sortid.Ulid:
    return sortid.Ulid.parse(text, "lenient")


@pytest.fixture(autouse=True)
def _nothing_old_is_collected() -> Iterator[None]:
    """Collections look at the objects of the test alone, which makes them fast."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def still() -> int:
    return NOW_MS


def broken(*_: int) -> int:
    raise LookupError


def nothing(_: int) -> bytes:
    return b""


def calls(each: Type) -> dict[str, Callable[[], object]]:
    """Each call of a type, also those that fail. None makes a function, which Python 3.12 does not
    survive without memory."""
    id_type: Any = each.id_type
    found, other = id_type.MIN, id_type.MAX
    text, raw, number = found.text, found.bytes, int(found)
    dumped = pickle.dumps(found)
    when = datetime.fromtimestamp(NOW_MS / 1000, timezone.utc)
    generator = each.generator(mode="abort")
    scripted = each.generator(clock=still, random=os.urandom, mode="abort", allowance_ms=2**62)
    table: dict[str, Callable[[], object]] = {
        "text": lambda: id_type(text),
        "bytes": lambda: id_type(raw),
        "itself": lambda: id_type(found),
        "parse": lambda: id_type.parse(text),
        "from_int": lambda: id_type.from_int(number),
        "is_valid": lambda: (id_type.is_valid(text), id_type.is_valid("é"), id_type.is_valid(5)),
        "min_at": lambda: (id_type.min_at(NOW_MS), id_type.max_at(when)),
        "range": lambda: id_type.range(NOW_MS, NOW_MS + 5000),
        "neighbors": lambda: (found.successor(), other.predecessor()),
        "properties": lambda: (
            found.text,
            found.bytes,
            found.unix_ms,
            found.time,
            found.fields,
            id_type.MAX,
        ),
        "conversions": lambda: (
            str(found),
            repr(found),
            int(found),
            bytes(found),
            format(found, "hex"),
            hash(found),
        ),
        "compare": lambda: (found < other, found == other, found == 5, found != text),
        "pickle": lambda: (pickle.loads(dumped), pickle.dumps(found)),
        "new": lambda: (
            generator.new(),
            generator.new_text(),
            generator.new_many(5),
            generator.new_many_text(5),
        ),
        "scripted": lambda: (scripted.new(), scripted.new_many_text(3), scripted.events),
        "generator": lambda: each.generator(clock=still, random=os.urandom).new(),
        "inspect": lambda: sortid.inspect(text),
        "bad text": lambda: id_type(text[1:] + "é"),
        "bad length": lambda: id_type.parse("x" * 300),
        "bad surrogate": lambda: id_type(text[1:] + "\ud800"),
        "bad bytes": lambda: id_type(b""),
        "bad int": lambda: id_type.from_int(-1),
        "bad type": lambda: id_type(None),
        "bad order": lambda: found < 5,
        "bad time": lambda: id_type.min_at(-1),
        "naive time": lambda: id_type.min_at(datetime(2024, 1, 1)),
        "bad encoding": lambda: id_type.parse(text, "base64"),
        "bad keyword": lambda: id_type.parse(text, nonsense=5),
        "bad step": lambda: other.successor(),
        "bad span": lambda: id_type.range(5, 5),
        "bad option": lambda: each.generator(clock=still, guard_bits=99),
        "bad option name": lambda: each.generator(color="red"),
        "bad clock": lambda: each.generator(clock=broken).new(),
        "bad random": lambda: each.generator(clock=still, random=nothing).new_many(3),
        "bad inspect": lambda: sortid.inspect("é"),
        "bad kind": lambda: sortid.inspect(text, kind="x"),
        "bad file": lambda: each.generator(path="/nowhere/state"),
    }
    if each.name != "scru64":
        table["default"] = lambda: (id_type.new(), id_type.new_many(5), id_type.at(NOW_MS))
        assert each.new_text
        assert each.new_many_text
        new_text, new_many_text = each.new_text, each.new_many_text
        table["default text"] = lambda: (new_text(), new_many_text(5))
    else:
        table["set_node"] = lambda: (generator.set_node("43/8"), generator.node)
        table["bad node"] = lambda: generator.set_node("+")
    if each.reference.size == 16:
        twin = uuid.UUID(int=number)
        table["uuid"] = lambda: (id_type(twin), found.uuid)
    if each.name == "ulid":
        table["lenient"] = lambda: lenient("O1arz3ndek-tsv4rrffq69g5fav")
        table["bad lenient"] = lambda: lenient("-")
        table["typeid"] = lambda: _core._typeid_print(*_core._typeid_parse("user_" + "0" * 26))
        table["bad typeid"] = lambda: _core._typeid_parse("user_é")
        table["kinds"] = sortid.kinds
    if each.name == "uuidv7":
        table["uuid object"] = _core._uuid7_object
    return table


def rss() -> int:
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def repeat(call: Callable[[], object], count: int) -> None:
    for _ in range(count):
        with suppress(Exception):
            call()


def growth(call: Callable[[], object], count: int) -> int:
    """The blocks of memory that so many calls leave behind."""
    gc.collect()
    before = sys.getallocatedblocks()
    repeat(call, count)
    gc.collect()
    return sys.getallocatedblocks() - before


@every
def test_blocks_stay_constant(each: Type) -> None:
    for name, call in calls(each).items():
        repeat(call, 10)
        # Python's own caches grow for some time; a leak of one block in each call never ends.
        assert any(growth(call, 50) < 25 for _ in range(20)), name


@every
def test_memory_stays_constant(each: Type) -> None:
    """Memory that Python does not count is lost in none of 10^6 IDs."""
    if not os.path.exists("/proc/self/statm"):
        missing("no /proc")
    generator = each.generator(mode="wait")
    many: list[Callable[[int], object]] = [generator.new_many_text, generator.new_many]
    if each.new_many_text:
        many += [each.new_many_text, each.id_type.new_many]
    for call in many:
        call(10_000)
    before = rss()
    for _ in range(14 // len(many) + 1):
        for call in many:
            call(10_000)
    assert rss() - before < 4 << 20


@pytest.mark.long
@every
def test_memory_stays_constant_over_ten_million_ids(each: Type) -> None:
    generator = each.generator(mode="abort", clock=iter(range(NOW_MS, 1 << 48, 1000)).__next__)
    for count in (5_000, 5_000):
        generator.new_many_text(count)
    before = rss()
    for _ in range(1000):
        generator.new_many_text(5_000)
        generator.new_many(5_000)
    assert rss() - before < 4 << 20


@pytest.mark.long
@every
def test_memory_of_each_call_stays_constant(each: Type) -> None:
    """Each call 10,000 times, three million in all; 16 bytes lost in each would be seen."""
    for name, call in calls(each).items():
        repeat(call, 1000)
        for _ in range(10):  # a leak grows each time
            gc.collect()
            before = rss()
            repeat(call, 10_000)
            gc.collect()
            if rss() - before < 160_000:
                break
        else:
            pytest.fail(f"{name}: {rss() - before} bytes")


@every
def test_references_to_types(each: Type) -> None:
    """Each object holds its type, and no call keeps it longer."""
    values = each.random_ids(1000)

    def references(kind: type, make: Callable[[], list[Any]]) -> tuple[int, int]:
        gc.collect()
        before = sys.getrefcount(kind)
        made = make()
        during = sys.getrefcount(kind)
        del made
        gc.collect()
        return during - before, sys.getrefcount(kind) - before

    for kind, count, make in (
        (each.id_type, 1000, lambda: [each.of(value) for value in values]),
        (each.id_type, 998, lambda: [each.of(value).successor() for value in values[2:]]),
        (each.id_type, 1000, lambda: each.generator().new_many(1000)),
        (sortid.Generator, 50, lambda: [each.generator() for _ in range(50)]),
    ):
        for _ in range(3):  # Python's caches hold a type, too
            found = references(kind, make)
        assert found == (count, 0)


def test_references_to_arguments() -> None:
    """No call keeps an argument, also not one that fails."""

    class Text(str):
        pass

    text, bad = Text("01ARZ3NDEKTSV4RRFFQ69G5FAV"), Text("é" * 26)
    raw = bytearray(16)
    before = [sys.getrefcount(value) for value in (text, bad, raw)]
    for _ in range(20):
        sortid.Ulid(text)
        sortid.Ulid.is_valid(bad)
        sortid.Ulid(raw)
        for call in (sortid.Ulid, lenient, sortid.inspect):
            with suppress(sortid.ParseError):
                call(bad)
    gc.collect()
    assert [sys.getrefcount(value) for value in (text, bad, raw)] == before
    raw += b"0"  # no view of the bytes is left open


def test_garbage_collector_sees_all() -> None:
    assert gc.is_tracked(sortid.Generator("ulid", clock=lambda: NOW_MS))
    assert not gc.is_tracked(sortid.Ulid.MIN)


# ---- Allocations that fail -------------------------------------------------------------------

NO_MEMORY = """
import sys
sys.path[:0] = sys.argv[2:]
import _testcapi
import sortid
from test_memory import calls
from types_table import BY_NAME

def attempt(call, n):
    _testcapi.set_nomemory(n, n + 1)
    try:
        call()
    except BaseException as caught:
        _testcapi.remove_mem_hooks()
        return caught
    _testcapi.remove_mem_hooks()

for name, call in calls(BY_NAME[sys.argv[1]]).items():
    for _ in range(3):  # imports and caches
        attempt(call, 1_000_000)
    usual = type(attempt(call, 1_000_000))
    n = failed = 0
    good = 0  # attempts in which no allocation failed that the call needs
    while good < 5:
        error = attempt(call, n)
        failed += type(error) is MemoryError
        # The interpreter itself loses errors of functions and of its tracebacks.
        lost = type(error) is SystemError and str(error).startswith(("<function", "error return"))
        if type(error) is not MemoryError and type(error) is not usual and not lost:
            print(name, n, repr(error))
        good = good + 1 if type(error) is usual else 0
        n += 1
        error = None
    print(name, failed, sep="\\t")
"""


@every
def test_allocations_that_fail(each: Type) -> None:
    """MemoryError, or the result if the allocation was not needed; never a crash."""
    if importlib.util.find_spec("_testcapi") is None:
        missing("this Python lacks _testcapi")
    done = subprocess.run(
        [
            sys.executable,
            "-X",
            "faulthandler",
            "-c",
            textwrap.dedent(NO_MEMORY),
            each.name,
            *sys.path,
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-300:] + done.stderr[-3000:]
    assert done.stderr == ""
    failed = dict(line.split("\t") for line in done.stdout.splitlines())
    assert failed.keys() == calls(each).keys()
    for name in ("properties", "new", "inspect", "bad text"):
        assert int(failed[name]) > 0, name
