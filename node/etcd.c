/* SPDX-License-Identifier: MIT */
/* node/etcd.c: see store.h. Clients, and the request and reply of each call (etcd_call.h). */
#include "store.h"

#include "etcd_call.h"
#include "fail.h"
#include "platform.h"

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

static void close_etcd(struct store *store)
{
    struct etcd *etcd = etcd_of(store);
    if (!sortid_node_rounds_close(&etcd->rounds))
        return;
    sortid_node_http_close(etcd->http);
    free(etcd->user);
    free(etcd->password);
    free(etcd->token);
    free(etcd);
}

/* etcd needs nothing before its first key. */
static sortid_node_status prepare(struct store *store, sortid_node_error *error)
{
    (void)store, (void)error;
    return SORTID_NODE_OK;
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static sortid_node_status transact(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error)
{
    struct call call = {.path = "/v3/kv/txn",
                        .attempt.once = !repeatable,
                        .transaction = transaction,
                        .reply = reply};
    sortid_node_status status = sortid_node_etcd_run_call(
        &call, etcd_of(store), sortid_node_etcd_print_transaction(transaction), error);
    if (status == SORTID_NODE_OK)
        reply->times = call.answer.times;
    return status;
}

/* ---- Leases ---------------------------------------------------------------------------------- */

/* An error of etcd that says that the lease does not exist is a result. */
static sortid_node_status lease(struct store_lease *out, struct store *store,
                                enum store_lease_call kind, sortid_node_error *error)
{
    static const char *const paths[] = {[STORE_GRANT] = "/v3/lease/grant",
                                        [STORE_KEEP_ALIVE] = "/v3/lease/keepalive",
                                        [STORE_TIME_LEFT] = "/v3/lease/timetolive",
                                        [STORE_REVOKE] = "/v3/lease/revoke"};
    struct call call = {.path = paths[kind], .kind = kind, .lease = *out};
    char *body = kind == STORE_GRANT ? sortid_node_etcd_print_grant(out->ttl_s)
                                     : sortid_node_etcd_print_lease(out->id);
    sortid_node_status status = sortid_node_etcd_run_call(&call, etcd_of(store), body, error);
    if (status == SORTID_NODE_STORE_FAILED && call.code == CALL_NOT_FOUND && kind != STORE_GRANT) {
        call.lease.ttl_s = kind == STORE_TIME_LEFT ? -1 : 0;
        status = SORTID_NODE_OK;
    }
    if (status == SORTID_NODE_OK) {
        *out = call.lease;
        out->times = call.answer.times;
    }
    return status;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static sortid_node_status fill(struct rounds *rounds, const sortid_node_client_options *options,
                               sortid_node_error *error)
{
    struct etcd *etcd = etcd_of(&rounds->store);
    sortid_node_status status = sortid_node_endpoints_read(&etcd->endpoints, options->store, error);
    if (status == SORTID_NODE_OK)
        status = copy_login(etcd, options, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_http_open(&etcd->http, options, error);
    if (status == SORTID_NODE_OK)
        rounds->good = (size_t)sortid_node_platform_below(etcd->endpoints.count);
    return status;
}

sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    static const struct store_calls calls = {
        .close = close_etcd, .prepare = prepare, .transact = transact, .lease = lease};
    return sortid_node_rounds_open(out, sizeof(struct etcd), &calls, fill, options, error);
}
