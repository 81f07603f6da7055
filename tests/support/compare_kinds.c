/* SPDX-License-Identifier: MIT */
/* compare_kinds.c: see compare_kinds.h. Each check returns what is wrong, or NULL. */
#include "compare_kinds.h"
#include "guard.h"

#include <sortid/unstable.h>

static sortid_recognize_options options_of(const judge_request *request)
{
    sortid_recognize_options options = {.flags = request->lenient ? SORTID_RECOGNIZE_LENIENT : 0,
                                        .plausible_until_ms = request->plausible_until_ms};
    if (request->kind != NULL)
        options.kind = sortid_kind_find(request->kind);
    if (request->epoch_ms != NULL) {
        options.flags |= SORTID_RECOGNIZE_EPOCH;
        options.epoch_ms = *request->epoch_ms;
    }
    return options;
}

static const char *compare_reading(const sortid_reading *found, const judge_found *wanted)
{
    sortid_kind_info info;
    assert_int_equal(sortid_kind_describe(found->kind, &info, sizeof info), SORTID_OK);
    if (strcmp(info.name, wanted->kind) != 0)
        return "the kind, or the order";
    if (found->format != (wanted->format != NULL ? wanted->format->format() : NULL))
        return "the format";
    if (found->form != wanted->form)
        return "the form";
    if (found->why != wanted->why)
        return "why";
    if (found->confidence != wanted->confidence)
        return "the confidence";
    if (found->leniency != wanted->leniency)
        return "the leniency";
    if (found->has_time != wanted->has_time ||
        (found->has_time != 0 && found->unix_ms != wanted->unix_ms))
        return "the time";
    if (found->size != wanted->size || memcmp(found->id, wanted->id, sizeof found->id) != 0)
        return "the bytes";
    return strcmp(found->prefix, wanted->prefix) != 0 ? "the prefix" : NULL;
}

/* The canonical text is read as the same ID, and it is what the format prints. */
static const char *compare_print(const sortid_reading *reading)
{
    char text[SORTID_READING_TEXT_SIZE], format_text[SORTID_MAX_TEXT_SIZE];
    size_t written = 0, short_written = 77, count;
    sortid_reading again;
    sortid_recognize_options options = {.kind = reading->kind};
    if (sortid_reading_print(reading, text, sizeof text, &written) != SORTID_OK)
        return "no canonical text";
    if (strlen(text) != written)
        return "the length of the canonical text";
    if (sortid_reading_print(reading, text, written, &short_written) != SORTID_NO_SPACE ||
        short_written != 77)
        return "the capacity of the canonical text";
    if (sortid_recognize(&again, sizeof again, 1, &count, text, written, &options, NULL) !=
            SORTID_OK ||
        again.form != (reading->form == SORTID_FORM_INT && reading->format == NULL
                           ? SORTID_FORM_INT
                           : SORTID_FORM_TEXT))
        return "the canonical text is not read";
    if (memcmp(again.id, reading->id, sizeof again.id) != 0 ||
        strcmp(again.prefix, reading->prefix) != 0)
        return "the canonical text is of another ID";
    if (reading->format == NULL)
        return NULL;
    if (sortid_format_print(reading->format, format_text, sizeof format_text, &count,
                            SORTID_ENCODING_TEXT, reading->id) != SORTID_OK ||
        strcmp(format_text, text) != 0)
        return "the canonical text is not the format's";
    return NULL;
}

/* What is known of the reading without its text. */
static const char *compare_judge(const sortid_reading *reading, const judge_request *request)
{
    uint32_t why = 0;
    sortid_way way = {.kind = reading->kind,
                      .form = reading->form,
                      .plausible_until_ms = request->plausible_until_ms};
    if (reading->format == NULL || reading->leniency != 0)
        return NULL;
    uint32_t confidence =
        sortid_way_judge(&way, &why, reading->id, (reading->why & SORTID_WHY_ALPHABET) != 0);
    return confidence != reading->confidence || why != reading->why ? "the judgement of a way"
                                                                    : NULL;
}

static const char *compare_fields(const sortid_reading *reading)
{
    char text[SORTID_READING_TEXT_SIZE];
    const char *name = NULL;
    size_t written, index = 0;
    sortid_status status;
    sortid_kind_info info;
    assert_int_equal(sortid_kind_describe(reading->kind, &info, sizeof info), SORTID_OK);
    while ((status = sortid_reading_print_field(reading, &name, text, sizeof text, &written,
                                                index)) == SORTID_OK) {
        if (name == NULL || strlen(text) != written)
            return "a field";
        if (sortid_reading_print_field(reading, &name, text, written, &written, index) !=
            SORTID_NO_SPACE)
            return "the capacity of a field";
        index++;
    }
    return status != SORTID_OUT_OF_RANGE || index > info.field_count ? "the fields" : NULL;
}

/* Each way of the length reads the text if and only if there is such a reading. */
static const char *compare_ways(const sortid_reading *readings, size_t count,
                                const judge_request *request, const char *text, size_t length)
{
    sortid_way ways[SORTID_READINGS_MAX];
    size_t way_count = 0, read = 0;
    sortid_recognize_options options = options_of(request);
    sortid_status status =
        sortid_recognize_ways(ways, COUNT_OF(ways), &way_count, length, &options);
    if (request->lenient)
        return status == SORTID_BAD_OPTION ? NULL : "ways of a lenient request";
    for (size_t i = 0; i < way_count; i++) {
        bool is_found = false;
        if (request->kind != NULL && ways[i].decimal != 0 && read > 0)
            continue; // not tried
        for (size_t k = 0; k < count; k++)
            is_found =
                is_found || (readings[k].kind == ways[i].kind && readings[k].form == ways[i].form);
        if (sortid_ways_read(&ways[i], 1, NULL, text, length) != is_found)
            return "a way";
        if (request->kind == NULL &&
            sortid_ways_read(ways, way_count, &ways[i], text, length) != (count > is_found))
            return "the ways except one";
        if (i > 0 && ways[i].decimal < ways[i - 1].decimal)
            return "a decimal way before others";
        if (ways[i].plausible_until_ms != request->plausible_until_ms)
            return "the end of plausible times of a way";
        read += is_found;
    }
    return status != SORTID_OK || read != count ? "the ways" : NULL;
}

static const char *compare_nearest(const judge_request *request, bool has_reading, const char *text,
                                   size_t length)
{
    sortid_departure all[SORTID_READINGS_MAX];
    size_t count = 0;
    sortid_recognize_options options = options_of(request);
    if (sortid_recognize_nearest(all, sizeof *all, COUNT_OF(all), &count, text, length, &options) !=
            SORTID_OK ||
        count == 0 || count > COUNT_OF(all))
        return "no nearest kind";
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && all[i].distance < all[i - 1].distance)
            return "the order of the nearest kinds";
        if (all[i].distance == 0 && !has_reading)
            return "a distance of 0 from no ID";
        if ((all[i].distance == 0) != (all[i].status == SORTID_OK) || all[i].position > length)
            return "a departure";
    }
    return NULL;
}

/* A small array of the structs of a later version gets the same and zeros, and the rest of the
 * memory stays. */
static const char *compare_small(const sortid_reading *readings, size_t count,
                                 const judge_request *request, const char *text, size_t length)
{
    enum { LARGER = sizeof(sortid_reading) + 8 };
    static const uint8_t zeros[8];
    uint8_t small[LARGER + 8];
    size_t all = 77;
    sortid_recognize_options options = options_of(request);
    memset(small, CANARY, sizeof small);
    if (sortid_recognize((void *)small, LARGER, 1, &all, text, length, &options, NULL) !=
            SORTID_OK ||
        all != count)
        return "the count of a small array";
    if (memcmp(small, readings, sizeof *readings) != 0 || !is_untouched(small + LARGER, 8) ||
        memcmp(small + sizeof *readings, zeros, sizeof zeros) != 0)
        return "a larger struct";
    if (sortid_recognize(NULL, sizeof *readings, 0, &all, text, length, &options, NULL) !=
            SORTID_OK ||
        all != count)
        return "the count without an array";
    return NULL;
}

static const char *compare_readings(const sortid_reading *readings, const judge_found *wanted,
                                    size_t count, const judge_request *request)
{
    const char *wrong = NULL;
    for (size_t i = 0; i < count && wrong == NULL; i++) {
        wrong = compare_reading(&readings[i], &wanted[i]);
        wrong = wrong != NULL ? wrong : compare_print(&readings[i]);
        wrong = wrong != NULL ? wrong : compare_judge(&readings[i], request);
        wrong = wrong != NULL ? wrong : compare_fields(&readings[i]);
    }
    return wrong;
}

const char *compare_kinds(const judge_request *request, const char *text, size_t length,
                          size_t *readings)
{
    static sortid_reading all[SORTID_READINGS_MAX];
    judge_found wanted[JUDGE_FOUND_MAX];
    judgement fault = {.status = SORTID_OK};
    size_t count = 77, position = 77;
    sortid_recognize_options options = options_of(request);
    size_t wanted_count = judge_kinds(wanted, &fault, request, text, length);
    memset(all, CANARY, sizeof all);
    sortid_status status = sortid_recognize(all, sizeof *all, COUNT_OF(all), &count, text, length,
                                            &options, &position);
    if (readings != NULL)
        *readings = wanted_count;
    if (status != (wanted_count > 0 ? SORTID_OK : fault.status))
        return "the status";
    if (wanted_count == 0) {
        if (position != fault.position)
            return "the position";
        if (count != 77 || !is_untouched(all, sizeof all))
            return "outputs were written";
        return compare_nearest(request, false, text, length);
    }
    if (count != wanted_count || position != 77)
        return "the count";
    const char *wrong = compare_readings(all, wanted, count, request);
    wrong = wrong != NULL ? wrong : compare_ways(all, count, request, text, length);
    wrong = wrong != NULL ? wrong : compare_small(all, count, request, text, length);
    return wrong != NULL ? wrong : compare_nearest(request, true, text, length);
}
