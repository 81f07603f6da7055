# SPDX-License-Identifier: MIT
"""Errors: statuses, positions in characters, messages that repeat the value, pickles."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from types_table import TYPES, Type, type_name

import sortid

ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def refused(call: Any, *arguments: Any) -> sortid.ParseError:
    with pytest.raises(sortid.ParseError) as error:
        call(*arguments)
    return error.value


def test_hierarchy() -> None:
    assert issubclass(sortid.Error, Exception)
    assert issubclass(sortid.ParseError, sortid.Error)
    assert issubclass(sortid.ParseError, ValueError)
    assert issubclass(sortid.GeneratorError, sortid.Error)
    assert issubclass(sortid.GeneratorError, RuntimeError)
    assert issubclass(sortid.SourceError, sortid.GeneratorError)
    for each in (sortid.Error, sortid.ParseError, sortid.GeneratorError, sortid.SourceError):
        assert each.__module__ == "sortid"


@pytest.mark.parametrize(
    ("text", "status", "position"),
    [
        ("", "BAD_LENGTH", 0),
        (ULID[1:], "BAD_LENGTH", 25),
        (ULID + "0", "BAD_LENGTH", 26),
        ("x" * 1_000_000, "BAD_LENGTH", 26),
        (ULID.replace("Z", "é"), "BAD_DIGIT", 4),
        (ULID.replace("Z", "\u0130"), "BAD_DIGIT", 4),  # its low byte is a digit
        (ULID.replace("Z", "\u212a"), "BAD_DIGIT", 4),  # the Kelvin sign, whose lower case is k
        (ULID.replace("Z", "\U0001f600"), "BAD_DIGIT", 4),
        (ULID.replace("Z", "\ud800"), "BAD_DIGIT", 4),
        (ULID.replace("Z", "\0"), "BAD_DIGIT", 4),
        (ULID.replace("Z", "U"), "BAD_DIGIT", 4),
        (ULID.replace("Z", " "), "BAD_DIGIT", 4),
        ("é" + ULID[1:25] + "U", "BAD_DIGIT", 0),
        (ULID[:25] + "é", "BAD_DIGIT", 25),
        (ULID[:24] + "é", "BAD_LENGTH", 25),  # 26 bytes of UTF-8
        ("é" * 13, "BAD_LENGTH", 13),
        ("\ud800" * 30, "BAD_LENGTH", 26),
        (ULID + "\0", "BAD_LENGTH", 26),
        (ULID + "\n", "BAD_LENGTH", 26),
        ("8" + "0" * 25, "OUT_OF_RANGE", 0),
        ("\u0660" * 26, "BAD_DIGIT", 0),  # Arabic digits
        ("\uff11" * 26, "BAD_DIGIT", 0),  # wide digits
    ],
)
def test_statuses_and_positions(text: str, status: str, position: int) -> None:
    for call in (sortid.Ulid, sortid.Ulid.parse):
        error = refused(call, text)
        assert (error.status, error.position) == (status, position)
    assert not sortid.Ulid.is_valid(text)


@pytest.mark.parametrize("each", TYPES, ids=type_name)
def test_messages_repeat_the_value(each: Type) -> None:
    text = "é" + each.id_type.MAX.text[1:]
    message = str(refused(each.id_type, text))
    assert repr(text) in message or text in message
    assert each.id_type.__name__ in message or each.name in message
    assert "0" in message  # the position
    long = "x" * 100_000
    message = str(refused(each.id_type, long))
    assert "xxxxxxxx" in message
    assert len(message) < 500
    control = each.id_type.MAX.text[:-1] + "\n"
    message = str(refused(each.id_type, control))
    assert "\n" not in message  # no line of a log is forged
    assert "\\n" in message
    surrogate = each.id_type.MAX.text[:-1] + "\ud800"
    message = str(refused(each.id_type, surrogate))
    message.encode()  # can be printed
    assert str(refused(each.id_type, b"")).count("0")


def test_messages_of_bytes_and_integers() -> None:
    assert "-1" in str(refused(sortid.Ulid.from_int, -1))
    assert str(1 << 128) in str(refused(sortid.Ulid.from_int, 1 << 128))
    error = refused(sortid.Uuid7, bytes(16))
    assert error.status == "BAD_VERSION"
    assert "00000000" in str(error) or r"\x00" in str(error)
    error = refused(sortid.Uuid7.from_int, 5)
    assert (error.status, "5" in str(error)) == ("BAD_VERSION", True)
    message = str(refused(sortid.Ulid.from_int, 1 << 100_000))  # beyond the digits that int prints
    assert len(message) < 500


def test_errors_are_pickled_and_copied() -> None:
    text = refused(sortid.Ulid, ULID[1:])
    raw = refused(sortid.Ulid, b"")
    with pytest.raises(sortid.ParseError) as node:
        sortid.Generator("scru64", node="42/8").set_node("+1/8")
    with pytest.raises(sortid.GeneratorError) as made:
        sortid.Generator("ulid").set_node("42/8")
    with pytest.raises(sortid.SourceError) as source:
        sortid.Generator("ulid", clock=lambda: -1).new()
    for error in (text, raw, node.value, made.value, source.value):
        copies = [pickle.loads(pickle.dumps(error, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
        for again in [*copies, copy.copy(error), copy.deepcopy(error)]:
            assert type(again) is type(error)
            assert (str(again), again.args, again.status) == (str(error), error.args, error.status)
            if isinstance(error, sortid.ParseError):
                assert again.position == error.position
    assert (text.position, raw.position) == (25, None)


def test_errors_can_be_made_by_hand() -> None:
    error = sortid.ParseError("no")
    assert str(error) == "no"
    with pytest.raises(ValueError):
        raise error


def test_error_has_no_context_of_its_own() -> None:
    error = refused(sortid.Ulid, "x")
    assert error.__cause__ is None
    assert error.__context__ is None
