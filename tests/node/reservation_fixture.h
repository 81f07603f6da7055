/* SPDX-License-Identifier: MIT */
/* hold_rig.h: a realm "r" with a pool "p" in the etcd of fake_etcd.h, a client, and short ways to
 * take holds and ask their bounds. Included by the tests of holds, first. */
#ifndef TESTS_NODE_HOLD_RIG_H
#define TESTS_NODE_HOLD_RIG_H

#include "../support/support.h"
#include "fake_etcd.h"
#include "node/realm.h"

#include <sortid/node.h>

#define RIG_NOW  UINT64_C(1700000000000) /* true time at the start, on a whole second and tick */
#define RIG_TICK (RIG_NOW / SORTID_SCRU64_TICK_MS)

/* The horizon and lease of the defaults, in ticks and ms. */
#define RIG_HORIZON  UINT64_C(235) /* of 60 s, the last one begun */
#define RIG_LEASE_MS UINT64_C(15000)

extern sortid_node_client *rig_client;
extern sortid_node_error rig_error;

/* Expects a status; shows the sentence of the failure. */
#define EXPECT_NODE(call, expected)                                                                \
    do {                                                                                           \
        rig_error.text[0] = '\0';                                                                  \
        const sortid_node_status met = (call);                                                     \
        EXPECT(met == (expected), PLACE ": status %d, not %d: %s", (int)met, (int)(expected),      \
               rig_error.text);                                                                    \
    } while (0)

/* `pool` as for sortid_node_pool_parse, of name p. */
void rig_begin(const char *pool);
void rig_end(void);

void rig_options(sortid_node_hold_options *out);
sortid_node_hold *rig_acquire(const sortid_node_hold_options *options); /* NULL: rig_options */
uint32_t rig_id(const sortid_node_hold *hold);
uint64_t rig_start(const sortid_node_hold *hold); /* the tick behind its spec */
sortid_status rig_cover(const sortid_node_hold *hold, uint64_t tick);
uint64_t rig_now_tick(void); /* of true time */

/* What stands in etcd of an id; the tests' own reading is in realm.h. */
struct id_record rig_record(uint32_t node_id, uint32_t size);
bool rig_is_held(uint32_t node_id, uint32_t size);

/* As fake.fate: the `number`th request of a kind from now on (1: the next) meets this fate. */
void rig_fate(enum fake_kind kind, unsigned number, enum fake_fate fate);

#endif
