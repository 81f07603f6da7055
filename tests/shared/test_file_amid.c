/* SPDX-License-Identifier: MIT */
/* test_file_amid.c: a state file where something comes in the middle of a call, or is not as
 * usual: another file in its place while it is opened, locks that the system refuses, a bound
 * that is overtaken on its way to the disk, a lock of another kind in a file that needs none,
 * times that no bound can cover. Scripted clock, draws of zeros. */
#include "file.h"

static support_world world;

/* ---- Between the library and the system: beside what is in file.h ------------------------- */

sortid_status __real_sortid_system_file_lock(struct file *file, enum file_part part,
                                             enum file_lock lock);
sortid_status __wrap_sortid_system_file_lock(struct file *file, enum file_part part,
                                             enum file_lock lock);
sortid_status __real_sortid_system_lock_init(struct lock *lock);
sortid_status __wrap_sortid_system_lock_init(struct lock *lock);

static bool gate_fails, no_lock;

sortid_status __wrap_sortid_system_file_lock(struct file *file, enum file_part part,
                                             enum file_lock lock)
{
    if (!gate_fails || part != FILE_GATE)
        return __real_sortid_system_file_lock(file, part, lock);
    errno = ENOLCK;
    return SORTID_FILE_FAILED;
}

sortid_status __wrap_sortid_system_lock_init(struct lock *lock)
{
    return no_lock ? SORTID_STATE_UNUSABLE : __real_sortid_system_lock_init(lock);
}

static uint64_t stamp(const support_format *format)
{
    return timestamp_at(format, now_us);
}

static sortid_status try_to_open(sortid_generator *generator, const support_format *format)
{
    return format->open(generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, &world.sources);
}

/* ---- Without a name for the boot ------------------------------------------------------------- */

/* Users in a box that hides the name, one outside comes beside them. */
static void named_beside_of(const support_format *format)
{
    sortid_generator nameless, named;
    count_files(true);
    support_world_init(&world, now_us, 0);
    boot.tells = false;
    open_file(&nameless, format, &world.sources, PLACE);
    expect_zeros(format, &nameless, stamp(format), 0, PLACE);
    boot.tells = true;
    open_file(&named, format, &world.sources, PLACE);
    expect_zeros(format, &named, stamp(format), 1, PLACE);
    expect_zeros(format, &nameless, stamp(format), 2, PLACE);
    sortid_generator_close(&named);
    boot.tells = false;
    sortid_generator_close(&nameless);
    open_file(&nameless, format, &world.sources, PLACE);
    expect_zeros(format, &nameless, stamp(format), 3, PLACE);
    sortid_generator_close(&nameless);
    boot.tells = true;
}

/* The last user knows the name of its boot, but the state belongs to an unnamed one, which may be another
 * machine's: it stores no check value, and the next opener starts after the bound. */
static void named_last_of(const support_format *format)
{
    sortid_generator nameless, named;
    count_files(true);
    support_world_init(&world, now_us, 0);
    for (int tells = 0; tells < 2; tells++) {
        boot.tells = false;
        open_file(&nameless, format, &world.sources, PLACE);
        boot.tells = true;
        open_file(&named, format, &world.sources, PLACE);
        EXPECT_STATUS(format->next(&named, (uint8_t[SUPPORT_MAX_SIZE]){0}, NULL), SORTID_OK,
                      "next");
        boot.tells = false;
        sortid_generator_close(&nameless);
        boot.tells = true;
        sortid_generator_close(&named);
        boot.tells = tells != 0;
        expect_behind(format, &world, bound_in_file(), PLACE);
        EXPECT(unlink(path) == 0, "no file");
    }
    boot.tells = true;
}

static void test_named_beside(void **state)
{
    (void)state;
    support_each_format(named_beside_of);
    support_each_format(named_last_of);
}

static void take_away(void)
{
    EXPECT(unlink(path) == 0, "no file");
}

static void put_another(void)
{
    uint8_t content[FILE_BYTES];
    EXPECT(read_content(path, content, sizeof content) == sizeof content, "size");
    char other[600];
    snprintf(other, sizeof other, "%s.other", path);
    write_content(other, content, sizeof content);
    EXPECT(rename(other, path) == 0, "rename");
}

/* The file is gone, or is another, when it is opened for the second time: the first one is used,
 * and leaves no state to be trusted; the other one is not touched by it. */
static void replaced_of(const support_format *format)
{
    static void (*const changes[])(void) = {take_away, put_another};
    sortid_generator generator;
    char kept[600];
    snprintf(kept, sizeof kept, "%s.kept", path);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        live_once(format, &world);
        EXPECT(link(path, kept) == 0, "link");
        boot.asked = changes[i];
        errno = 123;
        open_file(&generator, format, &world.sources, PLACE);
        EXPECT(boot.asked == NULL && errno == 123, "%s: errno %d", format->name, errno);
        expect_zeros(format, &generator, stamp(format), 2, PLACE);
        sortid_generator_close(&generator);
        EXPECT((access(path, F_OK) == 0) == (changes[i] == put_another), "%s: file", format->name);
        if (changes[i] == put_another) /* a copy */
            expect_behind(format, &world, bound_in_file(), PLACE);
        EXPECT(rename(kept, path) == 0, "rename");
        expect_behind(format, &world, bound_in_file(), PLACE);
    }
}

static void test_replaced(void **state)
{
    (void)state;
    boot.tells = false;
    support_each_format(replaced_of);
    boot.tells = true;
}

/* Who leaves cannot come to the gate: the next one begins behind the bound. */
static void left_without_gate_of(const support_format *format)
{
    sortid_generator generator;
    live_once(format, &world);
    open_file(&generator, format, &world.sources, PLACE);
    expect_zeros(format, &generator, stamp(format), 2, PLACE);
    gate_fails = true;
    errno = 123;
    sortid_generator_close(&generator);
    EXPECT(errno == 123, "%s: errno %d", format->name, errno);
    EXPECT_STATUS(try_to_open(&generator, format), SORTID_FILE_FAILED, "%s", format->name);
    EXPECT(errno == ENOLCK, "%s: errno %d", format->name, errno);
    gate_fails = false;
    expect_behind(format, &world, bound_in_file(), PLACE);
}

static void test_left_without_gate(void **state)
{
    (void)state;
    boot.tells = false;
    support_each_format(left_without_gate_of);
    boot.tells = true;
}

/* ---- Locks in the memory ---------------------------------------------------------------------- */

/* A state that was left gets another lock; where that fails no process uses it. */
static void no_lock_for_left_of(const support_format *format)
{
    sortid_generator generator;
    live_once(format, &world);
    no_lock = true;
    if (!is_locked(format != SUPPORT_SCRU64)) { /* none is made */
        open_file(&generator, format, &world.sources, PLACE);
        expect_zeros(format, &generator, stamp(format), 2, PLACE);
        sortid_generator_close(&generator);
        no_lock = false;
        return;
    }
    errno = 123;
    EXPECT_STATUS(try_to_open(&generator, format), SORTID_STATE_UNUSABLE, "%s", format->name);
    EXPECT(errno == 123, "%s: errno %d", format->name, errno);
    no_lock = false;
    expect_behind(format, &world, bound_in_file(), PLACE);
}

static void test_no_lock_for_left(void **state)
{
    (void)state;
    boot.tells = false;
    support_each_format(no_lock_for_left_of);
    boot.tells = true;
}

/* So does a state that is begun behind the bound, which stays as it is. */
static void no_lock_to_begin_of(const support_format *format)
{
    sortid_generator generator;
    live_once(format, &world);
    uint64_t bound_ms = bound_in_file();
    boot_anew();
    no_lock = true;
    if (!is_locked(format != SUPPORT_SCRU64)) {
        expect_behind(format, &world, bound_ms, PLACE);
        no_lock = false;
        return;
    }
    EXPECT_STATUS(try_to_open(&generator, format), SORTID_STATE_UNUSABLE, "%s", format->name);
    no_lock = false;
    EXPECT(bound_in_file() == bound_ms, "%s: another bound", format->name);
    expect_behind(format, &world, bound_ms, PLACE);
}

static void test_no_lock_to_begin(void **state)
{
    (void)state;
    support_each_format(no_lock_to_begin_of);
}

/* Another kind of lock, or none: refused by a format that needs the lock. For atomic commits another kind
 * is damage; with none the file starts after its bound, and the words of the lock stay as they are. */
static void other_lock_of(const support_format *format)
{
    static _Alignas(64) uint8_t content[FILE_BYTES];
    struct shared_state *page = (struct shared_state *)(void *)content;
    const uint8_t untouched[sizeof page->lock] = {1, 2, 3};
    for (uint32_t none = 0; none < 2; none++) {
        live_once(format, &world);
        read_content(path, content, sizeof content);
        uint32_t kind = none != 0 ? 0 : (uint32_t)atomic_load(&page->head) ^ (3U << 16);
        atomic_store(&page->head,
                     head_word(HEAD_VERSION, SORTID_SCOPE_PROCESSES, HEAD_READY, kind));
        memcpy(&page->lock, untouched, sizeof untouched);
        write_content(path, content, sizeof content);
        boot_anew();
        const bool has_lock = is_locked(format != SUPPORT_SCRU64);
        if (has_lock || none == 0) {
            sortid_generator generator;
            EXPECT_STATUS(try_to_open(&generator, format),
                          has_lock ? SORTID_STATE_UNUSABLE : SORTID_STATE_DAMAGED, "%s",
                          format->name);
            continue;
        }
        expect_behind(format, &world, bound_of(content), PLACE);
        read_content(path, content, sizeof content);
        EXPECT_BYTES(&page->lock, untouched, sizeof untouched, "%s: the lock", format->name);
    }
}

static void test_other_lock(void **state)
{
    (void)state;
    support_each_format(other_lock_of);
}

/* ---- The bound -------------------------------------------------------------------------------- */

static struct {
    struct state_file *file;
    uint64_t since_ms;
} second;

/* As another process would, while the first waits for its disk. */
static void extend_in_sync(struct file *file, size_t offset)
{
    (void)file, (void)offset;
    syncs.before = NULL;
    EXPECT_STATUS(sortid_generator_file_extend(second.file, second.since_ms), SORTID_OK, "inside");
    EXPECT(bound_of(disk) >= second.since_ms + 1001, "the inner bound is not on disk");
}

/* Two set a bound at once, of which the one or the other is the greater: that one holds. */
static void test_overtaken(void **state)
{
    static const int differences[] = {-300, -1, 0, 1, 300};
    sortid_generator generator;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(differences); i++) {
        live_once(SUPPORT_ULID, &world);
        open_file(&generator, SUPPORT_ULID, &world.sources, PLACE);
        read_content(path, disk, sizeof disk);
        second.file = &SHARED_OF(&generator)->file;
        uint64_t since_ms = bound_in_file() + 1000; /* beyond the bound: both must wait */
        second.since_ms = since_ms + (uint64_t)(int64_t)differences[i];
        uint64_t greater = differences[i] > 0 ? second.since_ms : since_ms;
        syncs.before = extend_in_sync;
        EXPECT_STATUS(sortid_generator_file_extend(second.file, since_ms), SORTID_OK, "outside");
        EXPECT(syncs.before == NULL, "nobody came in between");
        EXPECT(bound_in_file() == greater + 1001 && bound_of(disk) == greater + 1001,
               "difference %d: another bound", differences[i]);
        EXPECT(atomic_load(&page_of(second.file)->head.bound_ms) == greater + 1001,
               "difference %d: in force", differences[i]);
        sortid_generator_close(&generator);
    }
}

static void expect_syncs(struct state_file *file, uint64_t since_ms, size_t count)
{
    syncs.calls = 0;
    EXPECT_STATUS(sortid_generator_file_extend(file, since_ms), SORTID_OK, "extend");
    EXPECT(syncs.calls == count, "%zu syncs, not %zu", syncs.calls, count);
}

/* Who has looked at the bound before another set it anew does nothing, and does not keep the next
 * from setting it where it is half used again. */
static void test_late(void **state)
{
    sortid_generator generator;
    (void)state;
    live_once(SUPPORT_ULID, &world);
    open_file(&generator, SUPPORT_ULID, &world.sources, PLACE);
    struct state_file *file = &SHARED_OF(&generator)->file;
    for (int i = 0; i < 3; i++) {
        uint64_t since_ms = bound_in_file() - 499;
        expect_syncs(file, since_ms - 1, 0);
        expect_syncs(file, since_ms, 1);
        EXPECT(bound_in_file() == since_ms + 1001, "the bound stands still");
        expect_syncs(file, since_ms, 0);
        expect_syncs(file, since_ms + 1, 0);
    }
    sortid_generator_close(&generator);
}

/* No format has such times: the bound's 50 bits are refused, and nothing is written. */
static void test_beyond(void **state)
{
    uint8_t before[FILE_BYTES], after[FILE_BYTES];
    sortid_generator generator;
    (void)state;
    live_once(SUPPORT_ULID, &world);
    open_file(&generator, SUPPORT_ULID, &world.sources, PLACE);
    struct state_file *file = &SHARED_OF(&generator)->file;
    const uint64_t most = BOUND_MASK - 1001;
    const uint64_t beyond[] = {most + 1, BOUND_MASK, BOUND_MASK + 1, UINT64_MAX};
    read_content(path, before, sizeof before);
    for (size_t i = 0; i < COUNT_OF(beyond); i++)
        EXPECT_STATUS(sortid_generator_file_extend(file, beyond[i]), SORTID_CLOCK_OUT_OF_RANGE,
                      "row %zu", i);
    read_content(path, after, sizeof after);
    EXPECT_BYTES(after, before, sizeof after, "touched");
    EXPECT_STATUS(sortid_generator_file_extend(file, most), SORTID_OK, "the last");
    EXPECT(bound_in_file() == BOUND_MASK, "the last bound");
    sortid_generator_close(&generator);
}

/* An ID to go on after, beyond the bound, that the disk refuses to cover: nothing is opened, and the
 * state stays where it was. */
static void test_uncovered(void **state)
{
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    sortid_generator generator, other;
    (void)state;
    live_once(SUPPORT_SCRU64, &world);
    uint64_t tick = timestamp_behind(SUPPORT_SCRU64, bound_in_file());
    EXPECT_STATUS(sortid_scru64_from_int(&spec.last, tick << 24 | 42 << 16), SORTID_OK, "an ID");
    syncs.fails = true;
    const sortid_options options = {.node = &spec};
    EXPECT_STATUS(sortid_generator_open(&generator, sortid_scru64_format(), path, NULL, &options,
                                        &world.sources),
                  SORTID_FILE_FAILED, "open");
    EXPECT(errno == EIO, "errno %d", errno);
    syncs.fails = false;
    open_file(&other, SUPPORT_SCRU64, &world.sources, PLACE);
    expect_zeros(SUPPORT_SCRU64, &other, stamp(SUPPORT_SCRU64), 2, PLACE);
    sortid_generator_close(&other);
}

/* A node that is none makes no file. */
static void test_no_node(void **state)
{
    const sortid_scru64_node_spec spec = {.node_id = 256, .node_id_size = 8};
    sortid_generator generator;
    (void)state;
    count_files(true);
    const sortid_options options = {.node = &spec};
    EXPECT_STATUS(
        sortid_generator_open(&generator, sortid_scru64_format(), path, NULL, &options, NULL),
        SORTID_OUT_OF_RANGE, "256/8");
    EXPECT(count_files(false) == 0, "something was made");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named_beside),
        cmocka_unit_test(test_replaced),
        cmocka_unit_test(test_left_without_gate),
        cmocka_unit_test(test_no_lock_for_left),
        cmocka_unit_test(test_other_lock),
        cmocka_unit_test(test_overtaken),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_no_node),
        cmocka_unit_test(test_no_lock_to_begin),
        cmocka_unit_test(test_uncovered),
    };
    support_begin();
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
