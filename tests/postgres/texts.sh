# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Texts and values, in the cluster `main`: the vectors of other implementations, bad texts, COPY,
# dump and restore, logical replication. Sourced by postgres.sh, after lib.sh.

sql main "CREATE EXTENSION sortid"
sql main "CREATE TABLE vectors (type text, hex text, id text, ms bigint)"

# vectors TYPE ID AT ZERO UNIT: the vectors of a type; columns ID (text) and AT (timestamp).
vectors() {
    grep -v '^[#+!]' "$root/tests/vectors/$1.tsv" |
        awk -F '\t' -v OFS='\t' -v type="$1" -v id="$2" -v at="$3" -v zero="$4" -v unit="$5" \
            '{ printf "%s\t%s\t%s\t%.0f\n", type, $1, $id, $at * unit + zero }' > "$tmp/vectors"
    sql main "\\copy vectors FROM '$tmp/vectors'"
    wanted=$(wc -l < "$tmp/vectors")
    [ "$wanted" -ge 59 ] || fail "few vectors of $1"
    # Reading and printing, in both cases, and the time. The case of ksuid matters.
    cases="lower(id)::$1 = upper(id)::$1 AND $1_valid(lower(id))"
    [ "$1" != ksuid ] || cases="(upper(id)::ksuid = id::ksuid) = (upper(id) = id)"
    expect "vectors of $1" "$wanted|$wanted|$wanted|$wanted|$wanted" "$(sql main \
        "SELECT count(*) FILTER (WHERE decode(hex, 'hex')::$1::text = id),
            count(*) FILTER (WHERE id::$1::bytea = decode(hex, 'hex')),
            count(*) FILTER (WHERE $cases),
            count(*) FILTER (WHERE $1_send(id::$1) = decode(hex, 'hex')),
            count(*) FILTER (WHERE $1_time(id::$1) = timestamptz '1970-01-01Z' +
                ms / 86400000 * interval '24 hours' + ms % 86400000 * interval '1 ms')
            FROM vectors WHERE type = '$1'")"
}
vectors scru128 2 3 0 1
vectors scru128v1 2 3 1577836800000 1
vectors scru160 2 3 0 1
vectors scru64 3 4 0 256
vectors ulid 2 3 0 1
vectors ksuid 2 4 0 1000
expect "hex texts of scru160" 0 "$(sql main "SELECT count(*) FROM vectors
    WHERE type = 'scru160' AND (hex::scru160::text <> id OR upper(hex)::scru160::text <> id)")"

# UUIDv7 have the server's type, which reads any UUID: the extension gives times of version 7.
awk -F '\t' -v OFS='\t' '/^[0-9a-f]/ { print $2, $3, "OK" } /^!/ && $3 ~ /BAD_V/ { print $2, 0, $3 }' \
    "$root/tests/vectors/uuidv7.tsv" > "$tmp/vectors"
sql main "CREATE TABLE uuids (id uuid, ms bigint, status text)" "\\copy uuids FROM '$tmp/vectors'" \
    "CREATE FUNCTION time_of(uuid) RETURNS timestamptz LANGUAGE plpgsql AS 'BEGIN
        RETURN uuidv7_time(\$1);
    EXCEPTION WHEN invalid_parameter_value THEN
        RETURN NULL;
    END'"
expect "times of the vectors of uuidv7" "t|0|0" "$(sql main "SELECT count(*) FILTER (WHERE status = 'OK') > 65,
    count(*) FILTER (WHERE status = 'OK' AND time_of(id) IS DISTINCT FROM timestamptz '1970-01-01Z' +
        ms / 86400000 * interval '24 hours' + ms % 86400000 * interval '1 ms'),
    count(*) FILTER (WHERE status <> 'OK' AND (time_of(id) IS NOT NULL OR
        uuidv7_within(id, '-infinity', 'infinity'))) FROM uuids")"
expect "UUIDs of other versions and variants" 2 "$(sql main "SELECT count(DISTINCT status) FROM uuids
    WHERE status <> 'OK'")"

# ---- Bad texts -----------------------------------------------------------------------------------
# The bad texts of the library's test, with statuses and positions; uuidv7 is not a type here.
sed -n -e '/ROW(UUIDV7/d' -e 's/^ *ROW(\([A-Z0-9]*\), TEXT, "\(.*\)", \([A-Z_]*\), \([0-9]*\)),$/\1\t\2\t\3\t\4/p' \
    "$root/tests/format/test_parse_errors.c" > "$tmp/bad"
sed -n 's/^!\t\([^\\]*\t[A-Z_]*\t[0-9]*\)$/KSUID\t\1/p' "$root/tests/vectors/ksuid.tsv" >> "$tmp/bad"
[ "$(wc -l < "$tmp/bad")" -ge 55 ] || fail "the bad texts of test_parse_errors.c were not found"
sql main "CREATE TABLE bad (type text, id text, status text, position integer)" \
    "\\copy bad FROM '$tmp/bad'" "CREATE FUNCTION refusal(type text, bad text) RETURNS text LANGUAGE plpgsql AS \$\$
DECLARE
    detail text;
BEGIN
    EXECUTE format('SELECT %L::%I', bad, lower(type));
    RETURN 'OK 0';
EXCEPTION WHEN invalid_text_representation THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN CASE WHEN detail LIKE '%wrong length.' THEN 'BAD_LENGTH '
        WHEN detail LIKE '%not a digit of this format.' THEN 'BAD_DIGIT ' END ||
        (substring(detail FROM '^At position ([0-9]+): ')::integer - 1);
WHEN numeric_value_out_of_range THEN
    RETURN 'OUT_OF_RANGE 0';
END \$\$"
expect "bad texts with another status or position" none "$(sql main "SELECT
    coalesce(string_agg(concat_ws(' ', type, id, refusal(type, id)), ', '), 'none') FROM bad
    WHERE refusal(type, id) IS DISTINCT FROM status || ' ' || position")"
# A byte that is not a digit at each position of a vector, and texts of every other length.
expect "bytes in texts" 0 "$(sql main "SELECT count(*) FROM
    (SELECT DISTINCT ON (type) * FROM vectors ORDER BY type, hex DESC) AS v,
    generate_series(1, length(id)) AS place, unnest(ARRAY['!', '/', ':', '@', '[', '{', ' ', E'\\x01', E'\\x7f']) AS byte
    WHERE refusal(type, overlay(id PLACING byte FROM place FOR 1)) IS DISTINCT FROM 'BAD_DIGIT ' || place - 1")"
expect "lengths of texts" 0 "$(sql main "SELECT count(*) FROM
    (SELECT DISTINCT ON (type) * FROM vectors ORDER BY type, hex DESC) AS v, generate_series(0, 100) AS n
    WHERE n <> length(id) AND NOT (type = 'scru160' AND n = 40) AND refusal(type, repeat('0', n))
        IS DISTINCT FROM 'BAD_LENGTH ' || least(n, length(id))")"

# ---- COPY, dump and restore ----------------------------------------------------------------------
sql main "CREATE TABLE kinds (a ulid PRIMARY KEY DEFAULT ulid(), b scru128 DEFAULT scru128_shared(),
        c scru128v1, d scru160, e scru64 DEFAULT scru64(), f ulid[], g ksuid DEFAULT ksuid())" \
    "CREATE INDEX kinds_b ON kinds USING brin (b)" "CREATE INDEX kinds_d ON kinds USING hash (d)" \
    "INSERT INTO kinds (c, d, f) SELECT scru128v1(), scru160(), ARRAY[ulid_random(), NULL]
        FROM generate_series(1, 1000)"
sum="SELECT md5(string_agg(kinds::text, ',' ORDER BY a)) FROM"
for form in text binary csv; do
    sql main "\\copy kinds TO '$tmp/kinds.$form' (FORMAT $form)" "CREATE TABLE copy (LIKE kinds)" \
        "\\copy copy FROM '$tmp/kinds.$form' (FORMAT $form)"
    expect "COPY in $form" "$(sql main "$sum kinds")" "$(sql main "$sum copy AS kinds")"
    sql main "DROP TABLE copy"
done
# Values of a wrong length and out of range, in a binary file.
sql main "CREATE TABLE numbers (e bigint)" "INSERT INTO numbers VALUES (4738381338321616896)" \
    "\\copy numbers TO '$tmp/numbers' (FORMAT binary)"
refuses main 22003 "\\copy kinds (e) FROM '$tmp/numbers' (FORMAT binary)"
refuses main 08P01 "\\copy kinds (a) FROM '$tmp/numbers' (FORMAT binary)"
sql main "DELETE FROM numbers" "INSERT INTO numbers VALUES (-1)" \
    "\\copy numbers TO '$tmp/numbers' (FORMAT binary)"
refuses main 22003 "\\copy kinds (e) FROM '$tmp/numbers' (FORMAT binary)"
"$bin/pg_dump" -h "$tmp/main.socket" -U tester -d postgres > "$tmp/dump.sql"
sql main "CREATE DATABASE restored"
logged "the dump does not restore" "$bin/psql" -X -q -v ON_ERROR_STOP=1 -h "$tmp/main.socket" -U tester \
    -d restored -f "$tmp/dump.sql"
in_restored() {
    sql_as main tester restored "$1"
}
expect "dump and restore" "$(sql main "$sum kinds")" "$(in_restored "$sum kinds")"
expect "defaults after a restore" 1001 "$(in_restored "INSERT INTO kinds DEFAULT VALUES;
    SELECT count(*) FROM kinds WHERE a IS NOT NULL")"

# ---- Logical replication of the types ------------------------------------------------------------
# replicate OPTION: inserts, updates and deletes arrive in the other database.
replicate() {
    sql main "DROP TABLE IF EXISTS sent" "CREATE TABLE sent (LIKE kinds INCLUDING ALL)" \
        "CREATE PUBLICATION sent FOR TABLE sent"
    sql main "SELECT pg_create_logical_replication_slot('sent', 'pgoutput')" > /dev/null
    in_restored "CREATE TABLE sent (LIKE kinds INCLUDING ALL)"
    in_restored "CREATE SUBSCRIPTION take CONNECTION 'host=$tmp/main.socket user=tester dbname=postgres'
        PUBLICATION sent WITH (create_slot = false, slot_name = sent, copy_data = false$1)"
    sql main "INSERT INTO sent SELECT * FROM kinds" "UPDATE sent SET e = scru64(), a = ulid()" \
        "DELETE FROM sent WHERE e > (SELECT e FROM sent ORDER BY e LIMIT 1 OFFSET 499)"
    await "logical replication$1 does not arrive" prints "$(sql main "$sum sent AS kinds")" \
        in_restored "$sum sent AS kinds"
    expect "rows of logical replication$1" 500 "$(in_restored 'SELECT count(*) FROM sent')"
    in_restored "DROP SUBSCRIPTION take" 2> /dev/null
    in_restored "DROP TABLE sent"
    sql main "DROP PUBLICATION sent"
}
replicate ""
[ "$(sql main 'SHOW server_version_num')" -lt 140000 ] || replicate ", binary = true"
