/* SPDX-License-Identifier: MIT */
/* command.h: a subcommand of sortid-node, one row of the table in main.c. Each has a file of its own
 * that defines its run function, which returns the exit status. */
#ifndef PROGRAM_COMMAND_H
#define PROGRAM_COMMAND_H

struct options;

struct command {
    const char *name;
    const char *title;   /* in messages: "node init" */
    const char *accepts; /* letters of its options in options.c */
    const char *help;    /* usage and description, from help.c */
    int (*run)(struct options *options);
};

int run_init(struct options *options);
int run_list(struct options *options);
int run_status(struct options *options);
int run_health(struct options *options);
int run_release(struct options *options);
int run_pool(struct options *options);
int run_run(struct options *options);
int run_serve(struct options *options);

#endif
