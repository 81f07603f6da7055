/* SPDX-License-Identifier: MIT */
/* each_simd.h: runs the tests of tests/simd with each implementation of the build. One that the
 * CPU cannot run is skipped with a message, or fails if SORTID_REQUIRE_SIMD, a comma-separated
 * list ("avx2,avx512"), names it. test_select.c fails if that list has a name of no
 * implementation. SORTID_ONLY_SIMD, if set, lists those to run, because emulators are
 * slow. This header calls no implementation itself. */
#pragma once

#include "support/support.h"

#include "simd/scalar.h"

#include <fenv.h>

#define MAX_SIMD  8
#define MAX_TESTS 16 /* of one program */

typedef void simd_test(const struct simd *simd);

/* One test with one implementation. */
struct simd_run {
    const struct simd *simd;
    simd_test *test;
    char name[64];
};

/* The tests of a program, which TEST_SIMD adds. */
static struct {
    const char *name;
    simd_test *test;
} simd_tests[MAX_TESTS];
static size_t simd_test_count;

static inline void add_simd_test(const char *name, simd_test *test)
{
    if (simd_test_count == MAX_TESTS)
        abort();
    simd_tests[simd_test_count].name = name;
    simd_tests[simd_test_count++].test = test;
}

/* Defines test_NAME, which SIMD_MAIN runs with each implementation `simd`. */
#define TEST_SIMD(name)                                                                            \
    static void test_##name(const struct simd *simd);                                              \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        add_simd_test(#name, test_##name);                                                         \
    }                                                                                              \
    static void test_##name(const struct simd *simd)

/* Whether a comma list has this name. */
static inline bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ','), at += at != NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

static inline void skip_simd(const struct simd *simd)
{
    EXPECT(!is_listed(getenv("SORTID_REQUIRE_SIMD"), simd->name),
           "implementation %s is required, and this CPU cannot run it", simd->name);
    printf("SKIPPED: simd %s: this CPU cannot run it\n", simd->name);
    fflush(stdout);
    skip();
}

static inline void run_simd_test(void **state)
{
    const struct simd_run *run = *state;
    run->test(run->simd);
}

static inline struct CMUnitTest unit_test_of(struct simd_run *run, const char *name,
                                             simd_test *test, const struct simd *simd)
{
    run->simd = simd;
    run->test = test;
    snprintf(run->name, sizeof run->name, "%s %s", simd->name, name);
    return (struct CMUnitTest){run->name, run_simd_test, NULL, NULL, run};
}

/* Runs the tests with each implementation; what main returns. */
static inline int run_with_each_simd(void)
{
    static struct simd_run runs[MAX_SIMD * MAX_TESTS];
    static struct CMUnitTest units[MAX_SIMD * MAX_TESTS];
    size_t made = 0;
    const char *only = getenv("SORTID_ONLY_SIMD");
    for (size_t k = 0; k < SIMD_COUNT; k++) {
        if (only != NULL && !is_listed(only, sortid_simd_all[k]->name))
            continue;
        bool runs_here = sortid_simd_runs(sortid_simd_all[k]->number);
        for (size_t t = 0; t < simd_test_count && runs_here; t++, made++)
            units[made] = unit_test_of(&runs[made], simd_tests[t].name, simd_tests[t].test,
                                       sortid_simd_all[k]);
        if (!runs_here) {
            units[made] = unit_test_of(&runs[made], "all tests", skip_simd, sortid_simd_all[k]);
            made++;
        }
    }
    support_begin();
    return _cmocka_run_group_tests("implementations", units, made, NULL, NULL);
}

#define SIMD_MAIN                                                                                  \
    int main(void)                                                                                 \
    {                                                                                              \
        return run_with_each_simd();                                                               \
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
