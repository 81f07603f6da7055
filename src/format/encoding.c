/* SPDX-License-Identifier: MIT */
/* format/encoding.c: the encodings of all formats, by the data in format.h: read and write one ID,
 * and many. Never reads or writes beyond the given lengths and capacities. */
#include "format.h"
#include "../text/decimal.h"
#include "../text/inline.h"

#include <sortid/unstable.h>

static inline sortid_status check_encoding(const sortid_format *format, sortid_encoding encoding)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    return has_encoding(format, encoding) ? SORTID_OK : SORTID_BAD_OPTION;
}

/* Whether src/simd reads and writes the texts of the encoding. */
static bool has_form(sortid_encoding encoding)
{
    return encoding != SORTID_ENCODING_INT && encoding < SORTID_ENCODING_BIN;
}

#define UUID_DIGITS 36
static const char URN[] = "urn:uuid:";

/* The place of the first digit in a text in braces or after urn:uuid:. */
static size_t wrapped_begin(sortid_encoding encoding)
{
    return encoding == SORTID_ENCODING_URN ? sizeof URN - 1 : 1;
}

/* The length in bytes of a text of the encoding; the greatest for decimals. */
static size_t length_of(const sortid_format *format, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_INT)
        return format->max_int_digits;
    if (encoding == SORTID_ENCODING_BIN)
        return format->size;
    if (is_wrapped(encoding))
        return wrapped_begin(encoding) + UUID_DIGITS + (encoding == SORTID_ENCODING_BRACES);
    return sortid_simd_form_sizes[format->forms[encoding].number].digits;
}

/* ---- One ID -------------------------------------------------------------- */

bool sortid_format_is_id(const sortid_format *format, const uint8_t *id)
{
    return is_id(format, id);
}

sortid_status sortid_format_check(const sortid_format *format, const uint8_t *id)
{
    if (format == NULL)
        return SORTID_BAD_FORMAT;
    if (is_id(format, id))
        return SORTID_OK;
    return sortid_format_refuse(format, SORTID_ENCODING_BIN, id, NULL);
}

sortid_status sortid_format_refuse(const sortid_format *format, sortid_encoding encoding,
                                   const uint8_t *id, size_t *position)
{
    const struct fixed_bits *wrong = wrong_bits(format, id);
    if (wrong == NULL || encoding == SORTID_ENCODING_INT)
        return refuse(position, 0, wrong == NULL ? SORTID_OUT_OF_RANGE : wrong->status);
    if (encoding == SORTID_ENCODING_BIN)
        return refuse(position, wrong->byte, wrong->status);
    if (encoding == SORTID_ENCODING_HEX)
        return refuse(position, 2 * (size_t)wrong->byte, wrong->status);
    const size_t begin = is_wrapped(encoding) ? wrapped_begin(encoding) : 0;
    return refuse(position, begin + wrong->text_position, wrong->status);
}

sortid_status sortid_format_parse_wrapped(uint8_t *id, const struct form_of *uuid,
                                          sortid_encoding encoding, const char *text,
                                          size_t *position)
{
    const bool is_urn = encoding == SORTID_ENCODING_URN;
    const size_t begin = wrapped_begin(encoding), end = begin + UUID_DIGITS;
    size_t at = 0;
    if (!is_urn && text[0] != '{')
        return refuse(position, 0, SORTID_BAD_DIGIT);
    for (size_t i = 0; is_urn && i < begin; i++)
        if ((URN[i] != ':' ? text[i] | 0x20 : text[i]) != URN[i])
            return refuse(position, i, SORTID_BAD_DIGIT);
    sortid_status status = parse_form(id, uuid, text + begin, &at);
    if (status != SORTID_OK)
        return refuse(position, begin + at, status);
    return is_urn || text[end] == '}' ? SORTID_OK : refuse(position, end, SORTID_BAD_DIGIT);
}

/* Writes the text without NUL. */
static void print_wrapped(char *text, const sortid_format *format, sortid_encoding encoding,
                          const uint8_t *id)
{
    const size_t begin = wrapped_begin(encoding);
    memcpy(text, encoding == SORTID_ENCODING_URN ? URN : "{", begin);
    codec_of(&format->forms[SORTID_ENCODING_UUID])->print(text + begin, id);
    if (encoding == SORTID_ENCODING_BRACES)
        text[begin + UUID_DIGITS] = '}';
}

/* Reads bytes that may still be beyond the largest ID. */
static sortid_status parse_bytes(uint8_t *bytes, const sortid_format *format,
                                 sortid_encoding encoding, const char *text, size_t length,
                                 size_t *position)
{
    if (encoding == SORTID_ENCODING_INT)
        return sortid_text_parse_decimal(bytes, format->size, format->max_int_digits, text, length,
                                         position);
    sortid_status status = check_length(length, length_of(format, encoding), position);
    if (status != SORTID_OK)
        return status;
    if (has_form(encoding))
        return parse_form(bytes, &format->forms[encoding], text, position);
    if (is_wrapped(encoding))
        return sortid_format_parse_wrapped(bytes, &format->forms[SORTID_ENCODING_UUID], encoding,
                                           text, position);
    memcpy(bytes, text, format->size);
    return SORTID_OK;
}

static sortid_status parse_encoded(uint8_t *id, const sortid_format *format,
                                   sortid_encoding encoding, const char *text, size_t length,
                                   size_t *position)
{
    uint8_t bytes[SORTID_MAX_SIZE];
    sortid_status status = parse_bytes(bytes, format, encoding, text, length, position);
    if (status != SORTID_OK)
        return status;
    if (!is_any_id(format, bytes))
        return sortid_format_refuse(format, encoding, bytes, position);
    memcpy(id, bytes, format->size);
    return SORTID_OK;
}

sortid_status sortid_format_parse(const sortid_format *format, uint8_t *id,
                                  sortid_encoding encoding, const char *text, size_t length,
                                  size_t *position)
{
    sortid_status status = check_encoding(format, encoding);
    if (status != SORTID_OK)
        return refuse(position, 0, status);
    return parse_encoded(id, format, encoding, text, length, position);
}

OUT_OF_LINE sortid_status sortid_format_parse_first(uint8_t *id, text_form number,
                                                    const struct form *form, const char *text,
                                                    size_t *position)
{
    const struct form_of both = {number, form};
    return codec_of(&both)->parse(id, text) ? SORTID_OK : sortid_simd_refuse(form, text, position);
}

size_t sortid_format_print_first(char *text, const sortid_format *format, const uint8_t *id)
{
    codec_of(&format->forms[SORTID_ENCODING_TEXT]);
    return print_text(text, format, id);
}

/* Digits that might not fit are written to a buffer first. */
static sortid_status print_decimal(const sortid_format *format, char *text, size_t capacity,
                                   size_t *written, const uint8_t *id)
{
    char room[DECIMAL_MAX_DIGITS];
    char *digits = capacity > sizeof room ? text : room;
    size_t length = sortid_text_print_decimal(digits, id, format->size);
    if (length >= capacity)
        return SORTID_NO_SPACE;
    if (digits != text)
        memcpy(text, digits, length);
    text[length] = '\0';
    *written = length;
    return SORTID_OK;
}

sortid_status sortid_format_print(const sortid_format *format, char *text, size_t capacity,
                                  size_t *written, sortid_encoding encoding, const uint8_t *id)
{
    sortid_status status = check_encoding(format, encoding);
    if (status != SORTID_OK)
        return status;
    if (!is_any_id(format, id))
        return sortid_format_refuse(format, encoding, id, NULL);
    if (encoding == SORTID_ENCODING_INT)
        return print_decimal(format, text, capacity, written, id);
    bool has_nul = encoding != SORTID_ENCODING_BIN;
    size_t length = length_of(format, encoding);
    if (length + has_nul > capacity)
        return SORTID_NO_SPACE;
    if (has_form(encoding))
        codec_of(&format->forms[encoding])->print(text, id);
    else if (has_nul)
        print_wrapped(text, format, encoding, id);
    else
        memcpy(text, id, length);
    if (has_nul)
        text[length] = '\0';
    *written = length;
    return SORTID_OK;
}

/* ---- Many IDs ------------------------------------------------------------ */

bool sortid_format_takes_separator(int separator)
{
    bool letter = (separator >= 'a' && separator <= 'z') || (separator >= 'A' && separator <= 'Z');
    bool digit = separator >= '0' && separator <= '9';
    return separator >= 0 && separator <= SORTID_NO_SEPARATOR && !letter && !digit &&
           separator != '-';
}

/* Checks whether texts of the encoding can have this separator: bytes must not, decimals must. */
static sortid_status check_many(const sortid_format *format, sortid_encoding encoding,
                                int separator)
{
    sortid_status status = check_encoding(format, encoding);
    if (status != SORTID_OK)
        return status;
    const bool is_int = encoding == SORTID_ENCODING_INT;
    bool is_apt = has_form(encoding) || is_int == (separator != SORTID_NO_SEPARATOR);
    if (is_wrapped(encoding)) /* a separator is not in the texts */
        is_apt = encoding == SORTID_ENCODING_URN ? separator != ':'
                                                 : separator != '{' && separator != '}';
    return is_apt && sortid_format_takes_separator(separator) ? SORTID_OK : SORTID_BAD_OPTION;
}

/* Whether two buffers share a byte. */
static bool overlaps(const void *a, size_t a_size, const void *b, size_t b_size)
{
    const uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    return a_size > 0 && b_size > 0 &&
           (first < second ? second - first < a_size : first - second < b_size);
}

/* Bytes that may not be IDs are checked by blocks of words, and one by one in a block that is not
 * known to be good. */
#define BLOCK_IDS 16

/* The size of IDs whose decimal integers src/simd reads and writes. */
#define DECIMALS_SIZE 16

/* The fixed bits of an ID of 16 bytes as words in memory, from the byte order of the machine. */
struct fixed_words {
    uint64_t mask[2], value[2];
};

static struct fixed_words fixed_words_of(const sortid_format *format)
{
    uint8_t mask[16] = {0}, value[16] = {0};
    struct fixed_words words;
    for (uint32_t i = 0; i < format->fixed_count; i++) {
        mask[format->fixed[i].byte] |= format->fixed[i].mask;
        value[format->fixed[i].byte] |= format->fixed[i].value;
    }
    memcpy(words.mask, mask, sizeof mask);
    memcpy(words.value, value, sizeof value);
    return words;
}

static inline uint64_t load_word(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* The bits of any of four words, `apart` bytes apart, and those of all. */
struct word_bits {
    uint64_t any, all;
};

static INLINED struct word_bits combine_words(const uint8_t *ids, size_t apart)
{
    const uint64_t a = load_word(ids), b = load_word(ids + apart), c = load_word(ids + 2 * apart),
                   d = load_word(ids + 3 * apart);
    return (struct word_bits){a | b | c | d, a & b & c & d};
}

/* Whether all IDs of 16 bytes in a block have their fixed bits. */
static bool block_is_fixed(const uint8_t *ids, const struct fixed_words *fixed)
{
    uint64_t wrong[2] = {0, 0};
    for (size_t at = 0; at < BLOCK_IDS; at += 4, ids += 64)
        for (size_t i = 0; i < 2; i++) {
            const struct word_bits bits = combine_words(ids + 8 * i, 16);
            wrong[i] |= (bits.any ^ fixed->value[i]) | (bits.all ^ fixed->value[i]);
        }
    return ((wrong[0] & fixed->mask[0]) | (wrong[1] & fixed->mask[1])) == 0;
}

/* Whether all IDs of 8 bytes in a block begin with a byte below `end`, judged by the bits of all of
 * them together: IDs of scru64 from before the year 4199 pass. */
static bool block_is_below(const uint8_t *ids, uint8_t end)
{
    const uint64_t any = combine_words(ids, 8).any | combine_words(ids + 32, 8).any |
                         combine_words(ids + 64, 8).any | combine_words(ids + 96, 8).any;
    return *(const uint8_t *)&any < end;
}

/* How many of the bytes are IDs, from the first on. */
static size_t count_ids(const sortid_format *format, const uint8_t *ids, size_t count)
{
    const size_t size = format->size;
    const struct fixed_words fixed = fixed_words_of(format);
    const bool has_fixed = format->fixed_count > 0;
    const bool by_blocks = size == (has_fixed ? 16 : 8);
    if (!has_fixed && format->last[0] == 0xff) /* all bytes are IDs */
        return count;
    for (size_t good = 0; good < count;) {
        size_t left = count - good, part = left < BLOCK_IDS ? left : BLOCK_IDS;
        if (part == BLOCK_IDS && by_blocks &&
            (has_fixed ? block_is_fixed(ids, &fixed) : block_is_below(ids, format->free_below))) {
            good += BLOCK_IDS;
            ids += BLOCK_IDS * size;
            continue;
        }
        for (; part > 0; part--, good++, ids += size)
            if (!is_id(format, ids))
                return good;
    }
    return count;
}

static size_t print_all_decimals(char *text, const sortid_format *format, const uint8_t *ids,
                                 size_t count, int separator)
{
    if (format->size == DECIMALS_SIZE)
        return bulk()->print_decimals(text, ids, count, separator);
    return (size_t)(print_decimals_singly(text, ids, format->size, count, separator) - text);
}

static void print_all_wrapped(char *text, const sortid_format *format, sortid_encoding encoding,
                              const uint8_t *ids, size_t count, int separator)
{
    const size_t length = length_of(format, encoding);
    for (; count > 0; count--, ids += format->size) {
        print_wrapped(text, format, encoding, ids);
        text += length;
        if (separator != SORTID_NO_SEPARATOR)
            *text++ = (char)separator;
    }
}

sortid_status sortid_format_print_many(const sortid_format *format, char *text, size_t capacity,
                                       size_t *written, sortid_encoding encoding,
                                       const uint8_t *ids, size_t count, int separator)
{
    sortid_status status = check_many(format, encoding, separator);
    if (status != SORTID_OK)
        return status;
    size_t stride = length_of(format, encoding) + (separator != SORTID_NO_SEPARATOR);
    if (count > capacity / stride)
        return SORTID_NO_SPACE;
    if (overlaps(text, count * stride, ids, count * format->size))
        return SORTID_BAD_ARGUMENT;
    size_t good = count_ids(format, ids, count);
    if (good < count)
        return sortid_format_refuse(format, encoding, ids + good * format->size, NULL);
    *written = count * stride;
    if (encoding == SORTID_ENCODING_INT)
        *written = print_all_decimals(text, format, ids, count, separator);
    else if (count > 0 && encoding == SORTID_ENCODING_BIN) /* with a count of 0 both may be NULL */
        memcpy(text, ids, *written);
    else if (is_wrapped(encoding))
        print_all_wrapped(text, format, encoding, ids, count, separator);
    else if (count > 0)
        codec_of(&format->forms[encoding])->print_many(text, ids, count, simd_separator(separator));
    return SORTID_OK;
}

/* The text that a call for many is to read. */
struct reading {
    const sortid_format *format;
    sortid_encoding encoding;
    int separator; /* or NO_SEPARATOR */
    bool has_more; /* text may follow */
    const char *text;
    size_t length;
};

/* Whether a word has this byte: then the byte's xor is 0, and it borrows. */
static inline bool has_byte(uint64_t word, int byte)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    word ^= ones * (uint64_t)byte;
    return ((word - ones) & ~word & ones << 7) != 0;
}

/* The length of the text that begins at `at`; `most` + 1 means too long. *ends tells whether it is
 * complete: a separator follows, as after each text except the last; or no byte may be missing. */
static size_t length_at(const struct reading *r, size_t at, size_t most, bool *ends)
{
    size_t left = r->length - at, length = 0;
    if (r->separator == NO_SEPARATOR) {
        *ends = left >= most || !r->has_more;
        return left < most ? left : most;
    }
    while (length + 8 <= left && length + 8 <= most &&
           !has_byte(load_word((const uint8_t *)r->text + at + length), r->separator))
        length += 8;
    while (length < left && length <= most && r->text[at + length] != (char)r->separator)
        length++;
    *ends = length < left && length <= most;
    return length;
}

/* The bytes of the first `count` texts, with their separators. */
static size_t skip_texts(const struct reading *r, size_t at, size_t count)
{
    size_t from = at;
    for (; count > 0; at++)
        count -= r->text[at] == (char)r->separator;
    return at - from;
}

/* Reads decimals in bulk, adds to *done and *consumed, and may stop anywhere. */
static void parse_bulk_decimals(uint8_t *ids, size_t *done, size_t *consumed, size_t count,
                                const struct reading *r)
{
    size_t bytes, at = *consumed;
    ids += DECIMALS_SIZE * *done;
    size_t read = bulk()->parse_decimals(ids, &bytes, r->text + at, r->length - at, count - *done,
                                         r->separator);
    size_t good = count_ids(r->format, ids, read);
    *done += good;
    *consumed += good < read ? skip_texts(r, at, good) : bytes;
}

/* Reads whole texts of one length in bulk; stops near the first that cannot be read. */
static size_t parse_bulk_digits(uint8_t *ids, size_t count, const struct reading *r, size_t stride)
{
    const sortid_format *format = r->format;
    size_t whole = r->length / stride;
    count = whole < count ? whole : count;
    if (count == 0)
        return 0;
    size_t read =
        codec_of(&format->forms[r->encoding])->parse_many(ids, r->text, count, r->separator);
    /* A canonical text without fixed bits holds no value beyond the largest ID. */
    bool all_ids = r->encoding == SORTID_ENCODING_TEXT && format->fixed_count == 0;
    return all_ids ? read : count_ids(format, ids, read);
}

/* Reads the first texts in bulk, as many as it can. */
static void parse_bulk(uint8_t *ids, size_t *done, size_t *consumed, size_t count,
                       const struct reading *r)
{
    size_t stride = length_of(r->format, r->encoding) + (r->separator != NO_SEPARATOR);
    if (has_form(r->encoding)) {
        *done = parse_bulk_digits(ids, count, r, stride);
        *consumed = *done * stride;
    } else if (r->encoding == SORTID_ENCODING_INT && r->format->size == DECIMALS_SIZE &&
               count > 0 && r->length > 0) { /* with a length of 0 the text may be NULL */
        parse_bulk_decimals(ids, done, consumed, count, r);
    }
}

/* Reads the text that begins at *consumed, and adds its bytes to it. *cut: it may be cut in the
 * middle, and was not read: a number without a separator, or any text if more may follow. */
static sortid_status parse_next(uint8_t *id, size_t *consumed, bool *cut, const struct reading *r,
                                size_t *position)
{
    const size_t most = length_of(r->format, r->encoding);
    bool ends;
    size_t part = length_at(r, *consumed, most, &ends);
    *cut = !ends && (r->has_more || r->encoding == SORTID_ENCODING_INT) && part <= most;
    if (*cut)
        return SORTID_OK;
    sortid_status status =
        parse_encoded(id, r->format, r->encoding, r->text + *consumed, part, position);
    if (status == SORTID_OK)
        *consumed += part + (ends && r->separator != NO_SEPARATOR);
    return status;
}

/* Whether the first `count` IDs, or those of them that the text can have, overlap it. */
static bool overlaps_text(const struct reading *r, const uint8_t *ids, size_t count)
{
    const bool is_int = r->encoding == SORTID_ENCODING_INT, has_end = r->separator != NO_SEPARATOR;
    const size_t least = is_int ? 2 : length_of(r->format, r->encoding) + has_end;
    const size_t most = (r->length + (has_end && !is_int)) / least;
    return overlaps(ids, (count < most ? count : most) * r->format->size, r->text, r->length);
}

/* After reading decimals in bulk has stopped, some are read one by one. */
#define DECIMALS_SINGLY 16

/* NOLINTNEXTLINE(readability-function-size): the arguments of the public interface */
sortid_status sortid_format_parse_many(const sortid_format *format, uint8_t *ids, size_t count,
                                       size_t *done, size_t *consumed, sortid_encoding encoding,
                                       const char *text, size_t length, int separator,
                                       size_t *position)
{
    const bool has_more = separator > 0 && (separator & SORTID_MORE) != 0;
    const int ending = has_more ? separator - SORTID_MORE : separator;
    const struct reading r = {format, encoding, simd_separator(ending), has_more, text, length};
    bool cut = false;
    *done = 0;
    *consumed = 0;
    sortid_status status = check_many(format, encoding, ending);
    if (status == SORTID_OK && overlaps_text(&r, ids, count))
        status = SORTID_BAD_ARGUMENT;
    if (status != SORTID_OK)
        return refuse(position, 0, status);
    const bool by_parts = encoding == SORTID_ENCODING_INT && format->size == DECIMALS_SIZE;
    parse_bulk(ids, done, consumed, count, &r);
    /* one by one up to the bad text */
    for (size_t i = 1; *done < count && *consumed < length; i++) {
        status = parse_next(ids + *done * format->size, consumed, &cut, &r, position);
        if (status != SORTID_OK || cut)
            break;
        ++*done;
        if (by_parts && i % DECIMALS_SINGLY == 0)
            parse_bulk_decimals(ids, done, consumed, count, &r);
    }
    return status;
}

/* ---- Order of texts ------------------------------------------------------ */

/* All alphabets ascend in ASCII, digits before letters. */
static int order_of(char c, bool has_case)
{
    return c >= 'A' && c <= 'Z' && !has_case ? c - 'A' + 'a' : (unsigned char)c;
}

int sortid_format_compare_text(const sortid_format *format, const char *a, const char *b)
{
    if (format == NULL)
        return 0;
    bool has_case = (format->traits & SORTID_TRAIT_CASE_SENSITIVE) != 0;
    for (size_t i = 0; i < format->text_length; i++) {
        int difference = order_of(a[i], has_case) - order_of(b[i], has_case);
        if (difference != 0)
            return difference;
    }
    return 0;
}
