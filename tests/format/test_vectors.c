/* SPDX-License-Identifier: MIT */
/* test_vectors.c: each row of the codec vector files, and the examples of
 * the formats' documents, in both directions: text of any case, hex, integer,
 * UUID form, bytes, fields, time. The expectations are the files' columns;
 * decimal and UUID forms come from the oracle. Never computes one by the
 * library itself. */
#include "../support/cases.h"
#include "../support/oracle.h"
#include "../support/vectors.h"

static void expect_parse_of(support_parse *parse, const char *text, const uint8_t *id, size_t size)
{
    uint8_t out[SUPPORT_MAX_SIZE];
    EXPECT_STATUS(parse(out, text, strlen(text), NULL), SORTID_OK, "%s", text);
    EXPECT_BYTES(out, id, size, "%s", text);
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
    EXPECT_OK(format->print_as(out, length + 1, &written, encoding, id));
    EXPECT(strcmp(out, text) == 0, "printed %s, expected %s", out, text);
    EXPECT(written == length, "print_as's length");
    EXPECT(out[length + 1] == '#', "written beyond the NUL");
}

/* The same by the call that writes the canonical text alone. */
static void expect_canonical(const support_format *format, const uint8_t *id, const char *text)
{
    char out[SUPPORT_MAX_TEXT];
    memset(out, '#', sizeof out);
    EXPECT(format->print(out, id) == strlen(text), "print's length");
    EXPECT(strcmp(out, text) == 0, "printed %s, expected %s", out, text);
    EXPECT(out[strlen(text) + 1] == '#', "written beyond the NUL");
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
    EXPECT_OK(format->from_bytes(out, id));
    EXPECT_BYTES(out, id, format->size, "bytes in");
    memset(out, 0xa5, sizeof out);
    EXPECT_OK(format->print_as((char *)out, format->size, &written, SORTID_ENCODING_BIN, id));
    EXPECT_BYTES(out, id, format->size, "bytes out");
    EXPECT(written == format->size, "bytes out: %zu", written);
}

/* ---- Fields ------------------------------------------------------------------------- */

typedef union any_fields {
    sortid_scru128_fields scru128;
    sortid_scru128v1_fields scru128v1;
    sortid_scru160_fields scru160;
    sortid_scru64_fields scru64;
    sortid_ulid_fields ulid;
    sortid_uuidv7_fields uuidv7;
    sortid_ksuid_fields ksuid;
} any_fields;

#define WRAP_FIELDS(f)                                                                             \
    static void f##_to_fields(any_fields *fields, const void *id)                                  \
    {                                                                                              \
        sortid_##f##_to_fields(&fields->f, id);                                                    \
    }                                                                                              \
    static sortid_status f##_from_fields(void *id, const any_fields *fields)                       \
    {                                                                                              \
        return sortid_##f##_from_fields(id, &fields->f, NULL);                                     \
    }

WRAP_FIELDS(scru128)
WRAP_FIELDS(scru128v1)
WRAP_FIELDS(scru160)
WRAP_FIELDS(scru64)
WRAP_FIELDS(ulid)
WRAP_FIELDS(uuidv7)
WRAP_FIELDS(ksuid)

/* A member of a format's struct of fields: which bits of the ID it has, and which column of the
 * vectors has its decimal value (0: none). */
#define MEMBER(f, name, first, bits, column)                                                       \
    {                                                                                              \
#name, offsetof(any_fields, f.name), sizeof(((any_fields *)NULL)->f.name), first, bits,    \
            column                                                                                 \
    }

#define CALLS(f) f##_to_fields, f##_from_fields

/* In the order of support_formats. */
static const struct {
    void (*to_fields)(any_fields *fields, const void *id);
    sortid_status (*from_fields)(void *id, const any_fields *fields);
    struct member {
        const char *name;
        size_t offset, size, first, bits, column;
    } members[SUPPORT_FIELDS];
} layouts[SUPPORT_FORMATS] = {
    {CALLS(scru128),
     {MEMBER(scru128, timestamp, 0, 48, 2), MEMBER(scru128, counter_hi, 48, 24, 3),
      MEMBER(scru128, counter_lo, 72, 24, 4), MEMBER(scru128, entropy, 96, 32, 5)}},
    {CALLS(scru128v1),
     {MEMBER(scru128v1, timestamp, 0, 44, 2), MEMBER(scru128v1, counter, 44, 28, 3),
      MEMBER(scru128v1, per_sec_random, 72, 24, 4), MEMBER(scru128v1, per_gen_random, 96, 32, 5)}},
    {CALLS(scru160),
     {MEMBER(scru160, timestamp, 0, 48, 2), MEMBER(scru160, counter, 48, 16, 3),
      MEMBER(scru160, random16, 64, 16, 4), MEMBER(scru160, random80, 80, 80, 5)}},
    {CALLS(scru64), {MEMBER(scru64, timestamp, 0, 40, 3), MEMBER(scru64, node_ctr, 40, 24, 4)}},
    {CALLS(ulid),
     {MEMBER(ulid, timestamp, 0, 48, 2), MEMBER(ulid, randomness_high, 48, 16, 0),
      MEMBER(ulid, randomness_low, 64, 64, 0)}},
    {CALLS(uuidv7),
     {MEMBER(uuidv7, timestamp, 0, 48, 2), MEMBER(uuidv7, rand_a, 52, 12, 3),
      MEMBER(uuidv7, rand_b, 66, 62, 4)}},
    {CALLS(ksuid),
     {MEMBER(ksuid, timestamp, 0, 32, 2), MEMBER(ksuid, payload_high, 32, 64, 0),
      MEMBER(ksuid, payload_low, 96, 64, 0)}},
};

/* The number in the bytes of a member: an integer of the machine, or big-endian bytes if longer. */
static void expect_member(const any_fields *fields, const struct member *member,
                          const support_vector *vector)
{
    const uint8_t *bytes = (const uint8_t *)fields + member->offset;
    char value[SUPPORT_MAX_TEXT], expected[SUPPORT_MAX_TEXT];
    uint32_t u32;
    uint64_t u64;
    memcpy(&u32, bytes, sizeof u32);
    memcpy(&u64, bytes, sizeof u64);
    if (member->size == sizeof u32)
        snprintf(value, sizeof value, "%u", u32);
    else if (member->size == sizeof u64)
        snprintf(value, sizeof value, "%llu", (unsigned long long)u64);
    else
        oracle_decimal(value, bytes, member->size);
    support_field_value(expected, vector->id, member->first, member->bits);
    EXPECT(strcmp(value, expected) == 0, "%s is %s, not %s", member->name, value, expected);
    if (member->column != 0)
        EXPECT(strcmp(value, vector->columns[member->column]) == 0, "%s is %s", member->name,
               value);
}

static void expect_fields(const support_vector *vector)
{
    size_t index = (size_t)(vector->format - support_formats);
    const struct member *members = layouts[index].members;
    any_fields fields;
    uint8_t from[SUPPORT_MAX_SIZE];
    layouts[index].to_fields(&fields, vector->id);
    for (size_t i = 0; members[i].name != NULL; i++)
        expect_member(&fields, &members[i], vector);
    EXPECT_OK(layouts[index].from_fields(from, &fields));
    EXPECT_BYTES(from, vector->id, vector->format->size, "from_fields");
}

/* ---- What one format has alone -------------------------------------------------------- */

static void expect_scru64_int(const support_vector *vector)
{
    sortid_scru64 id, same;
    uint64_t number = support_number(vector->columns[1]);
    memcpy(id.bytes, vector->id, sizeof id);
    EXPECT(sortid_scru64_to_int(&id) == number, "to_int");
    EXPECT_OK(sortid_scru64_from_int(&same, number));
    EXPECT_BYTES(&same, &id, sizeof id, "from_int");
}

/* The time's ten digits alone, both ways. */
static void expect_ulid_time(const support_vector *vector)
{
    char digits[SORTID_ULID_TIME_TEXT_SIZE], printed[SORTID_ULID_TIME_TEXT_SIZE];
    memcpy(digits, vector->text, 10);
    digits[10] = '\0';
    uint64_t ms = support_number(vector->columns[2]), out;
    EXPECT_OK(sortid_ulid_print_time(printed, ms));
    EXPECT(strcmp(printed, digits) == 0, "print_time gave %s", printed);
    EXPECT_OK(sortid_ulid_parse_time(&out, digits, 10, NULL));
    EXPECT(out == ms, "parse_time");
    oracle_lower(digits);
    EXPECT_OK(sortid_ulid_parse_time(&out, digits, 10, NULL));
    EXPECT(out == ms, "parse_time, lower case");
}

static void expect_ksuid_columns(const support_vector *vector)
{
    uint64_t unix_s = support_number(vector->columns[3]);
    EXPECT(SUPPORT_KSUID->unix_ms(vector->id) == unix_s * 1000, "time");
    EXPECT(strcmp(vector->columns[4], vector->hex + 8) == 0, "payload");
}

/* ---- Rows ---------------------------------------------------------------------------- */

static void expect_vector(const support_vector *vector, void *context)
{
    const support_format *format = vector->format;
    const char *timestamp = vector->columns[layouts[format - support_formats].members[0].column];
    (void)context;
    support_case = vector->place;
    expect_codec(format, vector->hex, vector->text);
    uint64_t ms = support_number(timestamp) * format->timestamp_unit + format->timestamp_zero;
    EXPECT(format->unix_ms(vector->id) == ms, "unix_ms");
    expect_fields(vector);
    if (format == SUPPORT_SCRU64)
        expect_scru64_int(vector);
    if (format == SUPPORT_ULID)
        expect_ulid_time(vector);
    if (format == SUPPORT_KSUID)
        expect_ksuid_columns(vector);
}

/* Rows of `format_now` that are not an ID: ~ a text that is read, and written otherwise; ! a text
 * that is refused, with status and position; + an ID and its successor; !+ an ID without one. */
static const support_format *format_now;
static size_t alternatives, refusals, steps, lasts; /* seen */

static void expect_alternative(char **column)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    support_unhex(id, format_now->size, column[2]);
    expect_parse(format_now->parse, column[1], id, format_now->size);
    alternatives++;
}

static void expect_refusal(char **column)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    size_t length = support_unescape(column[1]), position = 99;
    sortid_status status = format_now->parse(id, column[1], length, &position);
    const char *name = sortid_status_name(status);
    EXPECT(strncmp(name, "SORTID_", 7) == 0 && strcmp(name + 7, column[2]) == 0, "%s, not %s", name,
           column[2]);
    EXPECT(position == support_number(column[3]), "position %zu", position);
    refusals++;
}

static void expect_step(char **column)
{
    uint8_t id[SUPPORT_MAX_SIZE], next[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE];
    bool carried;
    support_unhex(id, format_now->size, column[1]);
    support_unhex(next, format_now->size, column[2]);
    bool carries = support_timestamp(format_now, id) != support_timestamp(format_now, next);
    EXPECT_OK(format_now->successor(out, id, &carried));
    EXPECT_BYTES(out, next, format_now->size, "successor");
    EXPECT(carried == carries, "carried");
    EXPECT_OK(format_now->predecessor(out, next, &carried));
    EXPECT_BYTES(out, id, format_now->size, "predecessor");
    EXPECT(carried == carries, "carried back");
    steps++;
}

static void expect_last(char **column)
{
    uint8_t id[SUPPORT_MAX_SIZE], out[SUPPORT_MAX_SIZE];
    support_unhex(id, format_now->size, column[1]);
    EXPECT_GIVES(format_now->successor(out, id, NULL), SORTID_OUT_OF_RANGE);
    lasts++;
}

static void expect_other(char **column, const char *place, void *context)
{
    (void)context;
    support_case = place;
    if (strcmp(column[0], "~") == 0)
        expect_alternative(column);
    else if (strcmp(column[0], "!") == 0)
        expect_refusal(column);
    else if (strcmp(column[0], "+") == 0)
        expect_step(column);
    else if (strcmp(column[0], "!+") == 0)
        expect_last(column);
    else
        fail_msg("%s: no such row", place);
}

static void vectors_of(const support_format *format)
{
    format_now = format;
    support_each_vector(format, expect_vector, expect_other, NULL);
}

TEST(vectors)
{
    support_each_format(vectors_of);
    assert_int_equal(alternatives, 8);   /* of uuidv7 */
    assert_int_equal(refusals, 71 + 37); /* of uuidv7 and ksuid */
    assert_int_equal(steps, 18);
    assert_int_equal(lasts, 1);
}

/* ---- Known IDs and integers ------------------------------------------------------------- */

/* From the documents, and from what the formats' own suites hold fixed. */
TEST(known_ids)
{
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
        support_case = known[i].text;
        expect_codec(known[i].format, known[i].hex, known[i].text);
    }
}

/* An ID as an integer, both ways. */
static void expect_integer(const support_format *format, const uint8_t *id, const char *decimal)
{
    support_case = decimal;
    expect_print(format, SORTID_ENCODING_INT, id, decimal);
    expect_parse(format->parse_int, decimal, id, format->size);
}

/* Integers that the documents give. */
TEST(known_integers)
{
    static const sortid_scru128 last_scru128 = SORTID_SCRU128_MAX;
    static const sortid_scru160 last_scru160 = SORTID_SCRU160_MAX;
    char text[SUPPORT_MAX_TEXT];
    sortid_scru128 id;
    EXPECT_OK(sortid_scru128_parse(&id, "0372ijojuxuhjsfkeryi2mrtm", 25, NULL));
    expect_integer(SUPPORT_SCRU128, id.bytes, "1993501768880490086615869617690763354");
    expect_integer(SUPPORT_SCRU128, last_scru128.bytes, "340282366920938463463374607431768211455");
    expect_integer(SUPPORT_SCRU160, last_scru160.bytes,
                   "1461501637330902918203684832716283019655932542975");
    sortid_scru64 small;
    EXPECT_OK(sortid_scru64_from_int(&small, UINT64_C(109959589539758421)));
    assert_int_equal(sortid_scru64_print(text, &small), 12);
    assert_string_equal(text, "0u2pf62ji4b9");
}

/* The bytes of an ID are its integer, most significant first: 0x0102...0f10. */
TEST(byte_order)
{
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

CASES_MAIN(NULL, NULL)
