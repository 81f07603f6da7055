/* SPDX-License-Identifier: MIT */
/* table.c: the commands and options of sortid, see common/command_line.h for the columns. The names
 * of formats are not listed here but by `sortid formats`, and by the message that refuses an
 * unknown one, so that a new format needs no change here.
 *
 * A command's help shows its options in the order of their rows. */
#include "table.h"
#include "../ids/encodings.h"
#include "../ids/format_info.h"
#include "../options/times.h"
#include "../lines/rewrite.h"
#include "../output/table.h"

#include <stdio.h>
#include <string.h>

/* Each group is the commands for which an option of this sense exists: tests/cli/unit/test_alike.c
 * checks that no command lacks one without a reason. */
/* clang-format off */
enum {
    GEN = 1, INSPECT = 2, CONVERT = 4, CHECK = 8, RANGE = 16, FIND = 32, FILTER = 64, SORT = 128,
    ANNOTATE = 256, COMPARE = 512, FORMATS = 1024,

    STREAMS = FIND | FILTER | SORT | ANNOTATE, /* find IDs in lines */
    EDITS = STREAMS | CONVERT,                 /* the same, convert with --in-text or --field */
    LINES = EDITS | INSPECT | CHECK,           /* read streams */
    READERS = LINES | COMPARE,                 /* read IDs */
    KINDS = (READERS & ~CHECK) | RANGE,        /* know also kinds that are not formats */
    IDS = KINDS | GEN | CHECK,                 /* make, read or write IDs and times */
    ALL = IDS | FORMATS
};
/* clang-format on */

/* ---- What completions offer ------------------------------------------------------------------ */

static void offer_formats(const struct completion *completion)
{
    const sortid_format *format;
    (void)completion;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        complete_word(info_of(format)->name, info_of(format)->title);
}

static void offer_kinds(const struct completion *completion)
{
    const sortid_kind *kind;
    (void)completion;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        complete_word(kind_info_of(kind)->name, NULL);
}

static void offer_kinds_and_files(const struct completion *completion)
{
    offer_kinds(completion);
    complete_files(completion);
}

static void offer_topics(const struct completion *completion)
{
    complete_commands(completion);
    complete_word("options", "which command has which option");
}

/* The last kind that is among the words; NULL: there is none. */
static const sortid_kind *named_kind(const struct completion *completion)
{
    const sortid_kind *kind = NULL;
    for (size_t i = 1; i < completion->count; i++) {
        struct kinds kinds = {.count = 0};
        if (kinds_add(&kinds, completion->words[i]) && kinds.count == 1)
            kind = kinds.all[0];
    }
    return kind;
}

/* Offers the encodings of the kind, if it is known, that the option of the command takes. */
static void offer_encodings(const struct completion *completion)
{
    const sortid_kind *kind = named_kind(completion);
    const struct encoding_name *row;
    bool writes = completion->row->letter == 'e';
    unsigned raw = writes ? GEN | CONVERT | RANGE : CONVERT | CHECK;
    unsigned times = writes ? CONVERT | ANNOTATE : 0;
    for (size_t i = 0; (row = encoding_at(i)) != NULL; i++) {
        unsigned fitting = writes ? ALL & ~ANNOTATE : ALL;
        if (row->time != TIME_FORM_NONE)
            fitting = times;
        else if (row->encoding == SORTID_ENCODING_BIN)
            fitting = raw;
        if ((kind == NULL || encoding_is_of(row, kind)) &&
            (fitting & completion->command->bit) != 0)
            complete_word(row->name, row->about);
    }
}

/* Offers the first bytes of the local date: a year, a month or a day. */
static void offer_date(size_t length)
{
    char date[TIME_LOCAL_SIZE];
    if (time_print_local(date, (int64_t)present_ms()) == 0)
        return;
    date[length] = '\0';
    complete_word(date, NULL);
}

static void offer_times(const struct completion *completion)
{
    static const char *const times[] = {"now", "today", "yesterday", "tomorrow",
                                        "-1h", "-1d",   "now-15m"};
    (void)completion;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        complete_word(times[i], NULL);
    offer_date(10);
    offer_date(7);
}

static void offer_periods(const struct completion *completion)
{
    (void)completion;
    complete_word("today", NULL);
    complete_word("yesterday", NULL);
    offer_date(10);
    offer_date(7);
    offer_date(4);
}

/* The names of columns, each after those that are typed already. */
static void offer_columns(const struct completion *completion)
{
    char list[200];
    const char *comma = strrchr(completion->current, ','), *name;
    int typed = comma != NULL ? (int)(comma + 1 - completion->current) : 0;
    for (size_t i = 0; (name = table_column(i)) != NULL; i++) {
        snprintf(list, sizeof list, "%.*s%s", typed, completion->current, name);
        complete_word(list, NULL);
    }
}

/* Where the descriptions of options begin. */
#define COLUMN 23

/* ---- Commands and options -------------------------------------------------------------------- */

/* Converts IDs in a text, or IDs that are arguments or lines. */
static void run_converts(struct options *options)
{
    if (options->in_text || options->field > 0) {
        rewrite_ids(options);
        return;
    }
    if (options->header || options->delimiter != 0 || options->anywhere || options->any_time)
        report_usage("--csv, --delimiter, --header, --anywhere and --any-time need --in-text or "
                     "--field N");
    run_convert(options);
}

/* A row has its own lines, and the usage one for each line of the help. */
/* clang-format off */
static const struct command commands[] = {
    {"gen", "gen", GEN, "[FORMAT]", "make IDs (scru128 by default)", COLUMN, run_gen,
     "[FORMAT] [OPTION...]",
     .about = "Make IDs in increasing order, one per line. FORMAT is scru128 by default.\n",
     .offer_first = offer_formats},
    {"inspect", "inspect", INSPECT, "[ID...]", "show what a text may be, its time and fields",
     COLUMN, run_inspect,
     "[FORMAT] [OPTION...] [ID...]\n"
     "--state FILE [--json]",
     .about = "Show the time, fields and encodings of IDs, which are arguments or lines of\n"
              "standard input.\n"},
    {"ID", NULL, 0, "", "the same as inspect ID", .run = NULL},
    {"convert", "convert", CONVERT, "[FORMAT] [ID...]", "convert IDs to another encoding", COLUMN,
     run_converts,
     "[FORMAT] [OPTION...] [ID...]\n"
     "[FORMAT] {--in-text | --field N} [OPTION...] [FILE...]",
     .about = "Convert IDs to another encoding: the arguments, or the lines of standard input;\n"
              "or in place: those that are found in a text, or are in a field of it.\n",
     .offer_first = offer_kinds, .offer_others = complete_files},
    {"check", "check", CHECK, "FORMAT [FILE...]", "check the IDs of a stream and their order",
     COLUMN, run_check, "FORMAT [OPTION...] [FILE...]",
     .about = "Read a stream of IDs, report lines that are invalid, unordered or duplicates of\n"
              "the ID before them, and print figures about the stream and its generator. The\n"
              "exit status is 1 if there is such a line, or no valid ID. Several files are one\n"
              "stream, with figures for each file. Without FILE, or with -, standard input is\n"
              "read.\n",
     .offer_first = offer_formats, .offer_others = complete_files},
    {"range", "range", RANGE, "FORMAT SINCE [UNTIL]",
     "print the smallest and the largest ID of a time range", COLUMN, run_range,
     "FORMAT {SINCE [UNTIL] | --in PERIOD} [OPTION...]\n"
     "... --sql COLUMN [OPTION...]",
     .about = "Print the smallest and the largest ID whose time is SINCE or later and before\n"
              "UNTIL. The time of an ID is the start of its timestamp: its millisecond, its\n"
              "second for ksuid, its 256 ms for scru64. Adjacent ranges share no ID and miss\n"
              "none. Without UNTIL the range is the one timestamp that contains SINCE.\n",
     .after = "A time is now, -1h, 2 days ago, yesterday, 2026-11, 2026-11-20,\n"
              "2026-11-20T12:00:00.123Z, 'Fri, 20 Nov 2026 12:00:00 +0100', or @ and Unix\n"
              "seconds; man sortid has all forms.\n",
     .takes_times = true, .offer_first = offer_kinds, .offer_others = offer_times},
    {"find", "find", FIND, "[FORMAT] [FILE...]", "print the lines of a text that contain IDs",
     COLUMN, run_find, "[FORMAT] [OPTION...] [FILE...]",
     .about = "Print the lines that contain an ID, and mark the IDs on a terminal. Without\n"
              "FILE, or with -, standard input is read. Lines of several files begin with the\n"
              "name of the file. An ID is a whole word and has a time from 2000 to a year\n"
              "ahead. Without FORMAT, IDs of all formats except scru64 are found; FORMAT or\n"
              "-i names numbers, hex digits and other kinds. The exit status is 0 even if\n"
              "there is no ID.\n",
     .offer_first = offer_kinds_and_files, .offer_others = complete_files},
    {"filter", "filter", FILTER, "[FORMAT] [FILE...]",
     "keep the lines whose ID lies in a span of time", COLUMN, run_filter,
     "[FORMAT] {--since TIME | --until TIME | --in PERIOD}\n"
     "\t[OPTION...] [FILE...]",
     .about = "Print the lines that contain an ID with a time in a span. IDs are found as by\n"
              "sortid find. Without FILE, or with -, standard input is read. The exit status\n"
              "is 0 even if there is no such line.\n",
     .offer_first = offer_kinds_and_files, .offer_others = complete_files},
    {"sort", "sort", SORT, "[FORMAT] [FILE...]", "sort lines by the time of their ID", COLUMN,
     run_sort, "[FORMAT] [OPTION...] [FILE...]",
     .about = "Sort lines by the time of their first ID, then by its bytes; lines with equal\n"
              "IDs keep their order. IDs are found as by sortid find. A line without an ID\n"
              "is reported and left out. Input that is larger than memory is sorted through\n"
              "temporary files in the folder TMPDIR.\n",
     .offer_first = offer_kinds_and_files, .offer_others = complete_files},
    {"annotate", "annotate", ANNOTATE, "[FORMAT] [FILE...]",
     "copy a text and add the times of its IDs", COLUMN, run_annotate,
     "[FORMAT] [OPTION...] [FILE...]",
     .about = "Copy the input and write the time of each ID after it, in parentheses. IDs are\n"
              "found as by sortid find. No other byte changes, and each line is written as\n"
              "soon as it is read: tail -f app.log | sortid annotate.\n",
     .offer_first = offer_kinds_and_files, .offer_others = complete_files},
    {"compare", "compare", COMPARE, "ID ID", "tell which ID is earlier, and by how much", COLUMN,
     run_compare, "[FORMAT] [OPTION...] ID ID",
     .about = "Print the times of two IDs, which of them is earlier, and by how much. If two\n"
              "IDs of one kind have equal times, their bytes decide.\n"},
    {"formats", "formats", FORMATS, "", "list the formats", COLUMN, run_formats, "[--json]",
     .about = "List the formats: names, sizes, times, fields, encodings.\n"},
    {"node", NULL, 0, "COMMAND", "reserve scru64 node ids (runs sortid-node)", .run = NULL},
    {"help", NULL, 0, "[COMMAND]", "print this help, that of a command, or of all options",
     .offer_first = offer_topics},
};

static const char *const verbose[] = {"-v", NULL};
static const char *const no_file[] = {"none", NULL};
static const char *const orders[] = {"strict", "time", "none", NULL};
static const char *const error_counts[] = {"all", "0", NULL};
static const char *const colors[] = {"auto", "always", "never", NULL};
static const char *const delimiters[] = {"comma", "tab", "semicolon", "pipe", "space", NULL};
static const char *const dialects[] = {"postgresql", "sqlite", "mysql", "mariadb", "sqlserver", NULL};

/* A row is its spelling, commands and help, then what it sets. An option has the same value in every
 * command, and one row wherever its help can be the same. */
static const struct option_row rows[] = {
    {'f', "format", "FORMAT", GEN | CHECK,
     "the format|, which may also be the first argument: one that 'sortid formats' lists",
     .set = option_set_kinds, .offer = offer_formats},
    {'f', "format", "FORMAT", KINDS,
     "the format of the IDs|, which may also be the first argument; or another kind: uuidv1, xid, "
     "mongodb, discord; a family: uuid, snowflake; several: ulid,uuidv7",
     .set = option_set_kinds, .offer = offer_kinds},
    {'r', "reverse", NULL, SORT, "print the latest line first", OPTION_FLAG(reverse)},
    {0, "since", "TIME", FILTER | RANGE,
     "the first time|: -1h, yesterday, 2026-11-20, 2026-11-20T12:00:00Z, ..., or that of an ID",
     OPTION_TEXT(since),
     .offer = offer_times},
    {0, "until", "TIME", FILTER | RANGE, "the end, which is excluded", OPTION_TEXT(until),
     .offer = offer_times},
    {0, "in", "PERIOD", FILTER | RANGE,
     "a year, month or day|: 2026, 2026-11, 2026-11-20, today, yesterday", OPTION_TEXT(period),
     .offer = offer_periods},
    {'c', NULL, "N", GEN, NULL, OPTION_NUMBER(count, 1, INT64_MAX)},
    {'n', "count", "N", GEN, "make N IDs|, 1 (the default) to 9223372036854775807",
     OPTION_NUMBER(count, 1, INT64_MAX)},
    {'i', "input-encoding", "ENC", READERS,
     "read only this encoding|: text, hex, int, uuid, guid, base64url, typeid, ...; convert and check "
     "read text by default, and also bin (raw bytes without separator)",
     .set = option_set_input, .offer = offer_encodings},
    {'e', "encoding", "ENC", GEN | RANGE,
     "write this encoding|: text (the default), lower, hex, 0x, bytea, blob, int, uuid, braces, urn, "
     "guid, base64url, typeid, or bin (raw bytes without separator)",
     .set = option_set_output, .offer = offer_encodings},
    {'e', "encoding", "ENC", CONVERT,
     "write this encoding|, text by default, as those of gen; or a format of the same bits (-e ulid); "
     "or the time of each ID as time "
     "(2026-11-20T12:00:00.123Z), unix (seconds with three decimals) or ms (Unix milliseconds)",
     .set = option_set_output, .offer = offer_encodings},
    {'e', "encoding", "ENC", ANNOTATE,
     "write the time in this form|: time (2026-11-20T12:00:00.123Z, the default), unix (seconds "
     "with three decimals) or ms (Unix milliseconds)",
     .set = option_set_output, .offer = offer_encodings},
    {0, "prefix", "P", GEN | CONVERT | RANGE, "write P_ before each ID", OPTION_TEXT(prefix)},
    {'0', "null", NULL, GEN, "end each ID with NUL instead of newline", OPTION_FLAG(nul_ends)},
    {'0', "null-input", NULL, LINES,
     "the lines of the input end with NUL|, as gen -0 and find -print0 write them; lines that are "
     "printed keep it",
     OPTION_FLAG(nul_ends)},
    {0, "at", "TIME", GEN,
     "use a clock that is stopped at TIME|: now, -1h, yesterday, 2026-11-20, "
     "2026-11-20T12:00:00.123Z or @1795132800.5 (Unix seconds)",
     OPTION_TEXT(at), .offer = offer_times},
    {0, "utc", NULL, IDS, NULL, .set = option_set_zone},
    {0, "local", NULL, IDS,
     "times are in UTC (the default) or in local time|: a TIME without an offset, and times that "
     "are printed",
     .set = option_set_zone},
    {0, "node", "SPEC", GEN,
     "scru64: the node|, NODE/SIZE (42/8) or ID/SIZE; the default is the environment variable "
     "SCRU64_NODE_SPEC",
     OPTION_TEXT(node)},
    {0, "state", "FILE|none", GEN,
     "continue after the last ID of all runs that use FILE|, which is created if needed. none: "
     "use no file; this is the default except for scru64, where another run may then repeat IDs "
     "of this one",
     OPTION_PATH(state), .words = no_file},
    {0, "socket", "PATH", GEN,
     "scru64: get IDs from the agent that serves this socket|, see 'sortid node serve'",
     OPTION_PATH(socket)},
    {0, "random", NULL, GEN, "scru128, ulid, uuidv7, ksuid: random IDs, in no order",
     OPTION_FLAG(random)},
    {0, "fraction", NULL, GEN,
     "scru160, uuidv7: put the fraction of the ms into each ID|: microseconds in scru160, 1/4096 "
     "ms in uuidv7",
     OPTION_FLAG(fraction)},
    {0, "rate", "N", GEN,
     "make N IDs a second, such as 100, 0.5 or 1/60|; with --at, do not wait: advance the stopped clock "
     "by 1/N s for each ID",
     .set = option_set_rate, OPTION_PLACE(rate), .least = 1, .most = UINT64_C(1000000000000),
     .wants = "must be a number from 0.001 to 1000000000 with at most three decimals, or a fraction as 1/60"},
    {0, "bits", "BITS", KINDS,
     "Snowflakes have fields of so many bits|, the time first: 41/10/12", OPTION_TEXT(bits)},
    {0, "epoch", "TIME", KINDS,
     "Snowflakes count from TIME|, not from the epoch of their service", OPTION_TEXT(epoch),
     .offer = offer_times},

    {0, "in-text", NULL, CONVERT, "convert the IDs in a text|, and copy the rest of it",
     OPTION_FLAG(in_text)},
    {0, "replace", NULL, ANNOTATE, "write the time in the place of the ID",
     OPTION_FLAG(replaces)},
    {0, "field", "N", EDITS, "take only IDs in field N of a line|; blanks separate fields",
     OPTION_NUMBER(field, 1, 1000000)},
    {0, "csv", NULL, EDITS,
     "read records of CSV|: commas separate fields, which may be quoted and have line breaks",
     OPTION_CONSTANT(delimiter, ',')},
    {0, "delimiter", "D", EDITS,
     "read records of CSV whose fields are separated by D|: tab, semicolon, ...",
     .set = option_set_delimiter, OPTION_PLACE(delimiter), .words = delimiters,
     .wants = "must be comma, tab, semicolon, pipe, space or one byte of ASCII, but not a letter, "
              "a digit or a quote"},
    {0, "prefix", "P", STREAMS, "find only IDs after P_|: user_01H..., if P is user",
     OPTION_TEXT(prefix)},
    {0, "anywhere", NULL, EDITS, "find IDs also in parts of words", OPTION_FLAG(anywhere)},
    {0, "any-time", NULL, EDITS, "find IDs of any time|, also before 2000 or far ahead",
     OPTION_FLAG(any_time)},
    {'o', "only", NULL, FIND, "print the IDs, each as FILE:LINE:COLUMN:ID", OPTION_FLAG(only)},
    {0, "ids", NULL, FIND, "print the IDs alone", OPTION_FLAG(ids)},
    {0, "header", NULL, EDITS,
     "each file has a header line|; print that of the first file, or with --columns the names of "
     "the columns",
     OPTION_FLAG(header)},
    {0, "multiline", NULL, FILTER | SORT, "a line without an ID belongs to the line before it",
     OPTION_FLAG(multiline)},
    {0, "memory", "MB", SORT, "use up to MB megabytes of memory, 256 by default",
     OPTION_NUMBER(memory_mb, 1, 1048576),
     .wants = "must be a whole number of megabytes from 1 to 1048576"},

    {0, "order", "ORDER", CHECK,
     "strict (the default)|: each ID is greater than the one before it, and so is its counter if "
     "IDs show their generator; time: any order within one timestamp; none: any order",
     OPTION_WORD(order, orders)},
    {0, "max-errors", "N", CHECK,
     "report the first N bad lines| (20 by default), then the number of the others; 0: only the "
     "number; all: each bad line",
     OPTION_NUMBER(max_errors, 0, INT64_MAX), .words = error_counts,
     .wants = "must be all or a whole number from 0 to 9223372036854775807"},
    {0, "lenient", NULL, READERS,
     "ulid text: read i and l as 1 and o as 0, ignore hyphens between digits",
     OPTION_FLAG(lenient)},
    {0, "best", NULL, INSPECT, "show only the likeliest reading of each ID", OPTION_FLAG(best)},
    {0, "json", NULL, ALL & ~(CONVERT | FILTER | SORT | ANNOTATE),
     "print JSON|: an object for each ID or format; check, range and compare print one",
     OPTION_FLAG(json)},
    {0, "columns", "LIST", INSPECT | FIND,
     "print a table of these columns|: input, format, id, time, local, age, unix, ms, node, "
     "counter, hex, int, uuid, confidence, file, line, column, or names of fields, such as "
     "--columns time,id; separated by tabs, or on a terminal aligned below a heading",
     OPTION_TEXT(columns), .offer = offer_columns},
    {0, "header", NULL, INSPECT, "with --columns: print the names of the columns",
     OPTION_FLAG(header)},
    {'q', "quiet", NULL, INSPECT, "print nothing|; the exit status is 1 if a text is not an ID",
     OPTION_FLAG(quiet)},
    {'q', "quiet", NULL, FIND | FILTER, "print nothing|; the exit status is 1 if nothing is found",
     OPTION_FLAG(quiet)},
    {0, "color", "WHEN", INSPECT | FIND | ANNOTATE,
     "auto (the default: on a terminal, unless NO_COLOR is set), always, never",
     OPTION_WORD(color, colors)},
    {0, "node-size", "N", INSPECT,
     "scru64: the node id has N bits|, 1 to 23; show node id and counter",
     OPTION_NUMBER(node_size, 1, 23)},
    {0, "state", "FILE", INSPECT, "show the content of a state file of gen", OPTION_PATH(state)},
    {0, "sql", "COLUMN", RANGE,
     "print a condition for a query|: \"COLUMN\" BETWEEN ... AND ...; COLUMN may be TABLE.COLUMN",
     OPTION_TEXT(sql_column)},
    {0, "dialect", "D", RANGE,
     "postgresql (the default), mysql, mariadb, sqlserver or sqlite|; -e hex is for columns of "
     "bytes, the default of sqlite, -e int for integers, its default for scru64",
     OPTION_WORD(dialect, dialects), .least = SQL_POSTGRESQL},
    {0, "collate", "NAME", RANGE,
     "compare the column by this collation|: C for a column of text in PostgreSQL, unless its own "
     "is C; utf8mb4_bin in MySQL and MariaDB",
     OPTION_TEXT(collation)},
    {0, "progress", NULL, GEN,
     "show the number of IDs on standard error|, at once and also if it is not a terminal",
     OPTION_FLAG(shows_progress)},
    {0, "watch", NULL, CHECK,
     "for a pipe that does not end|: print each second IDs a second, last time and faults so far "
     "on standard error",
     OPTION_FLAG(watches)},
    {'h', "help", NULL, ALL, "print this help", OPTION_HELP},

    {'h', "help", NULL, OPTION_OF_PROGRAM,
     "print this help|; 'sortid COMMAND --help' for one command", .set = NULL},
    {'V', "version", "[-v]", OPTION_OF_PROGRAM,
     "print the version|; -v: also the instruction sets of this machine; SORTID_SIMD=NAME chooses "
     "one",
     .words = verbose},
};
/* clang-format on */

const struct program sortid_program = {
    .name = "sortid",
    .about = "Make, read and check sortable unique identifiers.\n",
    .after = "FORMAT is a name that 'sortid formats' lists, in upper or lower case; 'sortid\n"
             "help options' shows which command has which option. Exit status: 0 success; 1\n"
             "some input was bad; 2 wrong usage; 3 the system failed.\n",
    .columns = 80,
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .explain = options_explain_unknown};
