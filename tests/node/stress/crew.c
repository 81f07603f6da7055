/* SPDX-License-Identifier: MIT */
/* crew.c: see crew.h. The system kills members that still run when the test program ends. */
#include "crew.h"

#include "../client.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { step_ms = 20, patience_ms = 300000 };

static char holder_path[512];

/* ---- Waiting --------------------------------------------------------------------------------- */

void crew_nap(unsigned steps, const char *what)
{
    struct timespec pause = {.tv_sec = 0, .tv_nsec = step_ms * 1000000L};
    if (steps >= patience_ms / step_ms)
        fail_msg("did not happen: %s", what);
    nanosleep(&pause, NULL);
}

/* ---- The realm ------------------------------------------------------------------------------- */

struct crew *crew_new(const struct servers *servers, const char *pool_text)
{
    static unsigned number;
    const sortid_node_client_options options = client_options(servers->endpoints, PATIENT_MS);
    sortid_node_pool pool;
    struct crew *crew = calloc(1, sizeof *crew);
    EXPECT(crew != NULL, "no memory");
    snprintf(crew->realm, sizeof crew->realm, "r%u", number++);
    snprintf(crew->pool, sizeof crew->pool, "%s", pool_text);
    EXPECT_NODE(sortid_node_client_open(&crew->client, &options, &error), OK);
    EXPECT_NODE(sortid_node_pool_parse(&pool, pool_text, strlen(pool_text), &error), OK);
    pool.share_ids = true; // the realms of the cases follow one another
    EXPECT_NODE(sortid_node_realm_create(crew->client, crew->realm, &pool, 1, NULL, NULL, &error),
                OK);
    crew->size = pool.size;
    return crew;
}

sortid_node_report *crew_report(struct crew *crew)
{
    sortid_node_report *report;
    EXPECT_NODE(sortid_node_realm_examine(crew->client, &report, crew->realm, &error), OK);
    return report;
}

size_t crew_reserved(struct crew *crew)
{
    size_t held = 0;
    sortid_node_report *report = crew_report(crew);
    for (size_t i = 0; i < report->id_count; i++)
        held += report->ids[i]->is_reserved;
    sortid_node_report_free(report);
    return held;
}

uint64_t crew_highest_bound(struct crew *crew)
{
    uint64_t highest = 0;
    sortid_node_report *report = crew_report(crew);
    for (size_t i = 0; i < report->id_count; i++)
        highest = report->ids[i]->bound > highest ? report->ids[i]->bound : highest;
    sortid_node_report_free(report);
    return highest;
}

/* ---- Members --------------------------------------------------------------------------------- */

static struct journal *share(int *fd)
{
    char name[64];
    snprintf(name, sizeof name, "/sortid-stress-%ld-%llx", (long)getpid(),
             (unsigned long long)support_random());
    *fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    EXPECT(*fd >= 0, "no shared memory: %s", strerror(errno));
    shm_unlink(name);
    EXPECT(ftruncate(*fd, sizeof(struct journal)) == 0, "no journal");
    void *memory = mmap(NULL, sizeof(struct journal), PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
    EXPECT(memory != MAP_FAILED, "no journal");
    return memory;
}

/* The child. */
static void become(const struct member *member)
{
    if (member->fd == JOURNAL_FD)
        fcntl(JOURNAL_FD, F_SETFD, 0);
    else
        dup2(member->fd, JOURNAL_FD);
    execl(holder_path, holder_path, (char *)NULL);
    _exit(127);
}

/* The child starts with SIGTERM blocked, so that the signal waits until the holder handles it. */
void crew_start(struct crew *crew, size_t i)
{
    struct member *member = &crew->members[i];
    sigset_t term, before;
    EXPECT(member->pid == 0, "member %zu runs", i);
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, &before);
    member->pid = fork();
    if (member->pid == 0)
        become(member);
    sigprocmask(SIG_SETMASK, &before, NULL);
    EXPECT(member->pid > 0, "no process");
}

static uint32_t or_default(uint32_t ms, uint32_t default_ms)
{
    return ms != 0 ? ms : default_ms;
}

size_t crew_add(struct crew *crew, const char *endpoints, const struct orders *orders)
{
    struct member *member = &crew->members[crew->count];
    EXPECT(crew->count < CREW_MAX, "too many members");
    member->journal = share(&member->fd);
    struct orders *to = &member->journal->orders;
    *to = *orders;
    to->horizon_ms = or_default(to->horizon_ms, 3000);
    to->timeout_ms = or_default(to->timeout_ms, 1000);
    to->wait_ms = or_default(to->wait_ms, 300);
    memcpy(to->realm, crew->realm, sizeof to->realm);
    snprintf(to->endpoints, sizeof to->endpoints, "%s", endpoints);
    snprintf(to->label, sizeof to->label, "m%zu", crew->count);
    crew_start(crew, crew->count);
    return crew->count++;
}

struct crew *crew_of_sixteen(const struct servers *servers)
{
    struct crew *crew = crew_new(servers, "p=0-15/20");
    for (size_t i = 0; i < 16; i++)
        CREW_ADD(crew, servers->endpoints, .horizon_ms = 2000, .renewal_thread = i & 1,
                 .pace_us = i >> 1 & 1 ? 1000 : 0);
    for (size_t i = 0; i < 16; i++)
        AWAIT(crew_made(crew, i) > 0);
    return crew;
}

static void send_signal(struct crew *crew, size_t i, int signal)
{
    EXPECT(crew->members[i].pid > 0 && kill(crew->members[i].pid, signal) == 0,
           "no signal to member %zu", i);
}

/* Waits for its end. */
static int reap(struct crew *crew, size_t i)
{
    int status = 0;
    pid_t pid = crew->members[i].pid;
    AWAIT(waitpid(pid, &status, WNOHANG) == pid);
    crew->members[i].pid = 0;
    return status;
}

void crew_kill(struct crew *crew, size_t i)
{
    send_signal(crew, i, SIGKILL);
    int status = reap(crew, i);
    EXPECT(WIFSIGNALED(status), "member %zu had ended, status %x", i, (unsigned)status);
}

void crew_stop(struct crew *crew, size_t i)
{
    int status = 0;
    send_signal(crew, i, SIGSTOP);
    EXPECT(waitpid(crew->members[i].pid, &status, WUNTRACED) > 0 && WIFSTOPPED(status),
           "member %zu did not stop", i);
}

void crew_continue(struct crew *crew, size_t i)
{
    send_signal(crew, i, SIGCONT);
}

static void expect_good_end(struct crew *crew, size_t i)
{
    int status = reap(crew, i);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "member %zu ended with %x", i,
           (unsigned)status);
}

void crew_leave(struct crew *crew, size_t i)
{
    send_signal(crew, i, SIGTERM);
    expect_good_end(crew, i);
}

/* ---- Journals -------------------------------------------------------------------------------- */

uint64_t crew_made(const struct crew *crew, size_t i)
{
    return atomic_load(&crew->members[i].journal->count);
}

uint64_t crew_last_tick(const struct crew *crew, size_t i)
{
    uint64_t made = crew_made(crew, i);
    return made > 0 ? crew->members[i].journal->ids[made - 1].id >> 24 : 0;
}

void crew_await_beyond(struct crew *crew, size_t count, uint64_t tick)
{
    for (size_t i = 0; i < count; i++)
        AWAIT(crew_last_tick(crew, i) >= tick);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

struct made {
    uint64_t id;
    uint32_t member, reservation;
};

static int compare_made(const void *a, const void *b)
{
    const struct made *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The IDs of one member. */
static void judge_member(const struct crew *crew, size_t i, uint64_t count)
{
    const struct journal *journal = crew->members[i].journal;
    unsigned counter_bits = 24 - crew->size;
    for (uint64_t k = 0; k < count; k++) {
        const struct journal_id *one = &journal->ids[k];
        const struct journal_reservation *reservation = &journal->reservation[one->reservation];
        uint32_t node_id = (uint32_t)(one->id & 0xffffff) >> counter_bits;
        EXPECT(node_id == reservation->node_id,
               "member %zu made an ID of %u on a reservation of %u", i, (unsigned)node_id,
               (unsigned)reservation->node_id);
        EXPECT(one->id >> 24 >= reservation->start,
               "member %zu: an ID before its reservation begins", i);
        EXPECT(k == 0 || one[-1].reservation != one->reservation || one[-1].id < one->id,
               "member %zu: IDs of a reservation do not increase", i);
    }
}

/* All IDs, sorted; neighbors are compared. */
static void judge_all(const struct crew *crew, struct made *all, size_t count)
{
    unsigned counter_bits = 24 - crew->size;
    qsort(all, count, sizeof *all, compare_made);
    for (size_t k = 1; k < count; k++) {
        const struct made *a = &all[k - 1], *b = &all[k];
        EXPECT(a->id != b->id, "ID %llx twice: members %u and %u, reservations %u and %u",
               (unsigned long long)a->id, (unsigned)a->member, (unsigned)b->member,
               (unsigned)a->reservation, (unsigned)b->reservation);
        bool same_reservation = a->member == b->member && a->reservation == b->reservation;
        EXPECT(same_reservation || a->id >> counter_bits != b->id >> counter_bits,
               "tick %llu of id %llu used by two: members %u and %u, reservations %u and %u",
               (unsigned long long)(a->id >> 24),
               (unsigned long long)((a->id & 0xffffff) >> counter_bits), (unsigned)a->member,
               (unsigned)b->member, (unsigned)a->reservation, (unsigned)b->reservation);
    }
}

static const sortid_node_id_report *find_id(const sortid_node_report *report, uint32_t node_id)
{
    for (size_t i = 0; i < report->id_count; i++)
        if (report->ids[i]->node_id == node_id)
            return report->ids[i];
    return NULL;
}

/* No ID is at or after the bound in etcd. */
static void judge_bounds(struct crew *crew, const struct made *all, size_t count)
{
    sortid_node_report *report = crew_report(crew);
    for (size_t k = 0; k < count; k++) {
        uint32_t node_id = (uint32_t)(all[k].id & 0xffffff) >> (24 - crew->size);
        const sortid_node_id_report *id = find_id(report, node_id);
        EXPECT(id != NULL && all[k].id >> 24 < id->bound,
               "member %u made an ID of tick %llu, the bound of id %u is %llu",
               (unsigned)all[k].member, (unsigned long long)(all[k].id >> 24), (unsigned)node_id,
               (unsigned long long)(id != NULL ? id->bound : 0));
    }
    sortid_node_report_free(report);
}

static size_t judge(struct crew *crew)
{
    uint64_t counts[CREW_MAX] = {0};
    size_t total = 0;
    for (size_t i = 0; i < crew->count; i++)
        total += counts[i] = crew_made(crew, i);
    struct made *all = calloc(total + 1, sizeof *all);
    EXPECT(all != NULL, "no memory");
    size_t at = 0;
    for (size_t i = 0; i < crew->count; i++) {
        judge_member(crew, i, counts[i]);
        for (uint64_t k = 0; k < counts[i]; k++) {
            const struct journal_id *one = &crew->members[i].journal->ids[k];
            all[at++] = (struct made){one->id, (uint32_t)i, (uint32_t)one->reservation};
        }
    }
    judge_all(crew, all, total);
    judge_bounds(crew, all, total);
    free(all);
    return total;
}

void crew_judge(struct crew *crew)
{
    (void)judge(crew);
}

static void say(const struct crew *crew, size_t total)
{
    unsigned reservations = 0, lost = 0;
    for (size_t i = 0; i < crew->count; i++) {
        reservations += CREW_COUNT(crew, i, reservations);
        lost += CREW_COUNT(crew, i, lost);
    }
    print_message("%zu holders, %u reservations (%u lost): %zu IDs, none twice\n", crew->count,
                  reservations, lost, total);
}

void crew_end(struct crew *crew)
{
    for (size_t i = 0; i < crew->count; i++)
        if (crew->members[i].pid > 0)
            send_signal(crew, i, SIGTERM);
    for (size_t i = 0; i < crew->count; i++)
        if (crew->members[i].pid > 0)
            expect_good_end(crew, i);
    for (size_t i = 0; i < crew->count; i++)
        EXPECT(crew_made(crew, i) > 0, "member %zu made nothing", i);
    say(crew, judge(crew));
    for (size_t i = 0; i < crew->count; i++) {
        munmap(crew->members[i].journal, sizeof(struct journal));
        close(crew->members[i].fd);
    }
    sortid_node_client_close(crew->client);
    free(crew);
}

/* ---- The program ----------------------------------------------------------------------------- */

int crew_run(const char *program, CMFixtureFunction begin, CMFixtureFunction end)
{
    const char *slash = strrchr(program, '/'), *seconds = getenv("SORTID_STRESS_SECONDS");
    struct timespec began, now;
    int failed;
    snprintf(holder_path, sizeof holder_path, "%.*s/test-node-holder",
             slash != NULL ? (int)(slash - program) : 1, slash != NULL ? program : ".");
    clock_gettime(CLOCK_MONOTONIC, &began);
    do {
        failed = cases_run(begin, end);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (failed == 0 && seconds != NULL &&
             now.tv_sec - began.tv_sec < strtol(seconds, NULL, 10));
    return failed;
}
