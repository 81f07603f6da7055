/* SPDX-License-Identifier: MIT */
/* invalid_id.c: finds what a parser would have accepted by calling it: with other lengths, and with
 * other bytes in the bad position. That may take a few hundred calls. */
#include "invalid_id.h"
#include "../ids/encodings.h"
#include "../ids/format_info.h"
#include "../../common/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The size of "0-9 A-F a-f" and the like: at most 128 bytes, 2 characters each. */
#define LIST_SIZE 300

static const char *name_of(const struct id_parser *parser)
{
    return info_of(parser->format)->name;
}

/* Whether the parser accepts texts of this length; all digits are 0. */
static bool is_length(const struct id_parser *parser, size_t length)
{
    char zeros[SORTID_MAX_TEXT_SIZE];
    size_t position;
    memset(zeros, '0', sizeof zeros);
    return parser->parse(parser->context, zeros, length, &position) != SORTID_BAD_LENGTH;
}

/* Writes the valid lengths: "25", "32 or 40", "25, 26 or 32", "1 to 39". */
static void list_lengths(char *list, const struct id_parser *parser)
{
    struct text text = text_begin(list, LIST_SIZE);
    list[0] = '\0';
    for (size_t first = 1, next; first <= SORTID_MAX_TEXT_SIZE; first = next + 1) {
        for (next = first; next <= SORTID_MAX_TEXT_SIZE && is_length(parser, next);)
            next++;
        if (next > first)
            text = text_format(text, text.at > list ? ", %zu" : "%zu", first);
        if (next > first + 1)
            text = text_format(text, next == first + 2 ? ", %zu" : " to %zu", next - 1);
    }
    char *last = strrchr(list, ',');
    if (last != NULL) { // ", 40" becomes " or 40"
        memmove(last + 4, last + 2, strlen(last + 2) + 1);
        memcpy(last, " or ", 4);
    }
}

/* The bytes of a text without hyphens. */
static uint64_t count_digits(const struct item *item)
{
    uint64_t digits = item->total;
    for (size_t i = 0; i < item->length; i++)
        digits -= item->text[i] == '-';
    return digits;
}

/* The encoding in which the text is an ID of the format; NULL: there is none. Any digits are an
 * integer, which tells nothing. */
static const struct encoding_name *other_form(const struct item *item, const sortid_format *format)
{
    uint8_t id[SORTID_MAX_SIZE];
    const struct encoding_name *row;
    for (size_t i = 0; (row = encoding_of(format, i)) != NULL; i++)
        if (row->encoding != SORTID_ENCODING_INT && row->encoding != SORTID_ENCODING_BIN &&
            sortid_format_parse(format, id, row->encoding, item->text, item->length, NULL) ==
                SORTID_OK)
            return row;
    return NULL;
}

static void report_length(const struct item *item, const struct parse_error *error,
                          const struct id_parser *parser, const char *quoted)
{
    char lengths[LIST_SIZE];
    // the hyphens of a line that was cut are not known
    bool in_digits = parser->ignores_hyphens && item->total == item->length;
    uint64_t count = in_digits ? count_digits(item) : item->total;
    const struct encoding_name *other = other_form(item, parser->format);
    if (other != NULL) {
        report_input(&item->place, error->position, "%s is a %s in %s form: give -i %s", quoted,
                     name_of(parser), other->name, other->name);
        return;
    }
    list_lengths(lengths, parser);
    report_input(&item->place, error->position, "%s has %" PRIu64 " %s%s, a %s has %s%s", quoted,
                 count, in_digits ? "digit" : "byte", count == 1 ? "" : "s", name_of(parser),
                 lengths, parser->ignores_hyphens && !in_digits ? " digits" : "");
}

/* Whether the parser gets past the bad position with this byte in it. */
static bool is_valid_byte(const struct id_parser *parser, char *text, size_t length,
                          size_t bad_position, char byte)
{
    size_t position = 0;
    text[bad_position] = byte;
    sortid_status status = parser->parse(parser->context, text, length, &position);
    return status != SORTID_BAD_LENGTH && (status != SORTID_BAD_DIGIT || position > bad_position);
}

/* Whether the case of letters matters in the item: in the canonical text of some formats, given by
 * its length. */
static bool has_case(const struct item *item, const struct id_parser *parser)
{
    const sortid_format_info *info = info_of(parser->format);
    return (info->traits & SORTID_TRAIT_CASE_SENSITIVE) != 0 && item->length == info->text_length;
}

/* Writes the bytes that would be valid: " 0-9 a-h j k m n p-t v-z". Where case does not matter,
 * letters are shown in lower case only. */
static void list_bytes(char *list, const struct item *item, const struct parse_error *error,
                       const struct id_parser *parser)
{
    char tried[INPUT_KEPT];
    bool valid[128] = {false};
    bool upper = has_case(item, parser);
    struct text text = text_begin(list, LIST_SIZE);
    list[0] = '\0';
    memcpy(tried, item->text, item->length);
    for (int byte = 0x21; byte < 0x7f; byte++)
        valid[byte] = (upper || !(byte >= 'A' && byte <= 'Z')) &&
                      is_valid_byte(parser, tried, item->length, error->position, (char)byte);
    for (int first = 0x21, last; first < 0x7f; first = last + 1) {
        for (last = first; valid[last] && valid[last + 1];) // 0x7f is never valid
            last++;
        if (valid[first])
            text = text_format(text, " %c", first);
        if (last > first)
            text = text_format(text, last > first + 1 ? "-%c" : " %c", last);
    }
}

static void report_digit(const struct item *item, const struct parse_error *error,
                         const struct id_parser *parser, const char *quoted)
{
    char bytes[LIST_SIZE];
    struct quote bad;
    quote_bytes(&bad, item->text + error->position, 1, 1);
    if (parser->ignores_hyphens && item->text[error->position] == '-') {
        report_input(&item->place, error->position,
                     "unexpected %s in %s: a hyphen is allowed only between two digits", bad.text,
                     quoted);
        return;
    }
    list_bytes(bytes, item, error, parser);
    report_input(&item->place, error->position, "unexpected %s in %s: a %s has%s%s here", bad.text,
                 quoted, name_of(parser), strlen(bytes) > 2 ? " one of" : "", bytes);
}

/* Shows the last ID of the format, in the encoding of the item (given by its length: no format has
 * two encodings of one length); for raw bytes in hex. */
static void report_range(const struct item *item, const struct parse_error *error,
                         const struct id_parser *parser, const char *quoted)
{
    static const sortid_encoding encodings[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_INT,
                                                SORTID_ENCODING_HEX};
    char text[SORTID_MAX_TEXT_SIZE];
    uint8_t last[SORTID_MAX_SIZE];
    if (sortid_format_max(parser->format, last) != SORTID_OK)
        abort(); /* not a format */
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if (print_id(text, parser->format, encodings[i], last) == item->length)
            break;
    report_input(&item->place, error->position, "%s is out of range: the last %s is %s", quoted,
                 name_of(parser), text);
}

void report_invalid_id(const struct item *item, const struct parse_error *error,
                       const struct id_parser *parser)
{
    struct quote quoted;
    quote_bytes(&quoted, item->text, item->length, item->total);
    if (error->status == SORTID_BAD_LENGTH)
        report_length(item, error, parser, quoted.text);
    else if (error->status == SORTID_BAD_DIGIT)
        report_digit(item, error, parser, quoted.text);
    else if (error->status == SORTID_OUT_OF_RANGE)
        report_range(item, error, parser, quoted.text);
    else
        report_input(&item->place, error->position, "%s: %s", quoted.text,
                     sortid_status_text(error->status));
}
