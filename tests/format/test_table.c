/* SPDX-License-Identifier: MIT */
/* test_table.c: the formats of sortid/format.h are what FORMATS says, described in full or in
 * part, and what is not a format, field or encoding is refused. No expectation comes from the table
 * itself. */
#include "support/cases.h"
#include "support/formats.h"
#include "support/guard.h"
#include "support/oracle.h"

static const sortid_format *handle_of(const support_format *format)
{
    const sortid_format *handle = sortid_format_find(format->name);
    EXPECT(handle != NULL, "no format %s", format->name);
    return handle;
}

static sortid_format_info describe(const sortid_format *handle)
{
    sortid_format_info info;
    memset(&info, 0xa5, sizeof info);
    assert_int_equal(sortid_format_describe(handle, &info, sizeof info), SORTID_OK);
    return info;
}

static sortid_field_info describe_field(const sortid_format *handle, size_t index)
{
    sortid_field_info info;
    memset(&info, 0xa5, sizeof info);
    EXPECT_STATUS(sortid_format_field(handle, &info, sizeof info, index), SORTID_OK, "field %zu",
                  index);
    return info;
}

/* ---- The description of a format -------------------------------------------------- */

/* Stored in state files: this list is the record that none has changed. */
static const uint32_t numbers[SUPPORT_FORMATS] = {1, 2, 3, 4, 5, 6, 7};

/* Whether some bytes are no ID: the largest or the smallest would be among them. */
static bool can_be_invalid(const support_format *format)
{
    uint8_t ones[SUPPORT_MAX_SIZE];
    size_t byte;
    memset(ones, 0xff, sizeof ones);
    return support_check(format, ones, &byte) != SORTID_OK;
}

static void described_as(const support_format *format)
{
    const sortid_format_info info = describe(handle_of(format));
    uint32_t traits = (format->reserves_ends ? SORTID_TRAIT_RESERVES_ENDS : 0) |
                      (format == SUPPORT_SCRU64 ? SORTID_TRAIT_NEEDS_NODE : 0) |
                      (can_be_invalid(format) ? SORTID_TRAIT_CAN_BE_INVALID : 0) |
                      (oracle_has_case(format->alphabet) ? SORTID_TRAIT_CASE_SENSITIVE : 0);
    assert_string_equal(info.name, format->name);
    assert_string_equal(info.title, format->title);
    assert_int_equal(info.number, numbers[format - support_formats]);
    assert_int_equal(info.size, format->size);
    assert_int_equal(info.text_length, format->text_length);
    assert_int_equal(info.timestamp_max, format->timestamp_max);
    assert_int_equal(info.unit_ms, format->timestamp_unit);
    assert_int_equal(info.zero_ms, format->timestamp_zero);
    assert_int_equal(info.traits, traits);
    unsigned encodings = 1u << SORTID_ENCODING_TEXT | 1u << SORTID_ENCODING_HEX |
                         1u << SORTID_ENCODING_INT | 1u << SORTID_ENCODING_BIN;
    if (format->has_uuid)
        encodings |=
            1u << SORTID_ENCODING_UUID | 1u << SORTID_ENCODING_BRACES | 1u << SORTID_ENCODING_URN;
    assert_int_equal(info.encodings, encodings);
    assert_ptr_equal(format->format(), handle_of(format));
}

TEST(descriptions)
{
    support_each_format(described_as);
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        assert_ptr_equal(sortid_format_at(i), handle_of(&support_formats[i]));
    assert_null(sortid_format_at(SUPPORT_FORMATS));
    assert_null(sortid_format_at(SIZE_MAX));
}

TEST(find)
{
    static const char *const none[] = {"",         "SCRU128",  "Ulid",     "scru12",
                                       "scru128 ", "scru128v", "scru1280", "uuid",
                                       "scru6",    "uuidv",    "UUIDv7"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        EXPECT(sortid_format_find(none[i]) == NULL, "\"%s\" was found", none[i]);
}

/* A format that was not found: each call says so and writes nothing, also not counts. */
TEST(no_format)
{
    const sortid_format *none = sortid_format_find("ULID");
    struct {
        uint8_t id[SORTID_MAX_SIZE], other[SORTID_MAX_SIZE];
        char text[SORTID_MAX_TEXT_SIZE];
        size_t written, done, consumed;
        bool carried;
        sortid_format_info info;
        sortid_field_info field;
    } out;
    memset(&out, CANARY, sizeof out);
    const uint8_t *id = out.id;
    const sortid_status statuses[] = {
        sortid_format_describe(none, &out.info, sizeof out.info),
        sortid_format_field(none, &out.field, sizeof out.field, 0),
        sortid_format_check(none, id),
        sortid_format_parse(none, out.id, SORTID_ENCODING_TEXT, "", 0, NULL),
        sortid_format_print(none, out.text, sizeof out.text, &out.written, SORTID_ENCODING_TEXT,
                            id),
        sortid_format_field_value(none, out.other, sizeof out.other, id, 0),
        sortid_format_print_field(none, out.text, sizeof out.text, &out.written,
                                  SORTID_ENCODING_INT, id, 0),
        sortid_format_min_at(none, out.other, 0),
        sortid_format_max_at(none, out.other, 0),
        sortid_format_range(none, out.id, out.other, 0, 1000),
        sortid_format_min(none, out.other),
        sortid_format_max(none, out.other),
        sortid_format_successor(none, out.other, id, &out.carried),
        sortid_format_predecessor(none, out.other, id, &out.carried),
        sortid_format_print_many(none, out.text, sizeof out.text, &out.written,
                                 SORTID_ENCODING_TEXT, id, 1, '\n'),
    };
    for (size_t i = 0; i < COUNT_OF(statuses); i++)
        EXPECT_STATUS(statuses[i], SORTID_BAD_FORMAT, "call %zu", i);
    EXPECT(is_untouched(&out, sizeof out), "an output is touched");
    EXPECT_GIVES(sortid_format_parse_many(none, out.id, 1, &out.done, &out.consumed,
                                          SORTID_ENCODING_TEXT, out.text, 4, '\n', NULL),
                 SORTID_BAD_FORMAT);
    EXPECT(out.done == 0 && out.consumed == 0, "parse_many: counts");
    EXPECT(sortid_format_unix_ms(none, id) == 0 && !sortid_format_is_reserved(none, id),
           "time of no format");
}

TEST_FORMATS(layouts)
{
    const sortid_format *handle = handle_of(format);
    const sortid_format_info info = describe(handle);
    unsigned first = 0;
    uint8_t lowest[SUPPORT_MAX_SIZE];
    support_id_at(lowest, format, 0, false);
    for (size_t i = 0; i < info.field_count; i++) {
        const support_field *wanted = &format->fields[i];
        const sortid_field_info field = describe_field(handle, i);
        char name[SUPPORT_MAX_TEXT];
        bool fixed = wanted->kind == SORTID_FIELD_FIXED;
        EXPECT(i < SUPPORT_FIELDS && wanted->name != NULL, "%s: too many fields", info.name);
        support_json_name(name, wanted);
        assert_string_equal(field.name, name);
        assert_int_equal(field.first_bit, first);
        assert_int_equal(field.bits, wanted->bits);
        assert_int_equal(field.kind, wanted->kind);
        assert_int_equal(field.fixed_value, fixed ? oracle_bits(lowest, first, field.bits) : 0);
        first += field.bits;
    }
    assert_int_equal(first, 8 * info.size);
}

/* A caller's struct of `size` bytes among canaries gets what is known, and zeros in what is not
 * known. One that is smaller than in the first version is refused. */
static void expect_sized(sortid_status status, const uint8_t *block, size_t block_size,
                         size_t first, size_t size, const void *known, size_t known_size,
                         const char *what)
{
    bool is_enough = size >= known_size;
    EXPECT_STATUS(status, is_enough ? SORTID_OK : SORTID_BAD_ARGUMENT, "%s: %zu bytes", what, size);
    EXPECT(only_within(block, block_size, first, is_enough ? size : 0),
           "%s: %zu bytes: others are touched", what, size);
    if (is_enough)
        EXPECT_BYTES(block + first, known, known_size, "%s: %zu bytes", what, size);
    for (size_t i = known_size; i < size; i++)
        EXPECT(block[first + i] == 0, "%s: %zu bytes: byte %zu is not 0", what, size, i);
}

#define LARGER 40 /* what a struct of a later version might have in addition */

/* Callers of a later version have a larger struct. */
TEST_FORMATS(sizes)
{
    enum { margin = 32, most = sizeof(sortid_format_info) + LARGER };
    const sortid_format *handle = handle_of(format);
    const sortid_format_info info = describe(handle);
    _Alignas(16) uint8_t block[most + 2 * margin];
    for (size_t size = 0; size <= most; size++) {
        memset(block, CANARY, sizeof block);
        sortid_status status =
            sortid_format_describe(handle, (sortid_format_info *)(block + margin), size);
        expect_sized(status, block, sizeof block, margin, size, &info, sizeof info, format->name);
    }
    for (size_t index = 0; index < info.field_count; index++) {
        const sortid_field_info field = describe_field(handle, index);
        for (size_t size = 0; size <= sizeof field + LARGER; size++) {
            memset(block, CANARY, sizeof block);
            sortid_status status =
                sortid_format_field(handle, (sortid_field_info *)(block + margin), size, index);
            expect_sized(status, block, sizeof block, margin, size, &field, sizeof field,
                         field.name);
        }
    }
}

TEST_FORMATS(no_field)
{
    const sortid_format *handle = handle_of(format);
    const size_t beyond[] = {describe(handle).field_count, describe(handle).field_count + 1, 99,
                             SIZE_MAX};
    sortid_field_info info;
    memset(&info, CANARY, sizeof info);
    for (size_t i = 0; i < COUNT_OF(beyond); i++)
        EXPECT_STATUS(sortid_format_field(handle, &info, sizeof info, beyond[i]),
                      SORTID_OUT_OF_RANGE, "field %zu", beyond[i]);
    EXPECT(is_untouched(&info, sizeof info), "output touched");
}

/* ---- What a format lacks ------------------------------------------------------------- */

/* UUID form of formats that have none, and numbers that are no encoding. */
TEST_FORMATS(missing_encodings)
{
    static const char uuid[] = "771a3bce-02e9-4428-a68e-b1e7e82b7f9f";
    const sortid_format *handle = handle_of(format);
    uint8_t id[SUPPORT_MAX_SIZE] = {0}, out[SUPPORT_MAX_SIZE] = {0};
    char text[SORTID_MAX_TEXT_SIZE] = "untouched";
    size_t written = 99;
    for (int e = format->has_uuid ? 7 : 3; e < 64; e++) {
        if (e == SORTID_ENCODING_BIN)
            continue;
        const sortid_encoding encoding = (sortid_encoding)e;
        EXPECT_STATUS(sortid_format_parse(handle, out, encoding, uuid, 36, NULL), SORTID_BAD_OPTION,
                      "encoding %d", e);
        EXPECT_STATUS(sortid_format_print(handle, text, sizeof text, &written, encoding, id),
                      SORTID_BAD_OPTION, "encoding %d", e);
        EXPECT_STATUS(format->print_as(text, sizeof text, &written, encoding, id),
                      SORTID_BAD_OPTION, "typed, encoding %d", e);
    }
    assert_string_equal(text, "untouched");
    assert_int_equal(written, 99);
    EXPECT_BYTES(out, id, sizeof id, "output touched");
}

/* ---- Fields ------------------------------------------------------------------------ */

static void expect_no_field(const sortid_format *handle, const uint8_t *id, size_t index,
                            sortid_encoding encoding, sortid_status status)
{
    char text[SORTID_MAX_TEXT_SIZE] = "untouched";
    size_t written = 99;
    EXPECT_STATUS(
        sortid_format_print_field(handle, text, sizeof text, &written, encoding, id, index), status,
        "encoding %d, field %zu", (int)encoding, index);
    assert_string_equal(text, "untouched");
    assert_int_equal(written, 99);
}

TEST_FORMATS(no_field_of_an_id)
{
    const sortid_format *handle = handle_of(format);
    const size_t count = describe(handle).field_count;
    uint8_t id[SUPPORT_MAX_SIZE], value[16];
    support_random_id(id, format);
    expect_no_field(handle, id, 0, SORTID_ENCODING_TEXT, SORTID_BAD_OPTION);
    expect_no_field(handle, id, 0, SORTID_ENCODING_UUID, SORTID_BAD_OPTION);
    expect_no_field(handle, id, 0, SORTID_ENCODING_BIN, SORTID_BAD_OPTION);
    expect_no_field(handle, id, count, SORTID_ENCODING_INT, SORTID_OUT_OF_RANGE);
    expect_no_field(handle, id, SIZE_MAX, SORTID_ENCODING_HEX, SORTID_OUT_OF_RANGE);
    memset(value, CANARY, sizeof value);
    EXPECT_GIVES(sortid_format_field_value(handle, value, sizeof value, id, count),
                 SORTID_OUT_OF_RANGE);
    EXPECT_GIVES(sortid_format_field_value(handle, value, sizeof value, id, SIZE_MAX),
                 SORTID_OUT_OF_RANGE);
    EXPECT(is_untouched(value, sizeof value), "output touched");
}

/* ---- Ends ------------------------------------------------------------------------------ */

/* X_MIN and X_MAX of the formats' headers, as bytes. */
static const sortid_scru128 first_scru128 = SORTID_SCRU128_MIN, last_scru128 = SORTID_SCRU128_MAX;
static const sortid_scru128v1 first_scru128v1 = SORTID_SCRU128V1_MIN,
                              last_scru128v1 = SORTID_SCRU128V1_MAX;
static const sortid_scru160 first_scru160 = SORTID_SCRU160_MIN, last_scru160 = SORTID_SCRU160_MAX;
static const sortid_scru64 first_scru64 = SORTID_SCRU64_MIN, last_scru64 = SORTID_SCRU64_MAX;
static const sortid_ulid first_ulid = SORTID_ULID_MIN, last_ulid = SORTID_ULID_MAX;
static const sortid_uuidv7 first_uuidv7 = SORTID_UUIDV7_MIN, last_uuidv7 = SORTID_UUIDV7_MAX;
static const sortid_ksuid first_ksuid = SORTID_KSUID_MIN, last_ksuid = SORTID_KSUID_MAX;
static const struct {
    const uint8_t *first, *last;
} ends[SUPPORT_FORMATS] = {
    {first_scru128.bytes, last_scru128.bytes}, {first_scru128v1.bytes, last_scru128v1.bytes},
    {first_scru160.bytes, last_scru160.bytes}, {first_scru64.bytes, last_scru64.bytes},
    {first_ulid.bytes, last_ulid.bytes},       {first_uuidv7.bytes, last_uuidv7.bytes},
    {first_ksuid.bytes, last_ksuid.bytes},
};

TEST_FORMATS(first_and_last)
{
    size_t index = (size_t)(format - support_formats);
    uint8_t id[SUPPORT_MAX_SIZE];
    assert_int_equal(sortid_format_min(handle_of(format), id), SORTID_OK);
    EXPECT_BYTES(id, ends[index].first, format->size, "min");
    assert_int_equal(sortid_format_max(handle_of(format), id), SORTID_OK);
    EXPECT_BYTES(id, ends[index].last, format->size, "max");
}

/* What the calls on fields count on: the timestamp leads and is shorter than 8 bytes, no field has
 * more than 128 bits, and each lies in 8 bytes or is whole bytes. */
TEST(field_places)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const sortid_format *handle = sortid_format_at(i);
        const sortid_format_info info = describe(handle);
        for (size_t f = 0; f < info.field_count; f++) {
            const sortid_field_info field = describe_field(handle, f);
            unsigned bytes = (field.first_bit + field.bits + 7) / 8 - field.first_bit / 8;
            bool whole = field.first_bit % 8 == 0 && field.bits % 8 == 0;
            EXPECT((bytes <= 8 && field.bits < 64) || whole, "%s: %s", info.name, field.name);
            EXPECT(field.bits > 0 && field.bits <= 128, "%s: %s", info.name, field.name);
            EXPECT((f == 0) == (field.kind == SORTID_FIELD_TIMESTAMP), "%s: %s", info.name,
                   field.name);
            EXPECT(f != 0 || field.bits < 64, "%s: %s", info.name, field.name);
        }
    }
}

CASES_MAIN(NULL, NULL)
