# SPDX-License-Identifier: MIT
"""IDs in pydantic's models, dataclasses and JSON schemas, and in FastAPI."""

from __future__ import annotations

import dataclasses
import json
import re
import uuid
from typing import Annotated, Any

import pydantic
import pytest
from conftest import ID_TYPES, make_ids
from fastapi import FastAPI, Query
from fastapi.testclient import TestClient
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from sortid import Id, Ksuid, ParseError, TypeId, Ulid, Uuid7

TYPES = [*ID_TYPES, TypeId]
formats = pytest.mark.parametrize("cls", TYPES, ids=lambda cls: cls.__name__)


def values_of(cls: type[Any]) -> list[Any]:
    return [TypeId.new("user"), TypeId.new()] if cls is TypeId else make_ids(cls, 3)


def adapter(cls: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(cls)


def error_of(call: Any) -> Any:
    with pytest.raises(ValidationError) as raised:
        call()
    (error,) = raised.value.errors()
    return error


@formats
def test_values(cls: type[Any]) -> None:
    validate = adapter(cls).validate_python
    for id in values_of(cls):
        assert validate(id) is id
        assert validate(id, strict=True) is id
        forms = [str(id)] if cls is TypeId else [str(id), bytes(id), bytearray(bytes(id))]
        forms += [id.uuid] if issubclass(cls, Id) and cls.size == 16 else []
        for form in forms:
            read = validate(form)
            assert read == id
            assert type(read) is cls
            error = error_of(lambda form=form: validate(form, strict=True))
            assert error["type"] == "is_instance_of"


@formats
def test_json(cls: type[Any]) -> None:
    ids = adapter(cls)
    for id in values_of(cls):
        for strict in (False, True):
            assert ids.validate_json(f'"{id}"', strict=strict) == id
        assert ids.dump_json(id) == f'"{id}"'.encode()
        assert ids.dump_python(id) is id
        assert ids.dump_python(id, mode="json") == str(id)
    for text in ("5", "null", "[]", '{"a": 1}'):
        assert error_of(lambda text=text: ids.validate_json(text))["type"] == "string_type"


@formats
def test_wrong_types(cls: type[Any]) -> None:
    other = Ksuid if cls is Ulid else Ulid
    for value in (5, 1.5, None, [], object(), other.new(), other):
        error = error_of(lambda value=value: adapter(cls).validate_python(value))
        assert error["type"] == f"{cls.__name__.lower()}_type"
        assert error["msg"].startswith(f"Input should be a {cls.__name__}: a string")
    if issubclass(cls, Id) and cls.size != 16:
        assert "UUID" not in error["msg"]
        assert error_of(lambda: adapter(cls).validate_python(uuid.uuid4()))


@formats
def test_wrong_texts(cls: type[Any]) -> None:
    text = str(values_of(cls)[0])
    for bad in (text[:-1] + "{", text + "0", "", "\u00e9" * len(text), text[:-1] + "\0"):
        with pytest.raises(ParseError) as raised:
            cls(bad)
        error = error_of(lambda bad=bad: adapter(cls).validate_python(bad))
        assert error["msg"] == str(raised.value)
        assert error["type"] == f"{cls.__name__.lower()}_parsing"
        assert error["ctx"]["position"] == raised.value.position
        assert error["ctx"]["status"] == raised.value.status
        assert error_of(lambda bad=bad: adapter(cls).validate_json(json.dumps(bad))) == error


def test_wrong_version() -> None:
    other = uuid.uuid4()
    error = error_of(lambda: adapter(Uuid7).validate_python(other))
    assert not re.search(adapter(Uuid7).json_schema()["pattern"], str(other))
    assert error["type"] == "uuid7_parsing"
    assert error["ctx"]["status"] == "BAD_VERSION"


@formats
@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_json_schema(cls: type[Any], mode: Any) -> None:
    found = adapter(cls).json_schema(mode=mode)
    assert (found["type"], found["title"]) == ("string", cls.__name__)
    assert found.get("format") == ("uuid" if cls is Uuid7 else None)
    texts = [*found["examples"], *map(str, values_of(cls))]
    if cls not in (Ksuid, TypeId):
        texts += [text.upper() for text in texts] + [text.lower() for text in texts]
    for text in texts:
        assert re.search(found["pattern"], text, re.ASCII)
        cls(text)
    text = texts[-1]
    for bad in (text[:-1], text + "0", text[:-1] + "-", "~" + text[1:], text.replace(text[3], "?")):
        assert not re.search(found["pattern"], bad)
        assert error_of(lambda bad=bad: adapter(cls).validate_python(bad))


class Item(BaseModel):
    id: Ulid = Field(default_factory=Ulid.new, description="the key")
    parent: Ksuid | None = None
    owner: TypeId | Uuid7 = Field(default_factory=lambda: TypeId.new("user"))
    counts: dict[Ulid, int] = {}
    seen: set[Uuid7] = set()


def test_model() -> None:
    item = Item(parent=Ksuid.new(), counts={Ulid.new(): 1, Ulid.new(): 2}, seen={Uuid7.new()})
    assert Item.model_validate_json(item.model_dump_json()) == item
    assert Item.model_validate(item.model_dump(mode="json")) == item
    assert Item.model_validate_json(item.model_dump_json(), strict=True) == item
    assert Item.model_validate(item.model_dump()) == item
    assert Item.model_validate({"id": str(item.id)}).id == item.id
    assert {type(key) for key in item.counts} == {Ulid}
    assert list(item.model_dump(mode="json")["counts"]) == [str(key) for key in item.counts]
    properties = Item.model_json_schema()["properties"]
    assert properties["id"]["description"] == "the key"
    assert Item.model_json_schema(mode="serialization")["properties"]["id"] == properties["id"]


def test_dataclasses() -> None:
    @pydantic.dataclasses.dataclass
    class Checked:
        id: Ulid

    @dataclasses.dataclass
    class Plain:
        id: Ulid

    id = Ulid.new()
    assert Checked(str(id)).id == id  # type: ignore[arg-type]
    assert TypeAdapter(Plain).validate_json(json.dumps({"id": str(id)})) == Plain(id)
    assert json.loads(TypeAdapter(Plain).dump_json(Plain(id))) == {"id": str(id)}


app = FastAPI()


@app.get("/items/{id}")
def read_item(id: Ulid, after: Uuid7 | None = None) -> tuple[Ulid, Uuid7 | None, str]:
    return id, after, type(id).__name__


@app.get("/items")
def list_items(id: Annotated[list[Ulid], Query()]) -> list[Ulid]:
    return sorted(id)


@app.post("/items")
def make_item(item: Item) -> Item:
    return item


def test_fastapi() -> None:
    client = TestClient(app)
    ids = [Ulid.new(), Ulid.new()]
    after = Uuid7.new()
    answer = client.get(f"/items/{ids[0]}", params={"after": str(after)})
    assert answer.json() == [str(ids[0]), str(after), "Ulid"]
    texts = [str(id) for id in ids]
    assert client.get("/items", params={"id": texts[::-1]}).json() == texts
    item = Item(id=ids[0], counts={ids[1]: 1})
    posted = client.post("/items", json=item.model_dump(mode="json"))
    assert Item.model_validate(posted.json()) == item


def test_fastapi_errors() -> None:
    client = TestClient(app)
    answer = client.get("/items/nonsense", params={"after": str(uuid.uuid4())})
    assert answer.status_code == 422
    path, query = answer.json()["detail"]
    assert path["loc"] == ["path", "id"]
    assert path["msg"] == "'nonsense' is not a valid ulid: its length is 8, not 26"
    assert path["ctx"]["position"] == 8
    assert query["loc"] == ["query", "after"]
    assert query["ctx"]["status"] == "BAD_VERSION"


def test_openapi() -> None:
    operation = app.openapi()["paths"]["/items/{id}"]["get"]
    schema = operation["parameters"][0]["schema"]
    assert schema["pattern"] == adapter(Ulid).json_schema()["pattern"]
