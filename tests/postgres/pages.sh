# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Runs the sql blocks of a page of docs/ in order, each in a new session, in a database of the
# cluster `document`. A text block must be the output of the sql block before it. Sourced after
# lib.sh.

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

# pg_config --sharedir of the pages: the mirrored server's. Debian's server 13 names the installed
# one.
mkdir "$tmp/programs"
printf '#!/bin/sh\necho "%s"\n' "$tmp/root$("$pg_config" --sharedir)" > "$tmp/programs/pg_config"
chmod 755 "$tmp/programs/pg_config"

# in_session DATABASE BLOCK: runs a block, as the role $page_role. The context of errors is not shown:
# from 18 on, the server adds the place in an extension's script.
page_role=tester
in_session() {
    PATH=$tmp/programs:$PATH "$bin/psql" -X -q -P pager=off -v SHOW_CONTEXT=never -h "$tmp/document.socket" \
        -U "$page_role" -d "$1" < "$2" 2>&1
}

# is_for_server BLOCK: a block that begins with "-- From 14 on." is not for older servers.
is_for_server() {
    from=$(sed -n '1s/^-- From \([0-9]*\) on\.$/\1/p' "$1")
    [ "${from:-0}" -le "$(($(sql document "SHOW server_version_num") / 10000))" ]
}

# run_page PAGE DATABASE BLOCKS ANSWERS: the last two are the least numbers of blocks and answers.
run_page() {
    run=0 held=0
    split_blocks "$1"
    for block in "$tmp/blocks/$1"/*.sql; do
        is_for_server "$block" || continue
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
