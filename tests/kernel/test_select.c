/* SPDX-License-Identifier: MIT */
/* test_select.c: which kernels the build has, which of them serves, and that the
 * public calls go by way of it: a spy of a kernel is put in the place of the chosen
 * one, and must be what all formats print and read with; then all kernels that run
 * must give the public calls the same. */
#include "kernels.h"

#define MANY     40
#define SPY_TEXT '#'
#define SPY_BYTE 0x11 /* below the last ID of each format */

static const sortid_encoding encodings[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_HEX,
                                            SORTID_ENCODING_UUID};

/* ---- The list ------------------------------------------------------------------ */

static void test_list(void **state)
{
    (void)state;
    EXPECT(sortid_kernels[0] == &sortid_kernel_scalar, "scalar is not the first");
    EXPECT(sortid_kernel_runs(&sortid_kernel_scalar), "scalar does not run");
    size_t count = 0;
    for (; sortid_kernels[count] != NULL; count++)
        for (size_t other = 0; other < count; other++)
            EXPECT(strcmp(sortid_kernels[count]->name, sortid_kernels[other]->name) != 0,
                   "two kernels %s", sortid_kernels[other]->name);
    EXPECT(count <= MAX_KERNELS, "%zu kernels: MAX_KERNELS hides some from the tests", count);
}

/* A name of the list, which ends with a comma or NUL. */
static bool is_kernel(const char *name)
{
    for (size_t k = 0; sortid_kernels[k] != NULL; k++) {
        size_t length = strlen(sortid_kernels[k]->name);
        if (strncmp(sortid_kernels[k]->name, name, length) == 0 &&
            (name[length] == ',' || name[length] == '\0'))
            return true;
    }
    return false;
}

static void test_required(void **state)
{
    (void)state;
    const char *at = getenv("SORTID_REQUIRE_KERNELS");
    while (at != NULL && *at != '\0') {
        EXPECT(is_kernel(at), "SORTID_REQUIRE_KERNELS: no kernel: %s", at);
        at += strcspn(at, ",");
        at += *at == ',';
    }
}

/* The last that runs, before and after the first use. */
static void test_choice(void **state)
{
    (void)state;
    const struct kernel *last = sortid_kernels[0];
    for (size_t k = 1; sortid_kernels[k] != NULL; k++)
        if (sortid_kernel_runs(sortid_kernels[k]))
            last = sortid_kernels[k];
    atomic_store(&sortid_kernel_chosen, NULL);
    EXPECT(sortid_kernel_choose() == last, "%s is chosen", sortid_kernel_choose()->name);
    EXPECT(atomic_load(&sortid_kernel_chosen) == last, "the choice is not kept");
    atomic_store(&sortid_kernel_chosen, NULL);
    EXPECT(kernel() == last, "%s serves at first", kernel()->name);
    EXPECT(kernel() == last, "%s serves then", kernel()->name);
    printf("kernel %s serves\n", last->name);
}

/* ---- A spy ----------------------------------------------------------------------- */

#define SPY(FORM, NAME)                                                                            \
    static void spy_print_##NAME(char *text, const uint8_t *bytes)                                 \
    {                                                                                              \
        (void)bytes;                                                                               \
        memset(text, SPY_TEXT, sortid_kernel_form_sizes[FORM].digits);                             \
    }                                                                                              \
    static void spy_print_many_##NAME(char *text, const uint8_t *bytes, size_t count, int end)     \
    {                                                                                              \
        (void)bytes;                                                                               \
        memset(text, SPY_TEXT,                                                                     \
               count *((size_t)sortid_kernel_form_sizes[FORM].digits + (end >= 0)));               \
    }                                                                                              \
    static bool spy_parse_##NAME(uint8_t *bytes, const char *text)                                 \
    {                                                                                              \
        (void)text;                                                                                \
        memset(bytes, SPY_BYTE, sortid_kernel_form_sizes[FORM].bytes);                             \
        return true;                                                                               \
    }                                                                                              \
    static size_t spy_parse_many_##NAME(uint8_t *bytes, const char *text, size_t count, int end)   \
    {                                                                                              \
        (void)text;                                                                                \
        (void)end;                                                                                 \
        memset(bytes, SPY_BYTE, count *sortid_kernel_form_sizes[FORM].bytes);                      \
        return count;                                                                              \
    }
EACH_FORM(SPY)

#define SPY_ROW(FORM, NAME)                                                                        \
    [FORM] = {spy_print_##NAME, spy_print_many_##NAME, spy_parse_##NAME, spy_parse_many_##NAME},
static const struct kernel spy = {.name = "spy", .codecs = {EACH_FORM(SPY_ROW)}};

static bool is_all(const void *bytes, int byte, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != byte)
            return false;
    return true;
}

/* Zeros, which no ID of the spy's is, in each call that knows a text. */
static void expect_spy(const sortid_format *format, sortid_encoding encoding)
{
    uint8_t ids[MANY * SORTID_MAX_SIZE] = {0};
    char text[MANY * SORTID_MAX_TEXT_SIZE];
    size_t length = sortid_format_print(text, format, encoding, ids), made;
    EXPECT(is_all(text, SPY_TEXT, length), "%s %d: print", format->name, (int)encoding);
    EXPECT_STATUS(sortid_format_parse(ids, format, encoding, text, length, NULL), SORTID_OK,
                  "%s %d: parse", format->name, (int)encoding);
    EXPECT(is_all(ids, SPY_BYTE, format->size), "%s %d: parse", format->name, (int)encoding);
    size_t size = sortid_format_print_many(text, format, encoding, ids, MANY, '\n');
    EXPECT(size == MANY * (length + 1) && is_all(text, SPY_TEXT, size), "%s %d: print_many",
           format->name, (int)encoding);
    EXPECT_STATUS(sortid_format_parse_many(ids, &made, format, encoding, text, MANY, '\n', NULL),
                  SORTID_OK, "%s %d: parse_many", format->name, (int)encoding);
    EXPECT(made == MANY && is_all(ids, SPY_BYTE, MANY * format->size), "%s %d: parse_many",
           format->name, (int)encoding);
}

static void each_encoding(void (*test)(const sortid_format *format, sortid_encoding encoding))
{
    for (size_t i = 0; sortid_format_at(i) != NULL; i++)
        for (size_t e = 0; e < COUNT_OF(encodings); e++)
            if ((sortid_format_at(i)->encodings >> encodings[e] & 1) != 0)
                test(sortid_format_at(i), encodings[e]);
}

static void test_calls_ask_the_chosen(void **state)
{
    (void)state;
    atomic_store(&sortid_kernel_chosen, &spy);
    each_encoding(expect_spy);
    atomic_store(&sortid_kernel_chosen, NULL);
}

/* The typed calls, one format for all: they are made from one macro. */
static void test_typed_calls_ask_the_chosen(void **state)
{
    (void)state;
    sortid_scru128 id;
    char text[SORTID_SCRU128_TEXT_SIZE];
    memset(&id, 0, sizeof id);
    atomic_store(&sortid_kernel_chosen, &spy);
    sortid_scru128_print(text, &id);
    EXPECT(is_all(text, SPY_TEXT, sizeof text - 1), "print: %s", text);
    EXPECT_STATUS(sortid_scru128_parse(&id, text, sizeof text - 1, NULL), SORTID_OK, "parse");
    EXPECT(is_all(&id, SPY_BYTE, sizeof id), "parse");
    atomic_store(&sortid_kernel_chosen, NULL);
}

/* ---- The same with each kernel --------------------------------------------------- */

/* What the public calls make of MANY texts, one of them perhaps bad. */
struct answer {
    char text[MANY * SORTID_MAX_TEXT_SIZE];
    uint8_t ids[MANY * SORTID_MAX_SIZE];
    size_t made, position;
    sortid_status status;
};

/* Prints the IDs by this kernel, puts a '!' at `bad` if it is in the text, reads. */
static void ask(struct answer *answer, const struct kernel *served, const sortid_format *format,
                sortid_encoding encoding, const uint8_t *ids, size_t bad)
{
    memset(answer, 0, sizeof *answer);
    atomic_store(&sortid_kernel_chosen, served);
    size_t size = sortid_format_print_many(answer->text, format, encoding, ids, MANY, '\n');
    if (bad < size)
        answer->text[bad] = '!';
    answer->status = sortid_format_parse_many(answer->ids, &answer->made, format, encoding,
                                              answer->text, MANY, '\n', &answer->position);
    atomic_store(&sortid_kernel_chosen, NULL);
}

static void expect_same(const sortid_format *format, sortid_encoding encoding)
{
    uint8_t ids[MANY * SORTID_MAX_SIZE];
    struct answer scalar, other;
    support_random_bytes(ids, sizeof ids);
    for (size_t i = 0; i < MANY; i++)
        ids[i * format->size] %= 0x40; /* in range for scru64 */
    for (size_t bad = 0; bad <= MANY * (size_t)SORTID_MAX_TEXT_SIZE; bad++) {
        ask(&scalar, &sortid_kernel_scalar, format, encoding, ids, bad);
        for (size_t k = 1; sortid_kernels[k] != NULL; k++) {
            if (!sortid_kernel_runs(sortid_kernels[k]))
                continue;
            ask(&other, sortid_kernels[k], format, encoding, ids, bad);
            const char *name = sortid_kernels[k]->name;
            EXPECT(other.status == scalar.status && other.made == scalar.made &&
                       (other.status == SORTID_OK || other.position == scalar.position),
                   "%s: %s: status, made or position, bad byte %zu", name, format->name, bad);
            EXPECT(memcmp(other.text, scalar.text, sizeof other.text) == 0, "%s: %s: texts", name,
                   format->name);
            EXPECT_BYTES(other.ids, scalar.ids, scalar.made * format->size, "%s: %s: IDs", name,
                         format->name);
        }
    }
}

static void test_calls_give_the_same(void **state)
{
    (void)state;
    each_encoding(expect_same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_required),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_calls_ask_the_chosen),
        cmocka_unit_test(test_typed_calls_ask_the_chosen),
        cmocka_unit_test(test_calls_give_the_same),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
