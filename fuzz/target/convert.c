/* SPDX-License-Identifier: MIT */
/* convert.c: fuzz target: `sortid convert` in process: the first bytes choose format, encodings,
 * flags and where reads and writes stop; the rest is standard input. Its output must be the valid
 * lines as the judge writes them, its reports must have the positions of the invalid ones. Without
 * -f, or with that of another kind, only the lines of the reports are expected. */
#include "../lines.h"

#include "cli/options/options.h"

enum { HAS_PREFIX = 1, NUL_ENDS = 2, IS_FREE = 4, HAS_KIND = 8 };

/* What the options mean. */
struct question {
    struct line_reader reader;
    judge_asked asked; /* if it is free */
    bool is_free;
    const char *to, *prefix;
};

/* Writes an ID. The text of a kind without a sure shape is known by its digits alone. */
static size_t write_found(char text[JUDGE_WRITTEN], const struct question *question,
                          const judge_found *found, const judge_digits *digits)
{
    size_t length = judge_write(text, found, question->to, question->prefix);
    if (length > 0 || strcmp(question->to, "text") != 0)
        return length;
    return (size_t)sprintf(text, "%s%s%.*s", question->prefix != NULL ? question->prefix : "",
                           question->prefix != NULL ? "_" : "", (int)digits->length, digits->text);
}

/* Removes the expected text of an ID from the front of the output. */
static void expect_written(struct in_memory_text *output, const struct question *question,
                           const judge_found *found, const judge_digits *digits)
{
    char text[JUDGE_WRITTEN + 1];
    size_t length = write_found(text, question, found, digits);
    if (strcmp(question->to, "bin") != 0)
        text[length++] = '\n';
    MUST(output->size >= length && memcmp(output->text, text, length) == 0, "%.*s is not %.*s",
         (int)output->size, output->text, (int)length, text);
    output->text += length;
    output->size -= length;
}

/* Takes the kinds of the first ID; false: those that are as likely are written in another way. */
static bool take_kinds(struct question *question, const judge_found *all, size_t count,
                       const judge_digits *digits)
{
    judge_asked *asked = &question->asked;
    char first[JUDGE_WRITTEN], other[JUDGE_WRITTEN];
    const char *name;
    size_t likely = 1, length = write_found(first, question, all, digits);
    bool is_uuid = strncmp(all->kind, "uuid", 4) == 0;
    for (; likely < count && all[likely].confidence == all->confidence; likely++)
        if (write_found(other, question, &all[likely], digits) != length ||
            memcmp(first, other, length) != 0)
            return false;
    for (size_t i = 0; is_uuid && (name = judge_kind_name(i)) != NULL; i++)
        if (strncmp(name, "uuid", 4) == 0)
            asked->kinds[asked->count++] = name;
    for (size_t i = is_uuid; i < likely; i++)
        asked->kinds[asked->count++] = all[i].kind;
    return true;
}

/* Whether a line is written. */
static bool expect_free(struct in_memory_text *output, struct question *question,
                        const struct line *line)
{
    judge_found all[JUDGE_FOUND_MAX];
    judge_digits digits;
    char text[JUDGE_WRITTEN];
    size_t count = line->total > line->length
                       ? 0
                       : judge_readings(all, &digits, &question->asked, line->text, line->length);
    if (count == 0 || (question->asked.count == 0 && !take_kinds(question, all, count, &digits)) ||
        write_found(text, question, all, &digits) == 0)
        return false;
    expect_written(output, question, all, &digits);
    return true;
}

static void expect_report(struct in_memory_text *errors, const struct line *line)
{
    struct in_memory_text report;
    char place[60];
    snprintf(place, sizeof place, "sortid: -:%llu:", (unsigned long long)line->number);
    MUST(in_memory_line(&report, errors) && strncmp(report.text, place, strlen(place)) == 0,
         "no report of %s", place);
}

static void expect_all(struct question *question, struct lines lines)
{
    const support_format *format = question->reader.format;
    struct in_memory_text output = in_memory_output(), errors = in_memory_errors();
    struct line line;
    while (lines_next(&line, &lines)) {
        if (line.empty)
            continue;
        if (question->is_free) {
            if (!expect_free(&output, question, &line))
                expect_report(&errors, &line);
            continue;
        }
        judgement read = line_read(&question->reader, &line);
        judge_found found = {.kind = format->name, .format = format, .size = format->size};
        memcpy(found.id, read.id, sizeof read.id);
        if (read.status == SORTID_OK)
            expect_written(&output, question, &found, &(judge_digits){line.text, line.length});
        else
            in_memory_report(&errors, "-", line.number, read.position);
    }
    MUST(output.size == 0, "output after the IDs: %s", output.text);
    MUST(errors.size == 0, "too many reports: %s", errors.text);
}

/* Asks for no kind, or for one that is not a format and perhaps an encoding of it. */
static void ask_freely(struct question *question, struct options *options, unsigned choice,
                       bool has_kind, bool has_input)
{
    static const char *const kinds[] = {"uuid-v4",  "uuid-v1", "uuid-v6",           "typeid",
                                        "objectid", "xid",     "snowflake-twitter", "cuid"};
    question->is_free = true;
    options->input = encoding_at(0);
    if (!has_kind)
        return;
    question->asked = (judge_asked){.kinds = {kinds[choice % 8]}, .count = 1};
    option_take_kinds(options, kinds[choice % 8]);
    const struct encoding_name *input = encoding_of(options->kind, choice / 8);
    options->has_input = has_input && input != NULL && choice % 8 < 7 && input->encoding != 4;
    if (options->has_input)
        question->asked.encoding = (options->input = input)->name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char prefix[] = "a.B-3";
    struct fuzz_input input = {data, size};
    struct command command = {.name = "convert"};
    struct options options = {.command = &command};
    const unsigned choice = size > 0 ? *data : 0, is_odd = size > 2 && data[2] % 2 == 1;
    struct question question = {.reader = line_reader_of(&options.input, &input)};
    const unsigned to = fuzz_byte(&input), flags = to / 16;
    uint32_t cuts = fuzz_byte(&input);
    if ((flags & IS_FREE) != 0)
        ask_freely(&question, &options, choice, (flags & HAS_KIND) != 0, is_odd);
    else
        option_take_kinds(&options, question.reader.format->name);
    size_t record_size = question.is_free ? 0 : question.reader.record_size;
    options.output = encoding_at(0);
    const struct encoding_name *row =
        encoding_of(options.kind != NULL ? options.kind : sortid_kind_find("uuidv7"), to % 16);
    if (row != NULL)
        options.output = row;
    question.to = options.output->name;
    options.lenient = !question.is_free && question.reader.lenient;
    options.nul_ends = (flags & NUL_ENDS) != 0 && record_size == 0;
    if ((flags & HAS_PREFIX) != 0 && strcmp(question.to, "bin") != 0 &&
        strcmp(question.to, "typeid") != 0)
        question.prefix = options.prefix = prefix;
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    if (record_size == 0 && !in_memory_is_plain(&stream))
        return 0;
    line_run(run_convert, &options, &stream, cuts * 0x9e3779b9);
    struct lines lines = lines_of(&stream, record_size);
    lines.ends_with_nul = options.nul_ends;
    expect_all(&question, lines);
    return 0;
}
