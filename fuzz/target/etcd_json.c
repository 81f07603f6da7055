/* SPDX-License-Identifier: MIT */
/* etcd_json.c: fuzz target: a byte that chooses the request, then the reply, which may be anything.
 * An accepted reply is one that etcd may give to this request, and has the same content when it is
 * written in the simplest form and read again. A refused one changes nothing. */
#include "../fuzz.h"

#include "node/base64.h"
#include "node/etcd_json.h"

#include <inttypes.h>

/* If there is no x, put it; otherwise get the keys from a to before c, at most 3, and delete x. */
static const struct store_operation put = {.kind = STORE_PUT, .key = "x", .value = "y"};
static const struct store_operation range[] = {
    {.kind = STORE_RANGE, .key = "a", .end = "c", .limit = 3}, {.kind = STORE_DELETE, .key = "x"}};
static const struct store_compare compare = {"x", STORE_CREATED_AT, 0, NULL};
static const struct store_transaction request = {&compare, 1, &put, 1, range, 2, false};

/* ---- Replies --------------------------------------------------------------------------------- */

static void check_pair(const struct store_pair *pair)
{
    MUST(pair->created_at >= 1 && pair->changed_at >= pair->created_at && pair->lease >= 0,
         "revisions %" PRId64 " and %" PRId64, pair->created_at, pair->changed_at);
    MUST(strcmp(pair->key, "a") >= 0 && strcmp(pair->key, "c") < 0, "key %s", pair->key);
    for (const char *at = pair->value; *at != '\0'; at++)
        MUST(*at >= 0x20 && *at <= 0x7f, "byte %d of a value", *at);
}

static void check_reply(const struct store_reply *reply)
{
    MUST(reply->range_count == (reply->succeeded ? 0U : 1U), "%zu ranges", reply->range_count);
    for (size_t r = 0; r < reply->range_count; r++) {
        const struct store_range *got = &reply->ranges[r];
        MUST(got->count <= 3 && (int64_t)got->count <= got->total, "%zu pairs of %" PRId64,
             got->count, got->total);
        for (size_t i = 0; i < got->count; i++)
            check_pair(&got->pairs[i]);
    }
}

static void write_bytes(FILE *out, const char *name, const char *bytes)
{
    size_t size = strlen(bytes);
    char *encoded = (char *)fuzz_room(BASE64_LENGTH(size) + 1);
    sortid_node_base64_encode(encoded, bytes, size);
    fprintf(out, "\"%s\":\"%s\",", name, encoded);
    free(encoded);
}

static void write_range(FILE *out, const struct store_range *got)
{
    fprintf(out, "{\"response_range\":{\"kvs\":[");
    for (size_t i = 0; i < got->count; i++) {
        const struct store_pair *pair = &got->pairs[i];
        fprintf(out, "%s{", i == 0 ? "" : ",");
        write_bytes(out, "key", pair->key);
        write_bytes(out, "value", pair->value);
        fprintf(out,
                "\"lease\":\"%" PRId64 "\",\"create_revision\":\"%" PRId64
                "\",\"mod_revision\":\"%" PRId64 "\"}",
                pair->lease, pair->created_at, pair->changed_at);
    }
    fprintf(out, "],\"count\":\"%" PRId64 "\"}},{\"response_delete_range\":{}}", got->total);
}

/* The reply as etcd would give it; the caller frees it. */
static char *write_reply(size_t *size, const struct store_reply *reply, uint64_t cluster)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (out == NULL)
        abort();
    fprintf(out, "{\"header\":{\"cluster_id\":\"%" PRIu64 "\",\"revision\":\"1\"},", cluster);
    fprintf(out, "\"succeeded\":%s,\"responses\":[", reply->succeeded ? "true" : "false");
    if (reply->succeeded)
        fprintf(out, "{\"response_put\":{}}");
    else
        write_range(out, &reply->ranges[0]);
    fprintf(out, "]}");
    MUST(fclose(out) == 0 && text != NULL, "no memory");
    return text;
}

static void expect_same(const struct store_reply *reply, const struct store_reply *again)
{
    MUST(again->succeeded == reply->succeeded && again->range_count == reply->range_count,
         "another reply");
    for (size_t r = 0; r < reply->range_count; r++) {
        const struct store_range *got = &reply->ranges[r], *same = &again->ranges[r];
        MUST(got->count == same->count && got->total == same->total, "another range");
        for (size_t i = 0; i < got->count; i++)
            MUST(strcmp(got->pairs[i].key, same->pairs[i].key) == 0 &&
                     strcmp(got->pairs[i].value, same->pairs[i].value) == 0 &&
                     got->pairs[i].created_at == same->pairs[i].created_at &&
                     got->pairs[i].changed_at == same->pairs[i].changed_at &&
                     got->pairs[i].lease == same->pairs[i].lease,
                 "another pair");
    }
}

static void read_reply(const char *body, size_t size)
{
    struct etcd_cluster cluster = {.id = 0};
    struct store_reply reply, again = {.range_count = 0};
    memset(&reply, CANARY, sizeof reply);
    sortid_node_status status = sortid_node_etcd_read_reply(&reply, &cluster, &request, body, size);
    if (status != SORTID_NODE_OK) {
        MUST(status == SORTID_NODE_BAD_REPLY, "status %d", (int)status);
        MUST(is_untouched(&reply, sizeof reply), "a refused reply is written to");
        return;
    }
    check_reply(&reply);
    size_t length = 0;
    char *text = write_reply(&length, &reply, cluster.id);
    status = sortid_node_etcd_read_reply(&again, &cluster, &request, text, length);
    MUST(status == SORTID_NODE_OK, "%s: cannot be read back", text);
    expect_same(&reply, &again);
    free(text);
    sortid_node_store_reply_free(&reply);
    sortid_node_store_reply_free(&again);
}

/* ---- Leases, tokens, errors ------------------------------------------------------------------ */

static void read_lease(enum store_lease_call kind, const char *body, size_t size)
{
    static const int64_t least[] = {
        [STORE_GRANT] = 1, [STORE_KEEP_ALIVE] = 0, [STORE_TIME_LEFT] = -1, [STORE_REVOKE] = CANARY};
    struct etcd_cluster cluster = {.id = 7};
    struct store_lease lease = {.id = CANARY, .ttl_s = CANARY};
    sortid_node_status status = sortid_node_etcd_read_lease(&lease, &cluster, kind, body, size);
    MUST(cluster.id == 7, "cluster %" PRIu64, cluster.id);
    if (status == SORTID_NODE_OK)
        MUST((kind == STORE_GRANT ? lease.id > 0 : lease.id == CANARY) &&
                 lease.ttl_s >= least[kind],
             "lease %" PRId64 ", %" PRId64 " s", lease.id, lease.ttl_s);
    else
        MUST(status == SORTID_NODE_BAD_REPLY && lease.id == CANARY && lease.ttl_s == CANARY,
             "status %d", (int)status);
}

static void read_token(const char *body, size_t size)
{
    char *token = NULL;
    sortid_node_status status = sortid_node_etcd_read_token(&token, body, size);
    MUST((token != NULL) == (status == SORTID_NODE_OK), "status %d", (int)status);
    MUST(token == NULL || *token != '\0', "an empty token");
    for (const char *at = token; at != NULL && *at != '\0'; at++)
        MUST(*at >= 0x21 && *at <= 0x7e, "byte %d of a token", *at);
    free(token);
}

static void read_error(const char *body, size_t size)
{
    int code = CANARY;
    char *message = NULL;
    sortid_node_status status = sortid_node_etcd_read_error(&code, &message, body, size);
    MUST((message != NULL) == (status == SORTID_NODE_OK), "status %d", (int)status);
    MUST(message == NULL ? code == CANARY : code >= 0, "code %d", code);
    free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    unsigned question = fuzz_below(&input, 7);
    char *body = (char *)fuzz_room(input.left + 1);
    memcpy(body, input.at, input.left);
    body[input.left] = '\0';
    switch (question) {
    case 0:
        read_reply(body, input.left);
        break;
    case 1:
        read_lease(STORE_REVOKE, body, input.left);
        break;
    case 2:
        read_token(body, input.left);
        break;
    case 3:
        read_error(body, input.left);
        break;
    default:
        read_lease((enum store_lease_call)(question - 4), body, input.left);
    }
    free(body);
    return 0;
}
