/* SPDX-License-Identifier: MIT */
/* text/hex.c: hex digits out and in. A UUID is read and written as five runs of hex, with a
 * hyphen before each except the first. */
#include "hex.h"
#include "digits.h"
#include "memory.h"

#define MAX_BYTES 20

/* The runs of a UUID: first byte, number of bytes. A run's text begins at twice
 * its first byte plus one place for each hyphen before it. */
static const struct run {
    unsigned char first, count;
} RUNS[5] = {{0, 4}, {4, 2}, {6, 2}, {8, 2}, {10, 6}};

static size_t run_offset(size_t run)
{
    return 2u * RUNS[run].first + run;
}

void sortid_text_print_hex(char *text, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        put_pair(text + 2 * i, sortid_text_pairs16, 16, bytes[i]);
}

sortid_status sortid_text_parse_hex(uint8_t *bytes, size_t size, const char *text, size_t *position)
{
    uint8_t result[MAX_BYTES];
    uint64_t seen = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t byte = digit_bits(sortid_text_value16, text[2 * i]) << 4 |
                        digit_bits(sortid_text_value16, text[2 * i + 1]);
        seen |= byte;
        result[i] = (uint8_t)byte;
    }
    if (!all_digits(seen))
        return sortid_text_refuse_digit(sortid_text_value16, 16, text, 2 * size, position);
    memcpy(bytes, result, size);
    return SORTID_OK;
}

void sortid_text_print_uuid(char text[36], const uint8_t bytes[16])
{
    for (size_t run = 0; run < 5; run++) {
        if (run > 0)
            text[run_offset(run) - 1] = '-';
        sortid_text_print_hex(text + run_offset(run), bytes + RUNS[run].first, RUNS[run].count);
    }
}

sortid_status sortid_text_parse_uuid(uint8_t bytes[16], const char text[36], size_t *position)
{
    uint8_t result[16];
    for (size_t run = 0; run < 5; run++) {
        size_t offset = run_offset(run), at;
        if (run > 0 && text[offset - 1] != '-')
            return refuse(position, offset - 1, SORTID_BAD_DIGIT);
        if (sortid_text_parse_hex(result + RUNS[run].first, RUNS[run].count, text + offset, &at) !=
            SORTID_OK)
            return refuse(position, offset + at, SORTID_BAD_DIGIT);
    }
    memcpy(bytes, result, sizeof result);
    return SORTID_OK;
}
