/* SPDX-License-Identifier: MIT */
/* clock.h: the time that gen works by: the system's, or a script that stands at
 * one moment and moves on only as the generator waits. Called by gen.c. The
 * generator never sleeps itself: gen must first give away what it has made. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <sortid.h>

struct gen_clock {
    bool scripted;
    bool told;        /* a long wait has been announced */
    uint64_t now_us;  /* where the script stands */
    uint64_t wait_us; /* what the generator wants to wait for */
};

/* Starts a clock that stands at `at_ms`, and the system's. */
void clock_script(struct gen_clock *clock, uint64_t at_ms);
void clock_system(struct gen_clock *clock);

/* Sources for a generator: the script or the library's default clock, the system's
 * randomness, and a sleep that notes its time and returns SORTID_WAIT. */
void clock_sources(sortid_sources *sources, struct gen_clock *clock);

/* Waits as noted, and says so once if it is longer than a second. A failed
 * sleep is its status. */
sortid_status clock_wait(struct gen_clock *clock);

/* Notes a wait to the next ms: for what no more IDs can be made in this one. */
sortid_status clock_wait_for_next_ms(struct gen_clock *clock);

/* The system's time in ms; a clock that fails ends the program with status 3. */
uint64_t clock_now_ms(void);

#endif
