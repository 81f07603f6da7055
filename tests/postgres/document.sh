# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# The pages on PostgreSQL (pages.sh), in a database for each page of a new cluster with default
# settings. Sourced by postgres.sh, after lib.sh.

# shellcheck source=tests/postgres/pages.sh
. "$here/pages.sh"

init document "fsync = off"
start document
sql document "CREATE DATABASE migration"
run_page postgresql postgres 11 6
run_page postgresql-operation postgres 2 1
run_page postgresql-migration migration 9 8
# As a role that may create schemas in its database, and nothing else.
sql document "CREATE ROLE plain LOGIN" "CREATE DATABASE managed OWNER plain"
page_role=plain
run_page postgresql-managed managed 4 3

# Every function that the manual names exists.
grep -oE '\b(ulid|ksuid|scru[0-9v]+|uuidv7|sortid)_[a-z_0-9]+\(' "$root/docs/postgresql.md" | sort -u | tr -d '(' > "$tmp/named"
[ "$(wc -l < "$tmp/named")" -ge 12 ] || fail "few functions named in docs/postgresql.md"
expect "functions that docs/postgresql.md names and that do not exist" "" "$(while read -r name; do
    [ "$(sql document "SELECT count(*) > 0 FROM pg_proc WHERE proname = '$name'")" = t ] || echo "$name"
done < "$tmp/named")"
stop document
