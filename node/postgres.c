/* SPDX-License-Identifier: MIT */
/* node/postgres.c: see store.h. The calls of a store, as statements on the functions of
 * postgres_schema.c. */
#include "store.h"

#include "fail.h"
#include "platform.h"
#include "postgres_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE 24 /* "-9223372036854775808" and NUL */

static struct postgres *postgres_of(struct store *store)
{
    return (struct postgres *)store; // its first member
}

static bool only_reads(const struct store_transaction *t)
{
    for (size_t i = 0; i < t->operation_count; i++)
        if (t->operations[i].kind != STORE_RANGE)
            return false;
    return t->compare_count == 0 && !t->confirm;
}

/* ---- The calls of a store ----------------------------------------------------------------- */

static sortid_node_status prepare(struct store *store, sortid_node_error *error)
{
    struct postgres_call call = {.sql = NULL};
    return sortid_node_postgres_run(&call, postgres_of(store), error);
}

static sortid_node_status transact(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error)
{
    bool reads = only_reads(transaction);
    char *text = sortid_node_postgres_print(transaction);
    struct postgres_call call = {.sql = reads ? "SELECT * FROM sortid_node.read_1($1::jsonb)"
                                              : "SELECT * FROM sortid_node.transact_1($1::jsonb)",
                                 .values = {text},
                                 .value_count = 1,
                                 .attempt.once = !repeatable && !reads,
                                 .writes = !reads};
    if (text == NULL)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM,
                                "no memory, or a text that JSON cannot represent");
    sortid_node_status status = sortid_node_postgres_run(&call, postgres_of(store), error);
    free(text);
    if (status != SORTID_NODE_OK)
        return status;
    status = sortid_node_postgres_read_reply(reply, transaction, call.answer.rows);
    PQclear(call.answer.rows);
    if (status == SORTID_NODE_OK)
        reply->times = call.times;
    else if (status == SORTID_NODE_SYSTEM)
        return sortid_node_fail_memory(error);
    else
        return sortid_node_postgres_fail_reply(error);
    return status;
}

static sortid_node_status lease(struct store_lease *out, struct store *store,
                                enum store_lease_call kind, sortid_node_error *error)
{
    static const char *const statements[] = {
        [STORE_GRANT] = "SELECT * FROM sortid_node.grant_1($1::bigint, $2::bigint)",
        [STORE_KEEP_ALIVE] = "SELECT * FROM sortid_node.keep_alive_1($1::bigint)",
        [STORE_TIME_LEFT] = "SELECT * FROM sortid_node.time_left_1($1::bigint)",
        [STORE_REVOKE] = "SELECT * FROM sortid_node.revoke_1($1::bigint)"};
    char id[NUMBER_SIZE], ttl_ms[NUMBER_SIZE];
    struct postgres_call call = {.sql = statements[kind],
                                 .values = {id, ttl_ms},
                                 .value_count = kind == STORE_GRANT ? 2 : 1};
    struct store_lease done = *out;
    uint64_t random = 0;
    if (kind == STORE_GRANT && !sortid_node_platform_random(&random, sizeof random))
        return sortid_node_fail_random(error);
    if (kind == STORE_GRANT)
        done.id = (int64_t)(random >> 1 | 1);
    snprintf(id, sizeof id, "%lld", (long long)done.id);
    snprintf(ttl_ms, sizeof ttl_ms, "%lld", 1000 * (long long)done.ttl_s);
    sortid_node_status status = sortid_node_postgres_run(&call, postgres_of(store), error);
    if (status != SORTID_NODE_OK)
        return status;
    PQclear(call.answer.rows);
    done.ttl_s = call.head.number >= 0 ? call.head.number / 1000 : -1;
    done.times = call.times;
    *out = done;
    return SORTID_NODE_OK;
}

static void close_postgres(struct store *store)
{
    struct postgres *postgres = postgres_of(store);
    if (!sortid_node_rounds_close(&postgres->rounds))
        return;
    sortid_node_link_close(postgres->link);
    free(postgres);
}

/* ---- Opening ------------------------------------------------------------------------------ */

bool sortid_node_postgres_is_url(const char *text)
{
    return text != NULL &&
           (strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0);
}

static sortid_node_status fill(struct rounds *rounds, const sortid_node_client_options *options,
                               sortid_node_error *error)
{
    return sortid_node_link_open(&postgres_of(&rounds->store)->link, options, error);
}

sortid_node_status sortid_node_postgres_open(struct store **out,
                                             const sortid_node_client_options *options,
                                             sortid_node_error *error)
{
    static const struct store_calls calls = {
        .close = close_postgres, .prepare = prepare, .transact = transact, .lease = lease};
    return sortid_node_rounds_open(out, sizeof(struct postgres), &calls, fill, options, error);
}
