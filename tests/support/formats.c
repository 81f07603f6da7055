/* SPDX-License-Identifier: MIT */
/* formats.c: the table of formats.h: each typed call of the library behind one
 * shape, and the constants of the formats as their documents give them. Linked
 * into every unit test. It adds no behaviour: a wrapper only converts the type
 * of a pointer. */
#include "formats.h"

#include "oracle.h"

#define WRAP_CODEC(f)                                                                              \
    static sortid_status f##_parse(void *id, const char *text, size_t length, size_t *position)    \
    {                                                                                              \
        return sortid_##f##_parse(id, text, length, position);                                     \
    }                                                                                              \
    static sortid_status f##_parse_hex(void *id, const char *text, size_t length,                  \
                                       size_t *position)                                           \
    {                                                                                              \
        return sortid_##f##_parse_hex(id, text, length, position);                                 \
    }                                                                                              \
    static sortid_status f##_parse_int(void *id, const char *text, size_t length,                  \
                                       size_t *position)                                           \
    {                                                                                              \
        return sortid_##f##_parse_int(id, text, length, position);                                 \
    }                                                                                              \
    static void f##_print(char *text, const void *id)                                              \
    {                                                                                              \
        sortid_##f##_print(text, id);                                                              \
    }                                                                                              \
    static void f##_print_hex(char *text, const void *id)                                          \
    {                                                                                              \
        sortid_##f##_print_hex(text, id);                                                          \
    }                                                                                              \
    static size_t f##_print_int(char *text, const void *id)                                        \
    {                                                                                              \
        return sortid_##f##_print_int(text, id);                                                   \
    }                                                                                              \
    static sortid_status f##_from_bytes(void *id, const uint8_t *bytes)                            \
    {                                                                                              \
        return sortid_##f##_from_bytes(id, bytes);                                                 \
    }                                                                                              \
    static void f##_to_bytes(uint8_t *bytes, const void *id)                                       \
    {                                                                                              \
        sortid_##f##_to_bytes(bytes, id);                                                          \
    }

/* Calls for many, and for IDs in a row. */
#define WRAP_MANY(f)                                                                               \
    static size_t f##_print_many(char *text, const void *ids, size_t count, int end)               \
    {                                                                                              \
        return sortid_##f##_print_many(text, ids, count, end);                                     \
    }                                                                                              \
    static sortid_status f##_parse_many(void *ids, size_t *made, const char *text, size_t count,   \
                                        int end, size_t *position)                                 \
    {                                                                                              \
        return sortid_##f##_parse_many(ids, made, text, count, end, position);                     \
    }                                                                                              \
    static sortid_status f##_fill(void *ids, size_t count, size_t *made, sortid_event *event,      \
                                  void *generator)                                                 \
    {                                                                                              \
        return sortid_##f##_fill(ids, count, made, event, generator);                              \
    }                                                                                              \
    static sortid_status f##_fill_text(char *text, size_t count, int end, size_t *made,            \
                                       sortid_event *event, void *generator)                       \
    {                                                                                              \
        return sortid_##f##_fill_text(text, count, end, made, event, generator);                   \
    }

#define WRAP_UUID(f)                                                                               \
    static sortid_status f##_parse_uuid(void *id, const char *text, size_t length,                 \
                                        size_t *position)                                          \
    {                                                                                              \
        return sortid_##f##_parse_uuid(id, text, length, position);                                \
    }                                                                                              \
    static void f##_print_uuid(char *text, const void *id)                                         \
    {                                                                                              \
        sortid_##f##_print_uuid(text, id);                                                         \
    }

#define WRAP_ORDER(f)                                                                              \
    static int f##_compare(const void *a, const void *b)                                           \
    {                                                                                              \
        return sortid_##f##_compare(a, b);                                                         \
    }                                                                                              \
    static void f##_min(void *id)                                                                  \
    {                                                                                              \
        sortid_##f##_min(id);                                                                      \
    }                                                                                              \
    static void f##_max(void *id)                                                                  \
    {                                                                                              \
        sortid_##f##_max(id);                                                                      \
    }                                                                                              \
    static sortid_status f##_min_at(void *id, uint64_t unix_ms)                                    \
    {                                                                                              \
        return sortid_##f##_min_at(id, unix_ms);                                                   \
    }                                                                                              \
    static sortid_status f##_max_at(void *id, uint64_t unix_ms)                                    \
    {                                                                                              \
        return sortid_##f##_max_at(id, unix_ms);                                                   \
    }                                                                                              \
    static sortid_status f##_next(void *out, bool *carried, const void *id)                        \
    {                                                                                              \
        return sortid_##f##_next(out, carried, id);                                                \
    }                                                                                              \
    static sortid_status f##_prev(void *out, bool *carried, const void *id)                        \
    {                                                                                              \
        return sortid_##f##_prev(out, carried, id);                                                \
    }                                                                                              \
    static uint64_t f##_unix_ms(const void *id)                                                    \
    {                                                                                              \
        return sortid_##f##_unix_ms(id);                                                           \
    }                                                                                              \
    static bool f##_is_reserved(const void *id)                                                    \
    {                                                                                              \
        return sortid_##f##_is_reserved(id);                                                       \
    }

/* NODE is the extra argument of scru64's _init, with its comma. */
#define WRAP_GENERATOR(f, NODE)                                                                    \
    static sortid_status f##_machine_init(void *machine, sortid_mode mode, uint64_t allowance_ms)  \
    {                                                                                              \
        sortid_##f##_options options;                                                              \
        sortid_##f##_options_default(&options);                                                    \
        options.mode = mode;                                                                       \
        options.allowance_ms = allowance_ms;                                                       \
        return sortid_##f##_machine_init(machine, NODE & options);                                 \
    }                                                                                              \
    static sortid_status f##_machine_step(void *id, sortid_event *event, uint64_t *wait_us,        \
                                          void *machine, uint64_t unix_us,                         \
                                          const sortid_random *random)                             \
    {                                                                                              \
        return sortid_##f##_machine_step(id, event, wait_us, machine, unix_us, random);            \
    }                                                                                              \
    static void f##_machine_after_fork(void *machine)                                              \
    {                                                                                              \
        sortid_##f##_machine_after_fork(machine);                                                  \
    }                                                                                              \
    static sortid_status f##_generator_init(void *generator, sortid_mode mode,                     \
                                            uint64_t allowance_ms, const sortid_sources *sources)  \
    {                                                                                              \
        sortid_##f##_options options;                                                              \
        sortid_##f##_options_default(&options);                                                    \
        options.mode = mode;                                                                       \
        options.allowance_ms = allowance_ms;                                                       \
        return sortid_##f##_generator_init(generator, NODE & options, sources);                    \
    }                                                                                              \
    static sortid_status f##_generate(void *id, sortid_event *event, void *generator)              \
    {                                                                                              \
        return sortid_##f##_generate(id, event, generator);                                        \
    }                                                                                              \
    static sortid_status f##_make(void *id, sortid_event *event)                                   \
    {                                                                                              \
        return sortid_##f##_make(id, event);                                                       \
    }                                                                                              \
    static sortid_status f##_text(char *text, sortid_event *event)                                 \
    {                                                                                              \
        return sortid_##f##_text(text, event);                                                     \
    }

#define WRAP_SHARED(f, NODE)                                                                       \
    static sortid_##f##_options f##_shared_options(sortid_mode mode, uint64_t allowance_ms)        \
    {                                                                                              \
        sortid_##f##_options options;                                                              \
        sortid_##f##_options_default(&options);                                                    \
        options.mode = mode;                                                                       \
        options.allowance_ms = allowance_ms;                                                       \
        return options;                                                                            \
    }                                                                                              \
    static sortid_status f##_shared_init(void *generator, sortid_shared_state *state,              \
                                         sortid_mode mode, uint64_t allowance_ms,                  \
                                         const sortid_sources *sources)                            \
    {                                                                                              \
        const sortid_##f##_options options = f##_shared_options(mode, allowance_ms);               \
        return sortid_##f##_shared_init(generator, state, NODE & options, sources);                \
    }                                                                                              \
    static sortid_status f##_shared_open(void *generator, const char *path,                        \
                                         const sortid_file_options *file, sortid_mode mode,        \
                                         uint64_t allowance_ms, const sortid_sources *sources)     \
    {                                                                                              \
        const sortid_##f##_options options = f##_shared_options(mode, allowance_ms);               \
        return sortid_##f##_shared_open(generator, path, file, NODE & options, sources);           \
    }                                                                                              \
    static void f##_shared_close(void *generator)                                                  \
    {                                                                                              \
        sortid_##f##_shared_close(generator);                                                      \
    }                                                                                              \
    static sortid_status f##_shared_generate(void *id, sortid_event *event, void *generator)       \
    {                                                                                              \
        return sortid_##f##_shared_generate(id, event, generator);                                 \
    }                                                                                              \
    static sortid_status f##_shared_fill(void *ids, size_t count, size_t *made,                    \
                                         sortid_event *event, void *generator)                     \
    {                                                                                              \
        return sortid_##f##_shared_fill(ids, count, made, event, generator);                       \
    }                                                                                              \
    static sortid_status f##_shared_fill_text(char *text, size_t count, int end, size_t *made,     \
                                              sortid_event *event, void *generator)                \
    {                                                                                              \
        return sortid_##f##_shared_fill_text(text, count, end, made, event, generator);            \
    }

#define NO_NODE
#define NODE_42 &node_42,

static const sortid_scru64_node_spec node_42 = {.node_id = 42, .node_id_size = 8};

WRAP_CODEC(scru128)
WRAP_MANY(scru128)
WRAP_UUID(scru128)
WRAP_ORDER(scru128)
WRAP_GENERATOR(scru128, NO_NODE)
WRAP_SHARED(scru128, NO_NODE)
WRAP_CODEC(scru128v1)
WRAP_MANY(scru128v1)
WRAP_UUID(scru128v1)
WRAP_ORDER(scru128v1)
WRAP_GENERATOR(scru128v1, NO_NODE)
WRAP_SHARED(scru128v1, NO_NODE)
WRAP_CODEC(scru160)
WRAP_MANY(scru160)
WRAP_ORDER(scru160)
WRAP_GENERATOR(scru160, NO_NODE)
WRAP_SHARED(scru160, NO_NODE)
WRAP_CODEC(scru64)
WRAP_MANY(scru64)
WRAP_ORDER(scru64)
WRAP_GENERATOR(scru64, NODE_42)
WRAP_SHARED(scru64, NODE_42)
WRAP_CODEC(ulid)
WRAP_MANY(ulid)
WRAP_UUID(ulid)
WRAP_ORDER(ulid)
WRAP_GENERATOR(ulid, NO_NODE)
WRAP_SHARED(ulid, NO_NODE)

#define CALLS(f)                                                                                   \
    .parse = f##_parse, .parse_hex = f##_parse_hex, .parse_int = f##_parse_int,                    \
    .print = f##_print, .print_hex = f##_print_hex, .print_int = f##_print_int,                    \
    .print_many = f##_print_many, .parse_many = f##_parse_many, .fill = f##_fill,                  \
    .fill_text = f##_fill_text, .from_bytes = f##_from_bytes, .to_bytes = f##_to_bytes,            \
    .compare = f##_compare, .min = f##_min, .max = f##_max, .min_at = f##_min_at,                  \
    .max_at = f##_max_at, .next = f##_next, .prev = f##_prev, .unix_ms = f##_unix_ms,              \
    .is_reserved = f##_is_reserved, .machine_init = f##_machine_init,                              \
    .machine_step = f##_machine_step, .machine_after_fork = f##_machine_after_fork,                \
    .generator_init = f##_generator_init, .generate = f##_generate, .make = f##_make,              \
    .text = f##_text, .shared_init = f##_shared_init, .shared_open = f##_shared_open,              \
    .shared_close = f##_shared_close, .shared_generate = f##_shared_generate,                      \
    .shared_fill = f##_shared_fill, .shared_fill_text = f##_shared_fill_text
#define UUID_CALLS(f) .has_uuid = true, .parse_uuid = f##_parse_uuid, .print_uuid = f##_print_uuid

const support_format support_formats[SUPPORT_FORMATS] = {
    {.name = "scru128",
     .size = 16,
     .text_length = 25,
     .alphabet = "0123456789abcdefghijklmnopqrstuvwxyz",
     .last = "f5lxx1zz5pnorynqglhzmsp33",
     .last_time = "+010889-08-02T05:31:50.655Z",
     .timestamp_bits = 48,
     .timestamp_max = UINT64_C(281474976710655),
     .timestamp_unit = 1,
     .reserves_ends = true,
     .int_length = 39,
     .counter_byte = 11,
     CALLS(scru128),
     UUID_CALLS(scru128)},
    {.name = "scru128v1",
     .size = 16,
     .text_length = 26,
     .alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV",
     .last = "7VVVVVVVVVVVVVVVVVVVVVVVVV",
     .last_time = "2577-06-22T06:20:44.415Z",
     .timestamp_bits = 44,
     .timestamp_max = UINT64_C(17592186044415),
     .timestamp_unit = 1,
     .timestamp_zero = UINT64_C(1577836800000),
     .reserves_ends = true,
     .int_length = 39,
     .counter_byte = 8,
     CALLS(scru128v1),
     UUID_CALLS(scru128v1)},
    {.name = "scru160",
     .size = 20,
     .text_length = 32,
     .alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV",
     .last = "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV",
     .last_time = "+010889-08-02T05:31:50.655Z",
     .timestamp_bits = 48,
     .timestamp_max = UINT64_C(281474976710655),
     .timestamp_unit = 1,
     .reserves_ends = true,
     .int_length = 49,
     .counter_byte = 7,
     CALLS(scru160)},
    {.name = "scru64",
     .size = 8,
     .text_length = 12,
     .alphabet = "0123456789abcdefghijklmnopqrstuvwxyz",
     .last = "zzzzzzzzzzzz",
     .last_time = "4261-02-27T06:08:58.880Z",
     .timestamp_bits = 40,
     .timestamp_max = UINT64_C(282429536480),
     .timestamp_unit = 256,
     .reserves_ends = true,
     .int_length = 19,
     .counter_byte = 7,
     CALLS(scru64)},
    {.name = "ulid",
     .size = 16,
     .text_length = 26,
     .alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
     .last = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
     .last_time = "+010889-08-02T05:31:50.655Z",
     .timestamp_bits = 48,
     .timestamp_max = UINT64_C(281474976710655),
     .timestamp_unit = 1,
     .int_length = 39,
     .counter_byte = 15,
     CALLS(ulid),
     UUID_CALLS(ulid)},
};

void support_each_format(void (*test)(const support_format *format))
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        test(&support_formats[i]);
}

void support_each_but_scru64(void (*test)(const support_format *format))
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (&support_formats[i] != SUPPORT_SCRU64)
            test(&support_formats[i]);
}

/* Turns a random stretch of whole bytes into all zeros or all ones. */
static void flatten_run(uint8_t *id, size_t size)
{
    size_t first = (size_t)support_below(size);
    size_t count = (size_t)support_below(size - first) + 1;
    memset(id + first, support_below(2) == 0 ? 0x00 : 0xff, count);
}

void support_random_id(uint8_t *id, const support_format *format)
{
    support_random_bytes(id, format->size);
    if (support_below(2) == 0)
        flatten_run(id, format->size);
    uint64_t timestamp = support_timestamp(format, id);
    if (timestamp > format->timestamp_max)
        oracle_set_bits(id, 0, format->timestamp_bits, timestamp % (format->timestamp_max + 1));
}

void support_id_at(uint8_t *id, const support_format *format, uint64_t timestamp, bool ones)
{
    memset(id, ones ? 0xff : 0x00, format->size);
    oracle_set_bits(id, 0, format->timestamp_bits, timestamp);
}

void support_zeros_id(uint8_t *id, const support_format *format, uint64_t timestamp, unsigned count)
{
    support_id_at(id, format, timestamp, false);
    if (format == SUPPORT_SCRU64)
        id[5] = 42; // node_id_size 8: the top byte of node_ctr
    id[format->counter_byte] = (uint8_t)count;
}

void support_scru128_id(uint8_t *id, uint64_t timestamp, uint32_t counter_hi, uint32_t counter_lo,
                        uint32_t entropy)
{
    const oracle_part parts[] = {
        {48, timestamp}, {24, counter_hi}, {24, counter_lo}, {32, entropy}};
    oracle_join(id, parts, COUNT_OF(parts));
}

void support_scru128v1_id(uint8_t *id, uint64_t timestamp, uint32_t counter,
                          uint32_t per_sec_random, uint32_t per_gen_random)
{
    const oracle_part parts[] = {
        {44, timestamp}, {28, counter}, {24, per_sec_random}, {32, per_gen_random}};
    oracle_join(id, parts, COUNT_OF(parts));
}

void support_scru160_id(uint8_t *id, uint64_t timestamp, uint32_t counter, uint32_t random16,
                        uint16_t random80_high, uint64_t random80_low)
{
    const oracle_part parts[] = {
        {48, timestamp}, {16, counter}, {16, random16}, {16, random80_high}, {64, random80_low}};
    oracle_join(id, parts, COUNT_OF(parts));
}

void support_scru64_id(uint8_t *id, uint64_t timestamp, uint32_t node_ctr)
{
    const oracle_part parts[] = {{40, timestamp}, {24, node_ctr}};
    oracle_join(id, parts, COUNT_OF(parts));
}

void support_ulid_id(uint8_t *id, uint64_t timestamp, uint16_t randomness_high,
                     uint64_t randomness_low)
{
    const oracle_part parts[] = {{48, timestamp}, {16, randomness_high}, {64, randomness_low}};
    oracle_join(id, parts, COUNT_OF(parts));
}

uint64_t support_timestamp(const support_format *format, const uint8_t *id)
{
    return oracle_bits(id, 0, format->timestamp_bits);
}

uint64_t support_unix_us(const support_format *format, uint64_t timestamp)
{
    return (timestamp * format->timestamp_unit + format->timestamp_zero) * 1000;
}
