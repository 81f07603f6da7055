/* SPDX-License-Identifier: MIT */
/* pace.c: the loop of `gen`: batches, the waits for the clock and for --rate, and turns. */
#include "run.h"
#include "../ids/format_info.h"
#include "../../common/output.h"
#include "../../common/progress.h"
#include "../../common/system.h"

#include <errno.h>

/* n * unit / rate, rounded down, exact for every n whose result fits; `unit` is a multiple of 1,000, at
 * most 10^9, and `rate` at most 10^12. */
static uint64_t time_of(uint64_t n, uint64_t rate, uint64_t unit)
{
    uint64_t thousands = n % rate * 1000;
    unit /= 1000;
    return n / rate * 1000 * unit + thousands / rate * unit + thousands % rate * unit / rate;
}

/* With --rate, sets the clock of a script to the time of the next ID, and allows that one. A step is
 * 1,000 s at most, so that the clock is past the times of every format before it overflows. */
static void step_script(struct run *run)
{
    const uint64_t rate = run->options->rate;
    if (rate == 0 || !run->clock.scripted)
        return;
    const uint64_t unit_us = run->options->rate_s * UINT64_C(1000000);
    uint64_t time_us = run->start_us + time_of(run->made, rate, unit_us);
    if (time_us > run->clock.now_us) // a wait of the generator may have set it ahead
        run->clock.now_us = time_us;
    run->due = run->made + 1;
}

/* Fills `buffer` of OUTPUT_SIZE bytes, adds to run->made and sets *used. Stops at the first
 * failure, when all of the run or of its turn are made, or when the buffer is full. A part without
 * failure has an ID, since mode wait never stops before a reset. */
static sortid_status fill(struct run *run, char *buffer, size_t *used)
{
    sortid_status status = SORTID_OK;
    size_t part;
    *used = 0;
    for (step_script(run); run_at_most(run, 1) > 0 && OUTPUT_SIZE - *used >= RUN_STAGED_SIZE;
         step_script(run)) {
        status = run_fill(run, buffer + *used, OUTPUT_SIZE - *used, &part);
        *used += part;
        if (status == SORTID_OK && part == 0)
            status = SORTID_ROLLBACK; // ended before a reset, which mode wait never makes
        if (status != SORTID_OK)
            break;
    }
    return status;
}

/* Makes a batch and writes it; returns the status that stopped it. */
static sortid_status make_batch(struct run *run)
{
    size_t used;
    char *buffer = output_reserve(OUTPUT_SIZE);
    sortid_status status = fill(run, buffer, &used);
    run->error = errno;
    output_commit(used);
    progress_make_way();
    output_flush();
    progress_show(run->made, run->options->count);
    return status;
}

/* Runs that want more IDs of a node than its ticks have wait for the same tick. The first to wake
 * would take all of its IDs in a few ms, and the others would wait again. Therefore a run that has
 * waited takes turns: at most a part of the IDs of a tick, then a rest of the same part of the
 * tick. A tick has no more IDs than its turns, so a run that is alone makes as many as without
 * rests. */
#define TURNS 16

static sortid_status wait_for_clock(struct run *run)
{
    if (run->state != NULL && needs_node(run->format)) {
        unsigned bits = field_of(run->format, 1)->bits; // node id and counter
        uint64_t ids = UINT64_C(1) << (bits - run->node.node_id_size);
        run->turn_left = ids > TURNS ? ids / TURNS : 1;
    }
    return clock_wait(&run->clock);
}

/* Allows the IDs that are due by now, the first one at once; waits until there is one. */
static void keep_rate(struct run *run)
{
    const uint64_t rate = run->options->rate, unit_ms = run->options->rate_s * 1000;
    sortid_sleep system;
    if (rate == 0 || run->clock.scripted)
        return;
    sortid_sleep_system(&system);
    for (;;) {
        uint64_t spent_ms = system_monotonic_ms() - run->start_ms;
        run->due = spent_ms / unit_ms * rate + spent_ms % unit_ms * rate / unit_ms + 1;
        if (run->due > run->made)
            return;
        uint64_t wanted_ms = time_of(run->made, rate, unit_ms);
        uint64_t wait_ms = wanted_ms > spent_ms ? wanted_ms - spent_ms : 1;
        sortid_status status =
            system.sleep(system.context, (wait_ms < 1000 ? wait_ms : 1000) * 1000);
        if (status != SORTID_OK)
            run_give_up(run, status, errno);
    }
}

static void start_rate(struct run *run)
{
    run->due = UINT64_MAX;
    run->start_us = run->clock.now_us;
    run->start_ms = system_monotonic_ms();
    if (run->options->rate > 0 && run->start_ms == 0)
        run_give_up(run, SORTID_CLOCK_FAILED, errno);
}

void run_make_all(struct run *run)
{
    run->turn_left = UINT64_MAX;
    if (run->options->shows_progress)
        progress_require();
    progress_start("IDs");
    start_rate(run);
    while (run->made < run->options->count) {
        keep_rate(run);
        sortid_status status = make_batch(run);
        if (status == SORTID_OVERFLOW)
            status = clock_note_next_ms(&run->clock);
        if (status == SORTID_OK && run->turn_left == 0) {
            run->clock.wait_us = info_of(run->format)->unit_ms * 1000 / TURNS;
            status = SORTID_WAIT;
        }
        if (status == SORTID_WAIT)
            status = wait_for_clock(run);
        if (status != SORTID_OK)
            run_give_up(run, status, run->error);
    }
    progress_finish(run->made, run->options->count);
}
