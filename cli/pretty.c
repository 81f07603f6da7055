/* SPDX-License-Identifier: MIT */
/* pretty.c: the pretty printer of readings, the code behind pretty.h. It includes the format
 * descriptions, text.h and time_text.h. An ID's bits fall into parts: the fields of the format, or the
 * node id and counter of scru64. Each part has a colour, and a label under its bits for output without
 * colour. A digit that belongs to two parts has no colour. */
#include "pretty.h"
#include "format_info.h"
#include "text.h"
#include "../common/time_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PARTS_MAX   9 /* 8 fields, one of them split in two */
#define NO_PART     PARTS_MAX
#define PAGE_WIDTH  79
#define ROW_BITS    64 /* bits in a row, in groups of 8 with a space between */
#define GROUP_BITS  8
#define LABEL_WIDTH 6 /* of the label of a line, after two spaces */

struct part {
    const char *name;
    unsigned first_bit, end_bit;
};

struct page {
    struct text text;
    const sortid_reading *reading;
    struct part parts[PARTS_MAX];
    size_t part_count;
    size_t split;      /* the field that is split into node id and counter; else NO_PART */
    unsigned split_at; /* the counter's first bit */
    uint32_t node_id, counter;
    bool color;
    size_t current; /* the part whose colour is on, or NO_PART */
};

/* ---- Text and colour ------------------------------------------------------- */

static void add(struct page *page, const char *text)
{
    page->text = text_string(page->text, text);
}

static void add_repeated(struct page *page, char c, size_t count)
{
    page->text = text_repeated(page->text, c, count);
}

/* Text, and spaces up to `width`; one at least. */
static void add_column(struct page *page, const char *text, size_t width)
{
    size_t length = strlen(text);
    add(page, text);
    add_repeated(page, ' ', length < width ? width - length : 1);
}

/* A number that ends at `width` (<= 20). */
static void add_right(struct page *page, uint64_t number, int width)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%*" PRIu64, width, number);
    add(page, digits);
}

/* Switches to the colour of a part, or to none. Of the 256 colours these have a contrast
 * of 3.8 or more to black and to white alike. */
static void set_color(struct page *page, size_t part)
{
    static const char *const colors[] = {"\x1b[38;5;32m", "\x1b[38;5;166m", "\x1b[38;5;162m",
                                         "\x1b[38;5;29m"};
    if (!page->color || part == page->current)
        return;
    add(page, part == NO_PART ? "\x1b[0m" : colors[part % (sizeof colors / sizeof *colors)]);
    page->current = part;
}

static void end_line(struct page *page)
{
    set_color(page, NO_PART);
    add(page, "\n");
}

static void add_label(struct page *page, const char *label)
{
    add(page, "  ");
    add_column(page, label, LABEL_WIDTH);
}

/* ---- Parts ------------------------------------------------------------------ */

static void add_part(struct page *page, const char *name, unsigned first_bit, unsigned end_bit)
{
    page->parts[page->part_count++] =
        (struct part){.name = name, .first_bit = first_bit, .end_bit = end_bit};
}

/* Only scru64 has a node: its last field holds node id and counter. */
static void find_parts(struct page *page, unsigned node_size)
{
    const sortid_format *format = page->reading->format;
    if (reading_split_node(&page->node_id, &page->counter, page->reading, node_size)) {
        page->split = info_of(format)->field_count - 1;
        page->split_at = field_of(format, page->split)->first_bit + node_size;
    }
    for (size_t i = 0; i < info_of(format)->field_count; i++) {
        const sortid_field_info *field = field_of(format, i);
        unsigned end_bit = field->first_bit + field->bits;
        if (i == page->split) {
            add_part(page, "nodeId", field->first_bit, page->split_at);
            add_part(page, "counter", page->split_at, end_bit);
        } else {
            add_part(page, field->name, field->first_bit, end_bit);
        }
    }
}

/* The part that has all the bits from `first` to `end` - 1, or NO_PART. */
static size_t part_of(const struct page *page, unsigned first, unsigned end)
{
    for (size_t i = 0; i < page->part_count; i++)
        if (page->parts[i].first_bit <= first && end <= page->parts[i].end_bit)
            return i;
    return NO_PART;
}

/* ---- Digits ----------------------------------------------------------------- */

/* Bits of a digit; 0 in base 36 and decimal, where digits share bits. */
static unsigned bits_per_digit(const sortid_format *format, sortid_encoding encoding)
{
    bool is_uuid = encoding == SORTID_ENCODING_TEXT && text_is_uuid(format);
    if (encoding == SORTID_ENCODING_HEX || encoding == SORTID_ENCODING_UUID || is_uuid)
        return 4;
    return encoding == SORTID_ENCODING_TEXT &&
                   info_of(format)->text_length == (8 * info_of(format)->size + 4) / 5
               ? 5
               : 0;
}

/* Digits in the colours of their parts. The first digit may have fewer bits of the ID: the digits of a
 * ulid have 130, the ID 128. */
static void add_digits(struct page *page, const char *text, size_t length, unsigned per_digit)
{
    unsigned end = 8 * (unsigned)info_of(page->reading->format)->size;
    for (size_t i = length; i-- > 0;)
        end -= text[i] != '-' ? per_digit : 0; // wraps below 0 by the missing bits
    for (size_t i = 0; i < length; i++) {
        unsigned first = end;
        if (text[i] != '-') {
            end += per_digit;
            set_color(page, per_digit == 0 ? NO_PART : part_of(page, first > end ? 0 : first, end));
        }
        page->text = text_bytes(page->text, text + i, 1);
    }
}

static void add_encoding(struct page *page, const char *label, sortid_encoding encoding)
{
    char text[SORTID_MAX_TEXT_SIZE];
    const sortid_format *format = page->reading->format;
    size_t length = print_id(text, format, encoding, page->reading->id);
    if (length == 0)
        return;
    add_label(page, label);
    add_digits(page, text, length, bits_per_digit(format, encoding));
    end_line(page);
}

/* ---- Head ------------------------------------------------------------------- */

/* The form of the text, by its number. */
static const char *form_name(uint32_t form)
{
    static const char *const names[] = {"text", "hex", "int", "uuid", "", "braces", "urn"};
    return form < sizeof names / sizeof *names ? names[form] : "";
}

static void add_title(struct page *page)
{
    const char *title = kind_info_of(page->reading->kind)->title;
    const char *form = form_name(page->reading->form);
    add(page, "-- ");
    add(page, page->color ? "\x1b[1m" : "");
    add(page, title);
    add(page, page->color ? "\x1b[0m " : " ");
    add_repeated(page, '-', PAGE_WIDTH - 18 - strlen(title) - strlen(form));
    add(page, " read from ");
    add(page, form);
    add(page, " --\n");
}

/* The input, if it is not the canonical text, and that text. */
static void add_input(struct page *page, const char *input, size_t length)
{
    char text[SORTID_READING_TEXT_SIZE];
    size_t written = 0;
    sortid_status status = sortid_reading_print(page->reading, text, sizeof text, &written);
    if (status == SORTID_OK && written == length && memcmp(text, input, length) == 0)
        return;
    add_label(page, "input");
    page->text = text_bytes(page->text, input, length);
    add(page, "\n");
}

/* The unit of a timestamp: "ms", "s", "steps of 256 ms". */
static void add_unit(struct page *page, uint64_t unit_ms)
{
    if (unit_ms == 1000) {
        add(page, "s");
        return;
    }
    if (unit_ms > 1) {
        add(page, "steps of ");
        page->text = text_number(page->text, unit_ms);
        add(page, " ");
    }
    add(page, "ms");
}

static void add_time(struct page *page)
{
    char time[TIME_TEXT_SIZE], zero[TIME_TEXT_SIZE];
    const sortid_format *format = page->reading->format;
    add_label(page, "time");
    set_color(page, 0);
    time_print(time, sortid_format_unix_ms(format, page->reading->id));
    add(page, time);
    set_color(page, NO_PART);
    add(page, "  (timestamp: ");
    add_unit(page, info_of(format)->unit_ms);
    add(page, " since ");
    time_print(zero, info_of(format)->zero_ms);
    page->text = text_bytes(page->text, zero, strlen("1970-01-01"));
    add(page, ")\n");
}

/* How sure, and why. */
static void add_evidence(struct page *page)
{
    const struct reading_reason *reason;
    const char *before = ": ";
    add_label(page, "sure");
    add(page, reading_confidence(page->reading->confidence));
    for (size_t i = 0; (reason = reading_reason_at(i)) != NULL; i++)
        if ((page->reading->why & reason->bit) != 0) {
            add(page, before);
            add(page, reason->phrase);
            before = ", ";
        }
    add(page, "\n");
}

/* ---- Fields ------------------------------------------------------------------ */

#define NAME_COLUMN    15
#define BITS_COLUMN    4
#define DECIMAL_COLUMN 27 /* 80 bits have up to 25 digits */
#define MARGIN         (2 + NAME_COLUMN + BITS_COLUMN + 2)

static void add_field(struct page *page, size_t index)
{
    char text[SORTID_MAX_TEXT_SIZE];
    const sortid_reading *reading = page->reading;
    const sortid_field_info *field = field_of(reading->format, index);
    add(page, "  ");
    set_color(page, part_of(page, field->first_bit, field->first_bit + field->bits));
    add_column(page, field->name, NAME_COLUMN);
    add_right(page, field->bits, BITS_COLUMN);
    add(page, "  ");
    print_field(text, reading->format, index, SORTID_ENCODING_INT, reading->id);
    if (strlen(text) < DECIMAL_COLUMN) {
        add_column(page, text, DECIMAL_COLUMN);
    } else { /* 128 bits: the hex digits have a line of their own */
        const size_t color = page->current;
        add(page, text);
        end_line(page);
        add_repeated(page, ' ', MARGIN);
        set_color(page, color);
    }
    print_field(text, reading->format, index, SORTID_ENCODING_HEX, reading->id);
    add(page, text);
    end_line(page);
}

/* One half of a split field, without hex: its bits do not begin at a hex digit. */
static void add_half(struct page *page, size_t part, uint32_t value)
{
    const struct part *half = &page->parts[part];
    add(page, "    ");
    set_color(page, part);
    add_column(page, half->name, NAME_COLUMN - 2);
    add_right(page, half->end_bit - half->first_bit, BITS_COLUMN);
    add(page, "  ");
    page->text = text_number(page->text, value);
    end_line(page);
}

static void add_fields(struct page *page)
{
    add(page, "\n  ");
    add_column(page, "field", NAME_COLUMN);
    add(page, "bits  ");
    add_column(page, "decimal", DECIMAL_COLUMN);
    add(page, "hex\n");
    for (size_t i = 0; i < info_of(page->reading->format)->field_count; i++)
        add_field(page, i);
    if (page->split != NO_PART) {
        add_half(page, page->split, page->node_id);
        add_half(page, page->split + 1, page->counter);
    }
}

/* ---- Bits --------------------------------------------------------------------- */

/* The column of a bit, from the left end of its row. */
static unsigned column_of(unsigned bit)
{
    return bit + bit / GROUP_BITS;
}

/* The number of the first bit of each group, within the row. */
static void add_ruler(struct page *page)
{
    unsigned column = 0;
    add(page, "\n");
    add_label(page, "bit");
    for (unsigned bit = 0; bit < ROW_BITS; bit += GROUP_BITS) {
        add_repeated(page, ' ', column_of(bit) - column);
        const char *before = page->text.at;
        page->text = text_number(page->text, bit);
        column = column_of(bit) + (unsigned)(page->text.at - before);
    }
    add(page, "\n");
}

static void add_bits(struct page *page, unsigned first, unsigned end)
{
    add_right(page, first, LABEL_WIDTH);
    add(page, "  ");
    for (unsigned bit = first; bit < end; bit++) {
        set_color(page, part_of(page, bit, bit + 1));
        if (bit > first && bit % GROUP_BITS == 0)
            add(page, " ");
        add(page, (page->reading->id[bit / 8] >> (7 - bit % 8) & 1) != 0 ? "1" : "0");
    }
    end_line(page);
}

/* A part's name in a brace of `width` columns; without the brace, or cut, where it does not fit. A part
 * that continues in another row may lack the name in one. Returns the columns used. */
static size_t add_brace(struct page *page, const char *name, size_t width, bool is_piece)
{
    size_t length = strlen(name);
    size_t needed = length + 4; // brace and spaces
    if (width >= needed) {
        add(page, "\\");
        add_repeated(page, '_', (width - needed) / 2);
        add(page, " ");
        add(page, name);
        add(page, " ");
        add_repeated(page, '_', (width - needed + 1) / 2);
        add(page, "/");
    } else if (is_piece && width > 1) {
        add(page, "\\");
        add_repeated(page, '_', width - 2);
        add(page, "/");
    } else {
        width = length < width ? length : width;
        page->text = text_bytes(page->text, name, width);
    }
    return width;
}

/* The names of the parts under a row of bits. */
static void add_braces(struct page *page, unsigned first, unsigned end)
{
    size_t column = 0;
    add_label(page, "");
    for (size_t i = 0; i < page->part_count; i++) {
        const struct part *part = &page->parts[i];
        unsigned from = part->first_bit > first ? part->first_bit : first;
        unsigned to = part->end_bit < end ? part->end_bit : end;
        if (from >= to)
            continue;
        unsigned left = column_of(from - first);
        add_repeated(page, ' ', left - column);
        set_color(page, i);
        column = left + add_brace(page, part->name, column_of(to - 1 - first) + 1 - left,
                                  from > part->first_bit || to < part->end_bit);
    }
    end_line(page);
}

static void add_bit_rows(struct page *page)
{
    unsigned bits = 8 * (unsigned)info_of(page->reading->format)->size;
    add_ruler(page);
    for (unsigned first = 0; first < bits; first += ROW_BITS) {
        unsigned end = first + ROW_BITS < bits ? first + ROW_BITS : bits;
        add_bits(page, first, end);
        add_braces(page, first, end);
    }
    add(page, "\n");
}

/* ---- Notes ---------------------------------------------------------------------- */

static void add_note(struct page *page, const char *note)
{
    add_label(page, "note");
    add(page, note);
    add(page, "\n");
}

static void add_notes(struct page *page)
{
    const sortid_reading *reading = page->reading;
    if (sortid_format_is_reserved(reading->format, reading->id))
        add_note(page, "reserved: no generator makes an ID with this timestamp");
    if ((reading->leniency & SORTID_ULID_ALIAS) != 0)
        add_note(page, "lenient: i or l was read as 1, or o as 0");
    if ((reading->leniency & SORTID_ULID_HYPHEN) != 0)
        add_note(page, "lenient: hyphens were ignored");
    if (page->split != NO_PART)
        add_note(page, "nodeId and counter are right only if the node id has that size");
}

/* ---- Kinds that are no format -------------------------------------------------------- */

static void add_other_fields(struct page *page)
{
    char text[SORTID_READING_TEXT_SIZE];
    const char *name;
    size_t written;
    for (size_t i = 0; sortid_reading_print_field(page->reading, &name, text, sizeof text, &written,
                                                  i) == SORTID_OK;
         i++) {
        add(page, i == 0 ? "\n  " : "  ");
        add_column(page, name, NAME_COLUMN);
        add(page, text);
        add(page, "\n");
    }
    add(page, "\n");
}

static void add_other_text(struct page *page)
{
    char text[SORTID_READING_TEXT_SIZE];
    size_t written;
    add_label(page, "text");
    if (sortid_reading_print(page->reading, text, sizeof text, &written) == SORTID_OK)
        add(page, text);
    add(page, "\n");
}

static void add_other_time(struct page *page)
{
    char time[TIME_TEXT_SIZE];
    if (page->reading->has_time == 0)
        return;
    time_print_signed(time, page->reading->unix_ms);
    add_label(page, "time");
    add(page, time);
    add(page, "\n");
}

static void add_other(struct page *page, bool is_one_of_many)
{
    char digits[2 * SORTID_MAX_SIZE + 1];
    add_other_text(page);
    add_other_time(page);
    if (is_one_of_many)
        add_evidence(page);
    add_other_fields(page);
    add_label(page, "hex");
    add(page, reading_hex(digits, page->reading));
    add(page, "\n");
}

size_t pretty_line(char out[PRETTY_SIZE], const sortid_reading *reading)
{
    char time[TIME_TEXT_SIZE];
    struct text text = text_begin(out, PRETTY_SIZE);
    text = text_string(text_string(text, "also "), kind_info_of(reading->kind)->name);
    text = text_string(text_string(text, ", read from "), form_name(reading->form));
    text = text_string(text, ", by the length alone");
    if (reading->has_time != 0) {
        time_print_signed(time, reading->unix_ms);
        text = text_string(text_string(text, ": "), time);
    }
    text = text_string(text, "\n");
    return (size_t)(text.at - out);
}

/* ---- All ------------------------------------------------------------------------------ */

static void add_format(struct page *page, const struct pretty_options *options)
{
    find_parts(page, options->node_size);
    add_encoding(page, "text", SORTID_ENCODING_TEXT);
    add_time(page);
    if (options->is_one_of_many)
        add_evidence(page);
    add_fields(page);
    add_bit_rows(page);
    add_encoding(page, "hex", SORTID_ENCODING_HEX);
    if (!text_is_uuid(page->reading->format))
        add_encoding(page, "uuid", SORTID_ENCODING_UUID);
    add_encoding(page, "int", SORTID_ENCODING_INT);
    add_notes(page);
}

size_t pretty_reading(char out[PRETTY_SIZE], const sortid_reading *reading, const char *input,
                      size_t length, const struct pretty_options *options)
{
    struct page page = {.text = text_begin(out, PRETTY_SIZE),
                        .reading = reading,
                        .split = NO_PART,
                        .color = options->color,
                        .current = NO_PART};
    add_title(&page);
    add_input(&page, input, length);
    if (reading->format != NULL)
        add_format(&page, options);
    else
        add_other(&page, options->is_one_of_many);
    return (size_t)(page.text.at - out);
}
