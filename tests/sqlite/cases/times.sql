-- SPDX-License-Identifier: MIT
-- Times and ranges of time: limits of the formats, the present time, IDs for given times. Run by cases.c, which
-- describes the syntax.

-- ==== Limits
SELECT ulid_max(-100000000000);
SELECT ulid_max('1969-12-31 23:59:59.999');
SELECT ulid_max('1970-01-01 00:00+00:01');
SELECT ulid_max('0000-01-01');
--each> error: ulid_max: the time is before 1970; IDs have no such times
SELECT ulid_min('+999999-12-31 23:59:59.999');
SELECT ulid_min(999999999999999);
--each> error: ulid_min: the time is out of range: times of ulid are from 1970-01-01T00:00:00.000Z to +010889-08-02T05:31:50.655Z
SELECT scru128v1_min('2019-12-31 23:59:59.999');
--> error: scru128v1_min: the time is out of range: times of scru128v1 are from 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z
SELECT ulid_min(ulid());
--> error: ulid_min: the time must be INTEGER or REAL (Unix time in ms) or TEXT, not BLOB
-- Times from SQLite's functions are read.
SELECT ulid_ms(ulid_min(datetime(1469918176, 'unixepoch')));
--> 1469918176000
-- The smallest accepted number, and earlier times as text.
SELECT ulid_ms(ulid_min(100000000000)), ulid_ms(ulid_max(100000000000.0));
--> 100000000000|100000000000
SELECT ulid_ms(ulid_min('1973-03-03 09:46:39.999')), ulid_ms(ulid_min('1970-01-01')), scru64_ms(scru64_max('1970-01-01'));
--> 99999999999|0|0
-- The ms that contains it.
SELECT ulid_ms(ulid_min(1780000000000.9));
--> 1780000000000

-- ==== The ends of ranges
SELECT scru128v1_within(scru128v1(), '1960-01-01', '2020-01-01');
SELECT ulid_within(ulid(), -100000000000, '1970-01-01 00:00:00.001');
--each> 0
SELECT scru128v1_print(scru128v1_within_first('1960-01-01')),
    scru128v1_print(scru128v1_within_last('1960-01-01', '2020-01-01 00:00:00.001'));
--> 00000000000000000000000000|000000000FVVVVVVVVVVVVVVVV
SELECT ulid_print(ulid_within_first(281474976710655)), ulid_print(ulid_within_last('2020-01-01', '+999999-12-31'));
--> 7ZZZZZZZZZ0000000000000000|7ZZZZZZZZZZZZZZZZZZZZZZZZZ
SELECT ulid_within_first(281474976710656), ulid_within_first(9e999), ulid_within_last(9e999, 9e999),
    ulid_within_last('2024-01-02', '2024-01-01');
--> NULL|NULL|NULL|NULL
SELECT scru64_within_last('1970-01-01 00:00:00.001', '1970-01-01 00:00:00.256'),
    scru64_within(0, '1970-01-01', '1970-01-01 00:00:00.001');
--> NULL|1
SELECT ulid_within(NULL, -9e999, 9e999), ulid_within(ulid(), NULL, 9e999), ulid_within(ulid(), -9e999, NULL),
    ulid_within_last(NULL, 9e999), ulid_within_last(-9e999, NULL);
--> NULL|NULL|NULL|NULL|NULL
SELECT ulid_within(1, -9e999, 9e999);
--> error: ulid_within: the argument must be BLOB or TEXT, not INTEGER
SELECT ulid_within_first(ulid());
--> error: ulid_within_first: the time must be INTEGER or REAL (Unix time in ms) or TEXT, not BLOB

-- ==== A minute in sixty ranges: each format
-- 602 IDs over a minute that begins with a tick of scru64, counted second by second. IDs of one tick are one key in t,
-- so scru64 has fewer there.
CREATE VIEW made AS WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 601)
    SELECT FORMAT_min(1704067200000 + i * 60000 / 602) AS id FROM n;
CREATE VIEW s AS WITH RECURSIVE s(at) AS (VALUES(1704067200) UNION ALL SELECT at + 1 FROM s WHERE at < 1704067259)
    SELECT at FROM s;
CREATE TABLE t(id PRIMARY KEY) WITHOUT ROWID;
INSERT OR IGNORE INTO t SELECT id FROM made;
SELECT sum((SELECT count(*) FROM t WHERE FORMAT_within(id, at * 1000, at * 1000 + 1000))) = (SELECT count(*) FROM t)
    FROM s;
--> 1
CREATE TABLE u(id);
INSERT INTO u SELECT id FROM made;
CREATE INDEX u_id ON u(id);
SELECT sum((SELECT count(*) FROM u WHERE id BETWEEN FORMAT_within_first(datetime(at, 'unixepoch')) AND
    FORMAT_within_last(datetime(at, 'unixepoch'), datetime(at + 1, 'unixepoch')))) FROM s;
--> 602
EXPLAIN QUERY PLAN SELECT id FROM u
    WHERE id BETWEEN FORMAT_within_first('2024-01-01') AND FORMAT_within_last('2024-01-01', '2024-01-02');
--~ *SEARCH u USING COVERING INDEX u_id (id>[?] AND id<[?])*

-- ==== Rounding of bounds
-- The Unix ms of the first ulid and of the first scru64 from a bound on.
CREATE TABLE bounds(bound, ulid, scru64);
INSERT INTO bounds VALUES
    (1704067200000, 1704067200000, 1704067200000),
    (1704067200001, 1704067200001, 1704067200256),
    (1704067200000.0, 1704067200000, 1704067200000),
    (1704067200000.25, 1704067200001, 1704067200256),
    (1704067200255.75, 1704067200256, 1704067200256),
    (1704067200256.25, 1704067200257, 1704067200512),
    ('2024-01-01', 1704067200000, 1704067200000),
    ('2024-01-01 00:00:00.0000000', 1704067200000, 1704067200000),
    ('2024-01-01 00:00:00.0000001', 1704067200001, 1704067200256),
    ('2024-01-01 01:00:00.9999999+01:00', 1704067201000, 1704067201024),
    ('2023-12-31 23:59:59.9999', 1704067200000, 1704067200000),
    ('1969-12-31 23:59:59.9999', 0, 0),
    ('0000-01-01', 0, 0),
    (-100000000000, 0, 0),
    (-1e12, 0, 0),
    (-9e999, 0, 0),
    ('1970-01-01', 0, 0),
    ('1970-01-01 00:00:00.0001', 1, 256);
SELECT bound, ulid_ms(ulid_within_first(bound)), scru64_ms(scru64_within_first(bound)) FROM bounds
    WHERE ulid_ms(ulid_within_first(bound)) IS NOT ulid OR scru64_ms(scru64_within_first(bound)) IS NOT scru64;
-->
-- The range up to a bound ends right before the first ID of the range from it.
SELECT bound, ulid_ms(ulid_within_last(-9e999, bound)), scru64_ms(scru64_within_last(-9e999, bound)) FROM bounds
    WHERE ulid_ms(ulid_within_last(-9e999, bound)) + 1 IS NOT nullif(ulid, 0) OR
        scru64_ms(scru64_within_last(-9e999, bound)) + 256 IS NOT nullif(scru64, 0);
-->

-- ==== The present time: each format
SELECT abs(FORMAT_ms(FORMAT_min('now')) - strftime('%s', 'now') * 1000) < 60000,
    abs(FORMAT_ms(FORMAT_max('NOW')) - strftime('%s', 'now') * 1000) < 60000,
    FORMAT_within(FORMAT_min(strftime('%s', 'now') * 1000 - 60000), '2020-01-01', 'now'),
    FORMAT_within_first('now') > FORMAT_within_first(strftime('%s', 'now') * 1000 - 60000),
    FORMAT_within_last('2020-01-01', 'now') IS NOT NULL;
--> 1|1|1|1|1

-- ==== The present time
SELECT abs(ulid_ms(ulid_at('now')) - strftime('%s', 'now') * 1000) < 60000;
--> 1
SELECT ulid_min('now ');
--> error: ulid_min: not a time, at byte 1 of a TEXT of 4: write it as 2026-11-20 12:00:00.123, with T, Z or +01:00 if needed, or a date only

-- ==== Generators and the clock of SQLite: each format but scru64
SELECT FORMAT_ms(FORMAT()) / 1000 - strftime('%s', 'now') BETWEEN -5 AND 5;
--> 1

-- ==== IDs for given times: each format but scru64
-- The time is exact, IDs of one time increase, also more of them than a counter of 16 bits has, and another time begins
-- again. (The counter of scru128v1 begins at any of 2^28 values. If it is full, the next ID is less.)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 70000)
    SELECT sum(id <= before) <= ('FORMAT' = 'scru128v1'), min(FORMAT_ms(id) / 1000 = 1704067200), count(*) FROM
        (SELECT id, lag(id, 1, x'') OVER (ORDER BY i) AS before FROM
            (SELECT i, FORMAT_at('2024-01-01 00:00:00.385') AS id FROM n) t) t;
--> 1|1|70000
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
    SELECT min(FORMAT_ms(id) / 1000 = 1600000000 - i), count(DISTINCT id) FROM
        (SELECT i, FORMAT_at(1600000000000 - i * 1000) AS id FROM n) t;
--> 1|1000
SELECT FORMAT_at(NULL) IS NULL;
--> 1

-- ==== IDs for given times
SELECT ulid_ms(ulid_at('2016-07-30 22:36:16.385'));
--> 1469918176385
SELECT scru128v1_at('2019-12-31');
--> error: scru128v1_at: the time is out of range: times of scru128v1 are from 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z
SELECT scru128_at('1970-01-01');
--> error: scru128_at: the first and the last ms of scru128 are reserved

-- ==== Functions that a format does not have
SELECT scru160_uuid(1);
SELECT scru64_from_uuid(1);
SELECT scru64_at('2024-01-01');
SELECT scru160_random();
SELECT ulid_fraction();
--each~ error: no such function: *

-- ==== Random IDs have no order: among 2,000 some are smaller than the one before, and all are distinct
CREATE TABLE t AS SELECT 'ulid' AS name, ulid_random() AS id FROM sortid_gen('ulid', 2000) UNION ALL
    SELECT 'scru128', scru128_random() FROM sortid_gen('ulid', 2000) UNION ALL
    SELECT 'uuidv7', uuidv7_random() FROM sortid_gen('ulid', 2000);
SELECT name, count(DISTINCT id), sum(falls) > 100 FROM
    (SELECT name, id, id < lag(id) OVER (PARTITION BY name ORDER BY rowid) AS falls FROM t) GROUP BY name;
--> scru128|2000|1
--> ulid|2000|1
--> uuidv7|2000|1
