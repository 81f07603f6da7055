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
#include "../output/table.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
enum {
    GEN = 1, INSPECT = 2, CONVERT = 4, CHECK = 8, RANGE = 16, FIND = 32, FILTER = 64, SORT = 128,
    COMPARE = 256, FORMATS = 512, SEARCHES = FIND | FILTER | SORT, ALL = 1023
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

static void offer_formats_and_files(const struct completion *completion)
{
    offer_formats(completion);
    complete_files(completion);
}

static void offer_kinds(const struct completion *completion)
{
    const sortid_kind *kind;
    (void)completion;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        complete_word(kind_info_of(kind)->name, NULL);
}

/* The last format that is among the words; NULL: there is none. */
static const sortid_format *named_format(const struct completion *completion)
{
    const char *name = NULL;
    for (size_t i = 1; i < completion->count; i++) {
        const char *found = format_name(completion->words[i]);
        name = found != NULL ? found : name;
    }
    return name != NULL ? sortid_format_find(name) : NULL;
}

/* Offers the encodings of the format, if it is known, that the option of the command takes. */
static void offer_encodings(const struct completion *completion)
{
    const sortid_format *format = named_format(completion);
    const struct encoding_name *row;
    const unsigned command = completion->command->bit;
    const bool with_times = command == CONVERT && completion->row->letter == 'e';
    for (size_t i = 0; (row = encoding_at(i)) != NULL; i++) {
        bool is_raw = row->encoding == SORTID_ENCODING_INT || row->encoding == SORTID_ENCODING_BIN;
        if ((format == NULL || encoding_is_of(row, kind_of_format(format))) &&
            !(is_raw && (command & SEARCHES) != 0) &&
            !(row->way == WAY_TYPEID && command == RANGE) &&
            (with_times || row->time == TIME_FORM_NONE))
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

/* ---- Commands and options -------------------------------------------------------------------- */

/* A row has its own lines, and the usage one for each line of the help. */
/* clang-format off */
static const struct command commands[] = {
    {"gen", "gen", GEN, "[FORMAT]", "make IDs (scru128 by default)", 21, run_gen,
     "[FORMAT] [-n N] [-e ENC] [--prefix P] [-0]\n"
     "\t[--at TIME [--utc|--local]]\n"
     "\t[--node SPEC] [--state FILE|none] [--socket PATH] [--random]\n"
     "\t[--fraction] [--rate N] [--json] [--progress]",
     .about = "Make IDs in increasing order, one per line. FORMAT is scru128 by default.\n",
     .offer_first = offer_formats},
    {"inspect", "inspect", INSPECT, "[ID...]", "show what a text may be, its time and fields", 17,
     run_inspect,
     "[-f KIND] [-0] [--lenient] [--json]\n"
     "\t[--color auto|always|never] [--node-size N]\n"
     "\t[--epoch TIME [--utc|--local]]\n"
     "\t[--columns NAME,... [--header]] [ID...]\n"
     "--state FILE [--json]",
     .about = "Show the time, fields and encodings of IDs, which are arguments or lines of\n"
              "standard input.\n"},
    {"ID", NULL, 0, "", "the same as inspect ID", .run = NULL},
    {"convert", "convert", CONVERT, "-f FORMAT [ID...]", "convert IDs to another encoding", 14,
     run_convert,
     "-f FORMAT [-i ENC] [-e ENC] [--prefix P] [-0]\n"
     "\t[--lenient] [--utc|--local] [ID...]",
     .about = "Convert IDs to another encoding: the arguments, or the lines of standard input.\n"},
    {"check", "check", CHECK, "FORMAT [FILE...]", "check the IDs of a stream and their order", 17,
     run_check,
     "FORMAT [-i ENC] [-0] [--order strict|time|none]\n"
     "\t[--max-errors N|all] [--lenient] [--json]\n"
     "\t[--watch] [FILE...]",
     .about = "Read a stream of IDs, report lines that are invalid, unordered or duplicates of\n"
              "the ID before them, and print figures about the stream and its generator. The\n"
              "exit status is 1 if there is such a line, or no valid ID. Several files are one\n"
              "stream, with figures for each file. Without FILE, or with -, standard input is\n"
              "read.\n",
     .offer_first = offer_formats, .offer_others = complete_files},
    {"range", "range", RANGE, "FORMAT SINCE [UNTIL]",
     "print the smallest and the largest ID of a time range", 17, run_range,
     "FORMAT SINCE [UNTIL] [-e ENC] [--json] [--utc|--local]\n"
     "FORMAT --in PERIOD [-e ENC] [--json] [--utc|--local]\n"
     "... --sql COLUMN [--dialect D] [--collate NAME] [-e ENC]",
     .about = "Print the smallest and the largest ID whose time is SINCE or later and before\n"
              "UNTIL. The time of an ID is the start of its timestamp: its millisecond, its\n"
              "second for ksuid, its 256 ms for scru64. Adjacent ranges share no ID and miss\n"
              "none. Without UNTIL the range is the one timestamp that contains SINCE.\n",
     .after = "A time is now, -1h, 2 days ago, yesterday, 2026-11, 2026-11-20,\n"
              "2026-11-20T12:00:00.123Z, 'Fri, 20 Nov 2026 12:00:00 +0100', or @ and Unix\n"
              "seconds; man sortid has all forms.\n",
     .takes_times = true, .offer_first = offer_formats, .offer_others = offer_times},
    {"find", "find", FIND, "[FORMAT] [FILE...]", "print the lines of a text that contain IDs", 17,
     run_find,
     "[FORMAT] [-i ENC] [-0] [--field N] [--csv|--delimiter D]\n"
     "\t[--prefix P] [--anywhere] [--any-time] [--header]\n"
     "\t[-o|--ids|--columns NAME,...|--json|-q]\n"
     "\t[--color auto|always|never] [FILE...]",
     .about = "Print the lines that contain an ID, and mark the IDs on a terminal. Without\n"
              "FILE, or with -, standard input is read. Lines of several files begin with the\n"
              "name of the file. An ID is a whole word and has a time from 2000 to a year\n"
              "ahead. FORMAT may be several, ulid,ksuid, and other kinds: uuidv4, uuid, xid.\n"
              "Without FORMAT, IDs of all formats except scru64 are found. The exit status\n"
              "is 0 even if there is no ID.\n",
     .offer_first = offer_formats_and_files, .offer_others = complete_files},
    {"filter", "filter", FILTER, "[FORMAT] [FILE...]",
     "keep the lines whose ID lies in a span of time", 17, run_filter,
     "[FORMAT] {--since TIME | --until TIME | --in PERIOD}\n"
     "\t[-i ENC] [-0] [--field N] [--csv|--delimiter D]\n"
     "\t[--prefix P] [--anywhere] [--any-time] [--header]\n"
     "\t[--multiline] [-q] [--utc|--local] [FILE...]",
     .about = "Print the lines that contain an ID with a time in a span. IDs are found as by\n"
              "sortid find. Without FILE, or with -, standard input is read. The exit status\n"
              "is 0 even if there is no such line.\n",
     .offer_first = offer_formats_and_files, .offer_others = complete_files},
    {"sort", "sort", SORT, "[FORMAT] [FILE...]", "sort lines by the time of their ID", 17, run_sort,
     "[FORMAT] [-r] [-i ENC] [-0] [--field N]\n"
     "\t[--csv|--delimiter D]\n"
     "\t[--prefix P] [--anywhere] [--any-time] [--header]\n"
     "\t[--multiline] [--memory MB] [FILE...]",
     .about = "Sort lines by the time of their first ID, then by its bytes; lines with equal\n"
              "IDs keep their order. IDs are found as by sortid find. A line without an ID\n"
              "is reported and left out. Input that is larger than memory is sorted through\n"
              "temporary files in the folder TMPDIR.\n",
     .offer_first = offer_formats_and_files, .offer_others = complete_files},
    {"compare", "compare", COMPARE, "ID ID", "tell which ID is earlier, and by how much", 14,
     run_compare, "[-f KIND] [--json] ID ID",
     .about = "Print the times of two IDs, which of them is earlier, and by how much. If two\n"
              "IDs of one kind have equal times, their bytes decide.\n"},
    {"formats", "formats", FORMATS, "", "list the formats", 14, run_formats, "[--json]",
     .about = "List the formats: names, sizes, times, fields, encodings.\n"},
    {"node", NULL, 0, "COMMAND", "reserve scru64 node ids (runs sortid-node)", .run = NULL},
    {"help", NULL, 0, "[COMMAND]", "print this help, or that of one command",
     .offer_first = complete_commands},
};

static const char *const verbose[] = {"-v", NULL};
static const char *const no_file[] = {"none", NULL};
static const char *const orders[] = {"strict", "time", "none", NULL};
static const char *const error_counts[] = {"all", "0", NULL};
static const char *const colors[] = {"auto", "always", "never", NULL};
static const char *const delimiters[] = {"comma", "tab", "semicolon", "pipe", "space", NULL};
static const char *const dialects[] = {"postgresql", "sqlite", "mysql", "mariadb", "sqlserver", NULL};

/* A row is its spelling, commands and help, then what it sets. */
static const struct option_row rows[] = {
    {'r', "reverse", NULL, SORT, "print the latest line first", OPTION_FLAG(reverse)},
    {0, "since", "TIME", FILTER,
     "the first time|: -1h, yesterday, 2026-11-20, 2026-11-20T12:00:00Z, ..., or that of an ID",
     OPTION_TEXT(since),
     .offer = offer_times},
    {0, "until", "TIME", FILTER, "the end, which is excluded", OPTION_TEXT(until),
     .offer = offer_times},
    {0, "in", "PERIOD", RANGE,
     "the IDs of a year, month or day|: 2026, 2026-11, 2026-11-20, today, yesterday",
     OPTION_TEXT(period), .offer = offer_periods},
    {0, "in", "PERIOD", FILTER,
     "a year, month or day|: 2026, 2026-11, 2026-11-20, today, yesterday", OPTION_TEXT(period),
     .offer = offer_periods},
    {'n', NULL, "N", GEN, NULL, OPTION_NUMBER(count, 1, INT64_MAX)},
    {'c', "count", "N", GEN, "make N IDs|, 1 (the default) to 9223372036854775807",
     OPTION_NUMBER(count, 1, INT64_MAX)},
    {'f', NULL, "KIND", INSPECT,
     "read only IDs of this format|, or of this other kind: uuid, uuidv1, typeid, xid, objectid, "
     "snowflake, discord, ...; by default a text is shown as each kind that it may be, the "
     "likeliest first",
     .set = option_set_kind, .offer = offer_kinds},
    {'f', NULL, "KIND", COMPARE,
     "read both as this format|, or as this other kind; by default they are read as the likeliest "
     "kind that both may be",
     .set = option_set_kind, .offer = offer_kinds},
    {'f', NULL, "FORMAT", CONVERT, "the kind of the IDs|; by default that of the first ID", .set = option_set_kind,
     .offer = offer_formats},
    {'i', NULL, "ENC", CONVERT,
     "read text (the default)|, hex, int, uuid, base32hex, or bin (raw bytes of standard input, "
     "without separator); for uuidv7 also typeid",
     .set = option_set_input, .offer = offer_encodings},
    {'i', NULL, "ENC", CHECK,
     "read text (the default)|, hex, int, uuid, base32hex, or bin (raw bytes without separator)",
     .set = option_set_input, .offer = offer_encodings},
    {'e', NULL, "ENC", GEN,
     "write text (the default)|, hex, int, uuid, base32hex, or bin (raw bytes without "
     "separator); for uuidv7 also typeid",
     .set = option_set_output, .offer = offer_encodings},
    {'e', NULL, "ENC", CONVERT,
     "write this encoding, text by default|; or the time of each ID as time "
     "(2026-11-20T12:00:00.123Z), unix (seconds with three decimals) or ms (Unix milliseconds)",
     .set = option_set_output, .offer = offer_encodings},
    {'e', NULL, "ENC", RANGE, "write text (the default)|, hex, int, uuid, base32hex or bin",
     .set = option_set_output, .offer = offer_encodings},
    {0, "prefix", "P", GEN, "with -e typeid: write P_ before each ID", OPTION_TEXT(prefix)},
    {'0', NULL, NULL, GEN, "end each ID with NUL instead of newline", OPTION_FLAG(nul_ends)},
    {'0', "null-input", NULL, INSPECT | CONVERT | CHECK,
     "the IDs of the input end with NUL|, as gen -0 writes them, not with newline",
     OPTION_FLAG(nul_ends)},
    {'0', "null-input", NULL, SEARCHES,
     "the lines of the input end with NUL|, as find -print0 writes them; lines that are printed "
     "keep it",
     OPTION_FLAG(nul_ends)},
    {0, "at", "TIME", GEN,
     "use a clock that is stopped at TIME|: now, -1h, yesterday, 2026-11-20, "
     "2026-11-20T12:00:00.123Z or @1795132800.5 (Unix seconds)",
     OPTION_TEXT(at), .offer = offer_times},
    {0, "utc", NULL, GEN | FILTER, NULL, .set = option_set_zone},
    {0, "local", NULL, GEN | FILTER,
     "a TIME without an offset is in UTC (the default) or in local time",
     .set = option_set_zone},
    {0, "utc", NULL, CONVERT, NULL, .set = option_set_zone},
    {0, "local", NULL, CONVERT,
     "with -e time: write UTC (the default) or local time with its offset",
     .set = option_set_zone},
    {0, "prefix", "P", CONVERT, "with -e typeid: write P_ before each ID", OPTION_TEXT(prefix)},
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
     "make N IDs a second, such as 100 or 0.5|; with --at, do not wait: advance the stopped clock by "
     "1/N s for each ID",
     .set = option_set_rate, OPTION_PLACE(rate), .least = 1, .most = UINT64_C(1000000000000),
     .wants = "must be a number from 0.001 to 1000000000 with at most three decimals"},

    {'i', NULL, "ENC", SEARCHES,
     "with FORMAT: look for text (the default)|, hex, uuid, base32hex or typeid",
     .set = option_set_input, .offer = offer_encodings},
    {0, "field", "N", SEARCHES, "find only IDs in field N of a line|; blanks separate fields",
     OPTION_NUMBER(field, 1, 1000000)},
    {0, "csv", NULL, SEARCHES,
     "read records of CSV|: commas separate fields, which may be quoted and have line breaks",
     OPTION_CONSTANT(delimiter, ',')},
    {0, "delimiter", "D", SEARCHES,
     "read records of CSV whose fields are separated by D|: tab, semicolon, ...",
     .set = option_set_delimiter, OPTION_PLACE(delimiter), .words = delimiters,
     .wants = "must be comma, tab, semicolon, pipe, space or one byte of ASCII, but not a letter, "
              "a digit or a quote"},
    {0, "prefix", "P", SEARCHES, "find only IDs after P_|: user_01H..., if P is user",
     OPTION_TEXT(prefix)},
    {0, "anywhere", NULL, SEARCHES, "find IDs also in parts of words", OPTION_FLAG(anywhere)},
    {0, "any-time", NULL, SEARCHES, "find IDs of any time|, also before 2000 or far ahead",
     OPTION_FLAG(any_time)},
    {'o', "only", NULL, FIND, "print the IDs, each as FILE:LINE:COLUMN:ID", OPTION_FLAG(only)},
    {0, "ids", NULL, FIND, "print the IDs alone", OPTION_FLAG(ids)},
    {0, "header", NULL, FILTER | SORT, "each file has a header line|; print that of the first file",
     OPTION_FLAG(header)},
    {0, "header", NULL, FIND,
     "each file has a header line|; print that of the first file; with --columns: print the names "
     "of the columns",
     OPTION_FLAG(header)},
    {0, "header", NULL, INSPECT, "with --columns: print the names of the columns",
     OPTION_FLAG(header)},
    {0, "multiline", NULL, FILTER | SORT, "a line without an ID belongs to the line before it",
     OPTION_FLAG(multiline)},
    {'q', "quiet", NULL, FIND, "print nothing|; the exit status is 1 if there is no ID",
     OPTION_FLAG(quiet)},
    {'q', "quiet", NULL, FILTER, "print nothing|; the exit status is 1 if there is no such line",
     OPTION_FLAG(quiet)},
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
    {0, "lenient", NULL, INSPECT | CONVERT | CHECK,
     "ulid text: read i and l as 1 and o as 0, ignore hyphens between digits",
     OPTION_FLAG(lenient)},
    {0, "json", NULL, GEN, "print one JSON object per ID|: format, id, timestampIso",
     OPTION_FLAG(json)},
    {0, "json", NULL, INSPECT, "print one JSON object per line", OPTION_FLAG(json)},
    {0, "json", NULL, FIND, "print one JSON object per ID|: file, line, column, and as inspect",
     OPTION_FLAG(json)},
    {0, "json", NULL, CHECK, "print the figures and the first 20 faults as one JSON object",
     OPTION_FLAG(json)},
    {0, "json", NULL, RANGE | COMPARE, "print one JSON object", OPTION_FLAG(json)},
    {0, "json", NULL, FORMATS, "print one JSON object per line", OPTION_FLAG(json)},
    {0, "columns", "LIST", INSPECT | FIND,
     "print a table of these columns|: input, format, id, time, local, age, unix, ms, node, "
     "counter, hex, int, uuid, confidence, file, line, column, or names of fields, such as "
     "--columns time,id; separated by tabs, or on a terminal aligned below a heading",
     OPTION_TEXT(columns), .offer = offer_columns},
    {0, "color", "WHEN", INSPECT | FIND,
     "auto (the default: on a terminal, unless NO_COLOR is set), always, never",
     OPTION_WORD(color, colors)},
    {0, "node-size", "N", INSPECT,
     "scru64: the node id has N bits|, 1 to 23; show node id and counter",
     OPTION_NUMBER(node_size, 1, 23)},
    {0, "epoch", "TIME", INSPECT | CONVERT | COMPARE | SEARCHES | RANGE,
     "snowflakes count from TIME|, not from the epoch of their service", OPTION_TEXT(epoch),
     .offer = offer_times},
    {0, "bits", "BITS", INSPECT | CONVERT | COMPARE | SEARCHES | RANGE,
     "snowflakes have this layout|, the bits of the time first: 41/10/12", OPTION_TEXT(bits)},
    {0, "utc", NULL, INSPECT, NULL, .set = option_set_zone},
    {0, "local", NULL, INSPECT,
     "a TIME without an offset is in UTC (the default) or in local time|; --local also shows the "
     "local time of each ID",
     .set = option_set_zone},
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
    {0, "utc", NULL, RANGE, "times without an offset are in UTC (the default)",
     .set = option_set_zone},
    {0, "local", NULL, RANGE, "times without an offset are in the local time zone",
     .set = option_set_zone},
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
    .after = "FORMAT is a name that 'sortid formats' lists, in upper or lower case. Exit\n"
             "status: 0 success; 1 some input was bad; 2 wrong usage; 3 the system failed.\n",
    .columns = 80,
    .commands = commands,
    .command_count = sizeof commands / sizeof *commands,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .explain = options_explain_unknown};
