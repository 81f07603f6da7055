/* SPDX-License-Identifier: MIT */
/* similar.c: measures how alike two words are: their distance by letters changed, missing, added or
 * swapped (Damerau and Levenshtein, optimal string alignment), by the textbook's table. */
#include "similar.h"

#include <stddef.h>
#include <string.h>

/* Longer words are not slips of a name. */
#define LETTERS_MAX 24
#define SLIPS_MAX   2

/* Of fewer letters too many names are as near: oid is not a slip of xid, cuid not one of ksuid. */
#define LETTERS_OF_SLIP 3
#define PREFIX_MIN      4
#define FAR             (2 * SLIPS_MAX + 1)

char lower_letter(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool same_word(const char *a, const char *b)
{
    while (*a != '\0' && lower_letter(*a) == lower_letter(*b)) {
        a++;
        b++;
    }
    return lower_letter(*a) == lower_letter(*b);
}

struct letters {
    char text[LETTERS_MAX];
    size_t count;
};

/* Reads the letters that matter, up to an equals sign, in lower case; false if there are too
 * many. */
static bool read_letters(struct letters *letters, const char *word)
{
    letters->count = 0;
    for (; *word != '\0' && *word != '='; word++) {
        if (*word == '-' || *word == '_')
            continue;
        if (letters->count == LETTERS_MAX)
            return false;
        letters->text[letters->count++] = lower_letter(*word);
    }
    return true;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t count_slips(const struct letters *a, const struct letters *b)
{
    size_t table[LETTERS_MAX + 1][LETTERS_MAX + 1];
    for (size_t i = 0; i <= a->count; i++)
        for (size_t k = 0; k <= b->count; k++) {
            if (i == 0 || k == 0) {
                table[i][k] = i + k;
                continue;
            }
            size_t found = least(table[i - 1][k], table[i][k - 1]) + 1;
            found = least(found, table[i - 1][k - 1] + (a->text[i - 1] != b->text[k - 1]));
            if (i > 1 && k > 1 && a->text[i - 1] == b->text[k - 2] &&
                a->text[i - 2] == b->text[k - 1])
                found = least(found, table[i - 2][k - 2] + 1);
            table[i][k] = found;
        }
    return table[a->count][b->count];
}

/* 0: the same letters; 1: the first part; 2 and more: slips; FAR: not alike. */
static size_t distance_of(const char *word, const char *candidate)
{
    struct letters a, b;
    if (!read_letters(&a, word) || !read_letters(&b, candidate))
        return FAR;
    if (a.count >= PREFIX_MIN && a.count < b.count && memcmp(a.text, b.text, a.count) == 0)
        return 1;
    size_t slips = count_slips(&a, &b);
    return slips <= SLIPS_MAX && LETTERS_OF_SLIP * slips <= b.count ? 2 * slips : FAR;
}

const char *similar_word(const char *word, const char *candidate, const char *nearest)
{
    size_t distance = distance_of(word, candidate);
    if (distance == FAR)
        return nearest;
    return nearest == NULL || distance < distance_of(word, nearest) ? candidate : nearest;
}
