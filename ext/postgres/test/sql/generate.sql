-- SPDX-License-Identifier: MIT
-- Generators: function labels, order, column defaults.
\a \pset footer off \set ECHO none
SELECT proname, provolatile, proparallel FROM pg_proc
WHERE proname ~ '^(ulid|scru|ksuid)' AND (provolatile = 'v' OR proparallel <> 's' OR NOT proisstrict)
ORDER BY 1;

CREATE TABLE made (n serial PRIMARY KEY, u ulid DEFAULT ulid(), r ulid DEFAULT ulid_random(),
    us ulid DEFAULT ulid_shared(), s scru128 DEFAULT scru128(), sr scru128 DEFAULT scru128_random(),
    ss scru128 DEFAULT scru128_shared(), v scru128v1 DEFAULT scru128v1(),
    vs scru128v1 DEFAULT scru128v1_shared(), w scru160 DEFAULT scru160(),
    ws scru160 DEFAULT scru160_shared(), i scru64 DEFAULT scru64(),
    k ksuid DEFAULT ksuid(), kr ksuid DEFAULT ksuid_random(), ks ksuid DEFAULT ksuid_shared(),
    uo ulid DEFAULT ulid_session(), so scru128 DEFAULT scru128_session(), vo scru128v1 DEFAULT scru128v1_session(),
    wo scru160 DEFAULT scru160_session(), ko ksuid DEFAULT ksuid_session(),
    at timestamptz DEFAULT clock_timestamp());
INSERT INTO made (n) SELECT generate_series(1, 20000);
\echo -- All IDs are distinct.
SELECT count(*), count(DISTINCT u) = count(*) AND count(DISTINCT r) = count(*) AND
    count(DISTINCT us) = count(*) AND count(DISTINCT s) = count(*) AND count(DISTINCT sr) = count(*) AND
    count(DISTINCT ss) = count(*) AND count(DISTINCT v) = count(*) AND count(DISTINCT vs) = count(*) AND
    count(DISTINCT w) = count(*) AND count(DISTINCT ws) = count(*) AND count(DISTINCT i) = count(*) AND
    count(DISTINCT k) = count(*) AND count(DISTINCT kr) = count(*) AND count(DISTINCT ks) = count(*) AND
    count(DISTINCT uo) = count(*) AND count(DISTINCT so) = count(*) AND count(DISTINCT vo) = count(*) AND
    count(DISTINCT wo) = count(*) AND count(DISTINCT ko) = count(*)
FROM made;
\echo -- IDs increase, except random ones.
SELECT count(*) FILTER (WHERE u <= u0) AS u, count(*) FILTER (WHERE r <= r0) > 1000 AS r,
    count(*) FILTER (WHERE us <= us0) AS us, count(*) FILTER (WHERE s <= s0) AS s,
    count(*) FILTER (WHERE sr <= sr0) > 1000 AS sr, count(*) FILTER (WHERE ss <= ss0) AS ss,
    count(*) FILTER (WHERE v <= v0) AS v, count(*) FILTER (WHERE vs <= vs0) AS vs,
    count(*) FILTER (WHERE w <= w0) AS w, count(*) FILTER (WHERE ws <= ws0) AS ws,
    count(*) FILTER (WHERE i <= i0) AS i, count(*) FILTER (WHERE k <= k0) AS k,
    count(*) FILTER (WHERE kr <= kr0) > 1000 AS kr, count(*) FILTER (WHERE ks <= ks0) AS ks,
    count(*) FILTER (WHERE uo <= uo0 OR so <= so0 OR vo <= vo0 OR wo <= wo0 OR ko <= ko0) AS of_session
FROM (SELECT made.*, lag(u) OVER o AS u0, lag(r) OVER o AS r0, lag(us) OVER o AS us0, lag(s) OVER o AS s0,
    lag(sr) OVER o AS sr0, lag(ss) OVER o AS ss0, lag(v) OVER o AS v0, lag(vs) OVER o AS vs0,
    lag(w) OVER o AS w0, lag(ws) OVER o AS ws0, lag(i) OVER o AS i0, lag(k) OVER o AS k0, lag(kr) OVER o AS kr0, lag(ks) OVER o AS ks0,
    lag(uo) OVER o AS uo0, lag(so) OVER o AS so0, lag(vo) OVER o AS vo0, lag(wo) OVER o AS wo0, lag(ko) OVER o AS ko0
    FROM made WINDOW o AS (ORDER BY n)) AS pairs;
\echo -- Their times are within a minute of the clock.
SELECT bool_and(abs(extract(epoch FROM at - t)) < 60) FROM made,
    LATERAL (VALUES (u::timestamptz), (r::timestamptz), (us::timestamptz), (s::timestamptz),
        (sr::timestamptz), (ss::timestamptz), (v::timestamptz), (vs::timestamptz), (w::timestamptz),
        (ws::timestamptz), (i::timestamptz), (k::timestamptz), (kr::timestamptz), (ks::timestamptz),
        (uo::timestamptz), (so::timestamptz), (vo::timestamptz), (wo::timestamptz), (ko::timestamptz)) AS times (t);
SELECT DISTINCT scru64_node_id(i, 8) FROM made;
DROP TABLE made;

\echo -- The default generators of these formats have the fraction of the ms: time and fraction are between
\echo -- the clock before and after, to the microsecond, so IDs of all sessions are in the order of their times.
\echo -- All other bits are random.
CREATE TABLE timed (kind text, before timestamptz, hex text, after timestamptz DEFAULT clock_timestamp());
DO $$ BEGIN
    FOR i IN 1..200 LOOP
        INSERT INTO timed VALUES ('ulid', clock_timestamp(), encode(ulid()::bytea, 'hex'));
        INSERT INTO timed VALUES ('uuidv7', clock_timestamp(), encode(uuid_send(sortid_uuidv7()), 'hex'));
        INSERT INTO timed VALUES ('scru160', clock_timestamp(), encode(scru160()::bytea, 'hex'));
        INSERT INTO timed VALUES ('ksuid', clock_timestamp(), encode(ksuid()::bytea, 'hex'));
        PERFORM pg_sleep(0.0003);
    END LOOP;
END $$;
CREATE FUNCTION number_in(hex text, first integer, size integer) RETURNS bigint LANGUAGE sql AS
    $$ SELECT (('x' || left(hex, 16))::bit(64) << first >> (64 - size))::bigint $$;
CREATE FUNCTION us_in(kind text, hex text) RETURNS numeric LANGUAGE sql AS $$ SELECT CASE kind
    WHEN 'ulid' THEN number_in(hex, 0, 60) / 4.096
    WHEN 'uuidv7' THEN number_in(hex, 0, 48) * 1000 + number_in(hex, 52, 12) / 4.096
    WHEN 'scru160' THEN number_in(hex, 0, 48) * 1000 + number_in(hex, 48, 10)
    WHEN 'ksuid' THEN (number_in(hex, 0, 32) + 1400000000) * 1000000 + number_in(hex, 32, 22) / 4.096
    END $$;
SELECT kind, count(*), count(*) FILTER (WHERE us_in(kind, hex) NOT BETWEEN
        extract(epoch FROM before) * 1000000 - 1 AND extract(epoch FROM after) * 1000000 + 1) AS wrong,
    substring((bit_or(bits) & ~bit_and(bits))::text FROM first FOR size) = repeat('1', size) AS various
FROM timed JOIN (VALUES ('ulid', 61, 68), ('uuidv7', 67, 62), ('scru160', 65, 96), ('ksuid', 55, 106))
    AS random (kind, first, size) USING (kind), LATERAL (SELECT ('x' || rpad(hex, 40, '0'))::bit(160)) AS b (bits)
GROUP BY kind, first, size ORDER BY kind;
DROP TABLE timed;
DROP FUNCTION us_in(text, text), number_in(text, integer, integer);

\echo -- IDs for given times: more of one ms than a counter of 16 bits has, then another ms.
CREATE FUNCTION at_times(type text, OUT made bigint, OUT wrong bigint, OUT unordered bigint, OUT distinct_ids bigint)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SELECT count(*), count(*) FILTER (WHERE %1$s_time(id) <> at),
            count(*) FILTER (WHERE id <= before AND at = at_before), count(DISTINCT id)
        FROM (SELECT id, at, lag(id) OVER o AS before, lag(at) OVER o AS at_before
            FROM (SELECT n, at, %1$s_at(at + interval ''0.5 ms'') AS id FROM
                (SELECT n, timestamptz ''2024-01-01Z'' - n / 70000 * interval ''1 s'' AS at
                    FROM generate_series(0, 139999) AS n) AS times) AS ids
            WINDOW o AS (ORDER BY n)) AS pairs', type) INTO made, wrong, unordered, distinct_ids;
END $$;
\echo -- (The counter of scru128v1 begins at any of 2^28 values. If it is full, the next ID is less.)
SELECT type, made, wrong, unordered <= (type = 'scru128v1')::integer AS ordered, distinct_ids
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160', 'uuidv7', 'ksuid']) AS type, LATERAL at_times(type);
SELECT ulid_at(NULL), count(DISTINCT ulid_at(timestamptz '2024-01-01Z' - n * interval '1 h')) FROM generate_series(1, 1000) AS n;
SELECT refusal('SELECT ulid_at(''infinity'')'), refusal('SELECT scru128v1_at(''2019-12-31Z'')'),
    refusal('SELECT scru128_at(''1970-01-01Z'')'), refusal('SELECT scru64_at(''2024-01-01Z'')');
