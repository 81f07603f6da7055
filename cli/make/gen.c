/* SPDX-License-Identifier: MIT */
/* gen.c: `sortid gen`: checks the options, and makes IDs now or at a scripted time. */
#include "run.h"
#include "../ids/format_info.h"
#include "../options/times.h"
#include "../../common/output.h"
#include "../../common/report.h"

/* Whether generators of the format have the option `flag`: whether a machine accepts it. */
static bool has_flag(const sortid_format *format, uint32_t flag)
{
    sortid_machine machine;
    const sortid_options options = {.flags = flag};
    return sortid_machine_init(&machine, format, &options) != SORTID_BAD_OPTION;
}

static void check_options(const struct run *run)
{
    const struct options *options = run->options;
    const char *format = info_of(run->format)->name;
    options_explain_extra(options);
    options_limit_arguments(options, 0);
    options_match_kinds(options);
    options_match_prefix(options);
    if (options->zone != ZONE_UNSET && options->at == NULL)
        report_usage("--utc and --local apply to --at TIME");
    if (options->nul_ends && options->output->encoding == SORTID_ENCODING_BIN)
        report_usage("-0 cannot be used with -e bin: raw bytes have no separator");
    if (options->json && (options->nul_ends || options->output->encoding == SORTID_ENCODING_BIN))
        report_usage("--json cannot be used with %s",
                     options->nul_ends ? "-0" : "-e bin: give -e hex");
    if (options->random && !has_flag(run->format, SORTID_OPTION_STATELESS))
        report_usage("--random does not apply to %s", format);
    if (options->fraction && !has_flag(run->format, SORTID_OPTION_FRACTION))
        report_usage("--fraction does not apply to %s", format);
    if (options->random && options->fraction)
        report_usage("--random cannot be used with --fraction: random IDs have no order "
                     "within a ms");
    if (options->node != NULL && !needs_node(run->format))
        report_usage("--node applies to scru64, not to %s", format);
    if (options->socket != NULL && !needs_node(run->format))
        report_usage("--socket applies to scru64, not to %s", format);
    if (options->socket != NULL &&
        (options->node != NULL || options->state != NULL || options->at != NULL))
        report_usage("--socket cannot be used with %s: the agent has its own",
                     options->node != NULL    ? "--node"
                     : options->state != NULL ? "--state"
                                              : "--at");
    if (options->random && run_keeps_state(run))
        report_usage("--random cannot be used with --state FILE: random IDs keep no state");
    if (options->at != NULL && run_keeps_state(run))
        report_usage("--at %s: the time of --at must not enter the state file",
                     needs_node(run->format)
                         ? "with scru64 needs --state none, which may repeat IDs"
                         : "cannot be used with --state FILE");
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
    if (run->options->at == NULL)
        return;
    uint64_t at_ms = options_time(run->options, "--at", run->options->at, present_ms());
    check_time(run, at_ms);
    run->clock.scripted = true;
    run->clock.now_us = at_ms * 1000; // a TIME is little more than 2^48 ms at most
}

void run_gen(struct options *options)
{
    static struct run run;
    if (options->argument_count == 0 && options->kinds.count == 0)
        (void)option_take_kinds(options, info_of(sortid_format_at(0))->name);
    options_take_format(options);
    options_need_format(options);
    run.options = options;
    run.format = options->format;
    run.kind = options->kind;
    check_options(&run);
    output_unit(options->output->encoding == SORTID_ENCODING_BIN ? info_of(run.format)->size : 0,
                line_end_of(options));
    set_time(&run);
    if (options->socket != NULL) {
        agent_open(options->socket);
        run_make_all(&run);
        return;
    }
    run_start(&run);
    run_make_all(&run);
    sortid_generator_close(&run.generator);
}
