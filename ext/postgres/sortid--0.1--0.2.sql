-- SPDX-License-Identifier: MIT
-- Turns version 0.1 of the extension into 0.2. Written by hand; tests/postgres/upgrade.sh compares the result
-- with an installation of 0.2.
\echo Use "ALTER EXTENSION sortid UPDATE" to load this file. \quit

-- ---- The types of 0.1: estimates, bounds that replace TYPE_within in plans, GiST, minmax_multi, TYPE_at

CREATE FUNCTION sortid_reload() RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_reload' LANGUAGE c VOLATILE;

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

DO $script$
DECLARE
    type text;
    verb text;
BEGIN
    -- The schema of the extension may have functions of the same names, and this runs as a superuser.
    FOREACH type IN ARRAY ARRAY['scru128', 'scru128v1', 'scru160', 'scru64', 'ulid'] LOOP
        FOREACH verb IN ARRAY ARRAY['<', '<=', '>=', '>'] LOOP
            EXECUTE pg_catalog.format('ALTER OPERATOR %s (%I, %I) SET (RESTRICT = sortid_rangesel)', verb, type, type);
        END LOOP;
        FOREACH verb IN ARRAY ARRAY['within_lower', 'within_upper'] LOOP
            EXECUTE pg_catalog.format($$CREATE FUNCTION %1$s_%2$s(since timestamptz, until timestamptz) RETURNS %1$s
                AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_%2$s' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE$$,
                type, verb);
        END LOOP;
        EXECUTE pg_catalog.format($$CREATE FUNCTION %1$s_gist_compress(internal) RETURNS internal
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
        CREATE FUNCTION %1$s_gist_fetch(internal) RETURNS internal
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
        CREATE FUNCTION %1$s_gist_consistent(internal, %1$s, smallint, oid, internal) RETURNS boolean
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
        CREATE OPERATOR CLASS %1$s_gist_ops DEFAULT FOR TYPE %1$s USING gist AS
            OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
            FUNCTION 1 %1$s_gist_consistent(internal, %1$s, smallint, oid, internal),
            FUNCTION 2 sortid_gist_union(internal, internal),
            FUNCTION 3 %1$s_gist_compress(internal),
            FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
            FUNCTION 6 sortid_gist_picksplit(internal, internal),
            FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
            FUNCTION 9 %1$s_gist_fetch(internal),
            STORAGE bytea$$, type);
        IF type <> 'scru64' THEN
            EXECUTE pg_catalog.format($$CREATE FUNCTION %1$s_distance(%1$s, %1$s) RETURNS double precision
                AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_distance' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE$$, type);
        END IF;
        EXECUTE pg_catalog.format($$CREATE FUNCTION %1$s_gin_extract_value(%1$s, internal) RETURNS internal
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
        CREATE FUNCTION %1$s_gin_extract_query(%1$s, internal, smallint, internal, internal, internal, internal)
            RETURNS internal
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
        CREATE FUNCTION %1$s_gin_compare_prefix(%1$s, %1$s, smallint, internal) RETURNS integer
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
        CREATE OPERATOR CLASS %1$s_gin_ops DEFAULT FOR TYPE %1$s USING gin AS
            OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
            FUNCTION 1 %1$s_cmp(%1$s, %1$s),
            FUNCTION 2 %1$s_gin_extract_value(%1$s, internal),
            FUNCTION 3 %1$s_gin_extract_query(%1$s, internal, smallint, internal, internal, internal, internal),
            FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
            FUNCTION 5 %1$s_gin_compare_prefix(%1$s, %1$s, smallint, internal),
            STORAGE %1$s$$, type);
        CONTINUE WHEN type = 'scru64';
        EXECUTE pg_catalog.format($$CREATE FUNCTION %1$s_at(timestamptz) RETURNS %1$s
            AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED$$, type);
    END LOOP;
END $script$;

-- ---- uuidv7: UUIDv7 (RFC 9562) ---------------------------------------------------------

CREATE FUNCTION uuidv7_time(uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_min(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_max(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_within_first(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_within_last(timestamptz, timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_within_lower(since timestamptz, until timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_within_upper(since timestamptz, until timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_within(id uuid, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT uuidv7_within_support;

CREATE FUNCTION sortid_uuidv7() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION sortid_uuidv7_fraction() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_fraction' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION sortid_uuidv7_random() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_random' LANGUAGE c VOLATILE PARALLEL SAFE;

CREATE FUNCTION uuidv7_at(timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION sortid_uuidv7_shared() RETURNS uuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_uuidv7_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- ksuid: KSUID ----------------------------------------------------------------------

CREATE TYPE ksuid;

CREATE FUNCTION ksuid_in(cstring) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_out(ksuid) RETURNS cstring
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_recv(internal) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_send(ksuid) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE ksuid (
    INPUT = ksuid_in, OUTPUT = ksuid_out, RECEIVE = ksuid_recv, SEND = ksuid_send,
    INTERNALLENGTH = 20, ALIGNMENT = char, STORAGE = plain
);

CREATE FUNCTION ksuid_lt(ksuid, ksuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR < (
    FUNCTION = ksuid_lt, LEFTARG = ksuid, RIGHTARG = ksuid,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = sortid_rangesel, JOIN = scalarltjoinsel
);

CREATE FUNCTION ksuid_le(ksuid, ksuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <= (
    FUNCTION = ksuid_le, LEFTARG = ksuid, RIGHTARG = ksuid,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = sortid_rangesel, JOIN = scalarlejoinsel
);

CREATE FUNCTION ksuid_eq(ksuid, ksuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR = (
    FUNCTION = ksuid_eq, LEFTARG = ksuid, RIGHTARG = ksuid,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE FUNCTION ksuid_ge(ksuid, ksuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR >= (
    FUNCTION = ksuid_ge, LEFTARG = ksuid, RIGHTARG = ksuid,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = sortid_rangesel, JOIN = scalargejoinsel
);

CREATE FUNCTION ksuid_gt(ksuid, ksuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR > (
    FUNCTION = ksuid_gt, LEFTARG = ksuid, RIGHTARG = ksuid,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = sortid_rangesel, JOIN = scalargtjoinsel
);

CREATE FUNCTION ksuid_ne(ksuid, ksuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <> (
    FUNCTION = ksuid_ne, LEFTARG = ksuid, RIGHTARG = ksuid,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE FUNCTION ksuid_cmp(ksuid, ksuid) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ksuid_hash(ksuid) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ksuid_hash_extended(ksuid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ksuid_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_sortsupport' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_distance(ksuid, ksuid) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_distance' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS ksuid_ops DEFAULT FOR TYPE ksuid USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ksuid_cmp(ksuid, ksuid),
    FUNCTION 2 ksuid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS ksuid_ops DEFAULT FOR TYPE ksuid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 ksuid_hash(ksuid),
    FUNCTION 2 ksuid_hash_extended(ksuid, bigint);

CREATE OPERATOR CLASS ksuid_minmax_ops DEFAULT FOR TYPE ksuid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE FUNCTION ksuid_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_gist_consistent(internal, ksuid, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS ksuid_gist_ops DEFAULT FOR TYPE ksuid USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ksuid_gist_consistent(internal, ksuid, smallint, oid, internal),
    FUNCTION 2 sortid_gist_union(internal, internal),
    FUNCTION 3 ksuid_gist_compress(internal),
    FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
    FUNCTION 6 sortid_gist_picksplit(internal, internal),
    FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
    FUNCTION 9 ksuid_gist_fetch(internal),
    STORAGE bytea;

CREATE FUNCTION ksuid_gin_extract_value(ksuid, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_gin_extract_query(ksuid, internal, smallint, internal, internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_gin_compare_prefix(ksuid, ksuid, smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS ksuid_gin_ops DEFAULT FOR TYPE ksuid USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ksuid_cmp(ksuid, ksuid),
    FUNCTION 2 ksuid_gin_extract_value(ksuid, internal),
    FUNCTION 3 ksuid_gin_extract_query(ksuid, internal, smallint, internal, internal, internal, internal),
    FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
    FUNCTION 5 ksuid_gin_compare_prefix(ksuid, ksuid, smallint, internal),
    STORAGE ksuid;

CREATE FUNCTION ksuid_smaller(ksuid, ksuid) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(ksuid) (
    SFUNC = ksuid_smaller, STYPE = ksuid, COMBINEFUNC = ksuid_smaller,
    SORTOP = <, PARALLEL = SAFE
);

CREATE FUNCTION ksuid_larger(ksuid, ksuid) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE max(ksuid) (
    SFUNC = ksuid_larger, STYPE = ksuid, COMBINEFUNC = ksuid_larger,
    SORTOP = >, PARALLEL = SAFE
);

CREATE FUNCTION ksuid_from_bytea(bytea) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_to_bytea(ksuid) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_time(ksuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS ksuid) WITH FUNCTION ksuid_from_bytea(bytea);
CREATE CAST (ksuid AS bytea) WITH FUNCTION ksuid_to_bytea(ksuid);
CREATE CAST (ksuid AS timestamptz) WITH FUNCTION ksuid_time(ksuid);

CREATE FUNCTION ksuid_min(timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_max(timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_within_first(timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_within_last(timestamptz, timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_within_lower(since timestamptz, until timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_within_upper(since timestamptz, until timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_within(id ksuid, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ksuid_within_support;

CREATE FUNCTION ksuid_timestamp(ksuid) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_payload(ksuid) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_payload' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ksuid() RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION ksuid_at(timestamptz) RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION ksuid_random() RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_random' LANGUAGE c VOLATILE PARALLEL SAFE;

CREATE FUNCTION ksuid_shared() RETURNS ksuid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ksuid_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- Operator classes of newer servers ----------------------------------------------

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
