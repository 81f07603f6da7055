/* SPDX-License-Identifier: MIT */
/* show.h: prints realms, pools, node ids and times, for people and as JSON. In JSON ids are decimal
 * strings, as in `sortid inspect`; sizes, counts and durations are numbers. */
#pragma once

#include "../../common/report.h"

#include <sortid.h>
#include <sortid/node.h>

/* At most SHOW_SIZE - 1 bytes per call. */
#define SHOW_SIZE 1024
void show(const char *format, ...) REPORT_FORMAT(1, 2);

/* "hot=0x0-0x7/4", static; {"name":"hot","first":"0","last":"7","nodeSize":4 without "}", so that
 * members can follow; [...] of pools. Names of realms and pools need no escape */
const char *show_pool(const sortid_node_pool *pool);
void show_pool_json(const sortid_node_pool *pool);
void show_pools_json(const sortid_node_pool *pools, size_t count);

/* What `list` and `status` say of a realm: its floor, with what comes before it, and whether it was
 * restored; ,"maxAheadMs":... */
void show_floor(const char *before, const sortid_node_realm *realm);
void show_realm_json(const sortid_node_realm *realm);

/* A JSON string. */
void show_string(const char *text);

/* "71 min", rounded up; static. What to do about a restored realm; static. */
const char *show_span(uint64_t ms);
const char *show_fence(const sortid_node_realm *realm);

/* A time, static: two at once. In JSON it is shown with what comes before it, and null for 0. The
 * time of a tick is its first ms. */
const char *show_time(uint64_t unix_ms);
void show_time_json(const char *before, uint64_t unix_ms);
uint64_t show_tick_ms(uint64_t tick);
