/* SPDX-License-Identifier: MIT */
/* maker.c: the table of generators. Called by gen.c. Every generator works in
 * mode wait, by the sources it is given; nothing here knows the time, prints or
 * sleeps. A new format is one DEFINE_MAKE, its options and one row. */
#include "maker.h"

#include <string.h>

/* The call that makes one ID of a format. */
#define DEFINE_MAKE(name)                                                                          \
    static sortid_status make_##name(uint8_t *id, union generator *generator)                      \
    {                                                                                              \
        sortid_##name made;                                                                        \
        sortid_status status = sortid_##name##_generate(&made, NULL, &generator->name);            \
        if (status == SORTID_OK)                                                                   \
            memcpy(id, made.bytes, sizeof made.bytes);                                             \
        return status;                                                                             \
    }

/* The call that prepares its generator; `extra` sets the options that not every
 * format has. */
#define DEFINE_PREPARE(name, extra)                                                                \
    static sortid_status prepare_##name(union generator *generator, const struct making *making)   \
    {                                                                                              \
        sortid_##name##_options options;                                                           \
        sortid_##name##_options_default(&options);                                                 \
        options.mode = SORTID_MODE_WAIT;                                                           \
        options.allowance_ms = making->allowance_ms;                                               \
        extra;                                                                                     \
        return sortid_##name##_generator_init(&generator->name, &options, making->sources);        \
    }

DEFINE_MAKE(scru128)
DEFINE_MAKE(scru128v1)
DEFINE_MAKE(scru160)
DEFINE_MAKE(scru64)
DEFINE_MAKE(ulid)

DEFINE_PREPARE(scru128, options.stateless = making->random)
DEFINE_PREPARE(scru128v1, (void)0)
DEFINE_PREPARE(scru160, (void)0)
DEFINE_PREPARE(ulid, options.stateless = making->random)

static sortid_status prepare_scru64(union generator *generator, const struct making *making)
{
    sortid_scru64_options options;
    sortid_scru64_options_default(&options);
    options.mode = SORTID_MODE_WAIT;
    options.allowance_ms = making->allowance_ms;
    return sortid_scru64_generator_init(&generator->scru64, making->node, &options,
                                        making->sources);
}

static const struct maker makers[] = {
    {"scru128", true, false, prepare_scru128, make_scru128},
    {"scru128v1", false, false, prepare_scru128v1, make_scru128v1},
    {"scru160", false, false, prepare_scru160, make_scru160},
    {"scru64", false, true, prepare_scru64, make_scru64},
    {"ulid", true, false, prepare_ulid, make_ulid},
};

const struct maker *maker_of(const sortid_format *format)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].format, format->name) == 0)
            return &makers[i];
    return NULL;
}
