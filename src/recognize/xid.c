/* SPDX-License-Identifier: MIT */
/* recognize/xid.c: XID (rs/xid): 32-bit Unix seconds, machine 24, process 16, counter 24, in 20
 * digits of base 32, 0-9 a-v, in lower case. The last digit has four spare bits, which are 0. */
#include "kind.h"

#include "../text/digits.h"

#define LENGTH 20
#define SIZE   12

static uint32_t xid_form_of(size_t length)
{
    return length == LENGTH ? SORTID_FORM_TEXT : NO_FORM;
}

static sortid_status xid_read(sortid_reading *out, struct query *query, size_t *position)
{
    uint8_t *byte = out->id;
    unsigned bits = 0, held = 0;
    sortid_status status = check_length(query->length, LENGTH, position);
    if (status != SORTID_OK)
        return status;
    for (size_t i = 0; i < LENGTH; i++) {
        unsigned value = digit_value(sortid_text_value32hex, query->text[i]);
        if (value > 31 || has_upper(query->text + i, 1))
            return refuse(position, i, SORTID_BAD_DIGIT);
        bits = bits << 5 | value;
        held += 5;
        if (held >= 8)
            *byte++ = (uint8_t)(bits >> (held -= 8));
    }
    if ((bits & 15) != 0)
        return refuse(position, LENGTH - 1, SORTID_OUT_OF_RANGE);
    out->why |= SORTID_WHY_ALPHABET;
    set_time(out, query, (int64_t)(load_be64(out->id) >> 32) * 1000, 0);
    return SORTID_OK;
}

/* Digit i of 20: bits 5 i to 5 i + 4 of the 96, then zeros. */
static size_t xid_print(char *text, const sortid_reading *reading)
{
    for (size_t i = 0; i < LENGTH; i++) {
        size_t byte = 5 * i / 8;
        unsigned pair = (unsigned)reading->id[byte] << 8;
        pair |= byte + 1 < SIZE ? reading->id[byte + 1] : 0;
        text[i] = "0123456789abcdefghijklmnopqrstuv"[pair >> (11 - 5 * i % 8) & 31];
    }
    return LENGTH;
}

static const struct kind_field XID_FIELDS[] = {
    {"machine", {{32, 24}}, NOTATION_HEX},
    {"pid", {{56, 16}}, NOTATION_DECIMAL},
    {"counter", {{72, 24}}, NOTATION_DECIMAL},
};

static const struct sortid_kind XID_KIND = {.name = "xid",
                                            .title = "XID",
                                            .family = "xid",
                                            .size = SIZE,
                                            HAS_FIELDS(XID_FIELDS),
                                            .read = xid_read,
                                            .print = xid_print};

const struct kind_group sortid_kinds_xid = {
    .kinds = &XID_KIND, .count = 1, .form_of = xid_form_of, .longest = LENGTH};
