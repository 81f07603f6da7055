/* SPDX-License-Identifier: MIT */
/* test_steps.c: signal handlers between any two instructions of a call. The CPU single-steps
 * through a draw, and through a thread's first call; at instruction number k a handler draws or
 * calls too: it succeeds or gets BUSY, nothing comes twice, and neither a buffer nor a generator is
 * left unfinished. Only on x86-64 Linux; skipped elsewhere. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/steps.h"
#include "../support/workers.h"

#ifdef STEPS_EXIST

/* ---- A draw --------------------------------------------------------------------- */

static volatile sortid_status handler_status;
static volatile uint32_t handler_value;

static sortid_status draw(uint32_t *value)
{
    sortid_random random;
    sortid_random_secure(&random);
    return random.fill(random.context, value, sizeof *value, 1);
}

static void draw_inside(void)
{
    uint32_t value = 0;
    handler_status = draw(&value);
    handler_value = value;
}

/* One interrupted draw; 0 means erased bytes; a draw gives it once in 2^32. */
static void interrupt_draw(long at)
{
    uint32_t value = 0;
    act_at = at;
    handler_status = SORTID_OK;
    handler_value = 1;
    begin_stepping();
    sortid_status status = draw(&value);
    end_stepping();
    EXPECT_STATUS(status, SORTID_OK, "a draw, interrupted at %ld", at);
    EXPECT(handler_status == SORTID_OK || handler_status == SORTID_BUSY,
           "a draw inside a draw, at %ld: %s", at, sortid_status_name(handler_status));
    EXPECT(value != 0 && (handler_status != SORTID_OK || handler_value != 0),
           "a draw of erased bytes, at %ld", at);
    EXPECT(value != handler_value, "the same bytes twice, at %ld", at);
}

/* At each position in the buffer, so that it also runs out in the handler; another fifth of the
 * instructions at each. */
TEST(draws)
{
    uint32_t value;
    act = draw_inside;
    for (int place = 0; place < 260; place++) {
        for (long at = 1 + place % 5; at < 80; at += 5)
            interrupt_draw(at);
        EXPECT_STATUS(draw(&value), SORTID_OK, "place %d", place);
    }
}

/* ---- A thread's first call --------------------------------------------------------- */

static const support_format *outer, *inner; /* the formats of the call and of the nested call */
static uint8_t outer_id[SUPPORT_MAX_SIZE], inner_id[SUPPORT_MAX_SIZE];
static sortid_status outer_status;

static void make_inside(void)
{
    handler_status = inner->new_id(inner_id, NULL);
}

static void *first_call(void *unused)
{
    (void)unused;
    begin_stepping();
    outer_status = outer->new_id(outer_id, NULL);
    end_stepping();
    return NULL;
}

static void interrupt_first_call(long at)
{
    act_at = at;
    handler_status = SORTID_BUSY;
    in_threads(first_call, outer_id, 0, 1);
    EXPECT_STATUS(outer_status, SORTID_OK, "%s interrupted at %ld", outer->name, at);
    EXPECT(handler_status == SORTID_OK || handler_status == SORTID_BUSY, "%s inside %s at %ld: %s",
           inner->name, outer->name, at, sortid_status_name(handler_status));
    EXPECT(handler_status != SORTID_OK || inner != outer ||
               memcmp(outer_id, inner_id, outer->size) != 0,
           "%s at %ld: an ID twice", outer->name, at);
}

TEST(first_calls)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    const support_format *const inside[] = {SUPPORT_SCRU128, SUPPORT_ULID};
    outer = SUPPORT_SCRU128;
    act = make_inside;
    EXPECT_OK(outer->new_id(id, NULL)); /* maps the page */
    for (size_t i = 0; i < COUNT_OF(inside); i++) {
        inner = inside[i];
        for (long at = 1 + (long)i; at < 1200; at += 4)
            interrupt_first_call(at);
    }
}

CASES_MAIN(catch_steps, NULL)

#endif
