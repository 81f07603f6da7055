/* SPDX-License-Identifier: MIT */
/* reading.h: readings of a text, which the library recognizes, in the words of the command. */
#ifndef CLI_READING_H
#define CLI_READING_H

#include <sortid.h>

/* The longest text that has a reading: all digits of a lenient ulid, a hyphen between each two; and
 * more than the longest text of any kind. */
#define READING_TEXT_MAX (2 * SORTID_MAX_TEXT_SIZE)

/* What is known of a kind; valid until the next call. */
const sortid_kind_info *kind_info_of(const sortid_kind *kind);

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

/* Removes the readings of other kinds; returns how many are left. */
size_t kinds_keep(const struct kinds *kinds, sortid_reading *readings, size_t count);

/* Reads a text as the kind, or if it is NULL as the likeliest one; false: it is not an ID. */
bool reading_of_text(sortid_reading *reading, const char *text, size_t length,
                     const sortid_kind *kind);

/* "low", "medium" or "high". */
const char *reading_confidence(uint32_t confidence);

/* The words of sortid_reading.why: one word for programs and one phrase for people for each bit,
 * lowest bit first; NULL past the last. */
struct reading_reason {
    uint32_t bit;
    const char *word, *phrase;
};
const struct reading_reason *reading_reason_at(size_t index);

/* Writes the bytes of the ID as hex digits and a NUL; returns them. */
const char *reading_hex(char digits[2 * SORTID_MAX_SIZE + 1], const sortid_reading *reading);

/* Splits the node_ctr of a scru64 reading. False, and nothing is written, for other kinds or if
 * `node_size` is not 1 to 23. */
bool reading_split_node(uint32_t *node_id, uint32_t *counter, const sortid_reading *reading,
                        unsigned node_size);

#endif
