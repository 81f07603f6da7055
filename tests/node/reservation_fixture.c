/* SPDX-License-Identifier: MIT */
/* reservation_fixture.c: see reservation_fixture.h. */
#include "reservation_fixture.h"

#include <limits.h>
#include <stdatomic.h>

sortid_node_realm_options fixture_realm = {.max_ahead_ms = UINT64_C(10) * 86400000,
                                           .max_quarantine_ms = MAX_QUARANTINE_MS};
sortid_node_client *client;
uint64_t next_ms;

void fixture_begin(const char *pool)
{
    const sortid_node_client_options options = {0};
    fake_begin(START_MS, support_random());
    EXPECT_NODE(sortid_node_client_open(&client, &options, &error), OK);
    EXPECT_NODE(init("r", pool, &fixture_realm), OK);
}

void fixture_end(void)
{
    sortid_node_client_close(client);
    fake_end();
}

/* ---- Realms ------------------------------------------------------------------------------- */

sortid_node_pool pool_of(const char *text)
{
    sortid_node_pool pool;
    EXPECT_NODE(sortid_node_pool_parse(&pool, text, strlen(text), &error), OK);
    return pool;
}

sortid_node_status init(const char *realm, const char *pool,
                        const sortid_node_realm_options *options)
{
    sortid_node_pool parsed = pool_of(pool);
    parsed.share_ids = true;
    return sortid_node_realm_create(client, realm, &parsed, 1, options, NULL, &error);
}

sortid_node_status raise_bounds(const char *realm, uint64_t unix_ms)
{
    const sortid_node_raise raise = {.unix_ms = unix_ms, .accept_early = true, .accept_far = true};
    sortid_node_realm_options options = fixture_realm;
    options.raise = &raise;
    return sortid_node_realm_create(client, realm, NULL, 0, &options, NULL, &error);
}

void put_record(const char *realm, uint32_t node_id, uint32_t size, struct id_record record)
{
    char key[KEY_SIZE];
    char *value = sortid_node_realm_print_id(&record);
    sortid_node_realm_id_key(key, realm, KEY_ID, node_id, size);
    fake_put(key, value);
    free(value);
}

sortid_node_status release_id(uint32_t node_id, uint32_t size)
{
    return sortid_node_id_release(client, "r", node_id, size, &error);
}

sortid_node_report *examine(const char *realm)
{
    sortid_node_report *report = NULL;
    EXPECT_NODE(sortid_node_realm_examine(client, &report, realm, &error), OK);
    return report;
}

struct id_record record_of(uint32_t node_id, uint32_t size)
{
    char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
    struct id_record record = {.bound = 0};
    sortid_node_realm_id_key(key, "r", KEY_ID, node_id, size);
    EXPECT(fake_value(value, key) && sortid_node_realm_read_id(&record, value), "no record at %s",
           key);
    return record;
}

bool is_held(uint32_t node_id, uint32_t size)
{
    char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
    sortid_node_realm_id_key(key, "r", KEY_HOLDER, node_id, size);
    return fake_value(value, key);
}

void expect_released(uint32_t node_id, uint32_t size, uint64_t first_free)
{
    const struct id_record record = record_of(node_id, size);
    uint64_t last = first_free > now_tick() ? first_free : now_tick();
    EXPECT(record.clean && first_free <= record.bound && record.bound <= last,
           "clean %d, bound %llu, not from %llu to %llu", (int)record.clean,
           (unsigned long long)record.bound, (unsigned long long)first_free,
           (unsigned long long)last);
}

/* ---- Reservations --------------------------------------------------------------------------- */

sortid_node_status acquire(sortid_node_reservation **out,
                           const sortid_node_reservation_options *options)
{
    sortid_node_reservation_options chosen = {0};
    if (options != NULL)
        chosen = *options;
    chosen.realm = chosen.realm != NULL ? chosen.realm : "r";
    chosen.pool = chosen.pool != NULL ? chosen.pool : "p";
    chosen.label = chosen.label != NULL ? chosen.label : "test";
    chosen.horizon_ms = chosen.horizon_ms != 0 ? chosen.horizon_ms : HORIZON_MS;
    chosen.lease_s = chosen.lease_s != 0 ? chosen.lease_s : LEASE_MS / 1000;
    return sortid_node_reservation_acquire(client, out, &chosen, &error);
}

sortid_node_reservation *take(const sortid_node_reservation_options *options)
{
    sortid_node_reservation *reservation = NULL;
    EXPECT_NODE(acquire(&reservation, options), OK);
    return reservation;
}

uint32_t id_of(const sortid_node_reservation *reservation)
{
    sortid_scru64_node_spec spec;
    sortid_node_reservation_spec(reservation, &spec);
    return spec.node_id;
}

uint64_t start_of(const sortid_node_reservation *reservation)
{
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    sortid_node_reservation_spec(reservation, &spec);
    sortid_scru64_to_fields(&fields, &spec.last);
    return fields.timestamp + 1;
}

sortid_status ask(const sortid_node_reservation *reservation, uint64_t tick)
{
    const sortid_bound *bound = sortid_node_reservation_bound(reservation);
    return bound->cover(bound->context, tick, SORTID_COVER_SHARED);
}

uint64_t now_tick(void)
{
    return fake_now() / SORTID_SCRU64_TICK_MS;
}

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    (void)context;
    *unix_us = fake_now() * 1000;
    return SORTID_OK;
}

const sortid_clock fixture_clock = {read_clock, NULL, 1000};

/* ---- Interference --------------------------------------------------------------------------- */

static struct {
    enum fake_kind kind;
    unsigned left;
    enum fake_fate fate;
} planned;

static enum fake_fate by_plan(const struct fake_request *request, void *context)
{
    (void)context;
    if (planned.left == 0 || request->kind != planned.kind || --planned.left > 0)
        return FAKE_DONE;
    return planned.fate;
}

void set_fate(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    planned.kind = kind;
    planned.left = number;
    planned.fate = fate;
    fake.fate = by_plan;
}

static _Atomic unsigned away_for; /* so many requests */

static enum fake_fate if_away(const struct fake_request *request, void *context)
{
    (void)request, (void)context;
    unsigned left = atomic_load(&away_for);
    if (left != 0 && left != UINT_MAX)
        atomic_store(&away_for, left - 1);
    return left != 0 ? FAKE_NOT_SENT : FAKE_DONE;
}

void set_away_for(unsigned requests)
{
    atomic_store(&away_for, requests);
    fake.fate = if_away;
}

void set_away(bool away)
{
    set_away_for(away ? UINT_MAX : 0);
}

static struct {
    enum fake_kind kind;
    void (*act)(void); /* NULL: it was called */
} interference;

static void interfere(const struct fake_request *request, bool reply, void *context)
{
    (void)context;
    void (*act)(void) = interference.act;
    if (reply || act == NULL || request->kind != interference.kind)
        return;
    interference.act = NULL;
    act();
}

void act_during(enum fake_kind kind, void (*act)(void))
{
    interference.kind = kind;
    interference.act = act;
    fake.under_way = interfere;
}

bool has_acted(void)
{
    return interference.act == NULL;
}

sortid_node_reservation *rival;

void take_rival(void)
{
    rival = take(NULL);
}
