/* SPDX-License-Identifier: MIT */
/* reservation_fixture.h: a client and a realm "r" with a pool "p" in the etcd of fake_etcd.h, and
 * short calls that take reservations and ask their bounds. The tests of reservations include it
 * first. */
#pragma once

#include "client.h"
#include "fake_etcd.h"
#include "node/realm.h"

#include <sortid/node.h>

#define START_MS UINT64_C(1700000000000) /* true time at the start, on a whole second and tick */
#define START    (START_MS / SORTID_SCRU64_TICK_MS)

/* Horizon and lease of reservations whose test gives none: short ones. */
#define HORIZON_MS 60000
#define HORIZON    UINT64_C(235) /* ticks, the last one begun */
#define LEASE_MS   UINT64_C(15000)

/* A test in a new world. `pool` as for sortid_node_pool_parse, with the name p. */
#define TEST_ON(name, pool) TEST_AROUND(name, fixture_begin(pool), fixture_end())
void fixture_begin(const char *pool);
void fixture_end(void);

/* Limits that no test reaches unless it makes its own realm, or changes them. */
extern sortid_node_realm_options fixture_realm;

extern sortid_node_client *client;
extern uint64_t next_ms; /* of the last renew */

/* ---- Realms ------------------------------------------------------------------------------- */

sortid_node_pool pool_of(const char *text);

/* Creates a realm, or adds a pool to it, whose ids may be those of another realm. */
sortid_node_status init(const char *realm, const char *pool,
                        const sortid_node_realm_options *options);

/* Raises the bounds of the realm, also to a time that is not safe. */
sortid_node_status raise_bounds(const char *realm, uint64_t unix_ms);

/* Writes the record of an id as another program. */
void put_record(const char *realm, uint32_t node_id, uint32_t size, struct id_record record);

sortid_node_status release_id(uint32_t node_id, uint32_t size); /* of realm "r" */

/* The report of a realm, which must exist. The caller frees it. */
sortid_node_report *examine(const char *realm);

/* The record of an id of realm "r", and whether it has a holder. */
struct id_record record_of(uint32_t node_id, uint32_t size);
bool is_held(uint32_t node_id, uint32_t size);

static inline uint64_t bound_of(uint32_t node_id, uint32_t size)
{
    return record_of(node_id, size).bound;
}

/* Expects that an id of realm "r" was released cleanly since `first_free`: the first tick that was
 * not used, unless the clock was further. */
void expect_released(uint32_t node_id, uint32_t size, uint64_t first_free);

/* ---- Reservations --------------------------------------------------------------------------- */

/* Options; the default ones are realm "r", pool "p" and label "test". */
#define WITH(...) (&(const sortid_node_reservation_options){__VA_ARGS__})

/* `options` NULL: all are the default. */
sortid_node_status acquire(sortid_node_reservation **out,
                           const sortid_node_reservation_options *options);
sortid_node_reservation *take(const sortid_node_reservation_options *options); /* must succeed */

uint32_t id_of(const sortid_node_reservation *reservation);
uint64_t start_of(const sortid_node_reservation *reservation); /* the tick after its spec */
sortid_status ask(const sortid_node_reservation *reservation, uint64_t tick);
uint64_t now_tick(void); /* of the true time */

static inline sortid_node_status renew(sortid_node_reservation *reservation)
{
    return sortid_node_reservation_renew(reservation, &next_ms, &error);
}

static inline sortid_node_status release(sortid_node_reservation *reservation)
{
    return sortid_node_reservation_release(reservation, &error);
}

static inline void abandon(sortid_node_reservation *reservation)
{
    sortid_node_reservation_abandon(reservation);
}

static inline sortid_node_deadlines deadlines_of(sortid_node_reservation *reservation)
{
    sortid_node_deadlines deadlines;
    sortid_node_reservation_deadlines(reservation, &deadlines, sizeof deadlines);
    return deadlines;
}

/* ---- Interference --------------------------------------------------------------------------- */

/* The `number`th request of a kind from now on (1: the next) has this fate, all others are done. */
void set_fate(enum fake_kind kind, unsigned number, enum fake_fate fate);

/* From now on so many requests are lost; all; none. */
void set_away_for(unsigned requests);
void set_away(bool away);

/* When the next request of a kind is on its way, `act` is called, once. */
void act_during(enum fake_kind kind, void (*act)(void));
bool has_acted(void);

/* For act_during: another client acquires an id. */
extern sortid_node_reservation *rival;
void take_rival(void);

/* The clock of generators: the true time. */
extern const sortid_clock fixture_clock;
