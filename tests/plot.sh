#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries tools/plot on a small bench.json with two rows in every group: all figures must come to
# stand in the page, each group must give one picture, well-formed, and a page without a marker, an
# unknown group or a file that is no JSON must be refused. Run by CTest; skipped (77) without
# Python 3.
#   tests/plot.sh ROOT
set -eu

root=${1:?usage: tests/plot.sh ROOT}
command -v python3 > /dev/null || { echo "SKIPPED: no python3 (Debian: python3)"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tools" "$scratch/docs"
cp "$root/tools/plot" "$scratch/tools"
cp "$root/docs/benchmarks.md" "$scratch/docs"

# Asked of the script itself, so that a new group is tried without a word here.
groups=$(sed -n '/^GROUPS = {/,/^}/s/^    "\([a-z]*\)":.*/\1/p' "$root/tools/plot")

# row GROUP NAME NS MORE: a measured row, NS its best run; the median is 200 ns more.
row() {
    printf '{"group": "%s", "per": "thing", "name": "%s", "by": "sortid", ' "$1" "$2"
    printf '"ns": %s, ' $(($3 + 200))
    printf '"leastNs": %s, "perSecond": 1, "beside": "clock read", "besideNs": 25, ' "$3"
    printf '"ratio": 0.5, "at": 1%s},\n' "$4"
}

# bench_json GROUP...: what the bench would write. Rows of group number N take 100 + N ns.
bench_json() {
    echo '{"machine": {"cpu": "a <CPU> & more", "cores": 2, "system": "Linux"}, "compiler": "cc 1",'
    echo '"simd": "scalar", "referenceClockReadNs": 21, "quick": false, "rows": ['
    number=100
    for group; do
        number=$((number + 1))
        row "$group" "a <row> & b of $group" "$number" ', "simd": "scalar"'
        row "$group" "barred in $group" "$number" ', "way": "shared", "bar": {"is": "over",
            "value": 0.5, "hereNs": 25.5, "verdict": "missed"}'
    done
    row sharing crowded 700 ', "each": "process"' | sed 's/"at": 1,/"at": 2,/'
    echo '{"group": "one", "per": "thing", "name": "absent", "by": "peer", "skipped": "not here"}]}'
}

# refused WORDS: tools/plot must fail, with WORDS in what it says, and no page written.
refused() {
    rm -rf "$scratch/out"
    if python3 "$scratch/tools/plot" "$scratch/bench.json" "$scratch/out" 2> "$scratch/said"; then
        echo "not refused: $1"
        exit 1
    fi
    grep -q -- "$1" "$scratch/said" || { cat "$scratch/said"; exit 1; }
    [ ! -e "$scratch/out/benchmarks.md" ] || { echo "a page was written: $1"; exit 1; }
}

# shellcheck disable=SC2086
bench_json $groups > "$scratch/bench.json"
python3 "$scratch/tools/plot" "$scratch/bench.json" "$scratch/out"

number=100
for group in $groups; do
    number=$((number + 1))
    picture=$scratch/out/bench/$group.svg
    python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$picture"
    # Lines have no figures at them.
    [ "$group" = counts ] || grep -q "$number ns" "$picture" || {
        echo "no figure: $group"
        exit 1
    }
    grep -q "bench/$group.svg" "$scratch/out/benchmarks.md"
    both="$number ns | $((number + 200)) ns |"
    for line in "a <row> & b of $group .*| $both .*| 0.500 |" \
        "barred in $group .*clock read. + 0.5 ns | 25.5 ns | $both missed |"; do
        grep -q "^| $line" "$scratch/out/benchmarks.md" || { echo "no line: $line"; exit 1; }
    done
done
[ "$(find "$scratch/out/bench" -type f | wc -l)" = "$(echo "$groups" | wc -l)" ]
grep -q '^| crowded (2 processes) | sortid | 700 ns |' "$scratch/out/benchmarks.md"
grep -q '700 ns, 2 processes<' "$scratch/out/bench/sharing.svg"
grep -q '^| absent .* skipped: not here' "$scratch/out/benchmarks.md"
grep -q 'skipped: not here' "$scratch/out/bench/one.svg"
grep -q 'a <CPU> & more' "$scratch/out/benchmarks.md"

# shellcheck disable=SC2086
bench_json $groups nonsense > "$scratch/bench.json"
refused "no such group: nonsense"
echo "not JSON" > "$scratch/bench.json"
refused "JSON"
bench_json one > "$scratch/bench.json"
sed -i '/<!-- end threads -->/d' "$scratch/docs/benchmarks.md"
refused "markers 'threads'"
echo "$(echo "$groups" | wc -l) groups drawn"
