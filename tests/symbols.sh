#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the symbols.txt of libsortid or libsortid-node with the declarations of its public
# headers and with the exports of the shared library and their versions; checks its soname, and that
# the static library defines no global name without its prefix. libsortid uses no heap and no
# thread, and has no mutable global except those of tests/globals.txt. libsortid-node stays loaded,
# and uses only public functions of libsortid. New public functions are listed by hand.
#   tests/symbols.sh ROOT LIBRARY CC NM READELF SHARED_LIBRARY STATIC_LIBRARY
set -eu

usage="usage: tests/symbols.sh ROOT sortid|sortid-node CC NM READELF SHARED_LIBRARY STATIC_LIBRARY"
root=${1:?$usage} library=${2:?$usage} cc=${3:?$usage} nm=${4:?$usage} readelf=${5:?$usage}
shared=${6:?$usage} static=${7:?$usage}
case $library in
sortid) header=base.h symbols=src/symbols.txt prefix=sortid_ define=SORTID_VERSION ;;
sortid-node) header=node.h symbols=node/symbols.txt prefix=sortid_node_ define=SORTID_NODE_VERSION ;;
*) echo "$usage" >&2 && exit 2 ;;
esac
. "$root/tests/lib.sh"
export LC_ALL=C

# A public function is a name right before "(" once comments and macros are gone.
{
    echo "#include <sortid.h>"
    [ "$library" = sortid ] || echo "#include <sortid/node.h>"
    [ ! -e "$root/include/sortid/unstable.h" ] || echo "#include <sortid/unstable.h>"
} | "$cc" -E -P -I"$root/include" - | grep -oE "\b${prefix}[a-z0-9_]+\(" | tr -d '(' | sort -u > "$scratch/declared"
# The version is a symbol too, not ours.
"$nm" -D --defined-only "$shared" | awk '$2 != "A" { sub(/@@/, " ", $3); print $3 }' | sort -u > "$scratch/exported"
sed 's/ .*//' "$root/$symbols" > "$scratch/names"
"$nm" -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u > "$scratch/defined"
"$nm" -u "$static" | awk 'NF == 2 { print $2 }' | sort -u | comm -23 - "$scratch/defined" > "$scratch/wanted"

diff -u --label "$symbols" --label declared "$scratch/names" "$scratch/declared" || fail "a public header"
diff -u --label "$symbols" --label exported "$root/$symbols" "$scratch/exported" || fail "the shared library"
# On i686 gcc adds hidden functions by which code finds its data.
if grep -v -e "^$prefix" -e '^__x86\.get_pc_thunk\.' "$scratch/defined"; then
    fail "these global names of the static library do not begin with $prefix"
fi
"$readelf" -d "$shared" > "$scratch/dynamic"
# The minor version counts before 1.0, except in libsortid-node.
version=$(sed -n "s/^#define $define *\"\(.*\)\.[0-9]*\"/\1/p" "$root/include/sortid/$header")
case $library/$version in sortid/0.*) abi=$version ;; *) abi=${version%.*} ;; esac
grep -qF "Library soname: [lib$library.so.$abi]" "$scratch/dynamic" ||
    fail "the shared library is not called lib$library.so.$abi"
newest=$({ grep -v UNSTABLE "$root/$symbols" | sed 's/.*_//' && echo "$version"; } | sort -V | tail -n 1)
[ "$newest" = "$version" ] || fail "$symbols: $newest is newer than the library, $version"

# Data that can be written and outlives a call, by its section. A compiler may put a function's name
# before a local one, or a number after it; it makes names that begin with a period itself.
globals() {
    "$nm" -f sysv "$static" | awk -F '|' '
        { gsub(/ /, "", $1); gsub(/ /, "", $7) }
        $1 !~ /^\./ && $7 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $7 !~ /^\.data\.rel\.ro/ { print $1 }
    ' | sed 's/\.[0-9]*$//; s/.*\.//; s/_variable$//' | sort -u
}
if [ "$library" = sortid ]; then
    if grep -xE 'malloc|calloc|realloc|free|aligned_alloc|posix_memalign|pthread_create' "$scratch/wanted"; then
        fail "the static library calls these"
    fi
    globals | diff -u --label globals.txt --label "the static library's" "$root/tests/globals.txt" - || fail "variables"
else
    sed 's/ .*//' "$root/src/symbols.txt" | sort -u > "$scratch/public"
    if grep '^sortid_' "$scratch/wanted" | comm -23 - "$scratch/public" | grep .; then
        fail "these functions are called, and are in no public header"
    fi
    grep -q NODELETE "$scratch/dynamic" ||
        fail "dlclose() removes the shared library, though generators still call its bounds"
fi
echo "$(wc -l < "$scratch/exported") exported, $(wc -l < "$scratch/defined") static, $(wc -l < "$scratch/wanted") wanted"
[ -s "$scratch/exported" ] && [ -s "$scratch/defined" ] && [ -s "$scratch/wanted" ] && [ "$failures" = 0 ]
