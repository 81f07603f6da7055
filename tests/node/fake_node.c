/* SPDX-License-Identifier: MIT */
/* fake_node.c: a scripted libsortid-node for the tests of the program sortid-node: without a store,
 * with any failure and any delay. The scripts in program/ control it by
 *
 *   FAKE_NODE      a file of lines CALL STATUS NEXT_MS DELAY_MS TEXT: the answers of a call (open,
 *                  init, list, acquire, renew, ...), one after another; the last one is repeated. A
 *                  call without lines succeeds at once. The statuses of "bound", which a generator
 *                  asks for each tick, are those of sortid/base.h. A "spec" that fails is all zeros
 *   FAKE_AHEAD_MS  the reservation begins so long after now; without it at 2026-11-20T12:00:00Z
 *   FAKE_LOG       a file, to which each call adds a line with its arguments
 *   FAKE_TERMINATE_MS, FAKE_KILL_MS  when COMMAND must have ended, after the last renewal; 600000
 *                  without them
 *   FAKE_TERMINATE_AFTER, FAKE_KILL_AFTER  a file: that deadline is far away until COMMAND has made
 *                  the file, then it counts from that time or from the last renewal */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#endif
#include <sortid.h>
#include <sortid/node.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* This clock starts at another value than the program's. */
#define OTHER_ZERO_MS 1000000

struct sortid_node_client {
    char nothing;
};
struct sortid_node_reservation {
    uint64_t renewed_ms, failed;
    bool lost;
};
static struct sortid_node_client the_client;
static struct sortid_node_reservation the_reservation;

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000 + OTHER_ZERO_MS;
}

static uint64_t time_of(const char *variable)
{
    const char *text = getenv(variable);
    return text != NULL ? strtoull(text, NULL, 10) : 600000;
}

/* ---- Script and log ---------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    const char *path = getenv("FAKE_LOG");
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    va_list list;
    if (file == NULL)
        return;
    va_start(list, format);
    vfprintf(file, format, list);
    va_end(list);
    fputc('\n', file);
    fclose(file);
}

struct answer {
    int status;
    uint64_t next_ms, delay_ms;
    char text[SORTID_NODE_ERROR_SIZE];
};

/* The next word of a line, up to a blank; moves *at after it. */
static const char *take_word(char **at)
{
    char *word = *at + strspn(*at, " ");
    *at = word + strcspn(word, " ");
    if (**at != '\0')
        *(*at)++ = '\0';
    return word;
}

static uint64_t take_number(char **at)
{
    return strtoull(take_word(at), NULL, 0);
}

/* Answer number `index` of a call, or its last one. */
static void find_answer(struct answer *answer, const char *call, unsigned index)
{
    char line[512];
    const char *path = getenv("FAKE_NODE");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    *answer = (struct answer){.next_ms = 50};
    for (unsigned found = 0; file != NULL && found <= index && fgets(line, sizeof line, file);) {
        char *at = line;
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(take_word(&at), call) != 0)
            continue;
        answer->status = (int)take_number(&at);
        answer->next_ms = take_number(&at);
        answer->delay_ms = take_number(&at);
        snprintf(answer->text, sizeof answer->text, "%s", at);
        found++;
    }
    if (file != NULL)
        fclose(file);
}

/* How often a call was made before. */
static unsigned count_call(const char *call)
{
    static struct {
        const char *call;
        unsigned count;
    } counts[32];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (counts[i].call != NULL && strcmp(counts[i].call, call) != 0)
        i++;
    counts[i].call = call;
    unsigned before = counts[i].count++;
    pthread_mutex_unlock(&lock);
    return before;
}

static sortid_node_status answer(const char *call, uint64_t *next_ms, sortid_node_error *error)
{
    struct answer found;
    find_answer(&found, call, count_call(call));
    const struct timespec delay = {.tv_sec = (time_t)(found.delay_ms / 1000),
                                   .tv_nsec = (long)(found.delay_ms % 1000 * 1000000)};
    nanosleep(&delay, NULL);
    if (next_ms != NULL)
        *next_ms = found.next_ms;
    if (found.status != 0)
        memcpy(error->text, found.text, sizeof found.text);
    return (sortid_node_status)found.status;
}

static const char *or_none(const char *text)
{
    return text != NULL ? text : "-";
}

/* ---- Client and realms ----------------------------------------------------------------------- */

sortid_node_status sortid_node_client_open(sortid_node_client **out,
                                           const sortid_node_client_options *options,
                                           sortid_node_error *error)
{
    note("open %s user %s password %s ca %s cert %s key %s timeout %" PRIu32, options->store,
         or_none(options->user), or_none(options->password), or_none(options->ca_file),
         or_none(options->cert_file), or_none(options->key_file), options->timeout_ms);
    *out = &the_client;
    return answer("open", NULL, error);
}

void sortid_node_client_close(sortid_node_client *client)
{
    note(client == &the_client ? "close" : "close of another client");
}

sortid_node_status sortid_node_pool_parse(sortid_node_pool *out, const char *text, size_t size,
                                          sortid_node_error *error)
{
    char name[SORTID_NODE_NAME_SIZE] = "";
    size_t length = strcspn(text, "=");
    if (text[size] != '\0')
        abort();
    char *end = NULL;
    unsigned long numbers[3] = {0};
    memcpy(name, text, length < sizeof name - 1 ? length : sizeof name - 1);
    text += length;
    for (int i = 0; i < 3 && (text != NULL && *text == "=-/"[i]); i++, text = end)
        numbers[i] = strtoul(text + 1, &end, 0);
    if (end == NULL || *end != '\0' || numbers[2] == 0) {
        snprintf(error->text, sizeof error->text, "pool \"%s\": not NAME=FIRST-LAST/SIZE", name);
        return SORTID_NODE_BAD_OPTION;
    }
    memset(out, 0, sizeof *out);
    memcpy(out->name, name, sizeof name);
    out->first = (uint32_t)numbers[0];
    out->last = (uint32_t)numbers[1];
    out->size = (uint32_t)numbers[2];
    return SORTID_NODE_OK;
}

static void note_options(const sortid_node_realm_options *options, uint64_t *floor_ms)
{
    const sortid_node_raise *raise = options->raise;
    if (options->max_ahead_ms != 0 || options->max_quarantine_ms != 0)
        note("limits %" PRIu64 " %" PRIu64, options->max_ahead_ms, options->max_quarantine_ms);
    if (raise == NULL)
        return;
    note("raise %" PRIu64 " error %" PRIu64 " early %d far %d", raise->unix_ms,
         raise->clock_error_ms, raise->accept_early, raise->accept_far);
    *floor_ms =
        raise->unix_ms > UINT64_C(1800000000000) && raise->unix_ms < UINT64_C(60000000000000)
            ? raise->unix_ms
            : UINT64_C(1795176000000);
}

static void note_pool(const char *call, const char *realm, const sortid_node_pool *pool)
{
    note("%s %s %s %" PRIu32 "-%" PRIu32 "/%" PRIu32 "%s", call, realm, pool->name, pool->first,
         pool->last, pool->size, pool->share_ids ? " share" : "");
}

sortid_node_status sortid_node_realm_create(sortid_node_client *client, const char *realm,
                                            const sortid_node_pool *pools, size_t pool_count,
                                            const sortid_node_realm_options *options,
                                            uint64_t *floor_ms, sortid_node_error *error)
{
    (void)client;
    if (pool_count == 0)
        note("init %s", realm);
    for (size_t i = 0; i < pool_count; i++)
        note_pool("init", realm, &pools[i]);
    note_options(options, floor_ms);
    return answer("init", NULL, error);
}

#define TICK(unix_ms) ((unix_ms) / SORTID_SCRU64_TICK_MS)
#define NOW_MS        UINT64_C(1795176000000) /* 2026-11-20T12:00:00Z */

static sortid_node_pool the_pools[] = {{.name = "hot", .first = 0, .last = 7, .size = 4},
                                       {.name = "cold", .first = 128, .last = 255, .size = 8}};
static sortid_node_realm prod = {
    .size = sizeof prod, .name = "prod", .pool_count = 2, .pools = the_pools};
static sortid_node_realm test = {.size = sizeof test,
                                 .name = "test",
                                 .floor = TICK(NOW_MS),
                                 .pool_count = 1,
                                 .pools = the_pools + 1};
static sortid_node_realm *the_realms[] = {&prod, &test};

sortid_node_status sortid_node_realm_list(sortid_node_client *client, sortid_node_realm ***realms,
                                          size_t *realm_count, sortid_node_error *error)
{
    (void)client;
    note("list");
    *realms = the_realms;
    *realm_count = 2;
    return answer("list", NULL, error);
}

void sortid_node_realm_list_free(sortid_node_realm **realms, size_t count)
{
    note(realms == the_realms && count == 2 ? "list_free" : "list_free of another list");
}

/* An id without a holder. */
#define LEFT(id, id_size, bound_ms, is_clean, quarantine, label_)                                  \
    {                                                                                              \
        .size = sizeof(sortid_node_id_report), .node_id = (id), .node_id_size = (id_size),         \
        .bound = TICK(bound_ms), .clean = (is_clean), .quarantine_ms = (quarantine),               \
        .lease_remaining_s = -1, .label = label_                                                   \
    }

sortid_node_status sortid_node_realm_examine(sortid_node_client *client, sortid_node_report **out,
                                             const char *realm, sortid_node_error *error)
{
    static const sortid_node_id_report ids[] = {
        {.size = sizeof(sortid_node_id_report),
         .node_id = 0,
         .node_id_size = 4,
         .bound = TICK(NOW_MS + 60000),
         .is_reserved = true,
         .reserved_since_ms = NOW_MS - 1000,
         .lease_remaining_s = 12,
         .label = "say \"hi\" \\:1"},
        LEFT(1, 4, NOW_MS - 256000, false, 3600000, "gone:2"),
        LEFT(2, 4, NOW_MS - 512, true, 3600000, "done:3"),
        LEFT(200, 8, NOW_MS + 15360, false, 0, "late:4"),
        LEFT(9, 23, NOW_MS + 5120, true, 3600000, "strange:5"),
    };
    static const sortid_node_id_report *pointers[sizeof ids / sizeof *ids];
    static sortid_node_report the_report;
    static sortid_node_pool open[] = {{.first = 2, .last = 3}, {.first = 1, .last = 0}};
    (void)client;
    note("examine %s", realm);
    prod.open = getenv("FAKE_REMOVAL") != NULL ? open : NULL;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        pointers[i] = &ids[i];
    the_report = (sortid_node_report){sizeof the_report,        &prod,    NOW_MS,
                                      sizeof ids / sizeof *ids, pointers, 0};
    *out = &the_report;
    return answer("examine", NULL, error);
}

sortid_node_status sortid_node_realm_summarize(sortid_node_client *client, sortid_node_report **out,
                                               const char *realm, sortid_node_error *error)
{
    note("summarize:");
    return sortid_node_realm_examine(client, out, realm, error);
}

void sortid_node_report_free(sortid_node_report *report)
{
    note(report->store_unix_ms == NOW_MS ? "report_free" : "report_free of another report");
}

sortid_node_status sortid_node_id_release(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          sortid_node_error *error)
{
    (void)client;
    note("release_id %s %" PRIu32 "/%" PRIu32, realm, node_id, node_id_size);
    return answer("release_id", NULL, error);
}

sortid_node_status sortid_node_id_replace(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          uint64_t *blocked_ms, sortid_node_error *error)
{
    (void)client;
    note("replace_id %s %" PRIu32 "/%" PRIu32, realm, node_id, node_id_size);
    *blocked_ms = node_id == 6 ? NOW_MS : 0; // the record of 6 cannot be read
    return answer("replace_id", NULL, error);
}

sortid_node_status sortid_node_pool_grow(sortid_node_client *client, const char *realm,
                                         const sortid_node_pool *pool, sortid_node_error *error)
{
    (void)client;
    note_pool("pool_grow", realm, pool);
    return answer("pool_grow", NULL, error);
}

sortid_node_status sortid_node_pool_shrink(sortid_node_client *client, const char *realm,
                                           const sortid_node_pool *pool, uint64_t *blocked_ms,
                                           sortid_node_error *error)
{
    (void)client;
    note_pool("pool_shrink", realm, pool);
    *blocked_ms = NOW_MS;
    return answer("pool_shrink", NULL, error);
}

sortid_node_status sortid_node_pool_reopen(sortid_node_client *client, const char *realm,
                                           const char *pool, sortid_node_error *error)
{
    (void)client;
    note("pool_reopen %s %s", realm, pool);
    return answer("pool_reopen", NULL, error);
}

/* ---- A reservation --------------------------------------------------------------------------- */

sortid_node_status sortid_node_reservation_acquire(sortid_node_client *client,
                                                   sortid_node_reservation **out,
                                                   const sortid_node_reservation_options *options,
                                                   sortid_node_error *error)
{
    (void)client;
    note("acquire %s %s label %s horizon %" PRIu32 " lease %" PRIu32 " skew %" PRIu32
         " quarantine %" PRIu64 " external %d renewal_thread %d allowance %" PRIu64
         " wait %" PRIu64,
         options->realm, options->pool, or_none(options->label), options->horizon_ms,
         options->lease_s, options->max_skew_ms, options->quarantine_ms, options->external,
         options->renewal_thread, options->allowance_ms, options->wait_ms);
    the_reservation.renewed_ms = now_ms();
    *out = &the_reservation;
    sortid_node_status status = answer("acquire", NULL, error);
    if (status == SORTID_NODE_NO_ID)
        usleep((useconds_t)options->wait_ms * 1000);
    return status;
}

/* The last ID of node 5/4 before the reservation begins. */
void sortid_node_reservation_spec(const sortid_node_reservation *reservation,
                                  sortid_scru64_node_spec *out)
{
    sortid_node_error error;
    uint64_t begin_ms = NOW_MS;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (getenv("FAKE_AHEAD_MS") != NULL)
        begin_ms = (uint64_t)now.tv_sec * 1000 + time_of("FAKE_AHEAD_MS");
    const sortid_scru64_fields fields = {.timestamp = TICK(begin_ms) - 1, .node_ctr = 0x5fffff};
    (void)reservation;
    memset(out, 0, sizeof *out);
    if (answer("spec", NULL, &error) != SORTID_NODE_OK)
        return; // as of a reservation that has ended
    *out = (sortid_scru64_node_spec){.node_id = 5, .node_id_size = 4, .has_last = true};
    if (sortid_scru64_from_fields(&out->last, &fields, NULL) != SORTID_OK)
        abort();
}

static sortid_status cover(void *context, uint64_t timestamp, uint32_t flags)
{
    sortid_node_error error;
    (void)context, (void)timestamp, (void)flags;
    return (sortid_status)(int)answer("bound", NULL, &error);
}

const sortid_bound *sortid_node_reservation_bound(const sortid_node_reservation *reservation)
{
    static const sortid_bound bound = {.cover = cover, .context = NULL};
    (void)reservation;
    return &bound;
}

sortid_node_status sortid_node_reservation_renew(sortid_node_reservation *reservation,
                                                 uint64_t *next_ms, sortid_node_error *error)
{
    uint64_t sent_ms = now_ms();
    sortid_node_status status = answer("renew", next_ms, error);
    note("renew %d", status);
    if (status == SORTID_NODE_OK)
        reservation->renewed_ms = sent_ms;
    reservation->failed += status != SORTID_NODE_OK;
    reservation->lost = status == SORTID_NODE_LOST;
    return status;
}

/* A deadline, by the variables of its span and its file; *made_ms: when the file was seen, 0: not
 * yet. */
static uint64_t deadline(const sortid_node_reservation *reservation, const char *span,
                         const char *file, uint64_t *made_ms)
{
    const char *path = getenv(file);
    if (path != NULL && *made_ms == 0) {
        if (access(path, F_OK) != 0)
            return now_ms() + 600000;
        *made_ms = now_ms();
    }
    uint64_t begin_ms = reservation->renewed_ms;
    return (begin_ms > *made_ms ? begin_ms : *made_ms) + time_of(span);
}

void sortid_node_reservation_deadlines(sortid_node_reservation *reservation,
                                       sortid_node_deadlines *out, size_t size)
{
    static uint64_t terminate_made_ms, kill_made_ms;
    if (size != sizeof *out)
        abort();
    out->now_ms = now_ms();
    out->terminate_ms =
        deadline(reservation, "FAKE_TERMINATE_MS", "FAKE_TERMINATE_AFTER", &terminate_made_ms);
    out->kill_ms = deadline(reservation, "FAKE_KILL_MS", "FAKE_KILL_AFTER", &kill_made_ms);
    out->lost = reservation->lost;
    out->failed_renewals = reservation->failed;
}

sortid_node_status sortid_node_reservation_release(sortid_node_reservation *reservation,
                                                   sortid_node_error *error)
{
    note(reservation == &the_reservation ? "release" : "release of another reservation");
    return answer("release", NULL, error);
}

void sortid_node_reservation_abandon(sortid_node_reservation *reservation)
{
    note(reservation == &the_reservation ? "abandon" : "abandon of another reservation");
}
