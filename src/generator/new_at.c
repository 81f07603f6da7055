/* SPDX-License-Identifier: MIT */
/* generator/new_at.c: a random ID of a given time, from the stream of the thread's default
 * generators. It reads and changes no generator. */
#include "default.h"

sortid_status sortid_new_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms)
{
    struct thread_state *thread = find_thread_state();
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE], drawn[SORTID_MAX_SIZE];
    uint64_t now_us;
    if (format == NULL || (format->traits & SORTID_TRAIT_NEEDS_NODE) != 0)
        return SORTID_BAD_FORMAT;
    sortid_status status = sortid_format_min_at(format, first, unix_ms);
    if (status == SORTID_OK)
        status = sortid_format_max_at(format, last, unix_ms);
    if (status == SORTID_OK && sortid_format_is_reserved(format, first))
        status = SORTID_OUT_OF_RANGE;
    if (status == SORTID_OK)
        status = tsc_clock_read(&now_us, &thread->clock);
    if (status == SORTID_OK)
        status = sortid_system_stream_fill(&thread->stream, drawn, format->size, now_us);
    if (status != SORTID_OK)
        return status;
    for (size_t i = 0; i < format->size; i++)
        id[i] = first[i] | (drawn[i] & (first[i] ^ last[i]));
    return SORTID_OK;
}
