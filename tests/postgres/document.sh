# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Runs the sql blocks of the pages on PostgreSQL in order, each in a new session, in a database for each page of a new
# cluster with default settings. A text block must be the output of the sql block before it. Sourced by
# postgres.sh, after lib.sh.

# split_blocks PAGE: writes the blocks of a page to $tmp/blocks/PAGE/001.sql, 001.text, ...
split_blocks() {
    mkdir -p "$tmp/blocks/$1"
    awk -v folder="$tmp/blocks/$1" '
        /^```/ && file { close(file); file = ""; next }
        /^```(sql|text)$/ { sub(/^```/, ""); if ($0 == "sql") n += 1
            file = sprintf("%s/%03d.%s", folder, n, $0); printf "" > file; next }
        file { print > file }
    ' "$root/docs/$1.md"
}

# in_session DATABASE BLOCK: runs a block. Its pg_config is the mirrored server's.
in_session() {
    "$bin/psql" -X -q -P pager=off -h "$tmp/document.socket" -U tester -d "$1" < "$2" 2>&1
}

# run_page PAGE DATABASE BLOCKS ANSWERS: the last two are the least numbers of blocks and answers.
run_page() {
    run=0 held=0
    split_blocks "$1"
    for block in "$tmp/blocks/$1"/*.sql; do
        answer=$tmp/answer
        in_session "$2" "$block" > "$answer"
        run=$((run + 1))
        if [ -e "${block%.sql}.text" ]; then
            diff -u "${block%.sql}.text" "$answer" >&2 || fail "docs/$1.md has another output than the server: $(cat "$block")"
            held=$((held + 1))
        elif grep -q 'ERROR:' "$answer"; then
            cat "$answer" >&2
            fail "docs/$1.md: $(cat "$block")"
        fi
    done
    [ "$((run >= $3 && held >= $4))" = 1 ] || fail "docs/$1.md: $run blocks, $held answers"
    checks=$((checks + run))
}

init document "fsync = off"
start document
sql document "CREATE DATABASE migration"
run_page postgresql postgres 12 7
run_page postgresql-migration migration 8 6

# Every function that the manual names exists.
grep -oE '\b(ulid|ksuid|scru[0-9v]+|uuidv7|sortid)_[a-z_0-9]+\(' "$root/docs/postgresql.md" | sort -u | tr -d '(' > "$tmp/named"
[ "$(wc -l < "$tmp/named")" -ge 12 ] || fail "few functions named in docs/postgresql.md"
expect "functions that docs/postgresql.md names and that do not exist" "" "$(while read -r name; do
    [ "$(sql document "SELECT count(*) > 0 FROM pg_proc WHERE proname = '$name'")" = t ] || echo "$name"
done < "$tmp/named")"
stop document
