/* SPDX-License-Identifier: MIT */
/* statistics.h: figures about a stream of IDs of one format: counts, order, times, renewals of
 * counters, shares of ones in random bits. Its size is fixed whatever the length of the stream. It
 * uses neither the clock nor the generator. */
#pragma once

#include "byte_counts.h"

/* The most bytes of either print: a header and 12 rows, 4 more for each of 8 fields, below 90 bytes
 * each. */
#define STATISTICS_TEXT_SIZE 4096

/* The most fields of a format. */
#define STATISTICS_FIELDS 8

enum statistics_order {
    ORDER_STRICT, /* each ID is greater than the one before it */
    ORDER_TIME,   /* any order within one timestamp */
    ORDER_NONE    /* any order: runs and renewals say nothing and are not printed */
};

/* What lines are counted as. */
enum statistics_count {
    COUNT_LINES,
    COUNT_VALID,
    COUNT_INVALID,
    COUNT_UNORDERED, /* from here on in the order of the verdicts */
    COUNT_DUPLICATES,
    COUNT_COUNTER_FAULTS,
    COUNT_RESERVED, /* valid IDs of a reserved timestamp, which is not a fault */
    STATISTICS_COUNTS
};

/* The keys of the counts in JSON. */
extern const char *const statistics_keys[STATISTICS_COUNTS];

/* An ID with several faults gets the first of this list: duplicate, unordered, counter. */
enum statistics_verdict {
    VERDICT_FINE,
    VERDICT_UNORDERED, /* not after the valid ID before it, in the order that is required */
    VERDICT_DUPLICATE, /* equal to the valid ID before it, in any order */
    VERDICT_COUNTER /* its counter is not higher than that of the valid ID before it; see below */
};

/* The counter rule, in strict order only. Two consecutive IDs with the same timestamp and the same
 * layers come from one generator, and its counter must rise between them. The rule needs a layer:
 * without one the IDs of several generators cannot be told apart, and a stream may be merged from
 * them. Therefore it applies to formats that have fields of both kinds, counter and layer (scru128,
 * scru128v1). It does not apply to ulid, which has no counter; scru64, whose IDs are equal if their
 * counters are; scru160, which may continue its counter in the next field. */

/* An ID renews a field of kind counter or layer if its timestamp is not that of the valid ID before
 * it, and its value is neither that ID's value nor that + 1 (counted up, or carried; the last value
 * is followed by 0). The first ID renews nothing: the ID before it is unknown. A renewal that
 * happens to draw one of these two values is missed, once in 2^(bits - 1). */
struct statistics_renewals {
    uint64_t count;
    uint64_t first, last; /* timestamps of the first and the last of them */
};

/* The caller counts lines and invalid IDs; other members it only reads. */
struct statistics {
    const sortid_format *format;
    const sortid_format_info *info;
    const sortid_field_info *fields;
    enum statistics_order order;
    bool counter_rule; /* applies to this format and order */
    bool is_local;     /* the text has local times; JSON has UTC */
    uint64_t counts[STATISTICS_COUNTS];
    uint64_t first_timestamp, last_timestamp; /* of valid IDs; ORDER_NONE: smallest and largest */
    uint64_t timestamp;                       /* of the last valid ID */
    uint64_t run, longest_run;                /* consecutive IDs with one timestamp */
    uint8_t last_id[SORTID_MAX_SIZE];         /* the last valid one */
    uint8_t masks[STATISTICS_FIELDS][SORTID_MAX_SIZE]; /* bits of each field */
    uint8_t rising[SORTID_MAX_SIZE]; /* bits that must not all be equal in consecutive IDs */
    struct statistics_renewals renewals[STATISTICS_FIELDS];
    size_t first_random, end_random;  /* the bytes that random fields are in */
    struct byte_counts random_bytes;  /* these bytes of all valid IDs */
    struct byte_counts renewed_bytes; /* IDs that renew fields, with 0 in all other fields */
};

/* Starts with no line. */
void statistics_init(struct statistics *statistics, const sortid_format *format,
                     enum statistics_order order);

/* Counts a valid ID of info_of(format)->size bytes and compares it with the valid one before,
 * whatever the verdict on that one was. */
enum statistics_verdict statistics_add(struct statistics *statistics, const uint8_t *id);

/* The same for an array of `count` IDs, at least 1, up to the first whose *verdict is not
 * VERDICT_FINE; returns how many it has counted. */
size_t statistics_add_many(struct statistics *statistics, enum statistics_verdict *verdict,
                           const uint8_t *ids, size_t count);

/* Whether a count says how many there are. In any order an ID is only known to be a duplicate if it
 * equals the ID before it; then the number is the least. */
bool statistics_knows(const struct statistics *statistics, enum statistics_count what,
                      uint64_t count);

/* The number of lines with a fault; whether there is one, or no valid ID. */
uint64_t statistics_faults(const uint64_t counts[STATISTICS_COUNTS]);
bool statistics_failed(const struct statistics *statistics);

/* Whether the bits of a field say anything about a stream, and whether they are counted where they
 * are renewed. */
bool statistics_counts(const sortid_field_info *field);
bool statistics_renews(const sortid_field_info *field);

/* Whether the format has a field of a kind. */
bool statistics_has_kind(const struct statistics *statistics, sortid_field_kind kind);

/* valid / (last - first + 1 unit); (last - first renewal) / (renewals - 1) of a field. These
 * figures, and the next one, are below 0 if there is no data, or renewals say nothing. */
double statistics_ids_per_ms(const struct statistics *statistics);
double statistics_mean_interval(const struct statistics *statistics, size_t field);

/* The share of ones, 0 to 1, in a bit of a field for which statistics_counts(): of the IDs that
 * renew the field, or of all valid ones. */
double statistics_share(const struct statistics *statistics, size_t field, unsigned bit);

/* Writes a table for people; returns its length. Without a valid ID it has the counts of lines
 * only. */
size_t statistics_print(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics);

/* Writes one JSON object and a newline; returns the length. docs/sortid.1 describes the members. */
size_t statistics_print_json(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics);
