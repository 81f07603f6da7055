-- SPDX-License-Identifier: MIT
-- The functions and casts of the extension pg-ulid (andrielfn/pg-ulid), by those of sortid. Optional:
-- run it as a superuser in a database that has sortid and no longer pg-ulid:
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f "$(pg_config --sharedir)/extension/sortid-pg-ulid.sql"
-- It creates ordinary functions in the first schema of the search path, which dumps contain. Times
-- become new IDs. All casts are explicit. In functions, times without a zone are UTC; in casts they
-- are in the session's time zone, as in those of sortid and of the server.
DO $script$
DECLARE
    -- The schema of sortid, so that the functions do not depend on the search path.
    s CONSTANT text := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'sortid');
    pure CONSTANT text := 'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE';
    new CONSTANT text := 'LANGUAGE sql VOLATILE STRICT PARALLEL RESTRICTED';
BEGIN
    IF s IS NULL THEN
        RAISE EXCEPTION 'the extension sortid is missing' USING HINT = 'CREATE EXTENSION sortid;';
    END IF;
    EXECUTE pg_catalog.format($$
        CREATE FUNCTION gen_ulid() RETURNS %1$s.ulid %3$s AS 'SELECT %1$s.ulid()';
        CREATE FUNCTION bytea_to_ulid(bytea) RETURNS %1$s.ulid %2$s AS 'SELECT $1::%1$s.ulid';
        CREATE FUNCTION ulid_to_timestamptz(%1$s.ulid) RETURNS timestamptz %2$s AS 'SELECT %1$s.ulid_time($1)';
        CREATE FUNCTION timestamptz_to_ulid(timestamptz) RETURNS %1$s.ulid %3$s AS 'SELECT %1$s.ulid_at($1)';
        CREATE FUNCTION ulid_to_timestamp(%1$s.ulid) RETURNS timestamp %2$s
            AS 'SELECT %1$s.ulid_time($1) AT TIME ZONE ''UTC''';
        CREATE FUNCTION timestamp_to_ulid(timestamp) RETURNS %1$s.ulid %3$s
            AS 'SELECT %1$s.ulid_at($1 AT TIME ZONE ''UTC'')';
        CREATE FUNCTION local_timestamp_to_ulid(timestamp) RETURNS %1$s.ulid %3$s
            AS 'SELECT %1$s.ulid_at($1::timestamptz)';
        CREATE CAST (timestamptz AS %1$s.ulid) WITH FUNCTION timestamptz_to_ulid(timestamptz);
        CREATE CAST (timestamp AS %1$s.ulid) WITH FUNCTION local_timestamp_to_ulid(timestamp);
        $$, s, pure, new);
END $script$;
