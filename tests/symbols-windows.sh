#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares src/symbols.txt with the exports of the DLL, and checks what library and command import:
# from the system three libraries (no pthreads, not the compiler's), from the C library neither the
# heap nor the compiler's emulation of thread-local variables, which uses it.
#   tests/symbols-windows.sh ROOT NM OBJDUMP DLL STATIC_LIBRARY PROGRAM
set -eu

usage="usage: tests/symbols-windows.sh ROOT NM OBJDUMP DLL STATIC_LIBRARY PROGRAM"
root=${1:?$usage} nm=${2:?$usage} objdump=${3:?$usage}
dll=${4:?$usage} static=${5:?$usage} program=${6:?$usage}
. "$root/tests/lib.sh"
export LC_ALL=C

"$objdump" -p "$dll" | awk '/^\[Ordinal\/Name Pointer\] Table/ { on = 1; next }
    on && $1 == "[" { print $NF } on && /^\[ *[0-9]+\]/ { print $NF } on && NF == 0 { exit }' |
    sort -u > "$scratch/exported"
"$nm" -u "$static" 2> /dev/null | awk 'NF == 2 { print $2 }' | sort -u > "$scratch/wanted"

sed 's/ .*//' "$root/src/symbols.txt" |
    diff -u --label symbols.txt --label exported - "$scratch/exported" ||
    fail "the DLL"
for file in "$dll" "$program"; do
    "$objdump" -p "$file" | sed -n 's/^.*DLL Name: //p' | sort -u > "$scratch/libraries"
    if ! [ -s "$scratch/libraries" ] ||
        grep -vixE 'bcrypt\.dll|kernel32\.dll|msvcrt\.dll|api-ms-win-crt-.*' "$scratch/libraries"; then
        fail "these libraries are needed by ${file##*/}"
    fi
done
if grep -xE '(__imp_)?(_?malloc|calloc|realloc|free|_aligned_malloc|abort|__emutls_.*)' \
    "$scratch/wanted"; then
    fail "these are called by the static library"
fi
echo "$(wc -l < "$scratch/exported") exported, $(wc -l < "$scratch/wanted") wanted"
[ -s "$scratch/exported" ] && [ -s "$scratch/wanted" ] && [ "$failures" = 0 ]
