#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares node/symbols.txt with what sortid/node.h declares, and with what the shared
# libsortid-node exports and under which version; checks its soname and that it stays loaded, that
# it uses only public functions of libsortid, and that the static library has no names without its
# prefix. Add a new public function to the list by hand. Run by CTest.
#   tests/node/symbols.sh ROOT CC NM READELF SHARED_LIBRARY STATIC_LIBRARY
set -eu

usage="usage: tests/node/symbols.sh ROOT CC NM READELF SHARED_LIBRARY STATIC_LIBRARY"
root=${1:?$usage} cc=${2:?$usage} nm=${3:?$usage} readelf=${4:?$usage}
shared=${5:?$usage} static=${6:?$usage}
soname=libsortid-node.so.0.2
version=SORTID_NODE_0.2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C

# A public function is a name right before "(" once comments and macros are gone.
"$cc" -E -P -I"$root/include" "$root/include/sortid/node.h" |
    grep -oE '\bsortid_node_[a-z0-9_]+\(' | tr -d '(' | sort -u > "$scratch/declared"
"$nm" -D --defined-only "$shared" | awk '$2 != "A" { print $3 }' | sort -u |
    sed "s/@@$version\$//" > "$scratch/exported"
"$nm" -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u > "$scratch/defined"
"$nm" -u "$static" | awk 'NF == 2 && $2 ~ /^sortid_/ { print $2 }' | sort -u |
    comm -23 - "$scratch/defined" > "$scratch/wanted"

status=0
for kind in declared exported; do
    diff -u --label node/symbols.txt --label "$kind" "$root/node/symbols.txt" "$scratch/$kind" ||
        status=1
done
sort -u "$root/src/symbols.txt" > "$scratch/public"
if comm -23 "$scratch/wanted" "$scratch/public" | grep .; then
    echo "these functions are called, and are in no public header"
    status=1
fi
if grep -v '^sortid_node_' "$scratch/defined"; then
    echo "these may clash with names of programs that link the static library"
    status=1
fi
if ! "$readelf" -d "$shared" | grep -qF "Library soname: [$soname]"; then
    echo "the shared library is not called $soname"
    status=1
fi
if ! "$readelf" -d "$shared" | grep -q NODELETE; then
    echo "dlclose() removes the shared library, though generators still call its bounds"
    status=1
fi
echo "$(wc -l < "$scratch/exported") exported, $(wc -l < "$scratch/wanted") wanted of sortid"
[ -s "$scratch/exported" ] && [ "$status" = 0 ]
