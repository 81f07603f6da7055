/* SPDX-License-Identifier: MIT */
/* node/postgres_schema.c: see postgres_link.h.
 *
 * A transaction runs at READ COMMITTED, and decides nothing before it has locked a row of every key
 * that it compares, puts or deletes: a share lock if it only compares, else a lock for the update.
 * A key without a row gets an empty one (value NULL) for the time of the transaction, because what
 * does not exist cannot be locked. Statements after the locks see everything that was committed
 * before them. So two transactions that have a compared key in common, which one of them writes,
 * run one after the other.
 *
 * Transactions do not deadlock: each locks one row after the other in the order of the keys, and
 * holds no later row while it waits for one. This includes rows that others delete and insert again
 * meanwhile. Ranges of keys are deleted in that order too, by the index, after all other locks.
 *
 * The revision of a change is the number of its transaction. Times are clock_timestamp(), read
 * after the locks: now() would be the time of the start of a wait.
 *
 * A key with a lease exists while the lease does. Leases are in an unlogged table: renewing one
 * waits for no disk and no standby. After a crash and on a promoted standby that table is empty, so
 * that all leases have run out.
 *
 * The planner is kept from scans of the whole table, which it would choose for an empty one and
 * then keep in sessions that run for months. */
#include "postgres_link.h"

#include <stddef.h>

/* Functions find nothing by the caller's search path. */
#define SAFE  " SET search_path = pg_catalog, pg_temp "
#define INDEX "SET enable_seqscan = off SET enable_bitmapscan = off "

const char *const sortid_node_postgres_schema[] = {
    "CREATE SCHEMA IF NOT EXISTS sortid_node",

    "CREATE TABLE IF NOT EXISTS sortid_node.record (key text COLLATE \"C\" PRIMARY KEY, "
    "value text, created_at bigint NOT NULL, changed_at bigint NOT NULL, lease bigint NOT NULL) "
    "WITH (fillfactor = 70)",

    "CREATE UNLOGGED TABLE IF NOT EXISTS sortid_node.lease (id bigint PRIMARY KEY, "
    "ttl_ms bigint NOT NULL, ends timestamptz NOT NULL) WITH (fillfactor = 50)",

    /* The records that exist. */
    "CREATE VIEW sortid_node.live_1 AS SELECT * FROM sortid_node.record r "
    "WHERE r.value IS NOT NULL AND (r.lease = 0 OR EXISTS (SELECT FROM sortid_node.lease l "
    "WHERE l.id = r.lease AND l.ends > clock_timestamp()))",

    /* A line of a reply: a record of a range, or the first line, whose range is -1. */
    "CREATE TYPE sortid_node.line_1 AS (range int, key text, value text, created_at bigint, "
    "changed_at bigint, lease bigint, total bigint)",

    /* The first line: identity, time in ms, position in the log on disk, success, a number. */
    "CREATE FUNCTION sortid_node.head_1(succeeded boolean, total bigint) "
    "RETURNS sortid_node.line_1 LANGUAGE plpgsql VOLATILE" SAFE "AS $$ DECLARE "
    "position pg_lsn := pg_current_wal_flush_lsn(); BEGIN "
    "RETURN (-1, 'postgresql:' || (pg_control_system()).system_identifier || '/' || "
    "substr(pg_walfile_name(position), 1, 8) || '/' || 'sortid_node.record'::regclass::oid, "
    "NULL, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, "
    "(position - '0/0')::bigint, succeeded::int::bigint, total)::sortid_node.line_1; END $$",

    /* The records of one range. */
    "CREATE FUNCTION sortid_node.range_1(number int, asked jsonb) RETURNS SETOF sortid_node.line_1 "
    "LANGUAGE plpgsql STABLE" SAFE INDEX "AS $$ DECLARE "
    "first text := asked ->> 'key'; "
    "past text := coalesce(asked ->> 'end', first || chr(1)); "
    "most bigint := (asked ->> 'limit')::bigint; "
    "BEGIN "
    "IF asked ? 'count' THEN RETURN QUERY SELECT number, NULL::text, NULL::text, 0::bigint, "
    "0::bigint, 0::bigint, count(*) FROM sortid_node.live_1 r WHERE r.key >= first "
    "AND r.key < past; ELSIF asked ? 'by_change' THEN RETURN QUERY SELECT number, r.key, "
    "CASE WHEN asked ? 'keys' THEN '' ELSE r.value END, r.created_at, r.changed_at, r.lease, "
    "0::bigint FROM sortid_node.live_1 r WHERE r.key >= first AND r.key < past "
    "ORDER BY r.changed_at, r.key LIMIT most; "
    "ELSE RETURN QUERY SELECT number, r.key, CASE WHEN asked ? 'keys' THEN '' ELSE r.value END, "
    "r.created_at, r.changed_at, r.lease, 0::bigint FROM sortid_node.live_1 r "
    "WHERE r.key >= first AND r.key < past ORDER BY r.key LIMIT most; "
    "END IF; END $$",

    /* A transaction that only reads: STABLE, so all its ranges are of one moment. */
    "CREATE FUNCTION sortid_node.read_1(asked jsonb) RETURNS SETOF sortid_node.line_1 "
    "LANGUAGE plpgsql STABLE" SAFE "AS $$ DECLARE step jsonb; number int := 0; BEGIN "
    "RETURN NEXT sortid_node.head_1(true, 0); "
    "FOR step IN SELECT * FROM jsonb_array_elements(asked -> 'then') LOOP "
    "RETURN QUERY SELECT * FROM sortid_node.range_1(number, step); number := number + 1; "
    "END LOOP; END $$",

    "CREATE FUNCTION sortid_node.put_1(revision bigint, asked jsonb) RETURNS void "
    "LANGUAGE plpgsql VOLATILE" SAFE
    "AS $$ DECLARE held bigint := (asked ->> 'lease')::bigint; BEGIN "
    "IF held <> 0 AND NOT EXISTS (SELECT FROM sortid_node.lease l WHERE l.id = held "
    "AND l.ends > clock_timestamp()) THEN "
    "RAISE EXCEPTION 'the lease of % has run out', asked ->> 'key'; END IF; "
    "IF held <> 0 THEN DELETE FROM sortid_node.lease l USING sortid_node.record r "
    "WHERE r.key = asked ->> 'key' AND l.id = r.lease AND l.ends <= clock_timestamp(); END IF; "
    "INSERT INTO sortid_node.record AS r VALUES (asked ->> 'key', asked ->> 'value', revision, "
    "revision, held) ON CONFLICT (key) DO UPDATE SET value = excluded.value, "
    "lease = excluded.lease, changed_at = revision, created_at = CASE WHEN r.value IS NULL "
    "OR r.lease <> 0 AND NOT EXISTS (SELECT FROM sortid_node.lease l WHERE l.id = r.lease "
    "AND l.ends > clock_timestamp()) THEN revision ELSE r.created_at END; END $$",

    /* Locks the rows, and returns their keys. */
    "CREATE FUNCTION sortid_node.lock_1(asked jsonb) RETURNS text[] "
    "LANGUAGE plpgsql VOLATILE" SAFE INDEX "AS $$ DECLARE "
    "compared text[]; written text[]; ordered text[]; k text; BEGIN "
    "SELECT array_agg(c ->> 'key') INTO compared FROM jsonb_array_elements(asked -> 'compares') c; "
    "SELECT array_agg(s ->> 'key') INTO written "
    "FROM jsonb_array_elements((asked -> 'then') || (asked -> 'else')) s "
    "WHERE s ->> 'do' <> 'range' AND NOT s ? 'end'; "
    "SELECT coalesce(array_agg(DISTINCT u ORDER BY u), '{}') INTO ordered "
    "FROM (SELECT u COLLATE \"C\" AS u FROM unnest(compared || written) u) x; "
    "FOREACH k IN ARRAY ordered LOOP LOOP "
    "IF k = ANY (written) THEN "
    "PERFORM FROM sortid_node.record r WHERE r.key = k FOR NO KEY UPDATE; "
    "ELSE PERFORM FROM sortid_node.record r WHERE r.key = k FOR SHARE; END IF; "
    "EXIT WHEN FOUND; " /* else it does not exist, or was deleted before its lock */
    "INSERT INTO sortid_node.record VALUES (k, NULL, 0, 0, 0) ON CONFLICT DO NOTHING; "
    "EXIT WHEN FOUND; "
    "END LOOP; END LOOP; RETURN ordered; END $$",

    "CREATE FUNCTION sortid_node.transact_1(asked jsonb) RETURNS SETOF sortid_node.line_1 "
    "LANGUAGE plpgsql VOLATILE" SAFE INDEX "AS $$ DECLARE "
    "locked text[]; holds boolean; step jsonb; number int := 0; "
    "revision bigint := pg_current_xact_id()::text::bigint; "
    "BEGIN "
    "IF current_setting('transaction_isolation') <> 'read committed' THEN "
    "RAISE EXCEPTION 'the isolation level is %: set default_transaction_isolation of this role to "
    "read committed', current_setting('transaction_isolation'); END IF; "
    "IF 'off' IN (current_setting('fsync'), current_setting('full_page_writes')) THEN "
    "RAISE EXCEPTION 'fsync or full_page_writes is off, so a crash can lose bounds: turn both on'; "
    "END IF; "
    "IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN "
    "PERFORM set_config('synchronous_commit', 'on', true); END IF; "
    "IF asked ? 'confirm' THEN PERFORM pg_logical_emit_message(true, 'sortid', ''); END IF; "
    "locked := sortid_node.lock_1(asked); "
    "SELECT coalesce(bool_and(CASE c ->> 'what' "
    "WHEN 'created' THEN coalesce(r.created_at, 0) = (c ->> 'revision')::bigint "
    "WHEN 'changed' THEN coalesce(r.changed_at, 0) = (c ->> 'revision')::bigint "
    "ELSE coalesce(r.value = c ->> 'value', false) END), true) INTO holds "
    "FROM jsonb_array_elements(asked -> 'compares') c "
    "LEFT JOIN LATERAL (SELECT * FROM sortid_node.live_1 l WHERE l.key = c ->> 'key' LIMIT 1) r "
    "ON true; "
    "RETURN NEXT sortid_node.head_1(holds, 0); "
    "FOR step IN SELECT * FROM jsonb_array_elements(asked -> CASE WHEN holds THEN 'then' "
    "ELSE 'else' END) LOOP "
    "IF step ->> 'do' = 'range' THEN "
    "RETURN QUERY SELECT * FROM sortid_node.range_1(number, step); number := number + 1; "
    "ELSIF step ->> 'do' = 'put' THEN PERFORM sortid_node.put_1(revision, step); "
    "ELSE DELETE FROM sortid_node.record r WHERE r.key >= step ->> 'key' "
    "AND r.key < coalesce(step ->> 'end', (step ->> 'key') || chr(1)); END IF; "
    "END LOOP; "
    "DELETE FROM sortid_node.record r WHERE r.key = ANY (locked) AND r.value IS NULL; END $$",

    /* Also deletes leases that ran out long ago, of those after a random number: `lease` is one. */
    "CREATE FUNCTION sortid_node.grant_1(lease bigint, ttl bigint) "
    "RETURNS SETOF sortid_node.line_1 LANGUAGE plpgsql VOLATILE" SAFE INDEX "AS $$ BEGIN "
    "DELETE FROM sortid_node.lease l WHERE l.ends < clock_timestamp() - interval '1 hour' "
    "AND l.id IN (SELECT o.id FROM sortid_node.lease o WHERE o.id > grant_1.lease ORDER BY o.id "
    "LIMIT 4 FOR UPDATE SKIP LOCKED); "
    "INSERT INTO sortid_node.lease AS l "
    "VALUES (lease, ttl, clock_timestamp() + ttl * interval '1 ms') "
    "ON CONFLICT (id) DO UPDATE SET ends = excluded.ends; "
    "RETURN NEXT sortid_node.head_1(true, ttl); END $$",

    "CREATE FUNCTION sortid_node.keep_alive_1(lease bigint) RETURNS SETOF sortid_node.line_1 "
    "LANGUAGE plpgsql VOLATILE" SAFE INDEX "AS $$ DECLARE ttl bigint; BEGIN "
    "UPDATE sortid_node.lease l SET ends = clock_timestamp() + l.ttl_ms * interval '1 ms' "
    "WHERE l.id = lease AND l.ends > clock_timestamp() RETURNING l.ttl_ms INTO ttl; "
    "RETURN NEXT sortid_node.head_1(true, coalesce(ttl, 0)); END $$",

    "CREATE FUNCTION sortid_node.revoke_1(lease bigint) RETURNS SETOF sortid_node.line_1 "
    "LANGUAGE plpgsql VOLATILE" SAFE INDEX "AS $$ BEGIN "
    "DELETE FROM sortid_node.lease l WHERE l.id = lease; "
    "RETURN NEXT sortid_node.head_1(true, 0); END $$",

    "CREATE FUNCTION sortid_node.time_left_1(lease bigint) RETURNS SETOF sortid_node.line_1 "
    "LANGUAGE plpgsql STABLE" SAFE INDEX "AS $$ DECLARE ms bigint; BEGIN "
    "SELECT floor(extract(epoch FROM l.ends - clock_timestamp()) * 1000)::bigint INTO ms "
    "FROM sortid_node.lease l WHERE l.id = lease AND l.ends > clock_timestamp(); "
    "RETURN NEXT sortid_node.head_1(true, coalesce(ms, -1)); END $$",
    NULL,
};
