/* SPDX-License-Identifier: MIT */
/* command_line.h: the commands and options of a program as one table, and what is made from it: the
 * values of a parsed command line (command_line.c), the text of --help (help.c) and completions for
 * shells (complete.c).
 *
 * A malformed command line ends the process with status 2. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the options of a program set. Each program defines its members. */
struct options;

/* Offers completions. */
struct completion;
typedef void completion_offer(const struct completion *completion);

struct command {
    const char *name;     /* in capitals: a kind of argument, which is only listed */
    const char *title;    /* in messages: "node init" */
    unsigned bit;         /* in option_row.commands */
    const char *operands; /* in the list of commands: "[FORMAT]" */
    const char *brief;    /* there, too: what the command does */
    size_t column;        /* where the descriptions of its options begin */
    void (*run)(struct options *options); /* NULL: the command is only listed and completed */
    const char *usage; /* a line for each form; a line that begins with a tab continues one */
    const char *about; /* the paragraph before the options */
    const char *after; /* the text after them; NULL: none */
    bool takes_times;  /* operands may begin with a minus and a digit: -1h, -0044-03-15 */

    /* Offer the first operand and the others. NULL: nothing is offered. */
    completion_offer *offer_first, *offer_others;
};

/* The bit of options that are given instead of a command: the program reads them itself. */
#define OPTION_OF_PROGRAM (1u << 31)

/* Sets members by the value that was given. */
struct option_value;
typedef void option_setter(struct options *options, const struct option_value *value);

struct option_row {
    char letter;       /* of -n; '\0': none */
    const char *name;  /* of --count; NULL: none */
    const char *value; /* the name of the value in the help; NULL: it takes none */
    unsigned commands; /* the bits of its commands */

    /* Completions show the part before the bar. NULL: the help of the next row describes both. */
    const char *help;

    option_setter *set;
    size_t place, size;   /* of the member of struct options */
    uint64_t least, most; /* of a number; least index of a word; most bytes of a path (0: any) */
    uint64_t unit;        /* a number is a multiple of it, and is divided by it; 0: 1 */
    const char *wants;    /* what messages say about the value; NULL: least and most */
    const char *const *words; /* to choose from or to offer; the first is the number UINT64_MAX */
    completion_offer *offer;  /* offers more; NULL: nothing */
};

/* A program, or a family of its commands: "sortid", "sortid node". */
struct program {
    const char *name, *about, *after;
    size_t columns; /* of the lines that the help wraps */
    const struct command *commands;
    size_t command_count;
    const struct option_row *rows;
    size_t row_count;

    /* Ends the process if it knows what an unknown option was meant to be; else returns. May be
     * NULL. The option is *word, before the other arguments and NULL. `letter` is the unknown one of
     * a cluster, or '\0'. */
    void (*explain)(const struct program *program, const struct command *command, char *const *word,
                    char letter);
};

/* An option that was given. */
struct option_value {
    const struct program *program;
    const struct command *command;
    const struct option_row *row;
    const char *text; /* NULL: the option takes no value */
};

/* ---- Members of rows: kinds of values -------------------------------------------------------- */

#define OPTION_PLACE(member)                                                                       \
    .place = offsetof(struct options, member), .size = sizeof(((struct options *)NULL)->member)

/* A bool that becomes true, a constant, a text, the path of a file, a path that must not be empty,
 * a whole number, the index of a word. */
#define OPTION_FLAG(member) .set = option_set_flag, OPTION_PLACE(member)
#define OPTION_CONSTANT(member, number)                                                            \
    .set = option_set_constant, OPTION_PLACE(member), .least = (number)
#define OPTION_TEXT(member) .set = option_set_text, OPTION_PLACE(member)
#define OPTION_FILE(member) .set = option_set_text, OPTION_PLACE(member), .offer = complete_files
#define OPTION_PATH(member) .set = option_set_path, OPTION_PLACE(member), .offer = complete_files
#define OPTION_NUMBER(member, first, last)                                                         \
    .set = option_set_number, OPTION_PLACE(member), .least = (first), .most = (last)
#define OPTION_WORD(member, list) .set = option_set_word, OPTION_PLACE(member), .words = (list)
#define OPTION_HELP               .set = option_set_help

option_setter option_set_flag, option_set_constant, option_set_text, option_set_path,
    option_set_number, option_set_word, option_set_help;

/* For other setters: stores a number in the member, refuses a value by what the row wants, reads a
 * whole decimal number up to `most` with nothing around it. */
void option_store(struct options *options, const struct option_row *row, uint64_t number);
_Noreturn void option_refuse(const struct option_value *value);
bool option_read_number(uint64_t *number, const char *text, uint64_t most);

/* ---- command_line.c -------------------------------------------------------------------------- */

/* What a command line has besides options. */
struct command_line {
    char **operands;
    size_t operand_count;
    char *const *after_dashes; /* the arguments after "--", then NULL; NULL: no "--" */
};

/* Reads argv[1..], which is reordered by that: sets members of `options`, prints the help. */
void command_line_read(struct command_line *line, struct options *options,
                       const struct program *program, const struct command *command, int argc,
                       char **argv);

/* Adds the arguments after "--" to the operands, and NULL. */
void command_line_join(struct command_line *line);

/* Whether a command is a word of the command line, and not a kind of argument. */
bool command_is_word(const struct command *command);

/* The row of a command by its name; NULL: there is none. */
const struct command *command_find(const struct program *program, const char *name);

/* The row of an option, "-n" or "--count", that one of the commands has; NULL: there is none. */
const struct option_row *option_find(const struct program *program, unsigned commands,
                                     const char *word);

/* The long option of the commands that a word may be a slip of, also one with a single dash; NULL:
 * none. Static. */
const char *option_similar(const struct program *program, unsigned commands, const char *word);

/* Refuses a word that is not an option or, if it has no leading dash, not a command; `similar` is
 * the one that was probably meant, or NULL. */
_Noreturn void command_line_refuse(const char *word, const char *similar);

/* ---- help.c ---------------------------------------------------------------------------------- */

/* The text of --help of the program, or of a command of it. Valid until the next call. */
const char *help_text(const struct program *program, const struct command *command);

/* The table of commands and options. Valid until the next call of either. */
const char *help_options(const struct program *program);

/* ---- complete.c ------------------------------------------------------------------------------ */

/* The command line that is to be completed. */
struct completion {
    const struct program *program;
    const struct command *command;
    const struct option_row *row; /* the option whose value is typed; NULL: none */
    char *const *words;           /* the command and what follows it, up to `current` */
    size_t count;
    const char *current; /* the word that is typed */
};

/* The word that makes a program print completions instead, see complete_print(). */
#define COMPLETE_WORD "__complete"

/* Prints what the last word may become, each on a line, with a tab and a description: all that is
 * possible there, from which the shell chooses by what is typed. A line ":files" or ":commands"
 * asks the shell for the names of files, or of programs and files. Ends the process. */
_Noreturn void complete_print(const struct program *program, char *const *words, size_t count);

/* Offers a word with a description (NULL: none). */
void complete_word(const char *word, const char *description);

/* Offer the names of files, of programs and files, of commands. */
completion_offer complete_files, complete_programs, complete_commands;
