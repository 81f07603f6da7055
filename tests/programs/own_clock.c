/* SPDX-License-Identifier: MIT */
/* own_clock.c: a generator on a clock of the program, whose statuses come back as they are. A
 * number outside the range of such statuses is SORTID_SOURCE_FAILED. */
#include <stdio.h>
#include <stdlib.h>

#include <sortid.h>

enum { NOT_SYNCHRONIZED = SORTID_STATUS_USER_FIRST, NO_ANTENNA };

struct receiver {
    int status; /* SORTID_OK, or one of the statuses above */
    uint64_t unix_us;
};

static sortid_status read_receiver(void *context, uint64_t *unix_us)
{
    struct receiver *receiver = (struct receiver *)context;
    *unix_us = receiver->unix_us;
    return (sortid_status)receiver->status;
}

static int expect(sortid_status status, int wanted)
{
    if ((int)status == wanted)
        return 0;
    printf("%d, not %d\n", (int)status, wanted);
    return 1;
}

int main(void)
{
    struct receiver receiver = {SORTID_OK, UINT64_C(1795176000000000)};
    sortid_uuidv7_generator generator;
    sortid_sources sources;
    sortid_uuidv7 id;
    int failures = 0;

    sortid_sources_default(&sources);
    sources.clock.read = read_receiver;
    sources.clock.context = &receiver;
    sources.clock.resolution_us = 1;
    failures += expect(sortid_uuidv7_generator_init(&generator, NULL, &sources), SORTID_OK);
    failures += expect(sortid_uuidv7_generator_next(&generator, &id, NULL), SORTID_OK);
    failures += sortid_uuidv7_unix_ms(&id) != UINT64_C(1795176000000);

    receiver.status = NO_ANTENNA;
    failures += expect(sortid_uuidv7_generator_next(&generator, &id, NULL), NO_ANTENNA);
    receiver.status = SORTID_CLOCK_FAILED;
    failures += expect(sortid_uuidv7_generator_next(&generator, &id, NULL), SORTID_CLOCK_FAILED);
    receiver.status = -5; /* an errno by mistake */
    failures += expect(sortid_uuidv7_generator_next(&generator, &id, NULL), SORTID_SOURCE_FAILED);
    receiver.status = NOT_SYNCHRONIZED;
    failures += expect(sortid_uuidv7_generator_next(&generator, &id, NULL), NOT_SYNCHRONIZED);
    receiver.status = SORTID_OK;
    failures += expect(sortid_uuidv7_generator_next(&generator, &id, NULL), SORTID_OK);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
