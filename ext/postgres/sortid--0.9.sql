-- SPDX-License-Identifier: MIT
-- The objects of the extension. What several formats have is written once: a block makes it for each
-- of them, from tables and templates.
\echo Use "CREATE EXTENSION sortid" to load this file. \quit

CREATE FUNCTION sortid_version() RETURNS text
AS 'MODULE_PATHNAME', 'sortid_pg_sql_version' LANGUAGE c STABLE PARALLEL SAFE;

CREATE FUNCTION sortid_reload() RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_reload' LANGUAGE c VOLATILE;

CREATE FUNCTION sortid_states(OUT file text, OUT format text, OUT node text, OUT current boolean,
    OUT last_time timestamptz, OUT bound timestamptz, OUT lead interval, OUT problem text) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'sortid_pg_sql_states' LANGUAGE c VOLATILE;

-- The last times show how busy the databases of a server are.
REVOKE EXECUTE ON FUNCTION sortid_states() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sortid_states() TO pg_monitor;

CREATE FUNCTION sortid_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_rangesel' LANGUAGE c STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_gist_union(internal, internal) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gist_union' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_gist_penalty(internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gist_penalty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_gist_picksplit(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gist_picksplit' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_gist_same(bytea, bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gist_same' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_gist_strategy(integer) RETURNS smallint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gist_strategy' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION sortid_inspect(text, OUT format text, OUT encoding text, OUT confidence text, OUT id bytea,
    OUT text text, OUT "time" timestamptz, OUT hex text, OUT "int" numeric, OUT uuid uuid, OUT fields jsonb)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'sortid_pg_sql_inspect' LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 3;

CREATE FUNCTION typeid_encode(prefix text, id uuid) RETURNS text
AS 'MODULE_PATHNAME', 'sortid_pg_sql_typeid_encode' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION typeid_decode(id text) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_typeid_decode' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION typeid_decode(id text, prefix text) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_typeid_decode' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION typeid_valid(id text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_typeid_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION typeid_valid(id text, prefix text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_typeid_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

-- ---- formats
-- If a trusted role creates the extension in its own schema, this runs as a superuser, and that
-- schema is on the search path. Therefore functions of the server that one of the schema could fit
-- better are called by their complete names.
DO $script$
DECLARE
    pure CONSTANT text := 'IMMUTABLE STRICT PARALLEL SAFE';
    -- For functions that reveal nothing about their arguments except by their result, not by errors
    -- either. Row-level security lets these use an index.
    tight CONSTANT text := 'IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF';
    -- A parallel worker would use another generator, whose IDs are in another order.
    of_session CONSTANT text := 'VOLATILE PARALLEL RESTRICTED';
    of_server CONSTANT text := 'VOLATILE PARALLEL SAFE';
    span CONSTANT text := 'since timestamptz, until timestamptz';
    format text;
    type text;   -- of the IDs
    layout text; -- of the type
    kinds text;  -- of functions that the format has
    pair text;   -- two IDs, as arguments
    kind text;
    name text;
    symbol text;
    arguments text;
    result text;
    labels text;
    sign text;
    other text;
    commutator text;
    negator text;
    estimator text;
    join_estimator text;
BEGIN
    FOR format, type, layout, kinds IN SELECT * FROM (VALUES
        ('scru128', 'scru128', 'INTERNALLENGTH = 16', '{each,type,bytes,random,scru128}'),
        ('scru128v1', 'scru128v1', 'INTERNALLENGTH = 16', '{each,type,bytes,scru128v1}'),
        ('scru160', 'scru160', 'INTERNALLENGTH = 20', '{each,type,bytes,scru160}'),
        ('scru64', 'scru64', 'LIKE = int8', '{each,type,scru64}'),
        ('ulid', 'ulid', 'INTERNALLENGTH = 16', '{each,type,bytes,random,ulid}'),
        ('uuidv7', 'uuid', '', '{each,uuidv7}'),
        ('ksuid', 'ksuid', 'INTERNALLENGTH = 20', '{each,type,bytes,random,ksuid}')
    ) AS formats LOOP
        pair := type || ', ' || type;
        IF type = format THEN
            EXECUTE pg_catalog.format('CREATE TYPE %s', type);
            FOR name, arguments, result IN SELECT * FROM (VALUES
                ('in', 'cstring', type),
                ('out', type, 'cstring'),
                ('recv', 'internal', type),
                ('send', type, 'bytea')
            ) AS functions LOOP
                EXECUTE pg_catalog.format('CREATE FUNCTION %1$s_%2$s(%3$s) RETURNS %4$s
                    AS ''MODULE_PATHNAME'', ''sortid_pg_sql_%1$s_%2$s'' LANGUAGE c %5$s',
                    type, name, arguments, result, pure);
            END LOOP;
            EXECUTE pg_catalog.format('CREATE TYPE %1$s (
                INPUT = %1$s_in, OUTPUT = %1$s_out, RECEIVE = %1$s_recv, SEND = %1$s_send, %2$s)', type,
                layout || CASE type WHEN 'scru64' THEN '' ELSE ', ALIGNMENT = char, STORAGE = plain' END);

            -- The order is that of the bytes. That of scru64 is the server's for int8, as which it is stored.
            FOR name, symbol, arguments, result, labels IN SELECT * FROM (VALUES
                ('lt', 'int8lt', pair, 'boolean', tight),
                ('le', 'int8le', pair, 'boolean', tight),
                ('eq', 'int8eq', pair, 'boolean', tight),
                ('ge', 'int8ge', pair, 'boolean', tight),
                ('gt', 'int8gt', pair, 'boolean', tight),
                ('ne', 'int8ne', pair, 'boolean', tight),
                ('cmp', 'btint8cmp', pair, 'integer', tight),
                ('hash', 'hashint8', type, 'integer', tight),
                ('hash_extended', 'hashint8extended', type || ', bigint', 'bigint', tight),
                ('smaller', 'int8smaller', pair, type, pure),
                ('larger', 'int8larger', pair, type, pure)
            ) AS functions LOOP
                EXECUTE pg_catalog.format(CASE type
                    WHEN 'scru64' THEN 'CREATE FUNCTION %1$s_%2$s(%4$s) RETURNS %5$s AS %3$L LANGUAGE internal %6$s'
                    ELSE 'CREATE FUNCTION %1$s_%2$s(%4$s) RETURNS %5$s
                        AS ''MODULE_PATHNAME'', ''sortid_pg_sql_%1$s_%2$s'' LANGUAGE c %6$s'
                    END, type, name, symbol, arguments, result, labels);
            END LOOP;
            FOR sign, name, commutator, negator, estimator, join_estimator, other IN SELECT * FROM (VALUES
                ('<', 'lt', '>', '>=', 'sortid_rangesel', 'scalarltjoinsel', ''),
                ('<=', 'le', '>=', '>', 'sortid_rangesel', 'scalarlejoinsel', ''),
                ('=', 'eq', '=', '<>', 'eqsel', 'eqjoinsel', ', HASHES, MERGES'),
                ('>=', 'ge', '<=', '<', 'sortid_rangesel', 'scalargejoinsel', ''),
                ('>', 'gt', '<', '<=', 'sortid_rangesel', 'scalargtjoinsel', ''),
                ('<>', 'ne', '<>', '=', 'neqsel', 'neqjoinsel', '')
            ) AS operators LOOP
                EXECUTE pg_catalog.format('CREATE OPERATOR %2$s (FUNCTION = %1$s_%3$s, LEFTARG = %1$s, RIGHTARG = %1$s,
                    COMMUTATOR = %4$s, NEGATOR = %5$s, RESTRICT = %6$s, JOIN = %7$s %8$s)',
                    type, sign, name, commutator, negator, estimator, join_estimator, other);
            END LOOP;
        END IF;

        -- (not a record, which the planner would not compute)
        EXECUTE pg_catalog.format('CREATE TYPE %1$s_bounds AS (lower %2$s, upper %2$s)', format, type);
        FOR kind, name, symbol, arguments, result, labels IN SELECT * FROM (VALUES
            ('each', 'time', 'time', type, 'timestamptz', pure),
            ('each', 'min', 'min_at', 'timestamptz', type, pure),
            ('each', 'max', 'max_at', 'timestamptz', type, pure),
            ('each', 'prefix', 'prefix', 'prefix text', format || '_bounds', pure),
            ('each', 'within_lower', 'within_lower', span, type, pure),
            ('each', 'within_upper', 'within_upper', span, type, pure),
            ('each', 'within_support', 'within_support', 'internal', 'internal', pure),
            ('each', 'within', 'within', 'id ' || type || ', ' || span, 'boolean',
                tight || ' SUPPORT ' || format || '_within_support'),
            ('type', 'valid', 'valid', 'text', 'boolean', pure),
            ('type', 'from_bytea', 'from_bytea', 'bytea', type, pure),
            ('type', 'to_bytea', 'to_bytea', type, 'bytea', pure),
            ('type', 'timestamp', 'timestamp', type, 'bigint', pure),
            -- These depend on the session's time zone.
            ('type', 'local', 'local', type, 'timestamp', 'STABLE STRICT PARALLEL SAFE'),
            ('type', 'date', 'date', type, 'date', 'STABLE STRICT PARALLEL SAFE'),
            ('type', 'gist_compress', 'gist_compress', 'internal', 'internal', pure),
            ('type', 'gist_fetch', 'gist_fetch', 'internal', 'internal', pure),
            ('type', 'gist_consistent', 'gist_consistent', 'internal, ' || type || ', smallint, oid, internal',
                'boolean', pure),
            ('type', 'gin_extract_query', 'gin_extract_query',
                type || ', internal, smallint, internal, internal, internal, internal', 'internal', pure),
            ('type', 'gin_compare_prefix', 'gin_compare_prefix', pair || ', smallint, internal', 'integer', pure),
            ('bytes', 'sortsupport', 'sortsupport', 'internal', 'void', pure),
            ('bytes', 'distance', 'distance', pair, 'double precision', pure),
            ('bytes', 'at', 'at', 'timestamptz', type, 'STRICT ' || of_session),
            ('bytes', 'session', 'session', '', type, of_session),
            ('bytes', 'shared', 'shared', '', type, of_server),
            ('random', 'random', 'random', '', type, of_server),
            ('scru128', 'counter_hi', 'counter_hi', type, 'integer', pure),
            ('scru128', 'counter_lo', 'counter_lo', type, 'integer', pure),
            ('scru128', 'entropy', 'entropy', type, 'bigint', pure),
            ('scru128v1', 'counter', 'counter', type, 'integer', pure),
            ('scru128v1', 'per_sec_random', 'per_sec_random', type, 'integer', pure),
            ('scru128v1', 'per_gen_random', 'per_gen_random', type, 'bigint', pure),
            ('scru160', 'counter', 'counter', type, 'integer', pure),
            ('scru160', 'random16', 'random16', type, 'integer', pure),
            ('scru160', 'random80', 'random80', type, 'bytea', pure),
            ('scru64', 'node_ctr', 'node_ctr', type, 'integer', pure),
            ('scru64', 'node_id', 'node_id', 'id scru64, node_id_size integer', 'integer', pure),
            ('scru64', 'counter', 'counter', 'id scru64, node_id_size integer', 'integer', pure),
            ('scru64', 'from_bigint', 'from_int8', 'bigint', type, pure),
            ('ulid', 'randomness', 'randomness', type, 'bytea', pure),
            ('ulid', 'lenient', 'lenient', 'text', type, pure),
            -- The casts, by the names that they have in sortid-managed.sql.
            ('ulid', 'from_text', 'from_text', 'text', type, pure),
            ('ulid', 'to_text', 'to_text', type, 'text', pure),
            ('uuidv7', 'at', 'at', 'timestamptz', type, 'STRICT ' || of_session),
            ('ksuid', 'payload', 'payload', type, 'bytea', pure)
        ) AS functions (kind) WHERE functions.kind = ANY (kinds::text[]) LOOP
            EXECUTE pg_catalog.format('CREATE FUNCTION %1$s_%2$s(%4$s) RETURNS %5$s
                AS ''MODULE_PATHNAME'', ''sortid_pg_sql_%1$s_%3$s'' LANGUAGE c %6$s',
                format, name, symbol, arguments, result, labels);
        END LOOP;
        CONTINUE WHEN type <> format;

        EXECUTE pg_catalog.format('CREATE FUNCTION %1$s() RETURNS %1$s
            AS ''MODULE_PATHNAME'', ''sortid_pg_sql_%1$s_make'' LANGUAGE c %2$s',
            type, CASE type WHEN 'scru64' THEN of_server ELSE of_session END);
        EXECUTE pg_catalog.format($template$
            CREATE OPERATOR CLASS %1$s_ops DEFAULT FOR TYPE %1$s USING btree AS
                %2$s,
                FUNCTION 1 %1$s_cmp(%1$s, %1$s),
                FUNCTION 2 %3$s(internal),
                FUNCTION 4 btequalimage(oid);

            CREATE OPERATOR CLASS %1$s_ops DEFAULT FOR TYPE %1$s USING hash AS
                OPERATOR 1 =,
                FUNCTION 1 %1$s_hash(%1$s),
                FUNCTION 2 %1$s_hash_extended(%1$s, bigint);

            CREATE OPERATOR CLASS %1$s_minmax_ops DEFAULT FOR TYPE %1$s USING brin AS
                %2$s,
                FUNCTION 1 brin_minmax_opcinfo(internal),
                FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
                FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
                FUNCTION 4 brin_minmax_union(internal, internal, internal);

            CREATE OPERATOR CLASS %1$s_gist_ops DEFAULT FOR TYPE %1$s USING gist AS
                %2$s,
                FUNCTION 1 %1$s_gist_consistent(internal, %1$s, smallint, oid, internal),
                FUNCTION 2 sortid_gist_union(internal, internal),
                FUNCTION 3 %1$s_gist_compress(internal),
                FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
                FUNCTION 6 sortid_gist_picksplit(internal, internal),
                FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
                FUNCTION 9 %1$s_gist_fetch(internal),
                STORAGE bytea;

            CREATE FUNCTION %1$s_gin_extract_value(%1$s, internal) RETURNS internal
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

            CREATE OPERATOR CLASS %1$s_gin_ops DEFAULT FOR TYPE %1$s USING gin AS
                %2$s,
                FUNCTION 1 %1$s_cmp(%1$s, %1$s),
                FUNCTION 2 %1$s_gin_extract_value(%1$s, internal),
                FUNCTION 3 %1$s_gin_extract_query(%1$s, internal, smallint, internal, internal, internal, internal),
                FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
                FUNCTION 5 %1$s_gin_compare_prefix(%1$s, %1$s, smallint, internal),
                STORAGE %1$s;

            CREATE AGGREGATE min(%1$s) (
                SFUNC = %1$s_smaller, STYPE = %1$s, COMBINEFUNC = %1$s_smaller,
                SORTOP = <, PARALLEL = SAFE
            );

            CREATE AGGREGATE max(%1$s) (
                SFUNC = %1$s_larger, STYPE = %1$s, COMBINEFUNC = %1$s_larger,
                SORTOP = >, PARALLEL = SAFE
            );

            CREATE CAST (bytea AS %1$s) WITH FUNCTION %1$s_from_bytea(bytea);
            CREATE CAST (%1$s AS bytea) WITH FUNCTION %1$s_to_bytea(%1$s);
            CREATE CAST (%1$s AS timestamptz) WITH FUNCTION %1$s_time(%1$s);
            CREATE CAST (%1$s AS timestamp) WITH FUNCTION %1$s_local(%1$s);
            CREATE CAST (%1$s AS date) WITH FUNCTION %1$s_date(%1$s);
            $template$, type, 'OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >',
            CASE type WHEN 'scru64' THEN 'btint8sortsupport' ELSE type || '_sortsupport' END);
        IF layout = 'INTERNALLENGTH = 16' THEN
            -- The same 16 bytes: changing the type of a column does not rewrite the table.
            EXECUTE pg_catalog.format('CREATE CAST (uuid AS %1$s) WITHOUT FUNCTION;
                CREATE CAST (%1$s AS uuid) WITHOUT FUNCTION', type);
        ELSIF type = 'scru64' THEN
            CREATE CAST (bigint AS scru64) WITH FUNCTION scru64_from_bigint(bigint);
            CREATE CAST (scru64 AS bigint) WITHOUT FUNCTION;
        END IF;
    END LOOP;
END $script$;

-- ---- uuidv7
-- Servers from 18 on have a function uuidv7(), so these names begin with sortid.

CREATE FUNCTION sortid_uuidv7() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION sortid_uuidv7_session() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_session' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION sortid_uuidv7_random() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_random' LANGUAGE c VOLATILE PARALLEL SAFE;

CREATE FUNCTION sortid_uuidv7_shared() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- classes

-- Adds the operator classes that the server can have and the extension lacks, as after an upgrade of the
-- server. Returns what it has added. It runs as a superuser when a trusted role creates the extension in its own
-- schema, so its search path never contains that schema: all names of it are complete.
CREATE FUNCTION sortid_add_operator_classes() RETURNS SETOF text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $function$
DECLARE
    types CONSTANT text[] := ARRAY['scru128', 'scru128v1', 'scru160', 'scru64', 'ulid', 'ksuid'];
    version CONSTANT integer := current_setting('server_version_num');
    home CONSTANT regnamespace := (SELECT extnamespace FROM pg_extension WHERE extname = 'sortid');
    type text;
    class text;
    definition text;
BEGIN
    -- BRIN bloom and minmax_multi, from 14 on.
    FOR type, class, definition IN
        SELECT t, t || kind, format(body, home, t, CASE t
            WHEN 'scru64' THEN 'brin_minmax_multi_distance_int8(internal, internal)'
            ELSE format('%1$s.%2$s_distance(%1$s.%2$s, %1$s.%2$s)', home, t) END)
        FROM unnest(types) AS t, (VALUES ('_bloom_ops', $body$
            OPERATOR 1 %1$s.=,
            FUNCTION 1 brin_bloom_opcinfo(internal),
            FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
            FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
            FUNCTION 4 brin_bloom_union(internal, internal, internal),
            FUNCTION 5 brin_bloom_options(internal),
            FUNCTION 11 %1$s.%2$s_hash(%1$s.%2$s)$body$), ('_minmax_multi_ops', $body$
            OPERATOR 1 %1$s.<, OPERATOR 2 %1$s.<=, OPERATOR 3 %1$s.=, OPERATOR 4 %1$s.>=, OPERATOR 5 %1$s.>,
            FUNCTION 1 brin_minmax_multi_opcinfo(internal),
            FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
            FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
            FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
            FUNCTION 5 brin_minmax_multi_options(internal),
            FUNCTION 11 %3$s$body$)) AS classes (kind, body)
        WHERE version >= 140000 AND NOT EXISTS (SELECT FROM pg_opclass
            WHERE opcname = t || kind AND opcnamespace = home)
    LOOP
        EXECUTE format('CREATE OPERATOR CLASS %1$s.%2$I FOR TYPE %1$s.%3$I USING brin AS %4$s',
            home, class, type, definition);
        -- (a script of the extension does that by itself)
        IF NOT EXISTS (SELECT FROM pg_depend JOIN pg_opclass AS c ON c.oid = objid
            WHERE classid = 'pg_opclass'::regclass AND deptype = 'e' AND opcname = class AND opcnamespace = home)
        THEN
            EXECUTE format('ALTER EXTENSION sortid ADD OPERATOR FAMILY %1$s.%2$I USING brin;
                ALTER EXTENSION sortid ADD OPERATOR CLASS %1$s.%2$I USING brin', home, class);
        END IF;
        RETURN NEXT class;
    END LOOP;
    -- WITHOUT OVERLAPS by GiST, from 18 on.
    FOR class IN
        SELECT opfname FROM unnest(types) AS t JOIN pg_opfamily AS f ON opfname = t || '_gist_ops'
        WHERE version >= 180000 AND opfnamespace = home
            AND NOT EXISTS (SELECT FROM pg_amproc WHERE amprocfamily = f.oid AND amprocnum = 12)
    LOOP
        EXECUTE format('ALTER OPERATOR FAMILY %1$s.%2$I USING gist
            ADD FUNCTION 12 ("any", "any") %1$s.sortid_gist_strategy(integer)', home, class);
        RETURN NEXT class || ': WITHOUT OVERLAPS';
    END LOOP;
END $function$;

SELECT sortid_add_operator_classes();
