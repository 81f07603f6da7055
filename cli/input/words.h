/* SPDX-License-Identifier: MIT */
/* words.h: where words begin in a text that other programs have written. A word is a sequence of
 * ASCII letters and digits. If escapes stand before it, as in `%22ID`, `\nID` and `ESC[32mID`, the
 * word also begins after them. Words end before escapes, which begin with another byte. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

static inline bool is_word_byte(char c)
{
    unsigned char byte = (unsigned char)c;
    return (byte | 32u) - 'a' < 26u || byte - (unsigned)'0' < 10u;
}

/* More places than a word can begin at. */
#define WORD_BEGINS_MAX 8

/* The places where a word begins: the first of its letters and digits, and after each escape that
 * these may belong to. The places ascend. */
struct word_begins {
    const char *places[WORD_BEGINS_MAX];
    size_t count;
    bool is_escape; /* the first place is hardly one: it is in an escape */
};

/* `word` is the start of the text or comes after a byte that is in no word; the text goes from
 * `begin` to `end`. */
void find_word_begins(struct word_begins *begins, const char *word, const char *begin,
                      const char *end);

/* Whether a word begins at a place. */
bool word_begins(const char *at, const char *begin, const char *end);
