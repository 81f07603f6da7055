/* SPDX-License-Identifier: MIT */
/* test_neighbors.c: each row of neighbors.tsv, by the calls of sortid/recognize.h: the reading of
 * its kind, its time and its fields; or the refusal as that kind. */
#include "../support/cases.h"
#include "../support/vectors.h"

#include <ctype.h>

static const char *case_place; // the current row, for the messages
static unsigned read_rows, refused_rows;

/* The library's name of a kind of the file: version 7 is a format. */
static const char *kind_name(const char *kind)
{
    return strcmp(kind, "uuid-v7") == 0 ? "uuidv7" : kind;
}

/* The field `name` of a reading as text; false if there is none. */
static bool field_of(char text[SORTID_READING_TEXT_SIZE], const sortid_reading *reading,
                     const char *name)
{
    const char *found;
    size_t written;
    for (size_t i = 0;; i++) {
        sortid_status status = sortid_reading_print_field(reading, &found, text,
                                                          SORTID_READING_TEXT_SIZE, &written, i);
        if (status == SORTID_OUT_OF_RANGE)
            return false;
        EXPECT_STATUS(status, SORTID_OK, "%s: field %zu", case_place, i);
        EXPECT(strlen(text) == written, "%s: length of field %zu", case_place, i);
        if (strcmp(found, name) == 0)
            return true;
    }
}

static void expect_form(const sortid_reading *reading, const char *value)
{
    static const struct {
        const char *name;
        sortid_form form;
    } forms[] = {
        {"hex", SORTID_FORM_HEX}, {"braces", SORTID_FORM_BRACES}, {"urn", SORTID_FORM_URN}};
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (strcmp(forms[i].name, value) == 0) {
            EXPECT((sortid_form)reading->form == forms[i].form, "%s: form %u", case_place,
                   reading->form);
            return;
        }
    fail_msg("%s: form %s", case_place, value);
}

/* randA and randB are decimal fields of the format; the file has them in hex. */
static void expect_random(const sortid_reading *reading, const char *name, const char *value)
{
    char text[SORTID_READING_TEXT_SIZE];
    assert_true(field_of(text, reading, name));
    EXPECT(support_number(text) == strtoull(value, NULL, 16), "%s: %s %s", case_place, name, text);
}

static void expect_bytes(const sortid_reading *reading, const char *value)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    assert_int_equal(strlen(value), 2 * (size_t)reading->size);
    support_unhex(bytes, reading->size, value);
    EXPECT_BYTES(reading->id, bytes, reading->size, "%s", case_place);
}

/* A hash does not tell what was hashed. */
static bool is_unknowable(const char *name)
{
    return strcmp(name, "namespace") == 0 || strcmp(name, "name") == 0;
}

static void expect_field(const sortid_reading *reading, const char *name, const char *value)
{
    char text[SORTID_READING_TEXT_SIZE];
    if (is_unknowable(name))
        return;
    if (strcmp(name, "form") == 0)
        expect_form(reading, value);
    else if (strcmp(name, "rand_a") == 0)
        expect_random(reading, "randA", value);
    else if (strcmp(name, "rand_b") == 0)
        expect_random(reading, "randB", value);
    else if (strcmp(name, "bytes") == 0)
        expect_bytes(reading, value);
    else {
        EXPECT(field_of(text, reading, name), "%s: no field %s", case_place, name);
        EXPECT(strcmp(text, value) == 0, "%s: %s is %s, not %s", case_place, name, text, value);
    }
}

static void expect_fields(const sortid_reading *reading, char *fields)
{
    for (char *field = strtok(fields, " "); field != NULL; field = strtok(NULL, " ")) {
        char *value = strchr(field, '=');
        assert_non_null(value);
        *value = '\0';
        expect_field(reading, field, value + 1);
    }
}

static void expect_time(const sortid_reading *reading, const char *unix_ms)
{
    EXPECT(reading->has_time == (*unix_ms != '\0'), "%s: has_time %u", case_place,
           reading->has_time);
    EXPECT(*unix_ms == '\0' || reading->unix_ms == strtoll(unix_ms, NULL, 10), "%s: %lld",
           case_place, (long long)reading->unix_ms);
}

/* The canonical text is read as the same ID. */
static void expect_canonical(const sortid_reading *reading)
{
    char text[SORTID_READING_TEXT_SIZE];
    size_t written, count;
    sortid_reading again;
    sortid_recognize_options options = {.kind = reading->kind};
    EXPECT_STATUS(sortid_reading_print(reading, text, sizeof text, &written), SORTID_OK, "%s",
                  case_place);
    EXPECT_STATUS(sortid_recognize(&again, sizeof again, 1, &count, text, written, &options, NULL),
                  SORTID_OK, "%s: %s", case_place, text);
    EXPECT_BYTES(again.id, reading->id, sizeof again.id, "%s: %s", case_place, text);
    EXPECT(strcmp(again.prefix, reading->prefix) == 0, "%s: %s", case_place, text);
}

/* The reading as the row's kind is among all readings, and alone if that kind is asked for. */
static void expect_reading(const char *kind, const char *text, size_t length, char **column)
{
    sortid_reading all[SORTID_READINGS_MAX], one;
    size_t count, alone, place = 0;
    sortid_recognize_options options = {.kind = sortid_kind_find(kind_name(kind))};
    assert_non_null(options.kind);
    EXPECT_STATUS(
        sortid_recognize(all, sizeof *all, COUNT_OF(all), &count, text, length, NULL, NULL),
        SORTID_OK, "%s", case_place);
    EXPECT_STATUS(sortid_recognize(&one, sizeof one, 1, &alone, text, length, &options, NULL),
                  SORTID_OK, "%s", case_place);
    while (place < count && all[place].kind != options.kind)
        place++;
    EXPECT(place < count, "%s: not as %s", case_place, kind);
    EXPECT(alone == 1, "%s: %zu readings as %s", case_place, alone, kind);
    EXPECT_BYTES(&all[place], &one, sizeof one, "%s", case_place);
    if (strncmp(kind, "uuid", 4) == 0 && strcmp(kind, "uuid-other") != 0)
        EXPECT(place == 0, "%s: place %zu", case_place, place);
    expect_time(&one, column[2]);
    expect_fields(&one, column[3]);
    expect_canonical(&one);
}

static sortid_status status_of(const char *reason)
{
    static const struct {
        const char *reason;
        sortid_status status;
    } reasons[] = {
        {"length", SORTID_BAD_LENGTH},
        {"digit", SORTID_BAD_DIGIT},
        {"case", SORTID_BAD_DIGIT},
        {"range", SORTID_OUT_OF_RANGE},
        {"spare-bits", SORTID_OUT_OF_RANGE},
        {"empty", SORTID_BAD_LENGTH},
        {"prefix-64-chars", SORTID_BAD_LENGTH},
        {"prefix-empty", SORTID_BAD_LENGTH},
        {"separator", SORTID_BAD_LENGTH},
        {"separator-empty", SORTID_BAD_LENGTH},
        {"separator-empty-prefix", SORTID_BAD_DIGIT},
        {"suffix-short", SORTID_BAD_LENGTH},
        {"suffix-long", SORTID_BAD_LENGTH},
        {"suffix-hyphens-crockford", SORTID_BAD_LENGTH},
        {"suffix-overflow", SORTID_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        if (strcmp(reasons[i].reason, reason) == 0)
            return reasons[i].status;
    return SORTID_BAD_DIGIT; /* the other words are of what is wrong in a prefix or suffix */
}

static bool is_kind(const sortid_kind *kind, const char *name)
{
    sortid_kind_info info;
    assert_int_equal(sortid_kind_describe(kind, &info, sizeof info), SORTID_OK);
    return strcmp(info.name, name) == 0 ||
           (strcmp(name, "uuid") == 0 &&
            (strcmp(info.family, "uuid") == 0 || strcmp(info.name, "uuidv7") == 0));
}

/* Refused as each kind that the row names, and not among the readings as another. */
static void expect_refusal(const char *name, const char *text, size_t length, const char *reason)
{
    sortid_reading all[SORTID_READINGS_MAX];
    const sortid_kind *kind;
    size_t count = 0, kinds = 0, position;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++) {
        sortid_recognize_options options = {.kind = kind};
        if (!is_kind(kind, name))
            continue;
        kinds++;
        EXPECT_STATUS(
            sortid_recognize(all, sizeof *all, 1, &count, text, length, &options, &position),
            status_of(reason), "%s: %s", case_place, reason);
        EXPECT(position <= length, "%s: position %zu", case_place, position);
        EXPECT(count == 0, "%s: a count of %zu", case_place, count);
    }
    EXPECT(kinds > 0, "%s: no kind %s", case_place, name);
    sortid_status status =
        sortid_recognize(all, sizeof *all, COUNT_OF(all), &count, text, length, NULL, NULL);
    for (size_t i = 0; status == SORTID_OK && i < count; i++)
        EXPECT(!is_kind(all[i].kind, name), "%s: read", case_place);
}

static void neighbor_row(char **column, const char *place, void *context)
{
    size_t length = support_unescape(column[1]);
    char *exact = support_exact_copy(column[1], length);
    (void)context;
    case_place = place;
    if (strncmp(column[0], "not-", 4) == 0) {
        assert_memory_equal(column[3], "reason=", 7);
        expect_refusal(column[0] + 4, exact, length, column[3] + 7);
        refused_rows++;
    } else {
        expect_reading(column[0], exact, length, column);
        read_rows++;
    }
    free(exact);
}

TEST(rows)
{
    support_each_row("neighbors.tsv", neighbor_row, NULL);
    assert_int_equal(read_rows, 149);
    assert_int_equal(refused_rows, 102);
}

CASES_MAIN(NULL, NULL)
