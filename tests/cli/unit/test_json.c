/* SPDX-License-Identifier: MIT */
/* test_json.c: the sizes that json.h promises and assumes, and escapes that no valid ID needs. What
 * the lines say is tested by tests/json. */
#include "readings.h"
#include "cli/output/json.h"

#define GUARD 64

/* What no valid ID holds, but what must not break a line. */
TEST(escapes)
{
    static const char input[] = "a\"b\\c\n\x01\x1f \x7f\x80\xff{\0";
    char line[JSON_READING_SIZE];
    sortid_reading reading = reading_in(sortid_format_find("ulid"));
    size_t length = json_reading(line, &reading, input, sizeof input - 1, false, 0);
    line[length - 1] = '\0';
    assert_non_null(strstr(line, "\"input\":\"a\\u0022b\\u005cc\\u000a\\u0001\\u001f "
                                 "\\u007f\\u0080\\u00ff{\\u0000\","));
}

/* The evidence of readings that follow each other is written once, unless the confidence differs
 * for the same reasons. */
TEST(confidence)
{
    static const char *const words[] = {"\"low\"", "\"medium\"", "\"high\"", "\"low\""};
    static const uint32_t confidences[] = {SORTID_CONFIDENCE_LOW, SORTID_CONFIDENCE_MEDIUM,
                                           SORTID_CONFIDENCE_HIGH, SORTID_CONFIDENCE_LOW};
    sortid_reading reading = reading_in(sortid_format_find("scru128"));
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        char line[JSON_READING_SIZE];
        reading.confidence = confidences[i];
        line[json_reading(line, &reading, "", 0, false, 0) - 1] = '\0';
        assert_non_null(strstr(line, words[i]));
    }
}

/* The longest line of each format fits into its size: the largest ID, and an input
 * of which each byte is escaped. */
TEST(longest)
{
    char input[READING_TEXT_MAX], line[JSON_READING_SIZE + GUARD];
    const sortid_format *format;
    memset(input, 0xff, sizeof input);
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        sortid_reading reading = reading_in(format);
        reading.leniency = SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN;
        assert_int_equal(sortid_format_max(format, reading.id), SORTID_OK);
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
TEST(sizes)
{
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        EXPECT(info_of(format)->field_count <= JSON_FIELDS, "%s: too many fields",
               info_of(format)->name);
        EXPECT(strlen(info_of(format)->name) <= 10, "%s: a long name", info_of(format)->name);
        for (size_t f = 0; f < info_of(format)->field_count; f++)
            EXPECT(strlen(field_of(format, f)->name) <= 24, "%s: a long field",
                   info_of(format)->name);
    }
}

CASES_MAIN(NULL, NULL)
