# SPDX-License-Identifier: MIT
"""Examples of use, with the types that mypy and pyright must find."""

from __future__ import annotations

import uuid
from datetime import datetime, timezone
from typing import Any

import psycopg
from pydantic import BaseModel, TypeAdapter
from sqlalchemy import Select, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from typing_extensions import assert_type

import sortid
import sortid.psycopg
import sortid.sqlalchemy
import sortid.uuid
from sortid import Generator, Id, Ksuid, ParseError, Scru64, TypeId, Ulid, Uuid7

id = Ulid.new()
assert_type(id, Ulid)
assert_type(Ulid.new_many(2), list[Ulid])
assert_type(Ulid.range(None, datetime.now(timezone.utc)), tuple[Ulid, Ulid])
assert_type(Ulid.at(1469922850259), Ulid)
assert_type(Ulid.parse(f"{id:hex}", "hex"), Ulid)
assert_type(Ulid.MAX, Ulid)
assert_type(id.successor(), Ulid | None)
assert_type(id.uuid, uuid.UUID)
assert_type(id.time, datetime)
assert_type(id.bytes, bytes)
assert_type(bytes(id), bytes)
assert_type(id.fields, dict[str, int])
assert_type(sorted([id, Ulid.new()]), list[Ulid])
assert_type(sortid.ulid(), str)
assert_type(sortid.ksuid_many(2), list[str])
assert_type(sortid.uuid.uuid7(), uuid.UUID)
assert_type(sortid.uuid.uuid7_many(2), list[uuid.UUID])

with Generator(Scru64, node="42/8", clock=lambda: datetime.now(timezone.utc)) as generator:
    assert_type(generator, Generator[Scru64])
    assert_type(generator.new(), Scru64)
    assert_type(next(iter(generator)), Scru64)
    assert_type(generator.node, str | None)
assert_type(Generator("ksuid").new(), Any)

reading = sortid.inspect(str(id))[0]
assert_type(reading, sortid.Reading)
assert_type(reading.time, datetime | None)
assert_type(sortid.kinds()[0].size, int)

typeid = TypeId.new("user")
assert_type(typeid, TypeId)
assert_type(typeid.uuid, uuid.UUID)

try:
    Ulid("nonsense")
except ParseError as error:
    assert_type(error.position, int | None)
    assert_type(error.status, str)


def newest(ids: list[sortid.Id]) -> Id:
    return max(ids, key=lambda id: id.unix_ms)


class Item(BaseModel):
    id: Ulid


assert_type(Item(id=id).id, Ulid)
assert_type(TypeAdapter(Ksuid).validate_python("0ujtsYcgvSTl8PAuAdqWYSMnLOv"), Ksuid)


class Base(DeclarativeBase):
    type_annotation_map = sortid.sqlalchemy.type_annotation_map()


class Row(Base):
    __tablename__ = "row"
    id: Mapped[Ulid] = mapped_column(primary_key=True, default=Ulid.new)
    key = mapped_column(sortid.sqlalchemy.IdType(Uuid7, "text"))


assert_type(Row().id, Ulid)
assert_type(select(Row.id), Select[Ulid])
assert_type(sortid.sqlalchemy.IdType(Uuid7).python_type, type[Uuid7])


def connect(url: str) -> psycopg.Connection[tuple[Any, ...]]:
    connection = psycopg.connect(url)
    sortid.psycopg.register(connection, extension=False)
    return connection
