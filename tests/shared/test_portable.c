/* SPDX-License-Identifier: MIT */
/* Tests shared generators by nothing but threads and files, so that they run on every system,
 * Windows above all: each format in memory and in a file; what is refused; the state that the last
 * user leaves, with and without a name of the boot; the locks, the limit of the wait, the report on
 * a file; the file of the default generator of scru64. */
#include "../support/workers.h"
#include "state.h"

#include "generator/state_file.h"
#include "system/system.h"

#include <errno.h>
#include <time.h>

#define THREADS     4
#define IDS         3000 /* of each thread */
#define FIXED_US    UINT64_C(1700000000000000)
#define CYCLES      100
#define PATH_LENGTH 64

/* ---- The boot -------------------------------------------------------------------------- */

/* The linker puts these two between the library and the system: see portable.cmake. */

static bool hides_boot;

WRAP(sortid_system_file_boot);
bool __wrap_sortid_system_file_boot(uint64_t id[2])
{
    return !hides_boot && __real_sortid_system_file_boot(id);
}

/* Tests of each format, as TEST_FORMATS: on a system that hides the name of its boot; with and
 * without the name. */
static void each_format_hidden(void (*test)(const support_format *format))
{
    hides_boot = true;
    support_each_format(test);
    hides_boot = false;
}

static void each_format_twice(void (*test)(const support_format *format))
{
    support_each_format(test);
    each_format_hidden(test);
}

#define TEST_HIDDEN(name)    TEST_EACH(name, each_format_hidden, const support_format *f)
#define TEST_ALL_BOOTS(name) TEST_EACH(name, each_format_twice, const support_format *f)

static void open_file(sortid_generator *g, const support_format *f, const char *path,
                      const sortid_sources *sources)
{
    EXPECT_STATUS(f->open(g, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, sources), SORTID_OK,
                  "%s: open: errno %d", f->name, errno);
}

/* A path in the working folder at which there is no file. */
static void new_path(char path[PATH_LENGTH])
{
    snprintf(path, PATH_LENGTH, "portable-%016llx.state", (unsigned long long)support_random());
    remove(path);
}

/* ---- Threads ---------------------------------------------------------------------------- */

/* Of a thread. */
struct work {
    const support_format *format;
    sortid_generator *generator;
    uint8_t *ids;
};

/* Makes single IDs, then a fill. */
static void *make_many(void *argument)
{
    const struct work *w = argument;
    const size_t size = w->format->size, half = IDS / 2;
    size_t made = 0;
    bool well = true;
    for (size_t i = 0; i < half; i++)
        well = w->format->next(w->generator, w->ids + i * size, NULL) == SORTID_OK && well;
    well =
        w->format->fill(w->generator, w->ids + half * size, IDS - half, &made, NULL) == SORTID_OK &&
        made == IDS - half && well;
    return well ? NULL : argument;
}

/* Threads on generators: each thread's IDs increase, all differ. */
static void hammer(const support_format *f, sortid_generator *const generators[THREADS],
                   const char *place)
{
    struct work works[THREADS];
    uint8_t *ids = malloc((size_t)THREADS * IDS * f->size);
    assert_non_null(ids);
    for (size_t i = 0; i < THREADS; i++)
        works[i] = (struct work){f, generators[i], ids + i * IDS * f->size};
    in_threads(make_many, works, sizeof *works, THREADS);
    for (size_t i = 0; i < THREADS; i++)
        expect_increasing(works[i].ids, IDS, f, place);
    EXPECT(support_all_differ(ids, (size_t)THREADS * IDS, f->size), "%s: %s: an ID twice", place,
           f->name);
    free(ids);
}

/* ---- In memory and in a file ------------------------------------------------------------- */

TEST_EACH(memory, support_each_format, const support_format *f)
{
    const sortid_scope scopes[] = {SORTID_SCOPE_THREADS, SORTID_SCOPE_PROCESSES};
    for (size_t i = 0; i < COUNT_OF(scopes); i++) {
        sortid_shared_state state = {{0}};
        sortid_generator a, b;
        uint8_t last[SUPPORT_MAX_SIZE] = {0};
        init_shared(&a, f, &state, scopes[i], SORTID_MODE_ABORT, NULL);
        init_shared(&b, f, &state, scopes[i], SORTID_MODE_ABORT, NULL);
        for (int j = 0; j < 100; j++)
            make_above(last, f, j % 3 ? &a : &b, PLACE);
        hammer(f, (sortid_generator *[]){&a, &a, &b, &b}, PLACE);
    }
}

/* Two generators on the file at once, then one after the other; threads on both. */
TEST_ALL_BOOTS(file)
{
    sortid_generator a, b;
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    char path[PATH_LENGTH];
    new_path(path);
    open_file(&a, f, path, NULL);
    make_above(last, f, &a, PLACE);
    open_file(&b, f, path, NULL);
    for (int i = 0; i < 100; i++)
        make_above(last, f, i % 3 ? &a : &b, PLACE);
    sortid_generator_close(&a);
    make_above(last, f, &b, PLACE);
    open_file(&a, f, path, NULL);
    make_above(last, f, &a, PLACE);
    hammer(f, (sortid_generator *[]){&a, &a, &b, &b}, PLACE);
    EXPECT_STATUS(sortid_generator_next(&a, last, NULL), SORTID_OK, "%s", f->name);
    sortid_generator_close(&b);
    sortid_generator_close(&a);
    for (int i = 0; i < 5; i++) {
        open_file(&a, f, path, NULL);
        make_above(last, f, &a, PLACE);
        sortid_generator_close(&a);
    }
    EXPECT_STATUS(sortid_generator_next(&a, last, NULL), SORTID_CLOSED, "%s: closed", f->name);
    assert_int_equal(remove(path), 0);
}

/* ---- Refusals ---------------------------------------------------------------------------- */

#define FILE_BYTES (3 * FILE_PAGE)

static void read_file(uint8_t content[FILE_BYTES], const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(content, 1, FILE_BYTES, file), FILE_BYTES);
    assert_int_equal(fclose(file), 0);
}

static void write_file(const char *path, const uint8_t *content, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void expect_refused(const char *path, sortid_status expected, int error, const char *what)
{
    sortid_generator g;
    errno = 0;
    EXPECT_STATUS(SUPPORT_ULID->open(&g, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL),
                  expected, "%s", what);
    EXPECT(errno == error, "%s: errno %d", what, errno);
}

TEST(refused)
{
    static _Alignas(64) uint8_t content[FILE_BYTES], changed[FILE_BYTES];
    uint64_t head;
    char path[PATH_LENGTH];
    sortid_generator g;
    new_path(path);
    expect_refused("no-such-folder/ulid.state", SORTID_FILE_FAILED, ENOENT, "a missing folder");
    expect_refused(".", SORTID_FILE_REFUSED, 0, "a folder");
    open_file(&g, SUPPORT_SCRU64, path, NULL);
    sortid_generator_close(&g);
    expect_refused(path, SORTID_STATE_MISMATCH, 0, "a file of scru64");
    assert_int_equal(remove(path), 0);
    open_file(&g, SUPPORT_ULID, path, NULL);
    sortid_generator_close(&g);
    read_file(content, path);

    memcpy(changed, content, sizeof changed);
    write_file(path, changed, FILE_BYTES - 1);
    expect_refused(path, SORTID_STATE_DAMAGED, 0, "a file cut short");
    write_file(path, changed, 0);
    expect_refused(path, SORTID_STATE_DAMAGED, 0, "an empty file");
    memset(changed, 'x', sizeof changed);
    write_file(path, changed, sizeof changed);
    expect_refused(path, SORTID_STATE_UNRECOGNIZED, 0, "a text");
    memcpy(changed, content, sizeof changed);
    memcpy(&head, changed, sizeof head);
    head ^= UINT64_C(1) << 36; /* in the scope */
    memcpy(changed, &head, sizeof head);
    write_file(path, changed, sizeof changed);
    expect_refused(path, SORTID_STATE_DAMAGED, 0, "a changed head");
    memcpy(&head, content, sizeof head);
    head++; /* in the kind of lock */
    memcpy(changed, &head, sizeof head);
    write_file(path, changed, sizeof changed);
    bool has_lock = !HAS_STEP_OF_8 || !packed_has_step_of_16();
    expect_refused(path, has_lock ? SORTID_STATE_UNUSABLE : SORTID_STATE_DAMAGED, 0,
                   "another kind of lock");
    write_file(path, content, sizeof content);
    open_file(&g, SUPPORT_ULID, path, NULL);
    sortid_generator_close(&g);
    assert_int_equal(remove(path), 0);
}

/* ---- The last user ----------------------------------------------------------------------- */

/* Whether the last user of the file has stored the check value. */
static bool is_closed_in(const char *path)
{
    static _Alignas(64) uint8_t content[FILE_BYTES];
    read_file(content, path);
    return ((const struct page *)(const void *)content)->head.rest_check != NOT_AT_REST;
}

/* Opened and closed again and again, the generator stays at the clock's time, which does not
 * move. */
TEST_HIDDEN(short_runs)
{
    support_world world;
    sortid_generator g;
    char path[PATH_LENGTH];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    uint64_t first_ms = 0;
    support_world_init(&world, FIXED_US, 0x11);
    new_path(path);
    for (int i = 0; i < CYCLES; i++) {
        open_file(&g, f, path, &world.sources);
        EXPECT(!is_closed_in(path), "%s: run %d: a check value in use", f->name, i);
        make_above(last, f, &g, PLACE);
        sortid_generator_close(&g);
        EXPECT(is_closed_in(path), "%s: run %d: no check value", f->name, i);
        uint64_t last_ms = f->unix_ms(last);
        first_ms = i == 0 ? last_ms : first_ms;
        EXPECT(last_ms == first_ms, "%s: run %d is %llu ms ahead", f->name, i,
               (unsigned long long)(last_ms - first_ms));
    }
    assert_int_equal(remove(path), 0);
}

/* A copy of a closed file begins after its bound, because the original continues too. */
TEST_HIDDEN(copy_of_closed)
{
    static uint8_t content[FILE_BYTES];
    support_world world;
    sortid_generator g;
    char path[PATH_LENGTH], copy[PATH_LENGTH];
    uint8_t last[SUPPORT_MAX_SIZE] = {0}, next[SUPPORT_MAX_SIZE];
    support_world_init(&world, FIXED_US, 0x11);
    new_path(path);
    new_path(copy);
    open_file(&g, f, path, &world.sources);
    make_above(last, f, &g, PLACE);
    sortid_generator_close(&g);
    read_file(content, path);
    write_file(copy, content, sizeof content);
    open_file(&g, f, copy, &world.sources);
    memcpy(next, last, sizeof next);
    make_above(next, f, &g, PLACE);
    sortid_generator_close(&g);
    EXPECT(f->unix_ms(next) > f->unix_ms(last), "%s: the copy continues in the same timestamp",
           f->name);
    assert_int_equal(remove(path) | remove(copy), 0);
}

/* ---- The lock of the use -------------------------------------------------------------------- */

static void expect_lock(struct file *file, enum file_lock lock, sortid_status status,
                        const char *what)
{
    EXPECT_STATUS(sortid_system_file_lock(file, FILE_USE, lock), status, "%s", what);
}

/* From exclusive to shared, with and without an unlock between them; then no one else gets it. */
TEST(use_lock)
{
    static const uint8_t content[FILE_PAGE];
    char path[PATH_LENGTH];
    struct file a, b;
    new_path(path);
    EXPECT_OK(sortid_system_file_create(path, content, sizeof content, 0600));
    EXPECT_OK(sortid_system_file_open(&a, path, false));
    EXPECT_OK(sortid_system_file_open(&b, path, false));
    for (int unlocks = 0; unlocks < 2; unlocks++) {
        expect_lock(&a, FILE_ALONE, SORTID_OK, "alone");
        expect_lock(&b, FILE_WITH_OTHERS, SORTID_WAIT, "shared, while another has it alone");
        if (unlocks != 0)
            sortid_system_file_unlock(&a, FILE_USE);
        expect_lock(&a, FILE_WITH_OTHERS, SORTID_OK, "shared");
        expect_lock(&b, FILE_ALONE, SORTID_WAIT, "alone, while another shares it");
        expect_lock(&b, FILE_WITH_OTHERS, SORTID_OK, "both share it");
        sortid_system_file_unlock(&a, FILE_USE);
        expect_lock(&b, FILE_ALONE, SORTID_OK, "alone, after the other has unlocked");
        sortid_system_file_unlock(&b, FILE_USE);
    }
    sortid_system_file_close(&a);
    sortid_system_file_close(&b);
    assert_int_equal(remove(path), 0);
}

/* ---- The limit of the wait at opening -------------------------------------------------------- */

static sortid_status open_within(sortid_generator *g, const support_format *f, const char *path,
                                 uint64_t wait_ms)
{
    const sortid_file_options options = {.wait_ms = wait_ms};
    return f->open(g, path, &options, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL);
}

/* While the gate is locked, opening gives up after the limit. */
static void expect_locked(const support_format *f, const char *path)
{
    const uint64_t limit_ms = 200;
    sortid_generator g;
    errno = 0;
    EXPECT_STATUS(open_within(&g, f, path, SORTID_FILE_WAIT_NONE), SORTID_FILE_LOCKED, "no wait");
    uint64_t since_ns = sortid_system_monotonic();
    EXPECT_STATUS(open_within(&g, f, path, limit_ms), SORTID_FILE_LOCKED, "a limit");
    EXPECT((sortid_system_monotonic() - since_ns) / 1000000 >= limit_ms, "gave up too early");
    EXPECT(errno == 0, "errno %d", errno);
}

static void *unlock_later(void *gate)
{
    nanosleep(&(struct timespec){0, 50000000}, NULL); /* most often the opener waits by now */
    sortid_system_file_unlock(gate, FILE_GATE);
    return NULL;
}

TEST(wait_limit)
{
    char path[PATH_LENGTH];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    struct file gate;
    pthread_t thread;
    sortid_generator g;
    new_path(path);
    open_file(&g, SUPPORT_ULID, path, NULL);
    make_above(last, SUPPORT_ULID, &g, PLACE);
    sortid_generator_close(&g);
    EXPECT_OK(sortid_system_file_open(&gate, path, false));
    EXPECT_OK(sortid_system_file_lock(&gate, FILE_GATE, FILE_ALONE));
    expect_locked(SUPPORT_ULID, path);
    assert_int_equal(pthread_create(&thread, NULL, unlock_later, &gate), 0);
    EXPECT_OK(open_within(&g, SUPPORT_ULID, path, SORTID_FILE_WAIT_UNLIMITED));
    assert_int_equal(pthread_join(thread, NULL), 0);
    make_above(last, SUPPORT_ULID, &g, PLACE);
    sortid_generator_close(&g);
    sortid_system_file_close(&gate);
    assert_int_equal(remove(path), 0);
}

/* ---- Examining a file ----------------------------------------------------------------------- */

static sortid_state_report examine(const char *path, const support_format *f)
{
    sortid_state_report report;
    EXPECT_STATUS(sortid_state_examine(path, &report, sizeof report), SORTID_OK, "%s", f->name);
    EXPECT(report.format == f->format(), "%s: the format", f->name);
    return report;
}

/* What is reported: without an ID, in use, at rest. In use it is current only in a named boot. */
TEST_ALL_BOOTS(examine)
{
    sortid_generator g;
    uint64_t boot[2];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    char path[PATH_LENGTH];
    new_path(path);
    bool names_boot = __wrap_sortid_system_file_boot(boot);
    open_file(&g, f, path, NULL);
    sortid_state_report report = examine(path, f);
    EXPECT(!report.started && report.last_unix_ms == 0, "%s: started without an ID", f->name);
    make_above(last, f, &g, PLACE);
    report = examine(path, f);
    EXPECT(report.current == names_boot && report.started == names_boot, "%s: in use", f->name);
    sortid_generator_close(&g);
    report = examine(path, f);
    uint64_t last_ms = f->unix_ms(last);
    EXPECT(report.current && report.started, "%s: at rest", f->name);
    EXPECT(report.last_unix_ms == last_ms && report.bound_unix_ms > last_ms, "%s: its times",
           f->name);
    EXPECT(memcmp(report.last, last, report.last_size) == 0, "%s: the last ID", f->name);
    assert_int_equal(remove(path), 0);
}

TEST(examine_nothing)
{
    sortid_state_report report;
    errno = 0;
    EXPECT_STATUS(sortid_state_examine("no-such-folder/file", &report, sizeof report),
                  SORTID_FILE_FAILED, "a missing folder");
    assert_int_equal(errno, ENOENT);
#if defined(_WIN32)
    assert_int_equal(sortid_system_error(), 3); // ERROR_PATH_NOT_FOUND
#else
    assert_int_equal(sortid_system_error(), ENOENT);
#endif
    EXPECT_STATUS(sortid_state_examine(".", &report, sizeof report), SORTID_FILE_REFUSED,
                  "a folder");
}

/* ---- The default generator of scru64 -------------------------------------------------------- */

/* Its state is in the file that the environment names. Windows keeps a mapped file until the
 * process ends, so nobody expects that it can be removed. */
TEST(default_file)
{
    char path[PATH_LENGTH];
    sortid_scru64 last, id;
    new_path(path);
    assert_int_equal(setenv("SCRU64_NODE_SPEC", "42/8", 1), 0);
    assert_int_equal(setenv("SORTID_SCRU64_STATE", path, 1), 0);
    EXPECT_STATUS(sortid_scru64_new(&last, NULL), SORTID_OK, "errno %d", errno);
    sortid_state_report report = examine(path, SUPPORT_SCRU64);
    EXPECT(report.node_id == 42 && report.node_id_size == 8, "the node");
    EXPECT(report.bound_unix_ms > 0, "no ID");
    sortid_generator g;
    open_file(&g, SUPPORT_SCRU64, path, NULL);
    EXPECT_OK(sortid_generator_next(&g, id.bytes, NULL));
    sortid_generator_close(&g);
    EXPECT(sortid_scru64_compare(&last, &id) < 0, "not above the default generator's ID");
    EXPECT_STATUS(sortid_scru64_new(&last, NULL), SORTID_OK, "errno %d", errno);
    EXPECT(sortid_scru64_compare(&id, &last) < 0, "not above the other generator's ID");
    (void)remove(path);
}

/* ---- An exclusive opener that is killed ----------------------------------------------------- */

struct guest {
    const char *path;
    uint64_t identity;
    sortid_status status;
    bool stale;
};

static void *enter(void *argument)
{
    static const sortid_file_options defaults = {.permissions = 0600};
    struct guest *guest = argument;
    struct state_file file;
    const struct opening opening = {guest->path, &defaults, guest->identity};
    while ((guest->status = sortid_generator_file_open(&file, &guest->stale, &opening)) ==
           SORTID_WAIT)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    if (guest->status == SORTID_OK)
        sortid_generator_file_give_up(&file);
    return NULL;
}

/* A generator waits for one that sets up the state; if that one dies, the waiting one gets an
 * unfinished state. */
TEST(exclusive_user_dies)
{
    static const sortid_file_options defaults = {.permissions = 0600};
    char path[PATH_LENGTH];
    new_path(path);
    for (int hides = 0; hides < 2; hides++) {
        struct state_file file;
        bool stale = false;
        pthread_t thread;
        bool atomic = HAS_STEP_OF_8 && packed_has_step_of_16();
        uint64_t method = atomic ? METHOD_ATOMIC : METHOD_LOCK; /* of ulid, with a parameter of 1 */
        struct guest guest = {.path = path,
                              .identity = UINT64_C(5) << FORMAT_SHIFT | method << METHOD_SHIFT | 1};
        const struct opening opening = {path, &defaults, guest.identity};
        hides_boot = hides;
        EXPECT_OK(sortid_generator_file_open(&file, &stale, &opening));
        assert_true(stale);
        EXPECT_OK(sortid_generator_file_begin(&file));
        assert_int_equal(pthread_create(&thread, NULL, enter, &guest), 0);
        nanosleep(&(struct timespec){0, 100000000}, NULL); /* most often it waits by now */
        sortid_generator_file_give_up(&file);              /* as the system does after a kill */
        assert_int_equal(pthread_join(thread, NULL), 0);
        EXPECT_OK(guest.status);
        assert_true(guest.stale);
    }
    hides_boot = false;
    assert_int_equal(remove(path), 0);
}

CASES_MAIN(NULL, NULL)
