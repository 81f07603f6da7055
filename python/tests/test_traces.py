# SPDX-License-Identifier: MIT
"""The generator traces of the repository, call by call, with the clock and the random bytes of the
trace as callables of Python. tests/generate/traces/README.md describes the files."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from reference import Format
from types_table import BY_NAME, NOW_MS, TYPES, Type, increase
from vectors import TRACES, lines, rows

import sortid

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LIMIT_US = ((1 << 63) // 1000 - 1) * 1000  # the last ms that a clock may return
END_US = 253402300800 * 1_000_000  # the year 10000, which datetime does not have

EVENTS = {
    "new": "new-timestamp",
    "counter": "counter-incremented",
    "carried": "counter-carried",
    "borrowed": "timestamp-borrowed",
    "reset": "reset",
}


class Woken(Exception):
    """What the sleep of the traces raises: the generator would read the clock again."""


@dataclass
class Script:
    """The sources of a generator, and what they were asked."""

    us: int = 0
    drawn: bytes = b""  # what is still to be drawn
    pattern: int | None = None  # the byte that is drawn without limit; None: `drawn` only
    slept: list[float] = field(default_factory=list)

    def clock(self) -> datetime | int:
        if 0 <= self.us < END_US:
            return EPOCH + timedelta(microseconds=self.us)
        return self.us // 1000

    def random(self, size: int) -> bytes:
        if self.pattern is not None:
            return bytes([self.pattern]) * size
        assert len(self.drawn) >= size, f"{size} bytes are drawn, {len(self.drawn)} are left"
        result, self.drawn = self.drawn[:size], self.drawn[size:]
        return result

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        raise Woken

    @property
    def sources(self) -> dict[str, Any]:
        return {"clock": self.clock, "random": self.random, "sleep": self.sleep}


def refusal(generator: sortid.Generator[Any], status: str) -> None:
    with pytest.raises(sortid.GeneratorError) as error:
        generator.new()
    assert error.value.status == status


# ---- Traces of the vectors ------------------------------------------------------------

REFUSALS = {"ABORT": "ROLLBACK", "EXHAUSTED": "EXHAUSTED"}

# UUIDv7 draws its counter in 6 bytes, whose low 6 bits are surplus, then 4 bytes.
UUID7_DRAWS = {
    "zeros": ("00000000003f", "00000000"),
    "ones": ("ffffffffffc0", "ffffffff"),
    "near": ("ffffffffff2a", "a5a5a5a5"),
}


def uuid7_draws(draws: str) -> Any:
    counter, rest = (bytes.fromhex(each) for each in UUID7_DRAWS[draws])
    return lambda size: (counter + rest)[:size] if size >= 6 else rest[:size]


@pytest.mark.parametrize(
    ("name", "node", "least"), [("scru128", 0, 205), ("scru64", 1, 120), ("uuidv7", 0, 154)]
)
def test_vectors(name: str, node: int, least: int) -> None:
    each, trace, script, count = BY_NAME[name], "", Script(), 0
    for row in rows(f"{name}-generate.tsv"):
        number, mode, draws = row[:3]
        allowance, clock, result = row[3 + node : 6 + node]
        if trace != number:
            options: dict[str, Any] = {"mode": mode, "allowance_ms": int(allowance)}
            if node:
                options |= {"node": row[3], "guard_bits": 0}
            script = Script(pattern=0xFF if draws == "ones" else 0)
            sources = script.sources
            if name == "uuidv7":
                sources["random"] = uuid7_draws(draws)
            generator = each.generator(**options, **sources)
            trace = number
        script.us = int(clock) * 1000 + count % 1000
        count += 1
        if result in REFUSALS:
            refusal(generator, REFUSALS[result])
            continue
        assert int(generator.new()) == int(result, 10 if node else 16), row
        assert len(generator.events) == 1
        if name == "uuidv7":
            assert generator.events == (EVENTS[row[6]],), row
    assert count >= least


# ---- Traces that are composed by hand ----------------------------------------------------


def take_number(text: str) -> tuple[int, str]:
    rest = text.lstrip("0123456789")
    return int(text[: len(text) - len(rest)]), rest


def take_time(reference: Format, text: str) -> tuple[int, int, str]:
    """n, f, l or a number, then +N and -N timestamps, +Nus and -Nus: timestamps, us, the rest."""
    first = 1 if reference.reserves_ends else 0
    bases = {
        "n": (NOW_MS - reference.zero_ms) // reference.unit_ms,
        "f": first,
        "l": reference.timestamp_max - first,
    }
    if text[0] in bases:
        timestamp, text = bases[text[0]], text[1:]
    else:
        timestamp, text = take_number(text)
    us = 0
    while text[:1] in ("+", "-"):
        sign = -1 if text[0] == "-" else 1
        step, text = take_number(text[1:])
        if text.startswith("us"):
            us, text = us + sign * step, text[2:]
        else:
            timestamp += sign * step
    return timestamp, us, text


@dataclass
class Machine:
    """A line "machine FORMAT OPTION...": options of a generator, and how its IDs are written."""

    each: Type
    options: dict[str, Any] = field(default_factory=dict)
    pattern: int = 0

    def add(self, word: str) -> None:
        name, _, value = word.partition("=")
        unit = self.each.reference.unit_ms
        if word in ("abort", "reset", "wait"):
            self.options["mode"] = word
        elif word in ("stateless", "borrow", "random-step", "fraction"):
            self.options[word.replace("-", "_")] = True
        elif name == "allowance":
            number, rest = take_number(value)
            # 2^64 - 1 is the unlimited allowance of C, which Python writes as a smaller number.
            self.options["allowance_ms"] = min(number * (unit if rest == "t" else 1), (1 << 64) - 2)
        elif name == "guard":
            self.options["guard_bits"] = 0 if value == "none" else int(value)
        elif name in ("extension", "node-bits"):
            self.options["node_bits" if name == "node-bits" else "extension_bits"] = int(value)
        elif name == "node-id":
            self.options["node_id"] = int(value, 16)
        elif name == "after":
            self.options["node"] = self.each.reference.text(self.id(value)) + "/8"
        elif name == "draws":
            self.pattern = int(value, 16)
        else:
            raise AssertionError(word)

    def widths(self) -> list[int]:
        """The bits of what follows the timestamp in the traces."""
        fraction = self.options.get("fraction", False)
        extension = self.options.get("extension_bits", 0)
        node = self.options.get("node_bits", 0)
        widths = {
            "scru128": [24, 24, 32],
            "scru128v1": [28, 24, 32],
            "scru160": [
                *((10, 6) if fraction else (16,)),
                extension,
                node,
                16 - extension - node,
                80,
            ],
            "scru64": [8, 16],
            "ulid": [80],
            "uuidv7": [12, 62] if fraction else [42, 32],
            "ksuid": [96, 32],
        }[self.each.name]
        return [width for width in widths if width]

    def id(self, text: str) -> int:
        """TIMESTAMP/N is an ID of zeros that has counted; the other form has the fields."""
        reference = self.each.reference
        timestamp, _, rest = take_time(reference, text)
        smallest = reference.min_at(timestamp * reference.unit_ms + reference.zero_ms)
        if rest[0] == "/":
            after = {"scru128": 32, "scru128v1": 56, "scru160": 96, "uuidv7": 32, "ksuid": 32}
            value = smallest | int(rest[1:]) << after.get(self.each.name, 0)
            if self.each.name == "scru64":
                value |= 42 << 16
            if self.each.name == "ksuid" and timestamp == 0:
                value |= 1 << 96  # second 0 has no lower counter
            return value
        fields, bits = 0, 0
        for width, digits in zip(self.widths(), rest[1:].split(":"), strict=True):
            assert int(digits, 16) < 1 << width
            fields, bits = fields << width | int(digits, 16), bits + width
        # The fields lie around the bits that are fixed.
        free = [
            bit for bit in reference._free_bits() if bit < reference.bits - reference.timestamp_bits
        ]
        assert bits == len(free)
        return smallest | sum((fields >> i & 1) << bit for i, bit in enumerate(free))

    def clock(self, text: str) -> int | None:
        """A reading in us; None if Python's clock cannot give it: us after the year 9999."""
        reference = self.each.reference
        if text == "max":
            return LIMIT_US - 1000
        timestamp, us, rest = take_time(reference, text)
        assert not rest
        us += (timestamp * reference.unit_ms + reference.zero_ms) * 1000
        return None if us >= END_US and us % 1000 and self.options.get("fraction") else us

    def span(self, text: str) -> float:
        timestamps, us, rest = take_time(self.each.reference, text)
        assert not rest
        return (timestamps * self.each.reference.unit_ms * 1000 + us) / 1e6


def step(
    machine: Machine, generator: sortid.Generator[Any], script: Script, words: list[str]
) -> None:
    us = machine.clock(words[0])
    assert us is not None
    script.us = us
    if words[1].startswith("counts="):
        count = int(words[1][7:])
        script.pattern = machine.pattern
        made = generator.new_many(count)
        assert len(made) == count
        assert generator.events == ("counter-incremented",)
        assert increase(made)
        return
    drawn = bytes.fromhex("" if words[1] in ("-", "*") else words[1].replace(".", ""))
    script.pattern = machine.pattern if words[1] == "*" else None
    if len(words) == 4:
        script.drawn = drawn
        assert int(generator.new()) == machine.id(words[2])
        assert generator.events == (EVENTS[words[3]],)
        assert script.drawn == b""
        return
    for _ in range(2):  # the second call finds what the first one has left
        script.drawn, script.slept = drawn, []
        if words[2].startswith("WAIT="):
            with pytest.raises(Woken):
                generator.new()
            assert script.slept == [pytest.approx(machine.span(words[2][5:]), abs=1e-9)]
        else:
            refusal(generator, words[2])
        assert script.drawn == b""


def play(machine: Machine, steps: list[tuple[str, list[str]]]) -> None:
    """Makes the steps. A fork is a fork, whose child makes the rest of the steps."""
    script = Script()
    generator = machine.each.generator(**machine.options, **script.sources)
    is_child = False
    place = ""
    try:
        for place, words in steps:
            if words != ["fork"]:
                step(machine, generator, script, words)
                continue
            pid = os.fork()
            is_child = pid == 0 or is_child
            if pid != 0:
                _, status = os.waitpid(pid, 0)
                assert os.waitstatus_to_exitcode(status) == 0, f"{place}: the child failed"
                break
    except BaseException:
        if not is_child:
            raise
        print(place, machine, file=sys.stderr)
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    if is_child:
        os._exit(0)


def machines(words: list[str]) -> list[Machine]:
    chosen = [
        each
        for each in TYPES
        if words[1] == each.name
        or words[1] == "each"
        or (words[1] == "each-but-scru64" and each.name != "scru64")
    ]
    found = [Machine(each) for each in chosen]
    for machine in found:
        for word in words[2:]:
            machine.add(word)
    return found


def traces(name: str) -> list[tuple[list[Machine], list[tuple[str, list[str]]]]]:
    found: list[tuple[list[Machine], list[tuple[str, list[str]]]]] = []
    for number, line in enumerate(lines(TRACES / f"{name}.trace"), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "machine":
            if not found or found[-1][1]:
                found.append(([], []))
            found[-1][0].extend(machines(words))
        else:
            found[-1][1].append((f"{name}.trace:{number}", words))
    return found


def is_possible(machine: Machine, steps: list[tuple[str, list[str]]]) -> bool:
    return all(words == ["fork"] or machine.clock(words[0]) is not None for _, words in steps)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("name", ["each", *(each.name for each in TYPES)])
def test_traces(name: str) -> None:
    left_out = 0
    for chosen, steps in traces(name):
        for machine in chosen:
            if is_possible(machine, steps):
                play(machine, steps)
            else:
                left_out += 1
    # One trace each that ends in the year 10889 with microseconds.
    assert left_out == (1 if name in ("scru160", "uuidv7") else 0)
