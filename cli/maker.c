/* SPDX-License-Identifier: MIT */
/* maker.c: the table of generators. Called by gen.c. Every generator works in
 * mode wait, by the sources it is given; nothing here knows the time, prints or
 * sleeps. A new format is two DEFINE_FILLs, its options and one row. */
#include "maker.h"

#include <string.h>

/* The calls that make the IDs of a format, by generators of its own or shared: KIND is empty or
 * _shared. An ID is its bytes and nothing else, so that they may stand in any bytes. */
#define DEFINE_FILL(name, kind)                                                                    \
    static sortid_status fill_##name##kind(uint8_t *ids, size_t count, size_t *made,               \
                                           union generator *generator)                             \
    {                                                                                              \
        return sortid_##name##kind##_fill((sortid_##name *)ids, count, made, NULL,                 \
                                          &generator->name##kind);                                 \
    }                                                                                              \
    static sortid_status fill_text_##name##kind(char *text, size_t count, int end, size_t *made,   \
                                                union generator *generator)                        \
    {                                                                                              \
        return sortid_##name##kind##_fill_text(text, count, end, made, NULL,                       \
                                               &generator->name##kind);                            \
    }

#define DEFINE_FILLS(name)                                                                         \
    DEFINE_FILL(name, )                                                                            \
    DEFINE_FILL(name, _shared)                                                                     \
    static void close_##name##_shared(union generator *generator)                                  \
    {                                                                                              \
        sortid_##name##_shared_close(&generator->name##_shared);                                   \
    }

/* The options of a format; `extra` sets those that not every format has. */
#define DEFINE_OPTIONS(name, extra)                                                                \
    static sortid_##name##_options options_##name(const struct making *making)                     \
    {                                                                                              \
        sortid_##name##_options options;                                                           \
        sortid_##name##_options_default(&options);                                                 \
        options.mode = SORTID_MODE_WAIT;                                                           \
        options.allowance_ms = making->allowance_ms;                                               \
        extra;                                                                                     \
        return options;                                                                            \
    }

/* The calls that prepare its generators. */
#define DEFINE_PREPARE(name)                                                                       \
    static sortid_status prepare_##name(union generator *generator, const struct making *making)   \
    {                                                                                              \
        const sortid_##name##_options options = options_##name(making);                            \
        return sortid_##name##_generator_init(&generator->name, &options, making->sources);        \
    }                                                                                              \
    static sortid_status prepare_##name##_shared(union generator *generator,                       \
                                                 const struct making *making)                      \
    {                                                                                              \
        const sortid_##name##_options options = options_##name(making);                            \
        return sortid_##name##_shared_open(&generator->name##_shared, making->state, NULL,         \
                                           &options, making->sources);                             \
    }

DEFINE_FILLS(scru128)
DEFINE_FILLS(scru128v1)
DEFINE_FILLS(scru160)
DEFINE_FILLS(scru64)
DEFINE_FILLS(ulid)

DEFINE_OPTIONS(scru128, options.stateless = making->random)
DEFINE_OPTIONS(scru128v1, (void)0)
DEFINE_OPTIONS(scru160, (void)0)
DEFINE_OPTIONS(scru64, (void)0)
DEFINE_OPTIONS(ulid, options.stateless = making->random)

DEFINE_PREPARE(scru128)
DEFINE_PREPARE(scru128v1)
DEFINE_PREPARE(scru160)
DEFINE_PREPARE(ulid)

static sortid_status prepare_scru64(union generator *generator, const struct making *making)
{
    const sortid_scru64_options options = options_scru64(making);
    return sortid_scru64_generator_init(&generator->scru64, making->node, &options,
                                        making->sources);
}

static sortid_status prepare_scru64_shared(union generator *generator, const struct making *making)
{
    const sortid_scru64_options options = options_scru64(making);
    return sortid_scru64_shared_open(&generator->scru64_shared, making->state, NULL, making->node,
                                     &options, making->sources);
}

/* A generator of this run's own holds nothing. */
static void close_nothing(union generator *generator)
{
    (void)generator;
}

#define ALONE(name)                                                                                \
    {                                                                                              \
        prepare_##name, fill_##name, fill_text_##name, close_nothing                               \
    }
#define SHARED(name)                                                                               \
    {                                                                                              \
        prepare_##name, fill_##name, fill_text_##name, close_##name                                \
    }

static const struct maker makers[] = {
    {"scru128", true, false, ALONE(scru128), SHARED(scru128_shared)},
    {"scru128v1", false, false, ALONE(scru128v1), SHARED(scru128v1_shared)},
    {"scru160", false, false, ALONE(scru160), SHARED(scru160_shared)},
    {"scru64", false, true, ALONE(scru64), SHARED(scru64_shared)},
    {"ulid", true, false, ALONE(ulid), SHARED(ulid_shared)},
};

const struct maker *maker_of(const sortid_format *format)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].format, format->name) == 0)
            return &makers[i];
    return NULL;
}
