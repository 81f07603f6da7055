-- SPDX-License-Identifier: MIT
-- How many rows the planner expects, compared with the rows that are there, for time ranges inside a bin of
-- the histogram (200 of 20,000 rows): evenly spread rows, and rates that change by a factor of 10,000.
-- The whole table is sampled, so estimates do not vary.
\a \pset footer off \set ECHO none
SET timezone = 'UTC';
CREATE FUNCTION expected_rows(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
CREATE FUNCTION rows_of(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    counted bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM (' || query || ') AS q' INTO counted;
    RETURN counted;
END $$;
\echo -- How far apart two numbers are, as a factor.
CREATE FUNCTION factor(a numeric, b numeric) RETURNS numeric LANGUAGE sql AS
    'SELECT round(greatest(a, b, 1) / greatest(least(a, b), 1), 2)';

CREATE TABLE shapes AS SELECT shape, n, timestamptz '2024-01-01Z' + CASE shape
    WHEN 'even' THEN n * interval '512 ms'
    WHEN 'growing' THEN pow(n + 200, 3) * interval '512 ms' / 40000000
    ELSE ln(n) * interval '2400 s' END AS at
FROM generate_series(1, 20000) AS n, unnest(ARRAY['even', 'growing', 'fading']) AS shape;
CREATE TABLE spans AS SELECT shape, n, at AS since, lead(at) OVER (PARTITION BY shape ORDER BY n) AS until
FROM (SELECT * FROM shapes WHERE n % 470 IN (7, 107)) AS ends;
DELETE FROM spans WHERE n % 470 <> 7 OR until IS NULL;
SELECT shape, count(*) FROM spans GROUP BY shape ORDER BY shape;

CREATE FUNCTION compared(type text, which text) RETURNS TABLE (within numeric, bounds numeric,
    like_timestamptz numeric) LANGUAGE plpgsql AS $$
DECLARE
    value text := CASE type WHEN 'uuidv7' THEN 'uuid' ELSE type END;
BEGIN
    CREATE TEMP TABLE t AS SELECT NULL::ulid AS id, now() AS at LIMIT 0;
    EXECUTE format('ALTER TABLE t ALTER id TYPE %s USING NULL', value);
    EXECUTE format('INSERT INTO t SELECT %s_min(at), at FROM shapes WHERE shape = %L', type, which);
    ANALYZE t;
    RETURN QUERY SELECT max(factor(expected_rows(w), rows_of(w))), max(factor(expected_rows(b), rows_of(b))),
        max(factor(expected_rows(b), expected_rows(a)))
    FROM (SELECT format('SELECT id FROM t WHERE %s_within(id, %L, %L)', type, since, until),
            format('SELECT id FROM t WHERE id >= %1$s_min(%2$L) AND %1$s_min(%3$L) > id', type, since, until),
            format('SELECT at FROM t WHERE at >= %L AND at < %L', since, until)
        FROM spans WHERE shape = which) AS queries (w, b, a);
    DROP TABLE t;
END $$;
SELECT type, shape, within <= 2 AS within, bounds <= 2 AS bounds, like_timestamptz <= 1.1 AS like_timestamptz
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160']) AS type,
    unnest(ARRAY['even', 'growing', 'fading']) AS shape, LATERAL compared(type, shape);
\echo -- A tick of scru64 and a second of ksuid contain many of the fading rows. The operators of the server for
\echo -- uuid have no good estimate.
SELECT type, shape, within <= 2 AS within
FROM (VALUES ('scru64', 'even'), ('scru64', 'growing'), ('ksuid', 'even'), ('ksuid', 'growing'),
    ('uuidv7', 'even'), ('uuidv7', 'growing'),
    ('uuidv7', 'fading')) AS pairs (type, shape), LATERAL compared(type, shape);

\echo -- Conditions in any combination. The bins are 102.4 s long, with 200 rows each.
CREATE TABLE even AS SELECT ulid_min(at) AS id, n, at FROM shapes WHERE shape = 'even';
CREATE INDEX even_id ON even (id);
CREATE INDEX even_at ON even (at);
ANALYZE even;
CREATE FUNCTION estimates(condition text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    query text := 'SELECT n FROM even WHERE ' || condition;
    wanted bigint := rows_of(query);
    got numeric := expected_rows(query);
BEGIN
    RETURN CASE WHEN factor(got, wanted) <= 2 THEN 'good' ELSE format('%s, not %s', got, wanted) END;
END $$;
SELECT condition, estimates(condition) FROM (VALUES
    ($$id < ulid_min('2024-01-01 00:01Z')$$),
    ($$id <= ulid_min('2024-01-01 01:00Z')$$),
    ($$id > ulid_min('2024-01-01 02:49:30Z')$$),
    ($$ulid_min('2024-01-01 02:49:30Z') <= id$$),
    ($$id BETWEEN ulid_min('2024-01-01 00:30Z') AND ulid_max('2024-01-01 00:30:30Z')$$),
    ($$id BETWEEN ulid_min('2024-01-01 00:30Z') AND ulid_max('2024-01-01 01:30Z') AND id > ulid_max('2024-01-01 01:29:30Z')$$),
    ($$ulid_within(id, '2024-01-01 00:30Z', '2024-01-01 01:30Z') AND id > ulid_max('2024-01-01 01:29:30Z')$$),
    ($$ulid_within(id, '2024-01-01 00:30Z', '2024-01-01 00:30:10Z') OR ulid_within(id, '2024-01-01 02:30Z', '2024-01-01 02:30:10Z')$$),
    ($$ulid_within(id, '2024-01-01 00:30Z', '2024-01-01 00:30Z')$$),
    ($$ulid_within(id, '2024-01-01 00:30Z', '2024-01-01 00:20Z')$$),
    ($$ulid_within(id, '-infinity', '2024-01-01 00:20Z')$$),
    ($$ulid_within(id, '2023-01-01Z', '2023-01-02Z')$$),
    ($$NOT ulid_within(id, '2024-01-01 01:00Z', 'infinity')$$),
    ($$ulid_within(id, '2024-01-01 00:30Z', 'infinity') AND ulid_within(id, '-infinity', '2024-01-01 00:30:20Z')$$),
    ($$id > ulid_max(timestamptz '2024-01-01 02:49Z' + n * interval '0 s') AND id > NULL$$)
) AS conditions (condition);
\echo -- Bounds that are not known have the defaults of the server: a third, and 0.5 % for a range.
PREPARE by_time (timestamptz, timestamptz) AS SELECT n FROM even WHERE ulid_within(id, $1, $2);
PREPARE since (ulid) AS SELECT n FROM even WHERE id >= $1;
SET plan_cache_mode = force_generic_plan;
SELECT expected_rows('EXECUTE by_time(now(), now())'), expected_rows('EXECUTE since(ulid())');
RESET plan_cache_mode;

\echo -- Rows that are newer than the statistics: the greatest ID is read from the index.
INSERT INTO even SELECT ulid_min(at + interval '3 h'), n, at + interval '3 h' FROM even WHERE n <= 1500;
SELECT factor(expected_rows('SELECT n FROM even WHERE ' || condition), expected_rows('SELECT n FROM even WHERE ' || same))
    <= 1.2 AS like_timestamptz FROM (VALUES
    ($$ulid_within(id, '2024-01-01 03:05Z', '2024-01-01 04:00Z')$$, $$at >= '2024-01-01 03:05Z' AND at < '2024-01-01 04:00Z'$$),
    ($$id > ulid_max('2024-01-01 03:10Z')$$, $$at > '2024-01-01 03:10Z'$$)) AS conditions (condition, same);

\echo -- Frequent keys and NULLs, as in a column of references.
CREATE TABLE child AS SELECT CASE WHEN n % 4 > 0 THEN ulid_min(timestamptz '2024-01-01Z' + (n % 4) * interval '1 h')
    WHEN n % 8 = 0 THEN ulid_min(at) END AS parent, n FROM shapes WHERE shape = 'even';
ANALYZE child;
SELECT condition, factor(expected_rows(query), rows_of(query)) <= 2 AS good FROM (VALUES
    ($$ulid_within(parent, '2024-01-01 00:59Z', '2024-01-01 01:01Z')$$),
    ($$ulid_within(parent, '2024-01-01 01:59Z', '2024-01-01 02:00Z')$$),
    ($$parent > ulid_max('2024-01-01 02:00Z')$$), ($$parent >= ulid_min('2024-01-01 02:00Z')$$),
    ($$parent < ulid_max('2024-01-01 03:00Z')$$)) AS conditions (condition),
    LATERAL (SELECT 'SELECT n FROM child WHERE ' || condition) AS queries (query);

\echo -- A join of two narrow ranges is not a nested loop, as it would be for an estimate of one row.
CREATE FUNCTION plan_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Node Type';
END $$;
CREATE TABLE other AS SELECT * FROM even;
ANALYZE other;
SELECT plan_of($$SELECT * FROM even JOIN other USING (id) WHERE
    ulid_within(even.id, '2024-01-01 01:00Z', '2024-01-01 01:00:45Z') AND
    ulid_within(other.id, '2024-01-01 01:00Z', '2024-01-01 01:00:45Z')$$) <> 'Nested Loop' AS good;

\echo -- A uuid column that is compared as a ulid, and statistics that are of another type.
CREATE TABLE uuids AS SELECT id::uuid AS id FROM even;
ANALYZE uuids;
SELECT factor(expected_rows(query), rows_of(query)) <= 4 AS good FROM (VALUES
    ($$SELECT id FROM uuids WHERE ulid_within(id::ulid, '2024-01-01 01:00Z', '2024-01-01 01:20Z')$$)) AS q (query);
\echo -- A column of a domain, within a bin.
CREATE DOMAIN even_id AS ulid;
CREATE TABLE of_domain AS SELECT id::even_id AS id FROM even;
ANALYZE of_domain;
SELECT factor(expected_rows(query), rows_of(query)) <= 2 AS good FROM (VALUES
    ($$SELECT id FROM of_domain WHERE ulid_within(id, '2024-01-01 01:00Z', '2024-01-01 01:00:10Z')$$),
    ($$SELECT id FROM of_domain WHERE id > ulid_min('2024-01-01 01:00Z') AND id < ulid_min('2024-01-01 01:00:10Z')$$)) AS q (query);
DROP TABLE of_domain;
DROP DOMAIN even_id;
\echo -- An operator of others may name the estimator; it has no bounds to estimate.
CREATE OPERATOR ~~~ (FUNCTION = texteq, LEFTARG = text, RIGHTARG = text, RESTRICT = sortid_rangesel);
SELECT expected_rows($$SELECT n FROM even WHERE n::text ~~~ 'x'$$) > 0 AS good;
DROP OPERATOR ~~~ (text, text);
DROP TABLE shapes, spans, even, child, other, uuids;
