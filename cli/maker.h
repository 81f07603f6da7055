/* SPDX-License-Identifier: MIT */
/* maker.h: how gen makes IDs of a format: one row per format, the one place
 * where the command names the formats' generators. Called by gen.c. */
#ifndef CLI_MAKER_H
#define CLI_MAKER_H

#include <sortid.h>

/* Storage for a generator of any format: one of its own, or one on a state file. */
union generator {
    sortid_scru128_generator scru128;
    sortid_scru128_shared scru128_shared;
    sortid_scru128v1_generator scru128v1;
    sortid_scru128v1_shared scru128v1_shared;
    sortid_scru160_generator scru160;
    sortid_scru160_shared scru160_shared;
    sortid_scru64_generator scru64;
    sortid_scru64_shared scru64_shared;
    sortid_ulid_generator ulid;
    sortid_ulid_shared ulid_shared;
};

/* What a generator is prepared with. */
struct making {
    const sortid_sources *sources;
    uint64_t allowance_ms;
    bool random;                         /* stateless, for formats that have it */
    const sortid_scru64_node_spec *node; /* for formats with nodes */
    const char *state;                   /* the path of a state file, where one is used */
};

/* A kind of generator. One on a state file may say SORTID_WAIT already when it is prepared, and
 * is prepared again after the wait. */
struct kind {
    sortid_status (*prepare)(union generator *generator, const struct making *making);
    /* The next `count` IDs as bytes or as texts, each with `end` behind it. *made is set on
     * failure too: so many are good, and must be given away before what stopped the rest is
     * waited for. */
    sortid_status (*fill)(uint8_t *ids, size_t count, size_t *made, union generator *generator);
    sortid_status (*fill_text)(char *text, size_t count, int end, size_t *made,
                               union generator *generator);
    /* Lets go of what the generator holds. */
    void (*close)(union generator *generator);
};

struct maker {
    const char *format;
    bool has_random;
    bool has_nodes;
    struct kind alone;  /* known to this run only */
    struct kind shared; /* on a state file, with all who use it */
};

/* The row of a format; NULL if it has none, which no row of sortid_format_at() may be:
 * the tests make IDs of each. */
const struct maker *maker_of(const sortid_format *format);

#endif
