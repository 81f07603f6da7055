-- SPDX-License-Identifier: MIT
-- Casts, which are all explicit, and fields.
\a \pset footer off \set ECHO none
SELECT castsource::regtype, string_agg(concat(casttarget::regtype, ' ', castcontext, castmethod), ', '
    ORDER BY casttarget::regtype::text COLLATE "C") FROM pg_cast
WHERE castsource::regtype::text ~ '^(ulid|scru|ksuid)' OR casttarget::regtype::text ~ '^(ulid|scru|ksuid)'
GROUP BY castsource ORDER BY castsource::regtype::text COLLATE "C";

SELECT '771a3bce-02e9-4428-a68e-b1e7e82b7f9f'::uuid::ulid, ulid '3Q38XWW0Q98GMAD3NHWZM2PZWZ'::uuid;
SELECT '771a3bce-02e9-4428-a68e-b1e7e82b7f9f'::uuid::scru128::uuid,
    'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid::scru128v1, ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ'::bytea;
SELECT '\x017c083c130732153679e83c4fc65664e6a964a1'::bytea::scru160, scru64 'zzzzzzzzzzzz'::bytea;
SELECT scru64 'zzzzzzzzzzzz'::bigint, 0::bigint::scru64, 4738381338321616895::scru64,
    '\x41c21cb8e0ffffff'::bytea::scru64;
SELECT refusal(s) FROM unnest(ARRAY[
    'SELECT 4738381338321616896::scru64',
    'SELECT (-1)::bigint::scru64',
    $$SELECT '\x41c21cb8e1000000'::bytea::scru64$$,
    $$SELECT '\x00'::bytea::ulid$$,
    $$SELECT '\x'::bytea::scru160$$,
    $$SELECT '\x0669f7efb5a1cd34b5f99d1154fb6853345c97'::bytea::ksuid$$]) AS s;
SELECT '\x0669f7efb5a1cd34b5f99d1154fb6853345c9735'::bytea::ksuid;
SELECT refusal(s) FROM unnest(ARRAY[
    $$SELECT decode(repeat('00', 17), 'hex')::scru128$$,
    $$SELECT decode(repeat('00', 9), 'hex')::scru64$$]) AS s;

\echo -- To timestamp and date in the time zone of the session, as timestamptz, and so not in an index.
SET timezone = 'Pacific/Kiritimati';
SELECT ulid '01ARYZ6S41TSV4RRFFQ69G5FAV'::timestamp, ulid '01ARYZ6S41TSV4RRFFQ69G5FAV'::date;
SET timezone = 'America/New_York';
SELECT i::timestamp, i::date, i::timestamp = i::timestamptz::timestamp AND i::date = i::timestamptz::date AS same
FROM (VALUES (ulid '01ARYZ6S41TSV4RRFFQ69G5FAV'), ('01BX5ZZKBKACTAV9WEVGEMMVRZ')) AS v (i);
SELECT scru128_max('2024-01-01Z')::timestamp, scru128v1_max('2024-01-01Z')::date, scru160_max('2024-01-01Z')::timestamp,
    scru64_max('2024-01-01Z')::date, ksuid_max('2024-01-01Z')::timestamp, ksuid_max('2024-01-01Z')::date;
RESET timezone;
CREATE TABLE days (id ulid);
SELECT refusal('CREATE INDEX ON days ((id::date))');
CREATE INDEX ON days (((ulid_time(id) AT TIME ZONE 'UTC')::date));
DROP TABLE days;

\echo -- No cast is applied implicitly.
SELECT refusal(s) FROM unnest(ARRAY[
    $$SELECT ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ' = now()$$,
    $$SELECT ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ' = '771a3bce-02e9-4428-a68e-b1e7e82b7f9f'::uuid$$,
    $$SELECT ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ' = scru128 '036z968fu2tugy7svkfznewkk'$$,
    $$SELECT scru64 'zzzzzzzzzzzz' = 4738381338321616895$$]) AS s;
CREATE TABLE uuids (id uuid);
SELECT refusal('INSERT INTO uuids SELECT ulid()');

\echo -- A column of uuid becomes one of ulid without a rewrite of the table.
INSERT INTO uuids SELECT md5(n::text)::uuid FROM generate_series(1, 1000) AS n;
CREATE INDEX uuids_id ON uuids (id);
CREATE TEMP TABLE file AS SELECT pg_relation_filenode('uuids') AS node;
ALTER TABLE uuids ALTER COLUMN id TYPE ulid USING id::ulid;
SELECT pg_relation_filenode('uuids') = node AS kept FROM file;
SELECT count(*) FROM uuids JOIN generate_series(1, 1000) AS n ON id::uuid = md5(n::text)::uuid;
DROP TABLE uuids;
\echo -- The column of a partition key does not: partitions are detached first.
CREATE TABLE uuids (id uuid) PARTITION BY RANGE (id);
SELECT refusal('ALTER TABLE uuids ALTER COLUMN id TYPE ulid USING id::ulid');
DROP TABLE uuids;

\echo -- Fields: values from the tools of the formats.
SELECT scru128_timestamp(i), scru128_counter_hi(i), scru128_counter_lo(i), scru128_entropy(i)
FROM (VALUES (scru128 '036zg552n91mt9s0gyhdwif95')) AS v (i);
SELECT scru128v1_timestamp(i), scru128v1_counter(i), scru128v1_per_sec_random(i),
    scru128v1_per_gen_random(i) FROM (VALUES (scru128v1 '7VVVVVVVVVVVVVVVVVVVVVVVVV')) AS v (i);
SELECT scru160_timestamp(i), scru160_counter(i), scru160_random16(i), scru160_random80(i)
FROM (VALUES (scru160 '017c083c130732153679e83c4fc65664e6a964a1')) AS v (i);
SELECT ulid_timestamp(i), ulid_randomness(i) FROM (VALUES (ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ')) AS v (i);
SELECT ulid_from_text('01bx5zzkbkactav9wevgemmvrz'), ulid_to_text('01bx5zzkbkactav9wevgemmvrz');
SELECT refusal($$SELECT ulid_from_text('01BX5ZZKBKACTAV9WEVGEMMVRU')$$);
SELECT scru64_timestamp(i), scru64_node_ctr(i), scru64_node_id(i, 16), scru64_counter(i, 16),
    scru64_node_id(i, 1), scru64_counter(i, 23) FROM (VALUES (scru64 '0u2r85hm2pt3')) AS v (i);
SELECT ksuid_timestamp(i), ksuid_payload(i), ksuid_time(i) AT TIME ZONE 'UTC'
FROM (VALUES (ksuid '0ujtsYcgvSTl8PAuAdqWYSMnLOv')) AS v (i);
SELECT refusal(s) FROM unnest(ARRAY[
    $$SELECT scru64_node_id('0u2r85hm2pt3', 0)$$,
    $$SELECT scru64_counter('0u2r85hm2pt3', 24)$$,
    $$SELECT scru64_node_id('0u2r85hm2pt3', -1)$$]) AS s;
