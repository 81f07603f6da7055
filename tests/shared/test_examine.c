/* SPDX-License-Identifier: MIT */
/* test_examine.c: what sortid_state_examine reports for each format, with a scripted clock and boot,
 * also for states that a mutex locks; which files it refuses, and that it changes none. */
#include "file.h"
#include "version_1.h"

#define AT_MS     UINT64_C(1795132800123)
#define FILE_SIZE (3 * FILE_PAGE)

static sortid_status read_script(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = AT_MS * 1000 + 456;
    return SORTID_OK;
}

static sortid_sources scripted(void)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){.read = read_script, .resolution_us = 1};
    return sources;
}

/* Expects the report of a file that has had an ID of this timestamp. */
static void expect(const char *format, uint64_t last_ms, const uint8_t *last, size_t last_size,
                   bool fraction)
{
    sortid_state_report found;
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_ptr_equal(found.format, sortid_format_find(format));
    assert_int_equal(found.version, 2);
    assert_true(found.current && found.started);
    assert_int_equal(found.last_unix_ms, last_ms);
    assert_int_equal(found.bound_unix_ms, last_ms + 1001);
    assert_int_equal(found.last_size, last_size);
    assert_true(found.fraction == fraction);
    if (last_size > 0)
        assert_memory_equal(found.last, last, last_size);
    assert_int_equal(unlink(path), 0);
}

#define OPEN_AND_MAKE(name, id)                                                                    \
    const sortid_sources sources = scripted();                                                     \
    sortid_##name id;                                                                              \
    sortid_##name##_generator generator;                                                           \
    assert_int_equal(sortid_generator_open(&generator.base, sortid_##name##_format(), path, NULL,  \
                                           NULL, &sources),                                        \
                     SORTID_OK);                                                                   \
    assert_int_equal(sortid_##name##_generator_next(&generator, &id, NULL), SORTID_OK)

#define EXAMINE_TEST(name, last, last_size)                                                        \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        OPEN_AND_MAKE(name, id);                                                                   \
        expect(#name, AT_MS, last, last_size, false);                                              \
        sortid_generator_close(&generator.base);                                                   \
    }

EXAMINE_TEST(scru128, NULL, 0)
EXAMINE_TEST(scru128v1, NULL, 0)
EXAMINE_TEST(scru160, NULL, 0)
EXAMINE_TEST(ulid, id.bytes, 16)
EXAMINE_TEST(uuidv7, NULL, 0)

static void test_ksuid(void **state)
{
    (void)state;
    OPEN_AND_MAKE(ksuid, id);
    expect("ksuid", AT_MS / 1000 * 1000, NULL, 0, false);
    sortid_generator_close(&generator.base);
}

static void test_scru64(void **state)
{
    const sortid_sources sources = scripted();
    const sortid_scru64_node_spec node = {.node_id = 0x3ffff, .node_id_size = 23};
    const sortid_options options = {.node = &node};
    sortid_scru64_generator generator;
    sortid_state_report found;
    sortid_scru64 id;
    (void)state;
    assert_int_equal(sortid_generator_open(&generator.base, sortid_scru64_format(), path, NULL,
                                           &options, &sources),
                     SORTID_OK);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_true(found.current && !found.started);
    assert_int_equal(found.bound_unix_ms, 0);
    assert_int_equal(found.last_size, 0);
    assert_int_equal(found.node_id, 0x3ffff);
    assert_int_equal(found.node_id_size, 23);
    assert_int_equal(sortid_scru64_generator_next(&generator, &id, NULL), SORTID_OK);
    expect("scru64", AT_MS / 256 * 256, id.bytes, 8, false);
    sortid_generator_close(&generator.base);
}

static void test_fractions(void **state)
{
    static const char *const names[] = {"scru160", "uuidv7"};
    const sortid_sources sources = scripted();
    const sortid_options options = {.mode = SORTID_MODE_ABORT, .flags = SORTID_FRACTION};
    (void)state;
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

static void read_file(uint8_t bytes[FILE_SIZE])
{
    int file = open(path, O_RDONLY);
    assert_int_equal(read(file, bytes, FILE_SIZE), FILE_SIZE);
    close(file);
}

/* Writes into the existing file. */
static void write_file(const uint8_t *bytes, size_t size)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(file, bytes, size), (ssize_t)size);
    close(file);
}

/* Sets the check of another identity, also in memory. */
static void seal(struct page *page)
{
    atomic_store(&page->state.identity, page->head.identity);
    uint64_t check = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < 8; i++)
        check = (check ^ (page->head.identity >> 8 * i & 0xff)) * UINT64_C(0x100000001b3);
    page->head.check = check;
    atomic_store(&page->head.rest_check, 0); /* as after a killed process */
}

/* A format number that no version has assigned: nothing is reported about its last ID. */
static void test_unknown(void **state)
{
    static const uint64_t numbers[] = {0, 8, 9, 127, 128, 255};
    static _Alignas(64) uint8_t bytes[FILE_SIZE];
    struct page *page = (struct page *)(void *)bytes;
    sortid_state_report found;
    (void)state;
    {
        OPEN_AND_MAKE(ulid, id);
        sortid_generator_close(&generator.base);
    }
    read_file(bytes);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        page->head.identity = numbers[i] << FORMAT_SHIFT | page->head.identity << 8 >> 8;
        seal(page);
        write_file(bytes, sizeof bytes);
        assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
        assert_null(found.format);
        assert_true(found.current && !found.started);
        assert_int_equal(found.last_size, 0);
        assert_int_equal(found.bound_unix_ms, AT_MS + 1001);
    }
}

/* Turns a file of atomic commits into one of a machine without them. */
static void test_locked(void **state)
{
    static _Alignas(64) uint8_t bytes[FILE_SIZE];
    struct page *page = (struct page *)(void *)bytes;
    const uint8_t last[16] = {0x01, 0xa1, 0xf6, 0x2c, 0x3c, 0x7b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
    sortid_state_report found;
    (void)state;
    {
        OPEN_AND_MAKE(ulid, id);
        sortid_generator_close(&generator.base);
    }
    read_file(bytes);
    uint64_t methods = UINT64_C(0xff) << METHOD_SHIFT;
    page->head.identity = (page->head.identity & ~methods) | (uint64_t)METHOD_LOCK << METHOD_SHIFT;
    seal(page);
    atomic_store(&page->state.turn, 5);
    page->state.cells[1] = (struct packed_state){UINT64_C(0x01a1f62c3c7b0000), 7};
    page->state.cells[0] = (struct packed_state){UINT64_MAX, UINT64_MAX};
    write_file(bytes, sizeof bytes);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    assert_true(found.has_lock && found.current && found.started);
    assert_memory_equal(found.last, last, sizeof last);
}

static void test_refused(void **state)
{
    static uint8_t bytes[FILE_SIZE], after[FILE_SIZE];
    sortid_state_report found, untouched;
    (void)state;
    memset(&untouched, 0xa5, sizeof untouched);
    found = untouched;
    errno = 0;
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_FILE_FAILED);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(access(path, F_OK), -1); // no file is created
    errno = EDOM;
    assert_int_equal(sortid_state_examine(folder, &found, sizeof found), SORTID_FILE_REFUSED);
    {
        OPEN_AND_MAKE(ulid, id);
        sortid_generator_close(&generator.base);
    }
    read_file(bytes);
    for (size_t size = 0; size < FILE_SIZE; size += 512) {
        write_file(bytes, size);
        assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_STATE_DAMAGED);
    }
    write_file((const uint8_t *)"42/8\n", 5);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_STATE_UNRECOGNIZED);
    memset(after, 0, sizeof after);
    put_version_1(after, file_of_version_1, COUNT_OF(file_of_version_1));
    write_file(after, FILE_SIZE);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_STATE_UNUSABLE);
    assert_int_equal(errno, EDOM);
    assert_memory_equal(&found, &untouched, sizeof found);
    write_file(bytes, FILE_SIZE);
    assert_int_equal(sortid_state_examine(path, &found, sizeof found), SORTID_OK);
    read_file(after);
    assert_memory_equal(after, bytes, FILE_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_scru128, no_file),
        cmocka_unit_test_setup(test_scru128v1, no_file),
        cmocka_unit_test_setup(test_scru160, no_file),
        cmocka_unit_test_setup(test_scru64, no_file),
        cmocka_unit_test_setup(test_ulid, no_file),
        cmocka_unit_test_setup(test_uuidv7, no_file),
        cmocka_unit_test_setup(test_ksuid, no_file),
        cmocka_unit_test_setup(test_fractions, no_file),
        cmocka_unit_test_setup(test_locked, no_file),
        cmocka_unit_test_setup(test_unknown, no_file),
        cmocka_unit_test_setup_teardown(test_refused, no_file, no_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_file_and_folder);
}
