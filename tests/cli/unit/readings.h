/* SPDX-License-Identifier: MIT */
/* readings.h: readings for the tests of what the command does with them: of a text, by the library,
 * and of bytes that a test fills in. */
#pragma once

#include "../../support/cases.h"
#include "cli/ids/format_info.h"

/* The likeliest one. */
static inline sortid_reading read_one(const char *text)
{
    sortid_reading reading;
    size_t count;
    EXPECT_STATUS(
        sortid_recognize(&reading, sizeof reading, 1, &count, text, strlen(text), NULL, NULL),
        SORTID_OK, "%s", text);
    return reading;
}

/* A reading of no bytes yet, with all reasons. */
static inline sortid_reading reading_in(const sortid_format *format)
{
    return (sortid_reading){.kind = sortid_kind_find(info_of(format)->name),
                            .format = format,
                            .size = info_of(format)->size,
                            .confidence = SORTID_CONFIDENCE_LOW,
                            .why = 31};
}
