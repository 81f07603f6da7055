/* SPDX-License-Identifier: MIT */
/* lines.c: see lines.h. It shares one number with the command: how many bytes of a long line are
 * kept. */
#include "lines.h"

#include "cli/input/decode_next.h"
#include "common/output.h"
#include "tests/support/judge_kinds.h"

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

/* Hex digits alone, after 0x or \\x, or in X'...'. */
static judgement read_hex(const support_format *format, const struct line *line)
{
    static const char *const marks[] = {"0x", "0X", "\\x", "\\\\x"};
    size_t before = 0, digits = 2 * format->size;
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (line->length == strlen(marks[i]) + digits &&
            strncmp(line->text, marks[i], strlen(marks[i])) == 0)
            before = strlen(marks[i]);
    if (line->length == digits + 3 && (*line->text | 0x20) == 'x' && line->text[1] == '\'' &&
        line->text[digits + 2] == '\'')
        before = 2;
    judgement read = judge_parse(format, SORTID_ENCODING_HEX, line->text + before,
                                 before > 0 ? digits : line->length);
    read.position += before;
    return read;
}

/* A UUID, also in braces or after urn:uuid:. */
static judgement read_uuid(const support_format *format, const struct line *line)
{
    size_t before = 0, digits = 36;
    bool has_urn = line->length == digits + 9 && (memcmp(line->text, "urn:uuid:", 9) == 0 ||
                                                  memcmp(line->text, "URN:UUID:", 9) == 0);
    if (line->length == digits + 2 && *line->text == '{' && line->text[digits + 1] == '}')
        before = 1;
    else if (has_urn)
        before = 9;
    judgement read = judge_parse(format, SORTID_ENCODING_UUID, line->text + before,
                                 before > 0 ? digits : line->length);
    read.position += before;
    return read;
}

judgement line_read(const struct line_reader *reader, const struct line *line)
{
    if (reader->is_typeid)
        return read_typeid(line);
    if (reader->lenient)
        return judge_lenient(line->text, line->length);
    if (reader->or_hex && line->length == 2 * reader->format->size)
        return judge_parse(reader->format, SORTID_ENCODING_HEX, line->text, line->length);
    if (reader->encoding == SORTID_ENCODING_HEX)
        return read_hex(reader->format, line);
    if (reader->encoding == SORTID_ENCODING_UUID)
        return read_uuid(reader->format, line);
    return judge_parse(reader->format, reader->encoding, line->text, line->length);
}

static const char *choose_kind(struct options *options, unsigned choice)
{
    const char *name = NULL;
    for (size_t i = 0; i < choice; i++)
        if ((name = judge_kind_name(i)) == NULL)
            return NULL;
    if (name == NULL)
        return NULL;
    options->kind = sortid_kind_find(name);
    options->format = sortid_format_find(name);
    return name;
}

const char *line_inspect(struct options *options, unsigned choice, bool is_lenient,
                         unsigned node_size)
{
    const char *kind = choose_kind(options, choice);
    options->lenient = is_lenient && (kind == NULL || strcmp(kind, "ulid") == 0);
    options->node_size = kind != NULL && strcmp(kind, "scru64") == 0 ? node_size : 0;
    options->input = options->output = encoding_of(sortid_format_at(0), 0);
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
    size_t count = 0;
    while (encoding_of(reader.format->format(), count) != NULL)
        count++;
    *row = encoding_of(reader.format->format(), fuzz_below(input, (unsigned)count));
    reader.encoding = (*row)->encoding;
    reader.is_typeid = (*row)->is_typeid;
    reader.or_hex = reader.format == SUPPORT_SCRU160 && strcmp((*row)->name, "text") == 0;
    reader.lenient = fuzz_below(input, 2) == 1 && reader.format == SUPPORT_ULID &&
                     reader.encoding == SORTID_ENCODING_TEXT;
    return reader;
}
