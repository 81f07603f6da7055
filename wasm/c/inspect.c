/* SPDX-License-Identifier: MIT */
/* inspect.c: what a text may be: the readings of sortid/recognize.h. */
#include "module.h"

#include <sortid/unstable.h>

sortid_reading module_readings[SORTID_READINGS_MAX];
static sortid_departure departures[SORTID_READINGS_MAX];

/* A year from now; from 1970 if the clock's time is not one of a Date. */
static int64_t plausible_until_ms(double now_ms)
{
    bool is_time = now_ms > 0 && now_ms <= 8.64e15;
    return (is_time ? (int64_t)now_ms : 0) + INT64_C(365) * 86400000;
}

/* Reads the text in the text buffer in all ways, or as one kind: -1 for all. Times are plausible
 * until a year after `now_ms`. Those of Snowflakes count from `epoch_ms` unless it is not a
 * number. */
EXPORT("recognize")
sortid_status recognize(size_t length, double now_ms, int32_t kind, bool lenient, double epoch_ms)
{
    sortid_recognize_options options = {.flags = lenient ? SORTID_RECOGNIZE_LENIENT : 0,
                                        .plausible_until_ms = plausible_until_ms(now_ms)};
    if (kind >= 0)
        options.kind = sortid_kind_at((size_t)kind);
    if (epoch_ms == epoch_ms) {
        options.flags |= SORTID_RECOGNIZE_EPOCH;
        options.epoch_ms = (int64_t)epoch_ms;
    }
    return sortid_recognize(module_readings, sizeof *module_readings, SORTID_READINGS_MAX,
                            module_word(RESULT_COUNT), module_text, length, &options,
                            module_word(RESULT_POSITION));
}

static uint32_t index_of(const sortid_kind *kind)
{
    uint32_t index = 0;
    while (sortid_kind_at(index) != kind)
        index++;
    return index;
}

EXPORT("readingPart") uint32_t reading_part(uint32_t index, uint32_t part)
{
    const sortid_reading *r = &module_readings[index];
    const uint32_t parts[] = {index_of(r->kind), r->form,     r->confidence, r->why,
                              r->leniency,       r->has_time, r->size};
    return parts[part];
}

EXPORT("readingTime") double reading_time(uint32_t index)
{
    return (double)module_readings[index].unix_ms;
}

EXPORT("readingId") const uint8_t *reading_id(uint32_t index)
{
    return module_readings[index].id;
}

/* Writes the canonical text of a reading. */
EXPORT("readingText") sortid_status reading_text(uint32_t index)
{
    return sortid_reading_print(&module_readings[index], module_text, TEXT_BYTES,
                                module_word(RESULT_WRITTEN));
}

/* Writes a field of a reading; RESULT_NAME is the address of its name. */
EXPORT("readingField") sortid_status reading_field(uint32_t index, uint32_t field)
{
    const char *name = "";
    sortid_status status =
        sortid_reading_print_field(&module_readings[index], &name, module_text, TEXT_BYTES,
                                   module_word(RESULT_WRITTEN), field);
    module_result[RESULT_NAME] = (size_t)name;
    return status;
}

/* Compares the text in the text buffer with the texts of the kinds. */
EXPORT("nearest") sortid_status nearest(size_t length)
{
    return sortid_recognize_nearest(departures, sizeof *departures, SORTID_READINGS_MAX,
                                    module_word(RESULT_COUNT), module_text, length, NULL);
}

EXPORT("nearestPart") uint32_t nearest_part(uint32_t index, uint32_t part)
{
    const sortid_departure *d = &departures[index];
    const uint32_t parts[] = {
        index_of(d->kind),  d->form, d->status, d->distance, (uint32_t)d->position,
        (uint32_t)d->length};
    return parts[part];
}
