/* SPDX-License-Identifier: MIT */
/* test_hammer.c: four threads, four processes, and both make IDs on one state at once: each
 * worker's IDs increase, all differ, and each is above the ID that was published last before its
 * call began. With the system's sources, and with a clock that jitters by less than the allowance.
 * test_kill.c has processes that are killed. */
#include "../support/workers.h"
#include "state.h"

enum { workers = 4, most_filled = 64 };

/* IDs of each worker. Sanitizers make a step slow. */
#if HAS_SANITIZER_LOCKS
#define EACH 6000
#else
#define EACH 30000
#endif

/* Shared by the workers: their IDs, and the number + 1 of the ID that was published last. */
struct arena {
    _Alignas(64) sortid_shared_state state;
    _Atomic size_t latest;
    _Atomic uint64_t readings; /* of the clock that jitters */
    _Atomic unsigned ready;
    uint8_t ids[workers][EACH * SUPPORT_MAX_SIZE];
};

struct worker {
    struct arena *arena;
    const support_format *format;
    sortid_generator *generator; /* NULL: each worker has its own */
    const sortid_sources *sources;
    sortid_scope scope;
    size_t number;
    uint64_t random; /* support_random is for one thread only */
};

/* ---- A worker --------------------------------------------------------------------------- */

static uint8_t *id_at(struct worker *w, size_t number)
{
    return w->arena->ids[number / EACH] + number % EACH * w->format->size;
}

static bool complain(const struct worker *w, const char *what, size_t number)
{
    fprintf(stderr, "%s, worker %zu, ID %zu: %s\n", w->format->name, w->number, number, what);
    return false;
}

/* Makes some IDs, which must be above the ID published before; publishes the last one. */
static bool make_some(struct worker *w, sortid_generator *generator, size_t first, size_t count)
{
    size_t size = w->format->size, made = 1;
    uint8_t *ids = id_at(w, w->number * EACH + first);
    size_t before = atomic_load(&w->arena->latest);
    sortid_status status = count == 1 ? w->format->next(generator, ids, NULL)
                                      : w->format->fill(generator, ids, count, &made, NULL);
    if (status != SORTID_OK)
        return complain(w, sortid_status_name(status), first);
    if (made != count)
        return complain(w, "too few", first);
    if (before > 0 && memcmp(id_at(w, before - 1), ids, size) >= 0)
        return complain(w, "not above one that was published", first);
    for (size_t i = first == 0 ? 1 : 0; i < count; i++)
        if (memcmp(ids + i * size - size, ids + i * size, size) >= 0)
            return complain(w, "not above the one before", first + i);
    atomic_store(&w->arena->latest, w->number * EACH + first + count);
    return true;
}

/* Waits until all workers are ready. */
static void wait_for_all(struct arena *arena)
{
    atomic_fetch_add(&arena->ready, 1);
    while (atomic_load(&arena->ready) < workers)
        sched_yield();
}

static void *work(void *context)
{
    struct worker *w = context;
    sortid_generator own;
    sortid_generator *generator = w->generator != NULL ? w->generator : &own;
    bool well = w->generator != NULL ||
                w->format->attach(&own, &w->arena->state, w->scope, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                  w->sources) == SORTID_OK;
    wait_for_all(w->arena);
    for (size_t made = 0, count = 1; well && made < EACH; made += count) {
        bool fills = support_next_random(&w->random) % 8 == 0;
        count = fills ? 1 + support_next_random(&w->random) % most_filled : 1;
        count = count < EACH - made ? count : EACH - made;
        well = make_some(w, generator, made, count);
    }
    return well ? NULL : context;
}

/* ---- Four of them ---------------------------------------------------------------------- */

/* Compares the IDs of all workers. */
static void expect_all_differ(struct arena *arena, const support_format *format)
{
    size_t size = EACH * format->size;
    uint8_t *ids = (uint8_t *)(void *)arena->ids; /* of all workers: one array */
    for (size_t i = 1; i < workers; i++)
        memmove(ids + i * size, arena->ids[i], size);
    EXPECT(support_all_differ(ids, (size_t)workers * EACH, format->size), "an ID twice");
}

static void hammer(const support_format *format, run_function *run, bool share_generator,
                   const sortid_sources *sources, struct arena *arena)
{
    struct worker all[workers];
    sortid_generator generator;
    memset(arena, 0, sizeof *arena);
    sortid_scope scope = run == in_processes ? SORTID_SCOPE_PROCESSES : SORTID_SCOPE_THREADS;
    if (share_generator)
        init_shared(&generator, format, &arena->state, scope, SORTID_MODE_ABORT, sources);
    for (size_t i = 0; i < workers; i++)
        all[i] = (struct worker){.arena = arena,
                                 .format = format,
                                 .generator = share_generator ? &generator : NULL,
                                 .sources = sources,
                                 .scope = scope,
                                 .number = i,
                                 .random = support_random()};
    run(work, all, sizeof *all, workers);
    expect_all_differ(arena, format);
}

/* ---- Clocks ------------------------------------------------------------------------------- */

/* Each reading is up to 5 s ahead of the system's clock. */
static sortid_status read_jittering(void *context, uint64_t *unix_us)
{
    struct arena *arena = context;
    sortid_clock clock;
    uint64_t random = atomic_fetch_add(&arena->readings, 1);
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(clock.context, unix_us);
    *unix_us += support_next_random(&random) % 5000000;
    return status;
}

static sortid_sources jittering_sources(struct arena *arena)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_jittering, arena, 1};
    return sources;
}

static struct arena *shared_arena(void)
{
    static struct arena *arena;
    if (arena == NULL)
        arena = support_share(sizeof *arena);
    return arena;
}

static void hammer_at_once(const support_format *format, run_function *run)
{
    struct arena *arena = shared_arena();
    sortid_sources sources = jittering_sources(arena);
    hammer(format, run, true, NULL, arena);
    hammer(format, run, false, NULL, arena);
    hammer(format, run, true, &sources, arena);
    hammer(format, run, false, &sources, arena);
}

TEST_FORMATS(threads)
{
    hammer_at_once(format, in_threads);
}

TEST_FORMATS(processes)
{
    hammer_at_once(format, in_processes);
}

/* ---- Taking turns -------------------------------------------------------------------------- */

/* Two threads take turns: each ID is above the one before, whichever thread made it. A thread
 * sleeps until its turn: on a busy machine each sched_yield would take as long as other programs
 * run. */
enum { turns = 4000 };

struct pair {
    _Alignas(64) sortid_shared_state state;
    const support_format *format;
    pthread_mutex_t lock; /* for `turn` and `failed` */
    pthread_cond_t changed;
    unsigned turn;
    bool failed;
    uint8_t ids[turns * SUPPORT_MAX_SIZE];
};

static bool await_turn(struct pair *p, unsigned turn)
{
    pthread_mutex_lock(&p->lock);
    while (p->turn != turn && !p->failed)
        pthread_cond_wait(&p->changed, &p->lock);
    bool failed = p->failed;
    pthread_mutex_unlock(&p->lock);
    return !failed;
}

static void end_turn(struct pair *p, bool failed)
{
    pthread_mutex_lock(&p->lock);
    p->turn++;
    p->failed = failed;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static void take_turns(struct pair *p, unsigned own)
{
    sortid_generator generator;
    bool failed = p->format->attach(&generator, &p->state, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                    ALLOWANCE_MS, NULL) != SORTID_OK;
    for (unsigned turn = own; turn < turns && await_turn(p, turn); turn += 2) {
        uint8_t *id = p->ids + turn * p->format->size;
        failed = failed || p->format->next(&generator, id, NULL) != SORTID_OK;
        end_turn(p, failed);
    }
}

static void *take_odd_turns(void *pair)
{
    take_turns(pair, 1);
    return NULL;
}

TEST_FORMATS(turns)
{
    struct pair *p = support_share(sizeof *p);
    pthread_t other;
    p->format = format;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    EXPECT(pthread_create(&other, NULL, take_odd_turns, p) == 0, "no thread");
    take_turns(p, 0);
    pthread_join(other, NULL);
    EXPECT(!p->failed, "failed");
    expect_increasing(p->ids, turns, format, "turns of threads");
    munmap(p, sizeof *p);
}

CASES_MAIN(NULL, NULL)
