/* SPDX-License-Identifier: MIT */
/* convert.c: `sortid convert`, IDs from one way of writing to another. Called by
 * main.c. One ID in, one out, in the order of the input; a bad one is reported
 * by decode.c and leaves nothing in the output. */
#include "options.h"
#include "output.h"
#include "progress.h"

/* Writes the ID and, unless it is raw bytes, the end of its line. */
static void write_id(const sortid_format *format, sortid_encoding encoding, const uint8_t *id)
{
    char *out = output_room(SORTID_MAX_TEXT_SIZE);
    size_t length = sortid_format_print(out, format, encoding, id);
    if (encoding != SORTID_ENCODING_BIN)
        out[length++] = '\n'; // in the place of the NUL
    output_used(length);
}

static void choose_input(struct input *input, const struct options *options)
{
    bool records = options->input->encoding == SORTID_ENCODING_BIN;
    if (options->argument_count == 0)
        input_streams(input, NULL, 0, records ? options->format->size : 0);
    else if (records)
        report_usage("convert", "-i bin reads standard input, not arguments");
    else
        input_arguments(input, options->arguments, options->argument_count);
}

void run_convert(struct options *options)
{
    static struct input input;
    struct item item;
    uint8_t id[SORTID_MAX_SIZE];
    enum decoded decoded;
    if (options->format == NULL)
        report_usage("convert", "-f FORMAT is needed");
    options_match_format(options);
    choose_input(&input, options);
    struct decoder decoder = options_decoder(options);
    while ((decoded = decode_next(id, &item, &input, &decoder)) != DECODED_END)
        if (decoded == DECODED_ID)
            write_id(options->format, options->output->encoding, id);
    progress_clear();
}
