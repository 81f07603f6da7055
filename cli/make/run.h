/* SPDX-License-Identifier: MIT */
/* run.h: one run of `sortid gen`. IDs are made in batches of one output buffer, many by one call,
 * directly in the buffer. With a state file the library's shared generator makes them: no other run
 * gets the same IDs, and a killed run may lose IDs but never repeats one. */
#pragma once

#include "../output/written.h"

/* The clock of a run: the system's, or a scripted one that is stopped at a time and advances only
 * when the generator waits. The generator never sleeps itself: the run must first write the IDs
 * that it has made. */
struct gen_clock {
    bool scripted;
    bool told;                  /* a long wait has been announced */
    uint64_t now_us;            /* the time of the script */
    uint64_t wait_us;           /* how long the generator wants to wait */
    uint64_t seen_us, slept_us; /* the system's clock, and the waits since it has this value */
};

struct run {
    const struct options *options;
    const sortid_kind *kind;
    const sortid_format *format; /* that of the kind */
    struct gen_clock clock;
    sortid_generator generator;
    sortid_scru64_node_spec node;
    const char *state; /* the path of the state file; NULL: none */
    int error;         /* errno as the last batch left it */
    uint64_t made;
    uint64_t turn_left; /* IDs until others get a turn */
    uint64_t due;       /* IDs that --rate allows so far */
    uint64_t start_ms;  /* of a clock that cannot be set; for --rate, as the next */
    uint64_t start_us;  /* the time of the script */
};

/* ---- clock.c --------------------------------------------------------------------------------- */

/* Sources for a generator: the script or the library's default clock, or with `exact` the one that
 * reads microseconds; the system's randomness, and a sleep that notes its time and returns
 * SORTID_WAIT. */
void clock_sources(sortid_sources *sources, struct gen_clock *clock, bool exact);

/* Waits as noted, and reports it once if it takes more than a second. Returns the status of the
 * sleep; SORTID_CLOCK_STOPPED. */
sortid_status clock_wait(struct gen_clock *clock);

/* Notes a wait until the next ms, when no more IDs can be made in this one. */
sortid_status clock_note_next_ms(struct gen_clock *clock);

/* ---- agent.c --------------------------------------------------------------------------------- */

/* Connects to the socket of the agent `sortid node serve` (docs/node-agent.md). A failure of either
 * call ends the program with status 3. */
void agent_open(const char *path);

/* Writes 1 to `most` IDs of a block, and returns their number. It waits while the agent is busy.
 * `most` is above 0; no ID of a block is used longer after its request than the agent says. */
size_t agent_fill(sortid_scru64 *ids, size_t most);

/* ---- start.c --------------------------------------------------------------------------------- */

/* Whether the run uses a state file; with --socket it does not ask. */
bool run_keeps_state(const struct run *run);

/* Finds the node and the state file, if the format needs them, and starts the generator. */
void run_start(struct run *run);

/* Closes the state file, reports a failure and exits; `error` is errno of that time. */
_Noreturn void run_give_up(struct run *run, sortid_status status, int error);

/* ---- fill.c ---------------------------------------------------------------------------------- */

/* The least size of a buffer. */
#define RUN_STAGED      512
#define RUN_STAGED_SIZE (RUN_STAGED * WRITTEN_SIZE)

/* How many of the IDs still wanted to make in this turn, at most `most`. */
size_t run_at_most(const struct run *run, size_t most);

/* Makes as many IDs as fit into `size` bytes and are still wanted; sets *used, and returns the
 * status that stopped it: SORTID_OK if the buffer is full or all are made. */
sortid_status run_fill(struct run *run, char *buffer, size_t size, size_t *used);

/* ---- pace.c ---------------------------------------------------------------------------------- */

/* Makes and writes all IDs of the run, at the rate and in the turns that it keeps to. */
void run_make_all(struct run *run);
