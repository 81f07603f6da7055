/* SPDX-License-Identifier: MIT */
/* kernels.h: runs the tests of tests/kernel with each kernel of the build. One that
 * the CPU cannot run is skipped aloud, or fails where SORTID_REQUIRE_KERNELS, a
 * comma list ("avx2,avx512"), names it. test_select.c looks for names in that list
 * that are no kernel. SORTID_ONLY_KERNELS, where it is set, leaves the others out:
 * emulators are slow. It calls no kernel itself. */
#ifndef SORTID_TESTS_KERNEL_KERNELS_H
#define SORTID_TESTS_KERNEL_KERNELS_H

#include "support/support.h"

#include "kernel/scalar.h"

#define MAX_KERNELS 8
#define MAX_TESTS   16 /* of one program */

typedef void kernel_test(const struct kernel *kernel);

/* One test with one kernel. */
struct kernel_run {
    const struct kernel *kernel;
    kernel_test *test;
    char name[64];
};

struct named_kernel_test {
    const char *name;
    kernel_test *test;
};
#define KERNEL_TEST(test)                                                                          \
    {                                                                                              \
#test, test                                                                                \
    }

/* Whether a comma list has this name. */
static inline bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ','), at += at != NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

static inline void skip_kernel(const struct kernel *kernel)
{
    EXPECT(!is_listed(getenv("SORTID_REQUIRE_KERNELS"), kernel->name),
           "kernel %s is required, and this CPU cannot run it", kernel->name);
    printf("SKIPPED kernel %s: this CPU cannot run it\n", kernel->name);
    fflush(stdout);
    skip();
}

static inline void run_kernel_test(void **state)
{
    const struct kernel_run *run = *state;
    run->test(run->kernel);
}

static inline struct CMUnitTest unit_test_of(struct kernel_run *run, const char *name,
                                             kernel_test *test, const struct kernel *kernel)
{
    run->kernel = kernel;
    run->test = test;
    snprintf(run->name, sizeof run->name, "%s %s", kernel->name, name);
    return (struct CMUnitTest){run->name, run_kernel_test, NULL, NULL, run};
}

/* Runs `count` tests with each kernel; what main returns. */
static inline int run_with_each_kernel(const struct named_kernel_test *tests, size_t count)
{
    static struct kernel_run runs[MAX_KERNELS * MAX_TESTS];
    static struct CMUnitTest units[MAX_KERNELS * MAX_TESTS];
    size_t made = 0;
    const char *only = getenv("SORTID_ONLY_KERNELS");
    for (size_t k = 0; k < MAX_KERNELS && sortid_kernels[k] != NULL; k++) {
        if (only != NULL && !is_listed(only, sortid_kernels[k]->name))
            continue;
        bool runs_here = sortid_kernel_runs(sortid_kernels[k]);
        for (size_t t = 0; t < count && t < MAX_TESTS && runs_here; t++, made++)
            units[made] =
                unit_test_of(&runs[made], tests[t].name, tests[t].test, sortid_kernels[k]);
        if (!runs_here) {
            units[made] = unit_test_of(&runs[made], "all tests", skip_kernel, sortid_kernels[k]);
            made++;
        }
    }
    support_begin();
    return _cmocka_run_group_tests("kernels", units, made, NULL, NULL);
}
#define RUN_WITH_EACH_KERNEL(tests) run_with_each_kernel((tests), COUNT_OF(tests))

#endif
