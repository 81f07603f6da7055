-- SPDX-License-Identifier: MIT
-- ULID and UUIDv7 for servers where no extension in C can be installed, in SQL and PL/pgSQL: the
-- schema `sortid`, with functions that have the names and results of the extension's.
-- docs/postgresql-managed.md says what differs. Needs PostgreSQL 13 to 18, and a role with the
-- right CREATE on the database. Any client can run it; run again, it replaces the functions:
--   psql -1 -v ON_ERROR_STOP=1 -f sortid-managed.sql
--
-- Functions run with the caller's search path. Names of this schema are complete. Arguments of the
-- server's functions and operators have exactly their types, so nothing on the path fits better.

DO $script$
BEGIN
    IF to_regnamespace('sortid') IS NULL THEN
        CREATE SCHEMA sortid;
        GRANT USAGE ON SCHEMA sortid TO PUBLIC;
    END IF;
    -- (only the owner of the schema may do that)
    COMMENT ON SCHEMA sortid IS 'sortid 0.9 in SQL, without the extension';
    IF to_regtype('sortid.ulid') IS NULL THEN
        -- It has no constraint, so that ALTER TYPE does not rewrite tables.
        CREATE DOMAIN sortid.ulid AS uuid;
    ELSIF (SELECT typtype FROM pg_type WHERE oid = to_regtype('sortid.ulid')) <> 'd' THEN
        RAISE EXCEPTION 'the schema sortid contains the extension sortid'
            USING HINT = 'Move it: ALTER EXTENSION sortid SET SCHEMA ...';
    END IF;
END $script$;

-- ---- text

CREATE OR REPLACE FUNCTION sortid.ulid_valid(text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT $1 COLLATE "C" ~ '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$'
$$;

CREATE OR REPLACE FUNCTION sortid.ulid_to_text(sortid.ulid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    hex CONSTANT text := encode(uuid_send($1::uuid), 'hex');
    bits CONSTANT varbit := B'00'::varbit || ('x' || hex)::bit(128)::varbit;
    digits text := '';
BEGIN
    FOR n IN 0..25 LOOP
        digits := digits || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
            1 + substring(bits FROM 5 * n + 1 FOR 5)::bit(5)::integer, 1);
    END LOOP;
    RETURN digits;
END $$;

-- Length first, then the digits from the left, then the range. Positions count bytes; before the
-- first wrong digit, bytes and characters are the same.
CREATE OR REPLACE FUNCTION sortid.ulid_from_text(text) RETURNS sortid.ulid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    -- The last 5 bits of a place are the value of the digit, in both cases.
    alphabet CONSTANT text COLLATE "C" :=
        '0123456789ABCDEFGHJKMNPQRSTVWXYZ0123456789abcdefghjkmnpqrstvwxyz';
    digits CONSTANT text COLLATE "C" := $1;
    bits varbit := B'';
    place integer;
BEGIN
    IF octet_length(digits) <> 26 THEN
        RAISE EXCEPTION 'invalid input syntax for type ulid: "%"', digits USING ERRCODE = '22P02',
            DETAIL = pg_catalog.format('At position %s: wrong length.',
                least(octet_length(digits), 26) + 1);
    END IF;
    FOR n IN 1..26 LOOP
        place := strpos(alphabet, substr(digits, n, 1));
        IF place = 0 THEN
            RAISE EXCEPTION 'invalid input syntax for type ulid: "%"', digits
                USING ERRCODE = '22P02',
                DETAIL = pg_catalog.format('At position %s: not a digit of this format.', n);
        END IF;
        bits := bits || (place - 1)::bit(5)::varbit;
    END LOOP;
    IF substring(bits FROM 1 FOR 2) <> B'00' THEN
        RAISE EXCEPTION 'value "%" is out of range for type ulid', digits USING ERRCODE = '22003';
    END IF;
    RETURN (lpad(to_hex(substring(bits FROM 3 FOR 64)::bit(64)::bigint), 16, '0') ||
        lpad(to_hex(substring(bits FROM 67)::bit(64)::bigint), 16, '0'))::uuid;
END $$;

-- ---- TypeIDs
-- The digits of a TypeID are those of a ULID in lower case.

CREATE OR REPLACE FUNCTION sortid.typeid_valid(id text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT $1 COLLATE "C" ~ '^([a-z]([a-z_]{0,61}[a-z])?_)?[0-7][0-9a-hjkmnp-tv-z]{25}$'
$$;

-- The text before the digits, without its underscore.
CREATE OR REPLACE FUNCTION sortid.sortid_typeid_prefix(id text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT left($1, greatest(length($1) - 27, 0))
$$;

CREATE OR REPLACE FUNCTION sortid.typeid_valid(id text, prefix text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT sortid.typeid_valid($1) AND sortid.sortid_typeid_prefix($1) COLLATE "C" = $2
$$;

CREATE OR REPLACE FUNCTION sortid.typeid_decode(id text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF NOT sortid.typeid_valid(id) THEN
        RAISE EXCEPTION 'invalid input syntax for type TypeID: "%"', id USING ERRCODE = '22P02';
    END IF;
    RETURN sortid.ulid_from_text(upper(right(id, 26)))::uuid;
END $$;

CREATE OR REPLACE FUNCTION sortid.typeid_decode(id text, prefix text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    decoded CONSTANT uuid := sortid.typeid_decode(id);
BEGIN
    IF NOT sortid.typeid_valid(id, prefix) THEN
        RAISE EXCEPTION 'the prefix of the TypeID "%" is not "%"', id, prefix
            USING ERRCODE = '22023';
    END IF;
    RETURN decoded;
END $$;

CREATE OR REPLACE FUNCTION sortid.typeid_encode(prefix text, id uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    encoded CONSTANT text := prefix || left('_', length(prefix)) || lower(sortid.ulid_to_text(id));
BEGIN
    IF NOT sortid.typeid_valid(encoded) THEN
        RAISE EXCEPTION 'invalid prefix of a TypeID: "%"', prefix USING ERRCODE = '22023';
    END IF;
    RETURN encoded;
END $$;

-- ---- time
-- The first 48 bits of an ID are the ms since 1970. The server's times are microseconds since 2000,
-- 946684800000000 later; 280528291910656000 of these is the end of 2^48 ms.

-- A time as the server stores it. The infinities are the ends of bigint.
CREATE OR REPLACE FUNCTION sortid.sortid_us(timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ('x' || encode(timestamptz_send($1), 'hex'))::bit(64)::bigint
$$;

CREATE OR REPLACE FUNCTION sortid.ulid_timestamp(sortid.ulid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ('x' || left(encode(uuid_send($1::uuid), 'hex'), 12))::bit(48)::bigint
$$;

-- In two parts, because an interval is computed in double precision.
CREATE OR REPLACE FUNCTION sortid.ulid_time(sortid.ulid) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    ms CONSTANT bigint := sortid.ulid_timestamp($1);
    day CONSTANT bigint := 86400000;
BEGIN
    RETURN (timestamp '1970-01-01' + pg_catalog.make_interval(days => (ms / day)::integer,
        secs => (ms % day)::double precision / 1000::double precision)) AT TIME ZONE 'UTC';
END $$;

CREATE OR REPLACE FUNCTION sortid.sortid_is_uuidv7(uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT get_byte(uuid_send($1), 6) >> 4 = 7 AND get_byte(uuid_send($1), 8) >> 6 = 2
$$;

CREATE OR REPLACE FUNCTION sortid.uuidv7_time(uuid) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF NOT sortid.sortid_is_uuidv7($1) THEN
        RAISE EXCEPTION 'UUID % is not of version 7', $1 USING ERRCODE = '22023';
    END IF;
    RETURN sortid.ulid_time($1);
END $$;

-- The ms that contains a time, as 12 hex digits.
CREATE OR REPLACE FUNCTION sortid.sortid_digits(at timestamptz, format text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    us CONSTANT bigint := sortid.sortid_us(at);
BEGIN
    IF us < -946684800000000 OR us >= 280528291910656000 THEN
        RAISE EXCEPTION 'timestamp out of range for %', format USING ERRCODE = '22008',
            DETAIL = 'The times are from 1970-01-01 00:00:00 to 10889-08-02 05:31:50.655, in UTC.';
    END IF;
    RETURN lpad(to_hex((us + 946684800000000) / 1000), 12, '0');
END $$;

-- A bound of a time range in ms since 1970, rounded up: 0 for earlier times, 2^48 for later ones.
CREATE OR REPLACE FUNCTION sortid.sortid_bound(at timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN (least(greatest(sortid.sortid_us(at), -946684800000000), 280528291910656000)
        + 946684800000999) / 1000;
END $$;

-- What ULID and UUIDv7 share. In PL/pgSQL, whose plans are kept: these run once for each query.
DO $script$
DECLARE
    format text;
    type text;
    first text; -- what follows the time in the first and in the last ID of a ms
    last text;
BEGIN
    FOR format, type, first, last IN VALUES
        ('ulid', 'sortid.ulid', '00000000000000000000', 'ffffffffffffffffffff'),
        ('uuidv7', 'uuid', '70008000000000000000', '7fffbfffffffffffffff') LOOP
        EXECUTE pg_catalog.format($template$
            CREATE OR REPLACE FUNCTION sortid.%1$s_min(timestamptz) RETURNS %2$s
            LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
                RETURN (sortid.sortid_digits($1, '%1$s') || '%3$s')::uuid;
            END $$;

            CREATE OR REPLACE FUNCTION sortid.%1$s_max(timestamptz) RETURNS %2$s
            LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
                RETURN (sortid.sortid_digits($1, '%1$s') || '%4$s')::uuid;
            END $$;

            -- If the range has no ID, the lower bound is above the upper one.
            CREATE OR REPLACE FUNCTION sortid.%1$s_within_lower(
                since timestamptz, until timestamptz) RETURNS %2$s
            LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
                IF sortid.sortid_bound(since) >= sortid.sortid_bound(until) THEN
                    RETURN 'ffffffffffff%4$s'::uuid;
                END IF;
                RETURN (lpad(to_hex(sortid.sortid_bound(since)), 12, '0') || '%3$s')::uuid;
            END $$;

            CREATE OR REPLACE FUNCTION sortid.%1$s_within_upper(
                since timestamptz, until timestamptz) RETURNS %2$s
            LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
                IF sortid.sortid_bound(since) >= sortid.sortid_bound(until) THEN
                    RETURN '000000000000%3$s'::uuid;
                END IF;
                RETURN (lpad(to_hex(sortid.sortid_bound(until) - 1), 12, '0') || '%4$s')::uuid;
            END $$;
            $template$, format, type, first, last);
    END LOOP;
END $script$;

-- The planner replaces these calls by the comparisons, which use indexes and prune partitions.
CREATE OR REPLACE FUNCTION sortid.ulid_within(id sortid.ulid, since timestamptz, until timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT id OPERATOR(pg_catalog.>=) sortid.ulid_within_lower(since, until)
        AND id OPERATOR(pg_catalog.<=) sortid.ulid_within_upper(since, until)
$$;

-- Between UUIDs of version 7 are UUIDs of other versions.
CREATE OR REPLACE FUNCTION sortid.uuidv7_within(id uuid, since timestamptz, until timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT id >= sortid.uuidv7_within_lower(since, until)
        AND id <= sortid.uuidv7_within_upper(since, until) AND sortid.sortid_is_uuidv7(id)
$$;

-- ---- aggregates, which servers do not have for uuid

CREATE OR REPLACE FUNCTION sortid.sortid_smaller(uuid, uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT least($1, $2)';

CREATE OR REPLACE FUNCTION sortid.sortid_larger(uuid, uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT greatest($1, $2)';

CREATE OR REPLACE AGGREGATE sortid.min(uuid) (SFUNC = sortid.sortid_smaller, STYPE = uuid,
    COMBINEFUNC = sortid.sortid_smaller, SORTOP = OPERATOR(pg_catalog.<), PARALLEL = SAFE);

CREATE OR REPLACE AGGREGATE sortid.max(uuid) (SFUNC = sortid.sortid_larger, STYPE = uuid,
    COMBINEFUNC = sortid.sortid_larger, SORTOP = OPERATOR(pg_catalog.>), PARALLEL = SAFE);

-- ---- generators
-- The first 60 bits of an ID are a time in 1/4096 ms, and the others are new random bits. Times
-- increase: each is the clock's, or the last one + 1 if the clock is not later. A call takes longer
-- than a microsecond, so IDs are not ahead of a clock that was not set back, and their order does
-- not need the state. The state is for a clock that is set back. It is a setting of the session,
-- and a rollback restores its earlier value. Its name does not begin with `sortid.`, because the
-- extension reserves these names.

-- If the clock was set back by more than 10 s, times begin again at the clock's. Settings cannot be
-- changed in a parallel plan.
CREATE OR REPLACE FUNCTION sortid.sortid_next(caller text) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE AS $$
DECLARE
    next bigint := (sortid.sortid_us(clock_timestamp()) + 946684800000000) * 512 / 125;
    last CONSTANT bigint :=
        coalesce(nullif(current_setting('sortid_session.last', true), ''), '-1')::bigint;
BEGIN
    IF next <= last AND last - next <= 40960000 THEN
        next := last + 1;
    ELSIF next <= last THEN
        RAISE WARNING
            '%(): the clock was set back; the next IDs of this session are below its earlier ones',
            caller;
    END IF;
    IF next NOT BETWEEN 0 AND 1152921504606846975 THEN -- 2^60 - 1
        RAISE EXCEPTION '%(): the clock is outside the format''s range', caller
            USING ERRCODE = '22008';
    END IF;
    RETURN set_config('sortid_session.last', next::text, false)::bigint;
END $$;

-- 68 random bits: a random UUID without its digits from 6 to 24, which contain version and variant.
CREATE OR REPLACE FUNCTION sortid.ulid() RETURNS sortid.ulid
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE AS $$
BEGIN
    RETURN (lpad(to_hex(sortid.sortid_next('ulid')), 15, '0') ||
        overlay(gen_random_uuid()::text PLACING '' FROM 6 FOR 19))::uuid;
END $$;

-- The version is after the ms. The variant and 62 random bits are those of a random UUID.
CREATE OR REPLACE FUNCTION sortid.sortid_uuidv7() RETURNS uuid
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE AS $$
BEGIN
    RETURN (overlay(lpad(to_hex(sortid.sortid_next('sortid_uuidv7')), 15, '0')
        PLACING '7' FROM 13 FOR 0) || substr(gen_random_uuid()::text, 20))::uuid;
END $$;
