/* SPDX-License-Identifier: MIT */
/* generator/examine.c: what stands in a state file, for people who look into it. It maps the file
 * to be read, joins nobody, takes no lock and writes nothing; others may go on with the file
 * meanwhile. */
#include "../system/system.h"
#include "state_file.h"
#include "shared.h"

/* ---- What the packed state says -------------------------------------------------------------- */

/* SORTID_STATE_DAMAGED: it is of no ID, or there is none though a bound is in force. */
static sortid_status put_last(sortid_file_report *report, const struct machine_ops *ops,
                              const struct state_file *file, struct machine *machine)
{
    const struct page *page = page_of(file);
    bool has_bound = file_has_bound(file);
    struct packed_state packed = sortid_generator_state_glance(
        &page->state, identity_method(page->head.identity), ops->wide);
    report->started = (packed.high | packed.low) != 0;
    if (!report->started)
        return has_bound ? SORTID_STATE_DAMAGED : SORTID_OK;
    if (!sortid_generator_can_be(&machine->state, packed, machine, ops) ||
        !file_covers(file, &machine->state))
        return SORTID_STATE_DAMAGED;
    report->last_unix_ms = machine->state.since_us / 1000;
    report->last_size = ops->last_id_size;
    if (ops->last_id_size > 0)
        store_be64(report->last, packed.high);
    if (ops->last_id_size > 8)
        store_be64(report->last + 8, packed.low);
    return SORTID_OK;
}

static sortid_status put_report(sortid_file_report *report, const struct state_file *file)
{
    const struct page *page = page_of(file);
    uint64_t identity = page->head.identity;
    const struct machine_ops *ops = sortid_generate_ops_at(identity >> FORMAT_SHIFT);
    struct machine machine = {.mode = 0};
    *report = (sortid_file_report){.format = ops != NULL ? ops->format->name : NULL,
                                   .version = sortid_generator_state_version(&page->state),
                                   .locked = identity_method(identity) == METHOD_LOCK,
                                   .in_force = sortid_generator_file_is_in_force(file),
                                   .bound_unix_ms = sortid_generator_file_bound(file)};
    if (report->in_force && !sortid_generator_file_agrees_in_force(file))
        return SORTID_STATE_DAMAGED;
    if (ops == NULL)
        return SORTID_OK;
    apply_parameters(ops, &machine, identity & PARAMETERS_MASK);
    if ((ops->format->traits & SORTID_NEEDS_NODE) != 0) {
        report->node_id = machine.format.scru64.node_id;
        report->node_id_size = machine.format.scru64.node_id_size;
    }
    return report->in_force ? put_last(report, ops, file, &machine) : SORTID_OK;
}

sortid_status sortid_shared_examine(sortid_file_report *out, const char *path)
{
    struct state_file file;
    sortid_file_report report;
    int cancels = sortid_system_hold_cancel(); /* while the file is open */
    sortid_status status = sortid_generator_file_look(&file, path);
    if (status == SORTID_OK) {
        status = put_report(&report, &file);
        sortid_system_file_close(&file.file);
    }
    sortid_system_let_cancel(cancels);
    if (status == SORTID_OK)
        *out = report;
    return status;
}
