#!/bin/sh
# SPDX-License-Identifier: MIT
# The SQLite extension in the shell sqlite3: loaded by its name, by another name and by its entry
# point; its exports; two copies at once; shells and the command on one state file.
#   tests/sqlite/shell.sh SQLITE3 MODULE SORTID NM
set -eu

usage="usage: tests/sqlite/shell.sh SQLITE3 MODULE SORTID NM"
sqlite3=${1:?$usage} module=$(realpath "${2:?$usage}") sortid=$(realpath "${3:?$usage}")
nm=${4:?$usage}
. "$(dirname "$0")/../lib.sh"
cd "$scratch"
unset SORTID_SCRU64_STATE SCRU64_NODE_SPEC
export HOME="$scratch" XDG_STATE_HOME="$scratch/state" LC_ALL=C

# expect WHAT EXPECTED OUTPUT
expect() {
    [ "$2" = "$3" ] || fail "$1: '$3', not '$2'"
}

# shell LOAD STATEMENT...: prints the output or the error.
shell() {
    load=$1
    shift
    "$sqlite3" -batch -init /dev/null -cmd ".load $load" "${database-:memory:}" "$@" 2>&1 || true
}

# ---- Loading -------------------------------------------------------------------------------------
version=$("$sortid" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+')
expect "by name" "$version" "$(shell "$module" 'SELECT sortid_version()')"
expect "without .so" "$version" "$(shell "${module%.so}" 'SELECT sortid_version()')"
cp "$module" sortid.so
cp "$module" other.so
expect "as sortid.so" "$version" "$(shell ./sortid 'SELECT sortid_version()')"
expect "by its entry" "$version" "$(shell './other sqlite3_sortid_init' 'SELECT sortid_version()')"
expect "twice" "26" "$(shell "$module" ".load $module" 'SELECT length(ulid_print(ulid()))')"
expect "two copies" "0" "$(shell "$module" 'CREATE TABLE a AS SELECT ulid() AS id' ".load ./sortid" \
    'SELECT ulid() IN (SELECT id FROM a)')"

exported=$("$nm" -D --defined-only "$module" | awk '{ print $3 }' | sort | tr '\n' ' ')
expect "exports" "sqlite3_sortid_init sqlite3_sortidsqlite_init " "$exported"
if "$nm" -D --undefined-only "$module" | grep -E ' sqlite3_'; then
    fail "it needs symbols of SQLite, which SQLite's loader should pass to it"
fi

# ---- One node, many processes --------------------------------------------------------------------
export SCRU64_NODE_SPEC=5/4
database=keys.db
shell "$module" 'PRAGMA journal_mode = WAL' 'CREATE TABLE t(id INTEGER PRIMARY KEY, who)' > /dev/null
rounds=60
writer() {
    round=0
    while [ "$round" -lt "$rounds" ]; do
        echo "INSERT INTO t(id, who) VALUES(scru64(), $1);"
        round=$((round + 1))
    done | shell "$module" -cmd '.timeout 100000' -cmd 'PRAGMA synchronous = OFF'
}
writer 1 > one &
one=$!
writer 2 > two &
two=$!
"$sortid" gen scru64 -n 3000 > from_command
wait "$one" "$two"
expect "errors" "" "$(cat one two | grep -vx 0)"
expect "rows of two shells" "$((2 * rounds))|5" \
    "$(shell "$module" 'SELECT count(*), max(scru64_node_id(id, 4)) FROM t')"
# A key that the command has made, too, would be missing here.
expect "keys of the shells and the command" "$((2 * rounds + 3000))" "$(shell "$module" \
    'CREATE TABLE c(a TEXT)' '.import from_command c' \
    'SELECT count(*) FROM (SELECT id FROM t UNION SELECT scru64_parse(a) FROM c)')"
expect "one file" "scru64-4-5" "$(ls state/sortid)"

[ "$failures" = 0 ] && echo "sqlite/shell: passed"
[ "$failures" = 0 ]
