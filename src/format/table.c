/* SPDX-License-Identifier: MIT */
/* format/table.c: the table of formats, and every verb that a row is enough for:
 * all encodings, bounds, steps, time. Called by the format files, the command
 * and the extensions; knows no format by name but in the table itself. */
#include "row.h"
#include "../text/decimal.h"

static const struct row *const TABLE[] = {
    &sortid_format_scru128, &sortid_format_scru128v1, &sortid_format_scru160,
    &sortid_format_scru64,  &sortid_format_ulid,
};

const sortid_format *sortid_format_at(size_t index)
{
    return index < sizeof TABLE / sizeof *TABLE ? &TABLE[index]->public : NULL;
}

/* strcmp is not in every building: see text/memory.h. */
static bool same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

const sortid_format *sortid_format_find(const char *name)
{
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        if (same_text(format->name, name))
            break;
    return format;
}

static bool has_encoding(const sortid_format *format, sortid_encoding encoding)
{
    return encoding <= SORTID_ENCODING_BIN && (format->encodings >> encoding & 1) != 0;
}

/* ---- Encodings ------------------------------------------------------------ */

sortid_status sortid_format_from_bytes(uint8_t *id, const struct row *row, const uint8_t *bytes)
{
    if (compare_bytes(bytes, row->last, row->public.size) > 0)
        return SORTID_OUT_OF_RANGE;
    memcpy(id, bytes, row->public.size);
    return SORTID_OK;
}

/* Whether the encoding's texts are digits of a form that the kernels know. */
static bool has_form(sortid_encoding encoding)
{
    return encoding != SORTID_ENCODING_INT && encoding != SORTID_ENCODING_BIN;
}

/* Length in bytes of an encoding whose texts all have the same: not decimal. */
static size_t encoded_length(const struct row *row, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_BIN)
        return row->public.size;
    return sortid_kernel_form_sizes[row->forms[encoding]].digits;
}

/* Reads into `bytes` what may still be beyond the format's last ID. */
static sortid_status parse_bytes(uint8_t *bytes, const struct row *row, sortid_encoding encoding,
                                 const char *text, size_t length, size_t *position)
{
    if (encoding == SORTID_ENCODING_INT)
        return sortid_text_parse_decimal(bytes, row->public.size, row->max_int_digits, text, length,
                                         position);
    sortid_status status = check_length(length, encoded_length(row, encoding), position);
    if (status != SORTID_OK)
        return status;
    if (has_form(encoding))
        return parse_form(bytes, row->forms[encoding], text, position);
    memcpy(bytes, text, row->public.size);
    return SORTID_OK;
}

static sortid_status parse_one(uint8_t *id, const struct row *row, sortid_encoding encoding,
                               const char *text, size_t length, size_t *position)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    sortid_status status = parse_bytes(bytes, row, encoding, text, length, position);
    if (status != SORTID_OK)
        return status;
    status = sortid_format_from_bytes(id, row, bytes);
    return status == SORTID_OK ? status : refuse(position, 0, status);
}

sortid_status sortid_format_parse(uint8_t *id, const sortid_format *format,
                                  sortid_encoding encoding, const char *text, size_t length,
                                  size_t *position)
{
    if (!has_encoding(format, encoding))
        return refuse(position, 0, SORTID_BAD_OPTION);
    return parse_one(id, row_of(format), encoding, text, length, position);
}

/* Writes what has the encoding; returns the length. */
static size_t print_one(char *text, const struct row *row, sortid_encoding encoding,
                        const uint8_t *id)
{
    if (encoding == SORTID_ENCODING_INT)
        return sortid_text_print_decimal(text, id, row->public.size);
    if (has_form(encoding))
        kernel()->codecs[row->forms[encoding]].print(text, id);
    else
        memcpy(text, id, row->public.size);
    return encoded_length(row, encoding);
}

size_t sortid_format_print(char *text, const sortid_format *format, sortid_encoding encoding,
                           const uint8_t *id)
{
    const struct row *row = row_of(format);
    if (!has_encoding(format, encoding) || compare_bytes(id, row->last, format->size) > 0)
        return 0;
    size_t length = print_one(text, row, encoding, id);
    if (encoding != SORTID_ENCODING_BIN)
        text[length] = '\0';
    return length;
}

/* ---- Many at once ----------------------------------------------------------- */

bool sortid_format_may_end(int end)
{
    bool letter = (end >= 'a' && end <= 'z') || (end >= 'A' && end <= 'Z');
    bool digit = end >= '0' && end <= '9';
    return end >= SORTID_NO_END && end <= 255 && !letter && !digit && end != '-';
}

/* Whether texts of the encoding can stand in a row with this end: bytes have
 * none, decimals must have one. */
static bool can_be_many(const sortid_format *format, sortid_encoding encoding, int end)
{
    if (!has_encoding(format, encoding) || !sortid_format_may_end(end))
        return false;
    return has_form(encoding) || (encoding == SORTID_ENCODING_INT) == (end != SORTID_NO_END);
}

static size_t print_decimals(char *text, const sortid_format *format, const uint8_t *ids,
                             size_t count, int end)
{
    char *at = text;
    for (; count > 0; count--, ids += format->size) {
        at += sortid_text_print_decimal(at, ids, format->size);
        *at++ = (char)end;
    }
    return (size_t)(at - text);
}

size_t sortid_format_print_many(char *text, const sortid_format *format, sortid_encoding encoding,
                                const uint8_t *ids, size_t count, int end)
{
    const struct row *row = row_of(format);
    if (!can_be_many(format, encoding, end) || count == 0)
        return 0;
    if (encoding == SORTID_ENCODING_INT)
        return print_decimals(text, format, ids, count, end);
    if (has_form(encoding))
        kernel()->codecs[row->forms[encoding]].print_many(text, ids, count, end);
    else
        memcpy(text, ids, count * format->size);
    return count * (encoded_length(row, encoding) + (end != SORTID_NO_END));
}

/* How many of the bytes are IDs, from the first on: all that a text gave, or where
 * the format's last ID is all bits 1. */
static size_t count_in_range(const struct row *row, sortid_encoding encoding, const uint8_t *ids,
                             size_t count)
{
    size_t made = encoding == SORTID_ENCODING_TEXT || row->last[0] == 0xff ? count : 0;
    while (made < count &&
           compare_bytes(ids + made * row->public.size, row->last, row->public.size) <= 0)
        made++;
    return made;
}

/* The length of the text that begins here, as far as it matters: digits + 1 is
 * too long. */
static size_t length_up_to(int end, const char *text, size_t digits)
{
    size_t length = 0;
    if (end == SORTID_NO_END)
        return digits;
    while (length <= digits && text[length] != (char)end)
        length++;
    return length;
}

sortid_status sortid_format_parse_many(uint8_t *ids, size_t *made, const sortid_format *format,
                                       sortid_encoding encoding, const char *text, size_t count,
                                       int end, size_t *position)
{
    const struct row *row = row_of(format);
    sortid_status status = SORTID_OK;
    size_t done = 0;
    if (encoding == SORTID_ENCODING_INT || !can_be_many(format, encoding, end)) {
        *made = 0;
        return refuse(position, 0, SORTID_BAD_OPTION);
    }
    size_t digits = encoded_length(row, encoding), stride = digits + (end != SORTID_NO_END);
    if (has_form(encoding) && count > 0)
        done = kernel()->codecs[row->forms[encoding]].parse_many(ids, text, count, end);
    done = count_in_range(row, encoding, ids, done);
    while (done < count && status == SORTID_OK) { /* one by one up to the bad one */
        const char *at = text + done * stride;
        status = parse_one(ids + done * format->size, row, encoding, at,
                           length_up_to(end, at, digits), position);
        done += status == SORTID_OK;
    }
    *made = done;
    return status;
}

/* ---- Fields --------------------------------------------------------------- */

/* Hex digit number `index` of an ID, from the most significant. */
static unsigned hex_digit(const uint8_t *id, size_t index)
{
    return index % 2 == 0 ? id[index / 2] >> 4 : id[index / 2] & 15u;
}

/* The longest field that is read as an integer: with half a byte beside it, 8
 * bytes. A longer one consists of whole bytes, 8 to 15, and ends behind 16 bytes of
 * the ID at least. */
#define MAX_INTEGER_BITS 60

static size_t print_long_field_int(char *text, const sortid_field *field, const uint8_t *id)
{
    const uint8_t *from = id + (field->first_bit + field->bits) / 8 - 16;
    uint8_t bytes[16];
    store_be64(bytes, load_be64(from) & ((UINT64_C(1) << (field->bits - 64)) - 1));
    memcpy(bytes + 8, from + 8, 8);
    return sortid_text_print_decimal(text, bytes, sizeof bytes);
}

static size_t print_field_int(char *text, const sortid_field *field, const uint8_t *id)
{
    if (field->bits > MAX_INTEGER_BITS)
        return print_long_field_int(text, field, id);
    size_t end = field->first_bit + field->bits;
    size_t last = end <= 64 ? 8 : (end + 7) / 8; /* the load ends here: no ID is shorter than 8 */
    uint64_t value = load_be64(id + last - 8) >> (8 * last - end);
    return sortid_text_print_decimal64(text, value & ((UINT64_C(1) << field->bits) - 1));
}

size_t sortid_format_print_field(char *text, const sortid_format *format, size_t field,
                                 sortid_encoding encoding, const uint8_t *id)
{
    if (field >= format->field_count)
        return 0;
    const sortid_field *f = &format->fields[field];
    size_t length = 0;
    if (encoding == SORTID_ENCODING_HEX) {
        for (; length < f->bits / 4; length++)
            text[length] = "0123456789abcdef"[hex_digit(id, f->first_bit / 4 + length)];
    } else if (encoding == SORTID_ENCODING_INT) {
        length = print_field_int(text, f, id);
    } else {
        return 0;
    }
    text[length] = '\0';
    return length;
}

/* ---- Time ----------------------------------------------------------------- */

/* The timestamp leads in every format and is shorter than 8 bytes. */
static unsigned timestamp_shift(const sortid_format *format)
{
    return 64 - format->fields[0].bits;
}

uint64_t sortid_format_timestamp(const sortid_format *format, const uint8_t *id)
{
    return load_be64(id) >> timestamp_shift(format);
}

uint64_t sortid_format_unix_ms(const sortid_format *format, const uint8_t *id)
{
    return sortid_format_timestamp(format, id) * format->timestamp_unit_ms +
           format->timestamp_zero_ms;
}

bool sortid_format_is_reserved(const sortid_format *format, const uint8_t *id)
{
    uint64_t timestamp = sortid_format_timestamp(format, id);
    return format->reserves_ends && (timestamp == 0 || timestamp == format->timestamp_max);
}

/* An ID of the timestamp of unix_ms with all other bits as `filler` has them. */
static sortid_status fill_at(uint8_t *id, const sortid_format *format, uint64_t unix_ms,
                             uint8_t filler)
{
    if (unix_ms < format->timestamp_zero_ms)
        return SORTID_OUT_OF_RANGE;
    uint64_t timestamp = (unix_ms - format->timestamp_zero_ms) / format->timestamp_unit_ms;
    if (timestamp > format->timestamp_max)
        return SORTID_OUT_OF_RANGE;
    unsigned shift = timestamp_shift(format);
    memset(id, filler, format->size);
    uint64_t below = load_be64(id) & ((UINT64_C(1) << shift) - 1);
    store_be64(id, timestamp << shift | below);
    return SORTID_OK;
}

sortid_status sortid_format_min_at(uint8_t *id, const sortid_format *format, uint64_t unix_ms)
{
    return fill_at(id, format, unix_ms, 0x00);
}

sortid_status sortid_format_max_at(uint8_t *id, const sortid_format *format, uint64_t unix_ms)
{
    return fill_at(id, format, unix_ms, 0xff);
}

/* ---- Order ---------------------------------------------------------------- */

void sortid_format_min(uint8_t *id, const sortid_format *format)
{
    memset(id, 0, format->size);
}

void sortid_format_max(uint8_t *id, const sortid_format *format)
{
    memcpy(id, row_of(format)->last, format->size);
}

static bool all_zero(const uint8_t *id, size_t size)
{
    uint8_t seen = 0;
    for (size_t i = 0; i < size; i++)
        seen |= id[i];
    return seen == 0;
}

/* Writes id + 1, or id - 1; each byte is read before it is written. */
static void step_bytes(uint8_t *out, const uint8_t *id, size_t size, bool up)
{
    bool carry = true;
    for (size_t i = size; i-- > 0;) {
        out[i] = (uint8_t)(id[i] + (carry ? (up ? 1 : 0xff) : 0));
        carry = carry && out[i] == (up ? 0x00 : 0xff);
    }
}

static void step(uint8_t *out, bool *carried, const sortid_format *format, const uint8_t *id,
                 bool up)
{
    uint64_t before = sortid_format_timestamp(format, id);
    step_bytes(out, id, format->size, up);
    if (carried != NULL)
        *carried = sortid_format_timestamp(format, out) != before;
}

sortid_status sortid_format_next(uint8_t *out, bool *carried, const sortid_format *format,
                                 const uint8_t *id)
{
    if (compare_bytes(id, row_of(format)->last, format->size) >= 0)
        return SORTID_OUT_OF_RANGE;
    step(out, carried, format, id, true);
    return SORTID_OK;
}

sortid_status sortid_format_prev(uint8_t *out, bool *carried, const sortid_format *format,
                                 const uint8_t *id)
{
    if (all_zero(id, format->size))
        return SORTID_OUT_OF_RANGE;
    step(out, carried, format, id, false);
    return SORTID_OK;
}
