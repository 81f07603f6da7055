/* SPDX-License-Identifier: MIT */
/* test_memory_attach.c: the first use of a state in memory: the first generator that attaches sets
 * up the zeros, at any alignment of 8 bytes, however many threads and processes attach at once;
 * later ones join the live state; anything else is refused and not changed. A generator that is
 * killed while it sets up a lock, or cannot make one. The clock does not move and draws are zeros,
 * so two states in one place would give the same IDs. */
#include "../support/workers.h"
#include "state.h"

#include "system/system.h"

/* ---- Between the library and the system (shared.cmake) --------------------------------------- */

static struct {
    void (*act)(void);    /* called once, at the next sleep */
    bool is_scripted;     /* sleeps return at once */
    sortid_status status; /* of a scripted sleep */
    size_t calls;
    uint64_t total_us;
} sleeps;

static size_t locks_made;
static sortid_status lock_status; /* for a lock that is made; SORTID_OK: the system makes it */

WRAP(sortid_system_sleep);
sortid_status __wrap_sortid_system_sleep(uint64_t microseconds)
{
    if (!sleeps.is_scripted)
        return __real_sortid_system_sleep(microseconds);
    sleeps.calls++;
    sleeps.total_us += microseconds;
    if (sleeps.act != NULL)
        sleeps.act();
    sleeps.act = NULL;
    return sleeps.status;
}

WRAP(sortid_system_lock_init);
sortid_status __wrap_sortid_system_lock_init(struct lock *lock)
{
    sortid_status status = __real_sortid_system_lock_init(lock);
    locks_made++;
    return lock_status == SORTID_OK ? status : lock_status;
}

static void (*kind_asked)(void); /* called once, when the library asks for the kind of lock */

WRAP(sortid_system_lock_kind);
uint32_t __wrap_sortid_system_lock_kind(void)
{
    void (*asked)(void) = kind_asked;
    if (asked != NULL) { /* no write, because threads race here */
        kind_asked = NULL;
        asked();
    }
    return __real_sortid_system_lock_kind();
}

static void script_sleeps(void (*act)(void))
{
    sleeps.act = act;
    sleeps.is_scripted = true;
    sleeps.status = SORTID_OK;
    sleeps.calls = 0;
    sleeps.total_us = 0;
}

/* ---- One after another ----------------------------------------------------------------------- */

static sortid_shared_state memory;

static sortid_status attach(sortid_generator *generator, const support_format *format,
                            sortid_shared_state *state, sortid_scope scope)
{
    static uint64_t now_us = UINT64_C(1700000000000000);
    const sortid_sources sources = support_fixed_sources(&now_us);
    return format->attach(generator, state, scope, SORTID_MODE_ABORT, ALLOWANCE_MS, &sources);
}

/* Expects this refusal, with generator and memory unchanged. */
static void refuse(const support_format *format, sortid_scope scope, sortid_status status,
                   const char *what, size_t number)
{
    sortid_generator generator, untouched;
    const sortid_shared_state before = memory;
    memset(&generator, 0xa5, sizeof generator);
    memcpy(&untouched, &generator, sizeof untouched);
    EXPECT_STATUS(attach(&generator, format, &memory, scope), status, "%s %zu", what, number);
    EXPECT_BYTES(&generator, &untouched, sizeof generator, "%s %zu", what, number);
    EXPECT_BYTES(&memory, &before, sizeof before, "%s %zu", what, number);
}

/* The second generator joins: its IDs continue those of the first. */
static void expect_joined(const support_format *format, sortid_shared_state *state,
                          sortid_scope scope, const char *what, size_t number)
{
    sortid_generator all[3];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        EXPECT_STATUS(attach(&all[i], format, state, scope), SORTID_OK, "%s %zu", what, number);
        for (size_t j = 0; j <= i; j++)
            make_above(last, format, &all[j], what);
    }
    sortid_generator_close(&all[0]);
    EXPECT_STATUS(attach(&all[0], format, state, scope), SORTID_OK, "%s %zu again", what, number);
    make_above(last, format, &all[0], what);
}

/* Zeros at each multiple of 8; the bytes around them do not change. */
TEST_FORMATS(alignments)
{
    static _Alignas(64) uint8_t bytes[sizeof(sortid_shared_state) + 3 * 64];
    uint8_t around[sizeof bytes];
    memset(around, 0x5a, sizeof around);
    for (size_t at = 64; at < 128; at += 8)
        for (int scope = SORTID_SCOPE_THREADS; scope <= SORTID_SCOPE_PROCESSES; scope++) {
            sortid_shared_state *state = (void *)(bytes + at);
            memset(bytes, 0x5a, sizeof bytes);
            clear_state(state);
            expect_joined(format, state, (sortid_scope)scope, "at", at);
            EXPECT(atomic_load(&state_in(state)->head) ==
                       expected_head(format != SUPPORT_SCRU64, (sortid_scope)scope),
                   "%s at %zu: another head", format->name, at);
            EXPECT_BYTES(bytes, around, at, "before %zu", at);
            size_t end = at + sizeof *state;
            EXPECT_BYTES(bytes + end, around, sizeof bytes - end, "after %zu", at);
        }
}

/* A generator of the other scope would misread the memory. */
TEST_FORMATS(scope)
{
    clear_state(&memory);
    expect_joined(format, &memory, SORTID_SCOPE_THREADS, "threads", 0);
    refuse(format, SORTID_SCOPE_PROCESSES, SORTID_STATE_MISMATCH, "processes", 0);
    clear_state(&memory);
    expect_joined(format, &memory, SORTID_SCOPE_PROCESSES, "processes", 1);
    refuse(format, SORTID_SCOPE_THREADS, SORTID_STATE_MISMATCH, "threads", 1);
}

/* A head of 0 with another word that is not 0; or an unknown head, even if it says "being set up":
 * no call waits for that. */
TEST_FORMATS(garbage)
{
    uint64_t *words = (uint64_t *)(void *)state_in(&memory);
    script_sleeps(NULL);
    for (size_t i = 1; i < sizeof(struct shared_state) / sizeof *words; i++) {
        clear_state(&memory);
        words[i] = UINT64_C(1) << support_below(64);
        refuse(format, SORTID_SCOPE_THREADS, SORTID_STATE_UNRECOGNIZED, "word", i);
        refuse(format, SORTID_SCOPE_PROCESSES, SORTID_STATE_UNRECOGNIZED, "word", i);
    }
    for (size_t bit = 48; bit < 64; bit++) {
        clear_state(&memory);
        words[0] = head_word(HEAD_VERSION, SORTID_SCOPE_THREADS, HEAD_SETTING_UP, 0) ^ UINT64_C(1)
                                                                                           << bit;
        refuse(format, SORTID_SCOPE_THREADS, SORTID_STATE_UNRECOGNIZED, "bit", bit);
    }
    for (uint64_t version = 0; version < 256; version++)
        if (version != HEAD_VERSION) {
            clear_state(&memory);
            words[0] = head_word(version, SORTID_SCOPE_THREADS, HEAD_SETTING_UP, 0);
            refuse(format, SORTID_SCOPE_THREADS, SORTID_STATE_UNUSABLE, "version", version);
        }
    EXPECT(sleeps.calls == 0, "it slept");
}

/* ---- A state that is being set up ------------------------------------------------------------ */

static uint64_t setting_up(const support_format *format)
{
    uint32_t kind = (uint32_t)expected_head(format != SUPPORT_SCRU64, SORTID_SCOPE_THREADS);
    return head_word(HEAD_VERSION, SORTID_SCOPE_THREADS, HEAD_SETTING_UP, kind);
}

/* The creator was killed: a generator waits for a second and changes nothing. */
TEST_FORMATS(killed)
{
    clear_state(&memory);
    atomic_store(&state_in(&memory)->head, setting_up(format));
    script_sleeps(NULL);
    refuse(format, SORTID_SCOPE_THREADS, SORTID_STATE_DAMAGED, "killed", 0);
    EXPECT(sleeps.total_us >= 900000 && sleeps.total_us <= 1100000, "%llu us",
           (unsigned long long)sleeps.total_us);
    script_sleeps(NULL);
    sleeps.status = SORTID_SLEEP_FAILED;
    refuse(format, SORTID_SCOPE_THREADS, SORTID_SLEEP_FAILED, "a failing sleep", 0);
    EXPECT(sleeps.calls == 1, "%zu sleeps", sleeps.calls);
}

static uint64_t next_head;

static void put_head(void)
{
    atomic_store(&state_in(&memory)->head, next_head);
}

/* The creator finishes while another generator waits, which joins; or it fails and sets the head
 * back to 0, and the waiting generator sets the state up. */
TEST_FORMATS(ended)
{
    struct shared_state *state = state_in(&memory);
    sortid_generator first, second;
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    clear_state(&memory);
    EXPECT_OK(attach(&first, format, &memory, SORTID_SCOPE_THREADS));
    next_head = atomic_load(&state->head);
    atomic_store(&state->head, setting_up(format));
    script_sleeps(put_head);
    EXPECT_OK(attach(&second, format, &memory, SORTID_SCOPE_THREADS));
    EXPECT(sleeps.calls == 1, "%zu sleeps", sleeps.calls);
    make_above(last, format, &first, PLACE);
    make_above(last, format, &second, PLACE);

    clear_state(&memory);
    next_head = 0;
    atomic_store(&state->head, setting_up(format));
    script_sleeps(put_head);
    expect_joined(format, &memory, SORTID_SCOPE_THREADS, "after a failure", 0);
    EXPECT(sleeps.calls == 1, "%zu sleeps", sleeps.calls);
}

static struct {
    const support_format *format;
    sortid_generator generator;
    uint8_t last[SUPPORT_MAX_SIZE];
    struct lock lock;
} faster;

static void set_up_before(void)
{
    EXPECT_STATUS(attach(&faster.generator, faster.format, &memory, SORTID_SCOPE_THREADS),
                  SORTID_OK, "%s: the faster one", faster.format->name);
    make_above(faster.last, faster.format, &faster.generator, PLACE);
    faster.lock = state_in(&memory)->lock;
}

/* Another generator sets the state up after this one has found zeros: this one joins and does not
 * touch the lock. Without a lock both would write the same head. */
TEST_FORMATS(overtaken)
{
    sortid_generator generator;
    if (!is_locked(format != SUPPORT_SCRU64))
        return;
    memset(&faster, 0, sizeof faster);
    faster.format = format;
    clear_state(&memory);
    kind_asked = set_up_before;
    lock_status = SORTID_OK;
    locks_made = 0;
    EXPECT_OK(attach(&generator, format, &memory, SORTID_SCOPE_THREADS));
    EXPECT(kind_asked == NULL && locks_made == 1, "%zu locks made", locks_made);
    EXPECT_BYTES(&state_in(&memory)->lock, &faster.lock, sizeof faster.lock, "the lock");
    make_above(faster.last, format, &generator, PLACE);
    make_above(faster.last, format, &faster.generator, PLACE);
}

/* No lock can be made: the memory is zeros again. A format that needs no lock does not ask for
 * one. */
TEST_FORMATS(no_lock)
{
    static const sortid_status statuses[] = {SORTID_RANDOM_FAILED, SORTID_STATE_UNUSABLE};
    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        clear_state(&memory);
        lock_status = statuses[i];
        if (is_locked(format != SUPPORT_SCRU64))
            refuse(format, SORTID_SCOPE_THREADS, statuses[i], "no lock", i);
        else
            expect_joined(format, &memory, SORTID_SCOPE_THREADS, "no lock", i);
        lock_status = SORTID_OK;
        expect_joined(format, &memory, SORTID_SCOPE_THREADS, "a lock", i);
    }
}

/* ---- Many at once ---------------------------------------------------------------------------- */

enum { workers = 6, states = 60, each = 5 };

struct arena {
    sortid_shared_state states[states]; /* of zeros, at any alignment of 8 */
    _Atomic unsigned arrived[states];   /* workers that are about to attach */
    uint8_t ids[states][workers][each * SUPPORT_MAX_SIZE];
};

struct worker {
    struct arena *arena;
    const support_format *format;
    sortid_scope scope;
    size_t number;
};

/* All workers attach to a state together and make some IDs on it. */
static sortid_status work_on(const struct worker *w, size_t state)
{
    sortid_generator generator;
    atomic_fetch_add(&w->arena->arrived[state], 1);
    while (atomic_load(&w->arena->arrived[state]) < workers)
        sched_yield();
    sortid_status status = attach(&generator, w->format, &w->arena->states[state], w->scope);
    for (size_t i = 0; i < each && status == SORTID_OK; i++)
        status = w->format->next(&generator, w->arena->ids[state][w->number] + i * w->format->size,
                                 NULL);
    return status;
}

/* A failed worker goes through the other states too, because the others wait for it there. */
static void *work(void *context)
{
    const struct worker *w = context;
    void *failed = NULL;
    for (size_t i = 0; i < states; i++) {
        sortid_status status = work_on(w, i);
        if (status == SORTID_OK)
            continue;
        fprintf(stderr, "%s: worker %zu: %s\n", w->format->name, w->number,
                sortid_status_name(status));
        failed = context;
    }
    return failed;
}

/* In each state there is one sequence: each worker's IDs increase, all differ, and together they
 * are the first IDs of a state that was set up once. */
static void expect_one_sequence(struct arena *arena, const support_format *format, size_t state)
{
    uint8_t all[workers * each * SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    size_t size = format->size;
    for (size_t i = 0; i < workers; i++) {
        expect_increasing(arena->ids[state][i], each, format, PLACE);
        memcpy(all + i * each * size, arena->ids[state][i], each * size);
    }
    EXPECT(support_all_differ(all, (size_t)workers * each, size), "state %zu: an ID twice", state);
    uint64_t timestamp = support_timestamp(format, all); /* sorted */
    for (unsigned i = 0; i < workers * each; i++) {
        support_zeros_id(expected, format, timestamp, i);
        EXPECT_BYTES(all + i * size, expected, size, "state %zu, ID %u", state, i);
    }
}

static void race_of(const support_format *format, sortid_scope scope, run_function *run)
{
    struct arena *arena = support_share(sizeof *arena);
    struct worker all[workers];
    sleeps.is_scripted = false;
    for (size_t i = 0; i < workers; i++)
        all[i] = (struct worker){.arena = arena, .format = format, .scope = scope, .number = i};
    run(work, all, sizeof *all, workers);
    for (size_t i = 0; i < states; i++)
        expect_one_sequence(arena, format, i);
    munmap(arena, sizeof *arena);
}

TEST_FORMATS(thread_race)
{
    race_of(format, SORTID_SCOPE_THREADS, in_threads);
    race_of(format, SORTID_SCOPE_PROCESSES, in_threads);
}

TEST_FORMATS(process_race)
{
    race_of(format, SORTID_SCOPE_PROCESSES, in_processes);
}

CASES_MAIN(NULL, NULL)
