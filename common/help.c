/* SPDX-License-Identifier: MIT */
/* help.c: composes the text of --help from the rows of a program. */
#include "command_line.h"
#include "text.h"

#include <string.h>

static char help[8192];

/* Where the list of commands has their descriptions. */
#define COMMANDS_COLUMN 27

/* Writes words from a column on, in lines that begin there and fit the program's width, and ends
 * the last line. */
static struct text add_words(struct text text, const struct program *program, const char *words,
                             size_t column)
{
    size_t at = column;
    while (*words != '\0') {
        size_t length = strcspn(words, " |"), whole = strcspn(words, " ");
        size_t width = whole - (whole > length); // without the bar
        if (at > column && at + 1 + width > program->columns) {
            text = text_repeated(text_string(text, "\n"), ' ', column);
            at = column;
        } else if (at > column) {
            text = text_string(text, " ");
            at++;
        }
        text = text_bytes(text, words, length);
        if (whole > length)
            text = text_bytes(text, words + length + 1, whole - length - 1);
        at += width;
        words += whole;
        words += *words == ' ';
    }
    return text_string(text, "\n");
}

/* Ends a heading that began at `begin` by its description, on the same line if it fits. */
static struct text describe(struct text text, const struct program *program, const char *begin,
                            const char *words, size_t column)
{
    size_t width = (size_t)(text.at - begin);
    if (width >= column)
        text = text_string(text, "\n");
    text = text_repeated(text, ' ', width < column ? column - width : column);
    return add_words(text, program, words, column);
}

/* ---- Options --------------------------------------------------------------------------------- */

/* "-c, --count". */
static struct text add_spellings(struct text text, const struct option_row *row)
{
    if (row->letter != '\0')
        text = text_bytes(text_string(text, "-"), &row->letter, 1);
    if (row->letter != '\0' && row->name != NULL)
        text = text_string(text, ", ");
    return row->name != NULL ? text_string(text_string(text, "--"), row->name) : text;
}

static struct text add_options(struct text text, const struct program *program, unsigned commands,
                               size_t column)
{
    const char *heading = NULL;
    for (size_t i = 0; i < program->row_count; i++) {
        const struct option_row *row = &program->rows[i];
        if ((row->commands & commands) == 0)
            continue;
        const char *begin = text.at;
        text = text_string(text, heading == NULL ? "  " : ", ");
        text = add_spellings(text, row);
        if (row->value != NULL && row->help != NULL)
            text = text_string(text_string(text, " "), row->value);
        heading = heading == NULL ? begin : heading;
        if (row->help != NULL) {
            text = describe(text, program, heading, row->help, column);
            heading = NULL;
        }
    }
    return text;
}

/* ---- Usage ----------------------------------------------------------------------------------- */

/* A line for each form; what continues a form is below its beginning. */
static struct text add_usage(struct text text, const struct program *program,
                             const struct command *command)
{
    const char *line = command->usage;
    size_t indent = strlen("usage:   ") + strlen(program->name) + strlen(command->name);
    for (const char *before = "usage: "; *line != '\0'; before = "       ") {
        size_t length = strcspn(line, "\n");
        if (*line == '\t')
            text = text_bytes(text_repeated(text, ' ', indent), line + 1, length - 1);
        else
            text = text_format(text, "%s%s %s %.*s", before, program->name, command->name,
                               (int)length, line);
        text = text_string(text, "\n");
        line += length + (line[length] == '\n');
    }
    return text;
}

static struct text add_command(struct text text, const struct program *program,
                               const struct command *command)
{
    const char *begin = text.at;
    text = text_format(text, "  %s%s%s", command->name, *command->operands != '\0' ? " " : "",
                       command->operands);
    return describe(text, program, begin, command->brief, COMMANDS_COLUMN);
}

const char *help_text(const struct program *program, const struct command *command)
{
    const char *about = command != NULL ? command->about : program->about;
    const char *after = command != NULL ? command->after : program->after;
    struct text text = text_begin(help, sizeof help - 1);
    if (command != NULL)
        text = add_usage(text, program, command);
    else
        text = text_format(text, "usage: %s COMMAND [ARGUMENT...]\n", program->name);
    text = text_format(text, "\n%s\n", about);
    for (size_t i = 0; command == NULL && i < program->command_count; i++)
        text = add_command(text, program, &program->commands[i]);
    if (command == NULL)
        text = text_string(text, "\n");
    text = add_options(text, program, command != NULL ? command->bit : OPTION_OF_PROGRAM,
                       command != NULL ? command->column : COMMANDS_COLUMN);
    if (after != NULL)
        text = text_string(text_string(text, "\n"), after);
    *text.at = '\0';
    return help;
}

/* ---- The table of commands and options ------------------------------------------------------- */

/* Where the column of the first command is, and how far the next one is from it. */
#define TABLE_COLUMN 22
#define TABLE_STEP   5

static struct text pad_to(struct text text, const char *line, size_t column)
{
    return text_repeated(text, ' ', column - (size_t)(text.at - line));
}

/* The names of commands in two lines by turns, since a name is wider than its column. */
static struct text add_headings(struct text text, const struct program *program)
{
    for (size_t turn = 0; turn < 2; turn++) {
        const char *line = text.at;
        size_t column = 0;
        for (size_t i = 0; i < program->command_count; i++)
            if (program->commands[i].run != NULL && column++ % 2 == turn)
                text = text_string(pad_to(text, line, TABLE_COLUMN + TABLE_STEP * (column - 1)),
                                   program->commands[i].name);
        text = text_string(text, "\n");
    }
    return text;
}

/* The listed commands that have an option of this name; 0: an earlier row said it. */
static unsigned commands_of(const struct program *program, size_t index)
{
    const struct option_row *rows = program->rows;
    unsigned commands = 0, listed = 0;
    for (size_t i = 0; i < program->row_count && rows[index].name != NULL; i++)
        if (rows[i].name != NULL && strcmp(rows[index].name, rows[i].name) == 0) {
            if (i < index)
                return 0;
            commands |= rows[i].commands;
        }
    for (size_t i = 0; i < program->command_count; i++)
        listed |= program->commands[i].bit;
    return commands & listed;
}

const char *help_options(const struct program *program)
{
    struct text text = add_headings(text_begin(help, sizeof help - 1), program);
    for (size_t i = 0; i < program->row_count; i++) {
        const char *line = text.at;
        unsigned commands = commands_of(program, i);
        size_t column = TABLE_COLUMN;
        if (commands == 0)
            continue;
        text = add_spellings(text, &program->rows[i]);
        for (size_t k = 0; k < program->command_count; k++)
            if (program->commands[k].run != NULL) {
                if ((program->commands[k].bit & commands) != 0)
                    text = text_string(pad_to(text, line, column), "x");
                column += TABLE_STEP;
            }
        text = text_string(text, "\n");
    }
    *text.at = '\0';
    return help;
}
