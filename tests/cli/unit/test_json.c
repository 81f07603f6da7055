/* SPDX-License-Identifier: MIT */
/* test_json.c: readings as lines of JSON. Expected lines have the fields that the formats' own tools print; for
 * random IDs each value of a line is compared with the library's print of it. */
#include "../../support/formats.h"
#include "cli/ids/format_info.h"
#include "cli/output/json.h"
#include "common/time_text.h"

#include <ctype.h>

#define GUARD 64

/* One object, in a buffer of the promised size with a guard after it. */
struct line {
    char text[JSON_READING_SIZE + GUARD];
    size_t length;
};

static void write_line(struct line *line, const sortid_reading *reading, const char *input,
                       size_t length, bool ambiguous, unsigned node_size)
{
    memset(line->text, '#', sizeof line->text);
    line->length = json_reading(line->text, reading, input, length, ambiguous, node_size);
    EXPECT(line->length <= JSON_READING_SIZE, "%zu bytes", line->length);
    for (size_t i = 0; i < GUARD; i++)
        EXPECT(line->text[JSON_READING_SIZE + i] == '#', "written past the end");
    EXPECT(line->text[line->length - 1] == '\n', "no newline");
    line->text[line->length] = '\0';
}

/* A reading of no bytes yet. */
static sortid_reading reading_of(const sortid_format *format)
{
    return (sortid_reading){.kind = sortid_kind_find(info_of(format)->name),
                            .format = format,
                            .size = info_of(format)->size,
                            .confidence = SORTID_CONFIDENCE_LOW,
                            .why = SORTID_WHY_LENGTH};
}

/* The first reading of a text. */
static void write_text(struct line *line, const char *format, bool lenient, const char *text,
                       bool ambiguous, unsigned node_size)
{
    sortid_reading reading;
    size_t count;
    const sortid_recognise_options options = {.kind = sortid_kind_find(format),
                                              .flags = lenient ? SORTID_RECOGNISE_LENIENT : 0};
    EXPECT_STATUS(
        sortid_recognise(&reading, sizeof reading, 1, &count, text, strlen(text), &options, NULL),
        SORTID_OK, "%s", text);
    EXPECT(count == 1, "%s", text);
    write_line(line, &reading, text, strlen(text), ambiguous, node_size);
}

static const struct {
    const char *format;
    bool lenient;
    const char *text;
    bool ambiguous;
    unsigned node_size;
    const char *line;
} CASES[] = {
    {"scru128", false, "036ZG552N91MT9S0GYHDWIF95", false, 0,
     "{\"format\":\"scru128\",\"input\":\"036ZG552N91MT9S0GYHDWIF95\","
     "\"canonical\":\"036zg552n91mt9s0gyhdwif95\",\"timestampIso\":\"2022-03-20T08:34:01.493Z\","
     "\"timestamp\":\"1647765241493\",\"counterHi\":\"10145723\",\"counterLo\":\"13179084\","
     "\"entropy\":\"4167049657\",\"fieldsHex\":[\"017fa6763e95\",\"9acfbb\",\"c918cc\","
     "\"f86021b9\"],\"hex\":\"017fa6763e959acfbbc918ccf86021b9\","
     "\"int\":\"1992025945105153474701124391229465017\","
     "\"uuid\":\"017fa676-3e95-9acf-bbc9-18ccf86021b9\","
     "\"confidence\":\"medium\",\"why\":[\"time\"]}\n"},
    {"scru128v1", false, "00PP7OUAC22A7TO4VESB1R83L5", true, 8,
     "{\"format\":\"scru128v1\",\"input\":\"00PP7OUAC22A7TO4VESB1R83L5\","
     "\"canonical\":\"00PP7OUAC22A7TO4VESB1R83L5\",\"timestampIso\":\"2021-10-02T23:38:47.832Z\","
     "\"timestamp\":\"55381127832\",\"counter\":\"34770908\",\"perSecRandom\":\"1306338\","
     "\"perGenRandom\":\"3283357349\",\"fieldsHex\":[\"00ce4f8f298\",\"2128fdc\",\"13eee2\","
     "\"c3b40ea5\"],\"hex\":\"00ce4f8f2982128fdc13eee2c3b40ea5\","
     "\"int\":\"1071226805690235928805475128578412197\","
     "\"uuid\":\"00ce4f8f-2982-128f-dc13-eee2c3b40ea5\","
     "\"confidence\":\"medium\",\"why\":[\"alphabet\",\"time\"],\"ambiguous\":true}\n"},
    {"scru160", false, "017c083c130732153679e83c4fc65664e6a964a1", false, 0,
     "{\"format\":\"scru160\",\"input\":\"017c083c130732153679e83c4fc65664e6a964a1\","
     "\"canonical\":\"05U0GF0J0SP1ADJPT0U4VHIMCJJAIP51\","
     "\"timestampIso\":\"2021-09-21T12:02:07.239Z\",\"timestamp\":\"1632225727239\","
     "\"counter\":\"12821\",\"random16\":\"13945\",\"random80\":\"1096701577047146014270625\","
     "\"fieldsHex\":[\"017c083c1307\",\"3215\",\"3679\",\"e83c4fc65664e6a964a1\"],"
     "\"hex\":\"017c083c130732153679e83c4fc65664e6a964a1\","
     "\"int\":\"8475000515963799931118861755026228973572547745\","
     "\"confidence\":\"medium\",\"why\":[\"time\"]}\n"},
    {"scru64", false, "0u2r85hm2pt3", false, 0,
     "{\"format\":\"scru64\",\"input\":\"0u2r85hm2pt3\",\"canonical\":\"0u2r85hm2pt3\","
     "\"timestampIso\":\"2023-03-04T11:04:46.080Z\",\"timestamp\":\"6554405805\","
     "\"nodeCtr\":\"2816295\",\"fieldsHex\":[\"0186ac4bad\",\"2af927\"],"
     "\"hex\":\"0186ac4bad2af927\",\"int\":\"109964681944955175\","
     "\"confidence\":\"medium\",\"why\":[\"alphabet\",\"time\"]}\n"},
    {"scru64", false, "0u2r85hm2pt3", false, 8,
     "{\"format\":\"scru64\",\"input\":\"0u2r85hm2pt3\",\"canonical\":\"0u2r85hm2pt3\","
     "\"timestampIso\":\"2023-03-04T11:04:46.080Z\",\"timestamp\":\"6554405805\","
     "\"nodeCtr\":\"2816295\",\"nodeId\":\"42\",\"counter\":\"63783\","
     "\"fieldsHex\":[\"0186ac4bad\",\"2af927\"],"
     "\"hex\":\"0186ac4bad2af927\",\"int\":\"109964681944955175\","
     "\"confidence\":\"medium\",\"why\":[\"alphabet\",\"time\"]}\n"},
    {"scru64", false, "000000000000", false, 23,
     "{\"format\":\"scru64\",\"input\":\"000000000000\",\"canonical\":\"000000000000\","
     "\"timestampIso\":\"1970-01-01T00:00:00.000Z\",\"timestamp\":\"0\","
     "\"nodeCtr\":\"0\",\"nodeId\":\"0\",\"counter\":\"0\","
     "\"fieldsHex\":[\"0000000000\",\"000000\"],\"hex\":\"0000000000000000\",\"int\":\"0\","
     "\"confidence\":\"low\",\"why\":[\"alphabet\"]}\n"},
    {"ulid", true, "0lBX5ZZKBK-ACTAV9WEVGEMMVRZ", true, 0,
     "{\"format\":\"ulid\",\"input\":\"0lBX5ZZKBK-ACTAV9WEVGEMMVRZ\","
     "\"canonical\":\"01BX5ZZKBKACTAV9WEVGEMMVRZ\",\"timestampIso\":\"2017-10-24T01:29:36.371Z\","
     "\"timestamp\":\"1508808576371\",\"randomness\":\"392928161897179156999967\","
     "\"fieldsHex\":[\"015f4bffcd73\",\"5334ada78edc1d4a6f1f\"],"
     "\"hex\":\"015f4bffcd735334ada78edc1d4a6f1f\","
     "\"int\":\"1824037644831285921095405231938367263\","
     "\"uuid\":\"015f4bff-cd73-5334-ada7-8edc1d4a6f1f\","
     "\"confidence\":\"medium\",\"why\":[\"time\"],\"lenient\":[\"alias\",\"hyphen\"],"
     "\"ambiguous\":true}\n"},
};

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct line line;
        write_text(&line, CASES[i].format, CASES[i].lenient, CASES[i].text, CASES[i].ambiguous,
                   CASES[i].node_size);
        assert_string_equal(line.text, CASES[i].line);
    }
}

static void test_leniency(void **state)
{
    struct line line;
    (void)state;
    write_text(&line, "ulid", true, "OLBX5ZZKBKACTAV9WEVGEMMVRZ", false, 0);
    assert_non_null(strstr(line.text, "],\"lenient\":[\"alias\"]}\n"));
    write_text(&line, "ulid", true, "01BX5ZZKBK-ACTAV9WEVGEMMVRZ", false, 0);
    assert_non_null(strstr(line.text, "],\"lenient\":[\"hyphen\"]}\n"));
    write_text(&line, "ulid", true, "01bx5zzkbkactav9wevgemmvrz", false, 0);
    assert_null(strstr(line.text, "lenient"));
}

/* What no valid ID holds, but what must not break a line. */
static void test_escapes(void **state)
{
    static const char input[] = "a\"b\\c\n\x01\x1f \x7f\x80\xff{";
    static const char expected[] = "\"input\":\"a\\u0022b\\u005cc\\u000a\\u0001\\u001f "
                                   "\\u007f\\u0080\\u00ff{\",";
    sortid_reading reading = reading_of(sortid_format_find("ulid"));
    struct line line;
    (void)state;
    write_line(&line, &reading, input, sizeof input - 1, false, 0);
    assert_non_null(strstr(line.text, expected));
    write_line(&line, &reading, "\0", 1, false, 0);
    assert_non_null(strstr(line.text, "\"input\":\"\\u0000\","));
}

/* The longest line of each format fits into its size: the largest ID, and an input
 * of which each byte is escaped. */
static void test_longest(void **state)
{
    char input[READING_TEXT_MAX];
    const sortid_format *format;
    (void)state;
    memset(input, 0xff, sizeof input);
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        sortid_reading reading = reading_of(format);
        reading.leniency = SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN;
        reading.why = 31;
        struct line line;
        sortid_format_max(format, reading.id);
        write_line(&line, &reading, input, sizeof input, true, 1);
        EXPECT(line.length + SORTID_MAX_TEXT_SIZE <= JSON_READING_SIZE, "%s: %zu",
               info_of(format)->name, line.length);
    }
}

/* Takes `,"key":"value"` off the front of *rest and compares. */
static void expect_next(const char **rest, const char *key, const char *value)
{
    char expected[256];
    snprintf(expected, sizeof expected, ",\"%s\":\"%s\"", key, value);
    EXPECT(strncmp(*rest, expected, strlen(expected)) == 0, "%s, expected %s", *rest, expected);
    *rest += strlen(expected);
}

static void expect_encoded(const char **rest, const char *key, const sortid_reading *reading,
                           sortid_encoding encoding)
{
    char text[SORTID_MAX_TEXT_SIZE];
    if (print_id(text, reading->format, encoding, reading->id) > 0)
        expect_next(rest, key, text);
}

static void expect_time(const char **rest, const sortid_reading *reading)
{
    char text[TIME_TEXT_SIZE];
    time_print(text, sortid_format_unix_ms(reading->format, reading->id));
    expect_next(rest, "timestampIso", text);
}

static void expect_fields(const char **rest, const sortid_reading *reading)
{
    char text[SORTID_MAX_TEXT_SIZE], hex[256] = ",\"fieldsHex\":";
    for (size_t i = 0; i < info_of(reading->format)->field_count; i++) {
        print_field(text, reading->format, i, SORTID_ENCODING_INT, reading->id);
        expect_next(rest, field_of(reading->format, i)->name, text);
        print_field(text, reading->format, i, SORTID_ENCODING_HEX, reading->id);
        snprintf(hex + strlen(hex), sizeof hex - strlen(hex), "%s\"%s\"", i == 0 ? "[" : ",", text);
    }
    EXPECT(strncmp(*rest, hex, strlen(hex)) == 0, "%s, expected %s", *rest, hex);
    *rest += strlen(hex);
    EXPECT(*(*rest)++ == ']', "the array has more elements");
}

static void random_id(uint8_t *id, const sortid_format *format)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (support_formats[i].format() == format)
            support_random_id(id, &support_formats[i]);
}

static void test_random(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        sortid_reading reading = reading_of(sortid_format_at(support_below(SUPPORT_FORMATS)));
        char input[SORTID_MAX_TEXT_SIZE];
        struct line line;
        random_id(reading.id, reading.format);
        size_t length = print_id(input, reading.format, SORTID_ENCODING_HEX, reading.id);
        write_line(&line, &reading, input, length, false, 0);
        const char *rest = line.text;
        EXPECT(*rest == '{', "%s", rest);
        line.text[0] = ',';
        expect_next(&rest, "format", info_of(reading.format)->name);
        expect_next(&rest, "input", input);
        expect_encoded(&rest, "canonical", &reading, SORTID_ENCODING_TEXT);
        expect_time(&rest, &reading);
        expect_fields(&rest, &reading);
        expect_encoded(&rest, "hex", &reading, SORTID_ENCODING_HEX);
        expect_encoded(&rest, "int", &reading, SORTID_ENCODING_INT);
        expect_encoded(&rest, "uuid", &reading, SORTID_ENCODING_UUID);
        assert_string_equal(rest, ",\"confidence\":\"low\",\"why\":[\"length\"]}\n");
    }
}

/* IDs prepared together have the lines that they have alone: other times, the same time,
 * and the time of the batch before. */
static void test_batch(void **state)
{
    static struct json_batch batch;
    (void)state;
    for (int i = 0; i < 500; i++) {
        uint8_t ids[JSON_BATCH * SORTID_MAX_SIZE];
        const sortid_format *format = sortid_format_at(support_below(SUPPORT_FORMATS));
        size_t count = support_below(JSON_BATCH) + 1;
        unsigned node_size = (unsigned)support_below(24);
        for (size_t k = 0; k < count; k++) {
            random_id(ids + k * info_of(format)->size, format);
            if (k > 0 && support_below(2) == 0)
                memcpy(ids + k * info_of(format)->size, ids + (k - 1) * info_of(format)->size, 6);
        }
        sortid_way way = {.kind = sortid_kind_find(info_of(format)->name)};
        json_prepare(&batch, format, &way, ids, count);
        for (size_t k = 0; k < count; k++) {
            sortid_reading reading = reading_of(format);
            char input[SORTID_MAX_TEXT_SIZE], line[JSON_READING_SIZE];
            struct line alone;
            memcpy(reading.id, ids + k * info_of(format)->size, info_of(format)->size);
            size_t length = print_id(input, format, SORTID_ENCODING_TEXT, reading.id);
            if (support_below(4) == 0 && isalpha((unsigned char)input[length - 1]) != 0)
                input[length - 1] ^= 0x20; // another case
            bool is_canonical = memcmp(batch.canonical + k * length, input, length) == 0;
            reading.confidence = sortid_way_judge(&way, &reading.why, reading.id, is_canonical);
            size_t size = json_line(line, &batch, k, input, length, node_size);
            write_line(&alone, &reading, input, length, false, node_size);
            EXPECT(size == alone.length && memcmp(line, alone.text, size) == 0, "%.*sis not\n%s",
                   (int)size, line, alone.text);
        }
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
        cmocka_unit_test(test_cases),   cmocka_unit_test(test_leniency),
        cmocka_unit_test(test_escapes), cmocka_unit_test(test_longest),
        cmocka_unit_test(test_random),  cmocka_unit_test(test_batch),
        cmocka_unit_test(test_sizes),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
