/* SPDX-License-Identifier: MIT */
/* fake_etcd.c: see fake_etcd.h. One lock protects the store; it is not held while functions of the
 * test are called. */
#include "fake_etcd.h"

#include "../support/support.h"
#include "node/platform.h"
#include "node/fail.h"

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

/* A transaction that is done later, with copies of its texts. */
enum { most_steps = 128, most_texts = 8 * most_steps };
struct late {
    struct late *next;
    struct store_transaction transaction;
    struct store_compare compares[most_steps];
    struct store_operation operations[most_steps], otherwise[most_steps];
    char *texts[most_texts];
    size_t text_count;
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

bool sortid_node_platform_boot_ms(uint64_t *ms)
{
    *ms = fake_now() - UINT64_C(1000000000000);
    return true;
}

uint32_t sortid_node_platform_left_ms(uint64_t end_ms)
{
    uint64_t now = fake_now() - UINT64_C(1000000000000);
    return end_ms > now ? (uint32_t)(end_ms - now) : 0;
}

bool sortid_node_platform_unix_ms(uint64_t *ms)
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

bool sortid_node_platform_unix_ns(uint64_t *ns)
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

/* Where a key is, or would be inserted. */
static size_t place_of(const char *key)
{
    size_t first = 0, end = store.count;
    while (first < end) {
        size_t middle = (first + end) / 2;
        if (strcmp(store.entries[middle].key, key) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static struct entry *find(const char *key)
{
    size_t at = place_of(key);
    return at < store.count && strcmp(store.entries[at].key, key) == 0 ? &store.entries[at] : NULL;
}

static void drop(size_t i)
{
    free(store.entries[i].key);
    free(store.entries[i].value);
    store.count--;
    memmove(&store.entries[i], &store.entries[i + 1], (store.count - i) * sizeof store.entries[0]);
}

static void free_entries(struct entry **entries, size_t *count)
{
    for (size_t i = 0; i < *count; i++) {
        free((*entries)[i].key);
        free((*entries)[i].value);
    }
    free(*entries);
    *entries = NULL;
    *count = 0;
}

static struct entry *insert(const char *key)
{
    size_t at = place_of(key);
    if (store.count == store.room) {
        store.room = store.room * 2 + 16;
        store.entries = need(realloc(store.entries, store.room * sizeof store.entries[0]));
    }
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
    const struct entry *first = store.entries + place_of(o->key);
    size_t count = 0;
    while (first + count < store.entries + store.count && in_range(o, first[count].key))
        count++;
    struct store_pair *pairs = need(calloc(count + 1, sizeof *pairs));
    for (size_t i = 0; i < count; i++)
        pairs[i] = (struct store_pair){.key = first[i].key,
                                       .value = first[i].value,
                                       .created_at = first[i].created,
                                       .changed_at = first[i].changed,
                                       .lease = first[i].lease};
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

/* Returns when the request is at the store, with its lock. */
static void set_out(struct trip *trip, enum fake_kind kind)
{
    unsigned *const counts[] = {&fake.reads,       &fake.writes,  &fake.grants,
                                &fake.keep_alives, &fake.revokes, &fake.reads};
    pthread_mutex_lock(&store.lock);
    ++*counts[kind];
    *trip = (struct trip){.request = {kind, ++fake.requests}};
    pthread_mutex_unlock(&store.lock);
    (void)sortid_node_platform_boot_ms(&trip->times.sent_boot_ms);
    (void)sortid_node_platform_unix_ms(&trip->times.sent_unix_ms);
    fake_pass(fake.way_ms);
    if (fake.under_way != NULL)
        fake.under_way(&trip->request, false, fake.context);
    trip->fate = fake.fate != NULL ? fake.fate(&trip->request, fake.context) : FAKE_DONE;
    if (!fake.no_date)
        set_store_time(&trip->times);
    pthread_mutex_lock(&store.lock);
    expire();
}

/* Gives the lock back. The status for the caller, after the request was done or not. */
static sortid_node_status come_back(struct trip *trip, sortid_node_error *error)
{
    pthread_mutex_unlock(&store.lock);
    if (trip->fate == FAKE_REFUSED)
        return sortid_node_fail(error, SORTID_NODE_STORE_FAILED, "fake: no leader");
    if (trip->fate != FAKE_DONE && trip->fate != FAKE_TWICE)
        fake_pass(fake.timeout_ms);
    if (fake.under_way != NULL)
        fake.under_way(&trip->request, true, fake.context);
    fake_pass(fake.way_ms);
    (void)sortid_node_platform_unix_ms(&trip->times.answered_unix_ms);
    if (trip->fate != FAKE_DONE && trip->fate != FAKE_TWICE)
        return sortid_node_fail(error, SORTID_NODE_UNREACHABLE, "fake: no answer");
    return SORTID_NODE_OK;
}

static bool is_done(const struct trip *trip)
{
    return trip->fate == FAKE_DONE || trip->fate == FAKE_REPLY_LOST || trip->fate == FAKE_TWICE;
}

/* ---- Late requests --------------------------------------------------------------------------- */

static const char *copy_text(struct late *late, const char *text)
{
    if (text == NULL)
        return NULL;
    if (late->text_count == most_texts)
        abort();
    return late->texts[late->text_count++] = need(strdup(text));
}

static void copy_operations(struct late *late, struct store_operation *to,
                            const struct store_operation *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        to[i].key = copy_text(late, from[i].key);
        to[i].value = copy_text(late, from[i].value);
        to[i].end = copy_text(late, from[i].end);
    }
}

static void keep_late(const struct store_transaction *t)
{
    struct late *late = need(calloc(1, sizeof *late)), **last = &store.late;
    late->transaction = *t;
    late->transaction.compares = late->compares;
    late->transaction.operations = late->operations;
    late->transaction.otherwise = late->otherwise;
    for (size_t i = 0; i < t->compare_count; i++) {
        late->compares[i] = t->compares[i];
        late->compares[i].key = copy_text(late, t->compares[i].key);
        late->compares[i].value = copy_text(late, t->compares[i].value);
    }
    copy_operations(late, late->operations, t->operations, t->operation_count);
    copy_operations(late, late->otherwise, t->otherwise, t->otherwise_count);
    while (*last != NULL)
        last = &(*last)->next;
    *last = late;
}

static void drop_late(bool done)
{
    struct late *late = store.late;
    struct store_reply reply;
    if (done && apply(&reply, &late->transaction))
        sortid_node_store_reply_free(&reply);
    store.late = late->next;
    for (size_t i = 0; i < late->text_count; i++)
        free(late->texts[i]);
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

/* ---- node/store.h ---------------------------------------------------------------------------- */

static sortid_node_status do_transact(struct store_reply *reply, struct store *self,
                                      const struct store_transaction *transaction, bool repeatable,
                                      sortid_node_error *error)
{
    struct trip trip;
    bool good = true;
    (void)self;
    set_out(&trip, transaction->compare_count > 0 ? FAKE_WRITE : FAKE_READ);
    if (is_done(&trip))
        good = apply(reply, transaction);
    if (trip.fate == FAKE_TWICE && good && repeatable) {
        sortid_node_store_reply_free(reply);
        good = apply(reply, transaction);
    }
    if (trip.fate == FAKE_LATE)
        keep_late(transaction);
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

/* Does what the call asks for, and sets what the caller gets. */
static void apply_to_lease(struct store_lease *out, enum store_lease_call kind)
{
    struct lease *lease = find_lease(out->id);
    switch (kind) {
    case STORE_GRANT:
        if (out->ttl_s < fake.least_ttl_s)
            out->ttl_s = fake.least_ttl_s;
        out->id = add_lease((uint32_t)out->ttl_s);
        break;
    case STORE_KEEP_ALIVE:
        if (lease != NULL)
            lease->ends_ms = fake_now() + UINT64_C(1000) * lease->ttl_s;
        out->ttl_s = lease != NULL ? lease->ttl_s : 0;
        break;
    case STORE_TIME_LEFT:
        out->ttl_s = lease != NULL ? (int64_t)((lease->ends_ms - fake_now()) / 1000) : -1;
        break;
    case STORE_REVOKE:
        if (lease != NULL)
            end_lease(lease);
    }
}

static sortid_node_status do_lease(struct store_lease *lease, struct store *self,
                                   enum store_lease_call kind, sortid_node_error *error)
{
    static const enum fake_kind kinds[] = {[STORE_GRANT] = FAKE_GRANT,
                                           [STORE_KEEP_ALIVE] = FAKE_KEEP_ALIVE,
                                           [STORE_TIME_LEFT] = FAKE_ASK,
                                           [STORE_REVOKE] = FAKE_REVOKE};
    struct trip trip;
    struct store_lease done = *lease;
    (void)self;
    set_out(&trip, kinds[kind]);
    if (is_done(&trip))
        apply_to_lease(&done, kind);
    sortid_node_status status = come_back(&trip, error);
    done.times = trip.times;
    if (status == SORTID_NODE_OK)
        *lease = done;
    return status;
}

static void do_close(struct store *self)
{
    pthread_mutex_destroy(&self->history.lock);
    free(self);
}

static sortid_node_status do_prepare(struct store *self, sortid_node_error *error)
{
    (void)self, (void)error;
    return SORTID_NODE_OK;
}

static const struct store_calls calls = {do_close, do_prepare, do_transact, do_lease};

sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error)
{
    (void)options, (void)error;
    *out = need(calloc(1, sizeof **out));
    (*out)->calls = &calls;
    return pthread_mutex_init(&(*out)->history.lock, NULL) == 0 ? SORTID_NODE_OK
                                                                : SORTID_NODE_SYSTEM;
}

/* ---- Backup and restore ---------------------------------------------------------------------- */

static struct {
    struct entry *entries;
    size_t count;
    int64_t revision;
} backup;

/* Replaces `to` by a copy of the entries. */
static void copy_entries(struct entry **to, size_t *to_count, const struct entry *from,
                         size_t count)
{
    free_entries(to, to_count);
    *to = need(calloc(count + 1, sizeof **to));
    *to_count = count;
    for (size_t i = 0; i < count; i++) {
        (*to)[i] = from[i];
        (*to)[i].key = need(strdup(from[i].key));
        (*to)[i].value = need(strdup(from[i].value));
    }
}

void fake_backup(void)
{
    copy_entries(&backup.entries, &backup.count, store.entries, store.count);
    backup.revision = store.revision;
}

void fake_restore(void)
{
    copy_entries(&store.entries, &store.count, backup.entries, backup.count);
    store.room = store.count;
    store.revision = backup.revision;
}

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
    while (store.late != NULL)
        drop_late(false);
    free_entries(&store.entries, &store.count);
    free_entries(&backup.entries, &backup.count);
    free(store.leases);
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
    size_t count = 0, length = strlen(prefix);
    pthread_mutex_lock(&store.lock);
    expire();
    for (size_t i = place_of(prefix);
         i < store.count && strncmp(store.entries[i].key, prefix, length) == 0; i++)
        count++;
    pthread_mutex_unlock(&store.lock);
    return count;
}

void fake_put(const char *key, const char *value)
{
    pthread_mutex_lock(&store.lock);
    store.revision++;
    put(key, value, 0);
    pthread_mutex_unlock(&store.lock);
}
