/* SPDX-License-Identifier: MIT */
/* invalid_id.c: finds what a parser would have accepted by calling it: with other lengths, and with
 * other bytes in the bad position. That may take a few hundred calls. */
#include "invalid_id.h"
#include "../ids/format_info.h"
#include "../../common/text.h"

#include <inttypes.h>

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

/* Reads a text in any encoding, which is not a mere number; `kind` NULL: of any kind, if it is
 * likely. */
static bool read_as(struct text_readings *out, const struct item *item, const sortid_kind *kind)
{
    const struct kinds kinds = {.all = {kind}, .count = kind != NULL};
    return item->length == item->total && read_text_freely(out, item->text, item->length, &kinds) &&
           (out->all->form != SORTID_FORM_INT ||
            (kind != NULL && (out->all->why & SORTID_WHY_TIME))) &&
           (kind != NULL || out->all->confidence > SORTID_CONFIDENCE_LOW);
}

/* Raw bytes of IDs of these decades begin with a control character. */
static bool is_binary(const struct item *item, const struct id_parser *parser)
{
    return item->total >= info_of(parser->format)->size && item->text[0] > '\0' &&
           item->text[0] < ' ' && strchr("\t\x1b", item->text[0]) == NULL &&
           (info_of(parser->format)->encodings >> SORTID_ENCODING_BIN & 1) != 0;
}

/* Reports an ID of the format in another encoding, or of another kind; false: it is neither. */
static bool report_other_form(const struct item *item, const struct parse_error *error,
                              const struct id_parser *parser, const char *quoted)
{
    static struct text_readings own, other;
    uint8_t id[SORTID_MAX_SIZE];
    size_t position;
    const char *name = name_of(parser), *form = NULL, *prefix = "", *which = "";
    const sortid_kind *kind = kind_of_format(parser->format);
    bool is_other = read_as(&other, item, NULL) && other.all->kind != kind;
    const char *other_name = is_other ? kind_info_of(other.all->kind)->name : "";
    if (strcmp(name, "uuidv7") == 0 &&
        typeid_decode(id, &position, item->text, item->length) == SORTID_OK)
        form = "typeid";
    else if (read_as(&own, item, kind))
        form = own.encoding->name;
    if (form != NULL && is_other && other.all->confidence == SORTID_CONFIDENCE_HIGH &&
        strcmp(form, "typeid") != 0) {
        prefix = other_name;
        which = ", or a ";
    }
    if (form != NULL)
        report_input(&item->place, error->position, "%s is a %s%s%s in %s form: give -i %s", quoted,
                     prefix, which, name, form, form);
    else if (is_other)
        report_input(&item->place, error->position, "%s is %s %s, not a %s", quoted,
                     article(other_name), other_name, name);
    return form != NULL || is_other;
}

static void report_length(const struct item *item, const struct parse_error *error,
                          const struct id_parser *parser, const char *quoted)
{
    char lengths[LIST_SIZE];
    // the hyphens of a line that was cut are not known
    bool in_digits = parser->ignores_hyphens && item->total == item->length;
    uint64_t count = item->total;
    for (size_t i = 0; i < item->length && in_digits; i++)
        count -= item->text[i] == '-';
    list_lengths(lengths, parser);
    report_input(&item->place, error->position, "%s has %" PRIu64 " %s%s, a %s has %s%s%s", quoted,
                 count, in_digits ? "digit" : "byte", count == 1 ? "" : "s", name_of(parser),
                 lengths, parser->ignores_hyphens && !in_digits ? " digits" : "",
                 is_binary(item, parser) ? ": raw bytes of IDs need -i bin" : "");
}

/* Whether the parser reads the text with this byte in the bad position, or, if not `is_strict`,
 * gets past it. */
static bool is_valid_byte(const struct id_parser *parser, char *text, size_t length,
                          size_t bad_position, char byte, bool is_strict)
{
    size_t position = 0;
    text[bad_position] = byte;
    sortid_status status = parser->parse(parser->context, text, length, &position);
    if (is_strict || status == SORTID_OK)
        return status == SORTID_OK;
    return status != SORTID_BAD_LENGTH && (status != SORTID_BAD_DIGIT || position > bad_position);
}

/* Whether the case of letters matters in the item: in the canonical text of some formats, given by
 * its length. */
static bool has_case(const struct item *item, const struct id_parser *parser)
{
    if (parser->format == NULL)
        return true;
    const sortid_format_info *info = info_of(parser->format);
    return (info->traits & SORTID_TRAIT_CASE_SENSITIVE) != 0 && item->length == info->text_length;
}

/* Replaces what comes after a position by the digits of the smallest ID, in the encoding that the
 * length tells. */
static void take_smallest(char *text, size_t length, size_t position,
                          const struct id_parser *parser)
{
    static const sortid_encoding encodings[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_HEX,
                                                SORTID_ENCODING_UUID};
    char sample[SORTID_MAX_TEXT_SIZE];
    uint8_t id[SORTID_MAX_SIZE];
    memset(text + position + 1, '0', length - position - 1);
    for (size_t i = 0; parser->format != NULL && i < sizeof encodings / sizeof *encodings; i++)
        if (sortid_format_min(parser->format, id) == SORTID_OK &&
            print_id(sample, parser->format, encodings[i], id) == length) {
            memcpy(text + position + 1, sample + position + 1, length - position - 1);
            return;
        }
}

void list_valid_bytes(char list[LIST_SIZE], const struct item *item, size_t position,
                      const struct id_parser *parser)
{
    char tried[INPUT_KEPT];
    bool valid[128] = {false}, any = false;
    bool upper = has_case(item, parser);
    struct text text = text_begin(list, LIST_SIZE);
    list[0] = '\0';
    memcpy(tried, item->text, item->length);
    if (!parser->ignores_hyphens)
        take_smallest(tried, item->length, position, parser);
    for (int is_strict = !parser->ignores_hyphens; is_strict >= 0 && !any; is_strict--) {
        for (int byte = 0x21; byte < 0x7f; byte++) {
            valid[byte] =
                (upper || !(byte >= 'A' && byte <= 'Z')) &&
                is_valid_byte(parser, tried, item->length, position, (char)byte, is_strict != 0);
            any = any || valid[byte];
        }
        memcpy(tried, item->text, item->length);
    }
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
    list_valid_bytes(bytes, item, error->position, parser);
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

/* Writes the text, or the UUID that it is in another encoding: any 128 bits are a ULID. */
static size_t print_uuid(char text[ENCODED_SIZE], const struct item *item,
                         const struct id_parser *parser)
{
    uint8_t id[SORTID_MAX_SIZE];
    size_t position;
    const sortid_kind *any = sortid_kind_find("ulid");
    const struct decoder decoder = decoder_of(any, parser->decoder->form, false);
    if (decode(id, &position, &decoder, item->text, item->length) == SORTID_OK)
        return encoding_print(text, encoding_of_form(SORTID_FORM_UUID), any, NULL, id);
    memcpy(text, item->text, item->length);
    return item->length;
}

/* A UUID of another version than that of the format, which its smallest ID has. */
static void report_version(const struct item *item, const struct parse_error *error,
                           const struct id_parser *parser, const char *quoted)
{
    char text[ENCODED_SIZE];
    sortid_reading all[SORTID_READINGS_MAX];
    uint8_t smallest[SORTID_MAX_SIZE];
    size_t count = 0, i = 0;
    sortid_status status = sortid_recognize(all, sizeof *all, SORTID_READINGS_MAX, &count, text,
                                            print_uuid(text, item, parser), NULL, NULL);
    if (status != SORTID_OK)
        abort(); /* no UUID, which the parser read */
    while (i + 1 < count && all[i].size != info_of(parser->format)->size)
        i++;
    if (sortid_format_min(parser->format, smallest) != SORTID_OK)
        abort(); /* not a format */
    const char *name = kind_info_of(all[i].kind)->name;
    if (strcmp(name, "uuid-nil") == 0 || strcmp(name, "uuid-max") == 0)
        report_input(&item->place, error->position, "%s is the %s, not a %s", quoted,
                     kind_info_of(all[i].kind)->title, name_of(parser));
    else
        report_input(&item->place, error->position, "%s is a UUID of version %u, not %u", quoted,
                     all[i].id[6] >> 4u, smallest[6] >> 4u);
}

bool report_invalid_id(const struct item *item, const struct parse_error *error,
                       const struct id_parser *parser)
{
    char sentence[INSIDE_SIZE];
    size_t position;
    struct quote quoted;
    bool is_text =
        parser->decoder->encoding != SORTID_ENCODING_BIN && error->status != SORTID_BAD_VARIANT;
    quote_bytes(&quoted, item->text, item->length, item->total);
    if (error->status == SORTID_BAD_VERSION)
        report_version(item, error, parser, quoted.text);
    else if (is_text && report_other_form(item, error, parser, quoted.text))
        return false;
    else if (is_text && describe_inside(sentence, &position, item, parser->decoder)) {
        report_input(&item->place, position, "%s", sentence);
        return true;
    } else if (is_text && describe_inside(sentence, &position, item, NULL))
        report_input(&item->place, position, "%s", sentence); // of another kind or encoding
    else if (error->status == SORTID_BAD_LENGTH)
        report_length(item, error, parser, quoted.text);
    else if (error->status == SORTID_BAD_DIGIT)
        report_digit(item, error, parser, quoted.text);
    else if (error->status == SORTID_OUT_OF_RANGE)
        report_range(item, error, parser, quoted.text);
    else
        report_input(&item->place, error->position, "%s: %s", quoted.text,
                     sortid_status_text(error->status));
    return false;
}
