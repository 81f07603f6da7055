# SPDX-License-Identifier: MIT
"""The types of IDs as one table for the tests, and how the tests make IDs and generators."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from reference import FORMATS, Format

import sortid

NODE = "42/8"
NOW_MS = 1_700_000_000_000  # 2023-11-14T22:13:20Z, a whole number of ticks and of seconds


@dataclass(frozen=True)
class Type:
    id_type: type[sortid.Id]
    reference: Format
    new_text: Callable[[], str] | None  # None: scru64, which has no default generator
    new_many_text: Callable[[int], list[str]] | None

    @property
    def name(self) -> str:
        return self.reference.name

    def of(self, value: int) -> Any:
        """The ID of an integer, by its bytes."""
        return self.id_type(value.to_bytes(self.reference.size, "big"))

    def generator(self, **options: Any) -> sortid.Generator[Any]:
        if self.name == "scru64":
            options.setdefault("node", NODE)
        return sortid.Generator(self.id_type, **options)

    def random_ids(self, count: int, seed: int = 1) -> list[int]:
        """Valid IDs of all sizes of numbers, the limits first; the same in each run."""
        draw = random.Random(seed)
        reference = self.reference
        found = [reference.min_at(reference.zero_ms), reference.largest]
        if reference.fixed:
            found[1] = reference.max_at(reference.unix_ms(reference.largest))
        while len(found) < count:
            value = draw.getrandbits(reference.bits) >> draw.randrange(reference.bits)
            for fixed in reference.fixed:
                shift = reference.bits - fixed.first_bit - fixed.bits
                value = value & ~((1 << fixed.bits) - 1 << shift) | fixed.value << shift
            if value <= reference.largest:
                found.append(value)
        return found


def _type(id_type: type[sortid.Id], name: str, call: str | None) -> Type:
    return Type(
        id_type,
        FORMATS[name],
        getattr(sortid, call) if call else None,
        getattr(sortid, f"{call}_many") if call else None,
    )


TYPES = [
    _type(sortid.Scru128, "scru128", "scru128"),
    _type(sortid.Scru128v1, "scru128v1", "scru128v1"),
    _type(sortid.Scru160, "scru160", "scru160"),
    _type(sortid.Scru64, "scru64", None),
    _type(sortid.Ulid, "ulid", "ulid"),
    _type(sortid.Uuid7, "uuidv7", "uuid7"),
    _type(sortid.Ksuid, "ksuid", "ksuid"),
]
MAKERS = [each for each in TYPES if each.new_text]
BY_NAME = {each.name: each for each in TYPES}


def type_name(each: Any) -> str | None:
    """For ids= of parametrize."""
    return each.name if isinstance(each, Type) else None


def increase(made: Iterable[Any]) -> bool:
    """Whether each one is greater than the one before."""
    return all(a < b for a, b in pairwise(made))
