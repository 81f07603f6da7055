#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares src/symbols.txt with the declarations of the public headers and with the exports of the shared
# library and their version; checks its soname, and that the static library defines no global name outside
# sortid_, uses no heap and no thread, and has no mutable global except those of tests/globals.txt. A new public
# function is added to the list by hand, because users link against this list. Run by CTest.
#   tests/symbols.sh ROOT CC NM READELF SHARED_LIBRARY STATIC_LIBRARY
set -eu

usage="usage: tests/symbols.sh ROOT CC NM READELF SHARED_LIBRARY STATIC_LIBRARY"
root=${1:?$usage} cc=${2:?$usage} nm=${3:?$usage} readelf=${4:?$usage}
shared=${5:?$usage} static=${6:?$usage}
soname=libsortid.so.0.2
version=SORTID_0.2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C

# A public function is a name right before "(" once comments and macros are gone.
"$cc" -E -P -I"$root/include" "$root/include/sortid.h" |
    grep -oE '\bsortid_[a-z0-9_]+\(' | tr -d '(' | sort -u > "$scratch/declared"
# Every export has the version of src/sortid.map; the version itself is a symbol too, not ours.
"$nm" -D --defined-only "$shared" | awk '$2 != "A" { print $3 }' | sort -u > "$scratch/versioned"
sed "s/@@$version\$//" "$scratch/versioned" > "$scratch/exported"
"$nm" -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u > "$scratch/static"

status=0
for kind in declared exported; do
    diff -u --label symbols.txt --label "$kind" "$root/src/symbols.txt" "$scratch/$kind" ||
        status=1
done
# On i686 gcc adds hidden functions by which code finds its data.
if grep -v -e '^sortid_' -e '^__x86\.get_pc_thunk\.' "$scratch/static"; then
    echo "these global names of the static library do not begin with sortid_"
    status=1
fi
"$nm" -u "$static" | awk 'NF == 2 { print $2 }' | sort -u > "$scratch/wanted"
if grep -xE 'malloc|calloc|realloc|free|aligned_alloc|posix_memalign|pthread_create' \
    "$scratch/wanted"; then
    echo "the static library calls these"
    status=1
fi
# Data that can be written and outlives a call, by its section. A compiler may put a function's name before a
# local one, or a number after it; it makes names that begin with a period itself.
"$nm" -f sysv "$static" | awk -F '|' '
    { gsub(/ /, "", $1); gsub(/ /, "", $7) }
    $1 !~ /^\./ && $7 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $7 !~ /^\.data\.rel\.ro/ { print $1 }
' | sed 's/\.[0-9]*$//; s/.*\.//; s/_variable$//' | sort -u > "$scratch/globals"
diff -u --label globals.txt --label "the static library's" "$root/tests/globals.txt" \
    "$scratch/globals" || status=1
if ! "$readelf" -d "$shared" | grep -qF "Library soname: [$soname]"; then
    echo "the shared library is not called $soname"
    status=1
fi
echo "$(wc -l < "$scratch/exported") exported, $(wc -l < "$scratch/static") static names"
[ -s "$scratch/exported" ] && [ -s "$scratch/static" ] && [ -s "$scratch/wanted" ] && [ "$status" = 0 ]
