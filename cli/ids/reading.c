/* SPDX-License-Identifier: MIT */
/* reading.c: reads what the library does not know as hex digits, which it knows. Only the node of
 * scru64 is special to a format. */
#include "reading.h"

#include <string.h>

static struct reading_rules rules;

void reading_rules_set(const struct reading_rules *set)
{
    rules = *set;
}

sortid_recognize_options reading_request(const sortid_kind *kind)
{
    return (sortid_recognize_options){.kind = kind,
                                      .flags = rules.flags,
                                      .epoch_ms = rules.epoch_ms,
                                      .plausible_until_ms = rules.plausible_until_ms};
}

/* The years in which times are plausible, as the library has them; and the least time after the
 * epoch, near which small numbers are. */
#define PLAUSIBLE_SINCE INT64_C(946684800000)
#define PLAUSIBLE_UNTIL INT64_C(4133980800000)
#define DAY_MS          86400000

/* Gives a reading the time of its layout; false: it has more bits. */
static bool apply_layout(sortid_reading *reading, const struct layout *layout)
{
    const int64_t until =
        rules.plausible_until_ms != 0 ? rules.plausible_until_ms : PLAUSIBLE_UNTIL;
    if (!layout_time(&reading->unix_ms, layout, reading->id))
        return false;
    bool is_plausible = reading->unix_ms >= PLAUSIBLE_SINCE && reading->unix_ms < until &&
                        reading->unix_ms - layout->epoch_ms >= DAY_MS;
    reading->why = (reading->why & ~(uint32_t)(SORTID_WHY_TIME | SORTID_WHY_LENGTH)) |
                   (is_plausible ? SORTID_WHY_TIME : SORTID_WHY_LENGTH);
    reading->confidence = is_plausible ? SORTID_CONFIDENCE_MEDIUM : SORTID_CONFIDENCE_LOW;
    return true;
}

/* Whether the run reads this form of a kind: its own text may have the digits of another one. */
static bool is_form_read(const sortid_reading *reading)
{
    const struct encoding_name *row = rules.encoding;
    char text[ENCODED_SIZE], same[ENCODED_SIZE];
    uint32_t form = reading->form >= SORTID_FORM_BRACES ? SORTID_FORM_UUID : reading->form;
    if (row == NULL || (form == (uint32_t)row->encoding && row->way != WAY_TYPEID))
        return true;
    return encoding_print(text, row, reading->kind, NULL, reading->id) > 0 &&
           encoding_print(same, encoding_of_form(form), reading->kind, NULL, reading->id) > 0 &&
           strcmp(text, same) == 0;
}

/* Keeps the readings of the kinds, in the form that is read. */
static size_t keep(struct text_readings *out, const struct kinds *kinds)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++) {
        sortid_reading *reading = &out->all[i];
        const struct layout *layout = layout_of(reading->kind);
        if (kinds_have(kinds, reading->kind) && is_form_read(reading) &&
            (layout == NULL || apply_layout(reading, layout)))
            out->all[kept++] = *reading;
    }
    return kept;
}

static bool recognize(struct text_readings *out, const char *text, size_t length,
                      const struct kinds *kinds)
{
    const sortid_recognize_options request =
        reading_request(kinds->count == 1 ? kinds->all[0] : NULL);
    out->position = 0; // if only other kinds read it
    out->status = sortid_recognize(out->all, sizeof *out->all, SORTID_READINGS_MAX, &out->count,
                                   text, length, &request, &out->position);
    out->count = out->status == SORTID_OK ? keep(out, kinds) : 0;
    if (out->count > 0)
        out->encoding = encoding_of_form(out->all[0].form);
    return out->count > 0;
}

/* Reads the bytes of an ID of a kind that was asked for, by its own text. Only if -i says so: the
 * hex digits of an XID are more likely an ObjectId. */
static bool recognize_own(struct text_readings *out, const uint8_t *id, size_t size,
                          const struct kinds *kinds)
{
    const struct encoding_name *encoding = rules.encoding;
    char text[ENCODED_SIZE];
    bool found = false;
    rules.encoding = NULL; // that of the text which gave the bytes
    for (size_t i = 0; encoding != NULL && i < kinds->count && !found; i++) {
        const struct kinds one = {.all = {kinds->all[i]}, .count = 1};
        size_t length = kind_info_of(kinds->all[i])->size == size
                            ? encoding_print(text, encoding_at(0), kinds->all[i], NULL, id)
                            : 0;
        found = length > 0 && recognize(out, text, length, &one);
    }
    rules.encoding = encoding;
    return found;
}

/* Reads the bytes of an ID. Their hex digits may also be a number or the text of a kind, which is
 * another ID. `is_sure`: only readings that are not a guess. */
static bool recognize_bytes(struct text_readings *out, const uint8_t *id, size_t size,
                            const struct kinds *kinds, bool is_sure)
{
    char digits[2 * SORTID_MAX_SIZE + 1];
    sortid_reading bytes = {.size = (uint32_t)size};
    memcpy(bytes.id, id, size);
    reading_hex(digits, &bytes);
    recognize(out, digits, 2 * size, kinds);
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++)
        if (out->all[i].size == size && memcmp(out->all[i].id, id, size) == 0 &&
            (!is_sure || out->all[i].confidence > SORTID_CONFIDENCE_LOW))
            out->all[kept++] = out->all[i];
    out->count = kept;
    return kept > 0 || recognize_own(out, id, size, kinds);
}

static bool hex_read(uint8_t *id, const char *text, size_t digits)
{
    for (size_t i = 0; i < digits; i++) {
        const char *digit = memchr("0123456789abcdefABCDEF", text[i], 22);
        if (digit == NULL)
            return false;
        size_t value = (size_t)(digit - "0123456789abcdefABCDEF");
        value = value > 15 ? value - 6 : value;
        id[i / 2] = (uint8_t)(i % 2 == 0 ? value << 4 : id[i / 2] | value);
    }
    return true;
}

/* Reads hex digits, with marks around them or, of kinds that were asked for, without. */
static bool read_hex(struct text_readings *out, const char *text, size_t length,
                     const struct kinds *kinds)
{
    uint8_t id[SORTID_MAX_SIZE];
    for (size_t digits = 2 * SORTID_MAX_SIZE; digits >= 8; digits -= 2) {
        size_t before = 0;
        const struct encoding_name *row =
            digits == length && kinds->count > 0
                ? encoding_of_form(SORTID_FORM_HEX)
                : encoding_marks(&before, text, length, SORTID_ENCODING_HEX, digits);
        if (row == NULL || !hex_read(id, text + before, digits) ||
            !recognize_bytes(out, id, digits / 2, kinds, false))
            continue;
        out->encoding = row;
        return true;
    }
    return false;
}

/* Reads guid, or base64url, which is also read where no encoding was asked for. */
static bool read_way(struct text_readings *out, enum encoding_way way, const char *text,
                     size_t length, const struct kinds *kinds)
{
    uint8_t id[16];
    out->status = bits_read(id, &out->position, way, text, length);
    if (out->status != SORTID_OK ||
        !recognize_bytes(out, id, sizeof id, kinds, rules.encoding == NULL && kinds->count == 0))
        return false;
    out->encoding = encoding_of_way(way);
    return true;
}

/* Whether the run reads an encoding. */
static bool reads_encoding(sortid_encoding encoding)
{
    return rules.encoding == NULL || rules.encoding->encoding == encoding;
}

/* The encoding of a text of 128 bits, an integer, a UUID or a TypeID; NULL: it is another text. Any
 * 128 bits are a ULID. */
static const struct encoding_name *read_128_bits(uint8_t id[16], const char *text, size_t length)
{
    const sortid_format *any = sortid_ulid_format();
    size_t before = 0, uuid_length = 36, prefix;
    if (reads_encoding(SORTID_ENCODING_INT) &&
        sortid_format_parse(any, id, SORTID_ENCODING_INT, text, length, NULL) == SORTID_OK)
        return encoding_of_form(SORTID_FORM_INT);
    if (!reads_encoding(SORTID_ENCODING_UUID))
        return NULL;
    const bool is_typeid = rules.encoding == encoding_of_way(WAY_TYPEID);
    if ((rules.encoding == NULL || is_typeid) &&
        sortid_typeid_parse(id, &prefix, text, length, NULL) == SORTID_OK)
        return encoding_of_way(WAY_TYPEID);
    if (is_typeid)
        return NULL;
    const struct encoding_name *row =
        length == uuid_length
            ? encoding_of_form(SORTID_FORM_UUID)
            : encoding_marks(&before, text, length, SORTID_ENCODING_UUID, uuid_length);
    bool is_read = row != NULL && sortid_format_parse(any, id, SORTID_ENCODING_UUID, text + before,
                                                      uuid_length, NULL) == SORTID_OK;
    return is_read ? row : NULL;
}

/* Reads 128 bits of the kinds that were asked for. */
static bool read_bits(struct text_readings *out, const char *text, size_t length,
                      const struct kinds *kinds)
{
    uint8_t id[16];
    const struct encoding_name *row = kinds->count > 0 ? read_128_bits(id, text, length) : NULL;
    if (row == NULL || !recognize_own(out, id, sizeof id, kinds))
        return false;
    out->encoding = row;
    return true;
}

static bool read_whole(struct text_readings *out, const char *text, size_t length,
                       const struct kinds *kinds)
{
    const enum encoding_way way = rules.encoding != NULL ? rules.encoding->way : WAY_PLAIN;
    out->count = 0;
    out->prefix = 0;
    if (way_has_bits(way))
        return read_way(out, way, text, length, kinds);
    if (recognize(out, text, length, kinds))
        return true;
    sortid_status status = out->status;
    size_t position = out->position;
    if ((reads_encoding(SORTID_ENCODING_HEX) && read_hex(out, text, length, kinds)) ||
        read_bits(out, text, length, kinds) ||
        (rules.encoding == NULL && read_way(out, WAY_BASE64URL, text, length, kinds)))
        return true;
    out->status = status;
    out->position = position;
    return false;
}

bool read_text(struct text_readings *out, const char *text, size_t length,
               const struct kinds *kinds)
{
    size_t prefix = prefix_length(text, length);
    if (read_whole(out, text, length, kinds))
        return true;
    sortid_status status = out->status;
    size_t position = out->position;
    if (prefix > 0 && read_whole(out, text + prefix, length - prefix, kinds) &&
        (kinds->count > 0 || out->all[0].confidence > SORTID_CONFIDENCE_LOW)) {
        out->prefix = prefix;
        return true;
    }
    out->count = 0;
    out->status = status;
    out->position = position;
    return false;
}

const struct encoding_name *encoding_of_reading(const struct text_readings *read,
                                                const sortid_reading *reading)
{
    bool is_of_library = read->encoding == encoding_of_form(read->all[0].form);
    return is_of_library ? encoding_of_form(reading->form) : read->encoding;
}

bool read_text_freely(struct text_readings *out, const char *text, size_t length,
                      const struct kinds *kinds)
{
    const struct encoding_name *encoding = rules.encoding;
    rules.encoding = NULL;
    bool is_read = read_text(out, text, length, kinds);
    rules.encoding = encoding;
    return is_read;
}

bool reading_of_text(sortid_reading *reading, const char *text, size_t length,
                     const sortid_kind *kind)
{
    size_t count;
    const sortid_recognize_options request = {
        .kind = kind, .flags = rules.flags & SORTID_RECOGNIZE_EPOCH, .epoch_ms = rules.epoch_ms};
    const struct layout *layout = layout_of(kind);
    return sortid_recognize(reading, sizeof *reading, 1, &count, text, length, &request, NULL) ==
               SORTID_OK &&
           (layout == NULL || apply_layout(reading, layout));
}

bool reading_in_form(sortid_reading *reading, const char *text, size_t length,
                     const sortid_kind *kind, const struct encoding_name *form)
{
    char digits[33];
    sortid_reading bytes = {.size = 16};
    size_t position;
    if (form == NULL || !way_has_bits(form->way))
        return reading_of_text(reading, text, length, kind);
    return bits_read(bytes.id, &position, form->way, text, length) == SORTID_OK &&
           reading_of_text(reading, reading_hex(digits, &bytes), 32, kind);
}

bool reading_print_field(const sortid_reading *reading, const char **name,
                         char text[SORTID_READING_TEXT_SIZE], size_t index)
{
    const struct layout *layout = layout_of(reading->kind);
    sortid_reading number = *reading;
    size_t written;
    uint64_t value = 0;
    if (layout == NULL)
        return sortid_reading_print_field(reading, name, text, SORTID_READING_TEXT_SIZE, &written,
                                          index) == SORTID_OK;
    *name = layout_field(&value, layout, reading->id, index);
    for (size_t i = 0; i < 8; i++)
        number.id[i] = (uint8_t)(value >> (56 - 8 * i));
    return *name != NULL && sortid_reading_print(&number, text, SORTID_READING_TEXT_SIZE,
                                                 &written) == SORTID_OK; // as a decimal number
}

const char *reading_confidence(uint32_t confidence)
{
    static const char *const words[] = {"low", "low", "medium", "high"};
    return words[confidence & 3];
}

const struct reading_reason *reading_reason_at(size_t index)
{
    static const struct reading_reason reasons[] = {
        {SORTID_WHY_PREFIX, "prefix", "the prefix"},
        {SORTID_WHY_VERSION, "version", "the version bits"},
        {SORTID_WHY_ALPHABET, "alphabet", "the exact alphabet"},
        {SORTID_WHY_TIME, "time", "a plausible time"},
        {SORTID_WHY_LENGTH, "length", "the length alone"},
    };
    return index < sizeof reasons / sizeof *reasons ? &reasons[index] : NULL;
}

const char *reading_hex(char *digits, const sortid_reading *reading)
{
    size_t size = reading->size <= SORTID_MAX_SIZE ? reading->size : SORTID_MAX_SIZE;
    digits[hex_print(digits, reading->id, size)] = '\0';
    return digits;
}

bool reading_split_node(uint32_t *node_id, uint32_t *counter, const sortid_reading *reading,
                        unsigned node_size)
{
    sortid_scru64 id;
    if (reading->format != sortid_scru64_format())
        return false;
    memcpy(id.bytes, reading->id, sizeof id.bytes);
    return sortid_scru64_split(node_id, counter, &id, node_size) == SORTID_OK;
}
