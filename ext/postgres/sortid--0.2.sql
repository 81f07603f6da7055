-- SPDX-License-Identifier: MIT
-- Written by ext/postgres/write-sql.
\echo Use "CREATE EXTENSION sortid" to load this file. \quit

CREATE FUNCTION sortid_version() RETURNS text
AS 'MODULE_PATHNAME', 'sortid_pg_sql_version' LANGUAGE c STABLE PARALLEL SAFE;

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

-- ---- scru128: SCRU128 v2.1.1 -----------------------------------------------------------

CREATE TYPE scru128;

CREATE FUNCTION scru128_in(cstring) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_out(scru128) RETURNS cstring
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_recv(internal) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_send(scru128) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE scru128 (
    INPUT = scru128_in, OUTPUT = scru128_out, RECEIVE = scru128_recv, SEND = scru128_send,
    INTERNALLENGTH = 16, ALIGNMENT = char, STORAGE = plain
);

CREATE FUNCTION scru128_lt(scru128, scru128) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR < (
    FUNCTION = scru128_lt, LEFTARG = scru128, RIGHTARG = scru128,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = sortid_rangesel, JOIN = scalarltjoinsel
);

CREATE FUNCTION scru128_le(scru128, scru128) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <= (
    FUNCTION = scru128_le, LEFTARG = scru128, RIGHTARG = scru128,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = sortid_rangesel, JOIN = scalarlejoinsel
);

CREATE FUNCTION scru128_eq(scru128, scru128) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR = (
    FUNCTION = scru128_eq, LEFTARG = scru128, RIGHTARG = scru128,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE FUNCTION scru128_ge(scru128, scru128) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR >= (
    FUNCTION = scru128_ge, LEFTARG = scru128, RIGHTARG = scru128,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = sortid_rangesel, JOIN = scalargejoinsel
);

CREATE FUNCTION scru128_gt(scru128, scru128) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR > (
    FUNCTION = scru128_gt, LEFTARG = scru128, RIGHTARG = scru128,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = sortid_rangesel, JOIN = scalargtjoinsel
);

CREATE FUNCTION scru128_ne(scru128, scru128) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <> (
    FUNCTION = scru128_ne, LEFTARG = scru128, RIGHTARG = scru128,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE FUNCTION scru128_cmp(scru128, scru128) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru128_hash(scru128) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru128_hash_extended(scru128, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru128_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_sortsupport' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_distance(scru128, scru128) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_distance' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru128_ops DEFAULT FOR TYPE scru128 USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru128_cmp(scru128, scru128),
    FUNCTION 2 scru128_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS scru128_ops DEFAULT FOR TYPE scru128 USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 scru128_hash(scru128),
    FUNCTION 2 scru128_hash_extended(scru128, bigint);

CREATE OPERATOR CLASS scru128_minmax_ops DEFAULT FOR TYPE scru128 USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE FUNCTION scru128_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_gist_consistent(internal, scru128, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru128_gist_ops DEFAULT FOR TYPE scru128 USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru128_gist_consistent(internal, scru128, smallint, oid, internal),
    FUNCTION 2 sortid_gist_union(internal, internal),
    FUNCTION 3 scru128_gist_compress(internal),
    FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
    FUNCTION 6 sortid_gist_picksplit(internal, internal),
    FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
    FUNCTION 9 scru128_gist_fetch(internal),
    STORAGE bytea;

CREATE FUNCTION scru128_gin_extract_value(scru128, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_gin_extract_query(scru128, internal, smallint, internal, internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_gin_compare_prefix(scru128, scru128, smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru128_gin_ops DEFAULT FOR TYPE scru128 USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru128_cmp(scru128, scru128),
    FUNCTION 2 scru128_gin_extract_value(scru128, internal),
    FUNCTION 3 scru128_gin_extract_query(scru128, internal, smallint, internal, internal, internal, internal),
    FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
    FUNCTION 5 scru128_gin_compare_prefix(scru128, scru128, smallint, internal),
    STORAGE scru128;

CREATE FUNCTION scru128_smaller(scru128, scru128) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(scru128) (
    SFUNC = scru128_smaller, STYPE = scru128, COMBINEFUNC = scru128_smaller,
    SORTOP = <, PARALLEL = SAFE
);

CREATE FUNCTION scru128_larger(scru128, scru128) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE max(scru128) (
    SFUNC = scru128_larger, STYPE = scru128, COMBINEFUNC = scru128_larger,
    SORTOP = >, PARALLEL = SAFE
);

CREATE FUNCTION scru128_from_bytea(bytea) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_to_bytea(scru128) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_time(scru128) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS scru128) WITH FUNCTION scru128_from_bytea(bytea);
CREATE CAST (scru128 AS bytea) WITH FUNCTION scru128_to_bytea(scru128);
CREATE CAST (scru128 AS timestamptz) WITH FUNCTION scru128_time(scru128);

-- The same 16 bytes: changing the type of a column does not rewrite the table.
CREATE CAST (uuid AS scru128) WITHOUT FUNCTION;
CREATE CAST (scru128 AS uuid) WITHOUT FUNCTION;

CREATE FUNCTION scru128_min(timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_max(timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_within_first(timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_within_last(timestamptz, timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_within_lower(since timestamptz, until timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_within_upper(since timestamptz, until timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_within(id scru128, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT scru128_within_support;

CREATE FUNCTION scru128_timestamp(scru128) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_counter_hi(scru128) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_counter_hi' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_counter_lo(scru128) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_counter_lo' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_entropy(scru128) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_entropy' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128() RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION scru128_at(timestamptz) RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION scru128_random() RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_random' LANGUAGE c VOLATILE PARALLEL SAFE;

CREATE FUNCTION scru128_shared() RETURNS scru128
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- scru128v1: SCRU128 v1 (the original) ----------------------------------------------

CREATE TYPE scru128v1;

CREATE FUNCTION scru128v1_in(cstring) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_out(scru128v1) RETURNS cstring
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_recv(internal) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_send(scru128v1) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE scru128v1 (
    INPUT = scru128v1_in, OUTPUT = scru128v1_out, RECEIVE = scru128v1_recv, SEND = scru128v1_send,
    INTERNALLENGTH = 16, ALIGNMENT = char, STORAGE = plain
);

CREATE FUNCTION scru128v1_lt(scru128v1, scru128v1) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR < (
    FUNCTION = scru128v1_lt, LEFTARG = scru128v1, RIGHTARG = scru128v1,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = sortid_rangesel, JOIN = scalarltjoinsel
);

CREATE FUNCTION scru128v1_le(scru128v1, scru128v1) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <= (
    FUNCTION = scru128v1_le, LEFTARG = scru128v1, RIGHTARG = scru128v1,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = sortid_rangesel, JOIN = scalarlejoinsel
);

CREATE FUNCTION scru128v1_eq(scru128v1, scru128v1) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR = (
    FUNCTION = scru128v1_eq, LEFTARG = scru128v1, RIGHTARG = scru128v1,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE FUNCTION scru128v1_ge(scru128v1, scru128v1) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR >= (
    FUNCTION = scru128v1_ge, LEFTARG = scru128v1, RIGHTARG = scru128v1,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = sortid_rangesel, JOIN = scalargejoinsel
);

CREATE FUNCTION scru128v1_gt(scru128v1, scru128v1) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR > (
    FUNCTION = scru128v1_gt, LEFTARG = scru128v1, RIGHTARG = scru128v1,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = sortid_rangesel, JOIN = scalargtjoinsel
);

CREATE FUNCTION scru128v1_ne(scru128v1, scru128v1) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <> (
    FUNCTION = scru128v1_ne, LEFTARG = scru128v1, RIGHTARG = scru128v1,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE FUNCTION scru128v1_cmp(scru128v1, scru128v1) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru128v1_hash(scru128v1) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru128v1_hash_extended(scru128v1, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru128v1_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_sortsupport' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_distance(scru128v1, scru128v1) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_distance' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru128v1_ops DEFAULT FOR TYPE scru128v1 USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru128v1_cmp(scru128v1, scru128v1),
    FUNCTION 2 scru128v1_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS scru128v1_ops DEFAULT FOR TYPE scru128v1 USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 scru128v1_hash(scru128v1),
    FUNCTION 2 scru128v1_hash_extended(scru128v1, bigint);

CREATE OPERATOR CLASS scru128v1_minmax_ops DEFAULT FOR TYPE scru128v1 USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE FUNCTION scru128v1_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_gist_consistent(internal, scru128v1, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru128v1_gist_ops DEFAULT FOR TYPE scru128v1 USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru128v1_gist_consistent(internal, scru128v1, smallint, oid, internal),
    FUNCTION 2 sortid_gist_union(internal, internal),
    FUNCTION 3 scru128v1_gist_compress(internal),
    FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
    FUNCTION 6 sortid_gist_picksplit(internal, internal),
    FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
    FUNCTION 9 scru128v1_gist_fetch(internal),
    STORAGE bytea;

CREATE FUNCTION scru128v1_gin_extract_value(scru128v1, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_gin_extract_query(scru128v1, internal, smallint, internal, internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_gin_compare_prefix(scru128v1, scru128v1, smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru128v1_gin_ops DEFAULT FOR TYPE scru128v1 USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru128v1_cmp(scru128v1, scru128v1),
    FUNCTION 2 scru128v1_gin_extract_value(scru128v1, internal),
    FUNCTION 3 scru128v1_gin_extract_query(scru128v1, internal, smallint, internal, internal, internal, internal),
    FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
    FUNCTION 5 scru128v1_gin_compare_prefix(scru128v1, scru128v1, smallint, internal),
    STORAGE scru128v1;

CREATE FUNCTION scru128v1_smaller(scru128v1, scru128v1) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(scru128v1) (
    SFUNC = scru128v1_smaller, STYPE = scru128v1, COMBINEFUNC = scru128v1_smaller,
    SORTOP = <, PARALLEL = SAFE
);

CREATE FUNCTION scru128v1_larger(scru128v1, scru128v1) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE max(scru128v1) (
    SFUNC = scru128v1_larger, STYPE = scru128v1, COMBINEFUNC = scru128v1_larger,
    SORTOP = >, PARALLEL = SAFE
);

CREATE FUNCTION scru128v1_from_bytea(bytea) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_to_bytea(scru128v1) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_time(scru128v1) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS scru128v1) WITH FUNCTION scru128v1_from_bytea(bytea);
CREATE CAST (scru128v1 AS bytea) WITH FUNCTION scru128v1_to_bytea(scru128v1);
CREATE CAST (scru128v1 AS timestamptz) WITH FUNCTION scru128v1_time(scru128v1);

-- The same 16 bytes: changing the type of a column does not rewrite the table.
CREATE CAST (uuid AS scru128v1) WITHOUT FUNCTION;
CREATE CAST (scru128v1 AS uuid) WITHOUT FUNCTION;

CREATE FUNCTION scru128v1_min(timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_max(timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_within_first(timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_within_last(timestamptz, timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_within_lower(since timestamptz, until timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_within_upper(since timestamptz, until timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_within(id scru128v1, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT scru128v1_within_support;

CREATE FUNCTION scru128v1_timestamp(scru128v1) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_counter(scru128v1) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_counter' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_per_sec_random(scru128v1) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_per_sec_random' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_per_gen_random(scru128v1) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_per_gen_random' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru128v1() RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION scru128v1_at(timestamptz) RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION scru128v1_shared() RETURNS scru128v1
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru128v1_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- scru160: SCRU160 v0.1.0 -----------------------------------------------------------

CREATE TYPE scru160;

CREATE FUNCTION scru160_in(cstring) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_out(scru160) RETURNS cstring
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_recv(internal) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_send(scru160) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE scru160 (
    INPUT = scru160_in, OUTPUT = scru160_out, RECEIVE = scru160_recv, SEND = scru160_send,
    INTERNALLENGTH = 20, ALIGNMENT = char, STORAGE = plain
);

CREATE FUNCTION scru160_lt(scru160, scru160) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR < (
    FUNCTION = scru160_lt, LEFTARG = scru160, RIGHTARG = scru160,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = sortid_rangesel, JOIN = scalarltjoinsel
);

CREATE FUNCTION scru160_le(scru160, scru160) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <= (
    FUNCTION = scru160_le, LEFTARG = scru160, RIGHTARG = scru160,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = sortid_rangesel, JOIN = scalarlejoinsel
);

CREATE FUNCTION scru160_eq(scru160, scru160) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR = (
    FUNCTION = scru160_eq, LEFTARG = scru160, RIGHTARG = scru160,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE FUNCTION scru160_ge(scru160, scru160) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR >= (
    FUNCTION = scru160_ge, LEFTARG = scru160, RIGHTARG = scru160,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = sortid_rangesel, JOIN = scalargejoinsel
);

CREATE FUNCTION scru160_gt(scru160, scru160) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR > (
    FUNCTION = scru160_gt, LEFTARG = scru160, RIGHTARG = scru160,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = sortid_rangesel, JOIN = scalargtjoinsel
);

CREATE FUNCTION scru160_ne(scru160, scru160) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <> (
    FUNCTION = scru160_ne, LEFTARG = scru160, RIGHTARG = scru160,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE FUNCTION scru160_cmp(scru160, scru160) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru160_hash(scru160) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru160_hash_extended(scru160, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru160_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_sortsupport' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_distance(scru160, scru160) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_distance' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru160_cmp(scru160, scru160),
    FUNCTION 2 scru160_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 scru160_hash(scru160),
    FUNCTION 2 scru160_hash_extended(scru160, bigint);

CREATE OPERATOR CLASS scru160_minmax_ops DEFAULT FOR TYPE scru160 USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE FUNCTION scru160_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_gist_consistent(internal, scru160, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru160_gist_ops DEFAULT FOR TYPE scru160 USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru160_gist_consistent(internal, scru160, smallint, oid, internal),
    FUNCTION 2 sortid_gist_union(internal, internal),
    FUNCTION 3 scru160_gist_compress(internal),
    FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
    FUNCTION 6 sortid_gist_picksplit(internal, internal),
    FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
    FUNCTION 9 scru160_gist_fetch(internal),
    STORAGE bytea;

CREATE FUNCTION scru160_gin_extract_value(scru160, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_gin_extract_query(scru160, internal, smallint, internal, internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_gin_compare_prefix(scru160, scru160, smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru160_gin_ops DEFAULT FOR TYPE scru160 USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru160_cmp(scru160, scru160),
    FUNCTION 2 scru160_gin_extract_value(scru160, internal),
    FUNCTION 3 scru160_gin_extract_query(scru160, internal, smallint, internal, internal, internal, internal),
    FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
    FUNCTION 5 scru160_gin_compare_prefix(scru160, scru160, smallint, internal),
    STORAGE scru160;

CREATE FUNCTION scru160_smaller(scru160, scru160) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(scru160) (
    SFUNC = scru160_smaller, STYPE = scru160, COMBINEFUNC = scru160_smaller,
    SORTOP = <, PARALLEL = SAFE
);

CREATE FUNCTION scru160_larger(scru160, scru160) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE max(scru160) (
    SFUNC = scru160_larger, STYPE = scru160, COMBINEFUNC = scru160_larger,
    SORTOP = >, PARALLEL = SAFE
);

CREATE FUNCTION scru160_from_bytea(bytea) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_to_bytea(scru160) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_time(scru160) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS scru160) WITH FUNCTION scru160_from_bytea(bytea);
CREATE CAST (scru160 AS bytea) WITH FUNCTION scru160_to_bytea(scru160);
CREATE CAST (scru160 AS timestamptz) WITH FUNCTION scru160_time(scru160);

CREATE FUNCTION scru160_min(timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_max(timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_within_first(timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_within_last(timestamptz, timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_within_lower(since timestamptz, until timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_within_upper(since timestamptz, until timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_within(id scru160, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT scru160_within_support;

CREATE FUNCTION scru160_timestamp(scru160) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_counter(scru160) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_counter' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_random16(scru160) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_random16' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_random80(scru160) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_random80' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160() RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION scru160_at(timestamptz) RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION scru160_shared() RETURNS scru160
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru160_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- scru64: SCRU64 v1.0.0 -------------------------------------------------------------

CREATE TYPE scru64;

CREATE FUNCTION scru64_in(cstring) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_out(scru64) RETURNS cstring
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_recv(internal) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_send(scru64) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE scru64 (
    INPUT = scru64_in, OUTPUT = scru64_out, RECEIVE = scru64_recv, SEND = scru64_send,
    LIKE = int8
);

CREATE FUNCTION scru64_lt(scru64, scru64) RETURNS boolean
AS 'int8lt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR < (
    FUNCTION = scru64_lt, LEFTARG = scru64, RIGHTARG = scru64,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = sortid_rangesel, JOIN = scalarltjoinsel
);

CREATE FUNCTION scru64_le(scru64, scru64) RETURNS boolean
AS 'int8le' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <= (
    FUNCTION = scru64_le, LEFTARG = scru64, RIGHTARG = scru64,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = sortid_rangesel, JOIN = scalarlejoinsel
);

CREATE FUNCTION scru64_eq(scru64, scru64) RETURNS boolean
AS 'int8eq' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR = (
    FUNCTION = scru64_eq, LEFTARG = scru64, RIGHTARG = scru64,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE FUNCTION scru64_ge(scru64, scru64) RETURNS boolean
AS 'int8ge' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR >= (
    FUNCTION = scru64_ge, LEFTARG = scru64, RIGHTARG = scru64,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = sortid_rangesel, JOIN = scalargejoinsel
);

CREATE FUNCTION scru64_gt(scru64, scru64) RETURNS boolean
AS 'int8gt' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR > (
    FUNCTION = scru64_gt, LEFTARG = scru64, RIGHTARG = scru64,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = sortid_rangesel, JOIN = scalargtjoinsel
);

CREATE FUNCTION scru64_ne(scru64, scru64) RETURNS boolean
AS 'int8ne' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <> (
    FUNCTION = scru64_ne, LEFTARG = scru64, RIGHTARG = scru64,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE FUNCTION scru64_cmp(scru64, scru64) RETURNS integer
AS 'btint8cmp' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru64_hash(scru64) RETURNS integer
AS 'hashint8' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru64_hash_extended(scru64, bigint) RETURNS bigint
AS 'hashint8extended' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR CLASS scru64_ops DEFAULT FOR TYPE scru64 USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru64_cmp(scru64, scru64),
    FUNCTION 2 btint8sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS scru64_ops DEFAULT FOR TYPE scru64 USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 scru64_hash(scru64),
    FUNCTION 2 scru64_hash_extended(scru64, bigint);

CREATE OPERATOR CLASS scru64_minmax_ops DEFAULT FOR TYPE scru64 USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE FUNCTION scru64_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_gist_consistent(internal, scru64, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru64_gist_ops DEFAULT FOR TYPE scru64 USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru64_gist_consistent(internal, scru64, smallint, oid, internal),
    FUNCTION 2 sortid_gist_union(internal, internal),
    FUNCTION 3 scru64_gist_compress(internal),
    FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
    FUNCTION 6 sortid_gist_picksplit(internal, internal),
    FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
    FUNCTION 9 scru64_gist_fetch(internal),
    STORAGE bytea;

CREATE FUNCTION scru64_gin_extract_value(scru64, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_gin_extract_query(scru64, internal, smallint, internal, internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_gin_compare_prefix(scru64, scru64, smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS scru64_gin_ops DEFAULT FOR TYPE scru64 USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru64_cmp(scru64, scru64),
    FUNCTION 2 scru64_gin_extract_value(scru64, internal),
    FUNCTION 3 scru64_gin_extract_query(scru64, internal, smallint, internal, internal, internal, internal),
    FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
    FUNCTION 5 scru64_gin_compare_prefix(scru64, scru64, smallint, internal),
    STORAGE scru64;

CREATE FUNCTION scru64_smaller(scru64, scru64) RETURNS scru64
AS 'int8smaller' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(scru64) (
    SFUNC = scru64_smaller, STYPE = scru64, COMBINEFUNC = scru64_smaller,
    SORTOP = <, PARALLEL = SAFE
);

CREATE FUNCTION scru64_larger(scru64, scru64) RETURNS scru64
AS 'int8larger' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE max(scru64) (
    SFUNC = scru64_larger, STYPE = scru64, COMBINEFUNC = scru64_larger,
    SORTOP = >, PARALLEL = SAFE
);

CREATE FUNCTION scru64_from_bytea(bytea) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_to_bytea(scru64) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_time(scru64) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS scru64) WITH FUNCTION scru64_from_bytea(bytea);
CREATE CAST (scru64 AS bytea) WITH FUNCTION scru64_to_bytea(scru64);
CREATE CAST (scru64 AS timestamptz) WITH FUNCTION scru64_time(scru64);

CREATE FUNCTION scru64_from_bigint(bigint) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_from_int8' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bigint AS scru64) WITH FUNCTION scru64_from_bigint(bigint);
CREATE CAST (scru64 AS bigint) WITHOUT FUNCTION;

CREATE FUNCTION scru64_min(timestamptz) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_max(timestamptz) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_within_first(timestamptz) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_within_last(timestamptz, timestamptz) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_within_lower(since timestamptz, until timestamptz) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_within_upper(since timestamptz, until timestamptz) RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_within(id scru64, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT scru64_within_support;

CREATE FUNCTION scru64_timestamp(scru64) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_node_ctr(scru64) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_node_ctr' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_node_id(id scru64, node_id_size integer) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_node_id' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_counter(id scru64, node_id_size integer) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_counter' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru64() RETURNS scru64
AS 'MODULE_PATHNAME', 'sortid_pg_sql_scru64_make' LANGUAGE c VOLATILE PARALLEL SAFE;

-- ---- ulid: ULID ------------------------------------------------------------------------

CREATE TYPE ulid;

CREATE FUNCTION ulid_in(cstring) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_in' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_out(ulid) RETURNS cstring
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_out' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_recv(internal) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_recv' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_send(ulid) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_send' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE ulid (
    INPUT = ulid_in, OUTPUT = ulid_out, RECEIVE = ulid_recv, SEND = ulid_send,
    INTERNALLENGTH = 16, ALIGNMENT = char, STORAGE = plain
);

CREATE FUNCTION ulid_lt(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_lt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR < (
    FUNCTION = ulid_lt, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = sortid_rangesel, JOIN = scalarltjoinsel
);

CREATE FUNCTION ulid_le(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_le' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <= (
    FUNCTION = ulid_le, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = sortid_rangesel, JOIN = scalarlejoinsel
);

CREATE FUNCTION ulid_eq(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_eq' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR = (
    FUNCTION = ulid_eq, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel, HASHES, MERGES
);

CREATE FUNCTION ulid_ge(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_ge' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR >= (
    FUNCTION = ulid_ge, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = sortid_rangesel, JOIN = scalargejoinsel
);

CREATE FUNCTION ulid_gt(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_gt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR > (
    FUNCTION = ulid_gt, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = sortid_rangesel, JOIN = scalargtjoinsel
);

CREATE FUNCTION ulid_ne(ulid, ulid) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_ne' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OPERATOR <> (
    FUNCTION = ulid_ne, LEFTARG = ulid, RIGHTARG = ulid,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);

CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_cmp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ulid_hash(ulid) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_hash' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ulid_hash_extended(ulid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_hash_extended' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ulid_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_sortsupport' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_distance(ulid, ulid) RETURNS double precision
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_distance' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 ulid_hash(ulid),
    FUNCTION 2 ulid_hash_extended(ulid, bigint);

CREATE OPERATOR CLASS ulid_minmax_ops DEFAULT FOR TYPE ulid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);

CREATE FUNCTION ulid_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_gist_compress' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_gist_fetch' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_gist_consistent(internal, ulid, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_gist_consistent' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS ulid_gist_ops DEFAULT FOR TYPE ulid USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_gist_consistent(internal, ulid, smallint, oid, internal),
    FUNCTION 2 sortid_gist_union(internal, internal),
    FUNCTION 3 ulid_gist_compress(internal),
    FUNCTION 5 sortid_gist_penalty(internal, internal, internal),
    FUNCTION 6 sortid_gist_picksplit(internal, internal),
    FUNCTION 7 sortid_gist_same(bytea, bytea, internal),
    FUNCTION 9 ulid_gist_fetch(internal),
    STORAGE bytea;

CREATE FUNCTION ulid_gin_extract_value(ulid, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_gin_extract_value' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_gin_extract_query(ulid, internal, smallint, internal, internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_gin_extract_query' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_gin_compare_prefix(ulid, ulid, smallint, internal) RETURNS integer
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_gin_compare_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE OPERATOR CLASS ulid_gin_ops DEFAULT FOR TYPE ulid USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_gin_extract_value(ulid, internal),
    FUNCTION 3 ulid_gin_extract_query(ulid, internal, smallint, internal, internal, internal, internal),
    FUNCTION 4 sortid_gin_consistent(internal, smallint, anyelement, integer, internal, internal),
    FUNCTION 5 ulid_gin_compare_prefix(ulid, ulid, smallint, internal),
    STORAGE ulid;

CREATE FUNCTION ulid_smaller(ulid, ulid) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_smaller' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE min(ulid) (
    SFUNC = ulid_smaller, STYPE = ulid, COMBINEFUNC = ulid_smaller,
    SORTOP = <, PARALLEL = SAFE
);

CREATE FUNCTION ulid_larger(ulid, ulid) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_larger' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE AGGREGATE max(ulid) (
    SFUNC = ulid_larger, STYPE = ulid, COMBINEFUNC = ulid_larger,
    SORTOP = >, PARALLEL = SAFE
);

CREATE FUNCTION ulid_from_bytea(bytea) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_from_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_to_bytea(ulid) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_to_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_time(ulid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_time' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (bytea AS ulid) WITH FUNCTION ulid_from_bytea(bytea);
CREATE CAST (ulid AS bytea) WITH FUNCTION ulid_to_bytea(ulid);
CREATE CAST (ulid AS timestamptz) WITH FUNCTION ulid_time(ulid);

-- The same 16 bytes: changing the type of a column does not rewrite the table.
CREATE CAST (uuid AS ulid) WITHOUT FUNCTION;
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION;

CREATE FUNCTION ulid_min(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_min_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_max(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_max_at' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_within_first(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_within_first' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_within_last(timestamptz, timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_within_last' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_within_lower(since timestamptz, until timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_within_lower' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_within_upper(since timestamptz, until timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_within_upper' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_within_support' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_within(id ulid, since timestamptz, until timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_within' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulid_within_support;

CREATE FUNCTION ulid_timestamp(ulid) RETURNS bigint
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_timestamp' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_randomness(ulid) RETURNS bytea
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_randomness' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_valid' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_lenient(text) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_lenient' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid() RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_make' LANGUAGE c VOLATILE PARALLEL RESTRICTED;

CREATE FUNCTION ulid_at(timestamptz) RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_at' LANGUAGE c VOLATILE STRICT PARALLEL RESTRICTED;

CREATE FUNCTION ulid_random() RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_random' LANGUAGE c VOLATILE PARALLEL SAFE;

CREATE FUNCTION ulid_shared() RETURNS ulid
AS 'MODULE_PATHNAME', 'sortid_pg_sql_ulid_shared' LANGUAGE c VOLATILE PARALLEL SAFE;

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
