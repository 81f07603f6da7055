/* SPDX-License-Identifier: MIT */
/* formats.c: readings of formats in all encodings, and spans of time, for the inspector page. */
#include "../c/module.h"

static sortid_status write_id(const sortid_format *format, uint32_t encoding, const uint8_t *id)
{
    return sortid_format_print(format, module_text, TEXT_BYTES, module_word(RESULT_WRITTEN),
                               (sortid_encoding)encoding, id);
}

/* Writes a reading of a format in an encoding. */
EXPORT("readingEncoding") sortid_status reading_encoding(uint32_t index, uint32_t encoding)
{
    const sortid_reading *reading = &module_readings[index];
    return write_id(reading->format, encoding, reading->id);
}

/* Writes the first or the last ID of a span of time. Its ends are from 0 to 2^53 ms. */
EXPORT("span")
sortid_status span(uint32_t index, double since_ms, double until_ms, bool is_last,
                   uint32_t encoding)
{
    const sortid_format *format = sortid_format_at(index);
    uint8_t ids[2][SORTID_MAX_SIZE];
    sortid_status status =
        sortid_format_range(format, ids[0], ids[1], (uint64_t)since_ms, (uint64_t)until_ms);
    return status == SORTID_OK ? write_id(format, encoding, ids[is_last]) : status;
}
