# SPDX-License-Identifier: MIT
"""The rows and claims of docs/python-migration.md, with the packages that it names."""

from __future__ import annotations

import importlib
import os
import re
import sys
import time as clocks
import uuid
from collections.abc import Iterator
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import ksuid
import pytest
import ulid
import uuid_extensions
import uuid_utils.compat
from conftest import need

import sortid.uuid
from sortid import Generator, Ksuid, ParseError, Ulid, Uuid7

# Python's own module from 3.14 on; before, a copy of it.
STDLIB: Any = uuid if sys.version_info >= (3, 14) else importlib.import_module("uuid_backport")
PAGE = Path(__file__).parents[3] / "docs/python-migration.md"


def import_ulid_py() -> ModuleType:
    """ulid-py, whose module has the name of python-ulid's, and is in a folder of its own."""
    others = {name: sys.modules.pop(name) for name in list(sys.modules) if name.startswith("ulid")}
    sys.path.insert(0, need("SORTID_ULID_PY"))
    try:
        return importlib.import_module("ulid")
    finally:
        sys.path.pop(0)
        for name in list(sys.modules):
            if name.startswith("ulid"):
                del sys.modules[name]
        sys.modules.update(others)


MS = 1714564800123
TIME = datetime(2024, 5, 1, 12, 0, 0, 123000, tzinfo=timezone.utc)
DATA = bytes.fromhex("01563e3ab5d3d6764c61efb99302bd5b")
SHARED: dict[str, Any] = {
    "ms": MS,
    "time": TIME,
    "data": DATA,
    "uuid": uuid.UUID(bytes=DATA),
    "digits": DATA.hex(),
    "n": int.from_bytes(DATA, "big"),
    "text": str(Ulid(DATA)),
    "clock": lambda: MS,
}
OF_KSUID = {"data": 5 * b"\x05\x60\x70\x00", "text": str(Ksuid(5 * b"\x05\x60\x70\x00"))}


def names_of(section: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The names of the expressions in both columns of a section."""
    ours = {**vars(sortid), "sortid": sortid, "UUID": uuid.UUID}
    ours |= SHARED | (OF_KSUID if section == "svix-ksuid" else {})
    id_type: Any = Ksuid if section == "svix-ksuid" else Ulid
    ours["id"] = id_type(ours["text"])
    if section == "python-ulid":
        theirs, id = vars(ulid), ulid.ULID.from_str(ours["text"])
    elif section == "ulid-py":
        module = import_ulid_py()
        theirs, id = vars(module), module.parse(ours["text"])
        theirs["monotonic"] = module.api.monotonic
    elif section == "svix-ksuid":
        theirs, id = vars(ksuid), ksuid.Ksuid.from_base62(ours["text"])
    else:
        modules = {"uuid7": uuid_extensions, "uuid_utils": uuid_utils, "uuid": STDLIB}
        theirs, id = vars(modules[section]), None
    names = {name: ours[name] for name in SHARED}
    return {**theirs, **names, "id": id}, ours


def rows() -> Iterator[Any]:
    section = ""
    for line in PAGE.read_text().splitlines():
        section = line[3:] if line.startswith("## ") else section
        if line.startswith("| `"):
            theirs, ours = (re.findall("`(.*?)`", cell) for cell in line[1:].split(" | "))
            ours = ours * len(theirs) if len(ours) == 1 else ours or [None] * len(theirs)
            for pair in zip(theirs, ours, strict=True):
                yield pytest.param(section, *pair, id=f"{section}-{pair[0]}")


def plain(value: Any) -> Any:
    """An ID as its bytes, a time as its Unix time in ms, other values as they are."""
    if isinstance(value, datetime):
        return round(value.timestamp() * 1000)
    if hasattr(type(value), "__bytes__") and not isinstance(value, bytes):
        return bytes(value)
    return value if isinstance(value, (str, bytes, int, float)) else value.bytes


def unix_ms(section: str, value: Any) -> int:
    """The time of a new ID in any form; of a time, itself."""
    if isinstance(value, int) and value < 1 << 48:
        return value
    if section == "svix-ksuid":
        return Ksuid(value).unix_ms
    if isinstance(value, str) and len(value) == 26:
        value = Ulid(value).bytes
    if isinstance(value, str):
        value = bytes.fromhex(value.replace("-", ""))
    if isinstance(value, int):
        value = value.to_bytes(16, "big")
    if section == "uuid7" and value[0] > 3:  # until 2112 ours begin with less, its with more
        return plain(uuid_extensions.uuid_to_datetime(uuid.UUID(bytes=value)))
    return int.from_bytes(value[:6], "big")


@pytest.mark.parametrize(("section", "theirs", "ours"), list(rows()))
def test_row(section: str, theirs: str, ours: str | None) -> None:
    their_names, our_names = names_of(section)
    their_value = eval(theirs, their_names)
    if ours is None:
        return
    our_value = eval(ours, our_names)
    # A value that differs each time is a new ID or its time.
    again = plain(eval(ours, our_names))
    if again == plain(our_value) and "new()" not in ours:
        assert plain(their_value) == plain(our_value)
        return
    assert type(plain(their_value)) is type(plain(our_value))
    if isinstance(their_value, str):
        assert len(their_value) == len(our_value)
    times = [unix_ms(section, plain(value)) for value in (their_value, our_value)]
    assert abs(times[0] - times[1]) < 5000
    if ".at(" in ours or "clock" in ours:
        unit = 1000 if section == "svix-ksuid" else 1
        assert [ms // unit for ms in times] == [MS // unit] * 2


def test_page() -> None:
    assert len(list(rows())) > 50
    assert len(PAGE.read_text().split()) <= 600


# ---- What differs


def is_sorted(ids: list[Any]) -> bool:
    return all(a < b for a, b in pairwise(ids))


def test_order() -> None:
    assert is_sorted(Ulid.new_many(1000))
    steps = iter([MS, MS - 1000])
    generator = ulid.ULIDGenerator(lambda: next(steps))
    assert generator.generate() > generator.generate()
    steps = iter([MS, MS - 10000])
    ours = Generator(Ulid, clock=lambda: next(steps))
    assert ours.new() < ours.new()
    ulid_py = import_ulid_py()
    assert not is_sorted([ulid_py.new() for _ in range(1000)])
    assert not is_sorted([ksuid.Ksuid() for _ in range(1000)])


def test_ids_of_one_ms() -> None:
    for generator in (ulid.ULIDGenerator(lambda: MS), Generator(Ulid, clock=lambda: MS)):
        first = generator.generate() if hasattr(generator, "generate") else generator.new()
        second = generator.generate() if hasattr(generator, "generate") else generator.new()
        assert int(second) == int(first) + 1
    secret = Generator(Ulid, clock=lambda: MS, stateless=True)
    assert int(secret.new()) + 1 != int(secret.new())


def test_naive_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Etc/GMT-5")
    clocks.tzset()
    try:
        naive = TIME.replace(tzinfo=None)
        local = MS - 5 * 3600 * 1000
        assert ulid.ULID.from_datetime(naive).milliseconds == local
        assert ksuid.Ksuid(naive).timestamp == local // 1000
        assert import_ulid_py().from_timestamp(naive).timestamp().int == local
    finally:
        monkeypatch.undo()
        clocks.tzset()
    for id_type in (Ulid, Ksuid, Uuid7):
        with pytest.raises(ValueError, match="no time zone"):
            id_type.at(naive)
        assert id_type.at(MS).time.tzinfo is timezone.utc


def test_comparison() -> None:
    for id in (Ulid(DATA), ulid.ULID(DATA), import_ulid_py().from_bytes(DATA)):
        equals = [id == other for other in (str(Ulid(DATA)), int.from_bytes(DATA, "big"), DATA)]
        assert equals == [not isinstance(id, Ulid)] * 3
    with pytest.raises(AssertionError):
        ksuid.Ksuid() == ""  # noqa: B015
    assert Ksuid.new() != ""


def test_case_and_errors() -> None:
    text, other = str(Ulid(DATA)), "O1ARZ3NDEKTSV4RRFFQ69G5FAV"
    ulid_py = import_ulid_py()
    for read in (Ulid, ulid.ULID.from_str, ulid_py.from_str):
        assert str(read(text.lower())) == text
        for bad in ("", text[:-1] + "U", "8" + text[1:], "nonsense"):
            with pytest.raises(ValueError):  # noqa: PT011
                read(bad)
    assert str(ulid_py.from_str(other)) == str(Ulid.parse(other, "lenient")) == text
    for read in (Ulid, ulid.ULID.from_str):
        with pytest.raises(ValueError, match=r"only consist|not allowed"):
            read(other)
    assert issubclass(ParseError, ValueError)
    for value in (b"", "5", 27 * "z"):
        with pytest.raises(ParseError):
            Ksuid(value)
    assert bytes(ksuid.Ksuid.from_base62("5"))[-1] == 5
    with pytest.raises(OverflowError):
        ksuid.Ksuid.from_base62(27 * "z")
    with pytest.raises(Exception, match="Incorrect value length") as raised:
        ksuid.Ksuid.from_bytes(b"")
    assert not isinstance(raised.value, ValueError)


def test_uuid7_of_a_draft() -> None:
    old = uuid_extensions.uuid7()
    assert old > sortid.uuid.uuid7()
    assert abs(Uuid7(old).unix_ms - clocks.time() * 1000) > 1e12
    now = uuid_extensions.uuid_to_datetime(old)
    assert abs(now.timestamp() - clocks.time()) < 5


def test_uuid_utils() -> None:
    assert not isinstance(uuid_utils.uuid7(), uuid.UUID)
    assert isinstance(sortid.uuid.uuid7(), uuid.UUID)


def test_uuid_after_a_step_back(monkeypatch: pytest.MonkeyPatch) -> None:
    (module,) = {sys.modules[STDLIB.uuid7.__module__]}
    STDLIB.uuid7()
    step = SimpleNamespace(time_ns=lambda: (MS - 1000) * 1000000)
    before = Uuid7(STDLIB.uuid7().bytes).unix_ms
    monkeypatch.setattr(module, "time", step)
    monkeypatch.setattr(module, "os", os)
    times = [Uuid7(STDLIB.uuid7().bytes).unix_ms for _ in range(3)]
    assert times == [before + 1, before + 2, before + 3]
