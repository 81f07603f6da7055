/* SPDX-License-Identifier: MIT */
/* recognize/list.h: the list of kinds: those of the formats, from format/list.h, and a group for
 * each file of other kinds. */
#pragma once

#include "kind.h"

/* X(object) in the order of the kinds. Groups of decimal texts come last. */
#define EACH_GROUP(X)                                                                              \
    X(sortid_kinds_uuid)                                                                           \
    X(sortid_kinds_typeid)                                                                         \
    X(sortid_kinds_xid)                                                                            \
    X(sortid_kinds_objectid)                                                                       \
    X(sortid_kinds_vague)                                                                          \
    X(sortid_kinds_snowflake)

#define DECLARE_GROUP(GROUP) extern const struct kind_group GROUP;
EACH_GROUP(DECLARE_GROUP)
#undef DECLARE_GROUP

#define ADD_GROUP(GROUP) +1
enum { GROUP_COUNT = 0 EACH_GROUP(ADD_GROUP) };
#undef ADD_GROUP

extern const struct kind_group *const sortid_kind_groups[GROUP_COUNT];

/* The kinds of the formats, in the order of the formats. */
extern const struct sortid_kind sortid_kinds_format[];
extern const size_t sortid_kinds_format_count;

/* The form of a format's texts of a length, except decimal; or NO_FORM. */
uint32_t sortid_kind_form_of_format(const sortid_format *format, size_t length);

/* Whether the format's text has a lenient reading: ulid. */
bool sortid_kind_is_lenient(const sortid_format *format);

/* The evidence in an ID of a format that was read in a way. */
uint32_t sortid_kind_evidence_of_format(const sortid_way *way, int64_t unix_ms, bool is_canonical);

/* Whether a later version replaced the format, so that new IDs are more likely of others:
 * scru128v1. */
bool sortid_kind_is_superseded(const sortid_kind *kind);
