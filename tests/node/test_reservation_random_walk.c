/* SPDX-License-Identifier: MIT */
/* test_reservation_random_walk.c: a random walk of several holders on few ids: they acquire, renew,
 * make IDs, pause, crash and release, each with its own clock that may be off by hours; messages
 * are lost, late or done twice, and others act while one is on its way. All IDs are collected: none
 * comes twice, each is below the bound in etcd when it is made. A node id size of 23 leaves a
 * counter of one bit, so that two generators in one tick would collide. */
#include "reservation_fixture.h"

#define ACTORS    6
#define NODE_SIZE 23
#define STEPS     6000
#define WALKS     6
#define DEEPEST   3
#define HOUR_MS   INT64_C(3600000)

struct actor {
    sortid_node_reservation *reservation;
    sortid_scru64_generator generator;
    sortid_sources sources;
    uint64_t last; /* ID of its generator */
    int64_t clock_off_ms;
    unsigned naps;
    bool busy, trusts; /* in a call; does not check its clock */
};

static struct {
    struct actor actors[ACTORS];
    unsigned depth, loss; /* per cent */
    uint64_t *ids;
    size_t count, room;
    unsigned acquired, refused, reached, lost, released, crashed, nested;
} walk;

/* ---- Sources ----------------------------------------------------------------------------- */

static void step(void);

static bool happens(uint64_t per_cent)
{
    return support_below(100) < per_cent;
}

static void pass_some_time(void)
{
    uint64_t kind = support_below(1000);
    if (kind < 600)
        fake_pass(support_below(300));
    else if (kind < 900)
        fake_pass(support_below(5000));
    else if (kind < 990)
        fake_pass(support_below(90000));
    else if (kind < 993)
        fake_pass(support_below((uint64_t)HOUR_MS));
}

static enum fake_fate by_chance(const struct fake_request *request, void *context)
{
    static const enum fake_fate fates[] = {FAKE_NOT_SENT, FAKE_REPLY_LOST, FAKE_LATE, FAKE_REFUSED,
                                           FAKE_TWICE};
    (void)request, (void)context;
    return happens(walk.loss) ? fates[support_below(COUNT_OF(fates))] : FAKE_DONE;
}

static void others_act(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)reply, (void)context;
    if (happens(10))
        pass_some_time();
    if (walk.depth < DEEPEST && happens(15)) {
        walk.nested++;
        step();
    }
}

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    const struct actor *actor = context;
    *unix_us = (fake_now() + (uint64_t)actor->clock_off_ms) * 1000 + support_below(1000);
    return SORTID_OK;
}

static sortid_status draw(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us, (void)context;
    support_random_bytes(bytes, size);
    return SORTID_OK;
}

/* Time passes, and others act; a holder that waits too long gives up. */
static sortid_status nap(void *context, uint64_t us)
{
    struct actor *actor = context;
    fake_pass(us / 1000 < 1000 ? us / 1000 + 1 : 1000);
    others_act(NULL, false, NULL);
    fake.clock_off_ms = actor->clock_off_ms;
    return ++actor->naps > 30 ? SORTID_SLEEP_FAILED : SORTID_OK;
}

/* ---- Actions ----------------------------------------------------------------------------- */

static void reserve(struct actor *actor)
{
    uint32_t horizon_ms = (uint32_t)(1000 + support_below(happens(50) ? 5000 : 60000));
    if (acquire(&actor->reservation,
                WITH(.horizon_ms = horizon_ms, .lease_s = (uint32_t)(2 + support_below(14)),
                     .wait_ms = happens(30) ? support_below(20000) : 0,
                     .max_skew_ms = actor->trusts ? UINT32_MAX : 5000)) != SORTID_NODE_OK) {
        walk.refused++;
        return;
    }
    walk.acquired++;
    actor->sources = (sortid_sources){
        .clock = {read_clock, actor, 1}, .random = {draw, NULL}, .sleep = {nap, actor}};
    actor->last = 0;
    sortid_options generating = {.mode = happens(50) ? SORTID_MODE_WAIT : SORTID_MODE_ABORT,
                                 .bound = *sortid_node_reservation_bound(actor->reservation)};
    sortid_node_reservation_spec(actor->reservation, &generating.node);
    EXPECT_OK(sortid_scru64_generator_init(&actor->generator, &generating, &actor->sources));
}

static void keep_id(struct actor *actor, const sortid_scru64 *id)
{
    uint64_t value = sortid_scru64_to_int(id);
    sortid_scru64_node_spec spec;
    sortid_node_reservation_spec(actor->reservation, &spec);
    EXPECT(value > actor->last, "IDs do not increase");
    EXPECT(value > sortid_scru64_to_int(&spec.last), "an ID before the reservation");
    EXPECT(value >> 24 < bound_of(spec.node_id, NODE_SIZE), "an ID at or after its bound");
    actor->last = value;
    if (walk.count == walk.room) {
        walk.room = walk.room * 2 + 1024;
        walk.ids = realloc(walk.ids, walk.room * sizeof *walk.ids);
        assert_non_null(walk.ids);
    }
    walk.ids[walk.count++] = value;
}

static void end(struct actor *actor)
{
    sortid_node_reservation *reservation = actor->reservation;
    actor->reservation = NULL;
    if (happens(50)) {
        walk.crashed++;
        abandon(reservation);
    } else {
        walk.released += sortid_node_reservation_release(reservation, NULL) == SORTID_NODE_OK;
    }
}

static void make(struct actor *actor)
{
    sortid_status status = SORTID_OK;
    actor->naps = 0;
    for (uint64_t i = support_below(40); i > 0 && status == SORTID_OK; i--) {
        sortid_scru64 id;
        status = sortid_scru64_generator_next(&actor->generator, &id, NULL);
        if (status == SORTID_OK)
            keep_id(actor, &id);
        if (happens(5))
            pass_some_time();
    }
    walk.reached += status == SORTID_BOUND_REACHED;
    walk.lost += status == SORTID_RESERVATION_LOST;
    if (status == SORTID_RESERVATION_LOST && happens(30))
        end(actor);
    EXPECT(status == SORTID_OK || status == SORTID_BOUND_REACHED ||
               status == SORTID_RESERVATION_LOST || status == SORTID_ROLLBACK ||
               status == SORTID_SLEEP_FAILED,
           "%s", sortid_status_name(status));
}

static void set_clock(struct actor *actor)
{
    actor->trusts = happens(50);
    actor->clock_off_ms = (int64_t)support_below(4000) - 2000;
    if (actor->trusts && happens(20))
        actor->clock_off_ms = (int64_t)support_below(4 * HOUR_MS) - 2 * HOUR_MS;
}

static void act(struct actor *actor)
{
    uint64_t next, what = support_below(100);
    if (what < 3)
        set_clock(actor);
    fake.clock_off_ms = actor->clock_off_ms;
    if (actor->reservation == NULL)
        reserve(actor);
    else if (what < 60)
        make(actor);
    else if (what < 90)
        (void)!sortid_node_reservation_renew(actor->reservation, &next, NULL);
    else if (what < 96)
        end(actor);
}

static void operate(void)
{
    uint64_t what = support_below(1000);
    while (fake_has_late() && happens(4)) // many other actions may come first
        fake_deliver_late();
    if (what < 4)
        (void)!sortid_node_id_release(client, "r", (uint32_t)support_below(4), NODE_SIZE, NULL);
    if (what == 4)
        (void)!raise_bounds("r", fake_now() + support_below(20000));
    if (what > 990)
        walk.loss = (unsigned)(happens(50) ? 0 : support_below(60));
}

/* One actor that is not in a call. */
static void step(void)
{
    int64_t clock_off_ms = fake.clock_off_ms;
    struct actor *actor = &walk.actors[support_below(ACTORS)];
    if (actor->busy)
        return;
    actor->busy = true;
    walk.depth++;
    act(actor);
    walk.depth--;
    actor->busy = false;
    fake.clock_off_ms = clock_off_ms;
}

/* ---- The walk ---------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void expect_all_different(void)
{
    qsort(walk.ids, walk.count, sizeof *walk.ids, by_value);
    for (size_t i = 1; i < walk.count; i++)
        EXPECT(walk.ids[i - 1] != walk.ids[i], "ID %llu twice, of node %u at tick %llu",
               (unsigned long long)walk.ids[i], (unsigned)(walk.ids[i] >> 1 & 0x7fffff),
               (unsigned long long)(walk.ids[i] >> 24));
}

static void walk_once(void)
{
    fixture_begin("p=0-3/23");
    memset(walk.actors, 0, sizeof walk.actors);
    walk.count = 0;
    fake.fate = by_chance;
    fake.under_way = others_act;
    for (size_t i = 0; i < ACTORS; i++)
        set_clock(&walk.actors[i]);
    for (unsigned i = 0; i < STEPS; i++) {
        step();
        operate();
        pass_some_time();
    }
    for (size_t i = 0; i < ACTORS; i++)
        abandon(walk.actors[i].reservation);
    expect_all_different();
    free(walk.ids);
    walk.ids = NULL;
    walk.room = 0;
    fixture_end();
}

/* A walk that does not reach its cases would prove nothing. */
TEST(walk)
{
    size_t made = 0;
    for (unsigned i = 0; i < WALKS; i++) {
        walk_once();
        made += walk.count;
    }
    printf("%zu IDs, %u reservations taken, %u refused, %u released, %u crashed, %u bounds "
           "reached, %u "
           "lost, %u nested\n",
           made, walk.acquired, walk.refused, walk.released, walk.crashed, walk.reached, walk.lost,
           walk.nested);
    EXPECT(made > 10000 && walk.acquired > 500 && walk.refused > 100 && walk.released > 100 &&
               walk.crashed > 100 && walk.reached > 100 && walk.lost > 20 && walk.nested > 1000,
           "too little happened");
}

CASES_MAIN(NULL, NULL)
