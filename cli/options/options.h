/* SPDX-License-Identifier: MIT */
/* options.h: what the command line of a command says, arguments that are formats, and checks of
 * options that several commands share (options.c); names of formats, kinds and encodings
 * (values.c); what to type instead of an argument that is refused (slips.c). A check that fails
 * ends the process with status 2, before any ID is made or read. */
#pragma once

#include "../ids/encodings.h"
#include "../ids/kinds.h"
#include "../../common/command_line.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum zone { ZONE_UNSET, ZONE_UTC, ZONE_LOCAL }; /* unset: UTC, where a time is read */
/* Unset: PostgreSQL. */
enum sql_dialect { SQL_UNSET, SQL_POSTGRESQL, SQL_SQLITE, SQL_MYSQL, SQL_MARIADB, SQL_SERVER };

/* Of members that are NULL or 0 the option was not given. */
struct options {
    const struct command *command;
    const char *named;           /* -f or FORMAT */
    struct kinds kinds;          /* these */
    const sortid_kind *kind;     /* the only one of them; else NULL */
    const sortid_format *format; /* that of the kind; NULL also if it is not a format */
    const struct encoding_name *input, *output;
    bool has_input, has_output; /* -i, -e were given */
    bool json, lenient;
    bool nul_ends;  /* of the IDs that gen writes, or others read */
    unsigned zone;  /* enum zone: of times without offset */
    unsigned color; /* enum color */
    const char *prefix;
    const char *state;
    const char *bits, *epoch; /* of Snowflakes */

    /* gen */
    uint64_t count;
    uint64_t rate, rate_s; /* IDs in so many seconds, at most 1,000 */
    const char *at, *node, *socket;
    bool random, fraction, shows_progress;

    /* inspect, find */
    unsigned node_size;
    const char *columns;
    bool best;

    /* range, filter */
    const char *since, *until, *period;
    const char *sql_column, *collation;
    unsigned dialect; /* enum sql_dialect */

    /* find, filter, sort, annotate, convert */
    uint64_t field;
    unsigned delimiter; /* of the fields of CSV; 0: blanks */
    bool header, multiline, anywhere, any_time;
    bool only, ids, quiet, reverse;
    bool in_text, replaces;
    uint64_t memory_mb;

    /* check */
    unsigned order;      /* enum statistics_order */
    uint64_t max_errors; /* bad lines that are reported one by one; UINT64_MAX: all */
    bool watches;

    char *const *arguments; /* the operands */
    size_t argument_count;
};

/* The byte after each ID or line that is read or written. */
static inline char line_end_of(const struct options *options)
{
    return options->nul_ends ? '\0' : '\n';
}

/* Reads argv[1..], argv[0] being the name of the command. -h prints the help and exits. */
void options_read(struct options *options, const struct program *program,
                  const struct command *command, int argc, char **argv);

/* Each reads FORMAT, names of formats and other kinds such as "ulid,uuidv7", from the first argument,
 * and removes it. With -f it may be missing, and must name the same. */

/* For arguments that are IDs or times: if it names kinds. */
void options_take_kinds(struct options *options);

/* The same; refuses other arguments, unless -f is given. */
void options_take_format(struct options *options);

/* For arguments that are files: if it names a format, or another kind and there is no such file.
 * Refuses one that is similar to a format, and names of formats after the first argument, if there
 * are no files of these names. */
void options_take_kinds_or_files(struct options *options);

/* Reads SINCE and UNTIL from the arguments and removes them, unless --since and --until are given. */
void options_take_span(struct options *options);

/* The options with one of the kinds alone. */
struct options options_of_kind(const struct options *options, size_t index);

/* Refuses encodings and readings that one of the kinds lacks. */
void options_match_kinds(const struct options *options);

/* Refuses a prefix that a TypeID cannot have, and one without -e typeid. */
void options_match_prefix(const struct options *options);

/* Refuses -0 for what does not end with NUL: raw bytes, and IDs that are arguments. */
void options_match_nul(const struct options *options, bool are_arguments);

/* Refuses more than `most` arguments. */
void options_limit_arguments(const struct options *options, size_t most);

/* ---- values.c -------------------------------------------------------------------------------- */

/* Setters. */
void option_set_input(struct options *options, const struct option_value *value);
void option_set_output(struct options *options, const struct option_value *value);
void option_set_kinds(struct options *options, const struct option_value *value);
/* Sets the kinds that a list of names names; false: the first names none. */
bool option_take_kinds(struct options *options, const char *list);
/* Refuses a word that names no kind. */
_Noreturn void option_refuse_kind(const struct options *options, const char *word);
void option_set_zone(struct options *options, const struct option_value *value);
void option_set_rate(struct options *options, const struct option_value *value);
void option_set_delimiter(struct options *options, const struct option_value *value);

/* Refuses several kinds, and one that is not a format. */
void options_need_format(const struct options *options);

/* A value as a shell reads it, perhaps in quotes; `otherwise` if it is NULL or has bytes that a
 * message or quotes change. */
struct quote;
const char *shell_word(struct quote *quote, const char *value, const char *otherwise);

/* Names for a message, and the one that a word may be a slip of, NULL: none. */
struct names {
    char text[400];
    const char *similar;
};

void names_add(struct names *names, const char *name, const char *word);
void names_of_formats(struct names *names, const char *word);
void names_of_kinds(struct names *names, const char *word);

/* Refuses a word that should be one of the names; `what` they are, and what is added to their
 * list. */
_Noreturn void names_refuse(const struct names *names, const char *what, const char *word,
                            const char *more);

/* ---- slips.c --------------------------------------------------------------------------------- */

/* Each is called where an argument is refused, and ends the process if it knows what was meant;
 * else it does nothing. */

/* An unknown option: -1h without --since or --at, -5 without -n, or one of another tool. */
void options_explain_unknown(const struct program *program, const struct command *command,
                             char *const *word, char letter);

/* The first argument, which is not a format: a number of IDs or a time, or what comes after a
 * format. */
void options_explain_format(const struct options *options);

/* An argument too many of gen: a number of IDs or a time. */
void options_explain_extra(const struct options *options);

/* Files that do not exist: a format, a slip of one, or an ID. */
void options_explain_files(const struct options *options);

/* The files of filter: a time. */
void options_explain_times(const struct options *options, uint64_t now_ms);

/* Says after IDs among the arguments were bad if one of the arguments is the name of a file, or
 * -. */
void options_explain_ids(const struct options *options);

/* ---- The commands ---------------------------------------------------------------------------- */

void run_gen(struct options *options);
void run_inspect(struct options *options);
void run_convert(struct options *options);
void run_check(struct options *options);
void run_range(struct options *options);
void run_formats(struct options *options);
void run_annotate(struct options *options);
void run_find(struct options *options);
void run_filter(struct options *options);
void run_sort(struct options *options);
void run_compare(struct options *options);
