# SPDX-License-Identifier: MIT
"""Tests of the installed package sortid-sqlite. SORTID_NO_SKIP=1 needs a Python whose sqlite3 loads
extensions, and the package apsw."""

import ctypes
import os
import sqlite3
from importlib.metadata import version

import pytest
import sortid_sqlite

CAN_LOAD = hasattr(sqlite3.Connection, "enable_load_extension")
NEEDS_LOADING = "the sqlite3 of this Python cannot load extensions"


def skip(reason: str) -> None:
    if os.environ.get("SORTID_NO_SKIP") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def db():
    if not CAN_LOAD:
        skip(NEEDS_LOADING)
    connection = sqlite3.connect(":memory:")
    sortid_sqlite.load(connection)
    yield connection
    connection.close()


def test_functions_of_a_connection(db):
    assert db.execute("SELECT sortid_version()").fetchone() == (version("sortid-sqlite"),)
    texts = [db.execute("SELECT ulid_print(ulid())").fetchone()[0] for _ in range(100)]
    assert texts == sorted(set(texts))
    time = db.execute("SELECT ulid_time('01ARYZ6S41TSV4RRFFQ69G5FAV')").fetchone()
    assert time == ("2016-07-30T22:36:16.385Z",)


def test_no_other_extension_is_loaded_afterwards(db):
    with pytest.raises(sqlite3.OperationalError, match="not authorized"):
        db.load_extension(sortid_sqlite.loadable_path())
    with pytest.raises(sqlite3.OperationalError, match="not authorized"):
        db.execute("SELECT load_extension(?)", (sortid_sqlite.loadable_path(),))


def test_loading_is_off_after_a_failure(monkeypatch):
    if not CAN_LOAD:
        skip(NEEDS_LOADING)
    connection = sqlite3.connect(":memory:")
    monkeypatch.setattr(sortid_sqlite, "loadable_path", lambda: "/no/such/file")
    with pytest.raises(sqlite3.OperationalError, match="no/such/file"):
        sortid_sqlite.load(connection)
    with pytest.raises(sqlite3.OperationalError, match="not authorized"):
        connection.load_extension("/no/such/file")


def test_a_python_without_loading_is_named():
    class WithoutLoading:
        pass

    with pytest.raises(NotImplementedError, match="--enable-loadable-sqlite-extensions"):
        sortid_sqlite.load(WithoutLoading())


def test_file_has_both_entry_points():
    library = ctypes.CDLL(sortid_sqlite.loadable_path())
    assert library.sqlite3_sortidsqlite_init
    assert library.sqlite3_sortid_init
    with pytest.raises(AttributeError):
        assert library.sortid_version  # the library's own names are hidden


def test_apsw():
    try:
        import apsw
    except ImportError:
        skip("the package apsw is not installed")
    connection = apsw.Connection(":memory:")
    sortid_sqlite.load(connection)
    (found,) = connection.execute("SELECT ulid_print(ulid())")
    assert len(found[0]) == 26
