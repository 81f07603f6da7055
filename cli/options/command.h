/* SPDX-License-Identifier: MIT */
/* command.h: what a subcommand is: one row of the table in main.c. It includes nothing of the project. Each
 * subcommand has a file that defines its run function. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>

struct options;

struct command {
    const char *name;
    const char *accepts; /* letters of the options in options.c that it has */
    const char *help;    /* usage and description, from help.c */
    void (*run)(struct options *options);
    bool takes_times; /* its operands may be times, such as -1h */
    bool takes_kinds; /* -f may name a kind that is no format */
    bool tells_times; /* -e may name a form of times */
};

void run_gen(struct options *options);
void run_inspect(struct options *options);
void run_convert(struct options *options);
void run_check(struct options *options);
void run_range(struct options *options);
void run_formats(struct options *options);
void run_find(struct options *options);
void run_filter(struct options *options);
void run_sort(struct options *options);
void run_compare(struct options *options);

#endif
