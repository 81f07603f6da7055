# SPDX-License-Identifier: MIT
"""IDs as parameters and results of psycopg 3, in databases with and without our extension."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from conftest import ID_TYPES, make_ids, need
from psycopg import sql
from psycopg.rows import dict_row

from sortid import Id, Ulid, Uuid7
from sortid.psycopg import register, register_async

Database = psycopg.Connection[Any]
# The server's type of each size.
SERVER_TYPES = {16: "uuid", 8: "bigint", 20: "bytea"}


def connect(name: str) -> Iterator[Database]:
    with psycopg.connect(host=need("PGHOST"), dbname=name, row_factory=dict_row) as db:
        register(db)
        assert db.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        db.row_factory = psycopg.rows.tuple_row
        yield db
        db.rollback()


@pytest.fixture
def plain() -> Iterator[Database]:
    yield from connect("plain")


@pytest.fixture
def extended() -> Iterator[Database]:
    yield from connect("extended")


formats = pytest.mark.parametrize("id_type", ID_TYPES, ids=lambda id_type: id_type.format)
binary = pytest.mark.parametrize("binary", [False, True], ids=["text", "binary"])
placeholders = pytest.mark.parametrize("placeholder", ["%s", "%t", "%b"])


def to_server(id: Id, type_: str) -> Any:
    """The value that psycopg reads from a column of a type of the server."""
    if type_ == "uuid":
        return uuid.UUID(bytes=id.bytes)
    return int(id) if type_ == "bigint" else id.bytes


def fill(db: Database, type_: str, placeholder: str, ids: list[Any]) -> None:
    db.execute(f"CREATE TEMPORARY TABLE item (id {type_} PRIMARY KEY)")
    db.cursor().executemany(f"INSERT INTO item VALUES ({placeholder})", [[id] for id in ids])


@formats
@placeholders
def test_types_of_the_server(plain: Database, id_type: type[Id], placeholder: str) -> None:
    ids = make_ids(id_type, 5)
    type_ = SERVER_TYPES[id_type.size]
    fill(plain, type_, placeholder, ids)
    read = [row[0] for row in plain.execute("SELECT id FROM item ORDER BY id")]
    assert read == [to_server(id, type_) for id in sorted(ids)]
    one = plain.execute(f"SELECT id FROM item WHERE id = {placeholder}", [ids[0]]).fetchall()
    assert one == [(to_server(ids[0], type_),)]
    many = plain.execute(f"SELECT id FROM item WHERE id = ANY({placeholder})", [ids[:3]])
    assert len(many.fetchall()) == 3


@formats
@placeholders
@binary
def test_types_of_the_extension(
    extended: Database, id_type: type[Id], placeholder: str, binary: bool
) -> None:
    ids = make_ids(id_type, 5)
    is_uuid = id_type is Uuid7
    fill(extended, "uuid" if is_uuid else id_type.format, placeholder, ids)
    db = extended.cursor(binary=binary)
    read = [row[0] for row in db.execute("SELECT id FROM item ORDER BY id")]
    assert read == [to_server(id, "uuid") if is_uuid else id for id in sorted(ids)]
    one = db.execute(f"SELECT id FROM item WHERE id = {placeholder}", [ids[0]]).fetchall()
    assert one == [(to_server(ids[0], "uuid") if is_uuid else ids[0],)]
    array = db.execute(f"SELECT {placeholder}", [ids[:3]]).fetchall()[0][0]
    assert array == [to_server(id, "uuid") if is_uuid else id for id in ids[:3]]
    many = db.execute(f"SELECT id FROM item WHERE id = ANY({placeholder})", [ids[:3]])
    assert len(many.fetchall()) == 3


@formats
def test_literals_and_copy(extended: Database, id_type: type[Id]) -> None:
    ids = make_ids(id_type, 3)
    type_ = "uuid" if id_type is Uuid7 else id_type.format
    fill(extended, type_, "%s", ids[:1])
    query = sql.SQL("SELECT id FROM item WHERE id = {}").format(ids[0])
    assert len(extended.execute(query).fetchall()) == 1
    for options, some in ("", ids[1:3]), ("(FORMAT BINARY)", ids[3:]):
        with extended.cursor().copy(f"COPY item FROM STDIN {options}") as copy:
            copy.set_types([type_])
            for id in some:
                copy.write_row([id])
    assert extended.execute("SELECT count(*) FROM item").fetchone() == (len(ids),)


@formats
def test_literals_of_the_server(plain: Database, id_type: type[Id]) -> None:
    ids = make_ids(id_type, 3)
    fill(plain, SERVER_TYPES[id_type.size], "%s", ids)
    query = sql.SQL("SELECT count(*) FROM item WHERE id = {}").format(ids[0])
    assert plain.execute(query).fetchone() == (1,)


def test_extension_false(extended: Database) -> None:
    """Columns of uuid in a database that has the extension."""
    id = Ulid.new()
    extended.execute("CREATE TEMPORARY TABLE item (id uuid)")
    with pytest.raises(psycopg.errors.DatatypeMismatch), extended.transaction():
        extended.execute("INSERT INTO item SELECT %s", [id])
    register(extended, extension=False)
    extended.execute("INSERT INTO item SELECT %s", [id])
    assert extended.execute("SELECT id FROM item WHERE id = %s", [id]).fetchone() == (id.uuid,)
    assert extended.execute("SELECT id::ulid FROM item").fetchone() == (id,)


def test_extension_true(plain: Database) -> None:
    message = "not a connection to a database with the extension sortid"
    with pytest.raises(psycopg.ProgrammingError, match=message):
        register(plain, extension=True)
    with pytest.raises(psycopg.ProgrammingError, match=message):
        register(extension=True)


def test_global() -> None:
    """A connection that is made later needs no register()."""
    id = Ulid.new()
    register()
    with psycopg.connect(host=need("PGHOST"), dbname="plain") as db:
        assert db.execute("SELECT %s", [id]).fetchone() == (id.uuid,)


def test_schema_of_the_extension(extended: Database) -> None:
    """The extension may be in any schema, and another type may have the name of ours."""
    id = Ulid.new()
    extended.execute("CREATE SCHEMA other")
    extended.execute("ALTER EXTENSION sortid SET SCHEMA other")
    extended.execute("CREATE DOMAIN ulid AS text")
    register(extended)
    row = extended.execute("SELECT %s, pg_typeof(%s)::text", [id, id]).fetchone()
    assert row == (id, "other.ulid")


def test_async() -> None:
    async def run() -> None:
        connection = await psycopg.AsyncConnection.connect(host=need("PGHOST"), dbname="extended")
        async with connection as db:
            await register_async(db, extension=True)
            id = Ulid.new()
            assert await (await db.execute("SELECT %s", [id])).fetchone() == (id,)

    asyncio.run(run())
