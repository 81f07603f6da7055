/* SPDX-License-Identifier: MIT */
/* arguments.h: the operands and options of one command line, by getopt_long. Called by options.c, here
 * and in node/program/, which say what each option means. What is wrong with the form of the line
 * ends the program with status 2. Once in a program, as getopt_long remembers. */
#ifndef COMMON_ARGUMENTS_H
#define COMMON_ARGUMENTS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

/* Options that a line may have. */
#define ARGUMENTS_MAX 32

struct arguments {
    char *const *operands; /* what is no option; good when all is read, as the next two */
    size_t operand_count;
    char *const *after_dashes; /* what stands after_dashes "--", NULL at its end; NULL: no "--" */

    /* For arguments.c alone. */
    const char *title;
    int count;
    char **values;
    int next; /* where the next option stands; after_dashes its word only after its last letter */
    char letters[2 * ARGUMENTS_MAX + 3];
    size_t name_count;
    struct option names[ARGUMENTS_MAX + 1];
    size_t valued_count;
    char valued[ARGUMENTS_MAX]; /* the letters of options that take a value */
};

/* argv[1..] is to be read; its order is lost by that. `title` begins messages: "gen". */
void arguments_begin(struct arguments *arguments, const char *title, int argc, char **argv);

/* An option that may be given, one of ARGUMENTS_MAX: --NAME, and -LETTER unless that is a capital,
 * which only stands for it. A name may be NULL. */
void arguments_accept(struct arguments *arguments, char letter, const char *name, bool takes_value);

/* The letter of the next option; '\0' after_dashes the last. Its value, if it takes one, is optarg. */
char arguments_next(struct arguments *arguments);

/* Counts what stands after_dashes "--" among the operands. To be called when all is read. */
void arguments_join(struct arguments *arguments);

#endif
