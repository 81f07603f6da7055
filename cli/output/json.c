/* SPDX-License-Identifier: MIT */
/* json.c: writes a reading as one line of JSON. Keys and names of formats are plain ASCII; only the
 * input is escaped. Each append_... function returns the line that it was given with more at its
 * end. */
#include "json.h"
#include "../ids/format_info.h"
#include "../../common/time_text.h"

/* Text, hex and integer of an ID have at most this many digits; their arrays in a batch have room
 * for this many after the last ID. */
#define DIGITS_BLOCK 64
_Static_assert(2 * SORTID_MAX_SIZE <= DIGITS_BLOCK, "hex digits of an ID");

/* A field that is a slice of the hex digits has at most this many. */
#define SLICE_BLOCK 32

/* Formats that are kept prepared for single IDs. */
#define SINGLE_BATCHES 8

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

static void set_key(struct json_key *key, const char *before, const char *name, const char *after)
{
    struct text text = text_begin(key->text, sizeof key->text);
    text = text_string(text_string(text_string(text, before), name), after);
    key->length = (size_t)(text.at - key->text);
}

static struct text append_key(struct text line, const struct json_key *key)
{
    return text_block(line, key->text, key->length, sizeof key->text);
}

static struct text append_escape(struct text line, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    const char escape[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    return text_bytes(line, escape, sizeof escape);
}

struct text json_member(struct text out, const char *key, const char *value)
{
    out = text_string(text_string(text_string(out, ",\""), key), "\":");
    if (value == NULL)
        return text_string(out, "null");
    return text_string(text_string(text_string(out, "\""), value), "\"");
}

struct text json_count(struct text out, const char *key, bool is_known, uint64_t count)
{
    if (!is_known)
        return json_member(out, key, NULL);
    return text_number(text_string(text_string(text_string(out, ",\""), key), "\":"), count);
}

struct text json_escaped(struct text line, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length; at++) {
        const size_t begin = at;
        while (at < length && is_plain((unsigned char)bytes[at]))
            at++;
        line = text_bytes(line, bytes + begin, at - begin);
        if (at < length)
            line = append_escape(line, (unsigned char)bytes[at]);
    }
    return line;
}

/* Keys and values of the time: as ISO 8601, and as the first field. */
static void set_time(struct json_batch *batch, const uint8_t *id, uint64_t unix_ms)
{
    struct text time = text_begin(batch->time, sizeof batch->time);
    time = text_string(time, "\",\"timestampIso\":\"");
    time.at += time_print(text_reserve(time, TIME_TEXT_SIZE), unix_ms);
    time = append_key(time, &batch->keys[0]);
    time = text_number(time, timestamp_of(batch->format, id));
    batch->time_length = (size_t)(time.at - batch->time);
    batch->unix_ms = unix_ms;
}

/* Consecutive IDs often have the same time: it is printed once for them. */
static struct text append_time(struct text line, struct json_batch *batch, const uint8_t *id)
{
    uint64_t unix_ms = sortid_format_unix_ms(batch->format, id);
    if (batch->time_length == 0 || unix_ms != batch->unix_ms)
        set_time(batch, id, unix_ms);
    return text_block(line, batch->time, batch->time_length, sizeof batch->time);
}

static struct text append_fields(struct text line, const struct json_batch *batch,
                                 const uint8_t *id)
{
    for (size_t i = 1; i < batch->info->field_count; i++) {
        line = append_key(line, &batch->keys[i]);
        line.at += print_field(text_reserve(line, SORTID_MAX_TEXT_SIZE), batch->format, i,
                               SORTID_ENCODING_INT, id);
    }
    return line;
}

static struct text append_node(struct text line, const struct json_batch *batch, const uint8_t *id,
                               unsigned node_size)
{
    uint32_t node_id, counter;
    sortid_reading reading = {.format = batch->format};
    memcpy(reading.id, id, batch->info->size);
    if (!reading_split_node(&node_id, &counter, &reading, node_size))
        return line;
    line = text_number(text_string(line, "\",\"nodeId\":\""), node_id);
    return text_number(text_string(line, "\",\"counter\":\""), counter);
}

/* Most fields begin and end at hex digits: their digits are slices of the ID's. The capacity is
 * checked once for all of them. */
static struct text append_fields_hex(struct text line, const struct json_batch *batch,
                                     const char *hex, const uint8_t *id)
{
    static const char between[] = "\",\"";
    const size_t gap = sizeof between - 1, count = batch->info->field_count;
    line = text_string(line, "\",\"fieldsHex\":[\"");
    char *at = text_reserve(line, JSON_FIELDS * (SORTID_MAX_TEXT_SIZE + sizeof between));
    for (size_t i = 0; i < count; i++) {
        const struct json_slice slice = batch->slices[i];
        memcpy(at, hex + slice.first, SLICE_BLOCK);
        at += slice.length;
        if (slice.length == 0)
            at += print_field(at, batch->format, i, SORTID_ENCODING_HEX, id);
        memcpy(at, between, sizeof between);
        at += gap;
    }
    line.at = at - gap;
    return text_string(line, "\"]");
}

/* Consecutive readings often have the same evidence: it is written once for them. */
static struct text append_evidence(struct text line, struct json_evidence *evidence,
                                   uint32_t confidence, uint32_t why)
{
    const struct reading_reason *reason;
    if (evidence->length == 0 || evidence->why != why || evidence->confidence != confidence) {
        struct text text = text_begin(evidence->text, sizeof evidence->text);
        text = text_string(text_string(text, ",\"confidence\":\""), reading_confidence(confidence));
        text = text_string(text, "\",\"why\":[");
        const char *before = "\"";
        for (size_t i = 0; (reason = reading_reason_at(i)) != NULL; i++)
            if ((why & reason->bit) != 0) {
                text = text_string(text_string(text_string(text, before), reason->word), "\"");
                before = ",\"";
            }
        text = text_string(text, "]");
        evidence->length = (size_t)(text.at - evidence->text);
        evidence->confidence = confidence;
        evidence->why = why;
    }
    return text_block(line, evidence->text, evidence->length, sizeof evidence->text);
}

static struct text append_integer(struct text line, const struct json_batch *batch, size_t index,
                                  const uint8_t *id)
{
    if (batch->has_integers)
        return text_block(line, batch->integers + batch->integer_at[index],
                          (size_t)(batch->integer_at[index + 1] - batch->integer_at[index]),
                          DIGITS_BLOCK);
    line.at +=
        print_id(text_reserve(line, SORTID_MAX_TEXT_SIZE), batch->format, SORTID_ENCODING_INT, id);
    return text_string(line, "\"");
}

/* All members after the input that are the same for each reading of the ID. */
static struct text append_values(struct text line, struct json_batch *batch, size_t index,
                                 unsigned node_size)
{
    const sortid_format_info *info = batch->info;
    const uint8_t *id = batch->ids + index * info->size;
    const char *hex = batch->hex + index * 2 * info->size;
    line = text_string(line, "\",\"canonical\":\"");
    line = text_block(line, batch->canonical + index * info->text_length, info->text_length,
                      DIGITS_BLOCK);
    line = append_time(line, batch, id);
    line = append_fields(line, batch, id);
    if (node_size > 0)
        line = append_node(line, batch, id, node_size);
    line = append_fields_hex(line, batch, hex, id);
    line = text_block(text_string(line, ",\"hex\":\""), hex, 2 * info->size, DIGITS_BLOCK);
    line = text_string(line, "\",\"int\":\"");
    line = append_integer(line, batch, index, id);
    if (batch->uuid_length == 0)
        return line;
    line = text_string(line, ",\"uuid\":\"");
    line = text_block(line, batch->uuid + index * batch->uuid_length, batch->uuid_length,
                      DIGITS_BLOCK);
    return text_string(line, "\"");
}

/* By the bits of leniency. */
static const char *const lenient_members[] = {"", ",\"lenient\":[\"alias\"]",
                                              ",\"lenient\":[\"hyphen\"]",
                                              ",\"lenient\":[\"alias\",\"hyphen\"]"};
_Static_assert(SORTID_ULID_ALIAS == 1 && SORTID_ULID_HYPHEN == 2, "two bits of leniency");

/* What depends on the format only; kept while batches are of the same format. */
static void set_format(struct json_batch *batch, const sortid_format *format)
{
    batch->format = format;
    batch->info = info_of(format);
    batch->fields = field_of(format, 0);
    batch->time_length = 0;
    batch->evidence.length = 0;
    set_key(&batch->head, "{\"format\":\"", batch->info->name, "\",\"input\":\"");
    for (size_t i = 0; i < batch->info->field_count; i++) {
        const sortid_field_info *field = &batch->fields[i];
        bool is_slice = (field->first_bit | field->bits) % 4 == 0 && field->bits / 4 <= SLICE_BLOCK;
        set_key(&batch->keys[i], "\",\"", field->name, "\":\"");
        batch->slices[i] = (struct json_slice){.first = field->first_bit / 4,
                                               .length = is_slice ? field->bits / 4 : 0};
    }
}

/* Of 16 bytes many integers are printed faster than one. They vary in length. */
static void print_integers(struct json_batch *batch, size_t count)
{
    const char *at = batch->integers;
    batch->has_integers = count > 1 && batch->info->size == 16;
    if (!batch->has_integers)
        return;
    size_t length = print_ids(batch->integers, sizeof batch->integers, batch->format,
                              SORTID_ENCODING_INT, batch->ids, count, '"');
    const char *end = at + length;
    for (size_t i = 0; i < count; i++) {
        batch->integer_at[i] = (uint16_t)(at - batch->integers);
        const char *quote = memchr(at, '"', (size_t)(end - at));
        at = quote != NULL ? quote + 1 : end;
    }
    batch->integer_at[count] = (uint16_t)(at - batch->integers);
}

void json_prepare(struct json_batch *batch, const sortid_format *format, const sortid_way *way,
                  const uint8_t *ids, size_t count)
{
    const int no_separator = SORTID_NO_SEPARATOR;
    const size_t capacity = sizeof batch->canonical;
    if (batch->format != format)
        set_format(batch, format);
    if (batch->way.form != way->form)
        batch->evidence.length = 0;
    batch->way = *way;
    batch->ids = ids;
    print_ids(batch->canonical, capacity, format, SORTID_ENCODING_TEXT, ids, count, no_separator);
    print_ids(batch->hex, capacity, format, SORTID_ENCODING_HEX, ids, count, no_separator);
    batch->uuid_length =
        print_ids(batch->uuid, capacity, format, SORTID_ENCODING_UUID, ids, count, no_separator) /
        count;
    print_integers(batch, count);
}

/* Whether the input is as the format writes the ID: the batch has been printed as text. */
static bool is_canonical(const struct json_batch *batch, size_t index, const char *input,
                         size_t length)
{
    size_t size = batch->info->text_length;
    return length == size && memcmp(batch->canonical + index * size, input, size) == 0;
}

/* Of IDs that were read in one way, the time and the case decide how sure the reading is. */
static struct text append_judgement(struct text line, struct json_batch *batch, size_t index,
                                    bool canonical)
{
    uint32_t why, confidence;
    struct json_evidence *evidence = &batch->evidence;
    if (evidence->length > 0 && batch->judged_ms == batch->unix_ms &&
        batch->judged_canonical == canonical)
        return text_block(line, evidence->text, evidence->length, sizeof evidence->text);
    batch->judged_ms = batch->unix_ms;
    batch->judged_canonical = canonical;
    confidence =
        sortid_way_judge(&batch->way, &why, batch->ids + index * batch->info->size, canonical);
    return append_evidence(line, evidence, confidence, why);
}

size_t json_line(char out[JSON_READING_SIZE], struct json_batch *batch, size_t index,
                 const char *input, size_t length, unsigned node_size)
{
    struct text line = append_key(text_begin(out, JSON_READING_SIZE), &batch->head);
    line = text_bytes(line, input, length);
    line = append_values(line, batch, index, node_size);
    line = append_judgement(line, batch, index, is_canonical(batch, index, input, length));
    line = text_string(line, "}\n");
    return (size_t)(line.at - out);
}

static struct text append_other_fields(struct text line, const sortid_reading *reading)
{
    char text[SORTID_READING_TEXT_SIZE];
    const char *name;
    for (size_t i = 0; reading_print_field(reading, &name, text, i); i++)
        line = json_member(line, name, text);
    return line;
}

static struct text append_other(struct text line, const sortid_reading *reading, const char *input,
                                size_t length)
{
    static struct json_evidence evidence;
    char time[TIME_TEXT_SIZE], hex[2 * SORTID_MAX_SIZE + 1], text[SORTID_READING_TEXT_SIZE];
    size_t written;
    sortid_status status = sortid_reading_print(reading, text, sizeof text, &written);
    line = text_string(text_string(line, "{\"format\":\""), kind_info_of(reading->kind)->name);
    line = text_string(line, "\",\"input\":\"");
    line = text_string(json_escaped(line, input, length), "\"");
    line = json_member(line, "canonical", status == SORTID_OK ? text : "");
    if (reading->has_time != 0) {
        time_print_signed(time, reading->unix_ms);
        line = json_member(line, "timestampIso", time);
    }
    line = json_member(append_other_fields(line, reading), "hex", reading_hex(hex, reading));
    return append_evidence(line, &evidence, reading->confidence, reading->why);
}

/* A batch for one ID of a format. Readings of one text are often of the same formats as those of
 * the text before it, and what depends on the format only is kept. */
static struct json_batch *batch_of(const sortid_format *format)
{
    static struct json_batch batches[SINGLE_BATCHES];
    size_t i = 0;
    while (i < SINGLE_BATCHES - 1 && batches[i].format != NULL && batches[i].format != format)
        i++;
    return &batches[i];
}

static struct text append_format(struct text line, const sortid_reading *reading, const char *input,
                                 size_t length, unsigned node_size)
{
    struct json_batch *batch = batch_of(reading->format);
    const sortid_way way = {.kind = reading->kind, .form = reading->form};
    json_prepare(batch, reading->format, &way, reading->id, 1);
    line = append_key(line, &batch->head);
    line = json_escaped(line, input, length);
    line = append_values(line, batch, 0, node_size);
    return append_evidence(line, &batch->evidence, reading->confidence, reading->why);
}

size_t json_reading(char out[JSON_READING_SIZE], const sortid_reading *reading, const char *input,
                    size_t length, bool ambiguous, unsigned node_size)
{
    struct text line = text_begin(out, JSON_READING_SIZE);
    line = reading->format != NULL ? append_format(line, reading, input, length, node_size)
                                   : append_other(line, reading, input, length);
    line = text_string(line, lenient_members[reading->leniency & 3]);
    line = text_string(line, ambiguous ? ",\"ambiguous\":true}\n" : "}\n");
    return (size_t)(line.at - out);
}
