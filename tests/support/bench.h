/* SPDX-License-Identifier: MIT */
/* bench.h: any format's generator with scripted clock, draws and sleep, and the expectations of one
 * call: this ID and event, or this refusal with nothing changed. For generators what rig.h is for
 * machines. It knows no rule of a format. */
#pragma once

#include "formats.h"

typedef struct support_bench {
    const support_format *format;
    support_world world;
    sortid_generator generator;
} support_bench;

/* A generator of the table with an allowance of 10,000 ms, the clock at `now_us`, and draws of
 * `pattern`; the bench must not move. */
void support_bench_init(support_bench *bench, const support_format *format, sortid_mode mode,
                        uint64_t now_us, uint8_t pattern);

/* Expects that a call gives the ID of zeros with the counter `count`. */
void support_bench_expect_zeros(support_bench *bench, uint64_t timestamp, unsigned count,
                                sortid_event event, const char *place);

/* Expects that a call fails with `status` and leaves outputs and generator unchanged. */
void support_bench_refuse(support_bench *bench, sortid_status status, const char *place);
