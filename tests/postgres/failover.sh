# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Which server may make shared IDs, and after which time: a standby (none), a promoted standby,
# changed settings, damaged files and files of another layout. The cluster `main` is the primary.
# Sourced by postgres.sh, after lib.sh.

# id_of NAME TYPE: one ID, in hex.
id_of() {
    sql "$1" "SELECT $(bytes_of "$2" "$(shared "$2")")"
}

# greater WHAT OLD NEW
greater() {
    printf '%s\n' "$2" "$3" | LC_ALL=C sort -c -u 2> /dev/null || fail "$1: $3 is not above $2"
    checks=$((checks + 1))
}

# backup FROM NAME OPTION: a copy of a running cluster.
backup() {
    logged pg_basebackup as_user "$bin/pg_basebackup" -h "$tmp/$1.socket" -U tester -D "$tmp/$2" -c fast "$3"
    mkdir "$tmp/$2.socket"
    [ "$(id -u)" != 0 ] || chown "$server_user" "$tmp/$2.socket"
    settings "$2"
}

# begins_later NAME TYPE INTERVAL: the next ID is later than the clock by this, as far as IDs and
# clock of a predecessor may have been ahead.
begins_later() {
    expect "how much later $2 begins in $1" t "$(sql "$1" "SELECT ${2}_time(id) - asked >= interval '$3'
        FROM (SELECT clock_timestamp() AS asked, $(shared "$2") AS id) AS first")"
}

files_of() {
    find "$tmp/$1/sortid" -type f | wc -l
}

# ---- A standby, promoted -------------------------------------------------------------------------
backup main standby -R
settings standby "sortid.max_clock_skew = 300"
start standby
expect "a standby reads" 1000 "$(sql standby "SELECT count(a) + 0 * count(e) FROM kinds")"
for type in $types; do
    refuses standby 25006 "SELECT $(shared "$type")"
done
expect "ulid() on a standby" 26 "$(sql standby "SELECT length(ulid()::text)")"
expect "ulid() on a standby, without the extension" 26 \
    "$(sql_as standby plain managed "SELECT length(sortid.ulid_to_text(sortid.ulid()))")"
before=$(files_of standby)
expect "states on a standby" "$before|0|0" "$(sql standby "SELECT count(*), count(*) FILTER (WHERE current),
    count(problem) FROM sortid_states()")"
# A session from before the promotion makes IDs after it. The primary makes the last ones before.
mkfifo "$tmp/say"
"$bin/psql" -X -q -At -h "$tmp/standby.socket" -U tester -d postgres < "$tmp/say" > "$tmp/heard" 2>&1 &
listener=$!
exec 3> "$tmp/say"
echo "SELECT pg_is_in_recovery(); SELECT ulid_shared();" >&3
await "a session on the standby has no answer" grep -q 'during recovery' "$tmp/heard"
for type in $types; do
    id_of main "$type" > "$tmp/primary.$type"
done
stop main immediate
as_user "$bin/pg_ctl" -D "$tmp/standby" -w -t 600 promote > /dev/null
# The first call waits for all generators: no last time is further ahead then than it may be.
begins_later standby ulid "1.3 s"
expect "states after the first call" "7|t" "$(sql standby "SELECT count(*), bool_and(lead <= interval '1 s' +
    CASE format WHEN 'ksuid' THEN interval '1 s' WHEN 'scru64' THEN interval '256 ms' ELSE interval '0' END)
    FROM sortid_states() WHERE current")"
for type in $types; do
    greater "$type of a promoted server" "$(cat "$tmp/primary.$type")" "$(id_of standby "$type")"
done
echo "SELECT encode(ulid_shared()::bytea, 'hex');" >&3
exec 3>&-
wait "$listener"
expect "a session before and after" "t 1" \
    "$(head -n 1 "$tmp/heard") $(grep -c 'during recovery' "$tmp/heard")"
greater "its ID" "$(cat "$tmp/primary.ulid")" "$(tail -n 1 "$tmp/heard")"
expect "files of the new timeline" "$((before + type_count))" "$(files_of standby)"

# ---- Nodes of scru64 -----------------------------------------------------------------------------
# set_node NAME SPEC: by a reload, which open sessions notice, too.
set_node() {
    sql "$1" "ALTER SYSTEM SET sortid.node_spec = '$2'" "SELECT pg_reload_conf()" > /dev/null
}
node_of="SELECT scru64_node_id(scru64(), 8);"
expect "nodes before and after a reload" "42 44" "$({
    echo "$node_of ALTER SYSTEM SET sortid.node_spec = '44/8'; SELECT pg_reload_conf() \\gset"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        echo "SELECT FROM pg_sleep(0.2) \\; $node_of"
    done
} | "$bin/psql" -X -q -At -h "$tmp/standby.socket" -U tester -d postgres 2>&1 | grep . | uniq |
    tr '\n' ' ' | sed 's/ $//')"

# A spec with an ID that is an hour ahead: the call waits and can be canceled, which loses nothing.
set_node standby "$(sql standby "SELECT ((scru64_max(now() + interval '1 hour')::bigint >> 24 << 24) +
    (45 << 16))::scru64")/8"
# The name of a wait. Servers before 17 have one for all extensions.
clock_wait=Extension
[ "$(sql standby "SELECT current_setting('server_version_num')::integer >= 170000")" = f ] || clock_wait=SortidClock
# expect_wait: a session on the standby waits for its clock, and is cancelled then.
expect_wait() {
    sql standby "SELECT scru64()" > "$tmp/waits" 2>&1 &
    waiter=$!
    await "scru64() does not wait for its clock" prints 1 sql standby "SELECT count(*)
        FILTER (WHERE pg_cancel_backend(pid)) FROM pg_stat_activity
        WHERE query = 'SELECT scru64()' AND wait_event = '$clock_wait'"
    wait "$waiter" && fail "a wait was not cancelled"
    grep -q 'canceling statement due to user request' "$tmp/waits" ||
        fail "cancelled: $(cat "$tmp/waits")"
    checks=$((checks + 1))
}
refuses standby 57014 "SET statement_timeout = 700; SELECT scru64()"
expect_wait
# The bound of a file of another timeline or cluster counts: it is an hour ahead.
set_node standby "45/8"
expect_wait
of_45=$(find "$tmp/standby/sortid" -name 'scru64-8-2d-*')
mv "$of_45" "${of_45%-*}-00000009"
expect_wait
expect "files of node 45" 2 "$(find "$tmp/standby/sortid" -name 'scru64-8-2d-*' | wc -l)"
rm "$tmp/standby/sortid"/scru64-8-2d-*
expect "node 45 without its files" 45 "$(sql standby "$node_of")"

# ---- sortid_states() -----------------------------------------------------------------------------
# state_of CONDITION COLUMNS
state_of() {
    sql standby "SELECT $2 FROM sortid_states() WHERE current AND $1"
}
made=$(sql standby "SELECT ulid_shared()")
expect "the state after an ID" "ulid||t|t|t|t" "$(state_of "format = 'ulid'" "format, node,
    last_time = ulid_time('$made'), bound > last_time, abs(extract(epoch FROM last_time - lead - now())) < 60, problem IS NULL")"
expect "the state of node 45" "scru64|45/8" "$(state_of "file LIKE 'scru64-8-2d-%'" "format, node")"
expect "the nodes in use" 45/8 "$(state_of "format = 'scru64'" node)"
expect "files and states" "$(find "$tmp/standby/sortid" -type f -printf '%f\n' | LC_ALL=C sort)" \
    "$(sql standby "SELECT file FROM sortid_states() ORDER BY file COLLATE \"C\"")"
sql standby "CREATE ROLE observer"
refuses standby 42501 "SET ROLE observer; SELECT FROM sortid_states()"
expect "states for pg_monitor" t "$(sql standby "GRANT pg_monitor TO observer" "SET ROLE observer" \
    "SELECT count(*) > 7 FROM sortid_states()")"

# ---- Files that cannot be used: refused, never started again -------------------------------------
file=$(find "$tmp/standby/sortid" -name 'ulid-*' | sort | tail -n 1)
expect "who may read a state" "600 700" "$(stat -c %a "$file" "$tmp/standby/sortid" | tr '\n' ' ' | sed 's/ $//')"
mv "$file" "$tmp/kept"
# refuses_file PROBLEM SQLSTATE: ulid_shared() is refused; the message names the file, what is wrong with it,
# what to do, and what is lost. sortid_states() has the same problem.
refuses_file() {
    [ "$(id -u)" != 0 ] || chown -h "$server_user" "$file"
    refuses standby "$2" "SELECT ulid_shared()"
    matches "a file that $1" "*ulid_shared(): state file \"sortid/${file##*/}\" $1*tables are not affected.*HINT:  \
Stop the server, remove the file, and start the server. IDs then begin 1300 ms later than the clock*use ulid().*" "$answer"
    expect "ulid() next to the file" 26 "$(sql standby "SELECT length(ulid()::text)")"
    expect "the problem of a file" "$1" "$(sql standby "SELECT problem FROM sortid_states() WHERE file = '${file##*/}'")"
}
cp "$(find "$tmp/standby/sortid" -name 'ksuid-*' | sort | tail -n 1)" "$file"
refuses_file "is of another generator" 55000
cp -p "$tmp/kept" "$file"
chmod 400 "$file"
expect "the problem of a file for reading" "cannot be written: Permission denied" \
    "$(sql standby "SELECT problem FROM sortid_states() WHERE file = '${file##*/}'")"
chmod 600 "$file"
head -c 5000 "$tmp/kept" > "$file"
refuses_file "is damaged or cut short" XX001
# (a file of another timeline counts, too)
this=$file
file=${file%-*}-00000009
mv "$this" "$file"
refuses_file "is damaged or cut short" XX001
mv "$file" "$this"
file=$this
head -c 12288 /dev/zero > "$file"
refuses_file "is not a state file" XX001
rm "$file"
ln -s "$tmp/kept" "$file"
refuses_file "is a symbolic link, not a regular file, or owned by another user" 55000
rm "$file"
cp -p "$(find "$tmp/standby/sortid" -name 'scru128-*' | sort | tail -n 1)" "$file"
refuses standby 55000 "SELECT ulid_shared()"
matches "a file of another format" "*ulid_shared(): state file \"sortid/${file##*/}\" is of another generator*" "$answer"
rm "$file"
mv "$tmp/kept" "$file"
greater "ulid of the file put back" "$(tail -n 1 "$tmp/heard")" "$(id_of standby ulid)"
node_file=$(find "$tmp/standby/sortid" -name 'scru64-8-2d-*')
mv "$node_file" "$tmp/kept"
head -c 5000 "$tmp/kept" > "$node_file"
[ "$(id -u)" != 0 ] || chown "$server_user" "$node_file"
refuses standby XX001 "SELECT scru64()"
matches "a damaged file of scru64" "*is damaged or cut short*HINT:  Stop the server, set sortid.node_spec to MAX/SIZE*IDs repeat*" "$answer"
mv "$tmp/kept" "$node_file"

# ---- Files of layout version 1 -------------------------------------------------------------------
# as_version_1 FILE: writes the first word of that layout.
as_version_1() {
    python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("=Q", 0x736f727469645331))' |
        dd of="$1" bs=8 conv=notrunc status=none
}
cp -p "$file" "$tmp/kept"
as_version_1 "$file"
refuses_file "was made by another version of sortid, or on a machine of another kind" 55000
# A file of another timeline is refused, too, because its bound cannot be read.
mv "$file" "${file%-*}-00000009"
refuses standby 55000 "SELECT ulid_shared()"
rm "${file%-*}-00000009"
stop standby
rm "$tmp/standby/sortid"/ulid-*
start standby
begins_later standby ulid "1.3 s"
rm "$tmp/standby/sortid"/ulid-*
mv "$tmp/kept" "$file"
mv "$tmp/standby/sortid" "$tmp/standby/aside"
: > "$tmp/standby/sortid"
refuses standby 42809 "SELECT ulid_shared()"
rm "$tmp/standby/sortid"
mv "$tmp/standby/aside" "$tmp/standby/sortid"

# ---- Without a node; with one of the environment -------------------------------------------------
set_node standby ""
stop standby
start standby
refuses standby 55000 "SELECT scru64()"
stop standby
SCRU64_NODE_SPEC=0x2f/8 start standby
expect "a node of the environment" 47 "$(sql standby "$node_of")"
stop standby
SCRU64_NODE_SPEC=0x2f/8x start standby
refuses standby 55000 "SELECT scru64()"
stop standby
# The node spec of the environment does not replace a bad one of the files.
echo "sortid.node_spec = '256/8'" >> "$tmp/standby/postgresql.auto.conf"
SCRU64_NODE_SPEC=0x2f/8 start standby
refuses standby 55000 "SELECT scru64()"
sed -i '$d' "$tmp/standby/postgresql.auto.conf"
# Every role may call the functions.
sql standby "CREATE ROLE somebody LOGIN"
expect "somebody's ID" 26 "$(sql standby "SET ROLE somebody; SELECT length(ulid_shared()::text)")"
stop standby
start main
