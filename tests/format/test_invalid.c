/* SPDX-License-Identifier: MIT */
/* test_invalid.c: bytes that are no ID: those of scru64 beyond 36^12 - 1, those of uuidv7 with
 * another version or variant. Calls that write text or an ID refuse them and leave their outputs as
 * they were; calls that look at the bits use them as they are. The other formats have no such
 * bytes, and take them all. */
#include "support/cases.h"
#include "support/formats.h"
#include "support/guard.h"
#include "support/judge.h"
#include "support/oracle.h"

#define FIRST_INVALID UINT64_C(4738381338321616896) /* 36^12 */
#define LAST_TEXT     "zzzzzzzzzzzz"

/* Values around the limits of the invalid range, then any in it. */
static void each_invalid(void (*test)(const sortid_scru64 *id))
{
    static const uint64_t edges[] = {FIRST_INVALID, FIRST_INVALID + 1, INT64_MAX,
                                     UINT64_C(0x8000000000000000), UINT64_MAX};
    for (size_t i = 0; i < 500; i++) {
        uint64_t integer = i < COUNT_OF(edges)
                               ? edges[i]
                               : FIRST_INVALID + support_below(UINT64_MAX - FIRST_INVALID);
        sortid_scru64 id;
        oracle_set_bits(id.bytes, 0, 64, integer);
        test(&id);
    }
}

/* What must not be touched. */
struct outputs {
    char text[SORTID_MAX_TEXT_SIZE];
    size_t written;
};

static void expect_as_before(const struct outputs *out, const char *what)
{
    EXPECT(is_untouched(out, sizeof *out), "%s: an output is touched", what);
}

/* ---- One ID --------------------------------------------------------------------------- */

TEST_EACH(print, each_invalid, const sortid_scru64 *id)
{
    const sortid_format *handle = sortid_scru64_format();
    struct outputs out;
    memset(&out, CANARY, sizeof out);
    EXPECT(sortid_scru64_print(out.text, id) == 0 && out.text[0] == '\0', "print");
    out.text[0] = (char)CANARY;
    expect_as_before(&out, "print");
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++) {
        if (!judge_has(SUPPORT_SCRU64, e))
            continue;
        EXPECT_STATUS(sortid_scru64_print_as(out.text, sizeof out.text, &out.written, e, id),
                      SORTID_OUT_OF_RANGE, "print_as, encoding %d", (int)e);
        EXPECT_STATUS(
            sortid_format_print(handle, out.text, sizeof out.text, &out.written, e, id->bytes),
            SORTID_OUT_OF_RANGE, "sortid_format_print, encoding %d", (int)e);
        expect_as_before(&out, "one");
    }
    EXPECT_STATUS(sortid_format_check(handle, id->bytes), SORTID_OUT_OF_RANGE, "check");
}

TEST_EACH(neighbors, each_invalid, const sortid_scru64 *id)
{
    sortid_scru64 out, untouched;
    bool carried = true;
    memset(&untouched, CANARY, sizeof untouched);
    out = untouched;
    EXPECT_STATUS(sortid_scru64_successor(&out, id, &carried), SORTID_OUT_OF_RANGE, "successor");
    EXPECT_STATUS(sortid_scru64_predecessor(&out, id, &carried), SORTID_OUT_OF_RANGE,
                  "predecessor");
    EXPECT_STATUS(sortid_format_successor(sortid_scru64_format(), out.bytes, id->bytes, &carried),
                  SORTID_OUT_OF_RANGE, "sortid_format_successor");
    EXPECT_STATUS(sortid_format_predecessor(sortid_scru64_format(), out.bytes, id->bytes, &carried),
                  SORTID_OUT_OF_RANGE, "sortid_format_predecessor");
    EXPECT_BYTES(&out, &untouched, sizeof out, "output touched");
    assert_true(carried);
}

/* ---- Many IDs -------------------------------------------------------------------------- */

/* One that is invalid among 40, at each place: nothing is written. */
TEST(print_many)
{
    enum { many = 40 };
    static sortid_scru64 ids[many];
    static char text[many * SORTID_MAX_TEXT_SIZE];
    size_t written = 99;
    memset(text, CANARY, sizeof text);
    for (size_t bad = 0; bad < many; bad++) {
        for (size_t i = 0; i < many; i++)
            support_random_id(ids[i].bytes, SUPPORT_SCRU64);
        oracle_set_bits(ids[bad].bytes, 0, 64,
                        bad % 2 == 0 ? FIRST_INVALID : FIRST_INVALID + support_random() / 4);
        EXPECT_STATUS(sortid_scru64_print_many(text, sizeof text, &written, ids, many, '\n'),
                      SORTID_OUT_OF_RANGE, "%zu", bad);
        for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++)
            if (judge_has(SUPPORT_SCRU64, e))
                EXPECT_STATUS(
                    sortid_format_print_many(sortid_scru64_format(), text, sizeof text, &written, e,
                                             ids[0].bytes, many,
                                             e == SORTID_ENCODING_BIN ? SORTID_NO_SEPARATOR : '\n'),
                    SORTID_OUT_OF_RANGE, "%zu, encoding %d", bad, (int)e);
        EXPECT(written == 99 && is_untouched(text, sizeof text), "%zu: an output is touched", bad);
        EXPECT_STATUS(sortid_scru64_print_many(text, bad * 13, &written, ids, bad, '\n'), SORTID_OK,
                      "the %zu before it", bad);
        EXPECT(written == bad * 13, "%zu: %zu bytes", bad, written);
        memset(text, CANARY, sizeof text);
        written = 99;
    }
}

/* ---- Bits as they are ------------------------------------------------------------------- */

TEST_EACH(bits, each_invalid, const sortid_scru64 *id)
{
    const sortid_format *handle = sortid_scru64_format();
    const sortid_scru64 last = SORTID_SCRU64_MAX;
    uint64_t timestamp = oracle_bits(id->bytes, 0, 40), node_ctr = oracle_bits(id->bytes, 40, 24);
    sortid_scru64_fields fields;
    uint8_t value[8];
    sortid_scru64_to_fields(&fields, id);
    EXPECT(fields.timestamp == timestamp && fields.node_ctr == node_ctr, "to_fields");
    EXPECT(sortid_scru64_to_int(id) == oracle_bits(id->bytes, 0, 64), "to_int");
    EXPECT(sortid_scru64_compare(&last, id) < 0 && sortid_scru64_compare(id, &last) > 0 &&
               sortid_scru64_compare(id, id) == 0,
           "compare");
    EXPECT(sortid_scru64_unix_ms(id) == timestamp * 256, "unix_ms");
    EXPECT(sortid_format_unix_ms(handle, id->bytes) == timestamp * 256, "sortid_format_unix_ms");
    EXPECT(!sortid_format_is_reserved(handle, id->bytes) || timestamp == UINT64_C(282429536480),
           "is_reserved");
    EXPECT_STATUS(sortid_format_field_value(handle, value, sizeof value, id->bytes, 0), SORTID_OK,
                  "timestamp");
    EXPECT(oracle_bits(value, 0, 64) == timestamp, "timestamp");
    EXPECT_STATUS(sortid_format_field_value(handle, value, sizeof value, id->bytes, 1), SORTID_OK,
                  "node_ctr");
    EXPECT(oracle_bits(value, 0, 64) == node_ctr, "node_ctr");
}

/* ---- What is valid ----------------------------------------------------------------------- */

/* The last ID is valid: the same calls accept it. */
TEST(last)
{
    const sortid_scru64 last = SORTID_SCRU64_MAX;
    sortid_scru64 out;
    char text[SORTID_MAX_TEXT_SIZE];
    size_t written = 99;
    bool carried = true;
    assert_int_equal(sortid_scru64_print(text, &last), 12);
    assert_string_equal(text, LAST_TEXT);
    EXPECT_STATUS(sortid_scru64_print_as(text, sizeof text, &written, SORTID_ENCODING_TEXT, &last),
                  SORTID_OK, "print_as");
    assert_string_equal(text, LAST_TEXT);
    EXPECT_STATUS(sortid_scru64_print_many(text, 12, &written, &last, 1, SORTID_NO_SEPARATOR),
                  SORTID_OK, "print_many");
    assert_memory_equal(text, LAST_TEXT, 12);
    EXPECT_STATUS(sortid_format_check(sortid_scru64_format(), last.bytes), SORTID_OK, "check");
    EXPECT_STATUS(sortid_scru64_predecessor(&out, &last, &carried), SORTID_OK, "predecessor");
    assert_true(sortid_scru64_to_int(&out) == SORTID_SCRU64_MAX_INT - 1 && !carried);
}

/* All bits set: an ID of each format but scru64 and uuidv7. */
TEST_BUT_SCRU64(other_formats)
{
    if (format == SUPPORT_UUIDV7)
        return;
    uint8_t id[SUPPORT_MAX_SIZE];
    char text[SORTID_MAX_TEXT_SIZE];
    size_t written = 99;
    memset(id, 0xff, sizeof id);
    EXPECT_STATUS(sortid_format_check(format->format(), id), SORTID_OK, "%s", format->name);
    assert_int_equal(format->print(text, id), format->text_length);
    assert_string_equal(text, format->last);
    EXPECT_STATUS(format->print_many(text, sizeof text, &written, id, 1, SORTID_NO_SEPARATOR),
                  SORTID_OK, "%s", format->name);
    assert_memory_equal(text, format->last, format->text_length);
}

/* ---- uuidv7: other versions and variants -------------------------------------------------- */

/* All 63 wrong values of the 6 fixed bits, in many IDs. */
static void each_wrong_uuid(void (*test)(uint8_t *id, sortid_status status, size_t byte))
{
    for (unsigned i = 0; i < 20 * 64; i++) {
        uint8_t id[SUPPORT_MAX_SIZE];
        unsigned version = i >> 2 & 15, variant = i & 3;
        support_random_id(id, SUPPORT_UUIDV7);
        oracle_set_bits(id, 48, 4, version);
        oracle_set_bits(id, 64, 2, variant);
        if (version != 7)
            test(id, SORTID_BAD_VERSION, 6);
        else if (variant != 2)
            test(id, SORTID_BAD_VARIANT, 8);
    }
}

static void refuse_uuid(uint8_t *id, sortid_status status, size_t byte)
{
    const sortid_format *handle = sortid_uuidv7_format();
    struct outputs out;
    uint8_t neighbor[16], read[16];
    bool carried = true;
    memset(&out, CANARY, sizeof out);
    memset(neighbor, CANARY, sizeof neighbor);
    memset(read, CANARY, sizeof read);
    EXPECT(SUPPORT_UUIDV7->print(out.text, id) == 0 && out.text[0] == '\0', "print");
    out.text[0] = (char)CANARY;
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++) {
        char text[SUPPORT_MAX_TEXT];
        size_t position = 99, length = judge_print(text, SUPPORT_UUIDV7, e, id);
        EXPECT_STATUS(SUPPORT_UUIDV7->print_as(out.text, sizeof out.text, &out.written, e, id),
                      status, "print_as, encoding %d", (int)e);
        EXPECT_STATUS(sortid_format_parse(handle, read, e, text, length, &position), status,
                      "encoding %d", (int)e);
        EXPECT(position == support_place(SUPPORT_UUIDV7, e, byte), "encoding %d: position %zu",
               (int)e, position);
    }
    expect_as_before(&out, "one");
    EXPECT_STATUS(sortid_format_check(handle, id), status, "check");
    EXPECT_STATUS(SUPPORT_UUIDV7->successor(neighbor, id, &carried), status, "successor");
    EXPECT_STATUS(SUPPORT_UUIDV7->predecessor(neighbor, id, &carried), status, "predecessor");
    EXPECT(is_untouched(neighbor, sizeof neighbor) && carried, "an output is touched");
    EXPECT(is_untouched(read, sizeof read), "an output of a parse is touched");
}

static void use_uuid_bits(uint8_t *id, sortid_status status, size_t byte)
{
    const sortid_format *handle = sortid_uuidv7_format();
    const sortid_uuidv7 *uuid = (const void *)id;
    const sortid_uuidv7 last = SORTID_UUIDV7_MAX;
    sortid_uuidv7_fields fields;
    uint8_t value[8];
    (void)status;
    (void)byte;
    sortid_uuidv7_to_fields(&fields, uuid);
    EXPECT(fields.timestamp == oracle_bits(id, 0, 48) && fields.rand_a == oracle_bits(id, 52, 12) &&
               fields.reserved == 0 && fields.rand_b == oracle_bits(id, 66, 62),
           "to_fields");
    EXPECT(sortid_uuidv7_unix_ms(uuid) == oracle_bits(id, 0, 48), "unix_ms");
    EXPECT(!sortid_format_is_reserved(handle, id), "is_reserved");
    int order = memcmp(id, last.bytes, 16);
    EXPECT((sortid_uuidv7_compare(uuid, &last) > 0) == (order > 0), "compare");
    EXPECT_STATUS(sortid_format_field_value(handle, value, sizeof value, id, 1), SORTID_OK, "-");
    EXPECT(oracle_bits(value, 0, 64) == oracle_bits(id, 48, 4), "version");
    EXPECT_STATUS(sortid_format_field_value(handle, value, sizeof value, id, 3), SORTID_OK, "-");
    EXPECT(oracle_bits(value, 0, 64) == oracle_bits(id, 64, 2), "variant");
}

TEST(uuids)
{
    each_wrong_uuid(refuse_uuid);
    each_wrong_uuid(use_uuid_bits);
}

/* One among many, at each place: nothing is printed, and what is before it is parsed. */
static void wrong_uuid_among(sortid_encoding encoding, size_t bad, bool version)
{
    enum { many = 40 };
    const sortid_format *handle = sortid_uuidv7_format();
    static char text[many * SORTID_MAX_TEXT_SIZE], printed[many * SORTID_MAX_TEXT_SIZE];
    uint8_t ids[many * 16], read[many * 16];
    size_t length = 0, before = 0, written = 99, done, consumed, position = 99;
    int separator = encoding == SORTID_ENCODING_BIN ? SORTID_NO_SEPARATOR : '\n';
    sortid_status status = version ? SORTID_BAD_VERSION : SORTID_BAD_VARIANT;
    for (size_t i = 0; i < many; i++) {
        support_random_id(ids + i * 16, SUPPORT_UUIDV7);
        if (i == bad) {
            oracle_set_bits(ids + i * 16, version ? 48 : 64, 2, 3);
            before = length;
        }
        length += judge_print(text + length, SUPPORT_UUIDV7, encoding, ids + i * 16);
        if (separator != SORTID_NO_SEPARATOR)
            text[length++] = (char)separator;
    }
    memset(printed, CANARY, sizeof printed);
    EXPECT_STATUS(sortid_format_print_many(handle, printed, sizeof printed, &written, encoding, ids,
                                           many, separator),
                  status, "encoding %d, %zu", (int)encoding, bad);
    EXPECT(written == 99 && is_untouched(printed, sizeof printed), "%zu: an output is touched",
           bad);
    EXPECT_STATUS(sortid_format_parse_many(handle, read, many, &done, &consumed, encoding, text,
                                           length, separator, &position),
                  status, "encoding %d, %zu", (int)encoding, bad);
    EXPECT(done == bad && consumed == before, "encoding %d, %zu: %zu done, %zu consumed",
           (int)encoding, bad, done, consumed);
    EXPECT(position == support_place(SUPPORT_UUIDV7, encoding, version ? 6 : 8),
           "encoding %d: position %zu", (int)encoding, position);
    EXPECT_BYTES(read, ids, bad * 16, "encoding %d, %zu", (int)encoding, bad);
}

TEST(wrong_uuid_among_many)
{
    for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_URN; e++)
        for (size_t bad = 0; bad < 40; bad++) {
            wrong_uuid_among(e, bad, true);
            wrong_uuid_among(e, bad, false);
        }
}

CASES_MAIN(NULL, NULL)
