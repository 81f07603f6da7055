#!/bin/sh
# SPDX-License-Identifier: MIT
# The PostgreSQL extension in real servers, which this script starts and stops (lib.sh): pg_regress,
# vectors, bad texts, time ranges, symbols, COPY, dump and restore, concurrent sessions, killed
# backends, a killed server, clocks that are set, power cuts, a promoted standby, copies, settings,
# upgrades, a trusted role, logical replication, the functions without the extension. Run by CTest.
#   tests/postgres/postgres.sh ROOT STATIC_LIBRARY
set -eu
usage="usage: tests/postgres/postgres.sh ROOT STATIC_LIBRARY"
root=${1:?$usage} library=${2:?$usage}
# shellcheck source-path=SCRIPTDIR
. "$root/tests/postgres/lib.sh"
here=$root/tests/postgres

skipped=0
find_server
# The server does not contain the runtime of a sanitizer or of coverage.
if nm "$library" 2> /dev/null | grep -qE '__(asan|msan|tsan|ubsan|prof[cd]|llvm_prof|gcov)'; then
    skip "the library is instrumented"
fi
matches "a build for no server" "*/nope/pg_config does not run: set PG_CONFIG to *" \
    "$(make -f "$root/ext/postgres/Makefile" PG_CONFIG=/nope/pg_config 2>&1 || true)"
matches "a build without the server's files" "*/nope/pgxs.mk is missing: install *" \
    "$(make -f "$root/ext/postgres/Makefile" PG_CONFIG='echo /nope/pgxs.mk #' 2>&1 || true)"
mirror "$root" "$library"

# ---- Exported symbols ----------------------------------------------------------------------------
nm -D --defined-only "$tmp/build/sortid.so" | awk '{ print $3 }' |
    grep -vxE '(pg_finfo_)?sortid_pg_sql_[a-z0-9_]+|Pg_magic_func|_PG_init' > "$tmp/strangers" || true
[ ! -s "$tmp/strangers" ] || fail "the module exports $(tr '\n' ' ' < "$tmp/strangers")"
readelf -d "$tmp/build/sortid.so" | grep -q NODELETE || fail "the module may be unloaded"

# ---- pg_regress ----------------------------------------------------------------------------------
init main "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "fsync = off" \
    "wal_level = logical" "max_wal_senders = 4" "max_replication_slots = 4"
start main
# The tests of pg_regress do not depend on the name of the superuser.
sql main 'CREATE ROLE "Any ""role"" name" SUPERUSER LOGIN'
regress=$(dirname "$("$pg_config" --pgxs)")/../test/regress/pg_regress
(
    cd "$tmp/build"
    tests=$(sed -n 's/^REGRESS = //p' "$root/ext/postgres/Makefile")
    # Word splitting is wanted: a list of names.
    # shellcheck disable=SC2086
    "$regress" --inputdir="$root/ext/postgres/test" --outputdir=. --bindir="$bin" \
        --host="$tmp/main.socket" --user='Any "role" name' --dbname=regress $tests > regress.log 2>&1
) || {
    cat "$tmp/build/regress.log" "$tmp/build/regression.diffs" >&2
    fail "pg_regress"
}
# (two forms of output: of 16 and later, and of earlier servers)
expect "tests of pg_regress" 14 "$(grep -cE '^ok |\.\.\. ok' "$tmp/build/regress.log")"

for part in texts messages spans document upgrade trusted settings memory sessions managed failover copies clocks power; do
    echo "$part"
    # shellcheck source=/dev/null
    . "$here/$part.sh"
done
stop main
echo "$checks checks, against $("$pg_config" --version)"
# skip_part has said what was skipped.
exit "$skipped"
