/* SPDX-License-Identifier: MIT */
/* test_vectors.c: each row of the codec vector files, and the examples of
 * the formats' documents, in both directions: text of any case, hex, integer,
 * UUID form, bytes, fields, time. The expectations are the files' columns;
 * decimal and UUID forms come from the oracle. Never computes one by the
 * library itself. */
#include "../support/formats.h"
#include "../support/oracle.h"

static const char *case_place; // the current row, for the messages

static void expect_parse_of(support_parse *parse, const char *text, const uint8_t *id, size_t size)
{
    uint8_t out[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(parse(out, text, strlen(text), NULL), SORTID_OK, "%s: %s", case_place, text);
    EXPECT_BYTES(out, id, size, "%s: %s", case_place, text);
}

/* Reads `text` as it is and in each case, and expects `id`. */
static void expect_parse(support_parse *parse, const char *text, const uint8_t *id, size_t size)
{
    static void (*const cases[])(char *text) = {oracle_upper, oracle_lower, oracle_mixed};
    expect_parse_of(parse, text, id, size);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char variant[SUPPORT_MAX_TEXT];
        strcpy(variant, text);
        cases[i](variant);
        expect_parse_of(parse, variant, id, size);
    }
}

/* Prints `id` and expects `text`. */
static void expect_print(const support_format *format, sortid_encoding encoding, const uint8_t *id,
                         const char *text)
{
    char out[SUPPORT_MAX_TEXT];
    size_t written = 99, length = strlen(text);
    memset(out, '#', sizeof out);
    EXPECT_STATUS(format->print_as(out, length + 1, &written, encoding, id), SORTID_OK, "%s",
                  case_place);
    EXPECT(strcmp(out, text) == 0, "%s: printed %s, expected %s", case_place, out, text);
    EXPECT(written == length, "%s: print_as's length", case_place);
    EXPECT(out[length + 1] == '#', "%s: written beyond the NUL", case_place);
}

/* The same by the call that writes the canonical text alone. */
static void expect_canonical(const support_format *format, const uint8_t *id, const char *text)
{
    char out[SUPPORT_MAX_TEXT];
    memset(out, '#', sizeof out);
    EXPECT(format->print(out, id) == strlen(text), "%s: print's length", case_place);
    EXPECT(strcmp(out, text) == 0, "%s: printed %s, expected %s", case_place, out, text);
    EXPECT(out[strlen(text) + 1] == '#', "%s: written beyond the NUL", case_place);
}

static void expect_int(const support_format *format, const uint8_t *id)
{
    char decimal[SUPPORT_MAX_TEXT];
    oracle_decimal(decimal, id, format->size);
    expect_parse(format->parse_int, decimal, id, format->size);
    expect_print(format, SORTID_ENCODING_INT, id, decimal);
}

static void expect_uuid(const support_format *format, const uint8_t *id, const char *hex)
{
    char uuid[SUPPORT_MAX_TEXT];
    oracle_uuid(uuid, hex);
    expect_parse(format->parse_uuid, uuid, id, format->size);
    expect_print(format, SORTID_ENCODING_UUID, id, uuid);
}

/* What all formats have in common: `hex` and `text` are one ID. */
static void expect_codec(const support_format *format, const char *hex, const char *text)
{
    uint8_t id[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE];
    size_t written = 99;
    support_unhex(id, format->size, hex);
    if (oracle_has_case(format->alphabet))
        expect_parse_of(format->parse, text, id, format->size);
    else
        expect_parse(format->parse, text, id, format->size);
    expect_canonical(format, id, text);
    expect_print(format, SORTID_ENCODING_TEXT, id, text);
    expect_parse(format->parse_hex, hex, id, format->size);
    expect_print(format, SORTID_ENCODING_HEX, id, hex);
    expect_int(format, id);
    if (format->has_uuid)
        expect_uuid(format, id, hex);
    EXPECT_STATUS(format->from_bytes(out, id), SORTID_OK, "%s: bytes in", case_place);
    EXPECT_BYTES(out, id, format->size, "%s: bytes in", case_place);
    memset(out, 0xa5, sizeof out);
    EXPECT_STATUS(format->print_as((char *)out, format->size, &written, SORTID_ENCODING_BIN, id),
                  SORTID_OK, "%s: bytes out", case_place);
    EXPECT_BYTES(out, id, format->size, "%s: bytes out", case_place);
    EXPECT(written == format->size, "%s: bytes out: %zu", case_place, written);
}

static void expect_time(const support_format *format, const void *id, const char *timestamp)
{
    uint64_t ms = support_number(timestamp) * format->timestamp_unit + format->timestamp_zero;
    EXPECT(format->unix_ms(id) == ms, "%s: unix_ms", case_place);
}

#define EXPECT_FIELD(fields, name, column)                                                         \
    EXPECT((fields).name == support_number(column), "%s: " #name, case_place)

#define EXPECT_FROM_FIELDS(f, fields, id)                                                          \
    do {                                                                                           \
        sortid_##f from;                                                                           \
        EXPECT_STATUS(sortid_##f##_from_fields(&from, (fields), NULL), SORTID_OK,                  \
                      "%s: from_fields", case_place);                                              \
        EXPECT_BYTES(&from, (id), sizeof from, "%s: from_fields", case_place);                     \
    } while (0)

static void scru128_row(char **column, const char *place)
{
    case_place = place;
    expect_codec(SUPPORT_SCRU128, column[0], column[1]);
    sortid_scru128 id;
    support_unhex(id.bytes, sizeof id, column[0]);
    expect_time(SUPPORT_SCRU128, &id, column[2]);
    sortid_scru128_fields fields;
    sortid_scru128_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[2]);
    EXPECT_FIELD(fields, counter_hi, column[3]);
    EXPECT_FIELD(fields, counter_lo, column[4]);
    EXPECT_FIELD(fields, entropy, column[5]);
    EXPECT_FROM_FIELDS(scru128, &fields, &id);
}

static void scru128v1_row(char **column, const char *place)
{
    case_place = place;
    expect_codec(SUPPORT_SCRU128V1, column[0], column[1]);
    sortid_scru128v1 id;
    support_unhex(id.bytes, sizeof id, column[0]);
    expect_time(SUPPORT_SCRU128V1, &id, column[2]);
    sortid_scru128v1_fields fields;
    sortid_scru128v1_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[2]);
    EXPECT_FIELD(fields, counter, column[3]);
    EXPECT_FIELD(fields, per_sec_random, column[4]);
    EXPECT_FIELD(fields, per_gen_random, column[5]);
    EXPECT_FROM_FIELDS(scru128v1, &fields, &id);
}

static void scru160_row(char **column, const char *place)
{
    case_place = place;
    expect_codec(SUPPORT_SCRU160, column[0], column[1]);
    sortid_scru160 id;
    support_unhex(id.bytes, sizeof id, column[0]);
    expect_time(SUPPORT_SCRU160, &id, column[2]);
    sortid_scru160_fields fields;
    sortid_scru160_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[2]);
    EXPECT_FIELD(fields, counter, column[3]);
    EXPECT_FIELD(fields, random16, column[4]);
    char random80[SUPPORT_MAX_TEXT];
    oracle_decimal(random80, fields.random80, sizeof fields.random80);
    EXPECT(strcmp(random80, column[5]) == 0, "%s: random80 %s", place, random80);
    EXPECT_FROM_FIELDS(scru160, &fields, &id);
}

static void scru64_row(char **column, const char *place)
{
    case_place = place;
    expect_codec(SUPPORT_SCRU64, column[0], column[2]);
    sortid_scru64 id, same;
    support_unhex(id.bytes, sizeof id, column[0]);
    expect_time(SUPPORT_SCRU64, &id, column[3]);
    EXPECT(sortid_scru64_to_int(&id) == support_number(column[1]), "%s: to_int", place);
    EXPECT_STATUS(sortid_scru64_from_int(&same, support_number(column[1])), SORTID_OK, "%s", place);
    EXPECT_BYTES(&same, &id, sizeof id, "%s: from_int", place);
    sortid_scru64_fields fields;
    sortid_scru64_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[3]);
    EXPECT_FIELD(fields, node_ctr, column[4]);
    EXPECT_FROM_FIELDS(scru64, &fields, &id);
}

/* The time's ten digits alone, both ways. */
static void expect_ulid_time(const char *text, const char *timestamp)
{
    char digits[SORTID_ULID_TIME_TEXT_SIZE], printed[SORTID_ULID_TIME_TEXT_SIZE];
    memcpy(digits, text, 10);
    digits[10] = '\0';
    uint64_t ms = support_number(timestamp), out;
    EXPECT_STATUS(sortid_ulid_print_time(printed, ms), SORTID_OK, "%s: print_time", case_place);
    EXPECT(strcmp(printed, digits) == 0, "%s: print_time gave %s", case_place, printed);
    EXPECT_STATUS(sortid_ulid_parse_time(&out, digits, 10, NULL), SORTID_OK, "%s", case_place);
    EXPECT(out == ms, "%s: parse_time", case_place);
    oracle_lower(digits);
    EXPECT_STATUS(sortid_ulid_parse_time(&out, digits, 10, NULL), SORTID_OK, "%s", case_place);
    EXPECT(out == ms, "%s: parse_time, lower case", case_place);
}

static void ulid_row(char **column, const char *place)
{
    case_place = place;
    expect_codec(SUPPORT_ULID, column[0], column[1]);
    expect_ulid_time(column[1], column[2]);
    sortid_ulid id;
    support_unhex(id.bytes, sizeof id, column[0]);
    expect_time(SUPPORT_ULID, &id, column[2]);
    sortid_ulid_fields fields;
    sortid_ulid_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[2]);
    EXPECT(fields.randomness_high == oracle_bits(id.bytes, 48, 16), "%s: randomness_high", place);
    EXPECT(fields.randomness_low == oracle_bits(id.bytes, 64, 64), "%s: randomness_low", place);
    EXPECT_FROM_FIELDS(ulid, &fields, &id);
}

/* A line that begins with ~: a text that is read, and written otherwise. */
static void uuidv7_alternative(char **column)
{
    uint8_t id[16];
    support_unhex(id, sizeof id, column[2]);
    expect_parse(SUPPORT_UUIDV7->parse, column[1], id, sizeof id);
}

/* Replaces each \\xNN by its byte; the length. */
static size_t unescape(char *text)
{
    char *out = text;
    for (const char *in = text; *in != '\0';) {
        if (strncmp(in, "\\x", 2) != 0) {
            *out++ = *in++;
            continue;
        }
        const char digits[] = {in[2], in[3], '\0'};
        uint8_t byte;
        support_unhex(&byte, 1, digits);
        *out++ = (char)byte;
        in += 4;
    }
    return (size_t)(out - text);
}

/* A line that begins with !: a text that is refused, with a status and a position. */
static void expect_refusal(const support_format *format, char **column)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    size_t length = unescape(column[1]), position = 99;
    sortid_status status = format->parse(id, column[1], length, &position);
    const char *name = sortid_status_name(status);
    EXPECT(strncmp(name, "SORTID_", 7) == 0 && strcmp(name + 7, column[2]) == 0, "%s: %s, not %s",
           case_place, name, column[2]);
    EXPECT(position == support_number(column[3]), "%s: position %zu", case_place, position);
}

static void uuidv7_id(char **column)
{
    expect_codec(SUPPORT_UUIDV7, column[0], column[1]);
    sortid_uuidv7 id;
    support_unhex(id.bytes, sizeof id, column[0]);
    expect_time(SUPPORT_UUIDV7, &id, column[2]);
    sortid_uuidv7_fields fields;
    sortid_uuidv7_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[2]);
    EXPECT_FIELD(fields, rand_a, column[3]);
    EXPECT_FIELD(fields, rand_b, column[4]);
    EXPECT_FROM_FIELDS(uuidv7, &fields, &id);
    uint64_t counter = (uint64_t)fields.rand_a << 30 | fields.rand_b >> 32;
    EXPECT(counter == support_number(column[5]), "%s: counter", case_place);
    EXPECT((uint32_t)fields.rand_b == support_number(column[6]), "%s: random", case_place);
}

static size_t uuidv7_ids, uuidv7_alternatives, uuidv7_refusals; /* seen */

static void uuidv7_row(char **column, const char *place)
{
    case_place = place;
    if (column[0][0] == '~') {
        uuidv7_alternative(column);
        uuidv7_alternatives++;
    } else if (column[0][0] == '!') {
        expect_refusal(SUPPORT_UUIDV7, column);
        uuidv7_refusals++;
    } else {
        uuidv7_id(column);
        uuidv7_ids++;
    }
}

/* A line that begins with !+: an ID without a successor. */
static void ksuid_last(char **column)
{
    sortid_ksuid id, out;
    support_unhex(id.bytes, sizeof id, column[1]);
    EXPECT_STATUS(sortid_ksuid_successor(&out, &id, NULL), SORTID_OUT_OF_RANGE, "%s", case_place);
}

/* A line that begins with +: an ID and its successor. */
static void ksuid_step(char **column)
{
    sortid_ksuid id, next, out;
    bool carried;
    support_unhex(id.bytes, sizeof id, column[1]);
    support_unhex(next.bytes, sizeof next, column[2]);
    bool carries = memcmp(id.bytes, next.bytes, 4) != 0;
    EXPECT_STATUS(sortid_ksuid_successor(&out, &id, &carried), SORTID_OK, "%s", case_place);
    EXPECT_BYTES(&out, &next, sizeof out, "%s: successor", case_place);
    EXPECT(carried == carries, "%s: carried", case_place);
    EXPECT_STATUS(sortid_ksuid_predecessor(&out, &next, &carried), SORTID_OK, "%s", case_place);
    EXPECT_BYTES(&out, &id, sizeof out, "%s: predecessor", case_place);
    EXPECT(carried == carries, "%s: carried back", case_place);
}

static void ksuid_id(char **column)
{
    expect_codec(SUPPORT_KSUID, column[0], column[1]);
    sortid_ksuid id;
    uint8_t payload[16];
    support_unhex(id.bytes, sizeof id, column[0]);
    support_unhex(payload, sizeof payload, column[4]);
    expect_time(SUPPORT_KSUID, &id, column[2]);
    EXPECT(sortid_ksuid_unix_ms(&id) == support_number(column[3]) * 1000, "%s: time", case_place);
    sortid_ksuid_fields fields;
    sortid_ksuid_to_fields(&fields, &id);
    EXPECT_FIELD(fields, timestamp, column[2]);
    EXPECT(fields.payload_high == oracle_bits(payload, 0, 64), "%s: payload_high", case_place);
    EXPECT(fields.payload_low == oracle_bits(payload, 64, 64), "%s: payload_low", case_place);
    EXPECT_FROM_FIELDS(ksuid, &fields, &id);
}

static size_t ksuid_ids, ksuid_steps, ksuid_lasts, ksuid_refusals; /* seen */

static void ksuid_row(char **column, const char *place)
{
    case_place = place;
    if (column[0][0] == '+') {
        ksuid_step(column);
        ksuid_steps++;
    } else if (strcmp(column[0], "!+") == 0) {
        ksuid_last(column);
        ksuid_lasts++;
    } else if (column[0][0] == '!') {
        expect_refusal(SUPPORT_KSUID, column);
        ksuid_refusals++;
    } else {
        ksuid_id(column);
        ksuid_ids++;
    }
}

static void test_scru128(void **state)
{
    (void)state;
    support_vectors("scru128.tsv", 6, 303, scru128_row);
}

static void test_scru128v1(void **state)
{
    (void)state;
    support_vectors("scru128v1.tsv", 6, 231, scru128v1_row);
}

static void test_scru160(void **state)
{
    (void)state;
    support_vectors("scru160.tsv", 6, 264, scru160_row);
}

static void test_scru64(void **state)
{
    (void)state;
    support_vectors("scru64.tsv", 5, 198, scru64_row);
}

static void test_ulid(void **state)
{
    (void)state;
    support_vectors("ulid.tsv", 3, 231, ulid_row);
}

static void test_uuidv7(void **state)
{
    (void)state;
    support_vectors("uuidv7.tsv", SUPPORT_ANY_COLUMNS, 582, uuidv7_row);
    assert_int_equal(uuidv7_ids, 329);
    assert_int_equal(uuidv7_alternatives, 31);
    assert_int_equal(uuidv7_refusals, 222);
}

static void test_ksuid(void **state)
{
    (void)state;
    support_vectors("ksuid.tsv", SUPPORT_ANY_COLUMNS, 759, ksuid_row);
    assert_int_equal(ksuid_ids, 528);
    assert_int_equal(ksuid_steps, 33);
    assert_int_equal(ksuid_lasts, 1);
    assert_int_equal(ksuid_refusals, 197);
}

/* From the documents, and from what the formats' own suites hold fixed. */
static void test_known_ids(void **state)
{
    (void)state;
    static const struct {
        const support_format *format;
        const char *hex, *text;
    } known[] = {
        {SUPPORT_SCRU128, "017fef39c2641ba56a9483188841e05a", "0372ijojuxuhjsfkeryi2mrtm"},
        {SUPPORT_SCRU128, "ffffffffffff00000000000000000000", "f5lxx1zz5k6tp71geeh2db7k0"},
        {SUPPORT_SCRU128, "000000000000ffffff00000000000000", "0000000005gv2r2kjwr7n8xs0"},
        {SUPPORT_SCRU128, "000000000000000000ffffff00000000", "00000000000000jpia7ql4hs0"},
        {SUPPORT_SCRU128, "000000000000000000000000ffffffff", "0000000000000000001z141z3"},
        {SUPPORT_SCRU128V1, "fffffffffff000000000000000000000", "7VVVVVVVVG0000000000000000"},
        {SUPPORT_SCRU128V1, "00000000000fffffff00000000000000", "000000000FVVVVU00000000000"},
        {SUPPORT_SCRU128V1, "000000000000000000ffffff00000000", "000000000000001VVVVS000000"},
        {SUPPORT_SCRU128V1, "000000000000000000000000ffffffff", "00000000000000000003VVVVVV"},
        {SUPPORT_SCRU160, "017bdf6431bb33788c1f750c4a375d4af97f1184",
         "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4"},
        {SUPPORT_SCRU160, "017bdf6431bb33792cc3da2572fc551fdf0bbddd",
         "05TTUP1HNCPNIB63R8IN5V2L3VFGNFET"},
        {SUPPORT_SCRU64, "0186a7aa022a4155", "0u2pf62ji4b9"},
        {SUPPORT_SCRU64, "0000000000ffffff", "00000009zldr"},
        {SUPPORT_SCRU64, "41c21cb8e0000000", "zzzzzzzq0em8"},
        {SUPPORT_ULID, "771a3bce02e94428a68eb1e7e82b7f9f", "3Q38XWW0Q98GMAD3NHWZM2PZWZ"},
        {SUPPORT_UUIDV7, "017f22e279b07cc398c4dc0c0c07398f",
         "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
        {SUPPORT_KSUID, "0669f7efb5a1cd34b5f99d1154fb6853345c9735", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        case_place = known[i].text;
        expect_codec(known[i].format, known[i].hex, known[i].text);
    }
}

/* An ID as an integer, both ways. */
static void expect_integer(const support_format *format, const uint8_t *id, const char *decimal)
{
    case_place = decimal;
    expect_print(format, SORTID_ENCODING_INT, id, decimal);
    expect_parse(format->parse_int, decimal, id, format->size);
}

/* Integers that the documents give. */
static void test_known_integers(void **state)
{
    (void)state;
    static const sortid_scru128 last_scru128 = SORTID_SCRU128_MAX;
    static const sortid_scru160 last_scru160 = SORTID_SCRU160_MAX;
    char text[SUPPORT_MAX_TEXT];
    sortid_scru128 id;
    EXPECT_STATUS(sortid_scru128_parse(&id, "0372ijojuxuhjsfkeryi2mrtm", 25, NULL), SORTID_OK, "-");
    expect_integer(SUPPORT_SCRU128, id.bytes, "1993501768880490086615869617690763354");
    expect_integer(SUPPORT_SCRU128, last_scru128.bytes, "340282366920938463463374607431768211455");
    expect_integer(SUPPORT_SCRU160, last_scru160.bytes,
                   "1461501637330902918203684832716283019655932542975");
    sortid_scru64 small;
    EXPECT_STATUS(sortid_scru64_from_int(&small, UINT64_C(109959589539758421)), SORTID_OK, "-");
    sortid_scru64_print(text, &small);
    assert_string_equal(text, "0u2pf62ji4b9");
}

/* The bytes of an ID are its integer, most significant first: 0x0102...0f10. */
static void test_byte_order(void **state)
{
    (void)state;
    static const uint8_t bytes[20] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                      11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    const sortid_scru64 *small = (const void *)bytes;
    expect_integer(SUPPORT_SCRU128, bytes, "1339673755198158349044581307228491536");
    expect_integer(SUPPORT_SCRU128V1, bytes, "1339673755198158349044581307228491536");
    expect_integer(SUPPORT_ULID, bytes, "1339673755198158349044581307228491536");
    expect_integer(SUPPORT_SCRU160, bytes, "5753854965885600108575829560559299546819203860");
    expect_integer(SUPPORT_KSUID, bytes, "5753854965885600108575829560559299546819203860");
    expect_integer(SUPPORT_SCRU64, bytes, "72623859790382856");
    assert_true(sortid_scru64_to_int(small) == UINT64_C(0x0102030405060708));
    static const uint8_t uuid[16] = {1, 2, 3, 4, 5, 6, 0x77, 8, 0x89, 10, 11, 12, 13, 14, 15, 16};
    expect_integer(SUPPORT_UUIDV7, uuid, "1339673755198687263314034744347201296");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scru128),        cmocka_unit_test(test_scru128v1),
        cmocka_unit_test(test_scru160),        cmocka_unit_test(test_scru64),
        cmocka_unit_test(test_ulid),           cmocka_unit_test(test_known_ids),
        cmocka_unit_test(test_known_integers), cmocka_unit_test(test_byte_order),
        cmocka_unit_test(test_uuidv7),         cmocka_unit_test(test_ksuid),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
