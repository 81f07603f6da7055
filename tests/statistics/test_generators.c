/* SPDX-License-Identifier: MIT */
/* test_generators.c: tests the random fields of real generators against chance, in the manner of
 * the formats' own generator testers: the share of ones of each bit, relations of any two bits
 * within an ID and from one ID to the next, values and steps of each byte; and the intervals at
 * which counters and layers are renewed. IDs come from the secure source, so no seed repeats a run.
 *   SORTID_STATISTICS_IDS   IDs of each trial, default 10^6
 *
 * Each figure has an interval of 99.999 %. A trial with a figure outside its interval is run again
 * with new IDs, at most twice; only a figure that is outside all three times is a failure. By
 * chance that happens to a figure once in 10^15 runs, and there are fewer than 2 * 10^5 figures:
 * once in 5 * 10^9 runs. The bounds of law.h on repeated values add less than once in 10^7. A bias
 * of 0.0025 in a bit is found with 10^6 IDs, one of 0.00025 with 10^8. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/oracle.h"
#include "../support/workers.h"
#include "law.h"

#include <errno.h>
#include <sys/wait.h>

#define RUNS      3
#define FILL      4096 /* IDs of a fill */
#define MOST_SIZE 20

/* The least number of IDs: with fewer, a figure's interval is wider than a fault. */
#define LEAST_IDS   UINT64_C(100000)
#define DEFAULT_IDS UINT64_C(1000000)

static uint64_t ids_asked(void)
{
    const char *given = getenv("SORTID_STATISTICS_IDS");
    uint64_t ids = given == NULL ? DEFAULT_IDS : support_number(given);
    EXPECT(ids >= LEAST_IDS, "SORTID_STATISTICS_IDS: at least %llu", (unsigned long long)LEAST_IDS);
    return ids;
}

/* ---- Trials: IDs made in one way, and their random fields --------------------------- */

struct trial;
typedef void run_trial(const struct trial *trial, struct tally *tallies[LAW_FIELDS], uint64_t ids);

struct trial {
    const char *name;
    const support_format *format;
    run_trial *run;
    sortid_options options;    /* of the generator */
    bool by_default;           /* the default generator instead */
    unsigned bits[LAW_FIELDS]; /* of each tally; 0: no tally */
    unsigned byte;             /* where the random field begins, if each ID has a new one */
    const struct law *law;     /* otherwise */
    uint64_t step_us;          /* of the scripted clock: the format's timestamp */
    unsigned part;             /* IDs made: the requested number divided by this */
};

static void begin_generator(const struct trial *trial, sortid_generator *generator,
                            const sortid_sources *sources)
{
    EXPECT_STATUS(
        sortid_generator_init(generator, trial->format->format(), &trial->options, sources),
        SORTID_OK, "%s", trial->name);
}

/* The figures of a run; too large for a stack. */
static struct tally figures[LAW_FIELDS];
static uint8_t missed[LAW_FIELDS][TALLY_BITS + 2 * TALLY_BITS * TALLY_BITS + 2 * TALLY_BYTES];

/* Removes from `missed` what is inside its interval this time; returns how many are left. */
static size_t judge(const struct trial *trial)
{
    size_t left = 0;
    for (unsigned t = 0; t < LAW_FIELDS; t++) {
        size_t count = trial->bits[t] == 0 ? 0 : tally_figures(trial->bits[t]);
        if (count > 0)
            EXPECT(figures[t].samples >= TALLY_BLOCK, "%s: no samples", trial->name);
        uint64_t limit = count == 0 ? 0 : tally_limit(&figures[t]);
        for (size_t i = 0; i < count; i++) {
            missed[t][i] = missed[t][i] != 0 && tally_misses(&figures[t], i, limit);
            left += missed[t][i];
        }
    }
    return left;
}

static void print_misses(const struct trial *trial)
{
    size_t told = 0;
    for (unsigned t = 0; t < LAW_FIELDS; t++)
        for (size_t i = 0; trial->bits[t] != 0 && i < tally_figures(trial->bits[t]); i++)
            if (missed[t][i] != 0 && told++ < 10) {
                char text[160];
                tally_describe(text, sizeof text, &figures[t], i);
                print_error("%s: %s: %s\n", trial->name, t == LAW_LAYERS ? "layer" : "field", text);
            }
}

static void run_once(const struct trial *trial, uint64_t ids)
{
    struct tally *tallies[LAW_FIELDS] = {NULL, NULL};
    for (unsigned t = 0; t < LAW_FIELDS; t++)
        if (trial->bits[t] != 0) {
            tallies[t] = &figures[t];
            tally_begin(tallies[t], trial->bits[t]);
        }
    trial->run(trial, tallies, ids);
}

static void test_trial(const struct trial *trial)
{
    uint64_t ids = ids_asked() / trial->part;
    size_t left = 1;
    memset(missed, 1, sizeof missed);
    for (int run = 0; run < RUNS && left > 0; run++) {
        run_once(trial, ids);
        left = judge(trial);
        printf("%s: %llu samples, %zu beyond 99.999 %%\n", trial->name,
               (unsigned long long)figures[trial->bits[0] == 0].samples, left);
    }
    if (left > 0)
        print_misses(trial);
    EXPECT(left == 0, "%s: %zu figures were outside their interval %d times in a row", trial->name,
           left, RUNS);
}

/* ---- A random field in each ID -------------------------------------------------------- */

/* With fills, and the system's sources. */
static void run_fills(const struct trial *trial, struct tally *tallies[LAW_FIELDS], uint64_t ids)
{
    static uint8_t buffer[FILL * MOST_SIZE];
    sortid_generator generator;
    size_t size = trial->format->size, made;
    begin_generator(trial, &generator, NULL);
    for (; ids > 0; ids -= ids < made ? ids : made) {
        sortid_status status = trial->format->fill(&generator, buffer, FILL, &made, NULL);
        EXPECT_STATUS(status, SORTID_OK, "%s", trial->name);
        tally_add(tallies[0], buffer + trial->byte, size, made);
    }
}

/* With single calls. */
static void run_calls(const struct trial *trial, struct tally *tallies[LAW_FIELDS], uint64_t ids)
{
    sortid_generator generator;
    uint8_t id[MOST_SIZE];
    if (!trial->by_default)
        begin_generator(trial, &generator, NULL);
    for (; ids > 0; ids--) {
        sortid_status status = trial->by_default ? trial->format->new_id(id, NULL)
                                                 : trial->format->next(&generator, id, NULL);
        EXPECT_STATUS(status, SORTID_OK, "%s", trial->name);
        tally_add(tallies[0], id + trial->byte, 0, 1);
    }
}

/* ---- Two threads, two processes --------------------------------------------------------- */

#define SIDE_IDS 65536 /* of each thread or process */

/* The IDs that one of two threads or processes makes with its own generator; in shared memory, for
 * a child. */
struct side {
    const support_format *format;
    sortid_status status;
    uint8_t ids[SIDE_IDS * MOST_SIZE];
};

static void *make_side(void *argument)
{
    struct side *side = argument;
    side->status = SORTID_OK;
    for (size_t i = 0; i < SIDE_IDS && side->status == SORTID_OK; i++)
        side->status = side->format->new_id(side->ids + i * side->format->size, NULL);
    return NULL;
}

/* The samples alternate between the two, so that "the one before" is the other's ID with the same
 * number, then with the number before. */
static void take_turns(const struct trial *trial, struct tally *tally, const struct side *sides)
{
    size_t size = trial->format->size;
    for (unsigned s = 0; s < 2; s++)
        EXPECT_STATUS(sides[s].status, SORTID_OK, "%s: side %u", trial->name, s);
    for (size_t i = 0; i < SIDE_IDS; i++)
        for (unsigned s = 0; s < 2; s++)
            tally_add(tally, sides[s].ids + i * size + trial->byte, 0, 1);
}

static struct side *new_sides(const struct trial *trial)
{
    struct side *sides = support_share(2 * sizeof *sides);
    sides[0].format = sides[1].format = trial->format;
    return sides;
}

static void run_threads(const struct trial *trial, struct tally *tallies[LAW_FIELDS], uint64_t ids)
{
    struct side *sides = new_sides(trial);
    for (uint64_t done = 0; done < ids; done += 2 * SIDE_IDS) {
        in_threads(make_side, sides, sizeof *sides, 2);
        take_turns(trial, tallies[0], sides);
    }
    munmap(sides, 2 * sizeof *sides);
}

/* Parent and child continue from one state, which a first ID has set up. */
static void run_forks(const struct trial *trial, struct tally *tallies[LAW_FIELDS], uint64_t ids)
{
    struct side *sides = new_sides(trial);
    uint8_t first[MOST_SIZE];
    for (uint64_t done = 0; done < ids; done += 2 * SIDE_IDS) {
        EXPECT_STATUS(trial->format->new_id(first, NULL), SORTID_OK, "%s", trial->name);
        fflush(NULL);
        pid_t child = fork();
        EXPECT(child >= 0, "fork: %s", strerror(errno));
        make_side(&sides[child == 0]);
        if (child == 0)
            _exit(0);
        EXPECT(support_ended_well(child), "the child failed");
        take_turns(trial, tallies[0], sides);
    }
    munmap(sides, 2 * sizeof *sides);
}

/* ---- Fields that are renewed ------------------------------------------------------------ */

#define BEGIN_US   UINT64_C(1800000000000000) /* 2027 */
#define LONGEST_US UINT64_C(2500000)

struct clock {
    uint64_t now_us, step_us;
};

/* Does not move in half of the readings, mostly steps to the next timestamp, and leaps by up to 2.5
 * s in one of eight, so that a layer is renewed every seven or eight IDs. */
static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    struct clock *clock = context;
    uint64_t dice = support_random();
    if (dice % 8 == 0)
        clock->now_us += (dice >> 3) % LONGEST_US;
    else if (dice % 8 < 4)
        clock->now_us += clock->step_us;
    *unix_us = clock->now_us;
    return SORTID_OK;
}

/* The bits of an ID that are not fixed, moved together: a rule counts in adjacent bits. */
static void remove_fixed(uint8_t id[32], const support_format *format)
{
    uint8_t rest[32] = {0};
    size_t count = 0;
    for (size_t bit = 0; bit < 8 * format->size; bit++)
        if (oracle_bits(format->fixed_mask, bit, 1) == 0)
            oracle_set_bits(rest, count++, 1, oracle_bits(id, bit, 1));
    if (count < 8 * format->size)
        memcpy(id, rest, sizeof rest);
}

static void expect_law(const struct trial *trial, struct watch *watch, const uint8_t *id)
{
    if (!watch_next(watch, id, trial->format->size)) {
        char text[SUPPORT_MAX_TEXT];
        oracle_print(text, 2 * trial->format->size, SUPPORT_HEX_DIGITS, id, trial->format->size);
        fail_msg("%s: %s, ID %llu, breaks the rule of renewal", trial->name, text,
                 (unsigned long long)watch->seen);
    }
}

static void run_renewals(const struct trial *trial, struct tally *tallies[LAW_FIELDS], uint64_t ids)
{
    struct clock clock = {BEGIN_US, trial->step_us};
    struct watch watch = {.law = trial->law, .tallies = {tallies[0], tallies[1]}};
    sortid_generator generator;
    sortid_sources sources;
    uint8_t id[32];
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_clock, &clock, 1};
    begin_generator(trial, &generator, &sources);
    for (; ids > 0; ids--) {
        sortid_status status = trial->format->next(&generator, id, NULL);
        EXPECT_STATUS(status, SORTID_OK, "%s", trial->name);
        remove_fixed(id, trial->format);
        expect_law(trial, &watch, id);
    }
    EXPECT(watch_repeats_by_chance(&watch), "%s: %llu and %llu renewals repeated the value",
           trial->name, (unsigned long long)watch.repeats[0], (unsigned long long)watch.repeats[1]);
    if (trial->law->layer_bits > 0) /* the clock leapt within a life and past it */
        EXPECT(watch.shortest < 1010 && watch.longest > 2400, "%s: intervals of %llu to %llu ms",
               trial->name, (unsigned long long)watch.shortest, (unsigned long long)watch.longest);
}

/* The increment of a random step, less 1: 32 bits, uniform. */
static void run_random_steps(const struct trial *trial, struct tally *tallies[LAW_FIELDS],
                             uint64_t ids)
{
    sortid_generator generator;
    uint8_t id[16], before[16] = {0};
    begin_generator(trial, &generator, NULL);
    for (; ids > 0; ids--) {
        EXPECT_STATUS(trial->format->next(&generator, id, NULL), SORTID_OK, "%s", trial->name);
        uint64_t less_one = law_bits(id, 64, 64) - law_bits(before, 64, 64) - 1;
        if (memcmp(id, before, 6) == 0) {
            EXPECT(less_one <= UINT32_MAX, "an increment of more than 2^32");
            tally_add_value(tallies[0], less_one);
        }
        memcpy(before, id, sizeof id);
    }
}

/* ---- The trials ---------------------------------------------------------------------------- */

static const struct law SCRU128_LAW = {48, 48, 48, 24, 48, 24, 1000};
static const struct law SCRU128V1_LAW = {44, 44, 28, 28, 72, 24, 1000};
static const struct law SCRU160_LAW = {48, 48, 16, 15, 0, 0, 0};
static const struct law SCRU160_US_LAW = {58, 58, 6, 5, 0, 0, 0};
static const struct law SCRU160_NODE_LAW = {48, 48, 20, 19, 0, 0, 0};
static const struct law SCRU64_8_LAW = {40, 48, 16, 16, 0, 0, 0};
static const struct law SCRU64_20_LAW = {40, 60, 4, 3, 0, 0, 0};
static const struct law ULID_LAW = {48, 48, 80, 80, 0, 0, 0};
static const struct law UUIDV7_LAW = {48, 48, 42, 42, 0, 0, 0};
static const struct law KSUID_LAW = {32, 32, 96, 96, 0, 0, 0};
static const struct law UUIDV7_GUARDED_LAW = {48, 48, 42, 41, 0, 0, 0};

/* Of the default generator, of one with options, and of fields that are renewed. */
#define NEW(what, format, run, bits, byte, part)                                                   \
    {                                                                                              \
        what, format, run, {0}, true, {bits, 0}, byte, NULL, 0, part                               \
    }
#define EACH(what, format, run, options, bits, byte, part)                                         \
    {                                                                                              \
        what, format, run, {options}, false, {bits, 0}, byte, NULL, 0, part                        \
    }
#define RENEWED(what, format, options, starts, layers, law, step, part)                            \
    {                                                                                              \
        what, format, run_renewals, {options}, false, {starts, layers}, 0, &(law), step, part      \
    }

#define PLAIN     .mode = 0
#define STATELESS .flags = SORTID_OPTION_STATELESS
#define FRACTION  .flags = SORTID_OPTION_FRACTION
#define STEPS     .flags = SORTID_OPTION_RANDOM_STEP
#define GUARDED   .guard_bits = 1
/* The counter includes 4 bits of random16; then a node of 4 bits, and 8 random bits. */
#define SCRU160_NODE .extension_bits = 4, .node_bits = 4, .node_id = 9
#define NODE_8       .node = {.node_id = 42, .node_id_size = 8}
#define NODE_20      .node = {.node_id = 0xabcde, .node_id_size = 20}

static const struct trial trials[] = {
    EACH("scru128 fill", SUPPORT_SCRU128, run_fills, PLAIN, 32, 12, 1),
    NEW("scru128 new", SUPPORT_SCRU128, run_calls, 32, 12, 10),
    EACH("scru128 stateless", SUPPORT_SCRU128, run_fills, STATELESS, 80, 6, 10),
    NEW("scru128 threads", SUPPORT_SCRU128, run_threads, 32, 12, 10),
    NEW("scru128 forks", SUPPORT_SCRU128, run_forks, 32, 12, 10),
    RENEWED("scru128 counters", SUPPORT_SCRU128, PLAIN, 24, 24, SCRU128_LAW, 1000, 1),
    EACH("scru128v1 fill", SUPPORT_SCRU128V1, run_fills, PLAIN, 32, 12, 1),
    NEW("scru128v1 new", SUPPORT_SCRU128V1, run_calls, 32, 12, 10),
    NEW("scru128v1 threads", SUPPORT_SCRU128V1, run_threads, 32, 12, 10),
    NEW("scru128v1 forks", SUPPORT_SCRU128V1, run_forks, 32, 12, 10),
    RENEWED("scru128v1 counter", SUPPORT_SCRU128V1, PLAIN, 28, 24, SCRU128V1_LAW, 1000, 1),
    EACH("scru160 fill", SUPPORT_SCRU160, run_fills, PLAIN, 96, 8, 1),
    NEW("scru160 new", SUPPORT_SCRU160, run_calls, 96, 8, 10),
    EACH("scru160 us fill", SUPPORT_SCRU160, run_fills, FRACTION, 96, 8, 10),
    EACH("scru160 node fill", SUPPORT_SCRU160, run_fills, SCRU160_NODE, 88, 9, 10),
    NEW("scru160 threads", SUPPORT_SCRU160, run_threads, 96, 8, 10),
    NEW("scru160 forks", SUPPORT_SCRU160, run_forks, 96, 8, 10),
    RENEWED("scru160 counter", SUPPORT_SCRU160, PLAIN, 15, 0, SCRU160_LAW, 1000, 1),
    RENEWED("scru160 us counter", SUPPORT_SCRU160, FRACTION, 5, 0, SCRU160_US_LAW, 1, 10),
    RENEWED("scru160 node counter", SUPPORT_SCRU160, SCRU160_NODE, 19, 0, SCRU160_NODE_LAW, 1000,
            10),
    RENEWED("scru64 counter", SUPPORT_SCRU64, NODE_8, 16, 0, SCRU64_8_LAW, 256000, 1),
    RENEWED("scru64 guarded", SUPPORT_SCRU64, NODE_20, 3, 0, SCRU64_20_LAW, 256000, 1),
    EACH("ulid random fill", SUPPORT_ULID, run_fills, STATELESS, 80, 6, 1),
    EACH("ulid random next", SUPPORT_ULID, run_calls, STATELESS, 80, 6, 10),
    EACH("ulid random step", SUPPORT_ULID, run_random_steps, STEPS, 32, 0, 10),
    RENEWED("ulid monotonic", SUPPORT_ULID, PLAIN, 80, 0, ULID_LAW, 1000, 1),
    /* The whole bytes of rand_b: 56 of 62 bits. */
    EACH("uuidv7 fill", SUPPORT_UUIDV7, run_fills, PLAIN, 32, 12, 1),
    NEW("uuidv7 new", SUPPORT_UUIDV7, run_calls, 32, 12, 10),
    EACH("uuidv7 stateless fill", SUPPORT_UUIDV7, run_fills, STATELESS, 56, 9, 10),
    EACH("uuidv7 stateless", SUPPORT_UUIDV7, run_calls, STATELESS, 56, 9, 10),
    EACH("uuidv7 fraction fill", SUPPORT_UUIDV7, run_fills, FRACTION, 56, 9, 10),
    EACH("uuidv7 fraction", SUPPORT_UUIDV7, run_calls, FRACTION, 56, 9, 10),
    NEW("uuidv7 threads", SUPPORT_UUIDV7, run_threads, 32, 12, 10),
    NEW("uuidv7 forks", SUPPORT_UUIDV7, run_forks, 32, 12, 10),
    RENEWED("uuidv7 counter", SUPPORT_UUIDV7, PLAIN, 42, 0, UUIDV7_LAW, 1000, 1),
    RENEWED("uuidv7 guarded", SUPPORT_UUIDV7, GUARDED, 41, 0, UUIDV7_GUARDED_LAW, 1000, 10),
    /* The payload in two parts: a tally counts at most 96 bits. */
    EACH("ksuid fill", SUPPORT_KSUID, run_fills, PLAIN, 32, 16, 1),
    NEW("ksuid make", SUPPORT_KSUID, run_calls, 32, 16, 10),
    EACH("ksuid stateless fill", SUPPORT_KSUID, run_fills, STATELESS, 96, 4, 10),
    EACH("ksuid stateless fill, end", SUPPORT_KSUID, run_fills, STATELESS, 96, 8, 10),
    EACH("ksuid stateless", SUPPORT_KSUID, run_calls, STATELESS, 96, 4, 10),
    NEW("ksuid threads", SUPPORT_KSUID, run_threads, 32, 16, 10),
    NEW("ksuid forks", SUPPORT_KSUID, run_forks, 32, 16, 10),
    RENEWED("ksuid counter", SUPPORT_KSUID, PLAIN, 96, 0, KSUID_LAW, 1000000, 1),
};

TEST_FORMATS(trials)
{
    for (size_t i = 0; i < COUNT_OF(trials); i++)
        if (trials[i].format == format)
            test_trial(&trials[i]);
}

/* ---- The system's own clock ------------------------------------------------------------------ */

struct clocked {
    const struct trial *trial;
    struct watch watch;
    sortid_generator generator;
};

static void make_some(struct clocked *clocked)
{
    const struct trial *trial = clocked->trial;
    uint8_t id[32];
    for (int i = 0; i < 1000; i++) {
        EXPECT_STATUS(trial->format->next(&clocked->generator, id, NULL), SORTID_OK, "%s",
                      trial->name);
        expect_law(trial, &clocked->watch, id);
    }
}

/* Both rules with a layer, with all sources of the system, until the layers with a life of a second
 * have been renewed this often. A layer is renewed at the first ID after a second has passed. */
TEST(by_the_clock)
{
    const uint64_t renewals = ids_asked() > DEFAULT_IDS ? 5 : 1;
    struct clocked both[2];
    size_t count = 0;
    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        if (trials[i].law == NULL || trials[i].law->layer_bits == 0)
            continue;
        assert_true(count < COUNT_OF(both));
        both[count] = (struct clocked){.trial = &trials[i], .watch.law = trials[i].law};
        begin_generator(&trials[i], &both[count++].generator, NULL);
    }
    assert_int_equal(count, COUNT_OF(both));
    while (both[0].watch.renewals[LAW_LAYERS] < renewals ||
           both[1].watch.renewals[LAW_LAYERS] < renewals) {
        make_some(&both[0]);
        make_some(&both[1]);
        usleep(1000);
    }
    for (size_t i = 0; i < COUNT_OF(both); i++) {
        EXPECT(watch_repeats_by_chance(&both[i].watch), "%s: renewals repeat the value",
               both[i].trial->name);
        printf("%s: %llu IDs with the system's clock\n", both[i].trial->name,
               (unsigned long long)both[i].watch.seen);
    }
}

CASES_MAIN(NULL, NULL)
