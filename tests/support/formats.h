/* SPDX-License-Identifier: MIT */
/* formats.h: the formats as a table of their typed calls and of the constants from the formats'
 * documents, so that a test for all formats is written once. Used by most tests; the constants are
 * written here and never read from the library's own table. */
#pragma once

#include "format_calls.h"
#include "support.h"

#define SUPPORT_FORMATS  7
#define SUPPORT_MAX_SIZE 20
#define SUPPORT_MAX_TEXT 64
#define SUPPORT_FIELDS   5 /* most fields of a format */

#define SUPPORT_HEX_DIGITS     "0123456789abcdef"
#define SUPPORT_DECIMAL_DIGITS "0123456789"
#define SUPPORT_NO_NODE                                                                            \
    ((sortid_scru64_node_spec){.node_id_size = 0}) /* in sortid_options
                                                                               * */

typedef sortid_status support_parse(void *id, const char *text, size_t length, size_t *position);

/* A field, as SQL names it; JSON writes counterHi for counter_hi. */
typedef struct support_field {
    const char *name;
    size_t bits;
    sortid_field_kind kind;
} support_field;

typedef struct support_format {
    const char *name, *title;
    size_t size;
    support_field fields[SUPPORT_FIELDS]; /* in layout order, then zeros */
    size_t text_length;
    const char *alphabet;                 /* canonical case */
    uint64_t hyphens;                     /* bit i: the text has a hyphen at i */
    const char *last;                     /* canonical text of the largest ID */
    const char *last_time;                /* its time in ISO 8601 */
    size_t timestamp_bits;                /* from the most significant bit */
    uint64_t timestamp_max;               /* last value of the field */
    uint64_t timestamp_unit;              /* ms per step */
    uint64_t timestamp_zero;              /* Unix ms of its 0 */
    uint8_t fixed_mask[SUPPORT_MAX_SIZE]; /* bits that are fixed to those of `fixed` */
    uint8_t fixed[SUPPORT_MAX_SIZE];
    sortid_status fixed_status[SUPPORT_MAX_SIZE]; /* of a byte in which they differ */
    bool reserves_ends;
    size_t int_length;   /* most decimal digits */
    size_t counter_byte; /* the byte that ends where the counter ends */
    bool has_uuid;

    const sortid_format *(*format)(void);
#define FORMAT_MEMBER(f, RESULT, NAME, PARAMETERS, BODY) RESULT(*NAME) PARAMETERS;
    FORMAT_CALLS(FORMAT_MEMBER, any)
    FORMAT_UUID_CALLS(FORMAT_MEMBER, any)
    FORMAT_OPTIONS_CALLS(FORMAT_MEMBER, any)
#undef FORMAT_MEMBER
} support_format;

/* In the order of FORMATS: scru128, scru128v1, scru160, scru64, ulid, uuidv7, ksuid. */
extern const support_format support_formats[SUPPORT_FORMATS];
#define SUPPORT_SCRU128   (&support_formats[0])
#define SUPPORT_SCRU128V1 (&support_formats[1])
#define SUPPORT_SCRU160   (&support_formats[2])
#define SUPPORT_SCRU64    (&support_formats[3])
#define SUPPORT_ULID      (&support_formats[4])
#define SUPPORT_UUIDV7    (&support_formats[5])
#define SUPPORT_KSUID     (&support_formats[6])

/* Runs `test` for each format. */
void support_each_format(void (*test)(const support_format *format));

/* The same without scru64, whose generators need a node. */
void support_each_but_scru64(void (*test)(const support_format *format));

/* The name of a field in JSON. */
void support_json_name(char name[SUPPORT_MAX_TEXT], const support_field *field);

/* The value of the field that begins at bit `first`, as decimal digits and NUL. */
void support_field_value(char decimal[SUPPORT_MAX_TEXT], const uint8_t *id, size_t first,
                         size_t bits);

/* Any valid ID; half of them have runs of 0 and 1 bits, where carries occur. */
void support_random_id(uint8_t *id, const support_format *format);

/* Gives the fixed bits their values. */
void support_set_fixed(uint8_t *id, const support_format *format);

/* SORTID_OK if the bytes are an ID; otherwise the reason, and the first bad byte. */
sortid_status support_check(const support_format *format, const uint8_t *id, size_t *byte);

/* The position in an ID's text at which a byte begins. */
size_t support_place(const support_format *format, sortid_encoding encoding, size_t byte);

/* The next or previous ID, counting in the bits that are not fixed; false at the end. */
bool support_step(uint8_t *id, const support_format *format, bool up);

/* The ID with this timestamp field, followed by zeros or ones. */
void support_id_at(uint8_t *id, const support_format *format, uint64_t timestamp, bool ones);

/* The ID that a machine of the table makes from draws of zeros: a timestamp, scru64's node 42, and
 * a counter that has counted to `count` (below 256). */
void support_zeros_id(uint8_t *id, const support_format *format, uint64_t timestamp,
                      unsigned count);

/* A SCRU64 from its fields. */
void support_scru64_id(uint8_t *id, uint64_t timestamp, uint32_t node_ctr);

/* Sets the node of scru64's default generator; `bound` NULL: none. */
sortid_status support_set_node(uint32_t node_id, uint32_t size, const sortid_bound *bound);

/* Whether a SCRU64 has this node id of `size` bits. */
bool support_has_node(const sortid_scru64 *id, uint32_t node_id, unsigned size);

/* An allowance in ms as the options have it: there, 0 is the default, and the largest number means
 * 0 ms. */
uint64_t support_allowance(uint64_t ms);

/* The timestamp field of an ID, and Unix microseconds of a timestamp field. */
uint64_t support_timestamp(const support_format *format, const uint8_t *id);
uint64_t support_unix_us(const support_format *format, uint64_t timestamp);
