/* SPDX-License-Identifier: MIT */
/* test_default_fill.c: many IDs from the default generators: as bytes and as text, by the typed
 * calls and by sortid_new and sortid_fill, which choose the format at run time. They increase,
 * one call after the other and within a call; text that does not fit makes no ID. Before scru64
 * has a node it makes none, in children, since a process has one such generator. */
#include "../support/cases.h"

#include "../support/formats.h"
#include "../support/workers.h"

#include <stdlib.h>

enum { IDS = 5000, TEXTS = 100 };

/* The IDs must be valid and above `last`, which becomes the last of them. */
static void expect_above(const support_format *format, uint8_t *last, const uint8_t *ids,
                         size_t count)
{
    for (size_t i = 0; i < count; i++, ids += format->size) {
        uint8_t copy[SUPPORT_MAX_SIZE];
        EXPECT_STATUS(format->from_bytes(copy, ids), SORTID_OK, "ID %zu", i);
        EXPECT(memcmp(last, ids, format->size) < 0, "ID %zu is not above", i);
        memcpy(last, ids, format->size);
    }
}

static void expect_texts_above(const support_format *format, uint8_t *last, const char *text,
                               size_t count, int separator)
{
    size_t stride = format->text_length + (separator != SORTID_NO_SEPARATOR);
    for (size_t i = 0; i < count; i++, text += stride) {
        uint8_t id[SUPPORT_MAX_SIZE];
        EXPECT_STATUS(format->parse(id, text, format->text_length, NULL), SORTID_OK, "text %zu", i);
        EXPECT(separator == SORTID_NO_SEPARATOR || text[format->text_length] == (char)separator,
               "text %zu has no separator", i);
        expect_above(format, last, id, 1);
    }
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* Twice `count` IDs and some more. */
static void fill_bytes(const support_format *format, uint8_t *last, size_t count)
{
    static uint8_t ids[IDS * SUPPORT_MAX_SIZE];
    const sortid_format *handle = format->format();
    size_t done = 99;
    sortid_event event = 0;
    EXPECT_OK(format->new_fill(ids, count, &done, &event));
    EXPECT(done == count && event != 0, "%zu IDs, event %u", done, event);
    expect_above(format, last, ids, count);
    EXPECT_OK(format->new_fill(ids, 3, &done, NULL));
    expect_above(format, last, ids, done);
    EXPECT_OK(format->new_fill(ids, 0, &done, NULL));
    assert_int_equal(done, 0);

    EXPECT_OK(sortid_new(handle, ids, &event));
    EXPECT(event != 0, "no event");
    expect_above(format, last, ids, 1);
    char text[2 * SUPPORT_MAX_TEXT];
    size_t written = 99;
    const size_t length = format->text_length;
    EXPECT_GIVES(sortid_new_text(handle, text, length, &written, NULL), SORTID_NO_SPACE);
    assert_int_equal(written, 99);
    EXPECT_OK(sortid_new_text(handle, text, length + 1, &written, &event));
    EXPECT(written == length && strlen(text) == length && event != 0, "%s", format->name);
    expect_texts_above(format, last, text, 1, SORTID_NO_SEPARATOR);
    EXPECT_GIVES(sortid_fill_text(handle, text, 2 * length + 1, &written, 2, '\n', NULL),
                 SORTID_NO_SPACE);
    EXPECT_OK(sortid_fill_text(handle, text, 2 * length + 2, &written, 2, '\n', &event));
    EXPECT(written == 2 * length + 2 && event != 0, "%s", format->name);
    expect_texts_above(format, last, text, 2, '\n');
    event = 0;
    EXPECT_OK(sortid_fill(handle, ids, count, &done, &event));
    EXPECT(done == count && event != 0, "%zu IDs, event %u", done, event);
    expect_above(format, last, ids, count);
}

static void fill_text(const support_format *format, uint8_t *last, int separator)
{
    char text[TEXTS * SUPPORT_MAX_TEXT];
    size_t size = TEXTS * (format->text_length + (separator != SORTID_NO_SEPARATOR)), written = 99;
    sortid_event event = 0;
    memset(text, '#', sizeof text);
    EXPECT_GIVES(format->new_fill_text(text, size - 1, &written, TEXTS, separator, NULL),
                 SORTID_NO_SPACE);
    EXPECT(written == 0 && text[0] == '#', "written without enough capacity");
    EXPECT_OK(format->new_fill_text(text, size, &written, TEXTS, separator, &event));
    EXPECT(written == size && event != 0, "%zu bytes, event %u", written, event);
    EXPECT(text[size] == '#', "written beyond the capacity");
    expect_texts_above(format, last, text, TEXTS, separator);
    EXPECT_OK(format->new_fill_text(text, size, &written, 1, separator, NULL));
    expect_texts_above(format, last, text, 1, separator);
}

static void make_many(const support_format *format, size_t count)
{
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    char text[SUPPORT_MAX_TEXT];
    size_t written = 99;
    sortid_event event = 0;
    fill_bytes(format, last, count);
    fill_text(format, last, '\n');
    fill_text(format, last, SORTID_NO_SEPARATOR);
    EXPECT_STATUS(format->new_fill_text(text, sizeof text, &written, 1, 'a', &event),
                  SORTID_BAD_OPTION, "a digit as the separator");
    EXPECT_STATUS(format->new_fill_text(text, sizeof text, &written, 1, '\n' | SORTID_MORE, NULL),
                  SORTID_BAD_OPTION, "more");
    EXPECT(written == 0 && event == 0, "%zu bytes, event %u", written, event);
}

/* ---- scru64 without a node ------------------------------------------------------------------- */

/* Without a node both calls return that status and make nothing. */
TEST_IN_CHILD(without_node)
{
    sortid_scru64 ids[2];
    char text[2 * SORTID_SCRU64_TEXT_SIZE];
    size_t done = 99, written = 99;
    CHILD_CHECK(unsetenv("SCRU64_NODE_SPEC") == 0);
    CHILD_CHECK(sortid_scru64_fill(ids, 2, &done, NULL) == SORTID_NO_NODE_SPEC && done == 0);
    CHILD_CHECK(sortid_scru64_fill_text(text, sizeof text, &written, 2, '\n', NULL) ==
                SORTID_NO_NODE_SPEC);
    CHILD_CHECK(written == 0);
    CHILD_CHECK(sortid_new(sortid_scru64_format(), ids[0].bytes, NULL) == SORTID_NO_NODE_SPEC);
    CHILD_CHECK(sortid_fill(sortid_scru64_format(), ids[0].bytes, 2, &done, NULL) ==
                SORTID_NO_NODE_SPEC);
}

/* A node and a bound are the only options of the default generator. */
TEST_IN_CHILD(with_other_options)
{
    const sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8};
    const sortid_options options = {.node = spec, .mode = SORTID_MODE_WAIT};
    CHILD_CHECK(sortid_scru64_set_default(&options) == SORTID_BAD_OPTION);
}

/* ---- Each format ----------------------------------------------------------------------------- */

TEST_FORMATS(fill)
{
    if (format == SUPPORT_SCRU64) /* from now on this process has a node */
        EXPECT_OK(support_set_node(42, 8, NULL));
    make_many(format, IDS);
}

/* A thread's first call prepares the generator: a fill of bytes, then of text. */
static void *fill_first(void *argument)
{
    const support_format *format = *(const support_format *const *)argument;
    uint8_t ids[2 * SUPPORT_MAX_SIZE];
    size_t done = 0;
    return format->new_fill(ids, 2, &done, NULL) == SORTID_OK && done == 2 ? NULL : argument;
}

static void *fill_text_first(void *argument)
{
    const support_format *format = *(const support_format *const *)argument;
    char text[2 * SUPPORT_MAX_TEXT];
    size_t written = 0;
    return format->new_fill_text(text, sizeof text, &written, 2, '\n', NULL) == SORTID_OK &&
                   written == 2 * (format->text_length + 1)
               ? NULL
               : argument;
}

TEST_FORMATS(first_call_of_a_thread)
{
    void *(*const calls[])(void *) = {fill_first, fill_text_first};
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        EXPECT(work_in_threads(calls[i], &format, 0, 1), "call %zu in a new thread", i);
}

CASES_MAIN(NULL, NULL)
