/* SPDX-License-Identifier: MIT */
/* simd/simd.h: the work that has an implementation for each instruction set: printing and parsing
 * of one ID and of many, many decimal integers, ChaCha20 in bulk, IDs that count up. An
 * implementation has a table of functions for each form of text and one for the rest, which are
 * chosen apart: a program links only those it uses. It knows digits, radices and byte counts, not
 * formats. All give the same bits; scalar*.c are the ones to read. */
#pragma once

#include <sortid/base.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The implementations in addition to scalar. A build with SORTID_NO_SIMD has none, and does not
 * choose; a freestanding build has none, because it does not
 * know whether the system saves vector registers, nor whether <immintrin.h> exists.
 *
 * On 64-bit Windows the stack is aligned to 16 bytes, but gcc spills wider vectors by moves that
 * need 32 or 64, and the program crashes. The assembler's option -muse-unaligned-vector-move avoids
 * that; a build with this option must define SORTID_UNALIGNED_MOVES, as cmake/compile.cmake
 * does. */
#if defined(__GNUC__) && !defined(SORTID_NO_SIMD) && (!defined(__STDC_HOSTED__) || __STDC_HOSTED__)
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

/* 36^12 - 1, which 36X12 writes for every value that is not below 36^12. */
#define LAST_36X12 UINT64_C(0x41c21cb8e0ffffff)

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

struct form_size {
    uint8_t bytes, digits;
};
static const struct form_size sortid_simd_form_sizes[FORMS] = {
    [FORM_36X12] = {8, 12},        [FORM_36X25] = {16, 25}, [FORM_32HEX26] = {16, 26},
    [FORM_32HEX32] = {20, 32},     [FORM_HEX8] = {8, 16},   [FORM_HEX16] = {16, 32},
    [FORM_CROCKFORD26] = {16, 26}, [FORM_HEX20] = {20, 40}, [FORM_UUID] = {16, 36},
    [FORM_62X27] = {20, 27},
};

/* The most texts that an implementation reads or refuses as a group. */
#define GROUP_MAX 32

/* A text is `digits` characters without NUL. In calls for many each text, also the last, is
 * followed by the byte `separator` (0 to 255), or by the next text (NO_SEPARATOR, which is negative
 * for quick tests, unlike the public one). */
#define NO_SEPARATOR (-1)
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

/* What is not the text of one form. */
struct bulk {
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

/* The implementations of this build, scalar first, as X(name, y). */
#if defined(SIMD_X86)
#define EACH_SIMD(X, y) X(scalar, y) X(avx2, y) X(avx512, y)
#elif defined(SIMD_NEON)
#define EACH_SIMD(X, y) X(scalar, y) X(neon, y)
#else
#define EACH_SIMD(X, y) X(scalar, y)
#endif
#define NUMBER_OF(name, y) NUMBER_##name,
enum { EACH_SIMD(NUMBER_OF, ) SIMD_COUNT };
#undef NUMBER_OF

/* A form with its codecs, one for each implementation. */
struct form {
    /* `parse` with the reason of a refusal. */
    sortid_status (*read)(uint8_t *bytes, const char *text, size_t *position);
    const struct codec *codecs[SIMD_COUNT];
};

/* How data names a form: by number, to find the codec in use, and by object. */
struct form_of {
    text_form number;
    const struct form *form;
};

/* Says why and where `parse` refuses a text of the form's length; SORTID_OK if it does not. */
sortid_status sortid_simd_refuse(const struct form *form, const char *text, size_t *position);

/* A struct form_of: NAMED_FORM(UUID, uuid). */
#define NAMED_FORM(FORM, NAME)                                                                     \
    {                                                                                              \
        FORM_##FORM, &sortid_form_##NAME                                                           \
    }

#define DECLARE_FORM(FORM, NAME)                                                                   \
    extern const struct form sortid_form_##NAME;                                                   \
    extern const struct codec sortid_scalar_##NAME, sortid_avx2_##NAME, sortid_avx512_##NAME,      \
        sortid_neon_##NAME;
EACH_FORM(DECLARE_FORM)
#undef DECLARE_FORM
extern const struct bulk sortid_scalar_bulk, sortid_avx2_bulk, sortid_avx512_bulk, sortid_neon_bulk;

/* An implementation with all its tables, for sortid_simd_use and tests; the last one is NULL. */
struct simd {
    const char *name; /* "scalar", "avx2", ... */
    size_t number;    /* in the order of EACH_SIMD */
    const struct codec *codecs[FORMS];
    const struct bulk *bulk;
};
extern const struct simd *const sortid_simd_all[SIMD_COUNT + 1];

/* Uses the implementation from now on; NULL: as before the first use. */
void sortid_simd_set(const struct simd *simd);

/* The number of the last implementation that runs here, and whether one runs. */
size_t sortid_simd_best(void);
bool sortid_simd_runs(size_t number);

/* The tables in use, each chosen at its first use, by the number of the implementation that was
 * set. NULL, or 0 for none: not yet. */
extern _Atomic(const struct codec *) sortid_simd_codecs[FORMS];
extern _Atomic(const struct bulk *) sortid_simd_bulk;
extern _Atomic size_t sortid_simd_number_set; /* plus one */

#ifdef SORTID_NO_SIMD
/* The compiler sees through the tables. */
static inline const struct codec *codec_if_chosen(const struct form_of *form)
{
    return form->form->codecs[0];
}

static inline const struct codec *codec_of(const struct form_of *form)
{
    return form->form->codecs[0];
}

static inline const struct bulk *bulk(void)
{
    return &sortid_scalar_bulk;
}
#else
const struct codec *sortid_simd_choose(text_form number, const struct form *form);
const struct bulk *sortid_simd_choose_bulk(void);

/* Relaxed order is enough, because the tables are constant data. */
static inline const struct codec *codec_if_chosen(const struct form_of *form)
{
    return atomic_load_explicit(&sortid_simd_codecs[form->number], memory_order_relaxed);
}

static inline const struct codec *codec_of(const struct form_of *form)
{
    const struct codec *chosen = codec_if_chosen(form);
    return chosen != NULL ? chosen : sortid_simd_choose(form->number, form->form);
}

static inline const struct bulk *bulk(void)
{
    const struct bulk *chosen = atomic_load_explicit(&sortid_simd_bulk, memory_order_relaxed);
    return chosen != NULL ? chosen : sortid_simd_choose_bulk();
}
#endif
