/* SPDX-License-Identifier: MIT */
/* recognize/nearest.c: for an unknown text, its distance from the texts of each family of kinds.
 * The text is corrected byte by byte to match a sample of the kind, until the kind reads it. It
 * takes microseconds, and is meant for messages. */
#include "search.h"

#include "../format/list.h"
#include "../text/hex.h"
#include "../text/lookup.h"

/* With more corrections a text is not similar. */
#define CORRECTIONS_MAX 16

#define FAMILIES_MAX 48
_Static_assert(FORMAT_COUNT + GROUP_COUNT <= FAMILIES_MAX, "room for all families");

struct comparisons {
    sortid_departure all[FAMILIES_MAX];
    size_t count;
    bool any_of_family;   /* no kind was asked for */
    size_t before, after; /* blanks around the text, which no kind has */
};

/* Whether another kind of the family reads the text, which is enough. */
static bool is_of_family(const struct comparisons *search, const sortid_kind *kind,
                         sortid_status status)
{
    return search->any_of_family && kind->format == NULL &&
           (status == SORTID_BAD_VERSION || status == SORTID_BAD_VARIANT);
}

/* How many bytes of `text`, which has the sample's length, must change so that the kind reads it.
 * Sets the first fault. */
static uint32_t correct(sortid_departure *departure, const struct comparisons *search, char *text,
                        const char *sample)
{
    sortid_reading reading;
    const size_t common = departure->position; /* bytes from the text */
    uint32_t corrections = 0;
    while (corrections < CORRECTIONS_MAX) {
        size_t position = 0;
        struct query query;
        sortid_recognize_begin(&query, text, departure->length);
        query.is_asked = !search->any_of_family;
        sortid_status status =
            sortid_recognize_try(&reading, &query, departure->kind, departure->form, &position);
        if (status == SORTID_OK || is_of_family(search, departure->kind, status))
            break;
        if (corrections++ == 0) {
            departure->status = (uint32_t)status;
            departure->position = position < common ? position : common;
        }
        if (status != SORTID_BAD_DIGIT)
            break; /* one changed digit makes it small enough, or of the version */
        text[position] = sample[position];
    }
    return corrections;
}

/* Of equally near kinds, those with texts of the length come first. */
static bool is_nearer(const sortid_departure *a, const sortid_departure *b, size_t length)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    return a->length == length && b->length != length;
}

/* A text that is too short is completed, one that is too long is cut. */
static void compare(struct comparisons *search, const sortid_kind *kind, uint32_t form,
                    const char *sample, size_t sample_length, const char *text, size_t length)
{
    char corrected[SAMPLE_SIZE];
    size_t common = length < sample_length ? length : sample_length;
    sortid_departure departure = {.kind = kind,
                                  .form = form,
                                  .status = SORTID_BAD_LENGTH,
                                  .position = common,
                                  .length = sample_length};
    size_t missing = length < sample_length ? sample_length - length : length - sample_length;
    memcpy(corrected, sample, sample_length);
    if (common > 0)
        memcpy(corrected, text, common);
    uint32_t corrections = correct(&departure, search, corrected, sample);
    missing += search->before + search->after;
    departure.distance =
        corrections + (missing < UINT32_MAX / 2 ? (uint32_t)missing : UINT32_MAX / 2);
    if (departure.distance == 0)
        departure.status = SORTID_OK;
    if (search->before > 0) {
        departure.status = SORTID_BAD_DIGIT;
        departure.position = 0;
    }
    size_t place = search->count++;
    for (; place > 0 && is_nearer(&departure, &search->all[place - 1], length); place--)
        search->all[place] = search->all[place - 1];
    search->all[place] = departure;
}

/* Compares hex digits if the text has their number, else the canonical text. */
static void compare_format(struct comparisons *search, const sortid_kind *kind, const char *text,
                           size_t length)
{
    char sample[SAMPLE_SIZE];
    uint8_t smallest[SORTID_MAX_SIZE];
    const sortid_format *format = kind->format;
    size_t sample_length = format->text_length;
    uint32_t form = SORTID_FORM_TEXT;
    if (sortid_format_min(format, smallest) == SORTID_OK)
        print_text(sample, format, smallest);
    if (sortid_kind_form_of_format(format, length) == SORTID_FORM_HEX) {
        form = SORTID_FORM_HEX;
        sample_length = length;
        sortid_text_print_hex(sample, smallest, format->size);
    }
    compare(search, kind, form, sample, sample_length, text, length);
}

static void compare_group(struct comparisons *search, const struct kind_group *group,
                          const sortid_kind *wanted, const char *text, size_t length)
{
    char sample[SAMPLE_SIZE];
    const sortid_kind *kind = group->kinds;
    for (size_t i = 0; wanted != NULL && i < group->count; i++)
        if (wanted == &group->kinds[i])
            kind = wanted;
    if (wanted != NULL ? wanted != kind : kind->length != 0)
        return;
    const sortid_reading zero = {.kind = kind};
    size_t sample_length =
        group->sample != NULL ? group->sample(sample, text, length) : kind->print(sample, &zero);
    compare(search, kind, kind->own_form, sample, sample_length, text, length);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

sortid_status sortid_recognize_nearest(sortid_departure *departures, size_t size, size_t capacity,
                                       size_t *count, const char *text, size_t length,
                                       const sortid_recognize_options *options)
{
    struct query query;
    const sortid_kind *wanted = options != NULL ? options->kind : NULL;
    struct comparisons search = {.any_of_family = wanted == NULL};
    if (capacity > 0 && size < SIZE_UP_TO(sortid_departure, length))
        return SORTID_BAD_ARGUMENT;
    sortid_status status = sortid_recognize_prepare(&query, text, length, options);
    if (status != SORTID_OK)
        return status;
    for (; length > 0 && is_blank(text[length - 1]); length--)
        search.after++;
    for (; length > 0 && is_blank(*text); text++, length--)
        search.before++;
    for (size_t i = 0; i < sortid_kinds_format_count; i++)
        if (wanted == NULL || wanted == &sortid_kinds_format[i])
            compare_format(&search, &sortid_kinds_format[i], text, length);
    for (size_t i = 0; i < GROUP_COUNT; i++)
        compare_group(&search, sortid_kind_groups[i], wanted, text, length);
    *count = search.count;
    for (size_t i = 0; i < search.count && i < capacity; i++)
        copy_sized((char *)departures + i * size, size, &search.all[i], sizeof *departures);
    return SORTID_OK;
}
