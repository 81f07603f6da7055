/* SPDX-License-Identifier: MIT */
/* test_struct_size.c: sortid_struct_size knows the public structs, only. The test abi/layout
 * compares its list with the headers. */
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
    ENTRY(sortid_clock),
    ENTRY(sortid_random),
    ENTRY(sortid_sleep),
    ENTRY(sortid_bound),
    ENTRY(sortid_sources),
    ENTRY(sortid_published),
    ENTRY(sortid_shared_state),
    ENTRY(sortid_file_options),
    ENTRY(sortid_state_report),
    ENTRY(sortid_format_info),
    ENTRY(sortid_field_info),
    ENTRY(sortid_options),
    ENTRY(sortid_generator),
    ENTRY(sortid_machine),
    ENTRY(sortid_ksuid),
    ENTRY(sortid_ksuid_generator),
    ENTRY(sortid_ksuid_fields),
    ENTRY(sortid_scru128),
    ENTRY(sortid_scru128_generator),
    ENTRY(sortid_scru128_fields),
    ENTRY(sortid_scru128v1),
    ENTRY(sortid_scru128v1_generator),
    ENTRY(sortid_scru128v1_fields),
    ENTRY(sortid_scru160),
    ENTRY(sortid_scru160_generator),
    ENTRY(sortid_scru160_fields),
    ENTRY(sortid_scru64_generator),
    ENTRY(sortid_scru64_fields),
    ENTRY(sortid_scru64),
    ENTRY(sortid_scru64_node_spec),
    ENTRY(sortid_ulid),
    ENTRY(sortid_ulid_generator),
    ENTRY(sortid_ulid_fields),
    ENTRY(sortid_uuidv7),
    ENTRY(sortid_uuidv7_generator),
    ENTRY(sortid_uuidv7_fields),
    ENTRY(sortid_kind_info),
    ENTRY(sortid_reading),
    ENTRY(sortid_recognize_options),
    ENTRY(sortid_way),
    ENTRY(sortid_departure),
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
