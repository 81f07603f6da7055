/* SPDX-License-Identifier: MIT */
/* test_tally.c: whether the statistical tests would find a fault: samples of a fair sequence, then
 * of the same with one fault of each kind that a generator could have. Also the counts themselves,
 * compared with counting bit by bit; and the rule of renewal, with IDs that break it. It uses no
 * generator. */
#include "../support/cases.h"
#include "law.h"

#define SAMPLES 1000000
#define BITS    45 /* no whole bytes */

static struct tally tested;

/* ---- Faults ------------------------------------------------------------------------ */

typedef uint64_t fault_function(uint64_t value, uint64_t before);

static uint64_t no_fault(uint64_t value, uint64_t before)
{
    (void)before;
    return value;
}

static uint64_t stuck_bit(uint64_t value, uint64_t before)
{
    (void)before;
    return value | UINT64_C(1) << 44;
}

/* A share of 0.505 instead of 0.5: ten deviations at 10^6. */
static uint64_t biased_bit(uint64_t value, uint64_t before)
{
    (void)before;
    return support_below(100) == 0 ? value | 8 : value;
}

static uint64_t repeated(uint64_t value, uint64_t before)
{
    return support_below(100) == 0 ? before : value;
}

/* Bit 7 is bit 30 of the sample before, in one of 50 samples. */
static uint64_t depends_on_before(uint64_t value, uint64_t before)
{
    if (support_below(50) > 0)
        return value;
    return (value & ~UINT64_C(128)) | (before >> 30 & 1) << 7;
}

static uint64_t twin_bits(uint64_t value, uint64_t before)
{
    (void)before;
    return (value & ~UINT64_C(2)) | (value >> 40 & 2);
}

/* Each bit is fair and any two are unrelated; only three of them together are not. */
static uint64_t three_bits(uint64_t value, uint64_t before)
{
    (void)before;
    uint64_t third = (value ^ value >> 1) & 1;
    return (value & ~UINT64_C(4)) | third << 2;
}

static uint64_t counting(uint64_t value, uint64_t before)
{
    return (value & ~UINT64_C(0xff00)) | ((before + 0x100) & 0xff00);
}

/* How many figures outside their interval have `kind` in their description. */
static size_t misses_of(fault_function *fault, const char *kind)
{
    uint64_t before = 0, value, mask = (UINT64_C(1) << BITS) - 1;
    tally_begin(&tested, BITS);
    for (size_t i = 0; i < SAMPLES; i++, before = value) {
        value = fault(support_random() & mask, before);
        tally_add_value(&tested, value);
    }
    size_t misses = 0;
    for (size_t i = 0; i < tally_figures(BITS); i++) {
        char text[160];
        if (!tally_misses(&tested, i, tally_limit(&tested)))
            continue;
        tally_describe(text, sizeof text, &tested, i);
        misses += strstr(text, kind) != NULL;
    }
    return misses;
}

/* Of 4,000 figures one is outside its interval in 25 runs; five by chance never. */
TEST(faults_are_seen)
{
    size_t fair = misses_of(no_fault, "");
    EXPECT(fair < 5, "%zu figures of fair samples are outside their interval", fair);
    assert_true(misses_of(stuck_bit, "bit 44 is 1: share 1.000000") == 1);
    assert_true(misses_of(biased_bit, "bit 3 is 1") == 1);
    assert_true(misses_of(repeated, "of the sample before") >= BITS);
    assert_true(misses_of(depends_on_before, "bit 7 differs from bit 30 of the sample before") ==
                1);
    assert_true(
        misses_of(twin_bits, "bit 1 differs from bit 41 of the same sample: share 0.000000") == 1);
    assert_true(misses_of(three_bits, "chi-square of byte") >= 1);
    assert_true(misses_of(counting, "chi-square of the steps of byte") >= 1);
}

/* ---- Counting ---------------------------------------------------------------------- */

#define COUNTED (2 * TALLY_BLOCK)

static unsigned bit_of(const uint8_t *sample, unsigned bytes, unsigned bit)
{
    return sample[bytes - 1 - bit / 8] >> bit % 8 & 1u;
}

/* Compares each count of a tally with counting sample by sample. */
static void expect_counts(const uint8_t (*samples)[TALLY_BYTES], unsigned bits)
{
    static const uint8_t zeros[TALLY_BYTES];
    unsigned bytes = (bits + 7) / 8;
    for (unsigned i = 0; i < bits; i += 5)
        for (unsigned j = 0; j < bits; j += 3) {
            uint64_t ones = 0, after = 0, within = 0;
            for (size_t s = 0; s < COUNTED; s++) {
                const uint8_t *before = s == 0 ? zeros : samples[s - 1];
                ones += bit_of(samples[s], bytes, i);
                after += bit_of(samples[s], bytes, i) ^ bit_of(before, bytes, j);
                within += bit_of(samples[s], bytes, i) ^ bit_of(samples[s], bytes, j);
            }
            assert_int_equal(tested.ones[i], ones);
            assert_int_equal(tested.after[i][j], after);
            assert_int_equal(i < j ? tested.within[i][j] : 0, i < j ? within : 0);
        }
}

TEST(counts)
{
    static uint8_t samples[COUNTED][TALLY_BYTES];
    static const unsigned widths[] = {1, 3, 8, 15, 45, 64, 96};
    for (size_t w = 0; w < COUNT_OF(widths); w++) {
        unsigned bytes = (widths[w] + 7) / 8;
        support_random_bytes(samples, sizeof samples);
        for (size_t s = 0; s < COUNTED; s++)
            if (widths[w] % 8 != 0)
                samples[s][0] &= (uint8_t)((1u << widths[w] % 8) - 1);
        tally_begin(&tested, widths[w]);
        tally_add(&tested, samples[0], TALLY_BYTES, COUNTED);
        assert_int_equal(tested.samples, COUNTED);
        expect_counts((const uint8_t(*)[TALLY_BYTES])samples, widths[w]);
        uint64_t ends = 0;
        for (size_t s = 0; s < COUNTED; s++)
            ends += samples[s][bytes - 1] == 1;
        assert_int_equal(tested.bytes[bytes - 1][1], ends);
    }
}

/* ---- The law of renewal -------------------------------------------------------------- */

/* The rule of scru128, as in tests/statistics/test_generators.c. */
static const struct law LAW = {48, 48, 48, 24, 48, 24, 1000};
static struct watch watched;

static bool next(uint64_t timestamp, uint32_t hi, uint32_t lo)
{
    sortid_scru128_fields fields = {.timestamp = timestamp, .counter_hi = hi, .counter_lo = lo};
    sortid_scru128 id;
    assert_int_equal(sortid_scru128_from_fields(&id, &fields, NULL), SORTID_OK);
    uint8_t padded[32] = {0}; /* as law_bits reads words */
    memcpy(padded, id.bytes, sizeof id.bytes);
    return watch_next(&watched, padded, sizeof id.bytes);
}

static void begin_watch(void)
{
    watched = (struct watch){.law = &LAW};
    assert_true(next(5000, 7, 100));
}

TEST(law)
{
    begin_watch();
    assert_true(next(5000, 7, 101));
    assert_true(next(5999, 7, 3));
    assert_true(next(6000, 9, 0xffffff));
    assert_true(next(6000, 10, 0)); /* a carry */
    assert_int_equal(watched.renewals[LAW_STARTS], 2);
    assert_int_equal(watched.renewals[LAW_LAYERS], 1);
    assert_int_equal(watched.shortest, 1000);
    begin_watch();
    assert_false(next(5000, 7, 102)); /* skips 101 */
    begin_watch();
    assert_false(next(4999, 7, 101)); /* back */
    begin_watch();
    assert_false(next(5999, 8, 5)); /* renewed too soon */
    begin_watch();
    for (uint64_t second = 6; second < 30; second++)
        assert_true(next(1000 * second, 7, (uint32_t)second)); /* not renewed, or by chance? */
    assert_false(watch_repeats_by_chance(&watched));
}

CASES_MAIN(NULL, NULL)
