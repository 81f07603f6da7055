/* SPDX-License-Identifier: MIT */
/* maker.h: how gen makes IDs of a format: one row per format, the one place
 * where the command names the formats' generators. Called by gen.c. */
#ifndef CLI_MAKER_H
#define CLI_MAKER_H

#include <sortid.h>

/* Storage for a generator of any format. */
union generator {
    sortid_scru128_generator scru128;
    sortid_scru128v1_generator scru128v1;
    sortid_scru160_generator scru160;
    sortid_scru64_generator scru64;
    sortid_ulid_generator ulid;
};

/* What a generator is prepared with. */
struct making {
    const sortid_sources *sources;
    uint64_t allowance_ms;
    bool random;                         /* stateless, for formats that have it */
    const sortid_scru64_node_spec *node; /* for formats with nodes */
};

struct maker {
    const char *format;
    bool has_random;
    bool has_nodes;
    sortid_status (*prepare)(union generator *generator, const struct making *making);
    /* The next `count` IDs as bytes or as texts, each with `end` behind it. *made is set on
     * failure too: so many are good, and must be given away before what stopped the rest is
     * waited for. */
    sortid_status (*fill)(uint8_t *ids, size_t count, size_t *made, union generator *generator);
    sortid_status (*fill_text)(char *text, size_t count, int end, size_t *made,
                               union generator *generator);
};

/* The row of a format; NULL if it has none, which no row of sortid_format_at() may be:
 * the tests make IDs of each. */
const struct maker *maker_of(const sortid_format *format);

#endif
