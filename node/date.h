/* SPDX-License-Identifier: MIT */
/* node/date.h: the time in a Date header of HTTP. Called by http.c. Pure: no time zone, no
 * locale, no clock. */
#ifndef NODE_DATE_H
#define NODE_DATE_H

#include <stddef.h>
#include <stdint.h>

/* ms since 1970 of "Sat, 21 Nov 2026 16:32:17 GMT", the one form that a server may write (RFC 9110
 * has two more that must be read: no server that tells etcd's time is that old). 0 for anything
 * else, a day that there is not, and times before 1970; the weekday is not compared. A leap
 * second is the one before it. */
uint64_t date_parse(const char *text, size_t length);

#endif
