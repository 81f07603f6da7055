/* SPDX-License-Identifier: MIT */
/* arguments.h: the operands and options of a command line, by getopt_long. Called by cli/options.c and
 * node/program/options.c, which define the options; includes nothing of the project. A malformed line
 * ends the program with status 2. Used once in a program, since getopt_long keeps state. */
#ifndef COMMON_ARGUMENTS_H
#define COMMON_ARGUMENTS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

/* The most options of a command. */
#define ARGUMENTS_MAX 64

struct arguments {
    /* Valid after the last option. */
    char *const *operands; /* all that are not options */
    size_t operand_count;
    char *const *after_dashes; /* the arguments after "--", then NULL; NULL: no "--" */

    /* Private to arguments.c. */
    const char *title;
    int count;
    char **values;
    int next; /* index of the argument with the next option, also within a cluster of letters */
    char letters[2 * ARGUMENTS_MAX + 3];
    bool accepts_negative;
    void (*explain)(const void *context, const char *word);
    const void *context;
    size_t name_count;
    struct option names[ARGUMENTS_MAX + 1];
    size_t valued_count;
    char valued[ARGUMENTS_MAX]; /* the letters of options that take a value */
};

/* Prepares to read argv[1..], which is reordered by that. `title` begins messages: "gen". */
void arguments_begin(struct arguments *arguments, const char *title, int argc, char **argv);

/* Adds an option, at most ARGUMENTS_MAX: --NAME, and -LETTER if it is a small letter or a digit, which
 * alone users can type. A name may be NULL. */
void arguments_accept(struct arguments *arguments, char letter, const char *name, bool takes_value);

/* From here on an argument of a minus and a digit that is no option is an operand: -1h, -0044-03-15. */
void arguments_accept_negative(struct arguments *arguments);

/* Calls `explain` with an unknown option before it is refused. It ends the program if it knows more. */
void arguments_explain(struct arguments *arguments,
                       void (*explain)(const void *context, const char *word), const void *context);

/* The letter of the next option; '\0' after the last. Its value, if it takes one, is optarg. */
char arguments_next(struct arguments *arguments);

/* Refuses a word that is no option or, if it has no leading dash, no command; `similar` is the one that was probably
 * meant, or NULL. `title` may be NULL. */
_Noreturn void arguments_refuse(const char *title, const char *word, const char *similar);

/* Adds the arguments after "--" to the operands. Call it after the last option. */
void arguments_join(struct arguments *arguments);

#endif
