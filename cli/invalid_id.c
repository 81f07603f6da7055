/* SPDX-License-Identifier: MIT */
/* explain.c: finds out what a reader would have taken, by asking it: other
 * lengths, other bytes in the bad place. Called for bad items only, so that it
 * may ask a few hundred times. It reports; it never decides what is bad. */
#include "invalid_id.h"
#include "format_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "0-9 A-F a-f" and the like: at most 128 bytes, 2 characters each. */
#define WORDS_SIZE 300

static const char *format_name(const struct id_parser *reader)
{
    return reader->format != NULL ? info_of(reader->format)->name : "ID";
}

static void add_number(char *words, size_t number, const char *before)
{
    size_t used = strlen(words);
    snprintf(words + used, WORDS_SIZE - used, "%s%zu", before, number);
}

/* Whether the reader knows texts of this length; all digits are 0. */
static bool is_length(const struct id_parser *reader, size_t length)
{
    char zeros[SORTID_MAX_TEXT_SIZE];
    size_t position;
    memset(zeros, '0', sizeof zeros);
    return reader->read(reader->context, zeros, length, &position) != SORTID_BAD_LENGTH;
}

/* Writes the right lengths: "25", "32 or 40", "25, 26 or 32", "1 to 39". */
static void right_lengths(char *words, const struct id_parser *reader)
{
    size_t run = 0; // right lengths side by side, up to this one
    words[0] = '\0';
    for (size_t length = 1; length <= SORTID_MAX_TEXT_SIZE; length++) {
        run = is_length(reader, length) ? run + 1 : 0;
        bool ends = length == SORTID_MAX_TEXT_SIZE || !is_length(reader, length + 1);
        if (run == 1 || (run == 2 && ends))
            add_number(words, length, words[0] != '\0' ? ", " : "");
        else if (run > 2 && ends)
            add_number(words, length, " to ");
    }
    char *last = strrchr(words, ',');
    if (last != NULL) { // ", 40" becomes " or 40"
        memmove(last + 4, last + 2, strlen(last + 2) + 1);
        memcpy(last, " or ", 4);
    }
}

/* Hyphens do not count, but of a line that was cut nobody knows them all. */
static bool tells_digits(const struct item *item, const struct id_parser *reader)
{
    return reader->hyphens_do_not_count && item->total == item->length;
}

static uint64_t count_digits(const struct item *item)
{
    uint64_t digits = item->total;
    for (size_t i = 0; i < item->length; i++)
        digits -= item->text[i] == '-';
    return digits;
}

static void report_length(const struct item *item, const struct parse_error *fault,
                          const struct id_parser *reader, const char *quoted)
{
    char lengths[WORDS_SIZE];
    bool in_digits = tells_digits(item, reader);
    uint64_t count = in_digits ? count_digits(item) : item->total;
    right_lengths(lengths, reader);
    report_input(&item->place, fault->position, "%s has %" PRIu64 " %s%s, a%s %s has %s%s", quoted,
                 count, in_digits ? "digit" : "byte", count == 1 ? "" : "s",
                 reader->format == NULL ? "n" : "", format_name(reader), lengths,
                 reader->hyphens_do_not_count && !in_digits ? " digits" : "");
}

/* Whether the reader comes past the bad place once `byte` stands there. */
static bool is_right_byte(const struct id_parser *reader, char *text, size_t length, size_t place,
                          char byte)
{
    size_t position = 0;
    text[place] = byte;
    sortid_status status = reader->read(reader->context, text, length, &position);
    return status == SORTID_OK || status == SORTID_OUT_OF_RANGE ||
           (status == SORTID_BAD_DIGIT && position > place);
}

/* Adds " a", " a b" or " a-z", all right ones from `first` on; returns the last. */
static char add_run(char **words, const bool right[128], char first)
{
    char *out = *words;
    char last = first;
    while (right[(unsigned char)last + 1]) // 0x7f is never right
        last++;
    *out++ = ' ';
    *out++ = first;
    if (last > first) {
        *out++ = last > first + 1 ? '-' : ' ';
        *out++ = last;
    }
    *words = out;
    return last;
}

/* Writes the bytes that would have been right: "0-9 a-h j k m n p-t v-z". Case
 * never counts: letters are told in lower case. */
static void right_bytes(char *words, const struct item *item, const struct parse_error *fault,
                        const struct id_parser *reader)
{
    char text[INPUT_KEPT];
    bool right[128] = {false};
    memcpy(text, item->text, item->length);
    for (int byte = 0x21; byte < 0x7f; byte++)
        right[byte] = !(byte >= 'A' && byte <= 'Z') &&
                      is_right_byte(reader, text, item->length, fault->position, (char)byte);
    for (char first = 0x21; first < 0x7f; first++) {
        if (right[(unsigned char)first])
            first = add_run(&words, right, first);
    }
    *words = '\0';
}

static void report_digit(const struct item *item, const struct parse_error *fault,
                         const struct id_parser *reader, const char *quoted)
{
    char bytes[WORDS_SIZE];
    struct quote bad;
    quote_bytes(&bad, item->text + fault->position, 1, 1);
    if (reader->hyphens_do_not_count && item->text[fault->position] == '-') {
        report_input(&item->place, fault->position, "%s in %s: a hyphen stands between two digits",
                     bad.text, quoted);
        return;
    }
    right_bytes(bytes, item, fault, reader);
    report_input(&item->place, fault->position, "%s in %s: here a%s %s has one of%s", bad.text,
                 quoted, reader->format == NULL ? "n" : "", format_name(reader), bytes);
}

/* The last ID of the format, written as the item was (by its length: no format has two
 * encodings of one length); bytes are told in hex. */
static void report_range(const struct item *item, const struct parse_error *fault,
                         const struct id_parser *reader, const char *quoted)
{
    static const sortid_encoding encodings[] = {SORTID_ENCODING_TEXT, SORTID_ENCODING_INT,
                                                SORTID_ENCODING_HEX};
    char text[SORTID_MAX_TEXT_SIZE];
    uint8_t last[SORTID_MAX_SIZE];
    sortid_format_max(reader->format, last);
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        if (print_id(text, reader->format, encodings[i], last) == item->length)
            break;
    report_input(&item->place, fault->position, "%s is beyond the last %s, %s", quoted,
                 format_name(reader), text);
}

void report_invalid_id(const struct item *item, const struct parse_error *fault,
                       const struct id_parser *reader)
{
    struct quote quoted;
    quote_bytes(&quoted, item->text, item->length, item->total);
    if (fault->status == SORTID_BAD_LENGTH)
        report_length(item, fault, reader, quoted.text);
    else if (fault->status == SORTID_BAD_DIGIT)
        report_digit(item, fault, reader, quoted.text);
    else if (fault->status == SORTID_OUT_OF_RANGE && reader->format != NULL)
        report_range(item, fault, reader, quoted.text);
    else
        report_input(&item->place, fault->position, "%s: %s", quoted.text,
                     sortid_status_text(fault->status));
}
