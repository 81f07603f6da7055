/* SPDX-License-Identifier: MIT */
/* decode.c: lenient reading is the only part that is special to one format. */
#include "decode.h"
#include "../ids/format_info.h"

#include <string.h>

size_t encoded_length(const sortid_format *format, sortid_encoding encoding)
{
    char text[SORTID_MAX_TEXT_SIZE];
    uint8_t id[SORTID_MAX_SIZE];
    if (encoding == SORTID_ENCODING_INT || sortid_format_min(format, id) != SORTID_OK)
        return 0;
    return print_id(text, format, encoding, id);
}

struct decoder decoder_of(const struct options *options)
{
    const struct encoding_name *input = options->input;
    const char *hex_format = input->hex_format;
    if (options->format == NULL)
        return (struct decoder){.kind = options->kind};
    return (struct decoder){
        .format = options->format,
        .encoding = input->encoding,
        .length = input->is_typeid ? 0 : encoded_length(options->format, input->encoding),
        .is_typeid = input->is_typeid,
        .or_hex = hex_format != NULL && strcmp(hex_format, info_of(options->format)->name) == 0,
        .lenient = options->lenient};
}

static sortid_status decode_lenient(uint8_t *id, size_t *position, const char *text, size_t length)
{
    sortid_ulid ulid;
    sortid_status status = sortid_ulid_parse_lenient(&ulid, text, length, position, NULL);
    if (status == SORTID_OK)
        memcpy(id, ulid.bytes, sizeof(sortid_ulid));
    return status;
}

sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length)
{
    sortid_encoding encoding = decoder->encoding;
    if (decoder->is_typeid)
        return typeid_decode(id, position, text, length);
    if (decoder->lenient)
        return decode_lenient(id, position, text, length);
    size_t before = 0;
    if (length > decoder->length)
        before = encoding_mark(text, length, encoding, decoder->length);
    if (decoder->or_hex && length == 2 * info_of(decoder->format)->size)
        encoding = SORTID_ENCODING_HEX;
    sortid_status status = sortid_format_parse(decoder->format, id, encoding, text + before,
                                               before > 0 ? decoder->length : length, position);
    if (status != SORTID_OK)
        *position += before;
    return status;
}
