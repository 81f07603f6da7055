/* SPDX-License-Identifier: MIT */
/* formats.c: the calls for every format, by its index in the table of formats. */
#include "module.h"

uint8_t module_id[2][SORTID_MAX_SIZE];

/* The generator of each format behind ulid() and the like; JavaScript's Generator objects take
 * turns in the last slot: it copies their bytes in and out, always to this address. */
#define FORMATS_MAX 16
#define OWN_SLOT    FORMATS_MAX
static sortid_generator slots[FORMATS_MAX + 1];
static bool is_prepared[FORMATS_MAX];

EXPORT("id") uint8_t *id_buffer(void)
{
    return module_id[0];
}

__attribute__((import_module("sortid"), import_name("random"))) bool host_random(void *bytes,
                                                                                 size_t size);

static sortid_status draw_own(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)context;
    (void)unix_us;
    return host_random(bytes, size) ? SORTID_OK : SORTID_RANDOM_FAILED;
}

/* Sources NULL would be the same without OWN_RANDOM. */
sortid_status module_prepare(const sortid_format *format, sortid_options *options)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    if ((options->flags & SORTID_OPTION_FRACTION) != 0)
        sortid_clock_exact(&sources.clock);
    if ((options->flags & OWN_RANDOM) != 0)
        sources.random.fill = draw_own;
    options->flags &= ~OWN_RANDOM;
    return sortid_generator_init(&slots[OWN_SLOT], format, options, &sources);
}

static uint64_t allowance_of(double ms)
{
    if (ms < 0)
        return SORTID_ALLOWANCE_NONE;
    return ms < 9007199254740992.0 ? (uint64_t)ms : SORTID_ALLOWANCE_UNLIMITED;
}

sortid_status module_options(sortid_options *options, double allowance_ms, uint32_t mode,
                             uint32_t flags, uint32_t guard_bits)
{
    *options = (sortid_options){.mode = mode,
                                .flags = flags,
                                .allowance_ms = allowance_of(allowance_ms),
                                .guard_bits = (uint8_t)guard_bits};
    return guard_bits <= UINT8_MAX ? SORTID_OK : SORTID_BAD_OPTION;
}

/* allowance_ms: 0 is the default, below 0 none, infinity unlimited. */
EXPORT("prepare")
sortid_status prepare(uint32_t format, double allowance_ms, uint32_t mode, uint32_t flags,
                      uint32_t guard_bits, uint32_t extension_bits, uint32_t node_bits,
                      uint32_t node_id)
{
    sortid_options options;
    sortid_status status = module_options(&options, allowance_ms, mode, flags, guard_bits);
    if (status != SORTID_OK || extension_bits > UINT8_MAX || node_bits > UINT8_MAX)
        return SORTID_BAD_OPTION;
    options.extension_bits = (uint8_t)extension_bits;
    options.node_bits = (uint8_t)node_bits;
    options.node_id = node_id;
    return module_prepare(sortid_format_at(format), &options);
}

/* The generator of a slot; a format's own is prepared at its first use. */
static sortid_status find_slot(sortid_generator **generator, uint32_t format, bool own)
{
    *generator = &slots[own ? OWN_SLOT : format];
    if (own || is_prepared[format])
        return SORTID_OK;
    sortid_status status = sortid_generator_init(*generator, sortid_format_at(format), NULL, NULL);
    is_prepared[format] = status == SORTID_OK;
    return status;
}

/* Writes the texts of the next `count` IDs, one after another; RESULT_WRITTEN bytes, also on
 * failure. The typed calls for one ID would make the module a tenth larger. */
EXPORT("many") sortid_status many(uint32_t format, bool own, uint32_t count)
{
    size_t *written = module_word(RESULT_WRITTEN);
    sortid_generator *generator;
    uint32_t events = 0;
    sortid_status status = find_slot(&generator, format, own);
    if (status == SORTID_OK)
        status = sortid_generator_fill_text(generator, module_text, TEXT_BYTES, written, count,
                                            SORTID_NO_SEPARATOR, &events);
    module_result[RESULT_EVENT] = events;
    return status;
}

/* Reads the `length` bytes in the text buffer into the ID buffer. */
EXPORT("parse") sortid_status parse(uint32_t format, uint32_t encoding, size_t length)
{
    return sortid_format_parse(sortid_format_at(format), module_id[0], (sortid_encoding)encoding,
                               module_text, length, module_word(RESULT_POSITION));
}

/* Writes the ID of a buffer as text. */
EXPORT("print") sortid_status print(uint32_t format, uint32_t encoding, uint32_t buffer)
{
    return sortid_format_print(sortid_format_at(format), module_text, TEXT_BYTES,
                               module_word(RESULT_WRITTEN), (sortid_encoding)encoding,
                               module_id[buffer]);
}

/* A bound of a span: an infinite one leaves the end open. */
static uint64_t bound_of(double ms)
{
    if (ms < 0)
        return 0;
    return ms < 18446744073709551616.0 ? (uint64_t)ms : UINT64_MAX;
}

/* The first and the last ID of a span of time, in the two ID buffers. */
EXPORT("range") sortid_status range(uint32_t format, double since_ms, double until_ms)
{
    return sortid_format_range(sortid_format_at(format), module_id[0], module_id[1],
                               bound_of(since_ms), bound_of(until_ms));
}
