/* SPDX-License-Identifier: MIT */
/* check.c: fuzz target: `sortid check` in process: the first bytes choose format, encoding, order,
 * print and where reads stop; the rest is standard input. Its figures must be those of a simple
 * count, its reports must have the positions of the errors. */
#include "../lines.h"

#include "cli/options/options.h"
#include "tests/support/figures.h"

static const char *const orders[] = {"strict", "time", "none"};

/* The report after the bad lines. For IDs of another format only its beginning is expected here,
 * and only in a stream whose bad lines are all invalid. */
static void expect_summary(struct in_memory_text *errors, const struct figures *figures,
                           uint64_t bad, uint64_t max_errors)
{
    static const char all[] = "sortid: check: all ", one[] = "sortid: check: the bad line is a ",
                      none[] = "sortid: check: no valid ID",
                      inside[] = "sortid: check: the lines contain ",
                      nul[] = "sortid: check: the lines have NUL bytes: ";
    struct in_memory_text line;
    char text[100];
    uint64_t rest = bad > max_errors ? bad - max_errors : 0;
    snprintf(text, sizeof text,
             "sortid: check: %llu more bad line%s; --max-errors all reports each",
             (unsigned long long)rest, rest == 1 ? "" : "s");
    if (rest > 0)
        in_memory_expect(errors, text, strlen(text));
    if (strncmp(errors->text, all, sizeof all - 1) == 0 ||
        strncmp(errors->text, one, sizeof one - 1) == 0) {
        MUST(bad == figures->invalid && bad > 0, "%s: not all are invalid", errors->text);
        in_memory_line(&line, errors);
    }
    if (strncmp(errors->text, inside, sizeof inside - 1) == 0 ||
        strncmp(errors->text, nul, sizeof nul - 1) == 0)
        in_memory_line(&line, errors);
    if (figures->valid == 0)
        in_memory_expect(errors, none, sizeof none - 1);
    MUST(errors->size == 0, "too many reports: %s", errors->text);
}

/* The places of the first reported bad lines, for the array `faults`. */
#define MOST_FAULTS 20
struct faults {
    struct {
        uint64_t line;
        size_t position;
    } rows[MOST_FAULTS];
    size_t count;
};

/* What follows a part of a text; NULL if the text does not have it. */
static const char *after(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    return at != NULL ? at + strlen(part) : NULL;
}

/* Expects the figures, and in the array `faults` a place for each fault. What else a fault tells is
 * not compared: the tests of JSON do that. */
static void expect_json(const char *output, const struct figures *figures,
                        const struct faults *faults)
{
    char wanted[FIGURES_TEXT_SIZE];
    figures_print(wanted, figures);
    size_t length = strlen(wanted) - 2; /* without the brace and the newline */
    MUST(strncmp(output, wanted, length) == 0, "%s, not %s", output, wanted);
    const char *at = output + length;
    MUST(strncmp(at, ",\"faults\":[", 11) == 0, "no faults after the figures: %s", at);
    for (size_t i = 0; i < faults->count; i++) {
        snprintf(wanted, sizeof wanted, "{\"file\":\"-\",\"line\":%llu,\"column\":%zu,\"fault\":\"",
                 (unsigned long long)faults->rows[i].line, faults->rows[i].position + 1);
        at = after(at, wanted);
        MUST(at != NULL, "%s, without %s", output, wanted);
    }
    MUST(strstr(at, "{\"file\":") == NULL, "more than %zu faults: %s", faults->count, output);
    MUST(strcmp(output + strlen(output) - 3, "]}\n") == 0, "another end: %s", output);
}

/* Counts all lines, and takes the reports of the bad ones. */
static void count_all(struct figures *figures, struct faults *faults,
                      const struct line_reader *reader, const struct in_memory_stream *stream,
                      uint64_t max_errors)
{
    struct in_memory_text errors = in_memory_errors();
    struct lines lines = lines_of(stream, reader->record_size);
    struct line line;
    uint64_t bad = 0;
    for (; lines_next(&line, &lines); figures->lines++) {
        if (line.empty)
            continue;
        judgement read = line_read(reader, &line);
        if (read.status != SORTID_OK)
            figures->invalid++;
        bool is_bad = read.status != SORTID_OK || !figures_add(figures, read.id);
        bad += is_bad;
        if (!is_bad || bad > max_errors)
            continue;
        size_t position = read.status != SORTID_OK ? read.position : 0;
        position = in_memory_report(&errors, "-", line.number, position);
        if (faults->count < MOST_FAULTS) {
            faults->rows[faults->count].line = line.number;
            faults->rows[faults->count++].position = position;
        }
    }
    expect_summary(&errors, figures, bad, max_errors);
}

/* The table for people: lines of printable bytes with these counts; no table without lines. */
static void expect_table(struct in_memory_text output, const struct figures *figures)
{
    MUST(figures->lines > 0 || output.size == 0, "a table without lines: %s", output.text);
    if (figures->lines == 0)
        return;
    char valid[80];
    struct in_memory_text line;
    bool has_valid = false;
    snprintf(valid, sizeof valid, "%-30s %llu", "valid IDs", (unsigned long long)figures->valid);
    while (in_memory_line(&line, &output)) {
        for (size_t i = 0; i < line.size; i++)
            MUST(line.text[i] >= 0x20 && line.text[i] <= 0x7e, "an unprintable byte");
        has_valid =
            has_valid || (line.size == strlen(valid) && memcmp(line.text, valid, line.size) == 0);
    }
    MUST(has_valid, "no line \"%s\"", valid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct figures figures;
    struct faults faults = {.count = 0};
    struct fuzz_input input = {data, size};
    struct command command = {.name = "check"};
    struct options options = {.command = &command, .argument_count = 1};
    struct line_reader reader = line_reader_of(&options.input, &input);
    char name[16];
    char *arguments[] = {name, NULL};
    unsigned order = fuzz_below(&input, 3);
    options.json = fuzz_below(&input, 4) > 0;
    uint32_t cuts = fuzz_byte(&input);
    options.max_errors = cuts % 4 == 3 ? 2 : UINT64_MAX;
    snprintf(name, sizeof name, "%s", reader.format->name);
    options.arguments = arguments;
    options.order = order;
    options.output = encoding_at(0);
    options.lenient = reader.lenient;
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    if (reader.record_size == 0 && !in_memory_is_plain(&stream))
        return 0;
    line_run(run_check, &options, &stream, cuts * 0x9e3779b9);
    figures_init(&figures, reader.format, orders[order]);
    count_all(&figures, &faults, &reader, &stream, options.max_errors);
    struct in_memory_text output = in_memory_output();
    if (options.json)
        expect_json(output.text, &figures, &faults);
    else
        expect_table(output, &figures);
    return 0;
}
