/* SPDX-License-Identifier: MIT */
/* pretty.c: composes the card of a reading. An ID's bits fall into parts: the fields of the format,
 * or the node id and counter of scru64. Each part has a color, and a label under its bits for
 * output without color. A digit that belongs to two parts has no color. */
#include "pretty.h"
#include "time_form.h"
#include "../ids/format_info.h"
#include "../../common/time_text.h"

#include <inttypes.h>

#define PARTS_MAX  9 /* 8 fields, one of them split in two */
#define NO_PART    PAGE_PLAIN
#define GROUP_BITS 8
#define ROW_GROUPS 8 /* groups of a row, with a space between: 64 bits */

struct part {
    const char *name;
    unsigned first_bit, end_bit;
};

struct card {
    struct page page;
    const sortid_reading *reading;
    const struct pretty_options *options;
    struct part parts[PARTS_MAX];
    size_t part_count;
    size_t column;     /* the width of the decimal column */
    size_t split;      /* the field that is split into node id and counter; else NO_PART */
    unsigned split_at; /* the counter's first bit */
    uint32_t node_id, counter;
    char text[SORTID_READING_TEXT_SIZE]; /* the canonical text */
    size_t text_length;                  /* 0: it cannot be written */
};

/* A page of the width that is wanted; `usual`: that of a page for which none is given. */
static struct page begin_page(char out[PRETTY_SIZE], const struct pretty_options *options,
                              size_t usual)
{
    size_t width = options->width < PRETTY_WIDTH_MOST ? options->width : PRETTY_WIDTH_MOST;
    if (width < PRETTY_WIDTH_LEAST)
        width = width == 0 ? usual : PRETTY_WIDTH_LEAST;
    struct page page = page_begin(text_begin(out, PRETTY_SIZE), width);
    page.palette = options->palette;
    return page;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static void add_part(struct card *card, const char *name, unsigned first_bit, unsigned end_bit)
{
    card->parts[card->part_count++] =
        (struct part){.name = name, .first_bit = first_bit, .end_bit = end_bit};
}

/* Only scru64 has a node: its last field holds node id and counter. */
static void find_parts(struct card *card)
{
    const sortid_format *format = card->reading->format;
    unsigned node_size = card->options->node_size;
    if (reading_split_node(&card->node_id, &card->counter, card->reading, node_size)) {
        card->split = info_of(format)->field_count - 1;
        card->split_at = field_of(format, card->split)->first_bit + node_size;
    }
    for (size_t i = 0; i < info_of(format)->field_count; i++) {
        const sortid_field_info *field = field_of(format, i);
        unsigned end_bit = field->first_bit + field->bits;
        if (i == card->split) {
            add_part(card, "nodeId", field->first_bit, card->split_at);
            add_part(card, "counter", card->split_at, end_bit);
        } else {
            add_part(card, field->name, field->first_bit, end_bit);
        }
    }
}

/* The part that has all the bits from `first` to `end` - 1, or NO_PART. */
static size_t part_of(const struct card *card, unsigned first, unsigned end)
{
    for (size_t i = 0; i < card->part_count; i++)
        if (card->parts[i].first_bit <= first && end <= card->parts[i].end_bit)
            return i;
    return NO_PART;
}

/* ---- Digits ---------------------------------------------------------------------------------- */

/* Bits of a digit; 0 in base 36 and decimal, where digits share bits. */
static unsigned bits_per_digit(const sortid_format *format, sortid_encoding encoding)
{
    const sortid_format_info *info = info_of(format);
    bool is_text = encoding == SORTID_ENCODING_TEXT;
    if (encoding == SORTID_ENCODING_HEX || encoding == SORTID_ENCODING_UUID ||
        (is_text && text_is_uuid(format)))
        return 4;
    return is_text && info->text_length == (8 * info->size + 4) / 5 ? 5 : 0;
}

/* A line of digits; with `per_digit` bits of the ID in the colors of their parts, hyphens in that of
 * the digit before. The first digit may have fewer bits: the digits of a ulid have 130, the ID
 * 128. */
static void add_digits(struct card *card, const char *label, const char *digits, size_t length,
                       unsigned per_digit)
{
    size_t colors[SORTID_MAX_TEXT_SIZE], color = NO_PART;
    unsigned end = per_digit > 0 ? 8 * card->reading->size : 0;
    for (size_t i = length; per_digit > 0 && i-- > 0;)
        end -= digits[i] != '-' ? per_digit : 0; // wraps below 0 by the missing bits
    for (size_t i = 0; per_digit > 0 && i < length; i++) {
        unsigned first = end;
        end += digits[i] != '-' ? per_digit : 0;
        if (first != end)
            color = part_of(card, first > end ? 0 : first, end);
        colors[i] = color;
    }
    page_label(&card->page, label);
    page_digits(&card->page, digits, length, per_digit > 0 ? colors : NULL);
    page_end_line(&card->page);
}

static void add_encoding(struct card *card, const char *label, sortid_encoding encoding)
{
    char text[SORTID_MAX_TEXT_SIZE];
    const sortid_format *format = card->reading->format;
    size_t length = print_id(text, format, encoding, card->reading->id);
    if (length > 0)
        add_digits(card, label, text, length, bits_per_digit(format, encoding));
}

/* ---- Head ------------------------------------------------------------------------------------ */

static const char *form_name(const sortid_reading *reading, const struct pretty_options *options)
{
    return options->form != NULL ? options->form : encoding_of_form(reading->form)->name;
}

/* A rule with the title, and with the form at its right end if it fits. */
static void add_title(struct card *card, const char *input)
{
    char form[120];
    struct page *page = &card->page;
    const int prefix = (int)card->options->prefix;
    snprintf(form, sizeof form, " read from %s%s%.*s --", form_name(card->reading, card->options),
             prefix > 0 ? " after " : "", prefix, input);
    page_put(page, "-- ");
    page_code(page, "\x1b[1m");
    page_put(page, kind_info_of(card->reading->kind)->title);
    page_code(page, "\x1b[0m");
    page_put(page, " ");
    if (!page_fits(page, strlen(form) + 1))
        form[0] = '\0';
    if (page_fits(page, 1))
        page_repeat(page, '-', page->width - page->column - strlen(form));
    page_put(page, form);
    page_end_line(page);
}

/* What the timestamp counts: "(timestamp: ms since 1970-01-01)", or, where that leaves less than
 * `room` columns, "(steps of 256 ms since 1970)". */
static void add_unit(struct card *card, size_t room)
{
    char zero[TIME_TEXT_SIZE], counted[40], phrase[120];
    const sortid_format_info *info = info_of(card->reading->format);
    if (info->unit_ms == 1 || info->unit_ms == 1000)
        snprintf(counted, sizeof counted, info->unit_ms == 1 ? "ms" : "s");
    else
        snprintf(counted, sizeof counted, "steps of %" PRIu64 " ms", info->unit_ms);
    time_print(zero, info->zero_ms);
    snprintf(phrase, sizeof phrase, "(timestamp: %s since %.10s)", counted, zero);
    if (!page_fits(&card->page, strlen("  ") + strlen(phrase) + room))
        snprintf(phrase, sizeof phrase, "(%s since %.*s)", counted,
                 strncmp(zero + 4, "-01-01", 6) == 0 ? 4 : 10, zero);
    page_phrase(&card->page, phrase, PAGE_INDENT);
}

static void add_time(struct card *card)
{
    char time[TIME_LOCAL_SIZE], age[AGE_SIZE] = "";
    bool is_format = card->reading->format != NULL;
    if (card->reading->has_time == 0)
        return;
    page_label(&card->page, "time");
    page_color(&card->page, is_format ? 0 : NO_PART);
    time_print_signed(time, card->reading->unix_ms);
    page_put(&card->page, time);
    page_color(&card->page, NO_PART);
    if (card->options->now_ms > 0)
        age_print(age, card->reading->unix_ms, card->options->now_ms);
    if (is_format)
        add_unit(card, *age != '\0' ? strlen("  ") + strlen(age) : 0);
    if (*age != '\0')
        page_phrase(&card->page, age, PAGE_INDENT);
    page_end_line(&card->page);
    size_t length = card->options->shows_local ? time_print_local(time, card->reading->unix_ms) : 0;
    if (length > 0 && strcmp(time + length - strlen("+00:00"), "+00:00") != 0)
        add_digits(card, "local", time, length, 0);
}

/* The reasons for a reading, with words between them. */
static struct text add_reasons(struct text text, uint32_t why, const char *between)
{
    const struct reading_reason *reason;
    const char *begin = text.at;
    for (size_t i = 0; (reason = reading_reason_at(i)) != NULL; i++)
        if ((why & reason->bit) != 0)
            text = text_format(text, "%s%s", text.at == begin ? "" : between, reason->phrase);
    return text;
}

static void add_evidence(struct card *card)
{
    char words[160];
    const sortid_reading *reading = card->reading;
    if (!card->options->shows_evidence)
        return;
    struct text text = text_begin(words, sizeof words);
    text = text_format(text, "%s%s: ", reading_confidence(reading->confidence),
                       reading->confidence == SORTID_CONFIDENCE_LOW ? ", a guess" : "");
    *add_reasons(text, reading->why, ", ").at = '\0';
    page_label(&card->page, "sure");
    page_words(&card->page, words, PAGE_INDENT);
    page_end_line(&card->page);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

#define NAME_COLUMN    15
#define BITS_COLUMN    4
#define VALUE_COLUMN   (2 + NAME_COLUMN + BITS_COLUMN + 2)
#define DECIMAL_COLUMN 27 /* 80 bits have up to 25 digits, and 20 in hex */

/* Digits that follow in the line if they fit, otherwise in lines of their own. */
static void add_value(struct page *page, const char *digits)
{
    page_digits(page, digits, strlen(digits), NULL);
}

static void print_values(char decimal[SORTID_MAX_TEXT_SIZE], char hex[SORTID_MAX_TEXT_SIZE],
                         const sortid_reading *reading, size_t index)
{
    print_field(decimal, reading->format, index, SORTID_ENCODING_INT, reading->id);
    print_field(hex, reading->format, index, SORTID_ENCODING_HEX, reading->id);
}

/* The width of the decimal column: a usual one, or what the fields need that fit in one line; 0:
 * none fits. */
static size_t decimal_column(const struct card *card)
{
    char decimal[SORTID_MAX_TEXT_SIZE], hex[SORTID_MAX_TEXT_SIZE];
    size_t width = card->page.width, least = strlen("decimal");
    size_t column = width >= VALUE_COLUMN + DECIMAL_COLUMN + 20 ? DECIMAL_COLUMN : 0;
    for (size_t i = 0; i < info_of(card->reading->format)->field_count; i++) {
        print_values(decimal, hex, card->reading, i);
        size_t needed = 2 + (strlen(decimal) > least ? strlen(decimal) : least);
        if (needed > column && VALUE_COLUMN + needed + strlen(hex) <= width)
            column = needed;
    }
    return column;
}

/* A row of a part, NO_PART: of several. The hex digits are in the column after the decimal ones if
 * these fit there; else both are in lines below each other. */
static void add_row(struct card *card, size_t part, const char *name, unsigned bits,
                    const char *decimal, const char *hex)
{
    struct page *page = &card->page;
    size_t longest = strlen(decimal) > strlen(hex) ? strlen(decimal) : strlen(hex);
    page_put(page, "  ");
    page_color(page, part);
    page_column(page, name, NAME_COLUMN);
    page_right(page, bits, BITS_COLUMN);
    page_put(page, "  ");
    if (strlen(decimal) < card->column && page_fits(page, card->column + strlen(hex))) {
        page_column(page, decimal, card->column);
        page_put(page, hex);
    } else {
        if (!page_fits(page, longest))
            page_continue(page, PAGE_INDENT);
        size_t margin = page->column;
        add_value(page, decimal);
        page_continue(page, margin);
        add_value(page, hex);
    }
    page_end_line(page);
}

/* One half of a split field, without hex: its bits do not begin at a hex digit. It fits where the
 * field does. */
static void add_half(struct card *card, size_t part, const char *name, uint32_t value)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%" PRIu32, value);
    add_row(card, part, name, card->parts[part].end_bit - card->parts[part].first_bit, digits, "");
}

static void add_fields(struct card *card)
{
    char decimal[SORTID_MAX_TEXT_SIZE], hex[SORTID_MAX_TEXT_SIZE];
    struct page *page = &card->page;
    card->column = decimal_column(card);
    page_end_line(page);
    page_put(page, "  field          bits  ");
    page_column(page, card->column > 0 ? "decimal" : "decimal,", card->column);
    page_put(page, "hex");
    page_end_line(page);
    for (size_t i = 0; i < info_of(card->reading->format)->field_count; i++) {
        const sortid_field_info *field = field_of(card->reading->format, i);
        size_t part = part_of(card, field->first_bit, field->first_bit + field->bits);
        print_values(decimal, hex, card->reading, i);
        add_row(card, part, field->name, field->bits, decimal, hex);
    }
    if (card->split != NO_PART) {
        add_half(card, card->split, "  nodeId", card->node_id);
        add_half(card, card->split + 1, "  counter", card->counter);
    }
}

/* ---- Bits ------------------------------------------------------------------------------------ */

/* The column of a bit, from the left end of its row. */
static unsigned column_of(unsigned bit)
{
    return bit + bit / GROUP_BITS;
}

/* The bits of a row. A wide card has longer rows only if there are fewer of them then; in a narrow
 * card the rows are about equally long. */
static unsigned row_bits(const struct card *card)
{
    unsigned groups = (unsigned)info_of(card->reading->format)->size; // of 8 bits each
    unsigned most = ((unsigned)card->page.width - PAGE_INDENT + 1) / (GROUP_BITS + 1);
    unsigned rows = (groups + most - 1) / most;
    bool is_usual = most >= ROW_GROUPS && rows == (groups + ROW_GROUPS - 1) / ROW_GROUPS;
    return GROUP_BITS * (is_usual ? ROW_GROUPS : (groups + rows - 1) / rows);
}

/* The number of the first bit of each group, within the row. */
static void add_ruler(struct card *card, unsigned bits)
{
    struct page *page = &card->page;
    page_end_line(page);
    page_label(page, "bit");
    for (unsigned bit = 0; bit < bits; bit += GROUP_BITS) {
        page_repeat(page, ' ', PAGE_INDENT + column_of(bit) - page->column);
        page_right(page, bit, 0);
    }
    page_end_line(page);
}

static void add_bits(struct card *card, unsigned first, unsigned end)
{
    struct page *page = &card->page;
    page_right(page, first, PAGE_INDENT - 2);
    page_put(page, "  ");
    for (unsigned bit = first; bit < end; bit++) {
        page_color(page, part_of(card, bit, bit + 1));
        if (bit > first && bit % GROUP_BITS == 0)
            page_put(page, " ");
        page_put(page, (card->reading->id[bit / 8] >> (7 - bit % 8) & 1) != 0 ? "1" : "0");
    }
    page_end_line(page);
}

/* A part's name in a brace of `width` columns; without the brace, or cut, where it does not fit. A
 * part that continues in another row may lack the name in one. */
static void add_brace(struct page *page, const char *name, size_t width, bool is_piece)
{
    size_t length = strlen(name);
    bool is_named = width >= length + 4; // brace and spaces
    if (!is_named && (!is_piece || width < 2)) {
        page_bytes(page, name, length < width ? length : width);
        return;
    }
    size_t dashes = width - 2 - (is_named ? length + 2 : 0);
    page_put(page, "\\");
    page_repeat(page, '_', dashes / 2);
    if (is_named) {
        page_put(page, " ");
        page_column(page, name, length + 1);
    }
    page_repeat(page, '_', (dashes + 1) / 2);
    page_put(page, "/");
}

static void add_braces(struct card *card, unsigned first, unsigned end)
{
    struct page *page = &card->page;
    page_label(page, "");
    for (size_t i = 0; i < card->part_count; i++) {
        const struct part *part = &card->parts[i];
        unsigned from = part->first_bit > first ? part->first_bit : first;
        unsigned to = part->end_bit < end ? part->end_bit : end;
        if (from >= to)
            continue;
        unsigned left = column_of(from - first);
        page_repeat(page, ' ', PAGE_INDENT + left - page->column);
        page_color(page, i);
        add_brace(page, part->name, column_of(to - 1 - first) + 1 - left,
                  from > part->first_bit || to < part->end_bit);
    }
    page_end_line(page);
}

static void add_bit_rows(struct card *card)
{
    unsigned bits = 8 * (unsigned)info_of(card->reading->format)->size, row = row_bits(card);
    add_ruler(card, row < bits ? row : bits);
    for (unsigned first = 0; first < bits; first += row) {
        unsigned end = first + row < bits ? first + row : bits;
        add_bits(card, first, end);
        add_braces(card, first, end);
    }
    page_end_line(&card->page);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

static void add_note(struct card *card, const char *note)
{
    page_label(&card->page, "note");
    page_words(&card->page, note, PAGE_INDENT);
    page_end_line(&card->page);
}

static void add_notes(struct card *card)
{
    if (card->options->note != NULL)
        add_note(card, card->options->note);
    const sortid_reading *reading = card->reading;
    if (sortid_format_is_reserved(reading->format, reading->id))
        add_note(card, "reserved: no generator makes an ID with this timestamp");
    if ((reading->leniency & SORTID_ULID_ALIAS) != 0)
        add_note(card, "lenient: i or l was read as 1, or o as 0");
    if ((reading->leniency & SORTID_ULID_HYPHEN) != 0)
        add_note(card, "lenient: hyphens were ignored");
    if (card->split != NO_PART)
        add_note(card, "nodeId and counter are right only if the node id has that size");
}

/* ---- Kinds that are not formats -------------------------------------------------------------- */

static void add_other_fields(struct card *card)
{
    char text[SORTID_READING_TEXT_SIZE];
    const char *name;
    struct page *page = &card->page;
    for (size_t i = 0; reading_print_field(card->reading, &name, text, i); i++) {
        if (i == 0)
            page_end_line(page);
        page_put(page, "  ");
        page_column(page, name, NAME_COLUMN);
        add_value(page, text);
        page_end_line(page);
    }
    page_end_line(page);
}

static void add_other(struct card *card)
{
    char digits[2 * SORTID_MAX_SIZE + 1];
    add_digits(card, "text", card->text, card->text_length, 0);
    add_time(card);
    add_evidence(card);
    add_other_fields(card);
    reading_hex(digits, card->reading);
    add_digits(card, "hex", digits, strlen(digits), 0);
}

/* ---- All ------------------------------------------------------------------------------------- */

size_t pretty_heading(char out[PRETTY_SIZE], const char *input, size_t length, size_t count,
                      const struct pretty_options *options)
{
    char words[100];
    struct page page = begin_page(out, options, PRETTY_SIZE);
    snprintf(words, sizeof words,
             " can be read in %zu ways, the likeliest first; -f KIND chooses one:", count);
    page_digits(&page, input, length, NULL);
    page_words(&page, words, 0);
    page_end_line(&page);
    return (size_t)(page.text.at - out);
}

size_t pretty_line(char out[PRETTY_SIZE], const sortid_reading *reading,
                   const struct pretty_options *options)
{
    char time[TIME_TEXT_SIZE] = "", reasons[160], words[300];
    struct page page = begin_page(out, options, PRETTY_SIZE);
    const char *before = reading->has_time != 0 ? ": " : "";
    const char *name = kind_info_of(reading->kind)->name;
    *add_reasons(text_begin(reasons, sizeof reasons), reading->why, " and ").at = '\0';
    if (reading->has_time != 0)
        time_print_signed(time, reading->unix_ms);
    snprintf(words, sizeof words, "also %s, read from %s, by %s%s%s", name,
             form_name(reading, options), reasons, before, time);
    if (!page_fits(&page, strlen(words)))
        snprintf(words, sizeof words, "also %s, by %s%s%s", name, reasons, before, time);
    page_words(&page, words, PAGE_INDENT);
    page_end_line(&page);
    return (size_t)(page.text.at - out);
}

static void add_format(struct card *card)
{
    find_parts(card);
    add_encoding(card, "text", SORTID_ENCODING_TEXT);
    add_time(card);
    add_evidence(card);
    add_fields(card);
    add_bit_rows(card);
    add_encoding(card, "hex", SORTID_ENCODING_HEX);
    if (!text_is_uuid(card->reading->format))
        add_encoding(card, "uuid", SORTID_ENCODING_UUID);
    add_encoding(card, "int", SORTID_ENCODING_INT);
    add_notes(card);
}

size_t pretty_reading(char out[PRETTY_SIZE], const sortid_reading *reading, const char *input,
                      size_t length, const struct pretty_options *options)
{
    struct card card = {.page = begin_page(out, options, PRETTY_WIDTH),
                        .reading = reading,
                        .options = options,
                        .split = NO_PART};
    if (sortid_reading_print(reading, card.text, sizeof card.text, &card.text_length) != SORTID_OK)
        card.text_length = 0;
    add_title(&card, input);
    if (card.text_length != length || memcmp(card.text, input, length) != 0)
        add_digits(&card, "input", input, length, 0);
    if (reading->format != NULL)
        add_format(&card);
    else
        add_other(&card);
    return (size_t)(card.page.text.at - out);
}
