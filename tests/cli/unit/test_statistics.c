/* SPDX-License-Identifier: MIT */
/* test_statistics.c: figures about streams that the command cannot be given: from generators with
 * extreme clocks and draws; and of random streams, counted again, bit by bit, without the module's
 * masks. IDs added in parts must give the same figures as IDs added one by one. cli/cases/check.sh
 * has the rest. */
#include "../../support/cases.h"
#include "../../support/figures.h"
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
                         : statistics_print(page->text, statistics);
    EXPECT(length < STATISTICS_TEXT_SIZE, "%zu bytes", length);
    page->text[length] = '\0';
    EXPECT(length == strlen(page->text), "%zu bytes", length);
    EXPECT(page->text[STATISTICS_TEXT_SIZE] == '#', "written past the end");
    EXPECT(page->text[length - 1] == '\n', "no newline");
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
TEST(bounds)
{
    const sortid_format *format;
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

#define MADE 20000

/* A generator that may not reset makes IDs in order, over borrowed timestamps, carries, full
 * counters and a clock that goes back: the rule of the counter finds no fault in them. */
static void expect_generated(const sortid_format *format)
{
    static uint8_t made[MADE * SORTID_MAX_SIZE];
    struct slow_clock slow = {.now_us = UINT64_C(1700000000000000),
                              .step_us = 1 + support_below(3000000)};
    const sortid_options options = {.mode = SORTID_MODE_ABORT,
                                    .allowance_ms = SORTID_ALLOWANCE_UNLIMITED};
    const char *name = info_of(format)->name;
    struct statistics statistics;
    enum statistics_verdict verdict;
    sortid_sources sources;
    sortid_generator generator;
    size_t count = 0;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_slowly, &slow, 1};
    sources.random = (sortid_random){draw_extremes, NULL};
    EXPECT_STATUS(sortid_generator_init(&generator, format, &options, &sources), SORTID_OK, "init");
    EXPECT_STATUS(sortid_generator_fill(&generator, made, MADE, &count, NULL), SORTID_OK, "fill");
    memset(&statistics, 0xa5, sizeof statistics);
    statistics_init(&statistics, format, ORDER_STRICT);
    size_t added = statistics_add_many(&statistics, &verdict, made, count);
    EXPECT(added == count && verdict == VERDICT_FINE, "%s: verdict %d on ID %zu of %zu", name,
           (int)verdict, added, count);
    EXPECT(count > 0 && !statistics_failed(&statistics), "%s: failed", name);
}

TEST(generated)
{
    const sortid_format *format;
    for (unsigned round = 0; round < 20; round++)
        for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
            if (has_rule(format))
                expect_generated(format);
}

/* ---- Random streams --------------------------------------------------------------- */

#define STREAM_IDS 9000 /* more than twice what the adders hold before they are emptied */

struct stream {
    const support_format *known;
    const sortid_format *format;
    uint8_t ids[STREAM_IDS][SORTID_MAX_SIZE];
    enum statistics_verdict right[STREAM_IDS];
};

/* Each ID's time continues that of the one before, and by chance so does a counter. */
static void random_stream(struct stream *stream)
{
    stream->known = &support_formats[support_below(SUPPORT_FORMATS)];
    stream->format = stream->known->format();
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
        support_set_fixed(id, stream->known);
    }
}

/* What is right for the next ID, in strict order. */
static enum statistics_verdict add_figures(struct figures *figures, const uint8_t *id)
{
    const uint64_t unordered = figures->unordered, duplicates = figures->duplicates;
    if (figures_add(figures, id))
        return VERDICT_FINE;
    if (figures->duplicates > duplicates)
        return VERDICT_DUPLICATE;
    return figures->unordered > unordered ? VERDICT_UNORDERED : VERDICT_COUNTER;
}

static void expect_verdict(const struct stream *stream, size_t i, enum statistics_verdict verdict)
{
    const enum statistics_verdict right = stream->right[i];
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

TEST(random)
{
    static struct stream stream;
    static struct figures figures;
    for (int round = 0; round < 40; round++) {
        struct statistics statistics;
        struct page json;
        char wanted[FIGURES_TEXT_SIZE];
        random_stream(&stream);
        if (round % 4 < 3)
            sort_stream(&stream, round % 4 < 2 ? 0 : 100);
        statistics_init(&statistics, stream.format, ORDER_STRICT);
        figures_init(&figures, stream.known, "strict");
        for (size_t i = 0; i < STREAM_IDS; i++) {
            stream.right[i] = add_figures(&figures, stream.ids[i]);
            expect_verdict(&stream, i, statistics_add(&statistics, stream.ids[i]));
        }
        print_page(&json, &statistics, false);
        print_page(&json, &statistics, true);
        figures_print(wanted, &figures);
        assert_string_equal(json.text, wanted);
        expect_many(&stream, &json, round % 4 == 0);
    }
}

CASES_MAIN(NULL, NULL)
