/* SPDX-License-Identifier: MIT */
/* sortid/unstable.h: what may change in any version.
 *
 * <sortid.h> does not include this header, and the promise of the other headers that programs keep
 * working with later versions is not made for it: calls may change, and be removed. They are for
 * tests, measurements and programs that are built with the library, such as its command. */
#ifndef SORTID_UNSTABLE_H
#define SORTID_UNSTABLE_H

#include "recognize.h"

SORTID_BEGIN_C

/* ---- SIMD: which instruction set works ----------------------------------- */

/* The names of the implementations that this CPU and system can run, from index 0: "scalar", then
 * "avx2", "avx512" or "neon". NULL after the last. */
SORTID_API const char *sortid_simd_at(size_t index);

/* Chooses the implementation for the whole process, for tests and measurements. `name` is one of
 * sortid_simd_at(); any other name gives SORTID_BAD_OPTION and changes nothing. NULL takes the name
 * from the environment variable SORTID_SIMD, or the default if it is not set; a program with more
 * privileges than its caller (setuid) ignores the variable. The library reads the variable only in
 * this call. It may be called at any time; running calls in other threads finish with the
 * implementation that they have. */
SORTID_STATUS sortid_simd_use(const char *name);

/* ---- Order of texts ------------------------------------------------------ */

/* Compares two canonical texts of the format, of text_length bytes each, in the order of the IDs.
 * The result is below, equal to or above 0. Case matters only with SORTID_TRAIT_CASE_SENSITIVE.
 * Texts are not checked. 0 if `format` is NULL. */
SORTID_API int sortid_format_compare_text(const sortid_format *format, const char *a, const char *b)
    SORTID_NONNULL((2, 3));

/* ---- Many texts of one length -------------------------------------------- */

/* One way to read texts of some length. */
typedef struct sortid_way {
    const sortid_kind *kind;
    uint32_t form;              /* sortid_form */
    uint32_t decimal;           /* 1: only texts of decimal digits can be read so */
    int64_t plausible_until_ms; /* of the options */
    uint32_t asked;             /* 1: the options name the kind */
    uint32_t reserved;          /* 0 */
} sortid_way;

/* Lists the ways in which texts of a length can be read: what sortid_recognize tries, in its order.
 * Ways that need decimal digits come last. Writes the first `capacity`; *count is the number of
 * all. SORTID_BAD_OPTION as in sortid_recognize, and for SORTID_RECOGNIZE_LENIENT. */
SORTID_STATUS sortid_recognize_ways(sortid_way *ways, size_t capacity, size_t *count, size_t length,
                                    const sortid_recognize_options *options) SORTID_NONNULL((3));

/* Checks whether a text of that length can be read in one of the ways other than `except` (one of
 * them, or NULL), so whether another reading exists. */
SORTID_API bool sortid_ways_read(const sortid_way *ways, size_t count, const sortid_way *except,
                                 const char *text, size_t length);

/* The sortid_confidence of a reading, and in *why the reasons, for an ID that another call, such as
 * sortid_format_parse_many, has read in this way, a way of a format. `is_canonical`: the
 * text was exactly as the format writes the ID in this form. */
SORTID_API uint32_t sortid_way_judge(const sortid_way *way, uint32_t *why, const uint8_t *id,
                                     bool is_canonical) SORTID_NONNULL((1, 2, 3));

/* ---- Texts of unknown kinds ---------------------------------------------- */

/* How a text differs from the texts of a kind. */
typedef struct sortid_departure {
    const sortid_kind *kind;
    uint32_t form;     /* sortid_form: of the canonical text; hex for twice the bytes of an ID */
    uint32_t status;   /* sortid_status: BAD_LENGTH if nothing but the length is wrong */
    uint32_t distance; /* bytes to change, to add and to remove; 0: none, the text is an ID */
    uint32_t reserved; /* 0 */
    size_t position; /* of the first wrong byte; BAD_LENGTH: where the text must end or continue */
    size_t length;   /* of texts of the kind; the nearest, if it varies */
} sortid_departure;

/* Compares a text with the texts of the kinds, one kind of each family. Writes the `capacity`
 * nearest ones, each `size` bytes, which is sizeof(sortid_departure) of the caller's header, the
 * nearest first, and among equals those of the text's length first; *count is the number of all. It
 * is meant for messages, because it takes microseconds. SORTID_BAD_OPTION and SORTID_BAD_ARGUMENT
 * as in sortid_recognize. */
SORTID_STATUS sortid_recognize_nearest(sortid_departure *departures, size_t size, size_t capacity,
                                       size_t *count, const char *text, size_t length,
                                       const sortid_recognize_options *options) SORTID_NONNULL((4));

SORTID_END_C
#endif
