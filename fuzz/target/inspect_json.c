/* SPDX-License-Identifier: MIT */
/* inspect_json.c: fuzz target: `sortid inspect --json` in process, with lines or arguments, and the
 * writer of its objects alone, which gets any bytes as the text of an ID. A JSON library must read
 * every line as UTF-8 and find the keys and values of the contract, in order. */
#include "../lines.h"

#include "cli/input/input.h"
#include "cli/options/options.h"
#include "cli/output/json.h"
#include "tests/json/contract.h"

#define MOST_ARGUMENTS 16

static void expect_object(const struct in_memory_text *line, const struct contract_reading *reading)
{
    char message[CONTRACT_MESSAGE];
    json_error_t error;
    json_t *object = contract_read(line->text, line->size, &error);
    MUST(object != NULL, "%s in %.*s", error.text, (int)line->size, line->text);
    json_t *wanted = contract_inspect(reading);
    MUST(contract_same(object, wanted, message), "%s in %.*s", message, (int)line->size,
         line->text);
    json_decref(object);
    json_decref(wanted);
}

/* Expects the output for one text, or its report; of a report only the position is expected. */
static void expect_text(struct in_memory_text *output, struct in_memory_text *errors,
                        unsigned node_size, const judge_asked *asked, const struct line *line,
                        const char *file)
{
    judge_found readings[JUDGE_FOUND_MAX];
    judge_digits digits;
    struct in_memory_text object;
    char place[60];
    size_t count = judge_readings(readings, &digits, asked, line->text, line->length);
    for (size_t i = 0; i < count; i++) {
        struct contract_reading reading = {.found = &readings[i],
                                           .input = line->text,
                                           .length = line->length,
                                           .digits = digits,
                                           .ambiguous = count > 1,
                                           .node_size = node_size};
        MUST(in_memory_line(&object, output), "no object for line %llu",
             (unsigned long long)line->number);
        expect_object(&object, &reading);
    }
    if (count > 0)
        return;
    int length =
        snprintf(place, sizeof place, "sortid: %s:%llu:", file, (unsigned long long)line->number);
    MUST(in_memory_line(&object, errors) && strncmp(object.text, place, (size_t)length) == 0,
         "no report of %s", place);
}

/* ---- Lines and arguments ---------------------------------------------------------------- */

static void inspect_lines(struct options *options, const judge_asked *asked,
                          struct fuzz_input input, uint32_t cuts)
{
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    struct line line;
    if (!in_memory_is_plain(&stream))
        return;
    line_run(run_inspect, options, &stream, cuts);
    struct in_memory_text output = in_memory_output(), errors = in_memory_errors();
    struct lines lines = lines_of(&stream, 0);
    while (lines_next(&line, &lines))
        if (!line.empty)
            expect_text(&output, &errors, options->node_size, asked, &line, "-");
    MUST(output.size == 0 && errors.size == 0, "too much output: %s%s", output.text, errors.text);
}

/* Whether an argument begins with a name of kinds: it is FORMAT. */
static bool is_format(const char *argument)
{
    char name[32];
    struct kinds kinds = {.count = 0};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument, ","), argument);
    return kinds_add(&kinds, name);
}

/* Splits the input at NULs into arguments. */
static size_t split(char *arguments[MOST_ARGUMENTS], char *text, size_t size)
{
    size_t count = 0;
    for (char *at = text; at < text + size && count < MOST_ARGUMENTS; at += strlen(at) + 1)
        if (strcmp(at, "-") != 0 && /* the command says more about it */
            !(count == 0 && is_format(at)) && strncmp(at, "\xef\xbb\xbf", 3) != 0)
            arguments[count++] = at;
    return count;
}

static void inspect_arguments(struct options options, const judge_asked *asked,
                              struct fuzz_input input)
{
    char *arguments[MOST_ARGUMENTS], *text = (char *)fuzz_room(input.left + 1);
    memcpy(text, input.at, input.left);
    text[input.left] = '\0';
    options.arguments = arguments;
    options.argument_count = split(arguments, text, input.left);
    if (options.argument_count == 0) { /* it would read standard input */
        free(text);
        return;
    }
    line_run(run_inspect, &options, NULL, 0);
    struct in_memory_text output = in_memory_output(), errors = in_memory_errors();
    for (size_t i = 0; i < options.argument_count; i++) {
        size_t length = strlen(arguments[i]);
        struct line line = {.text = arguments[i],
                            .length = length < INPUT_KEPT ? length : INPUT_KEPT,
                            .number = i + 1};
        expect_text(&output, &errors, options.node_size, asked, &line, "arg");
    }
    MUST(output.size == 0 && errors.size == 0, "too much output");
    free(text);
}

/* ---- The writer alone ---------------------------------------------------------------------- */

/* Today no ID has a byte that JSON escapes; the writer must handle such bytes anyway. */
static void write_object(unsigned node_size, struct fuzz_input input)
{
    char out[JSON_READING_SIZE];
    const support_format *format = &support_formats[fuzz_below(&input, SUPPORT_FORMATS)];
    judge_found found = {.kind = format->name, .format = format, .size = format->size};
    found.leniency = fuzz_below(&input, 4);
    bool is_ambiguous = fuzz_below(&input, 2) == 1;
    fuzz_bytes(found.id, format->size, &input);
    if (judge_parse(format, SORTID_ENCODING_BIN, (const char *)found.id, format->size).status !=
        SORTID_OK)
        support_set_fixed(found.id, format);
    if (judge_parse(format, SORTID_ENCODING_BIN, (const char *)found.id, format->size).status !=
        SORTID_OK)
        found.id[0] = 0;
    found.why = 1 + found.id[1] % 31;
    found.confidence = 1 + found.id[2] % 3;
    found.unix_ms = (int64_t)(support_unix_us(format, support_timestamp(format, found.id)) / 1000);
    size_t length = input.left < READING_TEXT_MAX ? input.left : READING_TEXT_MAX;
    char *text = fuzz_exact(input.at, length);
    sortid_reading reading = {.kind = sortid_kind_find(format->name),
                              .format = format->format(),
                              .confidence = found.confidence,
                              .why = found.why,
                              .leniency = found.leniency,
                              .size = (uint32_t)format->size};
    memcpy(reading.id, found.id, format->size);
    struct contract_reading wanted = {.found = &found,
                                      .input = text,
                                      .length = length,
                                      .digits = {text, length},
                                      .ambiguous = is_ambiguous,
                                      .node_size = node_size};
    size_t size = json_reading(out, &reading, text, length, is_ambiguous, node_size);
    MUST(size > 0 && size <= sizeof out && out[size - 1] == '\n', "%zu bytes", size);
    expect_object(&(struct in_memory_text){out, size - 1}, &wanted);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct command command = {.name = "inspect"};
    struct options options = {.command = &command, .json = true, .color = COLOR_NEVER};
    unsigned way = fuzz_below(&input, 4), choice = fuzz_below(&input, 64);
    bool is_lenient = fuzz_below(&input, 2) == 1;
    unsigned node_size = fuzz_below(&input, 24);
    const judge_asked asked = line_inspect(&options, choice, is_lenient, node_size);
    if (way == 3)
        write_object(node_size, input);
    else if (way == 2)
        inspect_arguments(options, &asked, input);
    else
        inspect_lines(&options, &asked, input, way * (1 + node_size) * 0x9e3779b9);
    return 0;
}
