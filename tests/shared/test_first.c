/* SPDX-License-Identifier: MIT */
/* test_first.c: the first ID on a state when the clock shows the format's first timestamp, whose
 * number is the 0 of an empty state: the call begins a timestamp and does not count on from
 * zeros. */
#include "state.h"

static sortid_shared_state memory;

TEST_FORMATS(first)
{
    support_world world;
    sortid_generator generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    support_world_init(&world, format->timestamp_zero * 1000 + 500, 0x40);
    clear_state(&memory);
    init_shared(&generator, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                &world.sources);
    sortid_status status = format->next(&generator, id, &event);
    if (status == SORTID_CLOCK_OUT_OF_RANGE) /* formats whose first timestamp is 1 */
        return;
    EXPECT_OK(status);
    EXPECT(event == SORTID_EVENT_NEW_TIMESTAMP, "event %u", event);
}

CASES_MAIN(NULL, NULL)
