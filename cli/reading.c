/* SPDX-License-Identifier: MIT */
/* reading.c: tries all formats in each encoding of the text's length, sorts the readings and remembers the best
 * failure, the code behind reading.h. It includes the format descriptions. Only lenient text and the node
 * are special to a format. */
#include "reading.h"
#include "format_info.h"

#include <string.h>

/* The years 2000 to 2100 in Unix ms, the end excluded. */
#define LIKELY_SINCE UINT64_C(946684800000)
#define LIKELY_UNTIL UINT64_C(4133980800000)

/* Encodings that a text is tried in; the order is that of the readings. */
static const sortid_encoding ENCODINGS[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_HEX,
                                            SORTID_ENCODING_UUID};
#define ENCODING_COUNT (sizeof ENCODINGS / sizeof *ENCODINGS)

/* The text, and the results so far. */
struct search {
    const struct reading_request *request;
    const char *text;
    size_t length;
    struct reading *out;
    struct reading_fault *fault;
    size_t count; /* of out */
    size_t tries;
    size_t good; /* valid bytes before *fault */
};

static size_t encoded_length(const sortid_format *format, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_TEXT)
        return info_of(format)->text_length;
    return encoding == SORTID_ENCODING_HEX ? 2 * info_of(format)->size : 36;
}

/* A UUID that is the format's own text is read as text alone. */
static bool has_encoding(const sortid_format *format, sortid_encoding encoding)
{
    if (encoding == SORTID_ENCODING_UUID && text_is_uuid(format))
        return false;
    return (info_of(format)->encodings >> encoding & 1) != 0;
}

/* Whether the text may have hyphens and aliases. */
static bool is_lenient(const struct search *search, const sortid_format *format,
                       sortid_encoding encoding)
{
    return search->request->lenient && encoding == SORTID_ENCODING_TEXT &&
           format == sortid_ulid_format();
}

/* A lenient text is longer by its hyphens. */
static bool fits_with_hyphens(const struct search *search, const sortid_format *format,
                              sortid_encoding encoding)
{
    return search->length > info_of(format)->text_length && is_lenient(search, format, encoding) &&
           memchr(search->text, '-', search->length) != NULL;
}

static bool fits(const struct search *search, const sortid_format *format, sortid_encoding encoding)
{
    return search->length == encoded_length(format, encoding) ||
           (search->request->lenient && fits_with_hyphens(search, format, encoding));
}

static sortid_status parse(struct reading *reading, const struct search *search, size_t *position)
{
    sortid_ulid ulid;
    if (!is_lenient(search, reading->format, reading->encoding))
        return sortid_format_parse(reading->format, reading->id, reading->encoding, search->text,
                                   search->length, position);
    sortid_status status = sortid_ulid_parse_lenient(&ulid, search->text, search->length, position,
                                                     &reading->leniency);
    if (status == SORTID_OK)
        memcpy(reading->id, ulid.bytes, sizeof(sortid_ulid));
    return status;
}

static bool is_canonical(const struct reading *reading, const struct search *search)
{
    char text[SORTID_MAX_TEXT_SIZE];
    size_t length = print_id(text, reading->format, reading->encoding, reading->id);
    return length == search->length && memcmp(text, search->text, length) == 0;
}

/* What decides before the order of the formats, the most important in the highest bit. */
static unsigned rank_of(const struct reading *reading, const struct search *search)
{
    uint64_t unix_ms = sortid_format_unix_ms(reading->format, reading->id);
    bool is_likely = unix_ms >= LIKELY_SINCE && unix_ms < LIKELY_UNTIL;
    return (reading->encoding == SORTID_ENCODING_TEXT ? 0u : 4u) |
           (is_canonical(reading, search) ? 0u : 2u) | (is_likely ? 0u : 1u);
}

/* Sorts the likeliest first; equally likely ones keep their order. */
static void sort_readings(struct search *search)
{
    unsigned ranks[READING_MAX];
    for (size_t i = 0; i < search->count; i++) {
        struct reading reading = search->out[i];
        unsigned rank = rank_of(&reading, search);
        size_t place = i;
        for (; place > 0 && ranks[place - 1] > rank; place--) {
            search->out[place] = search->out[place - 1];
            ranks[place] = ranks[place - 1];
        }
        search->out[place] = reading;
        ranks[place] = rank;
    }
}

/* Keeps the fault with the longest valid beginning, the first of equals. A bad digit at which several formats stop
 * is not attributed to one of them. */
static void note_fault(struct search *search, const struct reading_fault *fault)
{
    // out of range: each byte is a valid digit
    size_t good = fault->status == SORTID_OUT_OF_RANGE ? search->length : fault->position;
    if (search->tries > 0 && good == search->good && fault->status == SORTID_BAD_DIGIT &&
        fault->format != search->fault->format)
        search->fault->format = NULL;
    if (search->tries > 0 && good <= search->good)
        return;
    search->good = good;
    *search->fault = *fault;
}

static void try_reading(struct search *search, const sortid_format *format,
                        sortid_encoding encoding)
{
    struct reading reading = {.format = format, .encoding = encoding};
    struct reading_fault fault = {.format = format};
    fault.status = parse(&reading, search, &fault.position);
    if (fault.status != SORTID_OK)
        note_fault(search, &fault);
    else if (search->count < READING_MAX)
        search->out[search->count++] = reading;
    search->tries++;
}

/* The formats to try: the one of the request, or all. */
static const sortid_format *candidate(const struct search *search, size_t index)
{
    if (search->request->format == NULL)
        return sortid_format_at(index);
    return index == 0 ? search->request->format : NULL;
}

/* Adds the formats that have texts of this length in this encoding. */
static size_t add_ways(struct reading_way *ways, size_t count, const struct search *search,
                       sortid_encoding encoding)
{
    const sortid_format *format;
    for (size_t i = 0; (format = candidate(search, i)) != NULL; i++)
        if (fits(search, format, encoding) && has_encoding(format, encoding))
            ways[count++] = (struct reading_way){.format = format, .encoding = encoding};
    return count;
}

static size_t find_ways(struct reading_way ways[READING_MAX], const struct search *search)
{
    size_t count = 0;
    for (size_t i = 0; i < ENCODING_COUNT; i++)
        count = add_ways(ways, count, search, ENCODINGS[i]);
    return count;
}

/* The longest length of any format in any of the encodings. */
static size_t longest_length(void)
{
    const sortid_format *format;
    size_t longest = 0;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        for (size_t k = 0; k < ENCODING_COUNT; k++)
            if (has_encoding(format, ENCODINGS[k]) &&
                encoded_length(format, ENCODINGS[k]) > longest)
                longest = encoded_length(format, ENCODINGS[k]);
    return longest;
}

/* No format has the length: a named format refuses it by itself. */
static void refuse_length(struct search *search)
{
    if (search->request->format != NULL) {
        try_reading(search, search->request->format, SORTID_ENCODING_TEXT);
        return;
    }
    size_t longest = longest_length();
    search->fault->status = SORTID_BAD_LENGTH;
    search->fault->position = search->length < longest ? search->length : longest;
    search->fault->format = NULL;
}

size_t reading_all(struct reading out[READING_MAX], struct reading_fault *fault,
                   const struct reading_request *request, const char *text, size_t length)
{
    struct reading_way ways[READING_MAX];
    struct reading_fault found = {.format = NULL}; // read before the first is noted
    struct search search = {
        .request = request, .text = text, .length = length, .out = out, .fault = &found};
    size_t way_count = find_ways(ways, &search);
    for (size_t i = 0; i < way_count; i++)
        try_reading(&search, ways[i].format, ways[i].encoding);
    if (search.tries == 0)
        refuse_length(&search);
    if (search.count == 0)
        *fault = found;
    if (search.count > 1) // most have one; a rank costs a print
        sort_readings(&search);
    return search.count;
}

size_t reading_ways(struct reading_way out[READING_MAX], const struct reading_request *request,
                    size_t length)
{
    struct search search = {.request = request, .text = "", .length = length};
    return request->lenient ? 0 : find_ways(out, &search);
}

bool reading_split_node(uint32_t *node_id, uint32_t *counter, const struct reading *reading,
                        unsigned node_size)
{
    sortid_scru64 id;
    if (reading->format != sortid_scru64_format())
        return false;
    memcpy(id.bytes, reading->id, sizeof id.bytes);
    return sortid_scru64_split(node_id, counter, &id, node_size) == SORTID_OK;
}
