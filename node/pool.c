/* SPDX-License-Identifier: MIT */
/* node/pool.c: pools of node ids: their text, which ids share bits, the pools of a realm. Pure. */
#include "realm.h"

#include "fail.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SIZE  23
#define TEXT_SIZE 128 /* of the text of a pool, with NUL */
#define WANT_POOL "pool \"%.*s\": want NAME=FIRST-LAST/SIZE, such as web=0x000-0x1ff/10"

bool sortid_node_realm_name_is_good(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t length = strlen(name);
    return length > 0 && length < SORTID_NODE_NAME_SIZE && name[0] != '.' &&
           strspn(name, letters) == length;
}

sortid_node_status sortid_node_name_check(const char *what, const char *name,
                                          sortid_node_error *error)
{
    if (sortid_node_realm_name_is_good(name))
        return SORTID_NODE_OK;
    return sortid_node_fail(
        error, SORTID_NODE_BAD_OPTION,
        "%s name \"%s\": must be 1 to 64 of a-z A-Z 0-9 . _ - and not start with a dot", what,
        name);
}

static bool pool_is_good(const sortid_node_pool *pool)
{
    return sortid_node_is_zero(pool->reserved8, sizeof pool->reserved8) &&
           sortid_node_is_zero(pool->reserved, sizeof pool->reserved) &&
           memchr(pool->name, '\0', sizeof pool->name) != NULL &&
           sortid_node_realm_name_is_good(pool->name) && pool->size >= 1 &&
           pool->size <= MAX_SIZE && pool->first <= pool->last && pool->last >> pool->size == 0;
}

/* ---- Text --------------------------------------------------------------------------------- */

/* Reads a number up to 2^31 - 1 at *text, in hexadecimal after 0x, and moves *text behind it. */
static bool read_number(uint32_t *number, const char **text)
{
    bool is_hex = (*text)[0] == '0' && ((*text)[1] | 0x20) == 'x';
    const char *digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    const char *start = *text + (is_hex ? 2 : 0);
    size_t length = strspn(start, digits);
    unsigned long long value = strtoull(start, NULL, is_hex ? 16 : 10);
    *text = start + length;
    *number = (uint32_t)value;
    return length > 0 && value <= INT32_MAX;
}

/* FIRST-LAST/SIZE or ID/SIZE. */
static bool read_ids(sortid_node_pool *out, const char *text)
{
    if (!read_number(&out->first, &text))
        return false;
    out->last = out->first;
    if (*text == '-') {
        text++;
        if (!read_number(&out->last, &text))
            return false;
    }
    return *text++ == '/' && *text != '\0' && (text[1] | 0x20) != 'x' &&
           read_number(&out->size, &text) && *text == '\0';
}

/* Reads a text that ends with a NUL. */
static sortid_node_status parse(sortid_node_pool *out, const char *text, sortid_node_error *error)
{
    sortid_node_pool pool = {.size = 0};
    const char *equals = strchr(text, '=');
    size_t name_length = equals != NULL ? (size_t)(equals - text) : sizeof pool.name;
    if (name_length < sizeof pool.name)
        memcpy(pool.name, text, name_length);
    if (name_length >= sizeof pool.name || !read_ids(&pool, equals + 1))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, WANT_POOL, TEXT_SIZE, text);
    sortid_node_status status = sortid_node_name_check("pool", pool.name, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (!pool_is_good(&pool))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "pool \"%s\": want FIRST <= LAST < 2^SIZE and SIZE 1 to 23", text);
    *out = pool;
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_pool_parse(sortid_node_pool *out, const char *text, size_t length,
                                          sortid_node_error *error)
{
    char copy[TEXT_SIZE] = "";
    if (length == 0)
        text = ""; // it may be NULL
    if (length < sizeof copy && memchr(text, '\0', length) == NULL) {
        memcpy(copy, text, length);
        return parse(out, copy, error);
    }
    return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, WANT_POOL,
                            (int)(length < sizeof copy ? length : sizeof copy), text);
}

/* ---- Pools of a realm --------------------------------------------------------------------- */

bool sortid_node_realm_pools_exclude(const sortid_node_pool *a, const sortid_node_pool *b)
{
    if (a->size > b->size)
        return sortid_node_realm_pools_exclude(b, a);
    unsigned more = b->size - a->size; // so many more bits than an id of a
    return b->last >> more < a->first || b->first >> more > a->last;
}

const sortid_node_pool *sortid_node_realm_find_pool(const sortid_node_realm *realm,
                                                    const char *name)
{
    for (size_t i = 0; i < realm->pool_count; i++)
        if (strcmp(realm->pools[i].name, name) == 0)
            return &realm->pools[i];
    return NULL;
}

const sortid_node_pool *sortid_node_realm_pool_of(const sortid_node_realm *realm, uint32_t node_id,
                                                  uint32_t size)
{
    for (size_t i = 0; i < realm->pool_count; i++)
        if (sortid_node_realm_pool_has(&realm->pools[i], node_id, size))
            return &realm->pools[i];
    return NULL;
}

bool sortid_node_realm_pool_is_large(const sortid_node_pool *pool)
{
    return pool->last - pool->first >= LARGE_POOL;
}

void sortid_node_realm_free(sortid_node_realm *realm)
{
    free(realm->pools);
    free(realm->open);
    *realm = (sortid_node_realm){.pool_count = 0};
}

/* Adds one pool; the array has space for it. */
static sortid_node_status add_pool(sortid_node_realm *realm, const sortid_node_pool *pool,
                                   sortid_node_error *error)
{
    if (!pool_is_good(pool))
        return sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "pool \"%.64s\": its name, ids or size are invalid, or a reserved field is not 0",
            pool->name);
    const sortid_node_pool *same = sortid_node_realm_find_pool(realm, pool->name);
    if (same != NULL && same->first == pool->first && same->last == pool->last &&
        same->size == pool->size)
        return SORTID_NODE_OK;
    if (same != NULL)
        return sortid_node_fail(
            error, SORTID_NODE_REALM_DIFFERS,
            "pool %s has other ids, 0x%x-0x%x/%u: sortid node pool grow and shrink change them",
            same->name, (unsigned)same->first, (unsigned)same->last, (unsigned)same->size);
    for (size_t i = 0; i < realm->pool_count; i++)
        if (!sortid_node_realm_pools_exclude(&realm->pools[i], pool))
            return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS,
                                    "pools %s and %s share ids, or one has the first bits of an id "
                                    "of the other: choose other ids",
                                    realm->pools[i].name, pool->name);
    realm->pools[realm->pool_count++] = *pool;
    return SORTID_NODE_OK;
}

/* Keeps which ids of the pools can be reserved: all of those that were added. */
static sortid_node_status add_open(sortid_node_realm *realm, const sortid_node_realm *joined,
                                   sortid_node_error *error)
{
    if (realm->open == NULL)
        return SORTID_NODE_OK;
    sortid_node_pool *open = calloc(joined->pool_count, sizeof *open);
    if (open == NULL)
        return sortid_node_fail_memory(error);
    for (size_t i = 0; i < joined->pool_count; i++)
        open[i] = i < realm->pool_count ? realm->open[i] : joined->pools[i];
    free(realm->open);
    realm->open = open;
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_realm_add_pools(sortid_node_realm *realm,
                                               const sortid_node_pool *pools, size_t count,
                                               sortid_node_error *error)
{
    sortid_node_realm joined = *realm;
    joined.pools = calloc(realm->pool_count + count + 1, sizeof *pools);
    if (joined.pools == NULL)
        return sortid_node_fail_memory(error);
    if (realm->pool_count > 0)
        memcpy(joined.pools, realm->pools, realm->pool_count * sizeof *pools);
    sortid_node_status status = SORTID_NODE_OK;
    for (size_t i = 0; i < count && status == SORTID_NODE_OK; i++)
        status = add_pool(&joined, &pools[i], error);
    if (status == SORTID_NODE_OK)
        status = add_open(realm, &joined, error);
    if (status == SORTID_NODE_OK && joined.pool_count > REALM_MAX_POOLS)
        status = sortid_node_fail(
            error, SORTID_NODE_BAD_OPTION,
            "a realm has at most %d pools: use another realm, with other ids, for more",
            REALM_MAX_POOLS);
    if (status != SORTID_NODE_OK) {
        free(joined.pools);
        return status;
    }
    free(realm->pools);
    realm->pools = joined.pools;
    realm->pool_count = joined.pool_count;
    return SORTID_NODE_OK;
}

/* ---- Pools of which ids are removed ---------------------------------------------------------- */

sortid_node_pool sortid_node_realm_open_part(const sortid_node_realm *realm, size_t i)
{
    return realm->open != NULL ? realm->open[i] : realm->pools[i];
}

bool sortid_node_realm_is_open(const sortid_node_realm *realm, uint32_t node_id, uint32_t size)
{
    const sortid_node_pool *pool = sortid_node_realm_pool_of(realm, node_id, size);
    if (pool == NULL)
        return false;
    sortid_node_pool open = sortid_node_realm_open_part(realm, (size_t)(pool - realm->pools));
    return open.first <= node_id && node_id <= open.last;
}

bool sortid_node_realm_set_open(sortid_node_realm *realm, size_t i, const sortid_node_pool *open)
{
    sortid_node_pool *parts = calloc(realm->pool_count + 1, sizeof *parts);
    bool all = true;
    if (parts == NULL)
        return false;
    for (size_t k = 0; k < realm->pool_count; k++) {
        parts[k] = sortid_node_realm_open_part(realm, k);
        if (k == i)
            parts[k] = open != NULL ? *open : realm->pools[k];
        all =
            all && parts[k].first == realm->pools[k].first && parts[k].last == realm->pools[k].last;
    }
    free(realm->open);
    realm->open = all ? NULL : parts;
    if (all)
        free(parts);
    return true;
}

/* Builds the realm again, with the pools in their order. */
sortid_node_status sortid_node_realm_replace_pool(sortid_node_realm *realm, size_t i,
                                                  const sortid_node_pool *pool,
                                                  sortid_node_error *error)
{
    sortid_node_realm built = *realm;
    sortid_node_status status = SORTID_NODE_OK;
    built.pools = NULL;
    built.open = NULL;
    built.pool_count = 0;
    for (size_t k = 0; k < realm->pool_count && status == SORTID_NODE_OK; k++) {
        const sortid_node_pool *next = k == i ? pool : &realm->pools[k];
        const sortid_node_pool open = sortid_node_realm_open_part(realm, k);
        if (next == NULL)
            continue;
        status = sortid_node_realm_add_pools(&built, next, 1, error);
        if (status == SORTID_NODE_OK &&
            !sortid_node_realm_set_open(&built, built.pool_count - 1, k == i ? next : &open))
            status = sortid_node_fail_memory(error);
    }
    sortid_node_realm unwanted = status == SORTID_NODE_OK ? *realm : built;
    if (status == SORTID_NODE_OK)
        *realm = built;
    sortid_node_realm_free(&unwanted);
    return status;
}
