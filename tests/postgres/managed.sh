# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# sortid-managed.sql: ULID and UUIDv7 without the extension. In the cluster `main`: its functions answer as
# the extension, for the tables of texts.sh and spans.sh. In a database without the extension, as a role
# without rights: generators, plans, a dump, a hostile schema, the way to the extension and back.
# document.sh runs the page, clocks.sh sets the clock, failover.sh has a standby. Sourced by postgres.sh,
# after lib.sh.

# install_managed CLUSTER ROLE DATABASE
install_managed() {
    PGOPTIONS='-c client_min_messages=warning' "$bin/psql" -X -q -1 -v ON_ERROR_STOP=1 \
        -h "$tmp/$1.socket" -U "$2" -d "$3" -f "$root/ext/postgres/sortid-managed.sql"
}

# ---- The same answers as the extension -----------------------------------------------------------
install_managed main tester postgres
# No answer depends on these settings.
odd="SET timezone = 'Asia/Kathmandu'; SET datestyle = 'German'; SET intervalstyle = 'iso_8601';
    SET bytea_output = 'escape'; SET extra_float_digits = -10"
# What a statement with an argument returns, or how it is refused. The extension's detail of 22008 is in
# the session's time zone.
sql main "CREATE FUNCTION answer(statement text, argument text) RETURNS text LANGUAGE plpgsql AS \$\$
DECLARE
    answer text;
    detail text;
BEGIN
    EXECUTE format(statement, argument) INTO answer;
    RETURN answer;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' | ', SQLSTATE, SQLERRM, CASE WHEN SQLSTATE <> '22008' THEN detail END);
END \$\$"
expect "answers" "01563df3-6481-d676-4c61-efb99302bd5b 22P02 22003" "$(sql main "SELECT concat_ws(' ',
    answer('SELECT sortid.ulid_from_text(%L)', '01ARYZ6S41TSV4RRFFQ69G5FAV'),
    left(answer('SELECT sortid.ulid_from_text(%L)', ''), 5),
    left(answer('SELECT %L::ulid', repeat('Z', 26)), 5))")"

# Functions that both have: arguments and their names, results, volatility.
signatures() {
    sql main "SELECT proname, replace(pg_get_function_arguments(oid), 'sortid.', ''),
            replace(prorettype::regtype::text, 'sortid.', ''), provolatile
        FROM pg_proc WHERE pronamespace = '$1'::regnamespace AND prokind = 'f' AND proname !~ '$2'" |
        LC_ALL=C sort
}
signatures sortid '^sortid_(us|is_|digits|bound|next|smaller|larger|typeid_)' > "$tmp/managed"
signatures public '^$' > "$tmp/extension"
expect "functions of both" 23 "$(wc -l < "$tmp/managed")"
expect "functions that the extension lacks" "" "$(LC_ALL=C comm -23 "$tmp/managed" "$tmp/extension")"
version=$(sed -n "s/^default_version = '\(.*\)'\$/\1/p" "$root/ext/postgres/sortid.control")
expect "the version in the comment" "sortid $version in SQL, without the extension" \
    "$(sql main "SELECT obj_description('sortid'::regnamespace, 'pg_namespace')")"

expect "vectors of ulid, and random IDs" "t|0" "$(sql main "$odd" "SELECT count(*) > 2050,
        count(*) FILTER (WHERE sortid.ulid_from_text(id) IS DISTINCT FROM hex::uuid
            OR sortid.ulid_from_text(lower(id)) IS DISTINCT FROM hex::uuid
            OR sortid.ulid_to_text(hex::uuid) IS DISTINCT FROM id
            OR NOT sortid.ulid_valid(id) OR NOT sortid.ulid_valid(lower(id))
            OR sortid.ulid_timestamp(hex::uuid) <> ms
            OR sortid.ulid_time(hex::uuid) IS DISTINCT FROM ulid_time(id::ulid))
    FROM (SELECT hex, id, ms FROM vectors WHERE type = 'ulid' UNION ALL
        SELECT id::uuid::text, id::text, ulid_timestamp(id)
        FROM (SELECT gen_random_uuid()::ulid AS id FROM generate_series(1, 2000)) AS made) AS ids")"
expect "times of uuids" "t|0" "$(sql main "$odd" "SELECT count(*) > 90, count(*) FILTER (WHERE
        answer('SELECT sortid.uuidv7_time(%L)', id::text) IS DISTINCT FROM
            answer('SELECT uuidv7_time(%L)', id::text)
        OR sortid.uuidv7_within(id, '-infinity', 'infinity') IS DISTINCT FROM (status = 'OK'))
    FROM uuids")"
# The bad texts of texts.sh; a character at each position of a vector, also those whose upper or lower
# case is a digit; other lengths, in bytes and in characters.
sql main "CREATE TABLE bad_ulids AS SELECT id FROM bad WHERE type = 'ULID' UNION
    SELECT overlay(id PLACING chr(character) FROM place FOR 1)
        FROM (SELECT min(id) AS id FROM vectors WHERE type = 'ulid') AS v, generate_series(1, 26) AS place,
            (SELECT generate_series(1, 255) UNION SELECT 383 UNION SELECT 8490 UNION SELECT 65313)
            AS characters (character) UNION
    SELECT left('01aryz6s41tsv4rrffq69g5favABCDÄ', n) FROM generate_series(0, 31) AS n UNION
    SELECT left('01aryz6s41tsv4rrffq69g5f', n) || E'\\u017f' FROM generate_series(22, 24) AS n"
expect "texts that are refused otherwise than by the extension" "t|0|" "$(sql main "$odd" "SELECT count(*) > 5000,
        count(*) FILTER (WHERE sortid.ulid_valid(id) IS DISTINCT FROM ulid_valid(id)),
        string_agg(id, ' ') FILTER (WHERE answer('SELECT sortid.ulid_from_text(%L)', id)
            IS DISTINCT FROM answer('SELECT %L::ulid::uuid', id))
    FROM bad_ulids")"
# A collation by which other characters are equal. A server without ICU has none.
if [ "$(sql main "SELECT count(*) > 0 FROM pg_collation WHERE collprovider = 'i'")" = t ]; then
    sql main "CREATE COLLATION no_case (provider = icu, locale = 'und-u-ks-level1', deterministic = false)"
    expect "texts with a nondeterministic collation" "t|f" "$(sql main "SELECT
            sortid.ulid_to_text(sortid.ulid_from_text(id COLLATE no_case)) = upper(id),
            sortid.ulid_valid('é' || right(id, 25) COLLATE no_case)
        FROM vectors WHERE type = 'ulid' LIMIT 1")"
fi

# TypeIDs with each character at each place, and prefixes of all lengths. Out of range is another SQLSTATE in the extension.
sql main "CREATE TABLE typeids AS SELECT overlay('user_01h455vb4pex5vsknk084sn02q' PLACING chr(character) FROM place FOR 1) AS id,
        overlay('a_user' PLACING chr(character) FROM (place - 1) % 6 + 1 FOR 1) AS prefix
    FROM generate_series(1, 31) AS place, generate_series(1, 255) AS character UNION
    SELECT repeat('a', n) || left('_', n) || '7zzzzzzzzzzzzzzzzzzzzzzzzz', repeat('a', n) FROM generate_series(0, 65) AS n UNION
    SELECT left('a_01h455vb4pex5vsknk084sn02q', n), left('_a', n) FROM generate_series(0, 27) AS n"
expect "TypeIDs that both read or make differently" "t|0|0|0|0" "$(sql main "$odd" "SELECT count(*) > 7900,
        count(*) FILTER (WHERE sortid.typeid_valid(id) IS DISTINCT FROM typeid_valid(id)
            OR sortid.typeid_valid(id, prefix) IS DISTINCT FROM typeid_valid(id, prefix)),
        count(*) FILTER (WHERE (answer('SELECT sortid.typeid_decode(%L)', id) ~ '^22P02 ')
            <> (answer('SELECT typeid_decode(%L)', id) ~ '^22(P02|003) ')),
        count(*) FILTER (WHERE typeid_valid(id) AND sortid.typeid_decode(id) IS DISTINCT FROM typeid_decode(id)),
        count(*) FILTER (WHERE (answer('SELECT sortid.typeid_encode(%L, gen_random_uuid())', prefix) ~ '^22023 ')
            <> (answer('SELECT typeid_encode(%L, gen_random_uuid())', prefix) ~ '^22023 '))
    FROM typeids")"
expect "a TypeID, made and read" "user_01h455vb4pex5vsknk084sn02q|01890a5d-ac96-774b-bcce-b302099a8057|22023" "$(sql main "SELECT
    sortid.typeid_encode('user', '01890a5d-ac96-774b-bcce-b302099a8057'), sortid.typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'user'),
    left(answer('SELECT sortid.typeid_decode(%L, ''order'')', 'user_01h455vb4pex5vsknk084sn02q'), 5)")"

for type in ulid uuidv7; do
    expect "$type: bounds of a ms" "t|" "$(sql main "$odd" "SELECT count(*) > 150,
            string_agg(at::text, ', ') FILTER (WHERE
                answer('SELECT sortid.${type}_' || verb || '(%L)', at::text) IS DISTINCT FROM
                answer('SELECT ${type}_' || verb || '(%L)::uuid', at::text))
        FROM cuts, unnest(ARRAY['min', 'max']) AS verb")"
    expect "$type: bounds of ranges" "t|" "$(sql main "$odd" "SELECT count(*) > 150,
            string_agg(since || ' ' || until, ', ') FILTER (WHERE
                sortid.${type}_within_lower(since, until) <> ${type}_within_lower(since, until)::uuid OR
                sortid.${type}_within_upper(since, until) <> ${type}_within_upper(since, until)::uuid)
        FROM (SELECT since, until FROM spans UNION ALL SELECT until, since FROM spans UNION ALL
            SELECT since, since FROM spans) AS ranges")"
    sql main "CREATE TABLE copy AS SELECT id::uuid FROM ids_$type" "CREATE INDEX ON copy (id)"
    expect "$type: IDs by an index" "$(sql main "SELECT count(*) FROM copy")" "$(sql main "SET enable_seqscan = off" \
        "SELECT sum((SELECT count(*) FROM copy WHERE sortid.${type}_within(id, since, until))) FROM spans")"
    sql main "DROP TABLE copy"
done
expect "functions of NULL" 7 "$(sql main "SELECT num_nulls(sortid.ulid_from_text(NULL), sortid.ulid_to_text(NULL),
    sortid.ulid_min(NULL), sortid.ulid_within(NULL, now(), now()), sortid.ulid_within(sortid.ulid(), NULL, now()),
    sortid.uuidv7_time(NULL), sortid.uuidv7_within(sortid.sortid_uuidv7(), now(), NULL))")"
expect "both in a session" "t t" "$(sql main "SELECT ulid()::uuid <> sortid.ulid()" \
    "SELECT sortid.ulid() < sortid.ulid()" | xargs)"
sql main "DROP SCHEMA sortid CASCADE" "CREATE SCHEMA sortid" "ALTER EXTENSION sortid SET SCHEMA sortid"
matches "the file in the extension's schema" "*ERROR:  the schema sortid contains the extension sortid*" \
    "$(install_managed main tester postgres 2>&1 || true)"
sql main "ALTER EXTENSION sortid SET SCHEMA public" "DROP SCHEMA sortid"

# ---- Generators ----------------------------------------------------------------------------------
sql main "CREATE ROLE plain LOGIN" "CREATE ROLE guest LOGIN" "CREATE DATABASE managed OWNER plain"
install_managed main plain managed
install_managed main plain managed # again
matches "the file in the schema of another role" "*ERROR:  must be owner of schema sortid*" \
    "$(install_managed main guest managed 2>&1 || true)"
in_managed() {
    PGOPTIONS='-c client_min_messages=warning -c search_path=public,sortid' \
        sql_as main plain managed "$@" 2>&1
}
# as_plain: the statements of the input, as psql reads them.
as_plain() {
    "$bin/psql" -X -q -At -h "$tmp/main.socket" -U plain -d managed
}
in_managed "CREATE TABLE made (n serial, id ulid PRIMARY KEY DEFAULT ulid(),
    v7 uuid UNIQUE DEFAULT sortid_uuidv7(), at timestamptz DEFAULT clock_timestamp())"

# A session with several transactions: many rows of a statement, rollbacks, savepoints, subtransactions
# that fail. IDs increase also over those that were rolled back.
as_plain > "$tmp/session" << 'STATEMENTS'
SET search_path = public, sortid;
INSERT INTO made SELECT FROM generate_series(1, 20000);
SELECT ulid() FROM generate_series(1, 3);
BEGIN; SELECT ulid() FROM generate_series(1, 100); ROLLBACK;
SELECT ulid();
BEGIN; SELECT ulid(); SAVEPOINT one; SELECT ulid() FROM generate_series(1, 3); ROLLBACK TO one; SELECT ulid(); COMMIT;
DO $$
DECLARE
    last uuid := sortid_uuidv7();
    next uuid;
    wrong integer := 0;
BEGIN
    FOR n IN 1..3000 LOOP
        BEGIN
            next := sortid_uuidv7();
            wrong := wrong + (next <= last)::integer;
            last := next;
            PERFORM 1 / (n % 3);
        EXCEPTION WHEN division_by_zero THEN
        END;
    END LOOP;
    IF wrong > 0 THEN
        RAISE EXCEPTION '% IDs in no order', wrong;
    END IF;
END $$;
BEGIN READ ONLY; SELECT ulid(); COMMIT;
PREPARE one AS SELECT ulid();
EXECUTE one;
EXECUTE one;
EXECUTE one;
DISCARD ALL;
SELECT sortid.ulid();
STATEMENTS
expect "IDs of a session" 114 "$(grep -cxE '[-0-9a-f]{36}' "$tmp/session")"
rising "$tmp/session"
expect "IDs of a statement" "20000|20000|20000|0|0|0" "$(in_managed "SELECT count(*), count(DISTINCT id),
        count(DISTINCT v7), count(*) FILTER (WHERE id <= was), count(*) FILTER (WHERE v7 <= v7_was),
        count(*) FILTER (WHERE ulid_time(id) NOT BETWEEN date_trunc('milliseconds', at_was) AND at
            OR uuidv7_time(v7) NOT BETWEEN ulid_time(id) AND at)
    FROM (SELECT *, lag(id) OVER rows AS was, lag(v7) OVER rows AS v7_was, lag(at) OVER rows AS at_was
        FROM made WINDOW rows AS (ORDER BY n)) AS pairs")"
# Half of the IDs have each of the 68 random bits of a ULID, and of the 62 of a UUIDv7.
expect "random bits" "0|130" "$(in_managed "SELECT count(*) FILTER (WHERE share NOT BETWEEN 0.45 AND 0.55), count(*)
    FROM (SELECT avg(get_bit(('x' || translate(value::text, '-', ''))::bit(128), place)) AS share
        FROM made, (VALUES (false, 60), (true, 66)) AS kinds (is_v7, first), generate_series(first, 127) AS place,
            LATERAL (SELECT CASE WHEN is_v7 THEN v7 ELSE id END AS value) AS v
        GROUP BY is_v7, place) AS bits")"
# Sessions at once.
for session in 1 2 3 4 5 6; do
    in_managed "COPY (SELECT ulid() FROM generate_series(1, 2000)) TO STDOUT" > "$tmp/managed.$session" &
done
wait
for session in 1 2 3 4 5 6; do rising "$tmp/managed.$session"; done
distinct 12000 "$tmp"/managed.[1-6]

# The state after the clock was set back by 5 s. A rollback restores an earlier one: then the next IDs are
# below those that were rolled back, and differ from them.
expect "the clock is set back by 5 s" "t|t|t" "$(as_plain << 'STATEMENTS'
SET search_path = public, sortid;
SELECT clock_timestamp() + interval '5 s' AS ahead \gset
SELECT set_config('sortid_session.last', (extract(epoch FROM :'ahead'::timestamptz) * 4096000)::bigint::text, false) \gset
SELECT ulid() AS a \gset
BEGIN; SELECT ulid() AS b \gset
ROLLBACK; SELECT ulid() AS c \gset
SELECT ulid_time(:'a') >= date_trunc('milliseconds', :'ahead'::timestamptz), :'a'::uuid < :'b' AND :'a'::uuid < :'c',
    :'b' <> :'c';
STATEMENTS
)"
matches "the clock is set back by an hour" \
    "*WARNING:  ulid(): the clock was set back; the next IDs of this session are below its earlier ones*t" \
    "$(in_managed "SET sortid_session.last = '$((($(date +%s) + 3600) * 4096000))'" \
        "SELECT ulid_time(ulid()) < clock_timestamp() + interval '1 s'")"
matches "a state that is not a number" "*ERROR:  invalid input syntax for type bigint: \"x\"*" \
    "$(in_managed "SET sortid_session.last = 'x'" "SELECT ulid()" || true)"

# A parallel plan cannot keep the state: no plan with a generator is parallel.
in_managed "CREATE TABLE rows AS SELECT n FROM generate_series(1, 20000) AS n" "ANALYZE rows"
in_parallel() {
    in_managed "SET parallel_setup_cost = 0" "SET parallel_tuple_cost = 0" "SET min_parallel_table_scan_size = 0" \
        "EXPLAIN SELECT $1 FROM rows" | grep -c Workers || true
}
expect "parallel plans" "1 0 0" "$(in_parallel "ulid_to_text(ulid_min(now() + n * interval '1 s'))") \
$(in_parallel "ulid()") $(in_parallel "sortid_uuidv7()")"

# ---- Plans ---------------------------------------------------------------------------------------
# plan WHAT PATTERN [STATEMENT...] QUERY
plan() {
    what=$1 pattern=$2
    shift 2
    matches "the plan of $what" "$pattern" "$(in_managed "SET enable_seqscan = off" "SET enable_bitmapscan = off" "$@")"
}
in_managed "ANALYZE made"
for range in "ulid_within(id, '2024-01-01Z', '2024-01-02Z')" \
    "ulid_within(id, now() - interval '1 min', now())" "uuidv7_within(v7, now() - interval '1 min', now())" \
    "id >= ulid_min(now()) AND id < ulid_min(now() + interval '1 day')" \
    "id >= ulid_within_lower((SELECT now()), 'infinity')" "id = ulid_from_text('01ARYZ6S41TSV4RRFFQ69G5FAV')"; do
    plan "$range" "*Index*Cond:*" "EXPLAIN SELECT n FROM made WHERE $range"
done
plan "a prepared query" "*Index Cond:*" "SET plan_cache_mode = force_generic_plan" \
    "PREPARE ranged AS SELECT n FROM made WHERE ulid_within(id, \$1, \$2)" "EXPLAIN EXECUTE ranged(now(), now())"
plan "max(id)" "*Index*Scan Backward*" "EXPLAIN SELECT max(id) FROM made"
expect "min and max" t "$(in_managed "SELECT min(id) = (SELECT id FROM made ORDER BY id LIMIT 1)
    AND max(id) = (SELECT id FROM made ORDER BY id DESC LIMIT 1)
    AND max(id) = (SELECT max(id) FROM (SELECT id FROM made OFFSET 0) AS m) FROM made")"
in_managed "CREATE TABLE log (id ulid, line text) PARTITION BY RANGE (id)" "CREATE TABLE log_2024 PARTITION OF log
        FOR VALUES FROM (ulid_min('2024-01-01Z')) TO (ulid_min('2025-01-01Z'))" \
    "CREATE TABLE log_2025 PARTITION OF log FOR VALUES FROM (ulid_min('2025-01-01Z')) TO (ulid_min('2026-01-01Z'))"
plan "a range in a partition" "Seq Scan on log_2025*" \
    "EXPLAIN SELECT * FROM log WHERE ulid_within(id, '2025-05-01Z', '2025-06-01Z')"
plan "a range that is known when the query begins" "*Subplans Removed: 1*" \
    "EXPLAIN SELECT * FROM log WHERE ulid_within(id, timestamptz '2025-05-01Z' + (now() - now()), '2025-06-01Z')"

# ---- Dump and restore ----------------------------------------------------------------------------
"$bin/pg_dump" -h "$tmp/main.socket" -U plain -d managed > "$tmp/dump.sql"
sql main "CREATE DATABASE managed_again OWNER plain"
logged "the dump does not restore" "$bin/psql" -X -q -v ON_ERROR_STOP=1 -h "$tmp/main.socket" -U plain \
    -d managed_again -f "$tmp/dump.sql"
sum="SELECT count(*), md5(string_agg(made::text, ',' ORDER BY n)) FROM made"
expect "dump and restore" "$(in_managed "$sum")" "$(sql_as main plain managed_again "$sum")"
expect "defaults after a restore" 1 "$(sql_as main plain managed_again "INSERT INTO made DEFAULT VALUES RETURNING 1")"
sql main "DROP DATABASE managed_again"

# ---- A hostile schema ----------------------------------------------------------------------------
# Another role's schema, on the path, has each function that the file calls, with one and two arguments
# of these types, and the operators. Those that the server has are found there first, the others here.
sql main "GRANT CREATE ON DATABASE managed TO guest"
grep -oE '\b[a-z_0-9]+\(' "$root/ext/postgres/sortid-managed.sql" | tr -d '(' | sort -u > "$tmp/called"
sql_as main guest managed "CREATE SCHEMA trap" "GRANT USAGE ON SCHEMA trap TO PUBLIC" \
    "CREATE TABLE trap.called (name name)" "\\copy trap.called FROM '$tmp/called'" "
CREATE FUNCTION trap.spring() RETURNS text LANGUAGE plpgsql AS \$\$ BEGIN
    RAISE EXCEPTION 'called as %', current_user;
END \$\$" "DO \$\$
DECLARE
    types CONSTANT regtype[] := ARRAY['integer', 'bigint', 'float8', 'numeric', 'text', 'bytea', 'bit', 'varbit',
        'uuid', 'sortid.ulid', 'timestamptz', 'timestamp', 'interval']::regtype[];
    spring CONSTANT text := 'RETURNS text LANGUAGE sql AS ''SELECT trap.spring()''';
    name text;
    a regtype;
    b regtype;
BEGIN
    FOREACH a IN ARRAY types LOOP
        FOREACH b IN ARRAY types LOOP
            EXECUTE format('CREATE FUNCTION trap.pair(%s, %s) %s', a, b, spring);
            FOREACH name IN ARRAY ARRAY['||', '+', '-', '*', '/', '%', '<', '<=', '=', '>=', '>', '<>', '>>', '~'] LOOP
                EXECUTE 'CREATE OPERATOR trap.' || name ||
                    format('(FUNCTION = trap.pair, LEFTARG = %s, RIGHTARG = %s)', a, b);
            END LOOP;
        END LOOP;
    END LOOP;
    FOR name IN SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
        AND proname IN (TABLE trap.called) LOOP
        FOREACH a IN ARRAY types LOOP
            EXECUTE format('CREATE FUNCTION trap.%I(%s) %s', name, a, spring);
            FOREACH b IN ARRAY types LOOP
                EXECUTE format('CREATE FUNCTION trap.%I(%s, %s) %s', name, a, b, spring);
            END LOOP;
        END LOOP;
    END LOOP;
END \$\$"
# trapped QUERY: what a query answers with the schema on the path.
trapped() {
    in_managed "SET search_path = trap" "SET timezone = 'UTC'" "$1" || true
}
matches "the trap of functions" "*called as plain*" "$(trapped "SELECT uuid_send(sortid.ulid())")"
matches "the trap of operators" "*called as plain*" "$(trapped "SELECT sortid.ulid() < sortid.ulid()")"
expect "functions on the path of a trap" "26|t|2016-07-30 22:36:16.385+00|t|t" "$(trapped "
    SELECT length(sortid.ulid_to_text(sortid.ulid())), sortid.ulid_valid('01ARYZ6S41TSV4RRFFQ69G5FAV'),
        sortid.ulid_time(sortid.ulid_from_text('01aryz6s41tsv4rrffq69g5fav')),
        sortid.uuidv7_within(sortid.sortid_uuidv7(), '2016-07-30', 'infinity'),
        sortid.ulid_within(sortid.ulid_min('2020-01-01'), '2016-07-30',
            sortid.uuidv7_time(sortid.uuidv7_max('2020-01-02')))")"
for bad in 1 01ARYZ6S41TSV4RRFFQ69G5FAU 81ARYZ6S41TSV4RRFFQ69G5FAV; do
    matches "a bad text on the path of a trap" "*ERROR:*type ulid*" "$(trapped "SELECT sortid.ulid_from_text('$bad')")"
done

# ---- To the extension in another schema, and back ------------------------------------------------
# (the page has the way in the same schema)
in_managed "CREATE TABLE author (id ulid PRIMARY KEY DEFAULT ulid())" \
    "CREATE TABLE book (id uuid PRIMARY KEY DEFAULT sortid_uuidv7(), author ulid REFERENCES author)" \
    "INSERT INTO author SELECT FROM generate_series(1, 1000)" "INSERT INTO book (author) SELECT id FROM author" \
    "CREATE SCHEMA other" "CREATE EXTENSION sortid SCHEMA other"
state="SELECT pg_relation_filenode('author'), pg_relation_filenode('book'), count(*),
    md5(string_agg(author::uuid::text, ' ' ORDER BY b.id)),
    (SELECT count(*) FROM author WHERE ulid_within(id, now() - interval '1 hour', now())) FROM book AS b"
before=$(in_managed "$state")
# convert SCHEMA CAST: the columns get the type of the schema, and its default.
convert() {
    path="SET search_path = public, $1"
    in_managed "$path" "BEGIN" "ALTER TABLE book DROP CONSTRAINT book_author_fkey" \
        "ALTER TABLE author ALTER COLUMN id DROP DEFAULT, ALTER COLUMN id TYPE ulid USING id::$2,
            ALTER COLUMN id SET DEFAULT ulid()" \
        "ALTER TABLE book ALTER COLUMN author TYPE ulid USING author::$2,
            ALTER COLUMN id SET DEFAULT sortid_uuidv7()" \
        "ALTER TABLE book ADD FOREIGN KEY (author) REFERENCES author" "COMMIT"
    expect "rows and files after ALTER TYPE to $1.ulid" "$before" "$(in_managed "$path" "$state")"
    expect "a new row after ALTER TYPE to $1.ulid" "t|t" "$(in_managed "$path" "BEGIN" "INSERT INTO author DEFAULT
        VALUES RETURNING id > ALL (SELECT id FROM author), pg_typeof(id) = '$1.ulid'::regtype" "ROLLBACK")"
}
convert other ulid
convert sortid uuid
in_managed "DROP EXTENSION sortid" "DROP SCHEMA other"
