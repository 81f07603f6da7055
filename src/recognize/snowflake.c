/* SPDX-License-Identifier: MIT */
/* recognize/snowflake.c: Snowflakes: decimal integers of 64 bits, a time before other fields. The
 * number does not tell which service made it, so each preset that can have it reads it. */
#include "kind.h"

#include "../text/decimal.h"

#define SIZE    8
#define LONGEST 20

struct snowflake {
    uint64_t last;    /* the largest number */
    unsigned shift;   /* bits below the time */
    int64_t epoch_ms; /* Unix ms of time 0 */
    int64_t unit_ms;
};

static uint32_t snowflake_form_of(size_t length)
{
    return length >= 1 && length <= LONGEST ? SORTID_FORM_INT : NO_FORM;
}

/* Digits first, so that a number that is too long is out of range, like one that is too large. */
static sortid_status check_snowflake(const struct query *query, uint64_t last, size_t *position)
{
    if (query->length == 0)
        return refuse(position, 0, SORTID_BAD_LENGTH);
    if (query->is_decimal)
        return query->fits_word && query->number <= last ? SORTID_OK
                                                         : refuse(position, 0, SORTID_OUT_OF_RANGE);
    return refuse(position, first_not_decimal(query), SORTID_BAD_DIGIT);
}

static sortid_status snowflake_read(sortid_reading *out, struct query *query, size_t *position)
{
    const struct snowflake *layout = out->kind->layout;
    sortid_status status = check_snowflake(query, layout->last, position);
    if (status != SORTID_OK)
        return status;
    store_be64(out->id, query->number);
    int64_t since_ms = (int64_t)(query->number >> layout->shift) * layout->unit_ms;
    bool has_epoch = (query->flags & SORTID_RECOGNIZE_EPOCH) != 0;
    int64_t epoch_ms = has_epoch ? query->epoch_ms : layout->epoch_ms;
    set_time(out, query, epoch_ms + since_ms, epoch_ms);
    return SORTID_OK;
}

static bool snowflake_holds(const sortid_reading *reading)
{
    const struct snowflake *layout = reading->kind->layout;
    return load_be64(reading->id) <= layout->last;
}

static size_t snowflake_print(char *text, const sortid_reading *reading)
{
    return sortid_text_print_decimal64(text, load_be64(reading->id));
}

static const struct snowflake TWITTER = {INT64_MAX, 22, INT64_C(1288834974657), 1};
static const struct snowflake DISCORD = {UINT64_MAX, 22, INT64_C(1420070400000), 1};
static const struct snowflake MASTODON = {INT64_MAX, 16, 0, 1};
static const struct snowflake INSTAGRAM = {INT64_MAX, 23, INT64_C(1314220021721), 1};
static const struct snowflake SONYFLAKE = {INT64_MAX, 24, INT64_C(1409529600000), 10};

static const struct kind_field FIELDS_TWITTER[] = {
    {"datacenter", {{42, 5}}, NOTATION_DECIMAL},
    {"worker", {{47, 5}}, NOTATION_DECIMAL},
    {"sequence", {{52, 12}}, NOTATION_DECIMAL},
};
static const struct kind_field FIELDS_DISCORD[] = {
    {"worker", {{42, 5}}, NOTATION_DECIMAL},
    {"process", {{47, 5}}, NOTATION_DECIMAL},
    {"increment", {{52, 12}}, NOTATION_DECIMAL},
};
static const struct kind_field FIELDS_MASTODON[] = {{"sequence", {{48, 16}}, NOTATION_DECIMAL}};
static const struct kind_field FIELDS_INSTAGRAM[] = {
    {"shard", {{41, 13}}, NOTATION_DECIMAL},
    {"sequence", {{54, 10}}, NOTATION_DECIMAL},
};
static const struct kind_field FIELDS_SONYFLAKE[] = {
    {"sequence", {{40, 8}}, NOTATION_DECIMAL},
    {"machine", {{48, 16}}, NOTATION_DECIMAL},
};

#define PRESET(NAME, TITLE, LAYOUT, FIELDS)                                                        \
    {                                                                                              \
        .name = "snowflake-" NAME, .title = "Snowflake (" TITLE ")", .family = "snowflake",        \
        .size = SIZE, HAS_FIELDS(FIELDS), .read = snowflake_read, .holds = snowflake_holds,        \
        .print = snowflake_print, .own_form = SORTID_FORM_INT, .layout = &(LAYOUT)                 \
    }

static const struct sortid_kind SNOWFLAKE_KINDS[] = {
    PRESET("twitter", "Twitter", TWITTER, FIELDS_TWITTER),
    PRESET("discord", "Discord", DISCORD, FIELDS_DISCORD),
    PRESET("mastodon", "Mastodon", MASTODON, FIELDS_MASTODON),
    PRESET("instagram", "Instagram", INSTAGRAM, FIELDS_INSTAGRAM),
    PRESET("sonyflake", "Sonyflake", SONYFLAKE, FIELDS_SONYFLAKE),
};

/* A number of as many digits, which every preset can have. */
static size_t snowflake_sample(char *out, const char *text, size_t length)
{
    size_t digits = length < 1 ? 1 : length < LONGEST ? length : LONGEST - 1;
    (void)text;
    memset(out, '1', digits);
    return digits;
}

const struct kind_group sortid_kinds_snowflake = {.kinds = SNOWFLAKE_KINDS,
                                                  .count = sizeof SNOWFLAKE_KINDS /
                                                           sizeof *SNOWFLAKE_KINDS,
                                                  .form_of = snowflake_form_of,
                                                  .is_decimal = true,
                                                  .longest = LONGEST,
                                                  .sample = snowflake_sample};
