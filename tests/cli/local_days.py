# SPDX-License-Identifier: MIT
"""local_days.py SORTID [SEED]: the days of local time, compared with Python's zoneinfo. The days are
those of 1970 to 2037 before, at and after a midnight that clocks skip or show twice, in all zones,
and random days; of days that are equal in several zones, one is tried. A day begins at the first
instant that shows its date, which is searched for in steps of 15 minutes, a minute and a second."""

import datetime
import json
import random
import subprocess
import sys
import zoneinfo

SORTID, SEED = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FIRST, LAST = datetime.date(1970, 1, 3), datetime.date(2037, 12, 1)
DAY = datetime.timedelta(1)


def offset(zone, day, fold):
    return datetime.datetime(day.year, day.month, day.day, tzinfo=zone, fold=fold).utcoffset()


def changes(zone):
    """The days at whose midnight clocks change: of two weeks at whose ends offsets differ."""
    start, before = FIRST, offset(zone, FIRST, 0)
    while start < LAST:
        end = start + 14 * DAY
        after = offset(zone, end, 0)
        if after != before:
            for day in (start + i * DAY for i in range(15)):
                if offset(zone, day, 0) != offset(zone, day, 1):
                    yield day
        start, before = end, after


def begin(zone, day):
    """The first Unix second of a day; of the next day if there is none."""
    start = int(datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.timezone.utc).timestamp()) - 86400
    end = start + 2 * 86400
    for step in (900, 60, 1):
        end = next(at for at in range(start, end + 1, step)
                   if datetime.datetime.fromtimestamp(at, zone).date() >= day)
        start = end - step
    return end


def ms_of(ulid):
    number = 0
    for digit in ulid[:10]:
        number = number * 32 + DIGITS.index(digit)
    return number


def check(name, day, since, until):
    call = subprocess.run([SORTID, "range", "ulid", "--in", str(day), "--local", "--json"],
                          env={"TZ": name}, capture_output=True, text=True, check=False)
    where = f"TZ={name} {day} (seed {SEED}): {call.stdout}{call.stderr}"
    if since == until:
        assert call.returncode == 2 and "does not exist" in call.stderr, where
        return
    assert call.returncode == 0, where
    found = json.loads(call.stdout)
    wanted = since * 1000, until * 1000 - 1
    assert (ms_of(found["first"]), ms_of(found["last"])) == wanted, f"{where}not {wanted}"


def main():
    rng = random.Random(SEED)
    checked = set()
    for name in sorted(zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        days = {day + i * DAY for day in changes(zone) for i in (-1, 0, 1)}
        for day in sorted(days | {FIRST + rng.randrange((LAST - FIRST).days) * DAY}):
            span = day, begin(zone, day), begin(zone, day + DAY)
            if span not in checked:
                check(name, *span)
            checked.add(span)
    assert len(checked) > 1000, len(checked)


main()
