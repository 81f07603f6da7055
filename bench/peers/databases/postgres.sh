# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Measures functions of PostgreSQL and of sortid's extension in a server that this script starts and
# ends, one after another in each round; prints a JSON object for each.
#   bench/peers/databases/postgres.sh TREE LIBRARY ROUNDS      LIBRARY: libsortid.a
set -eu
root=$1 library=$2 rounds=$3
# shellcheck source-path=SCRIPTDIR/../../..
. "$root/tests/postgres/lib.sh"

find_server
mirror "$root" "$library"
init bench "fsync = off" "jit = off"
start bench
sql bench "CREATE EXTENSION sortid; CREATE EXTENSION \"uuid-ossp\"" "
CREATE TABLE texts AS SELECT i, gen_random_uuid()::text AS uuid, ulid()::text AS ulid
    FROM generate_series(1, 50000) AS i;
CREATE TABLE ids AS SELECT i, sortid_uuidv7() AS uuid, ulid() AS ulid FROM generate_series(1, 50000) AS i;
CREATE TABLE server AS SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) AS server;
CREATE TABLE calls (\"group\" text, name text, version text, call text, source text, number serial);
INSERT INTO calls SELECT split_part(line, ' | ', 1), split_part(line, ' | ', 2), CASE
        WHEN split_part(line, ' | ', 2) LIKE 'sortid %' THEN sortid_version()
        WHEN split_part(line, ' | ', 2) LIKE 'uuid_generate%' THEN 'uuid-ossp'
        ELSE server END,
    split_part(line, ' | ', 3), split_part(line, ' | ', 4)
FROM server, regexp_split_to_table('floor | clock_timestamp() | clock_timestamp() | ids
a row without a function | i | i | ids
make a UUID of another version | gen_random_uuid() | gen_random_uuid() | ids
make a UUID of another version | uuid_generate_v1() | uuid_generate_v1() | ids
make a UUID of another version | uuid_generate_v4() | uuid_generate_v4() | ids
make a UUIDv7 | sortid sortid_uuidv7() | sortid_uuidv7() | ids
make a UUIDv7 | sortid sortid_uuidv7_random() | sortid_uuidv7_random() | ids
make a UUIDv7 | uuidv7() | uuidv7() | ids
make the text of a UUIDv7 | sortid sortid_uuidv7()::text | sortid_uuidv7()::text | ids
make the text of a UUIDv7 | uuidv7()::text | uuidv7()::text | ids
make a ULID | sortid ulid() | ulid() | ids
make the text of a ULID | sortid ulid()::text | ulid()::text | ids
make a SCRU128 | sortid scru128() | scru128() | ids
print a UUIDv7 | uuid::text | uuid::text | ids
print a ULID | sortid ulid::text | ulid::text | ids
parse a UUIDv7 | text::uuid | uuid::uuid | texts
parse a ULID | sortid text::ulid | ulid::ulid | texts
read the time of a UUIDv7 | sortid uuidv7_time(uuid) | uuidv7_time(uuid) | ids
read the time of a UUIDv7 | uuid_extract_timestamp(uuid) | uuid_extract_timestamp(uuid) | ids
read the time of a ULID | sortid ulid_time(ulid) | ulid_time(ulid) | ids', E'\n') AS line
WHERE current_setting('server_version_num')::integer >= 180000
    OR line !~ '[ |]uuidv7\(\)|uuid_extract_timestamp';
CREATE TABLE times (number integer, ns double precision);
DO 'DECLARE
    row record;
    begun timestamptz;
    made bigint;
BEGIN
    FOR round IN 0..$rounds LOOP
        FOR row IN SELECT * FROM calls LOOP
            begun := clock_timestamp();
            EXECUTE format(''SELECT count(%s) FROM %I'', row.call, row.source) INTO made;
            IF made <> 50000 THEN RAISE ''% makes %'', row.call, made; END IF;
            IF round > 0 THEN -- the first warms up
                INSERT INTO times VALUES (row.number, extract(epoch FROM clock_timestamp() - begun) * 1e9 / made);
            END IF;
        END LOOP;
    END LOOP;
END'"
sql bench "SELECT json_build_object('group', CASE \"group\" WHEN 'floor' THEN '' ELSE server || ': ' END || \"group\",
        'name', name, 'version', version, 'best', round(min(ns)::numeric, 1),
        'median', round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns)::numeric, 1))
    FROM server, calls JOIN times USING (number) GROUP BY server, calls.number, \"group\", name, version
    ORDER BY calls.number"
