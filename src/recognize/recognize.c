/* SPDX-License-Identifier: MIT */
/* recognize/recognize.c: finds the ways to read a text by its length, tries them, rates the
 * readings and sorts them. Knows the kinds only by recognize/list.h. */
#include "search.h"

#include "../text/lookup.h"

#define EPOCH_LIMIT (INT64_C(1) << 53)

/* ---- One try ------------------------------------------------------------- */

/* Sets what a new query knows of a decimal number. */
static void read_decimal(struct query *query)
{
    const size_t length = query->length;
    uint64_t value = 0;
    if (length == 0 || (length > 1 && query->text[0] == '0'))
        return;
    bool is_over = length > 20;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned char)query->text[i] - (unsigned)'0';
        if (digit > 9)
            return;
        is_over = is_over || (i == 19 && value > (UINT64_MAX - digit) / 10);
        value = value * 10 + digit; /* wraps if it is over */
    }
    query->is_decimal = true;
    query->fits_word = !is_over;
    query->number = value;
}

static bool is_option(const sortid_recognize_options *options)
{
    const uint32_t known = SORTID_RECOGNIZE_LENIENT | SORTID_RECOGNIZE_EPOCH;
    uint64_t reserved = options->reserved32;
    for (size_t i = 0; i < sizeof options->reserved / sizeof *options->reserved; i++)
        reserved |= options->reserved[i];
    return reserved == 0 && (options->flags & ~known) == 0 && options->epoch_ms >= -EPOCH_LIMIT &&
           options->epoch_ms <= EPOCH_LIMIT && options->plausible_until_ms >= 0 &&
           options->plausible_until_ms <= EPOCH_LIMIT;
}

void sortid_recognize_begin(struct query *query, const char *text, size_t length)
{
    *query = (struct query){.text = text, .length = length};
    read_decimal(query);
}

sortid_status sortid_recognize_prepare(struct query *query, const char *text, size_t length,
                                       const sortid_recognize_options *options)
{
    sortid_recognize_begin(query, text, length);
    if (options == NULL)
        return SORTID_OK;
    if (!is_option(options))
        return SORTID_BAD_OPTION;
    query->is_asked = options->kind != NULL;
    query->flags = options->flags;
    query->epoch_ms = options->epoch_ms;
    query->plausible_until_ms = options->plausible_until_ms;
    return SORTID_OK;
}

/* How sure a reading is, by its form, whether it has a time, and the evidence. Without evidence, the
 * reason is the length. Version bits with a time that is not plausible may be chance. */
static uint32_t confidence_of(const sortid_kind *kind, uint32_t form, bool has_time, uint32_t *why)
{
    const bool has_prefix = (*why & SORTID_WHY_PREFIX) != 0;
    const bool has_version = (*why & SORTID_WHY_VERSION) != 0;
    const bool is_plausible = (*why & SORTID_WHY_TIME) != 0;
    if (*why == 0)
        *why = SORTID_WHY_LENGTH;
    if (has_version ? is_plausible || (!has_time && (has_prefix || form == kind->own_form))
                    : has_prefix)
        return SORTID_CONFIDENCE_HIGH;
    return has_version || is_plausible ? SORTID_CONFIDENCE_MEDIUM : SORTID_CONFIDENCE_LOW;
}

sortid_status sortid_recognize_try(sortid_reading *out, struct query *query,
                                   const sortid_kind *kind, uint32_t form, size_t *position)
{
    memset(out, 0, sizeof *out);
    out->kind = kind;
    out->format = kind->format;
    out->form = form;
    out->size = kind->format != NULL ? kind->format->size : kind->size;
    sortid_status status = kind->read(out, query, position);
    if (status != SORTID_OK)
        return status;
    out->confidence = confidence_of(kind, form, out->has_time != 0, &out->why);
    return SORTID_OK;
}

/* ---- Ways ---------------------------------------------------------------- */

#define WAYS_MAX SORTID_READINGS_MAX

struct ways {
    sortid_way all[WAYS_MAX];
    size_t count;
};

static void add_way(struct ways *ways, const sortid_kind *wanted, const sortid_kind *kind,
                    uint32_t form, bool is_decimal_only)
{
    if (form == NO_FORM || (wanted != NULL && wanted != kind) || ways->count == WAYS_MAX)
        return;
    ways->all[ways->count++] = (sortid_way){.kind = kind, .form = form, .decimal = is_decimal_only};
}

/* A lenient text is longer by its hyphens, and may have the length of another form. */
static bool may_have_hyphens(const struct query *query, const sortid_format *format)
{
    if ((query->flags & SORTID_RECOGNIZE_LENIENT) == 0 || !sortid_kind_is_lenient(format) ||
        query->length <= format->text_length)
        return false;
    for (size_t i = 0; i < query->length; i++)
        if (query->text[i] == '-')
            return true;
    return false;
}

static void add_format(struct ways *ways, const sortid_kind *wanted, const struct query *query,
                       const sortid_kind *kind)
{
    uint32_t form = sortid_kind_form_of_format(kind->format, query->length);
    if (may_have_hyphens(query, kind->format))
        add_way(ways, wanted, kind, SORTID_FORM_TEXT, false);
    add_way(ways, wanted, kind, form, false);
}

static void add_group(struct ways *ways, const sortid_kind *wanted, size_t length,
                      const struct kind_group *group)
{
    uint32_t form = group->form_of(length);
    if (form == NO_FORM)
        return;
    const bool is_vague = group->is_vague;
    for (size_t i = 0; i < group->count; i++)
        if (!is_vague || group->kinds[i].length == length)
            add_way(ways, wanted, &group->kinds[i], form, group->is_decimal);
}

static void add_decimal(struct ways *ways, const sortid_kind *wanted, size_t length)
{
    for (size_t i = 0; i < sortid_kinds_format_count; i++) {
        const sortid_format *format = sortid_kinds_format[i].format;
        if (length >= 1 && length <= format->max_int_digits)
            add_way(ways, wanted, &sortid_kinds_format[i], SORTID_FORM_INT, true);
    }
}

/* All ways to read a text of the length; without `has_decimal` not those of formats for decimal
 * texts, which are not a reason to refuse a text. The text matters only for lenient reading. */
static void find_ways(struct ways *ways, const struct query *query, const sortid_kind *wanted,
                      bool has_decimal)
{
    ways->count = 0;
    for (size_t i = 0; i < sortid_kinds_format_count; i++)
        add_format(ways, wanted, query, &sortid_kinds_format[i]);
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (!sortid_kind_groups[i]->is_decimal)
            add_group(ways, wanted, query->length, sortid_kind_groups[i]);
    if (has_decimal)
        add_decimal(ways, wanted, query->length);
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (sortid_kind_groups[i]->is_decimal)
            add_group(ways, wanted, query->length, sortid_kind_groups[i]);
}

sortid_status sortid_recognize_ways(sortid_way *ways, size_t capacity, size_t *count, size_t length,
                                    const sortid_recognize_options *options)
{
    struct ways found;
    struct query query;
    sortid_status status = sortid_recognize_prepare(&query, NULL, 0, options);
    if (status != SORTID_OK || (query.flags & SORTID_RECOGNIZE_LENIENT) != 0)
        return SORTID_BAD_OPTION;
    query.length = length;
    find_ways(&found, &query, options != NULL ? options->kind : NULL, true);
    *count = found.count;
    for (size_t i = 0; i < found.count && i < capacity; i++) {
        ways[i] = found.all[i];
        ways[i].plausible_until_ms = query.plausible_until_ms;
        ways[i].asked = query.is_asked;
    }
    return SORTID_OK;
}

static bool way_reads(const sortid_way *way, struct query *query)
{
    sortid_reading reading;
    size_t position;
    if (way->kind->reads != NULL)
        return way->kind->reads(way->kind, way->form, query);
    return sortid_recognize_try(&reading, query, way->kind, way->form, &position) == SORTID_OK;
}

uint32_t sortid_way_judge(const sortid_way *way, uint32_t *why, const uint8_t *id,
                          bool is_canonical)
{
    *why = 0;
    if (way->kind == NULL || way->kind->format == NULL)
        return 0;
    *why = sortid_kind_evidence_of_format(way, (int64_t)unix_ms_of(way->kind->format, id),
                                          is_canonical);
    return confidence_of(way->kind, way->form, true, why);
}

bool sortid_ways_read(const sortid_way *ways, size_t count, const sortid_way *except,
                      const char *text, size_t length)
{
    struct query query;
    sortid_recognize_begin(&query, text, length);
    query.is_brief = true;
    for (size_t i = 0; i < count; i++) {
        if (ways[i].decimal != 0 && !query.is_decimal)
            return false; /* so are all that follow */
        query.is_asked = ways[i].asked != 0;
        query.plausible_until_ms = ways[i].plausible_until_ms;
        if (&ways[i] != except && way_reads(&ways[i], &query))
            return true;
    }
    return false;
}

/* ---- All readings -------------------------------------------------------- */

/* Why a text has no reading: the fault after the longest valid beginning; the first of several. */
struct fault {
    sortid_status status; /* SORTID_OK: nothing was tried */
    size_t position;
    size_t good; /* valid bytes */
};

static void note_fault(struct fault *fault, sortid_status status, size_t position, size_t length)
{
    size_t good = status == SORTID_OUT_OF_RANGE ? length : position;
    if (fault->status != SORTID_OK && good <= fault->good)
        return;
    *fault = (struct fault){.status = status, .position = position, .good = good};
}

/* The longest text of any kind. */
static size_t longest_length(void)
{
    size_t longest = 0;
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (sortid_kind_groups[i]->longest > longest)
            longest = sortid_kind_groups[i]->longest;
    for (size_t i = 0; i < sortid_kinds_format_count; i++)
        if (sortid_kinds_format[i].format->max_int_digits > longest)
            longest = sortid_kinds_format[i].format->max_int_digits;
    return longest;
}

/* The proof of a reading. Lower comes first. */
static unsigned proof_of(uint32_t why)
{
    if ((why & (SORTID_WHY_PREFIX | SORTID_WHY_VERSION)) != 0)
        return 0;
    if ((why & SORTID_WHY_TIME) != 0)
        return 1;
    return why != SORTID_WHY_LENGTH ? 2 : 3;
}

/* The order of readings, before that of their kinds; the most important in the highest bits. */
static unsigned rank_of(const sortid_reading *reading)
{
    uint32_t why = reading->why;
    return proof_of(why) << 4 | (reading->form == reading->kind->own_form ? 0u : 8u) |
           ((why & SORTID_WHY_ALPHABET) != 0 ? 0u : 4u) | ((why & SORTID_WHY_TIME) != 0 ? 0u : 2u) |
           (sortid_kind_is_superseded(reading->kind) ? 1u : 0u);
}

/* The readings so far, and their order. */
struct search {
    sortid_reading readings[WAYS_MAX];
    uint8_t ranks[WAYS_MAX], order[WAYS_MAX];
    size_t count;
    struct fault fault;
};

/* Equal readings keep their order. */
static void add_last_reading(struct search *search)
{
    size_t place = search->count;
    unsigned rank = rank_of(&search->readings[place]);
    for (; place > 0 && search->ranks[place - 1] > rank; place--) {
        search->ranks[place] = search->ranks[place - 1];
        search->order[place] = search->order[place - 1];
    }
    search->ranks[place] = (uint8_t)rank;
    search->order[place] = (uint8_t)search->count++;
}

static void try_way(struct search *search, struct query *query, const sortid_way *way)
{
    size_t position = 0;
    const sortid_kind *kind = way->kind;
    if (search->count > 0 && kind->format == NULL && kind->reads != NULL &&
        !kind->reads(kind, way->form, query))
        return; /* most kinds after the first cannot read the text */
    if (!query->is_brief && !query->is_asked && kind->length != 0)
        return; /* nobody expects such a kind */
    sortid_status status =
        sortid_recognize_try(&search->readings[search->count], query, kind, way->form, &position);
    if (status == SORTID_OK)
        add_last_reading(search);
    else if (!query->is_brief)
        note_fault(&search->fault, status, position, query->length);
}

/* A single kind refuses another length itself. */
static void refuse_length(struct search *search, struct query *query, const sortid_kind *wanted)
{
    size_t longest = longest_length();
    sortid_way way = {.kind = wanted};
    if (wanted != NULL) {
        way.form = wanted->own_form;
        try_way(search, query, &way);
    } else {
        note_fault(&search->fault, SORTID_BAD_LENGTH,
                   query->length < longest ? query->length : longest, query->length);
    }
}

static void try_ways(struct search *search, struct query *query, const struct ways *ways,
                     const sortid_kind *wanted)
{
    for (size_t i = 0; i < ways->count; i++)
        if (wanted != NULL && ways->all[i].decimal != 0 && search->count > 0)
            break; /* as a single kind, a number is read only if no other form fits */
        else if (query->is_decimal || ways->all[i].decimal == 0)
            try_way(search, query, &ways->all[i]);
        else if (!query->is_brief) /* a text that is not decimal fails in all of them there */
            note_fault(&search->fault, SORTID_BAD_DIGIT, first_not_decimal(query), query->length);
}

/* Faults matter only without a reading: then everything is tried again to find them. */
static void try_all_ways(struct search *search, struct query *query, const sortid_kind *wanted)
{
    struct ways ways;
    search->count = 0;
    search->fault.status = SORTID_OK;
    find_ways(&ways, query, wanted, query->is_decimal);
    query->is_brief = true;
    try_ways(search, query, &ways, wanted);
    if (search->count > 0)
        return;
    query->is_brief = false;
    query->uuid.is_known = false;
    try_ways(search, query, &ways, wanted);
    if (search->fault.status == SORTID_OK)
        refuse_length(search, query, wanted);
}

sortid_status sortid_recognize(sortid_reading *readings, size_t size, size_t capacity,
                               size_t *count, const char *text, size_t length,
                               const sortid_recognize_options *options, size_t *position)
{
    struct search search;
    struct query query;
    sortid_status status = sortid_recognize_prepare(&query, text, length, options);
    if (capacity > 0 && size < SIZE_UP_TO(sortid_reading, prefix))
        status = SORTID_BAD_ARGUMENT;
    if (status != SORTID_OK)
        return refuse(position, 0, status);
    try_all_ways(&search, &query, options != NULL ? options->kind : NULL);
    if (search.count == 0)
        return refuse(position, search.fault.position, search.fault.status);
    *count = search.count;
    for (size_t i = 0; i < search.count && i < capacity; i++)
        copy_sized((char *)readings + i * size, size, &search.readings[search.order[i]],
                   sizeof *readings);
    return SORTID_OK;
}
