# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Runs the sql blocks of docs/postgresql.md in order, each in a new session, in a new cluster with default
# settings. A text block must be the output of the sql block before it. Sourced by postgres.sh, after lib.sh.

mkdir "$tmp/blocks"
awk -v folder="$tmp/blocks" '
    /^```/ && file { close(file); file = ""; next }
    /^```(sql|text)$/ { sub(/^```/, ""); if ($0 == "sql") n += 1
        file = sprintf("%s/%03d.%s", folder, n, $0); printf "" > file; next }
    file { print > file }
' "$root/docs/postgresql.md"
init document "fsync = off"
start document
document() {
    "$bin/psql" -X -q -P pager=off -h "$tmp/document.socket" -U tester -d postgres < "$1" 2>&1
}
run=0
held=0
for block in "$tmp/blocks"/*.sql; do
    answer=$tmp/answer
    document "$block" > "$answer"
    # The server reloads its settings some time after pg_reload_conf().
    ! grep -q pg_reload_conf "$block" || sleep 1
    run=$((run + 1))
    if [ -e "${block%.sql}.text" ]; then
        diff -u "${block%.sql}.text" "$answer" >&2 || fail "docs/postgresql.md has another output than the server: $(cat "$block")"
        held=$((held + 1))
    elif grep -q 'ERROR:' "$answer"; then
        cat "$answer" >&2
        fail "docs/postgresql.md: $(cat "$block")"
    fi
done
[ "$((run >= 12 && held >= 7))" = 1 ] || fail "docs/postgresql.md: $run blocks, $held answers"
# Every function that it names exists.
grep -oE '\b(ulid|ksuid|scru[0-9v]+|uuidv7|sortid)_[a-z_0-9]+\(' "$root/docs/postgresql.md" | sort -u | tr -d '(' > "$tmp/named"
[ "$(wc -l < "$tmp/named")" -ge 12 ] || fail "few functions named in docs/postgresql.md"
expect "functions that docs/postgresql.md names and that do not exist" "" "$(while read -r name; do
    [ "$(sql document "SELECT count(*) > 0 FROM pg_proc WHERE proname = '$name'")" = t ] || echo "$name"
done < "$tmp/named")"
checks=$((checks + run))
stop document
