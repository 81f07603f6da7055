#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that docs/inspect.svg, which README.md shows, and docs/command.svg, which docs/command.md shows, are the pictures
# that tools/card draws of today's output, and that they are well-formed. Run by CTest; skipped (77) without Python 3.
#   tests/card.sh ROOT SORTID
set -eu

usage="usage: tests/card.sh ROOT SORTID"
root=${1:?$usage} sortid=${2:?$usage}
command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

grep -qF '(docs/inspect.svg)' "$root/README.md"
grep -qF '(command.svg)' "$root/docs/command.md"
status=0
for picture in inspect command; do
    python3 "$root/tools/card" "$sortid" $picture > "$scratch/$picture.svg"
    python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$scratch/$picture.svg"
    diff -u --label docs/$picture.svg "$root/docs/$picture.svg" --label today "$scratch/$picture.svg" || {
        echo "the output has changed: tools/card build/sortid $picture > docs/$picture.svg"
        status=1
    }
done
grep -q 'counterHi' "$scratch/inspect.svg"
grep -q 'did you mean uuid-v4' "$scratch/command.svg"
exit $status
