/* SPDX-License-Identifier: MIT */
/* node/realm.c: see realm.h. Other programs can write to etcd, so a value is checked completely
 * before any of it is used. */
#include "realm.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Far above scru64's last tick (below 2^39), and far below where a sum would overflow. */
#define MAX_TICK (UINT64_C(1) << 44)

/* ---- Keys --------------------------------------------------------------------------------- */

void sortid_node_realm_key(char key[KEY_SIZE], const char *realm)
{
    snprintf(key, KEY_SIZE, REALM_PREFIX "%.64s/realm", realm);
}

static const char *name_of(enum sortid_node_realm_key kind)
{
    return kind == KEY_ID ? "id" : "holder";
}

void sortid_node_realm_id_key(char key[KEY_SIZE], const char *realm,
                              enum sortid_node_realm_key kind, uint32_t node_id, uint32_t size)
{
    snprintf(key, KEY_SIZE, REALM_PREFIX "%.64s/%s/%02u/%06x", realm, name_of(kind),
             (unsigned)size & 0x1f, (unsigned)node_id & 0xffffff);
}

struct key_range sortid_node_realm_range_keys(const char *realm, enum sortid_node_realm_key kind,
                                              const sortid_node_pool *range)
{
    struct key_range keys = {{0}, {0}};
    sortid_node_realm_id_key(keys.first, realm, kind, range->first, range->size);
    sortid_node_realm_id_key(keys.end, realm, kind, range->last, range->size);
    keys.end[strlen(keys.end)] = '-'; // no key of ours is longer, so none lies between
    return keys;
}

/* All keys that begin with a folder, which ends with a slash, of a realm. */
static struct key_range keys_below(const char *realm, const char *folder, const char *pool,
                                   const char *rest)
{
    struct key_range keys;
    snprintf(keys.first, KEY_SIZE, REALM_PREFIX "%.64s/%s%.64s%s", realm, folder, pool, rest);
    memcpy(keys.end, keys.first, KEY_SIZE);
    keys.end[strlen(keys.end) - 1]++; // '0' for the slash
    return keys;
}

struct key_range sortid_node_realm_all_keys(const char *realm, enum sortid_node_realm_key kind)
{
    return keys_below(realm, name_of(kind), "", "/");
}

/* Reads `count` lower-case digits of radix 10 or 16. */
static bool read_fixed(uint32_t *number, const char *text, size_t count, uint32_t radix)
{
    static const char digits[] = "0123456789abcdef";
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
        if (digit == NULL || (uint32_t)(digit - digits) >= radix)
            return false;
        *number = *number * radix + (uint32_t)(digit - digits);
    }
    return true;
}

bool sortid_node_realm_id_of_key(uint32_t *node_id, uint32_t *size, const char *key)
{
    size_t length = strlen(key);
    if (length < 10 || key[length - 10] != '/' || key[length - 7] != '/')
        return false;
    return read_fixed(size, key + length - 9, 2, 10) && *size >= 1 && *size <= 23 &&
           read_fixed(node_id, key + length - 6, 6, 16) && *node_id >> *size == 0;
}

/* ---- Keys of free ids ---------------------------------------------------------------------- */

void sortid_node_realm_shard_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                 uint32_t shard, uint64_t until)
{
    uint64_t most = (UINT64_C(1) << 44) - 1;
    snprintf(key, KEY_SIZE, REALM_PREFIX "%.64s/free/%.64s/%02x/%011llx/", realm, pool,
             (unsigned)(shard % FREE_SHARDS), (unsigned long long)(until < most ? until : most));
}

void sortid_node_realm_free_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                uint32_t node_id, uint64_t until)
{
    sortid_node_realm_shard_key(key, realm, pool, node_id, until);
    size_t length = strlen(key);
    snprintf(key + length, KEY_SIZE - length, "%06x", (unsigned)node_id & 0xffffff);
}

void sortid_node_realm_span_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                uint32_t last)
{
    snprintf(key, KEY_SIZE, REALM_PREFIX "%.64s/free/%.64s/-/%06x", realm, pool,
             (unsigned)last & 0xffffff);
}

struct key_range sortid_node_realm_free_keys(const char *realm, const char *pool, bool spans_only)
{
    return keys_below(realm, "free/", pool, spans_only ? "/-/" : "/");
}

bool sortid_node_realm_read_free(uint32_t *node_id, const char *text)
{
    size_t length = strlen(text);
    return length >= 6 && read_fixed(node_id, text + length - 6, 6, 16);
}

bool sortid_node_realm_read_until(uint64_t *until, const char *key)
{
    enum { digits = 11, low = 8, id = 7 }; // of the tick; of its low part; of "/" and the id
    uint32_t top, rest;
    size_t length = strlen(key);
    if (length < digits + id || !read_fixed(&top, key + length - id - digits, digits - low, 16) ||
        !read_fixed(&rest, key + length - id - low, low, 16))
        return false;
    *until = (uint64_t)top << 4 * low | rest;
    return true;
}

void sortid_node_realm_released_key(char key[KEY_SIZE], const char *realm, const char *pool,
                                    uint32_t node_id)
{
    snprintf(key, KEY_SIZE, REALM_PREFIX "%.64s/released/%.64s/%x", realm, pool,
             (unsigned)(node_id % RELEASE_SLOTS));
}

struct key_range sortid_node_realm_released_keys(const char *realm, const char *pool)
{
    return keys_below(realm, "released/", pool, "/");
}

bool sortid_node_realm_read_slot(uint32_t *slot, const char *key)
{
    size_t length = strlen(key);
    return length > 0 && read_fixed(slot, key + length - 1, 1, 16);
}

uint64_t sortid_node_realm_until(const struct id_record *record)
{
    uint64_t blocked_ms = record->clean ? 0 : record->quarantine_ms;
    return record->bound + (blocked_ms + SORTID_SCRU64_TICK_MS - 1) / SORTID_SCRU64_TICK_MS;
}

/* ---- Members of an object ----------------------------------------------------------------- */

static bool read_integer(uint64_t *out, const json_t *object, const char *name, uint64_t max)
{
    const json_t *member = json_object_get(object, name);
    if (!json_is_integer(member) || json_integer_value(member) < 0)
        return false;
    *out = (uint64_t)json_integer_value(member);
    return *out <= max;
}

static bool read_small(uint32_t *out, const json_t *object, const char *name)
{
    uint64_t value = 0;
    bool good = read_integer(&value, object, name, UINT32_MAX);
    *out = (uint32_t)value;
    return good;
}

static bool read_text(char *out, size_t size, const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    if (text == NULL || strlen(text) >= size)
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if (*c < 0x20 || *c > 0x7e)
            return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* Hex digits: a token, or a nonce. */
static bool read_hex(char hex[TOKEN_SIZE], const json_t *object, const char *name)
{
    return read_text(hex, TOKEN_SIZE, object, name) &&
           strspn(hex, "0123456789abcdef") == strlen(hex);
}

/* The text of an object, which is freed. */
static char *text_of(json_t *object)
{
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    json_decref(object);
    return text;
}

/* ---- The realm ---------------------------------------------------------------------------- */

static json_t *print_pools(const sortid_node_realm *realm)
{
    json_t *pools = json_array();
    for (size_t i = 0; i < realm->pool_count; i++) {
        const sortid_node_pool *pool = &realm->pools[i],
                               open = sortid_node_realm_open_part(realm, i);
        const bool all = open.first == pool->first && open.last == pool->last;
        json_array_append_new(pools,
                              json_pack("{s:s, s:I, s:I, s:I, s:o*, s:o*}", "name", pool->name,
                                        "first", (json_int_t)pool->first, "last",
                                        (json_int_t)pool->last, "size", (json_int_t)pool->size,
                                        "openFirst", all ? NULL : json_integer(open.first),
                                        "openLast", all ? NULL : json_integer(open.last)));
    }
    if (json_array_size(pools) == realm->pool_count)
        return pools;
    json_decref(pools);
    return NULL;
}

char *sortid_node_realm_print(const sortid_node_realm *realm, const char *nonce)
{
    return text_of(json_pack(
        "{s:i, s:I, s:I, s:I, s:s, s:s, s:s, s:o}", "version", 2, "floor", (json_int_t)realm->floor,
        "maxAheadMs", (json_int_t)realm->max_ahead_ms, "maxQuarantineMs",
        (json_int_t)realm->max_quarantine_ms, "incarnation", realm->incarnation, "store",
        realm->store, "nonce", nonce, "pools", print_pools(realm)));
}

static bool read_pool(sortid_node_pool *out, const json_t *object)
{
    return read_text(out->name, sizeof out->name, object, "name") &&
           read_small(&out->first, object, "first") && read_small(&out->last, object, "last") &&
           read_small(&out->size, object, "size");
}

/* The ids of a pool that can be reserved: a part of it, or "from 1 to 0": none. */
static bool read_open(sortid_node_realm *out, size_t i, const json_t *object)
{
    sortid_node_pool open = out->pools[i];
    if (json_object_get(object, "openFirst") == NULL && json_object_get(object, "openLast") == NULL)
        return true;
    return read_small(&open.first, object, "openFirst") &&
           read_small(&open.last, object, "openLast") &&
           ((open.first == 1 && open.last == 0) ||
            (out->pools[i].first <= open.first && open.first <= open.last &&
             open.last <= out->pools[i].last)) &&
           sortid_node_realm_set_open(out, i, &open);
}

/* sortid_node_realm_add_pools checks each pool, and that no two share ids. */
static bool read_pools(sortid_node_realm *out, const json_t *array)
{
    size_t count = json_array_size(array); // 0 if it is not an array
    if (!json_is_array(array) || count > REALM_MAX_POOLS)
        return false;
    sortid_node_pool *pools = calloc(count + 1, sizeof *pools);
    bool good = pools != NULL;
    for (size_t i = 0; i < count && good; i++)
        good = read_pool(&pools[i], json_array_get(array, i));
    good = good && sortid_node_realm_add_pools(out, pools, count, NULL) == SORTID_NODE_OK &&
           out->pool_count == count;
    for (size_t i = 0; i < count && good; i++)
        good = read_open(out, i, json_array_get(array, i));
    free(pools);
    return good;
}

bool sortid_node_realm_read(sortid_node_realm *out, const char *name, const char *value)
{
    sortid_node_realm realm = {.pool_count = 0};
    uint64_t version;
    json_t *object = json_loads(value, JSON_REJECT_DUPLICATES, NULL);
    bool good =
        sortid_node_realm_name_is_good(name) && read_integer(&version, object, "version", 2) &&
        version == 2 && read_integer(&realm.floor, object, "floor", MAX_TICK) &&
        read_integer(&realm.max_ahead_ms, object, "maxAheadMs", MAX_AHEAD_MS) &&
        read_integer(&realm.max_quarantine_ms, object, "maxQuarantineMs", MAX_QUARANTINE_MS) &&
        read_hex(realm.incarnation, object, "incarnation") &&
        read_text(realm.store, sizeof realm.store, object, "store") &&
        read_pools(&realm, json_object_get(object, "pools"));
    json_decref(object);
    if (!good) {
        sortid_node_realm_free(&realm);
        return false;
    }
    realm.size = sizeof realm;
    memcpy(realm.name, name, strlen(name) + 1);
    *out = realm;
    return true;
}

/* ---- Ids and holders ---------------------------------------------------------------------- */

char *sortid_node_realm_print_id(const struct id_record *record)
{
    return text_of(json_pack("{s:I, s:b, s:I, s:s, s:s, s:s}", "bound", (json_int_t)record->bound,
                             "clean", (int)record->clean, "quarantineMs",
                             (json_int_t)record->quarantine_ms, "token", record->token, "nonce",
                             record->nonce, "label", record->label));
}

bool sortid_node_realm_read_id(struct id_record *out, const char *value)
{
    struct id_record record = {.bound = 0};
    json_t *object =
        strlen(value) < ID_VALUE_SIZE ? json_loads(value, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const json_t *clean = json_object_get(object, "clean");
    bool good = read_integer(&record.bound, object, "bound", MAX_TICK) && json_is_boolean(clean) &&
                read_integer(&record.quarantine_ms, object, "quarantineMs", MAX_QUARANTINE_MS) &&
                read_hex(record.token, object, "token") &&
                read_hex(record.nonce, object, "nonce") &&
                read_text(record.label, sizeof record.label, object, "label");
    record.clean = json_is_true(clean);
    json_decref(object);
    if (good)
        *out = record;
    return good;
}

char *sortid_node_realm_print_holder(const struct holder_record *record)
{
    return text_of(json_pack("{s:s, s:I, s:s}", "token", record->token, "sinceMs",
                             (json_int_t)record->since_ms, "label", record->label));
}

bool sortid_node_realm_read_holder(struct holder_record *out, const char *value)
{
    struct holder_record record = {.since_ms = 0};
    json_t *object = json_loads(value, JSON_REJECT_DUPLICATES, NULL);
    bool good = read_hex(record.token, object, "token") && record.token[0] != '\0' &&
                read_integer(&record.since_ms, object, "sinceMs", INT64_MAX) &&
                read_text(record.label, sizeof record.label, object, "label");
    json_decref(object);
    if (good)
        *out = record;
    return good;
}
