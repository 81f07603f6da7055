/* SPDX-License-Identifier: MIT */
/* recognize/objectid.c: MongoDB's ObjectId: 32-bit Unix seconds, 40 random bits, counter 24, in 24
 * hex digits of either case, written in lower case (bson-objectid specification). */
#include "kind.h"

#include "../text/hex.h"

#define LENGTH 24
#define SIZE   12

static uint32_t objectid_form_of(size_t length)
{
    return length == LENGTH ? SORTID_FORM_TEXT : NO_FORM;
}

static sortid_status objectid_read(sortid_reading *out, struct query *query, size_t *position)
{
    sortid_status status = check_length(query->length, LENGTH, position);
    if (status == SORTID_OK)
        status = sortid_text_parse_hex(out->id, SIZE, query->text, position);
    if (status != SORTID_OK)
        return status;
    if (!has_upper(query->text, LENGTH))
        out->why |= SORTID_WHY_ALPHABET;
    set_time(out, query, (int64_t)(load_be64(out->id) >> 32) * 1000, 0);
    return SORTID_OK;
}

static size_t objectid_print(char *text, const sortid_reading *reading)
{
    sortid_text_print_hex(text, reading->id, SIZE);
    return LENGTH;
}

static const struct kind_field OBJECTID_FIELDS[] = {
    {"random", {{32, 40}}, NOTATION_HEX},
    {"counter", {{72, 24}}, NOTATION_DECIMAL},
};

static const struct sortid_kind OBJECTID_KIND = {.name = "objectid",
                                                 .title = "ObjectId (MongoDB)",
                                                 .family = "objectid",
                                                 .size = SIZE,
                                                 HAS_FIELDS(OBJECTID_FIELDS),
                                                 .read = objectid_read,
                                                 .print = objectid_print};

const struct kind_group sortid_kinds_objectid = {
    .kinds = &OBJECTID_KIND, .count = 1, .form_of = objectid_form_of, .longest = LENGTH};
