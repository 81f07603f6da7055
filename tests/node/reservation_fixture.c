/* SPDX-License-Identifier: MIT */
/* hold_rig.c: see hold_rig.h. */
#include "hold_rig.h"

sortid_node_client *rig_client;
sortid_node_error rig_error;

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

void rig_fate(enum fake_kind kind, unsigned number, enum fake_fate fate)
{
    plan.kind = kind;
    plan.left = number;
    plan.fate = fate;
    fake.fate = by_plan;
}

void rig_begin(const char *pool)
{
    sortid_node_client_options options;
    sortid_node_pool parsed;
    fake_begin(RIG_NOW, support_random());
    sortid_node_client_options_default(&options);
    EXPECT_NODE(sortid_node_open(&rig_client, &options, &rig_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_pool_parse(&parsed, pool, &rig_error), SORTID_NODE_OK);
    EXPECT_NODE(sortid_node_init(rig_client, "r", &parsed, 1, &rig_error), SORTID_NODE_OK);
}

void rig_end(void)
{
    sortid_node_close(rig_client);
    fake_end();
}

void rig_options(sortid_node_hold_options *out)
{
    sortid_node_hold_options_default(out);
    out->realm = "r";
    out->pool = "p";
    out->label = "test";
}

sortid_node_hold *rig_acquire(const sortid_node_hold_options *options)
{
    sortid_node_hold_options defaults;
    sortid_node_hold *hold = NULL;
    rig_options(&defaults);
    EXPECT_NODE(
        sortid_node_acquire(&hold, rig_client, options != NULL ? options : &defaults, &rig_error),
        SORTID_NODE_OK);
    return hold;
}

uint32_t rig_id(const sortid_node_hold *hold)
{
    sortid_scru64_node_spec spec;
    sortid_node_hold_spec(&spec, hold);
    return spec.node_id;
}

uint64_t rig_start(const sortid_node_hold *hold)
{
    sortid_scru64_node_spec spec;
    sortid_scru64_fields fields;
    sortid_node_hold_spec(&spec, hold);
    sortid_scru64_to_fields(&fields, &spec.last);
    return fields.timestamp + 1;
}

sortid_status rig_cover(const sortid_node_hold *hold, uint64_t tick)
{
    const sortid_bound *bound = sortid_node_hold_bound(hold);
    return bound->cover(tick, false, bound->context);
}

uint64_t rig_now_tick(void)
{
    return fake_now() / SORTID_SCRU64_TICK_MS;
}

struct id_record rig_record(uint32_t node_id, uint32_t size)
{
    char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
    struct id_record record = {.bound = 0};
    sortid_node_realm_id_key(key, "r", KEY_ID, node_id, size);
    EXPECT(fake_value(value, key) && sortid_node_realm_read_id(&record, value), "no record at %s",
           key);
    return record;
}

bool rig_is_held(uint32_t node_id, uint32_t size)
{
    char key[KEY_SIZE], value[FAKE_VALUE_SIZE];
    sortid_node_realm_id_key(key, "r", KEY_HOLDER, node_id, size);
    return fake_value(value, key);
}
