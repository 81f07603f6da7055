/* SPDX-License-Identifier: MIT */
/* encodings.h: the encodings of IDs by the names that the command line uses for them. Those of the
 * library come first; the others write the same digits with marks around them, in lower case, in
 * the order of .NET's bytes, or 64 to a digit. IDs are given as a kind and its bytes. */
#pragma once

#include <sortid.h>

/* What `convert` and `annotate` write instead of an ID. */
enum time_form {
    TIME_FORM_NONE,
    TIME_FORM_ISO,  /* 2026-11-20T12:00:00.123Z */
    TIME_FORM_UNIX, /* Unix seconds with three decimals */
    TIME_FORM_MS    /* Unix milliseconds */
};

/* How an encoding differs from that of the library. */
enum encoding_way {
    WAY_PLAIN,     /* only by its marks */
    WAY_LOWER,     /* letters are in lower case */
    WAY_GUID,      /* the bytes of the first three groups of a UUID are reversed, as .NET does */
    WAY_BASE64URL, /* RFC 4648, section 5, without padding */
    WAY_TYPEID,    /* the TypeID of a UUID */
    WAY_FORMAT     /* the text of the format of this name that has the same bits; only written */
};

struct encoding_name {
    const char *name;
    sortid_encoding encoding;   /* that of the digits */
    const char *before, *after; /* marks around the digits; NULL: none */
    enum encoding_way way;
    const char *only_format; /* NULL: every format that has the encoding */
    const char *hex_format;  /* the format for which hex is read too; NULL: none */
    enum time_form time;     /* the time of the ID: of every kind, and only written */
    const char *about;       /* for completions; NULL: nothing */
};

/* Row `index` of all encodings and forms of times, and of the encodings that a kind has; NULL after
 * the last. The first is text. */
const struct encoding_name *encoding_at(size_t index);
const struct encoding_name *encoding_of(const sortid_kind *kind, size_t index);

/* The row of the encoding that a sortid_form is, and of a way; never NULL. */
const struct encoding_name *encoding_of_form(uint32_t form);
const struct encoding_name *encoding_of_way(enum encoding_way way);

/* The row of the text of a format that any bits of its size may be: -e ulid writes UUIDs as ULIDs.
 * Valid until the next call; NULL: some bits are fixed. */
const struct encoding_name *encoding_as(const sortid_format *format);

/* Whether a kind has the encoding; every kind has the forms of times. */
bool encoding_is_of(const struct encoding_name *row, const sortid_kind *kind);

/* Whether the library writes and reads it for a format: no marks, no way. */
bool encoding_is_plain(const struct encoding_name *row);

/* Whether bits_read() reads it. */
static inline bool way_has_bits(enum encoding_way way)
{
    return way == WAY_GUID || way == WAY_BASE64URL;
}

/* Writes two digits a byte, and no NUL; returns their number. */
size_t hex_print(char *text, const uint8_t *bytes, size_t size);

/* The longest text of an ID with its prefix, and a NUL. */
#define ENCODED_SIZE (SORTID_TYPEID_PREFIX_SIZE + SORTID_READING_TEXT_SIZE)

/* Writes an ID after `prefix` and an underscore (NULL: none), and a NUL, which does not count and
 * does not follow raw bytes. Returns the length; 0: the kind lacks the encoding, or the bytes are
 * not an ID. The prefix is valid. */
size_t encoding_print(char text[ENCODED_SIZE], const struct encoding_name *row,
                      const sortid_kind *kind, const char *prefix, const uint8_t *id);

/* The marks around the digits of a text that other programs wrote as 0x..., \x... (PostgreSQL),
 * X'...' (SQL), {...} or urn:uuid:... NULL: it is not so many digits in such marks. *before is the
 * length of the marks before them. */
const struct encoding_name *encoding_marks(size_t *before, const char *text, size_t length,
                                           sortid_encoding encoding, size_t digits);

/* Reads 16 bytes: as WAY_GUID hex digits, perhaps with marks, or the form of a UUID; as
 * WAY_BASE64URL 22 digits of this alphabet or the usual one, perhaps with padding. Statuses and
 * position as of sortid_format_parse. */
sortid_status bits_read(uint8_t id[16], size_t *position, enum encoding_way way, const char *text,
                        size_t length);

/* Reads a TypeID with any prefix as a UUIDv7. Statuses and position of sortid_typeid_parse;
 * SORTID_BAD_VERSION and SORTID_BAD_VARIANT at the digit that has the first of these bits. */
sortid_status typeid_decode(uint8_t *id, size_t *position, const char *text, size_t length);

/* NULL if `prefix` can begin an ID in the encoding; else what is wrong with it. */
const char *prefix_fault(const char *prefix, const struct encoding_name *row);

/* The bytes of a prefix and its underscore before an ID, as in ord_01ARYZ...: up to the last
 * underscore. 0: the text does not begin so. */
size_t prefix_length(const char *text, size_t length);
