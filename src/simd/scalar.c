/* SPDX-License-Identifier: MIT */
/* simd/scalar.c: the portable implementation: src/text/ for one ID, in a loop for many. The other
 * implementations must give the same results. The texts of each radix are in scalar_*.c, which also
 * say why a text is refused. */
#include "scalar.h"
#include "chacha20.h"
#include "../text/bytes.h"
#include "../text/decimal.h"

size_t sortid_scalar_print_decimals(char *text, const uint8_t *bytes, size_t count, int separator)
{
    return (size_t)(print_decimals_singly(text, bytes, 16, count, separator) - text);
}

/* Reads nothing: the caller reads them one by one. */
size_t sortid_scalar_parse_decimals(uint8_t *bytes, size_t *consumed, const char *text,
                                    size_t length, size_t count, int separator)
{
    (void)bytes, (void)text, (void)length, (void)count, (void)separator;
    *consumed = 0;
    return 0;
}

static void scalar_count8(uint8_t *ids, size_t count, uint64_t first)
{
    for (size_t i = 0; i < count; i++)
        store_be64(ids + 8 * i, first + i);
}

static void scalar_count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                           const uint8_t *tails)
{
    for (size_t i = 0; i < count; i++) {
        store_be64(ids + 16 * i, high);
        store_be64(ids + 16 * i + 8, low + i * step);
        if (tails != NULL)
            memcpy(ids + 16 * i + 12, tails + 4 * i, 4);
    }
}

const struct bulk sortid_scalar_bulk = {
    .print_decimals = sortid_scalar_print_decimals,
    .parse_decimals = sortid_scalar_parse_decimals,
    .chacha20 = sortid_simd_chacha20,
    .count8 = scalar_count8,
    .count16 = scalar_count16,
};
