/* SPDX-License-Identifier: MIT */
/* client.c: see client.h. */
#include "client.h"

sortid_node_error error;

sortid_node_client_options client_options(const char *endpoints, uint32_t timeout_ms)
{
    return (sortid_node_client_options){.store = endpoints, .timeout_ms = timeout_ms};
}

struct store *client_open_with(const sortid_node_client_options *options)
{
    struct store *etcd = NULL;
    sortid_node_status status = sortid_node_postgres_is_url(options->store)
                                    ? sortid_node_postgres_open(&etcd, options, &error)
                                    : sortid_node_etcd_open(&etcd, options, &error);
    EXPECT(status == SORTID_NODE_OK, "open %s: status %d, %s", options->store, (int)status,
           error.text);
    return etcd;
}

struct store *client_open(const char *endpoints, uint32_t timeout_ms)
{
    sortid_node_client_options options = client_options(endpoints, timeout_ms);
    return client_open_with(&options);
}

void client_close(struct store *store)
{
    if (store != NULL)
        store->calls->close(store);
}

void client_check_error(const char *place)
{
    const char *end = memchr(error.text, '\0', sizeof error.text);
    EXPECT(end != NULL && end != error.text, "%s: no text, or one without an end", place);
    for (const char *c = error.text; c < end; c++)
        EXPECT(*c >= 0x20 && *c <= 0x7e, "%s: byte %d in \"%s\"", place, *c, error.text);
}

void client_expect(sortid_node_status actual, sortid_node_status expected, const char *place)
{
    EXPECT(actual == expected, "%s: status %d, expected %d: %s", place, (int)actual, (int)expected,
           error.text);
    if (actual != SORTID_NODE_OK)
        client_check_error(place);
}

sortid_node_status client_do(struct store_reply *reply, struct store *etcd,
                             const struct store_operation *operation, bool repeatable,
                             sortid_node_error *of_call)
{
    struct store_reply own;
    struct store_transaction transaction = {.operations = operation, .operation_count = 1};
    sortid_node_status status = etcd->calls->transact(reply != NULL ? reply : &own, etcd,
                                                      &transaction, repeatable, of_call);
    if (status == SORTID_NODE_OK && reply == NULL)
        sortid_node_store_reply_free(&own);
    return status;
}

sortid_node_status client_put(struct store *etcd, const char *key, const char *value)
{
    struct store_operation put = {.kind = STORE_PUT, .key = key, .value = value};
    return client_do(NULL, etcd, &put, true, &error);
}

sortid_node_status client_count(int64_t *total, struct store *etcd, const char *key,
                                const char *end)
{
    struct store_operation range = {
        .kind = STORE_RANGE, .key = key, .end = end, .count_only = true};
    struct store_reply reply;
    sortid_node_status status = client_do(&reply, etcd, &range, true, &error);
    if (status == SORTID_NODE_OK) {
        *total = reply.ranges[0].total;
        sortid_node_store_reply_free(&reply);
    }
    return status;
}

uint64_t client_now(void)
{
    uint64_t now = 0;
    EXPECT(sortid_node_platform_boot_ms(&now), "no clock");
    return now;
}
