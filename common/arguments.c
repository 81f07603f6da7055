/* SPDX-License-Identifier: MIT */
/* arguments.c: the code behind arguments.h. It includes report.h and similar.h. Operands are collected at the front of argv,
 * in places that were already read. */
#define _POSIX_C_SOURCE 200809L
#include "arguments.h"
#include "report.h"
#include "similar.h"

#include <stdio.h>
#include <string.h>

static bool is_typed(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

void arguments_begin(struct arguments *arguments, const char *title, int argc, char **argv)
{
    /* '-' returns operands in order, ':' tells a missing value from an unknown option. */
    *arguments = (struct arguments){.operands = argv + 1,
                                    .title = title,
                                    .count = argc,
                                    .values = argv,
                                    .next = optind,
                                    .letters = "-:"};
    opterr = 0;
}

void arguments_accept(struct arguments *arguments, char letter, const char *name, bool takes_value)
{
    int value = takes_value ? required_argument : no_argument;
    if (name != NULL)
        arguments->names[arguments->name_count++] = (struct option){name, value, NULL, letter};
    if (takes_value)
        arguments->valued[arguments->valued_count++] = letter;
    if (is_typed(letter)) {
        char *end = arguments->letters + strlen(arguments->letters);
        *end = letter;
        end[1] = takes_value ? ':' : '\0';
    }
}

_Noreturn void arguments_refuse(const char *title, const char *word, const char *similar)
{
    struct quote quote;
    const char *what = word[0] == '-' ? "option" : "command";
    quote_string(&quote, word);
    if (similar != NULL)
        report_usage(title, "unknown %s %s: did you mean %s?", what, quote.text, similar);
    report_usage(title, "unknown %s %s", what, quote.text);
}

#define OPTION_SIZE 32

/* Writes the long option that an unknown one may be a slip of, also one with a single dash; false: none. */
static bool similar_option(char option[OPTION_SIZE], const struct arguments *arguments,
                           const char *word)
{
    const char *nearest = NULL;
    for (size_t i = 0; i < arguments->name_count; i++)
        nearest = similar_word(word, arguments->names[i].name, nearest);
    if (nearest != NULL)
        snprintf(option, OPTION_SIZE, "--%s", nearest);
    return nearest != NULL;
}

/* Reports what getopt_long refused: `word` is the argument, `optopt` the letter, 0 for an unknown long name. For
 * a value that the option does not take, getopt_long returns ':' on BSD and Windows, '?' with glibc. */
_Noreturn static void refuse(const struct arguments *arguments, int answer, const char *word)
{
    struct quote quote;
    char letter[3] = {'-', (char)optopt, '\0'};
    bool is_long = strncmp(word, "--", 2) == 0;
    bool lacks_value =
        answer == ':' && memchr(arguments->valued, optopt, arguments->valued_count) != NULL;
    if (lacks_value)
        report_usage(arguments->title, "option %s needs a value",
                     is_long ? quote_string(&quote, word) : letter);
    if (is_long && optopt != 0)
        report_usage(arguments->title, "option %s takes no value", quote_string(&quote, word));
    if (arguments->explain != NULL)
        arguments->explain(arguments->context, word);
    char similar[OPTION_SIZE];
    bool is_slip = similar_option(similar, arguments, word);
    arguments_refuse(arguments->title, is_long || is_slip ? word : letter,
                     is_slip ? similar : NULL);
}

void arguments_accept_negative(struct arguments *arguments)
{
    arguments->accepts_negative = true;
}

void arguments_explain(struct arguments *arguments,
                       void (*explain)(const void *context, const char *word), const void *context)
{
    arguments->explain = explain;
    arguments->context = context;
}

static int take_operand(const struct arguments *arguments)
{
    optarg = arguments->values[optind++];
    return 1;
}

static bool is_negative(const struct arguments *arguments, const char *word)
{
    return arguments->accepts_negative && word[0] == '-' && word[1] >= '0' && word[1] <= '9' &&
           strchr(arguments->letters, word[1]) == NULL;
}

/* getopt_long, except that "-" is an operand: musl's getopt_long ends there. At "--", the real end, optind has
 * advanced. */
static int next_argument(const struct arguments *arguments)
{
    int before = optind;
    if (before < arguments->count && is_negative(arguments, arguments->values[before]))
        return take_operand(arguments);
    int answer = getopt_long(arguments->count, arguments->values, arguments->letters,
                             arguments->names, NULL);
    if (answer != -1 || optind != before || optind >= arguments->count)
        return answer;
    return take_operand(arguments);
}

char arguments_next(struct arguments *arguments)
{
    char **values = arguments->values;
    int answer;
    while ((answer = next_argument(arguments)) == 1) {
        values[1 + arguments->operand_count++] = optarg;
        arguments->next = optind;
    }
    if (answer == '?' || answer == ':')
        refuse(arguments, answer, values[arguments->next]);
    if (answer == -1 && arguments->next < optind) // getopt_long has passed "--"
        arguments->after_dashes = values + optind;
    arguments->next = optind;
    if (answer == -1)
        return '\0';
    return (char)answer;
}

void arguments_join(struct arguments *arguments)
{
    while (optind < arguments->count)
        arguments->values[1 + arguments->operand_count++] = arguments->values[optind++];
}
