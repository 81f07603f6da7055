-- SPDX-License-Identifier: MIT
-- Turns version 0.1 of the extension into 0.2. Written by hand; tests/postgres/upgrade.sh compares the result
-- with an installation of 0.2.
\echo Use "ALTER EXTENSION sortid UPDATE" to load this file. \quit

-- ---- The types of 0.1: estimates, bounds that replace TYPE_within in plans, IDs for given times ----

CREATE FUNCTION sortid_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_rangesel' LANGUAGE c STABLE STRICT PARALLEL SAFE;

DO $script$
DECLARE
    type text;
    verb text;
BEGIN
    FOREACH type IN ARRAY ARRAY['scru128', 'scru128v1', 'scru160', 'scru64', 'ulid'] LOOP
        FOREACH verb IN ARRAY ARRAY['<', '<=', '>=', '>'] LOOP
            EXECUTE format('ALTER OPERATOR %s (%I, %I) SET (RESTRICT = sortid_rangesel)', verb, type, type);
        END LOOP;
        FOREACH verb IN ARRAY ARRAY['within_lower', 'within_upper'] LOOP
            EXECUTE format($$CREATE FUNCTION %1$s_%2$s(since timestamptz, until timestamptz) RETURNS %1$s
                AS 'MODULE_PATHNAME', 'sortid_pg_sql_%1$s_%2$s' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE$$,
                type, verb);
        END LOOP;
        CONTINUE WHEN type = 'scru64';
        EXECUTE format($$CREATE FUNCTION %1$s_at(timestamptz) RETURNS %1$s
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
