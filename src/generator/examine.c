/* SPDX-License-Identifier: MIT */
/* generator/examine.c: what a state file contains, for people. It takes no lock and writes nothing;
 * others may use the file meanwhile. */
#include "../system/system.h"
#include "../text/lookup.h"
#include "shared.h"
#include "state_file.h"
#include "trust.h"

/* Reports the packed state. SORTID_STATE_DAMAGED: it cannot be that of an ID, or it is missing
 * although a bound is in force. */
static sortid_status report_last(sortid_state_report *report, const struct machine_ops *ops,
                                 const struct state_file *file, struct machine *machine)
{
    const struct page *page = page_of(file);
    bool has_bound = file_has_bound(file);
    struct packed_state packed = sortid_generator_state_peek(
        &page->state, identity_method(page->head.identity), is_wide(ops));
    report->started = (packed.high | packed.low) != 0;
    if (!report->started)
        return has_bound ? SORTID_STATE_DAMAGED : SORTID_OK;
    if (!unpack_checked(&machine->state, packed, machine, ops) ||
        !file_covers(file, &machine->state))
        return SORTID_STATE_DAMAGED;
    report->last_unix_ms = machine->state.since_us / 1000;
    report->last_size = (uint32_t)ops->last_id_size;
    if (ops->last_id_size > 0)
        store_be64(report->last, packed.high);
    if (ops->last_id_size > 8)
        store_be64(report->last + 8, packed.low);
    return SORTID_OK;
}

static sortid_status report_file(sortid_state_report *report, const struct state_file *file)
{
    const struct page *page = page_of(file);
    uint64_t identity = page->head.identity;
    const struct machine_ops *ops = sortid_generate_ops_at(identity >> FORMAT_SHIFT);
    struct machine machine = {.mode = 0};
    *report = (sortid_state_report){.format = ops != NULL ? ops->format : NULL,
                                    .version = sortid_generator_state_version(&page->state),
                                    .has_lock = identity_method(identity) == METHOD_LOCK,
                                    .current = sortid_generator_file_is_current(file),
                                    .bound_unix_ms = sortid_generator_file_bound(file)};
    if (report->current && !sortid_generator_file_agrees(file))
        return SORTID_STATE_DAMAGED;
    if (ops == NULL)
        return SORTID_OK;
    apply_parameters(ops, &machine, identity & PARAMETERS_MASK);
    report->fraction = (machine.flags & SORTID_OPTION_FRACTION) != 0;
    if ((ops->format->traits & SORTID_TRAIT_NEEDS_NODE) != 0) {
        report->node_id = machine.format.scru64.node_id;
        report->node_id_size = machine.format.scru64.node_id_size;
    }
    return report->current ? report_last(report, ops, file, &machine) : SORTID_OK;
}

sortid_status sortid_state_examine(const char *path, sortid_state_report *report, size_t size)
{
    struct state_file file;
    sortid_state_report found;
    if (size < SIZE_UP_TO(sortid_state_report, reserved))
        return SORTID_BAD_ARGUMENT;
    int cancels = sortid_system_disable_cancel(); /* while the file is open */
    sortid_status status = sortid_generator_file_open_to_read(&file, path);
    if (status == SORTID_OK) {
        status = report_file(&found, &file);
        sortid_system_file_close(&file.file);
    }
    sortid_system_restore_cancel(cancels);
    if (status == SORTID_OK)
        copy_sized(report, size, &found, sizeof found);
    return status;
}
