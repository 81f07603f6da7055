/* SPDX-License-Identifier: MIT */
/* lines.c: see lines.h. It shares one number with the command: how many bytes of a long line are
 * kept. */
#include "lines.h"

#include "cli/input/input.h"
#include "cli/options/options.h"
#include "common/output.h"

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
    const char *newline = memchr(lines->at, lines->ends_with_nul ? '\0' : '\n', lines->left);
    if (newline == NULL) {
        if (lines->fails) // an unfinished line at an error is dropped
            return false;
        take(line, lines, lines->left, lines->left);
        return true;
    }
    size_t length = (size_t)(newline - lines->at);
    bool has_return = length > 0 && newline[-1] == '\r' && !lines->ends_with_nul;
    take(line, lines, length - has_return, length + 1);
    return true;
}

judgement line_read(const struct line_reader *reader, const struct line *line)
{
    return judge_named(reader->format, reader->encoding, reader->lenient, line->text, line->length);
}

judge_asked line_inspect(struct options *options, unsigned choice, bool is_lenient,
                         unsigned node_size)
{
    judge_asked asked = {.count = 0};
    for (size_t i = 0; i < choice && (i == 0 || asked.kinds[0] != NULL); i++)
        asked.kinds[0] = judge_kind_name(i);
    const char *kind = asked.kinds[0];
    asked.count = kind != NULL && option_take_kinds(options, kind);
    options->lenient = asked.lenient = is_lenient && (kind == NULL || strcmp(kind, "ulid") == 0);
    options->node_size = kind != NULL && strcmp(kind, "scru64") == 0 ? node_size : 0;
    options->input = options->output = encoding_at(0);
    return asked;
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
    reader.encoding = (*row)->name;
    if (strcmp(reader.encoding, "bin") == 0)
        reader.record_size = reader.format->size;
    reader.lenient = fuzz_below(input, 2) == 1 && reader.format == SUPPORT_ULID &&
                     strcmp(reader.encoding, "text") == 0;
    return reader;
}
