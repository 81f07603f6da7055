/* SPDX-License-Identifier: MIT */
/* test_kill.c: processes open one state file again and again and make IDs, while one after another
 * is killed by SIGKILL at a random moment: in a step, in a renewal of the bound, while it opens or
 * creates the file; and processes that are stopped for longer than the allowance. The others
 * continue: no ID comes twice, and none is below an ID that was published before its call began.
 * SORTID_KILLS sets the number of kills for each build. */
#include "file.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum {
    workers = 4,
    recorded = 6000, /* recorded IDs of each in a round; later ones are compared only */
    kills_of_round = 30,
    default_kills = 300,
    most_filled = 32,
    most_of_life = 400
};

/* Shared by all processes of a round. */
struct arena {
    _Atomic bool stop;
    _Atomic bool failed;
    _Atomic size_t latest; /* the ID published last, its number + 1 */
    _Atomic size_t count[workers + 1];
    _Atomic size_t calls[workers + 1];
    _Atomic uint64_t clock_us; /* of the scripted clock */
    uint64_t start_us, base_us, scale;
    uint8_t ids[workers + 1][recorded * SUPPORT_MAX_SIZE];
};

static struct arena *arena;
static const support_format *format;
static uint64_t allowance_ms;

/* ---- Clocks ---------------------------------------------------------------------------------- */

static uint64_t monotonic_us(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* A clock that runs `scale` times as fast, so that the bound is renewed often. */
static sortid_status read_scaled(void *context, uint64_t *unix_us)
{
    const struct arena *a = context;
    *unix_us = a->base_us + (monotonic_us() - a->start_us) * a->scale;
    return SORTID_OK;
}

/* A clock that advances by 100 us at each reading, and when the test sets it. */
static sortid_status read_scripted(void *context, uint64_t *unix_us)
{
    struct arena *a = context;
    *unix_us = atomic_fetch_add(&a->clock_us, 100);
    return SORTID_OK;
}

static sortid_sources sources_of(sortid_status (*read)(void *, uint64_t *))
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read, arena, 1};
    return sources;
}

/* ---- A worker -------------------------------------------------------------------------------- */

struct worker {
    size_t number;
    uint64_t random;
    pid_t parent; /* if it has ended, the worker ends */
    uint8_t last[SUPPORT_MAX_SIZE];
};

static uint8_t *id_at(size_t number)
{
    return arena->ids[number / recorded] + number % recorded * format->size;
}

static bool complain(const struct worker *w, const char *what)
{
    fprintf(stderr, "%s, worker %zu: %s\n", format->name, w->number, what);
    atomic_store(&arena->failed, true);
    return false;
}

/* Records the IDs as far as there is room, then publishes them: a worker killed in between has
 * published none. */
static void record(struct worker *w, const uint8_t *ids, size_t count)
{
    size_t before = atomic_load(&arena->count[w->number]);
    count = count < recorded - before ? count : recorded - before;
    if (count == 0) {
        usleep(100); /* keeps scru64 from running ahead of its clock */
        return;
    }
    memcpy(id_at(w->number * recorded + before), ids, count * format->size);
    atomic_store(&arena->count[w->number], before + count);
    atomic_store(&arena->latest, w->number * recorded + before + count);
}

static bool make_some(struct worker *w, sortid_generator *generator)
{
    uint8_t ids[most_filled * SUPPORT_MAX_SIZE];
    bool fills = support_next_random(&w->random) % 8 == 0;
    size_t count = fills ? 1 + support_next_random(&w->random) % most_filled : 1, made = 1;
    size_t before = atomic_load(&arena->latest);
    sortid_status status = fills ? format->fill(generator, ids, count, &made, NULL)
                                 : format->next(generator, ids, NULL);
    if (status != SORTID_OK)
        return complain(w, sortid_status_name(status));
    if (made != count)
        return complain(w, "too few");
    if (before > 0 && memcmp(id_at(before - 1), ids, format->size) >= 0)
        return complain(w, "not above one that was published");
    for (size_t i = 0; i < count; i++) {
        if (memcmp(w->last, ids + i * format->size, format->size) >= 0)
            return complain(w, "not above its last");
        memcpy(w->last, ids + i * format->size, format->size);
    }
    record(w, ids, count);
    atomic_fetch_add(&arena->calls[w->number], 1);
    return true;
}

/* Opens the file, makes some IDs, closes it, and so on. */
static bool live(struct worker *w, const sortid_sources *sources)
{
    while (!atomic_load(&arena->stop) && getppid() == w->parent) {
        sortid_generator generator;
        sortid_status status =
            format->open(&generator, path, NULL, SORTID_MODE_ABORT, allowance_ms, sources);
        if (status != SORTID_OK)
            return complain(w, sortid_status_name(status));
        for (uint64_t i = support_next_random(&w->random) % most_of_life; i > 0; i--)
            if (atomic_load(&arena->stop) || !make_some(w, &generator))
                break;
        sortid_generator_close(&generator);
        if (atomic_load(&arena->failed))
            return false;
    }
    return true;
}

static pid_t spawn(size_t number, const sortid_sources *sources)
{
    struct worker w = {.number = number, .random = support_random(), .parent = getpid()};
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child == 0)
        _exit(live(&w, sources) ? 0 : 1);
    return child;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* The greatest ID of all rounds on one file. */
static uint8_t greatest[SUPPORT_MAX_SIZE];

static void judge(void)
{
    static uint8_t all[(workers + 1) * recorded * SUPPORT_MAX_SIZE];
    size_t size = format->size, total = 0;
    EXPECT(!atomic_load(&arena->failed), "%s: a worker failed", format->name);
    for (size_t i = 0; i <= workers; i++) {
        size_t count = atomic_load(&arena->count[i]);
        expect_increasing(arena->ids[i], count, format, PLACE);
        memcpy(all + total * size, arena->ids[i], count * size);
        total += count;
    }
    EXPECT(total > 0, "%s: no ID was made", format->name);
    EXPECT(support_all_differ(all, total, size), "%s: an ID twice in %zu", format->name, total);
    EXPECT(memcmp(greatest, all, size) < 0, "%s: below an earlier round", format->name);
    memcpy(greatest, all + (total - 1) * size, size);
}

static void stop_all(const pid_t *children)
{
    int statuses[workers];
    atomic_store(&arena->stop, true);
    for (size_t i = 0; i < workers; i++) {
        statuses[i] = -1;
        EXPECT(waitpid(children[i], &statuses[i], 0) == children[i], "%s: no worker %zu",
               format->name, i);
    }
    for (size_t i = 0; i < workers; i++)
        EXPECT(statuses[i] == 0, "%s: worker %zu ended with wait status 0x%x", format->name, i,
               (unsigned)statuses[i]);
}

/* Waits for so many more calls of a worker, at most until the test's alarm. */
static void wait_for(size_t worker, size_t more)
{
    size_t before = atomic_load(&arena->calls[worker]);
    while (atomic_load(&arena->calls[worker]) < before + more && !atomic_load(&arena->failed))
        usleep(100);
    EXPECT(!atomic_load(&arena->failed), "%s: a worker failed before worker %zu made %zu more IDs",
           format->name, worker, more);
}

/* ---- Kills ----------------------------------------------------------------------------------- */

static void begin_round(size_t round)
{
    uint64_t base_us = 0;
    if (round == 0)
        base_us = UINT64_C(1700000000000000);
    else
        (void)read_scaled(arena, &base_us);
    memset(arena, 0, sizeof *arena);
    arena->base_us = base_us;
    arena->start_us = monotonic_us();
    arena->scale = support_below(2) == 0 ? 4 : 200;
    format = &support_formats[round / 6 % SUPPORT_FORMATS];
    if (round % 6 == 0 || round % 6 == 3) { /* a new file */
        count_files(true);
        memset(greatest, 0, sizeof greatest);
    } else if (round % 2 == 0) {
        boot_again();
    }
}

static void kill_one(pid_t *children, const sortid_sources *sources)
{
    size_t victim = (size_t)support_below(workers);
    int status = -1;
    if (support_below(4) != 0)
        usleep((useconds_t)support_below(1500));
    kill(children[victim], SIGKILL);
    EXPECT(waitpid(children[victim], &status, 0) == children[victim], "%s: no worker %zu",
           format->name, victim);
    EXPECT(WIFSIGNALED(status), "%s: worker %zu ended by itself with wait status 0x%x",
           format->name, victim, (unsigned)status);
    children[victim] = spawn(victim, sources);
}

TEST(kills)
{
    const char *given = getenv("SORTID_KILLS");
    size_t kills = given != NULL ? (size_t)strtoull(given, NULL, 0) : default_kills, done = 0;
    sortid_sources sources = sources_of(read_scaled);
    if (is_locked(true) && *support_emulated() != '\0')
        support_skip("the emulator does not report dead owners of a mutex%s", support_emulated());
    syncs.is_model = true; /* the page cache outlives a process */
    allowance_ms = ALLOWANCE_MS;
    for (size_t round = 0; done < kills; round++) {
        pid_t children[workers];
        fflush(NULL);
        begin_round(round);
        for (size_t i = 0; i < workers; i++)
            children[i] = spawn(i, &sources);
        for (size_t i = 0; i < kills_of_round; i++, done++)
            kill_one(children, &sources);
        for (size_t i = 0; i < workers; i++)
            wait_for(i, 1);
        stop_all(children);
        judge();
    }
    print_message("%zu kills\n", done);
}

/* ---- Stopped processes ----------------------------------------------------------------------- */

enum { stops = 20 };

/* If the stopped process has the lock, all others wait, so another process continues it after some
 * ms. */
static pid_t continue_later(pid_t child)
{
    pid_t helper = fork();
    EXPECT(helper >= 0, "no process");
    if (helper > 0)
        return helper;
    usleep(3000);
    kill(child, SIGCONT);
    _exit(0);
}

static void stop_one(pid_t child, struct worker *own, sortid_generator *generator)
{
    bool locked = is_locked(format != SUPPORT_SCRU64);
    int status = 0;
    kill(child, SIGSTOP);
    EXPECT(waitpid(child, &status, WUNTRACED) == child, "%s: no child to stop", format->name);
    EXPECT(WIFSTOPPED(status), "%s: the child ended with wait status 0x%x", format->name,
           (unsigned)status);
    atomic_fetch_add(&arena->clock_us, 5000000); /* five times the allowance */
    pid_t helper = locked ? continue_later(child) : 0;
    for (int i = 0; i < 20; i++)
        EXPECT(make_some(own, generator), "%s: the test's own", format->name);
    if (locked)
        EXPECT(support_ended_well(helper), "%s: the helper ended with wait status 0x%x",
               format->name, (unsigned)status);
    else
        kill(child, SIGCONT);
}

TEST_EACH(stops, support_each_format, const support_format *f)
{
    struct worker own = {.number = workers, .random = support_random()};
    sortid_sources sources = sources_of(read_scripted);
    sortid_generator generator;
    memset(arena, 0, sizeof *arena);
    atomic_store(&arena->clock_us, UINT64_C(1700000000000000));
    format = f;
    allowance_ms = 1000;
    count_files(true);
    memset(greatest, 0, sizeof greatest);
    fflush(NULL);
    EXPECT_STATUS(format->open(&generator, path, NULL, SORTID_MODE_ABORT, allowance_ms, &sources),
                  SORTID_OK, "%s", format->name);
    pid_t child = spawn(0, &sources);
    for (int i = 0; i < stops; i++) {
        wait_for(0, 1 + (size_t)support_below(100));
        usleep((useconds_t)support_below(100));
        stop_one(child, &own, &generator);
    }
    wait_for(0, 10);
    atomic_store(&arena->stop, true);
    int status = -1;
    EXPECT(support_ended_well(child), "%s: the child ended with wait status 0x%x", format->name,
           (unsigned)status);
    sortid_generator_close(&generator);
    judge();
}

static int make_arena(void **state)
{
    arena = support_share_or_null(sizeof *arena);
    return arena == NULL ? -1 : make_folder(state);
}

CASES_MAIN(make_arena, remove_folder)
