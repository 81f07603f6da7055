/* SPDX-License-Identifier: MIT */
/* recognize/formats.c: the kinds of the formats, from the table of formats: their texts, hex
 * digits, decimal numbers, and UUID forms with braces and urn:uuid:. */
#include "list.h"

#include "../format/list.h"

#include <sortid/ulid.h>

uint32_t sortid_kind_form_of_format(const sortid_format *format, size_t length)
{
    if (length == format->text_length)
        return SORTID_FORM_TEXT;
    if (length == 2 * (size_t)format->size)
        return SORTID_FORM_HEX;
    if (!has_encoding(format, SORTID_ENCODING_UUID))
        return NO_FORM;
    if (length == UUID_TEXT_LENGTH)
        return SORTID_FORM_UUID;
    if (length == UUID_BRACES_LENGTH)
        return SORTID_FORM_BRACES;
    return length == UUID_URN_LENGTH ? SORTID_FORM_URN : NO_FORM;
}

bool sortid_kind_is_lenient(const sortid_format *format)
{
    return format == &sortid_format_ulid;
}

bool sortid_kind_is_superseded(const sortid_kind *kind)
{
    return kind->format == &sortid_format_scru128v1;
}

static sortid_status read_lenient(sortid_reading *out, const struct query *query, size_t *position)
{
    sortid_ulid id;
    unsigned leniency;
    sortid_status status =
        sortid_ulid_parse_lenient(&id, query->text, query->length, position, &leniency);
    if (status != SORTID_OK)
        return status;
    memcpy(out->id, id.bytes, sizeof id.bytes);
    out->leniency = leniency;
    return SORTID_OK;
}

/* Whether the text has the form of a UUID, which is decoded once for all kinds. */
static bool is_uuid_text(const sortid_format *format, uint32_t form)
{
    if (form == SORTID_FORM_TEXT)
        return format->forms[SORTID_ENCODING_TEXT].number == FORM_UUID;
    return format->size == UUID_SIZE && form != SORTID_FORM_INT;
}

static sortid_status read_uuid(sortid_reading *out, struct query *query, size_t *position)
{
    sortid_encoding encoding =
        out->form == SORTID_FORM_HEX ? SORTID_ENCODING_HEX : SORTID_ENCODING_UUID;
    sortid_status status = sortid_kind_read_uuid(query, position);
    if (status != SORTID_OK)
        return status;
    memcpy(out->id, query->uuid.bytes, UUID_SIZE);
    if (is_id(out->format, out->id))
        return SORTID_OK;
    status = sortid_format_refuse(out->format, encoding, out->id, position);
    *position += sortid_kind_uuid_begin(query->length);
    return status;
}

/* Reads a text of digits or a decimal number into bytes that are zeros. */
static sortid_status read_strictly(uint8_t *id, const sortid_format *format, uint32_t form,
                                   const struct query *query, size_t *position)
{
    const sortid_encoding encoding = (sortid_encoding)form;
    if (form == SORTID_FORM_INT && query->fits_word) {
        store_be64(id + format->size - 8, query->number);
        if (is_id(format, id))
            return SORTID_OK;
    }
    if (!query->is_brief || form == SORTID_FORM_INT ||
        query->length != sortid_simd_form_sizes[format->forms[form].number].digits)
        return sortid_format_parse(format, id, encoding, query->text, query->length, position);
    sortid_status status = parse_digits(id, query, &format->forms[form], query->text, position);
    return status != SORTID_OK || is_id(format, id) ? status : SORTID_OUT_OF_RANGE;
}

static sortid_status read_bytes(sortid_reading *out, struct query *query, size_t *position)
{
    if (is_uuid_text(out->format, out->form))
        return read_uuid(out, query, position);
    if ((query->flags & SORTID_RECOGNIZE_LENIENT) != 0 && out->form == SORTID_FORM_TEXT &&
        sortid_kind_is_lenient(out->format))
        return read_lenient(out, query, position);
    return read_strictly(out->id, out->format, out->form, query, position);
}

static bool reads_format(const struct sortid_kind *kind, uint32_t form, struct query *query)
{
    uint8_t id[SORTID_MAX_SIZE] = {0};
    if (is_uuid_text(kind->format, form))
        return has_uuid(query) && is_id(kind->format, query->uuid.bytes);
    return read_strictly(id, kind->format, form, query, NULL) == SORTID_OK;
}

static bool holds_format(const sortid_reading *reading)
{
    return is_id(reading->format, reading->id);
}

static size_t print_id_of_format(char *text, const sortid_reading *reading)
{
    return print_text(text, reading->format, reading->id);
}

/* Whether texts of at least 8 bytes are equal: the last word overlaps the previous one. */
static bool are_equal(const char *a, const char *b, size_t length)
{
    const uint8_t *left = (const uint8_t *)a, *right = (const uint8_t *)b;
    uint64_t differ = load_be64(left + length - 8) ^ load_be64(right + length - 8);
    for (size_t at = 0; at + 8 < length; at += 8)
        differ |= load_be64(left + at) ^ load_be64(right + at);
    return differ == 0;
}

/* Whether the format writes the text so. */
static bool is_canonical(const sortid_reading *reading, const struct query *query)
{
    char text[SORTID_MAX_TEXT_SIZE];
    if (query->length != reading->format->text_length)
        return false;
    print_text(text, reading->format, reading->id);
    return are_equal(text, query->text, query->length);
}

/* A format with fixed bits is a UUID of one version. */
uint32_t sortid_kind_evidence_of_format(const sortid_way *way, int64_t unix_ms, bool is_canonical)
{
    const sortid_format *format = way->kind->format;
    const bool has_version = format->fixed_count > 0;
    uint32_t why = has_version ? SORTID_WHY_VERSION : 0;
    if (has_version && way->form == SORTID_FORM_URN)
        why |= SORTID_WHY_PREFIX;
    if (way->form == SORTID_FORM_TEXT && is_canonical)
        why |= SORTID_WHY_ALPHABET;
    return why | evidence_of_time(unix_ms, (int64_t)format->zero_ms, way->plausible_until_ms);
}

static sortid_status read_format(sortid_reading *out, struct query *query, size_t *position)
{
    sortid_status status = read_bytes(out, query, position);
    if (status != SORTID_OK)
        return status;
    out->has_time = 1;
    out->unix_ms = (int64_t)unix_ms_of(out->format, out->id);
    const sortid_way way = {
        .kind = out->kind, .form = out->form, .plausible_until_ms = query->plausible_until_ms};
    bool is_own = out->form == SORTID_FORM_TEXT && is_canonical(out, query);
    out->why = sortid_kind_evidence_of_format(&way, out->unix_ms, is_own);
    return SORTID_OK;
}

#define KIND_OF(OBJECT, NUMBER_NAME, NUMBER, OPS, NAME)                                            \
    {.format = &OBJECT,                                                                            \
     .own_form = SORTID_FORM_TEXT,                                                                 \
     .read = read_format,                                                                          \
     .reads = reads_format,                                                                        \
     .holds = holds_format,                                                                        \
     .print = print_id_of_format},
const struct sortid_kind sortid_kinds_format[] = {EACH_FORMAT(KIND_OF)};
#undef KIND_OF

const size_t sortid_kinds_format_count = sizeof sortid_kinds_format / sizeof *sortid_kinds_format;
