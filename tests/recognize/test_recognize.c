/* SPDX-License-Identifier: MIT */
/* test_recognize.c: the readings of a text: their order, confidence and reasons by hand for known
 * texts, and by the judge for random ones; options, ways, the nearest kinds, TypeID. */
#include "../support/cases.h"
#include "../support/compare_kinds.h"
#include "../support/guard.h"
#include "../support/oracle.h"

#include <sortid/unstable.h>

#define READINGS_SIZE 600

/* ---- Known texts ----------------------------------------------------------------------------- */

/* What any 16 bytes may be, and any small number. */
#define BYTES(HOW) "scru128 " HOW "; ulid " HOW "; scru128v1 " HOW
#define SNOWFLAKES                                                                                 \
    "snowflake-twitter 2 low length; snowflake-discord 2 low length; snowflake-mastodon 2 low "    \
    "length; snowflake-instagram 2 low length; snowflake-sonyflake 2 low length; "
#define NUMBERS                                                                                    \
    "scru128 2 low length; scru160 2 low length; scru64 2 low length; ulid 2 low length; "         \
    "ksuid 2 low length; scru128v1 2 low length"

static const struct {
    const char *text;
    const char *readings; /* kind, form (its number), confidence, reasons; ... */
} known[] = {
    /* kinds without a sure shape: a plausible time, or what random text has and words do not */
    {"cjld2cjxh0000qzrmn831i7rn", "cuid 0 medium alphabet time; scru128 0 low alphabet"},
    {"cc2wfoqo00000yi7d1erv6i5d", "cuid 0 medium alphabet time; scru128 0 low alphabet"},
    {"cc2wfoqnz0000yi7d1erv6i5d", "scru128 0 low alphabet"}, /* a ms before 2000 */
    {"characteristicallyrandoms", "scru128 0 low alphabet"},
    {"ux6br3ni3xs5kfhpuj5vg0ij", "cuid2 0 low length"},
    {"a07f1f77bcf86cd799439011", "objectid 0 medium alphabet time"},
    {"DWa0qV_ukCUjVnEdqBy39", "nanoid 0 low length"},
    {"-NjEtLV-aUEoS6LeslyM", "pushid 0 medium alphabet time"},
    {"1503435956.000247", "slack-ts 0 medium alphabet time"},
    {"3ke6kg42cm2zz", "tid 0 medium alphabet time"},
    {"036zg552n91mt9s0gyhdwif95", "scru128 0 medium alphabet time"},
    {"01ARYZ6S41TSV4RRFFQ69G5FAV", "ulid 0 medium alphabet time"},
    {"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "ksuid 0 medium alphabet time"},
    {"01aryz6s41tsv4rrffq69g5fav", "ulid 0 medium time; typeid 0 low length"},
    {"01ARAS6S41TSV4RRFFQ69G5FAV", "ulid 0 medium alphabet time; scru128v1 0 medium alphabet time"},
    {"0u2r85hm2pt3", "scru64 0 medium alphabet time"},
    {"reservations", "scru64 0 low alphabet"},
    {"0186ac4bad2af927", "scru64 1 medium time"},
    /* a UUIDv4 is no SCRU128 first */
    {"919108f7-52d1-4320-9bac-f847db4148a8",
     "uuid-v4 0 high version alphabet; " BYTES("3 low length")},
    {"919108F752D143209BACF847DB4148A8",
     "uuid-v4 1 medium version; scru160 0 low alphabet; " BYTES("1 low length")},
    /* a plausible time comes before the exact alphabet alone */
    {"017F22E279B07CC398C4DC0C0C07398F",
     "uuidv7 1 high version time; " BYTES("1 medium time") "; scru160 0 low alphabet"},
    {"01A20770F62288E3337B0AEB037CB795",
     BYTES("1 medium time") "; scru160 0 low alphabet; uuid-other 1 low length"},
    {"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
     "uuidv7 0 high version alphabet time; " BYTES("3 medium time")},
    /* version bits with a time that is not plausible may be chance */
    {"8196f946-5678-7ac0-a594-fe51da68ec69",
     "uuidv7 0 medium version alphabet; " BYTES("3 low length")},
    {"urn:uuid:8196f946-5678-7ac0-a594-fe51da68ec69",
     "uuidv7 6 medium prefix version; " BYTES("6 low length")},
    {"00000000-0000-1000-8000-000000000000",
     "uuid-v1 0 medium version alphabet; " BYTES("3 low length")},
    {"6ba7b810-9dad-11d1-80b4-00c04fd430c8",
     "uuid-v1 0 high version alphabet time; " BYTES("3 low length")},
    {"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
     "uuidv7 6 high prefix version time; " BYTES("6 medium time")},
    {"{919108f7-52d1-4320-9bac-f847db4148a8}", "uuid-v4 5 medium version; " BYTES("5 low length")},
    {"017fa676-3e95-9acf-bbc9-18ccf86021b9", BYTES("3 medium time") "; uuid-other 0 low length"},
    {"00000000-0000-0000-0000-000000000000",
     "uuid-nil 0 high version alphabet; " BYTES("3 low length")},
    {"user_01h455vb4pex5vsknk084sn02q", "typeid 0 high prefix version alphabet time"},
    {"user_00000000000000000000000000", "typeid 0 high prefix alphabet"},
    {"01h455vb4pex5vsknk084sn02q", "typeid 0 high version alphabet time; ulid 0 medium time"},
    {"9m4e2mr0ui3e8a215n4g", "xid 0 medium alphabet time"},
    {"507f1f77bcf86cd799439011", "objectid 0 medium alphabet time"},
    {"507F1F77BCF86CD799439011", "objectid 0 medium time"},
    {"5", SNOWFLAKES NUMBERS},
    /* 12 digits: SCRU64, or a number of any preset; 13: what looks like Unix ms is no ID */
    {"123456789012", "scru64 0 medium alphabet time; " SNOWFLAKES NUMBERS},
    {"1234567890123", SNOWFLAKES NUMBERS},
    /* presets with plausible times come before those without */
    {"1541815603606036480",
     "snowflake-twitter 2 medium time; snowflake-discord 2 medium time; snowflake-instagram 2 "
     "medium time; snowflake-sonyflake 2 medium time; snowflake-mastodon 2 low length; " NUMBERS},
};

static void add_reading(char *list, const sortid_reading *reading)
{
    static const char *const confidences[] = {"", "low", "medium", "high"};
    static const char *const reasons[] = {"prefix", "version", "alphabet", "time", "length"};
    sortid_kind_info info;
    size_t used = strlen(list);
    assert_int_equal(sortid_kind_describe(reading->kind, &info, sizeof info), SORTID_OK);
    used += (size_t)snprintf(list + used, READINGS_SIZE - used, "%s%s %u %s", used > 0 ? "; " : "",
                             info.name, reading->form, confidences[reading->confidence]);
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        if ((reading->why >> i & 1) != 0)
            used += (size_t)snprintf(list + used, READINGS_SIZE - used, " %s", reasons[i]);
}

TEST(known)
{
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        sortid_reading all[SORTID_READINGS_MAX];
        size_t count;
        char list[READINGS_SIZE] = "";
        EXPECT_STATUS(sortid_recognize(all, sizeof *all, COUNT_OF(all), &count, known[i].text,
                                       strlen(known[i].text), NULL, NULL),
                      SORTID_OK, "%s", known[i].text);
        for (size_t k = 0; k < count; k++)
            add_reading(list, &all[k]);
        EXPECT(strcmp(list, known[i].readings) == 0, "%s:\n%s, not\n%s", known[i].text, list,
               known[i].readings);
    }
}

/* ---- The judge ------------------------------------------------------------------------------- */

static const int64_t some_epochs[] = {0, -1, 1577836800000, -(INT64_C(1) << 53), INT64_C(1) << 53};

/* Any request, most of them without options. */
static judge_request random_request(void)
{
    judge_request request = {.kind = NULL};
    size_t kinds = 0;
    while (judge_kind_name(kinds) != NULL)
        kinds++;
    if (support_below(3) == 0)
        request.kind = judge_kind_name(support_below(kinds));
    request.lenient = support_below(8) == 0;
    if (support_below(8) == 0)
        request.epoch_ms = &some_epochs[support_below(COUNT_OF(some_epochs))];
    if (support_below(4) == 0)
        request.plausible_until_ms = 946684800000 + (int64_t)support_below(3155760000000);
    return request;
}

/* A text of a likely length from a likely alphabet, mostly good. */
static size_t random_text(char text[100])
{
    static const char digits64[] =
        "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    static const char *const alphabets[] = {"0123456789",
                                            "0123456789abcdef",
                                            "0123456789ABCDEF",
                                            "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
                                            "0123456789abcdefghjkmnpqrstvwxyz",
                                            "0123456789abcdefghijklmnopqrstuv",
                                            "0123456789abcdefghijklmnopqrstuvwxyz-_!",
                                            "0123456789abcdefghijklmnopqrstuvwxyz",
                                            "234567abcdefghijklmnopqrstuvwxyz",
                                            digits64};
    static const size_t lengths[] = {1,  12, 13, 16, 17, 18, 19, 20, 21, 24, 25,
                                     26, 27, 31, 32, 36, 38, 39, 40, 45, 90};
    const char *alphabet = alphabets[support_below(COUNT_OF(alphabets))];
    size_t length = lengths[support_below(COUNT_OF(lengths))];
    length += support_below(8) == 0;
    for (size_t i = 0; i < length; i++)
        text[i] = alphabet[support_below(strlen(alphabet))];
    if (support_below(2) == 0)
        text[0] = (char)('0' + support_below(9));
    else if (support_below(2) == 0)
        text[0] = "-c3k"[support_below(4)];
    if (length == 17 && support_below(2) == 0)
        text[10] = '.';
    return length;
}

static void dress(char *text, size_t length)
{
    size_t begin = length == 38 ? 1 : length == 45 ? 9 : 0;
    if (length != 36 && begin == 0)
        return;
    for (size_t i = 8; i <= 23; i += 5)
        text[begin + i] = '-';
    if (support_below(2) == 0)
        text[begin + 14] = (char)('0' + support_below(10));
    if (length == 38) {
        text[0] = '{';
        text[37] = support_below(8) == 0 ? '0' : '}';
    } else if (length == 45) {
        memcpy(text, support_below(2) == 0 ? "urn:uuid:" : "URN:uuid:", 9);
    }
}

static void expect_judged(const judge_request *request, const char *text, size_t length,
                          size_t *readings)
{
    char *exact = support_exact_copy(text, length);
    const char *wrong = compare_kinds(request, exact, length, readings);
    EXPECT(wrong == NULL, "%.*s as %s: %s", (int)length, text,
           request->kind != NULL ? request->kind : "any", wrong);
    free(exact);
}

TEST(random)
{
    size_t by_count[JUDGE_FOUND_MAX] = {0};
    for (int i = 0; i < 20000; i++) {
        char text[100];
        size_t readings, length = random_text(text);
        judge_request request = random_request();
        dress(text, length);
        expect_judged(&request, text, length, &readings);
        by_count[readings]++;
    }
    for (size_t count = 0; count <= 5; count++)
        EXPECT(by_count[count] > 20, "only %zu texts had %zu readings", by_count[count], count);
}

/* UUIDs of every version and variant, and TypeIDs of them. */
TEST(uuids)
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    for (unsigned i = 0; i < 16 * 16 * 8; i++) {
        uint8_t uuid[16];
        char hex[33], text[37], typeid[40] = "a_b_";
        judge_request request = {.kind = NULL};
        support_random_bytes(uuid, sizeof uuid);
        oracle_set_bits(uuid, 48, 4, i % 16);
        oracle_set_bits(uuid, 64, 4, i / 16 % 16);
        for (size_t k = 0; k < sizeof uuid; k++)
            snprintf(hex + 2 * k, 3, "%02x", uuid[k]);
        oracle_uuid(text, hex);
        expect_judged(&request, text, 36, NULL);
        expect_judged(&request, hex, 32, NULL);
        oracle_print(typeid + 4, 26, digits, uuid, sizeof uuid);
        expect_judged(&request, typeid, 30, NULL);
        expect_judged(&request, typeid + 4, 26, NULL);
    }
}

/* A third of all bytes in every place of a text of each kind, and each length around it. */
TEST(changed)
{
    static const char *const texts[] = {"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                                        "{919108f7-52d1-4320-9bac-f847db4148a8}",
                                        "a_b_01h455vb4pex5vsknk084sn02q",
                                        "9m4e2mr0ui3e8a215n4g",
                                        "507f1f77bcf86cd799439011",
                                        "18446744073709551615",
                                        "cjld2cjxh0000qzrmn831i7rn",
                                        "ux6br3ni3xs5kfhpuj5vg0ij",
                                        "DWa0qV_ukCUjVnEdqBy39",
                                        "-NjEtLV-aUEoS6LeslyM",
                                        "1503435956.000247",
                                        "3ke6kg42cm2zz"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (size_t place = 0; place < strlen(texts[i]); place++) {
            char text[64];
            judge_request request = {.kind = NULL};
            expect_judged(&request, texts[i], place, NULL);
            for (int byte = (int)place % 3; byte < 256; byte += 3) {
                strcpy(text, texts[i]);
                text[place] = (char)byte;
                expect_judged(&request, text, strlen(texts[i]), NULL);
            }
        }
}

/* ---- Options --------------------------------------------------------------------------------- */

TEST(options)
{
    static const sortid_recognize_options bad[] = {
        {.flags = 4},
        {.reserved32 = 1},
        {.reserved = {0, 0, 1}},
        {.plausible_until_ms = -1},
        {.plausible_until_ms = (INT64_C(1) << 53) + 1},
        {.flags = SORTID_RECOGNIZE_EPOCH, .epoch_ms = (INT64_C(1) << 53) + 1},
        {.flags = SORTID_RECOGNIZE_EPOCH, .epoch_ms = -(INT64_C(1) << 53) - 1},
    };
    sortid_reading reading;
    sortid_departure departure;
    sortid_way way;
    size_t count = 77;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        EXPECT_STATUS(sortid_recognize(&reading, sizeof reading, 1, &count, "5", 1, &bad[i], NULL),
                      SORTID_BAD_OPTION, "%zu", i);
        EXPECT_STATUS(
            sortid_recognize_nearest(&departure, sizeof departure, 1, &count, "5", 1, &bad[i]),
            SORTID_BAD_OPTION, "%zu", i);
        EXPECT_STATUS(sortid_recognize_ways(&way, 1, &count, 1, &bad[i]), SORTID_BAD_OPTION, "%zu",
                      i);
    }
    assert_int_equal(count, 77);
}

/* 2016-07-30T22:36:16.385Z is plausible if the end is after it, the end of 2100 by default. */
TEST(plausible_until)
{
    static const int64_t ms = 1469918176385, ends[] = {0, 1, ms, ms + 1, INT64_C(1) << 53};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        const sortid_recognize_options options = {.plausible_until_ms = ends[i]};
        sortid_reading reading;
        size_t count;
        EXPECT_STATUS(sortid_recognize(&reading, sizeof reading, 1, &count,
                                       "01ARYZ6S41TSV4RRFFQ69G5FAV", 26, &options, NULL),
                      SORTID_OK, "%zu", i);
        EXPECT(((reading.why & SORTID_WHY_TIME) != 0) == (ends[i] == 0 || ends[i] > ms), "%zu", i);
    }
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* The first ways are written and all are counted, without options too. No text is empty. */
TEST(ways)
{
    sortid_way all[SORTID_READINGS_MAX], few[2];
    size_t count = 0, again = 0;
    EXPECT_STATUS(sortid_recognize_ways(all, COUNT_OF(all), &count, 12, NULL), SORTID_OK, "all");
    EXPECT(count > 2 && count <= COUNT_OF(all), "%zu ways", count);
    memset(few, 0xa5, sizeof few);
    EXPECT_STATUS(sortid_recognize_ways(few, 1, &again, 12, NULL), SORTID_OK, "the first");
    EXPECT(again == count && few[0].kind == all[0].kind, "%zu ways, not %zu", again, count);
    EXPECT(few[1].form == UINT32_C(0xa5a5a5a5), "one more was written");
    EXPECT_STATUS(sortid_recognize_ways(all, COUNT_OF(all), &count, 0, NULL), SORTID_OK, "empty");
    assert_int_equal(count, 0);
}

/* A text that is shorter than those of the ways is not read, nor are bytes around it. */
TEST(ways_of_longer_texts)
{
    static const char text[] = "user_01h45";
    for (size_t length = 12; length < 96; length++)
        for (size_t shorter = 0; shorter < sizeof text; shorter++) {
            sortid_way ways[SORTID_READINGS_MAX];
            size_t count = 0;
            EXPECT_STATUS(sortid_recognize_ways(ways, COUNT_OF(ways), &count, length, NULL),
                          SORTID_OK, "%zu", length);
            EXPECT(!sortid_ways_read(ways, count, NULL, text, shorter),
                   "%zu bytes by the ways of %zu", shorter, length);
        }
}

/* ---- Readings -------------------------------------------------------------------------------- */

/* Neither text nor fields. */
static void expect_refused_reading(const sortid_reading *reading, sortid_status status,
                                   const char *what)
{
    char text[SORTID_READING_TEXT_SIZE] = "#";
    const char *name = "#";
    size_t written = 77;
    EXPECT_STATUS(sortid_reading_print(reading, text, sizeof text, &written), status, "%s", what);
    EXPECT_STATUS(sortid_reading_print_field(reading, &name, text, sizeof text, &written, 0),
                  status, "%s: field", what);
    EXPECT(text[0] == '#' && name[0] == '#' && written == 77, "%s: wrote %s, %s", what, text, name);
}

/* A reading of `text` whose bytes or prefix the caller then made invalid has no text. */
static void expect_no_text(const char *text, const char *kind, uint8_t byte, const char *prefix)
{
    const sortid_recognize_options options = {.kind = sortid_kind_find(kind)};
    sortid_reading reading;
    size_t count = 0;
    EXPECT_STATUS(
        sortid_recognize(&reading, sizeof reading, 1, &count, text, strlen(text), &options, NULL),
        SORTID_OK, "%s", text);
    memset(reading.id, byte, sizeof reading.id);
    memcpy(reading.prefix, prefix, SORTID_TYPEID_PREFIX_SIZE);
    expect_refused_reading(&reading, SORTID_OUT_OF_RANGE, kind);
}

TEST(changed_readings)
{
    static const char typeid[] = "user_01h455vb4pex5vsknk084sn02q";
    char none[SORTID_TYPEID_PREFIX_SIZE] = "", upper[SORTID_TYPEID_PREFIX_SIZE] = "User",
         endless[SORTID_TYPEID_PREFIX_SIZE];
    memset(endless, 'a', sizeof endless);
    expect_no_text("0u2r85hm2pt3", "scru64", 0xff, none);
    expect_no_text("1234567890123456789", "snowflake-twitter", 0xff, none);
    expect_no_text(typeid, "typeid", 0x77, upper);
    expect_no_text(typeid, "typeid", 0x77, endless);
    expect_no_text("017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "uuid-v4", 0x77, none);
    expect_no_text("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuidv7", 0x77, none);
    expect_no_text("017f22e2-79b0-fcc3-98c4-dc0c0c07398f", "uuid-other", 0x00, none);
}

/* Readings whose members contradict each other. */
TEST(contradicting_readings)
{
    const sortid_reading good = {
        .kind = sortid_kind_find("ulid"), .format = sortid_format_find("ulid"), .size = 16};
    sortid_reading reading = {.kind = NULL};
    char text[SORTID_READING_TEXT_SIZE];
    size_t written;
    expect_refused_reading(&reading, SORTID_BAD_FORMAT, "zeros");
    reading = good;
    reading.format = NULL;
    expect_refused_reading(&reading, SORTID_BAD_ARGUMENT, "no format");
    reading.format = sortid_format_find("ksuid");
    expect_refused_reading(&reading, SORTID_BAD_ARGUMENT, "another format");
    reading = good;
    reading.kind = sortid_kind_find("uuid-v4");
    expect_refused_reading(&reading, SORTID_BAD_ARGUMENT, "another kind");
    static const uint32_t sizes[] = {0, 15, 17, 20, SORTID_MAX_SIZE + 1, UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        reading = good;
        reading.size = sizes[i];
        expect_refused_reading(&reading, SORTID_BAD_ARGUMENT, "ulid: another size");
        reading.kind = sortid_kind_find("xid");
        reading.format = NULL;
        expect_refused_reading(&reading, SORTID_BAD_ARGUMENT, "xid: another size");
    }
    EXPECT_STATUS(sortid_reading_print(&good, text, sizeof text, &written), SORTID_OK, "good");
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

TEST(kinds)
{
    const sortid_kind *kind;
    size_t index = 0;
    for (; (kind = sortid_kind_at(index)) != NULL; index++) {
        struct {
            sortid_kind_info info;
            uint8_t newer[8];
        } described;
        memset(&described, 0xa5, sizeof described);
        assert_int_equal(sortid_kind_describe(kind, &described.info, sizeof described), SORTID_OK);
        size_t older = offsetof(sortid_kind_info, is_vague);
        EXPECT_STATUS(sortid_kind_describe(kind, &described.info, older - 1), SORTID_BAD_ARGUMENT,
                      "%s: too small", described.info.name);
        described.info.is_vague += 7;
        uint32_t vague = described.info.is_vague;
        EXPECT_STATUS(sortid_kind_describe(kind, &described.info, older), SORTID_OK, "older");
        EXPECT(described.info.is_vague == vague, "%s: written past its end", described.info.name);
        assert_string_equal(described.info.name, judge_kind_name(index));
        assert_ptr_equal(sortid_kind_find(described.info.name), kind);
        assert_ptr_equal(described.info.format, sortid_format_at(index));
        EXPECT(described.info.size <= SORTID_MAX_SIZE, "%s", described.info.name);
        for (size_t i = 0; i < sizeof described.newer; i++)
            assert_int_equal(described.newer[i], 0);
        for (size_t i = 0; i < described.info.field_count; i++)
            assert_non_null(sortid_kind_field_name(kind, i));
        assert_null(sortid_kind_field_name(kind, described.info.field_count));
    }
    assert_string_equal(sortid_kind_field_name(sortid_kind_find("uuid-v1"), 0), "ticks");
    assert_null(sortid_kind_field_name(NULL, 0));
    assert_null(judge_kind_name(index));
    assert_null(sortid_kind_find("uuid-v7"));
}

/* Structs that are smaller than those of the first version; a kind that was not found. */
TEST(sizes_of_structs)
{
    sortid_kind_info info;
    sortid_reading reading;
    sortid_departure departure;
    size_t count = 99;
    memset(&info, CANARY, sizeof info);
    memset(&reading, CANARY, sizeof reading);
    memset(&departure, CANARY, sizeof departure);
    EXPECT_STATUS(sortid_kind_describe(sortid_kind_find("uuid-v7"), &info, sizeof info),
                  SORTID_BAD_FORMAT, "no kind");
    EXPECT_STATUS(sortid_recognize(&reading, sizeof reading - 1, 1, &count, "5", 1, NULL, NULL),
                  SORTID_BAD_ARGUMENT, "reading");
    EXPECT_STATUS(
        sortid_recognize_nearest(&departure, sizeof departure - 1, 1, &count, "5", 1, NULL),
        SORTID_BAD_ARGUMENT, "departure");
    EXPECT(count == 99 && is_untouched(&info, sizeof info) &&
               is_untouched(&reading, sizeof reading) && is_untouched(&departure, sizeof departure),
           "an output is touched");
    EXPECT_STATUS(sortid_recognize(NULL, 0, 0, &count, "5", 1, NULL, NULL), SORTID_OK,
                  "only count");
}

/* ---- Nearest --------------------------------------------------------------------------------- */

static void expect_nearest(const char *text, const char *kind, sortid_status status,
                           size_t position, uint32_t distance)
{
    sortid_departure nearest;
    sortid_kind_info info;
    size_t count;
    EXPECT_STATUS(
        sortid_recognize_nearest(&nearest, sizeof nearest, 1, &count, text, strlen(text), NULL),
        SORTID_OK, "%s", text);
    assert_int_equal(sortid_kind_describe(nearest.kind, &info, sizeof info), SORTID_OK);
    EXPECT(strcmp(info.name, kind) == 0, "%s: %s", text, info.name);
    EXPECT_STATUS((sortid_status)nearest.status, status, "%s", text);
    EXPECT(nearest.position == position && nearest.distance == distance, "%s: %zu, %u", text,
           nearest.position, nearest.distance);
}

TEST(nearest)
{
    expect_nearest("01ARYZUS41TSV4RRFFQ69G5FAV", "ulid", SORTID_BAD_DIGIT, 6, 1);
    expect_nearest("0u2r85hm2pt", "scru64", SORTID_BAD_LENGTH, 11, 1);
    expect_nearest("81ARYZ6S41TSV4RRFFQ69G5FAV", "ulid", SORTID_OUT_OF_RANGE, 0, 1);
    expect_nearest("user_01h455vb4pex5vsknk084sn02U", "typeid", SORTID_BAD_DIGIT, 30, 1);
    expect_nearest("user_01h455vb4pex5vsknk084sn0", "typeid", SORTID_BAD_LENGTH, 29, 2);
    expect_nearest("9m4e2mr0ui3e8a215n4h", "xid", SORTID_OUT_OF_RANGE, 19, 1);
    expect_nearest("919108f7-52d1-4320-9bac-f847db4148a", "uuid-v1", SORTID_BAD_LENGTH, 35, 1);
    expect_nearest("01ARYZ6S41TSV4RRFFQ69G5FAV ", "ulid", SORTID_BAD_LENGTH, 26, 1);
    expect_nearest("\t 01ARYZUS41TSV4RRFFQ69G5FAV\r\n", "ulid", SORTID_BAD_DIGIT, 0, 5);
    expect_nearest("  ", "snowflake-twitter", SORTID_BAD_LENGTH, 0, 3);
    expect_nearest("", "snowflake-twitter", SORTID_BAD_LENGTH, 0, 1);
    expect_nearest("-5", "snowflake-twitter", SORTID_BAD_DIGIT, 0, 1);
}

/* ---- TypeID ---------------------------------------------------------------------------------- */

static void expect_typeid(const char *prefix, size_t prefix_length, const uint8_t id[16])
{
    char text[SORTID_TYPEID_TEXT_SIZE + 1];
    uint8_t uuid[16];
    size_t written = 77, read = 77;
    const size_t length = prefix_length + (prefix_length > 0) + 26;
    memset(text, '#', sizeof text);
    EXPECT_STATUS(sortid_typeid_print(text, length, &written, prefix, prefix_length, id, NULL),
                  SORTID_NO_SPACE, "%s", prefix);
    assert_true(text[0] == '#' && written == 77);
    EXPECT_STATUS(sortid_typeid_print(text, length + 1, &written, prefix, prefix_length, id, NULL),
                  SORTID_OK, "%s", prefix);
    assert_int_equal(written, length);
    assert_int_equal(strlen(text), length);
    EXPECT_STATUS(sortid_typeid_parse(uuid, &read, text, written, NULL), SORTID_OK, "%s", text);
    assert_int_equal(read, prefix_length);
    assert_memory_equal(text, prefix, prefix_length);
    assert_memory_equal(uuid, id, sizeof uuid);
}

static void expect_no_typeid(const char *prefix, sortid_status status, size_t position)
{
    char text[SORTID_TYPEID_TEXT_SIZE] = "#";
    size_t written = 77, at = 77;
    static const uint8_t nil[16];
    EXPECT_STATUS(
        sortid_typeid_print(text, sizeof text, &written, prefix, strlen(prefix), nil, &at), status,
        "%s", prefix);
    EXPECT(at == position && written == 77 && text[0] == '#', "%s: %zu", prefix, at);
}

TEST(typeid)
{
    static const char longest[] = "abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_abcdefghi";
    uint8_t id[16];
    for (size_t length = 1; length <= 63; length++)
        if (longest[length - 1] != '_') {
            support_random_bytes(id, sizeof id); /* of any version */
            expect_typeid(longest, length, id);
        }
    memset(id, 0xff, sizeof id);
    expect_typeid(NULL, 0, id);
    expect_no_typeid("User", SORTID_BAD_DIGIT, 0);
    expect_no_typeid("_user", SORTID_BAD_DIGIT, 0);
    expect_no_typeid("user_", SORTID_BAD_DIGIT, 4);
    expect_no_typeid("us3r", SORTID_BAD_DIGIT, 2);
    expect_no_typeid("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl",
                     SORTID_BAD_LENGTH, 63);
}

CASES_MAIN(NULL, NULL)
