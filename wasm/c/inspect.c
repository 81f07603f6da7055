/* SPDX-License-Identifier: MIT */
/* inspect.c: what a text may be: the readings of sortid/recognise.h. */
#include "module.h"

static sortid_reading readings[SORTID_READINGS_MAX];
static sortid_departure departures[SORTID_READINGS_MAX];

/* Reads the text in the text buffer in all ways, or as one kind: -1 for all. Times of Snowflakes count from
 * `epoch_ms` unless it is not a number. */
EXPORT("recognise")
sortid_status recognise(size_t length, int32_t kind, bool lenient, double epoch_ms)
{
    sortid_recognise_options options = {.flags = lenient ? SORTID_RECOGNISE_LENIENT : 0};
    size_t count = 0, position = 0;
    if (kind >= 0)
        options.kind = sortid_kind_at((size_t)kind);
    if (epoch_ms == epoch_ms) {
        options.flags |= SORTID_RECOGNISE_EPOCH;
        options.epoch_ms = (int64_t)epoch_ms;
    }
    sortid_status status = sortid_recognise(readings, sizeof *readings, SORTID_READINGS_MAX, &count,
                                            module_text, length, &options, &position);
    module_result[RESULT_COUNT] = (uint32_t)count;
    return module_place(status, position);
}

static uint32_t index_of(const sortid_kind *kind)
{
    uint32_t index = 0;
    while (sortid_kind_at(index) != kind)
        index++;
    return index;
}

/* The parts of a reading: in the result words from `RESULT_A` on, in the ID buffer, and its time. */
enum { PART_KIND, PART_FORM, PART_CONFIDENCE, PART_WHY, PART_LENIENCY, PART_HAS_TIME, PART_SIZE };
EXPORT("readingPart") uint32_t reading_part(uint32_t index, uint32_t part)
{
    const sortid_reading *r = &readings[index];
    switch (part) {
    case PART_KIND:
        return index_of(r->kind);
    case PART_FORM:
        return r->form;
    case PART_CONFIDENCE:
        return r->confidence;
    case PART_WHY:
        return r->why;
    case PART_LENIENCY:
        return r->leniency;
    case PART_HAS_TIME:
        return r->has_time;
    default:
        return r->size;
    }
}

EXPORT("readingTime") double reading_time(uint32_t index)
{
    return (double)readings[index].unix_ms;
}

EXPORT("readingId") const uint8_t *reading_id(uint32_t index)
{
    return readings[index].id;
}

/* Writes the canonical text of a reading. */
EXPORT("readingText") sortid_status reading_text(uint32_t index)
{
    size_t written = 0;
    sortid_status status =
        sortid_reading_print(&readings[index], module_text, TEXT_BYTES, &written);
    module_result[RESULT_WRITTEN] = (uint32_t)written;
    return status;
}

/* Writes a field of a reading; RESULT_A is the address of its name. */
EXPORT("readingField") sortid_status reading_field(uint32_t index, uint32_t field)
{
    size_t written = 0;
    const char *name = "";
    sortid_status status = sortid_reading_print_field(&readings[index], &name, module_text,
                                                      TEXT_BYTES, &written, field);
    module_result[RESULT_WRITTEN] = (uint32_t)written;
    module_result[RESULT_A] = (uint32_t)(uintptr_t)name;
    return status;
}

/* Compares the text in the text buffer with the texts of the kinds. */
EXPORT("nearest") sortid_status nearest(size_t length)
{
    size_t count = 0;
    sortid_status status = sortid_recognise_nearest(
        departures, sizeof *departures, SORTID_READINGS_MAX, &count, module_text, length, NULL);
    module_result[RESULT_COUNT] = (uint32_t)count;
    return status;
}

enum { NEAR_KIND, NEAR_FORM, NEAR_STATUS, NEAR_DISTANCE, NEAR_POSITION, NEAR_LENGTH };
EXPORT("nearestPart") uint32_t nearest_part(uint32_t index, uint32_t part)
{
    const sortid_departure *d = &departures[index];
    switch (part) {
    case NEAR_KIND:
        return index_of(d->kind);
    case NEAR_FORM:
        return d->form;
    case NEAR_STATUS:
        return d->status;
    case NEAR_DISTANCE:
        return d->distance;
    case NEAR_POSITION:
        return (uint32_t)d->position;
    default:
        return (uint32_t)d->length;
    }
}
