/* SPDX-License-Identifier: MIT */
/* gen.c: `sortid gen`: makes IDs now or at a scripted time. Called by main.c; includes the command's modules
 * and common/. IDs are made in batches of one output buffer, many by one call, directly in the buffer.
 * With a state file the library's shared generator makes them: no other run gets the same IDs, so that a
 * killed run may lose IDs but never repeats one. */
#include "agent.h"
#include "clock.h"
#include "../ids/format_info.h"
#include "../output/json_layout.h"
#include "../options/checks.h"
#include "../options/times.h"
#include "../options/slips.h"
#include "../options/present.h"
#include "../input/state_file.h"
#include "../../common/text.h"
#include "../options/time_range.h"
#include "../ids/typeid.h"
#include "../../common/output.h"
#include "../../common/progress.h"
#include "../../common/report.h"
#include "../../common/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The next timestamp may be this far ahead of the clock. */
#define AHEAD_MS 1000

struct run {
    const struct options *options;
    const sortid_format *format;
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

/* Closes the state file, reports a failure and exits; `error` is errno of that time. */
_Noreturn static void give_up(struct run *run, sortid_status status, int error)
{
    sortid_generator_close(&run->generator);
    if (state_file_is_error(status))
        state_file_report("gen", run->format, run->state, status, error);
    else
        report(STATUS_SYSTEM, "gen: %s", sortid_status_text(status));
    exit(report_status());
}

/* ---- Arguments -------------------------------------------------------------- */

/* Whether generators of the format have the option `flag`: whether a machine accepts it. */
static bool has_flag(const sortid_format *format, uint32_t flag)
{
    sortid_machine machine;
    const sortid_options options = {.flags = flag};
    return sortid_machine_init(&machine, format, &options) != SORTID_BAD_OPTION;
}

/* Whether the run uses a state file; with --socket it does not ask. */
static bool keeps_state(const struct run *run)
{
    const char *state = run->options->state;
    return state != NULL ? strcmp(state, "none") != 0 : needs_node(run->format);
}

static void check_options(const struct run *run)
{
    const struct options *options = run->options;
    const char *format = info_of(run->format)->name;
    options_explain_extra(options);
    options_limit_arguments(options, 0);
    options_match_format(options);
    options_match_prefix(options);
    if (options->nul_ends && options->output->encoding == SORTID_ENCODING_BIN)
        report_usage("gen", "-0 cannot be used with -e bin: raw bytes have no separator");
    if (options->json && (options->nul_ends || options->output->encoding == SORTID_ENCODING_BIN))
        report_usage("gen", "--json cannot be used with %s",
                     options->nul_ends ? "-0" : "-e bin: give -e hex");
    if (options->random && !has_flag(run->format, SORTID_STATELESS))
        report_usage("gen", "--random does not apply to %s", format);
    if (options->fraction && !has_flag(run->format, SORTID_FRACTION))
        report_usage("gen", "--fraction does not apply to %s", format);
    if (options->random && options->fraction)
        report_usage("gen", "--random cannot be used with --fraction: random IDs have no order "
                            "within a ms");
    if (options->node != NULL && !needs_node(run->format))
        report_usage("gen", "--node applies to scru64, not to %s", format);
    if (options->socket != NULL && !needs_node(run->format))
        report_usage("gen", "--socket applies to scru64, not to %s", format);
    if (options->socket != NULL &&
        (options->node != NULL || options->state != NULL || options->at != NULL))
        report_usage("gen", "--socket cannot be used with %s: the agent has its own",
                     options->node != NULL    ? "--node"
                     : options->state != NULL ? "--state"
                                              : "--at");
    if (options->random && keeps_state(run))
        report_usage("gen", "--random cannot be used with --state FILE: random IDs keep no state");
    if (options->at != NULL && keeps_state(run))
        report_usage("gen", "--at %s: the time of --at must not enter the state file",
                     needs_node(run->format) ? "with scru64 needs --state none"
                                             : "cannot be used with --state FILE");
}

/* What is wrong with a node spec, or what to give. */
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
        report_usage("gen",
                     "%s needs a node: give --node NODE/SIZE, such as --node 42/8, or set "
                     "SCRU64_NODE_SPEC",
                     info_of(run->format)->name);
    sortid_status status = sortid_scru64_node_spec_parse(&run->node, text, strlen(text), &position);
    if (status != SORTID_OK)
        report_usage("gen", "%s %s: invalid at byte %zu: %s", from, quote_string(&quote, text),
                     position + 1, node_fault(status));
}

/* Refuses a time at which no generator of the format makes IDs. */
static void check_time(const struct run *run, uint64_t at_ms)
{
    uint8_t id[SORTID_MAX_SIZE];
    if (sortid_format_min_at(run->format, id, at_ms) != SORTID_OK)
        time_range_refuse_time(run->options, "--at", run->options->at, "");
    if (sortid_format_is_reserved(run->format, id))
        time_range_refuse_time(run->options, "--at", run->options->at,
                               ", and both ends are reserved");
}

static void set_time(struct run *run)
{
    clock_system(&run->clock);
    if (run->options->at == NULL)
        return;
    uint64_t at_ms = options_time(run->options, "--at", run->options->at, present_ms());
    check_time(run, at_ms);
    clock_script(&run->clock, at_ms);
}

/* Borrowing takes the timestamp one unit further than the allowance lets the clock be behind: 999 ms and 1 are
 * a second; 512 ms are 2 ticks of 256 ms, and 3 are 768 ms, while 4 could be 1,024. Units of a second or
 * more allow none. */
static uint64_t allowance_ms(const sortid_format *format)
{
    uint64_t steps = AHEAD_MS / info_of(format)->unit_ms;
    return steps > 1 ? (steps - 1) * info_of(format)->unit_ms : SORTID_ALLOWANCE_NONE;
}

/* Finds the path of the state file, if one is used; exits where there is no folder for it. */
static void find_state(struct run *run)
{
    static char path[STATE_FILE_PATH_SIZE];
    if (!keeps_state(run))
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

/* Waits for the clock or for the lock of the state file before it is opened again; reports once if another
 * process holds the lock for a second. */
static sortid_status wait_to_open(struct run *run, uint64_t *locked_since_ms)
{
    uint64_t now_ms = system_monotonic_ms();
    if (run->clock.wait_us > LOCK_WAIT_US || *locked_since_ms == 0)
        *locked_since_ms = now_ms;
    if (now_ms - *locked_since_ms >= LOCK_TOLD_MS && !run->clock.told) {
        run->clock.told = true;
        report(STATUS_OK, "gen: waiting for state file %.*s: another process holds its lock",
               STATE_FILE_PATH_SIZE - 1, run->state);
    }
    return clock_wait(&run->clock);
}

static uint32_t flags_of(const struct options *options)
{
    return (options->random ? (uint32_t)SORTID_STATELESS : 0) |
           (options->fraction ? (uint32_t)SORTID_FRACTION : 0);
}

/* A private generator, or one on the state file. */
static sortid_status start_generator(struct run *run)
{
    sortid_sources sources;
    const sortid_options options = {.mode = SORTID_MODE_WAIT,
                                    .flags = flags_of(run->options),
                                    .allowance_ms = allowance_ms(run->format),
                                    .node = needs_node(run->format) ? &run->node : NULL};
    const sortid_file_options file = {.wait_ms =
                                          SORTID_FILE_WAIT_UNLIMITED}; /* see wait_to_open() */
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
        give_up(run, status, run->error);
}

/* ---- Making -------------------------------------------------------------------- */

/* IDs that wait to be printed stay in the first-level cache. */
#define STAGED      512
#define STAGED_SIZE (STAGED * SORTID_TYPEID_TEXT_SIZE)
_Static_assert(SORTID_TYPEID_TEXT_SIZE >= SORTID_MAX_TEXT_SIZE, "a TypeID is the longest text");

/* How many of the IDs still wanted to make in this turn, at most `most`. */
static size_t at_most(const struct run *run, size_t most)
{
    uint64_t left = run->options->count - run->made;
    if (left > run->turn_left)
        left = run->turn_left;
    if (left > run->due - run->made)
        left = run->due - run->made;
    return left < most ? (size_t)left : most;
}

static int separator_of(const struct options *options)
{
    return options->nul_ends ? '\0' : '\n';
}

/* The next IDs, at most `count`, from the generator or from the agent. */
static sortid_status fill_ids(struct run *run, uint8_t *ids, size_t count, size_t *made)
{
    if (run->options->socket == NULL)
        return sortid_generator_fill(&run->generator, ids, count, made, NULL);
    *made = agent_fill((sortid_scru64 *)ids, count);
    return SORTID_OK;
}

/* The ways to write IDs into `size` bytes, at least STAGED_SIZE: each makes as many as fit and are still
 * wanted, sets *made and *used, and returns the status that stopped it: SORTID_OK if the buffer is full or
 * all are made. */
static sortid_status fill_text(struct run *run, char *buffer, size_t size, size_t *made,
                               size_t *used)
{
    size_t stride = info_of(run->format)->text_length + 1;
    sortid_status status =
        sortid_generator_fill_text(&run->generator, buffer, size, used, at_most(run, size / stride),
                                   separator_of(run->options), NULL);
    *made = *used / stride;
    return status;
}

static sortid_status fill_bytes(struct run *run, char *buffer, size_t size, size_t *made,
                                size_t *used)
{
    size_t stride = info_of(run->format)->size;
    sortid_status status = fill_ids(run, (uint8_t *)buffer, at_most(run, size / stride), made);
    *used = *made * stride;
    return status;
}

static sortid_status fill_staged(struct run *run, char *buffer, size_t size, size_t *made,
                                 size_t *used)
{
    static uint8_t ids[STAGED * SORTID_MAX_SIZE];
    sortid_status status = fill_ids(run, ids, at_most(run, STAGED), made);
    const struct options *options = run->options;
    if (options->output->is_typeid)
        *used = typeid_print_ids(buffer, options->prefix, ids, *made, separator_of(options));
    else
        *used = print_ids(buffer, size, run->format, options->output->encoding, ids, *made,
                          separator_of(options));
    return status;
}

/* The most bytes of an object: an ID, a time, a name of 16 bytes, 60 for the rest. */
#define JSON_ID_SIZE (SORTID_TYPEID_TEXT_SIZE + TIME_TEXT_SIZE + 76)

/* Writes {"format":...,"id":...,"timestampIso":...} and a newline. */
static struct text append_object(struct text line, const struct run *run, const uint8_t *id)
{
    const struct options *options = run->options;
    line = text_string(text_string(line, "{\"format\":\""), info_of(run->format)->name);
    line = text_string(line, "\",\"id\":\"");
    char *out = text_reserve(line, SORTID_TYPEID_TEXT_SIZE);
    if (options->output->is_typeid)
        line.at += typeid_print_ids(out, options->prefix, id, 1, '"');
    else
        line.at += print_ids(out, SORTID_MAX_TEXT_SIZE, run->format, options->output->encoding, id,
                             1, '"');
    line = text_string(line, ",\"timestampIso\":\"");
    line.at +=
        time_print(text_reserve(line, TIME_TEXT_SIZE), sortid_format_unix_ms(run->format, id));
    return text_string(line, "\"}\n");
}

static sortid_status fill_objects(struct run *run, char *buffer, size_t size, size_t *made,
                                  size_t *used)
{
    static uint8_t ids[STAGED * SORTID_MAX_SIZE];
    size_t most = size / JSON_ID_SIZE < STAGED ? size / JSON_ID_SIZE : STAGED;
    sortid_status status = fill_ids(run, ids, at_most(run, most), made);
    struct text lines = text_begin(buffer, size);
    for (size_t i = 0; i < *made; i++)
        lines = append_object(lines, run, ids + i * info_of(run->format)->size);
    *used = (size_t)(lines.at - buffer);
    return status;
}

static sortid_status fill_part(struct run *run, char *buffer, size_t size, size_t *used)
{
    size_t made;
    sortid_status status;
    const struct encoding_name *output = run->options->output;
    if (run->options->json)
        status = fill_objects(run, buffer, size, &made, used);
    else if (output->encoding == SORTID_ENCODING_TEXT && !output->is_typeid &&
             run->options->socket == NULL)
        status = fill_text(run, buffer, size, &made, used);
    else if (output->encoding == SORTID_ENCODING_BIN)
        status = fill_bytes(run, buffer, size, &made, used);
    else
        status = fill_staged(run, buffer, size, &made, used);
    run->made += made;
    run->turn_left -= made;
    return status;
}

/* Sets the clock of a script to the time of the next ID, and allows that one. */
static void step_script(struct run *run)
{
    const uint64_t rate = run->options->rate, second_us = 1000000;
    uint64_t time_us =
        run->start_us + run->made / rate * second_us + run->made % rate * second_us / rate;
    if (time_us > run->clock.now_us) // a wait of the generator may have set it ahead
        run->clock.now_us = time_us;
    run->due = run->made + 1;
}

/* Whether an ID may be made now. */
static size_t allow(struct run *run)
{
    if (run->options->rate > 0 && run->clock.scripted)
        step_script(run);
    return at_most(run, 1);
}

/* Fills `buffer` of OUTPUT_SIZE bytes, adds to run->made and sets *used. Stops at the first failure, when all
 * of the run or of its turn are made, or when the buffer is full. A part without failure has an ID, since
 * mode wait never stops before a reset. */
static sortid_status fill(struct run *run, char *buffer, size_t *used)
{
    sortid_status status = SORTID_OK;
    size_t part;
    *used = 0;
    while (status == SORTID_OK && allow(run) > 0 && OUTPUT_SIZE - *used >= STAGED_SIZE) {
        status = fill_part(run, buffer + *used, OUTPUT_SIZE - *used, &part);
        *used += part;
        if (status == SORTID_OK && part == 0)
            status =
                SORTID_ROLLBACK; // a fill that ends before a reset, which mode wait never makes
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
    if (run->options->json)
        json_commit(used);
    else
        output_commit(used);
    progress_make_way();
    output_flush();
    progress_show(run->made, run->options->count);
    return status;
}

/* Runs that want more IDs of a node than its ticks have wait for the same tick. The first to wake would take
 * all of its IDs in a few ms, and the others would wait again. Therefore a run that has waited takes turns:
 * at most a part of the IDs of a tick, then a rest of the same part of the tick. A tick has no more IDs than
 * its turns, so a run that is alone makes as many as without rests. */
#define TURNS 16

static uint64_t turn_of(const struct run *run)
{
    unsigned bits = field_of(run->format, 1)->bits; // node id and counter
    uint64_t ids = UINT64_C(1) << (bits - run->node.node_id_size);
    return ids > TURNS ? ids / TURNS : 1;
}

static sortid_status wait_for_clock(struct run *run)
{
    if (run->state != NULL && needs_node(run->format))
        run->turn_left = turn_of(run);
    return clock_wait(&run->clock);
}

static sortid_status end_turn(struct run *run)
{
    run->clock.wait_us = info_of(run->format)->unit_ms * 1000 / TURNS;
    return wait_for_clock(run);
}

/* Allows the IDs that are due by now, the first one at once; waits until there is one. */
static void keep_rate(struct run *run)
{
    const uint64_t rate = run->options->rate;
    sortid_sleep system;
    if (rate == 0 || run->clock.scripted)
        return;
    sortid_sleep_system(&system);
    for (;;) {
        uint64_t spent_ms = system_monotonic_ms() - run->start_ms;
        run->due = spent_ms / 1000 * rate + spent_ms % 1000 * rate / 1000 + 1;
        if (run->due > run->made)
            return;
        uint64_t wanted_ms = (run->made * 1000 + rate - 1) / rate; // of few seconds at a time
        uint64_t wait_ms = wanted_ms > spent_ms ? wanted_ms - spent_ms : 1;
        sortid_status status =
            system.sleep(system.context, (wait_ms < 1000 ? wait_ms : 1000) * 1000);
        if (status != SORTID_OK)
            give_up(run, status, errno);
    }
}

static void start_rate(struct run *run)
{
    run->due = UINT64_MAX;
    run->start_us = run->clock.now_us;
    run->start_ms = system_monotonic_ms();
    if (run->options->rate > 0 && run->start_ms == 0)
        give_up(run, SORTID_CLOCK_FAILED, errno);
}

static void make_all(struct run *run)
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
        if (status == SORTID_WAIT)
            status = wait_for_clock(run);
        else if (status == SORTID_OK && run->turn_left == 0)
            status = end_turn(run);
        if (status != SORTID_OK)
            give_up(run, status, run->error);
    }
    progress_finish(run->made, run->options->count);
}

void run_gen(struct options *options)
{
    static struct run run;
    if (options->argument_count > 0)
        options_take_format(options);
    else
        options->format = sortid_scru128_format();
    run.options = options;
    run.format = options->format;
    check_options(&run);
    output_unit(options->output->encoding == SORTID_ENCODING_BIN ? info_of(run.format)->size : 0,
                (char)separator_of(options));
    set_time(&run);
    if (options->socket != NULL) {
        agent_open(options->socket);
        make_all(&run);
        return;
    }
    if (needs_node(run.format))
        read_node(&run);
    find_state(&run);
    prepare(&run);
    make_all(&run);
    sortid_generator_close(&run.generator);
}
