-- SPDX-License-Identifier: MIT
-- Texts and binary messages of the types: what is accepted, what is refused and how, COPY.
\a \pset footer off \set ECHO none
CREATE EXTENSION sortid;
SELECT sortid_version();

\echo -- How a statement is refused: SQLSTATE, message, detail.
CREATE FUNCTION refusal(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    what text;
    detail text;
BEGIN
    EXECUTE statement;
    RETURN 'not refused';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS what = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' | ', SQLSTATE, what, NULLIF(detail, ''));
END $$;

\echo -- How values are stored.
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory FROM pg_type
WHERE typname IN ('ksuid', 'scru128', 'scru128v1', 'scru160', 'scru64', 'ulid') ORDER BY 1;

\echo -- Both cases are read, the canonical one is written.
SELECT ulid '01bx5zzkbkactav9wevgemmvrz', scru128 '036Z968FU2TUGY7SVKFZNEWKK',
    scru128v1 '00pp7o2jiihq8k1rbpqq5a2b3c', scru64 '0U2R85HM2PT3';
SELECT scru160 '05u0gf0j1oqgqdjkt0fcvhj5cioml9a1', scru160 '017c083c130732153679e83c4fc65664e6a964a1';

\echo -- The first and last IDs of the formats.
SELECT ulid '00000000000000000000000000', ulid '7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    scru128 '0000000000000000000000000', scru128 'f5lxx1zz5pnorynqglhzmsp33',
    scru128v1 '00000000000000000000000000', scru128v1 '7VVVVVVVVVVVVVVVVVVVVVVVVV',
    scru160 '00000000000000000000000000000000', scru160 'VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV',
    scru64 '000000000000', scru64 'zzzzzzzzzzzz',
    ksuid '000000000000000000000000000', ksuid 'aWgEPTl1tmebfsQzFP4bxwgy80V';

\echo -- The case of a ksuid matters.
SELECT ksuid '0ujtsYcgvSTl8PAuAdqWYSMnLOv', ksuid '0ujtsYcgvSTl8PAuAdqWYSMnLOv' = '0UJTSYCGVSTL8PAUADQWYSMNLOV' AS equal,
    ksuid '0ujtsYcgvSTl8PAuAdqWYSMnLOv'::bytea;

\echo -- Texts that are not an ID: positions count from 1.
SELECT refusal(format('SELECT %L::ulid', bad)) FROM (VALUES
    (''), ('01BX5ZZKBKACTAV9WEVGEMMVR'), ('01BX5ZZKBKACTAV9WEVGEMMVRU'), (' 01BX5ZZKBKACTAV9WEVGEMMVRZ'),
    ('01BX5ZZKBKACTAV9WEVGEMMVRZ '), ('7!!!!!!!!!!!!!!!!!!!!!!!!!'), ('0L000000000000000000000000'),
    ('80000000000000000000000000'), ('ZZZZZZZZZZZZZZZZZZZZZZZZZZ'), ('01BX5ZZKBKACTÄV9WEVGEMMVR')
) AS texts (bad);
SELECT refusal(s) FROM unnest(ARRAY[
    $$SELECT 'f5lxx1zz5pnorynqglhzmsp34'::scru128$$,
    $$SELECT '80000000000000000000000000'::scru128v1$$,
    $$SELECT 'VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVW'::scru160$$,
    $$SELECT '017c083c130732153679e83c4fc65664e6a964ag'::scru160$$,
    $$SELECT 'zzzzzzzzzzz{'::scru64$$]) AS s;

SELECT refusal(s) FROM unnest(ARRAY[
    $$SELECT 'aWgEPTl1tmebfsQzFP4bxwgy80W'::ksuid$$,
    $$SELECT '0ujtsYcgvSTl8PAuAdqWYSMnLO-'::ksuid$$,
    $$SELECT '0ujtsYcgvSTl8PAuAdqWYSMnLO'::ksuid$$]) AS s;

\echo -- The same checks without an error.
SELECT ulid_valid('01BX5ZZKBKACTAV9WEVGEMMVRZ'), ulid_valid('01BX5ZZKBKACTAV9WEVGEMMVRU'),
    ulid_valid('80000000000000000000000000'), ulid_valid(''), ulid_valid(NULL) IS NULL;
SELECT scru160_valid('017c083c130732153679e83c4fc65664e6a964a1'), scru160_valid('017c08'),
    scru64_valid('zzzzzzzzzzzz'), scru128_valid('f5lxx1zz5pnorynqglhzmsp34'),
    ksuid_valid('aWgEPTl1tmebfsQzFP4bxwgy80V'), ksuid_valid('AWGEPTL1TMEBFSQZFP4BXWGY80V'), ksuid_valid('aWgEPTl1tmebfsQzFP4bxwgy80v');

\echo -- With aliases and hyphens.
SELECT ulid_lenient('o1bx5zzkbk-actav9wevgemmvrz');
SELECT refusal(s) FROM unnest(ARRAY[
    $$SELECT ulid_lenient('01BX5ZZKBKACTAV9WEVGEMMVRZ-')$$,
    $$SELECT ulid_lenient('u1BX5ZZKBKACTAV9WEVGEMMVRZ')$$]) AS s;

\echo -- Binary messages.
SELECT ulid_send('01BX5ZZKBKACTAV9WEVGEMMVRZ'), scru64_send('zzzzzzzzzzzz'),
    scru160_send('05U0GF0J1OQGQDJKT0FCVHJ5CIOML9A1'), ksuid_send('0ujtsYcgvSTl8PAuAdqWYSMnLOv');

\echo -- NULL, arrays, tables, COPY.
SELECT NULL::ulid IS NULL, ulid_time(NULL) IS NULL, ulid_within(NULL, now(), now()) IS NULL;
SELECT ARRAY['01BX5ZZKBKACTAV9WEVGEMMVRZ', NULL]::ulid[];
CREATE TABLE kinds (a ulid, b scru128, c scru128v1, d scru160, e scru64, f ksuid);
COPY kinds FROM stdin;
01BX5ZZKBKACTAV9WEVGEMMVRZ	036z968fu2tugy7svkfznewkk	00PP7O2JIIHQ8K1RBPQQ5A2B3C	05U0GF0J1OQGQDJKT0FCVHJ5CIOML9A1	0u2r85hm2pt3	0ujtsYcgvSTl8PAuAdqWYSMnLOv
\N	\N	\N	\N	\N	\N
\.
COPY kinds TO stdout;
COPY kinds (a) FROM stdin;
01BX5ZZKBKACTAV9WEVGEMMVRU
\.
SELECT count(*) FROM kinds;

\echo -- An ID becomes text by assignment only: no operator compares the two types.
CREATE TABLE texts (t text);
INSERT INTO texts SELECT a FROM kinds;
INSERT INTO texts VALUES (ulid '01BX5ZZKBKACTAV9WEVGEMMVRZ');
SELECT * FROM texts;
SELECT refusal($$SELECT * FROM kinds JOIN texts ON a = t$$);
SELECT count(*) FROM kinds JOIN texts ON a = t::ulid;
