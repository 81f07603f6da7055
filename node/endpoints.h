/* SPDX-License-Identifier: MIT */
/* node/endpoints.h: the list of endpoints, "http://HOST:PORT,https://HOST:PORT". Pure. Errors do
 * not quote a refused text: it may contain a password. */
#pragma once

#include <sortid/node.h>

#define ENDPOINTS_MAX      16
#define ENDPOINTS_URL_SIZE 320 /* of the longest, with its NUL */

struct endpoints {
    size_t count;
    char urls[ENDPOINTS_MAX][ENDPOINTS_URL_SIZE]; /* without a slash at the end */
};

/* A host is a name, an IPv4 address or [an IPv6 address]; the port may be left out, a slash
 * may follow; no user, no path. SORTID_NODE_BAD_OPTION. */
sortid_node_status sortid_node_endpoints_read(struct endpoints *out, const char *text,
                                              sortid_node_error *error);
