/* SPDX-License-Identifier: MIT */
/* test_generators.c: tests the random fields of real generators against chance, in the manner of the
 * formats' own generator testers: the share of ones of each bit, relations of any two bits within an
 * ID and from one ID to the next, values and steps of each byte; and the intervals at which counters
 * and layers are renewed. IDs come from the secure source, so no seed repeats a run.
 *   SORTID_STATISTICS_IDS   IDs of each trial, default 10^6
 *
 * Each figure has an interval of 99.999 %. A trial with a figure outside its interval is run again
 * with new IDs, at most twice; only a figure that is outside all three times is a failure. By chance
 * that happens to a figure once in 10^15 runs, and there are fewer than 2 * 10^5 figures: once in 5
 * * 10^9 runs. The bounds of law.h on repeated values add less than once in 10^7. A bias of 0.0025
 * in a bit is found with 10^6 IDs, one of 0.00025 with 10^8. */
#include "../support/family.h"
#include "../support/oracle.h"
#include "law.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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
typedef void run_function(const struct trial *trial, struct tally *tallies[LAW_FIELDS],
                          uint64_t ids);
typedef sortid_status init_function(sortid_generator *generator, const sortid_sources *sources);

struct trial {
    const char *name;
    const support_format *format;
    run_function *run;
    init_function *init;       /* NULL: the default generator */
    unsigned bits[LAW_FIELDS]; /* of each tally; 0: no tally */
    unsigned byte;             /* where the random field begins, if each ID has a new one */
    const struct law *law;     /* otherwise */
    uint64_t step_us;          /* of the scripted clock: the format's timestamp */
    unsigned part;             /* IDs made: the requested number divided by this */
};

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
    EXPECT_STATUS(trial->init(&generator, NULL), SORTID_OK, "%s", trial->name);
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
    if (trial->init != NULL)
        EXPECT_STATUS(trial->init(&generator, NULL), SORTID_OK, "%s", trial->name);
    for (; ids > 0; ids--) {
        sortid_status status = trial->init == NULL ? trial->format->new_id(id, NULL)
                                                   : trial->format->next(&generator, id, NULL);
        EXPECT_STATUS(status, SORTID_OK, "%s", trial->name);
        tally_add(tallies[0], id + trial->byte, 0, 1);
    }
}

/* ---- Two threads, two processes --------------------------------------------------------- */

#define SIDE_IDS 65536 /* of each thread or process */

/* The IDs that one of two threads or processes makes with its own generator; in shared memory, for a
 * child. */
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
        pthread_t threads[2];
        for (unsigned s = 0; s < 2; s++)
            assert_int_equal(pthread_create(&threads[s], NULL, make_side, &sides[s]), 0);
        for (unsigned s = 0; s < 2; s++)
            assert_int_equal(pthread_join(threads[s], NULL), 0);
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
        int status;
        EXPECT(waitpid(child, &status, 0) == child, "waitpid: %s", strerror(errno));
        EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with 0x%x",
               (unsigned)status);
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
    EXPECT_STATUS(trial->init(&generator, &sources), SORTID_OK, "%s", trial->name);
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
    EXPECT_STATUS(trial->init(&generator, NULL), SORTID_OK, "%s", trial->name);
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

/* ---- Generators --------------------------------------------------------------------------- */

static sortid_status init_scru128(sortid_generator *generator, const sortid_sources *sources)
{
    return SUPPORT_SCRU128->generator_init(generator, SORTID_MODE_RESET, 10000, sources);
}

static sortid_status init_scru128_stateless(sortid_generator *generator,
                                            const sortid_sources *sources)
{
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_STATELESS;
    return sortid_scru128_generator_init((sortid_scru128_generator *)generator, &options, sources);
}

static sortid_status init_scru128v1(sortid_generator *generator, const sortid_sources *sources)
{
    return SUPPORT_SCRU128V1->generator_init(generator, SORTID_MODE_RESET, 10000, sources);
}

static sortid_status init_scru160(sortid_generator *generator, const sortid_sources *sources)
{
    return SUPPORT_SCRU160->generator_init(generator, SORTID_MODE_RESET, 10000, sources);
}

static sortid_status init_scru160_us(sortid_generator *generator, const sortid_sources *sources)
{
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_FRACTION;
    return sortid_scru160_generator_init((sortid_scru160_generator *)generator, &options, sources);
}

/* The counter includes 4 bits of random16; then a node of 4 bits, and 8 random bits. */
static sortid_status init_scru160_node(sortid_generator *generator, const sortid_sources *sources)
{
    sortid_options options;
    options = (sortid_options){0};
    options.extension_bits = 4;
    options.node_bits = 4;
    options.node_id = 9;
    return sortid_scru160_generator_init((sortid_scru160_generator *)generator, &options, sources);
}

static sortid_status init_scru64_node(sortid_generator *generator, const sortid_sources *sources,
                                      uint32_t node_id, uint32_t size)
{
    const sortid_scru64_node_spec spec = {.node_id = node_id, .node_id_size = size};
    const sortid_options options = {.node = &spec};
    return sortid_generator_init(generator, sortid_scru64_format(), &options, sources);
}

static sortid_status init_scru64_8(sortid_generator *generator, const sortid_sources *sources)
{
    return init_scru64_node(generator, sources, 42, 8);
}

static sortid_status init_scru64_20(sortid_generator *generator, const sortid_sources *sources)
{
    return init_scru64_node(generator, sources, 0xabcde, 20);
}

static sortid_status init_ulid(sortid_generator *generator, const sortid_sources *sources)
{
    return SUPPORT_ULID->generator_init(generator, SORTID_MODE_RESET, 10000, sources);
}

static sortid_status init_ulid_random(sortid_generator *generator, const sortid_sources *sources)
{
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_STATELESS;
    return sortid_ulid_generator_init((sortid_ulid_generator *)generator, &options, sources);
}

static sortid_status init_ulid_steps(sortid_generator *generator, const sortid_sources *sources)
{
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_RANDOM_STEP;
    return sortid_ulid_generator_init((sortid_ulid_generator *)generator, &options, sources);
}

static sortid_status init_uuidv7(sortid_generator *generator, const sortid_sources *sources)
{
    return SUPPORT_UUIDV7->generator_init(generator, SORTID_MODE_RESET, 10000, sources);
}

static sortid_status init_uuidv7_guarded(sortid_generator *generator, const sortid_sources *sources)
{
    const sortid_options options = {.guard_bits = 1};
    return sortid_generator_init(generator, sortid_uuidv7_format(), &options, sources);
}

static sortid_status init_uuidv7_stateless(sortid_generator *generator,
                                           const sortid_sources *sources)
{
    const sortid_options options = {.flags = SORTID_STATELESS};
    return sortid_generator_init(generator, sortid_uuidv7_format(), &options, sources);
}

static sortid_status init_uuidv7_fraction(sortid_generator *generator,
                                          const sortid_sources *sources)
{
    const sortid_options options = {.flags = SORTID_FRACTION};
    return sortid_generator_init(generator, sortid_uuidv7_format(), &options, sources);
}

static sortid_status init_ksuid(sortid_generator *generator, const sortid_sources *sources)
{
    return SUPPORT_KSUID->generator_init(generator, SORTID_MODE_RESET, 10000, sources);
}

static sortid_status init_ksuid_stateless(sortid_generator *generator,
                                          const sortid_sources *sources)
{
    const sortid_options options = {.flags = SORTID_STATELESS};
    return sortid_generator_init(generator, sortid_ksuid_format(), &options, sources);
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

#define EACH(what, format, run, init, bits, byte, part)                                            \
    {                                                                                              \
        what, format, run, init, {bits, 0}, byte, NULL, 0, part                                    \
    }
#define RENEWED(what, format, init, starts, layers, law, step, part)                               \
    {                                                                                              \
        what, format, run_renewals, init, {starts, layers}, 0, &(law), step, part                  \
    }

static const struct trial scru128[] = {
    EACH("scru128 fill", SUPPORT_SCRU128, run_fills, init_scru128, 32, 12, 1),
    EACH("scru128 new", SUPPORT_SCRU128, run_calls, NULL, 32, 12, 10),
    EACH("scru128 stateless", SUPPORT_SCRU128, run_fills, init_scru128_stateless, 80, 6, 10),
    EACH("scru128 threads", SUPPORT_SCRU128, run_threads, NULL, 32, 12, 10),
    EACH("scru128 forks", SUPPORT_SCRU128, run_forks, NULL, 32, 12, 10),
    RENEWED("scru128 counters", SUPPORT_SCRU128, init_scru128, 24, 24, SCRU128_LAW, 1000, 1),
};

static const struct trial scru128v1[] = {
    EACH("scru128v1 fill", SUPPORT_SCRU128V1, run_fills, init_scru128v1, 32, 12, 1),
    EACH("scru128v1 new", SUPPORT_SCRU128V1, run_calls, NULL, 32, 12, 10),
    EACH("scru128v1 threads", SUPPORT_SCRU128V1, run_threads, NULL, 32, 12, 10),
    EACH("scru128v1 forks", SUPPORT_SCRU128V1, run_forks, NULL, 32, 12, 10),
    RENEWED("scru128v1 counter", SUPPORT_SCRU128V1, init_scru128v1, 28, 24, SCRU128V1_LAW, 1000, 1),
};

static const struct trial scru160[] = {
    EACH("scru160 fill", SUPPORT_SCRU160, run_fills, init_scru160, 96, 8, 1),
    EACH("scru160 new", SUPPORT_SCRU160, run_calls, NULL, 96, 8, 10),
    EACH("scru160 us fill", SUPPORT_SCRU160, run_fills, init_scru160_us, 96, 8, 10),
    EACH("scru160 node fill", SUPPORT_SCRU160, run_fills, init_scru160_node, 88, 9, 10),
    EACH("scru160 threads", SUPPORT_SCRU160, run_threads, NULL, 96, 8, 10),
    EACH("scru160 forks", SUPPORT_SCRU160, run_forks, NULL, 96, 8, 10),
    RENEWED("scru160 counter", SUPPORT_SCRU160, init_scru160, 15, 0, SCRU160_LAW, 1000, 1),
    RENEWED("scru160 us counter", SUPPORT_SCRU160, init_scru160_us, 5, 0, SCRU160_US_LAW, 1, 10),
    RENEWED("scru160 node counter", SUPPORT_SCRU160, init_scru160_node, 19, 0, SCRU160_NODE_LAW,
            1000, 10),
};

static const struct trial scru64[] = {
    RENEWED("scru64 counter", SUPPORT_SCRU64, init_scru64_8, 16, 0, SCRU64_8_LAW, 256000, 1),
    RENEWED("scru64 guarded", SUPPORT_SCRU64, init_scru64_20, 3, 0, SCRU64_20_LAW, 256000, 1),
};

static const struct trial ulid[] = {
    EACH("ulid random fill", SUPPORT_ULID, run_fills, init_ulid_random, 80, 6, 1),
    EACH("ulid random next", SUPPORT_ULID, run_calls, init_ulid_random, 80, 6, 10),
    EACH("ulid random step", SUPPORT_ULID, run_random_steps, init_ulid_steps, 32, 0, 10),
    RENEWED("ulid monotonic", SUPPORT_ULID, init_ulid, 80, 0, ULID_LAW, 1000, 1),
};

/* The whole bytes of rand_b: 56 of 62 bits. */
static const struct trial uuidv7[] = {
    EACH("uuidv7 fill", SUPPORT_UUIDV7, run_fills, init_uuidv7, 32, 12, 1),
    EACH("uuidv7 new", SUPPORT_UUIDV7, run_calls, NULL, 32, 12, 10),
    EACH("uuidv7 stateless fill", SUPPORT_UUIDV7, run_fills, init_uuidv7_stateless, 56, 9, 10),
    EACH("uuidv7 stateless", SUPPORT_UUIDV7, run_calls, init_uuidv7_stateless, 56, 9, 10),
    EACH("uuidv7 fraction fill", SUPPORT_UUIDV7, run_fills, init_uuidv7_fraction, 56, 9, 10),
    EACH("uuidv7 fraction", SUPPORT_UUIDV7, run_calls, init_uuidv7_fraction, 56, 9, 10),
    EACH("uuidv7 threads", SUPPORT_UUIDV7, run_threads, NULL, 32, 12, 10),
    EACH("uuidv7 forks", SUPPORT_UUIDV7, run_forks, NULL, 32, 12, 10),
    RENEWED("uuidv7 counter", SUPPORT_UUIDV7, init_uuidv7, 42, 0, UUIDV7_LAW, 1000, 1),
    RENEWED("uuidv7 guarded", SUPPORT_UUIDV7, init_uuidv7_guarded, 41, 0, UUIDV7_GUARDED_LAW, 1000,
            10),
};

/* The payload in two parts: a tally counts at most 96 bits. */
static const struct trial ksuid[] = {
    EACH("ksuid fill", SUPPORT_KSUID, run_fills, init_ksuid, 32, 16, 1),
    EACH("ksuid make", SUPPORT_KSUID, run_calls, NULL, 32, 16, 10),
    EACH("ksuid stateless fill", SUPPORT_KSUID, run_fills, init_ksuid_stateless, 96, 4, 10),
    EACH("ksuid stateless fill, end", SUPPORT_KSUID, run_fills, init_ksuid_stateless, 96, 8, 10),
    EACH("ksuid stateless", SUPPORT_KSUID, run_calls, init_ksuid_stateless, 96, 4, 10),
    EACH("ksuid threads", SUPPORT_KSUID, run_threads, NULL, 32, 16, 10),
    EACH("ksuid forks", SUPPORT_KSUID, run_forks, NULL, 32, 16, 10),
    RENEWED("ksuid counter", SUPPORT_KSUID, init_ksuid, 96, 0, KSUID_LAW, 1000000, 1),
};

#define TEST_OF(format)                                                                            \
    static void test_##format(void **state)                                                        \
    {                                                                                              \
        (void)state;                                                                               \
        for (size_t i = 0; i < COUNT_OF(format); i++)                                              \
            test_trial(&(format)[i]);                                                              \
    }
TEST_OF(scru128)
TEST_OF(scru128v1)
TEST_OF(scru160)
TEST_OF(scru64)
TEST_OF(ulid)
TEST_OF(uuidv7)
TEST_OF(ksuid)

/* ---- The system's own clock ------------------------------------------------------------------ */

/* Each rule, with all sources of the system, until the layer with a life of a second has been renewed
 * this often. The layer is renewed at the first ID after a second has passed. */
static void test_trial_with_system_clock(const struct trial *trial, uint64_t renewals)
{
    struct watch watch = {.law = trial->law};
    sortid_generator generator;
    uint8_t id[32];
    EXPECT_STATUS(trial->init(&generator, NULL), SORTID_OK, "%s", trial->name);
    assert_true(trial->law->layer_bits > 0);
    do {
        EXPECT_STATUS(trial->format->next(&generator, id, NULL), SORTID_OK, "%s", trial->name);
        expect_law(trial, &watch, id);
    } while (watch.renewals[LAW_LAYERS] < renewals);
    EXPECT(watch_repeats_by_chance(&watch), "%s: renewals repeat the value", trial->name);
    printf("%s: %llu IDs with the system's clock\n", trial->name, (unsigned long long)watch.seen);
}

static void test_by_the_clock(void **state)
{
    (void)state;
    uint64_t renewals = ids_asked() > DEFAULT_IDS ? 5 : 1;
    test_trial_with_system_clock(&scru128[COUNT_OF(scru128) - 1], renewals);
    test_trial_with_system_clock(&scru128v1[COUNT_OF(scru128v1) - 1], renewals);
}

int main(void)
{
    support_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scru128), cmocka_unit_test(test_scru128v1),
        cmocka_unit_test(test_scru160), cmocka_unit_test(test_scru64),
        cmocka_unit_test(test_ulid),    cmocka_unit_test(test_uuidv7),
        cmocka_unit_test(test_ksuid),   cmocka_unit_test(test_by_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
