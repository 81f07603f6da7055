/* SPDX-License-Identifier: MIT */
/* node/search_state.c: see search.h. */
#include "search.h"

/* For so long a client that has just begun to wait leaves a released id to others; for a quarter of
 * it after waiting that long, for a ninth after twice as long, and so on. 20 clients that hold 10
 * ids for 500 ms each then wait 3.2 s at most in 99 of 100 acquires, and use the ids for 85 % of
 * the time; with 750 ms and the first instead of the second power 2.5 s and 65 %. */
#define YIELD_MS UINT64_C(480)

uint64_t sortid_node_search_first_tick(const struct search *s, uint64_t bound)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times) / TICK_MS;
    uint64_t floor = s->reservation->records.floor;
    uint64_t first = bound > floor ? bound : floor;
    if (first < now)
        first = now;
    return first > 2 ? first : 2; // the spec's ID has the tick before, and tick 0 is reserved
}

/* How long after its release an id is left to those that have waited longer. The release is at the
 * bound, or up to a tick before, unless the generator was further ahead of the clock. A client that
 * acquires again at once would always be faster than one that searches at times. */
static uint64_t yield_ms(const struct search *s, const struct id_record *record, uint64_t now)
{
    uint64_t bound_ms = record->bound * TICK_MS;
    uint64_t waited_ms = s->times.sent_boot_ms - s->began_ms;
    uint64_t both_ms = YIELD_MS + waited_ms;
    uint64_t end_ms = bound_ms + YIELD_MS * YIELD_MS / both_ms * YIELD_MS / both_ms;
    if (s->reservation->settings.wait_ms == 0 || s->is_last || !record->clean ||
        bound_ms > now + TICK_MS || end_ms < now)
        return 0;
    return end_ms - now;
}

uint64_t sortid_node_search_free_in_ms(const struct search *s, const struct id_record *record)
{
    uint64_t now = sortid_node_reservation_clock_ms(s->reservation, &s->times);
    uint64_t first = sortid_node_search_first_tick(s, record->bound);
    uint64_t at =
        (first > s->reservation->settings.allowance ? first - s->reservation->settings.allowance
                                                    : 0) *
        TICK_MS;
    uint64_t over = record->bound * TICK_MS + record->quarantine_ms;
    if (!record->clean && record->quarantine_ms > 0 && over > at)
        at = over;
    return at > now ? at - now : yield_ms(s, record, now);
}
