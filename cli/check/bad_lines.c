/* SPDX-License-Identifier: MIT */
/* bad_lines.c: other formats are tried in the encoding that -i names, each until the first line
 * that it cannot read, so that a stream of lines that no format can read costs one attempt per
 * format. */
#include "bad_lines.h"
#include "../ids/format_info.h"
#include "../../common/report.h"

#include <inttypes.h>
#include <stdio.h>

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
        if (format != options->format && encoding_is_of(options->input, format))
            bad->formats |= 1u << i;
}

bool bad_lines_wanted(const struct bad_lines *bad)
{
    return bad->count < bad->options->max_errors;
}

void bad_lines_add(struct bad_lines *bad)
{
    bad->count++;
}

static bool is_id_of(const struct bad_lines *bad, const sortid_format *format,
                     const struct item *item)
{
    uint8_t id[SORTID_MAX_SIZE];
    size_t position;
    struct options options = *bad->options;
    options.format = format;
    options.lenient = false; // applies to the named format only
    const struct decoder decoder = decoder_of(&options);
    return decode(id, &position, &decoder, item->text, item->length) == SORTID_OK;
}

void bad_lines_add_invalid(struct bad_lines *bad, const struct item *item)
{
    bad->count++;
    bad->invalid++;
    for (size_t i = 0; bad->formats >> i != 0; i++)
        if ((bad->formats >> i & 1) != 0 && !is_id_of(bad, sortid_format_at(i), item))
            bad->formats &= ~(1u << i);
}

/* "ulid", "scru128v1 or ulid", "scru128, scru128v1 or ulid". */
static void list_formats(char names[NAMES_SIZE], unsigned formats)
{
    size_t used = 0;
    names[0] = '\0';
    for (size_t i = 0; formats >> i != 0; i++) {
        if ((formats >> i & 1) == 0)
            continue;
        const char *before = used == 0 ? "" : formats >> i == 1 ? " or " : ", ";
        used += (size_t)snprintf(names + used, NAMES_SIZE - used, "%s%s", before,
                                 info_of(sortid_format_at(i))->name);
    }
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* How many bad lines were not reported; without any report, how many there are. */
static void report_rest(const struct bad_lines *bad)
{
    uint64_t reported = bad->options->max_errors;
    if (bad->count <= reported)
        return;
    uint64_t rest = bad->count - reported;
    if (reported == 0)
        report(STATUS_BAD_INPUT, "check: %" PRIu64 " bad line%s", rest, plural(rest));
    else
        report(STATUS_BAD_INPUT,
               "check: %" PRIu64 " more bad line%s; --max-errors all reports each", rest,
               plural(rest));
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

void bad_lines_sum_up(const struct bad_lines *bad)
{
    report_rest(bad);
    report_formats(bad);
}
