/* SPDX-License-Identifier: MIT */
/* client.c: see client.h. */
#include "client.h"

sortid_node_client_options client_options(const char *endpoints, uint32_t timeout_ms)
{
    return (sortid_node_client_options){.endpoints = endpoints, .timeout_ms = timeout_ms};
}

struct etcd *client_open_with(const sortid_node_client_options *options)
{
    struct etcd *etcd = NULL;
    sortid_node_error error = {""};
    sortid_node_status status = etcd_open(&etcd, options, &error);
    EXPECT(status == SORTID_NODE_OK, "open %s: status %d, %s", options->endpoints, (int)status,
           error.text);
    return etcd;
}

struct etcd *client_open(const char *endpoints, uint32_t timeout_ms)
{
    sortid_node_client_options options = client_options(endpoints, timeout_ms);
    return client_open_with(&options);
}

void client_check_error(const sortid_node_error *error, const char *place)
{
    const char *end = memchr(error->text, '\0', sizeof error->text);
    EXPECT(end != NULL && end != error->text, "%s: no text, or one without an end", place);
    for (const char *c = error->text; c < end; c++)
        EXPECT(*c >= 0x20 && *c <= 0x7e, "%s: byte %d in \"%s\"", place, *c, error->text);
}

void client_expect(sortid_node_status actual, sortid_node_status expected,
                   const sortid_node_error *error, const char *place)
{
    EXPECT(actual == expected, "%s: status %d, expected %d: %s", place, (int)actual, (int)expected,
           actual != SORTID_NODE_OK ? error->text : "");
    if (actual != SORTID_NODE_OK)
        client_check_error(error, place);
}

sortid_node_status client_do(struct etcd_reply *reply, struct etcd *etcd,
                             const struct etcd_operation *operation, bool repeatable,
                             sortid_node_error *error)
{
    struct etcd_reply own;
    struct etcd_transaction transaction = {.operations = operation, .operation_count = 1};
    sortid_node_status status =
        etcd_transact(reply != NULL ? reply : &own, etcd, &transaction, repeatable, error);
    if (status == SORTID_NODE_OK && reply == NULL)
        etcd_reply_free(&own);
    return status;
}

sortid_node_status client_put(struct etcd *etcd, const char *key, const char *value,
                              sortid_node_error *error)
{
    struct etcd_operation put = {.kind = ETCD_PUT, .key = key, .value = value};
    return client_do(NULL, etcd, &put, true, error);
}

sortid_node_status client_count(int64_t *total, struct etcd *etcd, const char *key, const char *end,
                                sortid_node_error *error)
{
    struct etcd_operation range = {.kind = ETCD_RANGE, .key = key, .end = end, .count_only = true};
    struct etcd_reply reply;
    sortid_node_status status = client_do(&reply, etcd, &range, true, error);
    if (status == SORTID_NODE_OK) {
        *total = reply.ranges[0].total;
        etcd_reply_free(&reply);
    }
    return status;
}

uint64_t client_now(void)
{
    uint64_t now = 0;
    EXPECT(clock_boot_ms(&now), "no clock");
    return now;
}
