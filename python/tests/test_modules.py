# SPDX-License-Identifier: MIT
"""TypeId, sortid.uuid, and that a program imports only the modules that it uses."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import uuid

import pytest

import sortid
import sortid.uuid
from sortid import ParseError, TypeId, Ulid, Uuid7

TEXT = "user_01h455vb4pex5vsknk084sn02q"
UUID = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057")


def test_typeid() -> None:
    id = TypeId(TEXT)
    assert (id.text, id.prefix, id.bytes, id.uuid) == (TEXT, "user", UUID.bytes, UUID)
    assert (str(id), repr(id), hash(id)) == (TEXT, f"TypeId('{TEXT}')", hash(TypeId(TEXT)))
    assert TypeId(UUID, "user") == TypeId(Uuid7(UUID), "user") == TypeId(id) == id
    assert TypeId(UUID, "") == TypeId(TEXT[5:])
    assert type(TypeId(uuid.uuid4(), "user").uuid) is uuid.UUID
    match id:
        case TypeId("user", value):
            assert value == UUID
        case _:
            pytest.fail("no match")


def test_typeid_new() -> None:
    ids = [TypeId.new("user") for _ in range(100)]
    assert ids == sorted(set(ids))
    assert all(id.prefix == "user" and Uuid7(id.uuid).text == str(id.uuid) for id in ids)
    assert TypeId.new().prefix == ""


def test_typeid_order() -> None:
    a, b, c = TypeId(UUID, "a"), TypeId(Uuid7.MAX, "a"), TypeId(UUID, "b")
    assert a < b < c
    assert c > b >= a <= b
    assert a != a.text
    assert a != b
    with pytest.raises(TypeError):
        a < a.text  # type: ignore[operator]  # noqa: B015


def test_typeid_is_immutable() -> None:
    id = TypeId(TEXT)
    for name in ("text", "_text", "other"):
        with pytest.raises(AttributeError):
            setattr(id, name, "x")
        with pytest.raises(AttributeError):
            delattr(id, name)
    assert copy.copy(id) is copy.deepcopy([id])[0] is id
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(id, protocol)) == id


def test_typeid_errors() -> None:
    for value in ((), (5,), (UUID,), (TEXT, "user"), (UUID.bytes, "user"), (Ulid.new(), "user")):
        with pytest.raises(TypeError):
            TypeId(*value)
    with pytest.raises(TypeError):
        TypeId.new(5)  # type: ignore[arg-type]
    with pytest.raises(ParseError) as raised:
        TypeId(TEXT.upper())
    assert (raised.value.status, raised.value.position) == ("BAD_DIGIT", 0)
    for prefix in ("_", "User", "a" * 64):
        with pytest.raises(ParseError):
            TypeId.new(prefix)


def test_uuid() -> None:
    ids = [sortid.uuid.uuid7(), *sortid.uuid.uuid7_many(1000), sortid.uuid.uuid7()]
    assert ids == sorted(set(ids))
    assert {(type(id), id.version, id.variant) for id in ids} == {(uuid.UUID, 7, uuid.RFC_4122)}
    assert sortid.uuid.uuid7_many(0) == []
    with pytest.raises(ValueError, match="count"):
        sortid.uuid.uuid7_many(-1)


PROGRAM = """
import sys
import sortid
id = sortid.Ulid.new()
sortid.Ulid(str(id)), id.time, sortid.ulid_many(2), repr(id), sortid.Uuid7.new()
optional = {"pydantic", "psycopg", "sqlalchemy", "uuid", "typing_extensions"}
optional |= {"sortid." + name for name in ("pydantic", "psycopg", "sqlalchemy", "typeid", "uuid")}
print(sorted(optional & set(sys.modules)))
"""


def test_imports() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n" + PROGRAM],
        capture_output=True,
        text=True,
    )
    assert (run.stdout, run.stderr) == ("[]\n", "")
