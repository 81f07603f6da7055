/* SPDX-License-Identifier: MIT */
/* check.c: checks a file as `sortid check` does: it cuts the bytes that JavaScript hands over into
 * lines, reads them by the command's code (cli/input/decode.h) and counts by it
 * (cli/check/statistics.h). Lines end in \n or \r\n; an empty one is skipped. Of IDs of other kinds
 * than formats it counts those that are valid, duplicates, and times that go back. */
#include "histogram.h"
#include "input.h"
#include "../c/module.h"
#include "../../cli/ids/format_info.h"
#include "../../cli/input/decode.h"
#include "../../cli/check/statistics.h"

#include <string.h>

/* More than any ID has. A longer line without its end is judged by these bytes. */
#define LINE_KEPT 1024

/* IDs of a block: they stay in the first-level cache. */
#define BLOCK_IDS 512

/* Lines read one by one after a bad one: a file of such lines does not try a block at each. */
#define SINGLY 64

#define FAULTS_MAX  100
#define FAULT_BYTES 80

/* A line with a fault; the first FAULTS_MAX are kept. */
struct fault {
    double line;
    uint32_t what; /* a statistics_verdict, or INVALID */
    uint32_t status, position;
    uint32_t length, kept; /* of the line, and of its bytes here */
    char text[FAULT_BYTES];
};
enum { INVALID = VERDICT_COUNTER + 1 };

/* Times of other kinds count from the first one of UUIDs, 1582-10-15: histograms begin at 0. */
#define KIND_ZERO_MS (-INT64_C(12219292800000))

static struct {
    struct decoder decoder; /* a format, or another kind */
    int64_t zero_ms;        /* of timestamps, */
    uint64_t unit_ms;       /* and their unit */
    bool has_time;          /* an ID with a time was read */
    uint64_t line;          /* of the last line that was read */
    unsigned singly;        /* lines to read one by one before the next block */
    bool is_long;           /* within a line that was judged already */
    size_t fault_count;
    struct fault faults[FAULTS_MAX];
} checking;

static struct statistics statistics;
static struct histogram histogram;
char page_input[INPUT_BYTES];

EXPORT("input") char *input_buffer(void)
{
    return page_input;
}

EXPORT("inputSize") size_t input_size(void)
{
    return sizeof page_input;
}

/* Begins a file of IDs of a kind; `encoding` is that of a format, `order` a statistics_order. */
EXPORT("checkStart") void check_start(uint32_t index, uint32_t encoding, uint32_t order)
{
    const sortid_kind *kind = sortid_kind_at(index);
    const sortid_format *format = kind_info_of(kind)->format;
    memset(&checking, 0, sizeof checking);
    histogram = (struct histogram){0};
    if (format == NULL) {
        memset(&statistics, 0, sizeof statistics);
        statistics.order = (enum statistics_order)order;
        checking.decoder.kind = kind;
        checking.zero_ms = KIND_ZERO_MS;
        checking.unit_ms = 1;
        return;
    }
    statistics_init(&statistics, format, (enum statistics_order)order);
    checking.decoder = decoder_of(kind, encoding_of_form(encoding), false);
    checking.has_time = true;
    checking.zero_ms = (int64_t)statistics.info->zero_ms;
    checking.unit_ms = statistics.info->unit_ms;
}

static void note_fault(const struct fault *found, const char *text, size_t length)
{
    struct fault *fault = &checking.faults[checking.fault_count];
    if (checking.fault_count == FAULTS_MAX)
        return;
    checking.fault_count++;
    *fault = *found;
    fault->length = (uint32_t)length;
    fault->kept = (uint32_t)(length < FAULT_BYTES ? length : FAULT_BYTES);
    memcpy(fault->text, text, fault->kept);
}

/* Counts the times of `count` IDs. Most have the timestamp of the one before. */
static void count_times(const uint8_t *ids, size_t count)
{
    size_t size = statistics.info->size;
    uint64_t timestamp = timestamp_of(checking.decoder.format, ids);
    uint32_t run = 1;
    for (size_t i = 1; i < count; i++) {
        uint64_t next = timestamp_of(checking.decoder.format, ids + i * size);
        if (next == timestamp) {
            run++;
            continue;
        }
        histogram_add(&histogram, timestamp, run);
        timestamp = next;
        run = 1;
    }
    histogram_add(&histogram, timestamp, run);
}

/* Counts the IDs of a block, whose texts have one length. */
static void add_block(const uint8_t *ids, size_t count, const char *text, size_t stride)
{
    size_t size = statistics.info->size;
    enum statistics_verdict verdict;
    statistics.counts[COUNT_LINES] += count;
    count_times(ids, count);
    for (size_t done = 0; done < count;) {
        done += statistics_add_many(&statistics, &verdict, ids + done * size, count - done);
        struct fault fault = {.line = (double)(checking.line + done), .what = verdict};
        if (verdict != VERDICT_FINE)
            note_fault(&fault, text + (done - 1) * stride, stride - 1);
    }
    checking.line += count;
}

/* Reads lines while they are IDs; returns their bytes. */
static size_t read_block(const char *text, size_t length)
{
    static uint8_t ids[BLOCK_IDS * SORTID_MAX_SIZE];
    const struct decoder *decoder = &checking.decoder;
    size_t done = 0, consumed = 0;
    sortid_status status = SORTID_BAD_LENGTH;
    if (decoder->length > 0)
        status = sortid_format_parse_many(decoder->format, ids, BLOCK_IDS, &done, &consumed,
                                          decoder->encoding, text, length, '\n', NULL);
    if (done > 0)
        add_block(ids, done, text, decoder->length + 1);
    if (status != SORTID_OK)
        checking.singly = SINGLY;
    return consumed;
}

/* Counts an ID of a kind that is not a format. Only times tell its order: the bytes of many kinds
 * do not sort. */
static enum statistics_verdict add_reading(const sortid_reading *reading)
{
    uint64_t *counts = statistics.counts;
    bool is_first = counts[COUNT_VALID]++ == 0;
    uint64_t timestamp =
        reading->has_time != 0 ? (uint64_t)(reading->unix_ms - KIND_ZERO_MS) : statistics.timestamp;
    enum statistics_verdict verdict = VERDICT_FINE;
    if (!is_first && memcmp(reading->id, statistics.last_id, reading->size) == 0)
        verdict = VERDICT_DUPLICATE;
    else if (!is_first && statistics.order != ORDER_NONE && timestamp < statistics.timestamp)
        verdict = VERDICT_UNORDERED;
    if (verdict != VERDICT_FINE)
        counts[COUNT_UNORDERED + verdict - VERDICT_UNORDERED]++;
    statistics.run = !is_first && timestamp == statistics.timestamp ? statistics.run + 1 : 1;
    if (statistics.run > statistics.longest_run)
        statistics.longest_run = statistics.run;
    if (is_first || (statistics.order == ORDER_NONE && timestamp < statistics.first_timestamp))
        statistics.first_timestamp = timestamp;
    if (statistics.order != ORDER_NONE || timestamp > statistics.last_timestamp)
        statistics.last_timestamp = timestamp;
    statistics.timestamp = timestamp;
    memcpy(statistics.last_id, reading->id, sizeof statistics.last_id);
    checking.has_time |= reading->has_time != 0;
    if (reading->has_time != 0)
        histogram_add(&histogram, timestamp, 1);
    return verdict;
}

/* Reads a line as the kind, and counts it. */
static sortid_status add_of_kind(uint32_t *verdict, const char *text, size_t length,
                                 size_t *position)
{
    sortid_reading reading;
    const sortid_recognize_options options = {.kind = checking.decoder.kind};
    size_t count;
    sortid_status status =
        sortid_recognize(&reading, sizeof reading, 1, &count, text, length, &options, position);
    if (status == SORTID_OK)
        *verdict = add_reading(&reading);
    return status;
}

static sortid_status add_of_format(uint32_t *verdict, const char *text, size_t length,
                                   size_t *position)
{
    uint8_t id[SORTID_MAX_SIZE];
    sortid_status status = decode(id, position, &checking.decoder, text, length);
    if (status != SORTID_OK)
        return status;
    count_times(id, 1);
    *verdict = statistics_add(&statistics, id);
    return status;
}

/* Checks a line without its end. */
static void add_line(const char *text, size_t length)
{
    size_t position = 0;
    struct fault fault = {.line = (double)++checking.line, .what = INVALID};
    statistics.counts[COUNT_LINES]++;
    if (length == 0)
        return;
    sortid_status status = checking.decoder.format != NULL
                               ? add_of_format(&fault.what, text, length, &position)
                               : add_of_kind(&fault.what, text, length, &position);
    if (status != SORTID_OK) {
        statistics.counts[COUNT_INVALID]++;
        fault.status = (uint32_t)status;
        fault.position = (uint32_t)position;
    }
    if (fault.what != VERDICT_FINE)
        note_fault(&fault, text, length);
}

/* Reads the line that ends at `newline`; returns its bytes. */
static size_t read_line(const char *text, const char *newline)
{
    size_t length = (size_t)(newline - text);
    if (checking.is_long)
        checking.is_long = false;
    else
        add_line(text, length - (length > 0 && text[length - 1] == '\r'));
    return length + 1;
}

/* What follows the last newline: the rest of a long line is dropped, and the last line of a file is
 * read. Returns the bytes that remain. */
static size_t read_rest(const char *text, size_t length, bool is_last)
{
    bool is_long = length > LINE_KEPT;
    if (!checking.is_long && (is_long || (is_last && length > 0)))
        add_line(text, length);
    checking.is_long |= is_long;
    return checking.is_long || is_last ? 0 : length;
}

/* Checks `length` bytes in the input; the first are those that the call before kept.
 * Returns how many are kept, and moves them to the beginning. `is_last`: the file ends there. */
EXPORT("checkFeed") size_t check_feed(size_t length, bool is_last)
{
    const char *at = page_input, *end = page_input + length, *newline;
    const char *lines = end; /* the end of the last whole line */
    while (lines > page_input && lines[-1] != '\n')
        lines--;
    while (at < lines) {
        if (checking.singly == 0 && !checking.is_long)
            at += read_block(at, (size_t)(lines - at));
        if (at == lines)
            break;
        checking.singly -= checking.singly > 0;
        newline = memchr(at, '\n', (size_t)(lines - at));
        at += read_line(at, newline);
    }
    size_t kept = read_rest(at, (size_t)(end - at), is_last);
    memmove(page_input, at, kept);
    return kept;
}

static double value_of(double figure)
{
    return figure >= 0 ? figure : (double)__builtin_nanf("");
}

static double ms_of(uint64_t timestamp)
{
    return checking.has_time ? (double)(timestamp * checking.unit_ms) + (double)checking.zero_ms
                             : value_of(-1);
}

/* Mean IDs per ms, as statistics_ids_per_ms, which knows only formats. */
static double ids_per_ms(void)
{
    double last = (double)statistics.last_timestamp, first = (double)statistics.first_timestamp;
    if (checking.decoder.format != NULL)
        return value_of(statistics_ids_per_ms(&statistics));
    return checking.has_time && last >= first
               ? (double)statistics.counts[COUNT_VALID] / (last - first + 1)
               : value_of(-1);
}

/* A figure of the file so far, in the order of FIGURES in library.js; NaN: there is no data. */
EXPORT("checkFigure") double check_figure(uint32_t what)
{
    const double figures[] = {(double)statistics.counts[COUNT_LINES],
                              (double)statistics.counts[COUNT_VALID],
                              (double)statistics.counts[COUNT_INVALID],
                              (double)statistics.counts[COUNT_UNORDERED],
                              (double)statistics.counts[COUNT_DUPLICATES],
                              (double)statistics.counts[COUNT_COUNTER_FAULTS],
                              ms_of(statistics.first_timestamp),
                              ms_of(statistics.last_timestamp),
                              ids_per_ms(),
                              (double)statistics.longest_run,
                              statistics_failed(&statistics),
                              statistics.counter_rule,
                              (double)checking.fault_count,
                              ms_of(histogram.first << histogram.shift), /* of the first bin */
                              (double)(checking.unit_ms << histogram.shift)};
    return figures[what];
}

/* Whether shares of a field's bits were counted: 0 no, 1 in all IDs, 2 in those that renew it. */
EXPORT("checkFieldKind") uint32_t check_field_kind(uint32_t field)
{
    const sortid_field_info *info = &statistics.fields[field];
    if (field >= statistics.info->field_count || !statistics_counts(info))
        return 0;
    if (!statistics_renews(info))
        return 1;
    return statistics.order == ORDER_NONE ? 0 : 2; // without an order renewals say nothing
}

/* The share of ones in a bit of such a field. */
EXPORT("checkShare") double check_share(uint32_t field, uint32_t bit)
{
    return value_of(statistics_share(&statistics, field, bit));
}

EXPORT("checkRenewals") double check_renewals(uint32_t field)
{
    return (double)statistics.renewals[field].count;
}

/* The histogram: HISTOGRAM_BINS numbers of 32 bits. */
EXPORT("checkBins") const uint32_t *check_bins(void)
{
    return histogram.bins;
}

EXPORT("checkFault") double check_fault(uint32_t index, uint32_t part)
{
    const struct fault *fault = &checking.faults[index];
    const double parts[] = {fault->line,     fault->what,   fault->status,
                            fault->position, fault->length, fault->kept};
    return parts[part];
}

EXPORT("checkFaultText") const char *check_fault_text(uint32_t index)
{
    return checking.faults[index].text;
}
