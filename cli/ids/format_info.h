/* SPDX-License-Identifier: MIT */
/* format_info.h: descriptions of formats, read once from the library, and prints of IDs that are
 * known to be valid. It knows no format by name. */
#pragma once

#include <sortid.h>

const sortid_format_info *info_of(const sortid_format *format);
const sortid_field_info *field_of(const sortid_format *format, size_t index);

/* Whether the format's canonical text is the UUID form, which has 36 characters. */
bool text_is_uuid(const sortid_format *format);

bool needs_node(const sortid_format *format);
uint64_t timestamp_of(const sortid_format *format, const uint8_t *id);

/* Writes an ID with a NUL (none after SORTID_ENCODING_BIN). Returns the length; 0, and nothing
 * written, if the format lacks the encoding or the bytes are not an ID. */
size_t print_id(char text[SORTID_MAX_TEXT_SIZE], const sortid_format *format,
                sortid_encoding encoding, const uint8_t *id);

/* Writes `count` IDs without NUL, each with a separator after it: see sortid_format_print_many.
 * Returns the length; 0 if the library refuses. */
size_t print_ids(char *text, size_t capacity, const sortid_format *format, sortid_encoding encoding,
                 const uint8_t *ids, size_t count, int separator);

/* Writes a field as decimal or hex, with a NUL. Returns the length. Inline: a line of JSON has
 * several. */
static inline size_t print_field(char text[SORTID_MAX_TEXT_SIZE], const sortid_format *format,
                                 size_t index, sortid_encoding encoding, const uint8_t *id)
{
    size_t written;
    sortid_status status = sortid_format_print_field(format, text, SORTID_MAX_TEXT_SIZE, &written,
                                                     encoding, id, index);
    return status == SORTID_OK ? written : 0;
}

/* The name of the format that a word names in any case; NULL: it is none. */
const char *format_name(const char *word);
