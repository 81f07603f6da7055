#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries tools/collisions on a small collisions.json: its figures must come to stand in the page and
# the pictures be well-formed; a page without a marker must be refused. And the page in the tree
# must be of this tool: its headings, a row for each crowd, all in agreement, pictures well-formed.
# That its figures are what a simulation gives is not looked at: test_collisions.c simulates, and
# `make collisions` writes them. Run by CTest; skipped (77) without Python 3.
#   tests/collisions.sh ROOT
set -eu

root=${1:?usage: tests/collisions.sh ROOT}
command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tools" "$scratch/docs"
cp "$root/tools/plot" "$root/tools/collisions" "$scratch/tools"
cp "$root/docs/collisions.md" "$scratch/docs"

# case_of GROUP NAME GENERATORS HIT EACH
case_of() {
    printf '{"group": "%s", "name": "%s", "generators": %s, "each": %s, "slots": 9, ' \
        "$1" "$2" "$3" "$5"
    printf '"life": 3, "bits": [3, 0, 8], "trials": 4000, "ids": 5000000, "hit": %s, ' "$4"
    printf '"low": 0.2, "high": 0.3, "any": 0.2511, "staying": 0.2, "birthday": 0.9, '
    printf '"pairs": 1234567, "pairsPredicted": 1234000, "error": 2000, "deviation": 0.31, '
    printf '"refused": 0, "refusedPredicted": 0, "agrees": true}'
}

# of_year NAME RATE
of_year() {
    printf '{"name": "%s", "perSecond": %s, "pairs": 1e-7, "events": 2.5e-7, "birthday": 3e-7}' \
        "$1" "$2"
}

{
    printf '{"seed": "0xabc", "machines": 10000, "cases": [\n'
    case_of generators SCRU160 100 1000 4 && echo ,
    for each in 4 8; do
        case_of layers SCRU128 16 1001 $each && echo ,
        case_of layers "ULID random" 16 1002 $each && echo ,
        case_of layers "ULID monotonic" 16 1003 $each && echo ,
    done
    case_of special "a <case> & more" 2 1004 4
    printf '], "real": [\n'
    for rate in 10000 10000000; do
        for name in SCRU128 "SCRU128 v1" SCRU160 "ULID random" "ULID monotonic"; do
            of_year "$name" $rate && echo ,
        done
    done | sed '$s/,$//'
    printf '], "twins": [{"perSecond": 10, "eachTick": 2.56, "inATick": 0.5, "perHour": 7000}]}\n'
} > "$scratch/collisions.json"
python3 "$scratch/tools/collisions" "$scratch/collisions.json" "$scratch/out"

for line in '8 crowds, 40 million IDs, seed 0xabc: 8 of 8 agree' \
    '| SCRU160 | 100 | 4 x 9 | 3 + 8 | 4,000 | 0.2500 (0.2000 to 0.3000) | 0.2511 |' \
    '| a <case> & more | 2 |' '| 10^7 | 2.50 · 10^-7 |' '| 10 | 2.56 | 0.500 | 7,000 |' \
    '| 4 | 0.2502 | 0.2511 | 0.2000 | 0.2507 | 0.2511 | 0.9000 |'; do
    grep -qF -- "$line" "$scratch/out/collisions.md" || { echo "no line: $line"; exit 1; }
done
for name in generators layers real; do
    for folder in "$scratch/out" "$root/docs"; do
        python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' \
            "$folder/collisions/$name.svg" || { echo "no good picture: $name"; exit 1; }
    done
    grep -q "(collisions/$name.svg)" "$root/docs/collisions.md" || {
        echo "docs: $name.svg is not shown"
        exit 1
    }
done

# The page in the tree. A row of the layers is three crowds.
headings() {
    grep -B 1 '^| --*:* |' "$1"
}
headings "$scratch/out/collisions.md" > "$scratch/headings"
headings "$root/docs/collisions.md" | diff -u --label tool "$scratch/headings" --label docs -
crowds=$(awk '/<!-- begin / { each = 0 }
    /<!-- begin (generators|special) / { each = 1 } /<!-- begin layers / { each = 3 }
    /^[|]/ && !/^[|] (-|format|IDs)/ { crowds += each } END { print crowds + 0 }' \
    "$root/docs/collisions.md")
grep -q "^$crowds crowds, .*: $crowds of $crowds agree" "$root/docs/collisions.md" || {
    echo "docs: not all of $crowds crowds agree, or the summary counts others"
    exit 1
}
if grep -A 1 '^| --*:* |' "$root/docs/collisions.md" | grep '<!-- end'; then
    echo "docs: a table without rows"
    exit 1
fi

sed -i '/<!-- end real -->/d' "$scratch/docs/collisions.md"
if python3 "$scratch/tools/collisions" "$scratch/collisions.json" "$scratch/out" 2> "$scratch/said"
then
    echo "not refused: a page without a marker"
    exit 1
fi
grep -q "markers 'real'" "$scratch/said" || { cat "$scratch/said"; exit 1; }
echo "page and three pictures drawn"
