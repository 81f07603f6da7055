#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares node/symbols.txt with what sortid/node.h declares and with what the shared libsortid-node
# exports, and under which version; looks at its soname; and sees that it takes nothing of libsortid
# that is not public. A new public function is added to the list by hand. Run by CTest.
#   tests/node/symbols.sh ROOT CC NM READELF SHARED_LIBRARY STATIC_LIBRARY
set -eu

usage="usage: tests/node/symbols.sh ROOT CC NM READELF SHARED_LIBRARY STATIC_LIBRARY"
root=${1:?$usage} cc=${2:?$usage} nm=${3:?$usage} readelf=${4:?$usage}
shared=${5:?$usage} static=${6:?$usage}
soname=libsortid-node.so.0
version=SORTID_NODE_0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C

# A public function is a name right before "(" once comments and macros are gone.
"$cc" -E -P -I"$root/include" "$root/include/sortid/node.h" |
    grep -oE '\bsortid_node_[a-z0-9_]+\(' | tr -d '(' | sort -u > "$scratch/declared"
"$nm" -D --defined-only "$shared" | awk '$2 != "A" { print $3 }' | sort -u |
    sed "s/@@$version\$//" > "$scratch/exported"
"$nm" -u "$static" | awk 'NF == 2 && $2 ~ /^sortid_/ { print $2 }' | sort -u > "$scratch/wanted"

status=0
for kind in declared exported; do
    diff -u --label node/symbols.txt --label "$kind" "$root/node/symbols.txt" "$scratch/$kind" ||
        status=1
done
# Its own files call each other too.
cat "$root/src/symbols.txt" "$root/node/symbols.txt" | sort -u > "$scratch/public"
if comm -23 "$scratch/wanted" "$scratch/public" | grep .; then
    echo "these are called, and are in no public header"
    status=1
fi
if ! "$readelf" -d "$shared" | grep -qF "Library soname: [$soname]"; then
    echo "the shared library is not called $soname"
    status=1
fi
echo "$(wc -l < "$scratch/exported") exported, $(wc -l < "$scratch/wanted") wanted of sortid"
[ -s "$scratch/exported" ] && [ "$status" = 0 ]
