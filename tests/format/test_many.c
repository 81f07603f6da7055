/* SPDX-License-Identifier: MIT */
/* test_many.c: the public calls for many IDs, typed and by format: the fuzz target many judges them
 * on texts and IDs with and without damage; here are also the counts, lengths and capacities around
 * each limit, between guard pages, and what cannot be many. The implementations of src/simd are
 * tested separately in tests/simd. */
#include "fuzz/target/many.c" // NOLINT(bugprone-suspicious-include)
#include "support/cases.h"
#include "support/guard.h"

#include <limits.h>

#define MOST   600
#define ROUNDS 1000

static const int separators[] = {SORTID_NO_SEPARATOR, '\n', 0, ' ', 255};

/* IDs of a format, and room for their texts. */
static struct batch {
    const support_format *format;
    const sortid_format *handle;
    uint8_t ids[MOST * SUPPORT_MAX_SIZE];
    char text[MOST * SUPPORT_MAX_TEXT];
    char expected[MOST * SUPPORT_MAX_TEXT];
    size_t starts[MOST + 1]; /* of the expected texts; the last is where they end */
    uint8_t read[MOST * SUPPORT_MAX_SIZE];
} batch;

static void draw_ids(struct batch *b, const support_format *format)
{
    b->format = format;
    b->handle = sortid_format_find(format->name);
    assert_non_null(b->handle);
    for (size_t i = 0; i < MOST; i++)
        support_random_id(b->ids + i * format->size, format);
}

/* What the calls for one write, a separator after each. */
static size_t expect_texts(struct batch *b, sortid_encoding encoding, size_t count, int separator)
{
    char *at = b->expected;
    for (size_t i = 0; i < count; i++) {
        size_t written = 0;
        b->starts[i] = (size_t)(at - b->expected);
        EXPECT_STATUS(sortid_format_print(b->handle, at, SORTID_MAX_TEXT_SIZE, &written, encoding,
                                          b->ids + i * b->format->size),
                      SORTID_OK, "encoding %d", (int)encoding);
        at += written;
        if (separator != SORTID_NO_SEPARATOR)
            *at++ = (char)separator;
    }
    b->starts[count] = (size_t)(at - b->expected);
    return b->starts[count];
}

/* Whether the format has the encoding and its texts can have the separator. */
static bool allowed(const struct batch *b, sortid_encoding encoding, int separator)
{
    return judge_has(b->format, encoding) && judge_separator(encoding, separator);
}

/* Runs `test` with each valid combination of encoding and separator. */
static void each_way(struct batch *b,
                     void (*test)(struct batch *b, sortid_encoding encoding, int separator))
{
    for (size_t s = 0; s < COUNT_OF(separators); s++)
        for (sortid_encoding encoding = 0; encoding <= SORTID_ENCODING_URN; encoding++)
            if (allowed(b, encoding, separators[s]))
                test(b, encoding, separators[s]);
}

/* The capacity that print_many requires. */
static size_t needed(const struct batch *b, sortid_encoding encoding, size_t count, int separator)
{
    return count * (judge_length(b->format, encoding) + (separator != SORTID_NO_SEPARATOR));
}

/* ---- Printing ------------------------------------------------------------------- */

static void expect_no_print(struct batch *b, sortid_encoding encoding, size_t count, int separator)
{
    size_t written = 12345;
    memset(b->text, '#', sizeof b->text);
    EXPECT_STATUS(sortid_format_print_many(b->handle, b->text, sizeof b->text, &written, encoding,
                                           b->ids, count, separator),
                  SORTID_BAD_OPTION, "encoding %d, separator %d", (int)encoding, separator);
    EXPECT(written == 12345, "encoding %d: *written touched", (int)encoding);
    for (size_t i = 0; i < sizeof b->text; i++)
        EXPECT(b->text[i] == '#', "byte %zu of the text", i);
}

/* Both calls with a capacity that ends at a guard page: too small, nothing is written. */
static void expect_capacity(struct batch *b, const struct guarded *memory, sortid_encoding encoding,
                            size_t count, int separator, size_t capacity)
{
    bool fits = capacity >= needed(b, encoding, count, separator);
    size_t expected = b->starts[count];
    for (int typed = 0; typed <= (encoding == SORTID_ENCODING_TEXT ? 1 : 0); typed++) {
        char *text = (char *)guarded_place(memory, capacity, true);
        size_t written = 12345;
        memset(memory->begin, CANARY, (size_t)(memory->end - memory->begin));
        sortid_status status =
            typed ? b->format->print_many(text, capacity, &written, b->ids, count, separator)
                  : sortid_format_print_many(b->handle, text, capacity, &written, encoding, b->ids,
                                             count, separator);
        EXPECT_STATUS(status, fits ? SORTID_OK : SORTID_NO_SPACE,
                      "encoding %d, %zu texts, separator %d, capacity %zu", (int)encoding, count,
                      separator, capacity);
        EXPECT(written == (fits ? expected : 12345), "encoding %d, capacity %zu: %zu written",
               (int)encoding, capacity, written);
        if (fits)
            EXPECT_BYTES(text, b->expected, expected, "encoding %d, capacity %zu", (int)encoding,
                         capacity);
        size_t changed = fits ? expected : 0;
        EXPECT(is_untouched(memory->begin, (size_t)((uint8_t *)text - memory->begin)) &&
                   is_untouched(text + changed, capacity - changed),
               "encoding %d, capacity %zu: another byte is touched", (int)encoding, capacity);
    }
}

static void try_capacities(struct batch *b, sortid_encoding encoding, int separator)
{
    struct guarded memory = guarded_new(4 * SUPPORT_MAX_TEXT);
    for (size_t count = 0; count <= 3; count++) {
        size_t most = needed(b, encoding, count, separator);
        expect_texts(b, encoding, count, separator);
        for (size_t capacity = 0; capacity <= most + 1; capacity++)
            expect_capacity(b, &memory, encoding, count, separator, capacity);
    }
    guarded_free(&memory);
}

TEST_FORMATS(capacities)
{
    draw_ids(&batch, format);
    each_way(&batch, try_capacities);
    /* The longest decimals fill what is asked for. */
    assert_int_equal(sortid_format_max(batch.handle, batch.ids), SORTID_OK);
    memcpy(batch.ids + format->size, batch.ids, format->size);
    memcpy(batch.ids + 2 * format->size, batch.ids, format->size);
    assert_int_equal(expect_texts(&batch, SORTID_ENCODING_INT, 3, '\n'),
                     needed(&batch, SORTID_ENCODING_INT, 3, '\n'));
    each_way(&batch, try_capacities);
}

/* A count whose texts have more bytes than a size_t can express fits no capacity. */
TEST_FORMATS(huge_counts)
{
    size_t written = 12345;
    char text = '#';
    draw_ids(&batch, format);
    for (size_t stride = 2; stride <= SORTID_MAX_TEXT_SIZE; stride++) {
        EXPECT_STATUS(sortid_format_print_many(batch.handle, &text, 1, &written,
                                               SORTID_ENCODING_TEXT, batch.ids,
                                               SIZE_MAX / stride + 1, '\n'),
                      SORTID_NO_SPACE, "%zu", stride);
        EXPECT_STATUS(
            format->print_many(&text, 1, &written, batch.ids, SIZE_MAX / stride + 1, '\n'),
            SORTID_NO_SPACE, "typed, %zu", stride);
    }
    EXPECT(written == 12345 && text == '#', "an output is touched");
}

/* ---- Texts and IDs with and without damage ------------------------------------------- */

/* Changes some bytes, to any byte or to a separator; cuts the end in half of the cases. */
static size_t damage(char *text, size_t length, int separator)
{
    for (uint64_t left = support_below(3); left > 0 && length > 0; left--)
        text[support_below(length)] =
            (char)(separator != SORTID_NO_SEPARATOR && support_below(2) == 0
                       ? separator
                       : (int)support_random());
    return support_below(2) == 0 ? (size_t)support_below(length + 1) : length;
}

/* In some batches one is the last ID, or ones or zeros, which may not be an ID. */
static void draw_many(struct batch *b, size_t count)
{
    size_t size = b->format->size, edge = (size_t)support_below(count);
    for (size_t i = 0; i < count; i++)
        support_random_id(b->ids + i * size, b->format);
    if (support_below(8) == 0)
        support_id_at(b->ids + edge * size, b->format, b->format->timestamp_max, true);
    if (support_below(4) == 0)
        memset(b->ids + edge * size, support_below(2) == 0 ? 0xff : 0, size);
}

TEST_FORMATS(judged)
{
    struct batch *b = &batch;
    draw_ids(b, format);
    for (int turn = 0; turn < ROUNDS; turn++) {
        struct many many = {.format = format, .handle = b->handle, .bytes = b->ids};
        size_t count = 1 + (size_t)support_below(turn < ROUNDS - 20 ? 70 : MOST);
        many.encoding = (sortid_encoding)support_below(SORTID_ENCODING_URN + 1);
        many.separator = separators[support_below(COUNT_OF(separators))];
        many.size = count * format->size;
        if (!judge_has(format, many.encoding))
            continue;
        draw_many(b, count);
        print_many(&many);
        size_t length = judge_prints(b->text, &many, b->ids, count);
        many.bytes = (const uint8_t *)b->text;
        many.size = damage(b->text, length, many.separator);
        read_many(&many);
    }
}

/* ---- The length of what is read ------------------------------------------------------- */

/* Room for texts and IDs; a byte before or after them cannot be touched. */
static struct room {
    struct guarded text, ids;
} places;

/* Reads up to `count` texts from the first `length` bytes of the expected ones, which lie at a
 * guard page, into room for `count` IDs, which ends at one. */
static void expect_judged(struct batch *b, sortid_encoding encoding, size_t length, size_t count,
                          int separator, bool at_end)
{
    judgement_of_many wanted =
        judge_many(b->read, b->format, encoding, b->expected, length, count, separator);
    for (int typed = 0; typed <= (encoding == SORTID_ENCODING_TEXT ? 1 : 0); typed++) {
        char *text = (char *)guarded_place(&places.text, length, at_end);
        uint8_t *ids = guarded_place(&places.ids, count * b->format->size, true);
        size_t done = 12345, consumed = 12345, position = 54321;
        memcpy(text, b->expected, length);
        sortid_status status =
            typed ? b->format->parse_many(ids, count, &done, &consumed, text, length, separator,
                                          &position)
                  : sortid_format_parse_many(b->handle, ids, count, &done, &consumed, encoding,
                                             text, length, separator, &position);
        EXPECT_STATUS(status, wanted.status, "encoding %d, separator %d, %zu bytes, %zu texts",
                      (int)encoding, separator, length, count);
        EXPECT(done == wanted.done && consumed == wanted.consumed &&
                   position == (status == SORTID_OK ? 54321 : wanted.position),
               "encoding %d, separator %d, %zu bytes, %zu texts: done %zu, consumed %zu, "
               "position %zu, not %zu, %zu, %zu",
               (int)encoding, separator, length, count, done, consumed, position, wanted.done,
               wanted.consumed, wanted.position);
        EXPECT_BYTES(ids, b->read, done * b->format->size, "encoding %d", (int)encoding);
    }
}

/* All lengths of a few texts; of more, which are read in groups, those around the last texts. The
 * count is that of the texts, one less or one more. */
static void try_lengths(struct batch *b, sortid_encoding encoding, int separator)
{
    static const size_t counts[] = {0, 1, 2, 3, 8, 9, 16, 33};
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        size_t count = counts[c], end = expect_texts(b, encoding, count, separator);
        size_t first = count <= 3 ? 0 : b->starts[count - 1] - 1;
        for (size_t length = first; length <= end; length++) {
            for (size_t asked = count - (count > 0); asked <= count + 1; asked++)
                expect_judged(b, encoding, length, asked, separator, true);
            expect_judged(b, encoding, length, count + 1, separator | SORTID_MORE, true);
        }
        expect_judged(b, encoding, end, count, separator, false);
    }
}

TEST_FORMATS(lengths)
{
    places.text = guarded_new(40 * SUPPORT_MAX_TEXT);
    places.ids = guarded_new(40 * SUPPORT_MAX_SIZE);
    draw_ids(&batch, format);
    each_way(&batch, try_lengths);
    guarded_free(&places.text);
    guarded_free(&places.ids);
}

/* The expected results for the end of a text, as constants. */
struct ending {
    sortid_encoding encoding;
    const char *text; /* of ulid, except for its NUL */
    sortid_status status;
    size_t done, consumed, position;
};

#define ULID  "01BX5ZZKBKACTAV9WEVGEMMVRZ"
#define MAX39 "340282366920938463463374607431768211455"
static const struct ending endings[] = {
    {SORTID_ENCODING_TEXT, "", SORTID_OK, 0, 0, 0},
    {SORTID_ENCODING_TEXT, ULID "\n", SORTID_OK, 1, 27, 0},
    {SORTID_ENCODING_TEXT, ULID, SORTID_OK, 1, 26, 0},
    {SORTID_ENCODING_TEXT, ULID "\n" ULID, SORTID_OK, 2, 53, 0},
    {SORTID_ENCODING_TEXT, ULID "\n\n", SORTID_BAD_LENGTH, 1, 27, 0},
    {SORTID_ENCODING_TEXT, ULID "\n01BX", SORTID_BAD_LENGTH, 1, 27, 4},
    {SORTID_ENCODING_TEXT, ULID "\n01BX\n", SORTID_BAD_LENGTH, 1, 27, 4},
    {SORTID_ENCODING_TEXT, ULID "\n" ULID "0", SORTID_BAD_LENGTH, 1, 27, 26},
    {SORTID_ENCODING_TEXT, ULID "\n01BX5ZZKBKACTAV9WEVGEMMVRU", SORTID_BAD_DIGIT, 1, 27, 25},
    {SORTID_ENCODING_TEXT, ULID "\n8" ULID, SORTID_BAD_LENGTH, 1, 27, 26},
    {SORTID_ENCODING_TEXT, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", SORTID_OUT_OF_RANGE, 0, 0, 0},
    {SORTID_ENCODING_INT, "1\n22\n333\n", SORTID_OK, 3, 9, 0},
    {SORTID_ENCODING_INT, "1\n22\n333", SORTID_OK, 2, 5, 0},
    {SORTID_ENCODING_INT, "7", SORTID_OK, 0, 0, 0},
    {SORTID_ENCODING_INT, "1\n" MAX39, SORTID_OK, 1, 2, 0},
    {SORTID_ENCODING_INT, "1\n" MAX39 "\n", SORTID_OK, 2, 42, 0},
    {SORTID_ENCODING_INT, "1\n" MAX39 "0", SORTID_BAD_LENGTH, 1, 2, 39},
    {SORTID_ENCODING_INT, "1\n" MAX39 "0\n", SORTID_BAD_LENGTH, 1, 2, 39},
    {SORTID_ENCODING_INT, "1\n\n", SORTID_BAD_LENGTH, 1, 2, 0},
    {SORTID_ENCODING_INT, "1\n02\n", SORTID_BAD_DIGIT, 1, 2, 0},
    {SORTID_ENCODING_INT, "1\n2x\n", SORTID_BAD_DIGIT, 1, 2, 1},
    {SORTID_ENCODING_INT, "1\n9" MAX39 "\n", SORTID_BAD_LENGTH, 1, 2, 39},
    {SORTID_ENCODING_INT, "1\n340282366920938463463374607431768211456\n", SORTID_OUT_OF_RANGE, 1, 2,
     0},
};

TEST(endings)
{
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        const struct ending *e = &endings[i];
        uint8_t ids[8 * 16];
        size_t done = 9, consumed = 99, position = 77, length = strlen(e->text);
        char *text = support_exact_copy(e->text, length);
        EXPECT_STATUS(sortid_format_parse_many(sortid_ulid_format(), ids, 8, &done, &consumed,
                                               e->encoding, text, length, '\n', &position),
                      e->status, "\"%s\"", e->text);
        free(text);
        EXPECT(done == e->done && consumed == e->consumed &&
                   position == (e->status == SORTID_OK ? 77 : e->position),
               "\"%s\": done %zu, consumed %zu, position %zu", e->text, done, consumed, position);
    }
}

/* A stream of decimals read in pieces: the unread rest is prepended to the next piece. */
TEST_FORMATS(stream)
{
    struct batch *b = &batch;
    draw_ids(b, format);
    size_t end = expect_texts(b, SORTID_ENCODING_INT, 100, '\n'), read = 0, at = 0, held = 0;
    while (held < end) {
        size_t done, consumed, piece = 1 + (size_t)support_below(60);
        held = held + piece < end ? held + piece : end;
        EXPECT_STATUS(sortid_format_parse_many(b->handle, b->read + read * format->size, MOST,
                                               &done, &consumed, SORTID_ENCODING_INT,
                                               b->expected + at, held - at, '\n', NULL),
                      SORTID_OK, "at %zu", at);
        read += done;
        at += consumed;
        EXPECT(b->starts[read] == at, "%zu read, at %zu", read, at);
    }
    EXPECT(read == 100 && at == end, "%zu read, at %zu of %zu", read, at, end);
    EXPECT_BYTES(b->read, b->ids, 100 * format->size, "IDs");
}

/* ---- What cannot be many -------------------------------------------------------------- */

/* Refused before a byte is read or written. */
static void expect_no_parse(const struct batch *b, sortid_encoding encoding, int separator)
{
    size_t done = 9, consumed = 9, position = 9;
    EXPECT_STATUS(sortid_format_parse_many(b->handle, NULL, 3, &done, &consumed, encoding, NULL,
                                           100, separator, &position),
                  SORTID_BAD_OPTION, "encoding %d, separator %d", (int)encoding, separator);
    EXPECT(done == 0 && consumed == 0, "done %zu, consumed %zu", done, consumed);
}

TEST_FORMATS(refusals)
{
    static const int wrong[] = {
        '0', '9', 'a', 'z', 'A', 'Z', '-', 257, -1, -2, 511, SORTID_MORE * 2, INT_MIN, INT_MAX};
    size_t done, consumed, written, position;
    draw_ids(&batch, format);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        done = consumed = written = 9;
        EXPECT_STATUS(format->print_many(NULL, 1000, &written, batch.ids, 3, wrong[i]),
                      SORTID_BAD_OPTION, "separator %d", wrong[i]);
        EXPECT_STATUS(
            format->print_many(NULL, 1000, &written, batch.ids, 3, wrong[i] | SORTID_MORE),
            SORTID_BAD_OPTION, "separator %d", wrong[i]);
        assert_int_equal(written, 9);
        EXPECT_STATUS(format->parse_many(NULL, 3, &done, &consumed, NULL, 100, wrong[i], &position),
                      SORTID_BAD_OPTION, "separator %d", wrong[i]);
        EXPECT(done == 0 && consumed == 0, "done %zu, consumed %zu", done, consumed);
    }
    expect_no_parse(&batch, SORTID_ENCODING_INT, SORTID_NO_SEPARATOR);
    expect_no_parse(&batch, SORTID_ENCODING_INT, '3');
    expect_no_parse(&batch, SORTID_ENCODING_BIN, '\n');
    expect_no_parse(&batch, (sortid_encoding)(SORTID_ENCODING_URN + 1), '\n');
    expect_no_parse(&batch, (sortid_encoding)63, '\n');
    for (const char *at = "{}:"; *at != '\0'; at++) {
        sortid_encoding encoding = *at == ':' ? SORTID_ENCODING_URN : SORTID_ENCODING_BRACES;
        expect_no_parse(&batch, encoding, format->has_uuid ? *at : '\n');
        expect_no_print(&batch, encoding, 3, format->has_uuid ? *at : '\n');
    }
    if (!format->has_uuid)
        expect_no_parse(&batch, SORTID_ENCODING_UUID, '\n');
}

/* IDs and texts in one buffer, the IDs `apart` bytes after the texts: only if they overlap, both
 * calls refuse and write nothing. */
static void expect_apart(struct batch *b, sortid_encoding encoding, int separator, ptrdiff_t apart)
{
    static uint8_t both[3][40 * SORTID_MAX_TEXT_SIZE];
    enum { COUNT = 20 };
    size_t length = expect_texts(b, encoding, COUNT, separator), done = 99, consumed, written = 99;
    size_t texts = needed(b, encoding, COUNT, separator), size = COUNT * b->format->size;
    bool is_apart = apart >= (ptrdiff_t)texts || -apart >= (ptrdiff_t)size;
    uint8_t *text = both[1], *ids = text + apart;
    memset(both, CANARY, sizeof both);
    memcpy(ids, b->ids, size);
    sortid_status status = sortid_format_print_many(b->handle, (char *)text, texts, &written,
                                                    encoding, ids, COUNT, separator);
    EXPECT_STATUS(status, is_apart ? SORTID_OK : SORTID_BAD_ARGUMENT, "print %d, %td apart",
                  (int)encoding, apart);
    EXPECT((written == 99) == !is_apart && memcmp(ids, b->ids, size) == 0, "print %d, %td apart",
           (int)encoding, apart);
    memset(both, CANARY, sizeof both);
    memcpy(text, b->expected, length);
    is_apart = apart >= (ptrdiff_t)length || -apart >= (ptrdiff_t)size;
    status = sortid_format_parse_many(b->handle, ids, COUNT, &done, &consumed, encoding,
                                      (char *)text, length, separator, NULL);
    EXPECT_STATUS(status, is_apart ? SORTID_OK : SORTID_BAD_ARGUMENT, "parse %d, %td apart",
                  (int)encoding, apart);
    EXPECT(done == (is_apart ? COUNT : 0) && memcmp(text, b->expected, length) == 0,
           "parse %d, %td apart: %zu", (int)encoding, apart, done);
}

static void try_overlaps(struct batch *b, sortid_encoding encoding, int separator)
{
    const ptrdiff_t texts = (ptrdiff_t)expect_texts(b, encoding, 20, separator);
    const ptrdiff_t most = (ptrdiff_t)needed(b, encoding, 20, separator);
    const ptrdiff_t size = 20 * (ptrdiff_t)b->format->size;
    const ptrdiff_t aparts[] = {0, 1, -1, texts - 1, texts, most - 1, most, -size, 1 - size};
    for (size_t i = 0; i < COUNT_OF(aparts); i++)
        expect_apart(b, encoding, separator, aparts[i]);
}

TEST_FORMATS(overlaps)
{
    draw_ids(&batch, format);
    each_way(&batch, try_overlaps);
}

/* No texts are asked for, or there are none: nothing is read. */
TEST_FORMATS(nothing)
{
    static const size_t counts[] = {0, 3, 0}, lengths[] = {0, 0, 5};
    draw_ids(&batch, format);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        for (sortid_encoding e = 0; e <= SORTID_ENCODING_URN; e++) {
            int separator = e == SORTID_ENCODING_BIN ? SORTID_NO_SEPARATOR : '\n';
            size_t done = 9, consumed = 9, position = 9;
            if (!judge_has(format, e))
                continue;
            EXPECT_STATUS(sortid_format_parse_many(batch.handle, NULL, counts[i], &done, &consumed,
                                                   e, NULL, lengths[i], separator, &position),
                          SORTID_OK, "encoding %d", (int)e);
            EXPECT(done == 0 && consumed == 0 && position == 9,
                   "encoding %d: done %zu, consumed %zu, position %zu", (int)e, done, consumed,
                   position);
        }
    size_t done = 9, consumed = 9, written = 9;
    EXPECT_OK(format->parse_many(NULL, 0, &done, &consumed, NULL, 5, '\n', NULL));
    EXPECT(done == 0 && consumed == 0, "done %zu, consumed %zu", done, consumed);
    EXPECT_OK(format->print_many(NULL, 0, &written, NULL, 0, '\n'));
    assert_int_equal(written, 0);
}

CASES_MAIN(NULL, NULL)
