# SPDX-License-Identifier: MIT
# sortid find: recall and precision in a log of IDs and of tokens that look like them.
# shellcheck shell=sh disable=SC2154 # run.sh reads it and sets these

it 'IDs among tokens that look like them'
if command -v python3 > /dev/null; then
    ok "every ID, and 98 of 100 are IDs" python3 "$tests/precision.py" "$sortid"
else
    skip "no python3 (Debian: python3)"
fi
