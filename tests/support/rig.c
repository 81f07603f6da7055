/* SPDX-License-Identifier: MIT */
/* rig.c: see rig.h. Linked into every unit test. It compares whole machines before and after a
 * refusal, so no part of a state can change unnoticed. */
#include "rig.h"

#define UNTOUCHED 0xa5

void support_rig_init(support_rig *rig, const support_format *format, sortid_mode mode,
                      uint64_t allowance_ms)
{
    sortid_machine machine;
    memset(&machine, 0, sizeof machine);
    EXPECT_OK(format->machine_init(&machine, mode, allowance_ms));
    support_rig_adopt(rig, format, &machine, 0x00);
}

void support_rig_adopt(support_rig *rig, const support_format *format, const void *machine,
                       uint8_t pattern)
{
    *rig = (support_rig){.format = format, .draws = {.pattern = pattern}};
    memcpy(&rig->machine, machine, sizeof rig->machine);
    rig->random = support_draws_source(&rig->draws);
}

void support_rig_script(support_rig *rig, const void *script, size_t size)
{
    rig->draws.script = script;
    rig->draws.script_size = size;
    rig->draws.bytes = 0;
}

void support_rig_expect(support_rig *rig, uint64_t unix_us, const uint8_t *id, sortid_event event,
                        const char *place)
{
    const support_format *format = rig->format;
    uint8_t out[SUPPORT_MAX_SIZE];
    sortid_event happened = 0;
    EXPECT_STATUS(sortid_machine_step(&rig->machine, out, unix_us, &rig->random, &happened, NULL),
                  SORTID_OK, "%s: %s", place, format->name);
    EXPECT_BYTES(out, id, format->size, "%s: %s", place, format->name);
    bool is_any = event == SUPPORT_ANY_EVENT && happened != 0 && happened <= SORTID_EVENT_RESET &&
                  (happened & (happened - 1)) == 0;
    EXPECT(happened == event || is_any, "%s: %s: event %u, expected %u", place, format->name,
           happened, event);
}

void support_rig_expect_zeros(support_rig *rig, uint64_t unix_us, uint64_t timestamp,
                              unsigned count, sortid_event event, const char *place)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    support_zeros_id(id, rig->format, timestamp, count);
    support_rig_expect(rig, unix_us, id, event, place);
}

void support_rig_step(support_rig *rig, const char *script, size_t size, uint64_t unix_us,
                      const uint8_t *id, sortid_event event, const char *place)
{
    support_rig_script(rig, script, size);
    support_rig_expect(rig, unix_us, id, event, place);
    EXPECT(rig->draws.bytes == size, "%s: %zu random bytes, expected %zu", place, rig->draws.bytes,
           size);
    EXPECT(size == 0 || rig->draws.last_us == unix_us, "%s: the draw got another time", place);
}

/* A step that fails; it sets *wait_us. */
static void refuse(support_rig *rig, uint64_t unix_us, sortid_status status, uint64_t *wait_us,
                   const char *place)
{
    const support_format *format = rig->format;
    sortid_machine before = rig->machine;
    uint8_t out[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    memset(untouched, UNTOUCHED, sizeof untouched);
    memcpy(out, untouched, sizeof out);
    sortid_event event = UNTOUCHED;
    EXPECT_STATUS(sortid_machine_step(&rig->machine, out, unix_us, &rig->random, &event, wait_us),
                  status, "%s: %s", place, format->name);
    EXPECT_BYTES(out, untouched, sizeof out, "%s: %s: output changed", place, format->name);
    EXPECT(event == UNTOUCHED, "%s: %s: event changed", place, format->name);
    EXPECT_BYTES(&rig->machine, &before, sizeof before, "%s: %s: machine changed", place,
                 format->name);
}

void support_rig_refuse(support_rig *rig, uint64_t unix_us, sortid_status status, const char *place)
{
    uint64_t wait_us = UNTOUCHED;
    refuse(rig, unix_us, status, &wait_us, place);
    EXPECT(wait_us == UNTOUCHED, "%s: %s: wait_us changed", place, rig->format->name);
    refuse(rig, unix_us, status, NULL, place);
}

void support_rig_expect_wait(support_rig *rig, uint64_t unix_us, uint64_t wait_us,
                             const char *place)
{
    uint64_t asked = UNTOUCHED;
    refuse(rig, unix_us, SORTID_WAIT, &asked, place);
    EXPECT(asked == wait_us, "%s: %s: wait %llu us, expected %llu", place, rig->format->name,
           (unsigned long long)asked, (unsigned long long)wait_us);
    refuse(rig, unix_us, SORTID_WAIT, NULL, place);
}
