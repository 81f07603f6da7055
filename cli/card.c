/* SPDX-License-Identifier: MIT */
/* card.c: a reading as a card for people, the code behind card.h. A card's bits fall
 * into parts: the fields of the format, or what scru64's node_ctr is split into. Each
 * part has a colour and a label under its bits, so that the card reads as well without
 * colour; a digit that belongs to two parts has no colour. */
#include "card.h"

#include "append.h"
#include "format_info.h"
#include "when.h"

#define PARTS_MAX   9 /* 8 fields, one of them split in two */
#define NO_PART     PARTS_MAX
#define CARD_WIDTH  79
#define ROW_BITS    64 /* bits in a row, in groups of 8 with a space between */
#define GROUP_BITS  8
#define LABEL_WIDTH 6 /* of what stands at the left of a line, behind two spaces */

struct part {
    const char *name;
    unsigned first_bit, end_bit;
};

struct card {
    char *at;
    const struct reading *reading;
    struct part parts[PARTS_MAX];
    size_t part_count;
    size_t split;      /* the field that is split into node id and counter; else NO_PART */
    unsigned split_at; /* the counter's first bit */
    uint32_t node_id, counter;
    bool color;
    size_t pen; /* the part whose colour is on, or NO_PART */
};

/* ---- Text and colour ------------------------------------------------------- */

static void put(struct card *card, const char *text)
{
    card->at = append_text(card->at, text);
}

static void put_repeated(struct card *card, char c, size_t count)
{
    memset(card->at, c, count);
    card->at += count;
}

/* Text, and spaces up to `width`; one at least. */
static void put_column(struct card *card, const char *text, size_t width)
{
    size_t length = strlen(text);
    put(card, text);
    put_repeated(card, ' ', length < width ? width - length : 1);
}

/* A number that ends at `width` (<= 20). */
static void put_right(struct card *card, uint64_t number, size_t width)
{
    char digits[20];
    size_t length = (size_t)(append_number(digits, number) - digits);
    put_repeated(card, ' ', width - length);
    card->at = append_bytes(card->at, digits, length);
}

/* Turns to the colour of a part, or to none. Of the 256 colours these have a contrast
 * of 3.8 or more to black and to white alike. */
static void pen(struct card *card, size_t part)
{
    static const char *const colors[] = {"\x1b[38;5;32m", "\x1b[38;5;166m", "\x1b[38;5;162m",
                                         "\x1b[38;5;29m"};
    if (!card->color || part == card->pen)
        return;
    put(card, part == NO_PART ? "\x1b[0m" : colors[part % (sizeof colors / sizeof *colors)]);
    card->pen = part;
}

static void end_line(struct card *card)
{
    pen(card, NO_PART);
    put(card, "\n");
}

static void put_label(struct card *card, const char *label)
{
    put(card, "  ");
    put_column(card, label, LABEL_WIDTH);
}

/* ---- Parts ------------------------------------------------------------------ */

static void add_part(struct card *card, const char *name, unsigned first_bit, unsigned end_bit)
{
    card->parts[card->part_count++] =
        (struct part){.name = name, .first_bit = first_bit, .end_bit = end_bit};
}

/* Only scru64 has a node: its last field holds node id and counter. */
static void find_parts(struct card *card, unsigned node_size)
{
    const sortid_format *format = card->reading->format;
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

/* ---- Digits ----------------------------------------------------------------- */

/* Bits that a digit stands for where each has its own; 0 in base 36 and decimal. */
static unsigned bits_per_digit(const sortid_format *format, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_HEX || encoding == SORTID_ENCODING_UUID)
        return 4;
    return encoding == SORTID_ENCODING_TEXT &&
                   info_of(format)->text_length == (8 * info_of(format)->size + 4) / 5
               ? 5
               : 0;
}

/* Digits in the colours of their parts. The first of them may stand for less bits: the
 * digits of a ulid have 130, the ID 128. */
static void put_digits(struct card *card, const char *text, size_t length, unsigned per_digit)
{
    unsigned end = 8 * (unsigned)info_of(card->reading->format)->size;
    for (size_t i = length; i-- > 0;)
        end -= text[i] != '-' ? per_digit : 0; // wraps below 0 by the missing bits
    for (size_t i = 0; i < length; i++) {
        unsigned first = end;
        if (text[i] != '-') {
            end += per_digit;
            pen(card, per_digit == 0 ? NO_PART : part_of(card, first > end ? 0 : first, end));
        }
        *card->at++ = text[i];
    }
}

static void put_encoded(struct card *card, const char *label, sortid_encoding encoding)
{
    char text[SORTID_MAX_TEXT_SIZE];
    const sortid_format *format = card->reading->format;
    size_t length = print_id(text, format, encoding, card->reading->id);
    if (length == 0)
        return;
    put_label(card, label);
    put_digits(card, text, length, bits_per_digit(format, encoding));
    end_line(card);
}

/* ---- Head ------------------------------------------------------------------- */

static void put_title(struct card *card)
{
    static const char *const encodings[] = {" read from text", " read from hex", "",
                                            " read from uuid"};
    const char *title = info_of(card->reading->format)->title;
    const char *encoding = encodings[card->reading->encoding];
    put(card, "-- ");
    put(card, card->color ? "\x1b[1m" : "");
    put(card, title);
    put(card, card->color ? "\x1b[0m " : " ");
    put_repeated(card, '-', CARD_WIDTH - 7 - strlen(title) - strlen(encoding));
    put(card, encoding);
    put(card, " --\n");
}

/* The input, if it is not the canonical text that follows. */
static void put_input(struct card *card, const char *input, size_t length)
{
    char text[SORTID_MAX_TEXT_SIZE];
    const struct reading *reading = card->reading;
    size_t canonical = print_id(text, reading->format, SORTID_ENCODING_TEXT, reading->id);
    if (canonical == length && memcmp(text, input, length) == 0)
        return;
    put_label(card, "input");
    card->at = append_bytes(card->at, input, length);
    put(card, "\n");
}

static void put_time(struct card *card)
{
    char zero[WHEN_TEXT_SIZE];
    const sortid_format *format = card->reading->format;
    put_label(card, "time");
    pen(card, 0);
    card->at += when_print(card->at, sortid_format_unix_ms(format, card->reading->id));
    pen(card, NO_PART);
    put(card, "  (timestamp: ");
    if (info_of(format)->unit_ms > 1) {
        put(card, "steps of ");
        card->at = append_number(card->at, info_of(format)->unit_ms);
        put(card, " ");
    }
    put(card, "ms since ");
    when_print(zero, info_of(format)->zero_ms);
    card->at = append_bytes(card->at, zero, strlen("1970-01-01"));
    put(card, ")\n");
}

/* ---- Fields ------------------------------------------------------------------ */

#define NAME_COLUMN    15
#define BITS_COLUMN    4
#define DECIMAL_COLUMN 27 /* 80 bits have up to 25 digits */

static void put_field(struct card *card, size_t index)
{
    char text[SORTID_MAX_TEXT_SIZE];
    const struct reading *reading = card->reading;
    const sortid_field_info *field = field_of(reading->format, index);
    put(card, "  ");
    pen(card, part_of(card, field->first_bit, field->first_bit + field->bits));
    put_column(card, field->name, NAME_COLUMN);
    put_right(card, field->bits, BITS_COLUMN);
    put(card, "  ");
    print_field(text, reading->format, index, SORTID_ENCODING_INT, reading->id);
    put_column(card, text, DECIMAL_COLUMN);
    print_field(text, reading->format, index, SORTID_ENCODING_HEX, reading->id);
    put(card, text);
    end_line(card);
}

/* One half of a split field, without hex: its bits do not begin at a hex digit. */
static void put_half(struct card *card, size_t part, uint32_t value)
{
    const struct part *half = &card->parts[part];
    put(card, "    ");
    pen(card, part);
    put_column(card, half->name, NAME_COLUMN - 2);
    put_right(card, half->end_bit - half->first_bit, BITS_COLUMN);
    put(card, "  ");
    card->at = append_number(card->at, value);
    end_line(card);
}

static void put_fields(struct card *card)
{
    put(card, "\n  ");
    put_column(card, "field", NAME_COLUMN);
    put(card, "bits  ");
    put_column(card, "decimal", DECIMAL_COLUMN);
    put(card, "hex\n");
    for (size_t i = 0; i < info_of(card->reading->format)->field_count; i++)
        put_field(card, i);
    if (card->split != NO_PART) {
        put_half(card, card->split, card->node_id);
        put_half(card, card->split + 1, card->counter);
    }
}

/* ---- Bits --------------------------------------------------------------------- */

/* Where a bit of a row stands, from the left end of the row. */
static unsigned column_of(unsigned bit)
{
    return bit + bit / GROUP_BITS;
}

/* The number of the first bit of each group, within the row. */
static void put_ruler(struct card *card)
{
    unsigned column = 0;
    put(card, "\n");
    put_label(card, "bit");
    for (unsigned bit = 0; bit < ROW_BITS; bit += GROUP_BITS) {
        put_repeated(card, ' ', column_of(bit) - column);
        char *number = card->at;
        card->at = append_number(number, bit);
        column = column_of(bit) + (unsigned)(card->at - number);
    }
    put(card, "\n");
}

static void put_bits(struct card *card, unsigned first, unsigned end)
{
    put_right(card, first, LABEL_WIDTH);
    put(card, "  ");
    for (unsigned bit = first; bit < end; bit++) {
        pen(card, part_of(card, bit, bit + 1));
        if (bit > first && bit % GROUP_BITS == 0)
            put(card, " ");
        put(card, (card->reading->id[bit / 8] >> (7 - bit % 8) & 1) != 0 ? "1" : "0");
    }
    end_line(card);
}

/* A part's name in a brace of `width` columns; without brace, or cut, where there is no
 * room. A piece of a part that goes on in another row can do without the name. Returns
 * the columns that it took. */
static size_t put_brace(struct card *card, const char *name, size_t width, bool is_piece)
{
    size_t length = strlen(name);
    size_t around = length + 4; // brace and spaces
    if (width >= around) {
        put(card, "\\");
        put_repeated(card, '_', (width - around) / 2);
        put(card, " ");
        put(card, name);
        put(card, " ");
        put_repeated(card, '_', (width - around + 1) / 2);
        put(card, "/");
    } else if (is_piece && width > 1) {
        put(card, "\\");
        put_repeated(card, '_', width - 2);
        put(card, "/");
    } else {
        width = length < width ? length : width;
        card->at = append_bytes(card->at, name, width);
    }
    return width;
}

/* The names of the parts under a row of bits. */
static void put_braces(struct card *card, unsigned first, unsigned end)
{
    size_t column = 0;
    put_label(card, "");
    for (size_t i = 0; i < card->part_count; i++) {
        const struct part *part = &card->parts[i];
        unsigned from = part->first_bit > first ? part->first_bit : first;
        unsigned to = part->end_bit < end ? part->end_bit : end;
        if (from >= to)
            continue;
        unsigned left = column_of(from - first);
        put_repeated(card, ' ', left - column);
        pen(card, i);
        column = left + put_brace(card, part->name, column_of(to - 1 - first) + 1 - left,
                                  from > part->first_bit || to < part->end_bit);
    }
    end_line(card);
}

static void put_picture(struct card *card)
{
    unsigned bits = 8 * (unsigned)info_of(card->reading->format)->size;
    put_ruler(card);
    for (unsigned first = 0; first < bits; first += ROW_BITS) {
        unsigned end = first + ROW_BITS < bits ? first + ROW_BITS : bits;
        put_bits(card, first, end);
        put_braces(card, first, end);
    }
    put(card, "\n");
}

/* ---- Notes ---------------------------------------------------------------------- */

static void put_note(struct card *card, const char *note)
{
    put_label(card, "note");
    put(card, note);
    put(card, "\n");
}

static void put_notes(struct card *card)
{
    const struct reading *reading = card->reading;
    if (sortid_format_is_reserved(reading->format, reading->id))
        put_note(card, "reserved: no generator makes an ID with this timestamp");
    if ((reading->leniency & SORTID_ULID_ALIAS) != 0)
        put_note(card, "lenient: i or l was read as 1, or o as 0");
    if ((reading->leniency & SORTID_ULID_HYPHEN) != 0)
        put_note(card, "lenient: hyphens were passed over");
    if (card->split != NO_PART)
        put_note(card, "nodeId and counter are right only if the node id has that size");
}

size_t card_reading(char out[CARD_SIZE], const struct reading *reading, const char *input,
                    size_t length, unsigned node_size, bool color)
{
    struct card card = {
        .at = out, .reading = reading, .split = NO_PART, .color = color, .pen = NO_PART};
    find_parts(&card, node_size);
    put_title(&card);
    put_input(&card, input, length);
    put_encoded(&card, "text", SORTID_ENCODING_TEXT);
    put_time(&card);
    put_fields(&card);
    put_picture(&card);
    put_encoded(&card, "hex", SORTID_ENCODING_HEX);
    put_encoded(&card, "uuid", SORTID_ENCODING_UUID);
    put_encoded(&card, "int", SORTID_ENCODING_INT);
    put_notes(&card);
    return (size_t)(card.at - out);
}
