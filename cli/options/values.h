/* SPDX-License-Identifier: MIT */
/* values.h: setters of the options whose values are names of formats, kinds or encodings. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "options.h"

void option_set_input(struct options *options, const struct option_value *value);
void option_set_output(struct options *options, const struct option_value *value);
void option_set_output_or_time(struct options *options, const struct option_value *value);
void option_set_format(struct options *options, const struct option_value *value);
void option_set_kind(struct options *options, const struct option_value *value);

/* Sets the format by its name; refuses other names. */
void value_set_format(struct options *options, const char *text);

/* Names for a message, and the one that a word may be a slip of, NULL: none. */
struct names {
    char text[400];
    const char *similar;
};

void names_add(struct names *names, const char *name, const char *word);
void names_of_formats(struct names *names, const char *word);

/* Refuses a word that should be one of the names; `what` they are, and what is added to their
 * list. */
_Noreturn void names_refuse(const struct names *names, const char *command, const char *what,
                            const char *word, const char *more);

#endif
