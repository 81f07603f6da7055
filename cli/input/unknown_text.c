/* SPDX-License-Identifier: MIT */
/* unknown_text.c: writes what sortid_recognise_nearest finds as one message. */
#include "unknown_text.h"
#include "../ids/reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The kinds that a message names, and how much further than the nearest they may be. */
#define NAMED_MAX     3
#define FURTHER_MAX   1
#define NEAREST_MAX   48
#define SENTENCE_SIZE 600

struct sentence {
    char text[SENTENCE_SIZE];
    size_t used;
};

/* Text beyond the size is cut; no message is that long. */
static void add(struct sentence *sentence, const char *text)
{
    size_t length = strlen(text), left = SENTENCE_SIZE - 1 - sentence->used;
    length = length < left ? length : left;
    memcpy(sentence->text + sentence->used, text, length);
    sentence->used += length;
    sentence->text[sentence->used] = '\0';
}

static void add_number(struct sentence *sentence, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    add(sentence, digits);
}

/* Whether two departures have one cause, so that one clause names both kinds. */
static bool is_same_cause(const sortid_departure *a, const sortid_departure *b)
{
    return a->status == b->status && a->position == b->position && a->length == b->length &&
           a->status != SORTID_BAD_LENGTH;
}

static void add_bad_digit(struct sentence *sentence, const struct item *item, size_t position)
{
    struct quote bad;
    add(sentence, quote_bytes(&bad, item->text + position, 1, 1));
    add(sentence, " at ");
    add_number(sentence, position + 1);
    add(sentence, " cannot be there in ");
}

/* `is_one`: the kind was asked for, and goes by its name; else a family is meant. */
static void add_cause(struct sentence *sentence, const struct item *item,
                      const sortid_departure *departure, bool is_one)
{
    const char *name =
        is_one ? kind_info_of(departure->kind)->name : kind_info_of(departure->kind)->family;
    switch (departure->status) {
    case SORTID_BAD_DIGIT:
        if (departure->position < item->length)
            add_bad_digit(sentence, item, departure->position);
        break;
    case SORTID_OUT_OF_RANGE:
        add(sentence, "beyond the last ");
        break;
    case SORTID_BAD_VERSION:
    case SORTID_BAD_VARIANT:
        add(sentence, "another version or variant than ");
        break;
    default:
        break;
    }
    add(sentence, name);
    if (departure->form == SORTID_FORM_HEX)
        add(sentence, " in hex");
    if (departure->length != item->total) {
        add(sentence, departure->status == SORTID_BAD_LENGTH ? " has " : ", which has ");
        add_number(sentence, departure->length);
        add(sentence, departure->length == 1 ? " byte" : " bytes");
    }
}

static void add_departures(struct sentence *sentence, const struct item *item,
                           const sortid_departure *all, size_t count, bool is_one)
{
    for (size_t i = 0; i < count && i < NAMED_MAX; i++) {
        if (all[i].distance > all[0].distance + FURTHER_MAX)
            break;
        if (i > 0 && is_same_cause(&all[i - 1], &all[i])) {
            add(sentence, " or ");
            add(sentence, kind_info_of(all[i].kind)->family);
        } else {
            add(sentence, i > 0 ? "; " : "");
            add_cause(sentence, item, &all[i], is_one);
        }
    }
}

/* The digits of a TypeID, with what separates them from the prefix. */
#define TYPEID_END 27

/* Whether the text is a TypeID with a hyphen in the place of the underscore. */
static bool is_hyphened_typeid(const struct item *item)
{
    char text[SORTID_TYPEID_TEXT_SIZE];
    uint8_t uuid[16];
    size_t prefix_length;
    if (item->total != item->length || item->length <= TYPEID_END || item->length > sizeof text ||
        item->text[item->length - TYPEID_END] != '-')
        return false;
    memcpy(text, item->text, item->length);
    text[item->length - TYPEID_END] = '_';
    return sortid_typeid_parse(uuid, &prefix_length, text, item->length, NULL) == SORTID_OK;
}

/* Reports what the nearest kinds would not explain; false if there is nothing of that. Where more
 * bytes would have to change than stay, no kind is near. */
static bool report_strange(const struct item *item, const sortid_departure *nearest,
                           const char *quoted)
{
    const char *problem = "no kind of ID is like it";
    size_t position = 0;
    if (item->total == 0) {
        problem = "it is empty";
    } else if (is_hyphened_typeid(item)) {
        problem = "a TypeID has an underscore after its prefix, not a hyphen";
        position = item->length - TYPEID_END;
    } else if (2 * (uint64_t)nearest->distance <= item->total) {
        return false;
    }
    report_input(&item->place, position, "%s (%" PRIu64 " byte%s) is no known ID: %s", quoted,
                 item->total, item->total == 1 ? "" : "s", problem);
    return true;
}

/* Writes the message; `position` SIZE_MAX: that of the nearest kind. */
static void report_departures(const struct item *item, const sortid_kind *kind, size_t position)
{
    sortid_departure all[NEAREST_MAX];
    struct sentence sentence = {.used = 0};
    struct quote quoted;
    size_t count = 0;
    const sortid_recognise_options options = {.kind = kind};
    sortid_status status = sortid_recognise_nearest(all, sizeof *all, NEAREST_MAX, &count,
                                                    item->text, item->length, &options);
    if (status != SORTID_OK || count == 0)
        return; // never: the options are valid, and there are kinds
    quote_bytes(&quoted, item->text, item->length, item->total);
    if (kind == NULL && report_strange(item, all, quoted.text))
        return;
    add_departures(&sentence, item, all, count, kind != NULL);
    report_input(&item->place, position < SIZE_MAX ? position : all[0].position,
                 "%s (%" PRIu64 " byte%s) is no %s: %s", quoted.text, item->total,
                 item->total == 1 ? "" : "s", kind != NULL ? kind_info_of(kind)->name : "known ID",
                 sentence.text);
}

void report_unknown_text(const struct item *item)
{
    report_departures(item, NULL, SIZE_MAX);
}

void report_no_id_of(const struct item *item, const sortid_kind *kind, size_t position)
{
    report_departures(item, kind, position);
}
