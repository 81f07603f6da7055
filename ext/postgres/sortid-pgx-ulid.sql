-- SPDX-License-Identifier: MIT
-- The functions and casts of the extension pgx_ulid, by those of sortid. Optional: run it as a
-- superuser in a database that has sortid and no longer pgx_ulid:
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f "$(pg_config --sharedir)/extension/sortid-pgx-ulid.sql"
-- It creates ordinary functions in the first schema of the search path, which dumps contain. Times
-- become the first ID of their ms. All casts are explicit. In functions, times without a zone are
-- UTC; in casts they are in the session's time zone, as in those of sortid and of the server.
DO $script$
DECLARE
    -- The schema of sortid, so that the functions do not depend on the search path.
    s CONSTANT text := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'sortid');
    pure CONSTANT text := 'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE';
BEGIN
    IF s IS NULL THEN
        RAISE EXCEPTION 'the extension sortid is missing' USING HINT = 'CREATE EXTENSION sortid;';
    END IF;
    EXECUTE pg_catalog.format($$
        CREATE FUNCTION gen_ulid() RETURNS %1$s.ulid LANGUAGE sql VOLATILE PARALLEL SAFE
            AS 'SELECT %1$s.ulid_random()';
        CREATE FUNCTION gen_monotonic_ulid() RETURNS %1$s.ulid LANGUAGE sql VOLATILE PARALLEL SAFE
            AS 'SELECT %1$s.ulid_shared()';
        CREATE FUNCTION ulid_from_uuid(uuid) RETURNS %1$s.ulid %2$s AS 'SELECT $1::%1$s.ulid';
        CREATE FUNCTION ulid_to_uuid(%1$s.ulid) RETURNS uuid %2$s AS 'SELECT $1::pg_catalog.uuid';
        CREATE FUNCTION ulid_to_timestamptz(%1$s.ulid) RETURNS timestamptz %2$s AS 'SELECT %1$s.ulid_time($1)';
        CREATE FUNCTION timestamptz_to_ulid(timestamptz) RETURNS %1$s.ulid %2$s AS 'SELECT %1$s.ulid_min($1)';
        CREATE FUNCTION ulid_to_timestamp(%1$s.ulid) RETURNS timestamp %2$s
            AS 'SELECT %1$s.ulid_time($1) AT TIME ZONE ''UTC''';
        CREATE FUNCTION timestamp_to_ulid(timestamp) RETURNS %1$s.ulid %2$s
            AS 'SELECT %1$s.ulid_min($1 AT TIME ZONE ''UTC'')';
        CREATE FUNCTION local_timestamp_to_ulid(timestamp) RETURNS %1$s.ulid LANGUAGE sql STABLE STRICT PARALLEL SAFE
            AS 'SELECT %1$s.ulid_min($1::timestamptz)';
        CREATE CAST (timestamptz AS %1$s.ulid) WITH FUNCTION timestamptz_to_ulid(timestamptz);
        CREATE CAST (timestamp AS %1$s.ulid) WITH FUNCTION local_timestamp_to_ulid(timestamp);
        $$, s, pure);
END $script$;
