# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Runs the statements of memory.sql, one a line, in a single-user server under valgrind, which finds
# reads of uninitialized memory and beyond the server's arenas. (It does not see an overrun within
# an arena.) Sourced by postgres.sh, after lib.sh.

if ! command -v valgrind > /dev/null; then
    skip_part "memory: no valgrind (Debian: valgrind)"
else
    cp "$here/valgrind.supp" "$tmp/"
    init memory "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "fsync = off"
    start memory
    sql memory "CREATE EXTENSION sortid" \
        "CREATE TABLE made (a ulid PRIMARY KEY, b ulid, c scru128, d scru128v1, e scru160, f scru64, g uuid, h ksuid)"
    stop memory
    status=0
    # The user of the server may not be able to write into the caller's folder of temporary files.
    as_user env TMPDIR="$tmp" valgrind --quiet --error-exitcode=99 --log-file="$tmp/memory/valgrind.log" \
        --suppressions="$tmp/valgrind.supp" \
        "$bin/postgres" --single -D "$tmp/memory" postgres < "$here/memory.sql" \
        > "$tmp/memory.out" 2>&1 || status=$?
    [ "$status" = 0 ] || {
        head -n 60 "$tmp/memory/valgrind.log" >&2 || head -n 60 "$tmp/memory.out" >&2
        fail "valgrind: status $status"
    }
    # Nine statements are refused, as they should be; the others have results.
    expect "refusals under valgrind" 9 "$(grep -c 'ERROR:' "$tmp/memory.out")"
    expect "results under valgrind" 1 "$(grep -c 'sortid_version = "' "$tmp/memory.out")"
fi
