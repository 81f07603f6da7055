# SPDX-License-Identifier: MIT
"""What each type promises, as one table: making, conversions, order, pickles, misuse."""

from __future__ import annotations

import copy
import json
import operator
import pickle
import subprocess
import sys
import time
import uuid
from typing import Any

import pytest
from types_table import MAKERS, NOW_MS, TYPES, Type, increase, type_name

import sortid

every = pytest.mark.parametrize("each", TYPES, ids=type_name)
every_maker = pytest.mark.parametrize("each", MAKERS, ids=type_name)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


# ---- What a type is ---------------------------------------------------------------------


def test_names() -> None:
    assert sortid.__version__.count(".") == 2
    assert len(sortid.__all__) == len(set(sortid.__all__))
    for name in sortid.__all__:
        if name != "TypeId":  # loaded at its first use
            assert getattr(sortid, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'guid'"):
        _ = sortid.guid  # type: ignore[attr-defined]


def test_import_loads_no_other_module() -> None:
    """Importing uuid costs more than the package itself."""
    program = (
        "import sys; before = set(sys.modules); import sortid; sortid.ulid();"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) - {"datetime", "_datetime"} == {"sortid", "sortid._core"}


@every
def test_type(each: Type) -> None:
    id_type, reference = each.id_type, each.reference
    assert issubclass(id_type, sortid.Id)
    assert (id_type.format, id_type.size) == (reference.name, reference.size)
    assert id_type.text_length == len(reference.text(each.random_ids(1)[0]))
    lowest, largest = each.random_ids(2)
    assert (int(id_type.MIN), int(id_type.MAX)) == (lowest, largest)
    assert isinstance(id_type.MIN, id_type)
    assert id_type.__module__ == "sortid"
    assert id_type.__doc__
    with pytest.raises(TypeError):
        type("Sub", (id_type,), {})


def test_base_type_makes_nothing() -> None:
    with pytest.raises(TypeError):
        sortid.Id("01ARZ3NDEKTSV4RRFFQ69G5FAV")  # type: ignore[abstract]
    for call in (
        lambda: sortid.Id.new(),
        lambda: sortid.Id.parse("x"),
        lambda: sortid.Id.from_int(5),
    ):
        with pytest.raises((TypeError, AttributeError)):
            call()


@every
def test_id_never_changes(each: Type) -> None:
    found = each.of(each.random_ids(3)[2])
    for name in ("text", "bytes", "unix_ms", "time", "fields", "other", "__class__"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(found, name, 5)
    assert not hasattr(found, "__dict__")
    found.fields["timestamp"] = -1  # a copy
    assert found.fields["timestamp"] != -1
    head = sys.getsizeof(object())  # 16; 32 in free-threaded builds
    assert sys.getsizeof(found) <= head + (found.size + 7) // 8 * 8


# ---- Making -----------------------------------------------------------------------------


@every_maker
def test_new(each: Type) -> None:
    assert each.new_text
    assert each.new_many_text
    unit = each.reference.unit_ms
    before = now_ms()
    last: Any = each.id_type.new()
    for _ in range(500):
        text = each.new_text()
        assert isinstance(text, str)
        assert len(text) == each.id_type.text_length
        assert last.text < text
        last = each.id_type.new()
        assert text < last.text
    ids, texts = each.id_type.new_many(5000), each.new_many_text(5000)
    assert all(isinstance(found, each.id_type) for found in ids)
    made = [last.text, *(found.text for found in ids), *texts, each.new_text()]
    assert increase(made)
    assert before - unit <= each.id_type(made[0]).unix_ms
    assert each.id_type(made[-1]).unix_ms <= now_ms() + 1000


@every_maker
def test_many(each: Type) -> None:
    for call in (each.id_type.new_many, each.new_many_text):
        assert call
        for count in (0, 1, 2, 4095, 4096, 4097):
            assert len(call(count)) == count
        assert len(call(True)) == 1  # as range() takes it
        for wrong in (-1, -(2**70)):
            with pytest.raises((ValueError, OverflowError)):
                call(wrong)
        for wrong_type in (1.5, "3", None, b"3"):
            with pytest.raises(TypeError):
                call(wrong_type)  # type: ignore[arg-type]
        for huge in (2**62, 2**70, sys.maxsize):
            with pytest.raises((MemoryError, OverflowError, ValueError)):
                call(huge)
        with pytest.raises(TypeError):
            call()  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            call(count=5)  # type: ignore[call-arg]


@every_maker
def test_at(each: Type) -> None:
    before = each.id_type.new()
    found = {each.id_type.at(NOW_MS) for _ in range(50)}
    assert len(found) == 50
    assert {one.unix_ms for one in found} == {NOW_MS}
    assert before < each.id_type.new()  # no generator changed


def test_scru64_needs_a_generator() -> None:
    for call in (
        lambda: sortid.Scru64.new(),
        lambda: sortid.Scru64.new_many(3),
        lambda: sortid.Scru64.at(NOW_MS),
    ):
        with pytest.raises(TypeError, match="Generator"):
            call()
    assert not hasattr(sortid, "scru64")


# ---- Conversions ------------------------------------------------------------------------


@every
def test_round_trips(each: Type) -> None:
    id_type, reference = each.id_type, each.reference
    for value in each.random_ids(60):
        found = each.of(value)
        raw = value.to_bytes(reference.size, "big")
        text = reference.text(value)
        assert (found.text, str(found), f"{found}") == (text,) * 3
        assert (found.bytes, bytes(found), int(found)) == (raw, raw, value)
        assert repr(found) == f"{id_type.__name__}('{text}')"
        assert eval(repr(found), vars(sortid)) == found
        assert found == id_type(text) == id_type.parse(text) == id_type.from_int(value)
        for view in (raw, bytearray(raw), memoryview(raw), memoryview(b"00" + raw)[2:]):
            assert id_type(view) == found
        assert id_type(found) is found
        assert found.unix_ms == reference.unix_ms(value)
        assert found.fields == reference.split(value)
        assert list(found.fields) == list(reference.split(value))
        for encoding in reference.encodings:
            encoded = reference.encoded(value, encoding)
            assert id_type.parse(encoded, encoding) == found
            assert id_type.parse(encoded, encoding=encoding) == found
            assert id_type.parse(text=encoded, encoding=encoding) == found
            assert format(found, encoding) == encoded
        if reference.size == 16:
            assert found.uuid == uuid.UUID(int=value)
            assert type(found.uuid) is uuid.UUID
            assert id_type(found.uuid) == found
        else:
            assert not hasattr(found, "uuid")


@every
def test_encodings_of_another_size(each: Type) -> None:
    found = each.id_type.MAX
    wrong = {"base64", "TEXT", "hex ", "bin", "hex\0", "é", "\ud800"}
    if each.reference.size != 16:
        wrong |= {"uuid", "braces", "urn"}
    if each.name != "ulid":
        wrong.add("lenient")
    for encoding in wrong:
        with pytest.raises(ValueError):
            format(found, encoding)
        with pytest.raises(ValueError):
            each.id_type.parse(found.text, encoding)
    with pytest.raises(ValueError):
        format(found, "lenient")  # only read
    for wrong_type in (None, 1, b"hex"):
        with pytest.raises((TypeError, ValueError)):
            each.id_type.parse(found.text, wrong_type)
    if each.reference.size != 16:
        with pytest.raises((TypeError, ValueError)):
            each.id_type(uuid.UUID(int=5))


def test_lenient_ulid() -> None:
    expected = sortid.Ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV")
    for text in (
        "o1arz3ndektsv4rrffq69g5fav",
        "0IARZ3-NDEKTSV4RRFFQ69G5-FAV",
        "OlARZ3NDEKTSV4RRFFQ69G5FAV",
    ):
        assert sortid.Ulid.parse(text, "lenient") == expected
        with pytest.raises(sortid.ParseError):
            sortid.Ulid(text)
    for text, status, position in (
        ("-01ARZ3NDEKTSV4RRFFQ69G5FAV", "BAD_DIGIT", 0),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV-", "BAD_DIGIT", 26),
        ("01ARZ3--NDEKTSV4RRFFQ69G5FAV", "BAD_DIGIT", 6),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAU", "BAD_DIGIT", 25),
        ("01ARZ3NDEK-TSV4RRFFQ69G5FAVé", "BAD_LENGTH", 27),
        ("01ARZ3NDEK-TSV4RRFFQ69G5FA", "BAD_LENGTH", 26),
    ):
        with pytest.raises(sortid.ParseError) as error:
            sortid.Ulid.parse(text, "lenient")
        assert (error.value.status, error.value.position) == (status, position), text
    assert not sortid.Ulid.is_valid("o1arz3ndektsv4rrffq69g5fav")


@every
def test_pickle_and_copy(each: Type) -> None:
    ids = [each.of(value) for value in each.random_ids(20)]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(ids, protocol))
        assert again == ids
        assert {type(found) for found in again} == {each.id_type}
        assert pickle.loads(pickle.dumps(each.id_type, protocol)) is each.id_type
    assert copy.copy(ids[0]) is ids[0]
    assert copy.deepcopy(ids) == ids
    assert copy.deepcopy(ids)[0] is ids[0]
    assert each.id_type.__reduce__(ids[0]) == (each.id_type, (ids[0].bytes,))


def test_a_wrong_pickle_is_refused() -> None:
    dumped = pickle.dumps(sortid.Uuid7.MIN, 4)
    assert dumped.count(sortid.Uuid7.MIN.bytes) == 1
    with pytest.raises(sortid.ParseError):
        pickle.loads(dumped.replace(sortid.Uuid7.MIN.bytes, bytes(16)))


def test_json() -> None:
    """An ID is no str: JSON needs a default, and str is one."""
    assert (
        json.dumps({"id": sortid.Ulid.MIN}, default=str) == '{"id": "00000000000000000000000000"}'
    )
    with pytest.raises(TypeError):
        json.dumps(sortid.Ulid.MIN)


# ---- Order, hash, match ------------------------------------------------------------------


@every
def test_order_and_hash(each: Type) -> None:
    values = sorted(set(each.random_ids(60)))
    ids = [each.of(value) for value in values]
    assert sorted(ids, reverse=True) == ids[::-1]
    assert (min(ids), max(ids)) == (ids[0], ids[-1])
    for compare in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        for i in (0, 1, 30, 59):
            for k in (0, 1, 30, 59):
                i, k = min(i, len(ids) - 1), min(k, len(ids) - 1)
                assert compare(ids[i], ids[k]) is compare(values[i], values[k])
    assert len({hash(found) for found in ids}) == len(ids)
    again = [each.of(value) for value in values]
    assert [hash(found) for found in again] == [hash(found) for found in ids]
    assert {found: i for i, found in enumerate(ids)}[again[7]] == 7
    assert hash(each.id_type.MIN) != -1


@every
def test_other_types_are_other_ids(each: Type) -> None:
    found = each.id_type.MIN
    zeros = [other.id_type.MIN for other in TYPES if other is not each]
    for other in [*zeros, found.text, found.bytes, int(found), None, object()]:
        assert (found == other, found != other) == (False, True)
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(TypeError):
                compare(found, other)
            with pytest.raises(TypeError):
                compare(other, found)

    class Any_:
        def __eq__(self, other: object) -> bool:
            return True

        def __gt__(self, other: object) -> bool:
            return True

    assert found == Any_()
    assert found < Any_()  # the other side is asked


@every
def test_match(each: Type) -> None:
    found = each.id_type.MAX
    assert isinstance(each.id_type.__match_args__, tuple)
    match found:
        case each.id_type(text):
            assert text == found.text
        case _:
            pytest.fail("no match")
    match found:
        case each.id_type(unix_ms=ms, bytes=raw):
            assert (ms, raw) == (found.unix_ms, found.bytes)
        case _:
            pytest.fail("no match")
    match found:
        case str() | bytes() | int():
            pytest.fail("an ID is none of these")
        case sortid.Id():
            pass
        case _:
            pytest.fail("no match")


@every
def test_neighbors(each: Type) -> None:
    reference = each.reference
    for value in each.random_ids(60)[2:]:
        found = each.of(value)
        assert int(found.successor()) == reference.step(value, 1)
        assert found.successor().predecessor() == found
        assert found < found.successor()
    assert each.id_type.MAX.successor() is None
    assert each.id_type.MIN.predecessor() is None


@every
def test_format(each: Type) -> None:
    found = each.id_type.MAX
    assert f"{found!s:>60}" == found.text.rjust(60)
    assert format(found, "") == format(found) == found.text
    with pytest.raises(TypeError):
        found.__format__(5)  # type: ignore[arg-type]


# ---- Misuse ------------------------------------------------------------------------------


@every
def test_wrong_types(each: Type) -> None:
    id_type: Any = each.id_type
    for value in (None, 5, 1.5, [], {}, object(), id_type, True):
        with pytest.raises(TypeError):
            id_type(value)
        with pytest.raises(TypeError):
            id_type.parse(value)
    for other in TYPES:
        if other is not each:
            with pytest.raises(TypeError):
                id_type(other.id_type.MIN)
            with pytest.raises(TypeError):
                id_type.parse(other.id_type.MIN)
    for value in (b"01ARZ3NDEKTSV4RRFFQ69G5FAV", id_type.MIN):
        with pytest.raises(TypeError):
            id_type.parse(value)
    for value in (1.0, "5", None, b"5", id_type.MIN):
        with pytest.raises(TypeError):
            id_type.from_int(value)
    for call in (
        id_type,
        id_type.parse,
        id_type.from_int,
        id_type.min_at,
        id_type.max_at,
        id_type.is_valid,
    ):
        with pytest.raises(TypeError):
            call()
        with pytest.raises(TypeError):
            call("1", "2", "3")
        with pytest.raises(TypeError):
            call(nonsense="1")
    with pytest.raises(TypeError):
        id_type(value=id_type.MIN.text)
    with pytest.raises(TypeError):
        id_type("x", "y")
    with pytest.raises(TypeError):
        id_type.parse("x", "text", "more")
    found = id_type.MIN
    with pytest.raises(TypeError):
        found.successor(1)
    with pytest.raises(TypeError):
        found + 1
    for call in (len, iter, float, abs):
        with pytest.raises(TypeError):
            call(found)


@every
def test_is_valid_raises_nothing(each: Type) -> None:
    text = each.id_type.MAX.text
    assert each.id_type.is_valid(text) is True
    for value in (None, 5, 1.5, b"", [], each.id_type, "", "é", "\ud800", text + "0", text[:-1]):
        assert each.id_type.is_valid(value) is False
    assert isinstance(each.id_type.is_valid(each.id_type.MAX), bool)


@every
def test_bytes_of_other_sizes_and_shapes(each: Type) -> None:
    size = each.reference.size
    for wrong in (b"", bytes(size - 1), bytes(size + 1), bytes(1000)):
        with pytest.raises(sortid.ParseError) as error:
            each.id_type(wrong)
        assert error.value.status == "BAD_LENGTH"
    if each.name not in ("uuidv7",):
        raw = bytes(range(size))
        wide = bytes(each_byte for byte in raw for each_byte in (byte, 0xFF))
        assert each.id_type(memoryview(wide)[::2]).bytes == raw
        assert each.id_type(memoryview(raw).cast("I")).bytes == raw
        assert each.id_type(memoryview(raw).cast("B", (2, size // 2))).bytes == raw
    released = memoryview(bytes(size))
    released.release()
    with pytest.raises((ValueError, BufferError)):
        each.id_type(released)


@every
def test_int_bounds(each: Type) -> None:
    reference = each.reference
    lowest, largest = each.random_ids(2)
    assert each.id_type.from_int(lowest) == each.id_type.MIN
    assert each.id_type.from_int(largest) == each.id_type.MAX
    for wrong in (-1, largest + 1, 1 << reference.bits, -(1 << 200), 1 << 2000, 1 << 100_000):
        with pytest.raises(sortid.ParseError) as error:
            each.id_type.from_int(wrong)
        assert error.value.status in ("OUT_OF_RANGE", "BAD_VERSION", "BAD_VARIANT")
        assert len(str(error.value)) < 500


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise AssertionError("the characters are read, not __str__")


@every
def test_subclasses_of_str_and_bytes(each: Type) -> None:
    class Raw(bytes):
        pass

    found = each.id_type.MAX
    assert each.id_type(Text(found.text)) == found
    assert each.id_type.parse(Text(found.text)) == found
    assert each.id_type.is_valid(Text(found.text))
    assert each.id_type(Raw(found.bytes)) == found
