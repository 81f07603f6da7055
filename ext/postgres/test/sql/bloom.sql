-- SPDX-License-Identifier: MIT
-- BRIN bloom and minmax_multi indexes, which servers have from 14 on, on the tables of order.sql.
\a \pset footer off \set ECHO none
SELECT current_setting('server_version_num')::integer < 140000 AS none \gset
\if :none
\quit
\endif
SELECT amname, opcdefault, string_agg(opcname, ' ' ORDER BY opcname) FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod
WHERE opcname ~ '^(ulid|scru|ksuid).*(bloom|multi)' GROUP BY 1, 2;
SELECT found_by('brin', type || '_bloom_ops', type, field, '='), string_agg(type, ', ' ORDER BY type) FROM (VALUES ('ulid', 'u'),
    ('scru128', 's'), ('scru128v1', 'v'), ('scru160', 'w'), ('scru64', 'i'), ('ksuid', 'k')) AS fields (type, field) GROUP BY 1;
SELECT found_by('brin', type || '_minmax_multi_ops', type, field, sign), string_agg(type || ' ' || sign, ', ' ORDER BY type, sign) FROM (VALUES ('ulid', 'u'),
    ('scru128', 's'), ('scru128v1', 'v'), ('scru160', 'w'), ('scru64', 'i'), ('ksuid', 'k')) AS fields (type, field),
    unnest(ARRAY['<', '=', '>=']) AS sign GROUP BY 1;
SELECT ulid_distance('00000000000000000000000000', '00000000000000000000000000'),
    ulid_distance('00000000000000000000000001', '0000000000000000000000000Z'),
    ulid_distance('00000000000000000000000000', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ') = 2 ^ 128::float8;

\echo -- Rows in order of their IDs, with some that are ten years later: minmax reads most of the table for a range in
\echo -- the middle, minmax_multi only some pages.
CREATE FUNCTION pages_read(type text, class text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('CREATE TEMP TABLE outliers AS SELECT %s_min(timestamptz ''2024-01-01Z'' + n * interval ''10 s'' +
        CASE WHEN n %% 100 = 0 THEN interval ''10 y'' ELSE interval ''0'' END) AS id, repeat(''x'', 100) AS filler
        FROM generate_series(1, 20000) AS n', type);
    EXECUTE format('CREATE INDEX ON outliers USING brin (id %s) WITH (pages_per_range = 4)', class);
    SET LOCAL enable_seqscan = off;
    EXECUTE format('EXPLAIN (ANALYZE, FORMAT JSON) SELECT count(id) FROM outliers
        WHERE %s_within(id, ''2025-01-01Z'', ''2026-01-01Z'')', type) INTO plan;
    DROP TABLE outliers;
    RETURN jsonb_path_query_first(plan::jsonb, '$.**."Lossy Heap Blocks"');
END $$;
SELECT type, pages_read(type, type || '_minmax_ops') > 300 AS minmax, pages_read(type, type || '_minmax_multi_ops') < 10 AS multi
FROM unnest(ARRAY['ulid', 'scru128', 'scru128v1', 'scru160', 'scru64', 'ksuid']) AS type;
