-- SPDX-License-Identifier: MIT
-- GIN indexes, on the tables of order.sql: look-ups, and indexes with a column that needs GIN. All operator
-- classes; those that the server can have are added again.
\a \pset footer off \set ECHO none
SELECT found_by('gin', '', 'ulid', 'u', sign), string_agg(sign, ' ' ORDER BY sign) FROM unnest(ARRAY['<', '<=', '=', '>=', '>']) AS sign GROUP BY 1;
SELECT found_by('gin', '', type, field, sign), string_agg(type || ' ' || sign, ', ' ORDER BY type, sign) FROM (VALUES ('scru128', 's'), ('scru128v1', 'v'),
    ('scru160', 'w'), ('scru64', 'i'), ('ksuid', 'k')) AS fields (type, field), unnest(ARRAY['<=', '=', '>']) AS sign GROUP BY 1;

CREATE TABLE tagged (u ulid, i scru64, tags text[]);
INSERT INTO tagged SELECT u, i, ARRAY[(n % 7)::text, (n % 11)::text] FROM many;
INSERT INTO tagged VALUES (NULL, NULL, '{3,5}');
CREATE INDEX tagged_all ON tagged USING gin (u, i, tags);
ANALYZE tagged;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM tagged WHERE u >= '40000000000000000000000000' AND tags @> '{3,5}';
SELECT count(*) = (SELECT count(*) FROM many WHERE u::bytea >= '\x80' AND 3 IN (n % 7, n % 11) AND 5 IN (n % 7, n % 11)) AS same,
    count(*) > 10 AS many FROM tagged WHERE u >= '40000000000000000000000000' AND tags @> '{3,5}';
\echo -- A range of time, and a condition on another type.
SELECT count(*) = (SELECT count(*) FROM many WHERE i::bigint < 20000 AND n % 7 = 3 OR i::bigint < 20000 AND n % 11 = 3) AS same,
    count(*) > 10 AS many FROM tagged WHERE i < 20000::bigint::scru64 AND tags && '{3}';
SELECT count(*) FROM tagged WHERE u IS NULL AND tags @> '{3}';
RESET enable_seqscan;
DROP TABLE tagged;

\echo -- The server finds nothing wrong with any operator class.
SELECT opcname FROM pg_opclass WHERE opcname ~ '^(ulid|scru|ksuid)' AND NOT amvalidate(oid);
\echo -- Nothing is missing. After a part is dropped, it is added, to the extension and to its schema.
SELECT sortid_add_operator_classes();
SELECT current_setting('server_version_num')::integer < 140000 AS none \gset
\if :none
\quit
\endif
SET client_min_messages = warning;
CREATE SCHEMA elsewhere;
CREATE TABLE sampled AS SELECT u FROM many;
ALTER EXTENSION sortid SET SCHEMA elsewhere;
ALTER EXTENSION sortid DROP OPERATOR CLASS elsewhere.ulid_bloom_ops USING brin;
ALTER EXTENSION sortid DROP OPERATOR FAMILY elsewhere.ulid_bloom_ops USING brin;
DROP OPERATOR FAMILY elsewhere.ulid_bloom_ops USING brin;
ALTER EXTENSION sortid DROP OPERATOR CLASS elsewhere.scru64_minmax_multi_ops USING brin;
ALTER EXTENSION sortid DROP OPERATOR FAMILY elsewhere.scru64_minmax_multi_ops USING brin;
DROP OPERATOR FAMILY elsewhere.scru64_minmax_multi_ops USING brin;
SELECT elsewhere.sortid_add_operator_classes() ORDER BY 1;
SHOW search_path;
SELECT elsewhere.sortid_add_operator_classes();
CREATE INDEX ON sampled USING brin (u elsewhere.ulid_bloom_ops);
DROP TABLE sampled;
SELECT opcname, opcnamespace::regnamespace, deptype FROM pg_opclass JOIN pg_depend ON objid = pg_opclass.oid
WHERE classid = 'pg_opclass'::regclass AND deptype = 'e' AND opcname IN ('ulid_bloom_ops', 'scru64_minmax_multi_ops') ORDER BY 1;
ALTER EXTENSION sortid SET SCHEMA public;
DROP SCHEMA elsewhere;
