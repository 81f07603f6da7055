/* SPDX-License-Identifier: MIT */
/* clocks.c: implements clocks.h. Operations call it at the start of a run. */
#include "clocks.h"

static sortid_status read_script(void *context, uint64_t *unix_us)
{
    uint64_t *now_us = context;
    *unix_us = (*now_us)++;
    return SORTID_OK;
}

static void get_script(sortid_clock *out)
{
    static uint64_t now_us;
    now_us = UINT64_C(1800000000000000);
    *out = (sortid_clock){read_script, &now_us, 1};
}

/* The time is published once for a run of 0.5 ms; real callers publish about once a ms. */
static sortid_status get_published(sortid_clock *out)
{
    static sortid_published published;
    sortid_clock_published(out, &published, 1000);
    return sortid_published_update(&published);
}

sortid_status clocks_get(sortid_clock *out, enum clocks_kind kind)
{
    switch (kind) {
    case CLOCK_PUBLISHED:
        return get_published(out);
    case CLOCK_COUNTER:
        sortid_clock_tsc(out);
        break;
    default:
        get_script(out);
    }
    return SORTID_OK;
}
