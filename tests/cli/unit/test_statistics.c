/* SPDX-License-Identifier: MIT */
/* test_statistics.c: figures about streams. Figures of small streams are expected as text. Random streams are
 * counted again, bit by bit, from the fields as the library prints them, without the module's masks. IDs
 * added in parts must give the same figures as IDs added one by one. */
#include "../../support/formats.h"
#include "cli/ids/format_info.h"
#include "cli/check/statistics.h"

#define GUARD 64

/* ---- Reading what was printed ------------------------------------------------- */

struct page {
    char text[STATISTICS_TEXT_SIZE + GUARD];
};

static void print_page(struct page *page, const struct statistics *statistics, bool json)
{
    memset(page->text, '#', sizeof page->text);
    size_t length = json ? statistics_print_json(page->text, statistics)
                         : statistics_print(page->text, statistics, SIZE_MAX);
    EXPECT(length < STATISTICS_TEXT_SIZE && length == strlen(page->text), "%zu bytes", length);
    EXPECT(page->text[STATISTICS_TEXT_SIZE] == '#', "written past the end");
    EXPECT(page->text[length - 1] == '\n', "no newline");
}

/* What follows `quoted` in `text`, before the next `end`. */
static const char *find_after(const char *text, const char *quoted, const char *end)
{
    const char *at = strstr(text, quoted);
    EXPECT(at != NULL && at < strstr(text, end), "no %s in %s", quoted, text);
    return at + strlen(quoted);
}

/* The value of a key of the object of a field, or, for "", of the whole. */
static const char *find_value(const struct page *json, const char *field, const char *key)
{
    char name[96], quoted[96];
    snprintf(name, sizeof name, "{\"name\":\"%s\"", field);
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    if (*field == '\0')
        return find_after(json->text, quoted, "\"fields\"");
    return find_after(find_after(json->text, name, "]"), quoted, "}");
}

static bool is_near(double a, double b)
{
    return a - b < 1e-6 && b - a < 1e-6;
}

/* A number with at most 6 decimal places; below 0: null is expected. */
static void expect_number(const struct page *json, const char *field, const char *key,
                          double expected)
{
    const char *value = find_value(json, field, key);
    if (expected < 0)
        EXPECT(strncmp(value, "null", 4) == 0, "%s%s: %.20s", field, key, value);
    else
        EXPECT(strncmp(value, "null", 4) != 0 && is_near(strtod(value, NULL), expected),
               "%s%s: %.20s, expected %.6f", field, key, value, expected);
}

/* The row of the table for people that begins like this, without its spaces. */
static void expect_row(const struct page *table, const char *row)
{
    char packed[STATISTICS_TEXT_SIZE], *to = packed;
    for (const char *from = table->text; *from != '\0'; from++)
        if (*from != ' ')
            *to++ = *from;
    *to = '\0';
    EXPECT(strstr(packed, row) != NULL, "no row %s in\n%s", row, table->text);
}

/* ---- Small streams -------------------------------------------------------------- */

/* Adds an ID from its hex. */
static enum statistics_verdict add_hex(struct statistics *statistics, const char *hex)
{
    uint8_t id[SORTID_MAX_SIZE];
    statistics_lines(statistics, 1);
    EXPECT_STATUS(
        sortid_format_parse(statistics->format, id, SORTID_ENCODING_HEX, hex, strlen(hex), NULL),
        SORTID_OK, "%s", hex);
    return statistics_add(statistics, id);
}

static void start(struct statistics *statistics, const char *format, enum statistics_order order)
{
    memset(statistics, 0xa5, sizeof *statistics);
    statistics_init(statistics, sortid_format_find(format), order);
}

#define ULID_A1                                                                                    \
    "018000000001"                                                                                 \
    "00000000000000000001"
#define ULID_A2                                                                                    \
    "018000000001"                                                                                 \
    "00000000000000000002"
#define ULID_B1                                                                                    \
    "018000000002"                                                                                 \
    "00000000000000000001"
#define ULID_Z                                                                                     \
    "7fffffffffff"                                                                                 \
    "ffffffffffffffffffff"

/* A stream of all cases, and the verdicts under each order. */
static const struct {
    const char *id;
    enum statistics_verdict verdicts[3]; /* strict, time, none */
} STREAM[] = {
    {ULID_A2, {VERDICT_FINE, VERDICT_FINE, VERDICT_FINE}},
    {ULID_A1, {VERDICT_UNORDERED, VERDICT_FINE, VERDICT_FINE}},
    {ULID_A1, {VERDICT_DUPLICATE, VERDICT_DUPLICATE, VERDICT_DUPLICATE}},
    {ULID_A1, {VERDICT_DUPLICATE, VERDICT_DUPLICATE, VERDICT_DUPLICATE}},
    {ULID_A2, {VERDICT_FINE, VERDICT_FINE, VERDICT_FINE}},
    {ULID_Z, {VERDICT_FINE, VERDICT_FINE, VERDICT_FINE}},
    {ULID_B1, {VERDICT_UNORDERED, VERDICT_UNORDERED, VERDICT_FINE}}, // after one too large
    {ULID_A2, {VERDICT_UNORDERED, VERDICT_UNORDERED, VERDICT_FINE}},
    {ULID_B1, {VERDICT_FINE, VERDICT_FINE, VERDICT_FINE}},
};

static void test_verdicts(void **state)
{
    static const enum statistics_order orders[] = {ORDER_STRICT, ORDER_TIME, ORDER_NONE};
    static const double unordered[] = {3, 2, 0};
    const size_t count = COUNT_OF(STREAM);
    (void)state;
    for (size_t k = 0; k < COUNT_OF(orders); k++) {
        struct statistics statistics;
        struct page json;
        start(&statistics, "ulid", orders[k]);
        for (size_t i = 0; i < count; i++) {
            enum statistics_verdict verdict = add_hex(&statistics, STREAM[i].id);
            EXPECT(verdict == STREAM[i].verdicts[k], "order %zu, ID %zu: %d", k, i, (int)verdict);
        }
        assert_true(statistics_failed(&statistics));
        print_page(&json, &statistics, true);
        expect_number(&json, "", "lines", (double)count);
        expect_number(&json, "", "valid", (double)count);
        expect_number(&json, "", "unordered", unordered[k]);
        expect_number(&json, "", "duplicates", 2);
        expect_number(&json, "", "idsPerTimestamp", 5);
    }
}

/* Each kind of failure fails by itself, and so does a stream without a valid ID. */
static void test_failed(void **state)
{
    struct statistics statistics;
    (void)state;
    start(&statistics, "ulid", ORDER_STRICT);
    assert_true(statistics_failed(&statistics));
    statistics_lines(&statistics, 1);
    assert_true(statistics_failed(&statistics));
    add_hex(&statistics, ULID_A1);
    assert_false(statistics_failed(&statistics));
    statistics_invalid(&statistics);
    assert_true(statistics_failed(&statistics));
    start(&statistics, "ulid", ORDER_STRICT);
    add_hex(&statistics, ULID_A2);
    add_hex(&statistics, ULID_A1);
    assert_true(statistics_failed(&statistics));
    start(&statistics, "ulid", ORDER_NONE);
    add_hex(&statistics, ULID_A2);
    add_hex(&statistics, ULID_A1);
    assert_false(statistics_failed(&statistics));
    add_hex(&statistics, ULID_A1);
    assert_true(statistics_failed(&statistics));
}

static void test_empty(void **state)
{
    struct statistics statistics;
    struct page page;
    (void)state;
    start(&statistics, "scru128", ORDER_STRICT);
    statistics_lines(&statistics, 1);
    statistics_lines(&statistics, 1);
    statistics_invalid(&statistics);
    print_page(&page, &statistics, true);
    assert_string_equal(
        page.text,
        "{\"format\":\"scru128\",\"lines\":2,\"valid\":0,\"invalid\":1,\"unordered\":0,"
        "\"duplicates\":0,\"counterFaults\":0,\"reserved\":0,\"firstTimestamp\":null,"
        "\"lastTimestamp\":null,\"idsPerMs\":null,"
        "\"idsPerTimestamp\":0,\"fields\":["
        "{\"name\":\"counterHi\",\"renewals\":0,\"meanIntervalMs\":null,"
        "\"lowestShareOfOnes\":null,\"highestShareOfOnes\":null},"
        "{\"name\":\"counterLo\",\"renewals\":0,\"meanIntervalMs\":null,"
        "\"lowestShareOfOnes\":null,\"highestShareOfOnes\":null},"
        "{\"name\":\"entropy\",\"lowestShareOfOnes\":null,\"highestShareOfOnes\":null}]}\n");
    print_page(&page, &statistics, false);
    expect_row(&page, "\nlines2\nvalidIDs0\ninvalidIDs01\n");
    EXPECT(strstr(page.text, "counter") == NULL, "more than the counts of lines");
}

/* counterHi holds over two ms, is carried into, is renewed; counterLo is renewed at each
 * new ms but where it is carried or counts on. */
static void test_renewals(void **state)
{
    struct statistics statistics;
    struct page page;
    (void)state;
    start(&statistics, "scru128", ORDER_STRICT);
    add_hex(&statistics, "018000000000"
                         "000001"
                         "000010"
                         "ffffffff"); // the first renews none
    add_hex(&statistics, "018000000000"
                         "000001"
                         "123456"
                         "00000000"); // the same ms: none
    add_hex(&statistics, "018000000001"
                         "000001"
                         "00000f"
                         "ffffffff"); // lo
    add_hex(&statistics, "018000000004"
                         "000002"
                         "fffff0"
                         "00000000"); // lo; hi carried
    add_hex(&statistics, "018000000006"
                         "000002"
                         "fffff1"
                         "ffffffff"); // none: lo counts on
    add_hex(&statistics, "018000000007"
                         "000002"
                         "ffffff"
                         "ffffffff"); // lo
    add_hex(&statistics, "018000000008"
                         "0000f0"
                         "000000"
                         "ffffffff"); // hi; lo wraps
    add_hex(&statistics, "0180000003f2"
                         "f00000"
                         "0000ff"
                         "ffff0000"); // hi, lo
    assert_false(statistics_failed(&statistics));
    print_page(&page, &statistics, true);
    assert_string_equal(
        page.text, "{\"format\":\"scru128\",\"lines\":8,\"valid\":8,\"invalid\":0,\"unordered\":0,"
                   "\"duplicates\":0,\"counterFaults\":0,\"reserved\":0,\"firstTimestamp\":"
                   "\"1649267441664\",\"lastTimestamp\":\"1649267442674\","
                   "\"idsPerMs\":0.007913,\"idsPerTimestamp\":2,\"fields\":["
                   "{\"name\":\"counterHi\",\"renewals\":2,\"meanIntervalMs\":1002.000000,"
                   "\"lowestShareOfOnes\":0.000000,\"highestShareOfOnes\":0.500000},"
                   "{\"name\":\"counterLo\",\"renewals\":4,\"meanIntervalMs\":336.333333,"
                   "\"lowestShareOfOnes\":0.500000,\"highestShareOfOnes\":0.750000},"
                   "{\"name\":\"entropy\",\"lowestShareOfOnes\":0.625000,"
                   "\"highestShareOfOnes\":0.750000}]}\n");
    print_page(&page, &statistics, false);
    expect_row(&page, "expectedfound\nformatscru128\nlines8\nvalidIDs8\ninvalidIDs00\n"
                      "unorderedIDs00\nIDswhosecounterdidnotrise00\n"
                      "duplicatesoftheIDbefore00\nIDsofareservedtimestamp00\n"
                      "firsttime2022-04-06T17:50:41.664Z\nlasttime2022-04-06T17:50:42.674Z\n"
                      "IDsperms,mean0.008\nIDsinonetimestamp,most2\ncounterHi,renewals2\n"
                      "counterHi,meanintervalinms~10001002.000\n"
                      "counterHi,lowestshareofones~0.5000.000\n"
                      "counterHi,highestshareofones~0.5000.500\ncounterLo,renewals4\n"
                      "counterLo,meanintervalinms336.333\ncounterLo,lowestshareofones0.500\n"
                      "counterLo,highestshareofones0.750\n"
                      "entropy,lowestshareofones~0.5000.625\n"
                      "entropy,highestshareofones~0.5000.750\n");
}

/* A tick of scru64 is 256 ms; the last one counts whole. */
static void test_ticks(void **state)
{
    struct statistics statistics;
    struct page page;
    (void)state;
    start(&statistics, "scru64", ORDER_STRICT);
    for (unsigned i = 0; i < 512; i++) {
        char hex[17];
        snprintf(hex, sizeof hex, "0186ac4bad%06x", i);
        assert_int_equal(add_hex(&statistics, hex), VERDICT_FINE);
    }
    print_page(&page, &statistics, true);
    expect_number(&page, "", "idsPerMs", 2);
    expect_number(&page, "", "idsPerTimestamp", 512);
    expect_number(&page, "nodeCtr", "renewals", 0);
    add_hex(&statistics, "0186ac4bae800000");
    add_hex(&statistics, "0186ac4bb0000000");
    print_page(&page, &statistics, true);
    expect_number(&page, "nodeCtr", "renewals", 2);
    expect_number(&page, "nodeCtr", "meanIntervalMs", 512);
    expect_number(&page, "nodeCtr", "highestShareOfOnes", 0.5);
    expect_number(&page, "", "idsPerMs", 514.0 / 1024);
    print_page(&page, &statistics, false);
    expect_row(&page, "\nfirsttime2023-03-04T11:04:46.080Z\nlasttime2023-03-04T11:04:46.848Z\n");
}

/* Time that goes back has no rate. */
static void test_back(void **state)
{
    struct statistics statistics;
    struct page page;
    (void)state;
    start(&statistics, "ulid", ORDER_NONE);
    add_hex(&statistics, ULID_B1);
    add_hex(&statistics, ULID_A1);
    print_page(&page, &statistics, true);
    expect_number(&page, "", "idsPerMs", -1);
    assert_true(strncmp(find_value(&page, "", "lastTimestamp"), "\"1649267441665\"", 15) == 0);
    print_page(&page, &statistics, false);
    expect_row(&page, "\nunorderedIDsnotchecked\n");
}

/* A bit that is one in each ID, and one that never is, are counted beyond any byte. */
static void test_constant_bits(void **state)
{
    struct statistics statistics;
    struct page page;
    (void)state;
    start(&statistics, "scru160", ORDER_NONE);
    for (int i = 0; i < 1000; i++)
        add_hex(&statistics, i % 2 == 0 ? "01800000000100000000ffffffffffffffffffff"
                                        : "01800000000200000000ffffffffffffffffffff");
    print_page(&page, &statistics, true);
    expect_number(&page, "random16", "lowestShareOfOnes", 0);
    expect_number(&page, "random16", "highestShareOfOnes", 0);
    expect_number(&page, "random80", "lowestShareOfOnes", 1);
    expect_number(&page, "random80", "highestShareOfOnes", 1);
}

/* Whether the format has the rule of the counter: fields of both kinds. */
static bool has_rule(const sortid_format *format)
{
    bool counter = false, layer = false;
    for (size_t i = 0; i < info_of(format)->field_count; i++) {
        counter = counter || field_of(format, i)->kind == SORTID_FIELD_COUNTER;
        layer = layer || field_of(format, i)->kind == SORTID_FIELD_LAYER;
    }
    return counter && layer;
}

/* What the header promises about the table, and the module's code assumes: with the rule of the
 * counter, random fields are below all others. */
static void test_bounds(void **state)
{
    const sortid_format *format;
    (void)state;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        bool is_random = false;
        EXPECT(info_of(format)->field_count <= STATISTICS_FIELDS, "%s has fields unseen",
               info_of(format)->name);
        for (size_t k = 0; k < info_of(format)->field_count && has_rule(format); k++) {
            EXPECT(!is_random || field_of(format, k)->kind == SORTID_FIELD_RANDOM,
                   "%s: %s is below a random field", info_of(format)->name,
                   field_of(format, k)->name);
            is_random = field_of(format, k)->kind == SORTID_FIELD_RANDOM;
        }
    }
    assert_true(has_rule(sortid_format_find("scru128")));
    assert_true(has_rule(sortid_format_find("scru128v1")));
    assert_false(has_rule(sortid_format_find("scru160")));
    assert_false(has_rule(sortid_format_find("scru64")));
    assert_false(has_rule(sortid_format_find("ulid")));
}

/* ---- The rule of the counter -------------------------------------------------------- */

/* Verdicts in strict order, each by the ID before it, whatever the verdict on that one was. */
static const struct {
    const char *format, *id;
    enum statistics_verdict verdict;
} COUNTERS[] = {
    {"scru128",
     "018000000001"
     "000001"
     "000010"
     "00000001",
     VERDICT_FINE},
    {"scru128",
     "018000000001"
     "000001"
     "000010"
     "00000002",
     VERDICT_COUNTER},
    {"scru128",
     "018000000001"
     "000001"
     "000010"
     "ffffffff",
     VERDICT_COUNTER},
    {"scru128",
     "018000000001"
     "000001"
     "000010"
     "ffffffff",
     VERDICT_DUPLICATE},
    {"scru128",
     "018000000001"
     "000001"
     "000010"
     "fffffffe",
     VERDICT_UNORDERED},
    {"scru128",
     "018000000001"
     "000001"
     "000011"
     "00000000",
     VERDICT_FINE},
    {"scru128",
     "018000000001"
     "000001"
     "00000f"
     "ffffffff",
     VERDICT_UNORDERED},
    {"scru128",
     "018000000001"
     "000001"
     "ffffff"
     "00000000",
     VERDICT_FINE},
    {"scru128",
     "018000000001"
     "000002"
     "000000"
     "00000000",
     VERDICT_FINE}, // carried
    {"scru128",
     "018000000001"
     "0000f0"
     "000000"
     "00000000",
     VERDICT_FINE}, // another generator
    {"scru128",
     "018000000002"
     "0000f0"
     "000000"
     "00000001",
     VERDICT_FINE},
    {"scru128v1",
     "01800000000"
     "1234567"
     "000001"
     "00000001",
     VERDICT_FINE},
    {"scru128v1",
     "01800000000"
     "1234567"
     "000001"
     "00000002",
     VERDICT_COUNTER},
    {"scru128v1",
     "01800000000"
     "1234567"
     "000002"
     "00000001",
     VERDICT_FINE}, // another generator
    {"scru128v1",
     "01800000000"
     "1234568"
     "000002"
     "00000001",
     VERDICT_FINE},
    {"scru128v1",
     "01800000001"
     "1234568"
     "000002"
     "00000002",
     VERDICT_FINE},
    {"scru160",
     "018000000001"
     "0001"
     "1234"
     "00000000000000000001",
     VERDICT_FINE},
    {"scru160",
     "018000000001"
     "0001"
     "1234"
     "00000000000000000002",
     VERDICT_FINE},
    {"scru64",
     "0180000000"
     "123456",
     VERDICT_FINE},
    {"scru64",
     "0180000000"
     "123457",
     VERDICT_FINE},
    {"ulid",
     "018000000001"
     "00000000000000000001",
     VERDICT_FINE},
    {"ulid",
     "018000000001"
     "00000000000000000002",
     VERDICT_FINE},
};

static void test_counter(void **state)
{
    static const enum statistics_order orders[] = {ORDER_STRICT, ORDER_TIME};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(orders); k++) {
        struct statistics statistics;
        uint64_t faults = 0;
        const char *format = "";
        for (size_t i = 0; i < COUNT_OF(COUNTERS); i++) {
            if (strcmp(format, COUNTERS[i].format) != 0) {
                format = COUNTERS[i].format;
                start(&statistics, format, orders[k]);
                faults = 0;
            }
            enum statistics_verdict verdict = add_hex(&statistics, COUNTERS[i].id);
            enum statistics_verdict wanted = COUNTERS[i].verdict;
            if (orders[k] == ORDER_TIME && wanted != VERDICT_DUPLICATE)
                wanted = VERDICT_FINE;
            EXPECT(verdict == wanted, "order %zu, ID %zu: %d", k, i, (int)verdict);
            faults += wanted == VERDICT_COUNTER;
            EXPECT(statistics.counter_faults == faults, "order %zu, ID %zu: count", k, i);
        }
    }
    struct statistics statistics;
    start(&statistics, "scru128", ORDER_STRICT);
    add_hex(&statistics, COUNTERS[0].id);
    assert_false(statistics_failed(&statistics));
    add_hex(&statistics, COUNTERS[1].id);
    assert_true(statistics_failed(&statistics));
}

/* IDs of a reserved timestamp, alone and many at once; they fail nothing. */
static void test_reserved(void **state)
{
    struct statistics statistics;
    struct page page;
    enum statistics_verdict verdict;
    uint8_t ids[10][16] = {{0}};
    (void)state;
    for (uint8_t i = 0; i < 10; i++)
        ids[i][11] = i; // counter_lo
    for (uint8_t i = 7; i < 10; i++)
        memset(ids[i], 0xff, 8);
    ids[6][5] = 1; // the first timestamp that is not reserved
    start(&statistics, "scru128", ORDER_STRICT);
    assert_int_equal(statistics_add_many(&statistics, &verdict, ids[0], 10), 10);
    assert_int_equal(verdict, VERDICT_FINE);
    print_page(&page, &statistics, true);
    expect_number(&page, "", "reserved", 9);
    print_page(&page, &statistics, false);
    expect_row(&page, "\nIDsofareservedtimestamp09\n");
    assert_false(statistics_failed(&statistics));
    start(&statistics, "ulid", ORDER_STRICT);
    assert_int_equal(statistics_add_many(&statistics, &verdict, ids[0], 10), 10);
    print_page(&page, &statistics, true);
    expect_number(&page, "", "reserved", 0);
}

/* ---- What generators make passes --------------------------------------------------- */

/* A clock that is stopped for 100 readings and then moves by `step_us`, sometimes back. */
struct slow_clock {
    uint64_t now_us, step_us;
    unsigned readings;
};

static sortid_status read_slowly(void *context, uint64_t *unix_us)
{
    struct slow_clock *slow = context;
    if (++slow->readings % 100 == 0)
        slow->now_us += slow->step_us;
    *unix_us = slow->now_us - (slow->readings % 7 == 0 ? 3000 : 0);
    return SORTID_OK;
}

/* Randomness that draws high and low values, so that counters run over often. */
static sortid_status draw_extremes(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    uint8_t *out = bytes;
    (void)unix_us, (void)context;
    for (size_t i = 0; i < size; i++)
        out[i] = support_below(8) == 0 ? (uint8_t)support_below(256) : 0xff;
    return SORTID_OK;
}

static sortid_sources extreme_sources(struct slow_clock *slow)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    *slow = (struct slow_clock){.now_us = UINT64_C(1700000000000000),
                                .step_us = 1 + support_below(3000000)};
    sources.clock = (sortid_clock){read_slowly, slow, 1};
    sources.random = (sortid_random){draw_extremes, NULL};
    return sources;
}

#define MADE 20000

static uint8_t made[MADE][SORTID_MAX_SIZE];

/* IDs one after another in `made`, each of the format's size. */
static void expect_pass(const char *format, size_t count, const char *what)
{
    struct statistics statistics;
    enum statistics_verdict verdict;
    start(&statistics, format, ORDER_STRICT);
    size_t added = statistics_add_many(&statistics, &verdict, made[0], count);
    EXPECT(added == count && verdict == VERDICT_FINE, "%s, %s: verdict %d on ID %zu of %zu", format,
           what, (int)verdict, added, count);
    EXPECT(count > 0 && !statistics_failed(&statistics), "%s, %s: failed", format, what);
}

/* A generator that may not reset makes IDs in order, over borrowed timestamps, carries, full
 * counters and a clock that goes back. The allowance has no limit, since scru160 borrows often. */
#define EXPECT_GENERATED(name, options, what)                                                      \
    do {                                                                                           \
        sortid_##name##_generator generator;                                                       \
        struct slow_clock slow;                                                                    \
        sortid_sources sources = extreme_sources(&slow);                                           \
        size_t count;                                                                              \
        (options).mode = SORTID_MODE_ABORT;                                                        \
        (options).allowance_ms = SORTID_ALLOWANCE_UNLIMITED;                                       \
        EXPECT_STATUS(sortid_##name##_generator_init(&generator, &(options), &sources), SORTID_OK, \
                      "%s", what);                                                                 \
        sortid_status status =                                                                     \
            sortid_##name##_generator_fill(&generator, (sortid_##name *)made, MADE, &count, NULL); \
        EXPECT_STATUS(status, SORTID_OK, "%s", what);                                              \
        expect_pass(#name, count, what);                                                           \
    } while (0)

static void test_generated(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 20; round++) {
        sortid_options scru128;
        sortid_options scru128v1;
        sortid_options ulid;
        scru128 = (sortid_options){0};
        EXPECT_GENERATED(scru128, scru128, "default");
        scru128v1 = (sortid_options){0};
        EXPECT_GENERATED(scru128v1, scru128v1, "default");
        ulid = (sortid_options){0};
        ulid.flags |= SORTID_BORROW;
        ulid.guard_bits = round % 2 == 0;
        EXPECT_GENERATED(ulid, ulid, "borrow");
    }
}

/* Each way in which the counter may continue in random16, with and without microseconds and a
 * node id. */
static void test_generated_scru160(void **state)
{
    (void)state;
    for (uint8_t extension = 0; extension <= 16; extension++)
        for (unsigned variant = 0; variant < 4; variant++) {
            sortid_options options;
            char what[80];
            options = (sortid_options){0};
            options.extension_bits = extension;
            options.flags = variant % 2 == 1 ? SORTID_FRACTION : 0;
            options.node_bits = variant < 2 ? 0 : (uint8_t)(16 - extension);
            snprintf(what, sizeof what, "extension %d, variant %u", extension, variant);
            EXPECT_GENERATED(scru160, options, what);
        }
}

/* ---- Random streams --------------------------------------------------------------- */

#define STREAM_IDS 9000 /* more than twice what the adders hold before they are emptied */

struct stream {
    const sortid_format *format;
    uint8_t ids[STREAM_IDS][SORTID_MAX_SIZE];
};

/* Each ID's time continues that of the one before, and by chance so does a counter. */
static void random_stream(struct stream *stream)
{
    const size_t index = (size_t)support_below(SUPPORT_FORMATS);
    stream->format = sortid_format_at(index);
    uint64_t unix_ms = UINT64_C(1700000000000) + support_below(1000000000);
    uint64_t ids_per_tick = 1 + support_below(20);
    for (size_t i = 0; i < STREAM_IDS; i++) {
        uint8_t low[SORTID_MAX_SIZE], *id = stream->ids[i];
        const sortid_field_info *timestamp = field_of(stream->format, 0);
        unix_ms += support_below(ids_per_tick) == 0 ? info_of(stream->format)->unit_ms : 0;
        EXPECT_STATUS(sortid_format_min_at(stream->format, low, unix_ms), SORTID_OK, "min");
        support_random_bytes(id, info_of(stream->format)->size);
        if (i > 0 && support_below(3) == 0)
            memcpy(id, stream->ids[i - 1], info_of(stream->format)->size - support_below(2));
        memcpy(id, low, timestamp->bits / 8);
        if (timestamp->bits % 8 != 0) // 44 bits end within a byte
            id[timestamp->bits / 8] =
                (uint8_t)((low[timestamp->bits / 8] & 0xf0) | (id[timestamp->bits / 8] & 0x0f));
        support_set_fixed(id, &support_formats[index]);
    }
}

/* The low 64 bits of a field; counters and layers are shorter. */
static uint64_t field_value(const sortid_format *format, size_t field, const uint8_t *id)
{
    char text[SORTID_MAX_TEXT_SIZE];
    size_t length = print_field(text, format, field, SORTID_ENCODING_HEX, id);
    return strtoull(text + (length > 16 ? length - 16 : 0), NULL, 16);
}

static bool is_renewal(const struct stream *stream, size_t field, size_t i)
{
    const sortid_field_info *f = field_of(stream->format, field);
    if (i == 0 || field_value(stream->format, 0, stream->ids[i]) ==
                      field_value(stream->format, 0, stream->ids[i - 1]))
        return false;
    uint64_t step = field_value(stream->format, field, stream->ids[i]) -
                    field_value(stream->format, field, stream->ids[i - 1]);
    return (step & ((UINT64_C(1) << f->bits) - 1)) > 1;
}

/* Compares the figures of one field with those of a count by hand. */
static void expect_field(const struct page *json, const struct stream *stream, size_t field)
{
    const sortid_field_info *f = field_of(stream->format, field);
    double samples = 0, lowest = 2, highest = -1, first = 0, last = 0;
    double ones[8 * SORTID_MAX_SIZE] = {0};
    for (size_t i = 0; i < STREAM_IDS; i++) {
        if (f->kind != SORTID_FIELD_RANDOM && !is_renewal(stream, field, i))
            continue;
        last = (double)sortid_format_unix_ms(stream->format, stream->ids[i]);
        first = samples == 0 ? last : first;
        samples++;
        for (unsigned bit = f->first_bit; bit < f->first_bit + f->bits; bit++)
            ones[bit] += stream->ids[i][bit / 8] >> (7 - bit % 8) & 1;
    }
    for (unsigned bit = f->first_bit; bit < f->first_bit + f->bits && samples > 0; bit++) {
        double share = ones[bit] / samples;
        lowest = share < lowest ? share : lowest;
        highest = share > highest ? share : highest;
    }
    expect_number(json, f->name, "lowestShareOfOnes", samples > 0 ? lowest : -1);
    expect_number(json, f->name, "highestShareOfOnes", highest);
    if (f->kind == SORTID_FIELD_RANDOM)
        return;
    expect_number(json, f->name, "renewals", samples);
    expect_number(json, f->name, "meanIntervalMs",
                  samples > 1 ? (last - first) / (samples - 1) : -1);
}

/* Whether an ID that is after the one before it has the same value in all fields that are not
 * random, in a format where that is a fault. */
static bool is_counter_unchanged(const struct stream *stream, size_t i)
{
    const sortid_format *format = stream->format;
    for (size_t field = 0; field < info_of(format)->field_count; field++)
        if (field_of(format, field)->kind != SORTID_FIELD_RANDOM &&
            field_value(format, field, stream->ids[i]) !=
                field_value(format, field, stream->ids[i - 1]))
            return false;
    return has_rule(format);
}

/* In strict order. */
static enum statistics_verdict right_verdict(const struct stream *stream, size_t i)
{
    const uint8_t *id = stream->ids[i];
    if (i == 0)
        return VERDICT_FINE;
    int order = memcmp(id - sizeof stream->ids[0], id, info_of(stream->format)->size);
    if (order >= 0)
        return order == 0 ? VERDICT_DUPLICATE : VERDICT_UNORDERED;
    return is_counter_unchanged(stream, i) ? VERDICT_COUNTER : VERDICT_FINE;
}

static void expect_verdict(const struct stream *stream, size_t i, enum statistics_verdict verdict)
{
    enum statistics_verdict right = right_verdict(stream, i);
    EXPECT(verdict == right, "ID %zu: %d, not %d", i, (int)verdict, (int)right);
}

/* The same stream, packed, in one or in parts of random length: the same verdicts and
 * figures. */
static void expect_many(const struct stream *stream, const struct page *one_by_one, bool in_one)
{
    static uint8_t ids[STREAM_IDS * SORTID_MAX_SIZE];
    size_t size = info_of(stream->format)->size;
    struct statistics statistics;
    struct page json;
    for (size_t i = 0; i < STREAM_IDS; i++)
        memcpy(ids + i * size, stream->ids[i], size);
    statistics_init(&statistics, stream->format, ORDER_STRICT);
    for (size_t done = 0; done < STREAM_IDS;) {
        enum statistics_verdict verdict;
        size_t left = STREAM_IDS - done, part = in_one ? left : 1 + support_below(left);
        size_t added = statistics_add_many(&statistics, &verdict, ids + done * size, part);
        EXPECT(added >= 1 && added <= part, "%zu of %zu added", added, part);
        EXPECT(added == part || verdict != VERDICT_FINE, "%zu: stopped at a fine one", done);
        for (size_t i = done; i < done + added - 1; i++)
            expect_verdict(stream, i, VERDICT_FINE);
        done += added;
        expect_verdict(stream, done - 1, verdict);
    }
    print_page(&json, &statistics, true);
    EXPECT(strcmp(json.text, one_by_one->text) == 0, "%s is not\n%s", json.text, one_by_one->text);
}

/* A stream that increases, except one ID in `out_of` (0: none). */
static void sort_stream(struct stream *stream, uint64_t out_of)
{
    for (size_t i = 1; i < STREAM_IDS; i++)
        if ((out_of == 0 || support_below(out_of) > 0) &&
            memcmp(stream->ids[i - 1], stream->ids[i], info_of(stream->format)->size) >= 0)
            EXPECT_STATUS(
                sortid_format_successor(stream->format, stream->ids[i], stream->ids[i - 1], NULL),
                SORTID_OK, "no ID after %zu", i - 1);
}

static void test_random(void **state)
{
    static struct stream stream;
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct statistics statistics;
        struct page json;
        size_t unordered = 0, duplicates = 0, counter_faults = 0;
        random_stream(&stream);
        if (round % 4 < 3)
            sort_stream(&stream, round % 4 < 2 ? 0 : 100);
        statistics_init(&statistics, stream.format, ORDER_STRICT);
        for (size_t i = 0; i < STREAM_IDS; i++) {
            enum statistics_verdict right = right_verdict(&stream, i);
            expect_verdict(&stream, i, statistics_add(&statistics, stream.ids[i]));
            duplicates += right == VERDICT_DUPLICATE;
            unordered += right == VERDICT_UNORDERED;
            counter_faults += right == VERDICT_COUNTER;
        }
        print_page(&json, &statistics, true);
        expect_number(&json, "", "unordered", (double)unordered);
        expect_number(&json, "", "duplicates", (double)duplicates);
        expect_number(&json, "", "counterFaults", (double)counter_faults);
        for (size_t field = 1; field < info_of(stream.format)->field_count; field++)
            if (field_of(stream.format, field)->kind != SORTID_FIELD_FIXED)
                expect_field(&json, &stream, field);
        expect_many(&stream, &json, round % 4 == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),      cmocka_unit_test(test_failed),
        cmocka_unit_test(test_empty),         cmocka_unit_test(test_renewals),
        cmocka_unit_test(test_ticks),         cmocka_unit_test(test_back),
        cmocka_unit_test(test_constant_bits), cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_counter),       cmocka_unit_test(test_reserved),
        cmocka_unit_test(test_generated),     cmocka_unit_test(test_generated_scru160),
        cmocka_unit_test(test_random),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
