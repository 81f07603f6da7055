/* SPDX-License-Identifier: MIT */
/* decode_next.c: reads lines by the library's calls for many IDs, and reports bad ones. */
#include "decode_next.h"
#include "invalid_id.h"

static sortid_status parse_alone(const void *context, const char *text, size_t length,
                                 size_t *position)
{
    uint8_t id[SORTID_MAX_SIZE];
    return decode_prefixed(id, position, context, text, length);
}

/* Returns whether there is an ID among other text. */
static bool report_invalid(const struct item *item, const struct parse_error *error,
                           const struct decoder *decoder)
{
    const struct kinds typeid = {.all = {sortid_kind_find("typeid")}, .count = 1};
    struct id_parser parser = {.parse = parse_alone,
                               .context = decoder,
                               .format = decoder->format,
                               .decoder = decoder,
                               .ignores_hyphens = decoder->lenient};
    bool is_other_uuid = error->status == SORTID_BAD_VERSION || error->status == SORTID_BAD_VARIANT;
    if (decoder->form->way != WAY_TYPEID || is_other_uuid)
        return report_invalid_id(item, error, &parser);
    report_unknown_text(item, &typeid, error->position);
    return false;
}

/* An ID that is read here reads the same leniently. All others, and scru160 in hex, are left to
 * decode_next(). */
size_t decode_many(uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE], struct block *block,
                   struct input *input, const struct decoder *decoder)
{
    int end = decoder->encoding == SORTID_ENCODING_BIN ? SORTID_NO_SEPARATOR : input->line_end;
    bool one_length = decoder->length > 0;
    size_t done, consumed;
    if (!encoding_is_plain(decoder->form) && decoder->form->way != WAY_LOWER)
        return 0;
    input_block(block, input, decoder->length);
    sortid_status status = sortid_format_parse_many(
        decoder->format, ids, block->count, &done, &consumed, decoder->encoding, block->text,
        one_length ? block->count * block->stride : block->size, end, NULL);
    // decode_next() reads the line where this stopped again, and reports it
    input_take_lines(input, done, consumed, status != SORTID_OK);
    return done;
}

enum decoded decode_next(uint8_t id[SORTID_MAX_SIZE], struct item *item, struct input *input,
                         const struct decoder *decoder)
{
    struct parse_error error;
    if (!input_next(input, item))
        return DECODED_END;
    if (item->empty)
        return DECODED_EMPTY;
    error.status = decode_prefixed(id, &error.position, decoder, item->text, item->length);
    if (error.status == SORTID_OK)
        return DECODED_ID;
    item->has_id = !decoder->silent && report_invalid(item, &error, decoder);
    item->wrong = decoder->silent ? error.position : report_last_position();
    return DECODED_BAD;
}
