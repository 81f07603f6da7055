-- SPDX-License-Identifier: MIT
-- GiST indexes, on the tables of order.sql: look-ups, index-only scans, EXCLUDE constraints.
\a \pset footer off \set ECHO none
SELECT found_by('gist', '', 'ulid', 'u', sign), string_agg(sign, ' ' ORDER BY sign) FROM unnest(ARRAY['<', '<=', '=', '>=', '>']) AS sign GROUP BY 1;
SELECT found_by('gist', '', type, field, '='), string_agg(type, ', ' ORDER BY type) FROM (VALUES ('scru128', 's'), ('scru128v1', 'v'),
    ('scru160', 'w'), ('scru64', 'i'), ('ksuid', 'k')) AS fields (type, field) GROUP BY 1;

\echo -- An index has the IDs themselves, in rows that come later, too; a look-up reads few of its pages.
CREATE TABLE gisted (n serial, u ulid, i scru64, k ksuid) WITH (autovacuum_enabled = off);
CREATE INDEX gisted_u ON gisted USING gist (u);
CREATE INDEX gisted_all ON gisted USING gist (k, i);
INSERT INTO gisted (u, i, k) SELECT u, i, k FROM many ORDER BY u::bytea;
INSERT INTO gisted (u, i, k) SELECT u, i, k FROM many ORDER BY n DESC;
VACUUM ANALYZE gisted;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT u FROM gisted WHERE u >= '00000000000000000000000000';
SELECT count(*), count(DISTINCT u), md5(string_agg(u::text, ',' ORDER BY u)) = (SELECT
    md5(string_agg(u::text, ',' ORDER BY u)) FROM (SELECT u FROM many UNION ALL SELECT u FROM many) AS twice) AS same
FROM gisted WHERE u >= '00000000000000000000000000';
SELECT count(*), md5(string_agg(k::text || i, ',' ORDER BY k)) = (SELECT md5(string_agg(k::text || i, ',' ORDER BY k))
    FROM (SELECT k, i FROM many UNION ALL SELECT k, i FROM many) AS twice) AS same
FROM gisted WHERE k >= '000000000000000000000000000';
CREATE FUNCTION buffers(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || query INTO plan;
    RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::integer + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::integer;
END $$;
SELECT count(*), max(buffers(format('SELECT u FROM gisted WHERE u = %L', u))) < 40 AS few
FROM (SELECT u FROM many WHERE n % 3000 = 7) AS probes;
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP TABLE gisted;

\echo -- One booking of a room at a time.
CREATE TABLE booking (room ulid, during tstzrange, EXCLUDE USING gist (room WITH =, during WITH &&));
INSERT INTO booking VALUES ('01ARYZ6S410000000000000000', '[2024-01-01Z,2024-02-01Z)'),
    ('01ARYZ6S410000000000000001', '[2024-01-01Z,2024-02-01Z)');
SELECT refusal($$INSERT INTO booking VALUES ('01ARYZ6S410000000000000000', '[2024-01-31Z,2024-03-01Z)')$$) ~ '^23P01' AS refused;
INSERT INTO booking VALUES ('01ARYZ6S410000000000000000', '[2024-02-01Z,2024-03-01Z)'), (NULL, '[2024-01-01Z,2024-02-01Z)');
SELECT count(*) FROM booking;
DROP TABLE booking;

\echo -- WITHOUT OVERLAPS, which servers have from 18 on.
CREATE FUNCTION overlaps_are_refused(type text, id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE stay (room %s, during tstzrange, PRIMARY KEY (room, during WITHOUT OVERLAPS))', type);
    EXECUTE format('INSERT INTO stay VALUES (%1$L, ''[2024-01-01Z,2024-02-01Z)''), (%1$L, ''[2024-02-01Z,2024-03-01Z)'')', id);
    BEGIN
        EXECUTE format('INSERT INTO stay VALUES (%L, ''[2024-01-31Z,2024-03-01Z)'')', id);
        RETURN false;
    EXCEPTION WHEN exclusion_violation THEN
        DROP TABLE stay;
        RETURN true;
    END;
END $$;
SELECT type, CASE WHEN current_setting('server_version_num')::integer < 180000 THEN true
    ELSE overlaps_are_refused(type, id) END AS right
FROM (VALUES ('ulid', '01ARYZ6S410000000000000000'), ('scru128', '036zg552n91mt9s0gyhdwif95'),
    ('scru128v1', '7VVVVVVVVVVVVVVVVVVVVVVVVV'), ('scru160', '00000000000000000000000000000001'),
    ('scru64', '0u2r85hm2pt3'), ('ksuid', '0ujtsYcgvSTl8PAuAdqWYSMnLOv')) AS ids (type, id);
