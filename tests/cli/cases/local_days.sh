# SPDX-License-Identifier: MIT
# --in DAY --local: the days of all time zones.
# shellcheck shell=sh disable=SC2154 # run.sh reads it and sets these

it 'days in zones whose clocks change at midnight'
if ! command -v python3 > /dev/null; then
    skip "no python3 (Debian: python3)"
elif ! python3 -c 'import zoneinfo; zoneinfo.ZoneInfo("America/Santiago")' 2> /dev/null; then
    skip "no time zones (Debian: tzdata)"
else
    ok "days" python3 "$tests/local_days.py" "$sortid"
fi
