/* SPDX-License-Identifier: MIT */
/* client.h: the client of etcd that the options ask for, and how its failures are told. Called by
 * the subcommands. The password comes from the environment or a file, never from an argument. */
#ifndef PROGRAM_CLIENT_H
#define PROGRAM_CLIENT_H

#include "options.h"

/* Ends the program where that fails, and says why. */
sortid_node_client *client_open(const struct options *options);

/* Says what failed, and raises the exit status: 1 what is named is not there or differs, 3 all
 * else; a bad option ends the program with 2. */
void client_report(const struct options *options, sortid_node_status status,
                   const sortid_node_error *error);

/* Closes the client and standard output; the exit status. */
int client_finish(sortid_node_client *client);

#endif
