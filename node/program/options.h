/* SPDX-License-Identifier: MIT */
/* options.h: the arguments of a subcommand, read and checked. Called by main.c before, and by the
 * subcommands for their words. Whatever is wrong with them ends the program with status 2 before
 * anybody is asked anything. */
#ifndef PROGRAM_OPTIONS_H
#define PROGRAM_OPTIONS_H

#include "command.h"

#include <sortid.h>
#include <sortid/node.h>

#define POOLS_MAX 256 /* what sortid_node_init takes */

struct options {
    const struct command *command;
    sortid_node_client_options client; /* without the password */
    sortid_node_hold_options hold;
    const char *password_file;
    const char *pools[POOLS_MAX]; /* --pool, as given */
    size_t pool_count;
    const char *raise_bounds;
    bool json;
    bool horizon_given;
    char *const *words; /* what is no option */
    size_t word_count;
    char *const *behind; /* what stands behind "--", NULL at its end; NULL: no "--" */
};

/* Reads argv[1..], argv[0] being the subcommand's name. -h prints the help and exits. */
void options_read(struct options *options, const struct command *command, int argc, char **argv);

/* The words as REALM, ... : refuses fewer than names, and more. */
void options_need_words(const struct options *options, const char *const *names, size_t count);

#endif
