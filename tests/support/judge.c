/* SPDX-License-Identifier: MIT */
/* judge.c: see judge.h: first the length, then the digits from the left, then the range and the
 * fixed bits, by schoolbook arithmetic. Called by the fuzz targets and the test of the JSON; it
 * never calls the library. */
#include "judge.h"

#include "oracle.h"

#include <ctype.h>
#include <time.h>

#define HEX_AND_HYPHENS 36
static const char URN[] = "urn:uuid:";

static judgement refused(sortid_status status, size_t position)
{
    return (judgement){.status = status, .position = position};
}

bool judge_has(const support_format *format, sortid_encoding encoding)
{
    return format->has_uuid ||
           (encoding != SORTID_ENCODING_UUID && encoding <= SORTID_ENCODING_BIN);
}

size_t judge_length(const support_format *format, sortid_encoding encoding)
{
    switch (encoding) {
    case SORTID_ENCODING_TEXT:
        return format->text_length;
    case SORTID_ENCODING_HEX:
        return 2 * format->size;
    case SORTID_ENCODING_UUID:
        return HEX_AND_HYPHENS;
    case SORTID_ENCODING_BRACES:
        return HEX_AND_HYPHENS + 2;
    case SORTID_ENCODING_URN:
        return sizeof URN - 1 + HEX_AND_HYPHENS;
    case SORTID_ENCODING_INT:
        return format->int_length;
    default:
        return format->size;
    }
}

static const char *alphabet_of(const support_format *format, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_TEXT)
        return format->alphabet;
    return encoding == SORTID_ENCODING_INT ? SUPPORT_DECIMAL_DIGITS : SUPPORT_HEX_DIGITS;
}

static uint64_t hyphens_of(const support_format *format, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_UUID)
        return UINT64_C(1) << 8 | UINT64_C(1) << 13 | UINT64_C(1) << 18 | UINT64_C(1) << 23;
    return encoding == SORTID_ENCODING_TEXT ? format->hyphens : 0;
}

/* Bytes that may not be an ID. */
static judgement judge_bytes(const support_format *format, sortid_encoding encoding,
                             judgement found)
{
    size_t byte;
    sortid_status status = support_check(format, found.id, &byte);
    return status == SORTID_OK ? found : refused(status, support_place(format, encoding, byte));
}

/* A text of digits, and of hyphens where the encoding has them, and its value. */
static judgement judge_digits(const support_format *format, sortid_encoding encoding,
                              const char *text, size_t length)
{
    judgement found = {.status = SORTID_OK};
    const char *alphabet = alphabet_of(format, encoding);
    uint64_t hyphens = hyphens_of(format, encoding);
    char digits[SUPPORT_MAX_TEXT];
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_hyphen = (hyphens >> i & 1) != 0;
        if (is_hyphen ? text[i] != '-' : oracle_digit(alphabet, (unsigned char)text[i]) < 0)
            return refused(SORTID_BAD_DIGIT, i);
        if (!is_hyphen)
            digits[count++] = text[i];
    }
    if (!oracle_parse(found.id, format->size, alphabet, digits, count))
        return refused(SORTID_OUT_OF_RANGE, 0);
    return judge_bytes(format, encoding, found);
}

static judgement judge_int(const support_format *format, const char *text, size_t length)
{
    if (length == 0 || length > format->int_length)
        return refused(SORTID_BAD_LENGTH, length == 0 ? 0 : format->int_length);
    if (length > 1 && text[0] == '0')
        return refused(SORTID_BAD_DIGIT, 0);
    return judge_digits(format, SORTID_ENCODING_INT, text, length);
}

static judgement judge_bin(const support_format *format, const char *bytes)
{
    judgement found = {.status = SORTID_OK};
    memcpy(found.id, bytes, format->size);
    return judge_bytes(format, SORTID_ENCODING_BIN, found);
}

/* A UUID in braces or after urn:uuid:. */
static judgement judge_wrapped(const support_format *format, sortid_encoding encoding,
                               const char *text)
{
    const char *before = encoding == SORTID_ENCODING_URN ? URN : "{";
    const size_t begin = strlen(before), end = begin + HEX_AND_HYPHENS;
    for (size_t i = 0; i < begin; i++)
        if (tolower((unsigned char)text[i]) != before[i])
            return refused(SORTID_BAD_DIGIT, i);
    judgement inner = judge_digits(format, SORTID_ENCODING_UUID, text + begin, HEX_AND_HYPHENS);
    if (inner.status != SORTID_BAD_DIGIT && encoding == SORTID_ENCODING_BRACES && text[end] != '}')
        return refused(SORTID_BAD_DIGIT, end);
    return inner.status == SORTID_OK ? inner : refused(inner.status, begin + inner.position);
}

judgement judge_parse(const support_format *format, sortid_encoding encoding, const char *text,
                      size_t length)
{
    size_t wanted = judge_length(format, encoding);
    if (encoding == SORTID_ENCODING_INT)
        return judge_int(format, text, length);
    if (length != wanted)
        return refused(SORTID_BAD_LENGTH, length < wanted ? length : wanted);
    if (encoding == SORTID_ENCODING_BIN)
        return judge_bin(format, text);
    if (encoding > SORTID_ENCODING_BIN)
        return judge_wrapped(format, encoding, text);
    return judge_digits(format, encoding, text, length);
}

/* ---- Lenient reading ----------------------------------------------------------- */

/* The digit of a byte in lenient text; 0: not a digit. */
static char lenient_digit(char byte)
{
    if (byte != '\0' && strchr("iIlL", byte) != NULL)
        return '1';
    if (byte == 'o' || byte == 'O')
        return '0';
    if (oracle_digit(SUPPORT_ULID->alphabet, (unsigned char)byte) < 0)
        return '\0';
    return byte;
}

static bool is_between_digits(const char *text, size_t length, size_t place)
{
    return place > 0 && place + 1 < length && lenient_digit(text[place - 1]) != '\0' &&
           lenient_digit(text[place + 1]) != '\0';
}

/* The position of the surplus digit, or the end if one is missing; SIZE_MAX if the number is right.
 * All characters except hyphens count as digits. */
static size_t wrong_count_at(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += text[i] != '-';
        if (count > SUPPORT_ULID->text_length)
            return i;
    }
    return count < SUPPORT_ULID->text_length ? length : SIZE_MAX;
}

judgement judge_lenient(const char *text, size_t length)
{
    char digits[SUPPORT_MAX_TEXT];
    size_t count = 0, wrong = wrong_count_at(text, length);
    unsigned leniency = 0;
    if (wrong != SIZE_MAX)
        return refused(SORTID_BAD_LENGTH, wrong);
    for (size_t i = 0; i < length; i++) {
        char digit = lenient_digit(text[i]);
        if (text[i] == '-' ? !is_between_digits(text, length, i) : digit == '\0')
            return refused(SORTID_BAD_DIGIT, i);
        if (text[i] == '-')
            leniency |= SORTID_ULID_HYPHEN;
        else
            digits[count++] = digit;
        if (strchr("iIlLoO", text[i]) != NULL)
            leniency |= SORTID_ULID_ALIAS;
    }
    judgement found = judge_digits(SUPPORT_ULID, SORTID_ENCODING_TEXT, digits, count);
    found.leniency = found.status == SORTID_OK ? leniency : 0;
    return found;
}

/* ---- Writing, and many IDs ---------------------------------------------------- */

size_t judge_print(char *text, const support_format *format, sortid_encoding encoding,
                   const uint8_t *id)
{
    char digits[SUPPORT_MAX_TEXT];
    const uint64_t hyphens = hyphens_of(format, encoding);
    size_t length = judge_length(format, encoding), count = 0, next = 0;
    if (encoding == SORTID_ENCODING_INT)
        return oracle_decimal(text, id, format->size);
    if (encoding > SORTID_ENCODING_BIN) {
        const char *before = encoding == SORTID_ENCODING_URN ? URN : "{";
        memcpy(text, before, strlen(before));
        (void)judge_print(text + strlen(before), format, SORTID_ENCODING_UUID, id);
        memcpy(text + strlen(before) + HEX_AND_HYPHENS, "}", 2);
        text[length] = '\0';
        return length;
    }
    if (encoding == SORTID_ENCODING_BIN) {
        memcpy(text, id, format->size);
        text[length] = '\0';
        return length;
    }
    for (size_t i = 0; i < length; i++)
        count += (hyphens >> i & 1) == 0;
    oracle_print(digits, count, alphabet_of(format, encoding), id, format->size);
    for (size_t i = 0; i < length; i++)
        if ((hyphens >> i & 1) != 0)
            text[i] = '-';
        else
            text[i] = digits[next++];
    text[length] = '\0';
    return length;
}

bool judge_separator(sortid_encoding encoding, int separator)
{
    bool is_none = separator == SORTID_NO_SEPARATOR;
    if (encoding == SORTID_ENCODING_BIN)
        return is_none;
    if (encoding == SORTID_ENCODING_INT && is_none)
        return false;
    if (encoding == SORTID_ENCODING_URN && separator == ':')
        return false;
    if (encoding == SORTID_ENCODING_BRACES && (separator == '{' || separator == '}'))
        return false;
    return is_none || (separator >= 0 && separator <= 255 && separator != '-' &&
                       !(separator < 128 && isalnum(separator)));
}

/* The length of the text at `text`, up to its separator; without a separator, the length of the
 * encoding's texts, as far as there are bytes. */
static size_t record_length(const char *text, size_t left, size_t width, int separator)
{
    if (separator == SORTID_NO_SEPARATOR)
        return left < width ? left : width;
    const char *found = memchr(text, separator, left);
    return found != NULL ? (size_t)(found - text) : left;
}

judgement_of_many judge_many(uint8_t *ids, const support_format *format, sortid_encoding encoding,
                             const char *text, size_t length, size_t count, int separator)
{
    judgement_of_many all = {.status = SORTID_OK};
    size_t width = judge_length(format, encoding);
    bool has_more = (separator & SORTID_MORE) != 0;
    separator &= ~SORTID_MORE;
    bool is_none = separator == SORTID_NO_SEPARATOR;
    while (all.done < count && all.consumed < length) {
        const char *at = text + all.consumed;
        size_t left = length - all.consumed;
        size_t given = record_length(at, left, width, separator);
        bool is_cut = is_none ? has_more && given < width : given == left;
        if (is_cut && (has_more || encoding == SORTID_ENCODING_INT) && given <= width)
            break; // more digits may follow
        judgement one = judge_parse(format, encoding, at, given);
        all.status = one.status;
        all.position = one.position;
        if (one.status != SORTID_OK)
            break;
        memcpy(ids + all.done++ * format->size, one.id, format->size);
        all.consumed += given + (!is_none && !is_cut);
    }
    return all;
}

int64_t judge_plausible_until(void)
{
    return ((int64_t)time(NULL) + 365 * 86400) * 1000;
}
