/* SPDX-License-Identifier: MIT */
/* node/queries.c: reads realms, their ids and holders for people, and before ids are added. */
#include "realm_record.h"

#include "fail.h"
#include "platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TIMED 256  /* leases whose time is asked for, one by one */
#define FEW_IDS    4096 /* of a pool of which a summary reads all records */
#define SHARDS     64   /* of free ids, or ids with their holders, that are read in one request */
#define SHARD_MOST 64   /* busy ids of a shard; if there are more, all records are read */

/* ---- Realms ------------------------------------------------------------------------------- */

/* An array with space for one more item: doubled at powers of two. */
static void *grow(void *items, size_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0)
        return items;
    return realloc(items, (count == 0 ? 1 : 2 * count) * size);
}

void sortid_node_realm_list_free(sortid_node_realm **realms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sortid_node_realm_free(realms[i]);
        free(realms[i]);
    }
    free(realms);
}

/* The name in the key "sortid/NAME/...", "" if it is not ours; moves the cursor behind all keys of
 * that name, or behind that key. A byte that was read as 0x7f was below 0x20 or at least 0x7f: the
 * cursor so far tells which. */
static void pass_key(char name[SORTID_NODE_NAME_SIZE], char cursor[KEY_SIZE], const char *key)
{
    const char *start = key + strlen(REALM_PREFIX);
    size_t length = strcspn(start, "/\x7f");
    int most = (int)sooner(length, SORTID_NODE_NAME_SIZE - 1);
    char next = start[most], end = ' ', passed[KEY_SIZE];
    if (next != '\0' && next < '~')
        end = (char)(next + 1);
    snprintf(name, SORTID_NODE_NAME_SIZE, "%.*s", most, start);
    if (next != '/' || !sortid_node_realm_name_is_good(name))
        name[0] = '\0';
    snprintf(passed, sizeof passed, REALM_PREFIX "%.*s%c", most, start, end);
    if (strcmp(passed, cursor) <= 0) { // the byte is at least '~', as those before may be
        size_t last = strlen(passed) - 1;
        while (passed[last - 1] == '~')
            last--;
        passed[last] = '\0';
        passed[last - 1]++; // of "sortid/" it makes "sortid0", behind all
    }
    memcpy(cursor, passed, KEY_SIZE);
}

/* The next name from the cursor on, "" for a key without one; *key_found is false at the end. */
static sortid_node_status next_name(char name[SORTID_NODE_NAME_SIZE], bool *key_found,
                                    char cursor[KEY_SIZE], struct store *store,
                                    sortid_node_error *error)
{
    struct store_reply reply;
    const struct store_operation range = {
        .kind = STORE_RANGE, .key = cursor, .end = "sortid0", .keys_only = true, .limit = 1};
    sortid_node_status status = sortid_node_store_read(&reply, store, &range, 1, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    *key_found = reply.ranges[0].count > 0;
    if (*key_found)
        pass_key(name, cursor, reply.ranges[0].pairs[0].key);
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Adds the realm of that name, if it exists. A record that is not one of sortid is not an error. */
static sortid_node_status add_realm(sortid_node_realm ***realms, size_t *count, struct store *store,
                                    const char *name, sortid_node_error *error)
{
    struct realm_record record;
    sortid_node_realm **grown = grow(*realms, *count, sizeof *grown);
    if (grown == NULL)
        return sortid_node_fail_memory(error);
    *realms = grown;
    sortid_node_status status = sortid_node_realm_record_read(&record, store, name, false, error);
    if (status == SORTID_NODE_BAD_REPLY && record.value != NULL) {
        record.realm = (sortid_node_realm){.size = sizeof record.realm, .is_unreadable = true};
        memcpy(record.realm.name, name, strlen(name) + 1);
        status = SORTID_NODE_OK;
    }
    if (status == SORTID_NODE_OK && record.value != NULL) {
        grown[*count] = malloc(sizeof **grown);
        if (grown[*count] == NULL) {
            status = sortid_node_fail_memory(error);
        } else {
            *grown[(*count)++] = record.realm;
            record.realm = (sortid_node_realm){.pool_count = 0};
        }
    }
    sortid_node_realm_record_free(&record);
    return status;
}

sortid_node_status sortid_node_realm_list(sortid_node_client *client, sortid_node_realm ***realms,
                                          size_t *count, sortid_node_error *error)
{
    sortid_node_realm **found = NULL;
    size_t found_count = 0;
    bool more = true;
    char name[SORTID_NODE_NAME_SIZE], cursor[KEY_SIZE] = REALM_PREFIX;
    if (!sortid_node_client_is_own(client))
        return sortid_node_fail_forked(error);
    sortid_node_status status = SORTID_NODE_OK;
    while (status == SORTID_NODE_OK && more) {
        status = next_name(name, &more, cursor, client->store, error);
        if (status == SORTID_NODE_OK && more && name[0] != '\0')
            status = add_realm(&found, &found_count, client->store, name, error);
    }
    if (status != SORTID_NODE_OK) {
        sortid_node_realm_list_free(found, found_count);
        return status;
    }
    *realms = found;
    *count = found_count;
    return SORTID_NODE_OK;
}

/* ---- Ids of other realms --------------------------------------------------------------------- */

static sortid_node_status compare_realm(struct realm_record *record, const sortid_node_realm *other,
                                        const sortid_node_pool *pools, size_t count,
                                        sortid_node_error *error)
{
    uint64_t now = record->times.latest_ms / SORTID_SCRU64_TICK_MS;
    uint64_t until = sooner(other->floor, now);
    if (strcmp(other->name, record->name) == 0)
        return SORTID_NODE_OK;
    if (other->is_unreadable)
        return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS,
                                "realm %s cannot be read, and may have ids of these pools: update "
                                "sortid, or find the program that wrote its record",
                                other->name);
    for (size_t i = 0; i < other->pool_count * count; i++) {
        const sortid_node_pool *theirs = &other->pools[i / count], *ours = &pools[i % count];
        if (!ours->share_ids && !sortid_node_realm_pools_exclude(theirs, ours))
            return sortid_node_fail(error, SORTID_NODE_REALM_DIFFERS,
                                    "pool %s shares ids with pool %s of realm %s, and both would "
                                    "repeat IDs: choose other ids, or remove that pool first by "
                                    "sortid node pool remove %s %s",
                                    ours->name, theirs->name, other->name, other->name,
                                    theirs->name);
    }
    record->realm.floor = later(record->realm.floor, until);
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_realm_record_claim(struct realm_record *record,
                                                  const sortid_node_pool *pools, size_t count,
                                                  sortid_node_error *error)
{
    sortid_node_realm **realms = NULL;
    size_t realm_count = 0;
    struct store_reply reply;
    const struct store_operation get = {.kind = STORE_RANGE, .key = REALM_CLAIMS};
    for (size_t i = 0; i < count; i++)
        record->is_claim = record->is_claim || !pools[i].share_ids;
    if (!record->is_claim)
        return SORTID_NODE_OK;
    sortid_node_status status = sortid_node_store_read(&reply, record->store, &get, 1, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    record->claimed_at = reply.ranges[0].count > 0 ? reply.ranges[0].pairs[0].changed_at : 0;
    sortid_node_store_reply_free(&reply);
    status = sortid_node_realm_list(record->client, &realms, &realm_count, error);
    for (size_t i = 0; i < realm_count && status == SORTID_NODE_OK; i++)
        status = compare_realm(record, realms[i], pools, count, error);
    sortid_node_realm_list_free(realms, realm_count);
    return status;
}

/* ---- One realm with its ids --------------------------------------------------------------- */

/* A report as it is built; the public struct points into it. */
struct building {
    sortid_node_report report;
    sortid_node_realm realm;
    struct store *store;
    sortid_node_id_report *ids;
    size_t id_count;
    const sortid_node_id_report **sorted; /* pointers into ids */

    /* The pools of which only the busy ids are read, in the order of their keys. */
    struct brief {
        sortid_node_pool pool;
        bool *is_busy;          /* each of its ids */
        size_t other_key_count; /* among the keys of its holders */
    } briefs[REALM_MAX_POOLS];
    size_t brief_count;
};

static sortid_node_status take_id(void *context, const struct store_pair *pair,
                                  sortid_node_error *error)
{
    struct building *report = context;
    struct id_record record;
    sortid_node_id_report id = {.size = sizeof id, .lease_remaining_s = -1};
    if (!sortid_node_realm_id_of_key(&id.node_id, &id.node_id_size, pair->key)) {
        report->report.other_key_count++;
        return SORTID_NODE_OK;
    }
    if (!sortid_node_realm_read_id(&record, pair->value)) {
        record = (struct id_record){.bound = 0};
        id.is_unreadable = true;
    }
    sortid_node_id_report *grown = grow(report->ids, report->id_count, sizeof *grown);
    if (grown == NULL)
        return sortid_node_fail_memory(error);
    id.bound = record.bound;
    id.clean = record.clean;
    id.quarantine_ms = record.quarantine_ms;
    memcpy(id.label, record.label, sizeof id.label);
    report->ids = grown;
    grown[report->id_count++] = id;
    return SORTID_NODE_OK;
}

/* Orders ids as their keys. */
static int compare(uint32_t size, uint32_t id, uint32_t other_size, uint32_t other_id)
{
    uint64_t left = (uint64_t)size << 32 | id, right = (uint64_t)other_size << 32 | other_id;
    return left < right ? -1 : left > right;
}

static int compare_ids(const void *a, const void *b)
{
    const sortid_node_id_report *x = a, *y = b;
    return compare(x->node_id_size, x->node_id, y->node_id_size, y->node_id);
}

/* Adds the holder to its id. An id that was first used after its page was read is left out. */
static sortid_node_status take_holder(void *context, const struct store_pair *pair,
                                      sortid_node_error *error)
{
    struct building *report = context;
    struct holder_record record;
    sortid_node_id_report wanted;
    (void)error; // a record that cannot be read spoils its own line only
    if (!sortid_node_realm_id_of_key(&wanted.node_id, &wanted.node_id_size, pair->key)) {
        report->report.other_key_count++;
        return SORTID_NODE_OK;
    }
    sortid_node_id_report *id =
        report->id_count > 0
            ? bsearch(&wanted, report->ids, report->id_count, sizeof wanted, compare_ids)
            : NULL;
    if (id == NULL)
        return SORTID_NODE_OK;
    id->is_reserved = true;
    if (!sortid_node_realm_read_holder(&record, pair->value)) {
        record = (struct holder_record){.since_ms = 0};
        id->is_unreadable = true;
    }
    id->reserved_since_ms = record.since_ms;
    id->lease_remaining_s = pair->lease; // replaced by ask_leases
    memcpy(id->label, record.label, sizeof id->label);
    return SORTID_NODE_OK;
}

/* Replaces the leases' numbers by their remaining time; -1 for those after the first `most`. */
static sortid_node_status ask_leases(struct building *report, size_t most, sortid_node_error *error)
{
    size_t asked = 0;
    for (size_t i = 0; i < report->id_count; i++) {
        sortid_node_id_report *id = &report->ids[i];
        struct store_lease lease = {.id = id->lease_remaining_s, .ttl_s = -1};
        sortid_node_status status = SORTID_NODE_OK;
        if (id->is_reserved && asked++ < most)
            status = report->store->calls->lease(&lease, report->store, STORE_TIME_LEFT, error);
        if (status != SORTID_NODE_OK)
            return status;
        id->lease_remaining_s = lease.ttl_s;
    }
    return SORTID_NODE_OK;
}

/* ---- Busy ids ------------------------------------------------------------------------------- */

/* An id is busy if it has a holder, or if by its key of free ids it is used longer than until now:
 * all others are free. */
static void note_busy(struct brief *brief, const char *key)
{
    uint32_t id;
    if (sortid_node_realm_read_free(&id, key) && brief->pool.first <= id && id <= brief->pool.last)
        brief->is_busy[id - brief->pool.first] = true;
}

static sortid_node_status take_busy(void *context, const struct store_pair *pair,
                                    sortid_node_error *error)
{
    struct brief *brief = context;
    uint32_t id, size;
    (void)error;
    if (sortid_node_realm_id_of_key(&id, &size, pair->key))
        note_busy(brief, pair->key);
    else
        brief->other_key_count++;
    return SORTID_NODE_OK;
}

/* Notes the busy ids of SHARDS shards. *few: all were read. */
static sortid_node_status note_shards(bool *few, struct brief *brief, const struct building *report,
                                      uint32_t shard, sortid_node_error *error)
{
    struct key_range keys[SHARDS];
    struct store_operation gets[SHARDS];
    struct store_reply reply;
    const char *realm = report->realm.name, *pool = brief->pool.name;
    uint64_t now = report->report.store_unix_ms / SORTID_SCRU64_TICK_MS;
    for (uint32_t i = 0; i < SHARDS; i++) {
        sortid_node_realm_shard_key(keys[i].first, realm, pool, shard + i, now + 1);
        sortid_node_realm_shard_key(keys[i].end, realm, pool, shard + i, UINT64_MAX);
        keys[i].end[strlen(keys[i].end) - 1]++; // '0' for the slash
        gets[i] = (struct store_operation){
            .kind = STORE_RANGE, KEYS(keys[i]), .keys_only = true, .limit = SHARD_MOST};
    }
    sortid_node_status status =
        sortid_node_store_read(&reply, report->store, gets, SHARDS, false, error);
    if (status != SORTID_NODE_OK)
        return status;
    for (size_t i = 0; i < SHARDS; i++) {
        *few = *few && reply.ranges[i].count < SHARD_MOST;
        for (size_t k = 0; k < reply.ranges[i].count; k++)
            note_busy(brief, reply.ranges[i].pairs[k].key);
    }
    sortid_node_store_reply_free(&reply);
    return SORTID_NODE_OK;
}

/* Finds the busy ids of a large pool. *few: so few that it is faster to read these than all. */
static sortid_node_status find_busy(bool *few, struct brief *brief, const struct building *report,
                                    sortid_node_error *error)
{
    const struct key_range keys =
        sortid_node_realm_range_keys(report->realm.name, KEY_HOLDER, &brief->pool);
    const struct pages holders = {.store = report->store,
                                  .keys = keys,
                                  .keys_only = true,
                                  .take = take_busy,
                                  .context = brief};
    sortid_node_status status = SORTID_NODE_OK;
    for (uint32_t i = 0; i < FREE_SHARDS && *few && status == SORTID_NODE_OK; i += SHARDS)
        status = note_shards(few, brief, report, i, error);
    return status == SORTID_NODE_OK && *few ? sortid_node_pages_read(&holders, error) : status;
}

static int compare_briefs(const void *a, const void *b)
{
    const struct brief *x = a, *y = b;
    return compare(x->pool.size, x->pool.first, y->pool.size, y->pool.first);
}

static sortid_node_status find_briefs(struct building *report, sortid_node_error *error)
{
    const sortid_node_realm *realm = &report->realm;
    sortid_node_status status = SORTID_NODE_OK;
    for (size_t i = 0; i < realm->pool_count && status == SORTID_NODE_OK; i++) {
        bool few = true;
        struct brief brief = {.pool = realm->pools[i]};
        size_t ids = (size_t)brief.pool.last - brief.pool.first + 1;
        if (ids <= FEW_IDS)
            continue;
        brief.is_busy = calloc(ids, sizeof(bool));
        if (brief.is_busy == NULL)
            return sortid_node_fail_memory(error);
        status = find_busy(&few, &brief, report, error);
        if (few && status == SORTID_NODE_OK)
            report->briefs[report->brief_count++] = brief;
        else
            free(brief.is_busy);
    }
    qsort(report->briefs, report->brief_count, sizeof *report->briefs, compare_briefs);
    return status;
}

/* Reads the records of the busy ids of a pool, each with its holder. */
static sortid_node_status read_busy(struct building *report, const struct brief *brief,
                                    sortid_node_error *error)
{
    char keys[2 * SHARDS][KEY_SIZE];
    struct store_operation gets[2 * SHARDS];
    sortid_node_status status = SORTID_NODE_OK;
    for (uint64_t id = brief->pool.first; id <= brief->pool.last && status == SORTID_NODE_OK;) {
        struct store_reply reply = {.range_count = 0};
        size_t count = 0;
        for (; id <= brief->pool.last && count < 2 * SHARDS; id++)
            for (unsigned k = 0; k < 2 && brief->is_busy[id - brief->pool.first]; k++, count++) {
                sortid_node_realm_id_key(keys[count], report->realm.name,
                                         k == 0 ? KEY_ID : KEY_HOLDER, (uint32_t)id,
                                         brief->pool.size);
                gets[count] = (struct store_operation){.kind = STORE_RANGE, .key = keys[count]};
            }
        if (count > 0)
            status = sortid_node_store_read(&reply, report->store, gets, count, false, error);
        for (size_t i = 0; i < reply.range_count && status == SORTID_NODE_OK; i++)
            if (reply.ranges[i].count > 0)
                status = (i % 2 == 0 ? take_id : take_holder)(report, reply.ranges[i].pairs, error);
        sortid_node_store_reply_free(&reply);
    }
    return status;
}

/* ---- The report ------------------------------------------------------------------------------ */

/* Reads the records of a kind, ordered by key; of brief pools those of busy ids. */
static sortid_node_status read_all(struct building *report, enum sortid_node_realm_key kind,
                                   pages_take *take, sortid_node_error *error)
{
    const char *realm = report->realm.name;
    const struct key_range all = sortid_node_realm_all_keys(realm, kind);
    struct pages pages = {.store = report->store, .keys = all, .take = take, .context = report};
    sortid_node_status status = SORTID_NODE_OK;
    for (size_t i = 0; i < report->brief_count && status == SORTID_NODE_OK; i++) {
        const struct brief *brief = &report->briefs[i];
        const struct key_range keys = sortid_node_realm_range_keys(realm, kind, &brief->pool);
        memcpy(pages.keys.end, keys.first, KEY_SIZE);
        status = sortid_node_pages_read(&pages, error);
        if (status == SORTID_NODE_OK && kind == KEY_ID)
            status = read_busy(report, brief, error);
        report->report.other_key_count += kind == KEY_ID ? 0 : brief->other_key_count;
        memcpy(pages.keys.first, keys.end, KEY_SIZE);
    }
    memcpy(pages.keys.end, all.end, KEY_SIZE);
    return status == SORTID_NODE_OK ? sortid_node_pages_read(&pages, error) : status;
}

/* Lists the ids by pool, then by id; those of no pool last. */
static sortid_node_status sort_by_pools(struct building *report, sortid_node_error *error)
{
    const sortid_node_realm *realm = &report->realm;
    size_t count = 0;
    report->sorted = calloc(report->id_count + 1, sizeof *report->sorted);
    if (report->sorted == NULL)
        return sortid_node_fail_memory(error);
    for (size_t pool = 0; pool <= realm->pool_count; pool++)
        for (size_t i = 0; i < report->id_count && count < report->id_count; i++) {
            const sortid_node_id_report *id = &report->ids[i];
            if (pool == realm->pool_count
                    ? sortid_node_realm_pool_of(realm, id->node_id, id->node_id_size) == NULL
                    : sortid_node_realm_pool_has(&realm->pools[pool], id->node_id,
                                                 id->node_id_size))
                report->sorted[count++] = id;
        }
    report->report.ids = report->sorted;
    report->report.id_count = report->id_count;
    return SORTID_NODE_OK;
}

void sortid_node_report_free(sortid_node_report *report)
{
    struct building *whole = (struct building *)report; // its first member
    if (report == NULL)
        return;
    sortid_node_realm_free(&whole->realm);
    for (size_t i = 0; i < whole->brief_count; i++)
        free(whole->briefs[i].is_busy);
    free(whole->sorted);
    free(whole->ids);
    free(whole);
}

static sortid_node_status fill_report(struct building *report, const char *name, bool is_summary,
                                      sortid_node_error *error)
{
    struct realm_record record;
    sortid_node_status status =
        sortid_node_realm_record_read(&record, report->store, name, false, error);
    if (status == SORTID_NODE_OK && record.value == NULL)
        status = sortid_node_fail_no_realm(error, name);
    report->realm = record.realm;
    record.realm = (sortid_node_realm){.pool_count = 0};
    sortid_node_realm_record_free(&record);
    report->report.size = sizeof report->report;
    report->report.realm = &report->realm;
    report->report.store_unix_ms = record.times.earliest_ms;
    if (status == SORTID_NODE_OK && is_summary)
        status = find_briefs(report, error);
    if (status == SORTID_NODE_OK)
        status = read_all(report, KEY_ID, take_id, error);
    if (status == SORTID_NODE_OK)
        status = read_all(report, KEY_HOLDER, take_holder, error);
    if (status == SORTID_NODE_OK)
        status = ask_leases(report, is_summary ? 0 : MOST_TIMED, error);
    if (status == SORTID_NODE_OK)
        status = sort_by_pools(report, error);
    return status;
}

static sortid_node_status examine(sortid_node_client *client, sortid_node_report **out,
                                  const char *realm, bool is_summary, sortid_node_error *error)
{
    if (!sortid_node_client_is_own(client))
        return sortid_node_fail_forked(error);
    sortid_node_status status = sortid_node_name_check("realm", realm, error);
    if (status != SORTID_NODE_OK)
        return status;
    struct building *report = calloc(1, sizeof *report);
    if (report == NULL)
        return sortid_node_fail_memory(error);
    report->store = client->store;
    status = fill_report(report, realm, is_summary, error);
    if (status == SORTID_NODE_OK)
        *out = &report->report;
    else
        sortid_node_report_free(&report->report);
    return status;
}

sortid_node_status sortid_node_realm_examine(sortid_node_client *client, sortid_node_report **out,
                                             const char *realm, sortid_node_error *error)
{
    return examine(client, out, realm, false, error);
}

sortid_node_status sortid_node_realm_summarize(sortid_node_client *client, sortid_node_report **out,
                                               const char *realm, sortid_node_error *error)
{
    return examine(client, out, realm, true, error);
}

/* ---- The last bound -------------------------------------------------------------------------- */

static sortid_node_status take_last(void *context, const struct store_pair *pair,
                                    sortid_node_error *error)
{
    uint64_t *last_ms = context;
    struct id_record record;
    (void)error;
    if (!sortid_node_realm_read_id(&record, pair->value))
        return SORTID_NODE_OK;
    uint64_t ms = record.bound * SORTID_SCRU64_TICK_MS + (record.clean ? 0 : record.quarantine_ms);
    *last_ms = later(*last_ms, ms);
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_find_last(uint64_t *last_ms, struct store *store, const char *realm,
                                         sortid_node_error *error)
{
    const struct pages pages = {.store = store,
                                .keys = sortid_node_realm_all_keys(realm, KEY_ID),
                                .take = take_last,
                                .context = last_ms};
    *last_ms = 0;
    return sortid_node_pages_read(&pages, error);
}
