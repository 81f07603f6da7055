-- SPDX-License-Identifier: MIT
-- Order, hashes, aggregates and indexes, compared with the order of the bytes.
\a \pset footer off \set ECHO none
SELECT amname, opcdefault, string_agg(opcname, ' ' ORDER BY opcname) FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod
WHERE opcname ~ '^(ulid|scru|ksuid)' AND opcname !~ '(bloom|multi)' GROUP BY 1, 2 ORDER BY 1;

\echo -- All pairs of these values, for each operator and type, compared with their casts to bytea.
CREATE TABLE bytes (b bytea);
INSERT INTO bytes SELECT decode(h, 'hex') FROM (VALUES
    ('00000000000000000000000000000000'), ('00000000000000000000000000000001'),
    ('000000000000000000000000000000ff'), ('00000000000000010000000000000000'),
    ('0000000000000001ffffffffffffffff'), ('7fffffffffffffffffffffffffffffff'),
    ('80000000000000000000000000000000'), ('fffffffffffffffffffffffffffffffe'),
    ('ffffffffffffffffffffffffffffffff')) AS v (h);
CREATE FUNCTION wrong_pairs(type text, tail text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    sign text;
    wrong bigint := 0;
    found bigint;
BEGIN
    FOREACH sign IN ARRAY ARRAY['<', '<=', '=', '<>', '>=', '>'] LOOP
        EXECUTE format('SELECT count(*) FROM bytes x, bytes y WHERE '
            '((x.b || %2$L::bytea)::%1$s %3$s (y.b || %2$L::bytea)::%1$s) <> (x.b %3$s y.b)',
            type, tail, sign) INTO found;
        wrong := wrong + found;
    END LOOP;
    EXECUTE format('SELECT count(*) FROM bytes x, bytes y WHERE '
        '(%1$s_cmp((x.b || %2$L::bytea)::%1$s, (y.b || %2$L::bytea)::%1$s) < 0) <> (x.b < y.b) OR '
        '(%1$s_cmp((x.b || %2$L::bytea)::%1$s, (y.b || %2$L::bytea)::%1$s) = 0) <> (x.b = y.b)',
        type, tail) INTO found;
    RETURN wrong + found;
END $$;
SELECT wrong_pairs('ulid', ''), wrong_pairs('scru128', ''), wrong_pairs('scru128v1', ''),
    wrong_pairs('scru160', '\x00000000'), wrong_pairs('scru160', '\xffffffff'),
    wrong_pairs('ksuid', '\x00000000'), wrong_pairs('ksuid', '\xffffffff');
\echo -- Texts of ksuid in the C collation have the order of the IDs.
SELECT count(*), count(*) FILTER (WHERE (x.b < y.b) <> (x.b::ksuid::text COLLATE "C" < y.b::ksuid::text COLLATE "C")) AS wrong
FROM (SELECT decode(md5(n::text) || substr(md5(n::text || 'b'), 1, 8), 'hex') AS b FROM generate_series(1, 200) AS n) AS x,
    (SELECT decode(md5(n::text) || substr(md5(n::text || 'b'), 1, 8), 'hex') AS b FROM generate_series(1, 200) AS n) AS y;
SELECT scru160 '00000000000000000000000000000001' > '00000000000000000000000000000000',
    scru64 'zzzzzzzzzzzz' > '000000000000', scru64 'zzzzzzzzzzzz' = 'ZZZZZZZZZZZZ';

\echo -- Sorting many IDs, with abbreviated keys that are distinct and with keys that are not.
CREATE TABLE many (n integer, u ulid, s scru128, v scru128v1, w scru160, i scru64, k ksuid);
INSERT INTO many
SELECT n, d::ulid, d::scru128, d::scru128v1, (d || substr(d, 1, 4))::scru160,
    (hashint8extended(n, 5) & 4611686018427387903)::scru64, (d || substr(d, 5, 4))::ksuid
FROM (SELECT n, decode(md5(n::text), 'hex') AS d FROM generate_series(1, 10000) AS n) AS digests;
INSERT INTO many
SELECT n, d::ulid, d::scru128, d::scru128v1, (d || '\x01020304')::scru160, n::bigint::scru64, (d || '\x01020304')::ksuid
FROM (SELECT n, '\x0123456789abcdef'::bytea || substr(decode(md5(n::text), 'hex'), 9) AS d
    FROM generate_series(10001, 30000) AS n) AS digests;
\echo -- A few IDs of each of 17,000 ms, at all distances from each other.
CREATE TABLE spread AS
SELECT n, d::ulid AS u, d::scru128 AS s, d::scru128v1 AS v, (d || '\x01020304')::scru160 AS w, (d || '\x01020304')::ksuid AS k
FROM (SELECT n, substr(int8send(n % 17000), 3) || overlay(
        substr(decode(md5((n % 17000)::text), 'hex'), 1, 10) PLACING
        substr(decode(md5(n::text), 'hex'), 1, 1 + n % 3) FROM 1 + n % 8) AS d
    FROM generate_series(1, 60000) AS n) AS parts;
\echo -- In each of these ms, a first ID, then those whose distance from it is near a power of two. The first IDs have the
\echo -- least and the greatest last 80 bits, one in the middle, and counters of scru128 at their limits.
CREATE TABLE edges AS
WITH firsts (ms, rest) AS (VALUES (0, 0), (1, 1), (2, 2::numeric ^ 79), (3, (2::numeric ^ 24 - 1) * 2::numeric ^ 32),
    (4, (2::numeric ^ 48 - 1) * 2::numeric ^ 32), (281474976710655, 2::numeric ^ 80 - 1)),
rests AS (
    SELECT 0 AS place, ms, rest FROM firsts UNION ALL
    SELECT 1, ms, rest + sign * 2::numeric ^ power + near
    FROM firsts, generate_series(0, 79) AS power, generate_series(-1, 1) AS near, (VALUES (-1), (1)) AS signs (sign)),
digests AS (
    SELECT place, decode(concat(lpad(to_hex(ms), 12, '0'), lpad(to_hex(div(rest, 2::numeric ^ 40)::bigint), 10, '0'),
        lpad(to_hex(mod(rest, 2::numeric ^ 40)::bigint), 10, '0')), 'hex') AS d
    FROM rests WHERE rest >= 0 AND rest < 2::numeric ^ 80)
SELECT row_number() OVER (ORDER BY place, md5(d)) AS n, d::ulid AS u, d::scru128 AS s, d::scru128v1 AS v,
    (d || '\x01020304')::scru160 AS w, (d || '\x01020304')::ksuid AS k
FROM digests ORDER BY 1;
\echo -- 1,400 IDs in each ms, as scru128 counts, with a carry in the middle: a sort counts kinds of keys until it has many.
CREATE TABLE counted AS
SELECT n, decode(concat(lpad(to_hex(n / 1400), 12, '0'), lpad(to_hex(16777216 - 700 + n % 1400), 12, '0'),
    substr(md5(n::text), 1, 8)), 'hex')::scru128 AS s FROM generate_series(1, 170000) AS n;
\echo -- Seven IDs in two ms: a sort gives up on keys.
CREATE TABLE few AS
SELECT n, d::scru128 AS s, (d || '\x01020304')::scru160 AS w
FROM (SELECT n, substr(int8send(n % 7 / 5), 3) || substr(decode(md5((n % 7)::text), 'hex'), 7) AS d
    FROM generate_series(1, 60000) AS n) AS digests;
CREATE FUNCTION unsorted(place text, field text, since integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    wrong bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM (SELECT b, lag(b) OVER () AS before FROM '
        '(SELECT %1$I::bytea AS b FROM (SELECT %1$I FROM %2$I WHERE n >= $1 ORDER BY %1$I) AS sorted) AS bytes) AS pairs '
        'WHERE before > b', field, place) INTO wrong USING since;
    RETURN wrong;
END $$;
SELECT since, unsorted('many', 'u', since), unsorted('many', 's', since),
    unsorted('many', 'v', since), unsorted('many', 'w', since), unsorted('many', 'i', since), unsorted('many', 'k', since)
FROM (VALUES (1), (10001)) AS parts (since);
SELECT unsorted('spread', 'u', 1), unsorted('spread', 's', 1), unsorted('spread', 'v', 1),
    unsorted('spread', 'w', 1), unsorted('spread', 'k', 1), count(DISTINCT u) > 59000 FROM spread;
SELECT unsorted('edges', 'u', 1), unsorted('edges', 's', 1), unsorted('edges', 'v', 1),
    unsorted('edges', 'w', 1), unsorted('edges', 'k', 1), count(*), count(DISTINCT u) FROM edges;
SET work_mem = '64MB'; -- a sort on disk never gives up
SELECT unsorted('counted', 's', 1), unsorted('few', 's', 1), unsorted('few', 'w', 1), count(DISTINCT s) FROM few;
RESET work_mem;
SELECT count(DISTINCT u), count(DISTINCT s), count(DISTINCT v), count(DISTINCT w), count(DISTINCT i),
    count(DISTINCT k) FROM many;
SELECT min(u)::bytea = (SELECT u::bytea FROM many ORDER BY u::bytea LIMIT 1),
    max(u)::bytea = (SELECT u::bytea FROM many ORDER BY u::bytea DESC LIMIT 1),
    min(w)::bytea = (SELECT w::bytea FROM many ORDER BY w::bytea LIMIT 1),
    max(w)::bytea = (SELECT w::bytea FROM many ORDER BY w::bytea DESC LIMIT 1),
    min(i)::bytea = (SELECT i::bytea FROM many ORDER BY i::bytea LIMIT 1),
    max(i)::bytea = (SELECT i::bytea FROM many ORDER BY i::bytea DESC LIMIT 1) FROM many;

\echo -- Equal IDs have equal hashes, different IDs mostly different ones; extended hashes with seed 0 agree
\echo -- with them.
SELECT count(*), count(DISTINCT ulid_hash(u)) > 29990, count(DISTINCT scru160_hash(w)) > 29990
FROM many;
SELECT count(*) FROM many
WHERE ulid_hash_extended(u, 0) & 4294967295 <> ulid_hash(u)::bigint & 4294967295;
SET enable_mergejoin = off;
SET enable_nestloop = off;
SELECT count(*) FROM many a JOIN many b ON a.w = b.w;
RESET enable_mergejoin;
RESET enable_nestloop;

\echo -- Each kind of index is used and finds each ID.
CREATE FUNCTION found_by(kind text, class text, type text, field text, sign text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    plan text;
    line text;
    wrong bigint;
    counted bigint;
    wanted bigint;
    probe text;
BEGIN
    EXECUTE format('CREATE INDEX the_index ON many USING %s (%I %s)', kind, field, class);
    ANALYZE many;
    SET LOCAL enable_seqscan = off;
    plan := '';
    wrong := 0;
    FOR probe IN EXECUTE format('SELECT %I FROM many WHERE n %% 9000 = 1', field) LOOP
        EXECUTE format('SELECT count(*) FROM many WHERE %I %s %L', field, sign, probe) INTO counted;
        EXECUTE format('SELECT count(*) FROM many WHERE %I::bytea %s %L::%s::bytea', field, sign,
            probe, type) INTO wanted;
        wrong := wrong + (counted <> wanted)::integer;
    END LOOP;
    FOR line IN EXECUTE format('EXPLAIN (COSTS OFF) SELECT * FROM many WHERE %I %s %L', field, sign,
        probe)
    LOOP
        plan := plan || line;
    END LOOP;
    DROP INDEX the_index;
    RETURN format('%s wrong, %s', wrong,
        CASE WHEN plan LIKE '%the_index%' THEN 'index used' ELSE plan END);
END $$;
SELECT found_by(kind, class, type, field, sign), string_agg(kind || ' ' || type, ', ' ORDER BY kind, type)
FROM (VALUES ('btree', '', '<='), ('hash', '', '='), ('brin', '', '>=')) AS kinds (kind, class, sign),
    (VALUES ('ulid', 'u'), ('scru128', 's'), ('scru128v1', 'v'), ('scru160', 'w'), ('scru64', 'i'), ('ksuid', 'k'))
    AS fields (type, field) GROUP BY 1;

\echo -- A btree deduplicates equal IDs.
CREATE TABLE same AS SELECT ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ' AS u, scru64 'zzzzzzzzzzzz' AS i
FROM generate_series(1, 20000);
CREATE INDEX same_u ON same (u);
CREATE INDEX same_i ON same (i);
SELECT pg_relation_size('same_u') < 20000 * 16, pg_relation_size('same_i') < 20000 * 16;
DROP TABLE same;

\echo -- Primary keys, partitions, merge joins.
CREATE TABLE parts (u ulid PRIMARY KEY) PARTITION BY RANGE (u);
CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO ('3ZZZZZZZZZZZZZZZZZZZZZZZZZ');
CREATE TABLE part_2 PARTITION OF parts FOR VALUES FROM ('3ZZZZZZZZZZZZZZZZZZZZZZZZZ') TO (MAXVALUE);
INSERT INTO parts SELECT DISTINCT u FROM many;
INSERT INTO parts SELECT u FROM many LIMIT 1 ON CONFLICT DO NOTHING;
SELECT (SELECT count(*) FROM part_1) + (SELECT count(*) FROM part_2),
    (SELECT max(u) FROM part_1) < (SELECT min(u) FROM part_2);
SELECT count(*) FROM parts JOIN many USING (u);
DROP TABLE parts;
