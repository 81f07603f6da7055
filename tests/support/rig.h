/* SPDX-License-Identifier: MIT */
/* rig.h: any format's state machine with scripted draws, and the expectations of one step: this ID
 * and event, or this refusal with nothing changed. Used by the tests of tests/generate. It knows no
 * rule of a format: the test says what a step should give. */
#pragma once

#include "formats.h"

typedef struct support_rig {
    const support_format *format;
    sortid_machine machine;
    support_draws draws;
    sortid_random random;
} support_rig;

/* A machine of the table with draws of zeros; the rig must not move. */
void support_rig_init(support_rig *rig, const support_format *format, sortid_mode mode,
                      uint64_t allowance_ms);

/* A rig around a machine that the test has prepared with other options; draws of `pattern`. */
void support_rig_adopt(support_rig *rig, const support_format *format, const void *machine,
                       uint8_t pattern);

/* From now on the draws give `script`, then the pattern. */
void support_rig_script(support_rig *rig, const void *script, size_t size);

/* For an event that is not known, but is one alone. */
#define SUPPORT_ANY_EVENT 0

/* Expects that a step gives this ID and event. */
void support_rig_expect(support_rig *rig, uint64_t unix_us, const uint8_t *id, sortid_event event,
                        const char *place);

/* The same for an ID of zeros with the counter `count`. */
void support_rig_expect_zeros(support_rig *rig, uint64_t unix_us, uint64_t timestamp,
                              unsigned count, sortid_event event, const char *place);

/* Expects that a step uses exactly the `size` bytes of `script`, passes its time to the draws, and
 * gives this ID and event. */
void support_rig_step(support_rig *rig, const char *script, size_t size, uint64_t unix_us,
                      const uint8_t *id, sortid_event event, const char *place);

/* Expects that a step fails with `status` and leaves outputs and machine unchanged. */
void support_rig_refuse(support_rig *rig, uint64_t unix_us, sortid_status status,
                        const char *place);

/* Expects that a step asks to wait exactly `wait_us`, and changes nothing else. */
void support_rig_expect_wait(support_rig *rig, uint64_t unix_us, uint64_t wait_us,
                             const char *place);
