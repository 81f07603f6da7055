/* SPDX-License-Identifier: MIT */
/* json.c: a reading as one line of JSON, the code behind json.h. Each function appends
 * at `at` and returns the new end. Keys and names of formats are plain ASCII and need no
 * escape; only the input is escaped. It uses no printf: a line takes some 100 ns. */
#include "json.h"

#include "append.h"
#include "format_info.h"
#include "when.h"

/* The most fields of a format, and formats that are remembered. */
#define FIELD_MAX 8
#define SHAPE_MAX 8

/* Text between two values, in room that is copied as a whole; the longest is
 * {"format":"scru128v1","input":" with 31 bytes. */
struct piece {
    char text[32];
    size_t length;
};

/* What the lines of a format have in common, and the time of the last one of them: IDs
 * that follow one another often have it in common too. */
struct json_shape {
    const sortid_format *format;
    const sortid_format_info *info;
    const sortid_field_info *fields;
    struct piece head;            /* before the input */
    struct piece keys[FIELD_MAX]; /* before the field, with the quote after the last value */
    size_t uuid_length;           /* 0: the format has none */
    bool has_time;
    uint64_t unix_ms;         /* of that time */
    char time[2 * JSON_MOVE]; /* both keys and values, from the quote before to the one behind */
    size_t time_length;       /* 18 + 30 + 15 + 20 bytes at most */
};

/* The piece `before`, a name, the piece `behind`. */
static void build_piece(struct piece *piece, const char *before, const char *name,
                        const char *behind)
{
    char *at = append_text(piece->text, before);
    at = append_text(append_text(at, name), behind);
    piece->length = (size_t)(at - piece->text);
}

static void build_shape(struct json_shape *shape, const sortid_format *format)
{
    shape->format = format;
    shape->info = info_of(format);
    shape->fields = field_of(format, 0);
    build_piece(&shape->head, "{\"format\":\"", info_of(format)->name, "\",\"input\":\"");
    for (size_t i = 0; i < info_of(format)->field_count; i++)
        build_piece(&shape->keys[i], "\",\"", field_of(format, i)->name, "\":\"");
    shape->uuid_length = (info_of(format)->encodings >> SORTID_ENCODING_UUID & 1) != 0 ? 36 : 0;
    shape->has_time = false;
}

/* The shape of a format, built when it is first asked for. */
static struct json_shape *shape_of(const sortid_format *format)
{
    static struct json_shape shapes[SHAPE_MAX]; // unused ones last
    struct json_shape *shape = shapes;
    while (shape->format != format && shape->format != NULL && shape < shapes + SHAPE_MAX - 1)
        shape++;
    if (shape->format != format)
        build_shape(shape, format);
    return shape;
}

/* Moves `size` bytes, of which `length` count. Inline: a constant size is no call. */
static inline char *append_move(char *at, const char *from, size_t length, size_t size)
{
    memcpy(at, from, size);
    return at + length;
}

static inline char *append_piece(char *at, const struct piece *piece)
{
    return append_move(at, piece->text, piece->length, sizeof piece->text);
}

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

/* Bytes from 0x80 up come as the code point of their value, so that the line is UTF-8
 * whatever the input is. */
static char *append_escaped(char *at, const char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (!is_plain(byte)) {
            at = append_text(at, "\\u00");
            *at++ = digits[byte >> 4];
            byte = (unsigned char)digits[byte & 15];
        }
        *at++ = (char)byte;
    }
    return at;
}

static void write_time(struct json_shape *shape, const uint8_t *id, uint64_t unix_ms)
{
    char *at = append_text(shape->time, "\",\"timestampIso\":\"");
    at += when_print(at, unix_ms);
    at = append_bytes(at, shape->keys[0].text, shape->keys[0].length);
    at += print_field(at, shape->format, 0, SORTID_ENCODING_INT, id);
    shape->time_length = (size_t)(at - shape->time);
    shape->unix_ms = unix_ms;
    shape->has_time = true;
}

/* The time as ISO 8601 and the first field, which is the same time. */
static char *append_time(char *at, struct json_shape *shape, const uint8_t *id)
{
    uint64_t unix_ms = sortid_format_unix_ms(shape->format, id);
    if (!shape->has_time || unix_ms != shape->unix_ms)
        write_time(shape, id, unix_ms);
    return append_move(at, shape->time, shape->time_length, sizeof shape->time);
}

static char *append_node(char *at, const sortid_format *format, const uint8_t *id,
                         unsigned node_size)
{
    uint32_t node_id, counter;
    struct reading reading = {.format = format};
    memcpy(reading.id, id, info_of(format)->size);
    if (!reading_split_node(&node_id, &counter, &reading, node_size))
        return at;
    at = append_number(append_text(at, "\",\"nodeId\":\""), node_id);
    return append_number(append_text(at, "\",\"counter\":\""), counter);
}

/* The fields but the first. */
static char *append_fields(char *at, const struct json_shape *shape, const uint8_t *id)
{
    const sortid_format *format = shape->format;
    const size_t count = shape->info->field_count; // here, since the bytes below may alias it
    for (size_t i = 1; i < count; i++) {
        at = append_piece(at, &shape->keys[i]);
        at += print_field(at, format, i, SORTID_ENCODING_INT, id);
    }
    return at;
}

/* Fields begin and end at hex digits: theirs are slices of the ID's, 20 digits at most. */
static char *append_fields_hex(char *at, const struct json_shape *shape, const char *hex)
{
    const sortid_field_info *field = shape->fields, *end = field + shape->info->field_count;
    at = append_text(at, "\",\"fieldsHex\":[\"");
    for (; field < end; field++) {
        at = append_move(at, hex + field->first_bit / 4, field->bits / 4, 32);
        at = append_text(at, "\",\"");
    }
    return at - strlen(",\"");
}

/* All that stands behind the input and is the same for each reading of the ID. */
static char *append_values(char *at, const struct json_batch *batch, size_t index,
                           unsigned node_size)
{
    struct json_shape *shape = batch->shape;
    const sortid_format *format = shape->format;
    size_t text_length = shape->info->text_length, hex_length = 2 * shape->info->size;
    const uint8_t *id = batch->ids + index * shape->info->size;
    const char *hex = batch->hex + index * hex_length;
    at = append_text(at, "\",\"canonical\":\"");
    at = append_move(at, batch->canonical + index * text_length, text_length, JSON_MOVE);
    at = append_time(at, shape, id);
    at = append_fields(at, shape, id);
    if (node_size > 0)
        at = append_node(at, format, id, node_size);
    at = append_fields_hex(at, shape, hex);
    at = append_move(append_text(at, "],\"hex\":\""), hex, hex_length, JSON_MOVE);
    at = append_text(at, "\",\"int\":\"");
    at += print_ids(at, SORTID_MAX_TEXT_SIZE, format, SORTID_ENCODING_INT, id, 1, '"');
    if (shape->uuid_length == 0)
        return at;
    at = append_text(at, ",\"uuid\":\"");
    at = append_move(at, batch->uuid + index * shape->uuid_length, shape->uuid_length, JSON_MOVE);
    return append_text(at, "\"");
}

static char *append_leniency(char *at, unsigned leniency)
{
    at = append_text(at, ",\"lenient\":[");
    if ((leniency & SORTID_ULID_ALIAS) != 0)
        at = append_text(at, "\"alias\"");
    if (leniency == (SORTID_ULID_ALIAS | SORTID_ULID_HYPHEN))
        at = append_text(at, ",");
    if ((leniency & SORTID_ULID_HYPHEN) != 0)
        at = append_text(at, "\"hyphen\"");
    return append_text(at, "]");
}

void json_prepare(struct json_batch *batch, const sortid_format *format, const uint8_t *ids,
                  size_t count)
{
    const int no_end = SORTID_NO_SEPARATOR;
    batch->shape = shape_of(format);
    batch->ids = ids;
    const size_t room = JSON_BATCH * SORTID_MAX_TEXT_SIZE;
    print_ids(batch->canonical, room, format, SORTID_ENCODING_TEXT, ids, count, no_end);
    print_ids(batch->hex, room, format, SORTID_ENCODING_HEX, ids, count, no_end);
    print_ids(batch->uuid, room, format, SORTID_ENCODING_UUID, ids, count, no_end);
}

size_t json_line(char out[JSON_READING_SIZE], const struct json_batch *batch, size_t index,
                 const char *input, size_t length, unsigned node_size)
{
    char *at = append_piece(out, &batch->shape->head);
    at = append_short(at, input, length);
    at = append_values(at, batch, index, node_size);
    return (size_t)(append_text(at, "}\n") - out);
}

size_t json_reading(char out[JSON_READING_SIZE], const struct reading *reading, const char *input,
                    size_t length, bool ambiguous, unsigned node_size)
{
    static struct json_batch batch; // of one; static for its size
    json_prepare(&batch, reading->format, reading->id, 1);
    char *at = append_piece(out, &batch.shape->head);
    at = append_escaped(at, input, length);
    at = append_values(at, &batch, 0, node_size);
    if (reading->leniency != 0)
        at = append_leniency(at, reading->leniency);
    if (ambiguous)
        at = append_text(at, ",\"ambiguous\":true");
    return (size_t)(append_text(at, "}\n") - out);
}
