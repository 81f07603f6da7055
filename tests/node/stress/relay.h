/* SPDX-License-Identifier: MIT */
/* relay.h: a network between holders and a store that a test can disconnect: a port of loopback
 * whose connections are passed on to another port. One at a time. */
#pragma once

#include "support/support.h"

enum relay_mode {
    RELAY_OPEN,
    RELAY_SILENT, /* connections stay, nothing comes through in either direction */
    RELAY_LOSSY   /* one in so many requests and answers is dropped; its connection ends */
};

const char *relay_start(unsigned port); /* to that port of loopback; its URL */
void relay_set(enum relay_mode mode);
size_t relay_lost(void); /* dropped requests and answers */
void relay_end(void);
