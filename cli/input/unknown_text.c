/* SPDX-License-Identifier: MIT */
/* unknown_text.c: writes what sortid_recognize_nearest finds as one message. */
#include "invalid_id.h"
#include "../ids/reading.h"
#include "../../common/text.h"

#include <sortid/unstable.h>
#include <inttypes.h>
#include <string.h>

/* How many kinds a message names, and how much further than the nearest they may be. */
#define NAMED_MAX     3
#define FURTHER_MAX   1
#define NEAREST_MAX   48
#define NAMES_SIZE    200
#define SENTENCE_SIZE 600

/* Whether two departures have one cause, so that one clause names both kinds. */
static bool is_same_cause(const sortid_departure *a, const sortid_departure *b)
{
    return a->status == b->status && a->position == b->position && a->length == b->length &&
           a->status != SORTID_BAD_LENGTH;
}

static const char *article(const char *name)
{
    return strchr("aeiox", *name) != NULL ? "an" : "a"; // an xid, but a ulid
}

/* The names of kinds that have one cause: "ulid", "uuid or uuidv7", "scru64 in hex, which has 16
 * bytes". `is_one`: the kind was asked for, and goes by its name; else families are meant. */
static struct text add_names(struct text names, const struct item *item,
                             const sortid_departure *all, size_t count, bool is_one)
{
    for (size_t i = 0; i < count; i++) {
        const sortid_kind_info *info = kind_info_of(all[i].kind);
        names = text_format(names, "%s%s", i > 0 ? " or " : "", is_one ? info->name : info->family);
    }
    if (all->form == SORTID_FORM_HEX)
        names = text_string(names, " in hex");
    if (all->length != item->total)
        names = text_format(names, "%s has %zu byte%s",
                            all->status == SORTID_BAD_LENGTH ? "" : ", which", (size_t)all->length,
                            all->length == 1 ? "" : "s");
    *names.at = '\0';
    return names;
}

static struct text add_cause(struct text sentence, const struct item *item,
                             const sortid_departure *all, size_t count, bool is_one)
{
    char names[NAMES_SIZE];
    struct quote bad;
    add_names(text_begin(names, sizeof names), item, all, count, is_one);
    switch (all->status) {
    case SORTID_OUT_OF_RANGE:
        return text_format(sentence, "beyond the last %s", names);
    case SORTID_BAD_VERSION:
    case SORTID_BAD_VARIANT:
        return text_format(sentence, "another version or variant than %s", names);
    default:
        sentence = text_format(sentence, "%s %s", article(names), names);
    }
    if (all->status != SORTID_BAD_DIGIT || all->position >= item->length)
        return sentence;
    return text_format(sentence, "%s cannot have %s at column %zu",
                       all->length != item->total ? "," : "",
                       quote_bytes(&bad, item->text + all->position, 1, 1), all->position + 1);
}

static struct text add_departures(struct text sentence, const struct item *item,
                                  const sortid_departure *all, size_t count, bool is_one)
{
    size_t near = 0;
    while (near < count && near < NAMED_MAX && all[near].distance <= all[0].distance + FURTHER_MAX)
        near++;
    for (size_t i = 0, end; i < near; i = end) {
        for (end = i + 1; end < near && is_same_cause(&all[i], &all[end]);)
            end++;
        sentence =
            add_cause(text_string(sentence, i > 0 ? "; " : ""), item, all + i, end - i, is_one);
    }
    return sentence;
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

/* What the nearest kinds would not explain; NULL: nothing. Sets the position in either case. Where
 * more bytes would have to change than remain, no kind is near. */
static const char *find_strange(const struct item *item, const sortid_departure *nearest,
                                size_t *position)
{
    *position = 0;
    if (item->total == 0)
        return "it is empty";
    if (is_hyphened_typeid(item)) {
        *position = item->length - TYPEID_END;
        return "a TypeID has an underscore after its prefix, not a hyphen";
    }
    if (2 * (uint64_t)nearest->distance > item->total)
        return "it resembles no known kind of ID";
    *position = nearest->position;
    return NULL;
}

void report_unknown_text(const struct item *item, const sortid_kind *kind, size_t position)
{
    sortid_departure all[NEAREST_MAX];
    char words[SENTENCE_SIZE];
    struct quote quoted;
    size_t count = 0;
    const sortid_recognize_options options = {.kind = kind};
    sortid_status status = sortid_recognize_nearest(all, sizeof *all, NEAREST_MAX, &count,
                                                    item->text, item->length, &options);
    if (status != SORTID_OK || count == 0)
        return; // never: the options are valid, and there are kinds
    quote_bytes(&quoted, item->text, item->length, item->total);
    const char *problem = kind == NULL ? find_strange(item, all, &position) : NULL;
    if (problem == NULL) {
        *add_departures(text_begin(words, sizeof words), item, all, count, kind != NULL).at = '\0';
        problem = words;
    }
    const char *name = kind != NULL ? kind_info_of(kind)->name : "known ID";
    report_input(&item->place, position, "%s (%" PRIu64 " byte%s) is not %s %s: %s", quoted.text,
                 item->total, item->total == 1 ? "" : "s", article(name), name, problem);
}
