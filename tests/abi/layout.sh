#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the sizes of the public structs, and the offsets and sizes of their members, with
# tests/abi/layout.txt. UPDATE=1 writes the file; its change says what the commit does to the ABI.
#   tests/abi/layout.sh ROOT CC [CFLAG...]
set -eu

usage="usage: tests/abi/layout.sh ROOT CC [CFLAG...]"
root=${1:?$usage} cc=${2:?$usage}
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo '#include <sortid.h>' | "$cc" -E -P -I"$root/include" - > "$scratch/headers"
awk -f "$root/tests/abi/layout.awk" "$scratch/headers" > "$scratch/layout.c"
"$cc" "$@" -std=c11 -I"$root/include" "$scratch/layout.c" -o "$scratch/layout"
# Word splitting is wanted: a command with options, or nothing.
# shellcheck disable=SC2086
${SORTID_EMULATOR:-} "$scratch/layout" > "$scratch/layout.txt"
[ "$(grep -c ' may grow$\|^[^.]* [0-9]*$' "$scratch/layout.txt")" = \
    "$(grep -c 'typedef struct .* {' "$scratch/headers")" ]

# sortid_struct_size knows them.
sed -n 's/^typedef struct \(sortid_[a-z0-9_]*\) {.*/\1/p' "$scratch/headers" "$root/include/sortid/unstable.h" | while read -r name; do
    grep -q "^ *ENTRY($name)" "$root/src/generator/sizes.c" || {
        echo "not in src/generator/sizes.c: $name"
        exit 1
    }
done

# Constants are literals, which generators of bindings read, or initializers of IDs.
odd=$(cat "$root"/include/sortid/*.h | sed -n 's|  */\*.*||; s/^#define \(SORTID_[A-Z0-9_]*\)  *\(.*\)/\1 \2/p' |
    grep -vE '^[A-Z0-9_]+ ([0-9]+u?|0x[0-9a-f]+u?|".*"|\{\{.*|\\)$|attribute|^SORTID_((NODE_)?STATUS|RESTRICT|BEGIN_C|END_C) ') && {
    echo "neither a literal nor an initializer: $odd"
    exit 1
}

table=$root/tests/abi/layout.txt
[ -z "${UPDATE:-}" ] || cp "$scratch/layout.txt" "$table"
diff -u --label tests/abi/layout.txt --label headers "$table" "$scratch/layout.txt" && exit
awk -f "$root/tests/abi/breaks.awk" "$table" "$scratch/layout.txt" | sed 's/^/breaks programs: /'
echo "UPDATE=1 writes the table"
exit 1
