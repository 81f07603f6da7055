# SPDX-License-Identifier: MIT
"""The SQLite extension of sortid, as a file that SQLite loads: ulid(), uuidv7() and others in SQL.

    >>> import sqlite3, sortid_sqlite
    >>> db = sqlite3.connect(":memory:")
    >>> sortid_sqlite.load(db)
    >>> db.execute("SELECT ulid_time('01ARYZ6S41TSV4RRFFQ69G5FAV')").fetchone()
    ('2016-07-30T22:36:16.385Z',)

docs/sqlite.md in the repository describes the functions.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

__all__ = ["load", "loadable_path"]


def loadable_path() -> str:
    """The path of the extension, for anything that loads SQLite extensions."""
    suffix = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "sortid_sqlite" + suffix)


def load(connection: sqlite3.Connection) -> None:
    """Adds the functions to a connection. Afterwards the connection loads no other extensions."""
    if not hasattr(connection, "enable_load_extension"):
        raise NotImplementedError(
            f"the sqlite3 of this Python ({sys.executable}) cannot load extensions: build Python "
            "with --enable-loadable-sqlite-extensions, or use the package apsw or pysqlite3"
        )
    connection.enable_load_extension(True)
    try:
        connection.load_extension(loadable_path())
    finally:
        connection.enable_load_extension(False)
