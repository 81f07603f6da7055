#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a recipe of docs/sqlite.md in the current folder: the command reads the first block below the
# heading NAME, with the path of MODULE for that of the installed one. It must print the second block.
# Run by CTest and tools/test/npm.
#   tests/sqlite/recipe.sh DOCUMENT NAME MODULE COMMAND...
set -eu
usage="usage: tests/sqlite/recipe.sh DOCUMENT NAME MODULE COMMAND..."
document=${1:?$usage} name=${2:?$usage} module=${3:?$usage}
shift 3

case $1 in *python*)
    "$1" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2> /dev/null || {
        echo "SKIPPED: $1 cannot load SQLite extensions (Debian: python3)"
        exit 77
    } ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# block NUMBER: that block below the heading.
block() {
    awk -v heading="### $name" -v wanted="$1" '
        /^##/ { inside = $0 == heading; next }
        inside && /^```/ { open = !open; count += open; next }
        inside && open && count == wanted' "$document"
}
block 1 | sed "s|/usr/local/lib/sortid_sqlite|$module|" > "$work/recipe"
block 2 > "$work/wanted"
[ -s "$work/wanted" ] || { echo "FAILED: $document has no recipe $name"; exit 1; }
"$@" < "$work/recipe" > "$work/said"
diff -u "$work/wanted" "$work/said"
echo "the recipe for $name, by $("$1" --version)"
