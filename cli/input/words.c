/* SPDX-License-Identifier: MIT */
/* words.c: the escapes are those of URLs (RFC 3986, section 2.1, also applied twice), of strings in
 * C, JSON and shells, of logs of rsyslog (#011), of `cat -v` (^I), of mail (=3D: RFC 2045, section
 * 6.7) and of terminals (ECMA-48, section 5.4). */
#include "words.h"

#include <string.h>

#define HEX     "0123456789ABCDEFabcdef"
#define OCTAL   "01234567"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define ESCAPE  '\x1b'
#define CSI     '\x9b'

/* The most bytes of the numbers in an escape of a terminal. */
#define NUMBERS_MAX 32

/* A word in a text, and where it begins. */
struct place {
    struct word_begins *begins;
    const char *word, *begin, *end; /* `begin` and `end` are those of the text */
};

static void add(const struct place *place, size_t length)
{
    struct word_begins *begins = place->begins;
    if (begins->count < WORD_BEGINS_MAX && (size_t)(place->end - place->word) > length)
        begins->places[begins->count++] = place->word + length;
}

/* After an escape whose bytes are nothing else. */
static void add_sure(const struct place *place, size_t length)
{
    place->begins->is_escape = true;
    add(place, length);
}

static bool is_one_of(char byte, const char *set)
{
    return byte != '\0' && strchr(set, byte) != NULL;
}

/* The number of bytes of a set after the first `from` bytes of the word, at most `most`. */
static size_t count_of(const struct place *place, size_t from, size_t most, const char *set)
{
    size_t left = (size_t)(place->end - place->word), count = 0;
    while (count < most && from + count < left && is_one_of(place->word[from + count], set))
        count++;
    return count;
}

static bool has(const struct place *place, size_t from, size_t count, const char *set)
{
    return count_of(place, from, count, set) == count;
}

/* After the last digits of a number, from `from` on, and the letter that ends a terminal's escape. */
static void add_letter(const struct place *place, size_t from, bool is_sure)
{
    size_t at = from + count_of(place, from, NUMBERS_MAX, "0123456789");
    if (!has(place, at, 1, LETTERS))
        return;
    if (is_sure)
        add_sure(place, at + 1);
    else
        add(place, at + 1);
}

/* After "%": two hex digits, of which "25" are an escaped "%" before the next two; or u and four
 * digits. After a quote, "%" is rather a pattern of SQL. Of control characters only tabs and ends
 * of lines are usual. "[" and ";" may be parts of a terminal's escape. */
static void add_percent(const struct place *place)
{
    bool again = true;
    bool is_pattern = place->word - place->begin > 1 && is_one_of(place->word[-2], "'\"");
    if (has(place, 0, 1, "u") && has(place, 1, 4, HEX))
        add_sure(place, 5);
    for (size_t at = 0; again && has(place, at, 2, HEX); at += 2) {
        const char *digits = place->word + at;
        again = memcmp(digits, "25", 2) == 0;
        if (!is_pattern &&
            (is_one_of(*digits, "234567") || (*digits == '0' && is_one_of(digits[1], "9AaDd"))))
            add_sure(place, at + 2);
        else
            add(place, at + 2);
        if (is_one_of(*digits, "35") && is_one_of(digits[1], "Bb"))
            add_letter(place, at + 2, false);
    }
}

/* After "\": a letter; one to three octal digits, or four after 0; or x, u or U and hex digits. The
 * digits of a bytea of PostgreSQL follow "\x". */
static void add_backslash(const struct place *place)
{
    if (has(place, 0, 1, "abefnrtvxE"))
        add_sure(place, 1);
    for (size_t i = 1; i <= count_of(place, 0, 3 + has(place, 0, 1, "0"), OCTAL); i++)
        add(place, i);
    if (has(place, 0, 1, "x") && has(place, 1, 2, HEX))
        add_sure(place, 3);
    if (has(place, 0, 1, "u") && has(place, 1, 4, HEX))
        add_sure(place, 5);
    if (has(place, 0, 1, "U") && has(place, 1, 8, HEX))
        add_sure(place, 9);
}

/* Escapes of terminals: the escape character, bytes from " " to "/" and one more; or that character
 * and "[", or the byte 0x9b for both, then numbers and signs from " " to "?", and a letter. Other
 * programs write the escape character in many ways or leave it out, but keep the numbers. */
static void add_terminal(const struct place *place)
{
    const char *at = place->word, *begin = place->begin;
    bool has_signs = false; // not only those of numbers
    for (; at > begin && at[-1] >= ' ' && at[-1] <= '?' && place->word - at < NUMBERS_MAX; at--)
        has_signs = has_signs || at[-1] < '0';
    if (at == begin)
        return;
    if (at[-1] == ESCAPE && at < place->word && *at < '0')
        add_sure(place, 1);
    else if (at[-1] == '[' && at - begin > 1 && at[-2] == ESCAPE)
        add_letter(place, 0, true);
    else if (at[-1] == CSI || (at[-1] == '[' && !has_signs))
        add_letter(place, 0, false);
}

static void add_escapes(const struct place *place)
{
    switch (place->word[-1]) {
    case '%':
        add_percent(place);
        break;
    case '\\':
        add_backslash(place);
        break;
    case '#':
        if (has(place, 0, 3, OCTAL))
            add(place, 3);
        break;
    case '=':
        if (has(place, 0, 2, "0123456789ABCDEF"))
            add(place, 2);
        break;
    case '^':
    case ESCAPE:
        add(place, 1);
        break;
    default:
        break;
    }
    add_terminal(place);
}

void find_word_begins(struct word_begins *begins, const char *word, const char *begin,
                      const char *end)
{
    const struct place place = {.begins = begins, .word = word, .begin = begin, .end = end};
    begins->is_escape = false;
    begins->count = 0;
    if (word == end)
        return;
    add(&place, 0);
    if (word > begin)
        add_escapes(&place);
    if (*word == '0' && has(&place, 1, 1, "xX"))
        add(&place, 2);
}

bool word_begins(const char *at, const char *begin, const char *end)
{
    struct word_begins begins;
    const char *word = at;
    while (word > begin && is_word_byte(word[-1]) && at - word <= NUMBERS_MAX)
        word--;
    if (word > begin && is_word_byte(word[-1]))
        return false; /* longer than any escape */
    find_word_begins(&begins, word, begin, end);
    while (begins.count > 0)
        if (begins.places[--begins.count] == at)
            return true;
    return false;
}
