/* SPDX-License-Identifier: MIT */
/* relay.h: a network between holders and a store that a test can disconnect: a port of loopback
 * whose connections are passed on to another port, by threads of the test program. */
#ifndef SORTID_TESTS_NODE_STRESS_RELAY_H
#define SORTID_TESTS_NODE_STRESS_RELAY_H

#include "support/support.h"

enum relay_mode {
    RELAY_OPEN,
    RELAY_CLOSED, /* connections end, new ones at once */
    RELAY_SILENT, /* connections stay, nothing comes through in either direction */
    RELAY_HALF,   /* transactions are dropped, leases are renewed */
    RELAY_LOSSY   /* one in so many requests and answers is dropped; its connection ends */
};

struct relay;
struct relay *relay_start(unsigned port); /* to that port of loopback */
void relay_set(struct relay *relay, enum relay_mode mode);
const char *relay_url(const struct relay *relay);
size_t relay_lost(const struct relay *relay); /* dropped requests and answers */
void relay_end(struct relay *relay);

#endif
