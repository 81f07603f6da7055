/* SPDX-License-Identifier: MIT */
/* full/fill.h: what calls have in common, whatever generator makes the IDs: sources and the
 * moment; of calls for many how many at one clock reading, their text, and that a child which
 * is forked in the middle begins again. Included by generator.h here and in shared/. */
#ifndef SORTID_FULL_FILL_H
#define SORTID_FULL_FILL_H

#include "../format/row.h"
#include "../generate/stretch.h"
#include "../source/epoch.h"

/* The sources of a generator: those given, or the system's with a clock as fine as the
 * format needs. SORTID_BAD_OPTION for a source without function, a clock without
 * resolution, or one that is coarser. */
sortid_status sortid_full_sources(sortid_sources *out, const sortid_sources *sources,
                                  uint32_t coarsest_us);

/* What an ID is made by. */
struct moment {
    uint32_t epoch;
    uint64_t unix_us;
};

/* IDs of one clock reading: some 3 us at 0.7 ns each, short against a ms. */
#define STRETCH_IDS 4096

/* By words, as it was put together: out of registers, where one move of 16 bytes would
 * wait for two stores. */
static INLINED void copy_id(uint8_t *out, const uint8_t *id, size_t size)
{
    for (; size >= 8; size -= 8, out += 8, id += 8)
        memcpy(out, id, 8);
    memcpy(out, id, size);
}

/* IDs between generator and text: a buffer that stays in the first-level cache. */
#define TEXT_STRETCH_IDS 512

/* A fill of one format. */
typedef sortid_status fill_function(uint8_t *ids, size_t count, size_t *made, sortid_event *events,
                                    void *generator);

static inline sortid_status fill_text(char *text, size_t count, int end, size_t *made,
                                      sortid_event *events, void *generator,
                                      const sortid_format *format, fill_function *fill_ids)
{
    uint8_t ids[TEXT_STRETCH_IDS * SORTID_MAX_SIZE];
    sortid_status status = SORTID_OK;
    size_t part = 1;
    while (*made < count && part > 0 && status == SORTID_OK) {
        size_t before = *made, left = count - before;
        status = fill_ids(ids, left < TEXT_STRETCH_IDS ? left : TEXT_STRETCH_IDS, made, events,
                          generator);
        part = *made - before;
        text += sortid_format_print_many(text, format, SORTID_ENCODING_TEXT, ids, part, end);
    }
    return status;
}

/* What a call for many is to write: IDs, or with a format their text. */
struct filling {
    void *out;
    size_t count;
    fill_function *fill_ids;
    const sortid_format *format; /* NULL: IDs */
    int end;
};

static inline sortid_status fill_out(const struct filling *f, size_t *made, sortid_event *events,
                                     void *generator)
{
    if (f->format == NULL)
        return f->fill_ids(f->out, f->count, made, events, generator);
    return fill_text(f->out, f->count, f->end, made, events, generator, f->format, f->fill_ids);
}

/* Begins again in a child that was forked in the middle: of what was made before, the
 * parent holds the same. The epoch that was read once can be read again. */
static inline sortid_status fill_in_one_process(const struct filling *f, size_t *made,
                                                sortid_event *events, void *generator)
{
    uint32_t begun, now;
    sortid_status status = epoch_read(&now);
    if (status != SORTID_OK)
        return status;
    do {
        begun = now;
        *made = 0;
        *events = 0;
        status = fill_out(f, made, events, generator);
    } while (epoch_read(&now) == SORTID_OK && now != begun);
    return status;
}

#endif
