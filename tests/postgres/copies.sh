# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Who shares the generators of a server: other databases, and roles without other privileges. And
# copies of a server: a base backup that is restored by recovery or started unchanged after the
# server was lost, and a server that is rewound to follow its successor and is promoted again. In
# its own clusters. Sourced by postgres.sh, after lib.sh.

init first "sortid.node_spec = '42/8'" "sortid.max_clock_skew = 0" "wal_log_hints = on" \
    "max_wal_senders = 4" "wal_keep_size = 256MB" "archive_mode = off"
start first
sql first "CREATE EXTENSION sortid" "CREATE DATABASE second" "CREATE ROLE somebody LOGIN" \
    "REVOKE ALL ON SCHEMA public FROM PUBLIC"

# ---- Databases and roles of one server -----------------------------------------------------------
# in_second ROLE TEXT
in_second() {
    sql_as first "$1" second "$2"
}
in_second tester "CREATE EXTENSION sortid"
for type in $types; do
    for _ in 1 2 3; do
        take first "$type" "$tmp/$type.copies" 50
        for role in tester somebody; do
            in_second "$role" "SELECT $(bytes_of "$type" "$(shared "$type")")
                FROM generate_series(1, 50)" >> "$tmp/$type.copies"
        done
        rising "$tmp/$type.copies"
    done
done
expect "files of one server" "$type_count" "$(files_of first)"
# A right belongs to a database: who may not call the function there does so in another one, by the same state.
sql first "REVOKE EXECUTE ON FUNCTION scru64() FROM PUBLIC" "GRANT USAGE ON SCHEMA public TO somebody"
refuses first 42501 "SET ROLE somebody; SELECT scru64()"
in_second somebody "SELECT $(bytes_of scru64 "scru64()")" >> "$tmp/scru64.copies"
rising "$tmp/scru64.copies"

# ---- A base backup, restored ---------------------------------------------------------------------
# each_follows NAME LIST: makes more IDs of each type. They follow those of TYPE.LIST.
each_follows() {
    for type in $types; do
        take "$1" "$type" "$tmp/$type.$2" 5
        rising "$tmp/$type.$2"
    done
}
# branch_list FROM TO: begins the list TO with the IDs of the list FROM, for each type. Two servers
# that come from the same predecessor follow it, but not each other.
branch_list() {
    for type in $types; do cp "$tmp/$type.$1" "$tmp/$type.$2"; done
}
each_begins_later() {
    for type in $types; do begins_later "$1" "$type" "0.9 s"; done
}
backup first recovered -Xstream
backup first as-it-is -Xstream
backup first third -R
settings third "primary_conninfo = 'host=$tmp/first.socket user=tester'"
# No copy contains the IDs that are made after the backups.
for type in $types; do take first "$type" "$tmp/$type.copies" 2000; done
start third
each_follows first copies
branch_list copies as-it-is
branch_list copies recovered
# The first server runs for a while after its successor was promoted; its last changes are lost.
as_user "$bin/pg_ctl" -D "$tmp/third" -w -t 600 promote > /dev/null
sql first "CREATE TABLE lost (id ulid)" "INSERT INTO lost SELECT ulid_shared()" CHECKPOINT
stop first fast

# Started unchanged: the timeline is the same, so the copied files have the right names.
start as-it-is
each_begins_later as-it-is
each_follows as-it-is as-it-is
expect "files of a copy as it is" "$type_count" "$(files_of as-it-is)"
stop as-it-is
rm -rf "$tmp/as-it-is"

each_follows third copies
settings recovered "restore_command = 'false'"
: > "$tmp/recovered/recovery.signal"
[ "$(id -u)" != 0 ] || chown "$server_user" "$tmp/recovered/recovery.signal"
start recovered
await "a recovery does not end" prints f sql recovered "SELECT pg_is_in_recovery()"
begins_later recovered ulid "0.9 s" # the first call makes all files
each_follows recovered recovered
expect "files after a recovery" "$((2 * type_count))" "$(files_of recovered)"
stop recovered
rm -rf "$tmp/recovered"

# ---- A server that comes back after a failover ---------------------------------------------------
logged pg_rewind as_user "$bin/pg_rewind" -D "$tmp/first" --no-sync \
    --source-server="host=$tmp/third.socket user=tester dbname=postgres"
grep -q 'Done!' "$tmp/log" || fail "pg_rewind had nothing to do: $(cat "$tmp/log")"
# pg_rewind copied the state files and settings of the other server, also those that -R wrote.
settings first "recovery_target_timeline = latest"
echo "primary_conninfo = 'host=$tmp/third.socket user=tester'" >> "$tmp/first/postgresql.auto.conf"
: > "$tmp/first/standby.signal"
[ "$(id -u)" != 0 ] || chown "$server_user" "$tmp/first/standby.signal"
start first
for type in $types; do refuses first 25006 "SELECT $(shared "$type")"; done
each_follows third copies
stop third fast
as_user "$bin/pg_ctl" -D "$tmp/first" -w -t 600 promote > /dev/null
each_follows first copies
expect "timelines of a server that came back" 3 "$(find "$tmp/first/sortid" -name 'ulid-*' | wc -l)"
stop first
