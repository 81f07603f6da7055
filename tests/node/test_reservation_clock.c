/* SPDX-License-Identifier: MIT */
/* test_reservation_clock.c: this machine's clock is set while a request or its reply is on its way:
 * for each request, no bound is further ahead than with a clock that is off by the allowed skew.
 * With the etcd of fake_etcd.h. */
#include "reservation_fixture.h"

/* The allowed skew, and what a date in whole seconds hides, in ticks. */
#define MOST_OFF ((5000 + 999) / SORTID_SCRU64_TICK_MS + 1)

static struct {
    unsigned left; /* requests and replies on their way until the clock is set */
    int64_t off_ms;
    bool done;
} step;

static void set_clock(const struct fake_request *request, bool reply, void *context)
{
    (void)request, (void)reply, (void)context;
    if (step.left > 0 && --step.left == 0) {
        fake.clock_off_ms = step.off_ms;
        step.done = true;
    }
}

/* Sets the clock while the `at`th request or reply is on its way. */
static void plan(unsigned at, int64_t off_ms)
{
    step.left = at;
    step.off_ms = off_ms;
    step.done = false;
    fake.under_way = set_clock;
    fake.way_ms = 3;
}

static void expect_near(uint64_t most, unsigned at)
{
    uint64_t bound = bound_of(5, 8);
    EXPECT(bound <= most, "set at number %u: the bound is %llu ticks too far ahead", at,
           (unsigned long long)(bound - most));
}

/* False: there were fewer requests and replies. */
static bool acquire_at(unsigned at, int64_t off_ms)
{
    sortid_node_reservation *reservation;
    fixture_begin("p=5/8");
    plan(at, off_ms);
    sortid_node_status status = acquire(&reservation, NULL);
    EXPECT(status == SORTID_NODE_OK || status == SORTID_NODE_CLOCK_SKEW, "%d", (int)status);
    if (status == SORTID_NODE_OK) {
        expect_near(now_tick() + HORIZON + MOST_OFF, at);
        assert_true(start_of(reservation) <= now_tick() + MOST_OFF);
    }
    fixture_end();
    return step.done;
}

static bool renew_at(unsigned at, int64_t off_ms, uint64_t pause_ms)
{
    fixture_begin("p=5/8");
    sortid_node_reservation *reservation = take(NULL);
    fake_pass(pause_ms);
    plan(at, off_ms);
    sortid_node_status status = renew(reservation);
    EXPECT(status == SORTID_NODE_OK || status == SORTID_NODE_CLOCK_SKEW, "%d", (int)status);
    expect_near(now_tick() + HORIZON + MOST_OFF, at);
    fixture_end();
    return step.done;
}

static const int64_t offs[] = {3600000, -3600000, 6500, -6500};

TEST(acquire)
{
    for (size_t i = 0; i < COUNT_OF(offs); i++) {
        unsigned at = 1;
        while (acquire_at(at, offs[i]))
            at++;
        EXPECT(at > 8, "only %u times", at);
    }
}

/* 40 s: the lease has run out, and the reservation resumes. */
TEST(renew)
{
    static const uint64_t pauses[] = {6000, 14000, 40000};
    for (size_t i = 0; i < COUNT_OF(offs) * COUNT_OF(pauses); i++) {
        unsigned at = 1;
        while (renew_at(at, offs[i % COUNT_OF(offs)], pauses[i / COUNT_OF(offs)]))
            at++;
        EXPECT(at > 2, "only %u times", at);
    }
}

/* An external id stays blocked for its quarantine by etcd's clock, within the allowed skew. */
TEST(quarantine)
{
    sortid_node_reservation *reservation;
    bool more = true;
    for (unsigned at = 1; more; at++) {
        fixture_begin("p=5/8");
        abandon(take(WITH(.external = true)));
        fake_pass(1800000); // of an hour
        plan(at, 7200000);
        sortid_node_status status = acquire(&reservation, NULL);
        EXPECT(status == SORTID_NODE_CLOCK_SKEW || status == SORTID_NODE_NO_ID, "at %u: %d", at,
               (int)status);
        more = step.done;
        fixture_end();
    }
}

CASES_MAIN(NULL, NULL)
