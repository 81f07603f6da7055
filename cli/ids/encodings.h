/* SPDX-License-Identifier: MIT */
/* encodings.h: the encodings of IDs by the names that the command line uses for them, and TypeIDs,
 * a form of uuidv7 that is not an encoding of the library. */
#ifndef CLI_ENCODINGS_H
#define CLI_ENCODINGS_H

#include <sortid.h>

/* What `convert` writes instead of an ID. */
enum time_form {
    TIME_FORM_NONE,
    TIME_FORM_ISO,  /* 2026-11-20T12:00:00.123Z */
    TIME_FORM_UNIX, /* Unix seconds with three decimals */
    TIME_FORM_MS    /* Unix milliseconds */
};

struct encoding_name {
    const char *name;
    sortid_encoding encoding;
    const char *only_format; /* NULL: every format that has the encoding */
    const char *hex_format;  /* the format for which hex is read too; NULL: none */
    bool is_typeid;
    enum time_form time; /* the time of the ID: of every format, and only written */
    const char *about;   /* for completions; NULL: nothing */
};

/* Row `index` of all encodings and forms of times, and of the encodings that a format has; NULL
 * after the last. The first is text. */
const struct encoding_name *encoding_at(size_t index);
const struct encoding_name *encoding_of(const sortid_format *format, size_t index);

/* The name of the encoding of a sortid_form; NULL: braces and urn:uuid: are none. */
const char *encoding_of_form(uint32_t form);

/* Whether a format has the encoding; every format has a time. */
bool encoding_is_of(const struct encoding_name *row, const sortid_format *format);

/* The bytes before the digits of a text that other programs wrote as 0x..., \x... (PostgreSQL), X'...'
 * (SQL), {...} or urn:uuid:...; 0 if the text is not so many digits in such a form of the encoding. */
size_t encoding_mark(const char *text, size_t length, sortid_encoding encoding, size_t digits);

/* Writes `count` UUIDv7 as TypeIDs, `separator` after each, into count * SORTID_TYPEID_TEXT_SIZE
 * bytes. Returns the length. `prefix` is valid, or NULL: none. */
size_t typeid_print_ids(char *text, const char *prefix, const uint8_t *ids, size_t count,
                        int separator);

/* Reads a TypeID with any prefix as a UUIDv7. Statuses and position of sortid_typeid_parse;
 * SORTID_BAD_VERSION and SORTID_BAD_VARIANT at the digit that has the first of these bits. */
sortid_status typeid_decode(uint8_t *id, size_t *position, const char *text, size_t length);

/* NULL if `prefix` can begin a TypeID; else what is wrong with it. */
const char *typeid_prefix_fault(const char *prefix);

#endif
