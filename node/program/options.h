/* SPDX-License-Identifier: MIT */
/* options.h: what the command line of a command says, and the checks of it that several commands
 * share. A check that fails ends the process with status 2, before any request. */
#pragma once

#include "../../common/command_line.h"

#include <sortid.h>
#include <sortid/node.h>

#define POOLS_MAX        256 /* what sortid_node_realm_create takes */
#define RESERVATIONS_MAX 64  /* of serve */

/* The longest path of a Unix socket is 107 bytes; listener.c appends up to 11. */
#define SOCKET_PATH_MOST 96

/* metrics_file.c appends 17. */
#define METRICS_PATH_MOST 4000

struct options {
    const struct command *command;
    sortid_node_client_options client; /* without the password */
    sortid_node_reservation_options reservation;
    const char *password_file;
    const char *pools[POOLS_MAX]; /* --pool, as given */
    size_t pool_count;
    const char *raise_bounds;
    uint64_t max_ahead_ms, clock_error_ms; /* 0: not given */
    bool external, force, far, share_ids;
    bool json, metrics, dry_run;
    uint32_t min_free;
    bool horizon_given;
    const char *metrics_file, *socket; /* NULL: not given */
    unsigned socket_mode;              /* its permissions */
    unsigned reservations;
    char *const *words; /* arguments that are not options */
    size_t word_count;
    char *const *behind; /* what follows "--", with NULL at its end; NULL: no "--" */
};

/* ---- Setters --------------------------------------------------------------------------------- */

/* A duration is seconds, or a span such as 90s or 1h30m. */
option_setter option_set_duration, option_set_mode, option_add_pool;

/* ---- Reading --------------------------------------------------------------------------------- */

/* Moves the command, which may follow options, to argv[1], if there is one. */
void options_put_command_first(const struct program *program, int argc, char **argv);

/* Whether a word begins like an option of some command. */
bool options_is_known(const struct program *program, const char *word);

/* Reads argv[1..], argv[0] being the name of the command. -h prints the help and exits. */
void options_read(struct options *options, const struct program *program,
                  const struct command *command, int argc, char **argv);

/* Sets realm and pools of the reservation: those of all --pool, with commas. */
void options_set_pools(struct options *options);

/* Reads a pool, NAME=FIRST-LAST/SIZE, with --share-ids. */
void options_read_pool(sortid_node_pool *pool, const struct options *options, const char *text);

/* Checks that there are as many words as names. */
void options_need_words(const struct options *options, const char *const *names, size_t count);

/* ---- The commands ---------------------------------------------------------------------------- */

/* table.c: the commands and options. An option is one row there; parsing, --help, completions and
 * the synopsis of the manual page come from it. */
extern const struct program node_program;

void run_init(struct options *options);
void run_list(struct options *options);
void run_status(struct options *options);
void run_health(struct options *options);
void run_release(struct options *options);
void run_pool(struct options *options);
void run_run(struct options *options);
void run_serve(struct options *options);
