#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the ```sql blocks of docs/sqlite.md with the shell sqlite3, in order and in one database.
# Their output must be the lines that begin with "-->"; an error is a line, too. The document must
# name each function and table of the extension, and no other. Run by CTest.
#   tests/sqlite/document.sh DOCUMENT SQLITE3 MODULE
set -eu

usage="usage: tests/sqlite/document.sh DOCUMENT SQLITE3 MODULE"
document=$(realpath "${1:?$usage}") sqlite3=${2:?$usage} module=$(realpath "${3:?$usage}")
. "$(dirname "$0")/../lib.sh"
cd "$scratch"
unset SORTID_SCRU64_STATE
export HOME="$scratch" XDG_STATE_HOME="$scratch" SCRU64_NODE_SPEC=42/8 LC_ALL=C

# shell ARGUMENT...: runs statements from standard input; prints an error as "error: ...".
shell() {
    "$sqlite3" -batch -init /dev/null -cmd ".load $module" database "$@" 2>&1 |
        sed 's/^\(Runtime\|Parse\) error near line [0-9]*: /error: /; s/ ([0-9]*)$//'
}

awk '
    /^```sql[[:space:]]*$/ { file = sprintf("%04d.sql", NR); printf "" > file; next }
    /^```/ { if (file) close(file); file = ""; next }
    file { print > file }
' "$document"

blocks=0
for block in *.sql; do
    [ -e "$block" ] || break
    blocks=$((blocks + 1))
    sed -n 's/^--> \{0,1\}//p' "$block" > wanted
    shell < "$block" > said || true
    diff -u --label "the document, line ${block%.sql}" --label said wanted said ||
        fail "a statement prints something else"
done

# Compares the names in the document (FORMAT: each format) with those of the extension.
grep -oE '\b(FORMAT|scru128v1|scru128|scru160|scru64|ulid|uuidv7|ksuid|typeid|sortid)(_[a-z0-9_]+)?\(' "$document" |
    tr -d '(' | sort -u > named.raw
for format in scru128 scru128v1 scru160 scru64 ulid uuidv7 ksuid; do
    sed "s/^FORMAT/$format/" named.raw
done | sort -u > named
shell "SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE 'scru%' OR name LIKE 'ulid%' OR
    name LIKE 'uuidv7%' OR name LIKE 'ksuid%' OR name LIKE 'typeid%' OR name LIKE 'sortid%' UNION SELECT name FROM pragma_module_list WHERE name LIKE 'sortid%'" |
    sort > there
# The table has three functions for all formats of which those of 20 and 8 bytes lack some.
printf '%s\n' ksuid_uuid ksuid_from_uuid scru160_uuid scru160_from_uuid scru64_uuid scru64_from_uuid scru64_at |
    sort > without
comm -23 named without > named.right
diff -u --label "named in the document" --label "there are" named.right there ||
    fail "other names"

echo "$blocks blocks, $(wc -l < there) names, $failures failures"
[ "$blocks" -gt 10 ] && [ "$failures" = 0 ]
