/* SPDX-License-Identifier: MIT */
/* reading.c: the words of readings. Only the node of scru64 is special to a format. */
#include "reading.h"
#include "../../common/similar.h"

#include <stdlib.h>
#include <string.h>

const sortid_kind_info *kind_info_of(const sortid_kind *kind)
{
    static sortid_kind_info info;
    static const sortid_kind *last;
    if (kind != last && sortid_kind_describe(kind, &info, sizeof info) != SORTID_OK)
        abort(); /* not a kind */
    last = kind;
    return &info;
}

const char *article(const char *name)
{
    return strchr("aeiox", *name) != NULL ? "an" : "a"; // an xid, but a ulid
}

/* Other names of kinds and families. */
static const char *usual_name(const char *word)
{
    static const char *const names[][2] = {{"mongo", "objectid"}, {"mongodb", "objectid"},
                                           {"oid", "objectid"},   {"bson", "objectid"},
                                           {"v7", "uuidv7"},      {"guid", "uuid"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same_word(names[i][0], word))
            return names[i][1];
    return word;
}

/* Whether a word is the name of a kind, also without hyphens (uuidv4), or what is after the first
 * hyphen (twitter). */
static bool is_name(const char *name, const char *word)
{
    const char *part = strchr(name, '-');
    if (part != NULL && same_word(part + 1, word))
        return true;
    for (; *name != '\0'; name++)
        if (lower_letter(*word) == *name)
            word++;
        else if (*name != '-')
            return false;
    return *word == '\0';
}

/* The word uuid also names uuidv7, whose family is uuidv7. */
static bool is_of_family(const sortid_kind_info *info, const char *word)
{
    return same_word(info->family, word) ||
           (same_word("uuid", word) && strncmp(info->name, "uuid", strlen("uuid")) == 0);
}

bool kinds_add(struct kinds *kinds, const char *word)
{
    const sortid_kind *kind;
    size_t before = kinds->count;
    word = usual_name(word);
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL && kinds->count < KINDS_MAX; i++)
        if (is_name(kind_info_of(kind)->name, word)) {
            kinds->all[kinds->count++] = kind;
            return true;
        }
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL && kinds->count < KINDS_MAX; i++)
        if (is_of_family(kind_info_of(kind), word))
            kinds->all[kinds->count++] = kind;
    return kinds->count > before;
}

bool kinds_have(const struct kinds *kinds, const sortid_kind *kind)
{
    for (size_t i = 0; i < kinds->count; i++)
        if (kinds->all[i] == kind)
            return true;
    return kinds->count == 0;
}

size_t kinds_keep(const struct kinds *kinds, sortid_reading *readings, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kinds_have(kinds, readings[i].kind))
            readings[kept++] = readings[i];
    return kept;
}

bool reading_of_text(sortid_reading *reading, const char *text, size_t length,
                     const sortid_kind *kind)
{
    size_t count;
    const sortid_recognize_options request = {.kind = kind};
    return sortid_recognize(reading, sizeof *reading, 1, &count, text, length, &request, NULL) ==
           SORTID_OK;
}

const char *reading_confidence(uint32_t confidence)
{
    static const char *const words[] = {"low", "low", "medium", "high"};
    return words[confidence & 3];
}

const struct reading_reason *reading_reason_at(size_t index)
{
    static const struct reading_reason reasons[] = {
        {SORTID_WHY_PREFIX, "prefix", "the prefix"},
        {SORTID_WHY_VERSION, "version", "the version bits"},
        {SORTID_WHY_ALPHABET, "alphabet", "the exact alphabet"},
        {SORTID_WHY_TIME, "time", "a plausible time"},
        {SORTID_WHY_LENGTH, "length", "the length alone"},
    };
    return index < sizeof reasons / sizeof *reasons ? &reasons[index] : NULL;
}

const char *reading_hex(char digits[2 * SORTID_MAX_SIZE + 1], const sortid_reading *reading)
{
    size_t size = reading->size <= SORTID_MAX_SIZE ? reading->size : SORTID_MAX_SIZE;
    for (size_t i = 0; i < size; i++) {
        digits[2 * i] = "0123456789abcdef"[reading->id[i] >> 4];
        digits[2 * i + 1] = "0123456789abcdef"[reading->id[i] & 15];
    }
    digits[2 * size] = '\0';
    return digits;
}

bool reading_split_node(uint32_t *node_id, uint32_t *counter, const sortid_reading *reading,
                        unsigned node_size)
{
    sortid_scru64 id;
    if (reading->format != sortid_scru64_format())
        return false;
    memcpy(id.bytes, reading->id, sizeof id.bytes);
    return sortid_scru64_split(node_id, counter, &id, node_size) == SORTID_OK;
}
