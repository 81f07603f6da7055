/* SPDX-License-Identifier: MIT */
/* test_chance.c: compares the tails of chance.h with tables, other programs, and plain sums of all
 * terms. */
#include "../support/cases.h"
#include "chance.h"

#include <math.h>

#define EXPECT_NEAR(actual, expected, relative)                                                    \
    do {                                                                                           \
        double a_ = (actual), e_ = (expected);                                                     \
        EXPECT(fabs(a_ - e_) <= fabs(e_) * (relative), #actual ": %.12g, not %.12g", a_, e_);      \
    } while (0)

/* Well-known values: 2 of 2, 10 of 10, and the rows of Pascal's triangle. */
TEST(binomial_tails)
{
    EXPECT_NEAR(chance_at_least(2, 2, 0.5), 0.25, 1e-13);
    EXPECT_NEAR(chance_at_least(1, 2, 0.5), 0.75, 1e-13);
    EXPECT_NEAR(chance_at_least(10, 10, 0.1), 1e-10, 1e-11);
    EXPECT_NEAR(chance_at_most(0, 20, 0.1), pow(0.9, 20), 1e-12);
    EXPECT_NEAR(chance_at_least(8, 10, 0.5), 56.0 / 1024, 1e-12);
    EXPECT_NEAR(chance_at_most(8, 10, 0.5), 1013.0 / 1024, 1e-12);
    assert_true(chance_at_least(0, 5, 0) == 1 && chance_at_least(1, 5, 0) == 0);
    assert_true(chance_at_most(5, 5, 1) == 1 && chance_at_most(4, 5, 1) == 0);
}

/* Both tails against sums of all terms, each a product of quotients. */
TEST(all_terms)
{
    enum { THROWS = 60 };
    for (int twentieths = 1; twentieths < 20; twentieths += 3) {
        double p = twentieths / 20.0;
        double terms[THROWS + 1], above = 0;
        terms[0] = pow(1 - p, THROWS);
        for (int k = 0; k < THROWS; k++)
            terms[k + 1] = terms[k] * (THROWS - k) / (k + 1) * p / (1 - p);
        for (int k = THROWS; k > 0; k--) {
            above += terms[k];
            EXPECT_NEAR(chance_at_least((uint64_t)k, THROWS, p), above, 1e-10);
            EXPECT(fabs(chance_at_most((uint64_t)k - 1, THROWS, p) - (1 - above)) < 1e-12, "%d", k);
        }
    }
}

/* 5e-6 is 4.417173 deviations of the normal distribution, which many tosses approach. */
TEST(fair_limit)
{
    for (uint64_t n = 1000; n <= 100000000; n *= 10) {
        uint64_t k = chance_fair_limit(n, 5e-6);
        assert_true(chance_at_least(k, n, 0.5) <= 5e-6 && chance_at_least(k - 1, n, 0.5) > 5e-6);
        double deviations = ((double)k - 0.5 - (double)n / 2) / (sqrt((double)n) / 2);
        EXPECT(fabs(deviations - 4.417173) < 2 / sqrt((double)n) + 0.001, "%llu throws: %f",
               (unsigned long long)n, deviations);
    }
    assert_int_equal(chance_fair_limit(17, 5e-6), 18); /* 2^-17 is 7.6e-6 */
    assert_int_equal(chance_fair_limit(18, 5e-6), 18); /* 2^-18 is 3.8e-6 */
}

/* For two degrees e^(-x/2); for one the normal distribution; tables give 3.841 and 293.248 for 5 %
 * with 1 and 255 degrees. */
TEST(chi_square)
{
    for (int i = 1; i < 60; i++) {
        double x = i * i / 50.0;
        EXPECT_NEAR(chance_chi_above(x, 2), exp(-x / 2), 1e-11);
        EXPECT_NEAR(chance_chi_below(x, 2), -expm1(-x / 2), 1e-11);
        EXPECT_NEAR(chance_chi_above(x, 1), erfc(sqrt(x / 2)), 1e-11);
    }
    EXPECT_NEAR(chance_chi_above(3.841458820694124, 1), 0.05, 1e-10);
    EXPECT_NEAR(chance_chi_above(293.2478350807013, 255), 0.05, 1e-9);
    EXPECT(fabs(chance_chi_above(250, 255) + chance_chi_below(250, 255) - 1) < 1e-12, "sum");
}

CASES_MAIN(NULL, NULL)
