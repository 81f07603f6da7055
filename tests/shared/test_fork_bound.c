/* SPDX-License-Identifier: MIT */
/* test_fork_bound.c: processes make IDs on one scru64 state with a bound, while the owner raises
 * it, suspends them, and closes it at a random moment: no ID twice, none in a tick from the end on,
 * none in a tick that is free by what closing returned, and every user learns of the loss. Users
 * that are killed. An owner that is killed: the users stop at the end. */
#include "bounded.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    users = 4,
    places = 2 * users, /* a killed user's successor has a place of its own */
    recorded = 8000,    /* IDs of a place */
    most_filled = 16,
    rounds = HAS_SANITIZER_LOCKS ? 20 : 60
};

/* Shared by owner and users. */
struct arena {
    _Alignas(64) sortid_shared_state state;
    _Atomic uint64_t clock_us;
    _Atomic uint64_t end; /* the highest end: written before it is set */
    _Atomic bool stop;
    _Atomic size_t count[places], reached[places];
    uint8_t ids[places][recorded * 8];
};

static struct arena *arena;
static sortid_generator parents;
static sortid_sources sources;

/* ---- Users ----------------------------------------------------------------------------------- */

static void record(size_t place, const uint8_t *ids, size_t count)
{
    size_t before = atomic_load(&arena->count[place]);
    if (before + count > recorded)
        return;
    memcpy(arena->ids[place] + before * 8, ids, count * 8);
    atomic_store(&arena->count[place], before + count);
}

/* Makes IDs until the state is closed, or the test stops. Its wait status is 0 if all was well. */
static int use(size_t place, sortid_generator *generator)
{
    uint8_t ids[most_filled * 8];
    uint64_t random = place;
    while (!atomic_load(&arena->stop)) {
        size_t done = 0;
        size_t wanted = 1 + support_next_random(&random) % most_filled;
        sortid_status status = sortid_generator_fill(generator, ids, wanted, &done, NULL);
        record(place, ids, done);
        if (status == SORTID_RESERVATION_LOST)
            return 0;
        if (status == SORTID_BOUND_REACHED)
            atomic_fetch_add(&arena->reached[place], 1);
        else if (status != SORTID_OK)
            return 1;
        sched_yield();
    }
    return 2;
}

/* Every second user attaches a generator of its own. */
static pid_t spawn(size_t place)
{
    sortid_generator own;
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child > 0)
        return child;
    if (place % 2 == 0)
        _exit(use(place, &parents));
    sortid_status status =
        attach_bounded(&own, &arena->state, &bounded_node, SORTID_MODE_ABORT, &sources);
    if (status != SORTID_OK)
        _exit(status == SORTID_RESERVATION_LOST ? 0 : 3);
    _exit(use(place, &own));
}

static void expect_ended(pid_t child, int expected)
{
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child, "no child");
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == expected, "a user: wait status 0x%x",
           (unsigned)status);
}

/* ---- The owner ------------------------------------------------------------------------------- */

static sortid_status set(uint64_t end)
{
    if (atomic_load(&arena->end) < end)
        atomic_store(&arena->end, end);
    return sortid_generator_set_bound(&parents, &bounded_node, NOW, end);
}

static void begin(void)
{
    memset(arena, 0, sizeof *arena);
    atomic_store(&arena->clock_us, NOW * TICK_US);
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_bounded_clock, &arena->clock_us, 1};
    EXPECT_OK(attach_bounded(&parents, &arena->state, &bounded_node, SORTID_MODE_ABORT, &sources));
}

/* Lets time pass, and raises the bound, late or early, or suspends the users. */
static sortid_status manage(uint64_t *random)
{
    uint64_t chance = support_next_random(random);
    uint64_t now = atomic_fetch_add(&arena->clock_us, chance >> 8 & 0x3ffff) / TICK_US;
    usleep((useconds_t)(chance >> 32 & 127));
    if (chance % 4 == 0)
        return set(0);
    return chance % 4 == 1 ? SORTID_OK : set(now + (chance >> 40) % 3);
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, 8);
}

/* No ID comes twice, and all are in ticks from NOW until `end`. Returns how many there are. */
static size_t judge(uint64_t end)
{
    static uint8_t all[places * recorded * 8];
    size_t count = 0;
    for (size_t i = 0; i < places; i++) {
        memcpy(all + count * 8, arena->ids[i], arena->count[i] * 8);
        count += arena->count[i];
    }
    qsort(all, count, 8, compare);
    for (size_t i = 1; i < count; i++)
        EXPECT(memcmp(all + (i - 1) * 8, all + i * 8, 8) != 0, "an ID twice");
    if (count > 0) {
        EXPECT(tick_of_id(all) >= NOW, "a tick before begin");
        EXPECT(tick_of_id(all + (count - 1) * 8) < end, "tick %llu is not below %llu",
               (unsigned long long)tick_of_id(all + (count - 1) * 8), (unsigned long long)end);
    }
    return count;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void need_robust_lock(void)
{
    if (!is_locked(false) || *support_emulated() == '\0')
        return;
    support_skip("the emulator does not report dead owners of a mutex%s", support_emulated());
}

/* With `kills`, one user after another is killed, and replaced. */
static size_t close_at_random(bool kills)
{
    pid_t children[users];
    uint64_t random = support_random(), first_free = 0;
    begin();
    for (size_t i = 0; i < users; i++)
        children[i] = spawn(i);
    for (size_t i = 0; i < 20 + random % 40; i++) {
        EXPECT_OK(manage(&random));
        if (!kills || i % 8 != 7 || i / 8 >= users)
            continue;
        kill(children[i / 8], SIGKILL);
        EXPECT(waitpid(children[i / 8], NULL, 0) == children[i / 8], "no child");
        children[i / 8] = spawn(users + i / 8);
    }
    EXPECT_OK(sortid_generator_close_bound(&parents, &first_free));
    for (size_t i = 0; i < users; i++)
        expect_ended(children[i], 0);
    uint64_t end = atomic_load(&arena->end);
    EXPECT(first_free <= end || end < NOW, "first free: %llu, end: %llu",
           (unsigned long long)first_free, (unsigned long long)end);
    return judge(first_free);
}

TEST(close)
{
    size_t made = 0;
    for (size_t i = 0; i < rounds; i++)
        made += close_at_random(false);
    EXPECT(made > rounds, "only %zu IDs", made);
    print_message("%zu IDs\n", made);
}

TEST(killed_users)
{
    size_t made = 0;
    need_robust_lock();
    for (size_t i = 0; i < rounds / 2; i++)
        made += close_at_random(true);
    EXPECT(made > rounds, "only %zu IDs", made);
    print_message("%zu IDs\n", made);
}

static pid_t spawn_owner(void)
{
    uint64_t random = support_random();
    pid_t child = fork();
    EXPECT(child >= 0, "no process");
    if (child > 0)
        return child;
    while (manage(&random) == SORTID_OK) {
    }
    _exit(1);
}

static void kill_owner(void)
{
    pid_t children[users];
    begin();
    pid_t owner = spawn_owner();
    for (size_t i = 0; i < users; i++)
        children[i] = spawn(i);
    usleep((useconds_t)support_below(5000));
    kill(owner, SIGKILL);
    EXPECT(waitpid(owner, NULL, 0) == owner, "no owner");
    atomic_fetch_add(&arena->clock_us, 1000 * TICK_US);
    for (size_t i = 0; i < users; i++) {
        size_t before = atomic_load(&arena->reached[i]);
        while (atomic_load(&arena->reached[i]) < before + 2)
            usleep(100);
    }
    atomic_store(&arena->stop, true);
    for (size_t i = 0; i < users; i++)
        expect_ended(children[i], 2);
    judge(atomic_load(&arena->end));
}

TEST(killed_owner)
{
    need_robust_lock();
    for (size_t i = 0; i < rounds / 2; i++)
        kill_owner();
}

static int share(void **state)
{
    (void)state;
    arena = support_share_or_null(sizeof *arena);
    return arena == NULL ? -1 : 0;
}

CASES_MAIN(share, NULL)
