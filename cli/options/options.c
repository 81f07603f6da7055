/* SPDX-License-Identifier: MIT */
/* options.c: one table of all options, a setter for each, and the checks that need the format, the code
 * behind options.h. It includes the format descriptions and common/. It reads no clock and no environment; of files it
 * asks only whether one has the name of a misspelt format.
 * Every error is a report_usage() that names what is allowed. */
#define _POSIX_C_SOURCE 200809L
#include "options.h"
#include "../ids/format_info.h"
#include "../ids/reading.h"
#include "../ids/typeid.h"
#include "../../common/arguments.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/system.h"

#include <stdio.h>
#include <string.h>

/* Bad lines that check reports one by one unless it is told another number. */
#define MAX_ERRORS 20

/* The memory of sort unless it is told another size. */
#define MEMORY_MB     256
#define MEMORY_MB_MAX (1024 * 1024)

/* The most IDs a second. */
#define MAX_RATE 1000000000

/* The size of a list of names in a message. */
#define NAMES_SIZE 400

static const struct encoding_name encodings[] = {
    {"text", SORTID_ENCODING_TEXT, NULL, "scru160", false, TIME_FORM_NONE},
    {"hex", SORTID_ENCODING_HEX, NULL, NULL, false, TIME_FORM_NONE},
    {"int", SORTID_ENCODING_INT, NULL, NULL, false, TIME_FORM_NONE},
    {"bin", SORTID_ENCODING_BIN, NULL, NULL, false, TIME_FORM_NONE},
    {"uuid", SORTID_ENCODING_UUID, NULL, NULL, false, TIME_FORM_NONE},
    {"base32hex", SORTID_ENCODING_TEXT, "scru160", NULL, false, TIME_FORM_NONE},
    {"typeid", SORTID_ENCODING_TEXT, "uuidv7", NULL, true, TIME_FORM_NONE},
};
#define ENCODING_COUNT (sizeof encodings / sizeof *encodings)

/* The names of times that -e takes in addition. */
static const struct encoding_name times[] = {
    {"time", SORTID_ENCODING_TEXT, NULL, NULL, false, TIME_FORM_ISO},
    {"unix", SORTID_ENCODING_TEXT, NULL, NULL, false, TIME_FORM_UNIX},
    {"ms", SORTID_ENCODING_TEXT, NULL, NULL, false, TIME_FORM_MS},
};
#define TIME_COUNT (sizeof times / sizeof *times)

static void add_name(char names[NAMES_SIZE], const char *name)
{
    size_t used = strlen(names);
    snprintf(names + used, NAMES_SIZE - used, "%s%s", used > 0 ? " " : "", name);
}

/* Longer names are no names of formats or kinds. */
#define NAME_SIZE 32

/* Copies a name in lower case; "" for one that is too long. */
static void lower_name(char name[NAME_SIZE], const char *text)
{
    size_t length = strlen(text);
    name[0] = '\0';
    if (length >= NAME_SIZE)
        return;
    for (size_t i = 0; i <= length; i++)
        name[i] = lower_letter(text[i]);
}

/* ---- Setters: one for each option ------------------------------------------- */

/* Reads a whole decimal number with nothing around it; false if it is not one, or not from `least` to
 * `most`. */
static bool read_number(uint64_t *number, const char *text, uint64_t least, uint64_t most)
{
    uint64_t value = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return value >= least;
}

static void set_count_of(struct options *options, const char *option, const char *text)
{
    struct quote quote;
    if (!read_number(&options->count, text, 1, INT64_MAX))
        report_usage(options->command->name,
                     "%s %s: must be a whole number from 1 to 9223372036854775807", option,
                     quote_string(&quote, text));
}

static void set_n(struct options *options, const char *text)
{
    set_count_of(options, "-n", text);
}

static void set_count(struct options *options, const char *text)
{
    set_count_of(options, "--count", text);
}

static void set_node_size(struct options *options, const char *text)
{
    struct quote quote;
    uint64_t size;
    if (!read_number(&size, text, 1, 23))
        report_usage(options->command->name, "--node-size %s: must be a whole number from 1 to 23",
                     quote_string(&quote, text));
    options->node_size = (unsigned)size;
}

/* `names` lists what is allowed; `similar` is the one that was probably meant, or NULL. */
_Noreturn static void refuse_word(const struct options *options, const char *what, const char *text,
                                  const char *similar, const char names[NAMES_SIZE])
{
    struct quote quote;
    report_usage(options->command->name, "unknown %s %s: %s%s%s %ss are %s", what,
                 quote_string(&quote, text), similar != NULL ? "did you mean " : "",
                 similar != NULL ? similar : "", similar != NULL ? "? The" : "the", what, names);
}

/* The row of a name; NULL: there is none, and all names are added to the list. */
static const struct encoding_name *find_row(const struct encoding_name *rows, size_t count,
                                            const char *text, char names[NAMES_SIZE],
                                            const char **similar)
{
    for (size_t i = 0; i < count; i++) {
        if (same_word(rows[i].name, text))
            return &rows[i];
        add_name(names, rows[i].name);
        *similar = similar_word(text, rows[i].name, *similar);
    }
    return NULL;
}

/* Refuses the name of a form of times where only encodings are allowed; does nothing with other names. */
static void refuse_time_form(const struct options *options, const char *option, const char *text)
{
    char names[NAMES_SIZE] = "";
    const char *similar = NULL;
    const struct encoding_name *row = find_row(times, TIME_COUNT, text, names, &similar);
    if (row != NULL)
        report_usage(options->command->name,
                     "%s %s: only convert -e writes times, and no ID is read from a time; "
                     "'sortid range FORMAT TIME' prints the IDs of a time",
                     option, row->name);
}

/* The row of an encoding's name, or of a form of times; refuses other names. Names may be in any case. */
static const struct encoding_name *find_encoding(const struct options *options, const char *option,
                                                 const char *text, bool with_times)
{
    char names[NAMES_SIZE] = "";
    const char *similar = NULL;
    const struct encoding_name *row = find_row(encodings, ENCODING_COUNT, text, names, &similar);
    if (row == NULL && !with_times)
        refuse_time_form(options, option, text);
    if (row == NULL && with_times)
        row = find_row(times, TIME_COUNT, text, names, &similar);
    const char *format = row == NULL ? format_name(text) : NULL;
    if (format != NULL)
        report_usage(options->command->name,
                     "%s %s: %s is a format, not an encoding%s. The encodings are %s", option,
                     format, format, with_times ? "; convert does not change the format" : "",
                     names);
    if (row == NULL)
        refuse_word(options, "encoding", text, similar, names);
    return row;
}

static void set_input(struct options *options, const char *text)
{
    options->input = find_encoding(options, "-i", text, false);
    options->has_input = true;
}

static void set_output(struct options *options, const char *text)
{
    options->output = find_encoding(options, "-e", text, options->command->tells_times);
    options->has_output = true;
}

_Noreturn static void refuse_kind(const struct options *options, const char *text)
{
    char names[NAMES_SIZE] = "";
    const char *similar = NULL;
    const sortid_kind *kind;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++) {
        add_name(names, kind_info_of(kind)->name);
        similar = similar_word(text, kind_info_of(kind)->name, similar);
    }
    refuse_word(options, "kind", text, similar, names);
}

/* The names of all formats; returns the one that was probably meant, or NULL. */
static const char *list_formats(char names[NAMES_SIZE], const char *text)
{
    const char *similar = NULL;
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        add_name(names, info_of(format)->name);
        similar = similar_word(text, info_of(format)->name, similar);
    }
    return similar;
}

/* The name of a kind that is no format, and nearer to a word than `similar`, that of a format or NULL; else NULL. */
static const char *nearer_kind(const char *text, const char *similar)
{
    const char *nearest = similar;
    const sortid_kind *kind;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        nearest = similar_word(text, kind_info_of(kind)->name, nearest);
    return nearest != similar ? nearest : NULL;
}

_Noreturn static void refuse_format(const struct options *options, const char *text)
{
    char names[NAMES_SIZE] = "";
    struct quote quote;
    const char *similar = list_formats(names, text), *nearer = nearer_kind(text, similar);
    if (options->kind != NULL)
        nearer = kind_info_of(options->kind)->name;
    if (nearer != NULL)
        report_usage(options->command->name,
                     "unknown format %s: %s is a kind that only inspect and compare read; the "
                     "formats are %s",
                     quote_string(&quote, text), nearer, names);
    refuse_word(options, "format", text, similar, names);
}

/* Names may be in any case. */
static void set_format(struct options *options, const char *text)
{
    char name[NAME_SIZE];
    lower_name(name, text);
    options->format = sortid_format_find(name);
    options->kind = sortid_kind_find(name);
    if (options->format != NULL || (options->kind != NULL && options->command->takes_kinds))
        return;
    if (options->command->takes_kinds)
        refuse_kind(options, text);
    refuse_format(options, text);
}

/* The index of a word in a list; refuses other words. */
static unsigned find_word(const struct options *options, const char *option, const char *text,
                          const char *const *words, unsigned count)
{
    struct quote quote;
    char names[NAMES_SIZE] = "";
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(words[i], text) == 0)
            return i;
        add_name(names, words[i]);
    }
    report_usage(options->command->name, "%s %s: must be one of %s", option,
                 quote_string(&quote, text), names);
}

static void set_color(struct options *options, const char *text)
{
    static const char *const words[] = {"auto", "always", "never"};
    static const enum color values[] = {COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER};
    options->color = values[find_word(options, "--color", text, words, 3)];
}

static void set_order(struct options *options, const char *text)
{
    static const char *const words[] = {"strict", "time", "none"};
    options->order = find_word(options, "--order", text, words, 3);
}

static void set_max_errors(struct options *options, const char *text)
{
    struct quote quote;
    if (strcmp(text, "all") == 0)
        options->max_errors = UINT64_MAX;
    else if (!read_number(&options->max_errors, text, 0, INT64_MAX))
        report_usage(options->command->name,
                     "--max-errors %s: must be all or a whole number from 0 to "
                     "9223372036854775807",
                     quote_string(&quote, text));
}

static void set_at(struct options *options, const char *text)
{
    options->at = text;
}

static void set_period(struct options *options, const char *text)
{
    options->period = text;
}

static void set_sql_column(struct options *options, const char *text)
{
    options->sql_column = text;
}

static void set_dialect(struct options *options, const char *text)
{
    static const char *const words[] = {"postgresql", "sqlite"};
    static const enum sql_dialect values[] = {SQL_POSTGRESQL, SQL_SQLITE};
    options->dialect = values[find_word(options, "--dialect", text, words, 2)];
}

static void set_utc(struct options *options, const char *text)
{
    (void)text;
    options->zone = ZONE_UTC;
}

static void set_local(struct options *options, const char *text)
{
    (void)text;
    options->zone = ZONE_LOCAL;
}

static void set_node(struct options *options, const char *text)
{
    options->node = text;
}

static void set_state(struct options *options, const char *text)
{
    if (*text == '\0')
        report_usage(options->command->name, "--state: must be a path, not an empty text");
    options->state = text;
}

static void set_socket(struct options *options, const char *text)
{
    if (*text == '\0')
        report_usage(options->command->name, "--socket: must be a path, not an empty text");
    options->socket = text;
}

static void set_epoch(struct options *options, const char *text)
{
    options->epoch = text;
}

static void set_columns(struct options *options, const char *text)
{
    options->columns = text;
}

static void set_prefix(struct options *options, const char *text)
{
    options->prefix = text;
}

static void set_nul_ends(struct options *options, const char *text)
{
    (void)text;
    options->nul_ends = true;
}

static void set_random(struct options *options, const char *text)
{
    (void)text;
    options->random = true;
}

static void set_fraction(struct options *options, const char *text)
{
    (void)text;
    options->fraction = true;
}

static void set_lenient(struct options *options, const char *text)
{
    (void)text;
    options->lenient = true;
}

static void set_json(struct options *options, const char *text)
{
    (void)text;
    options->json = true;
}

static void set_since(struct options *options, const char *text)
{
    options->since = text;
}

static void set_until(struct options *options, const char *text)
{
    options->until = text;
}

static void set_field(struct options *options, const char *text)
{
    struct quote quote;
    if (!read_number(&options->field, text, 1, 1000000))
        report_usage(options->command->name, "--field %s: must be a whole number from 1 to 1000000",
                     quote_string(&quote, text));
}

static void set_memory(struct options *options, const char *text)
{
    struct quote quote;
    if (!read_number(&options->memory_mb, text, 1, MEMORY_MB_MAX))
        report_usage(options->command->name,
                     "--memory %s: must be a whole number of megabytes from 1 to 1048576",
                     quote_string(&quote, text));
}

static void set_csv(struct options *options, const char *text)
{
    (void)text;
    options->csv = true;
}

static void set_header(struct options *options, const char *text)
{
    (void)text;
    options->header = true;
}

static void set_multiline(struct options *options, const char *text)
{
    (void)text;
    options->multiline = true;
}

static void set_whole_words(struct options *options, const char *text)
{
    (void)text;
    options->whole_words = true;
}

static void set_only(struct options *options, const char *text)
{
    (void)text;
    options->only = true;
}

static void set_ids(struct options *options, const char *text)
{
    (void)text;
    options->ids = true;
}

static void set_quiet(struct options *options, const char *text)
{
    (void)text;
    options->quiet = true;
}

static void set_reverse(struct options *options, const char *text)
{
    (void)text;
    options->reverse = true;
}

static void set_progress(struct options *options, const char *text)
{
    (void)text;
    options->shows_progress = true;
}

static void set_watch(struct options *options, const char *text)
{
    (void)text;
    options->watches = true;
}

static void set_rate(struct options *options, const char *text)
{
    struct quote quote;
    if (!read_number(&options->rate, text, 1, MAX_RATE))
        report_usage(options->command->name,
                     "--rate %s: must be a whole number from 1 to 1000000000",
                     quote_string(&quote, text));
}

static void print_help(struct options *options, const char *text)
{
    (void)text;
    output_answer(options->command->help);
}

/* ---- The table of options ---------------------------------------------------- */

/* `letter` is the option in command->accepts; users can type small letters and digits. */
static const struct row {
    char letter;
    const char *name; /* NULL: no long name */
    bool takes_value;
    void (*set)(struct options *options, const char *text);
} rows[] = {
    {'n', NULL, true, set_n},
    {'c', "count", true, set_count},
    {'i', NULL, true, set_input},
    {'e', NULL, true, set_output},
    {'f', NULL, true, set_format},
    {'0', NULL, false, set_nul_ends},
    {'h', "help", false, print_help},
    {'A', "at", true, set_at},
    {'I', "in", true, set_period},
    {'Q', "sql", true, set_sql_column},
    {'D', "dialect", true, set_dialect},
    {'U', "utc", false, set_utc},
    {'W', "local", false, set_local},
    {'N', "node", true, set_node},
    {'S', "state", true, set_state},
    {'~', "socket", true, set_socket},
    {'R', "random", false, set_random},
    {'F', "fraction", false, set_fraction},
    {'L', "lenient", false, set_lenient},
    {'J', "json", false, set_json},
    {'G', "progress", false, set_progress},
    {'T', "rate", true, set_rate},
    {'H', "watch", false, set_watch},
    {'C', "color", true, set_color},
    {'Z', "node-size", true, set_node_size},
    {'E', "epoch", true, set_epoch},
    {'K', "columns", true, set_columns},
    {'P', "prefix", true, set_prefix},
    {'O', "order", true, set_order},
    {'M', "max-errors", true, set_max_errors},
    {'<', "since", true, set_since},
    {'>', "until", true, set_until},
    {'#', "field", true, set_field},
    {',', "csv", false, set_csv},
    {'=', "header", false, set_header},
    {'+', "multiline", false, set_multiline},
    {'w', "word", false, set_whole_words},
    {'o', "only", false, set_only},
    {'@', "ids", false, set_ids},
    {'q', "quiet", false, set_quiet},
    {'r', "reverse", false, set_reverse},
    {'%', "memory", true, set_memory},
};
#define ROW_COUNT (sizeof rows / sizeof *rows)
_Static_assert(ROW_COUNT <= ARGUMENTS_MAX, "more options than a line may have");

static void set_option(struct options *options, char letter)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].letter == letter)
            rows[i].set(options, optarg);
}

void options_read(struct options *options, const struct command *command, int argc, char **argv)
{
    struct arguments arguments;
    char letter;
    *options = (struct options){.command = command,
                                .count = 1,
                                .input = &encodings[0],
                                .output = &encodings[0],
                                .max_errors = MAX_ERRORS,
                                .memory_mb = MEMORY_MB};
    arguments_begin(&arguments, command->name, argc, argv);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strchr(command->accepts, rows[i].letter) != NULL)
            arguments_accept(&arguments, rows[i].letter, rows[i].name, rows[i].takes_value);
    if (command->takes_times)
        arguments_accept_negative(&arguments);
    arguments_explain(&arguments, options_explain_unknown, command);
    while ((letter = arguments_next(&arguments)) != '\0')
        set_option(options, letter);
    arguments_join(&arguments);
    options->arguments = arguments.operands;
    options->argument_count = arguments.operand_count;
}

/* ---- Checks that need the format ---------------------------------------------- */

void options_take_format(struct options *options)
{
    if (options->argument_count == 0)
        report_usage(options->command->name,
                     "FORMAT is missing; 'sortid formats' lists the formats");
    if (format_name(options->arguments[0]) == NULL)
        options_explain_format(options);
    set_format(options, options->arguments[0]);
    options->arguments++;
    options->argument_count--;
}

/* Refuses a text that is no file if it looks like the name of a format; `name` is the text in lower case. */
static void refuse_slip(const struct options *options, const char *text, const char *name)
{
    char names[NAMES_SIZE] = "";
    struct quote quote;
    const char *similar = list_formats(names, text);
    const sortid_kind *kind = sortid_kind_find(name);
    quote_string(&quote, text);
    if (kind != NULL)
        report_usage(options->command->name,
                     "there is no file %s; %s is a kind that only inspect and compare read. The "
                     "formats are %s",
                     quote.text, name, names);
    if (similar != NULL)
        report_usage(options->command->name,
                     "there is no file %s: did you mean the format %s? The formats are %s",
                     quote.text, similar, names);
}

/* Refuses the name of a format among the files, unless it is a file. */
static void refuse_late_format(const struct options *options)
{
    char name[NAME_SIZE];
    struct quote quote;
    for (size_t i = 1; options->format == NULL && i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        lower_name(name, text);
        if (sortid_format_find(name) != NULL && system_is_missing(text))
            report_usage(options->command->name,
                         "there is no file %s: FORMAT is the first argument",
                         quote_string(&quote, text));
    }
}

void options_take_any_format(struct options *options)
{
    char name[NAME_SIZE];
    if (options->argument_count == 0)
        return;
    lower_name(name, options->arguments[0]);
    if (sortid_format_find(name) != NULL)
        options_take_format(options);
    else if (system_is_missing(options->arguments[0]))
        refuse_slip(options, options->arguments[0], name);
    refuse_late_format(options);
}

static bool has_encoding(const sortid_format *format, const struct encoding_name *row)
{
    if (row->time != TIME_FORM_NONE)
        return true;
    if (row->only_format != NULL && strcmp(row->only_format, info_of(format)->name) != 0)
        return false;
    return (info_of(format)->encodings >> row->encoding & 1) != 0;
}

const struct encoding_name *options_encoding_of(const sortid_format *format, size_t index)
{
    for (size_t i = 0; i < ENCODING_COUNT; i++)
        if (has_encoding(format, &encodings[i]) && index-- == 0)
            return &encodings[i];
    return NULL;
}

static void match_encoding(const struct options *options, const struct encoding_name *wanted)
{
    char names[NAMES_SIZE] = "";
    const struct encoding_name *row;
    if (has_encoding(options->format, wanted))
        return;
    for (size_t i = 0; (row = options_encoding_of(options->format, i)) != NULL; i++)
        add_name(names, row->name);
    report_usage(options->command->name, "%s has no encoding %s: its encodings are %s",
                 info_of(options->format)->name, wanted->name, names);
}

static void match_prefix(const struct options *options)
{
    struct quote quote;
    if (options->prefix == NULL || strchr(options->command->accepts, 'e') == NULL)
        return; // without -e it is a prefix to look for
    if (!options->output->is_typeid)
        report_usage(options->command->name, "--prefix needs -e typeid");
    const char *fault = typeid_prefix_fault(options->prefix);
    if (fault != NULL && *options->prefix != '\0')
        report_usage(options->command->name, "--prefix %s: %s",
                     quote_string(&quote, options->prefix), fault);
}

void options_match_format(const struct options *options)
{
    const char *command = options->command->name;
    match_encoding(options, options->input);
    match_encoding(options, options->output);
    match_prefix(options);
    if (options->lenient && options->format != sortid_ulid_format())
        report_usage(command, "--lenient applies to ulid, not to %s",
                     info_of(options->format)->name);
    if (options->lenient && options->input->encoding != SORTID_ENCODING_TEXT)
        report_usage(command, "--lenient applies to -i text, not to -i %s", options->input->name);
    if (options->node_size > 0 && options->format != sortid_scru64_format())
        report_usage(command, "--node-size applies to scru64, not to %s",
                     info_of(options->format)->name);
}

void options_limit_arguments(const struct options *options, size_t most)
{
    struct quote quote;
    if (options->argument_count > most)
        report_usage(options->command->name, "unexpected argument %s",
                     quote_string(&quote, options->arguments[most]));
}
