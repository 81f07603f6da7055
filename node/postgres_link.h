/* SPDX-License-Identifier: MIT */
/* node/postgres_link.h: the connection to one server of a list, and one statement at a time on it,
 * by libpq; and the statements of the schema. libpq does not end a wait at a deadline, so all waits
 * are here, on a socket that does not block; only a host's name is looked up without a deadline. */
#pragma once

#include <libpq-fe.h>
#include <sortid/node.h>

#define LINK_HOSTS_MAX 16
#define LINK_WHY_SIZE  SORTID_NODE_ERROR_SIZE

struct link;

/* Reads the URL with its list of hosts. The options' user, password and certificates replace those
 * of the URL. SORTID_NODE_BAD_OPTION, _SYSTEM. */
sortid_node_status sortid_node_link_open(struct link **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);
void sortid_node_link_close(struct link *link); /* NULL is allowed. Not in a forked child. */

size_t sortid_node_link_host_count(const struct link *link);
const char *sortid_node_link_host_name(const struct link *link, size_t host); /* "HOST:PORT" */

/* The host of the connection, if it seems to be open; else LINK_HOSTS_MAX. */
size_t sortid_node_link_connected_to(struct link *link);

/* Ends the connection, if there is one. */
void sortid_node_link_disconnect(struct link *link);

/* What a server answered, or why it did not. */
struct link_answer {
    PGresult *rows; /* NULL after a failure. The caller clears it */
    bool sent;      /* the server may have received the statement */
    bool doubtful;  /* done, but the server gave up its wait for a standby */
    char state[6];  /* SQLSTATE of an error that the server reported; "": none */
    char why[LINK_WHY_SIZE];
};

void sortid_node_link_clear(struct link_answer *answer); /* its rows */

/* Connects to one host until `end_ms` of the boot clock, instead of an open connection. */
bool sortid_node_link_connect(struct link_answer *answer, struct link *link, size_t host,
                              uint64_t end_ms);

/* Runs one statement on the connection. `values`: of the parameters $1 to $count, as texts; NULL:
 * there may be several statements, separated by ";", which run in one transaction. After a failure
 * without `state` the connection is closed. */
bool sortid_node_link_run(struct link_answer *answer, struct link *link, const char *sql,
                          const char *const *values, int count, uint64_t end_ms);

/* postgres_schema.c: the statements that create the schema sortid_node, NULL after the last one.
 * The names of what they create end with the version of what it does: a later version of sortid
 * adds its own functions, and those of this version stay for programs that use them. */
extern const char *const sortid_node_postgres_schema[];
