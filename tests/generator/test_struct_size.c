/* SPDX-License-Identifier: MIT */
/* test_struct_size.c: sortid_struct_size knows public structs, a sample here, and only those. The
 * test abi/layout compares its list with the headers. */
#include "support/cases.h"

#include <sortid.h>
#include <sortid/unstable.h>

/* clang-format off */
#define ENTRY(type) {#type, sizeof(type)}
/* clang-format on */

static const struct {
    const char *name;
    size_t size;
} known[] = {
    ENTRY(sortid_clock), ENTRY(sortid_options), ENTRY(sortid_generator),
    ENTRY(sortid_ulid),  ENTRY(sortid_reading), ENTRY(sortid_departure),
};

TEST(known)
{
    for (size_t i = 0; i < COUNT_OF(known); i++)
        EXPECT(sortid_struct_size(known[i].name) == known[i].size, "%s", known[i].name);
}

TEST(unknown)
{
    assert_true(sortid_struct_size("") == 0);
    assert_true(sortid_struct_size("sortid_") == 0);
    assert_true(sortid_struct_size("sortid_generators") == 0);
    assert_true(sortid_struct_size("SORTID_GENERATOR") == 0);
}

CASES_MAIN(NULL, NULL)
