/* SPDX-License-Identifier: MIT */
/* json.h: a reading as one line of JSON. What the library prints faster for many IDs than for one
 * is printed for a batch. It writes what the description of the format says and never looks at the
 * ID's bytes. */
#pragma once

#include "../ids/reading.h"
#include "../../common/text.h"

#include <sortid/unstable.h>

/* The most IDs of a batch: their texts stay in the first-level cache. */
#define JSON_BATCH 64

/* The most fields of a format. */
#define JSON_FIELDS 8

/* Text before a value: the longest is {"format":"scru128v1","input":" with 31 bytes. */
struct json_key {
    char text[32];
    size_t length;
};

/* Where the hex digits of a field are among those of the ID. */
struct json_slice {
    uint32_t first, length; /* length 0: the field begins or ends within a digit */
};

/* How sure a reading is, and why, as members. */
struct json_evidence {
    uint32_t confidence, why;
    size_t length; /* 0: none yet */
    char text[96];
};

/* IDs of one format, and their texts one after another. All zeros before its first use; only json.c
 * uses the members. */
struct json_batch {
    const sortid_format *format;
    const sortid_format_info *info;
    const sortid_field_info *fields;
    struct json_key head; /* before the input */
    /* Of the fields; a key begins with the closing quote of the value before it. */
    struct json_key keys[JSON_FIELDS];
    struct json_slice slices[JSON_FIELDS];
    uint64_t unix_ms; /* the time that `time` has */
    char time[128];
    size_t time_length;            /* 0: none yet */
    struct json_evidence evidence; /* of the time and the case that follow */
    uint64_t judged_ms;
    bool judged_canonical;
    sortid_way way;
    const uint8_t *ids;
    size_t uuid_length; /* 0: the format has none */
    char canonical[JSON_BATCH * SORTID_MAX_TEXT_SIZE];
    char hex[JSON_BATCH * SORTID_MAX_TEXT_SIZE];
    char uuid[JSON_BATCH * SORTID_MAX_TEXT_SIZE];
    bool has_integers;
    char integers[(JSON_BATCH + 1) * SORTID_MAX_TEXT_SIZE];
    /* Where they begin and the last ends, each with a quote after it. */
    uint16_t integer_at[JSON_BATCH + 1];
};

/* The most bytes of an object: the input, at most six bytes for each of its own; 8 fields with
 * names of up to 16 bytes, 25 decimal and 20 hex digits, 80 bytes each with quotes and commas; five
 * more values of at most 80 bytes with their keys; 250 for the rest. Below 2000, and the library's
 * prints want a capacity of SORTID_MAX_TEXT_SIZE at their end. */
#define JSON_READING_SIZE 2304

/* Appends bytes as the content of a string, at most JSON_ESCAPED for each. Those from 0x80 up are
 * written as the code point of their value, so that the line is UTF-8 whatever the bytes are. */
#define JSON_ESCAPED 6
struct text json_escaped(struct text line, const char *bytes, size_t length);

/* Appends ,"key":"value", or ,"key":null without a value. The value needs no escapes. */
struct text json_member(struct text out, const char *key, const char *value);

/* Appends ,"key":count, or null if the count is not known. */
struct text json_count(struct text out, const char *key, bool is_known, uint64_t count);

/* Prepares the lines of 1 to JSON_BATCH IDs of a format that were read in one way. The IDs follow
 * one another in memory and stay there until the last line is written. */
void json_prepare(struct json_batch *batch, const sortid_format *format, const sortid_way *way,
                  const uint8_t *ids, size_t count);

/* Writes the line of ID number `index` of the batch as json_reading does, for an input that was
 * read strictly in one way; `input` has no byte that JSON escapes. */
size_t json_line(char out[JSON_READING_SIZE], struct json_batch *batch, size_t index,
                 const char *input, size_t length, unsigned node_size);

/* Writes one object and a newline (no NUL); returns the length. `input` is the text that was read,
 * `length` at most READING_TEXT_MAX. `node_size` 0: not given; it matters for scru64 only.
 * docs/sortid.1 describes the members. */
size_t json_reading(char out[JSON_READING_SIZE], const sortid_reading *reading, const char *input,
                    size_t length, bool ambiguous, unsigned node_size);
