-- SPDX-License-Identifier: MIT
-- TypeIDs, prefixes of texts, sortid_inspect().
\a \pset footer off \set ECHO none
SET timezone = 'UTC';
\echo -- Of the specification, without a prefix, with the longest.
SELECT id, typeid_decode(id), typeid_valid(id), typeid_encode(prefix, typeid_decode(id)) = id AS same
FROM (VALUES ('prefix_01h455vb4pex5vsknk084sn02q', 'prefix'), ('00000000000000000000000000', ''),
    ('a_b_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'a_b'), (repeat('a', 63) || '_01h455vb4pex5vsknk084sn02q', repeat('a', 63)))
    AS ids (id, prefix);
SELECT id, refusal(format('SELECT typeid_decode(%L)', id)), typeid_valid(id), typeid_valid(id, 'prefix')
FROM (VALUES ('PREFIX_01h455vb4pex5vsknk084sn02q'), ('prefix_01H455VB4PEX5VSKNK084SN02Q'),
    ('prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz'), ('prefix_01h455vb4pex5vsknk084sn02'), ('_01h455vb4pex5vsknk084sn02q'),
    (''), ('01890a5d-ac96-774b-bcce-b302099a8057')) AS ids (id);
SELECT typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'user'), typeid_decode('01h455vb4pex5vsknk084sn02q', ''),
    typeid_valid('user_01h455vb4pex5vsknk084sn02q', 'user'), typeid_valid('user_01h455vb4pex5vsknk084sn02q', 'usex'),
    typeid_valid('user_01h455vb4pex5vsknk084sn02q', ''),
    refusal($$SELECT typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'order')$$);
SELECT refusal(format('SELECT typeid_encode(%L, %L)', prefix, '01890a5d-ac96-774b-bcce-b302099a8057'))
FROM unnest(ARRAY['User', 'user_', 'ü', repeat('a', 64)]) AS prefix;
CREATE TABLE member (id uuid PRIMARY KEY DEFAULT sortid_uuidv7(), typeid text GENERATED ALWAYS AS (typeid_encode('user', id)) STORED);
INSERT INTO member SELECT FROM generate_series(1, 2000);
INSERT INTO member VALUES ('01890a5d-ac96-774b-bcce-b302099a8057') RETURNING typeid;
ANALYZE member;
EXPLAIN (COSTS OFF) SELECT * FROM member WHERE id = typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'user');
SELECT count(*) FROM member WHERE id = typeid_decode('user_01h455vb4pex5vsknk084sn02q', 'user');
DROP TABLE member;

\echo -- The bounds of a prefix: each ID of the range begins with it, and its neighbors do not.
SELECT ulid_prefix('01aryz'), ulid_prefix(''), ulid_prefix('01ARYZ6S41TSV4RRFFQ69G5FAV');
SELECT scru128_prefix('F5'), scru128v1_prefix('7'), scru64_prefix('z'), ksuid_prefix('aW'), scru160_prefix('0'),
    uuidv7_prefix('017F22e2-7'), uuidv7_prefix('');
SELECT refusal(format('SELECT %s_prefix(%L)', type, prefix)) FROM (VALUES ('ulid', '8'), ('ulid', '01U'), ('ulid', ' '),
    ('ulid', '01ARYZ6S41TSV4RRFFQ69G5FAVX'), ('ksuid', 'ax'), ('scru128', 'f6'), ('scru64', '-'), ('uuidv7', '017f22e27'),
    ('uuidv7', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f0')) AS bad (type, prefix);
CREATE TABLE ids AS SELECT ulid_random() AS u, ksuid_random() AS k, gen_random_uuid() AS v FROM generate_series(1, 5000);
CREATE INDEX ids_u ON ids (u);
CREATE INDEX ids_k ON ids (k);
CREATE INDEX ids_v ON ids (v);
ANALYZE ids;
SELECT count(*), count(*) FILTER (WHERE u BETWEEN (pu).lower AND (pu).upper IS DISTINCT FROM left(u::text, 12) = left(lu, 12)
    OR k BETWEEN (pk).lower AND (pk).upper IS DISTINCT FROM left(k::text, 7) = left(lk, 7)
    OR v BETWEEN (pv).lower AND (pv).upper IS DISTINCT FROM left(v::text, 2) = left(lv, 2)) AS differ
FROM ids, (SELECT u::text AS lu, k::text AS lk, v::text AS lv, ulid_prefix(left(u::text, 12)) AS pu,
    ksuid_prefix(left(k::text, 7)) AS pk, uuidv7_prefix(left(v::text, 2)) AS pv FROM ids LIMIT 20) AS prefixes;
EXPLAIN (COSTS OFF) SELECT * FROM ids WHERE u BETWEEN (ulid_prefix('01ARYZ')).lower AND (ulid_prefix('01ARYZ')).upper;
EXPLAIN (COSTS OFF) SELECT * FROM ids, ulid_prefix('01ARYZ') AS p WHERE u BETWEEN lower AND upper;
DROP TABLE ids;

\echo -- Readings, the most likely first. Texts that are not an ID and NULL have none.
SELECT format, encoding, confidence, id, "time", hex, "int", uuid, fields
FROM sortid_inspect('01ARYZ6S41TSV4RRFFQ69G5FAV');
SELECT text, (SELECT concat_ws(' ', format, encoding, "time", "int", uuid, fields) FROM sortid_inspect(text) LIMIT 1)
FROM (VALUES ('user_01h455vb4pex5vsknk084sn02q'), ('9m4e2mr0ui3e8a215n4g'), ('507f1f77bcf86cd799439011'),
    ('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}'), ('urn:uuid:550e8400-e29b-41d4-a716-446655440000'),
    ('0u2r85hm2pt3'), ('0ujtsYcgvSTl8PAuAdqWYSMnLOv'), ('cjld2cjxh0000qzrmn831i7rn'), ('nothing'), ('')) AS texts (text);
SELECT format, "time", "int" FROM sortid_inspect('175928847299117063') WHERE format ~ 'twitter|discord';
SELECT count(*) FROM sortid_inspect(NULL);
SELECT max(confidence), count(*) FROM (SELECT ulid_min(now() + n * interval '1 day') AS id FROM (VALUES (364), (366)) AS d (n)) AS ids,
    LATERAL (SELECT confidence FROM sortid_inspect(id::text) WHERE format = 'ulid') AS read GROUP BY id ORDER BY id;
