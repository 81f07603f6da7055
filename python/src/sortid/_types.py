# SPDX-License-Identifier: MIT
"""The types of IDs, for modules that do something for each of them."""

from sortid._core import Id, Ksuid, Scru64, Scru128, Scru128v1, Scru160, Ulid, Uuid7

TYPES: tuple[type[Id], ...] = (Ksuid, Scru64, Scru128, Scru128v1, Scru160, Ulid, Uuid7)
