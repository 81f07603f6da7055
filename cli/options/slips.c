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

/* What the value of an option is. A row with one of the last four is about such values only. */
enum value {
    VALUE_NONE,
    VALUE_ANY,
    VALUE_TIME,
    VALUE_NUMBER,
    VALUE_FORMAT,
    VALUE_ENCODING,
    VALUE_FIELD
};

/* Names of options, and what does the same here: an option or a sentence. In it %x% is the value that
 * was given, or x without one of this kind, and & the command. */
struct synonym {
    const char *names;    /* each between blanks */
    const char *commands; /* the same; NULL: all that have the option */
    enum value value;
    const char *instead;
};

#define NUL_NAMES " --null --nul --print0 --read0 --null-data --zero-terminated -z -Z "
#define LINES     " find filter sort annotate "
#define EDIT      "'sortid convert --in-text -e %hex% ...' converts the IDs in a text"

/* The first row that fits counts. */
/* clang-format off */
static const struct synonym synonyms[] = {
    /* formats and encodings: a value tells which is meant */
    {" --to --into --as --enc --encode --output-format ", NULL, VALUE_ENCODING, "-e %hex%"},
    {" --from --to --into --type --kind --fmt -t -F ", NULL, VALUE_FORMAT, "-f %ulid%"},
    {" --to --into --as --encode --encoding --output-format -e ", " inspect compare ", VALUE_ANY,
     "'sortid convert -e %hex% ...' converts an ID"},
    {" --type --fmt ", NULL, VALUE_ENCODING, "-e %hex%"},
    {" --from --type --fmt --enc --encoding --decode --input-format ", NULL, VALUE_ENCODING,
     "-i %hex%"},
    {" --to --into --as --encode --encoding --output-format -e ", LINES "check ", VALUE_ANY, EDIT},
    /* times */
    {" --time --timestamp --ts --date --when --clock --from --since -t -d -T ", " gen ", VALUE_TIME,
     "--at %now%"},
    {" --time --timestamp --ts --date --iso --iso8601 --rfc3339 -t -d -I -R ", " convert annotate ",
     VALUE_NONE, "-e time"},
    {" --unix --seconds ", " convert annotate ", VALUE_NONE, "-e unix"},
    {" --ms --millis --milliseconds ", " convert annotate ", VALUE_NONE, "-e ms"},
    {" --time --timestamp --ts --date --iso -t -d ", " inspect ", VALUE_NONE, "--columns time"},
    {" --time --timestamp --ts --date --when ", " check compare formats ", VALUE_NONE,
     "'sortid convert -e time ...' prints the time of an ID"},
    {" --day --month --year --on --during --period --date --range ", NULL, VALUE_TIME,
     "--in %today%"},
    {" --from --start --begin --after --newer --time --timestamp --ts --last --past --ago -d ",
     NULL, VALUE_TIME, "--since %-1h%"},
    {" --to --end --before --older --till ", NULL, VALUE_TIME, "--until %now%"},
    {" --in --day --month --year --on --during --period --date --range ", " find sort annotate ",
     VALUE_TIME,
     "'sortid filter --in %today% ...' keeps the lines of a time"},
    {" --to --until --before --end --older ", " find sort annotate ", VALUE_TIME,
     "'sortid filter --until %now% ...' keeps the lines of a time"},
    {" --since --from --after --start --newer --time --timestamp --last --past --ago ",
     " find sort annotate ", VALUE_TIME, "'sortid filter --since %-1h% ...' keeps the lines of a time"},
    {" --tz --timezone --zone ", NULL, VALUE_ANY,
     "'TZ=%Europe/Paris% sortid & --local ...' sets the local time zone"},
    {" --unique --uniq -u ", " sort ", VALUE_NONE, "'sortid & ... | uniq' removes repeated lines"},
    {" -u --UTC --gmt ", NULL, VALUE_NONE, "--utc"},
    /* without a value that tells */
    {" --field-separator --separator --sep --delim -t -d -F ", NULL, VALUE_ANY, "--delimiter %comma%"},
    {" --from --fmt --type --kind -t -F ", NULL, VALUE_NONE, "-f FORMAT"},
    {" --to --into --as --enc --encode --output-format ", NULL, VALUE_NONE, "-e ENC"},
    {" --to --enc --encoding --decode --input-format ", NULL, VALUE_NONE, "-i ENC"},
    {" --binary --raw ", NULL, VALUE_NONE, "-e bin"},
    {" --binary --raw ", " check ", VALUE_NONE, "-i bin"},
    /* gen */
    {" --number --num --amount --limit --repeat -N -C -l ", " gen ", VALUE_NUMBER, "-n %5%"},
    {" -r --rand ", NULL, VALUE_NONE, "--random"},
    {" --node-id --machine-id --worker-id --machine --worker ", NULL, VALUE_ANY, "--node %42/8%"},
    {NUL_NAMES, NULL, VALUE_NONE, "-0"},
    {NUL_NAMES "-0 ", " range ", VALUE_NONE, "'sortid & ... | tr \\\\n \\\\0' ends lines with NUL"},
    /* lines */
    {" --column --col ", LINES, VALUE_FIELD, "--field %1%"},
    {" --line-number --column --byte-offset --with-filename --only-matching --vimgrep -n -b -H -l ",
     " find ", VALUE_NONE, "--only"},
    {" --no-filename --extract ", " find ", VALUE_NONE, "--ids"},
    {" --silent --no-messages -s ", " inspect find filter ", VALUE_NONE, "--quiet"},
    {" --count -c ", " find filter ", VALUE_NONE, "'sortid & ... | wc -l' counts the lines"},
    {" --max-count --limit --head -m -n ", LINES, VALUE_NUMBER,
     "'sortid & ... | head -n %10%' prints the first lines"},
    {" --recursive -r -R ", LINES, VALUE_NONE,
     "files are arguments: 'find . -type f -exec sortid & ... {} +' names all of a folder"},
    {" --key --column --col -k ", NULL, VALUE_NUMBER, "--field %1%"},
    {" --tsv --tab --tabs ", NULL, VALUE_NONE, "--delimiter tab"},
    {" --desc --descending --newest --latest ", NULL, VALUE_NONE, "--reverse"},
    {" --buffer-size -S ", NULL, VALUE_NUMBER, "--memory %256%"},
    {" --columns --table --fields ", " filter sort ", VALUE_ANY,
     "'sortid & ... | sortid find --columns %id,time%' prints a table"},
    {" --json --jsonl --ndjson ", " filter sort ", VALUE_NONE,
     "'sortid & ... | sortid find --json' prints objects"},
    /* check, inspect and others */
    {" --strict --sorted ", NULL, VALUE_NONE, "--order strict"},
    {" --unordered --unsorted --no-order --any-order ", NULL, VALUE_NONE, "--order none"},
    {" --limit --errors -m ", NULL, VALUE_NUMBER, "--max-errors %20%"},
    {" --follow --tail ", NULL, VALUE_NONE, "--watch"},
    {" --quiet --silent -q -s ", " check ", VALUE_NONE,
     "'sortid & ... > /dev/null' shows only faults"},
    {" --json --jsonl ", " annotate ", VALUE_NONE, "'sortid find --json ...' prints objects"},
    {" --json --jsonl ", " convert ", VALUE_NONE, "'sortid inspect --json ...' prints objects"},
    {" --csv --tsv --table --fields ", NULL, VALUE_NONE, "--columns id,time"},
    {" --jsonl --ndjson --compact --compact-output -j -J ", NULL, VALUE_NONE, "--json"},
    {" --only -o ", " filter sort annotate convert check ", VALUE_NONE,
     "'sortid find --only ...' prints the IDs alone"},
    {" --output --out --outfile --output-file -o -O ", NULL, VALUE_ANY,
     "output goes to standard output: 'sortid & ... > %FILE%'"},
    {" --file --input --input-file ", LINES "check ", VALUE_ANY,
     "files are arguments: 'sortid & ... %FILE%'"},
    {" --file --input --input-file ", " inspect convert ", VALUE_ANY,
     "standard input is read: 'sortid & ... < %FILE%'"},
    {" --version -V ", NULL, VALUE_NONE, "'sortid --version' prints it"},
};
/* clang-format on */

/* Whether a list has a word, which does not begin with a blank, between blanks. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if (at[-1] == ' ' && at[length] == ' ')
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

/* Whether a text is a time, or a span whose sign is missing; then writes what was meant. */
static bool is_time_or_span(char meant[TIME_ADVICE_SIZE], const struct options *options,
                            const char *text, uint64_t now_ms)
{
    uint64_t ms;
    bool is_span = time_parse_span(&ms, text);
    snprintf(meant, TIME_ADVICE_SIZE, "%s%s", is_span ? "-" : "", text);
    return options_is_time(options, meant, now_ms);
}

/* An unknown option: that argument, and perhaps a value. */
struct unknown {
    const struct program *program;
    const struct command *command;
    const char *word;
};

/* Whether a value is as wanted; a time becomes what was meant. */
static bool is_value(const char **value, enum value wanted, const struct command *command)
{
    static const struct options no_options = {0};
    static char meant[TIME_ADVICE_SIZE];
    const struct encoding_name *encoding = encoding_named(*value);
    struct kinds kinds = {.count = 0};
    switch (wanted) {
    case VALUE_FORMAT:
        return kinds_add(&kinds, *value);
    case VALUE_ENCODING:
        return encoding != NULL &&
               (encoding->time == TIME_FORM_NONE || has_word(" convert annotate ", command->name));
    case VALUE_TIME:
        if (strlen(*value) >= TIME_ADVICE_SIZE - 1 ||
            !is_time_or_span(meant, &no_options, *value, present_ms()))
            return false;
        *value = meant;
        return true;
    case VALUE_NUMBER:
    case VALUE_FIELD:
        return is_number(*value);
    default:
        return wanted == VALUE_ANY;
    }
}

/* The row about an option of this name; NULL: there is none. A value that is not of its kind becomes
 * NULL. */
static const struct synonym *find_synonym(const struct unknown *unknown, const char *name,
                                          const char **value)
{
    char option[32];
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        const struct synonym *row = &synonyms[i];
        snprintf(option, sizeof option, "%.*s", (int)strcspn(row->instead, " "), row->instead);
        if (!has_word(row->names, name) ||
            (row->commands != NULL && !has_word(row->commands, unknown->command->name)) ||
            (*option == '-' &&
             option_find(unknown->program, unknown->command->bit, option) == NULL))
            continue;
        bool has_value = *value != NULL && is_value(value, row->value, unknown->command);
        if (!has_value && row->value >= VALUE_FORMAT)
            continue;
        *value = has_value ? *value : NULL;
        return row;
    }
    return NULL;
}

/* Refuses an option of this name if another one replaces it. */
static void explain(const struct unknown *unknown, const char *name, const char *value)
{
    char advice[ADVICE_SIZE], usual[32];
    struct quote quote;
    struct text text = text_begin(advice, sizeof advice);
    const struct synonym *row = find_synonym(unknown, name, &value);
    if (row == NULL)
        return;
    for (const char *at = row->instead; *at != '\0'; at++) {
        size_t length = strcspn(at + 1, "%");
        snprintf(usual, sizeof usual, "%.*s", (int)length, at + 1);
        if (*at == '%')
            text = text_string(text, shell_word(&quote, value, usual));
        else if (*at == '&')
            text = text_string(text, unknown->command->name);
        else
            text = text_bytes(text, at, 1);
        at += *at == '%' ? length + 1 : 0;
    }
    *text.at = '\0';
    report_usage(*row->instead == '-' ? "%s %s: did you mean %s?" : "%s %s: %s", "unknown option",
                 quote_string(&quote, unknown->word), advice);
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
_Noreturn static void refuse_negative(const struct unknown *unknown)
{
    static const char *const times[] = {"--since", "--at"};
    static const char what[] = "unknown option";
    const unsigned bit = unknown->command->bit;
    const char *word = unknown->word;
    struct quote quote;
    uint64_t ms;
    if (is_number(word + 1) && option_find(unknown->program, bit, "-n") != NULL)
        refuse_bare(what, word, "-n", word + 1);
    for (size_t i = 0; i < 2 && time_parse_span(&ms, word + 1); i++)
        if (option_find(unknown->program, bit, times[i]) != NULL)
            refuse_bare(what, word, times[i], word);
    report_usage("%s %s", what, quote_string(&quote, word));
}

/* The next argument is a value unless it begins with a hyphen and is not a span. */
void options_explain_unknown(const struct program *program, const struct command *command,
                             char *const *word, char letter)
{
    const struct unknown unknown = {program, command, *word};
    const char *letters = *word + strspn(*word, "-"), *next = word[1];
    char name[32], first[] = {'-', (*word)[1], '\0'};
    size_t length = strcspn(letters, "=");
    bool is_option = next != NULL && next[0] == '-' && !(next[1] >= '0' && next[1] <= '9');
    const char *value = letters[length] == '=' ? letters + length + 1 : is_option ? NULL : next;
    const struct encoding_name *encoding = encoding_named(letters);
    struct quote quote;
    size_t count;
    if (sortid_recognize(NULL, 0, 0, &count, *word, strlen(*word), NULL, NULL) == SORTID_OK)
        report_usage("unknown option %s: it is an ID; write -- before it",
                     quote_string(&quote, *word));
    if (first[1] >= '0' && first[1] <= '9' && option_find(program, command->bit, first) == NULL)
        refuse_negative(&unknown);
    if (format_name(letters) != NULL)
        explain(&unknown, "--type", letters);
    if (first[1] == '-' && encoding != NULL && encoding->time == TIME_FORM_NONE)
        explain(&unknown, "--encode", letters);
    snprintf(name, sizeof name, "--%.*s", (int)(length > 1 ? length : 0), letters);
    explain(&unknown, name, value);
    bool is_joined = first[1] == letter && letters[1] != '\0';
    if (first[1] == '-' || (is_joined && option_similar(program, command->bit, *word) != NULL))
        return;
    first[1] = letter;
    explain(&unknown, first, is_joined ? letters + 1 : value);
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
    struct quote quote;
    const char *command = options->command->name;
    const struct text_readings *read = options_read_id(options, text);
    if (read == NULL)
        return;
    bool is_text = read->encoding == encoding_at(0);
    quote_string(&quote, text);
    if (strcmp(command, "check") == 0 && read->all->format != NULL)
        report_usage("%s is an ID, not a file: 'echo %s | sortid check %s%s%s'", quote.text, text,
                     kind_info_of(read->all->kind)->name, is_text ? "" : " -i ",
                     is_text ? "" : read->encoding->name);
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
    const char *first = options->arguments[0];
    struct quote quote;
    if (options->argument_count == 0)
        return;
    refuse_count_or_time(options, "unexpected argument", first);
    if (format_name(first) != NULL)
        report_usage("unexpected argument %s: IDs of one format are made: 'sortid gen %s'",
                     quote_string(&quote, first), first);
}

/* ---- Words in the place of files ------------------------------------------------------------- */

/* Refuses the name of a format after the first argument. */
static void explain_second_format(const struct options *options, size_t index)
{
    char list[64 * KINDS_MAX]; // names of at most 31 bytes: those of FORMAT, and more
    struct quote quote;
    struct kinds kinds = {.count = 0};
    char *const *at = &options->arguments[index];
    const char *command = options->command->name;
    if (!kinds_add(&kinds, *at))
        return;
    quote_string(&quote, *at);
    if (options->kinds.count == 0)
        report_usage("there is no file %s: FORMAT is the first argument", quote.text);
    if (strcmp(command, "check") == 0)
        report_usage("there is no file %s, and only IDs of one format are checked: 'sortid find %s "
                     "--ids ... | sortid check %s'",
                     quote.text, *at, *at);
    size_t used = (size_t)snprintf(list, sizeof list, "%s", options->named);
    for (; *at != NULL && kinds_add(&kinds, *at); at++)
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
    struct names kinds = {"", names.similar};
    names_of_kinds(&kinds, options->arguments[0]);
    if (kinds.similar != names.similar && strchr(options->arguments[0], '.') == NULL)
        report_usage("there is no file %s: did you mean the kind %s?",
                     quote_string(&quote, options->arguments[0]), kinds.similar);
    if (names.similar != NULL)
        report_usage("there is no file %s: did you mean the format %s? The formats are %s",
                     quote_string(&quote, options->arguments[0]), names.similar, names.text);
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
