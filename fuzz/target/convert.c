/* SPDX-License-Identifier: MIT */
/* convert.c: fuzz target: `sortid convert` in process: the first bytes choose format, encodings and
 * where reads and writes stop; the rest is standard input. Its output must be the valid lines as
 * the oracle writes them, its reports must have the positions of the invalid ones. */
#include "../lines.h"

#include "cli/options/options.h"

/* Removes the expected text of an ID from the front of the output. */
static void expect_written(struct in_memory_text *output, const support_format *format,
                           const struct encoding_name *to, const judgement *read, uint64_t number)
{
    char text[LINE_WRITTEN];
    size_t length = line_write(text, format, to, read->id);
    if (to->encoding != SORTID_ENCODING_BIN)
        text[length++] = '\n';
    MUST(output->size >= length && memcmp(output->text, text, length) == 0, "line %llu is not %s",
         (unsigned long long)number, text);
    output->text += length;
    output->size -= length;
}

static void expect_all(const struct line_reader *reader, const struct encoding_name *to,
                       const struct in_memory_stream *stream)
{
    struct in_memory_text output = in_memory_output(), errors = in_memory_errors();
    size_t record_size = reader->encoding == SORTID_ENCODING_BIN ? reader->format->size : 0;
    struct lines lines = lines_of(stream, record_size);
    struct line line;
    while (lines_next(&line, &lines)) {
        if (line.empty)
            continue;
        judgement read = line_read(reader, &line);
        if (read.status == SORTID_OK)
            expect_written(&output, reader->format, to, &read, line.number);
        else
            in_memory_report(&errors, "-", line.number, read.position);
    }
    MUST(output.size == 0, "output after the IDs");
    MUST(errors.size == 0, "too many reports: %s", errors.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct command command = {.name = "convert"};
    struct options options = {.command = &command};
    struct line_reader reader = line_reader_of(&options.input, &input);
    size_t to = fuzz_below(&input, 16);
    uint32_t cuts = fuzz_byte(&input);
    option_take_kinds(&options, reader.format->name);
    options.output = encoding_of(options.kind, to);
    if (options.output == NULL)
        options.output = encoding_at(0);
    options.lenient = reader.lenient;
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    if (reader.encoding != SORTID_ENCODING_BIN && !in_memory_is_plain(&stream))
        return 0;
    line_run(run_convert, &options, &stream, cuts * 0x9e3779b9);
    expect_all(&reader, options.output, &stream);
    return 0;
}
