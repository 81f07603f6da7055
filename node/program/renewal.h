/* SPDX-License-Identifier: MIT */
/* tender.h: a thread that tends the hold, so that no slow answer of etcd keeps the supervisor from
 * acting in time. Called by supervise.c; while it runs nobody else calls the library. */
#ifndef PROGRAM_TENDER_H
#define PROGRAM_TENDER_H

#include <sortid.h>
#include <sortid/node.h>

/* What is known of the hold; times on boot.h's clock. */
struct tender_news {
    uint64_t ask_ms, kill_ms;
    bool lost;
    sortid_node_status status; /* of the last try */
    sortid_node_error error;
};

/* Begins, once and for good; false, and errno, if there can be no thread. */
bool tender_begin(sortid_node_hold *hold);

/* Can be read when there are news. */
int tender_descriptor(void);
void tender_take_news(struct tender_news *news);

/* Ends the thread, after the request that is under way. */
void tender_end(void);

#endif
