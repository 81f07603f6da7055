/* SPDX-License-Identifier: MIT */
/* generator/sizes.c: the sizes of the public structs, for languages without headers. */
#include <sortid.h>
#include <sortid/unstable.h>

#include <string.h>

/* clang-format off */
#define ENTRY(type) {#type, sizeof(type)}
/* clang-format on */

static const struct {
    const char *name;
    size_t size;
} SIZES[] = {
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

size_t sortid_struct_size(const char *name)
{
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        if (strcmp(SIZES[i].name, name) == 0)
            return SIZES[i].size;
    return 0;
}
