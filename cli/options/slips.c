/* SPDX-License-Identifier: MIT */
/* slips.c: arguments that are right, but in another place or without their option. It asks the
 * system whether there is a file of a name, and reads no file. */
#include "times.h"
#include "../ids/format_info.h"
#include "../../common/report.h"
#include "../../common/system.h"
#include "../../common/time_parse.h"

#include <string.h>

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Refuses a value that is given without its option. */
_Noreturn static void refuse_bare(const char *command, const char *what, const char *word,
                                  const char *option, const char *value)
{
    struct quote quote;
    quote_string(&quote, word);
    report_usage(command, "%s %s: did you mean %s %s?", what, quote.text, option,
                 strchr(value, ' ') != NULL ? quote.text : value);
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

void options_explain_times(const struct options *options, uint64_t now_ms)
{
    for (size_t i = 0; i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (system_is_missing(text) && options_is_time(options, text, now_ms))
            refuse_bare("filter", "there is no file", text,
                        options->since == NULL ? "--since" : "--until", text);
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
