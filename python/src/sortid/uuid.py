# SPDX-License-Identifier: MIT
"""uuid7() as in the module uuid of Python 3.14, for all versions: it returns a uuid.UUID."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sortid._core import Uuid7
from sortid._core import _uuid7_object as uuid7

if TYPE_CHECKING:
    from uuid import UUID

__all__ = ["uuid7", "uuid7_many"]


def uuid7_many(count: int, /) -> list[UUID]:
    """The next `count` UUIDs, which increase."""
    return [id.uuid for id in Uuid7.new_many(count)]
