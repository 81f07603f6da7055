# SPDX-License-Identifier: MIT
"""sortid: sortable unique IDs: UUIDv7, ULID, KSUID, SCRU128, SCRU160, SCRU64.

    >>> import sortid
    >>> sortid.ulid() < sortid.ulid()
    True
    >>> sortid.Ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV").time.isoformat()
    '2016-07-30T23:54:10.259000+00:00'

docs/python.md in the repository describes the package.
"""

from sortid._core import (
    Error,
    Generator,
    GeneratorError,
    Id,
    Kind,
    Ksuid,
    ParseError,
    Reading,
    Scru64,
    Scru128,
    Scru128v1,
    Scru160,
    SourceError,
    Ulid,
    Uuid7,
    __version__,
    inspect,
    kinds,
    ksuid,
    ksuid_many,
    scru128,
    scru128_many,
    scru128v1,
    scru128v1_many,
    scru160,
    scru160_many,
    snapshot_resumed,
    ulid,
    ulid_many,
    uuid7,
    uuid7_many,
)

__all__ = [
    "Error",
    "Generator",
    "GeneratorError",
    "Id",
    "Kind",
    "Ksuid",
    "ParseError",
    "Reading",
    "Scru64",
    "Scru128",
    "Scru128v1",
    "Scru160",
    "SourceError",
    "TypeId",
    "Ulid",
    "Uuid7",
    "__version__",
    "inspect",
    "kinds",
    "ksuid",
    "ksuid_many",
    "scru128",
    "scru128_many",
    "scru128v1",
    "scru128v1_many",
    "scru160",
    "scru160_many",
    "snapshot_resumed",
    "ulid",
    "ulid_many",
    "uuid7",
    "uuid7_many",
]


# Checkers of types know this name; the module typing takes time to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from sortid.typeid import TypeId
else:

    def __getattr__(name):
        """TypeId and the modules are loaded at their first use, because most programs need none."""
        from importlib import import_module

        if name == "TypeId":
            return import_module("sortid.typeid").TypeId
        if name in ("psycopg", "pydantic", "sqlalchemy", "typeid", "uuid"):
            return import_module(f"sortid.{name}")
        raise AttributeError(f"module 'sortid' has no attribute {name!r}")
