/* SPDX-License-Identifier: MIT */
/* similar.c: the code behind similar.h: the distance of two words by letters changed, missing, added or swapped
 * (Damerau and Levenshtein, optimal string alignment), by the textbook's table. */
#include "similar.h"

#include <stddef.h>
#include <string.h>

/* Longer words are no slips of a command. */
#define LETTERS_MAX 16
#define SLIPS_MAX   2

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* More than SLIPS_MAX for words that are too long. */
static size_t distance_of(const char *a, const char *b)
{
    size_t table[LETTERS_MAX + 1][LETTERS_MAX + 1];
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > LETTERS_MAX || columns > LETTERS_MAX)
        return LETTERS_MAX;
    for (size_t i = 0; i <= rows; i++)
        for (size_t k = 0; k <= columns; k++) {
            if (i == 0 || k == 0) {
                table[i][k] = i + k;
                continue;
            }
            size_t found = least(table[i - 1][k], table[i][k - 1]) + 1;
            found = least(found, table[i - 1][k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                found = least(found, table[i - 2][k - 2] + 1);
            table[i][k] = found;
        }
    return table[rows][columns];
}

const char *similar_word(const char *word, const char *candidate, const char *nearest)
{
    size_t distance = distance_of(word, candidate);
    if (distance > SLIPS_MAX || 2 * distance >= strlen(candidate))
        return nearest;
    return nearest == NULL || distance < distance_of(word, nearest) ? candidate : nearest;
}
