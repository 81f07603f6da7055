/* SPDX-License-Identifier: MIT */
/* command_line.c: reads a command line by getopt_long and sets the members of the options that the
 * rows name. Operands are collected at the front of argv, in places that were already read. */
#define _POSIX_C_SOURCE 200809L
#include "command_line.h"
#include "output.h"
#include "report.h"
#include "similar.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* What getopt_long returns for long options: this and the index of the row. It is above all
 * letters. */
#define LONG_OPTION 256

/* The longest option in messages. */
#define OPTION_SIZE 32

struct parser {
    const struct program *program;
    const struct command *command;
    int count;
    char **values;
    int next; /* index of the argument with the next option, also within a cluster of letters */
    char letters[2 * OPTION_ROWS_MAX + 3];
    struct option names[OPTION_ROWS_MAX + 1];
    size_t name_count;
};

/* ---- Values ---------------------------------------------------------------------------------- */

/* The option of a row in messages. */
static const char *spelling(char text[OPTION_SIZE], const struct option_row *row)
{
    if (row->name != NULL)
        snprintf(text, OPTION_SIZE, "--%s", row->name);
    else
        snprintf(text, OPTION_SIZE, "-%c", row->letter);
    return text;
}

void option_store(struct options *options, const struct option_row *row, uint64_t number)
{
    void *member = (char *)options + row->place;
    uint32_t short_number = (uint32_t)number;
    if (row->size == sizeof number)
        memcpy(member, &number, sizeof number);
    else
        memcpy(member, &short_number, sizeof short_number);
}

_Noreturn void option_refuse(const struct option_value *value)
{
    const struct option_row *row = value->row;
    char option[OPTION_SIZE];
    struct quote quote;
    spelling(option, row);
    quote_string(&quote, value->text);
    if (row->wants != NULL)
        report_usage(value->command->title, "%s %s: %s", option, quote.text, row->wants);
    report_usage(value->command->title, "%s %s: must be a whole number from %llu to %llu", option,
                 quote.text, (unsigned long long)row->least, (unsigned long long)row->most);
}

bool option_read_number(uint64_t *number, const char *text, uint64_t most)
{
    uint64_t value = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (digit > most || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

void option_set_flag(struct options *options, const struct option_value *value)
{
    const bool is_set = true;
    memcpy((char *)options + value->row->place, &is_set, sizeof is_set);
}

void option_set_constant(struct options *options, const struct option_value *value)
{
    option_store(options, value->row, value->row->least);
}

void option_set_text(struct options *options, const struct option_value *value)
{
    memcpy((char *)options + value->row->place, &value->text, sizeof value->text);
}

void option_set_path(struct options *options, const struct option_value *value)
{
    const struct option_row *row = value->row;
    size_t length = strlen(value->text);
    char option[OPTION_SIZE];
    spelling(option, row);
    if (row->most > 0 && (length == 0 || length > row->most))
        report_usage(value->command->title, "%s: want a path of 1 to %u bytes", option,
                     (unsigned)row->most);
    if (length == 0)
        report_usage(value->command->title, "%s: must be a path, not an empty text", option);
    option_set_text(options, value);
}

void option_set_number(struct options *options, const struct option_value *value)
{
    const char *const *words = value->row->words;
    uint64_t number;
    if (words != NULL && strcmp(value->text, words[0]) == 0)
        number = UINT64_MAX;
    else if (!option_read_number(&number, value->text, value->row->most) ||
             number < value->row->least)
        option_refuse(value);
    option_store(options, value->row, number);
}

void option_set_word(struct options *options, const struct option_value *value)
{
    const char *const *words = value->row->words;
    char list[100] = "", option[OPTION_SIZE];
    struct quote quote;
    for (size_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value->text) == 0) {
            option_store(options, value->row, value->row->least + i);
            return;
        }
        snprintf(list + strlen(list), sizeof list - strlen(list), " %s", words[i]);
    }
    report_usage(value->command->title, "%s %s: must be one of%s", spelling(option, value->row),
                 quote_string(&quote, value->text), list);
}

void option_set_help(struct options *options, const struct option_value *value)
{
    (void)options;
    output_answer(help_text(value->program, value->command));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

bool command_is_word(const struct command *command)
{
    return lower_letter(*command->name) == *command->name;
}

const struct command *command_find(const struct program *program, const char *name)
{
    for (size_t i = 0; i < program->command_count; i++)
        if (program->commands[i].run != NULL && strcmp(program->commands[i].name, name) == 0)
            return &program->commands[i];
    return NULL;
}

const struct option_row *option_find(const struct program *program, unsigned commands,
                                     const char *word)
{
    char option[OPTION_SIZE];
    for (size_t i = 0; i < program->row_count; i++) {
        const struct option_row *row = &program->rows[i];
        const char letter[] = {'-', row->letter, '\0'};
        bool is_letter = row->letter != '\0' && strcmp(word, letter) == 0;
        bool is_name = row->name != NULL && strcmp(word, spelling(option, row)) == 0;
        if ((row->commands & commands) != 0 && (is_letter || is_name))
            return row;
    }
    return NULL;
}

const char *option_similar(const struct program *program, unsigned commands, const char *word)
{
    static char option[OPTION_SIZE];
    const char *nearest = NULL;
    const struct option_row *row = program->rows, *end = row + program->row_count;
    for (; row < end; row++)
        if ((row->commands & commands) != 0 && row->name != NULL)
            nearest = similar_word(word, row->name, nearest);
    snprintf(option, sizeof option, "--%s", nearest != NULL ? nearest : "");
    return nearest != NULL ? option : NULL;
}

_Noreturn void command_line_refuse(const char *title, const char *word, const char *similar)
{
    struct quote quote;
    const char *what = word[0] == '-' ? "option" : "command";
    quote_string(&quote, word);
    if (similar != NULL)
        report_usage(title, "unknown %s %s: did you mean %s?", what, quote.text, similar);
    report_usage(title, "unknown %s %s", what, quote.text);
}

/* ---- Parsing --------------------------------------------------------------------------------- */

static void accept(struct parser *parser, const struct option_row *row)
{
    int value = row->value != NULL ? required_argument : no_argument;
    int answer = LONG_OPTION + (int)(row - parser->program->rows);
    if (row->name != NULL)
        parser->names[parser->name_count++] = (struct option){row->name, value, NULL, answer};
    if (row->letter != '\0') {
        char *end = parser->letters + strlen(parser->letters);
        *end = row->letter;
        end[1] = row->value != NULL ? ':' : '\0';
    }
}

/* The row of what getopt_long returns, a letter or a number of a row; NULL: of none. */
static const struct option_row *row_of(const struct parser *parser, int answer)
{
    const char letter[] = {'-', (char)answer, '\0'};
    if (answer >= LONG_OPTION)
        return &parser->program->rows[answer - LONG_OPTION];
    return option_find(parser->program, parser->command->bit, letter);
}

/* Reports what getopt_long refused: `word` is the argument, `optopt` what it would return, 0 for an
 * unknown long name. For a value that the option does not take, it returns ':' on BSD and Windows,
 * '?' with glibc. */
_Noreturn static void refuse(const struct parser *parser, int answer, const char *word)
{
    const char *title = parser->command->title;
    struct quote quote;
    char letter[3] = {'-', (char)optopt, '\0'};
    bool is_long = strncmp(word, "--", 2) == 0;
    const struct option_row *row = optopt != 0 ? row_of(parser, optopt) : NULL;
    if (answer == ':' && row != NULL && row->value != NULL)
        report_usage(title, "option %s needs a value",
                     is_long ? quote_string(&quote, word) : letter);
    if (is_long && optopt != 0)
        report_usage(title, "option %s takes no value", quote_string(&quote, word));
    if (parser->program->explain != NULL)
        parser->program->explain(parser->program, parser->command, word, letter[1],
                                 parser->values[parser->next + 1]);
    const char *similar = option_similar(parser->program, parser->command->bit, word);
    command_line_refuse(title, is_long || similar != NULL ? word : letter, similar);
}

static int take_operand(const struct parser *parser)
{
    optarg = parser->values[optind++];
    return 1;
}

static bool is_negative(const struct parser *parser, const char *word)
{
    return parser->command->takes_times && word[0] == '-' && word[1] >= '0' && word[1] <= '9' &&
           strchr(parser->letters, word[1]) == NULL;
}

/* getopt_long, except that "-" is an operand: musl's getopt_long ends there. At "--", the real end,
 * optind has advanced. */
static int next_argument(const struct parser *parser)
{
    int before = optind;
    if (before < parser->count && is_negative(parser, parser->values[before]))
        return take_operand(parser);
    int answer = getopt_long(parser->count, parser->values, parser->letters, parser->names, NULL);
    if (answer != -1 || optind != before || optind >= parser->count)
        return answer;
    return take_operand(parser);
}

static void set_option(struct options *options, const struct parser *parser, int answer)
{
    struct option_value value = {.program = parser->program,
                                 .command = parser->command,
                                 .row = row_of(parser, answer),
                                 .text = optarg};
    if (value.row != NULL) /* always: getopt_long returns letters and numbers of rows only */
        value.row->set(options, &value);
}

static void begin(struct parser *parser, const struct program *program,
                  const struct command *command, int argc, char **argv)
{
    /* '-' returns operands in order, ':' tells a missing value from an unknown option. */
    *parser = (struct parser){.program = program,
                              .command = command,
                              .count = argc,
                              .values = argv,
                              .next = optind,
                              .letters = "-:"};
    for (size_t i = 0; i < program->row_count; i++)
        if ((program->rows[i].commands & command->bit) != 0)
            accept(parser, &program->rows[i]);
    opterr = 0;
}

void command_line_read(struct command_line *line, struct options *options,
                       const struct program *program, const struct command *command, int argc,
                       char **argv)
{
    struct parser parser;
    int answer;
    *line = (struct command_line){.operands = argv + 1};
    begin(&parser, program, command, argc, argv);
    while ((answer = next_argument(&parser)) != -1) {
        if (answer == '?' || answer == ':')
            refuse(&parser, answer, argv[parser.next]);
        if (answer == 1)
            argv[1 + line->operand_count++] = optarg;
        else
            set_option(options, &parser, answer);
        parser.next = optind;
    }
    if (parser.next < optind) // getopt_long has passed "--"
        line->after_dashes = argv + optind;
}

void command_line_join(struct command_line *line)
{
    for (char *const *at = line->after_dashes; at != NULL && *at != NULL; at++)
        line->operands[line->operand_count++] = *at;
}
