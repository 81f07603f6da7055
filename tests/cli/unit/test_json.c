/* SPDX-License-Identifier: MIT */
/* test_json.c: the sizes that json.h promises and assumes. What the lines say is tested by tests/json. */
#include "../../support/formats.h"
#include "cli/format_info.h"
#include "cli/json.h"

#define GUARD 64

/* The longest line of each format fits into its size: the largest ID, and an input
 * of which each byte is escaped. */
static void test_longest(void **state)
{
    char input[READING_TEXT_MAX], line[JSON_READING_SIZE + GUARD];
    const sortid_format *format;
    (void)state;
    memset(input, 0xff, sizeof input);
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        sortid_reading reading = {.kind = sortid_kind_find(info_of(format)->name),
                                  .format = format,
                                  .size = info_of(format)->size,
                                  .confidence = SORTID_CONFIDENCE_LOW,
                                  .why = 31,
                                  .leniency = SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN};
        sortid_format_max(format, reading.id);
        memset(line, '#', sizeof line);
        size_t length = json_reading(line, &reading, input, sizeof input, true, 1);
        EXPECT(length + SORTID_MAX_TEXT_SIZE <= JSON_READING_SIZE, "%s: %zu", info_of(format)->name,
               length);
        EXPECT(line[length - 1] == '\n', "%s: no newline", info_of(format)->name);
        for (size_t k = 0; k < GUARD; k++)
            EXPECT(line[JSON_READING_SIZE + k] == '#', "written past the end");
    }
}

/* The sizes that json.h assumes of formats: fields, and names that fit into a key. */
static void test_sizes(void **state)
{
    const sortid_format *format;
    (void)state;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        EXPECT(info_of(format)->field_count <= JSON_FIELDS, "%s: too many fields",
               info_of(format)->name);
        EXPECT(strlen(info_of(format)->name) <= 10, "%s: a long name", info_of(format)->name);
        for (size_t f = 0; f < info_of(format)->field_count; f++)
            EXPECT(strlen(field_of(format, f)->name) <= 24, "%s: a long field",
                   info_of(format)->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_sizes),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
