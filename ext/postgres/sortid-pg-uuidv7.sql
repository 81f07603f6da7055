-- SPDX-License-Identifier: MIT
-- The functions of the extension pg_uuidv7, by those of sortid. Optional: run it in a database that
-- has sortid and no longer pg_uuidv7:
--   psql -v ON_ERROR_STOP=1 -d DATABASE -f "$(pg_config --sharedir)/extension/sortid-pg-uuidv7.sql"
-- It creates ordinary functions in the first schema of the search path, which dumps contain. Times
-- without a zone are UTC.
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
        CREATE FUNCTION uuid_generate_v7() RETURNS uuid %3$s AS 'SELECT %1$s.sortid_uuidv7()';
        CREATE FUNCTION uuid_v7_to_timestamptz(uuid) RETURNS timestamptz %2$s AS 'SELECT %1$s.uuidv7_time($1)';
        CREATE FUNCTION uuid_v7_to_timestamp(uuid) RETURNS timestamp %2$s
            AS 'SELECT %1$s.uuidv7_time($1) AT TIME ZONE ''UTC''';
        CREATE FUNCTION uuid_timestamptz_to_v7(timestamptz, zero boolean DEFAULT false) RETURNS uuid %3$s
            AS 'SELECT CASE WHEN zero THEN %1$s.uuidv7_min($1) ELSE %1$s.uuidv7_at($1) END';
        CREATE FUNCTION uuid_timestamp_to_v7(timestamp, zero boolean DEFAULT false) RETURNS uuid %3$s
            AS 'SELECT CASE WHEN zero THEN %1$s.uuidv7_min($1 AT TIME ZONE ''UTC'')
                ELSE %1$s.uuidv7_at($1 AT TIME ZONE ''UTC'') END';
        $$, s, pure, new);
END $script$;
