/* SPDX-License-Identifier: MIT */
/* convert.c: `sortid convert`: converts IDs to another encoding or to their times. One ID in, one
 * out, in the order of the input; a bad one is reported and writes nothing. */
#include "../ids/format_info.h"
#include "../input/decode_next.h"
#include "../options/times.h"
#include "../output/time_form.h"
#include "../../common/output.h"
#include "../../common/progress.h"

static void write_times(const struct options *options, const uint8_t *ids, size_t count)
{
    size_t size = info_of(options->format)->size;
    char *out = output_reserve(count * TIME_FORM_SIZE), *at = out; // NUL becomes newline
    for (size_t i = 0; i < count; i++) {
        int64_t unix_ms = (int64_t)sortid_format_unix_ms(options->format, ids + i * size);
        at += time_form_print(at, options->output->time, unix_ms, options->zone == ZONE_LOCAL);
        *at++ = '\n';
    }
    output_commit((size_t)(at - out));
}

/* Writes at most INPUT_BLOCK IDs, each with a newline unless they are raw bytes. */
static void write_ids(const struct options *options, const uint8_t *ids, size_t count)
{
    if (options->output->time != TIME_FORM_NONE) {
        write_times(options, ids, count);
        return;
    }
    sortid_encoding encoding = options->output->encoding;
    int end = encoding == SORTID_ENCODING_BIN ? SORTID_NO_SEPARATOR : '\n';
    size_t capacity = count * SORTID_TYPEID_TEXT_SIZE; // the longest text
    char *out = output_reserve(capacity);
    if (options->output->is_typeid)
        output_commit(typeid_print_ids(out, options->prefix, ids, count, end));
    else
        output_commit(print_ids(out, capacity, options->format, encoding, ids, count, end));
}

static void choose_input(struct input *input, const struct options *options)
{
    bool records = options->input->encoding == SORTID_ENCODING_BIN;
    if (options->argument_count == 0)
        input_streams(input, NULL, 0, records ? info_of(options->format)->size : 0);
    else if (records)
        report_usage("-i bin reads standard input, not arguments");
    else
        input_arguments(input, options->arguments, options->argument_count);
}

/* Converts many IDs at once while they are valid, one by one around a bad one. */
static void convert_all(struct input *input, const struct options *options)
{
    static uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE];
    struct decoder decoder = decoder_of(options);
    struct block block;
    struct item item;
    enum decoded decoded;
    size_t count;
    do {
        while ((count = decode_many(ids, &block, input, &decoder)) > 0)
            write_ids(options, ids, count);
        decoded = decode_next(ids, &item, input, &decoder);
        if (decoded == DECODED_ID)
            write_ids(options, ids, 1);
    } while (decoded != DECODED_END);
}

_Noreturn static void refuse_missing(const struct options *options)
{
    sortid_reading reading;
    const char *first = options->argument_count > 0 ? options->arguments[0] : "";
    const char *format = format_name(first), *encoding = NULL;
    if (format == NULL && options_read_id(&reading, options, first) && reading.format != NULL) {
        format = info_of(reading.format)->name;
        encoding = reading.form == SORTID_FORM_TEXT || options->has_input
                       ? NULL
                       : encoding_of_form(reading.form);
    }
    if (format != NULL)
        report_usage("-f FORMAT is missing: did you mean -f %s%s%s?%s", format,
                     encoding != NULL ? " -i " : "", encoding != NULL ? encoding : "",
                     encoding != NULL ? " 'sortid inspect' shows what an ID may be" : "");
    report_usage("-f FORMAT is missing; 'sortid formats' lists the formats");
}

void run_convert(struct options *options)
{
    static struct input input;
    if (options->format == NULL)
        refuse_missing(options);
    options_match_format(options);
    options_match_prefix(options);
    if (options->zone != ZONE_UNSET && options->output->time != TIME_FORM_ISO)
        report_usage("--utc and --local apply to -e time");
    options_match_nul(options, options->argument_count > 0);
    choose_input(&input, options);
    if (options->nul_ends)
        input_end_with_nul(&input);
    output_unit(options->output->encoding == SORTID_ENCODING_BIN ? info_of(options->format)->size
                                                                 : 0,
                '\n');
    convert_all(&input, options);
    options_explain_ids(options);
    progress_clear();
}
