/* SPDX-License-Identifier: MIT */
/* options.h: reads and checks the arguments of a subcommand. Called by main.c first, and by the subcommands
 * when they know the format; includes decode.h, statistics.h and the public headers. Any error ends the
 * program with status 2 before any work is done. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "command.h"

#include <sortid.h>

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
enum zone { ZONE_UNSET, ZONE_UTC, ZONE_LOCAL };             /* unset: UTC, where a time is read */
enum sql_dialect { SQL_UNSET, SQL_POSTGRESQL, SQL_SQLITE }; /* unset: PostgreSQL */

/* What convert writes instead of an encoding. */
enum time_form {
    TIME_FORM_NONE,
    TIME_FORM_ISO,  /* 2026-11-20T12:00:00.123Z */
    TIME_FORM_UNIX, /* Unix seconds with three decimals */
    TIME_FORM_MS    /* Unix milliseconds */
};

/* A name of an encoding on the command line. */
struct encoding_name {
    const char *name;
    sortid_encoding encoding;
    const char *only_format; /* NULL: every format that has the encoding */
    const char *hex_format;  /* the format for which hex is read too; NULL: none */
    bool is_typeid;          /* a TypeID: no encoding of the library */
    enum time_form time;     /* the time of the ID: of every format, and only written */
};

struct options {
    const struct command *command;
    const sortid_format *format; /* -f or FORMAT; NULL: not given, or a kind that is no format */
    const sortid_kind *kind;     /* -f; NULL: not given */
    uint64_t count;              /* -n */
    const struct encoding_name *input;
    const struct encoding_name *output;
    bool nul_ends; /* -0 */
    bool random;
    bool fraction;
    bool lenient;
    bool json;
    bool shows_progress; /* --progress */
    bool watches;        /* --watch */
    uint64_t rate;       /* --rate, IDs a second; 0: not given */
    const char *at;      /* NULL: not given, as the next five */
    const char *node;
    const char *state;
    const char *socket;
    const char *period;     /* --in, not yet read; NULL: not given, as the next */
    const char *sql_column; /* --sql */
    enum sql_dialect dialect;
    enum zone zone;  /* of times without offset */
    bool has_output; /* -e was given */
    const char *epoch;
    const char *columns; /* --columns */
    const char *prefix;
    const char *since, *until; /* of filter; NULL: not given */
    bool has_input;            /* -i was given */
    uint64_t field;            /* 0: not given */
    bool csv, header, multiline, whole_words;
    bool only, ids, quiet;
    bool reverse;
    uint64_t memory_mb;
    enum color color;
    unsigned node_size;     /* 0: not given */
    unsigned order;         /* enum statistics_order */
    uint64_t max_errors;    /* bad lines that check reports one by one; UINT64_MAX: all */
    char *const *arguments; /* the operands: all arguments that are not options */
    size_t argument_count;
};

/* Reads argv[1..], argv[0] being the subcommand's name. -h prints the help and
 * exits. */
void options_read(struct options *options, const struct command *command, int argc, char **argv);

/* Reads a format's name from the first argument and removes it. */
void options_take_format(struct options *options);

/* Does so if the first argument is the name of a format. Refuses one that is similar to such a name, or is the name of
 * another kind, and names of formats after the first argument, if there are no files of these names. */
void options_take_any_format(struct options *options);

/* Refuses encodings and readings that the format (not NULL) lacks. */
void options_match_format(const struct options *options);

/* Refuses more than `most` arguments. */
void options_limit_arguments(const struct options *options, size_t most);

/* Reads a TIME as Unix time in ms, see time_parse.h; `what` names it in messages. */
uint64_t options_time(const struct options *options, const char *what, const char *text,
                      uint64_t now_ms);

/* The same for a bound of a time range, see time_parse_bound. */
uint64_t options_bound(const struct options *options, const char *what, const char *text,
                       uint64_t now_ms);

/* Whether a text is such a bound. */
bool options_is_time(const struct options *options, const char *text, uint64_t now_ms);

/* Reads --in, which was given: its first ms, and the first ms after it. */
void options_period(const struct options *options, uint64_t *since_ms, uint64_t *until_ms,
                    uint64_t now_ms);

/* Row `index` of the encodings that a format has, NULL after the last. */
const struct encoding_name *options_encoding_of(const sortid_format *format, size_t index);

/* ---- options_slips.c: what to type instead ------------------------------------------ */

/* Each is called where an argument is refused, and ends the program if it knows what was meant; else it does
 * nothing. */

/* An unknown option; the context is the struct command: -1h without --since or --at, -5 without -n, or an option
 * for what is an argument. */
void options_explain_unknown(const void *context, const char *word);

/* The first argument, which is no format: a number of IDs or a time, or what comes after a format. */
void options_explain_format(const struct options *options);

/* An argument too many of gen: a number of IDs or a time. */
void options_explain_extra(const struct options *options);

/* No -f of convert: its first argument is a format. */
void options_explain_missing(const struct options *options);

/* The files of filter: a time. */
void options_explain_times(const struct options *options, uint64_t now_ms);

/* Says after IDs among the arguments were bad if one of the arguments is the name of a file, or -. */
void options_explain_ids(const struct options *options);

#endif
