/* SPDX-License-Identifier: MIT */
/* options.h: reads and checks the arguments of a subcommand. Called by main.c, and by the subcommands
 * for their words. A fault ends the program with status 2 before any request. */
#ifndef PROGRAM_OPTIONS_H
#define PROGRAM_OPTIONS_H

#include "command.h"

#include <sortid.h>
#include <sortid/node.h>

#define POOLS_MAX        256 /* what sortid_node_init takes */
#define RESERVATIONS_MAX 64  /* of serve */

struct options {
    const struct command *command;
    sortid_node_client_options client; /* without the password */
    sortid_node_reservation_options reservation;
    const char *password_file;
    const char *pools[POOLS_MAX]; /* --pool, as given */
    size_t pool_count;
    const char *raise_bounds;
    uint64_t max_ahead_ms, clock_error_ms; /* 0: not given */
    bool external, force, far;
    bool json, metrics;
    uint32_t min_free; /* 1 if not given */
    bool horizon_given;
    const char *metrics_file, *socket; /* NULL: not given */
    unsigned socket_mode;              /* its permissions */
    unsigned reservations;             /* of serve */
    char *const *words;                /* arguments that are not options */
    size_t word_count;
    char *const *behind; /* what follows "--", with NULL at its end; NULL: no "--" */
};

/* Moves the subcommand, which may follow options, to argv[1], if there is one. */
void options_put_command_first(int argc, char **argv);

/* Whether a word begins like an option of some subcommand. */
bool options_is_known(const char *word);

/* The option of any subcommand that the word may be a slip of; NULL: none. */
const char *options_similar(const char *word);

/* Reads argv[1..], argv[0] being the subcommand's name. -h prints the help and exits. */
void options_read(struct options *options, const struct command *command, int argc, char **argv);

/* The pools of all --pool, with commas. Static. */
const char *options_join_pools(const struct options *options);

/* Checks that there are as many words as names. */
void options_need_words(const struct options *options, const char *const *names, size_t count);

#endif
