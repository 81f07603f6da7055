/* SPDX-License-Identifier: MIT */
/* node/search.h: finds an id that a client may try to acquire, in the pools that its settings name.
 * Its parts:
 *   search.c          reads the realm, and searches its pools in turn
 *   search_records.c  when an id is free by its record; finds one of a pool by these
 *   search_index.c    finds one of a large pool by the keys of free ids
 *
 * A pool may have 2^23 ids, so it is not read whole. What is found is a hint: the transaction that
 * acquires it compares its record. */
#pragma once

#include "platform.h"
#include "reservation.h"

#define NEVER UINT64_MAX

struct search {
    struct search *next; /* in the list of the client */
    struct reservation *reservation;
    struct store *store;
    struct named {
        sortid_node_pool whole, open; /* a pool, and its ids that can be acquired */
        uint64_t reserved, unreadable;
        int64_t released_at[RELEASE_SLOTS]; /* revisions of the released ids that were seen */
        uint64_t all_due_ms; /* boot clock: when to read all shards; 0: not read yet */
    } named[POOLS_NAMED];    /* as in the settings */
    struct named *current;   /* the one of them that is searched now */
    uint64_t began_ms;       /* boot clock */
    bool is_last;            /* search all of each pool: the time to wait is over */
    sortid_node_pool pool;   /* its ids that can be acquired */
    bool is_large;           /* the whole of it */
    bool is_partly_open;
    struct store_times times; /* of a reply whose skew was checked: the clock of this search */
    uint64_t reserved;        /* ids of the pool */
    uint64_t unreadable;      /* those of a pool that is not large whose records cannot be read */
    uint64_t free_in_ms;      /* when the first id that is not reserved becomes free; NEVER */
    unsigned races;           /* lost so far */
    bool gaps_went;           /* others took the gaps that were found */
};

/* An id to try to acquire. */
struct candidate {
    uint32_t node_id;
    int64_t changed_at;
    uint64_t bound;
    char value[ID_VALUE_SIZE]; /* of its record; "" if it has none */
    char span_key[KEY_SIZE];   /* of never used ids of a large pool; "" if it has a record */
    char span_first[7];        /* what is left of them; "" if nothing is */
};

/* Searches the pools in their order. */
sortid_node_status sortid_node_search_find(struct candidate *out, bool *found, struct search *s,
                                           sortid_node_error *error);

/* Fails with SORTID_NODE_NO_ID, and says why the last search found no id. SORTID_NODE_NO_REALM: all
 * pools are being removed. */
sortid_node_status sortid_node_search_no_id(const struct search *s, sortid_node_error *error);

/* ---- A pool --------------------------------------------------------------------------------- */

/* Search the pool s->pool: of up to LARGE_POOL ids, and of more. */
sortid_node_status sortid_node_search_records(struct candidate *out, bool *found, struct search *s,
                                              sortid_node_error *error);
sortid_node_status sortid_node_search_index(struct candidate *out, bool *found, struct search *s,
                                            sortid_node_error *error);

/* The first tick that a reservation of an id with this bound can have. */
uint64_t sortid_node_search_first_tick(const struct search *s, uint64_t bound);

/* How many ids; `first` may be `last` + 1. */
static inline uint64_t sortid_node_search_ids_of(const sortid_node_pool *range)
{
    return (uint64_t)range->last + 1 - range->first;
}

/* In how many ms an id is free: when its bound is near enough for a generator to start there, and
 * what an external generator may have made has passed. A client that may wait leaves an id that was
 * released just now for a moment to those that have waited longer. */
uint64_t sortid_node_search_free_in_ms(const struct search *s, const struct id_record *record);
