-- SPDX-License-Identifier: MIT
-- The functions and casts of the extension pgx_ulid, by those of sortid. Optional: run it as a
-- superuser in a database that has sortid and no longer pgx_ulid:
--   psql -d DATABASE -f "$(pg_config --sharedir)/extension/sortid-pgx-ulid.sql"
-- It creates ordinary functions in the first schema of the search path, which dumps contain. Casts
-- from a timestamp give the first ID of its ms. All casts are explicit. Times without a zone are
-- UTC.
\set ON_ERROR_STOP on
BEGIN;
DO $script$
DECLARE
    -- The schema of sortid, so that the functions do not depend on the search path.
    s CONSTANT text := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'sortid');
    pure CONSTANT text := 'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE';
BEGIN
    IF s IS NULL THEN
        RAISE EXCEPTION 'the extension sortid is missing' USING HINT = 'CREATE EXTENSION sortid;';
    END IF;
    EXECUTE pg_catalog.format('CREATE FUNCTION gen_ulid() RETURNS %1$s.ulid
        LANGUAGE sql VOLATILE PARALLEL SAFE AS ''SELECT %1$s.ulid_random()''', s);
    EXECUTE pg_catalog.format('CREATE FUNCTION gen_monotonic_ulid() RETURNS %1$s.ulid
        LANGUAGE sql VOLATILE PARALLEL SAFE AS ''SELECT %1$s.ulid_shared()''', s);
    EXECUTE pg_catalog.format('CREATE FUNCTION ulid_from_uuid(uuid) RETURNS %s.ulid %s AS ''SELECT $1::%1$s.ulid''', s, pure);
    EXECUTE pg_catalog.format('CREATE FUNCTION ulid_to_uuid(%s.ulid) RETURNS uuid %s AS ''SELECT $1::pg_catalog.uuid''', s, pure);
    EXECUTE pg_catalog.format('CREATE FUNCTION ulid_to_timestamptz(%s.ulid) RETURNS timestamptz %s
        AS ''SELECT %1$s.ulid_time($1)''', s, pure);
    EXECUTE pg_catalog.format('CREATE FUNCTION timestamptz_to_ulid(timestamptz) RETURNS %s.ulid %s
        AS ''SELECT %1$s.ulid_min($1)''', s, pure);
    EXECUTE pg_catalog.format('CREATE FUNCTION ulid_to_timestamp(%s.ulid) RETURNS timestamp %s
        AS ''SELECT %1$s.ulid_time($1) AT TIME ZONE ''''UTC''''''', s, pure);
    EXECUTE pg_catalog.format('CREATE FUNCTION timestamp_to_ulid(timestamp) RETURNS %s.ulid %s
        AS ''SELECT %1$s.ulid_min($1 AT TIME ZONE ''''UTC'''')''', s, pure);
    EXECUTE pg_catalog.format('CREATE CAST (timestamptz AS %s.ulid) WITH FUNCTION timestamptz_to_ulid(timestamptz)', s);
    EXECUTE pg_catalog.format('CREATE CAST (%s.ulid AS timestamp) WITH FUNCTION ulid_to_timestamp(%1$s.ulid)', s);
    EXECUTE pg_catalog.format('CREATE CAST (timestamp AS %s.ulid) WITH FUNCTION timestamp_to_ulid(timestamp)', s);
END $script$;
COMMIT;
