/* SPDX-License-Identifier: MIT */
/* maker.c: the table of generators. Called by gen.c. Every generator works in
 * mode wait, by the sources it is given; nothing here knows the time, prints or
 * sleeps. A new format is one DEFINE_FILL, its options and one row. */
#include "maker.h"

#include <string.h>

/* The calls that make the IDs of a format. An ID is its bytes and nothing else, so
 * that they may stand in any bytes. */
#define DEFINE_FILL(name)                                                                          \
    static sortid_status fill_##name(uint8_t *ids, size_t count, size_t *made,                     \
                                     union generator *generator)                                   \
    {                                                                                              \
        return sortid_##name##_fill((sortid_##name *)ids, count, made, NULL, &generator->name);    \
    }                                                                                              \
    static sortid_status fill_text_##name(char *text, size_t count, int end, size_t *made,         \
                                          union generator *generator)                              \
    {                                                                                              \
        return sortid_##name##_fill_text(text, count, end, made, NULL, &generator->name);          \
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

DEFINE_FILL(scru128)
DEFINE_FILL(scru128v1)
DEFINE_FILL(scru160)
DEFINE_FILL(scru64)
DEFINE_FILL(ulid)

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
    {"scru128", true, false, prepare_scru128, fill_scru128, fill_text_scru128},
    {"scru128v1", false, false, prepare_scru128v1, fill_scru128v1, fill_text_scru128v1},
    {"scru160", false, false, prepare_scru160, fill_scru160, fill_text_scru160},
    {"scru64", false, true, prepare_scru64, fill_scru64, fill_text_scru64},
    {"ulid", true, false, prepare_ulid, fill_ulid, fill_text_ulid},
};

const struct maker *maker_of(const sortid_format *format)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].format, format->name) == 0)
            return &makers[i];
    return NULL;
}
