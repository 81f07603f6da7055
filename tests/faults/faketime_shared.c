/* SPDX-License-Identifier: MIT */
/* faketime_shared.c: processes on one state file whose clocks disagree: some run under libfaketime
 * with a clock that is ahead, behind or set while they run; the others have the true clock. Run by
 * faketime_shared.sh; the parent starts itself again for each process, with the library preloaded
 * for a false clock. Whatever the clocks show: no ID comes twice, and each is above those that were
 * published before its call. A call fails with a rollback exactly if its clock is behind the last
 * ID by more than the allowance. Exit status 77 if the clock cannot be faked. */
#include "../support/cases.h"
#include "../support/family.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CANNOT_FAKE  77
#define ALLOWANCE_MS 10000
#define GUARD_MS     300000 /* what has not come by then does not come */

enum { workers = 6, most_ids = 20000, few = 100 };

/* One process: its clock, and what is expected of it. */
struct role {
    const char *clock;   /* the first offset in seconds, for libfaketime; NULL: the true clock */
    const char *sources; /* "exact", "default" (sees a step some calls later) */
    sortid_mode mode;
    int pause_us;       /* us between two calls, times the number of processes; 0: none */
    int ids, rollbacks; /* -1: some; otherwise exactly as many, at which the process ends */
};

/* Shared by the processes of one scenario. */
struct arena {
    _Atomic size_t latest; /* the number + 1 of the ID published last */
    _Atomic unsigned ready, wanted;
    _Atomic bool ends;
    _Atomic size_t made[workers], rollbacks[workers];
    uint8_t ids[workers][most_ids * SUPPORT_MAX_SIZE];
};

static const char *folder, *library, *program;

/* ---- Time ---------------------------------------------------------------------------------- */

static int64_t clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_us(int us)
{
    const struct timespec span = {0, (long)us * 1000};
    nanosleep(&span, NULL);
}

/* Sets the clock of a worker to its true time plus an offset. It is never seen half written. */
static void set_clock(size_t number, const char *seconds)
{
    char name[600], new_file[620];
    snprintf(name, sizeof name, "%s/clock-%zu", folder, number);
    snprintf(new_file, sizeof new_file, "%s.new", name);
    FILE *file = fopen(new_file, "w");
    EXPECT(file != NULL && fprintf(file, "%s\n", seconds) > 0 && fclose(file) == 0 &&
               rename(new_file, name) == 0,
           "%s", name);
}

/* ---- A worker ------------------------------------------------------------------------------- */

struct worker {
    struct arena *arena;
    const support_format *format;
    size_t number;
    bool is_exact;
    sortid_generator generator;
};

static uint8_t *id_at(struct arena *arena, const support_format *format, size_t number)
{
    return arena->ids[number / most_ids] + number % most_ids * format->size;
}

static bool complain(const struct worker *w, const char *what)
{
    fprintf(stderr, "%s, worker %zu: %s\n", w->format->name, w->number, what);
    return false;
}

static int64_t id_ms(const struct worker *w, const uint8_t *id)
{
    return (int64_t)w->format->unix_ms(id);
}

/* Tolerance for the clock's movement between two readings, and for the length of a timestamp. */
static int64_t slack_ms(const struct worker *w)
{
    return 2 * (int64_t)w->format->timestamp_unit + 1;
}

/* Whether some process has published, or is about to publish, an ID that is more than the allowance
 * ahead of this clock. */
static bool is_rollback_due(struct worker *w, int64_t before_ms)
{
    int64_t begin_ms = clock_ms(CLOCK_MONOTONIC);
    for (;;) {
        size_t latest = atomic_load(&w->arena->latest);
        if (latest > 0 && id_ms(w, id_at(w->arena, w->format, latest - 1)) - before_ms >
                              ALLOWANCE_MS - slack_ms(w))
            return true;
        if (clock_ms(CLOCK_MONOTONIC) - begin_ms > GUARD_MS)
            return complain(w, "a rollback without a reason");
        pause_us(100);
    }
}

/* Makes one call and judges it; false: the result is wrong. */
static bool make_one(struct worker *w, sortid_mode mode)
{
    struct arena *arena = w->arena;
    size_t made = atomic_load(&arena->made[w->number]);
    size_t number = w->number * most_ids + made, before = atomic_load(&arena->latest);
    uint8_t *id = id_at(arena, w->format, number);
    int64_t before_ms = clock_ms(CLOCK_REALTIME);
    sortid_status status = w->format->next(&w->generator, id, NULL);
    int64_t after_ms = clock_ms(CLOCK_REALTIME);
    if (status == SORTID_ROLLBACK && mode == SORTID_MODE_ABORT) {
        atomic_fetch_add(&arena->rollbacks[w->number], 1);
        return !w->is_exact || is_rollback_due(w, before_ms < after_ms ? before_ms : after_ms);
    }
    if (status != SORTID_OK)
        return complain(w, sortid_status_name(status));
    if (before > 0 && memcmp(id_at(arena, w->format, before - 1), id, w->format->size) >= 0)
        return complain(w, "not above one that was published");
    if (made > 0 && memcmp(id - w->format->size, id, w->format->size) >= 0)
        return complain(w, "not above the one before");
    /* If the clock was set during the call, one of the readings is right. */
    int64_t latest_ms = after_ms > before_ms ? after_ms : before_ms;
    if (w->is_exact && id_ms(w, id) - latest_ms > ALLOWANCE_MS + slack_ms(w))
        return complain(w, "an ID too far ahead of the clock");
    atomic_store(&arena->made[w->number], made + 1);
    atomic_store(&arena->latest, number + 1);
    return true;
}

static bool is_finished(const struct worker *w, const struct role *role)
{
    const struct arena *arena = w->arena;
    size_t made = atomic_load(&arena->made[w->number]);
    size_t rollbacks = atomic_load(&arena->rollbacks[w->number]);
    return (role->ids < 0 && atomic_load(&arena->ends)) || made == most_ids ||
           (role->ids > 0 && made >= (size_t)role->ids) ||
           (role->rollbacks > 0 && rollbacks >= (size_t)role->rollbacks);
}

/* Waits until all workers are ready. */
static void wait_for_all(struct arena *arena)
{
    atomic_fetch_add(&arena->ready, 1);
    while (atomic_load(&arena->ready) < atomic_load(&arena->wanted))
        pause_us(100);
}

static bool work(struct worker *w, const struct role *role)
{
    char path[600];
    sortid_sources sources;
    sortid_sources_default(&sources);
    if (w->is_exact)
        sortid_clock_exact(&sources.clock);
    snprintf(path, sizeof path, "%s/state", folder);
    if (w->format->open(&w->generator, path, NULL, role->mode, ALLOWANCE_MS, &sources) != SORTID_OK)
        return complain(w, "open");
    wait_for_all(w->arena);
    while (!is_finished(w, role)) {
        if (!make_one(w, role->mode))
            return false;
        if (role->pause_us > 0) /* so that the array of IDs is large enough for minutes */
            pause_us(role->pause_us << atomic_load(&w->arena->made[w->number]) / 2000);
    }
    sortid_generator_close(&w->generator);
    return true;
}

/* ---- Scenarios ----------------------------------------------------------------------------- */

#define ABORT SORTID_MODE_ABORT
#define WAIT  SORTID_MODE_WAIT

/* Clocks that differ by less than the allowance, one of them set again and again: no rollbacks. */
static const struct role near_roles[] = {
    {NULL, "default", ABORT, 0, 3000, 0}, {NULL, "exact", ABORT, 0, 5000, 0},
    {"-8", "exact", ABORT, 0, 3000, 0},   {"-8", "default", ABORT, 0, 3000, 0},
    {"+1", "default", WAIT, 0, 3000, 0},  {"-3", "exact", ABORT, 200, -1, 0},
};

/* Clocks that are behind by more: calls fail as long as that is so, or wait until the others have
 * ended. */
static const struct role behind_roles[] = {
    {NULL, "default", ABORT, 0, 3000, 0},  {NULL, "exact", ABORT, 0, 5000, 0},
    {"-3600", "exact", ABORT, 0, 0, 1000}, {"-3600", "default", ABORT, 0, 0, 1000},
    {"-10.4", "exact", WAIT, 0, few, 0},   {"-20", "exact", ABORT, 0, 0, few},
};

/* The clock of the last process is set half a minute ahead, back, and ahead again: its IDs put the
 * others behind. */
static const struct role ahead_roles[] = {
    {NULL, "default", ABORT, 300, -1, -1},
    {NULL, "exact", ABORT, 300, -1, -1},
    {"-8", "exact", ABORT, 300, -1, -1},
    {"+0", "exact", ABORT, 300, -1, -1},
};

static const struct scenario {
    const char *name;
    const struct role *roles;
    size_t count;
} scenarios[] = {{"near", near_roles, COUNT_OF(near_roles)},
                 {"behind", behind_roles, COUNT_OF(behind_roles)},
                 {"ahead", ahead_roles, COUNT_OF(ahead_roles)}};

/* ---- The parent ------------------------------------------------------------------------------ */

static struct arena *map_arena(bool is_new)
{
    char name[600];
    snprintf(name, sizeof name, "%s/arena", folder);
    int descriptor = open(name, is_new ? O_RDWR | O_CREAT | O_TRUNC : O_RDWR, 0600);
    if (descriptor < 0 || ftruncate(descriptor, sizeof(struct arena)) != 0)
        return NULL;
    void *map = mmap(NULL, sizeof(struct arena), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    return map != MAP_FAILED ? map : NULL;
}

/* In the child: starts this program again, with the library preloaded if its clock is false. */
static void start(const char *scenario, size_t format, size_t number, bool is_false)
{
    char name[600], place[2][24];
    snprintf(name, sizeof name, "%s/clock-%zu", folder, number);
    snprintf(place[0], sizeof place[0], "%zu", format);
    snprintf(place[1], sizeof place[1], "%zu", number);
    if (is_false) {
        setenv("LD_PRELOAD", library, 1);
        setenv("FAKETIME_NO_CACHE", "1", 1);
        setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1", 1);
        setenv("DONT_FAKE_MONOTONIC", "1", 1);
        setenv("FAKETIME_TIMESTAMP_FILE", name, 1);
    }
    execl(program, program, folder, library, scenario, place[0], place[1], (char *)NULL);
    _exit(126);
}

static size_t count_of(const _Atomic size_t *counts, size_t number)
{
    return atomic_load(&counts[number]);
}

/* Waits until a worker's count has grown by `more`. */
static void await(const _Atomic size_t *counts, size_t number, size_t more, const char *what)
{
    size_t begin = count_of(counts, number);
    int64_t begin_ms = clock_ms(CLOCK_MONOTONIC);
    while (count_of(counts, number) < begin + more) {
        EXPECT(clock_ms(CLOCK_MONOTONIC) - begin_ms < GUARD_MS, "%s: worker %zu", what, number);
        pause_us(200);
    }
}

/* Sets the clock of the last process of "near" while the others make IDs. */
static void set_near(struct arena *arena, const struct scenario *scenario)
{
    static const char *const offsets[] = {"+1", "-8", "+0", "-5.5"};
    for (size_t i = 0; i < 2 * COUNT_OF(offsets); i++) {
        set_clock(scenario->count - 1, offsets[i % COUNT_OF(offsets)]);
        await(arena->made, scenario->count - 1, 10, "set");
    }
    atomic_store(&arena->ends, true);
}

static void set_ahead(struct arena *arena, const struct scenario *scenario)
{
    size_t last = scenario->count - 1;
    for (size_t i = 0; i <= last; i++)
        await(arena->made, i, few, "all clocks near each other");
    set_clock(last, "+30");
    for (size_t i = 0; i < last; i++)
        await(arena->rollbacks, i, few, "one clock is ahead");
    await(arena->made, last, few, "ahead");
    set_clock(last, "+0");
    await(arena->rollbacks, last, few, "back again");
    set_clock(last, "+31");
    await(arena->made, last, few, "ahead again");
    atomic_store(&arena->ends, true);
}

static void expect_counts(const struct arena *arena, const struct scenario *scenario,
                          const support_format *format)
{
    for (size_t i = 0; i < scenario->count; i++) {
        const struct role *role = &scenario->roles[i];
        size_t made = count_of(arena->made, i), rollbacks = count_of(arena->rollbacks, i);
        EXPECT(role->ids < 0 ? made > 0 : made == (size_t)role->ids, "%s, %s: worker %zu made %zu",
               format->name, scenario->name, i, made);
        EXPECT(role->rollbacks < 0 ? rollbacks > 0 : rollbacks == (size_t)role->rollbacks,
               "%s, %s: worker %zu had %zu rollbacks", format->name, scenario->name, i, rollbacks);
    }
}

static void expect_none_twice(struct arena *arena, const struct scenario *scenario,
                              const support_format *format)
{
    static uint8_t all[workers * most_ids * SUPPORT_MAX_SIZE];
    size_t made = 0;
    for (size_t i = 0; i < scenario->count; i++) {
        size_t count = count_of(arena->made, i);
        memcpy(all + made * format->size, arena->ids[i], count * format->size);
        made += count;
    }
    EXPECT(support_all_differ(all, made, format->size), "%s, %s: an ID twice", format->name,
           scenario->name);
    print_message("%s, %s: %zu IDs\n", format->name, scenario->name, made);
}

static void run_scenario(const struct scenario *scenario, size_t format)
{
    struct arena *arena = map_arena(true);
    pid_t children[workers];
    char path[600];
    int status;
    if (arena == NULL) {
        fail_msg("no arena");
        return;
    }
    snprintf(path, sizeof path, "%s/state", folder);
    unlink(path);
    /* The first ID is made with the true clock: no other process may create the file. */
    struct worker first = {.arena = arena, .format = &support_formats[format], .is_exact = true};
    const struct role once = {NULL, "exact", ABORT, 0, 1, 0};
    EXPECT(work(&first, &once), "the first");
    atomic_store(&arena->made[0], 0);
    atomic_store(&arena->latest, 0);
    atomic_store(&arena->ready, 0);
    atomic_store(&arena->wanted, (unsigned)scenario->count);
    fflush(NULL);
    for (size_t i = 0; i < scenario->count; i++) {
        const char *clock = scenario->roles[i].clock;
        if (clock != NULL)
            set_clock(i, clock);
        children[i] = fork();
        EXPECT(children[i] >= 0, "fork");
        if (children[i] == 0)
            start(scenario->name, format, i, clock != NULL);
    }
    if (scenario->roles == near_roles)
        set_near(arena, scenario);
    if (scenario->roles == ahead_roles)
        set_ahead(arena, scenario);
    bool well = true;
    for (size_t i = 0; i < scenario->count; i++) {
        well = waitpid(children[i], &status, 0) == children[i] && status == 0 && well;
    }
    EXPECT(well, "%s, %s", support_formats[format].name, scenario->name);
    expect_counts(arena, scenario, &support_formats[format]);
    expect_none_twice(arena, scenario, &support_formats[format]);
    munmap(arena, sizeof *arena);
}

TEST(stories)
{
    for (size_t format = 0; format < SUPPORT_FORMATS; format++)
        for (size_t i = 0; i < COUNT_OF(scenarios); i++)
            run_scenario(&scenarios[i], format);
}

/* ---- Main ------------------------------------------------------------------------------------ */

/* Arguments of a worker: FOLDER LIBRARY SCENARIO FORMAT NUMBER. */
static int be_worker(char **argv)
{
    const struct scenario *scenario = scenarios;
    if (strcmp(argv[3], "asked") == 0)
        return clock_ms(CLOCK_REALTIME) < INT64_C(1262304000000) ? 0 : 1;
    while (strcmp(scenario->name, argv[3]) != 0)
        scenario++;
    static struct worker w;
    w.arena = map_arena(false);
    w.format = &support_formats[strtoul(argv[4], NULL, 10)];
    w.number = strtoul(argv[5], NULL, 10);
    const struct role *role = &scenario->roles[w.number];
    w.is_exact = strcmp(role->sources, "exact") == 0;
    return w.arena != NULL && work(&w, role) ? 0 : 1;
}

/* Whether a process under the library has a false clock: a child reports its time by its exit
 * status. */
static bool can_fake(void)
{
    int status = -1;
    set_clock(0, "-1000000000"); /* before 2010 */
    pid_t child = fork();
    if (child == 0)
        start("asked", 0, 0, true);
    return waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return EXIT_FAILURE;
    program = argv[0];
    folder = argv[1];
    library = argv[2];
    if (argc == 6)
        return be_worker(argv);
    if (!can_fake()) {
        puts("SKIPPED: the clock of a process cannot be faked");
        return CANNOT_FAKE;
    }
    support_begin();
    return cases_run(NULL, NULL);
}
