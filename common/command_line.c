/* SPDX-License-Identifier: MIT */
/* command_line.c: reads a command line as getopt_long of the GNU C library does, also abbreviated
 * names of long options, and sets the members of the options that the rows name. Operands are
 * collected at the front of argv, in places that were already read. */
#include "command_line.h"
#include "output.h"
#include "report.h"
#include "similar.h"

#include <stdio.h>
#include <string.h>

/* The longest option in messages. */
#define OPTION_SIZE 32

struct parser {
    const struct program *program;
    const struct command *command;
    struct options *options; /* NULL: the words are checked, and nothing is set */
    char *word;              /* the argument that is read */
    char **next, **end;
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
        report_usage("%s %s: %s", option, quote.text, row->wants);
    report_usage("%s %s: must be a whole number from %llu to %llu", option, quote.text,
                 (unsigned long long)row->least, (unsigned long long)row->most);
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
        report_usage("%s: want a path of 1 to %u bytes", option, (unsigned)row->most);
    if (length == 0)
        report_usage("%s: must be a path, not an empty text", option);
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
    report_usage("%s %s: must be one of%s", spelling(option, value->row),
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

_Noreturn void command_line_refuse(const char *word, const char *similar)
{
    struct quote quote;
    const char *what = word[0] == '-' ? "option" : "command";
    quote_string(&quote, word);
    if (similar != NULL)
        report_usage("unknown %s %s: did you mean %s?", what, quote.text, similar);
    report_usage("unknown %s %s", what, quote.text);
}

/* ---- Parsing --------------------------------------------------------------------------------- */

/* The long option whose name is these bytes, or the only one that begins with them; NULL: none. */
static const struct option_row *long_option(const struct parser *parser, const char *name,
                                            size_t length)
{
    const struct option_row *found = NULL, *row = parser->program->rows;
    const struct option_row *end = row + parser->program->row_count;
    size_t count = 0;
    for (; row < end; row++) {
        if ((row->commands & parser->command->bit) == 0 || row->name == NULL ||
            strncmp(row->name, name, length) != 0)
            continue;
        if (row->name[length] == '\0')
            return row;
        found = row;
        count++;
    }
    return count == 1 ? found : NULL;
}

/* Refuses an unknown option; `letter` is that of a cluster, '\0': it is a long one. */
_Noreturn static void refuse_unknown(const struct parser *parser, char letter)
{
    const char *word = parser->word, name[] = {'-', letter, '\0'};
    if (parser->program->explain != NULL)
        parser->program->explain(parser->program, parser->command, parser->next - 1, letter);
    const char *similar = option_similar(parser->program, parser->command->bit, word);
    command_line_refuse(letter == '\0' || similar != NULL ? word : name, similar);
}

/* `value` NULL: that of an option which takes one is the next argument. */
static void set_option(struct parser *parser, const struct option_row *row, const char *spelled,
                       const char *value)
{
    if (row->value != NULL && value == NULL) {
        if (parser->next == parser->end)
            report_usage("option %s needs a value", spelled);
        value = *parser->next++;
    }
    if (parser->options == NULL && row->set == option_set_help)
        parser->next = parser->end; // of what follows nothing is read
    else if (parser->options != NULL)
        row->set(parser->options, &(struct option_value){.program = parser->program,
                                                         .command = parser->command,
                                                         .row = row,
                                                         .text = value});
}

static void read_long(struct parser *parser)
{
    const char *name = parser->word + strlen("--");
    size_t length = strcspn(name, "=");
    const struct option_row *row = long_option(parser, name, length);
    bool has_value = name[length] == '=';
    struct quote quote;
    if (row == NULL)
        refuse_unknown(parser, '\0');
    quote_string(&quote, parser->word);
    if (has_value && row->value == NULL)
        report_usage("option %s takes no value", quote.text);
    set_option(parser, row, quote.text, has_value ? name + length + 1 : NULL);
}

/* Whether letters are the whole name of a long option. */
static bool names_long(const struct parser *parser, const char *letters)
{
    const struct option_row *row = long_option(parser, letters, strlen(letters));
    return row != NULL && strcmp(row->name, letters) == 0;
}

/* Reads letters after one hyphen; the rest of the word is the value of the first that takes one. */
static void read_letters(struct parser *parser)
{
    for (const char *at = parser->word + 1; *at != '\0'; at++) {
        const char letter[] = {'-', *at, '\0'};
        const struct option_row *row = option_find(parser->program, parser->command->bit, letter);
        if (row == NULL)
            refuse_unknown(parser, *at);
        else if (row->value == NULL || at[1] == '\0')
            set_option(parser, row, letter, NULL);
        else if (at == parser->word + 1 && names_long(parser, at))
            refuse_unknown(parser, '\0'); // -field is not -f ield
        else {
            set_option(parser, row, letter, at + 1);
            break;
        }
    }
}

/* "-", -1h where times are operands, and what does not begin with a hyphen. */
static bool is_operand(const struct parser *parser)
{
    const char *word = parser->word, digit[] = {'-', word[1], '\0'};
    if (word[0] != '-' || word[1] == '\0')
        return true;
    return parser->command->takes_times && word[1] >= '0' && word[1] <= '9' &&
           option_find(parser->program, parser->command->bit, digit) == NULL;
}

static void add_operand(struct command_line *line, char *word)
{
    if (line->operands != NULL)
        line->operands[line->operand_count++] = word;
}

static void read_words(struct command_line *line, struct parser parser)
{
    while (parser.next < parser.end && line->after_dashes == NULL) {
        parser.word = *parser.next++;
        if (strcmp(parser.word, "--") == 0)
            line->after_dashes = parser.next;
        else if (is_operand(&parser))
            add_operand(line, parser.word);
        else if (parser.word[1] == '-')
            read_long(&parser);
        else
            read_letters(&parser);
    }
}

/* Unknown options are refused first, while the arguments are in their places. */
void command_line_read(struct command_line *line, struct options *options,
                       const struct program *program, const struct command *command, int argc,
                       char **argv)
{
    struct parser parser = {
        .program = program, .command = command, .next = argv + 1, .end = argv + argc};
    report_set_command(command->title);
    *line = (struct command_line){.operands = NULL};
    read_words(line, parser);
    *line = (struct command_line){.operands = argv + 1};
    parser.options = options;
    read_words(line, parser);
}

void command_line_join(struct command_line *line)
{
    for (char *const *at = line->after_dashes; at != NULL && *at != NULL; at++)
        line->operands[line->operand_count++] = *at;
    line->operands[line->operand_count] = NULL;
}
