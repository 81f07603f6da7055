# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# The shared generators of the cluster `main` in many sessions, with killed backends and a killed
# server: no ID is repeated, and each is greater than all earlier ones. Sourced after lib.sh.

types="ksuid scru128 scru128v1 scru160 scru64 ulid uuidv7"
# shellcheck disable=SC2034 # used by other parts
type_count=7
shared() {
    case $1 in scru64) echo "scru64()" ;; uuidv7) echo "sortid_uuidv7_shared()" ;; *) echo "$1_shared()" ;; esac
}

# bytes_of TYPE VALUE: an SQL expression for the value in hex. UUIDv7 have type uuid.
bytes_of() {
    case $1 in uuidv7) echo "encode(uuid_send($2), 'hex')" ;; *) echo "encode($2::bytea, 'hex')" ;; esac
}

# take NAME TYPE FILE COUNT: appends COUNT IDs of a session to a file, in hex, one a line. COPY
# prints them while it makes them, so that those before a kill are known.
take() {
    sql "$1" "COPY (SELECT $(bytes_of "$2" "$(shared "$2")") FROM generate_series(1, $4)) TO STDOUT" >> "$3"
}

# rising FILE: the lines must increase.
rising() {
    LC_ALL=C sort -c -u "$1" || fail "IDs of $1 do not increase"
    checks=$((checks + 1))
}

# distinct COUNT FILE...
distinct() {
    wanted=$1
    shift
    expect "distinct IDs" "$wanted $wanted" "$(sort "$@" | uniq -u | wc -l) $(cat "$@" | wc -l)"
}

# ---- Sessions at once ----------------------------------------------------------------------------
for type in $types; do
    for session in 1 2 3 4 5 6; do
        (for _ in 1 2 3; do take main "$type" "$tmp/$type.$session" 2000; done) &
    done
    wait
    for session in 1 2 3 4 5 6; do rising "$tmp/$type.$session"; done
    distinct 36000 "$tmp/$type".?
    # A later session has greater IDs.
    take main "$type" "$tmp/$type.last" 1
    cat "$tmp/$type".[1-6] | LC_ALL=C sort | tail -n 1 | cat - "$tmp/$type.last" > "$tmp/$type.order"
    rising "$tmp/$type.order"
done

# Parallel workers share the generator: the function is labelled parallel safe.
sql main "CREATE TABLE rows AS SELECT n FROM generate_series(1, 20000) AS n"
parallel="SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;"
sql main "$parallel EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT ulid_shared() FROM rows" |
    grep -q 'Workers Launched: [1-9]' || fail "ulid_shared() prevents parallel workers"
expect "IDs of workers" 20000 "$(sql main "$parallel SELECT count(DISTINCT id) FROM
    (SELECT ulid_shared() AS id FROM rows OFFSET 0) AS made")"

# ---- The index of a table that many sessions fill ------------------------------------------------
# The pages of a btree are 90 % full if keys come in order, and two thirds if not: 85 % are wanted. A row takes
# 12 bytes and the key, which is rounded up to 8 bytes; pages have 1 % more.
for default in "ulid ulid()" "ksuid ksuid()" "uuid sortid_uuidv7()" "scru160 scru160()" "scru128 scru128_shared()"; do
    sql main "DROP TABLE IF EXISTS filled" \
        "CREATE TABLE filled (id ${default%% *} PRIMARY KEY DEFAULT ${default#* }, n integer)"
    echo "INSERT INTO filled (n) SELECT n FROM generate_series(1, 50) AS n" > "$tmp/fill.sql"
    logged pgbench "$bin/pgbench" -n -c 16 -t 250 -f "$tmp/fill.sql" -h "$tmp/main.socket" -U tester postgres
    expect "the index of $default" "200000|t" "$(sql main "SELECT count(*),
        pg_relation_size('filled_pkey') / count(*)::numeric < (12 + (max(pg_column_size(id)) + 7) / 8 * 8) / 0.84
        FROM filled")"
done
sql main "DROP TABLE filled"

# await_output ROUND: waits until each type has 2000 IDs or more in the file of the round.
await_output() {
    for type in $types; do
        await "no IDs in $type.$1" has_many "$tmp/$type.$1"
    done
}
has_many() {
    [ -e "$1" ] && [ "$(wc -l < "$1")" -ge 2000 ]
}

# begin_round NAME ROUND: sessions of the cluster that make many IDs, one for each type, until
# something ends them.
begin_round() {
    for type in $types; do
        (take "$1" "$type" "$tmp/$type.$2" 400000 2> /dev/null || true) &
    done
    await_output "$2"
}

# whole_ids TYPE ROUND: the IDs of a round. The last row may be cut when a server dies: only
# complete rows count.
whole_ids() {
    case $1 in scru64) digits=16 ;; scru160 | ksuid) digits=40 ;; *) digits=32 ;; esac
    grep -xE "[0-9a-f]{$digits}" "$tmp/$1.$2" || true
}

# ---- kill -9 of backends -------------------------------------------------------------------------
# Sessions, one of which is killed in each round. The server then ends all sessions and recovers,
# and the next round continues from the files.
backends() {
    pgrep -P "$(server_pid main)" -f '\[local\]' || true
}
answers() {
    sql main "SELECT 1" > /dev/null 2>&1
}
rm -f "$tmp"/*.[1-6]
kills=0
for round in 1 2 3 4 5 6; do
    begin_round main "$round"
    sleep "0.$((round * 9 % 10))"
    victim=$(backends | awk -v n="$round" '{ line[NR] = $0 } END { if (NR) print line[n % NR + 1] }')
    if [ -n "$victim" ] && kill -9 "$victim" 2> /dev/null; then
        kills=$((kills + 1))
    fi
    wait
    await "the server does not come back" answers
done
[ "$kills" -ge 3 ] || fail "only $kills backends were killed"

# ---- kill -9 of the server -----------------------------------------------------------------------
for round in 7 8 9; do
    begin_round main "$round"
    sleep "0.$round"
    kill -9 "$(server_pid main)"
    wait
    # The backends end when they notice it. The server cannot start before they have released the
    # shared memory.
    await "the server does not start again" try_start main
done

made=0
for type in $types; do
    take main "$type" "$tmp/$type.last" 1
    for round in 1 2 3 4 5 6 7 8 9; do whole_ids "$type" "$round" >> "$tmp/$type.all"; done
    tail -n 1 "$tmp/$type.last" >> "$tmp/$type.all"
    rising "$tmp/$type.all"
    made=$((made + $(wc -l < "$tmp/$type.all")))
done
[ "$made" -ge 100000 ] || fail "only $made IDs around the kills"
echo "$kills backends and 3 servers killed, $made IDs between them, all increasing"
