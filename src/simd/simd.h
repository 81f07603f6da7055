/* SPDX-License-Identifier: MIT */
/* simd/simd.h: the work that has an implementation for each instruction set: printing and parsing
 * of one ID and of many, many decimal integers, ChaCha20 in bulk, IDs that count up. An
 * implementation is a table of functions. It knows digits, radices and byte counts, not formats.
 * All give the same bits; scalar.c is the one to read. */
#pragma once

#include <sortid/base.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The implementations in addition to scalar. A freestanding build has none, because it does not
 * know whether the system saves vector registers, nor whether <immintrin.h> exists.
 *
 * On 64-bit Windows the stack is aligned to 16 bytes, but gcc spills wider vectors by moves that
 * need 32 or 64, and the program crashes. The assembler's option -muse-unaligned-vector-move avoids
 * that; a build with this option must define SORTID_UNALIGNED_MOVES, as cmake/compile.cmake
 * does. */
#if defined(__GNUC__) && (!defined(__STDC_HOSTED__) || __STDC_HOSTED__)
#if defined(__x86_64__)
#if !defined(_WIN32) || defined(__clang__) || defined(SORTID_UNALIGNED_MOVES)
#define SIMD_X86
#endif
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SIMD_NEON
#endif
#endif

/* A function of a SIMD file that is always inlined into its callers. */
#if defined(__GNUC__)
#define SIMD_INLINE static inline __attribute__((always_inline))
#else
#define SIMD_INLINE static inline
#endif

/* How big-endian bytes are written as digits. */
typedef enum text_form {
    FORM_36X12,       /* 8 bytes below 36^12 as 12 digits base 36 */
    FORM_36X25,       /* 16 bytes, 25 digits base 36 */
    FORM_32HEX26,     /* 16 bytes, 26 digits 0-9 A-V */
    FORM_32HEX32,     /* 20 bytes, 32 digits 0-9 A-V */
    FORM_CROCKFORD26, /* 16 bytes, 26 digits of Crockford's base 32 */
    FORM_HEX8,        /* 8 bytes, 16 hex digits */
    FORM_HEX16,       /* 16 bytes, 32 */
    FORM_HEX20,       /* 20 bytes, 40 */
    FORM_UUID,        /* 16 bytes, 8-4-4-4-12 hex digits */
    FORM_62X27,       /* 20 bytes, 27 digits base 62, 0-9 A-Z a-z */
    FORMS
} text_form;

/* For tables and functions that exist once for each form: X(form, its name in identifiers). */
#define EACH_FORM(X)                                                                               \
    X(FORM_36X12, 36x12)                                                                           \
    X(FORM_36X25, 36x25)                                                                           \
    X(FORM_32HEX26, 32hex26)                                                                       \
    X(FORM_32HEX32, 32hex32)                                                                       \
    X(FORM_CROCKFORD26, crockford26)                                                               \
    X(FORM_HEX8, hex8)                                                                             \
    X(FORM_HEX16, hex16)                                                                           \
    X(FORM_HEX20, hex20)                                                                           \
    X(FORM_UUID, uuid)                                                                             \
    X(FORM_62X27, 62x27)

/* The forms of this build, which may define a shorter list (wasm/c/ulid.h). */
#ifndef EACH_BUILT_FORM
#define EACH_BUILT_FORM(X) EACH_FORM(X)
#endif

struct form_size {
    uint8_t bytes, digits;
};
extern const struct form_size sortid_simd_form_sizes[FORMS];

/* The most texts that an implementation reads or refuses as a group. */
#define GROUP_MAX 32

/* A text is `digits` characters without NUL. In calls for many each text, also the last, is
 * followed by the byte `separator` (0 to 255), or by the next text (SORTID_NO_SEPARATOR). */
struct codec {
    /* Writes the canonical case. 36X12 writes 36^12 - 1 for every larger value. */
    void (*print)(char *text, const uint8_t *bytes);
    void (*print_many)(char *text, const uint8_t *bytes, size_t count, int separator);

    /* Reads any case, except in base 62. Returns false and writes nothing if a character is not a
     * digit or the value is out of range; sortid_simd_refuse says why and where. */
    bool (*parse)(uint8_t *bytes, const char *text);

    /* Reads texts from the first on; returns their number. If it is below `count`, one of the next
     * GROUP_MAX texts cannot be read (`parse` finds it), and the bytes after the IDs are
     * unspecified. */
    size_t (*parse_many)(uint8_t *bytes, const char *text, size_t count, int separator);
};

struct simd {
    const char *name; /* "scalar", "avx2", ... */
    struct codec codecs[FORMS];

    /* Writes IDs of 16 bytes as decimal integers without leading zeros, each followed by
     * `separator` (0 to 255); returns the number of bytes. */
    size_t (*print_decimals)(char *text, const uint8_t *bytes, size_t count, int separator);

    /* Reads at most `count` such integers; returns their number, and sets *consumed to their bytes
     * with the separators. It may stop at any integer. The bytes after the IDs are unspecified. */
    size_t (*parse_decimals)(uint8_t *bytes, size_t *consumed, const char *text, size_t length,
                             size_t count, int separator);

    /* Writes `blocks` blocks of 64 bytes of key stream from `counter` on, with nonce 0 (RFC 8439
     * section 2.3; counter + blocks <= 2^32). */
    void (*chacha20)(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter);

    /* Writes the big-endian integers first, first + 1, ... */
    void (*count8)(uint8_t *ids, size_t count, uint64_t first);

    /* Writes IDs of 16 bytes: `high`, then low, low + step, ...; the caller guarantees that the
     * sum stays within 64 bits. `tails` (or NULL) has the last 4 bytes of each ID, in order; low
     * and step are then multiples of 2^32. */
    void (*count16)(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                    const uint8_t *tails);
};

/* The implementations of this build, scalar first, then a NULL; and whether one can run here. */
extern const struct simd *const sortid_simd_all[];
bool sortid_simd_runs(const struct simd *simd);

/* The implementation in use; NULL before the first use. */
extern _Atomic(const struct simd *) sortid_simd_chosen;
const struct simd *sortid_simd_choose(void);

/* The last one that runs here. */
const struct simd *sortid_simd_best(void);

#ifdef SORTID_SCALAR_ONLY
/* A build with scalar only (tools/web): the compiler sees through the table. */
extern const struct simd sortid_simd_scalar;
static inline const struct simd *simd_if_chosen(void)
{
    return &sortid_simd_scalar;
}
#else
/* Relaxed order is enough, because the tables are constant data. */
static inline const struct simd *simd_if_chosen(void)
{
    return atomic_load_explicit(&sortid_simd_chosen, memory_order_relaxed);
}
#endif

static inline const struct simd *simd(void)
{
    const struct simd *chosen = simd_if_chosen();
    return chosen != NULL ? chosen : sortid_simd_choose();
}
