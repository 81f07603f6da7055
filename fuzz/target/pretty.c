/* SPDX-License-Identifier: MIT */
/* pretty.c: fuzz target: `sortid inspect` for people, in process: it describes each reading of a
 * line. Without colors the output is printable; with colors it has the same text, and every
 * color is switched off before its line ends. */
#include "../lines.h"

#include "cli/options/options.h"

/* Inspects the lines; returns the output as a block that the caller frees. */
static char *inspect(struct options *options, enum color color, struct fuzz_input input)
{
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    options->color = color;
    line_run(run_inspect, options, &stream, 0);
    struct in_memory_text output = in_memory_output();
    MUST(strlen(output.text) == output.size, "a NUL in the output");
    return fuzz_exact(output.text, output.size + 1);
}

/* Removes the colors, ESC [ ... m, from a text in place. */
static void strip_colors(char *text)
{
    char *to = text;
    bool is_colored = false;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at != 0x1b) {
            MUST(*at != '\n' || !is_colored, "a color at the end of a line");
            *to++ = *at;
            continue;
        }
        MUST(at[1] == '[', "an escape sequence other than a color");
        is_colored = strncmp(at, "\033[0m", 4) != 0 && strncmp(at, "\033[m", 3) != 0;
        at += 2 + strspn(at + 2, "0123456789;");
        MUST(*at == 'm', "an escape sequence other than a color");
    }
    *to = '\0';
}

/* The readings of all lines: those that get a page, and in *lines_too those that get a line. */
static size_t count_readings(size_t *lines_too, const judge_asked *asked, struct fuzz_input input)
{
    struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    struct lines lines = lines_of(&stream, 0);
    struct line line;
    judge_digits digits;
    size_t count = 0;
    while (lines_next(&line, &lines)) {
        judge_found readings[JUDGE_FOUND_MAX];
        size_t found =
            line.empty ? 0 : judge_readings(readings, &digits, asked, line.text, line.length);
        for (size_t i = 0; i < found; i++)
            if (i > 0 && readings[i].why == SORTID_WHY_LENGTH)
                ++*lines_too;
            else
                count++;
    }
    return count;
}

/* Printable lines; only a reading begins with two hyphens; other readings begin with "also". */
static void expect_cards(const char *text, size_t count, size_t lines)
{
    size_t found = 0, also = 0;
    for (const char *at = text; *at != '\0'; at++) {
        MUST((*at >= 0x20 && *at <= 0x7e) || *at == '\n', "an unprintable byte");
        bool is_start = at == text || at[-1] == '\n';
        found += is_start && strncmp(at, "-- ", 3) == 0;
        also += is_start && strncmp(at, "also ", 5) == 0;
    }
    MUST(found == count, "%zu readings, not %zu", found, count);
    MUST(also == lines, "%zu lines, not %zu", also, lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct command command = {.name = "inspect"};
    struct options options = {.command = &command};
    unsigned choice = fuzz_below(&input, 64), node_size = fuzz_below(&input, 24);
    bool is_lenient = fuzz_below(&input, 2) == 1;
    const judge_asked asked = line_inspect(&options, choice, is_lenient, node_size);
    size_t lines = 0;
    const struct in_memory_stream stream = {.bytes = (const char *)input.at, .size = input.left};
    if (!in_memory_is_plain(&stream))
        return 0;
    char *plain = inspect(&options, COLOR_NEVER, input);
    char *colored = inspect(&options, COLOR_ALWAYS, input);
    size_t cards = count_readings(&lines, &asked, input);
    expect_cards(plain, cards, lines);
    strip_colors(colored);
    MUST(strcmp(colored, plain) == 0, "colors change the text");
    free(plain);
    free(colored);
    return 0;
}
