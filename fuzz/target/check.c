/* SPDX-License-Identifier: MIT */
/* check.c: fuzz target: `sortid check` in process: the first bytes choose format, encoding,
 * order, print and where reads stop, the rest is standard input. Its figures must be those of
 * a plain count, its reports the places of what is wrong. */
#include "../figures.h"

#include "cli/options.h"
#include "cli/output.h"

static const char *const orders[] = {"strict", "time", "none"};

/* Counts all lines, and takes the reports of the bad ones. */
static void count_all(struct figures *figures, const struct line_reader *reader,
                      const struct in_memory_stream *stream)
{
    struct in_memory_text errors = in_memory_errors();
    size_t record_size = reader->encoding == SORTID_ENCODING_BIN ? reader->format->size : 0;
    struct lines lines = lines_of(stream, record_size);
    struct line line;
    for (; lines_next(&line, &lines); figures->lines++) {
        if (line.empty)
            continue;
        judgement read = line_read(reader, &line);
        if (read.status != SORTID_OK)
            figures->invalid++;
        if (read.status != SORTID_OK || !figures_add(figures, read.id))
            in_memory_report(&errors, "-", line.number,
                             read.status != SORTID_OK ? read.position : 0);
    }
    MUST(errors.size == 0, "more than the bad lines: %s", errors.text);
}

/* The table for people: lines of printable bytes, with these counts in it. */
static void expect_table(struct in_memory_text output, const struct figures *figures)
{
    char valid[80];
    struct in_memory_text line;
    bool has_valid = false;
    snprintf(valid, sizeof valid, "%-38s  %8s  %27llu", "valid IDs", "",
             (unsigned long long)figures->valid);
    while (in_memory_line(&line, &output)) {
        for (size_t i = 0; i < line.size; i++)
            MUST(line.text[i] >= 0x20 && line.text[i] <= 0x7e, "a byte for no terminal");
        has_valid =
            has_valid || (line.size == strlen(valid) && memcmp(line.text, valid, line.size) == 0);
    }
    MUST(has_valid, "no line \"%s\"", valid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct figures figures;
    char wanted[FIGURES_TEXT_SIZE];
    struct fuzz_input input = {data, size};
    struct command command = {.name = "check"};
    struct options options = {.command = &command, .argument_count = 1};
    struct line_reader reader = line_reader_of(&options.input, &input);
    char name[16];
    char *arguments[] = {name, NULL};
    unsigned order = fuzz_below(&input, 3);
    options.json = fuzz_below(&input, 4) > 0;
    uint32_t cuts = fuzz_byte(&input);
    snprintf(name, sizeof name, "%s", reader.format->name);
    options.arguments = arguments;
    options.order = (enum statistics_order)order;
    options.output = options_encoding_of(line_format(reader.format), 0);
    options.lenient = reader.lenient;
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    in_memory_begin(&stream, 1, cuts * 0x9e3779b9);
    run_check(&options);
    output_flush();
    in_memory_end();
    figures_init(&figures, reader.format, orders[order]);
    count_all(&figures, &reader, &stream);
    struct in_memory_text output = in_memory_output();
    if (!options.json) {
        expect_table(output, &figures);
        return 0;
    }
    figures_print(wanted, &figures);
    MUST(strcmp(output.text, wanted) == 0, "%s, not %s", output.text, wanted);
    return 0;
}
