/* SPDX-License-Identifier: MIT */
/* clock.h: the clock of `gen`: the system's, or a scripted one that is stopped at a time and
 * advances only when the generator waits. The generator never sleeps itself: `gen` must first write
 * the IDs that it has made. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <sortid.h>

struct gen_clock {
    bool scripted;
    bool told;        /* a long wait has been announced */
    uint64_t now_us;  /* the time of the script */
    uint64_t wait_us; /* how long the generator wants to wait */
};

/* Start a clock that is stopped at `at_ms`, and the system's. */
void clock_script(struct gen_clock *clock, uint64_t at_ms);
void clock_system(struct gen_clock *clock);

/* Sources for a generator: the script or the library's default clock, or with `exact` the one that
 * reads microseconds; the system's randomness, and a sleep that notes its time and returns
 * SORTID_WAIT. */
void clock_sources(sortid_sources *sources, struct gen_clock *clock, bool exact);

/* Waits as noted, and reports it once if it takes more than a second. Returns the status of the
 * sleep. */
sortid_status clock_wait(struct gen_clock *clock);

/* Notes a wait until the next ms, when no more IDs can be made in this one. */
sortid_status clock_note_next_ms(struct gen_clock *clock);

#endif
