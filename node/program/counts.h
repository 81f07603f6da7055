/* SPDX-License-Identifier: MIT */
/* counts.h: what the ids of a realm are doing, of a report of the library. Called by status.c, metrics.c and
 * health.c. Times are the store's. */
#ifndef PROGRAM_COUNTS_H
#define PROGRAM_COUNTS_H

#include <sortid/node.h>

/* How many ids of a pool. Those that are being removed and have no holder are blocked. */
struct counts {
    uint32_t all, used, reserved, blocked, free;
    uint32_t unreadable;    /* of the blocked: nobody can use them */
    uint32_t unclean;       /* of the blocked: the last holder did not release them */
    uint32_t overdue;       /* of the reserved: the bound has passed, so the holder makes no IDs */
    uint64_t soonest_bound; /* tick, of the reserved; 0: none is */
};
struct counts counts_of_pool(const sortid_node_report *report, const sortid_node_pool *pool);

/* "free", "reserved", "blocked", "unreadable". */
const char *counts_state(const sortid_node_report *report, const sortid_node_id_report *id);

/* From when an id that has no holder can be reserved with the default allowance. */
uint64_t counts_free_from_ms(const sortid_node_report *report, const sortid_node_id_report *id);

/* The pool of an id; NULL: of a pool that was removed, if its record could not be deleted at once. */
const sortid_node_pool *counts_find_pool(const sortid_node_report *report,
                                         const sortid_node_id_report *id);

/* The ids of a pool that can be reserved, if others are being removed; else NULL. */
const sortid_node_pool *counts_open_part(const sortid_node_report *report,
                                         const sortid_node_pool *pool);

#endif
