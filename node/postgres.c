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

/* A call on a lease with one or two numbers; *out is the number of the reply. */
static sortid_node_status ask_lease(int64_t *out, struct store_times *times, struct store *store,
                                    const char *sql, int64_t id, int64_t second,
                                    sortid_node_error *error)
{
    char texts[2][NUMBER_SIZE];
    struct postgres_call call = {
        .sql = sql, .values = {texts[0], texts[1]}, .value_count = second != 0 ? 2 : 1};
    snprintf(texts[0], sizeof texts[0], "%lld", (long long)id);
    snprintf(texts[1], sizeof texts[1], "%lld", (long long)second);
    sortid_node_status status = sortid_node_postgres_run(&call, postgres_of(store), error);
    if (status != SORTID_NODE_OK)
        return status;
    PQclear(call.answer.rows);
    *out = call.head.number;
    *times = call.times;
    return SORTID_NODE_OK;
}

static sortid_node_status grant(struct store_lease *out, struct store *store, uint32_t ttl_s,
                                sortid_node_error *error)
{
    uint64_t random = 0;
    int64_t ttl_ms;
    struct store_times times;
    if (!sortid_node_platform_random(&random, sizeof random))
        return sortid_node_fail_random(error);
    int64_t id = (int64_t)(random >> 1 | 1);
    sortid_node_status status = ask_lease(
        &ttl_ms, &times, store, "SELECT * FROM sortid_node.grant_1($1::bigint, $2::bigint)", id,
        INT64_C(1000) * ttl_s, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = ttl_ms / 1000, .times = times};
    return status;
}

static sortid_node_status keep_alive(struct store_lease *out, struct store *store, int64_t id,
                                     sortid_node_error *error)
{
    int64_t ttl_ms;
    struct store_times times;
    sortid_node_status status = ask_lease(
        &ttl_ms, &times, store, "SELECT * FROM sortid_node.keep_alive_1($1::bigint)", id, 0, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = ttl_ms / 1000, .times = times};
    return status;
}

static sortid_node_status revoke(struct store *store, int64_t id, sortid_node_error *error)
{
    int64_t nothing;
    struct store_times times;
    return ask_lease(&nothing, &times, store, "SELECT * FROM sortid_node.revoke_1($1::bigint)", id,
                     0, error);
}

static sortid_node_status time_to_live(int64_t *left_s, struct store *store, int64_t id,
                                       sortid_node_error *error)
{
    int64_t left_ms;
    struct store_times times;
    sortid_node_status status = ask_lease(
        &left_ms, &times, store, "SELECT * FROM sortid_node.time_left_1($1::bigint)", id, 0, error);
    if (status == SORTID_NODE_OK)
        *left_s = left_ms >= 0 ? left_ms / 1000 : -1;
    return status;
}

static void close_postgres(struct store *store)
{
    struct postgres *postgres = postgres_of(store);
    if (!sortid_node_rounds_close(&postgres->rounds))
        return;
    sortid_node_link_close(postgres->link);
    free(postgres);
}

static const struct store_calls calls = {
    .close = close_postgres,
    .prepare = prepare,
    .transact = transact,
    .grant = grant,
    .keep_alive = keep_alive,
    .revoke = revoke,
    .time_to_live = time_to_live,
};

/* ---- Opening ------------------------------------------------------------------------------ */

bool sortid_node_postgres_is_url(const char *text)
{
    return text != NULL &&
           (strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0);
}

sortid_node_status sortid_node_postgres_open(struct store **out,
                                             const sortid_node_client_options *options,
                                             sortid_node_error *error)
{
    struct postgres *postgres = calloc(1, sizeof *postgres);
    if (postgres == NULL)
        return sortid_node_fail_memory(error);
    sortid_node_status status = sortid_node_rounds_open(&postgres->rounds, &calls, options, error);
    if (status != SORTID_NODE_OK) {
        free(postgres);
        return status;
    }
    status = sortid_node_link_open(&postgres->link, options, error);
    if (status == SORTID_NODE_OK)
        *out = &postgres->rounds.store;
    else
        close_postgres(&postgres->rounds.store);
    return status;
}
