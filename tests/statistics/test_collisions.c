/* SPDX-License-Identifier: MIT */
/* test_collisions.c: fleets of real generators collide as often as the formulas say: all cases of
 * docs/collisions.md with fewer trials. A fixed seed makes the figures the same each time. Also
 * compares the formulas with all outcomes of small fleets. */
#include "../support/support.h"
#include "cases.h"

#include <math.h>

#define SEED  UINT64_C(0x5eed5c0111de5000)
#define STEPS 5e5

#define EXPECT_NEAR(actual, expected)                                                              \
    EXPECT(fabs((actual) - (expected)) < 1e-12, #actual ": %.15g, not %.15g", (actual), (expected))

/* ---- Formulas ------------------------------------------------------------------------ */

/* The share of all starts of three runs on 16 places at which two of them meet. */
static double three_runs(int each)
{
    int meet = 0;
    for (int starts = 0; starts < 16 * 16 * 16; starts++) {
        int a = starts % 16, b = starts / 16 % 16, c = starts / 256;
        meet += abs(a - b) < each || abs(b - c) < each || abs(a - c) < each;
    }
    return meet / 4096.0;
}

static void test_runs(void **state)
{
    (void)state;
    struct fleet fleet = {MODEL_RUNS, 3, 1, 0, 4, 0, false, false, false, 1, 1};
    for (fleet.each = 1; fleet.each < 9; fleet.each++)
        EXPECT_NEAR(predict_any(&fleet), three_runs((int)fleet.each));
    fleet.slots = 2;
    fleet.each = 2;
    EXPECT_NEAR(predict_any(&fleet), 1 - pow(1 - three_runs(2), 2));
}

static void test_birthdays(void **state)
{
    (void)state;
    struct fleet fleet = {MODEL_BIRTHDAY, 1, 3, 1, 1, 1, false, false, false, 1, 1};
    EXPECT_NEAR(predict_any(&fleet), 1 - 7.0 / 8 * 6 / 8);
    EXPECT_NEAR(predict_pairs(&fleet), 3.0 / 8);
    fleet.generators = 3;
    EXPECT_NEAR(predict_any(&fleet), 1.0); /* nine IDs of three bits */
}

/* Two generators, 4 buckets, runs of 3 from 8 starts, one fresh bit, one slot: every bucket and
 * start; the fresh bits of equal values are equal in half of the cases. */
static double two_layers(bool carries, double *pairs)
{
    double any = 0;
    *pairs = 0;
    for (int all = 0; all < 32 * 32; all++) {
        int a = all % 32, b = all / 32, common = 3 - abs(a - b);
        if (common > 0 && (carries || a / 8 == b / 8)) {
            any += 1 - pow(0.5, common);
            *pairs += common * 0.5;
        }
    }
    *pairs /= 1024;
    return any / 1024;
}

static void test_layers(void **state)
{
    (void)state;
    for (int carries = 0; carries < 2; carries++) {
        struct fleet fleet = {MODEL_LAYERS, 2, 3, 2, 3, 1, carries != 0, false, false, 1, 1};
        double pairs, any = two_layers(carries != 0, &pairs);
        EXPECT_NEAR(predict_any(&fleet), any);
        EXPECT_NEAR(predict_pairs(&fleet), pairs);
        fleet.slots = 5; /* lives of one slot each */
        EXPECT_NEAR(predict_any(&fleet), 1 - pow(1 - any, 5));
    }
}

/* ---- Crowds ---------------------------------------------------------------------------- */

static struct collision_case cases[CASES_MOST];

static void run_case(struct outcome *outcome, struct verdict *verdict, size_t number)
{
    const struct collision_case *a_case = &cases[number];
    EXPECT(simulate(outcome, &a_case->simulation, SEED + number), "%s: failed", a_case->name);
    cases_judge(verdict, a_case, outcome);
}

/* Predictions for one random bit too many must be found wrong in each case that has enough
 * collisions: at least 100. */
static bool sees_a_bit(size_t number, const struct outcome *outcome)
{
    struct collision_case wrong = cases[number];
    struct fleet *fleet = &wrong.simulation.fleet;
    struct verdict verdict;
    *(fleet->fresh_bits > 0 ? &fleet->fresh_bits : &fleet->start_bits) += 1;
    cases_judge(&verdict, &wrong, outcome);
    return !cases_agree(&verdict, outcome);
}

static void test_fleets(void **state)
{
    (void)state;
    size_t count = cases_list(cases, STEPS), detectable = 0, seen = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fleet *fleet = &cases[i].simulation.fleet;
        struct outcome outcome;
        struct verdict verdict;
        run_case(&outcome, &verdict, i);
        EXPECT(cases_agree(&verdict, &outcome),
               "%s, %.0f generators of %llu IDs: share %.4f to %.4f, predicted %.4f; pairs %.4f, "
               "predicted %.4f, deviation %.2f; refused %llu, predicted %.1f",
               cases[i].name, fleet->generators, (unsigned long long)fleet->each, verdict.low,
               verdict.high, verdict.any, verdict.mean, verdict.pairs, verdict.deviation,
               (unsigned long long)outcome.refused, verdict.refused);
        if (outcome.hit >= 100) {
            detectable++;
            seen += sees_a_bit(i, &outcome);
        }
    }
    printf("%zu fleets as predicted; %zu of %zu would detect one random bit less\n", count, seen,
           detectable);
    EXPECT(detectable >= 15 && seen * 10 >= detectable * 9, "only %zu of %zu would detect", seen,
           detectable);
}

/* The same seed gives the same figures, another seed gives others. */
static void test_seed(void **state)
{
    (void)state;
    struct fleet fleet = {MODEL_LAYERS, 20, 8, 6, 6, 2, true, true, false, 5, 20};
    struct simulation simulation = {KIND_SCRU128, fleet, 50, false};
    struct outcome first, second, other;
    assert_true(simulate(&first, &simulation, SEED));
    assert_true(simulate(&second, &simulation, SEED));
    assert_true(simulate(&other, &simulation, SEED + 1));
    assert_true(first.pairs == second.pairs && first.hit == second.hit);
    assert_int_not_equal(first.pairs, other.pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),   cmocka_unit_test(test_birthdays),
        cmocka_unit_test(test_layers), cmocka_unit_test(test_fleets),
        cmocka_unit_test(test_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
