/* SPDX-License-Identifier: MIT */
/* node/view.c: what stands in etcd, for people: realms, their ids and holders; and the end of somebody
 * else's hold. Read in pages, so that a large realm takes no endless answer; the pages are of
 * different moments. */
#include "client.h"

#include "fail.h"
#include "realm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE       1000
#define MOST_TIMED 256 /* leases that are asked for, one by one */

static sortid_node_status no_memory(sortid_node_error *error)
{
    return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no memory");
}

static sortid_node_status garbage(sortid_node_error *error, const char *key)
{
    return sortid_node_fail(error, SORTID_NODE_GARBAGE, "%s holds no record of sortid's", key);
}

/* One range. On success the reply has one, and is to be freed. */
static sortid_node_status get(struct etcd_reply *reply, struct etcd *etcd,
                              const struct etcd_operation *range, sortid_node_error *error)
{
    const struct etcd_transaction all = {.operations = range, .operation_count = 1};
    sortid_node_status status = sortid_node_etcd_transact(reply, etcd, &all, true, error);
    if (status != SORTID_NODE_OK || reply->range_count == 1)
        return status;
    sortid_node_etcd_reply_free(reply);
    return sortid_node_fail(error, SORTID_NODE_GARBAGE, "etcd did not answer the range");
}

/* The realm of a name; *there tells whether it is. `times` may be NULL. */
static sortid_node_status get_realm(sortid_node_realm *out, bool *there, struct etcd *etcd,
                                    const char *name, struct etcd_times *times,
                                    sortid_node_error *error)
{
    char key[KEY_SIZE];
    struct etcd_reply reply;
    sortid_node_realm_key(key, name);
    const struct etcd_operation range = {.kind = ETCD_RANGE, .key = key};
    sortid_node_status status = get(&reply, etcd, &range, error);
    if (status != SORTID_NODE_OK)
        return status;
    *there = reply.ranges[0].count > 0;
    if (*there && !sortid_node_realm_read(out, name, reply.ranges[0].pairs[0].value))
        status = garbage(error, key);
    if (times != NULL)
        *times = reply.times;
    sortid_node_etcd_reply_free(&reply);
    return status;
}

/* ---- Realms ------------------------------------------------------------------------------- */

/* Room for one more, by doubling at powers of two. */
static void *grow(void *items, size_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0)
        return items;
    return realloc(items, (count == 0 ? 1 : 2 * count) * size);
}

void sortid_node_list_free(sortid_node_realm *realms, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sortid_node_realm_free(&realms[i]);
    free(realms);
}

/* The cursor behind a key that is none of ours, `key`, which it becomes. A byte that is read as 0x7f
 * was one below 0x20 or one from there on: which, tells whether the cursor was past the first. */
static void pass_stranger(char *key, const char *cursor)
{
    size_t end = strcspn(key, "\x7f");
    bool cut = key[end] != '\0';
    key[end] = ' '; // no key of printable bytes lies between; there is room for this
    key[end + 1] = '\0';
    if (!cut || strcmp(key, cursor) > 0)
        return;
    while (end > 0 && key[end - 1] == '~')
        end--;
    key[end] = '\0';
    key[end - 1]++; // of "sortid/" it makes "sortid0", behind all
}

/* NAME of "sortid/NAME/...", the key a cursor has come to, "" if it is none of ours; and the
 * cursor behind all keys of that name, or behind that key. */
static bool pass_name(char name[SORTID_NODE_NAME_SIZE], char **cursor, const char *key)
{
    const char *start = key + strlen(REALM_PREFIX), *slash = strchr(start, '/');
    size_t length = slash != NULL ? (size_t)(slash - start) : 0;
    char *next = malloc(strlen(key) + 2);
    if (next == NULL)
        return false;
    memcpy(next, key, strlen(key) + 1);
    name[0] = '\0';
    if (length > 0 && length < SORTID_NODE_NAME_SIZE) {
        memcpy(name, start, length);
        name[length] = '\0';
    }
    if (sortid_node_realm_name_is_good(name)) {
        snprintf(next, strlen(key) + 2, REALM_PREFIX "%s0", name); // '/' + 1
    } else {
        name[0] = '\0';
        pass_stranger(next, *cursor);
    }
    free(*cursor);
    *cursor = next;
    return true;
}

/* The next name from the cursor on, "" for a key that has none; *key_found tells of the end. */
static sortid_node_status next_name(char name[SORTID_NODE_NAME_SIZE], bool *key_found,
                                    char **cursor, struct etcd *etcd, sortid_node_error *error)
{
    struct etcd_reply reply;
    const struct etcd_operation range = {
        .kind = ETCD_RANGE, .key = *cursor, .end = "sortid0", .keys_only = true, .limit = 1};
    sortid_node_status status = get(&reply, etcd, &range, error);
    if (status != SORTID_NODE_OK)
        return status;
    *key_found = reply.ranges[0].count > 0;
    if (*key_found && !pass_name(name, cursor, reply.ranges[0].pairs[0].key))
        status = no_memory(error);
    sortid_node_etcd_reply_free(&reply);
    return status;
}

/* One more realm, if there is one of that name. */
static sortid_node_status add_realm(sortid_node_realm **realms, size_t *count, struct etcd *etcd,
                                    const char *name, sortid_node_error *error)
{
    bool there;
    sortid_node_realm *grown = grow(*realms, *count, sizeof *grown);
    if (grown == NULL)
        return no_memory(error);
    *realms = grown;
    sortid_node_status status = get_realm(&grown[*count], &there, etcd, name, NULL, error);
    if (status == SORTID_NODE_OK && there)
        ++*count;
    return status;
}

sortid_node_status sortid_node_list(sortid_node_realm **realms, size_t *count,
                                    sortid_node_client *client, sortid_node_error *error)
{
    sortid_node_realm *found = NULL;
    size_t found_count = 0;
    bool more = true;
    char name[SORTID_NODE_NAME_SIZE];
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    char *cursor = malloc(sizeof REALM_PREFIX);
    if (cursor == NULL)
        return no_memory(error);
    memcpy(cursor, REALM_PREFIX, sizeof REALM_PREFIX);
    sortid_node_status status = SORTID_NODE_OK;
    while (status == SORTID_NODE_OK && more) {
        status = next_name(name, &more, &cursor, client->etcd, error);
        if (status == SORTID_NODE_OK && more && name[0] != '\0')
            status = add_realm(&found, &found_count, client->etcd, name, error);
    }
    free(cursor);
    if (status != SORTID_NODE_OK) {
        sortid_node_list_free(found, found_count);
        return status;
    }
    *realms = found;
    *count = found_count;
    return SORTID_NODE_OK;
}

/* ---- One realm with its ids --------------------------------------------------------------- */

/* Calls `take` for each pair of a kind, in order of keys. */
struct pages {
    struct etcd *etcd;
    const char *realm;
    enum sortid_node_realm_key kind;
    sortid_node_status (*take)(sortid_node_report *report, const struct etcd_pair *pair,
                               sortid_node_error *error);
};

static sortid_node_status take_page(sortid_node_report *report, const struct pages *pages,
                                    const struct etcd_range *range, char key[KEY_SIZE],
                                    sortid_node_error *error)
{
    sortid_node_status status = SORTID_NODE_OK;
    for (size_t i = 0; i < range->count && status == SORTID_NODE_OK; i++) {
        const struct etcd_pair *pair = &range->pairs[i];
        if (strlen(pair->key) + 1 >= KEY_SIZE)
            return garbage(error, pair->key);
        status = pages->take(report, pair, error);
        snprintf(key, KEY_SIZE, "%s ", pair->key); // where the next page begins
    }
    return status;
}

static sortid_node_status read_pages(sortid_node_report *report, const struct pages *pages,
                                     sortid_node_error *error)
{
    char key[KEY_SIZE], end[KEY_SIZE];
    bool more = true;
    sortid_node_status status = SORTID_NODE_OK;
    sortid_node_realm_all_keys(key, end, pages->realm, pages->kind);
    while (status == SORTID_NODE_OK && more) {
        struct etcd_reply reply;
        const struct etcd_operation range = {
            .kind = ETCD_RANGE, .key = key, .end = end, .limit = PAGE};
        status = get(&reply, pages->etcd, &range, error);
        if (status != SORTID_NODE_OK)
            return status;
        more = reply.ranges[0].count == PAGE;
        status = take_page(report, pages, &reply.ranges[0], key, error);
        sortid_node_etcd_reply_free(&reply);
    }
    return status;
}

static sortid_node_status take_id(sortid_node_report *report, const struct etcd_pair *pair,
                                  sortid_node_error *error)
{
    struct id_record record;
    sortid_node_id_report id = {.lease_left_s = -1};
    if (!sortid_node_realm_id_of_key(&id.node_id, &id.node_id_size, pair->key) ||
        !sortid_node_realm_read_id(&record, pair->value))
        return garbage(error, pair->key);
    sortid_node_id_report *grown = grow(report->ids, report->id_count, sizeof *grown);
    if (grown == NULL)
        return no_memory(error);
    id.bound = record.bound;
    id.clean = record.clean;
    id.quarantine_ms = record.quarantine_ms;
    memcpy(id.label, record.label, sizeof id.label);
    report->ids = grown;
    grown[report->id_count++] = id;
    return SORTID_NODE_OK;
}

static int compare_ids(const void *a, const void *b)
{
    const sortid_node_id_report *x = a, *y = b;
    uint64_t left = (uint64_t)x->node_id_size << 32 | x->node_id;
    uint64_t right = (uint64_t)y->node_id_size << 32 | y->node_id;
    return left < right ? -1 : left > right;
}

/* Adds the holder to its id; one whose id was first taken after that page was read is left out. */
static sortid_node_status take_holder(sortid_node_report *report, const struct etcd_pair *pair,
                                      sortid_node_error *error)
{
    struct holder_record record;
    sortid_node_id_report wanted;
    if (!sortid_node_realm_id_of_key(&wanted.node_id, &wanted.node_id_size, pair->key) ||
        !sortid_node_realm_read_holder(&record, pair->value))
        return garbage(error, pair->key);
    sortid_node_id_report *id =
        report->id_count > 0
            ? bsearch(&wanted, report->ids, report->id_count, sizeof wanted, compare_ids)
            : NULL;
    if (id == NULL)
        return SORTID_NODE_OK;
    id->held = true;
    id->held_since_ms = record.since_ms;
    id->lease_left_s = pair->lease; // until it is asked for
    memcpy(id->label, record.label, sizeof id->label);
    return SORTID_NODE_OK;
}

/* What is left of the leases whose numbers stand there; -1 of those beyond what is asked for. */
static sortid_node_status ask_leases(sortid_node_report *report, struct etcd *etcd,
                                     sortid_node_error *error)
{
    size_t asked = 0;
    for (size_t i = 0; i < report->id_count; i++) {
        sortid_node_id_report *id = &report->ids[i];
        int64_t lease = id->lease_left_s;
        id->lease_left_s = -1;
        if (!id->held || asked++ >= MOST_TIMED)
            continue;
        sortid_node_status status =
            sortid_node_etcd_time_to_live(&id->lease_left_s, etcd, lease, error);
        if (status != SORTID_NODE_OK)
            return status;
    }
    return SORTID_NODE_OK;
}

static size_t pool_rank(const sortid_node_realm *realm, const sortid_node_id_report *id)
{
    for (size_t i = 0; i < realm->pool_count; i++) {
        const sortid_node_pool *pool = &realm->pools[i];
        if (pool->size == id->node_id_size && pool->first <= id->node_id &&
            id->node_id <= pool->last)
            return i;
    }
    return realm->pool_count;
}

/* Into the order of pools, keeping that of the ids within each. */
static sortid_node_status sort_by_pools(sortid_node_report *report, sortid_node_error *error)
{
    sortid_node_id_report *sorted = calloc(report->id_count + 1, sizeof *sorted);
    size_t count = 0;
    if (sorted == NULL)
        return no_memory(error);
    for (size_t pool = 0; pool <= report->realm.pool_count; pool++)
        for (size_t i = 0; i < report->id_count; i++)
            if (pool_rank(&report->realm, &report->ids[i]) == pool)
                sorted[count++] = report->ids[i];
    free(report->ids);
    report->ids = sorted;
    return SORTID_NODE_OK;
}

void sortid_node_report_free(sortid_node_report *report)
{
    sortid_node_realm_free(&report->realm);
    free(report->ids);
    *report = (sortid_node_report){.id_count = 0};
}

static sortid_node_status fill_report(sortid_node_report *report, struct etcd *etcd,
                                      const char *realm, sortid_node_error *error)
{
    bool there;
    struct etcd_times times;
    const struct pages ids = {etcd, realm, KEY_ID, take_id};
    const struct pages holders = {etcd, realm, KEY_HOLDER, take_holder};
    sortid_node_status status = get_realm(&report->realm, &there, etcd, realm, &times, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (!there)
        return sortid_node_fail(error, SORTID_NODE_NO_REALM, "there is no realm %s", realm);
    report->etcd_unix_ms = times.date_ms;
    status = read_pages(report, &ids, error);
    if (status == SORTID_NODE_OK)
        status = read_pages(report, &holders, error);
    if (status == SORTID_NODE_OK)
        status = ask_leases(report, etcd, error);
    if (status == SORTID_NODE_OK)
        status = sort_by_pools(report, error);
    return status;
}

sortid_node_status sortid_node_examine(sortid_node_report *out, sortid_node_client *client,
                                       const char *realm, sortid_node_error *error)
{
    sortid_node_report report = {.id_count = 0};
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    if (!sortid_node_realm_name_is_good(realm))
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "\"%s\" is no good name of a realm",
                                realm);
    sortid_node_status status = fill_report(&report, client->etcd, realm, error);
    if (status == SORTID_NODE_OK)
        *out = report;
    else
        sortid_node_report_free(&report);
    return status;
}

/* ---- The end of somebody else's hold ------------------------------------------------------ */

/* The id's record without its token, by which its holder would know it again. */
static char *disowned(const char *value)
{
    struct id_record record;
    if (!sortid_node_realm_read_id(&record, value))
        return NULL;
    record.token[0] = '\0';
    return sortid_node_realm_print_id(&record);
}

/* Deletes the holder's record and disowns the id's, as they were read. */
static sortid_node_status evict(bool *done, struct etcd *etcd, const struct etcd_pair *holder,
                                const struct etcd_pair *id, sortid_node_error *error)
{
    struct etcd_reply reply;
    char *value = disowned(id->value);
    if (value == NULL)
        return garbage(error, id->key);
    const struct etcd_compare compares[] = {
        {.key = holder->key, .what = ETCD_CREATED_AT, .revision = holder->created_at},
        {.key = id->key, .what = ETCD_CHANGED_AT, .revision = id->changed_at}};
    const struct etcd_operation operations[] = {{.kind = ETCD_PUT, .key = id->key, .value = value},
                                                {.kind = ETCD_DELETE, .key = holder->key}};
    const struct etcd_transaction all = {
        .compares = compares, .compare_count = 2, .operations = operations, .operation_count = 2};
    sortid_node_status status = sortid_node_etcd_transact(&reply, etcd, &all, false, error);
    free(value);
    if (status != SORTID_NODE_OK)
        return status;
    *done = reply.succeeded;
    sortid_node_etcd_reply_free(&reply);
    if (*done) // so that the holder learns of it when it renews
        (void)sortid_node_etcd_revoke(etcd, holder->lease, NULL);
    return SORTID_NODE_OK;
}

static sortid_node_status evict_once(bool *done, struct etcd *etcd, const char *realm,
                                     uint32_t node_id, uint32_t size, sortid_node_error *error)
{
    char keys[2][KEY_SIZE];
    struct etcd_reply reply;
    sortid_node_realm_id_key(keys[0], realm, KEY_HOLDER, node_id, size);
    sortid_node_realm_id_key(keys[1], realm, KEY_ID, node_id, size);
    const struct etcd_operation gets[] = {{.kind = ETCD_RANGE, .key = keys[0]},
                                          {.kind = ETCD_RANGE, .key = keys[1]}};
    const struct etcd_transaction both = {.operations = gets, .operation_count = 2};
    sortid_node_status status = sortid_node_etcd_transact(&reply, etcd, &both, true, error);
    if (status != SORTID_NODE_OK)
        return status;
    if (reply.range_count != 2)
        status = sortid_node_fail(error, SORTID_NODE_GARBAGE, "etcd did not answer both ranges");
    else if (reply.ranges[0].count == 0)
        status = sortid_node_fail(error, SORTID_NODE_NOT_HELD, "nobody holds %u/%u of realm %s",
                                  (unsigned)node_id, (unsigned)size, realm);
    else if (reply.ranges[1].count == 0)
        status = garbage(error, keys[1]);
    else
        status = evict(done, etcd, &reply.ranges[0].pairs[0], &reply.ranges[1].pairs[0], error);
    sortid_node_etcd_reply_free(&reply);
    return status;
}

sortid_node_status sortid_node_release_id(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          sortid_node_error *error)
{
    bool done = false;
    if (!sortid_node_client_is_own(client))
        return sortid_node_client_fail_forked(error);
    if (!sortid_node_realm_name_is_good(realm) || node_id_size < 1 || node_id_size > 23 ||
        node_id >> node_id_size != 0)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "no good realm or node id");
    sortid_node_status status = SORTID_NODE_OK;
    for (unsigned i = 0; i < 32 && status == SORTID_NODE_OK && !done; i++)
        status = evict_once(&done, client->etcd, realm, node_id, node_id_size, error);
    if (status == SORTID_NODE_OK && !done)
        return sortid_node_fail(error, SORTID_NODE_ETCD_FAILED, "its records change too fast");
    return status;
}
