/* SPDX-License-Identifier: MIT */
/* slips.c: arguments that are right, but in another place or without their option. It asks the
 * system whether there is a file of a name, and reads no file. */
#include "times.h"
#include "../ids/format_info.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/system.h"
#include "../../common/text.h"
#include "../../common/time_parse.h"

#include <string.h>

#define ADVICE_SIZE 600

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* ---- Words without their option -------------------------------------------------------------- */

/* Refuses a value that is given without its option. */
_Noreturn static void refuse_bare(const char *command, const char *what, const char *word,
                                  const char *option, const char *value)
{
    struct quote quote, shown;
    report_usage(command, "%s %s: did you mean %s %s?", what, quote_string(&quote, word), option,
                 shell_word(&shown, value, "TIME"));
}

/* A minus and a digit. */
_Noreturn static void refuse_negative(const struct program *program, const struct command *command,
                                      const char *word)
{
    static const char what[] = "unknown option";
    struct quote quote;
    uint64_t ms;
    bool is_span = time_parse_span(&ms, word + 1);
    if (is_number(word + 1) && option_find(program, command->bit, "-n") != NULL)
        refuse_bare(command->name, what, word, "-n", word + 1);
    if (is_span && option_find(program, command->bit, "--since") != NULL)
        refuse_bare(command->name, what, word, "--since", word);
    if (is_span && option_find(program, command->bit, "--at") != NULL)
        refuse_bare(command->name, what, word, "--at", word);
    report_usage(command->name, "%s %s", what, quote_string(&quote, word));
}

static bool begins(const char *word, const char *beginning)
{
    return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* -f, -fulid, --format or --format=ulid, but not -field, which is a slip of --field. */
static bool is_format_option(const char *word)
{
    return strcmp(word, "-f") == 0 || begins(word, "--format") ||
           (begins(word, "-f") && format_name(word + 2) != NULL);
}

void options_explain_unknown(const struct program *program, const struct command *command,
                             const char *word)
{
    const char *name = command->name;
    const char letter[] = {'-', word[1], '\0'};
    struct quote quote;
    quote_string(&quote, word);
    if (word[1] >= '0' && word[1] <= '9' && option_find(program, command->bit, letter) == NULL)
        refuse_negative(program, command, word);
    if (option_find(program, command->bit, "-f") == NULL && strcmp(name, "formats") != 0 &&
        is_format_option(word))
        report_usage(name, "unknown option %s: FORMAT is an argument, as in 'sortid %s ulid%s'",
                     quote.text, name, command->takes_times ? " -1h" : "");
    if (command->takes_times && (begins(word, "--since") || begins(word, "--until")))
        report_usage(name,
                     "unknown option %s: SINCE and UNTIL are arguments, as in 'sortid %s ulid -1h "
                     "now'",
                     quote.text, name);
}

/* A number of 4 digits may be a year. */
static void refuse_count_or_time(const struct options *options, const char *what, const char *text)
{
    if (is_number(text) && strlen(text) < 4)
        refuse_bare("gen", what, text, "-n", text);
    if (options_is_time(options, text, present_ms()))
        refuse_bare("gen", what, text, "--at", text);
}

/* Refuses an ID in the place of a file or a format. */
static void explain_id(const struct options *options, const char *text)
{
    sortid_reading reading;
    struct quote quote;
    const char *command = options->command->name;
    if (!options_read_id(&reading, options, text))
        return;
    const char *encoding = encoding_of_form(reading.form), *name = kind_info_of(reading.kind)->name;
    quote_string(&quote, text);
    if (strcmp(command, "check") == 0 && reading.format != NULL && encoding != NULL)
        report_usage(command, "%s is an ID, not a file: 'echo %s | sortid check %s%s%s'",
                     quote.text, text, name, reading.form == SORTID_FORM_TEXT ? "" : " -i ",
                     reading.form == SORTID_FORM_TEXT ? "" : encoding);
    report_usage(command, "%s is an ID, not a %s: 'sortid inspect %s' shows it", quote.text,
                 strcmp(command, "gen") == 0 ? "format" : "file", text);
}

void options_explain_format(const struct options *options)
{
    const char *first = options->arguments[0], *command = options->command->name;
    struct quote quote;
    quote_string(&quote, first);
    if (strcmp(command, "gen") == 0)
        refuse_count_or_time(options, "unknown format", first);
    for (size_t i = 1; i < options->argument_count; i++) {
        const char *format = format_name(options->arguments[i]);
        if (format != NULL)
            report_usage(command,
                         "unknown format %s: FORMAT is the first argument: write %s before it",
                         quote.text, format);
    }
    if (options->command->takes_times && options_is_time(options, first, present_ms()))
        report_usage(command, "FORMAT is missing before the time: 'sortid %s ulid %s'", command,
                     shell_word(&quote, first, "-1h"));
    explain_id(options, first);
    if (strcmp(command, "check") == 0 && system_is_file(first))
        report_usage(command,
                     "FORMAT is missing before the file %s; 'sortid formats' lists the formats",
                     quote.text);
}

void options_explain_extra(const struct options *options)
{
    if (options->argument_count > 0)
        refuse_count_or_time(options, "unexpected argument", options->arguments[0]);
}

/* ---- Words in the place of files ------------------------------------------------------------- */

/* Refuses the name of a format after the first argument. */
static void explain_second_format(const struct options *options, size_t index)
{
    char list[ADVICE_SIZE / 2];
    struct quote quote, file;
    struct kinds kinds = {.count = 0};
    char *const *at = &options->arguments[index];
    const char *command = options->command->name;
    if (!kinds_add(&kinds, *at))
        return;
    quote_string(&quote, *at);
    if (options->kinds.count == 0)
        report_usage(command, "there is no file %s: FORMAT is the first argument", quote.text);
    if (strcmp(command, "check") == 0)
        report_usage(command,
                     "there is no file %s: check reads one format: 'sortid find %s --ids %s | "
                     "sortid check %s'",
                     quote.text, *at, shell_word(&file, at[1], "FILE"), *at);
    size_t used = (size_t)snprintf(list, sizeof list, "%s", options->arguments[-1]);
    for (; *at != NULL && kinds_add(&kinds, *at) && used < sizeof list; at++)
        used += (size_t)snprintf(list + used, sizeof list - used, ",%s", *at);
    report_usage(command, "there is no file %s: several formats are written %s", quote.text, list);
}

void options_explain_files(const struct options *options)
{
    struct names names = {"", NULL};
    struct quote quote;
    for (size_t i = 0; i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (!system_is_missing(text))
            continue;
        if (i > 0 || options->kinds.count > 0)
            explain_second_format(options, i);
        explain_id(options, text);
    }
    if (options->kinds.count > 0 || options->argument_count == 0 ||
        !system_is_missing(options->arguments[0]))
        return;
    names_of_formats(&names, options->arguments[0]);
    if (names.similar != NULL)
        report_usage(options->command->name,
                     "there is no file %s: did you mean the format %s? The formats are %s",
                     quote_string(&quote, options->arguments[0]), names.similar, names.text);
}

/* Whether a text is a time, or a span whose sign is missing; then writes what was meant. */
static bool is_time_or_span(char meant[TIME_ADVICE_SIZE], const struct options *options,
                            const char *text, uint64_t now_ms)
{
    uint64_t ms;
    bool is_span = time_parse_span(&ms, text);
    snprintf(meant, TIME_ADVICE_SIZE, "%s%s", is_span ? "-" : "", text);
    return options_is_time(options, meant, now_ms);
}

void options_explain_times(const struct options *options, uint64_t now_ms)
{
    char meant[TIME_ADVICE_SIZE];
    for (size_t i = 0; i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (system_is_missing(text) && is_time_or_span(meant, options, text, now_ms))
            refuse_bare("filter", "there is no file", text,
                        options->since == NULL ? "--since" : "--until", meant);
    }
}

void options_explain_ids(const struct options *options)
{
    const char *command = options->command->name;
    struct quote quote;
    for (size_t i = 0; report_status() == STATUS_BAD_INPUT && i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (strcmp(text, "-") == 0)
            report(STATUS_BAD_INPUT, "%s: without arguments, standard input is read: leave out -",
                   command);
        else if (system_is_file(text))
            report(
                STATUS_BAD_INPUT,
                "%s: %s is a file, but arguments are IDs: 'sortid %s ... < FILE' reads its lines",
                command, quote_string(&quote, text), command);
        else
            continue;
        return;
    }
}
