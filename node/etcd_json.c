/* SPDX-License-Identifier: MIT */
/* node/etcd_json.c: see etcd_json.h. The gateway writes 64-bit numbers as texts, bytes in base 64,
 * and leaves out members that are zero, false or empty. */
#include "etcd_json.h"

#include "base64.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SIZE 24 /* "-9223372036854775808" and NUL */

/* ---- Writing ---------------------------------------------------------------------------------
 * If jansson gets NULL as a value, what it makes is NULL, too: a chain of calls needs one check. */

static json_t *number(int64_t value)
{
    return json_sprintf("%lld", (long long)value);
}

static json_t *bytes(const char *text)
{
    size_t size = strlen(text);
    char *encoded = malloc(BASE64_LENGTH(size) + 1);
    if (encoded == NULL)
        return NULL;
    sortid_node_base64_encode(encoded, text, size);
    json_t *value = json_string(encoded);
    free(encoded);
    return value;
}

static json_t *write_compare(const void *item)
{
    const struct store_compare *compare = item;
    static const char *const targets[] = {
        [STORE_CREATED_AT] = "CREATE", [STORE_CHANGED_AT] = "MOD", [STORE_VALUE] = "VALUE"};
    static const char *const names[] = {[STORE_CREATED_AT] = "create_revision",
                                        [STORE_CHANGED_AT] = "mod_revision",
                                        [STORE_VALUE] = "value"};
    return json_pack("{s:o, s:s, s:s, s:o}", "key", bytes(compare->key), "result", "EQUAL",
                     "target", targets[compare->what], names[compare->what],
                     compare->what == STORE_VALUE ? bytes(compare->value)
                                                  : number(compare->revision));
}

/* etcd takes an empty end for none. */
static json_t *end_of(const struct store_operation *operation)
{
    return bytes(operation->end != NULL ? operation->end : "");
}

static json_t *write_range(const struct store_operation *operation)
{
    return json_pack("{s:o, s:o, s:o, s:s, s:s, s:b, s:b}", "key", bytes(operation->key),
                     "range_end", end_of(operation), "limit", number(operation->limit),
                     "sort_order", "ASCEND", "sort_target",
                     operation->order == STORE_BY_CHANGE ? "MOD" : "KEY", "keys_only",
                     (int)operation->keys_only, "count_only", (int)operation->count_only);
}

static json_t *write_operation(const void *item)
{
    const struct store_operation *operation = item;
    switch (operation->kind) {
    case STORE_PUT:
        return json_pack("{s:{s:o, s:o, s:o}}", "request_put", "key", bytes(operation->key),
                         "value", bytes(operation->value), "lease", number(operation->lease));
    case STORE_DELETE:
        return json_pack("{s:{s:o, s:o}}", "request_delete_range", "key", bytes(operation->key),
                         "range_end", end_of(operation));
    case STORE_RANGE:
        break;
    }
    return json_pack("{s:o}", "request_range", write_range(operation));
}

/* The text of an object, which is freed. */
static char *print(json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}

char *sortid_node_etcd_print_transaction(const struct store_transaction *t)
{
    return print(sortid_node_store_pack(t, (const char *const[]){"compare", "success", "failure"},
                                        write_compare, write_operation));
}

char *sortid_node_etcd_print_grant(int64_t ttl_s)
{
    return print(json_pack("{s:o}", "TTL", number(ttl_s)));
}

char *sortid_node_etcd_print_lease(int64_t id)
{
    return print(json_pack("{s:o}", "ID", number(id)));
}

char *sortid_node_etcd_print_login(const char *user, const char *password)
{
    return print(json_pack("{s:s, s:s}", "name", user, "password", password));
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Reads the whole text as one object; NULL: it is not one. */
static json_t *load(const char *body, size_t size)
{
    json_t *root = json_loadb(body, size, JSON_REJECT_DUPLICATES, NULL);
    if (root != NULL && !json_is_object(root)) {
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* Reads a decimal number, with a sign only if it is negative, and without leading zeros: the text
 * that is written for it. */
static bool read_decimal(int64_t *value, const char *text)
{
    char again[NUMBER_SIZE];
    *value = strtoll(text, NULL, 10);
    snprintf(again, sizeof again, "%lld", (long long)*value);
    return strcmp(again, text) == 0;
}

/* Reads a number, as a JSON string or number; 0 if it is left out. */
static bool read_number(int64_t *value, const json_t *object, const char *name)
{
    const json_t *member = json_object_get(object, name);
    if (json_is_string(member))
        return read_decimal(value, json_string_value(member));
    *value = (int64_t)json_integer_value(member); /* 0 for another type */
    return member == NULL || json_is_integer(member);
}

/* Reads an unsigned number other than 0, as a string only. */
static bool read_cluster(uint64_t *id, const json_t *header)
{
    char again[NUMBER_SIZE];
    const char *text = json_string_value(json_object_get(header, "cluster_id"));
    if (text == NULL)
        return false;
    *id = strtoull(text, NULL, 10);
    snprintf(again, sizeof again, "%llu", (unsigned long long)*id);
    return *id != 0 && strcmp(again, text) == 0;
}

/* The header of each reply of etcd. Without this check `{}` would be a valid reply to many. */
static bool read_header(struct etcd_cluster *cluster, const json_t *object)
{
    const json_t *header = json_object_get(object, "header");
    int64_t revision = 0;
    uint64_t id = 0;
    if (!read_cluster(&id, header) || !read_number(&revision, header, "revision") || revision < 1)
        return false;
    if (cluster->id == 0)
        cluster->id = id;
    cluster->differs = cluster->id != id;
    cluster->revision = revision;
    return !cluster->differs;
}

/* Reads bytes and adds a NUL; empty if they are left out. The caller frees them. NULL: not a string
 * of base 64, or no memory. */
static char *read_bytes(size_t *size, const json_t *object, const char *name, bool *no_memory)
{
    const json_t *member = json_object_get(object, name);
    const char *encoded = member == NULL ? "" : json_string_value(member);
    size_t length = member == NULL ? 0 : json_string_length(member);
    if (encoded == NULL)
        return NULL;
    char *bytes_ = malloc(length + 1);
    *no_memory = *no_memory || bytes_ == NULL;
    if (bytes_ == NULL || !sortid_node_base64_decode(bytes_, size, encoded, length)) {
        free(bytes_);
        return NULL;
    }
    bytes_[*size] = '\0';
    return bytes_;
}

/* Replaces bytes that our keys and values never have by 0x7f, so that a record of another program
 * is recognized as such and does not affect others. */
static void mark_unprintable(char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] < 0x20 || text[i] > 0x7e)
            text[i] = 0x7f;
    }
}

/* ---- Replies of transactions ----------------------------------------------------------------- */

/* Compares keys as etcd does. */
static int compare_keys(const char *key, size_t size, const char *other)
{
    size_t other_size = strlen(other);
    int order = memcmp(key, other, size < other_size ? size : other_size);
    return order != 0 || size == other_size ? order : size < other_size ? -1 : 1;
}

static bool is_asked_for(const struct store_operation *asked, const char *key, size_t size)
{
    int order = compare_keys(key, size, asked->key);
    return asked->end == NULL ? order == 0 : order >= 0 && compare_keys(key, size, asked->end) < 0;
}

static bool read_texts(struct store_pair *pair, const struct store_operation *asked,
                       const json_t *object, bool *no_memory)
{
    size_t key_size = 0, value_size = 0;
    pair->key = read_bytes(&key_size, object, "key", no_memory);
    pair->value = read_bytes(&value_size, object, "value", no_memory);
    if (pair->key == NULL || pair->value == NULL || !is_asked_for(asked, pair->key, key_size))
        return false;
    mark_unprintable(pair->key, key_size);
    mark_unprintable(pair->value, value_size);
    return true;
}

static bool read_pair(struct store_pair *pair, const struct store_operation *asked,
                      const json_t *object, bool *no_memory)
{
    return read_texts(pair, asked, object, no_memory) &&
           read_number(&pair->created_at, object, "create_revision") &&
           read_number(&pair->changed_at, object, "mod_revision") &&
           read_number(&pair->lease, object, "lease") && pair->created_at > 0 &&
           pair->changed_at >= pair->created_at && pair->lease >= 0;
}

/* Whether the reply may have so many pairs. */
static bool is_possible(const struct store_operation *asked, size_t count, int64_t total)
{
    return total >= 0 && count <= (uint64_t)total && (asked->limit == 0 || count <= asked->limit) &&
           (!asked->count_only || count == 0);
}

/* The caller frees the range, also on failure. */
static bool read_range(struct store_range *range, const struct store_operation *asked,
                       const json_t *object, bool *no_memory)
{
    const json_t *pairs = json_object_get(object, "kvs");
    size_t count = json_array_size(pairs);
    if (!json_is_object(object) || (pairs != NULL && !json_is_array(pairs)) ||
        !read_number(&range->total, object, "count") || !is_possible(asked, count, range->total))
        return false;
    range->pairs = calloc(count + 1, sizeof *range->pairs);
    *no_memory = range->pairs == NULL;
    if (*no_memory)
        return false;
    range->count = count;
    for (size_t i = 0; i < count; i++) {
        if (!read_pair(&range->pairs[i], asked, json_array_get(pairs, i), no_memory))
            return false;
    }
    return true;
}

/* Reads one response for each operation, of its kind, in order. */
static bool read_responses(struct store_reply *reply, const struct store_operation *operations,
                           size_t count, const json_t *responses, bool *no_memory)
{
    static const char *const names[] = {[STORE_PUT] = "response_put",
                                        [STORE_DELETE] = "response_delete_range",
                                        [STORE_RANGE] = "response_range"};
    if (json_array_size(responses) != count || (responses != NULL && !json_is_array(responses)))
        return false;
    reply->ranges = calloc(count + 1, sizeof *reply->ranges);
    *no_memory = reply->ranges == NULL;
    for (size_t i = 0; i < count && !*no_memory; i++) {
        const json_t *response =
            json_object_get(json_array_get(responses, i), names[operations[i].kind]);
        if (!json_is_object(response))
            return false;
        if (operations[i].kind == STORE_RANGE &&
            !read_range(&reply->ranges[reply->range_count++], &operations[i], response, no_memory))
            return false;
    }
    return !*no_memory;
}

static bool read_transaction(struct store_reply *reply, struct etcd_cluster *cluster,
                             const struct store_transaction *t, const json_t *root, bool *no_memory)
{
    const json_t *flag = json_object_get(root, "succeeded");
    reply->succeeded = json_is_true(flag);
    if (!read_header(cluster, root) || (flag != NULL && !json_is_boolean(flag)))
        return false;
    return read_responses(reply, reply->succeeded ? t->operations : t->otherwise,
                          reply->succeeded ? t->operation_count : t->otherwise_count,
                          json_object_get(root, "responses"), no_memory);
}

sortid_node_status sortid_node_etcd_read_reply(struct store_reply *reply,
                                               struct etcd_cluster *cluster,
                                               const struct store_transaction *transaction,
                                               const char *body, size_t size)
{
    struct store_reply read = {.times = reply->times};
    bool no_memory = false;
    json_t *root = load(body, size);
    bool good = read_transaction(&read, cluster, transaction, root, &no_memory);
    json_decref(root);
    if (!good) {
        sortid_node_store_reply_free(&read);
        return no_memory ? SORTID_NODE_SYSTEM : SORTID_NODE_BAD_REPLY;
    }
    read.position = cluster->revision;
    snprintf(read.identity, sizeof read.identity, "etcd:%016" PRIx64, cluster->id);
    *reply = read;
    return SORTID_NODE_OK;
}

/* ---- Other answers --------------------------------------------------------------------------- */

/* The reply to a revocation has a header only. */
sortid_node_status sortid_node_etcd_read_lease(struct store_lease *lease,
                                               struct etcd_cluster *cluster,
                                               enum store_lease_call kind, const char *body,
                                               size_t size)
{
    static const int64_t least_s[] = {
        [STORE_GRANT] = 1, [STORE_KEEP_ALIVE] = 0, [STORE_TIME_LEFT] = -1};
    json_t *root = load(body, size);
    const json_t *object = kind == STORE_KEEP_ALIVE ? json_object_get(root, "result") : root;
    int64_t id = lease->id, ttl_s = lease->ttl_s;
    bool good = read_header(cluster, object);
    if (kind != STORE_REVOKE)
        good = good && read_number(&id, object, "ID") && id > 0 &&
               (kind == STORE_GRANT || id == lease->id) && read_number(&ttl_s, object, "TTL") &&
               ttl_s >= least_s[kind];
    json_decref(root);
    if (!good)
        return SORTID_NODE_BAD_REPLY;
    lease->id = id;
    lease->ttl_s = ttl_s;
    return SORTID_NODE_OK;
}

/* Whether a text may be in a header of HTTP, in which a line end would start another header. */
static bool is_token(const char *text)
{
    if (text == NULL || *text == '\0')
        return false;
    while (*text > 0x20 && *text < 0x7f)
        text++;
    return *text == '\0';
}

sortid_node_status sortid_node_etcd_read_token(char **token, const char *body, size_t size)
{
    json_t *root = load(body, size);
    const char *text = json_string_value(json_object_get(root, "token"));
    sortid_node_status status = SORTID_NODE_BAD_REPLY;
    if (is_token(text)) {
        *token = strdup(text);
        status = *token != NULL ? SORTID_NODE_OK : SORTID_NODE_SYSTEM;
    }
    json_decref(root);
    return status;
}

/* Reads {"error": TEXT, "message": TEXT, "code": N}, or in a stream {"error": {"message": TEXT,
 * "grpc_code": N}}. Releases of etcd leave out different members. */
static bool find_error(int *code, const char **message, const json_t *root)
{
    const json_t *error = json_object_get(root, "error");
    const json_t *object = json_is_object(error) ? error : root;
    const json_t *text = json_object_get(object, "message");
    const json_t *number_ = json_object_get(object, "code");
    if (number_ == NULL)
        number_ = json_object_get(object, "grpc_code");
    json_int_t value = json_integer_value(number_);
    *code = value > 0 && value < 1000 ? (int)value : 0;
    *message = json_string_value(text != NULL ? text : error);
    return *message != NULL;
}

sortid_node_status sortid_node_etcd_read_error(int *code, char **message, const char *body,
                                               size_t size)
{
    json_t *root = load(body, size);
    const char *text = NULL;
    int number_ = 0;
    bool good = find_error(&number_, &text, root);
    char *copy = good ? strdup(text) : NULL;
    json_decref(root);
    if (copy == NULL)
        return good ? SORTID_NODE_SYSTEM : SORTID_NODE_BAD_REPLY;
    *code = number_;
    *message = copy;
    return SORTID_NODE_OK;
}
