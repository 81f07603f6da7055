/* SPDX-License-Identifier: MIT */
/* test_select.c: which implementations the build has, which of them is chosen, by default and by
 * sortid_simd_use, and that the public calls use it: a spy replaces the chosen implementation, and
 * all formats must print and read with the spy. test_many.c shows that all implementations give the
 * same results. */
#include "each_simd.h"

#include "support/cases.h"
#include "support/formats.h"

#include <sortid/unstable.h>

#define FORM_OBJECT(FORM, NAME) [FORM] = {FORM, &sortid_form_##NAME},
static const struct form_of form_objects[FORMS] = {EACH_FORM(FORM_OBJECT)};

#define MANY     40
#define SPY_TEXT '#'
#define VARIABLE "SORTID_SIMD"
#define SPY_BYTE 0x11 /* below the last ID of each format; uuidv7 also needs its fixed bits */

static const sortid_encoding encodings[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_HEX,
                                            SORTID_ENCODING_UUID};

/* ---- The list ------------------------------------------------------------------ */

TEST(list)
{
    EXPECT(strcmp(sortid_simd_all[0]->name, "scalar") == 0, "scalar is not the first");
    EXPECT(sortid_simd_runs(sortid_simd_all[0]->number), "scalar does not run");
    size_t count = 0;
    for (; sortid_simd_all[count] != NULL; count++) {
        EXPECT(sortid_simd_all[count]->number == count, "%zu has another number", count);
        for (size_t other = 0; other < count; other++)
            EXPECT(strcmp(sortid_simd_all[count]->name, sortid_simd_all[other]->name) != 0,
                   "two implementations %s", sortid_simd_all[other]->name);
    }
    EXPECT(count == SIMD_COUNT, "%zu implementations", count);
}

/* A name of the list, which ends with a comma or NUL. */
static bool is_simd(const char *name)
{
    for (size_t k = 0; sortid_simd_all[k] != NULL; k++) {
        size_t length = strlen(sortid_simd_all[k]->name);
        if (strncmp(sortid_simd_all[k]->name, name, length) == 0 &&
            (name[length] == ',' || name[length] == '\0'))
            return true;
    }
    return false;
}

TEST(required)
{
    const char *at = getenv("SORTID_REQUIRE_SIMD");
    while (at != NULL && *at != '\0') {
        EXPECT(is_simd(at), "SORTID_REQUIRE_SIMD: no implementation: %s", at);
        at += strcspn(at, ",");
        at += *at == ',';
    }
}

static void expect_chosen(const struct simd *simd)
{
    for (size_t f = 0; f < FORMS; f++)
        EXPECT(codec_of(&form_objects[f]) == simd->codecs[f], "%s: form %zu", simd->name, f);
    EXPECT(bulk() == simd->bulk, "%s: bulk", simd->name);
}

/* The last one that runs is chosen, before and after the first use. */
TEST(choice)
{
    const struct simd *last = sortid_simd_all[0];
    for (size_t k = 1; sortid_simd_all[k] != NULL; k++)
        if (sortid_simd_runs(sortid_simd_all[k]->number))
            last = sortid_simd_all[k];
    sortid_simd_set(NULL);
    expect_chosen(last);
    EXPECT(atomic_load(&sortid_simd_bulk) == last->bulk, "the choice is not kept");
    expect_chosen(last);
    EXPECT(strcmp(sortid_simd_name(), last->name) == 0, "%s is named", sortid_simd_name());
    printf("implementation %s is used\n", last->name);
}

/* Another thread that chooses at the same time does not replace what a call set. */
TEST(choice_is_kept)
{
    sortid_simd_set(sortid_simd_all[0]);
    for (size_t f = 0; f < FORMS; f++)
        EXPECT(sortid_simd_choose((text_form)f, form_objects[f].form) ==
                   sortid_simd_all[0]->codecs[f],
               "form %zu", f);
    EXPECT(sortid_simd_choose_bulk() == sortid_simd_all[0]->bulk, "bulk");
    expect_chosen(sortid_simd_all[0]);
    sortid_simd_set(NULL);
}

/* ---- The public calls -------------------------------------------------------------- */

TEST(names)
{
    size_t listed = 0;
    for (size_t k = 0; sortid_simd_all[k] != NULL; k++) {
        if (!sortid_simd_runs(sortid_simd_all[k]->number))
            continue;
        EXPECT(sortid_simd_at(listed) != NULL &&
                   strcmp(sortid_simd_at(listed), sortid_simd_all[k]->name) == 0,
               "number %zu is not %s", listed, sortid_simd_all[k]->name);
        listed++;
    }
    EXPECT(sortid_simd_at(listed) == NULL && sortid_simd_at(listed + 1) == NULL &&
               sortid_simd_at(SIZE_MAX) == NULL,
           "%zu implementations run here, and more are listed", listed);
}

static void expect_use(const char *name, sortid_status status, const char *used)
{
    EXPECT_STATUS(sortid_simd_use(name), status, "use %s", name == NULL ? "NULL" : name);
    EXPECT(strcmp(sortid_simd_name(), used) == 0, "%s: %s is used, not %s",
           name == NULL ? "NULL" : name, sortid_simd_name(), used);
}

TEST(use)
{
    const char *best = sortid_simd_all[sortid_simd_best()]->name;
    for (size_t k = 0; sortid_simd_all[k] != NULL; k++) {
        const char *name = sortid_simd_all[k]->name;
        expect_use("scalar", SORTID_OK, "scalar");
        if (sortid_simd_runs(sortid_simd_all[k]->number))
            expect_use(name, SORTID_OK, name);
        else
            expect_use(name, SORTID_BAD_OPTION, "scalar");
    }
    expect_use("scalar", SORTID_OK, "scalar");
    expect_use("", SORTID_BAD_OPTION, "scalar");
    expect_use("Scalar", SORTID_BAD_OPTION, "scalar");
    expect_use("scalar,avx2", SORTID_BAD_OPTION, "scalar");
    EXPECT(unsetenv(VARIABLE) == 0, "unsetenv");
    expect_use(NULL, SORTID_OK, best);
    EXPECT(setenv(VARIABLE, "scalar", 1) == 0, "setenv");
    expect_use(NULL, SORTID_OK, "scalar");
    expect_use(best, SORTID_OK, best); /* a name goes before the variable */
    EXPECT(setenv(VARIABLE, "sse2", 1) == 0, "setenv");
    expect_use(NULL, SORTID_BAD_OPTION, best);
    EXPECT(setenv(VARIABLE, "", 1) == 0, "setenv");
#ifdef _WIN32 /* an empty value removes the variable */
    expect_use(NULL, SORTID_OK, best);
#else
    expect_use(NULL, SORTID_BAD_OPTION, best);
#endif
    EXPECT(unsetenv(VARIABLE) == 0, "unsetenv");
}

/* ---- A spy ----------------------------------------------------------------------- */

/* The IDs that the spy reads, for all forms and formats. */
static void spy_ids(uint8_t *bytes, size_t size, size_t count)
{
    memset(bytes, SPY_BYTE, count * size);
    for (size_t i = 0; size == 16 && i < count; i++)
        support_set_fixed(bytes + i * size, SUPPORT_UUIDV7);
}

static bool are_spy_ids(const void *bytes, size_t size, size_t count)
{
    uint8_t ids[MANY * SORTID_MAX_SIZE];
    spy_ids(ids, size, count);
    return memcmp(bytes, ids, count * size) == 0;
}

#define SPY(FORM, NAME)                                                                            \
    static void spy_print_##NAME(char *text, const uint8_t *bytes)                                 \
    {                                                                                              \
        (void)bytes;                                                                               \
        memset(text, SPY_TEXT, sortid_simd_form_sizes[FORM].digits);                               \
    }                                                                                              \
    static void spy_print_many_##NAME(char *text, const uint8_t *bytes, size_t count,              \
                                      int separator)                                               \
    {                                                                                              \
        (void)bytes;                                                                               \
        memset(text, SPY_TEXT,                                                                     \
               count *((size_t)sortid_simd_form_sizes[FORM].digits + (separator >= 0)));           \
    }                                                                                              \
    static bool spy_parse_##NAME(uint8_t *bytes, const char *text)                                 \
    {                                                                                              \
        (void)text;                                                                                \
        spy_ids(bytes, sortid_simd_form_sizes[FORM].bytes, 1);                                     \
        return true;                                                                               \
    }                                                                                              \
    static size_t spy_parse_many_##NAME(uint8_t *bytes, const char *text, size_t count,            \
                                        int separator)                                             \
    {                                                                                              \
        (void)text;                                                                                \
        (void)separator;                                                                           \
        spy_ids(bytes, sortid_simd_form_sizes[FORM].bytes, count);                                 \
        return count;                                                                              \
    }
EACH_FORM(SPY)

#define SPY_ROW(FORM, NAME)                                                                        \
    [FORM] = &(const struct codec){spy_print_##NAME, spy_print_many_##NAME, spy_parse_##NAME,      \
                                   spy_parse_many_##NAME},
static const struct simd spy = {.name = "spy", .codecs = {EACH_FORM(SPY_ROW)}};

static bool is_all(const void *bytes, int byte, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != byte)
            return false;
    return true;
}

static sortid_format_info describe(const sortid_format *format)
{
    sortid_format_info info;
    assert_int_equal(sortid_format_describe(format, &info, sizeof info), SORTID_OK);
    return info;
}

/* The smallest IDs, which are never the spy's. */
static void smallest_ids(uint8_t *ids, const sortid_format *format, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(sortid_format_min(format, ids + i * describe(format).size), SORTID_OK);
}

/* Each call that reads or writes text. */
static void expect_spy(const sortid_format *format, sortid_encoding encoding)
{
    const sortid_format_info info = describe(format);
    uint8_t ids[MANY * SORTID_MAX_SIZE];
    char text[MANY * SORTID_MAX_TEXT_SIZE];
    size_t length = 0, size = 0, done = 0, consumed = 0;
    smallest_ids(ids, format, MANY);
    EXPECT_STATUS(sortid_format_print(format, text, sizeof text, &length, encoding, ids), SORTID_OK,
                  "%s %d: print", info.name, (int)encoding);
    EXPECT(length > 0 && is_all(text, SPY_TEXT, length), "%s %d: print", info.name, (int)encoding);
    EXPECT_STATUS(sortid_format_parse(format, ids, encoding, text, length, NULL), SORTID_OK,
                  "%s %d: parse", info.name, (int)encoding);
    EXPECT(are_spy_ids(ids, info.size, 1), "%s %d: parse", info.name, (int)encoding);
    smallest_ids(ids, format, MANY);
    EXPECT_STATUS(
        sortid_format_print_many(format, text, sizeof text, &size, encoding, ids, MANY, '\n'),
        SORTID_OK, "%s %d: print_many", info.name, (int)encoding);
    EXPECT(size == MANY * (length + 1) && is_all(text, SPY_TEXT, size), "%s %d: print_many",
           info.name, (int)encoding);
    EXPECT_STATUS(sortid_format_parse_many(format, ids, MANY, &done, &consumed, encoding, text,
                                           size, '\n', NULL),
                  SORTID_OK, "%s %d: parse_many", info.name, (int)encoding);
    EXPECT(done == MANY && consumed == size && are_spy_ids(ids, info.size, MANY),
           "%s %d: parse_many", info.name, (int)encoding);
}

static void each_encoding(void (*test)(const sortid_format *format, sortid_encoding encoding))
{
    for (size_t i = 0; sortid_format_at(i) != NULL; i++)
        for (size_t e = 0; e < COUNT_OF(encodings); e++)
            if ((describe(sortid_format_at(i)).encodings >> encodings[e] & 1) != 0)
                test(sortid_format_at(i), encodings[e]);
}

TEST(calls_ask_the_chosen)
{
    sortid_simd_set(&spy);
    each_encoding(expect_spy);
    sortid_simd_set(NULL);
}

/* The typed calls of each format. */
static void expect_typed_spy(const support_format *format)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT];
    support_id_at(id, format, 0, false);
    EXPECT(format->print(text, id) == format->text_length &&
               is_all(text, SPY_TEXT, format->text_length),
           "print");
    EXPECT_OK(format->parse(id, text, format->text_length, NULL));
    EXPECT(are_spy_ids(id, format->size, 1), "parse");
}

TEST(typed_calls_ask_the_chosen)
{
    sortid_simd_set(&spy);
    support_each_format(expect_typed_spy);
    sortid_simd_set(NULL);
}

CASES_MAIN(NULL, NULL)
