/* SPDX-License-Identifier: MIT */
/* fake_etcd.c: see fake_etcd.h. One lock protects the store; it is not held while functions of the
 * test are called. */
#include "fake_etcd.h"

#include "../support/support.h"
#include "node/clock.h"
#include "node/fail.h"
#include "node/platform.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

struct fake_world fake;

struct entry {
    char *key, *value;
    int64_t created, changed, lease;
};
struct lease {
    int64_t id;
    uint32_t ttl_s;
    uint64_t ends_ms;
};
struct late {
    struct late *next;
    struct store_transaction *transaction;
};

static struct {
    pthread_mutex_t lock;
    struct entry *entries; // in order of keys
    size_t count, room;
    struct lease *leases;
    size_t lease_count, lease_room;
    int64_t revision, last_lease;
    struct late *late;
    uint64_t real_start_ms;
} store = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *need(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

/* ---- Time ------------------------------------------------------------------------------------ */

static uint64_t real_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t fake_now(void)
{
    return fake.real_time ? fake.true_ms + real_ms() - store.real_start_ms : fake.true_ms;
}

void fake_pass(uint64_t ms)
{
    if (fake.real_time) // which threads read
        usleep((useconds_t)ms * 1000);
    else
        fake.true_ms += ms;
}

bool sortid_node_clock_boot_ms(uint64_t *ms)
{
    *ms = fake_now() - UINT64_C(1000000000000);
    return true;
}

bool sortid_node_clock_unix_ms(uint64_t *ms)
{
    *ms = fake_now() + (uint64_t)fake.clock_off_ms;
    return true;
}

void sortid_node_platform_sleep_ms(uint64_t ms)
{
    fake.slept_ms += ms;
    fake_pass(ms);
}

bool sortid_node_platform_random(void *bytes, size_t size)
{
    uint8_t *to = bytes;
    pthread_mutex_lock(&store.lock);
    for (size_t i = 0; i < size && !fake.no_random; i++)
        to[i] = (uint8_t)(support_next_random(&fake.random) >> 56);
    pthread_mutex_unlock(&store.lock);
    return !fake.no_random;
}

bool sortid_node_platform_ns(uint64_t *ns)
{
    *ns = 0; // so that tests can let two copies draw the same nonces
    return true;
}

int64_t sortid_node_platform_pid(void)
{
    return (int64_t)getpid();
}

void sortid_node_platform_label(char *label, size_t size)
{
    snprintf(label, size, "fake:1");
}

/* ---- The store ------------------------------------------------------------------------------- */

static struct entry *find(const char *key)
{
    for (size_t i = 0; i < store.count; i++)
        if (strcmp(store.entries[i].key, key) == 0)
            return &store.entries[i];
    return NULL;
}

static void drop(size_t i)
{
    free(store.entries[i].key);
    free(store.entries[i].value);
    store.count--;
    memmove(&store.entries[i], &store.entries[i + 1], (store.count - i) * sizeof store.entries[0]);
}

static struct entry *insert(const char *key)
{
    size_t at = 0;
    if (store.count == store.room) {
        store.room = store.room * 2 + 16;
        store.entries = need(realloc(store.entries, store.room * sizeof store.entries[0]));
    }
    while (at < store.count && strcmp(store.entries[at].key, key) < 0)
        at++;
    memmove(&store.entries[at + 1], &store.entries[at],
            (store.count - at) * sizeof store.entries[0]);
    store.count++;
    store.entries[at] = (struct entry){.key = need(strdup(key)), .created = store.revision};
    return &store.entries[at];
}

static void put(const char *key, const char *value, int64_t lease)
{
    struct entry *entry = find(key);
    if (entry == NULL)
        entry = insert(key);
    free(entry->value);
    entry->value = need(strdup(value));
    entry->changed = store.revision;
    entry->lease = lease;
}

static struct lease *find_lease(int64_t id)
{
    for (size_t i = 0; i < store.lease_count; i++)
        if (store.leases[i].id == id)
            return &store.leases[i];
    return NULL;
}

static void end_lease(struct lease *lease)
{
    int64_t id = lease->id;
    store.revision++;
    for (size_t i = store.count; i-- > 0;)
        if (store.entries[i].lease == id)
            drop(i);
    *lease = store.leases[--store.lease_count];
}

static void expire(void)
{
    for (size_t i = store.lease_count; i-- > 0;)
        if (store.leases[i].ends_ms <= fake_now())
            end_lease(&store.leases[i]);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static bool in_range(const struct store_operation *o, const char *key)
{
    if (o->end == NULL)
        return strcmp(key, o->key) == 0;
    return strcmp(key, o->key) >= 0 && strcmp(key, o->end) < 0;
}

static int by_change(const void *a, const void *b)
{
    const struct store_pair *x = a, *y = b;
    return x->changed_at < y->changed_at ? -1 : x->changed_at > y->changed_at;
}

static void do_range(struct store_range *out, const struct store_operation *o)
{
    struct store_pair *pairs = need(calloc(store.count + 1, sizeof *pairs));
    size_t count = 0;
    for (size_t i = 0; i < store.count; i++) {
        const struct entry *e = &store.entries[i];
        if (in_range(o, e->key))
            pairs[count++] = (struct store_pair){.key = e->key,
                                                 .value = e->value,
                                                 .created_at = e->created,
                                                 .changed_at = e->changed,
                                                 .lease = e->lease};
    }
    if (o->order == STORE_BY_CHANGE)
        qsort(pairs, count, sizeof *pairs, by_change);
    *out = (struct store_range){.pairs = pairs, .total = (int64_t)count};
    if (o->limit != 0 && count > o->limit)
        count = o->limit;
    out->count = o->count_only ? 0 : count;
    for (size_t i = 0; i < out->count; i++) {
        pairs[i].key = need(strdup(pairs[i].key));
        for (char *c = pairs[i].key; *c != '\0'; c++)
            if (*c < 0x20 || *c > 0x7e) // as etcd_json.c does with keys of other programs
                *c = 0x7f;
        pairs[i].value = need(strdup(o->keys_only ? "" : pairs[i].value));
    }
}

static bool is_true(const struct store_compare *c)
{
    const struct entry *entry = find(c->key);
    int64_t revision = 0;
    if (c->what == STORE_VALUE)
        return entry != NULL && strcmp(entry->value, c->value) == 0;
    if (entry != NULL)
        revision = c->what == STORE_CREATED_AT ? entry->created : entry->changed;
    return revision == c->revision;
}

static void do_operation(const struct store_operation *o, struct store_reply *reply)
{
    if (o->kind == STORE_PUT)
        put(o->key, o->value, o->lease);
    for (size_t i = store.count; o->kind == STORE_DELETE && i-- > 0;)
        if (in_range(o, store.entries[i].key))
            drop(i);
    if (o->kind == STORE_RANGE)
        do_range(&reply->ranges[reply->range_count++], o);
}

/* False: a put names a lease that does not exist, and nothing is done. */
static bool apply(struct store_reply *reply, const struct store_transaction *t)
{
    bool all = true, writes = false;
    expire();
    for (size_t i = 0; i < t->compare_count; i++)
        all = all && is_true(&t->compares[i]);
    const struct store_operation *operations = all ? t->operations : t->otherwise;
    size_t count = all ? t->operation_count : t->otherwise_count;
    for (size_t i = 0; i < count; i++) {
        writes = writes || operations[i].kind != STORE_RANGE;
        if (operations[i].kind == STORE_PUT && operations[i].lease != 0 &&
            find_lease(operations[i].lease) == NULL)
            return false;
    }
    if (writes)
        store.revision++;
    *reply = (struct store_reply){.succeeded = all, .position = store.revision};
    snprintf(reply->identity, sizeof reply->identity, "fake:%u", fake.identity);
    reply->ranges = need(calloc(count + 1, sizeof *reply->ranges));
    for (size_t i = 0; i < count; i++)
        do_operation(&operations[i], reply);
    return true;
}

/* ---- Requests and replies on their way ------------------------------------------------------ */

/* As etcd's Date: whole seconds. */
static void set_store_time(struct store_times *times)
{
    times->earliest_ms = (fake_now() + (uint64_t)fake.etcd_off_ms) / 1000 * 1000;
    times->latest_ms = times->earliest_ms + 999;
}

struct trip {
    struct fake_request request;
    enum fake_fate fate;
    struct store_times times;
};

static void set_out(struct trip *trip, enum fake_kind kind)
{
    unsigned *const counts[] = {&fake.reads,       &fake.writes,  &fake.grants,
                                &fake.keep_alives, &fake.revokes, &fake.reads};
    pthread_mutex_lock(&store.lock);
    ++*counts[kind];
    *trip = (struct trip){.request = {kind, ++fake.requests}};
    pthread_mutex_unlock(&store.lock);
    (void)sortid_node_clock_boot_ms(&trip->times.sent_boot_ms);
    (void)sortid_node_clock_unix_ms(&trip->times.sent_unix_ms);
    fake_pass(fake.way_ms);
    if (fake.under_way != NULL)
        fake.under_way(&trip->request, false, fake.context);
    trip->fate = fake.fate != NULL ? fake.fate(&trip->request, fake.context) : FAKE_DONE;
    if (!fake.no_date)
        set_store_time(&trip->times);
}

/* The status for the caller, after the request was done or not. */
static sortid_node_status come_back(struct trip *trip, sortid_node_error *error)
{
    if (trip->fate == FAKE_REFUSED)
        return sortid_node_fail(error, SORTID_NODE_STORE_FAILED, "fake: no leader");
    if (trip->fate != FAKE_DONE && trip->fate != FAKE_TWICE)
        fake_pass(fake.timeout_ms);
    if (fake.under_way != NULL)
        fake.under_way(&trip->request, true, fake.context);
    fake_pass(fake.way_ms);
    (void)sortid_node_clock_unix_ms(&trip->times.answered_unix_ms);
    if (trip->fate != FAKE_DONE && trip->fate != FAKE_TWICE)
        return sortid_node_fail(error, SORTID_NODE_UNREACHABLE, "fake: no answer");
    return SORTID_NODE_OK;
}

static bool is_done(const struct trip *trip)
{
    return trip->fate == FAKE_DONE || trip->fate == FAKE_REPLY_LOST || trip->fate == FAKE_TWICE;
}

/* ---- Late requests ------------------------------------------------------------------------------ */

/* Removes const from memory that was copied here and that its reader sees as const. */
static void drop_copy(const void *copy)
{
    void *own;
    memcpy(&own, &copy, sizeof own);
    free(own);
}

static char *copy_of(const char *text)
{
    return text != NULL ? need(strdup(text)) : NULL;
}

static struct store_operation *copy_operations(const struct store_operation *from, size_t count)
{
    struct store_operation *to = need(calloc(count + 1, sizeof *to));
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        to[i].key = copy_of(from[i].key);
        to[i].value = copy_of(from[i].value);
        to[i].end = copy_of(from[i].end);
    }
    return to;
}

static void free_operations(const struct store_operation *operations, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        drop_copy(operations[i].key);
        drop_copy(operations[i].value);
        drop_copy(operations[i].end);
    }
    drop_copy(operations);
}

static void keep_late(const struct store_transaction *t)
{
    struct late *late = need(calloc(1, sizeof *late)), **last = &store.late;
    struct store_compare *compares = need(calloc(t->compare_count + 1, sizeof *compares));
    for (size_t i = 0; i < t->compare_count; i++) {
        compares[i] = t->compares[i];
        compares[i].key = copy_of(t->compares[i].key);
        compares[i].value = copy_of(t->compares[i].value);
    }
    late->transaction = need(malloc(sizeof *late->transaction));
    *late->transaction = *t;
    late->transaction->compares = compares;
    late->transaction->operations = copy_operations(t->operations, t->operation_count);
    late->transaction->otherwise = copy_operations(t->otherwise, t->otherwise_count);
    while (*last != NULL)
        last = &(*last)->next;
    *last = late;
}

static void drop_late(bool done)
{
    struct late *late = store.late;
    struct store_reply reply;
    struct store_transaction *t = late->transaction;
    if (done && apply(&reply, t))
        sortid_node_store_reply_free(&reply);
    store.late = late->next;
    for (size_t i = 0; i < t->compare_count; i++) {
        drop_copy(t->compares[i].key);
        drop_copy(t->compares[i].value);
    }
    drop_copy(t->compares);
    free_operations(t->operations, t->operation_count);
    free_operations(t->otherwise, t->otherwise_count);
    free(t);
    free(late);
}

bool fake_has_late(void)
{
    return store.late != NULL;
}

void fake_deliver_late(void)
{
    pthread_mutex_lock(&store.lock);
    if (store.late != NULL)
        drop_late(true);
    pthread_mutex_unlock(&store.lock);
}

/* ---- node/etcd.h ----------------------------------------------------------------------------- */

static sortid_node_status do_transact(struct store_reply *reply, struct store *self,
                                      const struct store_transaction *transaction, bool repeatable,
                                      sortid_node_error *error)
{
    struct trip trip;
    bool good = true;
    (void)self;
    set_out(&trip, transaction->compare_count > 0 ? FAKE_WRITE : FAKE_READ);
    pthread_mutex_lock(&store.lock);
    if (is_done(&trip))
        good = apply(reply, transaction);
    if (trip.fate == FAKE_TWICE && good && repeatable) {
        sortid_node_store_reply_free(reply);
        good = apply(reply, transaction);
    }
    if (trip.fate == FAKE_LATE)
        keep_late(transaction);
    pthread_mutex_unlock(&store.lock);
    sortid_node_status status = come_back(&trip, error);
    if (status != SORTID_NODE_OK && is_done(&trip) && good)
        sortid_node_store_reply_free(reply);
    if (status != SORTID_NODE_OK)
        return status;
    if (!good)
        return sortid_node_fail(error, SORTID_NODE_STORE_FAILED, "fake: requested lease not found");
    reply->times = trip.times;
    return SORTID_NODE_OK;
}

static int64_t add_lease(uint32_t ttl_s)
{
    if (store.lease_count == store.lease_room) {
        store.lease_room = store.lease_room * 2 + 16;
        store.leases = need(realloc(store.leases, store.lease_room * sizeof store.leases[0]));
    }
    store.leases[store.lease_count++] =
        (struct lease){++store.last_lease, ttl_s, fake_now() + UINT64_C(1000) * ttl_s};
    return store.last_lease;
}

static sortid_node_status do_grant(struct store_lease *out, struct store *self, uint32_t ttl_s,
                                   sortid_node_error *error)
{
    struct trip trip;
    int64_t id = 0;
    uint32_t granted = ttl_s < fake.least_ttl_s ? fake.least_ttl_s : ttl_s;
    (void)self;
    set_out(&trip, FAKE_GRANT);
    pthread_mutex_lock(&store.lock);
    if (is_done(&trip))
        id = add_lease(granted);
    pthread_mutex_unlock(&store.lock);
    sortid_node_status status = come_back(&trip, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = granted, .times = trip.times};
    return status;
}

static sortid_node_status do_keep_alive(struct store_lease *out, struct store *self, int64_t id,
                                        sortid_node_error *error)
{
    struct trip trip;
    int64_t ttl_s = 0;
    (void)self;
    set_out(&trip, FAKE_KEEP_ALIVE);
    pthread_mutex_lock(&store.lock);
    expire();
    struct lease *lease = find_lease(id);
    if (lease != NULL && is_done(&trip)) {
        lease->ends_ms = fake_now() + UINT64_C(1000) * lease->ttl_s;
        ttl_s = lease->ttl_s;
    }
    pthread_mutex_unlock(&store.lock);
    sortid_node_status status = come_back(&trip, error);
    if (status == SORTID_NODE_OK)
        *out = (struct store_lease){.id = id, .ttl_s = ttl_s, .times = trip.times};
    return status;
}

static sortid_node_status do_revoke(struct store *self, int64_t id, sortid_node_error *error)
{
    struct trip trip;
    (void)self;
    set_out(&trip, FAKE_REVOKE);
    pthread_mutex_lock(&store.lock);
    expire();
    struct lease *lease = find_lease(id);
    if (lease != NULL && is_done(&trip))
        end_lease(lease);
    pthread_mutex_unlock(&store.lock);
    return come_back(&trip, error);
}

static sortid_node_status do_time_to_live(int64_t *left_s, struct store *self, int64_t id,
                                          sortid_node_error *error)
{
    struct trip trip;
    (void)self;
    set_out(&trip, FAKE_ASK);
    pthread_mutex_lock(&store.lock);
    expire();
    const struct lease *lease = find_lease(id);
    int64_t left = lease != NULL ? (int64_t)((lease->ends_ms - fake_now()) / 1000) : -1;
    pthread_mutex_unlock(&store.lock);
    sortid_node_status status = come_back(&trip, error);
    if (status == SORTID_NODE_OK)
        *left_s = left;
    return status;
}

static void do_close(struct store *self)
{
    free(self);
}

static sortid_node_status do_prepare(struct store *self, sortid_node_error *error)
{
    (void)self, (void)error;
    return SORTID_NODE_OK;
}

static const struct store_calls calls = {do_close,      do_prepare, do_transact,    do_grant,
                                         do_keep_alive, do_revoke,  do_time_to_live};

sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    (void)options, (void)error;
    *out = need(malloc(sizeof **out));
    **out = (struct store){&calls};
    return SORTID_NODE_OK;
}

static void drop_backup(void);

/* ---- Calls of the test -------------------------------------------------------------------- */

void fake_begin(uint64_t true_ms, uint64_t seed)
{
    fake_end();
    fake = (struct fake_world){.true_ms = true_ms, .timeout_ms = 5000, .random = seed};
    store.revision = 1;
    store.last_lease = 1000;
    store.real_start_ms = real_ms();
}

void fake_end(void)
{
    while (store.count > 0)
        drop(store.count - 1);
    while (store.late != NULL)
        drop_late(false);
    drop_backup();
    free(store.entries);
    free(store.leases);
    store.entries = NULL;
    store.leases = NULL;
    store.room = store.lease_room = store.lease_count = 0;
}

bool fake_value(char value[FAKE_VALUE_SIZE], const char *key)
{
    pthread_mutex_lock(&store.lock);
    expire();
    const struct entry *entry = find(key);
    if (entry != NULL)
        snprintf(value, FAKE_VALUE_SIZE, "%s", entry->value);
    pthread_mutex_unlock(&store.lock);
    return entry != NULL;
}

size_t fake_count(const char *prefix)
{
    size_t count = 0;
    pthread_mutex_lock(&store.lock);
    expire();
    for (size_t i = 0; i < store.count; i++)
        count += strncmp(store.entries[i].key, prefix, strlen(prefix)) == 0;
    pthread_mutex_unlock(&store.lock);
    return count;
}

/* ---- Backup and restore ----------------------------------------------------------------------- */

static struct {
    struct entry *entries;
    size_t count;
    int64_t revision;
} backup;

static void drop_backup(void)
{
    for (size_t i = 0; i < backup.count; i++) {
        free(backup.entries[i].key);
        free(backup.entries[i].value);
    }
    free(backup.entries);
    backup.entries = NULL;
    backup.count = 0;
}

void fake_backup(void)
{
    drop_backup();
    backup.entries = need(calloc(store.count + 1, sizeof *backup.entries));
    backup.count = store.count;
    backup.revision = store.revision;
    for (size_t i = 0; i < store.count; i++) {
        backup.entries[i] = store.entries[i];
        backup.entries[i].key = need(strdup(store.entries[i].key));
        backup.entries[i].value = need(strdup(store.entries[i].value));
    }
}

void fake_restore(void)
{
    while (store.count > 0)
        drop(store.count - 1);
    for (size_t i = 0; i < backup.count; i++) {
        struct entry *entry = insert(backup.entries[i].key);
        entry->value = need(strdup(backup.entries[i].value));
        entry->created = backup.entries[i].created;
        entry->changed = backup.entries[i].changed;
        entry->lease = backup.entries[i].lease;
    }
    store.revision = backup.revision;
}

void fake_put(const char *key, const char *value)
{
    pthread_mutex_lock(&store.lock);
    store.revision++;
    put(key, value, 0);
    pthread_mutex_unlock(&store.lock);
}
