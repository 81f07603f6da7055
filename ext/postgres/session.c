/* SPDX-License-Identifier: MIT */
/* session.c: the generators of a session. They have no state outside of the backend, so they need
 * no file and never wait for another session; they also work during recovery. */
#include "sortid_pg.h"

#include <miscadmin.h>

static sortid_status next_of(struct sortid_pg_session *session, uint8_t *id, sortid_event *event)
{
    if (unlikely(!session->is_ready)) {
        const sortid_options options = {.flags = session->flags};
        sortid_status status =
            sortid_generator_init(&session->generator, session->format(), &options, NULL);
        if (status != SORTID_OK) {
            return status;
        }
        session->is_ready = true;
    }
    return sortid_generator_next(&session->generator, id, event);
}

void sortid_pg_session_generate(uint8_t *id, struct sortid_pg_session *session)
{
    sortid_event event = 0;
    sortid_status status;
    /* Only if IDs are 10 s ahead because a session has made more of them than its clock has
     * fractions: other rollbacks are resets. */
    while (unlikely((status = next_of(session, id, &event)) == SORTID_ROLLBACK)) {
        sortid_pg_name_waits();
        (void)sortid_pg_wait(SORTID_PG_CLOCK, 1);
        CHECK_FOR_INTERRUPTS();
    }
    if (unlikely(status != SORTID_OK)) {
        sortid_pg_refuse_to_generate(session->function, NULL, status);
    }
    if (unlikely((event & SORTID_EVENT_RESET) != 0)) {
        sortid_pg_warn_of_reset(session->function);
    }
}

/* The time is that of a UUIDv7: a timestamp of 48 bits, a version of 4 bits, a fraction of 12. */
void sortid_pg_session_generate_at_fraction(uint8_t *id, struct sortid_pg_session *session,
                                            const struct sortid_pg_fraction *fraction)
{
    static const unsigned kept = 6; /* bytes at the start without random bits */
    uint8_t time[SORTID_UUIDV7_SIZE];
    unsigned bits = fraction->timestamp_bits + fraction->fraction_bits;
    uint64 word;
    uint64 ms;
    uint64 timestamp;
    sortid_sources sources;
    sortid_status status;
    sortid_pg_session_generate(time, session);
    word = sortid_pg_load((const char *)time);
    ms = word >> 16;
    timestamp = (ms - fraction->zero_ms) / fraction->unit_ms;
    if (unlikely(ms < fraction->zero_ms || timestamp >> fraction->timestamp_bits != 0)) {
        sortid_pg_refuse_to_generate(session->function, NULL, SORTID_CLOCK_OUT_OF_RANGE);
    }
    sortid_sources_default(&sources);
    status =
        sources.random.fill(sources.random.context, id + kept, fraction->size - kept, ms * 1000);
    if (unlikely(status != SORTID_OK)) {
        sortid_pg_refuse_to_generate(session->function, NULL, status);
    }
    timestamp =
        timestamp << fraction->fraction_bits | ms % fraction->unit_ms << 12 | (word & 0xfff);
    word = sortid_pg_load((const char *)id);
    word = pg_hton64(timestamp << (64 - bits) | (word & (~UINT64CONST(0) >> bits)));
    memcpy(id, &word, sizeof(word));
}
