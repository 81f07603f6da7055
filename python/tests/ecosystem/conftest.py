# SPDX-License-Identifier: MIT
"""What the tests with other packages share. run.sh installs these packages, starts the servers, and
sets the variables that name them; without a server its tests are skipped."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from sortid import Generator, Id, Scru64
from sortid.sqlalchemy import Store

ID_TYPES = Id.__subclasses__()

# The databases by the names that tests use; the variable that names the server; what they store.
# Those of PostgreSQL are in one server, and one of them has our extension.
DATABASES: dict[str, tuple[str, str | None, tuple[Store, ...]]] = {
    "sqlite": ("sqlite://", None, ("native", "text")),
    "postgresql": ("postgresql+psycopg:///plain", "PGHOST", ("native", "text")),
    "extended": ("postgresql+psycopg:///extended", "PGHOST", ("extension", "text")),
    "mariadb": ("mariadb+pymysql:///sortid", "SORTID_MARIADB", ("native", "text")),
}
PLACES = [(name, store) for name, (*_, stores) in DATABASES.items() for store in stores]


def need(variable: str) -> str:
    """The value of the variable, which run.sh sets; skips the test without it."""
    if not os.environ.get(variable):
        reason = f"no {variable}, which python/tests/ecosystem/run.sh sets"
        if os.environ.get("SORTID_NO_SKIP"):
            pytest.fail(reason)
        pytest.skip(reason)
    return os.environ[variable]


@pytest.fixture(params=PLACES, ids="-".join)
def place(request: pytest.FixtureRequest) -> tuple[str, Store]:
    return request.param


@pytest.fixture
def store(place: tuple[str, Store]) -> Store:
    return place[1]


@pytest.fixture
def engine(place: tuple[str, Store]) -> Iterator[Engine]:
    url, variable, _ = DATABASES[place[0]]
    socket = need(variable) if variable else ""
    arguments = {"unix_socket": socket, "user": "root"} if place[0] == "mariadb" else {}
    engine = create_engine(url, connect_args=arguments)
    yield engine
    engine.dispose()


def make_ids(id_type: type[Id], count: int) -> list[Any]:
    """IDs in no order: the smallest, the largest, some that differ at their end, and others."""
    if id_type is Scru64:
        new = Generator(Scru64, node="42/8", clock=lambda: 1793491200000).new_many(count)
        times = [id_type.min_at(ms << 40) for ms in range(1, count)]
    else:
        new = id_type.new_many(count)
        times = [id_type.at(1600000000000 + (ms << 32)) for ms in range(count)]
    ids = [id_type.MIN, id_type.MAX, id_type.MAX.predecessor(), *new, *times]
    random.Random(1).shuffle(ids)
    return ids
