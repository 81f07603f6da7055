/* SPDX-License-Identifier: MIT */
/* each_simd.h: runs the tests of tests/simd with each implementation of the build. One that the
 * CPU cannot run is skipped with a message, or fails if SORTID_REQUIRE_SIMD, a comma-separated
 * list ("avx2,avx512"), names it. test_select.c fails if that list has a name of no
 * implementation. SORTID_ONLY_SIMD, if set, lists those to run, because emulators are
 * slow. This header calls no implementation itself. */
#pragma once

#include "support/cases.h"

#include "simd/scalar.h"

#include <fenv.h>

typedef void simd_test(const struct simd *simd);

/* Whether a comma list has this name. */
static inline bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ','), at += at != NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

static inline bool is_left_out(const struct simd *simd)
{
    const char *only = getenv("SORTID_ONLY_SIMD");
    return only != NULL && !is_listed(only, simd->name);
}

static inline void each_simd(simd_test *test)
{
    for (size_t k = 0; k < SIMD_COUNT; k++) {
        support_case = sortid_simd_all[k]->name;
        if (!is_left_out(sortid_simd_all[k]) && sortid_simd_runs(sortid_simd_all[k]->number))
            test(sortid_simd_all[k]);
    }
}

#define TEST_SIMD(name) TEST_EACH(name, each_simd, const struct simd *simd)

TEST(all_implementations)
{
    size_t missing = 0;
    for (size_t k = 0; k < SIMD_COUNT; k++) {
        const char *name = sortid_simd_all[k]->name;
        if (is_left_out(sortid_simd_all[k]) || sortid_simd_runs(sortid_simd_all[k]->number))
            continue;
        EXPECT(!is_listed(getenv("SORTID_REQUIRE_SIMD"), name),
               "implementation %s is required, and this CPU cannot run it", name);
        printf("SKIPPED: simd %s: this CPU cannot run it\n", name);
        missing++;
    }
    fflush(stdout);
    if (missing > 0)
        skip();
}

/* The results do not depend on the caller's rounding mode, even where digits are computed with
 * doubles. */
static inline void test_in_each_rounding_mode(simd_test *test, const struct simd *simd)
{
    static const int modes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        test(simd);
        assert_int_equal(fegetround(), modes[i]);
    }
    assert_int_equal(fesetround(FE_TONEAREST), 0);
}
