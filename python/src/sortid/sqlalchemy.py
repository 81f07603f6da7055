# SPDX-License-Identifier: MIT
"""Columns of IDs for SQLAlchemy 2.

    id: Mapped[Ulid] = mapped_column(IdType(Ulid), primary_key=True, default=Ulid.new)

Values are IDs; texts, bytes and UUIDs are converted. Rows are ordered as the IDs are:

| store       | PostgreSQL                    | SQLite       | MySQL, MariaDB    | elsewhere    |
| "native"    | uuid, bytea; bigint of Scru64 | BLOB, BIGINT | BINARY(n), BIGINT | as in MySQL  |
| "extension" | ulid, ..., of our extension   |              as "native"                        |
| "text"      | texts in a collation that compares bytes                                        |
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from sqlalchemy import types
from sqlalchemy.dialects import mysql, oracle, postgresql
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine, UserDefinedType

from sortid._core import Id, Scru64
from sortid._types import TYPES

if TYPE_CHECKING:
    from sqlalchemy.sql.type_api import _LiteralProcessorType

__all__ = ["IdType", "Store", "type_annotation_map"]

Store = Literal["native", "extension", "text"]
_T = TypeVar("_T", bound=Id)

# What is sent to the database for each type of column; else the text.
_VALUES: dict[type[TypeEngine[Any]], Callable[[Any], object]] = {
    types.BigInteger: int,
    types.Uuid: operator.attrgetter("uuid"),
    types.LargeBinary: bytes,
    types.BINARY: bytes,
    oracle.RAW: bytes,
}
_MYSQL = ("mysql", "mariadb")


class IdType(TypeDecorator[_T], Generic[_T]):
    """The type of a column of IDs of one format."""

    impl = types.BINARY
    cache_ok = True

    def __init__(self, id_type: type[_T], store: Store = "native") -> None:
        super().__init__(id_type.size)
        if store not in ("native", "extension", "text"):
            raise ValueError(f"store is {store!r}, not 'native', 'extension' or 'text'")
        self.id_type = id_type
        self.store = store

    def __repr__(self) -> str:
        """As Alembic writes it into a migration, which imports sortid.sqlalchemy."""
        store = "" if self.store == "native" else f", {self.store!r}"
        return f"IdType(sortid.{self.id_type.__name__}{store})"

    @property
    def python_type(self) -> type[_T]:
        return self.id_type

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(self._column_type(dialect))

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else self._to_value(dialect)(self._to_id(value))

    def process_result_value(self, value: Any, dialect: Dialect) -> _T | None:
        if isinstance(value, int):
            return self.id_type.from_int(value)
        return None if value is None else self._to_id(value)

    def literal_processor(self, dialect: Dialect) -> _LiteralProcessorType[Any]:
        def process(value: Any) -> str:
            value = self._to_value(dialect)(self._to_id(value))
            if isinstance(value, bytes):
                return _binary_literal(value, dialect.name)
            return str(value) if isinstance(value, int) else f"'{value}'"

        return process

    def _to_id(self, value: Any) -> _T:
        return value if type(value) is self.id_type else self.id_type(value)

    def _to_value(self, dialect: Dialect) -> Callable[[Any], object]:
        return _VALUES.get(type(self._column_type(dialect)), str)

    def _column_type(self, dialect: Dialect) -> TypeEngine[Any]:
        id_type: Any = self.id_type
        return _column_type(id_type, self.store, dialect.name)


@cache
def _column_type(id_type: type[Id], store: Store, database: str) -> TypeEngine[Any]:
    if store == "text":
        return _text_type(id_type.text_length, database)
    if database == "postgresql":
        if store == "extension" and id_type.format != "uuidv7":
            return _ExtensionType(id_type.format)
        if id_type.size == 16:
            return types.Uuid()
    if id_type is Scru64:
        return types.BigInteger()
    if database in ("postgresql", "sqlite"):
        return types.LargeBinary()
    return oracle.RAW(id_type.size) if database == "oracle" else types.BINARY(id_type.size)


class _ExtensionType(UserDefinedType[str]):
    """A type of the PostgreSQL extension sortid; its values are texts."""

    cache_ok = True
    render_bind_cast = True

    def __init__(self, name: str) -> None:
        self.name = name

    def get_col_spec(self, **options: Any) -> str:
        return self.name


def _text_type(length: int, database: str) -> TypeEngine[Any]:
    if database in _MYSQL:
        return mysql.CHAR(length, charset="ascii", collation="ascii_bin")
    # In PostgreSQL, CHAR is slower. SQLite compares bytes by default.
    collation = {"postgresql": "C", "mssql": "Latin1_General_BIN2"}.get(database)
    type_ = types.VARCHAR if database == "postgresql" else types.CHAR
    return type_(length, collation=collation)


def _binary_literal(value: bytes, database: str) -> str:
    digits = value.hex()
    forms = {
        "postgresql": f"'\\x{digits}'::bytea",
        "mssql": f"0x{digits}",
        "oracle": f"hextoraw('{digits}')",
    }
    return forms.get(database, f"x'{digits}'")


def type_annotation_map(store: Store = "native") -> dict[type[Id], IdType[Any]]:
    """For DeclarativeBase: with it, Mapped[Ulid] is a column of IDs."""
    return {id_type: IdType(id_type, store) for id_type in TYPES}


# Reflected columns of the extension's types. A type is made by a call, so a function will do.
cast(dict[str, Any], postgresql.base.ischema_names).update(
    {
        id_type.format: partial(IdType, id_type, "extension")
        for id_type in TYPES
        if id_type.format != "uuidv7"
    }
)
