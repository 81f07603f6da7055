/* SPDX-License-Identifier: MIT */
/* checks.h: arguments that are formats, and checks of options that several commands share. A check
 * that fails ends the process with status 2, before any ID is made or read. */
#ifndef CLI_CHECKS_H
#define CLI_CHECKS_H

#include "options.h"

/* Reads the name of a format from the first argument and removes it. */
void options_take_format(struct options *options);

/* Does so if the first argument is the name of a format. Refuses one that is similar to such a
 * name, or is the name of another kind, and names of formats after the first argument, if there are
 * no files of these names. */
void options_take_any_format(struct options *options);

/* Refuses encodings and readings that the format (not NULL) lacks. */
void options_match_format(const struct options *options);

/* Refuses a prefix that a TypeID cannot have, and one without -e typeid. */
void options_match_prefix(const struct options *options);

/* Refuses more than `most` arguments. */
void options_limit_arguments(const struct options *options, size_t most);

#endif
