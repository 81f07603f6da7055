/* SPDX-License-Identifier: MIT */
/* reservation_fixture.c: see reservation_fixture.h. */
#include "reservation_fixture.h"

const sortid_node_realm_options fixture_realm = {.max_ahead_ms = UINT64_C(10) * 86400000,
                                                 .max_quarantine_ms = MAX_QUARANTINE_MS};
sortid_node_client *fixture_client;
sortid_node_error fixture_error;

static struct {
    enum fake_kind kind;
    unsigned left;
    enum fake_fate fate;
} plan;

static enum fake_fate by_plan(const struct fake_request *request, void *context)
{
    (void)context;
    if (plan.left == 0 || request->kind != plan.kind || --plan.left > 0)
        return FAKE_DONE;
    return plan.fate;
}

void fixture_fate(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    plan.kind = kind;
    plan.left = number;
    plan.fate = fate;
    fake.fate = by_plan;
}

void fixture_begin(const char *pool)
{
    sortid_node_client_options options;
    sortid_node_pool parsed;
    fake_begin(FIXTURE_NOW, support_random());
    options = (sortid_node_client_options){0};
    EXPECT_NODE(sortid_node_open(&fixture_client, &options, &fixture_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_parse(&parsed, pool, strlen(pool), &fixture_error),
                SORTID_NODE_OK);
    EXPECT_NODE(
        sortid_node_init(fixture_client, "r", &parsed, 1, &fixture_realm, NULL, &fixture_error),
        SORTID_NODE_OK);
}

void fixture_end(void)
{
    sortid_node_close(fixture_client);
    fake_end();
}

void fixture_options(sortid_node_reservation_options *out)
{
    *out = (sortid_node_reservation_options){0};
    out->realm = "r";
    out->pool = "p";
    out->label = "test";
}

sortid_node_reservation *fixture_acquire(const sortid_node_reservation_options *options)
{
    sortid_node_reservation_options defaults;
    sortid_node_reservation *reservation = NULL;
    fixture_options(&defaults);
    EXPECT_NODE(sortid_node_acquire(fixture_client, &reservation,
                                    options != NULL ? options : &defaults, &fixture_error),
                SORTID_NODE_OK);
    return reservation;
}

uint32_t fixture_id(const sortid_node_reservation *reservation)
{
    sortid_scru64_node_spec spec;
    sortid_node_reservation_spec(reservation, &spec);
    return spec.node_id;
}

uint64_t fixture_start(const sortid_node_reservation *reservation)
{
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    sortid_node_reservation_spec(reservation, &spec);
    sortid_scru64_to_fields(&fields, &spec.last);
    return fields.timestamp + 1;
}

sortid_status fixture_ask(const sortid_node_reservation *reservation, uint64_t tick)
{
    const sortid_bound *bound = sortid_node_reservation_bound(reservation);
    return bound->cover(bound->context, tick, SORTID_COVER_SHARED);
}

uint64_t fixture_now_tick(void)
{
    return fake_now() / SORTID_SCRU64_TICK_MS;
}

sortid_node_status fixture_raise(const char *realm, uint64_t unix_ms)
{
    const sortid_node_raise raise = {.unix_ms = unix_ms, .accept_early = true, .accept_far = true};
    sortid_node_realm_options options = fixture_realm;
    options.raise = &raise;
    return sortid_node_init(fixture_client, realm, NULL, 0, &options, NULL, &fixture_error);
}

struct id_record fixture_record(uint32_t node_id, uint32_t size)
{
    char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
    struct id_record record = {.bound = 0};
    sortid_node_realm_id_key(key, "r", KEY_ID, node_id, size);
    EXPECT(fake_value(value, key) && sortid_node_realm_read_id(&record, value), "no record at %s",
           key);
    return record;
}

bool fixture_is_held(uint32_t node_id, uint32_t size)
{
    char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
    sortid_node_realm_id_key(key, "r", KEY_HOLDER, node_id, size);
    return fake_value(value, key);
}
