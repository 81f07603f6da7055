/* SPDX-License-Identifier: MIT */
/* cases.c: see cases.h. Constructors add the tests in any order, so their lines order them. */
#include "cases.h"

enum { most = 128 };

static struct CMUnitTest tests[most];
static int lines[most];
static size_t count;

void cases_add(const char *name, CMUnitTestFunction run, int line)
{
    size_t at = count++;
    if (at == most)
        abort();
    for (; at > 0 && lines[at - 1] > line; at--) {
        tests[at] = tests[at - 1];
        lines[at] = lines[at - 1];
    }
    tests[at] = (struct CMUnitTest){.name = name, .test_func = run};
    lines[at] = line;
}

struct body {
    void (*run)(void);
};

static int run_body(void *body)
{
    ((const struct body *)body)->run();
    return 0;
}

int cases_run_in_child(void (*body)(void))
{
    return support_in_child(run_body, &(struct body){body});
}

int cases_run(CMFixtureFunction begin, CMFixtureFunction end)
{
    if (count == 0)
        abort(); // nothing would be tested
    return _cmocka_run_group_tests("tests", tests, count, begin, end);
}
