/* SPDX-License-Identifier: MIT */
/* cases.h: tests that need no list: each TEST of a file is run, in their order, by the main
 * function that CASES_MAIN defines.
 *
 *     TEST(copies) // the function test_copies, "copies" in the output
 *     {
 *         ...
 *     }
 *
 *     TEST_FORMATS(moves) // for each `format` of formats.h; TEST_BUT_SCRU64: without scru64
 *     {
 *         ...
 *     }
 *
 *     CASES_MAIN(NULL, NULL) */
#pragma once

#include "support.h"

#define TEST(name) TEST_AROUND(name, (void)0, (void)0)

/* A test between two expressions. The second one is not evaluated if the test fails. */
#define TEST_AROUND(name, before, after)                                                           \
    static void test_##name(void);                                                                 \
    static void run_##name(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        support_case = NULL;                                                                       \
        before;                                                                                    \
        test_##name();                                                                             \
        after;                                                                                     \
    }                                                                                              \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        cases_add(#name, run_##name, __LINE__);                                                    \
    }                                                                                              \
    static void test_##name(void)

/* A test in a forked child, with CHILD_CHECK. */
#define TEST_IN_CHILD(name)                                                                        \
    static void name##_in_child(void);                                                             \
    TEST(name)                                                                                     \
    {                                                                                              \
        assert_int_equal(cases_run_in_child(name##_in_child), 0);                                  \
    }                                                                                              \
    static void name##_in_child(void)

int cases_run_in_child(void (*body)(void));

#define TEST_FORMATS(name)    TEST_EACH(name, support_each_format, const support_format *format)
#define TEST_BUT_SCRU64(name) TEST_EACH(name, support_each_but_scru64, const support_format *format)

/* A test of each value with which `each` calls a function of these parameters. */
#define TEST_EACH(name, each, ...)                                                                 \
    static void name##_of(__VA_ARGS__);                                                            \
    TEST(name)                                                                                     \
    {                                                                                              \
        each(name##_of);                                                                           \
    }                                                                                              \
    static void name##_of(__VA_ARGS__)

void cases_add(const char *name, CMUnitTestFunction run, int line);

/* The main function of a program with the tests of one file. `begin` and `end`, NULL for nothing,
 * are called before the first test and after the last one. */
#define CASES_MAIN(begin, end)                                                                     \
    int main(void)                                                                                 \
    {                                                                                              \
        support_begin();                                                                           \
        return cases_run(begin, end);                                                              \
    }
int cases_run(CMFixtureFunction begin, CMFixtureFunction end);
