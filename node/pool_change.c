/* SPDX-License-Identifier: MIT */
/* node/pool_change.c: pools of a realm grow, shrink and are removed. Ids are removed in steps, each
 * of which depends on the one before:
 *
 *   close   the realm's record says which ids remain. Each acquire and resume compares that record,
 *           so from then on nobody gets one of the others
 *   check   none of the others has a holder, and their bounds and quarantines have passed
 *   remove  the realm's record lacks them, and its floor is at least the last of these bounds;
 *           only if the record is the one that was checked. Ids without a record begin at the floor
 *   delete  the records of the ids, as long as the realm's record is that one. If they remain, they
 *           do no harm
 *
 * tests/node/reservation.pml breaks each step. */
#include "fail.h"
#include "platform.h"
#include "realm_record.h"

#include <string.h>

#define PAGE 1000 /* ids whose records are deleted at once */

struct pool_change {
    const char *name; /* of the pool */
    struct realm_record *record;
    size_t at;               /* of the pool in the realm */
    sortid_node_pool wanted; /* what shall be of the pool; `first` > `last`: nothing */
    sortid_node_pool before; /* the pool before ids were removed */
    bool tried;              /* ids were removed, and the reply may be lost */

    /* Of the ids to remove: */
    uint64_t reserved; /* how many */
    uint64_t until;    /* the last tick until which one of them is used */
};

static bool is_empty(const sortid_node_pool *pool)
{
    return pool->first > pool->last;
}

static bool same_ids(const sortid_node_pool *a, const sortid_node_pool *b)
{
    return (a->first == b->first && a->last == b->last) || (is_empty(a) && is_empty(b));
}

/* The ids that are to be removed: number 0 below those that remain, 1 above. */
static sortid_node_pool part_to_remove(const sortid_node_pool *before,
                                       const sortid_node_pool *wanted, unsigned number)
{
    const uint32_t end = before->last + 1; // at most 2^23
    uint32_t from = number == 0 ? before->first : is_empty(wanted) ? end : wanted->last + 1;
    uint32_t to = number == 1 || is_empty(wanted) ? end : wanted->first;
    sortid_node_pool part = *before;
    part.first = from < to ? from : 1;
    part.last = from < to ? to - 1 : 0;
    return part;
}

static sortid_node_status fail_ids(const sortid_node_pool *pool, const char *rule,
                                   sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS, "pool %s has the ids 0x%x-0x%x/%u%s",
                            pool->name, (unsigned)pool->first, (unsigned)pool->last,
                            (unsigned)pool->size, rule);
}

static sortid_node_status find_pool(struct pool_change *change, struct realm_record *record,
                                    sortid_node_error *error)
{
    const sortid_node_realm *realm = &record->realm;
    change->record = record;
    if (record->value == NULL)
        return sortid_node_fail_no_realm(error, record->name);
    if (realm->is_restored)
        return sortid_node_fail_store(error, record->name, realm->store, record->store_name);
    const sortid_node_pool *pool = sortid_node_realm_find_pool(realm, change->name);
    if (pool == NULL)
        return sortid_node_fail(error, SORTID_NODE_NO_REALM, "realm %s has no pool %.64s",
                                record->name, change->name);
    change->at = (size_t)(pool - realm->pools);
    return SORTID_NODE_OK;
}

/* ---- Whether ids are in use ------------------------------------------------------------------ */

static sortid_node_status take_id(void *context, const struct store_pair *pair,
                                  sortid_node_error *error)
{
    struct pool_change *change = context;
    struct id_record record;
    uint32_t node_id, size;
    if (!sortid_node_realm_id_of_key(&node_id, &size, pair->key))
        return SORTID_NODE_OK;
    if (!sortid_node_realm_read_id(&record, pair->value))
        return sortid_node_fail_id(error, change->record->name, node_id, size);
    change->until = later(change->until, sortid_node_realm_until(&record));
    return SORTID_NODE_OK;
}

static sortid_node_status count_holders(struct pool_change *change, const sortid_node_pool *range,
                                        sortid_node_error *error)
{
    struct store_reply reply;
    const struct key_range keys =
        sortid_node_realm_range_keys(change->record->name, KEY_HOLDER, range);
    const struct store_operation count = {.kind = STORE_RANGE, KEYS(keys), .count_only = true};
    sortid_node_status status =
        sortid_node_store_read(&reply, change->record->store, &count, 1, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    change->reserved += (uint64_t)reply.ranges[0].total;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* The ids of a range. The holders first: without one nobody writes to these records any more,
 * because nobody can acquire the ids. */
static sortid_node_status check_range(struct pool_change *change, const sortid_node_pool *range,
                                      sortid_node_error *error)
{
    if (is_empty(range))
        return SORTID_NODE_OK;
    sortid_node_status status = count_holders(change, range, error);
    if (status != SORTID_NODE_OK)
        return status;
    const char *realm = change->record->name;
    const struct pages pages = {.store = change->record->store,
                                .keys = sortid_node_realm_range_keys(realm, KEY_ID, range),
                                .confirm = true,
                                .take = take_id,
                                .context = change};
    return sortid_node_pages_read(&pages, error);
}

static sortid_node_status check_removed(struct pool_change *change, sortid_node_error *error)
{
    const sortid_node_pool *pool = &change->record->realm.pools[change->at];
    sortid_node_status status = SORTID_NODE_OK;
    uint64_t now = change->record->times.latest_ms / SORTID_SCRU64_TICK_MS;
    change->reserved = 0;
    change->until = change->record->realm.floor; // before it lost holders may have used the ids
    for (unsigned i = 0; i < 2 && status == SORTID_NODE_OK; i++) {
        const sortid_node_pool part = part_to_remove(pool, &change->wanted, i);
        status = check_range(change, &part, error);
    }
    if (status != SORTID_NODE_OK || (change->reserved == 0 && change->until <= now))
        return status;
    uint64_t until_ms = change->until * SORTID_SCRU64_TICK_MS;
    uint64_t store_ms = change->record->times.latest_ms;
    uint64_t left_ms = until_ms - sooner(until_ms, store_ms);
    return sortid_node_fail(
        error, SORTID_NODE_IN_USE,
        "of the ids to remove from pool %s of realm %s %llu are reserved, and "
        "bounds and quarantines end in %llu s; nobody can reserve them any more",
        pool->name, change->record->name, (unsigned long long)change->reserved,
        (unsigned long long)((left_ms + 999) / 1000));
}

/* ---- The steps ------------------------------------------------------------------------------- */

/* Writes the realm. If another client has changed it since, the step is taken again. */
static sortid_node_status write_realm(const struct pool_change *change, sortid_node_error *error)
{
    bool written;
    return sortid_node_realm_record_write(&written, change->record, error);
}

/* Lets only these ids be reserved; NULL: all. */
static sortid_node_status set_open(struct pool_change *change, const sortid_node_pool *open,
                                   sortid_node_error *error)
{
    return sortid_node_realm_set_open(&change->record->realm, change->at, open)
               ? write_realm(change, error)
               : sortid_node_fail_memory(error);
}

static sortid_node_status remove_ids(struct pool_change *change, sortid_node_error *error)
{
    sortid_node_realm *realm = &change->record->realm;
    sortid_node_status status = check_removed(change, error);
    if (status != SORTID_NODE_OK)
        return status;
    change->before = realm->pools[change->at];
    sortid_node_pool remains = change->before;
    remains.first = change->wanted.first;
    remains.last = change->wanted.last;
    realm->floor = later(realm->floor, change->until);
    status = sortid_node_realm_replace_pool(realm, change->at, is_empty(&remains) ? NULL : &remains,
                                            error);
    change->tried = true;
    return status == SORTID_NODE_OK ? write_realm(change, error) : status;
}

/* Whether no pool has an id of a range, now. */
static bool is_removed(const struct pool_change *change, const sortid_node_pool *range)
{
    const sortid_node_realm *realm = &change->record->realm;
    for (size_t i = 0; i < realm->pool_count; i++)
        if (!sortid_node_realm_pools_exclude(&realm->pools[i], range))
            return false;
    return true;
}

/* Deletes the records of a range, unless the realm's record has changed: *same. */
static sortid_node_status delete_range(bool *same, struct pool_change *change,
                                       const sortid_node_pool *range, sortid_node_error *error)
{
    const struct key_range keys = sortid_node_realm_range_keys(change->record->name, KEY_ID, range);
    const struct store_operation ids = {.kind = STORE_DELETE, KEYS(keys)};
    return is_removed(change, range)
               ? sortid_node_realm_record_delete(same, change->record, &ids, error)
               : SORTID_NODE_OK;
}

/* Deletes the keys of free and released ids of a pool that is not large any more. */
static sortid_node_status delete_keys(bool *same, struct pool_change *change,
                                      sortid_node_error *error)
{
    const char *realm = change->record->name, *name = change->before.name;
    const struct key_range keys = sortid_node_realm_released_keys(realm, name);
    const struct store_operation released = {.kind = STORE_DELETE, KEYS(keys)};
    const sortid_node_pool *now = sortid_node_realm_find_pool(&change->record->realm, name);
    if (!sortid_node_realm_pool_is_large(&change->before) ||
        (now != NULL && sortid_node_realm_pool_is_large(now)))
        return SORTID_NODE_OK;
    sortid_node_status status =
        sortid_node_realm_record_delete(same, change->record, &released, error);
    return status == SORTID_NODE_OK && *same
               ? sortid_node_free_ids_delete(same, change->record->store, change->record, realm,
                                             name, error)
               : status;
}

/* Deletes the records of the removed ids, a part at a time so that no transaction is large, and
 * makes the keys of free ids again. */
static sortid_node_status delete_records(struct pool_change *change, sortid_node_error *error)
{
    bool same = true;
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned i = 0; i < 2; i++) {
        sortid_node_pool page = part_to_remove(&change->before, &change->wanted, i);
        const uint32_t last = page.last;
        for (; page.first <= last && status == SORTID_NODE_OK && same; page.first += PAGE) {
            page.last = last - page.first < PAGE ? last : page.first + PAGE - 1;
            status = delete_range(&same, change, &page, error);
        }
    }
    if (status == SORTID_NODE_OK && same)
        status = delete_keys(&same, change, error);
    return status == SORTID_NODE_OK
               ? sortid_node_free_ids_repair(change->record->store, &change->record->realm, error)
               : status;
}

/* ---- Shrinking ------------------------------------------------------------------------------- */

/* *done: the pool is as wanted. */
static sortid_node_status shrink(bool *done, struct realm_record *record, void *context,
                                 sortid_node_error *error)
{
    struct pool_change *change = context;
    sortid_node_status status = find_pool(change, record, error);
    if (status == SORTID_NODE_NO_REALM && change->tried && change->record->value != NULL) {
        *done = is_empty(&change->wanted);
        return *done ? delete_records(change, error) : status;
    }
    if (status != SORTID_NODE_OK)
        return status;
    const sortid_node_pool *pool = &change->record->realm.pools[change->at];
    const sortid_node_pool open = sortid_node_realm_open_part(&change->record->realm, change->at);
    if (!is_empty(&change->wanted) &&
        (pool->size != change->wanted.size || change->wanted.first < pool->first ||
         pool->last < change->wanted.last))
        return fail_ids(pool, ": a part of them can remain", error);
    if (same_ids(pool, &change->wanted) && same_ids(pool, &open)) {
        *done = true;
        return change->tried ? delete_records(change, error) : SORTID_NODE_OK;
    }
    return same_ids(&open, &change->wanted) ? remove_ids(change, error)
                                            : set_open(change, &change->wanted, error);
}

/* ---- Growing --------------------------------------------------------------------------------- */

static sortid_node_status grow(bool *done, struct realm_record *record, void *context,
                               sortid_node_error *error)
{
    struct pool_change *change = context;
    sortid_node_status status = find_pool(change, record, error);
    if (status != SORTID_NODE_OK)
        return status;
    sortid_node_realm *realm = &change->record->realm;
    const sortid_node_pool *pool = &realm->pools[change->at];
    const sortid_node_pool open = sortid_node_realm_open_part(realm, change->at);
    if (!same_ids(pool, &open))
        return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS,
                                "ids of pool %s are being removed: end that with sortid node pool "
                                "reopen %s %s",
                                pool->name, change->record->name, pool->name);
    if (pool->size != change->wanted.size || change->wanted.first > pool->first ||
        pool->last > change->wanted.last)
        return fail_ids(pool, ", which must be among the new ones", error);
    *done = same_ids(pool, &change->wanted);
    if (*done)
        return sortid_node_free_ids_repair(change->record->store, realm, error);
    status = sortid_node_realm_record_claim(change->record, &change->wanted, 1, error);
    if (status == SORTID_NODE_OK)
        status = sortid_node_realm_replace_pool(realm, change->at, &change->wanted, error);
    return status == SORTID_NODE_OK ? write_realm(change, error) : status;
}

static sortid_node_status reopen(bool *done, struct realm_record *record, void *context,
                                 sortid_node_error *error)
{
    struct pool_change *change = context;
    sortid_node_status status = find_pool(change, record, error);
    if (status != SORTID_NODE_OK)
        return status;
    const sortid_node_realm *realm = &change->record->realm;
    const sortid_node_pool open = sortid_node_realm_open_part(realm, change->at);
    *done = same_ids(&realm->pools[change->at], &open);
    return *done ? SORTID_NODE_OK : set_open(change, NULL, error);
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* What remains of a pool must be good, unless nothing does. */
static sortid_node_status check_wanted(const sortid_node_pool *pool, sortid_node_error *error)
{
    sortid_node_realm scratch = {.pool_count = 0};
    sortid_node_status status = sortid_node_realm_add_pools(&scratch, pool, 1, error);
    sortid_node_realm_free(&scratch);
    return status;
}

sortid_node_status sortid_node_pool_grow(sortid_node_client *client, const char *realm,
                                         const sortid_node_pool *pool, sortid_node_error *error)
{
    struct pool_change change = {.name = pool->name, .wanted = *pool};
    sortid_node_status status = check_wanted(pool, error);
    return status == SORTID_NODE_OK
               ? sortid_node_realm_record_change(client, realm, grow, &change, error)
               : status;
}

sortid_node_status sortid_node_pool_shrink(sortid_node_client *client, const char *realm,
                                           const sortid_node_pool *pool, uint64_t *blocked_ms,
                                           sortid_node_error *error)
{
    struct pool_change change = {.name = pool->name, .wanted = *pool};
    sortid_node_status status = SORTID_NODE_OK;
    bool nothing = pool->first == 1 && pool->last == 0;
    if (!nothing)
        status = check_wanted(pool, error);
    else if (memchr(pool->name, '\0', sizeof pool->name) == NULL ||
             !sortid_node_realm_name_is_good(pool->name))
        status = sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "the pool's name is invalid");
    if (status == SORTID_NODE_OK)
        status = sortid_node_realm_record_change(client, realm, shrink, &change, error);
    if (status == SORTID_NODE_IN_USE && blocked_ms != NULL)
        *blocked_ms = change.until * SORTID_SCRU64_TICK_MS;
    return status;
}

sortid_node_status sortid_node_pool_reopen(sortid_node_client *client, const char *realm,
                                           const char *pool, sortid_node_error *error)
{
    struct pool_change change = {.name = pool};
    return sortid_node_realm_record_change(client, realm, reopen, &change, error);
}
