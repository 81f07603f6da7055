/* SPDX-License-Identifier: MIT */
/* generator/sizes.c: the sizes of structs that callers allocate, for languages without headers. */
#include <sortid/generator.h>
#include <sortid/scru64.h>
#include <sortid/unstable.h>

#include <string.h>

/* clang-format off */
#define ENTRY(type) {#type, sizeof(type)}
/* clang-format on */

static const struct {
    const char *name;
    size_t size;
} SIZES[] = {
    ENTRY(sortid_generator),
    ENTRY(sortid_machine),
    ENTRY(sortid_shared_state),
    ENTRY(sortid_published),
    ENTRY(sortid_options),
    ENTRY(sortid_sources),
    ENTRY(sortid_clock),
    ENTRY(sortid_random),
    ENTRY(sortid_sleep),
    ENTRY(sortid_bound),
    ENTRY(sortid_file_options),
    ENTRY(sortid_state_report),
    ENTRY(sortid_format_info),
    ENTRY(sortid_field_info),
    ENTRY(sortid_scru64_node_spec),
    ENTRY(sortid_kind_info),
    ENTRY(sortid_recognize_options),
    ENTRY(sortid_reading),
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
