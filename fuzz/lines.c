/* SPDX-License-Identifier: MIT */
/* lines.c: see lines.h. It shares one number with the command: how many bytes of a long line are
 * kept. */
#include "lines.h"

#include "cli/input/input.h"
#include "cli/options/options.h"
#include "common/output.h"
#include "tests/support/judge_kinds.h"
#include "tests/support/oracle.h"

#include <ctype.h>
#include <strings.h>

struct lines lines_of(const struct in_memory_stream *stream, size_t record_size)
{
    return (struct lines){.at = stream->bytes,
                          .left = stream->size,
                          .record_size = record_size,
                          .fails = stream->fails};
}

/* Takes `taken` bytes, of which the line has `total`. */
static void take(struct line *line, struct lines *lines, size_t total, size_t taken)
{
    lines->number++;
    *line = (struct line){.text = lines->at,
                          .length = total < INPUT_KEPT ? total : INPUT_KEPT,
                          .total = total,
                          .number = lines->number,
                          .empty = lines->record_size == 0 && total == 0};
    lines->at += taken;
    lines->left -= taken;
}

static bool next_record(struct line *line, struct lines *lines)
{
    size_t size = lines->record_size;
    if (lines->left < size && lines->fails)
        return false;
    size = lines->left < size ? lines->left : size;
    take(line, lines, size, size);
    return true;
}

bool lines_next(struct line *line, struct lines *lines)
{
    if (lines->left == 0)
        return false;
    if (lines->record_size > 0)
        return next_record(line, lines);
    const char *newline = memchr(lines->at, '\n', lines->left);
    if (newline == NULL) {
        if (lines->fails) // an unfinished line at an error is dropped
            return false;
        take(line, lines, lines->left, lines->left);
        return true;
    }
    size_t length = (size_t)(newline - lines->at);
    bool has_return = length > 0 && newline[-1] == '\r';
    take(line, lines, length - has_return, length + 1);
    return true;
}

/* A UUIDv7 in a TypeID: 26 digits of 5 bits, the first two of them spare. */
static judgement read_typeid(const struct line *line)
{
    size_t prefix, byte;
    judgement read = judge_typeid(&prefix, line->text, line->length);
    if (read.status != SORTID_OK)
        return read;
    sortid_status status = support_check(SUPPORT_UUIDV7, read.id, &byte);
    if (status == SORTID_OK)
        return read;
    return (judgement){.status = status, .position = line->length - 26 + (8 * byte + 2) / 5};
}

/* Digits alone, or with marks around them; letters of marks have any case. */
static judgement read_marked(const support_format *format, sortid_encoding encoding,
                             const struct line *line)
{
    static const char *const marks[][2] = {{"0x", ""}, {"\\x", ""}, {"\\\\x", ""}, {"x'", "'"}};
    static const char *const uuid_marks[][2] = {{"urn:uuid:", ""}, {"{", "}"}};
    const bool is_uuid = encoding == SORTID_ENCODING_UUID;
    const size_t count = is_uuid ? COUNT_OF(uuid_marks) : COUNT_OF(marks);
    const size_t digits = is_uuid ? 36 : 2 * format->size;
    size_t before = 0;
    for (size_t i = 0; i < count; i++) {
        const char *const *mark = is_uuid ? uuid_marks[i] : marks[i];
        size_t length = strlen(mark[0]);
        if (line->length == length + digits + strlen(mark[1]) &&
            strncasecmp(line->text, mark[0], length) == 0 &&
            memcmp(line->text + length + digits, mark[1], strlen(mark[1])) == 0)
            before = length;
    }
    judgement read =
        judge_parse(format, encoding, line->text + before, before > 0 ? digits : line->length);
    read.position += before;
    return read;
}

static void swap(uint8_t *bytes, size_t first, size_t last)
{
    for (; first < last; first++, last--) {
        uint8_t byte = bytes[first];
        bytes[first] = bytes[last];
        bytes[last] = byte;
    }
}

/* Reverses the number, and the two halves of the next, in front of a GUID of .NET. */
static void swap_guid(uint8_t id[SUPPORT_MAX_SIZE])
{
    swap(id, 0, 3);
    swap(id, 4, 5);
    swap(id, 6, 7);
}

#define BASE64        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define BASE64_DIGITS 22

/* 128 bits in digits of 6, and 4 bits that are 0. */
static judgement read_base64(const struct line *line)
{
    judgement read = {.status = SORTID_BAD_DIGIT};
    const size_t length = line->length;
    uint8_t bits[17] = {0};
    if (length != BASE64_DIGITS &&
        !(length == BASE64_DIGITS + 2 && memcmp(line->text + BASE64_DIGITS, "==", 2) == 0)) {
        read.position = length < BASE64_DIGITS ? length : BASE64_DIGITS;
        return read;
    }
    for (; read.position < BASE64_DIGITS; read.position++) {
        int digit = oracle_digit(BASE64 "+/", line->text[read.position]);
        if (digit < 0)
            digit = oracle_digit(BASE64 "-_", line->text[read.position]);
        if (digit < 0 || (read.position == BASE64_DIGITS - 1 && digit % 16 != 0))
            return read;
        oracle_set_bits(bits, 6 * read.position, 6, (uint64_t)digit);
    }
    read.status = SORTID_OK;
    memcpy(read.id, bits, 16);
    return read;
}

/* 128 bits that may be an ID of the format. */
static judgement read_bits(const struct line_reader *reader, const struct line *line)
{
    size_t byte;
    judgement read = strcmp(reader->name, "base64url") == 0 ? read_base64(line)
                     : line->length == 36
                         ? judge_parse(SUPPORT_ULID, SORTID_ENCODING_UUID, line->text, 36)
                         : read_marked(SUPPORT_ULID, SORTID_ENCODING_HEX, line);
    if (read.status != SORTID_OK)
        return read;
    if (strcmp(reader->name, "guid") == 0)
        swap_guid(read.id);
    read.position = 0;
    read.status = support_check(reader->format, read.id, &byte);
    return read;
}

static judgement read_whole(const struct line_reader *reader, const struct line *line)
{
    const support_format *format = reader->format;
    if (strcmp(reader->name, "typeid") == 0)
        return read_typeid(line);
    if (strcmp(reader->name, "guid") == 0 || strcmp(reader->name, "base64url") == 0)
        return read_bits(reader, line);
    if (reader->lenient)
        return judge_lenient(line->text, line->length);
    if (format == SUPPORT_SCRU160 && strcmp(reader->name, "text") == 0 &&
        line->length == 2 * format->size)
        return judge_parse(format, SORTID_ENCODING_HEX, line->text, line->length);
    if (reader->encoding == SORTID_ENCODING_HEX || reader->encoding == SORTID_ENCODING_UUID)
        return read_marked(format, reader->encoding, line);
    return judge_parse(format, reader->encoding, line->text, line->length);
}

size_t line_prefix(const char *text, size_t length)
{
    size_t end = length;
    while (end > 0 && text[end - 1] != '_')
        end--;
    if (end < 2 || end > 64 || !isalpha((unsigned char)*text) ||
        !isalnum((unsigned char)text[end - 2]))
        return 0;
    for (size_t i = 0; i < end; i++)
        if (!isalnum((unsigned char)text[i]) && (text[i] == '\0' || strchr("_-.", text[i]) == NULL))
            return 0;
    return end;
}

judgement line_read(const struct line_reader *reader, const struct line *line)
{
    judgement read = read_whole(reader, line);
    const size_t prefix = line_prefix(line->text, line->length);
    if (read.status == SORTID_OK || prefix == 0 || reader->encoding == SORTID_ENCODING_BIN)
        return read;
    const struct line rest = {.text = line->text + prefix, .length = line->length - prefix};
    const judgement behind = read_whole(reader, &rest);
    return behind.status == SORTID_OK ? behind : read;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static size_t write_base64(char *text, const uint8_t *id)
{
    uint8_t bits[17] = {0};
    memcpy(bits, id, 16);
    for (size_t i = 0; i < BASE64_DIGITS; i++)
        text[i] = (BASE64 "-_")[oracle_bits(bits, 6 * i, 6)];
    return BASE64_DIGITS;
}

size_t line_write(char text[LINE_WRITTEN], const support_format *format,
                  const struct encoding_name *row, const uint8_t *id)
{
    static const char *const marks[][3] = {{"0x", "0x", ""},
                                           {"bytea", "\\x", ""},
                                           {"blob", "X'", "'"},
                                           {"braces", "{", "}"},
                                           {"urn", "urn:uuid:", ""}};
    char digits[SUPPORT_MAX_TEXT];
    uint8_t swapped[SUPPORT_MAX_SIZE];
    size_t length = judge_print(digits, format, row->encoding, id);
    if (row->encoding == SORTID_ENCODING_BIN) {
        memcpy(text, digits, length);
        return length;
    }
    if (strcmp(row->name, "lower") == 0)
        oracle_lower(digits);
    if (strcmp(row->name, "base64url") == 0)
        length = write_base64(text, id);
    else if (strcmp(row->name, "typeid") == 0)
        oracle_print(digits, length = 26, "0123456789abcdefghjkmnpqrstvwxyz", id, format->size);
    memcpy(swapped, id, sizeof swapped);
    swap_guid(swapped);
    if (strcmp(row->name, "guid") == 0)
        length = judge_print(digits, SUPPORT_ULID, SORTID_ENCODING_HEX, swapped);
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (strcmp(row->name, marks[i][0]) == 0)
            return (size_t)sprintf(text, "%s%s%s", marks[i][1], digits, marks[i][2]);
    if (strcmp(row->name, "base64url") != 0)
        memcpy(text, digits, length + 1);
    return length;
}

/* ---- Options --------------------------------------------------------------------------------- */

static const char *choose_kind(struct options *options, unsigned choice)
{
    const char *name = NULL;
    for (size_t i = 0; i < choice; i++)
        if ((name = judge_kind_name(i)) == NULL)
            return NULL;
    if (name == NULL)
        return NULL;
    option_take_kinds(options, name);
    return name;
}

const char *line_inspect(struct options *options, unsigned choice, bool is_lenient,
                         unsigned node_size)
{
    const char *kind = choose_kind(options, choice);
    options->lenient = is_lenient && (kind == NULL || strcmp(kind, "ulid") == 0);
    options->node_size = kind != NULL && strcmp(kind, "scru64") == 0 ? node_size : 0;
    options->input = options->output = encoding_at(0);
    return kind;
}

void line_run(void run(struct options *options), struct options *options,
              const struct in_memory_stream *stream, uint32_t cuts)
{
    in_memory_begin(stream, stream != NULL ? 1 : 0, cuts);
    run(options);
    output_flush();
    in_memory_end();
}

struct line_reader line_reader_of(const struct encoding_name **row, struct fuzz_input *input)
{
    struct line_reader reader = {.format = &support_formats[fuzz_below(input, SUPPORT_FORMATS)]};
    const sortid_kind *kind = kind_of_format(reader.format->format());
    size_t count = 0;
    while (encoding_of(kind, count) != NULL)
        count++;
    *row = encoding_of(kind, fuzz_below(input, (unsigned)count));
    reader.encoding = (*row)->encoding;
    reader.name = (*row)->name;
    reader.lenient = fuzz_below(input, 2) == 1 && reader.format == SUPPORT_ULID &&
                     strcmp(reader.name, "text") == 0;
    return reader;
}
