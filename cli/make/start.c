/* SPDX-License-Identifier: MIT */
/* start.c: the node, the state file and the generator of a run. Reads SCRU64_NODE_SPEC from the
 * environment. */
#include "run.h"
#include "../ids/format_info.h"
#include "../input/state_file.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The next timestamp may be this far ahead of the clock. */
#define AHEAD_MS 1000

_Noreturn void run_give_up(struct run *run, sortid_status status, int error)
{
    sortid_generator_close(&run->generator);
    if (state_file_is_error(status))
        state_file_report("gen", run->format, run->state, status, error);
    else
        report(STATUS_SYSTEM, "gen: %s", sortid_status_text(status));
    exit(report_status());
}

bool run_keeps_state(const struct run *run)
{
    const char *state = run->options->state;
    return state != NULL ? strcmp(state, "none") != 0 : needs_node(run->format);
}

static const char *node_fault(sortid_status status)
{
    switch (status) {
    case SORTID_OUT_OF_RANGE:
        return "SIZE must be 1 to 23, and NODE less than 2^SIZE";
    case SORTID_RESERVED:
        return "the timestamp of the ID is reserved";
    default:
        return "give NODE/SIZE, such as 42/8 or 0xb00/12, or ID/SIZE";
    }
}

static void read_node(struct run *run)
{
    const char *text = run->options->node;
    const char *from = "--node";
    struct quote quote;
    size_t position;
    if (text == NULL) {
        text = getenv("SCRU64_NODE_SPEC");
        from = "SCRU64_NODE_SPEC";
    }
    if (text == NULL || *text == '\0')
        report_usage("%s needs a node id that no other generator has: give --node NODE/SIZE, such "
                     "as --node 42/8, or set SCRU64_NODE_SPEC",
                     info_of(run->format)->name);
    sortid_status status = sortid_scru64_node_spec_parse(&run->node, text, strlen(text), &position);
    if (status != SORTID_OK)
        report_usage("%s %s: invalid at byte %zu: %s", from, quote_string(&quote, text),
                     position + 1, node_fault(status));
}

/* Borrowing takes the timestamp one unit further than the allowance lets the clock be behind: 999
 * ms and 1 are a second; 512 ms are 2 ticks of 256 ms, and 3 are 768 ms, while 4 could be 1,024.
 * Units of a second or more allow none. */
static uint64_t allowance_ms(const sortid_format *format)
{
    uint64_t steps = AHEAD_MS / info_of(format)->unit_ms;
    return steps > 1 ? (steps - 1) * info_of(format)->unit_ms : SORTID_ALLOWANCE_NONE;
}

/* Finds the path of the state file, if one is used; exits where there is no folder for it. */
static void find_state(struct run *run)
{
    static char path[STATE_FILE_PATH_SIZE];
    if (!run_keeps_state(run))
        return;
    run->state = run->options->state;
    if (run->state != NULL)
        return;
    if (!state_file_path(path, &run->node))
        exit(report_status());
    run->state = path;
}

/* The library asks for a wait of at most this between two tries to lock a state file. */
#define LOCK_WAIT_US 1000
#define LOCK_TOLD_MS 1000

/* Waits for the clock or for the lock of the state file before it is opened again; reports once if
 * another process holds the lock for a second. */
static sortid_status wait_to_open(struct run *run, uint64_t *locked_since_ms)
{
    uint64_t now_ms = system_monotonic_ms();
    if (run->clock.wait_us > LOCK_WAIT_US || *locked_since_ms == 0)
        *locked_since_ms = now_ms;
    if (run->clock.wait_us <= LOCK_WAIT_US)
        run->clock.slept_us = 0; // this wait is not for the clock
    if (now_ms - *locked_since_ms >= LOCK_TOLD_MS && !run->clock.told) {
        run->clock.told = true;
        report(STATUS_OK, "gen: waiting for state file %.*s: another process holds its lock",
               STATE_FILE_PATH_SIZE - 1, run->state);
    }
    return clock_wait(&run->clock);
}

/* A private generator, or one on the state file. */
static sortid_status start_generator(struct run *run)
{
    sortid_sources sources;
    sortid_options options = {.mode = SORTID_MODE_WAIT,
                              .flags = run->options->random     ? SORTID_OPTION_STATELESS
                                       : run->options->fraction ? SORTID_OPTION_FRACTION
                                                                : 0,
                              .allowance_ms = allowance_ms(run->format)};
    const sortid_file_options file = {.wait_ms =
                                          SORTID_FILE_WAIT_UNLIMITED}; /* see wait_to_open() */
    if (needs_node(run->format))
        options.node = run->node;
    clock_sources(&sources, &run->clock, run->options->fraction);
    if (run->state == NULL)
        return sortid_generator_init(&run->generator, run->format, &options, &sources);
    return sortid_generator_open(&run->generator, run->format, run->state, &file, &options,
                                 &sources);
}

/* After a crash of the system the clock may have to pass the durable bound of the state file:
 * the generator is then opened again after the wait. */
static void prepare(struct run *run)
{
    uint64_t locked_since_ms = 0;
    sortid_status status;
    do {
        errno = 0;
        status = start_generator(run);
        run->error = errno;
    } while (status == SORTID_WAIT && (status = wait_to_open(run, &locked_since_ms)) == SORTID_OK);
    if (status != SORTID_OK)
        run_give_up(run, status, run->error);
}

void run_start(struct run *run)
{
    if (needs_node(run->format))
        read_node(run);
    find_state(run);
    prepare(run);
}
