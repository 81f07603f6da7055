/* SPDX-License-Identifier: MIT */
/* node/fail.h: how a call of the library says what failed. Called everywhere in node/. The
 * text is made fit for a terminal and a log: bytes 0x20 to 0x7e, others as ?, cut to its room. */
#ifndef NODE_FAIL_H
#define NODE_FAIL_H

#include <sortid/node.h>

/* Writes the text, where there is room for one, and returns the status. Of strangers' bytes only
 * what a %s brings; the format is ours. */
sortid_node_status node_fail(sortid_node_error *error, sortid_node_status status,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
