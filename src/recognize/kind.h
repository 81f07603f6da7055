/* SPDX-License-Identifier: MIT */
/* recognize/kind.h: the descriptor of a kind, a constant object, and what the files of the kinds
 * share. sortid/recognize.h has these objects as opaque handles. */
#pragma once

#include <sortid/unstable.h>

#include "../format/format.h"

/* Bytes of a UUID, and of its texts. */
#define UUID_SIZE          16
#define UUID_HEX_LENGTH    32
#define UUID_TEXT_LENGTH   36
#define UUID_BRACES_LENGTH 38
#define UUID_URN_LENGTH    45

/* The years 2000 to 2100 in Unix ms. */
#define PLAUSIBLE_SINCE INT64_C(946684800000)
#define PLAUSIBLE_UNTIL INT64_C(4133980800000)
#define DAY_MS          86400000

/* The form of a text whose length fits no form. */
#define NO_FORM UINT32_MAX

/* What a call knows of its text. `uuid` is filled by the first kind that needs it. */
struct query {
    const char *text;
    size_t length;
    uint32_t flags; /* of the options */
    int64_t epoch_ms, plausible_until_ms;
    bool is_decimal; /* digits 0 to 9, the first not 0 unless it is the only one */
    bool fits_word;  /* is_decimal, and `number` is its value */
    uint64_t number;
    bool is_brief; /* any status and position of a refusal will do */
    bool is_asked; /* for one kind */
    struct {
        bool is_known;
        sortid_status status;
        size_t position;
        unsigned sort; /* of enum uuid_sort */
        uint8_t bytes[UUID_SIZE];
    } uuid;
};

/* Reads the text of `query` in a form as this kind. *out is zero except kind, format, form and
 * size; sets the other members, with the evidence in out->why, but not SORTID_WHY_LENGTH.
 * `position` is not NULL. */
typedef sortid_status kind_read(sortid_reading *out, struct query *query, size_t *position);

/* Consecutive bits of an ID, at most 64 in 8 bytes. */
struct slice {
    uint8_t first_bit, bits;
};

enum notation {
    NOTATION_DECIMAL, /* the slices are one number, at most 64 bits */
    NOTATION_HEX,     /* the digits of one slice after those of the other */
    NOTATION_WORD,    /* kind->word writes it */
    NOTATION_NUMBER   /* so, in decimal */
};

#define SLICES_MAX 3
struct kind_field {
    const char *name;
    struct slice slices[SLICES_MAX]; /* the most significant first; unused ones have no bits */
    enum notation notation;
};

struct sortid_kind {
    const sortid_format *format; /* NULL: none; else it has name, title, size and fields */
    const char *name, *title, *family;
    uint32_t size, field_count;
    const struct kind_field *fields;
    kind_read *read;
    /* Whether `read` would succeed, but faster; NULL: call `read`. */
    bool (*reads)(const struct sortid_kind *kind, uint32_t form, struct query *query);
    /* Whether bytes and prefix are of this kind; NULL: any are. The rest is called only if so. */
    bool (*holds)(const sortid_reading *reading);
    /* Writes the canonical text without NUL; returns its length. */
    size_t (*print)(char *text, const sortid_reading *reading);
    /* A field of NOTATION_WORD, and whether the reading has a field; NULL: no words, all fields. */
    size_t (*word)(char *text, const sortid_reading *reading, size_t field);
    bool (*has_field)(const sortid_reading *reading, size_t field);
    uint32_t own_form;  /* of the canonical text */
    uint16_t variant;   /* which of the kinds of its file */
    uint16_t length;    /* of all texts of a kind without a sure shape; 0: not one of these */
    const void *layout; /* more data of its file */
};

/* Kinds of one file. */
struct kind_group {
    const struct sortid_kind *kinds;
    size_t count;
    bool is_decimal;                    /* all texts are decimal digits */
    bool is_vague;                      /* the kinds have lengths */
    size_t longest;                     /* text */
    uint32_t (*form_of)(size_t length); /* the form of texts of a length, or NO_FORM */
    /* Writes a valid text that is similar to `text` in length and parts; returns its length. NULL:
     * the text of zero bytes. */
    size_t (*sample)(char *out, const char *text, size_t length);
};

/* Room for any sample. */
#define SAMPLE_SIZE SORTID_READING_TEXT_SIZE

/* The evidence in a time. `zero_ms` is the Unix time of the kind's time 0; `until_ms` 0: as in
 * sortid_recognize_options. */
static inline uint32_t evidence_of_time(int64_t unix_ms, int64_t zero_ms, int64_t until_ms)
{
    bool is_plausible =
        unix_ms >= PLAUSIBLE_SINCE && unix_ms < (until_ms != 0 ? until_ms : PLAUSIBLE_UNTIL);
    return is_plausible && unix_ms - zero_ms >= DAY_MS ? SORTID_WHY_TIME : 0;
}

static inline void set_time(sortid_reading *reading, const struct query *query, int64_t unix_ms,
                            int64_t zero_ms)
{
    reading->has_time = 1;
    reading->unix_ms = unix_ms;
    reading->why |= evidence_of_time(unix_ms, zero_ms, query->plausible_until_ms);
}

/* Reads a text of the form's length. To find the reason of a refusal takes longer. */
static inline sortid_status parse_digits(uint8_t *id, const struct query *query,
                                         const struct form_of *form, const char *text,
                                         size_t *position)
{
    if (!query->is_brief)
        return parse_form(id, form, text, position);
    return codec_of(form)->parse(id, text) ? SORTID_OK : refuse(position, 0, SORTID_BAD_DIGIT);
}

/* The place of the fault in a text that is not decimal: a leading 0, or the first other byte. */
static inline size_t first_not_decimal(const struct query *query)
{
    size_t at = 0;
    while (query->text[0] != '0' && (unsigned char)query->text[at] - (unsigned)'0' <= 9)
        at++;
    return at;
}

/* Whether a letter is in upper case: kinds that are not formats write lower case. */
static inline bool has_upper(const char *text, size_t length)
{
    unsigned found = 0;
    for (size_t i = 0; i < length; i++)
        found |= (unsigned char)text[i] - (unsigned)'A' < 26;
    return found != 0;
}

/* Decodes the text of the query as a UUID in any form, or finds why it is not one. */
void sortid_kind_decode_uuid(struct query *query);

/* Whether the text is a UUID, which is decoded once for all kinds, into query->uuid. */
static inline bool has_uuid(struct query *query)
{
    if (!query->uuid.is_known)
        sortid_kind_decode_uuid(query);
    return query->uuid.status == SORTID_OK;
}

/* The same with the reason of a refusal. */
sortid_status sortid_kind_read_uuid(struct query *query, size_t *position);

/* The place of the first digit of a UUID in a text of this length: after "{" or "urn:uuid:". */
size_t sortid_kind_uuid_begin(size_t length);

/* The time of a UUID of version 1, 6 or 7; false for others. */
bool sortid_kind_uuid_time(int64_t *unix_ms, const uint8_t uuid[UUID_SIZE]);
