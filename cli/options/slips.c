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

#define ADVICE_SIZE 1600

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* ---- Options of other tools ------------------------------------------------------------------ */

/* What the value of an option is. A row with one of the last three is about such values only. */
enum value {
    VALUE_NONE,
    VALUE_ANY,
    VALUE_TIME,
    VALUE_NUMBER,
    VALUE_FORMAT,
    VALUE_ENCODING,
    VALUE_FIELD
};

/* Names of options, and what does the same here: an option; a sentence; or an argument in its place,
 * which begins with %. In it %x% is the value that was given, or x without one of this kind, & the
 * command, ~ the other arguments, and # a format that is among them or that one of them is an ID of. */
struct synonym {
    const char *names;    /* each between blanks */
    const char *commands; /* the same; NULL: all that have the option */
    enum value value;
    const char *instead;
};

#define SEARCHES  " find filter sort "
#define ARGUMENTS "FORMAT is an argument, as in 'sortid & "
#define NUL_NAMES " --null --nul --print0 --read0 --null-data --zero-terminated -z -Z "

/* The first row that fits counts. */
/* clang-format off */
static const struct synonym synonyms[] = {
    /* formats and encodings: a value tells which is meant */
    {" --from --to --into --type --kind --format --fmt -f -t -F ", " gen check range" SEARCHES,
     VALUE_FORMAT, ARGUMENTS "%ulid%~'"},
    {" --from --to --into --type --kind --format --fmt -t -F ", NULL, VALUE_FORMAT, "-f %ulid%"},
    {" --to --into --as --type --format --fmt --encoding --enc --encode --output-format ", NULL,
     VALUE_ENCODING, "-e %hex%"},
    {" --to --into --as --encode --encoding --output-format -e ", " inspect compare ", VALUE_ANY,
     "'sortid convert -f # -e %hex%~' converts an ID"},
    {" --from --encoding --enc --decode --input-format -i ", " inspect compare ", VALUE_ANY,
     "each encoding is read: 'sortid &~'"},
    {" --from --type --format --fmt --encoding --enc --decode --input-format ", NULL,
     VALUE_ENCODING, "-i %hex%"},
    /* times */
    {" --time --timestamp --ts --date --when --clock --from --since -t -d -T ", " gen ", VALUE_TIME,
     "--at %now%"},
    {" --time --timestamp --ts --date --iso --iso8601 --rfc3339 -t -d -I -R ", " convert ",
     VALUE_NONE, "-e time"},
    {" --unix --seconds --epoch ", " convert ", VALUE_NONE, "-e unix"},
    {" --ms --millis --milliseconds ", " convert ", VALUE_NONE, "-e ms"},
    {" --time --timestamp --ts --date --iso -t -d ", " inspect ", VALUE_NONE, "--columns time"},
    {" --time --timestamp --ts --date --when ", " check compare formats ", VALUE_NONE,
     "'sortid convert -f FORMAT -e time ID' prints the time of an ID"},
    {" --day --month --year --on --during --period --date --range ", " range filter ", VALUE_TIME,
     "--in %today%"},
    {" --from --since --start --begin --after --newer --time --timestamp --ts --last --past --ago"
     " -d ", " range ", VALUE_TIME, "%-1h%"},
    {" --to --until --end --before --older --till ", " range ", VALUE_TIME, "%now%"},
    {" --from --start --begin --after --newer --time --timestamp --ts --last --past --ago -d ",
     NULL, VALUE_TIME, "--since %-1h%"},
    {" --to --end --before --older --till ", NULL, VALUE_TIME, "--until %now%"},
    {" --in --day --month --year --on --during --period --date --range ", " find sort ", VALUE_TIME,
     "'sortid filter --in %today%~' keeps the lines of a time"},
    {" --to --until --before --end --older ", " find sort ", VALUE_TIME,
     "'sortid filter --until %now%~' keeps the lines of a time"},
    {" --since --from --after --start --newer --time --timestamp --last --past --ago ",
     " find sort ", VALUE_TIME, "'sortid filter --since %-1h%~' keeps the lines of a time"},
    {" --tz --timezone --zone ", " gen inspect convert range filter ", VALUE_ANY,
     "'TZ=%Europe/Paris% sortid & --local~' sets the local time zone"},
    {" -u --UTC --gmt ", NULL, VALUE_NONE, "--utc"},
    /* without a value that tells */
    {" -f --format --fmt --type --kind ", " gen check range" SEARCHES, VALUE_NONE,
     ARGUMENTS "ulid~'"},
    {" --from --format --fmt --type --kind -t -F ", NULL, VALUE_NONE, "-f FORMAT"},
    {" --to --into --as --encoding --enc --encode --output-format ", NULL, VALUE_NONE, "-e ENC"},
    {" --from --to --encoding --enc --decode --input-format ", NULL, VALUE_NONE, "-i ENC"},
    {" --binary --raw ", NULL, VALUE_NONE, "-e bin"},
    {" --binary --raw ", " check ", VALUE_NONE, "-i bin"},
    /* gen */
    {" --number --num --amount --limit --repeat -N -C -l ", " gen ", VALUE_NUMBER, "-n %5%"},
    {" -r --rand ", NULL, VALUE_NONE, "--random"},
    {" --node-id --machine-id --worker-id --machine --worker ", NULL, VALUE_ANY, "--node %42/8%"},
    {NUL_NAMES, NULL, VALUE_NONE, "-0"},
    {NUL_NAMES "-0 ", " range ", VALUE_NONE,
     "'sortid &~ | tr \\\\n \\\\0' ends lines with NUL"},
    /* find, filter, sort */
    {" --column --col ", SEARCHES, VALUE_FIELD, "--field %1%"},
    {" --line-number --column --byte-offset --with-filename --only-matching --files-with-matches"
     " --vimgrep -n -b -H -l ", " find ", VALUE_NONE, "--only"},
    {" --no-filename --extract ", " find ", VALUE_NONE, "--ids"},
    {" --silent --no-messages -s ", " find filter ", VALUE_NONE, "--quiet"},
    {" --count -c ", " find filter ", VALUE_NONE, "'sortid &~ | wc -l' counts the lines"},
    {" --max-count --limit --head -m -n ", SEARCHES, VALUE_NUMBER,
     "'sortid &~ | head -n %10%' prints the first lines"},
    {" --recursive -r -R ", SEARCHES, VALUE_NONE,
     "files are arguments: 'find . -type f -exec sortid & ... {} +' names all of a folder"},
    {" --key --column --col -k ", NULL, VALUE_NUMBER, "--field %1%"},
    {" --tsv --tab --tabs ", NULL, VALUE_NONE, "--delimiter tab"},
    {" --field-separator --separator --sep --delim -t -d -F ", NULL, VALUE_ANY,
     "--delimiter %comma%"},
    {" --desc --descending --newest --latest ", NULL, VALUE_NONE, "--reverse"},
    {" --unique --uniq -u ", " sort ", VALUE_NONE, "'sortid &~ | uniq' removes repeated lines"},
    {" --buffer-size -S ", NULL, VALUE_NUMBER, "--memory %256%"},
    {" --json --jsonl --ndjson ", " filter sort ", VALUE_NONE,
     "'sortid find --json~' prints objects"},
    /* check, inspect and others */
    {" --strict --sorted ", NULL, VALUE_NONE, "--order strict"},
    {" --unordered --unsorted --no-order --any-order ", NULL, VALUE_NONE, "--order none"},
    {" --limit --errors -m ", NULL, VALUE_NUMBER, "--max-errors %20%"},
    {" --follow --tail ", NULL, VALUE_NONE, "--watch"},
    {" --quiet --silent -q -s ", " check ", VALUE_NONE,
     "'sortid &~ > /dev/null' shows only faults"},
    {" --json --jsonl ", " convert ", VALUE_NONE, "'sortid inspect --json' prints objects"},
    {" --csv --tsv --table --fields ", NULL, VALUE_NONE, "--columns id,time"},
    {" --jsonl --ndjson --compact --compact-output -j -J ", NULL, VALUE_NONE, "--json"},
    {" --output --out --outfile --output-file -o -O ", NULL, VALUE_ANY,
     "output goes to standard output: 'sortid &~ > %FILE%'"},
    {" --file --input --input-file ", " check" SEARCHES, VALUE_ANY,
     "files are arguments: 'sortid &~ %FILE%'"},
    {" --file --input --input-file ", " inspect convert ", VALUE_ANY,
     "standard input is read: 'sortid &~ < %FILE%'"},
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

/* Whether a text is a time, or a span whose sign is missing; then writes what was meant. */
static bool is_time_or_span(char meant[TIME_ADVICE_SIZE], const struct options *options,
                            const char *text, uint64_t now_ms)
{
    uint64_t ms;
    bool is_span = time_parse_span(&ms, text);
    snprintf(meant, TIME_ADVICE_SIZE, "%s%s", is_span && *text != '-' ? "-" : "", text);
    return options_is_time(options, meant, now_ms);
}

/* The command line with an unknown option: `word` is that argument, `name` how it is listed. */
struct line {
    const struct program *program;
    const struct command *command;
    char *const *argv, *const *word;
    const char *name, *value; /* NULL: no value is given */
    bool is_joined;           /* the value is in the same argument */
    bool has_format;          /* one is written before the arguments: leave out others */
    bool has_end;             /* an UNTIL was written */
    char meant[TIME_ADVICE_SIZE];
};

static bool is_value(enum value wanted, struct line *line)
{
    static const struct options no_options = {0};
    const char *value = line->value, *command = line->command->name;
    const struct encoding_name *encoding = encoding_named(value);
    struct kinds kinds = {.count = 0};
    switch (wanted) {
    case VALUE_FORMAT:
        return format_name(value) != NULL ||
               (has_word(" inspect compare find filter sort ", command) &&
                kinds_add(&kinds, value));
    case VALUE_ENCODING:
        return encoding != NULL &&
               (encoding->time == TIME_FORM_NONE || strcmp(command, "convert") == 0);
    case VALUE_TIME:
        if (strlen(value) >= TIME_ADVICE_SIZE - 1 ||
            !is_time_or_span(line->meant, &no_options, value, present_ms()))
            return false;
        line->value = line->meant;
        return true;
    case VALUE_NUMBER:
    case VALUE_FIELD:
        return is_number(value);
    default:
        return wanted == VALUE_ANY;
    }
}

/* The row about the option; NULL: there is none. A value that is not of its kind becomes NULL. */
static const struct synonym *find_synonym(struct line *line)
{
    char option[32];
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        const struct synonym *row = &synonyms[i];
        snprintf(option, sizeof option, "%.*s", (int)strcspn(row->instead, " "), row->instead);
        if (!has_word(row->names, line->name) ||
            (row->commands != NULL && !has_word(row->commands, line->command->name)) ||
            (*option == '-' && option_find(line->program, line->command->bit, option) == NULL))
            continue;
        bool has_value = line->value != NULL && is_value(row->value, line);
        if (!has_value && row->value >= VALUE_FORMAT)
            continue;
        if (!has_value)
            line->value = NULL;
        return row;
    }
    return NULL;
}

/* The most bytes of an option's name, and NUL. */
#define NAME_SIZE 32

/* Reads an argument that is a long option, or a letter, and its value; false: it is neither. What
 * begins with a hyphen is not a value, unless it is a span. */
static bool read_name(struct line *line, char name[NAME_SIZE])
{
    const char *word = *line->word, *letters = word + strspn(word, "-"), *next = line->word[1];
    size_t length = strcspn(letters, "=");
    if (*word != '-' || length == 0 || length > NAME_SIZE - 3 ||
        (*letters >= '0' && *letters <= '9'))
        return false;
    snprintf(name, NAME_SIZE, "%s%.*s", word[1] != '-' && length == 1 ? "-" : "--", (int)length,
             letters);
    bool is_option = next != NULL && next[0] == '-' && !(next[1] >= '0' && next[1] <= '9');
    line->name = name;
    line->is_joined = letters[length] == '=';
    line->value = line->is_joined ? letters + length + 1 : is_option ? NULL : next;
    return true;
}

/* Words of the advice end here at the latest. */
#define ADVICE_TAIL 400

static struct text add_word(struct text text, const char *word, const char *otherwise)
{
    struct quote quote;
    bool fits = (size_t)(text.end - text.at) > ADVICE_TAIL;
    if (fits)
        return text_string(text, shell_word(&quote, word, otherwise));
    return text_string(text, text.at[-1] == '.' ? "" : "...");
}

/* `instead`, whose marks are a value at most. */
static struct text add_value(struct text text, const char *instead, const char *value)
{
    char usual[32];
    size_t before = strcspn(instead, "%"), length = strcspn(instead + before + 1, "%");
    text = text_bytes(text, instead, before);
    if (instead[before] == '\0')
        return text;
    snprintf(usual, sizeof usual, "%.*s", (int)length, instead + before + 1);
    return text_string(add_word(text, value, usual), instead + before + length + 2);
}

/* The other arguments, and what replaces those that are unknown options too; with `in_place` also
 * this one. */
static struct text add_others(struct text text, struct line *line, bool in_place)
{
    char name[NAME_SIZE];
    for (char *const *at = line->argv; *at != NULL; at++) {
        struct line other = *line;
        other.word = at;
        bool is_unknown =
            at == line->word || (read_name(&other, name) &&
                                 option_find(line->program, line->command->bit, name) == NULL);
        const struct synonym *row = is_unknown ? find_synonym(&other) : NULL;
        bool is_replaced = row != NULL && strchr("-%", *row->instead) != NULL;
        bool is_left_out = line->has_format && format_name(*at) != NULL;
        if (at == line->word ? in_place : !is_left_out) {
            text = text.end - text.at > ADVICE_TAIL ? text_string(text, " ") : text;
            text = is_replaced ? add_value(text, row->instead, other.value)
                               : add_word(text, *at, "...");
            line->has_end = line->has_end || (row != NULL && strcmp(row->instead, "%now%") == 0);
        }
        at += (is_replaced || at == line->word) && other.value != NULL && !other.is_joined;
    }
    return text;
}

/* The name of a format that is an argument, or, if `ids`, that an argument is an ID of; NULL: none. */
static const char *format_among(const struct line *line, bool ids)
{
    static const struct options no_options = {0};
    const struct text_readings *read;
    for (char *const *at = line->argv; *at != NULL; at++)
        if (format_name(*at) != NULL)
            return format_name(*at);
        else if (ids && (read = options_read_id(&no_options, *at)) != NULL &&
                 read->all->format != NULL)
            return info_of(read->all->format)->name;
    return NULL;
}

static struct text compose(struct text text, const char *instead, struct line *line)
{
    char part[80];
    while (*instead != '\0') {
        size_t length = strcspn(instead, "&~#");
        const char *format = format_among(line, true);
        snprintf(part, sizeof part, "%.*s", (int)length, instead);
        text = add_value(text, part, line->value);
        if (instead[length] == '&')
            text = text_string(text, line->command->name);
        char *before = text.at;
        line->has_format = line->has_format || strncmp(part, "FORMAT", strlen("FORMAT")) == 0;
        if (instead[length] == '~')
            text = add_others(text, line, false);
        if (instead[length] == '~' && text.at == before && line->command->takes_times)
            text = text_string(text, " -1h");
        if (instead[length] == '#')
            text = text_string(text, format != NULL ? format : "FORMAT");
        instead += length + (instead[length] != '\0');
    }
    return text;
}

/* Refuses an option that another one replaces. */
static void explain_synonym(struct line *line)
{
    char advice[ADVICE_SIZE];
    struct quote quote;
    struct text text = text_begin(advice, sizeof advice);
    const char *word = *line->word;
    const struct synonym *row = find_synonym(line);
    if (row == NULL)
        return;
    bool is_option = *row->instead == '-', is_argument = *row->instead == '%';
    if (is_argument) {
        const char *format = format_among(line, false);
        text = text_string(text, "SINCE and UNTIL are arguments, as in 'sortid range ");
        text = text_string(text, format != NULL ? format : "ulid");
        line->has_format = true;
        text = add_others(text, line, true);
        text = text_string(text, line->has_end ? "'" : " now'");
    } else {
        text = compose(text, row->instead, line);
    }
    *text.at = '\0';
    report_usage(is_option ? "%s %s: did you mean %s?" : "%s %s: %s", "unknown option",
                 quote_string(&quote, word), advice);
}

/* A long option, or a word after one hyphen; an encoding or a format may be one. */
static void explain_long(struct line *line)
{
    char name[NAME_SIZE];
    struct line named = *line;
    const char *letters = *line->word + strspn(*line->word, "-");
    const struct encoding_name *encoding = encoding_named(letters);
    named.value = letters;
    named.is_joined = true;
    named.name = "--format";
    if (format_name(letters) != NULL)
        explain_synonym(&named);
    named.name = "--encoding";
    if (encoding != NULL && encoding->time == TIME_FORM_NONE)
        explain_synonym(&named);
    if (read_name(line, name))
        explain_synonym(line);
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
                             char *const *argv, char *const *word, char letter)
{
    const char name[] = {'-', letter, '\0'}, first[] = {'-', (*word)[1], '\0'};
    const char *rest = *word + 2;
    char read[NAME_SIZE];
    struct line line = {.program = program, .command = command, .argv = argv, .word = word};
    if (first[1] >= '0' && first[1] <= '9' && option_find(program, command->bit, first) == NULL)
        refuse_negative(program, command, *word);
    if (*rest != '\0')
        explain_long(&line);
    if (first[1] == '-')
        return;
    bool is_joined = first[1] == letter && *rest != '\0'; // -fulid, but not -field
    if (is_joined && format_name(rest) == NULL &&
        option_similar(program, command->bit, *word) != NULL)
        return;
    line.value = NULL;
    if (!is_joined)
        read_name(&line, read);
    else
        line.value = rest;
    line.is_joined = is_joined;
    line.name = name;
    explain_synonym(&line);
}

/* A number of 4 digits may be a year. */
static void refuse_count_or_time(const struct options *options, const char *what, const char *text)
{
    if (is_number(text) && strlen(text) < 4)
        refuse_bare(what, text, "-n", text);
    if (options_is_time(options, text, present_ms()))
        refuse_bare(what, text, "--at", text);
}

/* The arguments from one on, each after `before`. */
static const char *join_words(char list[ADVICE_SIZE], char *const *at, const char *before)
{
    struct text text = text_begin(list, ADVICE_SIZE);
    for (; *at != NULL && text.end - text.at > ADVICE_TAIL; at++)
        text = add_word(text_string(text, before), *at, "FILE");
    *text.at = '\0';
    return list;
}

/* Refuses an ID in the place of a file or a format. */
static void explain_id(const struct options *options, char *const *at)
{
    char list[ADVICE_SIZE];
    struct quote quote;
    const char *text = *at, *command = options->command->name;
    const struct text_readings *read = options_read_id(options, text);
    if (read == NULL)
        return;
    const char *encoding = read->encoding->name, *name = kind_info_of(read->all->kind)->name;
    bool is_text = read->encoding == encoding_at(0);
    quote_string(&quote, text);
    if (strcmp(command, "check") == 0 && read->all->format != NULL)
        report_usage("%s is an ID, not a file: '%s%s%s | sortid check %s%s%s'", quote.text,
                     at[1] == NULL ? "" : "(", join_words(list, at, "; echo ") + strlen("; "),
                     at[1] == NULL ? "" : ")", name, is_text ? "" : " -i ",
                     is_text ? "" : encoding);
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
    explain_id(options, options->arguments);
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
    char list[ADVICE_SIZE];
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
                     "--ids%s | sortid check %s'",
                     quote.text, *at, join_words(list, at + 1, " "), *at);
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
        explain_id(options, &options->arguments[i]);
    }
    if (options->kinds.count > 0 || options->argument_count == 0 ||
        !system_is_missing(options->arguments[0]))
        return;
    names_of_formats(&names, options->arguments[0]);
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
