/* SPDX-License-Identifier: MIT */
/* client.h: the client of the store by the options, and messages of its failures. The password
 * comes from the environment or a file, never from an argument. */
#pragma once

#include "options.h"

/* The client of the program. If this fails, it reports why and ends the program. */
sortid_node_client *client_open(const struct options *options);

/* Reports what failed, and raises the exit status: 1 what is named does not exist or differs, 3 all
 * else. A bad option ends the program with status 2. */
void client_report(sortid_node_status status, const sortid_node_error *error);

/* Whether to try again: an id becomes free, or the store comes back. */
bool client_may_wait(sortid_node_status status);

/* Opens the client; the report of a realm, or its summary. NULL: it failed, which is reported. */
sortid_node_report *client_examine(const struct options *options, const char *realm,
                                   bool is_summary);

/* Closes the client, if it is open, and standard output. */
void client_finish(void);
