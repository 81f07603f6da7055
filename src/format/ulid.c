/* SPDX-License-Identifier: MIT */
/* format/ulid.c: ULID: its descriptor, its text (26 digits of Crockford's base 32, with a lenient
 * reading and only the time part) and fields. */
#include <sortid/ulid.h>

#include "typed.h"
#include "../text/radix32.h"

static const sortid_field_info ULID_FIELDS[] = {
    {"timestamp", 0, 48, SORTID_FIELD_TIMESTAMP, 0},
    {"randomness", 48, 80, SORTID_FIELD_RANDOM, 0},
};

const struct sortid_format sortid_format_ulid = {
    .name = "ulid",
    .title = "ULID",
    .number = FORMAT_ULID,
    FORMAT_OF_16,
    .text_length = 26,
    HAS_FIELDS(ULID_FIELDS),
    .timestamp_max = LAST_48,
    .unit_ms = 1,
    .forms = {[SORTID_ENCODING_TEXT] = NAMED_FORM(CROCKFORD26, crockford26),
              [SORTID_ENCODING_HEX] = NAMED_FORM(HEX16, hex16),
              [SORTID_ENCODING_UUID] = NAMED_FORM(UUID, uuid)},
    .last = ALL_ONES,
    .free_below = 0xff,
};

const sortid_format *sortid_ulid_format(void) FORMAT_BODY(ulid);

/* ---- Text ---------------------------------------------------------------- */

sortid_status sortid_ulid_parse(PARSE_PARAMETERS(ulid)) PARSE_BODY(ulid);
sortid_status sortid_ulid_parse_as(PARSE_AS_PARAMETERS(ulid)) PARSE_AS_BODY(ulid);
sortid_status sortid_ulid_parse_many(PARSE_MANY_PARAMETERS(ulid)) PARSE_MANY_BODY(ulid);
size_t sortid_ulid_print(PRINT_PARAMETERS(ulid, ULID)) PRINT_BODY(ulid);
sortid_status sortid_ulid_print_as(PRINT_AS_PARAMETERS(ulid)) PRINT_AS_BODY(ulid);
sortid_status sortid_ulid_print_many(PRINT_MANY_PARAMETERS(ulid)) PRINT_MANY_BODY(ulid);

/* ---- Order and time ------------------------------------------------------ */

int sortid_ulid_compare(COMPARE_PARAMETERS(ulid)) COMPARE_BODY(ulid);
uint64_t sortid_ulid_unix_ms(const sortid_ulid *id) UNIX_MS_BODY(ulid);
sortid_status sortid_ulid_min_at(AT_PARAMETERS(ulid)) MIN_AT_BODY(ulid);
sortid_status sortid_ulid_max_at(AT_PARAMETERS(ulid)) MAX_AT_BODY(ulid);
sortid_status sortid_ulid_range(RANGE_PARAMETERS(ulid)) RANGE_BODY(ulid);
sortid_status sortid_ulid_successor(NEIGHBOR_PARAMETERS(ulid)) SUCCESSOR_BODY(ulid);
sortid_status sortid_ulid_predecessor(NEIGHBOR_PARAMETERS(ulid)) PREDECESSOR_BODY(ulid);

/* ---- Fields -------------------------------------------------------------- */

/* timestamp 48 | randomness 80 = 16 | 64 */
sortid_status sortid_ulid_from_fields(FROM_FIELDS_PARAMETERS(ulid))
{
    if (fields->timestamp > LAST_48)
        return refuse(field, 0, SORTID_OUT_OF_RANGE);
    if (fields->randomness_high > 0xffff)
        return refuse(field, 1, SORTID_OUT_OF_RANGE);
    store_be64(out->bytes, fields->timestamp << 16 | fields->randomness_high);
    store_be64(out->bytes + 8, fields->randomness_low);
    return SORTID_OK;
}

void sortid_ulid_to_fields(sortid_ulid_fields *out, const sortid_ulid *id)
{
    uint64_t high = load_be64(id->bytes);
    out->timestamp = high >> 16;
    out->randomness_high = (uint32_t)high & 0xffff;
    out->reserved = 0;
    out->randomness_low = load_be64(id->bytes + 8);
}

/* ---- The time part ------------------------------------------------------- */

#define TIME_DIGITS 10

sortid_status sortid_ulid_print_time(char text[SORTID_ULID_TIME_TEXT_SIZE], uint64_t unix_ms)
{
    if (unix_ms > LAST_48)
        return SORTID_OUT_OF_RANGE;
    print32x10(text, unix_ms, RADIX32_CROCKFORD);
    text[TIME_DIGITS] = '\0';
    return SORTID_OK;
}

sortid_status sortid_ulid_parse_time(uint64_t *unix_ms, const char *text, size_t length,
                                     size_t *position)
{
    sortid_status status = check_length(length, TIME_DIGITS, position);
    if (status != SORTID_OK)
        return status;
    return parse32x10(unix_ms, text, RADIX32_CROCKFORD, position);
}

/* ---- The lenient reading ------------------------------------------------- */

#define DIGITS 26

/* A lenient text converted to a strict one. */
struct strict {
    char digits[DIGITS];
    unsigned leniency;
};

static char resolve_alias(char c)
{
    switch (c) {
    case 'i':
    case 'I':
    case 'l':
    case 'L':
        return '1';
    case 'o':
    case 'O':
        return '0';
    default:
        return c;
    }
}

static bool is_digit(char c)
{
    return digit_value(sortid_text_value_crockford, resolve_alias(c)) < 32;
}

/* A hyphen is allowed only between two digits. The byte before it is a digit. */
static bool hyphen_allowed(const char *text, size_t length, size_t at)
{
    return at > 0 && at + 1 < length && is_digit(text[at + 1]);
}

/* 26 bytes without the hyphens: fewer are refused at the end, more at the 27th. */
static sortid_status check_digit_count(const char *text, size_t length, size_t *position)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '-' && ++count > DIGITS)
            return refuse(position, i, SORTID_BAD_LENGTH);
    return count == DIGITS ? SORTID_OK : refuse(position, length, SORTID_BAD_LENGTH);
}

static sortid_status make_strict(struct strict *out, const char *text, size_t length,
                                 size_t *position)
{
    size_t count = 0;
    out->leniency = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '-') {
            if (!hyphen_allowed(text, length, i))
                return refuse(position, i, SORTID_BAD_DIGIT);
            out->leniency |= SORTID_ULID_HYPHEN;
            continue;
        }
        if (!is_digit(text[i]))
            return refuse(position, i, SORTID_BAD_DIGIT);
        out->digits[count] = resolve_alias(text[i]);
        if (out->digits[count++] != text[i])
            out->leniency |= SORTID_ULID_ALIAS;
    }
    return SORTID_OK;
}

sortid_status sortid_ulid_parse_lenient(sortid_ulid *out, const char *text, size_t length,
                                        size_t *position, unsigned *leniency)
{
    struct strict strict;
    sortid_status status = check_digit_count(text, length, position);
    if (status == SORTID_OK)
        status = make_strict(&strict, text, length, position);
    if (status == SORTID_OK)
        status = parse_form(out->bytes, &sortid_format_ulid.forms[SORTID_ENCODING_TEXT],
                            strict.digits, position); /* range, at 0 */
    if (status == SORTID_OK && leniency != NULL)
        *leniency = strict.leniency;
    return status;
}
