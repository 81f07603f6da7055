/* SPDX-License-Identifier: MIT */
/* test_examine.c: what sortid_state_examine reports for each format, with a scripted clock and
 * boot, also for states that a mutex locks; which files it refuses, and that it changes none. */
#include "file.h"
#include "version_1.h"

#define AT_MS UINT64_C(1795132800123)

static sortid_sources scripted(void)
{
    static uint64_t unix_us = AT_MS * 1000 + 456;
    return support_fixed_sources(&unix_us);
}

/* Expects the report of a file that has had an ID of this timestamp. */
static void expect(const char *format, uint64_t last_ms, const uint8_t *last, size_t last_size,
                   bool fraction)
{
    sortid_state_report found;
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_ptr_equal(found.format, sortid_format_find(format));
    assert_int_equal(found.version, 3);
    assert_true(found.current && found.started);
    assert_int_equal(found.last_unix_ms, last_ms);
    assert_int_equal(found.bound_unix_ms, last_ms + 1001);
    assert_int_equal(found.last_size, last_size);
    assert_true(found.fraction == fraction);
    if (last_size > 0)
        assert_memory_equal(found.last, last, last_size);
    assert_int_equal(unlink(path), 0);
}

/* Opens the file and makes an ID. */
static void open_and_make(sortid_generator *generator, const support_format *format, uint8_t *id)
{
    const sortid_sources sources = scripted();
    open_with(generator, format, &sources, PLACE);
    EXPECT_OK(format->next(generator, id, NULL));
}

/* Two formats have the whole last ID in their state. */
TEST_FORMATS(report)
{
    const bool is_whole = format == SUPPORT_SCRU64 || format == SUPPORT_ULID;
    const uint64_t unit = format->timestamp_unit;
    sortid_generator generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    open_and_make(&generator, format, id);
    expect(format->name, AT_MS / unit * unit, id, is_whole ? format->size : 0, false);
    sortid_generator_close(&generator);
}

TEST(node)
{
    const sortid_sources sources = scripted();
    const sortid_scru64_node_spec node = {.node_id = 0x3ffff, .node_id_size = 23};
    const sortid_options options = {.node = node};
    sortid_generator generator;
    sortid_state_report found;
    assert_int_equal(
        sortid_generator_open(&generator, sortid_scru64_format(), path, NULL, &options, &sources),
        SORTID_OK);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_true(found.current && !found.started);
    assert_int_equal(found.bound_unix_ms, 0);
    assert_int_equal(found.last_size, 0);
    assert_int_equal(found.node_id, 0x3ffff);
    assert_int_equal(found.node_id_size, 23);
    sortid_generator_close(&generator);
    assert_int_equal(unlink(path), 0);
}

TEST(fractions)
{
    static const char *const names[] = {"scru160", "uuidv7"};
    const sortid_sources sources = scripted();
    const sortid_options options = {.mode = SORTID_MODE_ABORT, .flags = SORTID_OPTION_FRACTION};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        sortid_generator generator;
        uint8_t id[SORTID_MAX_SIZE];
        assert_int_equal(sortid_generator_open(&generator, sortid_format_find(names[i]), path, NULL,
                                               &options, &sources),
                         SORTID_OK);
        assert_int_equal(sortid_generator_next(&generator, id, NULL), SORTID_OK);
        expect(names[i], AT_MS, NULL, 0, true);
        sortid_generator_close(&generator);
    }
}

/* ---- Constructed files ---------------------------------------------------------------------- */

/* The content of a file of ulid with one ID. */
static void read_new_file(uint8_t bytes[FILE_BYTES])
{
    sortid_generator generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    open_and_make(&generator, SUPPORT_ULID, id);
    sortid_generator_close(&generator);
    assert_int_equal(read_content(path, bytes, FILE_BYTES), FILE_BYTES);
}

/* Sets the check of another identity, also in memory. */
static void seal(struct page *page)
{
    atomic_store(&page->state.identity, page->head.identity);
    page->head.check = check_of_word(page->head.identity);
    atomic_store(&page->head.rest_check, IN_USE_MARK); /* as after a killed process */
}

/* A format number that no version has assigned: nothing is reported about its last ID. */
TEST_WITHOUT_FILE(unknown)
{
    static const uint64_t numbers[] = {0, 8, 9, 127, 128, 255};
    static _Alignas(64) uint8_t bytes[FILE_BYTES];
    struct page *page = (struct page *)(void *)bytes;
    sortid_state_report found;
    read_new_file(bytes);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        page->head.identity = numbers[i] << FORMAT_SHIFT | page->head.identity << 8 >> 8;
        seal(page);
        write_content(path, bytes, sizeof bytes);
        assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
        assert_null(found.format);
        assert_true(found.current && !found.started);
        assert_int_equal(found.last_size, 0);
        assert_int_equal(found.bound_unix_ms, AT_MS + 1001);
    }
}

/* Turns a file of atomic commits into one of a machine without them. */
TEST_WITHOUT_FILE(locked)
{
    static _Alignas(64) uint8_t bytes[FILE_BYTES];
    struct page *page = (struct page *)(void *)bytes;
    const uint8_t last[16] = {0x01, 0xa1, 0xf6, 0x2c, 0x3c, 0x7b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
    sortid_state_report found;
    read_new_file(bytes);
    uint64_t methods = UINT64_C(0xff) << METHOD_SHIFT;
    page->head.identity = (page->head.identity & ~methods) | (uint64_t)METHOD_LOCK << METHOD_SHIFT;
    seal(page);
    atomic_store(&page->state.turn, 5);
    page->state.cells[1] = (struct packed_state){UINT64_C(0x01a1f62c3c7b0000), 7};
    page->state.cells[0] = (struct packed_state){UINT64_MAX, UINT64_MAX};
    write_content(path, bytes, sizeof bytes);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_true(found.has_lock && found.current && found.started);
    assert_memory_equal(found.last, last, sizeof last);
}

TEST_WITHOUT_FILE(refused)
{
    static uint8_t bytes[FILE_BYTES], after[FILE_BYTES];
    sortid_state_report found, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    found = untouched;
    errno = 0;
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_FILE_FAILED);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found - 1), SORTID_BAD_ARGUMENT);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(access(path, F_OK), -1); // no file is created
    errno = EDOM;
    assert_int_equal(sortid_state_examine(folder, &found, sizeof found), SORTID_FILE_REFUSED);
    read_new_file(bytes);
    for (size_t size = 0; size < FILE_BYTES; size += 512) {
        write_content(path, bytes, size);
        assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_STATE_DAMAGED);
    }
    write_content(path, (const uint8_t *)"42/8\n", 5);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_STATE_UNRECOGNIZED);
    memset(after, 0, sizeof after);
    put_version_1(after, file_of_version_1, COUNT_OF(file_of_version_1));
    write_content(path, after, FILE_BYTES);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_STATE_UNUSABLE);
    assert_int_equal(errno, EDOM);
    assert_memory_equal(&found, &untouched, sizeof found);
    write_content(path, bytes, FILE_BYTES);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_int_equal(read_content(path, after, FILE_BYTES), FILE_BYTES);
    assert_memory_equal(after, bytes, FILE_BYTES);
}

CASES_MAIN(make_folder, remove_file_and_folder)
