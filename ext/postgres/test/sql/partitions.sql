-- SPDX-License-Identifier: MIT
-- TYPE_within prunes partitions: when the query is planned, and when it runs.
\a \pset footer off \set ECHO none
SET timezone = 'UTC';
CREATE FUNCTION make_days(log text, type text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    since timestamptz := '2024-01-01Z';
BEGIN
    EXECUTE format('CREATE TABLE %I (id %s, n integer) PARTITION BY RANGE (id)', log,
        CASE type WHEN 'uuidv7' THEN 'uuid' ELSE type END);
    FOR day IN 1..4 LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%3$s_min(%4$L)) TO (%3$s_min(%5$L))',
            log || '_' || day, log, type, since, since + interval '1 day');
        since := since + interval '1 day';
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT %s_min(%L::timestamptz - n * interval ''1 min''), n
        FROM generate_series(1, 5760) AS n', log, type, since);
    EXECUTE format('CREATE INDEX ON %I (id)', log);
    EXECUTE format('ANALYZE %I', log);
END $$;
SELECT make_days('log_' || type, type)
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160', 'scru64', 'ksuid', 'uuidv7']) AS type;

\echo -- The partitions that a plan reads, and the rows that it returns.
CREATE FUNCTION reads(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    parts text[] := '{}';
    returned bigint;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
        IF line ~ 'Scan.* on log_\w+_\d' AND line !~ 'never executed' THEN
            parts := parts || substring(line FROM ' on (?:log_[a-z0-9]+)_(\d)');
        END IF;
        returned := coalesce(returned, substring(line FROM 'rows=(\d+)')::bigint);
    END LOOP;
    RETURN format('days %s, %s rows', array_to_string(parts, ' '), coalesce(returned, 0));
END $$;
SELECT type, reads(format($$SELECT * FROM log_%1$s
        WHERE %1$s_within(id, '2024-01-02 06:00Z', '2024-01-02 06:30Z')$$, type)) AS planned,
    reads(format($$SELECT * FROM log_%1$s WHERE %1$s_within(id, '2024-01-02 12:00Z', '2024-01-03 12:00Z')$$,
        type)) AS two,
    reads(format($$SELECT * FROM log_%1$s WHERE %1$s_within(id, '2024-01-02 06:00Z', '2024-01-02 06:00Z')$$,
        type)) AS no_time,
    reads(format($$SELECT * FROM log_%1$s WHERE %1$s_within(id, '-infinity',
        '2024-01-01Z'::timestamptz + least(now() - now(), interval '1 h') + interval '1 h')$$, type)) AS runs
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160', 'scru64', 'ksuid', 'uuidv7']) AS type;
EXPLAIN (COSTS OFF) SELECT * FROM log_ulid WHERE ulid_within(id, '2024-01-02 06:00Z', '2024-01-02 06:30Z');
EXPLAIN (COSTS OFF) SELECT * FROM log_uuidv7 WHERE uuidv7_within(id, '2024-01-02 06:00Z', '2024-01-02 06:30Z');
PREPARE by_time (timestamptz, timestamptz) AS SELECT * FROM log_ulid WHERE ulid_within(id, $1, $2);
SET plan_cache_mode = force_generic_plan;
SELECT reads('EXECUTE by_time(''2024-01-04Z'', ''2024-01-04 01:00Z'')'),
    reads('EXECUTE by_time(''infinity'', ''-infinity'')'), reads('EXECUTE by_time(NULL, now())');
RESET plan_cache_mode;
\echo -- Bounds that are subqueries, which run once before the scan; also a subquery that depends on a query
\echo -- around the scan. One that depends on the row, or may have another value at the next time, is not
\echo -- repeated, and no partition is pruned.
CREATE TABLE mark AS SELECT timestamptz '2024-01-02 12:00Z' AS at;
SELECT type, reads(format($$SELECT * FROM log_%1$s
        WHERE %1$s_within(id, (SELECT at FROM mark), (SELECT max(at) FROM mark) + interval '1 day')$$, type)) AS within,
    reads(format($$SELECT * FROM log_%1$s WHERE id BETWEEN %1$s_within_lower((SELECT at FROM mark), 'infinity')
        AND %1$s_within_upper((SELECT at FROM mark), 'infinity')$$, type)) AS bounds,
    reads(format($$SELECT (SELECT count(*) FROM log_%1$s
        WHERE %1$s_within(id, (SELECT m.at), (SELECT m.at) + interval '1 hour')) FROM mark AS m$$, type)) AS around
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160', 'scru64', 'ksuid', 'uuidv7']) AS type;
SELECT reads($$SELECT * FROM log_ulid AS l WHERE ulid_within(id, (SELECT at FROM mark WHERE l.n > 0), 'infinity')$$),
    reads($$SELECT * FROM log_ulid WHERE ulid_within(id, (SELECT at FROM mark WHERE random() >= 0), 'infinity')$$);
CREATE SEQUENCE runs;
CREATE FUNCTION counted(n integer) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$ BEGIN
    PERFORM nextval('runs');
    RETURN '2024-01-02 12:00Z';
END $$;
SELECT count(*), (SELECT count(*) FROM log_ulid) AS rows FROM log_ulid AS l WHERE ulid_within(id, (SELECT counted(l.n)), 'infinity');
SELECT last_value FROM runs;
\echo -- In a subquery, a join, an update.
SELECT reads($$SELECT (SELECT count(*) FROM log_ulid WHERE ulid_within(id, '2024-01-02Z', '2024-01-03Z'))$$);
SELECT reads($$SELECT * FROM log_ulid AS a JOIN log_scru64 AS b USING (n)
    WHERE ulid_within(a.id, '2024-01-02Z', '2024-01-03Z') AND scru64_within(b.id, '2024-01-03Z', '2024-01-04Z')$$);
WITH changed AS (UPDATE log_ulid SET n = -1 WHERE ulid_within(id, '2024-01-01Z', '2024-01-01 00:30Z') RETURNING 1)
SELECT count(*) FROM changed;

\echo -- With other conditions, under OR and NOT, in a view that other conditions do not enter.
SELECT type, reads(format($$SELECT * FROM log_%1$s
        WHERE %1$s_within(id, '2024-01-02 06:00Z', '2024-01-02 06:30Z') AND n %% 2 = 0$$, type)) AS with_and,
    reads(format($$SELECT * FROM log_%1$s
        WHERE n = 1 OR %1$s_within(id, '2024-01-02 06:00Z', '2024-01-02 06:30Z') AND n %% 2 = 0$$, type)) AS with_or,
    reads(format($$SELECT * FROM log_%1$s
        WHERE n = 1 OR NOT %1$s_within(id, '2024-01-02 06:00Z', '2024-01-02 06:30Z')$$, type)) AS with_not
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160', 'scru64', 'ksuid', 'uuidv7']) AS type;
CREATE VIEW barrier WITH (security_barrier) AS SELECT id AS of_view, n FROM log_uuidv7 WHERE n > 0;
SELECT reads($$SELECT * FROM barrier WHERE uuidv7_within(of_view, '2024-01-02 06:00Z', '2024-01-02 06:30Z') AND n % 2 = 0$$);
DROP VIEW barrier;
\echo -- Partitions of partitions.
CREATE TABLE log_5 (id uuid, n integer) PARTITION BY RANGE (id);
CREATE TABLE log_of_5 PARTITION OF log_5 FOR VALUES FROM (uuidv7_min('2024-01-01Z')) TO (uuidv7_min('2024-01-03Z'))
    PARTITION BY RANGE (id);
CREATE TABLE log_of_1 PARTITION OF log_of_5 FOR VALUES FROM (uuidv7_min('2024-01-01Z')) TO (uuidv7_min('2024-01-02Z'));
CREATE TABLE log_of_2 PARTITION OF log_of_5 FOR VALUES FROM (uuidv7_min('2024-01-02Z')) TO (uuidv7_min('2024-01-03Z'));
INSERT INTO log_5 VALUES (uuidv7_min('2024-01-01Z'), 1), (uuidv7_min('2024-01-02Z'), 2);
SELECT reads($$SELECT * FROM log_5 WHERE uuidv7_within(id, '2024-01-02Z', '2024-01-03Z') AND n > 0$$);
\echo -- A UUID of another version between those of version 7, and times that are NULL.
INSERT INTO log_5 VALUES (overlay(uuidv7_min('2024-01-02 06:00Z')::text PLACING '4' FROM 15)::uuid, 3);
PREPARE not_by_time (timestamptz, timestamptz) AS SELECT n FROM log_5 WHERE NOT uuidv7_within(id, $1, $2) AND n > 0;
SET plan_cache_mode = force_generic_plan;
EXECUTE not_by_time('2024-01-02Z', '2024-01-03Z');
EXECUTE not_by_time(NULL, '2024-01-03Z');
RESET plan_cache_mode;
DEALLOCATE not_by_time;
DROP TABLE log_5;

\echo -- The comparisons mean what the call means, for any value, also under NOT and in the select list. (A call
\echo -- whose ID is volatile is not replaced.)
CREATE TABLE ids AS SELECT ulid_min(at) AS id FROM (VALUES (timestamptz '1970-01-01Z'), ('2024-01-02Z'),
    ('2024-01-02 00:00:00.001Z'), ('10889-08-02 05:31:50.655Z'), (NULL)) AS times (at)
    UNION ALL SELECT ulid_max('10889-08-02 05:31:50.655Z');
CREATE TABLE times (at timestamptz);
INSERT INTO times VALUES ('-infinity'), ('1970-01-01Z'), ('1970-01-01 00:00:00.000001Z'), ('2024-01-02Z'),
    ('2024-01-02 00:00:00.001Z'), ('10889-08-02 05:31:50.655Z'), ('10889-08-02 05:31:50.656Z'), ('infinity'), (NULL);
SELECT count(*), count(*) FILTER (WHERE ulid_within(id, since.at, until.at)) AS within,
    count(*) FILTER (WHERE NOT ulid_within(id, since.at, until.at)) AS outside,
    count(*) FILTER (WHERE ulid_within(id, since.at, until.at) IS DISTINCT FROM
        ulid_within(CASE WHEN random() < 2 THEN id END, since.at, until.at)) AS wrong
FROM ids, times AS since, times AS until;
EXPLAIN (VERBOSE, COSTS OFF) SELECT ulid_within(id, '2024-01-02Z', '2024-01-03Z') FROM ids;
EXPLAIN (VERBOSE, COSTS OFF) SELECT ulid_within(CASE WHEN random() < 2 THEN id END, '2024-01-02Z', '2024-01-03Z') FROM ids;

\echo -- A partial index and a constraint with a range of time.
CREATE INDEX ids_january ON ids (id) WHERE ulid_within(id, '2024-01-01Z', '2024-02-01Z');
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM ids WHERE ulid_within(id, '2024-01-01Z', '2024-02-01Z');
EXPLAIN (COSTS OFF) SELECT * FROM ids WHERE ulid_within(id, '2024-01-02Z', '2024-01-03Z');
RESET enable_seqscan;
CREATE TABLE january (id ulid CHECK (ulid_within(id, '2024-01-01Z', '2024-02-01Z')));
INSERT INTO january VALUES (ulid_min('2024-03-01Z'));
INSERT INTO january VALUES (ulid_min('2024-01-31Z')), (NULL);
SET constraint_exclusion = on;
EXPLAIN (COSTS OFF) SELECT * FROM january WHERE ulid_within(id, '2024-02-01Z', '2024-02-02Z');
RESET constraint_exclusion;
DROP TABLE ids, january, times, log_ulid, log_scru128, log_scru128v1, log_scru160, log_scru64, log_ksuid, log_uuidv7;
