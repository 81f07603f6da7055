/* SPDX-License-Identifier: MIT */
/* decode.c: lenient reading is the only part that is special to one format. */
#include "decode.h"
#include "../ids/format_info.h"

#include <string.h>

/* The bytes of each text; 0: they vary. */
static size_t length_of(const sortid_kind *kind, const struct encoding_name *form)
{
    char text[ENCODED_SIZE];
    uint8_t id[SORTID_MAX_SIZE];
    if (form->encoding == SORTID_ENCODING_INT || form->way == WAY_TYPEID ||
        sortid_format_min(kind_info_of(kind)->format, id) != SORTID_OK)
        return 0;
    size_t marks = form->before != NULL ? strlen(form->before) : 0;
    marks += form->after != NULL ? strlen(form->after) : 0;
    return encoding_print(text, form, kind, NULL, id) - marks;
}

struct decoder decoder_of(const sortid_kind *kind, const struct encoding_name *form, bool lenient)
{
    const sortid_kind_info *info = kind_info_of(kind);
    const char *hex_format = form->hex_format;
    struct decoder decoder = {
        .kind = kind, .format = info->format, .form = form, .encoding = form->encoding};
    if (info->format == NULL)
        return decoder;
    decoder.length = length_of(kind, form);
    decoder.or_hex = hex_format != NULL && strcmp(hex_format, info->name) == 0;
    decoder.lenient = lenient && info->format == sortid_ulid_format();
    return decoder;
}

static sortid_status decode_lenient(uint8_t *id, size_t *position, const char *text, size_t length)
{
    sortid_ulid ulid;
    sortid_status status = sortid_ulid_parse_lenient(&ulid, text, length, position, NULL);
    if (status == SORTID_OK)
        memcpy(id, ulid.bytes, sizeof(sortid_ulid));
    return status;
}

/* Reads digits of an encoding of the library, perhaps with marks around them. */
static sortid_status decode_digits(uint8_t *id, size_t *position, const sortid_format *format,
                                   sortid_encoding encoding, const char *text, size_t length,
                                   size_t digits)
{
    size_t before = 0;
    if (length > digits && encoding_marks(&before, text, length, encoding, digits) != NULL)
        length = digits;
    sortid_status status =
        sortid_format_parse(format, id, encoding, text + before, length, position);
    if (status != SORTID_OK)
        *position += before;
    return status;
}

/* Reads 128 bits, and asks whether they are an ID of the format. */
static sortid_status decode_bytes(uint8_t *id, size_t *position, const struct decoder *decoder,
                                  const char *text, size_t length)
{
    uint8_t bytes[16];
    sortid_status status = bits_read(bytes, position, decoder->form->way, text, length);
    if (status != SORTID_OK)
        return status;
    status = sortid_format_check(decoder->format, bytes);
    *position = 0;
    if (status == SORTID_OK)
        memcpy(id, bytes, sizeof bytes);
    return status;
}

sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length)
{
    const enum encoding_way way = decoder->form->way;
    sortid_encoding encoding = decoder->encoding;
    if (way == WAY_TYPEID)
        return typeid_decode(id, position, text, length);
    if (way_has_bits(way))
        return decode_bytes(id, position, decoder, text, length);
    if (decoder->lenient)
        return decode_lenient(id, position, text, length);
    if (decoder->or_hex && length == 2 * info_of(decoder->format)->size)
        encoding = SORTID_ENCODING_HEX;
    return decode_digits(id, position, decoder->format, encoding, text, length, decoder->length);
}

sortid_status decode_prefixed(uint8_t id[SORTID_MAX_SIZE], size_t *position,
                              const struct decoder *decoder, const char *text, size_t length)
{
    size_t prefix, place;
    sortid_status status = decode(id, position, decoder, text, length);
    if (status == SORTID_OK || decoder->encoding == SORTID_ENCODING_BIN)
        return status;
    prefix = prefix_length(text, length);
    if (prefix > 0 && decode(id, &place, decoder, text + prefix, length - prefix) == SORTID_OK)
        return SORTID_OK;
    return status;
}
