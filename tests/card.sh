#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that docs/inspect.svg, which README.md shows, is what tools/card draws of today's output.
#   tests/card.sh ROOT SORTID
set -eu

usage="usage: tests/card.sh ROOT SORTID"
root=${1:?$usage} sortid=${2:?$usage}
grep -qF '(docs/inspect.svg)' "$root/README.md"
grep -q 'counterHi' "$root/docs/inspect.svg"
"$root/tools/card" "$sortid" | diff -u --label docs/inspect.svg "$root/docs/inspect.svg" --label today - || {
    echo "the output has changed: tools/card build/sortid > docs/inspect.svg"
    exit 1
}
