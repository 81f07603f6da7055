/* SPDX-License-Identifier: MIT */
/* values.c: reads the names of formats, kinds and encodings. A message that refuses a name lists
 * those that are allowed. */
#include "options.h"
#include "../ids/format_info.h"
#include "../../common/report.h"
#include "../../common/similar.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *shell_word(struct quote *quote, const char *value, const char *otherwise)
{
    if (value == NULL || *value == '\0' || strlen(value) > QUOTE_SHOWN)
        return otherwise;
    if (strcspn(value, " \t'\"\\$`!*?[]{}()<>|&;#~") == strlen(value))
        return strlen(quote_string(quote, value)) == strlen(value) + 2 ? value : otherwise;
    quote_string(quote, value);
    return strpbrk(value, "$`!") == NULL && strchr(quote->text, '\\') == NULL ? quote->text
                                                                              : otherwise;
}

void names_add(struct names *names, const char *name, const char *word)
{
    size_t used = strlen(names->text);
    snprintf(names->text + used, sizeof names->text - used, "%s%s", used > 0 ? " " : "", name);
    names->similar = similar_word(word, name, names->similar);
}

void names_of_formats(struct names *names, const char *word)
{
    const sortid_format *format;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        names_add(names, info_of(format)->name, word);
}

void names_of_kinds(struct names *names, const char *word)
{
    const sortid_kind *kind;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++) {
        const char *name = kind_info_of(kind)->name, *part = strchr(name, '-');
        names_add(names, name, word);
        if (part != NULL)
            names->similar = similar_word(word, part + 1, names->similar);
    }
}

_Noreturn void names_refuse(const struct names *names, const char *what, const char *word,
                            const char *more)
{
    struct quote quote;
    const char *similar = names->similar;
    report_usage("unknown %s %s: %s%s%s %ss are %s%s", what, quote_string(&quote, word),
                 similar != NULL ? "did you mean " : "", similar != NULL ? similar : "",
                 similar != NULL ? "? The" : "the", what, names->text, more);
}

/* The form of times that other programs call so; NULL: none. */
static const char *time_form_meant(const char *word)
{
    static const char *const meant[][2] = {
        {"time", " iso iso8601 rfc3339 date datetime timestamp "},
        {"unix", " epoch seconds s "},
        {"ms", " millis milliseconds "}};
    char padded[20];
    snprintf(padded, sizeof padded, " %.16s ", word);
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
        if (strstr(meant[i][1], padded) != NULL)
            return meant[i][0];
    return NULL;
}

/* The row of an encoding's name in any case, or of a form of times; refuses other names. */
static const struct encoding_name *find_encoding(const struct option_value *value, bool with_times)
{
    struct names names = {"", NULL};
    const char *text = value->text, *format = NULL;
    const struct encoding_name *row;
    for (size_t i = 0; (row = encoding_at(i)) != NULL && !same_word(row->name, text); i++)
        if (with_times || row->time == TIME_FORM_NONE)
            names_add(&names, row->name, text);
    if (row == NULL && (format = format_name(text)) != NULL && with_times)
        row = encoding_as(sortid_format_find(format));
    if (row == NULL && format != NULL)
        report_usage("-%c %s: %s is a format, not an encoding%s. The encodings are %s",
                     value->row->letter, format, format,
                     with_times ? ", and has bits that IDs of others lack" : "", names.text);
    if (row == NULL && with_times && names.similar == NULL)
        names.similar = time_form_meant(text);
    if (row == NULL)
        names_refuse(&names, "encoding", text, "");
    else if (row->time != TIME_FORM_NONE && !with_times)
        report_usage("-%c %s: only convert -e writes times, and no ID is read from a time; "
                     "'sortid range FORMAT TIME' prints the IDs of a time",
                     value->row->letter, row->name);
    return row;
}

void option_set_input(struct options *options, const struct option_value *value)
{
    options->input = find_encoding(value, false);
    options->has_input = true;
}

void option_set_output(struct options *options, const struct option_value *value)
{
    const char *command = options->command->name;
    options->output =
        find_encoding(value, strcmp(command, "convert") == 0 || strcmp(command, "annotate") == 0);
    options->has_output = true;
}

struct options options_of_kind(const struct options *options, size_t index)
{
    struct options one = *options;
    one.kind = options->kinds.all[index];
    one.kinds = (struct kinds){.all = {one.kind}, .count = 1};
    one.format = kind_info_of(one.kind)->format;
    return one;
}

bool option_take_kinds(struct options *options, const char *list)
{
    char name[32];
    struct kinds kinds = {.count = 0};
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), at);
        bool is_kind = kinds_add(&kinds, name);
        if (!is_kind && at > list && *name == '\0')
            report_usage("%s: formats are separated by commas alone, as in ulid,uuidv7", list);
        if (!is_kind && at > list)
            option_refuse_kind(options, name);
        if (!is_kind)
            return false;
        at += length;
        if (*at == '\0')
            break;
    }
    options->named = list;
    options->kinds = kinds;
    options->kind = kinds.count == 1 ? kinds.all[0] : NULL;
    options->format = options->kind != NULL ? kind_info_of(options->kind)->format : NULL;
    return true;
}

/* gen and check take formats alone; another kind may be meant. */
_Noreturn void option_refuse_kind(const struct options *options, const char *word)
{
    const char *command = options->command->name;
    struct names names = {"", NULL};
    struct options meant = *options;
    names_of_kinds(&names, word);
    if (strcmp(command, "gen") != 0 && strcmp(command, "check") != 0)
        names_refuse(&names, "kind", word, "");
    if (names.similar != NULL) {
        (void)option_take_kinds(&meant, names.similar);
        options_need_format(&meant);
    }
    names = (struct names){"", NULL};
    names_of_formats(&names, word);
    names_refuse(&names, "format", word, "");
}

void options_need_format(const struct options *options)
{
    struct names names = {"", NULL};
    const sortid_kind *const *kinds = options->kinds.all;
    size_t formats = 0, format = 0;
    if (options->format != NULL)
        return;
    for (size_t i = 0; i < options->kinds.count; i++)
        if (kind_info_of(kinds[i])->format != NULL && formats++ == 0)
            format = i;
    names_of_formats(&names, "");
    if (formats > 0)
        report_usage("give one format, not several kinds: did you mean %s? The formats are %s",
                     kind_info_of(kinds[format])->name, names.text);
    report_usage(
        "%s is a kind that is only read%s; the formats are %s", kind_info_of(kinds[0])->name,
        kinds[0] == sortid_kind_find("typeid") ? ", and an encoding of uuidv7" : "", names.text);
}

void option_set_kinds(struct options *options, const struct option_value *value)
{
    if (!option_take_kinds(options, value->text))
        option_refuse_kind(options, value->text);
}

void option_set_zone(struct options *options, const struct option_value *value)
{
    unsigned zone = strcmp(value->row->name, "local") == 0 ? ZONE_LOCAL : ZONE_UTC;
    if (options->zone != ZONE_UNSET && options->zone != zone)
        report_usage("--utc and --local exclude each other: give one of them");
    options->zone = zone;
}

/* Refuses a rate, and says what to write for 5/s, 3/min or 1e3. */
static _Noreturn void refuse_rate(const struct option_value *value)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    char *end;
    struct quote quote;
    double seconds = 1, rate = strtod(value->text, &end);
    if (*end == '/') {
        const char *unit = end + 1;
        seconds = strtod(unit, &end);
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (*unit == units[i].letter) {
                seconds = units[i].seconds;
                end = "";
            }
    }
    rate /= seconds;
    if (*end != '\0' || !(rate >= 0.001 && rate <= 1e9))
        option_refuse(value);
    report_usage("--rate %s: %s: write %.12g", quote_string(&quote, value->text), value->row->wants,
                 (double)(uint64_t)(rate * 1000 + 0.5) / 1000);
}

/* The seconds of a decimal number with three digits after the point, and the most of a fraction. */
#define RATE_SECONDS 1000

/* A decimal number with at most three digits after the point, or a fraction. */
void option_set_rate(struct options *options, const struct option_value *value)
{
    const uint64_t most = value->row->most;
    char digits[40];
    uint64_t rate, seconds;
    const char *slash = strchr(value->text, '/');
    options->rate_s = RATE_SECONDS;
    if (slash != NULL) {
        snprintf(digits, sizeof digits, "%.*s", (int)(slash - value->text), value->text);
        if (!option_read_number(&rate, digits, most / RATE_SECONDS) || rate == 0 ||
            !option_read_number(&seconds, slash + 1, RATE_SECONDS) || seconds == 0)
            refuse_rate(value);
        options->rate_s = seconds;
        option_store(options, value->row, rate);
        return;
    }
    const char *point = strchr(value->text, '.');
    size_t whole = point != NULL ? (size_t)(point - value->text) : strlen(value->text);
    size_t decimals = point != NULL ? strlen(point + 1) : 0;
    if (whole == 0 || whole > 20 || decimals > 3 || (point != NULL && decimals == 0))
        refuse_rate(value);
    snprintf(digits, sizeof digits, "%.*s%.*s%.*s", (int)whole, value->text, (int)decimals,
             point != NULL ? point + 1 : "", (int)(3 - decimals), "000");
    if (!option_read_number(&rate, digits, most) || rate < value->row->least)
        refuse_rate(value);
    option_store(options, value->row, rate);
}

/* A name or a byte. */
void option_set_delimiter(struct options *options, const struct option_value *value)
{
    static const char bytes[] = ",\t;| "; // of the words of the row
    const char *text = value->text, *const *words = value->row->words;
    char byte = '\0';
    if (text[0] != '\0' && text[1] == '\0')
        byte = text[0];
    if (strcmp(text, "\\t") == 0)
        byte = '\t';
    for (size_t i = 0; words[i] != NULL; i++)
        if (same_word(words[i], text))
            byte = bytes[i];
    if ((unsigned char)byte >= 0x80 || isalnum((unsigned char)byte) ||
        memchr("\0\"\r\n", byte, sizeof "\0\"\r\n" - 1) != NULL)
        option_refuse(value);
    option_store(options, value->row, (unsigned char)byte);
}
