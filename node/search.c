/* SPDX-License-Identifier: MIT */
/* node/search.c: see search.h. */
#include "search.h"

#include "fail.h"

#include <stdio.h>

/* In how many ms an id that was never used is free: at once, unless the floor is too far ahead. */
static uint64_t unused_free_in_ms(const struct search *s)
{
    static const struct id_record unused = {.bound = 0};
    return sortid_node_search_free_in_ms(s, &unused);
}

/* ---- The realm and the pools ----------------------------------------------------------------- */

/* Whether the realm permits the settings of the reservation. */
static sortid_node_status check_limits(struct search *s, const sortid_node_realm *realm,
                                       sortid_node_error *error)
{
    struct settings *settings = &s->reservation->settings;
    uint64_t ahead_ms =
        settings->horizon * TICK_MS + settings->allowance_ms + settings->max_skew_ms;
    if (ahead_ms > realm->max_ahead_ms)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "realm %s: horizon, allowance and max skew are %llu ms together, "
                                "more than the %llu ms that the realm permits",
                                realm->name, (unsigned long long)ahead_ms,
                                (unsigned long long)realm->max_ahead_ms);
    if (!settings->external)
        return SORTID_NODE_OK;
    if (realm->max_quarantine_ms == 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "realm %s does not permit programs that do not know bounds: only a "
                                "realm that was created with sortid node init --external does",
                                realm->name);
    s->reservation->records.quarantine_ms =
        settings->quarantine_ms != 0 ? settings->quarantine_ms : realm->max_quarantine_ms;
    if (settings->quarantine_ms > realm->max_quarantine_ms)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION,
                                "realm %s permits a quarantine of at most %llu ms", realm->name,
                                (unsigned long long)realm->max_quarantine_ms);
    return SORTID_NODE_OK;
}

static sortid_node_status read_realm(struct search *s, const struct store_reply *reply,
                                     sortid_node_error *error)
{
    const char *name = s->reservation->records.realm;
    sortid_node_realm realm;
    sortid_node_status status = sortid_node_records_take_realm(&s->reservation->records, &realm,
                                                               reply, &reply->ranges[0], error);
    if (status != SORTID_NODE_OK)
        return status;
    // A store that has lost writes may show a bound below the IDs of its holder.
    status = sortid_node_history_is_lost(&s->store->history, &s->reservation->records.age)
                 ? sortid_node_fail_rewound(error, SORTID_NODE_RESTORED, name)
                 : check_limits(s, &realm, error);
    for (size_t i = 0; i < s->reservation->settings.pool_count && status == SORTID_NODE_OK; i++) {
        const char *wanted = s->reservation->settings.pools[i];
        const sortid_node_pool *pool = sortid_node_realm_find_pool(&realm, wanted);
        if (pool == NULL) {
            status = sortid_node_fail(error, SORTID_NODE_NO_REALM,
                                      "realm %s has no pool %s: add it with sortid node init %s "
                                      "--pool %s=FIRST-LAST/SIZE",
                                      name, wanted, name, wanted);
            break;
        }
        s->named[i].whole = *pool;
        s->named[i].open = sortid_node_realm_open_part(&realm, (size_t)(pool - realm.pools));
        s->named[i].reserved = s->named[i].unreadable = 0;
    }
    sortid_node_realm_free(&realm);
    return status;
}

/* Reads the realm, first in each search. The clock of the search is that of this reply. */
static sortid_node_status get_realm(struct search *s, sortid_node_error *error)
{
    char key[KEY_SIZE];
    struct store_reply reply;
    sortid_node_realm_key(key, s->reservation->records.realm);
    const struct store_operation get = {.kind = STORE_RANGE, .key = key};
    sortid_node_status status = sortid_node_store_read(&reply, s->store, &get, 1, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    s->times = reply.times;
    status = sortid_node_reservation_check_skew(s->reservation, &reply.times, error);
    if (status == SORTID_NODE_OK)
        status = read_realm(s, &reply, error);
    sortid_node_store_reply_free(&reply);
    return status;
}

/* ---- A candidate -------------------------------------------------------------------------- */

static void choose_pool(struct search *s, struct named *named)
{
    s->current = named;
    s->pool = named->whole;
    s->pool.first = named->open.first;
    s->pool.last = named->open.last;
    s->is_large = sortid_node_realm_pool_is_large(&named->whole);
    s->is_partly_open =
        sortid_node_search_ids_of(&named->whole) != sortid_node_search_ids_of(&named->open);
}

sortid_node_status sortid_node_search_find(struct candidate *out, bool *found, struct search *s,
                                           sortid_node_error *error)
{
    uint64_t soonest = NEVER;
    *found = false;
    s->gaps_went = false;
    sortid_node_status status = get_realm(s, error);
    for (size_t i = 0;
         i < s->reservation->settings.pool_count && status == SORTID_NODE_OK && !*found; i++) {
        struct named *named = &s->named[i];
        if (named->open.first > named->open.last)
            continue;
        s->reserved = s->unreadable = 0;
        choose_pool(s, named);
        s->free_in_ms = unused_free_in_ms(s);
        status = s->is_large ? sortid_node_search_index(out, found, s, error)
                             : sortid_node_search_records(out, found, s, error);
        named->reserved = s->reserved;
        named->unreadable = s->unreadable;
        soonest = sooner(soonest, s->free_in_ms);
    }
    s->free_in_ms = soonest;
    return status;
}

sortid_node_status sortid_node_search_no_id(const struct search *s, sortid_node_error *error)
{
    char next[64] = "", more[32] = "", lost[64] = "", counted[80] = "no id is free";
    uint64_t floor_in_ms = unused_free_in_ms(s);
    uint64_t reserved = 0, ids = 0, unreadable = 0;
    bool is_counted = true; // the reserved ids of large pools are not
    const struct settings *settings = &s->reservation->settings;
    for (size_t i = 0; i < settings->pool_count; i++) {
        reserved += s->named[i].reserved;
        unreadable += s->named[i].unreadable;
        ids += sortid_node_search_ids_of(&s->named[i].open);
        is_counted = is_counted && !sortid_node_realm_pool_is_large(&s->named[i].whole);
    }
    if (ids == 0) // waiting would not help
        return sortid_node_fail(error, SORTID_NODE_NO_REALM,
                                "pool %s of realm %s is being removed: use another one",
                                settings->pools[0], s->reservation->records.realm);
    if (floor_in_ms > 0)
        return sortid_node_fail(
            error, SORTID_NODE_NO_ID,
            "realm %s: its bounds were raised, so no id is free for %llu s: wait; other "
            "realms with these ids would repeat IDs",
            s->reservation->records.realm, (unsigned long long)((floor_in_ms + 999) / 1000));
    if (settings->pool_count > 1)
        snprintf(more, sizeof more, " and %zu more", settings->pool_count - 1);
    if (is_counted)
        snprintf(counted, sizeof counted, "%llu of %llu ids are reserved",
                 (unsigned long long)reserved, (unsigned long long)ids);
    if (unreadable > 0)
        snprintf(lost, sizeof lost, ", records of %llu cannot be read",
                 (unsigned long long)unreadable);
    if (s->free_in_ms != NEVER && reserved < ids)
        snprintf(next, sizeof next, ", the next is free in %llu s",
                 (unsigned long long)((s->free_in_ms + 999) / 1000));
    return sortid_node_fail(
        error, SORTID_NODE_NO_ID, "pool %s%s of realm %s: %s%s%s: wait, or add a pool",
        settings->pools[0], more, s->reservation->records.realm, counted, lost, next);
}
