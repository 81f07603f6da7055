/* SPDX-License-Identifier: MIT */
/* node/date.h: the time in a Date header of HTTP. Pure: without time zone, locale and clock. */
#ifndef NODE_DATE_H
#define NODE_DATE_H

#include <stddef.h>
#include <stdint.h>

/* Unix ms of "Sat, 21 Nov 2026 16:32:17 GMT", the only form that a server may write. (RFC 9110 has
 * two obsolete forms; no server of etcd is that old.) 0 for other texts, days that do not exist,
 * and times before 1970. The weekday is not checked. A leap second is the second before. */
uint64_t sortid_node_date_parse(const char *text, size_t length);

#endif
