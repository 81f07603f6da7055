/* SPDX-License-Identifier: MIT */
/* test_file_races.c: rare events during a call on a state file, and rare states: the file is
 * replaced while it is opened, the system refuses locks, another process overtakes a renewal of the
 * bound, the file has a lock of another kind, a time is beyond every bound. Scripted clock, draws
 * of zeros. */
#include "file.h"

/* ---- Between the library and the system: more than in file.h ------------------------------ */

static bool gate_lock_fails, no_lock;

WRAP(sortid_system_file_lock);
sortid_status __wrap_sortid_system_file_lock(struct file *file, enum file_part part,
                                             enum file_lock lock)
{
    if (!gate_lock_fails || part != FILE_GATE)
        return __real_sortid_system_file_lock(file, part, lock);
    errno = ENOLCK;
    return SORTID_FILE_FAILED;
}

WRAP(sortid_system_lock_init);
sortid_status __wrap_sortid_system_lock_init(struct lock *lock)
{
    return no_lock ? SORTID_STATE_UNUSABLE : __real_sortid_system_lock_init(lock);
}

/* ---- A boot without a name ------------------------------------------------------------------- */

/* Users in a sandbox that hides the boot's name, then one outside it joins. */
TEST_FORMATS(named_joins)
{
    sortid_generator nameless, named;
    start_empty();
    boot.has_name = false;
    open_file(&nameless, format, PLACE);
    expect_zeros(format, &nameless, stamp(format), 0, PLACE);
    boot.has_name = true;
    open_file(&named, format, PLACE);
    expect_zeros(format, &named, stamp(format), 1, PLACE);
    expect_zeros(format, &nameless, stamp(format), 2, PLACE);
    sortid_generator_close(&named);
    boot.has_name = false;
    sortid_generator_close(&nameless);
    expect_once(format, stamp(format), 3, PLACE);
    boot.has_name = true;
}

/* The last user knows the name of its boot, but the state belongs to an unnamed one, which may be
 * another machine's: it stores no check value, and the next opener starts after the bound. */
TEST_FORMATS(named_last)
{
    sortid_generator nameless, named;
    start_empty();
    for (int has_name = 0; has_name < 2; has_name++) {
        boot.has_name = false;
        open_file(&nameless, format, PLACE);
        boot.has_name = true;
        open_file(&named, format, PLACE);
        EXPECT_OK(format->next(&named, (uint8_t[SUPPORT_MAX_SIZE]){0}, NULL));
        boot.has_name = false;
        sortid_generator_close(&nameless);
        boot.has_name = true;
        sortid_generator_close(&named);
        boot.has_name = has_name != 0;
        expect_after_bound(format, bound_in_file(), PLACE);
        EXPECT(unlink(path) == 0, "no file");
    }
    boot.has_name = true;
}

static void remove_file(void)
{
    EXPECT(unlink(path) == 0, "no file");
}

/* The file is gone, or is another one, when it is opened for the second time: the generator uses
 * the first file, whose state is stale after it, and does not touch the other one. */
TEST_UNNAMED(replaced)
{
    static void (*const changes[])(void) = {remove_file, replace_by_copy};
    sortid_generator generator;
    char kept[600];
    snprintf(kept, sizeof kept, "%s.kept", path);
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        use_once(format);
        EXPECT(link(path, kept) == 0, "link");
        boot.asked = changes[i];
        errno = 123;
        open_file(&generator, format, PLACE);
        EXPECT(boot.asked == NULL && errno == 123, "errno %d", errno);
        expect_zeros(format, &generator, stamp(format), 2, PLACE);
        sortid_generator_close(&generator);
        EXPECT((access(path, F_OK) == 0) == (changes[i] == replace_by_copy), "file");
        if (changes[i] == replace_by_copy) /* a copy */
            expect_after_bound(format, bound_in_file(), PLACE);
        EXPECT(rename(kept, path) == 0, "rename");
        expect_after_bound(format, bound_in_file(), PLACE);
    }
}

/* The closing process does not get the gate: the next opener begins after the bound. */
TEST_UNNAMED(closed_without_gate)
{
    sortid_generator generator;
    use_once(format);
    open_file(&generator, format, PLACE);
    expect_zeros(format, &generator, stamp(format), 2, PLACE);
    gate_lock_fails = true;
    errno = 123;
    sortid_generator_close(&generator);
    EXPECT(errno == 123, "errno %d", errno);
    EXPECT_GIVES(try_to_open(&generator, format), SORTID_FILE_FAILED);
    EXPECT(errno == ENOLCK, "errno %d", errno);
    gate_lock_fails = false;
    expect_after_bound(format, bound_in_file(), PLACE);
}

/* ---- Locks in memory ------------------------------------------------------------------------- */

/* A closed state, here of an unnamed boot, and a stale one get a new lock; if that cannot be made,
 * no process can use the state, which does not change. Atomic commits make no lock. */
TEST_ALL_BOOTS(no_lock)
{
    const bool has_lock = is_locked(format != SUPPORT_SCRU64), is_stale = boot.has_name;
    sortid_generator generator;
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    if (is_stale)
        boot_again();
    no_lock = true;
    if (has_lock) {
        errno = 123;
        EXPECT_GIVES(try_to_open(&generator, format), SORTID_STATE_UNUSABLE);
        EXPECT(errno == 123, "errno %d", errno);
        EXPECT(bound_in_file() == bound_ms, "the bound changed");
        no_lock = false;
    }
    if (has_lock || is_stale)
        expect_after_bound(format, bound_ms, PLACE);
    else
        expect_once(format, stamp(format), 2, PLACE);
    no_lock = false;
}

/* Another kind of lock, or none: refused by a format that needs the lock. For atomic commits
 * another kind is damage; with none the file starts after its bound, and keeps the words of the
 * lock. */
TEST_FORMATS(other_lock)
{
    static _Alignas(64) uint8_t content[FILE_BYTES];
    struct shared_state *page = (struct shared_state *)(void *)content;
    const uint8_t untouched[sizeof page->lock] = {1, 2, 3};
    for (uint32_t none = 0; none < 2; none++) {
        use_once(format);
        read_content(path, content, sizeof content);
        uint32_t kind = none != 0 ? 0 : (uint32_t)atomic_load(&page->head) ^ (3U << 16);
        atomic_store(&page->head,
                     head_word(HEAD_VERSION, SORTID_SCOPE_PROCESSES, HEAD_READY, kind));
        memcpy(&page->lock, untouched, sizeof untouched);
        write_content(path, content, sizeof content);
        boot_again();
        const bool has_lock = is_locked(format != SUPPORT_SCRU64);
        if (has_lock || none == 0) {
            sortid_generator generator;
            EXPECT_GIVES(try_to_open(&generator, format),
                         has_lock ? SORTID_STATE_UNUSABLE : SORTID_STATE_DAMAGED);
            continue;
        }
        expect_after_bound(format, bound_of(content), PLACE);
        read_content(path, content, sizeof content);
        EXPECT_BYTES(&page->lock, untouched, sizeof untouched, "the lock");
    }
}

/* ---- The bound ------------------------------------------------------------------------------- */

static struct {
    struct state_file *file;
    uint64_t since_ms;
} second;

/* Plays another process that renews the bound while the first one syncs. */
static void extend_in_sync(struct file *file, size_t offset)
{
    (void)file, (void)offset;
    syncs.before = NULL;
    EXPECT_OK(sortid_generator_file_extend(second.file, second.since_ms));
    EXPECT(bound_of(disk) >= second.since_ms + 1001, "the inner bound is not on disk");
}

/* Two processes set bounds at once; one or the other is greater. The greater one counts. */
TEST(overtaken)
{
    static const int differences[] = {-300, -1, 0, 1, 300};
    sortid_generator generator;
    for (size_t i = 0; i < COUNT_OF(differences); i++) {
        use_once(SUPPORT_ULID);
        open_file(&generator, SUPPORT_ULID, PLACE);
        read_content(path, disk, sizeof disk);
        second.file = &SHARED_OF(&generator)->file;
        uint64_t since_ms = bound_in_file() + 1000; /* beyond the bound: both must wait */
        second.since_ms = since_ms + (uint64_t)(int64_t)differences[i];
        uint64_t greater = differences[i] > 0 ? second.since_ms : since_ms;
        syncs.before = extend_in_sync;
        EXPECT_OK(sortid_generator_file_extend(second.file, since_ms));
        EXPECT(syncs.before == NULL, "no call in between");
        EXPECT(bound_in_file() == greater + 1001 && bound_of(disk) == greater + 1001,
               "difference %d: wrong bound on disk", differences[i]);
        EXPECT(file_bound_in_force(second.file) == greater + 1001,
               "difference %d: wrong bound in force", differences[i]);
        sortid_generator_close(&generator);
    }
}

static void expect_syncs(struct state_file *file, uint64_t since_ms, size_t count)
{
    syncs.calls = 0;
    EXPECT_OK(sortid_generator_file_extend(file, since_ms));
    EXPECT(syncs.calls == count, "%zu syncs, not %zu", syncs.calls, count);
}

/* A caller that has seen the bound before another one renewed it does nothing, and does not keep
 * the next caller from renewing it when half of it is used again. */
TEST(late)
{
    sortid_generator generator;
    use_once(SUPPORT_ULID);
    open_file(&generator, SUPPORT_ULID, PLACE);
    struct state_file *file = &SHARED_OF(&generator)->file;
    for (int i = 0; i < 3; i++) {
        uint64_t since_ms = bound_in_file() - 499;
        expect_syncs(file, since_ms - 1, 0);
        expect_syncs(file, since_ms, 1);
        EXPECT(bound_in_file() == since_ms + 1001, "the bound did not rise");
        expect_syncs(file, since_ms, 0);
        expect_syncs(file, since_ms + 1, 0);
    }
    sortid_generator_close(&generator);
}

/* No format has such times: a bound of more than 50 bits is refused, and nothing is written. */
TEST(beyond)
{
    uint8_t before[FILE_BYTES], after[FILE_BYTES];
    sortid_generator generator;
    use_once(SUPPORT_ULID);
    open_file(&generator, SUPPORT_ULID, PLACE);
    struct state_file *file = &SHARED_OF(&generator)->file;
    const uint64_t most = BOUND_MASK - 1001;
    const uint64_t beyond[] = {most + 1, BOUND_MASK, BOUND_MASK + 1, UINT64_MAX};
    read_content(path, before, sizeof before);
    for (size_t i = 0; i < COUNT_OF(beyond); i++)
        EXPECT_STATUS(sortid_generator_file_extend(file, beyond[i]), SORTID_CLOCK_OUT_OF_RANGE,
                      "row %zu", i);
    read_content(path, after, sizeof after);
    EXPECT_BYTES(after, before, sizeof after, "touched");
    EXPECT_OK(sortid_generator_file_extend(file, most));
    EXPECT(bound_in_file() == BOUND_MASK, "the last bound");
    sortid_generator_close(&generator);
}

/* A spec's last ID is after the bound, and the disk refuses to cover it: opening fails, and the
 * state does not change. */
TEST(uncovered)
{
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    sortid_generator generator;
    use_once(SUPPORT_SCRU64);
    uint64_t tick = timestamp_after_bound(SUPPORT_SCRU64, bound_in_file());
    EXPECT_OK(sortid_scru64_from_int(&spec.last, tick << 24 | 42 << 16));
    syncs.fails = true;
    const sortid_options options = {.node = spec};
    EXPECT_STATUS(sortid_generator_open(&generator, sortid_scru64_format(), path, NULL, &options,
                                        &world.sources),
                  SORTID_FILE_FAILED, "open");
    EXPECT(errno == EIO, "errno %d", errno);
    syncs.fails = false;
    expect_once(SUPPORT_SCRU64, stamp(SUPPORT_SCRU64), 2, PLACE);
}

/* An invalid node spec creates no file. */
TEST(no_node)
{
    const sortid_scru64_node_spec spec = {.node_id = 256, .node_id_size = 8};
    sortid_generator generator;
    count_files(true);
    const sortid_options options = {.node = spec};
    EXPECT_STATUS(
        sortid_generator_open(&generator, sortid_scru64_format(), path, NULL, &options, NULL),
        SORTID_OUT_OF_RANGE, "256/8");
    EXPECT(count_files(false) == 0, "a file was made");
}

CASES_MAIN(make_folder, remove_folder)
