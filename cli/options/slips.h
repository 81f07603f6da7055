/* SPDX-License-Identifier: MIT */
/* slips.h: what to type instead of an argument that is refused. */
#ifndef CLI_SLIPS_H
#define CLI_SLIPS_H

#include "options.h"

/* Each is called where an argument is refused, and ends the process if it knows what was meant;
 * else it does nothing. */

/* An unknown option: -1h without --since or --at, -5 without -n, or an option for what is an
 * argument. */
void options_explain_unknown(const struct program *program, const struct command *command,
                             const char *word);

/* The first argument, which is not a format: a number of IDs or a time, or what comes after a
 * format. */
void options_explain_format(const struct options *options);

/* An argument too many of gen: a number of IDs or a time. */
void options_explain_extra(const struct options *options);

/* No -f of convert: its first argument is a format. */
void options_explain_missing(const struct options *options);

/* The files of filter: a time. */
void options_explain_times(const struct options *options, uint64_t now_ms);

/* Says after IDs among the arguments were bad if one of the arguments is the name of a file, or
 * -. */
void options_explain_ids(const struct options *options);

#endif
