-- SPDX-License-Identifier: MIT
-- Times of IDs, IDs of times, and time ranges by an index. The session's time zone has no effect.
\a \pset footer off \set ECHO none
SET timezone = 'Asia/Kathmandu';
SELECT ulid_time('01ARYZ6S410000000000000000') = '2016-07-30 22:36:16.385Z';
SET timezone = 'UTC';
SELECT ulid '01ARYZ6S410000000000000000'::timestamptz, ulid_time('00000000000000000000000000'),
    ulid_time('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
SELECT scru128_time('f5lxx1zz5pnorynqglhzmsp33'), scru128v1_time('00000000000000000000000000'),
    scru128v1_time('7VVVVVVVVVVVVVVVVVVVVVVVVV'), scru160_time('VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV');
SELECT scru64_time('000000000000'), scru64_time('zzzzzzzzzzzz');
SELECT ksuid_time('000000000000000000000000000'), ksuid_time('aWgEPTl1tmebfsQzFP4bxwgy80V');

\echo -- The first and last IDs of a ms and of a tick.
SELECT ulid_min('2016-07-30 22:36:16.385999Z'), ulid_max('2016-07-30 22:36:16.385Z');
SELECT scru128_min('2024-01-01Z')::bytea, scru128v1_max('2024-01-01Z')::bytea,
    scru160_max('2024-01-01Z')::bytea;
SELECT scru64_min('2024-01-01 00:00:00.255Z')::bytea, scru64_max('2024-01-01 00:00:00.256Z')::bytea;
SELECT ksuid_min('2024-01-01 00:00:00.999Z')::bytea, ksuid_max('2024-01-01 00:00:01Z')::bytea;
SELECT refusal(format('SELECT %s_%s(%L)', t, f, at)), count(*) FROM
    (VALUES ('ulid', '1969-12-31 23:59:59.999999Z'), ('ulid', '10889-08-02 05:31:50.656Z'),
        ('ulid', 'infinity'), ('ulid', '-infinity'), ('ulid', '294276-12-31 23:59:59.999999Z'),
        ('ulid', '4713-01-01 00:00:00Z BC'), ('scru128v1', '2019-12-31 23:59:59.999999Z'),
        ('scru128v1', '2577-06-22 06:20:44.416Z'), ('scru64', '4261-02-27 06:08:59.136Z'),
        ('ksuid', '2014-05-13 16:53:19.999Z'), ('ksuid', '2150-06-19 23:21:36Z'))
    AS times (t, at), (VALUES ('min'), ('max')) AS ends (f) GROUP BY 1 ORDER BY 1;
SELECT ulid_max('10889-08-02 05:31:50.655999Z'), scru128v1_min('2020-01-01Z'),
    scru64_max('4261-02-27 06:08:59.135999Z');

\echo -- within: true for each ms or tick that starts in the range.
SELECT since, until, ulid_within('01ARYZ6S410000000000000000', since::timestamptz, until::timestamptz),
    ulid_within_lower(since::timestamptz, until::timestamptz), ulid_within_upper(since::timestamptz, until::timestamptz)
FROM (VALUES ('2016-07-30 22:36:16.385Z', '2016-07-30 22:36:16.386Z'),
    ('2016-07-30 22:36:16.385999Z', '2016-07-30 22:36:16.386Z'),
    ('2016-07-30 22:36:16.386Z', '2016-07-30 22:36:16.387Z'),
    ('2016-07-30 22:36:16.384Z', '2016-07-30 22:36:16.385Z'),
    ('2016-07-30 22:36:16.384Z', '2016-07-30 22:36:16.385001Z'),
    ('2016-07-30 22:36:16.384001Z', '2016-07-30 22:36:16.385001Z'),
    ('2016-07-30 22:36:16.385001Z', '2016-07-30 22:36:16.386001Z'),
    ('2016-07-30 22:36:16.385Z', '2016-07-30 22:36:16.385Z'),
    ('2016-07-30 22:36:16.3855Z', '2016-07-30 22:36:16.3852Z'),
    ('-infinity', 'infinity'), ('-infinity', '-infinity'), ('infinity', 'infinity'),
    ('-infinity', '1970-01-01Z'), ('-infinity', '1970-01-01 00:00:00.000001Z'),
    ('2016-01-01Z', '200000-01-01Z'), ('10889-08-02 05:31:50.655Z', 'infinity'),
    ('10889-08-02 05:31:50.656Z', 'infinity'), ('4713-01-01 00:00:00Z BC', '2016-01-01Z'))
    AS spans (since, until);
SELECT scru64_within(scru64_min('2024-01-01 00:00:00.3Z'), since::timestamptz, until::timestamptz)
FROM (VALUES ('2024-01-01 00:00:00.511Z', '2024-01-01 00:00:01Z'),
    ('2024-01-01 00:00:00.512Z', '2024-01-01 00:00:01Z'),
    ('2024-01-01Z', '2024-01-01 00:00:00.257Z'),
    ('2024-01-01Z', '2024-01-01 00:00:00.256Z')) AS spans (since, until);

SELECT ksuid_within(ksuid_min('2024-01-01 00:00:01.3Z'), since::timestamptz, until::timestamptz)
FROM (VALUES ('2024-01-01 00:00:01Z', '2024-01-01 00:00:01.001Z'), ('2024-01-01 00:00:01.001Z', '2024-01-01 00:00:03Z'),
    ('2024-01-01Z', '2024-01-01 00:00:01Z')) AS spans (since, until);

\echo -- A table with an ID of each ms, and every kind of index that can be used.
CREATE TABLE log (u ulid, s scru128, v scru128v1, w scru160, i scru64, k ksuid);
INSERT INTO log SELECT ulid_min(at), scru128_max(at), scru128v1_min(at), scru160_max(at), scru64_min(at), ksuid_max(at)
FROM (SELECT timestamptz '2024-01-01Z' + n * interval '1 ms' AS at
    FROM generate_series(0, 19999) AS n) AS times;
CREATE INDEX log_u ON log (u);
CREATE INDEX log_s ON log USING brin (s) WITH (pages_per_range = 1);
CREATE INDEX log_v ON log (v);
CREATE INDEX log_w ON log (w);
CREATE INDEX log_k ON log (k);
CREATE INDEX log_i ON log USING brin (i) WITH (pages_per_range = 1);
ANALYZE log;
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE ulid_within(u, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
-- (a high cost, not enable_seqscan = off: EXPLAIN of 18 and later shows "Disabled")
SET seq_page_cost = 10000;
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE scru128_within(s, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE scru64_within(i, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
\echo -- Bounds that are known when the scan begins use the index; bounds that depend on the row do not.
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE scru160_within(w, now() - interval '1 hour', now());
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE ulid_within(u, ulid_time(u), 'infinity');
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE ulid_within('01ARYZ6S410000000000000000', ulid_time(u), 'infinity');
PREPARE span (timestamptz, timestamptz) AS SELECT count(*) FROM log WHERE ulid_within(u, $1, $2);
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE span('2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
EXECUTE span('2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
EXECUTE span('2024-01-01 00:00:01.1Z', '2024-01-01 00:00:01Z');
EXECUTE span('infinity', 'infinity');
EXECUTE span('-infinity', 'infinity');
EXECUTE span(NULL, 'infinity');
RESET plan_cache_mode;

\echo -- The same rows with and without an index.
CREATE FUNCTION differing() RETURNS TABLE (type text, rows bigint, differ bigint) LANGUAGE plpgsql AS $$
DECLARE
    field record;
    span record;
    by_index bigint;
    by_scan bigint;
BEGIN
    FOR field IN SELECT * FROM (VALUES ('u', 'ulid'), ('s', 'scru128'), ('v', 'scru128v1'),
            ('w', 'scru160'), ('i', 'scru64'), ('k', 'ksuid')) AS f (name, type) LOOP
        type := field.type;
        rows := 0;
        differ := 0;
        FOR span IN SELECT timestamptz '2024-01-01Z' - interval '1 s' + n * interval '700.3 ms' AS since,
                n * n * interval '2.7 ms' AS width FROM generate_series(0, 35, 5) AS n LOOP
            EXECUTE format('SELECT count(*) FROM log WHERE %s_within(%I, $1, $2)', field.type,
                field.name) INTO by_index USING span.since, span.since + span.width;
            EXECUTE format('SELECT count(*) FROM log WHERE %s_within((%I::text)::%s, $1, $2)',
                field.type, field.name, field.type) INTO by_scan
                USING span.since, span.since + span.width;
            rows := rows + by_scan;
            differ := differ + (by_index <> by_scan)::integer;
        END LOOP;
        RETURN NEXT;
    END LOOP;
END $$;
SELECT * FROM differing();

\echo -- The planner knows how many rows a range has.
CREATE FUNCTION estimate(condition text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT * FROM log WHERE ' || condition INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
SELECT estimate($$ulid_within(u, '2024-01-01 00:00:05Z', '2024-01-01 00:00:10Z')$$) BETWEEN 4500 AND 5500,
    estimate($$ulid_within(u, '2023-01-01Z', '2023-01-02Z')$$) <= 1,
    estimate($$scru64_within(i, '2024-01-01 00:00:05Z', '2024-01-01 00:00:10Z')$$) BETWEEN 4500 AND 5500;

\echo -- In another schema the functions find each other.
CREATE SCHEMA elsewhere;
ALTER EXTENSION sortid SET SCHEMA elsewhere;
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE elsewhere.ulid_within(u, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');

\echo -- The user of a view does not need the schema on the search path. If the user may not call a function
\echo -- that the comparisons need, the index is not used.
CREATE ROLE regress_reader;
CREATE VIEW seen AS SELECT * FROM log
WHERE elsewhere.ulid_within(u, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
GRANT SELECT ON seen TO regress_reader;
SET ROLE regress_reader;
SELECT count(*) FROM seen;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION elsewhere.ulid_within_lower FROM PUBLIC;
SET ROLE regress_reader;
EXPLAIN (COSTS OFF) SELECT * FROM seen;
SELECT count(*) FROM seen;
RESET ROLE;
GRANT EXECUTE ON FUNCTION elsewhere.ulid_within_lower TO PUBLIC;
ALTER EXTENSION sortid SET SCHEMA public;

\echo -- Row-level security does not prevent the use of an index.
ALTER TABLE log ENABLE ROW LEVEL SECURITY;
CREATE POLICY shown ON log USING (format('%s', u) <> '');
GRANT SELECT ON log TO regress_reader;
SET ROLE regress_reader;
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE ulid_within(u, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE u = '01BX5ZZKBKACTAV9WEVGEMMVRZ' AND s = '037ttf1nj7sn7ti0ac3d35g5b';
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE w = '00000000000000000000000000000001';
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE i = '0u2r85hm2pt3';
RESET ROLE;
DROP TABLE log CASCADE;
DROP ROLE regress_reader;
