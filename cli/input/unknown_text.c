/* SPDX-License-Identifier: MIT */
/* unknown_text.c: writes what sortid_recognize_nearest finds as one message. */
#include "invalid_id.h"
#include "../../common/similar.h"
#include "../../common/text.h"

#include <sortid/unstable.h>
#include <inttypes.h>

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

static sortid_status parse_as_kind(const void *context, const char *text, size_t length,
                                   size_t *position)
{
    size_t count;
    const sortid_recognize_options request = {.kind = context};
    return sortid_recognize(NULL, sizeof(sortid_reading), 0, &count, text, length, &request,
                            position);
}

/* A digit that leaves no bits of a kind for others: the last of an xid, the first of a TypeID. */
static struct text add_limits(struct text sentence, const struct item *item,
                              const sortid_departure *departure, const char *names)
{
    char list[LIST_SIZE] = "";
    const sortid_kind *kind = departure->kind;
    const struct id_parser parser = {.parse = parse_as_kind, .context = kind};
    if (kind_info_of(kind)->format == NULL)
        list_valid_bytes(list, item, departure->position, &parser);
    if (*list == '\0')
        return text_format(sentence, "beyond the last %s", names);
    if (departure->position + 1 == item->length)
        sentence = text_string(sentence, "the last digit");
    else
        sentence = text_format(sentence, "the digit at column %zu", departure->position + 1);
    sentence = text_format(sentence, " of %s %s must be", article(names), names);
    if (strlen(list) == 4 && list[2] == ' ') // two digits
        return text_format(sentence, "%.2s or%s", list, list + 2);
    return text_format(sentence, " one of%s", list);
}

static struct text add_cause(struct text sentence, const struct item *item,
                             const sortid_departure *all, size_t count, bool is_one)
{
    char names[NAMES_SIZE];
    struct quote bad;
    add_names(text_begin(names, sizeof names), item, all, count, is_one);
    switch (all->status) {
    case SORTID_OUT_OF_RANGE:
        return add_limits(sentence, item, all, names);
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

bool find_correction(char text[READING_TEXT_MAX], const char **name, const struct item *item,
                     const struct kinds *kinds, uint32_t wanted)
{
    sortid_reading reading;
    if (item->total != item->length || item->length >= READING_TEXT_MAX)
        return false;
    for (size_t i = 0; i < item->length; i++)
        text[i] = lower_letter(item->text[i]);
    text[item->length] = '\0';
    if (item->length > TYPEID_END && text[item->length - TYPEID_END] == '-')
        text[item->length - TYPEID_END] = '_';
    if (!reading_of_text(&reading, text, item->length, kinds->count == 1 ? kinds->all[0] : NULL) ||
        reading.form == SORTID_FORM_INT || (reading.why & wanted) == 0 ||
        (kinds->count == 0 && kind_info_of(reading.kind)->is_vague != 0))
        return false;
    *name = kind_info_of(reading.kind)->name;
    return true;
}

static bool describe_correction(char words[SENTENCE_SIZE], size_t *position,
                                const struct item *item, const struct kinds *kinds, uint32_t wanted)
{
    char text[READING_TEXT_MAX];
    const char *name;
    size_t at = 0;
    if (!find_correction(text, &name, item, kinds, wanted))
        return false;
    while (item->text[at] == text[at])
        at++;
    if (item->text[at] == '-')
        snprintf(words, SENTENCE_SIZE,
                 "a TypeID has an underscore after its prefix, not a hyphen: write %s", text);
    else
        snprintf(words, SENTENCE_SIZE, "it is %s %s with letters in upper case: write %s",
                 article(name), name, text);
    *position = at;
    return true;
}

/* What the text is, if that is clear; false, and the position is unchanged: it is not. */
static bool describe_likely(char words[SENTENCE_SIZE], size_t *position, const struct item *item,
                            const struct kinds *kinds)
{
    static struct text_readings other;
    static const struct kinds any = {.count = 0};
    const sortid_kind *kind = kinds->count == 1 ? kinds->all[0] : NULL;
    const struct decoder decoder =
        kind != NULL ? decoder_of(kind, encoding_at(0), false) : (struct decoder){.kind = NULL};
    if (kinds->count > 0 && item->total == item->length &&
        read_text_freely(&other, item->text, item->length, &any) && other.prefix == 0 &&
        other.all->confidence > SORTID_CONFIDENCE_LOW) {
        const char *name = kind_info_of(other.all->kind)->name;
        snprintf(words, SENTENCE_SIZE, "it is %s %s%s%s", article(name), name,
                 kinds_have(kinds, other.all->kind) ? " in another encoding: give -i " : "",
                 kinds_have(kinds, other.all->kind) ? other.encoding->name : "");
        return true;
    }
    return describe_correction(words, position, item, kinds, SORTID_WHY_TIME) ||
           describe_inside(words, position, item, kind != NULL ? &decoder : NULL) ||
           describe_correction(words, position, item, kinds, UINT32_MAX);
}

void report_unknown_text(const struct item *item, const struct kinds *kinds, size_t position)
{
    sortid_departure all[NEAREST_MAX];
    char words[SENTENCE_SIZE];
    struct quote quoted;
    size_t count = 0, kept = 0;
    const sortid_kind *kind = kinds->count == 1 ? kinds->all[0] : NULL;
    const sortid_recognize_options options = {.kind = kind};
    sortid_status status = sortid_recognize_nearest(all, sizeof *all, NEAREST_MAX, &count,
                                                    item->text, item->length, &options);
    for (size_t i = 0; i < count; i++)
        if (kinds_have(kinds, all[i].kind))
            all[kept++] = all[i];
    if (status != SORTID_OK || kept == 0)
        return; // never: the options are valid, and there are kinds
    quote_bytes(&quoted, item->text, item->length, item->total);
    if (item->total == 0 && kind == NULL) {
        snprintf(words, sizeof words, "it is empty");
    } else if (!describe_likely(words, &position, item, kinds)) {
        if (kind == NULL && 2 * (uint64_t)all->distance > item->total) {
            snprintf(words, sizeof words, "it resembles no known kind of ID");
        } else {
            position = kind == NULL ? all->position : position;
            *add_departures(text_begin(words, sizeof words), item, all, kept, kind != NULL).at =
                '\0';
        }
    }
    const char *name = kind != NULL        ? kind_info_of(kind)->name
                       : kinds->count == 0 ? "known ID"
                                           : kind_info_of(kinds->all[kinds->count - 1])->family;
    report_input(&item->place, position, "%s (%" PRIu64 " byte%s) is not %s %s: %s", quoted.text,
                 item->total, item->total == 1 ? "" : "s", article(name), name, words);
}
