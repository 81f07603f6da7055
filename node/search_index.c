/* SPDX-License-Identifier: MIT */
/* node/search_index.c: finds a free id of a pool of more than LARGE_POOL ids by its keys of free
 * ids (realm.h); see search.h. First those that were never used, then one random shard, then the
 * others. A key may be wrong; then its id is not taken.
 *
 * A client that waits searches all shards once. It sees there which ids become free by time within
 * the next LOOK_AHEAD_MS, so until then it reads only what holders have released meanwhile, and one
 * random shard. It searches all shards again when the first of those ids is free, or after
 * LOOK_AHEAD_MS. So long it may miss the end of a lease that outlasts its bound, which needs a
 * horizon shorter than the lease. */
#include "search.h"

#include <stdio.h>
#include <string.h>

#define SPANS   64 /* that are read; `init` makes so many */
#define SHARDS  64 /* that are read in one request; a store allows 128 operations */
#define CHOICES 16 /* keys of a shard that are read */
#define READ    64 /* ids whose records are read in one request, each with its holder */

#define LOOK_AHEAD_MS 10000

/* Ids that may be free, and when the next one may be. If there are too many, those that were used
 * until the latest ticks are dropped: the end of a quarantine is known by the record only, so these
 * may be blocked. */
struct choices {
    struct choice {
        uint32_t id;
        uint64_t until;   /* 0: not later than now */
        int64_t noted_at; /* revision of the note of its release; 0: it has its key of free ids */
    } all[READ];
    size_t count;
    uint64_t soonest_ms;
};

static uint64_t clock_ms(const struct search *s)
{
    return sortid_node_reservation_clock_ms(s->reservation, &s->times);
}

/* The last tick until which an id may be used that can be acquired now. Live holders have later
 * ones. */
static uint64_t last_tick(const struct search *s)
{
    const struct settings *settings = &s->reservation->settings;
    return clock_ms(s) / TICK_MS + sooner(settings->allowance, settings->horizon / 4);
}

static bool waits(const struct search *s)
{
    return s->reservation->settings.wait_ms > 0;
}

static void note_soonest(struct choices *choices, uint64_t wait_ms)
{
    choices->soonest_ms = sooner(choices->soonest_ms, wait_ms);
}

static void add_choice(struct choices *choices, struct choice choice)
{
    struct choice *place = &choices->all[0];
    if (choices->count < READ) {
        choices->all[choices->count++] = choice;
        return;
    }
    note_soonest(choices, 0);
    for (size_t i = 1; i < READ; i++)
        if (place->until < choices->all[i].until)
            place = &choices->all[i];
    if (choice.until < place->until)
        *place = choice;
}

/* Reads the id at the end of a text. False: it cannot be acquired from this pool. */
static bool read_open(uint32_t *id, const struct search *s, const char *text)
{
    return sortid_node_realm_read_free(id, text) && s->pool.first <= *id && *id <= s->pool.last;
}

/* Adds the ids of a shard that are free by their keys, and notes when the next one is. */
static void add_free(struct choices *choices, const struct search *s,
                     const struct store_range *range)
{
    uint64_t now = clock_ms(s) / TICK_MS, last = last_tick(s);
    for (size_t i = 0; i < range->count; i++) {
        struct choice choice = {.noted_at = 0};
        const char *key = range->pairs[i].key;
        if (!sortid_node_realm_read_until(&choice.until, key) || !read_open(&choice.id, s, key))
            continue;
        if (choice.until > last) {
            note_soonest(choices, (choice.until - last) * TICK_MS);
            continue;
        }
        choice.until = choice.until <= now ? 0 : choice.until;
        add_choice(choices, choice);
    }
}

/* Adds the ids that were released since the first search, and have no holder as far as is known.
 * The first search reads all shards, so it only remembers the releases. */
static void add_released(struct choices *choices, struct search *s, const struct store_range *range)
{
    for (size_t i = 0; i < range->count; i++) {
        uint32_t slot;
        const struct store_pair *pair = &range->pairs[i];
        struct choice choice = {.noted_at = pair->changed_at};
        if (!sortid_node_realm_read_slot(&slot, pair->key))
            continue;
        if (s->current->all_due_ms == 0)
            s->current->released_at[slot] = pair->changed_at;
        else if (s->current->released_at[slot] != pair->changed_at &&
                 read_open(&choice.id, s, pair->value))
            add_choice(choices, choice);
    }
}

/* Reads a span whose first id can be acquired. */
static bool read_span(uint32_t *first, uint32_t *last, const struct search *s,
                      const struct store_pair *span)
{
    return sortid_node_realm_read_free(first, span->value) &&
           sortid_node_realm_read_free(last, span->key) && *first <= *last &&
           s->pool.first <= *first && *first <= s->pool.last && strlen(span->key) < KEY_SIZE;
}

/* Picks the first id of a random span. */
static bool pick_span(struct candidate *out, const struct search *s,
                      const struct store_range *spans)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < spans->count; i++) {
        uint32_t first, last;
        const struct store_pair *span = &spans->pairs[i];
        if (!read_span(&first, &last, s, span) || sortid_node_platform_below(++seen) != 0)
            continue;
        *out = (struct candidate){.node_id = first};
        memcpy(out->span_key, span->key, strlen(span->key) + 1);
        if (first < last)
            snprintf(out->span_first, sizeof out->span_first, "%06x",
                     (unsigned)(first + 1) & 0xffffff);
    }
    return seen > 0;
}

/* The range of keys of a shard with ids that are free, or will be soon. */
static struct store_operation shard_range(struct key_range *keys, const struct search *s,
                                          uint32_t shard)
{
    const char *realm = s->reservation->records.realm;
    uint64_t ahead = waits(s) ? LOOK_AHEAD_MS / TICK_MS : 0;
    sortid_node_realm_shard_key(keys->first, realm, s->pool.name, shard, 0);
    sortid_node_realm_shard_key(keys->end, realm, s->pool.name, shard, last_tick(s) + ahead + 1);
    return (struct store_operation){.kind = STORE_RANGE,
                                    KEYS(*keys),
                                    .keys_only = true,
                                    // those that are being removed are not acquired, and stay first
                                    .limit = s->is_partly_open ? 0 : CHOICES};
}

/* Reads the spans and one random shard; a client that waits also the released ids. */
static sortid_node_status read_first(struct candidate *out, bool *found, struct choices *choices,
                                     uint32_t shard, struct search *s, sortid_node_error *error)
{
    struct key_range keys;
    struct store_reply reply;
    const char *realm = s->reservation->records.realm;
    const struct key_range spans = sortid_node_realm_free_keys(realm, s->pool.name, true);
    const struct key_range released = sortid_node_realm_released_keys(realm, s->pool.name);
    const struct store_operation gets[] = {{.kind = STORE_RANGE, KEYS(spans), .limit = SPANS},
                                           shard_range(&keys, s, shard),
                                           {.kind = STORE_RANGE, KEYS(released)}};
    sortid_node_status status =
        sortid_node_store_read(&reply, s->store, gets, waits(s) ? 3 : 2, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = pick_span(out, s, &reply.ranges[0]);
    if (waits(s))
        add_released(choices, s, &reply.ranges[2]);
    add_free(choices, s, &reply.ranges[1]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Drops an id of a span that has a record: others have just taken it, or the span is wrong, because
 * init made it again meanwhile. */
static sortid_node_status check_unused(bool *found, const struct candidate *candidate,
                                       struct search *s, sortid_node_error *error)
{
    char key[KEY_SIZE];
    struct store_reply reply;
    sortid_node_realm_id_key(key, s->reservation->records.realm, KEY_ID, candidate->node_id,
                             s->pool.size);
    const struct store_operation get = {.kind = STORE_RANGE, .key = key};
    sortid_node_status status = sortid_node_store_read(&reply, s->store, &get, 1, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    *found = reply.ranges[0].count == 0;
    s->gaps_went = s->gaps_went || !*found;
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Reads SHARDS shards. */
static sortid_node_status read_shards(struct choices *choices, uint32_t shard, struct search *s,
                                      sortid_node_error *error)
{
    struct key_range keys[SHARDS];
    struct store_operation gets[SHARDS];
    struct store_reply reply;
    for (uint32_t i = 0; i < SHARDS; i++)
        gets[i] = shard_range(&keys[i], s, shard + i);
    sortid_node_status status =
        sortid_node_store_read(&reply, s->store, gets, SHARDS, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    for (size_t i = 0; i < SHARDS; i++)
        add_free(choices, s, &reply.ranges[i]);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* In how many ms an id without a holder is free by its record. NEVER: that cannot be read. */
static uint64_t free_in_ms(struct id_record *record, const struct search *s,
                           const struct store_range *id)
{
    if (id->count == 0 || !sortid_node_realm_read_id(record, id->pairs[0].value))
        return NEVER;
    return sortid_node_search_free_in_ms(s, record);
}

/* Picks a random one of the ids that are free by their records, and notes when the next one is. A
 * release is remembered when its id is not free soon: when it has a holder. After several of these
 * more ids may have been released than were noted: then all shards are read. */
static void pick_choice(struct candidate *out, bool *found, struct search *s,
                        struct choices *choices, const struct store_reply *reply)
{
    uint64_t seen = 0, remembered = 0;
    for (size_t i = 0; i < choices->count; i++) {
        struct id_record record;
        const struct choice *choice = &choices->all[i];
        const struct store_range *id = &reply->ranges[2 * i];
        bool is_held = reply->ranges[2 * i + 1].count != 0;
        uint64_t wait_ms = free_in_ms(&record, s, id);
        if (!is_held)
            note_soonest(choices, wait_ms);
        if (choice->noted_at != 0 && (is_held || wait_ms > LOOK_AHEAD_MS)) {
            s->current->released_at[choice->id % RELEASE_SLOTS] = choice->noted_at;
            remembered++;
        }
        if (is_held || wait_ms > 0 || sortid_node_platform_below(++seen) != 0)
            continue;
        *out = (struct candidate){
            .node_id = choice->id, .changed_at = id->pairs[0].changed_at, .bound = record.bound};
        memcpy(out->value, id->pairs[0].value,
               strlen(id->pairs[0].value) + 1); // its length was checked by its reader
        *found = true;
    }
    if (remembered > 1)
        s->current->all_due_ms = 0;
}

static sortid_node_status read_choices(struct candidate *out, bool *found, struct search *s,
                                       struct choices *choices, sortid_node_error *error)
{
    char keys[2 * READ][KEY_SIZE];
    struct store_operation gets[2 * READ];
    struct store_reply reply;
    const enum sortid_node_realm_key kinds[] = {KEY_ID, KEY_HOLDER};
    for (size_t i = 0; i < 2 * choices->count; i++) {
        sortid_node_realm_id_key(keys[i], s->reservation->records.realm, kinds[i % 2],
                                 choices->all[i / 2].id, s->pool.size);
        gets[i] = (struct store_operation){.kind = STORE_RANGE, .key = keys[i]};
    }
    sortid_node_status status =
        sortid_node_store_read(&reply, s->store, gets, 2 * choices->count, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    pick_choice(out, found, s, choices, &reply);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Reads all shards, from this one on, until a free id is found. */
static sortid_node_status search_all_shards(struct candidate *out, bool *found, uint32_t shard,
                                            struct search *s, sortid_node_error *error)
{
    struct choices choices = {.soonest_ms = LOOK_AHEAD_MS};
    sortid_node_status status = SORTID_NODE_OK;
    for (uint32_t i = 0; i < FREE_SHARDS && status == SORTID_NODE_OK && !*found; i += SHARDS) {
        choices.count = 0;
        status = read_shards(&choices, shard + i, s, error);
        if (status == SORTID_NODE_OK && choices.count > 0)
            status = read_choices(out, found, s, &choices, error);
    }
    if (status == SORTID_NODE_OK && !*found)
        s->current->all_due_ms = s->times.sent_boot_ms + choices.soonest_ms;
    return status;
}

sortid_node_status sortid_node_search_index(struct candidate *out, bool *found, struct search *s,
                                            sortid_node_error *error)
{
    struct choices choices = {.soonest_ms = NEVER};
    uint32_t shard = (uint32_t)sortid_node_platform_below(FREE_SHARDS);
    if (s->free_in_ms > 0)
        return SORTID_NODE_OK; // the floor
    s->free_in_ms = NEVER;
    sortid_node_status status = read_first(out, found, &choices, shard, s, error);
    if (status == SORTID_NODE_OK && *found && s->races > 0)
        status = check_unused(found, out, s, error);
    if (status == SORTID_NODE_OK && !*found && choices.count > 0)
        status = read_choices(out, found, s, &choices, error);
    if (status == SORTID_NODE_OK && !*found &&
        (s->is_last || s->times.sent_boot_ms >= s->current->all_due_ms))
        status = search_all_shards(out, found, shard + 1, s, error);
    return status;
}
