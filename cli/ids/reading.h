/* SPDX-License-Identifier: MIT */
/* reading.h: readings of a text. The library recognizes digits; here marks (0x...), base64url, the
 * bytes of .NET, prefixes (ord_...) and Snowflakes with a layout of their own are added, and the
 * words of the command for readings. All commands read a single ID by read_text(). */
#pragma once

#include "encodings.h"
#include "kinds.h"

/* The longest text that has a reading: all digits of a lenient ulid, a hyphen between each two; and
 * more than the longest text of any kind. */
#define READING_TEXT_MAX (2 * SORTID_MAX_TEXT_SIZE)

/* How this run reads texts; all 0: as the library does. */
struct reading_rules {
    uint32_t flags; /* SORTID_RECOGNIZE_LENIENT, SORTID_RECOGNIZE_EPOCH */
    int64_t epoch_ms, plausible_until_ms;
    const struct encoding_name *encoding; /* the only one that is read; NULL: any */
};
void reading_rules_set(const struct reading_rules *set);

/* What the rules ask of the library. */
sortid_recognize_options reading_request(const sortid_kind *kind);

/* The readings of a text; without one, the status and the place of the fault. */
struct text_readings {
    sortid_reading all[SORTID_READINGS_MAX];
    size_t count;
    size_t prefix;                        /* bytes before the ID, as in ord_01ARYZ... */
    const struct encoding_name *encoding; /* in which the first reading is written */
    sortid_status status;
    size_t position;
};

/* Reads a text as one of the kinds, the likeliest first; false: it is not. A prefix is read over if
 * the rest is surely an ID or the kinds were asked for. */
bool read_text(struct text_readings *out, const char *text, size_t length,
               const struct kinds *kinds);

/* The same in any encoding, whatever the rules say: for messages. */
bool read_text_freely(struct text_readings *out, const char *text, size_t length,
                      const struct kinds *kinds);

/* The encoding of the text as one of the readings has it. */
const struct encoding_name *encoding_of_reading(const struct text_readings *read,
                                                const sortid_reading *reading);

/* Reads a text as the library does, as the kind, or if it is NULL as the likeliest one; false: it is
 * not an ID. */
bool reading_of_text(sortid_reading *reading, const char *text, size_t length,
                     const sortid_kind *kind);

/* The same for an encoding without marks; NULL: as the library does. */
bool reading_in_form(sortid_reading *reading, const char *text, size_t length,
                     const sortid_kind *kind, const struct encoding_name *form);

/* Writes the name and value of a field; false: there is no such field. */
bool reading_print_field(const sortid_reading *reading, const char **name,
                         char text[SORTID_READING_TEXT_SIZE], size_t index);

/* "low", "medium" or "high". */
const char *reading_confidence(uint32_t confidence);

/* The words of sortid_reading.why: one word for programs and one phrase for people for each bit,
 * lowest bit first; NULL past the last. */
struct reading_reason {
    uint32_t bit;
    const char *word, *phrase;
};
const struct reading_reason *reading_reason_at(size_t index);

/* Writes the bytes of the ID as hex digits and a NUL, at most 2 * SORTID_MAX_SIZE + 1 bytes; returns
 * them. */
const char *reading_hex(char *digits, const sortid_reading *reading);

/* Splits the node_ctr of a scru64 reading. False, and nothing is written, for other kinds or if
 * `node_size` is not 1 to 23. */
bool reading_split_node(uint32_t *node_id, uint32_t *counter, const sortid_reading *reading,
                        unsigned node_size);
