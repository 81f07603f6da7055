# SPDX-License-Identifier: MIT
"""Columns of IDs in SQLite, PostgreSQL with and without our extension, and MariaDB."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.operations import Operations
from conftest import DATABASES, ID_TYPES, PLACES, make_ids, need
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    literal,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import mssql, mysql, oracle, postgresql, sqlite
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

import sortid.sqlalchemy
from sortid import Ksuid, ParseError, Scru160, Ulid, Uuid7
from sortid.psycopg import register
from sortid.sqlalchemy import IdType, Store, type_annotation_map

POSTGRESQL = ("postgresql", "extended")
pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(params=ID_TYPES, ids=lambda id_type: id_type.format)
def table(request: pytest.FixtureRequest, engine: Engine, store: Store) -> Iterator[Table]:
    id_type = IdType(request.param, store)
    key = Column("id", id_type, primary_key=True, autoincrement=False)
    table = Table("item", MetaData(), key, Column("other", id_type), Column("n", Integer))
    table.drop(engine, checkfirst=True)
    table.create(engine)
    yield table
    table.drop(engine)


def test_round_trip_and_order(engine: Engine, table: Table) -> None:
    id_type = table.c.id.type.python_type
    ids = make_ids(id_type, 20)
    with engine.begin() as sql:
        sql.execute(table.insert(), [{"id": id, "other": None} for id in ids])
        sql.execute(table.update().values(other=table.c.id).where(table.c.id > ids[0]))
        read = sql.scalars(select(table.c.id).order_by(table.c.id)).all()
        assert read == sorted(ids)
        assert {type(id) for id in read} == {id_type}
        greater = sql.scalars(select(table.c.other).where(table.c.other.is_not(None))).all()
        assert sorted(greater) == sorted(id for id in ids if id > ids[0])
        with pytest.raises(IntegrityError):
            sql.execute(table.insert(), {"id": ids[0]})


def test_values_are_converted(engine: Engine, table: Table) -> None:
    id_type = table.c.id.type.python_type
    ids = sorted(make_ids(id_type, 3))
    with engine.begin() as sql:
        sql.execute(table.insert(), [{"id": str(id), "n": n} for n, id in enumerate(ids)])
        forms: list[Any] = [ids[3], str(ids[3]), bytes(ids[3])]
        forms += [ids[3].text.lower(), ids[3].text.upper()] if id_type is not Ksuid else []
        forms += [ids[3].uuid] if id_type.size == 16 else []
        for form in forms:
            assert sql.scalars(select(table.c.n).where(table.c.id == form)).all() == [3]
            assert sql.scalars(select(table.c.n).where(form > table.c.id)).all() == [0, 1, 2]
        some = table.c.id.in_([str(ids[1]), ids[2]])
        assert sql.scalars(select(table.c.n).where(some)).all() == [1, 2]
        between = table.c.id.between(ids[1], str(ids[3]))
        assert sql.scalars(select(table.c.n).where(between)).all() == [1, 2, 3]
        assert sql.scalar(select(literal(ids[3], table.c.id.type))) == ids[3]
        with pytest.raises(StatementError) as raised:
            sql.execute(select(table.c.n).where(table.c.id == "nonsense"))
        assert isinstance(raised.value.orig, ParseError)


def test_literals(engine: Engine, table: Table) -> None:
    ids = make_ids(table.c.id.type.python_type, 3)
    with engine.begin() as sql:
        sql.execute(table.insert(), [{"id": id, "n": n} for n, id in enumerate(ids)])
        for n, id in enumerate(ids):
            query = select(table.c.id).where(table.c.id == id, table.c.n == n)
            compiled = query.compile(engine, compile_kwargs={"literal_binds": True})
            assert compiled.params == {}
            assert len(sql.exec_driver_sql(str(compiled)).all()) == 1


def test_declarative(engine: Engine, store: Store) -> None:
    class Base(DeclarativeBase):
        type_annotation_map = type_annotation_map(store)

    class Customer(Base):
        __tablename__ = "customer"
        id: Mapped[Ulid] = mapped_column(primary_key=True, default=Ulid.new)
        name: Mapped[str] = mapped_column(String(9), server_default=text("'Ada'"))
        visits: Mapped[list[Visit]] = relationship(order_by="Visit.id")

    class Visit(Base):
        __tablename__ = "visit"
        id: Mapped[Uuid7] = mapped_column(primary_key=True, default=Uuid7.new)
        customer: Mapped[Ulid] = mapped_column(ForeignKey("customer.id"))
        page: Mapped[Scru160 | None]

    # SQLAlchemy looks the names of annotations up in the module.
    globals()["Visit"] = Visit
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        customers = [Customer() for _ in range(20)]
        session.add_all(customers)
        session.flush()
        assert [customer.id for customer in customers] == sorted(c.id for c in customers)
        assert {customer.name for customer in customers} == {"Ada"}
        first = customers[0]
        first.visits = [Visit(page=Scru160.new()), Visit()]
        session.commit()
        visits = [visit.id for visit in first.visits]
        session.expire_all()
        assert [visit.id for visit in first.visits] == visits
        assert session.get(Customer, first.id) is first
        assert session.get(Customer, str(first.id)) is first
        query = select(Visit.customer).join(Customer).where(Customer.id == str(first.id))
        assert session.scalars(query).all() == [first.id] * 2
    Base.metadata.drop_all(engine)


def test_alembic(engine: Engine, table: Table) -> None:
    """A migration is written that makes the table, and none is needed then."""
    table.drop(engine)
    options = {"include_name": lambda name, type_, _: type_ != "table" or name == "item"}
    with engine.connect() as sql:
        context = MigrationContext.configure(sql, opts=options)
        script = produce_migrations(context, table.metadata)
        assert script.upgrade_ops
        code = render_python_code(script.upgrade_ops)
        assert f"sortid.sqlalchemy.{table.c.id.type!r}" in code
        namespace = {"op": Operations(context), "sa": __import__("sqlalchemy"), "sortid": sortid}
        exec("if True:\n" + code, namespace)
        assert compare_metadata(context, table.metadata) == []
        sql.commit()


@pytest.mark.parametrize("id_type", [Ulid, Ksuid], ids=["ulid", "ksuid"])
@pytest.mark.parametrize(("database", "store"), [p for p in PLACES if p[0] in POSTGRESQL])
@pytest.mark.parametrize("driver", ["psycopg2", "asyncpg", "registered"])
def test_drivers(driver: str, database: str, store: Store, id_type: type[Any]) -> None:
    """Other drivers of PostgreSQL, and psycopg with our adapters in its connections."""
    key = Column("id", IdType(id_type, store), primary_key=True)
    table = Table("item", MetaData(), key, prefixes=["TEMPORARY"])
    ids = make_ids(id_type, 3)

    def use(sql: Connection) -> None:
        table.create(sql)
        sql.execute(table.insert(), [{"id": id} for id in ids])
        query = select(table.c.id).order_by(table.c.id)
        assert sql.scalars(query).all() == sorted(ids)
        assert sql.scalars(query.where(table.c.id.in_(map(str, ids[:2])))).all() == sorted(ids[:2])

    async def use_async() -> None:
        engine = create_async_engine(url.set(drivername="postgresql+asyncpg"))
        async with engine.connect() as sql:
            await sql.run_sync(use)
        await engine.dispose()

    url = make_url(DATABASES[database][0])
    url = url.update_query_dict({"host": need("PGHOST")})
    if driver == "asyncpg":
        asyncio.run(use_async())
        return
    name = "psycopg" if driver == "registered" else driver
    engine = create_engine(url.set(drivername=f"postgresql+{name}"))
    if driver == "registered":
        event.listen(engine, "connect", lambda connection, _: register(connection))
    with engine.connect() as sql:
        use(sql)
    engine.dispose()


DDL = {
    ("postgresql", "native"): ("UUID", "BYTEA", "BIGINT"),
    ("postgresql", "extension"): ("ulid", "ksuid", "scru64"),
    ("postgresql", "text"): tuple(f'VARCHAR({n}) COLLATE "C"' for n in (26, 27, 12)),
    ("sqlite", "native"): ("BLOB", "BLOB", "BIGINT"),
    ("sqlite", "text"): ("CHAR(26)", "CHAR(27)", "CHAR(12)"),
    ("mysql", "native"): ("BINARY(16)", "BINARY(20)", "BIGINT"),
    ("mysql", "extension"): ("BINARY(16)", "BINARY(20)", "BIGINT"),
    ("mysql", "text"): tuple(
        f"CHAR({n}) CHARACTER SET ascii COLLATE ascii_bin" for n in (26, 27, 12)
    ),
    ("mssql", "native"): ("BINARY(16)", "BINARY(20)", "BIGINT"),
    ("mssql", "text"): tuple(f"VARCHAR({n}) COLLATE Latin1_General_BIN2" for n in (26, 27, 12)),
    ("oracle", "native"): ("RAW(16)", "RAW(20)", "INTEGER"),
}
DIALECTS = {
    "postgresql": postgresql,
    "sqlite": sqlite,
    "mysql": mysql,
    "mssql": mssql,
    "oracle": oracle,
}


@pytest.mark.parametrize(("case", "wanted"), DDL.items())
def test_ddl(case: tuple[str, Store], wanted: tuple[str, ...]) -> None:
    database, store = case
    dialect = DIALECTS[database].dialect()
    id_types = [Ulid, Ksuid, sortid.Scru64]
    assert tuple(IdType(id_type, store).compile(dialect) for id_type in id_types) == wanted


def test_attributes() -> None:
    assert repr(IdType(Ulid)) == "IdType(sortid.Ulid)"
    assert repr(IdType(Ulid, "text")) == "IdType(sortid.Ulid, 'text')"
    assert IdType(Ulid).python_type is Ulid
    types = (IdType(Ulid), IdType(Ulid, "text"), IdType(Ksuid), IdType(Ulid))
    assert len({type_._static_cache_key for type_ in types}) == 3
    # Where the server cannot infer the type of a parameter, a cast tells it.
    query = select(literal(Ulid.MIN, IdType(Ulid, "extension")))
    assert "::ulid" in str(query.compile(dialect=postgresql.psycopg.dialect()))
    with pytest.raises(ValueError, match="store is 'blob', not"):
        IdType(Ulid, "blob")  # type: ignore[arg-type]
