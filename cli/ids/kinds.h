/* SPDX-License-Identifier: MIT */
/* kinds.h: the kinds of IDs by the names that the command line uses for them, sets of kinds, and
 * the layout of Snowflakes that --bits gives. It knows only usual other names of kinds. */
#pragma once

#include <sortid.h>

/* What is known of a kind; static. With a layout, that of the Snowflake with all 64 bits is
 * "snowflake". */
const sortid_kind_info *kind_info_of(const sortid_kind *kind);

/* The kind that a format is. */
const sortid_kind *kind_of_format(const sortid_format *format);

/* "a" or "an", before the name of a kind. */
const char *article(const char *name);

/* Kinds that were asked for; none: all. */
#define KINDS_MAX 16
struct kinds {
    const sortid_kind *all[KINDS_MAX];
    size_t count;
};

/* Adds the kind that a word names in any case, also without hyphens (uuidv4) or by its last part
 * (twitter), or the kinds of the family that it names (uuid, snowflake); false: it names none. */
bool kinds_add(struct kinds *kinds, const char *word);

/* Whether a kind is among them. */
bool kinds_have(const struct kinds *kinds, const sortid_kind *kind);

/* ---- Layout of Snowflakes -------------------------------------------------------------------- */

#define LAYOUT_FIELDS 4
struct layout {
    unsigned bits[LAYOUT_FIELDS]; /* those of the time first; at most 64 together */
    size_t count;                 /* 2 or more */
    int64_t epoch_ms;             /* Unix ms of time 0 */
};

/* Reads "41/10/12"; NULL if it is right, else what is wrong. */
const char *layout_read(struct layout *layout, const char *text);

/* Lets all Snowflakes of this run have the layout, which stays valid. */
void layout_use(const struct layout *layout);

/* The layout of a kind; NULL: its own. */
const struct layout *layout_of(const sortid_kind *kind);

/* The time of an ID in Unix ms; false: it has more bits than the layout. */
bool layout_time(int64_t *unix_ms, const struct layout *layout, const uint8_t id[8]);

/* The name and value of field `index` after the time; NULL past the last. */
const char *layout_field(uint64_t *value, const struct layout *layout, const uint8_t id[8],
                         size_t index);
