# SPDX-License-Identifier: MIT
"""sortid.inspect: the recognition vectors of the repository, options, errors, readings as values;
the calls for TypeIDs."""

from __future__ import annotations

import pickle
import time
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from types_table import NOW_MS, TYPES, Type, type_name
from vectors import rows, unescape

import sortid
from sortid import _core

UTC = timezone.utc
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
LAST_MS = 253402300799999
FIRST_MS = -62135596800000

# A hash does not tell what was hashed.
UNKNOWABLE = {"namespace", "name"}


def time_of(ms: int | None) -> datetime | None:
    if ms is None or not FIRST_MS <= ms <= LAST_MS:
        return None
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)


def check_field(reading: sortid.Reading, name: str, value: str) -> None:
    if name in UNKNOWABLE:
        return
    if name == "form":
        assert reading.form == value
    elif name in ("rand_a", "rand_b"):  # in decimal, as a field of a format
        assert int(reading.fields[{"rand_a": "randA", "rand_b": "randB"}[name]]) == int(value, 16)
    elif name == "bytes":
        assert reading.bytes.hex() == value
    elif name == "prefix" and value == "":
        assert reading.prefix == ""
    else:
        assert reading.fields[name] == value


def check_reading(kind: str, text: str, ms: str, fields: str) -> None:
    (reading,) = sortid.inspect(text, kind=kind)
    assert reading.kind == kind
    assert reading.unix_ms == (int(ms) if ms else None)
    assert reading.time == time_of(reading.unix_ms)
    for each in fields.split(" "):
        if each:
            name, _, value = each.partition("=")
            check_field(reading, name, value)
    (again,) = sortid.inspect(reading.text, kind=kind)
    assert again.bytes == reading.bytes
    assert kind in [each.kind for each in sortid.inspect(text)]
    if kind == "typeid":
        prefix, raw = _core._typeid_parse(text)
        assert (prefix, raw) == (reading.prefix, reading.bytes)
        assert _core._typeid_print(prefix, raw) == text


def check_refusal(name: str, text: str) -> None:
    """A family, such as uuid, is refused if each kind of it is."""
    refused = [kind.name for kind in sortid.kinds() if name in (kind.name, kind.family)]
    assert refused, name
    for kind in refused:
        with pytest.raises(sortid.ParseError):
            sortid.inspect(text, kind=kind)
    if name == "typeid":
        with pytest.raises(sortid.ParseError):
            _core._typeid_parse(text)


def test_vectors() -> None:
    count = 0
    for name, text, *rest in rows("neighbors.tsv"):
        count += 1
        if name.startswith("not-"):
            check_refusal(name[4:], unescape(text))
        else:
            check_reading("uuidv7" if name == "uuid-v7" else name, unescape(text), *rest[:2])
    assert count >= 251


@pytest.mark.parametrize("each", TYPES, ids=type_name)
def test_readings_of_our_formats(each: Type) -> None:
    for value in each.random_ids(40):
        found = each.of(value)
        text = each.reference.encoded(value, "hex")
        (reading,) = sortid.inspect(text, kind=each.name)
        assert (reading.kind, reading.form, reading.text) == (each.name, "hex", found.text)
        assert reading.bytes == found.bytes
        assert reading.unix_ms == found.unix_ms
        assert {name: int(field) for name, field in reading.fields.items()} == found.fields
    plain = each.id_type.min_at(NOW_MS).text
    own = next(reading for reading in sortid.inspect(plain) if reading.kind == each.name)
    assert own.form == "text"
    assert {"alphabet", "time"} <= set(own.why)
    kind = next(kind for kind in sortid.kinds() if kind.name == each.name)
    assert (kind.format, kind.size, kind.is_vague) == (each.name, each.reference.size, False)
    assert (kind.title, kind.family) == (own.title, own.family)


def test_kinds() -> None:
    kinds = sortid.kinds()
    assert isinstance(kinds, tuple)
    assert {each.name for each in TYPES} < {kind.name for kind in kinds}
    assert len({kind.name for kind in kinds}) == len(kinds) > 20
    for kind in kinds:
        assert isinstance(kind, sortid.Kind)
        assert type(kind.is_vague) is bool
        assert 8 <= kind.size <= 32
    assert any(kind.is_vague for kind in kinds)


def test_readings_are_sorted_values() -> None:
    readings = sortid.inspect(sortid.uuid7())
    assert (readings[0].kind, readings[0].confidence) == ("uuidv7", "high")
    assert sorted(each.kind for each in readings[1:]) == ["scru128", "scru128v1", "ulid"]
    assert isinstance(readings, list)
    for reading in readings:
        assert isinstance(reading, tuple)
        assert isinstance(reading.why, tuple)
        assert pickle.loads(pickle.dumps(reading)) == reading
        assert type(reading.time) is datetime
    (reading,) = sortid.inspect(ULID, kind="ulid")
    assert reading.fields == {
        "timestamp": "1469922850259",
        "randomness": "1012768647078601740696923",
    }
    assert reading.time == datetime(2016, 7, 30, 23, 54, 10, 259000, UTC)


def test_times_beyond_datetime() -> None:
    (reading,) = sortid.inspect(sortid.Ulid.MAX.text, kind="ulid")
    assert (reading.unix_ms, reading.time) == ((1 << 48) - 1, None)


def test_lenient() -> None:
    text = "o1ARZ3NDEKTSV4RRFFQ69G5FAV"
    (reading,) = sortid.inspect(text, kind="ulid", lenient=True)
    assert reading.text == ULID
    with pytest.raises(sortid.ParseError):
        sortid.inspect(text, kind="ulid")


def test_epoch() -> None:
    value = 1541815603606036480
    for epoch in (0, datetime(1970, 1, 1, tzinfo=UTC)):
        (reading,) = sortid.inspect(str(value), kind="snowflake-twitter", epoch=epoch)
        assert reading.unix_ms == value >> 22
    (reading,) = sortid.inspect(str(value), kind="snowflake-twitter")
    assert reading.unix_ms == (value >> 22) + 1288834974657


def test_plausible_until() -> None:
    year = 365 * 86_400_000
    now = time.time_ns() // 1_000_000

    def is_plausible(ms: int, **options: Any) -> bool:
        (reading,) = sortid.inspect(sortid.Ulid.min_at(ms).text, kind="ulid", **options)
        return "time" in reading.why

    assert is_plausible(NOW_MS)
    assert not is_plausible(NOW_MS, plausible_until=NOW_MS)
    assert is_plausible(NOW_MS, plausible_until=NOW_MS + 1)
    assert is_plausible(now + year, plausible_until=now + 2 * year)
    end = datetime(2024, 1, 1, tzinfo=UTC)
    assert is_plausible(NOW_MS, plausible_until=end)
    assert not is_plausible(NOW_MS, plausible_until=end - timedelta(days=365))


@pytest.mark.parametrize(
    ("text", "status", "position"),
    [
        ("", "BAD_LENGTH", 0),
        ("é", "BAD_DIGIT", 0),
        ("\ud800", "BAD_DIGIT", 0),
        ("\0", "BAD_DIGIT", 0),
        ("x" * 100_000, "BAD_LENGTH", None),
        ("é" * 1000, "BAD_LENGTH", None),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAé", "BAD_DIGIT", 25),
        ("01ARZ3NDEKTSV4éRFFQ69G5FAU", "BAD_DIGIT", 14),
        ("8" + "Z" * 25, None, None),
    ],
)
def test_refusals(text: str, status: str | None, position: int | None) -> None:
    for kind in (None, "ulid"):
        with pytest.raises(sortid.ParseError) as error:
            sortid.inspect(text, kind=kind)
        if kind == "ulid":
            continue
        if status is not None and len(text) != 1:
            assert error.value.status == status
        if position is not None and status == "BAD_DIGIT" and len(text) > 1:
            assert error.value.position == position
        assert error.value.position is None or 0 <= error.value.position <= len(text)
    assert len(str(error.value)) < 500


def test_wrong_options() -> None:
    for options in (
        {"kind": 5},
        {"kind": b"ulid"},
        {"lenient": "no", "kind": 3},
        {"epoch": "0"},
        {"epoch": 1.5},
        {"plausible_until": "x"},
        {"epochMs": 0},
    ):
        with pytest.raises(TypeError):
            sortid.inspect(ULID, **options)  # type: ignore[arg-type]
    for options in (
        {"kind": "nothing"},
        {"kind": "ULID"},
        {"kind": ""},
        {"kind": "ulid\0"},
        {"kind": "é"},
        {"kind": "\ud800"},
        {"epoch": 2**53 + 1},
        {"epoch": -(2**53) - 1},
        {"epoch": 2**70},
        {"plausible_until": -1},
        {"plausible_until": 2**53 + 1},
    ):
        with pytest.raises((ValueError, OverflowError)):
            sortid.inspect(ULID, **options)  # type: ignore[arg-type]
    for value in (None, 5, b"x", sortid.Ulid(ULID)):
        with pytest.raises(TypeError):
            sortid.inspect(value)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        sortid.inspect()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        sortid.inspect(ULID, "ulid")  # type: ignore[misc]
    with pytest.raises(TypeError):
        sortid.kinds(1)  # type: ignore[call-arg]


# ---- TypeID ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prefix", "status", "position"),
    [
        ("User", "BAD_DIGIT", 0),
        ("us er", "BAD_DIGIT", 2),
        ("usér", "BAD_DIGIT", 2),
        ("_user", "BAD_DIGIT", 0),
        ("us\0er", "BAD_DIGIT", 2),
        ("x" * 64, "BAD_LENGTH", 63),
        ("é" * 40, "BAD_DIGIT", 0),
        ("\ud800", "BAD_DIGIT", 0),
    ],
)
def test_typeid_prefixes(prefix: str, status: str, position: int) -> None:
    with pytest.raises(sortid.ParseError) as error:
        _core._typeid_print(prefix, bytes(16))
    assert (error.value.status, error.value.position) == (status, position)


def test_typeid_positions_are_characters() -> None:
    for text, position in (
        ("é_00000000000000000000000000", 0),
        ("ué_00000000000000000000000000", 1),
    ):
        with pytest.raises(sortid.ParseError) as error:
            _core._typeid_parse(text)
        assert error.value.position == position


def test_typeid_wrong_types() -> None:
    for arguments in (
        (5, bytes(16)),
        ("user", 5),
        ("user",),
        (b"user", bytes(16)),
        ("user", "0" * 16),
    ):
        with pytest.raises(TypeError):
            _core._typeid_print(*arguments)  # type: ignore[arg-type]
    for size in (0, 15, 17):
        with pytest.raises(ValueError):
            _core._typeid_print("user", bytes(size))
    with pytest.raises(TypeError):
        _core._typeid_parse(b"user")  # type: ignore[arg-type]
