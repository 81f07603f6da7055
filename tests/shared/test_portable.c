/* SPDX-License-Identifier: MIT */
/* Tests shared generators by nothing but threads and files, so that they run wherever the library
 * does, Windows above all: each format in memory and in a file, what is refused, and how the last
 * one out leaves a file where the system has no name for its boot. */
#include "../support/support.h"

#include "shared/file.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define THREADS     4
#define IDS         3000 /* of each thread */
#define FIXED_US    UINT64_C(1700000000000000)
#define MAX_SIZE    20
#define CYCLES      100
#define PATH_LENGTH 64

/* ---- The boot -------------------------------------------------------------------------- */

/* The linker puts these two between the library and the system: see portable.cmake. */
bool __real_sortid_source_file_boot(uint64_t id[2]);
bool __wrap_sortid_source_file_boot(uint64_t id[2]);

static bool hides_boot;

bool __wrap_sortid_source_file_boot(uint64_t id[2])
{
    return !hides_boot && __real_sortid_source_file_boot(id);
}

/* ---- The formats ------------------------------------------------------------------------ */

typedef struct storage {
    uint64_t opaque[64];
} storage;

struct format {
    const char *name;
    size_t size;
    sortid_status (*init)(storage *g, sortid_shared_state *state, const sortid_sources *sources);
    sortid_status (*open)(storage *g, const char *path, const sortid_sources *sources);
    sortid_status (*generate)(uint8_t *id, storage *g);
    sortid_status (*fill)(uint8_t *ids, size_t count, size_t *made, storage *g);
    void (*close)(storage *g);
    uint64_t (*unix_ms)(const uint8_t *id);
};

static const sortid_scru64_node_spec node_42 = {.node_id = 42, .node_id_size = 8};

#define NO_SPEC
#define NODE_42 &node_42,

#define FORMAT(NAME, SPEC)                                                                         \
    _Static_assert(sizeof(sortid_##NAME##_shared) <= sizeof(storage), "room for a " #NAME);        \
    static sortid_status init_##NAME(storage *g, sortid_shared_state *state,                       \
                                     const sortid_sources *sources)                                \
    {                                                                                              \
        return sortid_##NAME##_shared_init((void *)g, state, SPEC NULL, sources);                  \
    }                                                                                              \
    static sortid_status open_##NAME(storage *g, const char *path, const sortid_sources *sources)  \
    {                                                                                              \
        return sortid_##NAME##_shared_open((void *)g, path, NULL, SPEC NULL, sources);             \
    }                                                                                              \
    static sortid_status generate_##NAME(uint8_t *id, storage *g)                                  \
    {                                                                                              \
        return sortid_##NAME##_shared_generate((void *)id, NULL, (void *)g);                       \
    }                                                                                              \
    static sortid_status fill_##NAME(uint8_t *ids, size_t count, size_t *made, storage *g)         \
    {                                                                                              \
        return sortid_##NAME##_shared_fill((void *)ids, count, made, NULL, (void *)g);             \
    }                                                                                              \
    static void close_##NAME(storage *g)                                                           \
    {                                                                                              \
        sortid_##NAME##_shared_close((void *)g);                                                   \
    }                                                                                              \
    static uint64_t unix_ms_##NAME(const uint8_t *id)                                              \
    {                                                                                              \
        return sortid_##NAME##_unix_ms((const void *)id);                                          \
    }

FORMAT(scru128, NO_SPEC)
FORMAT(scru128v1, NO_SPEC)
FORMAT(scru160, NO_SPEC)
FORMAT(scru64, NODE_42)
FORMAT(ulid, NO_SPEC)

#define ROW(NAME)                                                                                  \
    {                                                                                              \
#NAME, sizeof(sortid_##NAME), init_##NAME, open_##NAME, generate_##NAME, fill_##NAME,      \
            close_##NAME, unix_ms_##NAME                                                           \
    }
static const struct format formats[] = {ROW(scru128), ROW(scru128v1), ROW(scru160), ROW(scru64),
                                        ROW(ulid)};

#define EACH(f) for (const struct format *f = formats; f < formats + COUNT_OF(formats); f++)

/* The next ID, which must be above *last; *last is that one then. */
static void make_above(uint8_t *last, const struct format *f, storage *g, const char *place)
{
    uint8_t id[MAX_SIZE];
    EXPECT_STATUS(f->generate(id, g), SORTID_OK, "%s: %s", place, f->name);
    EXPECT(memcmp(last, id, f->size) < 0, "%s: %s: not above the last", place, f->name);
    memcpy(last, id, f->size);
}

static void open_file(storage *g, const struct format *f, const char *path,
                      const sortid_sources *sources)
{
    EXPECT_STATUS(f->open(g, path, sources), SORTID_OK, "%s: open: errno %d", f->name, errno);
}

/* A path in the working folder, of no file. */
static void new_path(char path[PATH_LENGTH])
{
    snprintf(path, PATH_LENGTH, "portable-%016llx.state", (unsigned long long)support_random());
    remove(path);
}

/* ---- Threads ---------------------------------------------------------------------------- */

struct work {
    const struct format *format;
    storage *generator;
    uint8_t *ids;
    const char *problem;
};

/* Single IDs, then a fill. */
static void *make_many(void *argument)
{
    struct work *work = argument;
    const struct format *f = work->format;
    size_t made = 0, half = IDS / 2;
    for (size_t i = 0; i < half; i++)
        if (f->generate(work->ids + i * f->size, work->generator) != SORTID_OK)
            work->problem = "an ID failed";
    if (f->fill(work->ids + half * f->size, IDS - half, &made, work->generator) != SORTID_OK ||
        made != IDS - half)
        work->problem = "a fill failed";
    for (size_t i = 1; i < IDS; i++)
        if (memcmp(work->ids + (i - 1) * f->size, work->ids + i * f->size, f->size) >= 0)
            work->problem = "an ID is not above the one before";
    return NULL;
}

static size_t compared_size;

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, compared_size);
}

/* Threads on generators: each thread's IDs increase, all differ. */
static void hammer(const struct format *f, storage *generators[THREADS], const char *place)
{
    pthread_t threads[THREADS];
    struct work works[THREADS];
    uint8_t *ids = malloc((size_t)THREADS * IDS * f->size);
    assert_non_null(ids);
    for (size_t i = 0; i < THREADS; i++) {
        works[i] = (struct work){f, generators[i], ids + i * IDS * f->size, NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, make_many, &works[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < THREADS; i++)
        EXPECT(works[i].problem == NULL, "%s: %s: %s", place, f->name, works[i].problem);
    compared_size = f->size;
    qsort(ids, (size_t)THREADS * IDS, f->size, compare_ids);
    for (size_t i = 1; i < (size_t)THREADS * IDS; i++)
        EXPECT(memcmp(ids + (i - 1) * f->size, ids + i * f->size, f->size) != 0,
               "%s: %s: an ID was made twice", place, f->name);
    free(ids);
}

/* ---- In memory and in a file ------------------------------------------------------------- */

static void test_memory(void **unused)
{
    (void)unused;
    const sortid_scope scopes[] = {SORTID_SCOPE_THREADS, SORTID_SCOPE_PROCESSES};
    for (size_t scope = 0; scope < COUNT_OF(scopes); scope++)
        EACH(f)
        {
            sortid_shared_state state;
            storage a, b;
            uint8_t last[MAX_SIZE] = {0};
            EXPECT_STATUS(sortid_shared_state_init(&state, scopes[scope]), SORTID_OK, "state");
            EXPECT_STATUS(f->init(&a, &state, NULL), SORTID_OK, "%s", f->name);
            EXPECT_STATUS(f->init(&b, &state, NULL), SORTID_OK, "%s", f->name);
            for (int i = 0; i < 100; i++)
                make_above(last, f, i % 3 ? &a : &b, PLACE);
            hammer(f, (storage *[]){&a, &a, &b, &b}, PLACE);
        }
}

/* Two generators with the file open at once, then one after the other; threads on both. */
static void use_file(const struct format *f)
{
    storage a, b;
    uint8_t last[MAX_SIZE] = {0};
    char path[PATH_LENGTH];
    new_path(path);
    open_file(&a, f, path, NULL);
    make_above(last, f, &a, PLACE);
    open_file(&b, f, path, NULL);
    for (int i = 0; i < 100; i++)
        make_above(last, f, i % 3 ? &a : &b, PLACE);
    f->close(&a);
    make_above(last, f, &b, PLACE);
    open_file(&a, f, path, NULL);
    make_above(last, f, &a, PLACE);
    hammer(f, (storage *[]){&a, &a, &b, &b}, PLACE);
    EXPECT_STATUS(f->generate(last, &a), SORTID_OK, "%s", f->name);
    f->close(&b);
    f->close(&a);
    for (int i = 0; i < 5; i++) {
        open_file(&a, f, path, NULL);
        make_above(last, f, &a, PLACE);
        f->close(&a);
    }
    EXPECT_STATUS(f->generate(last, &a), SORTID_NOT_INITIALIZED, "%s: closed", f->name);
    assert_int_equal(remove(path), 0);
}

static void test_file(void **unused)
{
    (void)unused;
    for (int hides = 0; hides < 2; hides++) {
        hides_boot = hides;
        EACH(f)
        use_file(f);
    }
    hides_boot = false;
}

/* ---- What is refused --------------------------------------------------------------------- */

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
    storage g;
    errno = 0;
    EXPECT_STATUS(formats[4].open(&g, path, NULL), expected, "%s", what);
    EXPECT(errno == error, "%s: errno %d", what, errno);
}

/* The check of the head's first words, as shared/memory.c has it. */
static void seal(struct memory *memory)
{
    const uint32_t parts[] = {(uint32_t)(memory->magic >> 32), (uint32_t)memory->magic,
                              memory->version, memory->scope, memory->lock_kind};
    memory->check = UINT32_C(0x811c9dc5);
    for (size_t i = 0; i < sizeof parts; i++)
        memory->check =
            (memory->check ^ (parts[i / 4] >> 8 * (i % 4) & 0xff)) * UINT32_C(0x01000193);
}

static void test_refused(void **unused)
{
    (void)unused;
    static _Alignas(64) uint8_t content[FILE_BYTES], changed[FILE_BYTES];
    struct memory *memory = (struct memory *)(void *)changed;
    char path[PATH_LENGTH];
    storage g;
    new_path(path);
    expect_refused("no-such-folder/ulid.state", SORTID_FILE_FAILED, ENOENT, "a missing folder");
    expect_refused(".", SORTID_FILE_REFUSED, 0, "a folder");
    open_file(&g, &formats[3], path, NULL);
    formats[3].close(&g);
    expect_refused(path, SORTID_STATE_MISMATCH, 0, "a file of scru64");
    assert_int_equal(remove(path), 0);
    open_file(&g, &formats[4], path, NULL);
    formats[4].close(&g);
    read_file(content, path);

    memcpy(changed, content, sizeof changed);
    write_file(path, changed, FILE_BYTES - 1);
    expect_refused(path, SORTID_STATE_DAMAGED, 0, "a file cut short");
    write_file(path, changed, 0);
    expect_refused(path, SORTID_STATE_DAMAGED, 0, "an empty file");
    memset(changed, 'x', sizeof changed);
    write_file(path, changed, sizeof changed);
    expect_refused(path, SORTID_STATE_FOREIGN, 0, "a text");
    memcpy(changed, content, sizeof changed);
    memory->lock_kind++;
    write_file(path, changed, sizeof changed);
    expect_refused(path, SORTID_STATE_DAMAGED, 0, "a head that was changed");
    seal(memory);
    write_file(path, changed, sizeof changed);
    if (!HAS_STEP_OF_8 || !words_has_step_of_16()) /* else the lock is not used */
        expect_refused(path, SORTID_STATE_UNUSABLE, 0, "another kind of lock");
    memcpy(changed, content, sizeof changed);
    seal(memory);
    write_file(path, changed, sizeof changed);
    open_file(&g, &formats[4], path, NULL);
    formats[4].close(&g);
    assert_int_equal(remove(path), 0);
}

/* ---- The last one out -------------------------------------------------------------------- */

/* Whether the state in a file that nobody has is one that was left. */
static bool is_left_in(const char *path)
{
    static _Alignas(64) uint8_t content[FILE_BYTES];
    read_file(content, path);
    return ((const struct page *)(const void *)content)->head.owner[0] == 2;
}

/* Opened and closed in quick turns the generator stays at the clock, which stands still. */
static void test_short_runs(void **unused)
{
    (void)unused;
    support_world world;
    support_world_init(&world, FIXED_US, 0x11);
    hides_boot = true;
    EACH(f)
    {
        storage g;
        char path[PATH_LENGTH];
        uint8_t last[MAX_SIZE] = {0};
        uint64_t first_ms = 0;
        new_path(path);
        for (int i = 0; i < CYCLES; i++) {
            open_file(&g, f, path, &world.sources);
            EXPECT(!is_left_in(path), "%s: run %d: left while in use", f->name, i);
            make_above(last, f, &g, PLACE);
            f->close(&g);
            EXPECT(is_left_in(path), "%s: run %d: not left", f->name, i);
            first_ms = i == 0 ? f->unix_ms(last) : first_ms;
            EXPECT(f->unix_ms(last) == first_ms, "%s: run %d is %llu ms ahead", f->name, i,
                   (unsigned long long)(f->unix_ms(last) - first_ms));
        }
        assert_int_equal(remove(path), 0);
    }
    hides_boot = false;
}

/* A copy of a file that was left begins behind its bound: the original goes on too. */
static void test_copy_of_left(void **unused)
{
    (void)unused;
    static uint8_t content[FILE_BYTES];
    support_world world;
    support_world_init(&world, FIXED_US, 0x11);
    hides_boot = true;
    EACH(f)
    {
        storage g;
        char path[PATH_LENGTH], copy[PATH_LENGTH];
        uint8_t last[MAX_SIZE] = {0}, next[MAX_SIZE];
        new_path(path);
        new_path(copy);
        open_file(&g, f, path, &world.sources);
        make_above(last, f, &g, PLACE);
        f->close(&g);
        read_file(content, path);
        write_file(copy, content, sizeof content);
        open_file(&g, f, copy, &world.sources);
        memcpy(next, last, sizeof next);
        make_above(next, f, &g, PLACE);
        f->close(&g);
        EXPECT(f->unix_ms(next) > f->unix_ms(last), "%s: goes on in the same timestamp", f->name);
        assert_int_equal(remove(path) | remove(copy), 0);
    }
    hides_boot = false;
}

/* ---- One who is alone and dies -------------------------------------------------------------- */

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
    struct shared_file file;
    const struct opening opening = {guest->path, &defaults, guest->identity, false};
    guest->status = sortid_shared_file_open(&file, &guest->stale, &opening);
    if (guest->status == SORTID_OK)
        sortid_source_file_close(&file.file);
    return NULL;
}

/* Whoever waits for one that makes the state good gets an unfinished one if that one dies. */
static void test_alone_and_dead(void **unused)
{
    (void)unused;
    static const sortid_file_options defaults = {.permissions = 0600};
    char path[PATH_LENGTH];
    new_path(path);
    for (int hides = 0; hides < 2; hides++) {
        struct shared_file file;
        bool stale = false;
        pthread_t thread;
        struct guest guest = {.path = path, .identity = identity_of(IDENTITY_ULID, 1)};
        const struct opening opening = {path, &defaults, guest.identity, false};
        hides_boot = hides;
        EXPECT_STATUS(sortid_shared_file_open(&file, &stale, &opening), SORTID_OK, "alone");
        assert_true(stale);
        EXPECT_STATUS(sortid_shared_file_begin(&file), SORTID_OK, "begin");
        assert_int_equal(pthread_create(&thread, NULL, enter, &guest), 0);
        nanosleep(&(struct timespec){0, 100000000}, NULL); /* most often it waits by now */
        sortid_source_file_close(&file.file);
        assert_int_equal(pthread_join(thread, NULL), 0);
        EXPECT_STATUS(guest.status, SORTID_OK, "the guest");
        assert_true(guest.stale);
    }
    hides_boot = false;
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_file),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_short_runs),
        cmocka_unit_test(test_copy_of_left), cmocka_unit_test(test_alone_and_dead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
