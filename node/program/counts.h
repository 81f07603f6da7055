/* SPDX-License-Identifier: MIT */
/* counts.h: what the ids of a realm are doing, by a report of the library and the store's clock. */
#pragma once

#include <sortid/node.h>

/* How many ids of a pool. Those that are being removed and have no holder are blocked. */
struct counts {
    uint32_t all, used, used_open, reserved, blocked, free; /* used_open: of those that remain */
    uint32_t unreadable;    /* of the blocked: nobody can use them */
    uint32_t unclean;       /* of the blocked: the last holder did not release them */
    uint64_t unclean_until; /* Unix ms: when the last of these is free */
    uint32_t overdue;       /* of the reserved: the bound has passed, so the holder makes no IDs */
    uint64_t soonest_bound; /* tick, of the reserved; 0: none is */
};

/* Those of each pool, in their order; static. */
const struct counts *counts_of_pools(const sortid_node_report *report);

/* "free", "reserved", "blocked", "unreadable". */
const char *counts_state(const sortid_node_report *report, const sortid_node_id_report *id);

/* From when an id that has no holder can be reserved with the default allowance. */
uint64_t counts_free_from_ms(const sortid_node_report *report, const sortid_node_id_report *id);

/* The pool of an id; NULL: that was removed, and the id's record could not be deleted. */
const sortid_node_pool *counts_find_pool(const sortid_node_report *report,
                                         const sortid_node_id_report *id);

/* The ids of a pool that can be reserved, if others are being removed; else NULL. */
const sortid_node_pool *counts_open_part(const sortid_node_report *report,
                                         const sortid_node_pool *pool);

/* The ids of a pool that are not in a part of it. Empty parts: first > last. */
struct removal {
    uint32_t ids, reserved, blocked; /* blocked, and nobody has them: until their bounds and */
    uint64_t until_ms;               /* quarantines have passed */
};
struct removal counts_of_removal(const sortid_node_report *report, const sortid_node_pool *pool,
                                 const sortid_node_pool *remains);

/* Prints the report and these counts in the text format of Prometheus. */
void metrics_print(const sortid_node_report *report, const struct counts *counts);
