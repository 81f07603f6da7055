#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that docs/inspect.svg, which README.md shows, is the picture that tools/card draws of today's output of
# `sortid inspect`, and that it is well-formed. Run by CTest; skipped (77) without Python 3.
#   tests/card.sh ROOT SORTID
set -eu

usage="usage: tests/card.sh ROOT SORTID"
root=${1:?$usage} sortid=${2:?$usage}
command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python3 "$root/tools/card" "$sortid" > "$scratch/inspect.svg"
python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$scratch/inspect.svg"
grep -q 'counterHi' "$scratch/inspect.svg"
grep -qF '(docs/inspect.svg)' "$root/README.md"
diff -u --label docs/inspect.svg "$root/docs/inspect.svg" --label today "$scratch/inspect.svg" || {
    echo "the output has changed: tools/card build/sortid > docs/inspect.svg"
    exit 1
}
