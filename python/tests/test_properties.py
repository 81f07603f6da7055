# SPDX-License-Identifier: MIT
"""Properties of all IDs, and the package against the plain Python of reference.py."""

from __future__ import annotations

import pickle
import string
import uuid
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import FORMATS, Format, Refused, parse_lenient
from types_table import BY_NAME, TYPES, Type, type_name

import sortid

every = pytest.mark.parametrize("each", TYPES, ids=type_name)
any_type = st.sampled_from(TYPES)


LIMIT_MS = (1 << 63) // 1000 - 1  # the last ms that a call takes
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def outcome(call: Any, *arguments: Any) -> Any:
    """The integer of an ID, or the status and the position of a refusal."""
    try:
        return int(call(*arguments))
    except Refused as refused:
        return (refused.status, refused.position)
    except sortid.ParseError as error:
        return (error.status, error.position)


@st.composite
def ids(draw: st.DrawFn) -> tuple[Type, int]:
    """A type, and an ID of it with many or few digits."""
    each = draw(any_type)
    reference = each.reference
    value = draw(st.integers(0, (1 << reference.bits) - 1)) >> draw(
        st.integers(0, reference.bits - 1)
    )
    for fixed in reference.fixed:
        shift = reference.bits - fixed.first_bit - fixed.bits
        value = value & ~((1 << fixed.bits) - 1 << shift) | fixed.value << shift
    return each, value % (reference.largest + 1)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[Type, str, str]:
    """A type, an encoding and a text that is nearly an ID: changed, longer or shorter."""
    each, value = draw(ids())
    encoding = draw(st.sampled_from(each.reference.encodings))
    text = list(each.reference.encoded(value, encoding))
    odd = st.one_of(
        st.sampled_from(
            "0179aAfgGilouUzZ-_{}:@`/[ \t\n\0\x7f\x80\xff\u0130\u0131\u017f\u212a\ud800\U0001f600"
        ),
        st.characters(),
    )
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        kind = draw(st.sampled_from(["replace", "insert", "delete", "case"]))
        if kind == "insert":
            text.insert(place, draw(odd))
        elif place < len(text):
            text[place : place + 1] = {
                "replace": lambda: [draw(odd)],
                "delete": list,
                "case": lambda place=place: [text[place].swapcase()[:1]],
            }[kind]()
    return each, encoding, "".join(text)


# ---- Round trips ------------------------------------------------------------------------


@given(ids())
def test_round_trips(drawn: tuple[Type, int]) -> None:
    each, value = drawn
    reference = each.reference
    found = each.of(value)
    assert int(found) == value
    for encoding in reference.encodings:
        text = format(found, encoding)
        assert text == reference.encoded(value, encoding)
        spellings = (
            [text]
            if encoding == "text" and not reference.ignores_case
            else [text, text.upper(), text.lower()]
        )
        for spelling in spellings:
            assert each.id_type.parse(spelling, encoding) == found
    again = [each.id_type(found.text), each.id_type(found.bytes), each.id_type.from_int(value)]
    again.append(pickle.loads(pickle.dumps(found)))
    if reference.size == 16:
        again.append(each.id_type(found.uuid))
        assert found.uuid == uuid.UUID(bytes=found.bytes)
    assert {(type(one), one.text, hash(one)) for one in again} == {
        (each.id_type, found.text, hash(found))
    }
    assert found.fields == reference.split(value)
    assert found.unix_ms == reference.unix_ms(value)


@given(any_type.flatmap(lambda each: st.tuples(st.just(each), st.integers(), st.integers())))
def test_three_orders_are_one(drawn: tuple[Type, int, int]) -> None:
    each, *values = drawn
    reference = each.reference
    a, b = (value % (reference.timestamp_max + 1) for value in values)
    first, second = (each.of(reference._filled(value, False)) for value in (a, b))
    assert (first < second) == (first.text < second.text) == (first.bytes < second.bytes)
    assert (first < second) == (int(first) < int(second)) == (a < b)
    assert (first == second) == (a == b) == (hash(first) == hash(second))


@given(ids(), ids())
def test_order(one: tuple[Type, int], other: tuple[Type, int]) -> None:
    each, a = one
    reference = each.reference
    b = other[1] % (reference.largest + 1)
    try:
        second = each.id_type.from_int(b)
    except sortid.ParseError:
        b = a
        second = each.of(b)
    first = each.of(a)
    for less, more in ((first, second), (second, first)):
        expected = int(less) < int(more)
        assert (less < more) is expected
        assert (less <= more) is (int(less) <= int(more))
        assert (less.text < more.text) is (less.bytes < more.bytes) is expected


@given(ids(), st.sampled_from([1, -1]))
def test_neighbors(drawn: tuple[Type, int], by: int) -> None:
    each, value = drawn
    found = each.of(value)
    call = found.successor if by == 1 else found.predecessor
    try:
        expected = each.reference.step(value, by)
    except Refused:
        assert call() is None
    else:
        assert int(call()) == expected


# ---- Differential ------------------------------------------------------------------------


@given(mutated())
def test_texts(drawn: tuple[Type, str, str]) -> None:
    each, encoding, text = drawn
    expected = outcome(each.reference.parse, text, encoding)
    assert outcome(each.id_type.parse, text, encoding) == expected
    if encoding == "text":
        assert outcome(each.id_type, text) == expected
        assert each.id_type.is_valid(text) is isinstance(expected, int)


@given(any_type, st.text(max_size=45))
def test_any_text(each: Type, text: str) -> None:
    for encoding in each.reference.encodings:
        assert outcome(each.id_type.parse, text, encoding) == outcome(
            each.reference.parse, text, encoding
        )


@given(any_type, st.text(alphabet=string.digits, min_size=1, max_size=52))
def test_decimals(each: Type, text: str) -> None:
    assert outcome(each.id_type.parse, text, "int") == outcome(each.reference.parse, text, "int")


@given(any_type, st.data())
def test_bytes(each: Type, data: st.DataObject) -> None:
    raw = data.draw(st.binary(min_size=each.reference.size - 1, max_size=each.reference.size + 1))
    expected = outcome(each.reference.from_bytes, raw)
    found = outcome(each.id_type, raw)
    assert found == expected or (found[0] == expected[0] and found[1] is None)


@given(any_type, st.integers() | st.integers(-(1 << 161), 1 << 161) | st.integers(0, (1 << 64) + 5))
def test_integers(each: Type, value: int) -> None:
    expected = outcome(each.reference.from_int, value)
    found = outcome(each.id_type.from_int, value)
    assert found == expected or (found[0] == expected[0] and found[1] is None)


@given(
    st.lists(
        st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghijklmnopqrstuvwxyz--é"),
        max_size=32,
    )
)
def test_lenient_texts(characters: list[str]) -> None:
    text = "".join(characters)
    assert outcome(sortid.Ulid.parse, text, "lenient") == outcome(parse_lenient, text)


@given(st.integers(0, (1 << 128) - 1), st.data())
def test_lenient_ulids(value: int, data: st.DataObject) -> None:
    text = list(FORMATS["ulid"].text(value))
    choices = data.draw(st.binary(min_size=26, max_size=26))
    for i, character in enumerate(text):
        aliases = {"1": "1iIlL", "0": "0oO"}.get(character, character)
        text[i] = aliases[choices[i] % len(aliases)]
    for place in data.draw(st.lists(st.integers(0, 26), max_size=3)):
        text.insert(place, "-")
    assert outcome(sortid.Ulid.parse, "".join(text), "lenient") == outcome(
        parse_lenient, "".join(text)
    )


# ---- Times -------------------------------------------------------------------------------


def times(reference: Format) -> st.SearchStrategy[int]:
    last = reference.unix_ms(reference.largest)
    near = [
        reference.zero_ms,
        reference.zero_ms + reference.unit_ms,
        last,
        last + reference.unit_ms,
    ]
    around = [st.integers(max(0, edge - 2000), edge + 2000) for edge in near]
    return st.one_of(st.integers(0, LIMIT_MS), st.integers(reference.zero_ms, last), *around)


@given(st.data(), any_type)
def test_min_and_max_at(data: st.DataObject, each: Type) -> None:
    reference = each.reference
    ms = data.draw(times(reference))
    for name in ("min_at", "max_at"):
        try:
            expected = getattr(reference, name)(ms)
        except Refused:
            with pytest.raises(ValueError, match=name):
                getattr(each.id_type, name)(ms)
        else:
            found = getattr(each.id_type, name)(ms)
            assert int(found) == expected
            assert found.unix_ms <= ms < found.unix_ms + reference.unit_ms


@given(st.data(), any_type)
def test_range(data: st.DataObject, each: Type) -> None:
    reference = each.reference
    ends = st.none() | times(reference)
    since, until = data.draw(ends), data.draw(ends)
    try:
        expected = reference.range(since, until)
    except Refused:
        with pytest.raises(ValueError, match=r"range|since|until"):
            each.id_type.range(since, until)
        return
    first, last = each.id_type.range(since, until)
    assert (int(first), int(last)) == expected
    assert (since or 0) <= first.unix_ms
    assert until is None or last.unix_ms < until


@given(st.integers(0, 253402300799999))
def test_times(ms: int) -> None:
    found = sortid.Ulid.min_at(ms)
    assert found.unix_ms == ms
    assert sortid.Ulid.min_at(found.time) == found
    assert round(found.time.timestamp() * 1000) == ms


minutes = st.integers(-1439, 1439)
zones = minutes.map(lambda offset: timezone(timedelta(minutes=offset)))


@given(st.datetimes(timezones=zones))
def test_datetimes(when: datetime) -> None:
    try:
        found = sortid.Ulid.min_at(when)
    except ValueError:
        assert when < EPOCH
        return
    assert 0 <= (when - found.time).total_seconds() < 0.001


# ---- The reference itself ----------------------------------------------------------------


def test_known_ids() -> None:
    """The reference is right about IDs of the formats' documents."""
    for name, text, value in (
        ("ulid", "01BX5ZZKBKACTAV9WEVGEMMVRZ", 0x015F4BFFCD735334ADA78EDC1D4A6F1F),
        ("scru128", "f5lxx1zz5pnorynqglhzmsp33", (1 << 128) - 1),
        ("ksuid", "aWgEPTl1tmebfsQzFP4bxwgy80V", (1 << 160) - 1),
        ("scru64", "zzzzzzzzzzzz", 36**12 - 1),
    ):
        assert FORMATS[name].parse(text) == value
        assert FORMATS[name].text(value) == text
        assert BY_NAME[name].id_type(text) == BY_NAME[name].of(value)
