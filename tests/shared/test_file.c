/* SPDX-License-Identifier: MIT */
/* test_file.c: the life of a state file: it is created, its IDs continue exactly in the same boot
 * of the system and after the bound in another boot or in a copy, the bound is renewed, a sync
 * fails. Scripted clock, draws of zeros. test_file_refused.c tests what is refused,
 * test_power_cut.c crashes at any moment. */
#include "file.h"

#include <sys/wait.h>

/* ---- Creation ------------------------------------------------------------------------------- */

static void expect_mode(const char *name, mode_t mode)
{
    struct stat found;
    EXPECT(stat(name, &found) == 0, "%s is not there", name);
    EXPECT((found.st_mode & 07777) == mode, "mode %o, expected %o", found.st_mode & 07777, mode);
    EXPECT(found.st_size == (off_t)FILE_BYTES, "size %lld", (long long)found.st_size);
    EXPECT((uint64_t)found.st_blocks * 512 >= FILE_BYTES, "space is not allocated");
}

TEST_FORMATS(make)
{
    static const mode_t masks[] = {022, 0, 0777};
    static const unsigned permissions[] = {0, 0600, 0640, 0666};
    mode_t umask_before = umask(0);
    for (size_t i = 0; i < COUNT_OF(masks) * COUNT_OF(permissions); i++) {
        sortid_file_options options = {.permissions = permissions[i / COUNT_OF(masks)]};
        sortid_generator generator;
        umask(masks[i % COUNT_OF(masks)]);
        errno = 123;
        EXPECT_OK(format->open(&generator, path, &options, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL));
        EXPECT(errno == 123, "errno %d", errno);
        umask(022);
        expect_mode(path, options.permissions == 0 ? 0600 : options.permissions);
        EXPECT(count_files(false) == 1, "another file is left");
        sortid_generator_close(&generator);
        EXPECT(errno == 123, "close: errno %d", errno);
        unlink(path);
    }
    umask(umask_before);
}

/* In the working folder: a name without a slash. */
TEST(make_here)
{
    sortid_generator generator;
    char before[512];
    EXPECT(getcwd(before, sizeof before) != NULL && chdir(folder) == 0, "no folder");
    EXPECT_OK(SUPPORT_ULID->open(&generator, "here", NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL));
    expect_mode("here", 0600);
    sortid_generator_close(&generator);
    EXPECT(count_files(true) == 1 && chdir(before) == 0, "something is left");
}

/* ---- Continuing ---------------------------------------------------------------------------- */

TEST_FORMATS(continue)
{
    sortid_generator generator;
    use_once(format);
    for (unsigned i = 0; i < 5; i++) {
        sortid_file_options options = {.must_exist = true};
        EXPECT_STATUS(open_as(&generator, format, &options, SORTID_MODE_ABORT), SORTID_OK,
                      "life %u", i);
        expect_zeros(format, &generator, stamp(format), 2 + i, PLACE);
        sortid_generator_close(&generator);
    }
    world.clock.now_us += format->timestamp_unit * 1000;
    expect_once(format, stamp(format) + 1, 0, PLACE);
}

/* After sortid_snapshot_resumed a generator on a file continues as a forked child does: exactly, in
 * all formats. */
TEST_FORMATS(resume)
{
    sortid_generator generator;
    use_once(format);
    EXPECT_OK(try_to_open(&generator, format));
    for (unsigned i = 0; i < 5; i++) {
        sortid_snapshot_resumed();
        expect_zeros(format, &generator, stamp(format), 2 + i, PLACE);
    }
    sortid_generator_close(&generator);
    unlink(path);
}

TEST_FORMATS(other_boot)
{
    uint64_t bound_ms;
    use_once(format);
    for (int i = 0; i < 3; i++) { /* three crashes at the same time */
        bound_ms = bound_in_file();
        EXPECT(bound_ms * 1000 > now_us, "no bound");
        boot_again();
        expect_after_bound(format, bound_ms, PLACE);
        EXPECT(bound_in_file() > bound_ms, "the bound did not rise");
    }
    bound_ms = bound_in_file();
    boot_again();
    world.clock.now_us = bound_ms * 1000 - 9000000; /* the clock was set back, but not too far */
    expect_after_bound(format, bound_ms, PLACE);
}

/* Long after the bound, IDs begin at the clock's time, as in a new generator. */
TEST_FORMATS(later_boot)
{
    uint64_t later_us = now_us + UINT64_C(256000) * 1000;
    use_once(format);
    boot_again();
    world.clock.now_us = later_us;
    expect_once(format, timestamp_at(format, later_us), 1, PLACE);
}

/* No ID was made before the crash, so IDs need not begin after a bound. */
TEST_FORMATS(unused)
{
    sortid_generator generator;
    start_empty();
    for (int i = 0; i < 3; i++) {
        open_file(&generator, format, PLACE);
        sortid_generator_close(&generator);
        boot_again();
    }
    expect_once(format, stamp(format), 0, PLACE);
}

/* The clock is too far behind the bound: opening fails and changes nothing. */
TEST_FORMATS(bound_far_ahead)
{
    sortid_generator generator;
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    boot_again();
    world.clock.now_us = now_us - 60000000;
    for (int i = 0; i < 2; i++)
        EXPECT_GIVES(try_to_open(&generator, format), SORTID_ROLLBACK);
    EXPECT(world.naps.calls == 0 && bound_in_file() == bound_ms, "changed");
}

/* A copy is another file of the same boot. The same file under another name continues. */
TEST_FORMATS(copy)
{
    char copy[600];
    use_once(format);
    snprintf(copy, sizeof copy, "%s.copy", path);
    EXPECT(rename(path, copy) == 0 && rename(copy, path) == 0, "rename");
    expect_once(format, stamp(format), 2, PLACE);
    uint64_t bound_ms = bound_in_file();
    replace_by_copy();
    expect_after_bound(format, bound_ms, PLACE);
}

/* A copy of a file whose bound is far ahead opens at once; making an ID waits or fails. For the
 * file itself after another boot, opening fails. */
TEST_FORMATS(copy_far_ahead)
{
    sortid_generator generator;
    uint8_t id[SORTID_MAX_SIZE];
    const sortid_file_options options = {.copy_ahead_ms = 3600000};
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    boot_again();
    EXPECT_OK(open_as(&generator, format, &options, SORTID_MODE_ABORT));
    expect_zeros(format, &generator, timestamp_after_bound(format, bound_ms), 1, PLACE);
    sortid_generator_close(&generator);

    replace_by_copy();
    for (int i = 0; i < 2; i++) { /* the second time it is the file itself, so far ahead */
        EXPECT_OK(open_as(&generator, format, &options, SORTID_MODE_ABORT));
        EXPECT(world.naps.calls == 0, "opening slept");
        EXPECT_GIVES(format->next(&generator, id, NULL), SORTID_ROLLBACK);
        sortid_generator_close(&generator);
    }
    uint64_t ahead_ms = world.clock.now_us / 1000 + options.copy_ahead_ms + 1;
    world.clock.now_us = ahead_ms * 1000;
    expect_once(format, timestamp_after_bound(format, ahead_ms), 1, PLACE);
}

/* A copy whose bound is only a little ahead of the clock begins after that bound. */
TEST_FORMATS(copy_ahead)
{
    sortid_generator generator;
    const sortid_file_options options = {.copy_ahead_ms = 1};
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    EXPECT(bound_ms > now_us / 1000 + 10, "the bound is too near");
    replace_by_copy();
    EXPECT_OK(open_as(&generator, format, &options, SORTID_MODE_ABORT));
    world.clock.now_us = bound_ms * 1000;
    expect_zeros(format, &generator, timestamp_after_bound(format, bound_ms), 1, PLACE);
    sortid_generator_close(&generator);
}

/* Expects the next ID with a fraction to be of this microsecond: a uuidv7 has four numbers. */
static void expect_at(sortid_generator *generator, const support_format *format, uint64_t unix_us,
                      const char *place)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(format->next(generator, id, NULL), SORTID_OK, "%s", place);
    unsigned number = (unsigned)(id[6] << 8 | id[7]);
    unsigned micro =
        format == SUPPORT_SCRU160 ? number >> 6 : ((number & 0xfff) * 1000 + 2048) / 4096;
    uint64_t found = format->unix_ms(id) * 1000 + micro;
    EXPECT(found == unix_us, "%s: at %llu", place, (unsigned long long)found);
}

static void make_unsynced(sortid_generator *generator, const support_format *format,
                          support_world *now, uint64_t unix_us)
{
    now->clock.now_us = unix_us;
    syncs.fails = true;
    expect_at(generator, format, unix_us, PLACE);
    syncs.fails = false;
}

/* The last microsecond before the bound has an ID, whose state did not reach the disk: after
 * another boot the next ID is in the microsecond of the bound. */
static void fractions_of(const support_format *format)
{
    sortid_generator g;
    const sortid_options options = {.mode = SORTID_MODE_ABORT, .flags = SORTID_OPTION_FRACTION};
    start_empty();
    uint64_t next_us = now_us;
    for (int life = 0; life < 3; life++) {
        EXPECT_STATUS(
            sortid_generator_open(&g, format->format(), path, NULL, &options, &world.sources),
            SORTID_OK, "life %d", life);
        expect_at(&g, format, next_us, PLACE);
        read_content(path, disk, sizeof disk);
        next_us = bound_of(disk) * 1000;
        make_unsynced(&g, format, &world, next_us - 1);
        sortid_generator_close(&g);
        write_content(path, disk, sizeof disk);
        boot_again();
    }
}

TEST(fractions)
{
    fractions_of(SUPPORT_SCRU160);
    fractions_of(SUPPORT_UUIDV7);
}

/* ---- Several at once ------------------------------------------------------------------------ */

TEST_FORMATS(several)
{
    sortid_generator all[3];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    count_files(true);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        open_with(&all[i], format, NULL, PLACE);
    for (int i = 0; i < 3000; i++)
        make_above(last, format, &all[support_below(COUNT_OF(all))], PLACE);
    sortid_generator_close(&all[0]);
    boot.has_name = false; /* as in a sandbox that hides it: a state in use is trusted anyway */
    open_with(&all[0], format, NULL, PLACE);
    boot.has_name = true;
    for (int i = 0; i < 300; i++)
        make_above(last, format, &all[support_below(COUNT_OF(all))], PLACE);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        sortid_generator_close(&all[i]);
    open_with(&all[0], format, NULL, PLACE);
    make_above(last, format, &all[0], PLACE);
    sortid_generator_close(&all[0]);
}

/* ---- A system without a name for its boot ---------------------------------------------------- */

/* Ends the process without closing the file. */
static int end_in_use(void *argument)
{
    const support_format *format = *(const support_format **)argument;
    sortid_generator generator;
    support_world_init(&world, now_us, 0);
    open_file(&generator, format, PLACE);
    expect_zeros(format, &generator, stamp(format), 5, PLACE);
    return 0;
}

/* A closed file continues as on a system that names its boot, and can be opened by several users;
 * after a user ended without closing it, IDs begin after the bound. */
TEST_UNNAMED(unnamed_boot)
{
    sortid_generator generator;
    uint64_t now = stamp(format);
    use_once(format);
    open_file(&generator, format, PLACE);
    expect_zeros(format, &generator, now, 2, PLACE);
    const uint64_t *owner = ((const struct page *)(const void *)map_of(&generator))->head.owner;
    EXPECT(owner[0] == 0 && owner[1] == 1, "the owner does not mark a state in use");
    expect_once(format, now, 3, PLACE);
    expect_zeros(format, &generator, now, 4, PLACE);
    sortid_generator_close(&generator);
    uint64_t bound_ms = bound_in_file();
    EXPECT(support_in_child(end_in_use, &format) == 0, "child");
    expect_after_bound(format, bound_ms, PLACE);
}

/* ---- Renewals of the bound ------------------------------------------------------------------- */

/* Each timestamp of some seconds, until the bound was renewed several times: the generator syncs
 * when less than half a second is left, and only then. */
TEST_FORMATS(renewal)
{
    sortid_generator generator;
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    uint64_t bound_ms = 0, expected = 0;
    start_empty();
    open_file(&generator, format, PLACE);
    read_content(path, disk, sizeof disk);
    syncs.calls = 0;
    for (int i = 0; i < 6000 || expected < 6; i++) {
        world.clock.now_us += support_below(4) == 0 ? support_below(3000) : 0;
        world.clock.now_us += support_below(500) == 0 ? support_below(2000000) : 0;
        make_above(last, format, &generator, PLACE);
        uint64_t since_ms = support_unix_us(format, support_timestamp(format, last)) / 1000;
        if (since_ms >= bound_ms || bound_ms - since_ms < 500) {
            expected++;
            bound_ms = since_ms + 1001;
        }
        EXPECT(syncs.calls == expected, "ID %d: %zu syncs, expected %llu", i, syncs.calls,
               (unsigned long long)expected);
        EXPECT(bound_of(disk) == bound_ms, "ID %d: the bound on disk", i);
    }
    EXPECT(bound_in_file() == bound_ms, "the bound in the file");
    sortid_generator_close(&generator);
}

/* Calls fail only once the bound is reached. */
TEST_FORMATS(failing_sync)
{
    sortid_generator g;
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE], filled[SUPPORT_MAX_SIZE];
    size_t made = 99;
    uint64_t unit_us = format->timestamp_unit * 1000;
    use_once(format);
    open_file(&g, format, PLACE);
    uint64_t bound_ms = bound_in_file(), last = timestamp_at(format, bound_ms * 1000 - 1);
    memset(id, 0xa5, sizeof id);
    memcpy(untouched, id, sizeof id);
    syncs.fails = true;
    syncs.calls = 0;
    errno = 123;
    /* Less than half of it left: one try will do. Of ksuid it covers two timestamps, and the first
     * of them has had IDs. */
    for (int i = format == SUPPORT_KSUID ? 0 : 1; i >= 0; i--) {
        world.clock.now_us = support_unix_us(format, last) - (uint64_t)i * unit_us;
        expect_zeros(format, &g, last - (uint64_t)i, 0, PLACE);
        EXPECT(syncs.calls == 1, "%zu syncs", syncs.calls);
    }
    EXPECT(errno == 123, "errno %d with an ID", errno);
    world.clock.now_us += unit_us;
    for (int i = 0; i < 3; i++) {
        errno = 0;
        EXPECT_GIVES(format->next(&g, id, NULL), SORTID_FILE_FAILED);
        EXPECT(errno == EIO, "errno %d", errno);
        EXPECT_GIVES(format->fill(&g, filled, 1, &made, NULL), SORTID_FILE_FAILED);
        EXPECT(made == 0, "made %zu", made);
    }
    EXPECT_BYTES(id, untouched, format->size, "an ID was written");
    world.clock.now_us -= unit_us;
    expect_zeros(format, &g, last, 1, PLACE); /* what the bound covers can be given out */
    world.clock.now_us += unit_us;
    syncs.fails = false;
    expect_zeros(format, &g, last + 1, 0, PLACE);
    sortid_generator_close(&g);
}

/* A sync fails while opening after a crash: an error; the next try works. */
TEST_FORMATS(failing_open)
{
    sortid_generator g;
    use_once(format);
    uint64_t bound_ms = bound_in_file();
    boot_again();
    syncs.fails = true;
    errno = 0;
    EXPECT_GIVES(try_to_open(&g, format), SORTID_FILE_FAILED);
    EXPECT(errno == EIO, "errno %d", errno);
    syncs.fails = false;
    EXPECT(bound_in_file() >= bound_ms, "the bound decreased");
    expect_after_bound(format, bound_in_file(), PLACE);
}

CASES_MAIN(make_folder, remove_folder)
