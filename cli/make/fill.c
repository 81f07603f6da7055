/* SPDX-License-Identifier: MIT */
/* fill.c: the ways to write IDs into a buffer: text and raw bytes directly, other forms through an
 * array of IDs that stays in the first-level cache. */
#include "run.h"
#include "../ids/format_info.h"
#include "../../common/text.h"
#include "../../common/time_text.h"

size_t run_at_most(const struct run *run, size_t most)
{
    uint64_t left = run->options->count - run->made;
    if (left > run->turn_left)
        left = run->turn_left;
    if (left > run->due - run->made)
        left = run->due - run->made;
    return left < most ? (size_t)left : most;
}

/* The next IDs, at most `count`, from the generator or from the agent. */
static sortid_status fill_ids(struct run *run, uint8_t *ids, size_t count, size_t *made)
{
    if (run->options->socket == NULL)
        return sortid_generator_fill(&run->generator, ids, count, made, NULL);
    *made = agent_fill((sortid_scru64 *)ids, count);
    return SORTID_OK;
}

/* The ways of run_fill(): each sets *made, too. */
static sortid_status fill_text(struct run *run, char *buffer, size_t size, size_t *made,
                               size_t *used)
{
    size_t stride = info_of(run->format)->text_length + 1;
    sortid_status status = sortid_generator_fill_text(&run->generator, buffer, size, used,
                                                      run_at_most(run, size / stride),
                                                      line_end_of(run->options), NULL);
    *made = *used / stride;
    return status;
}

static sortid_status fill_bytes(struct run *run, char *buffer, size_t size, size_t *made,
                                size_t *used)
{
    size_t stride = info_of(run->format)->size;
    sortid_status status = fill_ids(run, (uint8_t *)buffer, run_at_most(run, size / stride), made);
    *used = *made * stride;
    return status;
}

/* The most bytes of an object: an ID, a time, a name of 16 bytes, 60 for the rest. */
#define JSON_ID_SIZE (WRITTEN_SIZE + TIME_TEXT_SIZE + 76)

/* Writes {"format":...,"id":...,"timestampIso":...} and a newline. */
static struct text append_object(struct text line, const struct run *run, const uint8_t *id)
{
    const struct options *options = run->options;
    line = text_string(text_string(line, "{\"format\":\""), info_of(run->format)->name);
    line = text_string(line, "\",\"id\":\"");
    line.at += written_ids(text_reserve(line, WRITTEN_SIZE), options, run->kind, id, 1, '"');
    line = text_string(line, ",\"timestampIso\":\"");
    line.at +=
        time_print(text_reserve(line, TIME_TEXT_SIZE), sortid_format_unix_ms(run->format, id));
    return text_string(line, "\"}\n");
}

static sortid_status fill_staged(struct run *run, char *buffer, size_t size, size_t *made,
                                 size_t *used)
{
    static uint8_t ids[RUN_STAGED * SORTID_MAX_SIZE];
    const struct options *options = run->options;
    struct text lines = text_begin(buffer, size);
    size_t most = options->json ? RUN_STAGED_SIZE / JSON_ID_SIZE : RUN_STAGED;
    sortid_status status = fill_ids(run, ids, run_at_most(run, most), made);
    for (size_t i = 0; i < *made && options->json; i++)
        lines = append_object(lines, run, ids + i * info_of(run->format)->size);
    if (options->json)
        *used = (size_t)(lines.at - buffer);
    else
        *used = written_ids(buffer, options, run->kind, ids, *made, line_end_of(options));
    return status;
}

sortid_status run_fill(struct run *run, char *buffer, size_t size, size_t *used)
{
    size_t made;
    sortid_status status;
    const struct encoding_name *output = run->options->output;
    bool is_staged = run->options->json || !encoding_is_plain(output) ||
                     (run->options->prefix != NULL && *run->options->prefix != '\0');
    if (!is_staged && output->encoding == SORTID_ENCODING_TEXT && run->options->socket == NULL)
        status = fill_text(run, buffer, size, &made, used);
    else if (!is_staged && output->encoding == SORTID_ENCODING_BIN)
        status = fill_bytes(run, buffer, size, &made, used);
    else
        status = fill_staged(run, buffer, size, &made, used);
    run->made += made;
    run->turn_left -= made;
    return status;
}
