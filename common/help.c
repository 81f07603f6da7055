/* SPDX-License-Identifier: MIT */
/* help.c: composes the text of --help from the rows of a program. */
#include "command_line.h"
#include "text.h"

#define HELP_SIZE 8192

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

static struct text add_value(struct text text, const struct option_row *row)
{
    return row->value != NULL ? text_string(text_string(text, " "), row->value) : text;
}

/* "-c N, --count N"; a value in brackets, which is optional, only once. */
static struct text add_spellings(struct text text, const struct option_row *row)
{
    bool is_optional = row->value != NULL && row->value[0] == '[';
    if (row->letter != '\0') {
        text = text_bytes(text_string(text, "-"), &row->letter, 1);
        text = is_optional && row->name != NULL ? text : add_value(text, row);
    }
    if (row->letter != '\0' && row->name != NULL)
        text = text_string(text, ", ");
    if (row->name != NULL)
        text = add_value(text_string(text_string(text, "--"), row->name), row);
    return text;
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
        if (*line == '\t') {
            text = text_repeated(text, ' ', indent);
            text = text_bytes(text, line + 1, length - 1);
        } else {
            text = text_string(text_string(text, before), program->name);
            text = text_string(text_string(text_string(text, " "), command->name), " ");
            text = text_bytes(text, line, length);
        }
        text = text_string(text, "\n");
        line += length + (line[length] == '\n');
    }
    return text;
}

static struct text add_command(struct text text, const struct program *program,
                               const struct command *command)
{
    const char *begin = text.at;
    text = text_string(text_string(text, "  "), command->name);
    if (*command->operands != '\0')
        text = text_string(text_string(text, " "), command->operands);
    return describe(text, program, begin, command->brief, COMMANDS_COLUMN);
}

const char *help_text(const struct program *program, const struct command *command)
{
    static char help[HELP_SIZE];
    const char *about = command != NULL ? command->about : program->about;
    const char *after = command != NULL ? command->after : program->after;
    struct text text = text_begin(help, sizeof help - 1);
    if (command != NULL)
        text = add_usage(text, program, command);
    else
        text = text_string(text_string(text_string(text, "usage: "), program->name),
                           " COMMAND [ARGUMENT...]\n");
    text = text_string(text_string(text_string(text, "\n"), about), "\n");
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
