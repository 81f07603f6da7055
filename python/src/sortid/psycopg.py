# SPDX-License-Identifier: MIT
"""IDs as parameters of psycopg 3, and the types of the PostgreSQL extension sortid as results.

Without the extension, IDs of 128 bits are sent as uuid, Scru64 as bigint, the others as bytea. All
have the order of the IDs. Their results are values of psycopg: Ulid(row[0]) makes an ID.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import AsyncConnection, Connection, ProgrammingError
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format
from psycopg.rows import tuple_row
from psycopg.types import TypeInfo

from sortid._core import Id
from sortid._types import TYPES

__all__ = ["register", "register_async"]

# How the server's own types write an ID.
_SERVER_TEXTS: dict[str, Callable[[Id], str]] = {
    "uuid": lambda id: id.bytes.hex(),
    "int8": lambda id: str(int(id)),
    "bytea": lambda id: "\\x" + id.bytes.hex(),
}

# The types of the extension, in whatever schema; not those of other extensions with the same names.
_QUERY = """
SELECT typname, t.oid, typarray
FROM pg_catalog.pg_extension e
JOIN pg_catalog.pg_depend d ON refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
    AND refobjid = e.oid AND classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND deptype = 'e'
JOIN pg_catalog.pg_type t ON t.oid = objid
WHERE extname = 'sortid'
"""


def register(connection: Connection[Any] | None = None, *, extension: bool | None = None) -> None:
    """Registers the types of sortid for a connection, or globally without one.

    extension: whether IDs are sent as the types of the PostgreSQL extension. None: if a connection
    is given, and its database has the extension. True: an error in a database without it. False:
    for columns of the types uuid, bigint and bytea. Results are read in all cases.
    """
    if connection is None:
        _register(None, [], extension)
    else:
        with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
            found = cursor.execute(_QUERY).fetchall()
        _register(connection, found, extension)


async def register_async(
    connection: AsyncConnection[Any], *, extension: bool | None = None
) -> None:
    """Does what register() does."""
    async with connection.transaction(), connection.cursor(row_factory=tuple_row) as cursor:
        found = await (await cursor.execute(_QUERY)).fetchall()
    _register(connection, found, extension)


def _register(
    context: AdaptContext | None, found: list[tuple[Any, ...]], extension: bool | None
) -> None:
    if extension and not found:
        raise ProgrammingError("this is not a connection to a database with the extension sortid")
    adapters = context.adapters if context else psycopg.adapters
    types = {name: TypeInfo(name, oid, array_oid) for name, oid, array_oid in found}
    for cls in TYPES:
        info = types.get(cls.format)
        if info:
            info.register(context)
            for loader in _loaders(cls):
                adapters.register_loader(info.oid, loader)
        if not info or extension is False:
            name = {16: "uuid", 8: "int8"}.get(cls.size, "bytea")
            info = adapters.types[name]
        # The last one that is registered is used by default: the binary one.
        for dumper in _dumpers(info):
            adapters.register_dumper(cls, dumper)


def _dumpers(info: TypeInfo) -> tuple[type[Dumper], type[Dumper]]:
    to_text = _SERVER_TEXTS.get(info.name, str)

    class TextDumper(Dumper):
        oid = info.oid

        def dump(self, obj: Id) -> Buffer:
            return to_text(obj).encode()

    class BinaryDumper(Dumper):
        oid = info.oid
        format = Format.BINARY

        def dump(self, obj: Id) -> Buffer:
            return obj.bytes

    return TextDumper, BinaryDumper


def _loaders(cls: type[Id]) -> tuple[type[Loader], type[Loader]]:
    class TextLoader(Loader):
        def load(self, data: Buffer) -> Id:
            return cls(bytes(data).decode())

    class BinaryLoader(Loader):
        format = Format.BINARY

        def load(self, data: Buffer) -> Id:
            return cls(data)

    return TextLoader, BinaryLoader
