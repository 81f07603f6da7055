/* SPDX-License-Identifier: MIT */
/* format/format.h: the descriptor of a format, a constant object, and what the public functions of
 * the formats share. sortid/format.h has these objects as opaque handles. */
#pragma once

#include <sortid/format.h>

#include "../simd/simd.h"
#include "../text/bytes.h"
#include "../text/refuse.h"

/* Bits of one byte that are the same in every ID of a format. */
struct fixed_bits {
    uint8_t byte, mask, value;
    uint8_t text_position; /* of the digit that shows them, in the canonical text */
    sortid_status status;  /* of bytes with another value */
};

struct sortid_format {
    const char *name, *title;
    uint32_t number; /* permanent, as it is stored in state files; never changed or reused */
    uint32_t size, text_length, field_count;
    uint32_t encodings, traits;
    uint64_t timestamp_max, unit_ms, zero_ms;
    const sortid_field_info *fields;
    struct form_of forms[SORTID_ENCODING_BIN]; /* by encoding; INT has none */
    const uint8_t *last;                       /* the largest ID */
    uint8_t free_below;                        /* bytes that begin with less are IDs */
    const struct fixed_bits *fixed;            /* bits that are the same in every ID */
    uint32_t fixed_count;
    uint32_t max_int_digits; /* of the largest ID in decimal */
};

/* The largest ID of most formats. */
static const uint8_t ALL_ONES[SORTID_MAX_SIZE] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

/* The members of a descriptor that describe fields. */
#define HAS_FIELDS(FIELDS) .fields = (FIELDS), .field_count = sizeof(FIELDS) / sizeof *(FIELDS)

/* What formats of 16 bytes have in common. */
#define FORMAT_OF_16                                                                               \
    .size = 16, .encodings = ENCODINGS_OF_ALL | ENCODINGS_OF_UUID, .max_int_digits = 39

/* The last timestamps. */
#define LAST_48     ((UINT64_C(1) << 48) - 1)
#define LAST_44     ((UINT64_C(1) << 44) - 1)
#define LAST_SCRU64 UINT64_C(282429536480) /* 36^12 / 2^24 - 1 */

#define ENCODING_BIT(name) (1u << SORTID_ENCODING_##name)
#define ENCODINGS_OF_ALL                                                                           \
    (ENCODING_BIT(TEXT) | ENCODING_BIT(HEX) | ENCODING_BIT(INT) | ENCODING_BIT(BIN))

#define ENCODINGS_OF_UUID (ENCODING_BIT(UUID) | ENCODING_BIT(BRACES) | ENCODING_BIT(URN))

static inline bool has_encoding(const sortid_format *format, sortid_encoding encoding)
{
    return (unsigned)encoding <= SORTID_ENCODING_URN && (format->encodings >> encoding & 1) != 0;
}

static inline bool is_wrapped(sortid_encoding encoding)
{
    return encoding > SORTID_ENCODING_BIN;
}

/* The first fixed bits that are wrong in these bytes; NULL: none. */
static inline const struct fixed_bits *wrong_bits(const sortid_format *format, const uint8_t *id)
{
    for (uint32_t i = 0; i < format->fixed_count; i++)
        if ((id[format->fixed[i].byte] & format->fixed[i].mask) != format->fixed[i].value)
            return &format->fixed[i];
    return NULL;
}

/* Whether the bytes are an ID: at most the largest, or with the right fixed bits. */
static inline bool is_id(const sortid_format *format, const uint8_t *id)
{
    if (id[0] < format->free_below)
        return true;
    if (format->fixed_count > 0)
        return wrong_bits(format, id) == NULL;
    return compare_bytes(id, format->last, format->size) <= 0;
}

/* The same, with all but the first byte out of line. */
bool sortid_format_is_id(const sortid_format *format, const uint8_t *id);
static inline bool is_any_id(const sortid_format *format, const uint8_t *id)
{
    return id[0] < format->free_below || sortid_format_is_id(format, id);
}

/* Reads a UUID in braces or after urn:uuid:, from a text of the right length. */
sortid_status sortid_format_parse_wrapped(uint8_t *id, const struct form_of *uuid,
                                          sortid_encoding encoding, const char *text,
                                          size_t *position);

/* Why bytes are not an ID, and where in the text of an encoding. */
sortid_status sortid_format_refuse(const sortid_format *format, sortid_encoding encoding,
                                   const uint8_t *id, size_t *position);

/* parse_form and print_text for the first use of the form: tail calls, so that later ones save no
 * registers for it. */
sortid_status sortid_format_parse_first(uint8_t *id, text_form number, const struct form *form,
                                        const char *text, size_t *position);
size_t sortid_format_print_first(char *text, const sortid_format *format, const uint8_t *id);

/* Reads a text of the form's length. */
static inline sortid_status parse_form(uint8_t *id, const struct form_of *form, const char *text,
                                       size_t *position)
{
    const struct codec *chosen = codec_if_chosen(form);
    if (chosen == NULL)
        return sortid_format_parse_first(id, form->number, form->form, text, position);
    if (chosen->parse(id, text))
        return SORTID_OK;
    return sortid_simd_refuse(form->form, text, position);
}

/* Reads the canonical text. Its digits have no value beyond the largest ID, but they may have wrong
 * fixed bits. */
static inline sortid_status parse_text(uint8_t *id, const sortid_format *format, const char *text,
                                       size_t length, size_t *position)
{
    sortid_status status = check_length(length, format->text_length, position);
    if (status != SORTID_OK)
        return status;
    if (format->fixed_count == 0)
        return parse_form(id, &format->forms[SORTID_ENCODING_TEXT], text, position);
    uint8_t bytes[SORTID_MAX_SIZE];
    status = parse_form(bytes, &format->forms[SORTID_ENCODING_TEXT], text, position);
    if (status != SORTID_OK)
        return status;
    if (!is_id(format, bytes))
        return sortid_format_refuse(format, SORTID_ENCODING_TEXT, bytes, position);
    memcpy(id, bytes, format->size);
    return SORTID_OK;
}

static inline size_t print_text(char *text, const sortid_format *format, const uint8_t *id)
{
    const struct codec *chosen = codec_if_chosen(&format->forms[SORTID_ENCODING_TEXT]);
    if (chosen == NULL)
        return sortid_format_print_first(text, format, id);
    chosen->print(text, id);
    text[format->text_length] = '\0';
    return format->text_length;
}

/* The separator for src/simd. */
static inline int simd_separator(int separator)
{
    return separator == SORTID_NO_SEPARATOR ? NO_SEPARATOR : separator;
}

/* Prints IDs as texts one after another. The bytes must be IDs of the format, and the text must
 * have capacity for count * (text_length + 1) bytes, or one less each without a separator. */
static inline void print_texts(char *text, const sortid_format *format, const uint8_t *ids,
                               size_t count, int separator)
{
    if (count > 0)
        codec_of(&format->forms[SORTID_ENCODING_TEXT])
            ->print_many(text, ids, count, simd_separator(separator));
}

/* Whether calls for many accept this separator, without SORTID_MORE. */
bool sortid_format_takes_separator(int separator);

/* The timestamp field, which leads in every format and is shorter than 8 bytes. */
static inline unsigned timestamp_shift(const sortid_format *format)
{
    return 64 - format->fields[0].bits;
}

static inline uint64_t timestamp_of(const sortid_format *format, const uint8_t *id)
{
    return load_be64(id) >> timestamp_shift(format);
}

static inline uint64_t unix_ms_of(const sortid_format *format, const uint8_t *id)
{
    return timestamp_of(format, id) * format->unit_ms + format->zero_ms;
}
