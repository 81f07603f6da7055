# SPDX-License-Identifier: MIT
"""Mistakes that mypy and pyright must report, one in each line with a comment."""

import sortid
from sortid import Generator, Ksuid, Ulid, Uuid7

_ = Ulid.new() < Ksuid.new()  # a mistake
Ulid(5)  # a mistake
Ulid.range("2024-05-01")  # a mistake
Ulid.parse("", "base64")  # a mistake
_ = Ksuid.new().uuid  # a mistake
Uuid7.new().text = ""  # a mistake
Generator(Ulid, clocks=None)  # a mistake
Generator("uuid")  # a mistake
sortid.inspect(Ulid.new())  # a mistake
sortid.TypeId.new(5)  # a mistake
_ = Ulid.new().successor().text  # a mistake
