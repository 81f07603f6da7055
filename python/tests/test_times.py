# SPDX-License-Identifier: MIT
"""Times: aware datetimes and ms, their bounds, spans of time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

import pytest
from reference import Refused
from types_table import NOW_MS, TYPES, Type, type_name
from vectors import missing

import sortid

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOW = EPOCH + timedelta(milliseconds=NOW_MS)
LAST_MS = 253402300799999  # of the year 9999

every = pytest.mark.parametrize("each", TYPES, ids=type_name)


@every
def test_time_is_an_aware_datetime(each: Type) -> None:
    for value in each.random_ids(60):
        ms = each.reference.unix_ms(value)
        found = each.of(value)
        assert found.unix_ms == ms
        if ms > LAST_MS:
            with pytest.raises(OverflowError):
                _ = found.time
            continue
        assert found.time == EPOCH + timedelta(milliseconds=ms)
        assert type(found.time) is datetime
        assert found.time.tzinfo is UTC
        assert found.time.fold == 0


def test_each_part_of_a_time() -> None:
    """Leap days, ends of months and years, each of the seconds, in the years of datetime."""
    for text in (
        "1970-01-01T00:00:00.000+00:00",
        "1970-12-31T23:59:59.999+00:00",
        "1972-02-29T12:34:56.789+00:00",
        "2000-02-29T23:59:59.999+00:00",
        "2000-03-01T00:00:00.001+00:00",
        "2023-11-14T22:13:20.000+00:00",
        "2100-02-28T23:59:59.999+00:00",
        "2100-03-01T00:00:00.000+00:00",
        "9999-12-31T23:59:59.999+00:00",
    ):
        expected = datetime.fromisoformat(text)
        ms = (expected - EPOCH) // timedelta(milliseconds=1)
        for when in (expected, ms):
            assert sortid.Ulid.min_at(when).time == expected
            assert sortid.Ulid.min_at(when).time.isoformat(timespec="milliseconds") == text
    day = timedelta(days=1)
    when = EPOCH
    while when.year < 2101:
        assert sortid.Ulid.min_at(when).time == when
        when += 29 * day + timedelta(hours=7, milliseconds=123)


@every
def test_times_of_all_zones(each: Type) -> None:
    expected = each.id_type.min_at(NOW_MS)
    for hours in (-12, -5.5, 0, 0.25, 14):
        zone = timezone(timedelta(hours=hours))
        assert each.id_type.min_at(NOW.astimezone(zone)) == expected

    class Odd(tzinfo):
        def utcoffset(self, when: datetime | None) -> timedelta:
            return timedelta(hours=3, seconds=7, microseconds=5)

        def dst(self, when: datetime | None) -> None:
            return None

    shifted = (NOW + timedelta(hours=3, seconds=7, microseconds=5)).replace(tzinfo=Odd())
    assert each.id_type.min_at(shifted) == expected

    class Later(datetime):
        pass

    assert each.id_type.min_at(Later.fromtimestamp(NOW_MS // 1000, UTC)) == expected


def test_the_zone_of_the_process_is_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("this system has no tzset")
    before = os.environ.get("TZ")
    try:
        monkeypatch.setenv("TZ", "America/St_Johns")
        time.tzset()
        assert sortid.Ulid.min_at(NOW_MS).time == NOW
        assert sortid.Ulid.min_at(NOW).unix_ms == NOW_MS
    finally:
        monkeypatch.undo()
        assert os.environ.get("TZ") == before
        time.tzset()


def test_naive_times_are_refused() -> None:
    naive = datetime(2024, 5, 1)
    for call in (
        lambda: sortid.Ulid.at(naive),
        lambda: sortid.Ulid.min_at(naive),
        lambda: sortid.Ulid.max_at(naive),
        lambda: sortid.Ulid.range(naive),
        lambda: sortid.Ulid.range(None, naive),
        lambda: sortid.inspect("0" * 26, epoch=naive),
    ):
        with pytest.raises((TypeError, ValueError), match=r"(?i)naive|aware|time zone|tzinfo"):
            call()


@every
def test_wrong_times(each: Type) -> None:
    class Broken(tzinfo):
        def utcoffset(self, when: datetime | None) -> timedelta:
            raise ZeroDivisionError

        def dst(self, when: datetime | None) -> None:
            return None

    for call in (each.id_type.min_at, each.id_type.max_at, each.id_type.range):
        wrong: Any
        for wrong in (
            "2024",
            1.5,
            float("nan"),
            b"5",
            NOW.date(),
            NOW.time(),
            timedelta(1),
            object(),
        ):
            with pytest.raises(TypeError):
                call(wrong)
        with pytest.raises(ZeroDivisionError):
            call(NOW.replace(tzinfo=Broken()))
    with pytest.raises(TypeError):
        each.id_type.min_at(None)  # type: ignore[arg-type]


@every
def test_min_and_max_at(each: Type) -> None:
    reference = each.reference
    first_ms, last_ms = (
        reference.zero_ms,
        reference.unix_ms(reference.largest) + reference.unit_ms - 1,
    )
    for ms in (first_ms, first_ms + 1, NOW_MS, NOW_MS + 255, NOW_MS + 999, last_ms):
        for call, expected in (
            (each.id_type.min_at, reference.min_at),
            (each.id_type.max_at, reference.max_at),
        ):
            assert int(call(ms)) == expected(ms)
    for ms in (
        first_ms - 1,
        last_ms + 1,
        -1,
        -(2**63),
        2**63,
        2**64,
        2**64 + NOW_MS,
        -(2**64) + NOW_MS,
        2**200,
    ):
        for call in (each.id_type.min_at, each.id_type.max_at):
            with pytest.raises(ValueError, match=r"min_at|max_at") as error:
                call(ms)
            assert str(ms) in str(error.value)
    assert each.id_type.min_at(NOW + timedelta(microseconds=999)) == each.id_type.min_at(NOW_MS)
    if first_ms > 0:
        with pytest.raises(ValueError):
            each.id_type.min_at(datetime(1969, 12, 31, 23, 59, 59, 999999, UTC))


@every
def test_range(each: Type) -> None:
    id_type, reference = each.id_type, each.reference
    unit = reference.unit_ms
    spans: list[tuple[int | None, int | None]] = [
        (None, None),
        (None, NOW_MS),
        (NOW_MS, None),
        (NOW_MS, NOW_MS + unit),
        (NOW_MS + 1, NOW_MS + 1 + unit),
        (NOW_MS, NOW_MS + 86_400_000),
        (NOW_MS - 1, NOW_MS),
        (NOW_MS + 1, NOW_MS + 2),
        (NOW_MS, NOW_MS),
        (NOW_MS + 5, NOW_MS),
        (0, 1),
        (0, reference.zero_ms),
        (0, 2**53),
        (reference.unix_ms(reference.largest), None),
        (reference.unix_ms(reference.largest) + unit, None),
    ]
    for since, until in spans:
        try:
            expected = reference.range(since, until)
        except Refused:
            with pytest.raises(ValueError, match="range"):
                id_type.range(since, until)
            continue
        for found in (id_type.range(since, until), id_type.range(since=since, until=until)):
            assert isinstance(found, tuple)
            assert tuple(int(end) for end in found) == expected
    assert id_type.range() == (id_type.MIN, id_type.MAX)
    days = [NOW + timedelta(days=n) for n in range(4)]
    (_, a), (b, _) = id_type.range(days[0], days[1]), id_type.range(days[1], days[2])
    assert a.successor() == b
    assert a.time < days[1] <= b.time


@every
def test_times_out_of_range_in_range(each: Type) -> None:
    for end in (-1, -(2**70), 2**63, 2**64, 2**70):
        for arguments in ({"since": end}, {"until": end}):
            with pytest.raises(ValueError, match=next(iter(arguments))):
                each.id_type.range(**arguments)


def test_seconds_in_place_of_ms() -> None:
    """An int is in ms: a Unix time in seconds is a time in January 1970."""
    assert sortid.Ulid.min_at(0) == sortid.Ulid.MIN
    assert sortid.Ulid.min_at(1).unix_ms == 1


def test_ranges_round_up() -> None:
    """An ID is in a range if its ms is: no time within the ms before `since` is."""
    begin = NOW
    later = begin + timedelta(microseconds=500)
    for since, until in ((begin, later), (NOW_MS, NOW_MS + 1)):
        assert sortid.Ulid.range(since, until)[0].unix_ms == NOW_MS
        assert sortid.Ulid.range(since, until)[1].unix_ms == NOW_MS
    first, last = sortid.Ulid.range(later, begin + timedelta(microseconds=1500))
    assert first.unix_ms == last.unix_ms == NOW_MS + 1
    for empty in ((begin, begin), (NOW_MS + 1, NOW_MS), (later, begin + timedelta(milliseconds=1))):
        with pytest.raises(ValueError, match="it is empty"):
            sortid.Ulid.range(*empty)


BROKEN_ORDER = """
import sys, time, warnings, sortid
warnings.simplefilter("error" if sys.argv[2] == "error" else "always")
call = eval(sys.argv[1])
call()
with open(sys.argv[3], "w") as offset:
    offset.write("-3600")
try:
    with warnings.catch_warnings(record=sys.argv[2] != "error") as caught:
        call()
    print(*(warning.category.__name__ for warning in caught))
except RuntimeWarning:
    print("raised")
"""


@pytest.mark.parametrize("action", ["always", "error"])
@pytest.mark.parametrize(
    "call",
    [
        "sortid.ulid",
        "sortid.Uuid7.new",
        "lambda: sortid.ksuid_many(300)",
        "lambda: sortid.Scru128.new_many(3)",
        "sortid.uuid.uuid7",
    ],
)
def test_a_clock_that_goes_back_too_far(call: str, action: str, tmp_path: Path) -> None:
    """A default generator begins again, and warns."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
    if library is None:
        missing("this machine lacks libfaketime (Debian: faketime)")
    offset = tmp_path / "offset"
    offset.write_text("+0")
    done = subprocess.run(
        [sys.executable, "-c", BROKEN_ORDER, call, action, str(offset)],
        env=os.environ
        | {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(offset),
            "FAKETIME_NO_CACHE": "1",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == ("raised" if action == "error" else "RuntimeWarning")
