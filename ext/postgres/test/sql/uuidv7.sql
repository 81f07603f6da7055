-- SPDX-License-Identifier: MIT
-- UUIDv7 in columns of the server's type uuid: times, bounds, time ranges by an index, generators.
\a \pset footer off \set ECHO none
SET timezone = 'UTC';
SELECT uuidv7_time('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
    uuidv7_time('00000000-0000-7000-8000-000000000000'),
    uuidv7_time('ffffffff-ffff-7fff-bfff-ffffffffffff');
SELECT uuidv7_min('2022-02-22 19:22:22.000999Z'), uuidv7_max('2022-02-22 19:22:22Z');
SELECT uuidv7_max('10889-08-02 05:31:50.655999Z'), uuidv7_min('1970-01-01Z');

\echo -- Other versions and variants have no time.
SELECT uuidv7_time('017f22e2-79b0-4cc3-98c4-dc0c0c07398f');
SELECT uuidv7_time('017f22e2-79b0-7cc3-18c4-dc0c0c07398f');
SELECT uuidv7_time('00000000-0000-0000-0000-000000000000');
SELECT uuidv7_min('1969-12-31 23:59:59.999999Z');
SELECT uuidv7_max('10889-08-02 05:31:50.656Z');
SELECT uuidv7_min('infinity');

\echo -- within: true for each ms that starts in the range, and false for other versions.
SELECT since, until, uuidv7_within('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', since::timestamptz,
    until::timestamptz), uuidv7_within('017f22e2-79b0-4cc3-98c4-dc0c0c07398f', since::timestamptz,
    until::timestamptz) AS version_4, uuidv7_within_lower(since::timestamptz, until::timestamptz),
    uuidv7_within_upper(since::timestamptz, until::timestamptz)
FROM (VALUES ('2022-02-22 19:22:22Z', '2022-02-22 19:22:22.001Z'),
    ('2022-02-22 19:22:22.0001Z', '2022-02-22 19:22:22.001Z'),
    ('2022-02-22 19:22:21.999Z', '2022-02-22 19:22:22Z'),
    ('2022-02-22 19:22:21Z', '2022-02-22 19:22:23Z'),
    ('-infinity', 'infinity'), ('infinity', '-infinity')) AS spans (since, until);

\echo -- By an index; rows between the bounds that are of another version are not in the result.
CREATE TABLE events (id uuid, n integer);
INSERT INTO events SELECT uuidv7_min(timestamptz '2024-01-01Z' + n * interval '1 ms'), n
FROM generate_series(0, 19999) AS n;
INSERT INTO events SELECT overlay(id::text PLACING '4' FROM 15)::uuid, -1 FROM events WHERE n % 10 = 5;
CREATE INDEX events_id ON events (id);
ANALYZE events;
EXPLAIN (COSTS OFF) SELECT * FROM events WHERE uuidv7_within(id, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
SELECT count(*), min(n), max(n) FROM events
WHERE uuidv7_within(id, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
SELECT count(*) FROM events
WHERE id BETWEEN uuidv7_min('2024-01-01 00:00:01Z') AND uuidv7_max('2024-01-01 00:00:01.099Z');
SET enable_indexscan = off;
SET enable_bitmapscan = off;
SELECT count(*), min(n), max(n) FROM events
WHERE uuidv7_within(id, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
RESET enable_indexscan;
RESET enable_bitmapscan;
DROP INDEX events_id;
CREATE INDEX events_brin ON events USING brin (id) WITH (pages_per_range = 1);
SET seq_page_cost = 10000;
EXPLAIN (COSTS OFF) SELECT * FROM events WHERE uuidv7_within(id, '2024-01-01 00:00:01Z', '2024-01-01 00:00:01.1Z');
RESET seq_page_cost;
DROP TABLE events;

\echo -- Generators.
SELECT proname, provolatile, proparallel FROM pg_proc WHERE proname ~ 'uuidv7' AND
    pronamespace = 'public'::regnamespace AND (provolatile <> 'i' OR proparallel <> 's') ORDER BY 1;
CREATE TABLE made (n serial PRIMARY KEY, a uuid DEFAULT sortid_uuidv7(),
    b uuid DEFAULT sortid_uuidv7_shared(), c uuid DEFAULT sortid_uuidv7_session(),
    d uuid DEFAULT sortid_uuidv7_random(), at timestamptz DEFAULT clock_timestamp());
INSERT INTO made (n) SELECT generate_series(1, 20000);
SELECT count(*), count(DISTINCT a) = count(*) AND count(DISTINCT b) = count(*) AND
    count(DISTINCT c) = count(*) AND count(DISTINCT d) = count(*) FROM made;
SELECT count(*) FILTER (WHERE a <= a0) AS a, count(*) FILTER (WHERE b <= b0) AS b,
    count(*) FILTER (WHERE c <= c0) AS c, count(*) FILTER (WHERE d <= d0) > 1000 AS d
FROM (SELECT made.*, lag(a) OVER o AS a0, lag(b) OVER o AS b0, lag(c) OVER o AS c0, lag(d) OVER o AS d0
    FROM made WINDOW o AS (ORDER BY n)) AS pairs;
SELECT bool_and(abs(extract(epoch FROM at - t)) < 60) FROM made,
    LATERAL (VALUES (uuidv7_time(a)), (uuidv7_time(b)), (uuidv7_time(c)), (uuidv7_time(d))) AS times (t);
DROP TABLE made;
