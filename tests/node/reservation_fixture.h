/* SPDX-License-Identifier: MIT */
/* reservation_fixture.h: a realm "r" with a pool "p" in the etcd of fake_etcd.h, a client, and short
 * calls that take reservations and ask their bounds. The tests of reservations include it first. */
#ifndef TESTS_NODE_RESERVATION_FIXTURE_H
#define TESTS_NODE_RESERVATION_FIXTURE_H

#include "../support/support.h"
#include "fake_etcd.h"
#include "node/realm.h"

#include <sortid/node.h>

#define FIXTURE_NOW  UINT64_C(1700000000000) /* true time at the start, on a whole second and tick */
#define FIXTURE_TICK (FIXTURE_NOW / SORTID_SCRU64_TICK_MS)

/* The default horizon and lease, in ticks and ms. */
#define FIXTURE_HORIZON  UINT64_C(235) /* of 60 s, the last one begun */
#define FIXTURE_LEASE_MS UINT64_C(15000)

/* Limits that no test reaches unless it makes a realm of its own. */
extern const sortid_node_realm_options fixture_realm;

extern sortid_node_client *fixture_client;
extern sortid_node_error fixture_error;

/* Expects a status; prints the message of a failure. */
#define EXPECT_NODE(call, expected)                                                                \
    do {                                                                                           \
        fixture_error.text[0] = '\0';                                                              \
        const sortid_node_status met = (call);                                                     \
        EXPECT(met == (expected), PLACE ": status %d, not %d: %s", (int)met, (int)(expected),      \
               fixture_error.text);                                                                \
    } while (0)

/* `pool` as for sortid_node_pool_parse, with the name p. */
void fixture_begin(const char *pool);
void fixture_end(void);

void fixture_options(sortid_node_reservation_options *out);
sortid_node_reservation *fixture_acquire(
    const sortid_node_reservation_options *options); /* NULL: fixture_options */
uint32_t fixture_id(const sortid_node_reservation *reservation);
uint64_t fixture_start(const sortid_node_reservation *reservation); /* the tick after its spec */
sortid_status fixture_ask(const sortid_node_reservation *reservation, uint64_t tick);
uint64_t fixture_now_tick(void); /* of the true time */

/* Raises the bounds of the realm, also to a time that is not safe. */
sortid_node_status fixture_raise(const char *realm, uint64_t unix_ms);

/* The record of an id in etcd, and whether it has a holder. */
struct id_record fixture_record(uint32_t node_id, uint32_t size);
bool fixture_is_held(uint32_t node_id, uint32_t size);

/* Like fake.fate: the `number`th request of a kind from now on (1: the next) has this fate. */
void fixture_fate(enum fake_kind kind, unsigned number, enum fake_fate fate);

#endif
