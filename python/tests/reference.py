# SPDX-License-Identifier: MIT
"""The formats in plain Python, written from their documents: a second opinion for the tests.

An ID is an integer here. What is refused raises Refused with the status and the position in
characters that the documents ask for. Nothing here is fast, and nothing uses sortid.
"""

from __future__ import annotations

import string
from dataclasses import dataclass

BASE32HEX = string.digits + string.ascii_uppercase[:22]
BASE36 = string.digits + string.ascii_lowercase
BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
HEX = string.digits + "abcdef"

# The end of the range that a span of time may name, in ms.
TIME_END = 1 << 64


class Refused(Exception):
    def __init__(self, status: str, position: int | None = None) -> None:
        super().__init__(status, position)
        self.status = status
        self.position = position


@dataclass(frozen=True)
class Fixed:
    """Bits that are the same in each ID, and where other ones are reported."""

    first_bit: int
    bits: int
    value: int
    status: str
    text_position: int


@dataclass(frozen=True)
class Format:
    name: str
    size: int
    digits: str
    text_length: int
    fields: tuple[tuple[str, int], ...]  # name and bits; field 0 is the timestamp
    unit_ms: int = 1
    zero_ms: int = 0
    max_int: int | None = None  # None: all bytes are IDs
    fixed: tuple[Fixed, ...] = ()
    is_uuid_text: bool = False
    reserves_ends: bool = False  # whether generators never make the first and last timestamp
    ignores_case: bool = True

    # ---- Integers ---------------------------------------------------------------

    @property
    def bits(self) -> int:
        return 8 * self.size

    @property
    def timestamp_bits(self) -> int:
        return self.fields[0][1]

    @property
    def timestamp_max(self) -> int:
        return self.largest >> (self.bits - self.timestamp_bits)

    @property
    def largest(self) -> int:
        return (1 << self.bits) - 1 if self.max_int is None else self.max_int

    def check(self, value: int, encoding: str = "bytes") -> int:
        """The value if it is an ID. Integers have no place for a wrong bit."""
        for fixed in self.fixed:
            if (
                value >> (self.bits - fixed.first_bit - fixed.bits) & (1 << fixed.bits) - 1
                != fixed.value
            ):
                begin = {"braces": 1, "urn": 9}.get(encoding, 0)
                position = {
                    "bytes": fixed.first_bit // 8,
                    "hex": fixed.first_bit // 4,
                    "int": 0,
                }.get(encoding, begin + fixed.text_position)
                raise Refused(fixed.status, position)
        if value > self.largest:
            raise Refused("OUT_OF_RANGE", 0)
        return value

    def from_int(self, value: int) -> int:
        if not 0 <= value < 1 << self.bits:
            raise Refused("OUT_OF_RANGE", 0)
        return self.check(value, "int")

    def from_bytes(self, value: bytes) -> int:
        if len(value) != self.size:
            raise Refused("BAD_LENGTH")
        return self.check(int.from_bytes(value, "big"))

    # ---- Texts ------------------------------------------------------------------

    def text(self, value: int) -> str:
        return (
            uuid_text(value)
            if self.is_uuid_text
            else in_digits(value, self.digits, self.text_length)
        )

    def encoded(self, value: int, encoding: str) -> str:
        return {
            "text": lambda: self.text(value),
            "hex": lambda: in_digits(value, HEX, 2 * self.size),
            "int": lambda: str(value),
            "uuid": lambda: uuid_text(value),
            "braces": lambda: "{" + uuid_text(value) + "}",
            "urn": lambda: "urn:uuid:" + uuid_text(value),
        }[encoding]()

    @property
    def encodings(self) -> tuple[str, ...]:
        return ("text", "hex", "int") + (("uuid", "braces", "urn") if self.size == 16 else ())

    def parse(self, text: str, encoding: str = "text") -> int:
        if encoding == "int":
            value = self._read_decimal(text)
        elif encoding == "hex":
            value = read_digits(text, HEX, 2 * self.size)
        elif encoding == "braces":
            value = read_uuid(text, "{", "}")
        elif encoding == "urn":
            value = read_uuid(text, "urn:uuid:", "")
        elif encoding == "uuid" or self.is_uuid_text:
            value = read_uuid(text, "", "")
        else:
            value = read_digits(text, self.digits, self.text_length, self.ignores_case)
            if value >= 1 << self.bits:
                raise Refused("OUT_OF_RANGE", 0)
        return self.check(value, encoding)

    def _read_decimal(self, text: str) -> int:
        longest = len(str(self.largest))
        if not 1 <= len(text) <= longest:
            raise Refused("BAD_LENGTH", min(len(text), longest))
        if len(text) > 1 and text[0] == "0":
            raise Refused("BAD_DIGIT", 0)
        value = read_digits(text, string.digits, len(text))
        if value >= 1 << self.bits:
            raise Refused("OUT_OF_RANGE", 0)
        return value

    # ---- Fields and time --------------------------------------------------------

    def split(self, value: int) -> dict[str, int]:
        found, end = {}, self.bits
        for name, bits in self.fields:
            end -= bits
            found[name] = value >> end & (1 << bits) - 1
        assert end == 0
        return found

    def timestamp(self, value: int) -> int:
        return value >> (self.bits - self.timestamp_bits)

    def unix_ms(self, value: int) -> int:
        return self.timestamp(value) * self.unit_ms + self.zero_ms

    def timestamp_at(self, unix_ms: int) -> int:
        timestamp = (unix_ms - self.zero_ms) // self.unit_ms
        if not 0 <= timestamp <= self.timestamp_max:
            raise Refused("OUT_OF_RANGE")
        return timestamp

    def _filled(self, timestamp: int, ones: bool) -> int:
        rest = self.bits - self.timestamp_bits
        value = timestamp << rest | ((1 << rest) - 1 if ones else 0)
        for fixed in self.fixed:
            shift = self.bits - fixed.first_bit - fixed.bits
            value &= ~((1 << fixed.bits) - 1 << shift)
            value |= fixed.value << shift
        return value

    def min_at(self, unix_ms: int) -> int:
        return self._filled(self.timestamp_at(unix_ms), False)

    def max_at(self, unix_ms: int) -> int:
        return self._filled(self.timestamp_at(unix_ms), True)

    def range(self, since: int | None, until: int | None) -> tuple[int, int]:
        """The first and the last ID with since <= unix_ms < until."""
        first = max(0, -((self.zero_ms - (0 if since is None else since)) // self.unit_ms))
        end = -((self.zero_ms - (TIME_END if until is None else until)) // self.unit_ms)
        last = min(end - 1, self.timestamp_max)
        if first > last:
            raise Refused("OUT_OF_RANGE")
        return self._filled(first, False), self._filled(last, True)

    # ---- Neighbors --------------------------------------------------------------

    def _free_bits(self) -> list[int]:
        """The places of the bits that are not fixed, the lowest first."""
        taken = {
            self.bits - 1 - bit
            for fixed in self.fixed
            for bit in range(fixed.first_bit, fixed.first_bit + fixed.bits)
        }
        return [bit for bit in range(self.bits) if bit not in taken]

    def step(self, value: int, by: int) -> int:
        """The ID that is `by` IDs after this one, or before it."""
        free = self._free_bits()
        rank = sum((value >> bit & 1) << i for i, bit in enumerate(free)) + by
        if not 0 <= rank < 1 << len(free):
            raise Refused("OUT_OF_RANGE")
        fixed = self._filled(0, False)
        return self.check(fixed | sum((rank >> i & 1) << bit for i, bit in enumerate(free)))


def in_digits(value: int, digits: str, length: int) -> str:
    text = ""
    for _ in range(length):
        value, digit = divmod(value, len(digits))
        text = digits[digit] + text
    assert value == 0
    return text


def read_digits(text: str, digits: str, length: int, ignores_case: bool = True) -> int:
    """The value of exactly `length` digits. Only ASCII letters have another case here."""
    if len(text) != length:
        raise Refused("BAD_LENGTH", min(len(text), length))
    value = 0
    for position, character in enumerate(text):
        spellings = {character}
        if ignores_case and character.isascii():
            spellings |= {character.lower(), character.upper()}
        digit = next((i for i, each in enumerate(digits) if each in spellings), None)
        if digit is None:
            raise Refused("BAD_DIGIT", position)
        value = value * len(digits) + digit
    return value


def uuid_text(value: int) -> str:
    digits = in_digits(value, HEX, 32)
    return "-".join(digits[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))


def read_uuid(text: str, before: str, after: str) -> int:
    length = len(before) + 36 + len(after)
    if len(text) != length:
        raise Refused("BAD_LENGTH", min(len(text), length))
    value = 0
    for position, character in enumerate(text):
        place = position - len(before)
        if 0 <= place < 36 and place not in (8, 13, 18, 23):
            if character not in string.hexdigits:
                raise Refused("BAD_DIGIT", position)
            value = value << 4 | int(character, 16)
            continue
        expected = before + " " * 36 + after
        wanted = "-" if 0 <= place < 36 else expected[position]
        if character != wanted and not (wanted.isalpha() and character == wanted.upper()):
            raise Refused("BAD_DIGIT", position)
    return value


FORMATS = {
    each.name: each
    for each in (
        Format(
            "scru128",
            16,
            BASE36,
            25,
            (("timestamp", 48), ("counterHi", 24), ("counterLo", 24), ("entropy", 32)),
            reserves_ends=True,
        ),
        Format(
            "scru128v1",
            16,
            BASE32HEX,
            26,
            (("timestamp", 44), ("counter", 28), ("perSecRandom", 24), ("perGenRandom", 32)),
            zero_ms=1577836800000,
            reserves_ends=True,
        ),
        Format(
            "scru160",
            20,
            BASE32HEX,
            32,
            (("timestamp", 48), ("counter", 16), ("random16", 16), ("random80", 80)),
            reserves_ends=True,
        ),
        Format(
            "scru64",
            8,
            BASE36,
            12,
            (("timestamp", 40), ("nodeCtr", 24)),
            unit_ms=256,
            max_int=36**12 - 1,
            reserves_ends=True,
        ),
        Format("ulid", 16, CROCKFORD, 26, (("timestamp", 48), ("randomness", 80))),
        Format(
            "uuidv7",
            16,
            HEX,
            36,
            (("timestamp", 48), ("version", 4), ("randA", 12), ("variant", 2), ("randB", 62)),
            fixed=(Fixed(48, 4, 7, "BAD_VERSION", 14), Fixed(64, 2, 2, "BAD_VARIANT", 19)),
            is_uuid_text=True,
        ),
        Format(
            "ksuid",
            20,
            BASE62,
            27,
            (("timestamp", 32), ("payload", 128)),
            unit_ms=1000,
            zero_ms=1400000000000,
            ignores_case=False,
        ),
    )
}


def parse_lenient(text: str) -> int:
    """A ULID with Crockford's aliases, and with hyphens between two digits."""
    digits = [i for i, character in enumerate(text) if character != "-"]
    if len(digits) != 26:
        raise Refused("BAD_LENGTH", digits[26] if len(digits) > 26 else len(text))
    plain = ""
    for position, character in enumerate(text):
        if character == "-":
            following = text[position + 1 : position + 2]
            if position == 0 or not _crockford_digit(following):
                raise Refused("BAD_DIGIT", position)
        elif not _crockford_digit(character):
            raise Refused("BAD_DIGIT", position)
        else:
            plain += _crockford_digit(character)
    return FORMATS["ulid"].parse(plain)


def _crockford_digit(character: str) -> str:
    """The digit that a character means; empty if it means none."""
    upper = character.upper() if character.isascii() else ""
    digit = {"I": "1", "L": "1", "O": "0"}.get(upper, upper)
    return digit if digit in CROCKFORD else ""
