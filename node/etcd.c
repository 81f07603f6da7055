/* SPDX-License-Identifier: MIT */
/* node/etcd.c: see store.h. Clients, and the request and reply of each call (etcd_call.h). */
#include "store.h"

#include "etcd_call.h"
#include "fail.h"

#include <stdlib.h>
#include <string.h>

/* ---- Options and their state ----------------------------------------------------------------- */

static struct etcd *etcd_of(struct store *store)
{
    return (struct etcd *)store; // its first member
}

/* Also checks that JSON can represent them. */
static sortid_node_status copy_login(struct etcd *etcd, const sortid_node_client_options *options,
                                     sortid_node_error *error)
{
    if (options->user == NULL)
        return SORTID_NODE_OK;
    char *login = sortid_node_etcd_print_login(options->user, options->password);
    if (login == NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "user and password must be UTF-8");
    free(login);
    etcd->user = strdup(options->user);
    etcd->password = strdup(options->password);
    if (etcd->user == NULL || etcd->password == NULL)
        return sortid_node_fail_memory(error);
    return SORTID_NODE_OK;
}

static void free_etcd(struct etcd *etcd)
{
    sortid_node_endpoints_free(&etcd->endpoints);
    sortid_node_http_close(etcd->http);
    free(etcd->user);
    free(etcd->password);
    free(etcd->token);
    free(etcd);
}

static void close_etcd(struct store *store)
{
    struct etcd *etcd = etcd_of(store);
    if (sortid_node_rounds_close(&etcd->rounds))
        free_etcd(etcd);
}

/* etcd needs nothing before its first key. */
static sortid_node_status prepare(struct store *store, sortid_node_error *error)
{
    (void)store, (void)error;
    return SORTID_NODE_OK;
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static sortid_node_status read_reply(struct call *call, struct etcd_cluster *cluster)
{
    return sortid_node_etcd_read_reply(call->reply, cluster, call->transaction, call->answer.body,
                                       call->answer.size);
}

static sortid_node_status transact(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error)
{
    struct call call = {.path = "/v3/kv/txn",
                        .attempt.once = !repeatable,
                        .read = read_reply,
                        .transaction = transaction,
                        .reply = reply};
    sortid_node_status status = sortid_node_etcd_run_call(
        &call, etcd_of(store), sortid_node_etcd_print_transaction(transaction), error);
    if (status == SORTID_NODE_OK)
        reply->times = call.answer.times;
    return status;
}

/* ---- Leases ---------------------------------------------------------------------------------- */

static sortid_node_status read_lease(struct call *call, struct etcd_cluster *cluster)
{
    int64_t id = 0, ttl_s = 0;
    sortid_node_status status = sortid_node_etcd_read_lease(&id, &ttl_s, cluster, call->kind,
                                                            call->answer.body, call->answer.size);
    if (status == SORTID_NODE_OK && call->kind != ETCD_GRANTED && id != call->id)
        status = SORTID_NODE_BAD_REPLY;
    if (status == SORTID_NODE_OK) {
        call->id = id;
        call->ttl_s = ttl_s;
    }
    return status;
}

/* Whether etcd's error says that the lease does not exist, which is a result. */
static bool has_no_lease(const struct call *call, sortid_node_status status)
{
    return status == SORTID_NODE_STORE_FAILED && call->code == CALL_NOT_FOUND;
}

static sortid_node_status grant(struct store_lease *out, struct store *store, uint32_t ttl_s,
                                sortid_node_error *error)
{
    struct call call = {.path = "/v3/lease/grant", .read = read_lease, .kind = ETCD_GRANTED};
    sortid_node_status status = sortid_node_etcd_run_call(
        &call, etcd_of(store), sortid_node_etcd_print_grant(ttl_s), error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = call.id, .ttl_s = call.ttl_s, .times = call.answer.times};
    return status;
}

/* Asks for the time of a lease: `none_s` if it does not exist. */
static sortid_node_status ask_lease(struct call *call, struct store *store, int64_t none_s,
                                    sortid_node_error *error)
{
    sortid_node_status status = sortid_node_etcd_run_call(
        call, etcd_of(store), sortid_node_etcd_print_lease(call->id), error);
    if (!has_no_lease(call, status))
        return status;
    call->ttl_s = none_s;
    return SORTID_NODE_OK;
}

static sortid_node_status keep_alive(struct store_lease *out, struct store *store, int64_t id,
                                     sortid_node_error *error)
{
    struct call call = {
        .path = "/v3/lease/keepalive", .read = read_lease, .kind = ETCD_KEPT_ALIVE, .id = id};
    sortid_node_status status = ask_lease(&call, store, 0, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = call.ttl_s, .times = call.answer.times};
    return status;
}

static sortid_node_status time_to_live(int64_t *left_s, struct store *store, int64_t id,
                                       sortid_node_error *error)
{
    struct call call = {
        .path = "/v3/lease/timetolive", .read = read_lease, .kind = ETCD_TIME_LEFT, .id = id};
    sortid_node_status status = ask_lease(&call, store, -1, error);
    if (status == SORTID_NODE_OK)
        *left_s = call.ttl_s;
    return status;
}

static sortid_node_status read_done(struct call *call, struct etcd_cluster *cluster)
{
    return sortid_node_etcd_read_done(cluster, call->answer.body, call->answer.size);
}

static sortid_node_status revoke(struct store *store, int64_t id, sortid_node_error *error)
{
    struct call call = {.path = "/v3/lease/revoke", .read = read_done};
    sortid_node_status status =
        sortid_node_etcd_run_call(&call, etcd_of(store), sortid_node_etcd_print_lease(id), error);
    return has_no_lease(&call, status) ? SORTID_NODE_OK : status;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const struct store_calls calls = {
    .close = close_etcd,
    .prepare = prepare,
    .transact = transact,
    .grant = grant,
    .keep_alive = keep_alive,
    .revoke = revoke,
    .time_to_live = time_to_live,
};

static sortid_node_status fill(struct etcd *etcd, const sortid_node_client_options *options,
                               sortid_node_error *error)
{
    sortid_node_status status = sortid_node_endpoints_read(&etcd->endpoints, options->store, error);
    if (status == SORTID_NODE_OK)
        status = copy_login(etcd, options, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_http_open(&etcd->http, options, error);
    if (status == SORTID_NODE_OK)
        etcd->rounds.good = (size_t)(etcd->rounds.chance % etcd->endpoints.count);
    return status;
}

sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    struct etcd *etcd = calloc(1, sizeof *etcd);
    if (etcd == NULL)
        return sortid_node_fail_memory(error);
    sortid_node_status status = sortid_node_rounds_open(&etcd->rounds, &calls, options, error);
    if (status != SORTID_NODE_OK) {
        free(etcd);
        return status;
    }
    status = fill(etcd, options, error);
    if (status == SORTID_NODE_OK)
        *out = &etcd->rounds.store;
    else
        close_etcd(&etcd->rounds.store);
    return status;
}
