/* SPDX-License-Identifier: MIT */
/* kinds.c: descriptions of kinds are read at the first use and kept: the library's handles are
 * static, and the command has one thread and one layout. */
#include "kinds.h"
#include "../../common/similar.h"

#include <stdlib.h>
#include <string.h>

/* More than the library has kinds. */
#define MAX_KINDS 64

static const struct layout *used_layout;

/* The kind that --bits reads: the first that has all 64 bits. */
static const sortid_kind *layout_kind(void)
{
    return sortid_kind_find("snowflake-discord");
}

static const sortid_kind_info *layout_info(const sortid_kind_info *own)
{
    static sortid_kind_info info;
    info = *own;
    info.name = info.family;
    info.title = "Snowflake (layout of --bits)";
    info.field_count = (uint32_t)used_layout->count - 1;
    return &info;
}

const sortid_kind_info *kind_info_of(const sortid_kind *kind)
{
    static struct {
        const sortid_kind *kind;
        sortid_kind_info info;
    } known[MAX_KINDS];
    static size_t last; /* most calls are for the kind of the call before */
    if (known[last].kind != kind) {
        for (last = 0; known[last].kind != NULL && known[last].kind != kind;)
            if (++last == MAX_KINDS)
                abort(); /* a later library, with more kinds */
        if (sortid_kind_describe(kind, &known[last].info, sizeof known->info) != SORTID_OK)
            abort(); /* not a kind */
        known[last].kind = kind;
    }
    return layout_of(kind) == NULL ? &known[last].info : layout_info(&known[last].info);
}

const sortid_kind *kind_of_format(const sortid_format *format)
{
    const sortid_kind *kind;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        if (kind_info_of(kind)->format == format)
            return kind;
    abort(); /* not a format */
}

const char *article(const char *name)
{
    return strchr("aeiox", *name) != NULL ? "an" : "a"; // an xid, but a ulid
}

/* Other names of kinds and families. */
static const char *usual_name(const char *word)
{
    static const char *const names[][2] = {{"mongo", "objectid"},  {"mongodb", "objectid"},
                                           {"oid", "objectid"},    {"bson", "objectid"},
                                           {"v7", "uuidv7"},       {"guid", "uuid"},
                                           {"firebase", "pushid"}, {"atproto", "tid"}};
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

static void add(struct kinds *kinds, const sortid_kind *kind)
{
    if (kinds->count < KINDS_MAX && (kinds->count == 0 || !kinds_have(kinds, kind)))
        kinds->all[kinds->count++] = kind;
}

bool kinds_add(struct kinds *kinds, const char *word)
{
    const sortid_kind *kind;
    bool is_family = false;
    word = usual_name(word);
    if (used_layout != NULL && same_word(kind_info_of(layout_kind())->family, word)) {
        add(kinds, layout_kind());
        return true;
    }
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        if (is_name(kind_info_of(kind)->name, word)) {
            add(kinds, kind);
            return true;
        }
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++) {
        const sortid_kind_info *info = kind_info_of(kind);
        bool is_uuid = strncmp(info->name, "uuid", 4) == 0; // the family of uuidv7 is another one
        if (same_word(info->family, word) || (is_uuid && same_word("uuid", word))) {
            add(kinds, kind);
            is_family = true;
        }
    }
    return is_family;
}

bool kinds_have(const struct kinds *kinds, const sortid_kind *kind)
{
    for (size_t i = 0; i < kinds->count; i++)
        if (kinds->all[i] == kind)
            return true;
    return kinds->count == 0;
}

/* ---- Layout of Snowflakes -------------------------------------------------------------------- */

/* The most bits of a time, so that its sum with an epoch fits 64 bits. */
#define TIME_BITS_MOST 53

const char *layout_read(struct layout *layout, const char *text)
{
    unsigned total = 0;
    layout->count = 0;
    for (;;) {
        unsigned bits = 0;
        for (; *text >= '0' && *text <= '9' && bits <= 64; text++)
            bits = bits * 10 + (unsigned)(*text - '0');
        total += bits;
        if (bits == 0 || total > 64 || layout->count == LAYOUT_FIELDS ||
            (layout->count == 0 && bits > TIME_BITS_MOST))
            return "must be 2 to 4 numbers of bits, at most 53 of the time first, and 64 "
                   "together, as in 41/10/12";
        layout->bits[layout->count++] = bits;
        if (*text != '/')
            break;
        text++;
    }
    if (*text != '\0' || layout->count < 2)
        return "must be numbers of bits with slashes between them, those of the time first, as in "
               "41/10/12";
    return NULL;
}

void layout_use(const struct layout *layout)
{
    used_layout = layout;
}

const struct layout *layout_of(const sortid_kind *kind)
{
    return used_layout != NULL && kind == layout_kind() ? used_layout : NULL;
}

static uint64_t number_of(const uint8_t id[8])
{
    uint64_t number = 0;
    for (size_t i = 0; i < 8; i++)
        number = number << 8 | id[i];
    return number;
}

/* The bits below the time, or below a later field. */
static unsigned bits_below(const struct layout *layout, size_t index)
{
    unsigned bits = 0;
    while (++index < layout->count)
        bits += layout->bits[index];
    return bits;
}

bool layout_time(int64_t *unix_ms, const struct layout *layout, const uint8_t id[8])
{
    uint64_t ms = number_of(id) >> bits_below(layout, 0); // there are bits below
    if (layout->bits[0] < 64 && ms >> layout->bits[0] != 0)
        return false;
    *unix_ms = layout->epoch_ms + (int64_t)ms;
    return true;
}

const char *layout_field(uint64_t *value, const struct layout *layout, const uint8_t id[8],
                         size_t index)
{
    static const char *const names[LAYOUT_FIELDS + 1][LAYOUT_FIELDS] = {
        [2] = {"sequence"},
        [3] = {"worker", "sequence"},
        [4] = {"datacenter", "worker", "sequence"}};
    if (index + 1 >= layout->count)
        return NULL;
    *value = number_of(id) >> bits_below(layout, index + 1) &
             ((UINT64_C(1) << layout->bits[index + 1]) - 1);
    return names[layout->count][index];
}
