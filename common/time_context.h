/* SPDX-License-Identifier: MIT */
/* time_context.h: what the reading of a time depends on besides its text. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct time_context {
    uint64_t now_ms; /* Unix time */
    /* Sets the seconds that the local time is ahead of UTC at a time, in Unix seconds, less than a
     * day; returns false if they are not known. NULL: a time without offset is UTC. */
    bool (*local_offset)(int64_t unix_seconds, int *ahead);
};

/* The problem of a text that is like no form of a time. */
extern const char time_no_form[];
