/* SPDX-License-Identifier: MIT */
/* node/etcd.h: etcd as a store: its v3 API over HTTP and JSON, over several endpoints. It uses libcurl
 * and jansson. */
#ifndef NODE_ETCD_H
#define NODE_ETCD_H

#include "store.h"

/* SORTID_NODE_BAD_OPTION: a bad endpoint, a timeout out of range, half of a pair, a file that cannot be
 * read. Later, replies of another cluster than that of the first reply are SORTID_NODE_BAD_REPLY. */
sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);

#endif
