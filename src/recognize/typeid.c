/* SPDX-License-Identifier: MIT */
/* recognize/typeid.c: TypeID (specification 0.3.0): a prefix, an underscore, and 128 bits in 26
 * digits of Crockford's base 32, in lower case and without aliases. New ones hold a UUIDv7. */
#include "kind.h"

#include "../format/list.h"
#include "../text/hex.h"
#include "../text/radix32.h"

#define SUFFIX_LENGTH 26
#define PREFIX_MAX    (SORTID_TYPEID_PREFIX_SIZE - 1)
#define LONGEST       (PREFIX_MAX + 1 + SUFFIX_LENGTH)
_Static_assert(LONGEST + 1 == SORTID_TYPEID_TEXT_SIZE, "the size in the header");

/* The place of the last underscore; `length` if there is none. */
static size_t find_separator(const char *text, size_t length)
{
    for (size_t i = length; i-- > 0;)
        if (text[i] == '_')
            return i;
    return length;
}

/* An underscore may not be at either end. */
static sortid_status check_prefix(const char *prefix, size_t length, size_t *position)
{
    if (length > PREFIX_MAX)
        return refuse(position, PREFIX_MAX, SORTID_BAD_LENGTH);
    for (size_t i = 0; i < length; i++) {
        bool is_letter = prefix[i] >= 'a' && prefix[i] <= 'z';
        bool is_inner = prefix[i] == '_' && i > 0 && i + 1 < length;
        if (!is_letter && !is_inner)
            return refuse(position, i, SORTID_BAD_DIGIT);
    }
    return SORTID_OK;
}

static sortid_status parse_suffix(uint8_t uuid[UUID_SIZE], const char *text, size_t *position)
{
    for (size_t i = 0; i < SUFFIX_LENGTH; i++)
        if (digit_value(sortid_text_value_crockford, text[i]) > 31 || has_upper(text + i, 1))
            return refuse(position, i, SORTID_BAD_DIGIT);
    return sortid_text_parse32x26(uuid, text, RADIX32_CROCKFORD, position);
}

sortid_status sortid_typeid_parse(uint8_t uuid[16], size_t *prefix_length, const char *text,
                                  size_t length, size_t *position)
{
    size_t at = 0;
    size_t separator = find_separator(text, length);
    size_t begin = separator < length ? separator + 1 : 0;
    size_t prefix = begin > 0 ? separator : 0;
    if (prefix > PREFIX_MAX)
        return refuse(position, PREFIX_MAX, SORTID_BAD_LENGTH);
    sortid_status status = check_length(length - begin, SUFFIX_LENGTH, &at);
    if (status != SORTID_OK)
        return refuse(position, begin + at, status);
    if (begin == 1) /* a separator without prefix */
        return refuse(position, 0, SORTID_BAD_DIGIT);
    status = check_prefix(text, prefix, position);
    if (status != SORTID_OK)
        return status;
    status = parse_suffix(uuid, text + begin, &at);
    if (status != SORTID_OK)
        return refuse(position, begin + at, status);
    *prefix_length = prefix;
    return SORTID_OK;
}

/* Writes the text without NUL; returns its length. */
static size_t print_prefixed(char *text, const char *prefix, size_t prefix_length,
                             const uint8_t uuid[UUID_SIZE])
{
    size_t begin = prefix_length > 0 ? prefix_length + 1 : 0;
    if (prefix_length > 0) {
        memcpy(text, prefix, prefix_length);
        text[prefix_length] = '_';
    }
    sortid_text_print32x26(text + begin, uuid, RADIX32_CROCKFORD);
    for (size_t i = begin; i < begin + SUFFIX_LENGTH; i++)
        text[i] = (char)(has_upper(text + i, 1) ? text[i] | 0x20 : text[i]);
    return begin + SUFFIX_LENGTH;
}

sortid_status sortid_typeid_print(char *text, size_t capacity, size_t *written, const char *prefix,
                                  size_t prefix_length, const uint8_t uuid[16], size_t *position)
{
    sortid_status status = check_prefix(prefix, prefix_length, position);
    if (status != SORTID_OK)
        return status;
    if (capacity <= (prefix_length > 0 ? prefix_length + 1 : 0) + SUFFIX_LENGTH)
        return SORTID_NO_SPACE;
    *written = print_prefixed(text, prefix, prefix_length, uuid);
    text[*written] = '\0';
    return SORTID_OK;
}

static uint32_t typeid_form_of(size_t length)
{
    bool has_prefix = length >= SUFFIX_LENGTH + 2 && length <= LONGEST;
    return length == SUFFIX_LENGTH || has_prefix ? SORTID_FORM_TEXT : NO_FORM;
}

/* First a quick check of some digits and the separator. */
static bool typeid_reads(const struct sortid_kind *kind, uint32_t form, struct query *query)
{
    uint8_t uuid[UUID_SIZE];
    size_t prefix_length;
    (void)kind;
    (void)form;
    if (query->length < SUFFIX_LENGTH)
        return false;
    const char *suffix = query->text + query->length - SUFFIX_LENGTH;
    if (has_upper(suffix, 4) || (query->length > SUFFIX_LENGTH && suffix[-1] != '_'))
        return false;
    return sortid_typeid_parse(uuid, &prefix_length, query->text, query->length, NULL) == SORTID_OK;
}

/* A text without a prefix or a UUIDv7 is any 26 digits, such as a ULID in lower case. */
static sortid_status typeid_read(sortid_reading *out, struct query *query, size_t *position)
{
    int64_t unix_ms;
    size_t prefix_length;
    sortid_status status =
        sortid_typeid_parse(out->id, &prefix_length, query->text, query->length, position);
    if (status != SORTID_OK)
        return status;
    if (prefix_length > 0) {
        memcpy(out->prefix, query->text, prefix_length);
        out->why |= SORTID_WHY_PREFIX;
    }
    if (is_id(&sortid_format_uuidv7, out->id))
        out->why |= SORTID_WHY_VERSION;
    if (out->why != 0)
        out->why |= SORTID_WHY_ALPHABET;
    if (sortid_kind_uuid_time(&unix_ms, out->id)) {
        uint32_t why = out->why;
        set_time(out, query, unix_ms, 0);
        if (why == 0) /* the bits of another version prove nothing */
            out->why = 0;
    }
    return SORTID_OK;
}

/* The caller may have changed the prefix of a reading. */
static size_t prefix_length_of(const sortid_reading *reading)
{
    size_t length = 0;
    while (length < sizeof reading->prefix && reading->prefix[length] != '\0')
        length++;
    return length;
}

static bool typeid_holds(const sortid_reading *reading)
{
    return check_prefix(reading->prefix, prefix_length_of(reading), NULL) == SORTID_OK;
}

static size_t typeid_print(char *text, const sortid_reading *reading)
{
    return print_prefixed(text, reading->prefix, prefix_length_of(reading), reading->id);
}

static size_t print_word(char *text, const sortid_reading *reading, size_t field)
{
    size_t length = prefix_length_of(reading);
    if (field == 0) {
        memcpy(text, reading->prefix, length);
        return length;
    }
    sortid_text_print_uuid(text, reading->id);
    return UUID_TEXT_LENGTH;
}

static const struct kind_field TYPEID_FIELDS[] = {
    {"prefix", {{0, 0}}, NOTATION_WORD},
    {"uuid", {{0, 0}}, NOTATION_WORD},
};

static const struct sortid_kind TYPEID_KIND = {.name = "typeid",
                                               .title = "TypeID (0.3.0)",
                                               .family = "typeid",
                                               .size = UUID_SIZE,
                                               HAS_FIELDS(TYPEID_FIELDS),
                                               .read = typeid_read,
                                               .reads = typeid_reads,
                                               .holds = typeid_holds,
                                               .print = typeid_print,
                                               .word = print_word};

/* With a prefix as long as that of the text. */
static size_t typeid_sample(char *out, const char *text, size_t length)
{
    size_t separator = find_separator(text, length), begin = 0;
    if (separator > 0 && separator < length) {
        begin = (separator < PREFIX_MAX ? separator : PREFIX_MAX) + 1;
        memset(out, 'a', begin - 1);
        out[begin - 1] = '_';
    }
    memset(out + begin, '0', SUFFIX_LENGTH);
    return begin + SUFFIX_LENGTH;
}

const struct kind_group sortid_kinds_typeid = {.kinds = &TYPEID_KIND,
                                               .count = 1,
                                               .form_of = typeid_form_of,
                                               .longest = LONGEST,
                                               .sample = typeid_sample};
