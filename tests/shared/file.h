/* SPDX-License-Identifier: MIT */
/* file.h: shared by the tests of state files: a scripted boot of the system and a scripted disk.
 * The linker puts the wrappers here between the library and the system (shared.cmake): the test
 * decides the name of the boot; each sync is counted, fails on demand, and is the only call that
 * copies a page to `disk`. That array has what the disk has for certain after a power cut. */
#pragma once

#include "../support/folder.h"
#include "state.h"

#include "generator/shared.h"
#include "generator/state_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define FILE_BYTES ((size_t)3 * FILE_PAGE)

/* ---- Between the library and the system ------------------------------------------------- */

static struct {
    bool has_name;
    uint64_t id[2];
    void (*asked)(void); /* called once, when the library asks for the name; may be NULL */
} boot = {true, {UINT64_C(0x1111), UINT64_C(0x2222)}, NULL};

static struct {
    size_t calls;
    bool fails;                                       /* msync fails with EIO */
    bool is_model;                                    /* no page is written to the system's disk */
    void (*before)(struct file *file, size_t offset); /* called before a sync; may be NULL */
    void (*after)(void);                              /* called after a sync; may be NULL */
} syncs;

static uint8_t disk[FILE_BYTES];

WRAP(sortid_system_file_boot);
bool __wrap_sortid_system_file_boot(uint64_t id[2])
{
    void (*asked)(void) = boot.asked;
    boot.asked = NULL;
    if (asked != NULL)
        asked();
    memcpy(id, boot.id, sizeof boot.id);
    return boot.has_name;
}

WRAP(msync);
int __wrap_msync(void *start, size_t size, int how)
{
    if (syncs.is_model)
        return 0;
    if (!syncs.fails)
        return __real_msync(start, size, how);
    errno = EIO;
    return -1;
}

WRAP(sortid_system_file_sync);
sortid_status __wrap_sortid_system_file_sync(struct file *file, size_t offset)
{
    syncs.calls++;
    if (syncs.before != NULL)
        syncs.before(file, offset);
    sortid_status status = __real_sortid_system_file_sync(file, offset);
    size_t page = offset / FILE_PAGE * FILE_PAGE;
    if (status == SORTID_OK)
        do /* again if a nested call synced a later page meanwhile */
            memcpy(disk + page, file->map + page, FILE_PAGE);
        while (memcmp(disk + page, file->map + page, FILE_PAGE) != 0);
    if (syncs.after != NULL)
        syncs.after();
    return status;
}

/* Simulates a restart of the system. */
static inline void boot_again(void)
{
    boot.id[0]++;
    boot.id[1] = ~boot.id[1];
}

/* ---- Files ----------------------------------------------------------------------------------- */

static inline size_t read_content(const char *name, uint8_t *content, size_t most)
{
    int descriptor = open(name, O_RDONLY | O_CLOEXEC);
    EXPECT(descriptor >= 0, "cannot read %s", name);
    ssize_t size = read(descriptor, content, most);
    EXPECT(size >= 0, "cannot read %s", name);
    close(descriptor);
    return (size_t)size;
}

/* Writes an existing file or a new one. */
static inline void write_content(const char *name, const uint8_t *content, size_t size)
{
    int descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    EXPECT(descriptor >= 0, "cannot write %s", name);
    EXPECT(write(descriptor, content, size) == (ssize_t)size &&
               ftruncate(descriptor, (off_t)size) == 0,
           "cannot write %s", name);
    close(descriptor);
}

/* Replaces the file by its copy. */
static inline void replace_by_copy(void)
{
    uint8_t bytes[FILE_BYTES];
    char copy[600];
    EXPECT(read_content(path, bytes, sizeof bytes) == sizeof bytes, "size");
    snprintf(copy, sizeof copy, "%s.copy", path);
    write_content(copy, bytes, sizeof bytes);
    EXPECT(rename(copy, path) == 0, "rename");
}

/* Instead of the check value that closing stores: in use, or the last user was killed. */
#define IN_USE_MARK UINT64_C(0x9d2c5680efc65a37)

/* Makes the content that of a file whose last user was killed. */
static inline void mark_in_use(uint8_t *content)
{
    const uint64_t mark = IN_USE_MARK;
    memcpy(content + offsetof(struct page, head) + offsetof(struct file_head, rest_check), &mark,
           sizeof mark);
}

/* The check value in the file. */
static inline uint64_t rest_check(void)
{
    static _Alignas(64) uint8_t content[FILE_BYTES];
    EXPECT(read_content(path, content, sizeof content) == sizeof content, "size");
    return atomic_load(&((struct page *)(void *)content)->head.rest_check);
}

/* ---- The bound ------------------------------------------------------------------------------ */

#define BOUND_BITS 50
#define BOUND_MASK ((UINT64_C(1) << BOUND_BITS) - 1)

/* FNV-1a, 64 bits, of the 8 bytes of a word, least significant first. */
static inline uint64_t check_of_word(uint64_t word)
{
    uint64_t check = UINT64_C(14695981039346656037);
    for (int shift = 0; shift < 64; shift += 8)
        check = (check ^ (word >> shift & 0xff)) * UINT64_C(1099511628211);
    return check;
}

/* A bound with its check value, as in a slot. */
static inline uint64_t slot_word(uint64_t bound_ms)
{
    return check_of_word(bound_ms & BOUND_MASK) << BOUND_BITS | (bound_ms & BOUND_MASK);
}

/* The bound in a slot of a file's content, in ms; false: the slot is damaged. */
static inline bool read_slot(uint64_t *bound_ms, const uint8_t *content, size_t slot)
{
    uint64_t word;
    memcpy(&word, content + (1 + slot) * FILE_PAGE, sizeof word);
    *bound_ms = word & BOUND_MASK;
    return word >> BOUND_BITS == (check_of_word(*bound_ms) & 0x3fff);
}

/* The index of the slot with the greater bound, 0 or 1; -1: both are damaged. */
static inline int slot_of(const uint8_t *content)
{
    uint64_t bounds[2];
    bool whole[2];
    for (size_t i = 0; i < 2; i++)
        whole[i] = read_slot(&bounds[i], content, i);
    if (whole[0] && whole[1])
        return bounds[0] > bounds[1] ? 0 : 1;
    return whole[0] ? 0 : whole[1] ? 1 : -1;
}

/* The first ms that no ID has reached. */
static inline uint64_t bound_of(const uint8_t *content)
{
    uint64_t bound_ms;
    int slot = slot_of(content);
    EXPECT(slot >= 0, "both slots are damaged");
    read_slot(&bound_ms, content, (size_t)slot);
    return bound_ms;
}

static inline uint64_t bound_in_file(void)
{
    uint8_t bytes[FILE_BYTES];
    EXPECT(read_content(path, bytes, sizeof bytes) == sizeof bytes, "size");
    return bound_of(bytes);
}

/* ---- Generators ------------------------------------------------------------------------------ */

static const uint64_t now_us = UINT64_C(1700000000000000); /* a whole number of 256 ms */

/* The sources of the generators: a scripted clock, draws of zeros, sleeps that advance the
 * clock. */
static support_world world;

/* Starts without a file, at the time now_us. */
static inline void start_empty(void)
{
    count_files(true);
    support_world_init(&world, now_us, 0);
}

static inline sortid_status open_as(sortid_generator *generator, const support_format *format,
                                    const sortid_file_options *options, sortid_mode mode)
{
    return format->open(generator, path, options, mode, ALLOWANCE_MS, &world.sources);
}

static inline sortid_status try_to_open(sortid_generator *generator, const support_format *format)
{
    return open_as(generator, format, NULL, SORTID_MODE_ABORT);
}

static inline void open_file(sortid_generator *generator, const support_format *format,
                             const char *place)
{
    EXPECT_STATUS(try_to_open(generator, format), SORTID_OK, "%s: %s: open", place, format->name);
}

static inline void open_with(sortid_generator *generator, const support_format *format,
                             const sortid_sources *sources, const char *place)
{
    EXPECT_STATUS(format->open(generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS, sources),
                  SORTID_OK, "%s: %s: open", place, format->name);
}

/* What a generator has mapped. */
static inline const uint8_t *map_of(sortid_generator *generator)
{
    return SHARED_OF(generator)->file.file.map;
}

/* Expects that a call gives the ID with random bits of zeros and the counter `count`. */
static inline void expect_zeros(const support_format *format, sortid_generator *generator,
                                uint64_t timestamp, unsigned count, const char *place)
{
    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(format->next(generator, id, NULL), SORTID_OK, "%s: %s", place, format->name);
    support_zeros_id(expected, format, timestamp, count);
    EXPECT_BYTES(id, expected, format->size, "%s: %s", place, format->name);
}

/* The timestamp that contains a Unix time, and its first microsecond. */
static inline uint64_t timestamp_at(const support_format *format, uint64_t unix_us)
{
    return (unix_us / 1000 - format->timestamp_zero) / format->timestamp_unit;
}

/* The timestamp of now_us. */
static inline uint64_t stamp(const support_format *format)
{
    return timestamp_at(format, now_us);
}

/* The first timestamp that begins at or after the bound. */
static inline uint64_t timestamp_after_bound(const support_format *format, uint64_t bound_ms)
{
    return timestamp_at(format, bound_ms * 1000 - 1) + 1;
}

/* Whether a call gives that ID, for a child. */
static inline bool makes(const support_format *format, sortid_generator *generator, unsigned count)
{
    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    support_zeros_id(expected, format, stamp(format), count);
    return format->next(generator, id, NULL) == SORTID_OK &&
           memcmp(id, expected, format->size) == 0;
}

/* ---- One use --------------------------------------------------------------------------------- */

/* Opens the file, expects this ID of zeros, closes the file. */
static inline void expect_once(const support_format *format, uint64_t timestamp, unsigned count,
                               const char *place)
{
    sortid_generator generator;
    open_file(&generator, format, place);
    expect_zeros(format, &generator, timestamp, count, place);
    sortid_generator_close(&generator);
}

/* Makes a file with two IDs of the clock's time. */
static inline void use_once(const support_format *format)
{
    sortid_generator generator;
    start_empty();
    open_file(&generator, format, PLACE);
    expect_zeros(format, &generator, stamp(format), 0, PLACE);
    expect_zeros(format, &generator, stamp(format), 1, PLACE);
    sortid_generator_close(&generator);
}

/* The content of such a file. */
static inline void make_content(uint8_t *content, const support_format *format)
{
    use_once(format);
    EXPECT(read_content(path, content, FILE_BYTES) == FILE_BYTES, "size");
}

/* Opens the file, whose state is stale: IDs begin in the first timestamp after the bound, and a
 * bound that covers them is on disk. The first ID of that timestamp is skipped. */
static inline void expect_after_bound(const support_format *format, uint64_t bound_ms,
                                      const char *place)
{
    sortid_generator generator;
    uint64_t after = timestamp_after_bound(format, bound_ms);
    memset(disk, 0, sizeof disk);
    open_file(&generator, format, place);
    EXPECT(slot_of(disk) >= 0 && bound_of(disk) * 1000 > support_unix_us(format, after),
           "%s: %s: the bound on disk does not cover it", place, format->name);
    expect_zeros(format, &generator, after, 1, place);
    expect_zeros(format, &generator, after, 2, place);
    sortid_generator_close(&generator);
}

/* The state is current, and continues with this count. */
static inline void expect_trusted(const support_format *format, unsigned count)
{
    sortid_state_report report;
    EXPECT_OK(sortid_state_examine(path, &report, sizeof report));
    EXPECT(report.current && report.started, "not current");
    expect_once(format, stamp(format), count, PLACE);
}

/* ---- Boots with and without a name ----------------------------------------------------------- */

static inline void each_format_unnamed(void (*test)(const support_format *format))
{
    boot.has_name = false;
    support_each_format(test);
    boot.has_name = true;
}

static inline void each_format_twice(void (*test)(const support_format *format))
{
    support_each_format(test);
    each_format_unnamed(test);
}

/* Tests of each format, as TEST_FORMATS, on a system without a name for its boot; with and
 * without. */
#define TEST_UNNAMED(name)   TEST_EACH(name, each_format_unnamed, const support_format *format)
#define TEST_ALL_BOOTS(name) TEST_EACH(name, each_format_twice, const support_format *format)
