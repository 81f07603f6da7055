/* SPDX-License-Identifier: MIT */
/* convert.c: `sortid convert`: converts IDs that stand alone to another encoding or to their times.
 * One ID in, one out, in the order of the input; a bad one is reported and writes nothing. Without
 * -f the first ID tells the kind of all. */
#include "../ids/format_info.h"
#include "../ids/reading.h"
#include "../input/decode_next.h"
#include "../input/invalid_id.h"
#include "../options/times.h"
#include "../output/written.h"
#include "../../common/output.h"
#include "../../common/progress.h"

/* Without -f the first ID tells the kinds of all and their encoding; in another encoding an ID must
 * be as sure as if it were alone. */
struct converter {
    const struct options *options;
    struct kinds kinds;     /* that are read; none: the first ID is to come */
    struct decoder decoder; /* of the only one, if it is a format; its `kind` is NULL: none */
    bool is_free;           /* every encoding is read, and the decoder is only faster */
    const struct encoding_name *first; /* that of the first ID; NULL: the kinds were named */
};

static void write_one(const struct options *options, const sortid_reading *reading)
{
    char *out = output_reserve(WRITTEN_SIZE);
    size_t length = written_id(out, options, reading);
    if (options->output->encoding != SORTID_ENCODING_BIN)
        out[length++] = '\n'; // replaces the NUL
    output_commit(length);
}

/* Writes at most INPUT_BLOCK IDs. */
static void write_many(const struct options *options, const sortid_kind *kind, const uint8_t *ids,
                       size_t count)
{
    output_commit(
        written_ids(output_reserve(count * WRITTEN_SIZE), options, kind, ids, count, '\n'));
}

/* A message is about a kind: one that has no time, or lacks the encoding. */
static const char *lacking_of(const struct options *options, const sortid_kind *kind, bool has_time)
{
    if (options->output->time != TIME_FORM_NONE)
        return has_time ? NULL : "time";
    return encoding_is_of(options->output, kind) ? NULL : options->output->name;
}

/* Whether all readings that are as likely as the first are written alike: 128 bits as another
 * encoding of them, or as the time that they have. */
static bool are_written_alike(const struct options *options, const struct text_readings *read)
{
    char first[WRITTEN_SIZE] = "", other[WRITTEN_SIZE] = "";
    const sortid_reading *reading = read->all;
    size_t length = written_id(first, options, reading);
    for (size_t i = 1; i < read->count && read->all[i].confidence == reading->confidence; i++)
        if (written_id(other, options, &read->all[i]) != length ||
            memcmp(first, other, length) != 0)
            return false;
    return reading->confidence > SORTID_CONFIDENCE_LOW || options->output->time == TIME_FORM_NONE;
}

/* Takes the kinds of the first ID; false: it may be of several. UUIDs of all versions are one kind
 * here. */
static void take_kinds(struct converter *converter, const struct text_readings *read)
{
    const sortid_kind_info *info = kind_info_of(read->all->kind);
    converter->first = read->encoding;
    kinds_add(&converter->kinds, strncmp(info->name, "uuid", 4) == 0 ? "uuid" : info->name);
    for (size_t i = 1; i < read->count && read->all[i].confidence == read->all->confidence; i++)
        kinds_add(&converter->kinds, kind_info_of(read->all[i].kind)->name);
    bool has_sure_digits = read->encoding->encoding != SORTID_ENCODING_INT; // others may be a text
    if (converter->kinds.count == 1 && info->format != NULL && has_sure_digits &&
        encoding_is_plain(read->encoding) &&
        encoding_is_of(converter->options->output, read->all->kind))
        converter->decoder = decoder_of(read->all->kind, read->encoding, false);
}

/* Whether a text alone is as likely of the kinds as of others. */
static bool is_sure(const struct converter *converter, const struct item *item)
{
    static struct text_readings alone;
    static const struct kinds any = {.count = 0};
    if (!read_text(&alone, item->text, item->length, &any) ||
        alone.all->confidence == SORTID_CONFIDENCE_LOW)
        return false;
    for (size_t i = 0; i < alone.count && alone.all[i].confidence == alone.all->confidence; i++)
        if (kinds_have(&converter->kinds, alone.all[i].kind))
            return true;
    return false;
}

static bool is_read(struct converter *converter, struct text_readings *read,
                    const struct item *item)
{
    return item->length == item->total &&
           read_text(read, item->text, item->length, &converter->kinds) &&
           (converter->first == NULL || read->encoding == converter->first ||
            is_sure(converter, item));
}

/* Reports an ID that may be of several kinds, which are written differently. */
static void report_several(const struct item *item, const struct text_readings *read)
{
    struct quote quote;
    const char *name = kind_info_of(read->all->kind)->name;
    report_input(&item->place, 0, "%s may be %s %s%s%s: give -f FORMAT",
                 quote_bytes(&quote, item->text, item->length, item->total), article(name), name,
                 read->count > 1 ? " or of another kind, " : "",
                 read->count > 1 ? kind_info_of(read->all[1].kind)->name : " by chance");
}

/* Reads and writes an ID of any kind and encoding. */
static void convert_freely(struct converter *converter, const struct item *item)
{
    static struct text_readings read;
    const struct options *options = converter->options;
    struct quote quote;
    bool is_first = converter->kinds.count == 0;
    if (!is_read(converter, &read, item)) {
        report_unknown_text(item, &converter->kinds, read.position);
        return;
    }
    if (converter->kinds.count != 1 && !are_written_alike(options, &read)) {
        report_several(item, &read);
        return;
    }
    if (is_first)
        take_kinds(converter, &read);
    const char *lacking = lacking_of(options, read.all->kind, read.all->has_time != 0);
    if (lacking == NULL)
        write_one(options, read.all);
    else
        report_input(&item->place, 0, "%s is %s %s, which has no %s",
                     quote_bytes(&quote, item->text, item->length, item->total),
                     article(kind_info_of(read.all->kind)->name),
                     kind_info_of(read.all->kind)->name, lacking);
}

/* Reads the next item; false: there is none. */
static bool convert_next(struct converter *converter, struct input *input)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct item item;
    if (!converter->is_free) {
        enum decoded decoded = decode_next(id, &item, input, &converter->decoder);
        if (decoded == DECODED_ID)
            write_many(converter->options, converter->decoder.kind, id, 1);
        return decoded != DECODED_END;
    }
    if (!input_next(input, &item))
        return false;
    if (!item.empty)
        convert_freely(converter, &item);
    return true;
}

/* Converts many IDs at once while they are valid, one by one around a bad one. */
static void convert_all(struct converter *converter, struct input *input)
{
    static uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE];
    const struct decoder *decoder = &converter->decoder;
    struct block block;
    size_t count;
    do
        while (decoder->kind != NULL && (count = decode_many(ids, &block, input, decoder)) > 0)
            write_many(converter->options, decoder->kind, ids, count);
    while (convert_next(converter, input));
}

static void choose_input(struct input *input, const struct options *options)
{
    bool records = options->input->encoding == SORTID_ENCODING_BIN;
    if (records && options->format == NULL)
        report_usage("-i bin needs -f FORMAT, since raw bytes do not tell their format");
    if (options->argument_count == 0)
        input_streams(input, NULL, 0, records ? info_of(options->format)->size : 0,
                      line_end_of(options));
    else if (records)
        report_usage("-i bin reads standard input, not arguments");
    else
        input_arguments(input, options->arguments, options->argument_count);
}

static void check_options(const struct options *options)
{
    options_match_kinds(options);
    options_match_prefix(options);
    if (options->zone != ZONE_UNSET && options->output->time != TIME_FORM_ISO &&
        options->epoch == NULL)
        report_usage("--utc and --local apply to -e time and --epoch");
    options_match_nul(options, options->argument_count > 0);
}

void run_convert(struct options *options)
{
    static struct input input;
    static struct converter converter;
    options_take_kinds(options);
    options_set_reading(options);
    check_options(options);
    choose_input(&input, options);
    converter = (struct converter){
        .options = options, .kinds = options->kinds, .is_free = options->format == NULL};
    if (options->format != NULL)
        converter.decoder = decoder_of(options->kind, options->input, options->lenient);
    output_unit(options->output->encoding == SORTID_ENCODING_BIN && options->format != NULL
                    ? info_of(options->format)->size
                    : 0,
                '\n');
    convert_all(&converter, &input);
    options_explain_ids(options);
    progress_clear();
}
