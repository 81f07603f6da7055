/* SPDX-License-Identifier: MIT */
/* bad_lines.c: other formats are tried in the encoding that -i names, each until the first line
 * that it cannot read, so that a stream of lines that no format can read costs one attempt per
 * format. */
#include "bad_lines.h"
#include "../ids/format_info.h"
#include "../output/json.h"
#include "../../common/output.h"

#include <inttypes.h>

/* The size of a list of all formats. */
#define NAMES_SIZE 200

/* Raw bytes have no ends that would show another length: no other format is tried. There are fewer
 * formats than `formats` has bits. */
void bad_lines_init(struct bad_lines *bad, const struct options *options)
{
    const sortid_format *format;
    *bad = (struct bad_lines){.options = options};
    if (options->input->encoding == SORTID_ENCODING_BIN)
        return;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        if (format != options->format && encoding_is_of(options->input, kind_of_format(format)))
            bad->formats |= 1u << i;
}

bool bad_lines_wanted(const struct bad_lines *bad)
{
    return bad->count < bad->options->max_errors;
}

/* Lines with an ID among other text: what they have in common is worth more than each. */
#define INSIDE_SHOWN 3

bool bad_lines_wants_invalid(const struct bad_lines *bad)
{
    return bad_lines_wanted(bad) &&
           (bad->inside < INSIDE_SHOWN || bad->options->max_errors == UINT64_MAX);
}

/* Keeps a reported line, if there is room: `before` is "" for a line that is not an ID. */
static void keep(struct bad_lines *bad, const char *what, const struct item *item, size_t position,
                 const char *before)
{
    if (bad->fault_count == FAULTS_MAX)
        return;
    struct fault *fault = &bad->faults[bad->fault_count++];
    *fault = (struct fault){
        .what = what,
        .place = item->place,
        .position = position,
        .length = item->length < FAULT_SHOWN ? item->length : FAULT_SHOWN,
    };
    memcpy(fault->text, item->text, fault->length);
    snprintf(fault->before, sizeof fault->before, "%s", before);
}

void bad_lines_add(struct bad_lines *bad, const struct item *item, enum statistics_verdict verdict,
                   const uint8_t *before)
{
    static const struct {
        const char *name, *words;
    } rows[] = {
        [VERDICT_UNORDERED] = {"unordered", "is unordered: the ID before it is"},
        [VERDICT_DUPLICATE] = {"duplicate", "is a duplicate of the ID before it,"},
        [VERDICT_COUNTER] = {"counter", "has the same timestamp and counter as the ID before it,"}};
    char text[SORTID_MAX_TEXT_SIZE];
    struct quote quote;
    if (bad_lines_wanted(bad)) {
        print_id(text, bad->options->format, SORTID_ENCODING_TEXT, before);
        report_input(&item->place, 0, "%s %s %s",
                     quote_bytes(&quote, item->text, item->length, item->total),
                     rows[verdict].words, text);
        keep(bad, rows[verdict].name, item, 0, text);
    } else {
        bad->silent++;
    }
    bad->count++;
}

static bool is_id_of(const struct bad_lines *bad, const sortid_format *format,
                     const struct item *item)
{
    uint8_t id[SORTID_MAX_SIZE];
    size_t position;
    // --lenient applies to the named format only
    const struct decoder decoder = decoder_of(kind_of_format(format), bad->options->input, false);
    return decode(id, &position, &decoder, item->text, item->length) == SORTID_OK;
}

void bad_lines_add_invalid(struct bad_lines *bad, const struct item *item)
{
    if (bad_lines_wanted(bad))
        keep(bad, "invalid", item, item->wrong, "");
    bad->silent += !bad_lines_wants_invalid(bad);
    bad->inside += item->has_id;
    bad->has_nul |= item->has_id && memchr(item->text, '\0', item->length) != NULL;
    bad->count++;
    bad->invalid++;
    for (size_t i = 0; bad->formats >> i != 0; i++)
        if ((bad->formats >> i & 1) != 0 && !is_id_of(bad, sortid_format_at(i), item))
            bad->formats &= ~(1u << i);
}

/* "ulid", "scru128v1 or ulid", "scru128, scru128v1 or ulid". */
static void list_formats(char names[NAMES_SIZE], unsigned formats)
{
    struct text text = text_begin(names, NAMES_SIZE);
    for (size_t i = 0; formats >> i != 0; i++)
        if ((formats >> i & 1) != 0)
            text = text_format(text, "%s%s",
                               text.at == names    ? ""
                               : formats >> i == 1 ? " or "
                                                   : ", ",
                               info_of(sortid_format_at(i))->name);
}

/* How many bad lines were not reported; without any report, how many there are. */
static void report_rest(const struct bad_lines *bad)
{
    uint64_t rest = bad->silent, reported = bad->count - rest;
    if (rest == 0)
        return;
    report(STATUS_BAD_INPUT, "check: %" PRIu64 "%s bad line%s%s", rest, reported > 0 ? " more" : "",
           rest == 1 ? "" : "s", reported > 0 ? "; --max-errors all reports each" : "");
}

static void report_formats(const struct bad_lines *bad)
{
    char names[NAMES_SIZE];
    if (bad->invalid == 0 || bad->invalid < bad->count || bad->formats == 0)
        return;
    list_formats(names, bad->formats);
    if (bad->count == 1)
        report(STATUS_BAD_INPUT, "check: the bad line is a valid %s ID", names);
    else
        report(STATUS_BAD_INPUT, "check: all %" PRIu64 " bad lines are valid %s IDs", bad->count,
               names);
}

/* Says how IDs among other text, or before NUL, are checked. */
static void report_inside(const struct bad_lines *bad)
{
    char list[1000];
    struct text text = text_begin(list, sizeof list - 1);
    struct quote quote;
    const struct options *options = bad->options;
    const char *name = info_of(options->format)->name;
    const char *encoding = options->has_input ? options->input->name : NULL;
    if (bad->has_nul && !options->nul_ends) {
        report(STATUS_BAD_INPUT, "check: the lines have NUL bytes: give -0 if these end the IDs");
        return;
    }
    if (bad->inside == 0)
        return;
    for (size_t i = 0; i < options->argument_count; i++) {
        const char *file = options->arguments[i];
        bool is_like_option = file[0] == '-' && file[1] != '\0';
        if (sizeof quote < (size_t)(text.end - text.at))
            text = text_format(text, " %s%s", is_like_option ? "./" : "",
                               shell_word(&quote, file, "FILE"));
    }
    *text.at = '\0';
    report(
        STATUS_BAD_INPUT,
        "check: the lines contain %ss among other text: 'sortid find %s%s%s --ids%s | sortid check "
        "%s%s%s'",
        name, name, encoding != NULL ? " -i " : "", encoding != NULL ? encoding : "", list, name,
        encoding != NULL ? " -i " : "", encoding != NULL ? encoding : "");
}

void bad_lines_sum_up(const struct bad_lines *bad)
{
    report_rest(bad);
    report_inside(bad);
    report_formats(bad);
}

static struct text append_fault(struct text out, const struct fault *fault)
{
    out = json_escaped(text_string(out, "{\"file\":\""), fault->place.file,
                       strlen(fault->place.file));
    out = text_format(out, "\",\"line\":%" PRIu64 ",\"column\":%zu,\"fault\":\"%s\",\"text\":\"",
                      fault->place.line, fault->position + 1, fault->what);
    out = text_string(json_escaped(out, fault->text, fault->length), "\"");
    if (fault->before[0] != '\0')
        out = json_member(out, "before", fault->before);
    return text_string(out, "}");
}

/* Each fault is written on its own: names of files may be long. */
void bad_lines_write_json(const struct bad_lines *bad)
{
    const char *before = ",\"faults\":[";
    for (size_t i = 0; i < bad->fault_count; i++) {
        const struct fault *fault = &bad->faults[i];
        size_t size = 300 + JSON_ESCAPED * (strlen(fault->place.file) + FAULT_SHOWN);
        char *out = output_reserve(size);
        struct text text = append_fault(text_string(text_begin(out, size), before), fault);
        output_commit((size_t)(text.at - out));
        before = ",";
    }
    output_text(bad->fault_count == 0 ? ",\"faults\":[]" : "]");
}
