/* SPDX-License-Identifier: MIT */
/* generator/fill.c: see fill.h. A child that is forked during a call starts it again, because its
 * parent has the IDs that were made before. */
#include "fill.h"
#include "private.h"
#include "shared.h"

/* IDs between generator and text, in the first-level cache: one by a step, then a batch whose
 * random bytes are whole groups of blocks. With 512, texts of uuidv7 take 10 % more time. */
#define TEXT_IDS 513

/* What a call writes: IDs; text if `room` is not NULL. */
struct filling {
    uint8_t *ids;
    const struct text_room *room;
    size_t count;
    size_t done;    /* IDs */
    size_t written; /* bytes of text */
    sortid_event events;
};

static sortid_status make(struct generator *g, uint8_t *ids, size_t count, struct filling *f)
{
    if (g->kind == KIND_SHARED)
        return SHARED_OF(g)->calls->fill(SHARED_OF(g), ids, count, &f->done, &f->events);
    return sortid_generator_fill_private(g, ids, count, &f->done, &f->events);
}

static sortid_status make_texts(struct generator *g, struct filling *f)
{
    uint8_t ids[TEXT_IDS * SORTID_MAX_SIZE];
    const struct text_room *room = f->room;
    const sortid_format *format = g->ops->format;
    const size_t stride = format->text_length + (room->separator != SORTID_NO_SEPARATOR);
    sortid_status status = SORTID_OK;
    size_t part = 1;
    while (f->done < f->count && part > 0 && status == SORTID_OK) {
        size_t before = f->done, left = f->count - before;
        status = make(g, ids, left < TEXT_IDS ? left : TEXT_IDS, f);
        part = f->done - before;
        print_texts(room->text + f->written, format, ids, part, room->separator);
        f->written += part * stride;
    }
    return status;
}

/* An epoch that was read once can be read again. */
static sortid_status fill_in_one_process(struct generator *g, struct filling *f)
{
    uint32_t begun, now;
    sortid_status status = epoch_read(&now);
    if (status != SORTID_OK)
        return status;
    do {
        begun = now;
        f->done = 0;
        f->written = 0;
        f->events = 0;
        status = f->room != NULL ? make_texts(g, f) : make(g, f->ids, f->count, f);
    } while (epoch_read(&now) == SORTID_OK && now != begun);
    return status;
}

/* Whether the generator is live, and of this format unless that is NULL. */
static sortid_status check_format(const struct generator *g, const sortid_format *format)
{
    sortid_status status = sortid_generator_check(g);
    if (status == SORTID_OK && format != NULL && g->ops->format != format)
        status = SORTID_WRONG_FORMAT;
    return status;
}

static sortid_status check_room(const struct generator *g, const struct text_room *room,
                                size_t count)
{
    size_t stride = g->ops->format->text_length + (room->separator != SORTID_NO_SEPARATOR);
    if (!sortid_format_takes_separator(room->separator))
        return SORTID_BAD_OPTION;
    return count > room->capacity / stride ? SORTID_NO_SPACE : SORTID_OK;
}

static sortid_status fill_format(struct generator *g, const sortid_format *format,
                                 struct filling *f, sortid_event *event)
{
    if (event != NULL)
        *event = 0;
    sortid_status status = check_format(g, format);
    if (status == SORTID_OK && f->room != NULL)
        status = check_room(g, f->room, f->count);
    if (status == SORTID_OK && g->kind == KIND_PRIVATE && !busy_enter(&g->busy))
        status = SORTID_BUSY;
    if (status != SORTID_OK)
        return status;
    status = fill_in_one_process(g, f);
    if (g->kind == KIND_PRIVATE)
        busy_leave(&g->busy);
    if (event != NULL)
        *event = f->events;
    return status == SORTID_OK ? status : sortid_generate_failure(status);
}

sortid_status sortid_generator_fill_ids(struct generator *g, const sortid_format *format,
                                        uint8_t *ids, size_t count, size_t *done,
                                        sortid_event *event)
{
    struct filling f = {.ids = ids, .count = count};
    *done = 0;
    sortid_status status = fill_format(g, format, &f, event);
    *done = f.done;
    return status;
}

sortid_status sortid_generator_fill_texts(struct generator *g, const sortid_format *format,
                                          const struct text_room *room, size_t count,
                                          sortid_event *event)
{
    struct filling f = {.room = room, .count = count};
    *room->written = 0;
    sortid_status status = fill_format(g, format, &f, event);
    *room->written = f.written;
    return status;
}
