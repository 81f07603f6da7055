/* SPDX-License-Identifier: MIT */
/* slips.c: what to type instead: arguments that are right, but in another place or without their
 * option, and options of other tools. It asks the system whether there is a file of a name, and
 * reads no file. */
#include "times.h"
#include "../ids/format_info.h"
#include "../../common/similar.h"
#include "../../common/system.h"
#include "../../common/text.h"
#include "../../common/time_parse.h"

#define ADVICE_SIZE 600

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* ---- Options of other tools ------------------------------------------------------------------ */

/* What the value of an option is. A row with a format or an encoding is about such values only. */
enum value { VALUE_NONE, VALUE_ANY, VALUE_FORMAT, VALUE_ENCODING, VALUE_TIME, VALUE_NUMBER };

/* Names of options, and what does the same here: an option, or a sentence. In it & is the command,
 * $ what else it needs, and %x% the value that was given, or x without one of this kind. */
struct synonym {
    const char *names;    /* each between blanks */
    const char *commands; /* the same; NULL: all that have the option */
    enum value value;
    const char *instead;
};

#define SEARCHES " find filter sort "

/* The first row that fits counts. */
/* clang-format off */
static const struct synonym synonyms[] = {
    /* formats and encodings: a value tells which is meant */
    {" --from --to --into --type --kind --format --fmt -f -t -F ", " gen check range" SEARCHES,
     VALUE_FORMAT, "FORMAT is an argument, as in 'sortid & %ulid%$'"},
    {" --from --to --into --type --kind --format --fmt -t -F ", NULL, VALUE_FORMAT, "-f %ulid%"},
    {" --to --into --as --type --format --fmt --encoding --enc --encode --output-format ", NULL,
     VALUE_ENCODING, "-e %hex%"},
    {" --from --type --format --fmt --encoding --enc --decode --input-format ", NULL,
     VALUE_ENCODING, "-i %hex%"},
    /* times */
    {" --time --timestamp --ts --date --when --clock -t -d -T ", " gen ", VALUE_TIME, "--at %now%"},
    {" --time --timestamp --ts --date --iso --iso8601 --rfc3339 -t -d -I -R ", " convert ",
     VALUE_NONE, "-e time"},
    {" --unix --seconds --epoch ", " convert ", VALUE_NONE, "-e unix"},
    {" --ms --millis --milliseconds ", " convert ", VALUE_NONE, "-e ms"},
    {" --time --timestamp --ts --date --iso -t -d ", " inspect ", VALUE_NONE, "--columns time"},
    {" --time --timestamp --ts --date --when ", " check compare formats ", VALUE_NONE,
     "'sortid convert -f FORMAT -e time ID' prints the time of an ID"},
    {" --day --month --year --on --during --period --date --range ", NULL, VALUE_TIME,
     "--in %today%"},
    {" --from --since --start --begin --after --newer --time --timestamp --ts -d ", " range ",
     VALUE_TIME, "SINCE and UNTIL are arguments, as in 'sortid & ulid %-1h% now'"},
    {" --to --until --end --before --older --till ", " range ", VALUE_NONE,
     "SINCE and UNTIL are arguments, as in 'sortid & ulid -1h now'"},
    {" --from --start --begin --after --newer --time --timestamp --ts -d ", NULL, VALUE_TIME,
     "--since %-1h%"},
    {" --to --end --before --older --till ", NULL, VALUE_TIME, "--until %now%"},
    {" --since --until --in --from --to --after --before --start --end --time --timestamp --date ",
     " find sort ", VALUE_TIME, "'sortid filter --since %-1h%' keeps the lines of a time"},
    {" --tz --timezone --zone ", " gen inspect convert range filter ", VALUE_ANY,
     "'TZ=%Europe/Paris% sortid & --local ...' sets the local time zone"},
    {" -u --UTC --gmt ", NULL, VALUE_NONE, "--utc"},
    /* without a value that tells */
    {" -f --format --fmt --type --kind ", " gen check range" SEARCHES, VALUE_NONE,
     "FORMAT is an argument, as in 'sortid & ulid$'"},
    {" --from --format --fmt --type --kind -t -F ", NULL, VALUE_NONE, "-f FORMAT"},
    {" --to --into --as --encoding --enc --encode --output-format ", NULL, VALUE_NONE, "-e ENC"},
    {" --from --to --encoding --enc --decode --input-format ", NULL, VALUE_NONE, "-i ENC"},
    {" --to --into --as --encode --encoding ", " inspect compare ", VALUE_ANY,
     "'sortid convert -f FORMAT -e %hex% ID' converts an ID"},
    {" --binary --raw ", NULL, VALUE_NONE, "-e bin"},
    {" --binary --raw ", " check ", VALUE_NONE, "-i bin"},
    /* gen */
    {" --number --num --amount --limit --repeat -N -C -l ", " gen ", VALUE_NUMBER, "-n %5%"},
    {" -r --rand ", NULL, VALUE_NONE, "--random"},
    {" --node-id --machine-id --worker-id --machine --worker ", NULL, VALUE_ANY, "--node %42/8%"},
    {" --null --nul --print0 --read0 --null-data --zero-terminated -z -Z ", NULL, VALUE_NONE, "-0"},
    {" --null --nul --print0 --read0 --null-data --zero-terminated -0 -z -Z ",
     " range" SEARCHES, VALUE_NONE,
     "lines end with newlines: 'tr' replaces them by NUL, or NUL by them"},
    /* find, filter, sort */
    {" --line-number --column --byte-offset --with-filename --only-matching --files-with-matches"
     " --vimgrep -n -b -H -l ", " find ", VALUE_NONE, "--only"},
    {" --no-filename --extract ", " find ", VALUE_NONE, "--ids"},
    {" --silent --no-messages -s ", " find filter ", VALUE_NONE, "--quiet"},
    {" --count -c ", " find filter ", VALUE_NONE, "'sortid & ... | wc -l' counts the lines"},
    {" --max-count --limit --head -m -n ", " find filter ", VALUE_NUMBER,
     "'sortid & ... | head -n %10%' prints the first lines"},
    {" --recursive -r -R ", SEARCHES, VALUE_NONE,
     "files are arguments: 'find . -type f -exec sortid & ... {} +' names all of a folder"},
    {" --key --column --col -k ", NULL, VALUE_NUMBER, "--field %1%"},
    {" --tsv --tab --tabs ", NULL, VALUE_NONE, "--delimiter tab"},
    {" --field-separator --separator --sep --delim -t -d -F ", NULL, VALUE_ANY,
     "--delimiter %comma%"},
    {" --desc --descending --newest --latest ", NULL, VALUE_NONE, "--reverse"},
    {" --unique --uniq -u ", " sort ", VALUE_NONE, "'sortid & ... | uniq' removes repeated lines"},
    {" --buffer-size -S ", NULL, VALUE_NUMBER, "--memory %256%"},
    {" --json --jsonl --ndjson ", SEARCHES, VALUE_NONE,
     "'sortid find --ids ... | sortid inspect --json' prints objects"},
    /* check, inspect and others */
    {" --strict --sorted ", NULL, VALUE_NONE, "--order strict"},
    {" --unordered --unsorted --no-order --any-order ", NULL, VALUE_NONE, "--order none"},
    {" --limit --errors -m ", NULL, VALUE_NUMBER, "--max-errors %20%"},
    {" --follow --tail ", NULL, VALUE_NONE, "--watch"},
    {" --quiet --silent -q -s ", " check ", VALUE_NONE,
     "'sortid & ... > /dev/null' shows only faults"},
    {" --json --jsonl ", " convert ", VALUE_NONE, "'sortid inspect --json' prints objects"},
    {" --csv --tsv --table --fields ", NULL, VALUE_NONE, "--columns id,time"},
    {" --jsonl --ndjson --compact --compact-output -j -J ", NULL, VALUE_NONE, "--json"},
    {" --output --out --outfile --output-file -o -O ", NULL, VALUE_ANY,
     "output goes to standard output: 'sortid & ... > %FILE%'"},
    {" --file --input --input-file ", " check" SEARCHES, VALUE_ANY,
     "files are arguments: 'sortid & ... %FILE%'"},
    {" --file --input --input-file ", " inspect convert ", VALUE_ANY,
     "standard input is read: 'sortid & ... < %FILE%'"},
    {" --version -V ", NULL, VALUE_NONE, "'sortid --version' prints it"},
};
/* clang-format on */

/* Whether a list has a word between blanks. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if (at > list && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

static const struct encoding_name *encoding_named(const char *word)
{
    const struct encoding_name *row;
    for (size_t i = 0; (row = encoding_at(i)) != NULL; i++)
        if (same_word(row->name, word))
            return row;
    return NULL;
}

static bool is_value(enum value wanted, const struct command *command, const char *value)
{
    static const struct options no_options = {0};
    const struct encoding_name *encoding = encoding_named(value);
    struct kinds kinds = {.count = 0};
    switch (wanted) {
    case VALUE_FORMAT:
        return format_name(value) != NULL ||
               (has_word(" inspect compare find filter sort ", command->name) &&
                kinds_add(&kinds, value));
    case VALUE_ENCODING:
        return encoding != NULL &&
               (encoding->time == TIME_FORM_NONE || strcmp(command->name, "convert") == 0);
    case VALUE_TIME:
        return options_is_time(&no_options, value, present_ms());
    case VALUE_NUMBER:
        return is_number(value);
    default:
        return wanted == VALUE_ANY;
    }
}

/* Whether a row is about the option, and whether its value is shown. */
static bool fits(const struct synonym *row, bool *has_value, const struct program *program,
                 const struct command *command, const char *name, const char *value)
{
    char option[32];
    snprintf(option, sizeof option, "%.*s", (int)strcspn(row->instead, " "), row->instead);
    if (!has_word(row->names, name) ||
        (row->commands != NULL && !has_word(row->commands, command->name)) ||
        (*option == '-' && option_find(program, command->bit, option) == NULL))
        return false;
    *has_value = value != NULL && is_value(row->value, command, value);
    return *has_value || (row->value != VALUE_FORMAT && row->value != VALUE_ENCODING);
}

static void compose(char advice[ADVICE_SIZE], const char *instead, const struct command *command,
                    const char *value)
{
    struct text text = text_begin(advice, ADVICE_SIZE - 1);
    struct quote quote;
    char usual[32];
    for (const char *at = instead; *at != '\0'; at++) {
        size_t length = strcspn(at + 1, "%");
        if (*at == '&') {
            text = text_string(text, command->name);
        } else if (*at == '$') {
            text = text_string(text, command->takes_times ? " -1h" : "");
        } else if (*at == '%') {
            snprintf(usual, sizeof usual, "%.*s", (int)length, at + 1);
            text = text_string(text, shell_word(&quote, value, usual));
            at += length + 1;
        } else {
            text = text_bytes(text, at, 1);
        }
    }
    *text.at = '\0';
}

/* Refuses an option that another one replaces. */
static void explain_synonym(const struct program *program, const struct command *command,
                            const char *word, const char *name, const char *value)
{
    char advice[ADVICE_SIZE];
    struct quote quote;
    bool has_value;
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        const char *instead = synonyms[i].instead;
        if (!fits(&synonyms[i], &has_value, program, command, name, value))
            continue;
        compose(advice, instead, command, has_value ? value : NULL);
        report_usage(*instead == '-' ? "%s %s: did you mean %s?" : "%s %s: %s", "unknown option",
                     quote_string(&quote, word), advice);
    }
}

/* A long option, or a word after one hyphen; an encoding or a format may be one. */
static void explain_long(const struct program *program, const struct command *command,
                         const char *word, const char *next)
{
    char name[32];
    const char *letters = word + strspn(word, "-");
    const struct encoding_name *encoding = encoding_named(letters);
    size_t length = strcspn(letters, "=");
    snprintf(name, sizeof name, "--%.*s", (int)(length < sizeof name - 2 ? length : 0), letters);
    if (format_name(letters) != NULL)
        explain_synonym(program, command, word, "--format", letters);
    if (encoding != NULL && encoding->time == TIME_FORM_NONE)
        explain_synonym(program, command, word, "--encoding", letters);
    explain_synonym(program, command, word, name,
                    letters[length] == '=' ? letters + length + 1 : next);
}

/* ---- Words without their option -------------------------------------------------------------- */

/* Refuses a value that is given without its option. */
_Noreturn static void refuse_bare(const char *what, const char *word, const char *option,
                                  const char *value)
{
    struct quote quote, shown;
    report_usage("%s %s: did you mean %s %s?", what, quote_string(&quote, word), option,
                 shell_word(&shown, value, "TIME"));
}

/* A minus and a digit. */
_Noreturn static void refuse_negative(const struct program *program, const struct command *command,
                                      const char *word)
{
    static const char what[] = "unknown option";
    struct quote quote;
    uint64_t ms;
    bool is_span = time_parse_span(&ms, word + 1);
    if (is_number(word + 1) && option_find(program, command->bit, "-n") != NULL)
        refuse_bare(what, word, "-n", word + 1);
    if (is_span && option_find(program, command->bit, "--since") != NULL)
        refuse_bare(what, word, "--since", word);
    if (is_span && option_find(program, command->bit, "--at") != NULL)
        refuse_bare(what, word, "--at", word);
    report_usage("%s %s", what, quote_string(&quote, word));
}

void options_explain_unknown(const struct program *program, const struct command *command,
                             const char *word, char letter, const char *next)
{
    const char name[] = {'-', letter, '\0'}, first[] = {'-', word[1], '\0'};
    bool is_option = next != NULL && next[0] == '-' && !(next[1] >= '0' && next[1] <= '9');
    const char *value = is_option ? NULL : next;
    if (word[1] >= '0' && word[1] <= '9' && option_find(program, command->bit, first) == NULL)
        refuse_negative(program, command, word);
    if (word[2] != '\0')
        explain_long(program, command, word, value);
    if (word[1] == '-')
        return;
    bool is_joined = word[1] == letter && word[2] != '\0'; // -fulid, but not -field
    if (!is_joined || format_name(word + 2) != NULL ||
        option_similar(program, command->bit, word) == NULL)
        explain_synonym(program, command, word, name, is_joined ? word + 2 : value);
}

/* A number of 4 digits may be a year. */
static void refuse_count_or_time(const struct options *options, const char *what, const char *text)
{
    if (is_number(text) && strlen(text) < 4)
        refuse_bare(what, text, "-n", text);
    if (options_is_time(options, text, present_ms()))
        refuse_bare(what, text, "--at", text);
}

/* Refuses an ID in the place of a file or a format. */
static void explain_id(const struct options *options, const char *text)
{
    sortid_reading reading;
    struct quote quote;
    const char *command = options->command->name;
    if (!options_read_id(&reading, options, text))
        return;
    const char *encoding = encoding_of_form(reading.form), *name = kind_info_of(reading.kind)->name;
    quote_string(&quote, text);
    if (strcmp(command, "check") == 0 && reading.format != NULL && encoding != NULL)
        report_usage("%s is an ID, not a file: 'echo %s | sortid check %s%s%s'", quote.text, text,
                     name, reading.form == SORTID_FORM_TEXT ? "" : " -i ",
                     reading.form == SORTID_FORM_TEXT ? "" : encoding);
    report_usage("%s is an ID, not a %s: 'sortid inspect %s' shows it", quote.text,
                 strcmp(command, "gen") == 0 ? "format" : "file", text);
}

void options_explain_format(const struct options *options)
{
    const char *first = options->arguments[0], *command = options->command->name;
    struct quote quote;
    quote_string(&quote, first);
    if (strcmp(command, "gen") == 0)
        refuse_count_or_time(options, "unknown format", first);
    for (size_t i = 1; i < options->argument_count; i++) {
        const char *format = format_name(options->arguments[i]);
        if (format != NULL)
            report_usage("unknown format %s: FORMAT is the first argument: write %s before it",
                         quote.text, format);
    }
    if (options->command->takes_times && options_is_time(options, first, present_ms()))
        report_usage("FORMAT is missing before the time: 'sortid %s ulid %s'", command,
                     shell_word(&quote, first, "-1h"));
    explain_id(options, first);
    if (strcmp(command, "check") == 0 && system_is_file(first))
        report_usage("FORMAT is missing before the file %s; 'sortid formats' lists the formats",
                     quote.text);
}

void options_explain_extra(const struct options *options)
{
    if (options->argument_count > 0)
        refuse_count_or_time(options, "unexpected argument", options->arguments[0]);
}

/* ---- Words in the place of files ------------------------------------------------------------- */

/* Refuses the name of a format after the first argument. */
static void explain_second_format(const struct options *options, size_t index)
{
    char list[ADVICE_SIZE / 2];
    struct quote quote, file;
    struct kinds kinds = {.count = 0};
    char *const *at = &options->arguments[index];
    const char *command = options->command->name;
    if (!kinds_add(&kinds, *at))
        return;
    quote_string(&quote, *at);
    if (options->kinds.count == 0)
        report_usage("there is no file %s: FORMAT is the first argument", quote.text);
    if (strcmp(command, "check") == 0)
        report_usage("there is no file %s: check reads one format: 'sortid find %s --ids %s | "
                     "sortid check %s'",
                     quote.text, *at, shell_word(&file, at[1], "FILE"), *at);
    size_t used = (size_t)snprintf(list, sizeof list, "%s", options->arguments[-1]);
    for (; *at != NULL && kinds_add(&kinds, *at) && used < sizeof list; at++)
        used += (size_t)snprintf(list + used, sizeof list - used, ",%s", *at);
    report_usage("there is no file %s: several formats are written %s", quote.text, list);
}

void options_explain_files(const struct options *options)
{
    struct names names = {"", NULL};
    struct quote quote;
    for (size_t i = 0; i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (!system_is_missing(text))
            continue;
        if (i > 0 || options->kinds.count > 0)
            explain_second_format(options, i);
        explain_id(options, text);
    }
    if (options->kinds.count > 0 || options->argument_count == 0 ||
        !system_is_missing(options->arguments[0]))
        return;
    names_of_formats(&names, options->arguments[0]);
    if (names.similar != NULL)
        report_usage("there is no file %s: did you mean the format %s? The formats are %s",
                     quote_string(&quote, options->arguments[0]), names.similar, names.text);
}

/* Whether a text is a time, or a span whose sign is missing; then writes what was meant. */
static bool is_time_or_span(char meant[TIME_ADVICE_SIZE], const struct options *options,
                            const char *text, uint64_t now_ms)
{
    uint64_t ms;
    bool is_span = time_parse_span(&ms, text);
    snprintf(meant, TIME_ADVICE_SIZE, "%s%s", is_span ? "-" : "", text);
    return options_is_time(options, meant, now_ms);
}

void options_explain_times(const struct options *options, uint64_t now_ms)
{
    char meant[TIME_ADVICE_SIZE];
    for (size_t i = 0; i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (system_is_missing(text) && is_time_or_span(meant, options, text, now_ms))
            refuse_bare("there is no file", text, options->since == NULL ? "--since" : "--until",
                        meant);
    }
}

void options_explain_ids(const struct options *options)
{
    const char *command = options->command->name;
    struct quote quote;
    for (size_t i = 0; report_status() == STATUS_BAD_INPUT && i < options->argument_count; i++) {
        const char *text = options->arguments[i];
        if (strcmp(text, "-") == 0)
            report(STATUS_BAD_INPUT, "%s: without arguments, standard input is read: leave out -",
                   command);
        else if (system_is_file(text))
            report(
                STATUS_BAD_INPUT,
                "%s: %s is a file, but arguments are IDs: 'sortid %s ... < FILE' reads its lines",
                command, quote_string(&quote, text), command);
        else
            continue;
        return;
    }
}
