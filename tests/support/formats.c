/* SPDX-License-Identifier: MIT */
/* formats.c: the table of formats.h: the typed calls of each format with common types, and the
 * constants from the formats' documents. Linked into every unit test. The functions of the table
 * only convert the types of pointers. */
#include "formats.h"

#include "oracle.h"

#include <stdlib.h>

uint64_t support_allowance(uint64_t ms)
{
    if (ms == 0)
        return SORTID_ALLOWANCE_NONE;
    return ms == UINT64_MAX ? SORTID_ALLOWANCE_UNLIMITED : ms;
}

/* The options of a generator or machine; scru64's node is 42/8. */
static sortid_options options_of(const char *format, sortid_mode mode, uint64_t allowance_ms)
{
    sortid_options options = {.mode = (uint32_t)mode,
                              .allowance_ms = support_allowance(allowance_ms)};
    if (strcmp(format, "scru64") == 0)
        options.node = (sortid_scru64_node_spec){.node_id = 42, .node_id_size = 8};
    return options;
}

/* Prints an ID in an encoding that it has into a large enough buffer, which cannot fail. */
static size_t print_by(sortid_status (*print_as)(char *, size_t, size_t *, sortid_encoding,
                                                 const void *),
                       char *text, size_t capacity, sortid_encoding encoding, const void *id)
{
    size_t written;
    if (print_as(text, capacity, &written, encoding, id) != SORTID_OK)
        abort();
    return written;
}

#define DEFINE(f, RESULT, NAME, PARAMETERS, BODY)                                                  \
    static RESULT f##_##NAME PARAMETERS                                                            \
    {                                                                                              \
        BODY;                                                                                      \
    }
#define DEFINE_WITH_OPTIONS(f, RESULT, NAME, PARAMETERS, BODY)                                     \
    DEFINE(f, RESULT, NAME, PARAMETERS,                                                            \
           const sortid_options options = options_of(#f, mode, allowance_ms);                      \
           BODY)
#define DEFINE_CALLS(f)                                                                            \
    FORMAT_CALLS(DEFINE, f)                                                                        \
    FORMAT_OPTIONS_CALLS(DEFINE_WITH_OPTIONS, f)

DEFINE_CALLS(scru128)
DEFINE_CALLS(scru128v1)
DEFINE_CALLS(scru160)
DEFINE_CALLS(scru64)
DEFINE_CALLS(ulid)
DEFINE_CALLS(uuidv7)
DEFINE_CALLS(ksuid)
FORMAT_UUID_CALLS(DEFINE, scru128)
FORMAT_UUID_CALLS(DEFINE, scru128v1)
FORMAT_UUID_CALLS(DEFINE, ulid)
FORMAT_UUID_CALLS(DEFINE, uuidv7)

#define MEMBER(f, RESULT, NAME, PARAMETERS, BODY) .NAME = f##_##NAME,
#define CALLS(f)                                                                                   \
    FORMAT_CALLS(MEMBER, f) FORMAT_OPTIONS_CALLS(MEMBER, f).format = sortid_##f##_format
#define UUID_CALLS(f) FORMAT_UUID_CALLS(MEMBER, f).has_uuid = true

const support_format support_formats[SUPPORT_FORMATS] = {
    {.name = "scru128",
     .title = "SCRU128 v2.1.1",
     .size = 16,
     .fields = {{"timestamp", 48, SORTID_FIELD_TIMESTAMP},
                {"counter_hi", 24, SORTID_FIELD_LAYER},
                {"counter_lo", 24, SORTID_FIELD_COUNTER},
                {"entropy", 32, SORTID_FIELD_RANDOM}},
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
     .title = "SCRU128 v1 (the original)",
     .size = 16,
     .fields = {{"timestamp", 44, SORTID_FIELD_TIMESTAMP},
                {"counter", 28, SORTID_FIELD_COUNTER},
                {"per_sec_random", 24, SORTID_FIELD_LAYER},
                {"per_gen_random", 32, SORTID_FIELD_RANDOM}},
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
     .title = "SCRU160 v0.1.0",
     .size = 20,
     .fields = {{"timestamp", 48, SORTID_FIELD_TIMESTAMP},
                {"counter", 16, SORTID_FIELD_COUNTER},
                {"random16", 16, SORTID_FIELD_RANDOM},
                {"random80", 80, SORTID_FIELD_RANDOM}},
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
     .title = "SCRU64 v1.0.0",
     .size = 8,
     .fields = {{"timestamp", 40, SORTID_FIELD_TIMESTAMP}, {"node_ctr", 24, SORTID_FIELD_COUNTER}},
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
     .title = "ULID",
     .size = 16,
     .fields = {{"timestamp", 48, SORTID_FIELD_TIMESTAMP}, {"randomness", 80, SORTID_FIELD_RANDOM}},
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
    {.name = "uuidv7",
     .title = "UUIDv7 (RFC 9562)",
     .size = 16,
     .fields = {{"timestamp", 48, SORTID_FIELD_TIMESTAMP},
                {"version", 4, SORTID_FIELD_FIXED},
                {"rand_a", 12, SORTID_FIELD_RANDOM},
                {"variant", 2, SORTID_FIELD_FIXED},
                {"rand_b", 62, SORTID_FIELD_RANDOM}},
     .text_length = 36,
     .alphabet = "0123456789abcdef",
     .hyphens = UINT64_C(1) << 8 | UINT64_C(1) << 13 | UINT64_C(1) << 18 | UINT64_C(1) << 23,
     .last = "ffffffff-ffff-7fff-bfff-ffffffffffff",
     .last_time = "+010889-08-02T05:31:50.655Z",
     .timestamp_bits = 48,
     .timestamp_max = UINT64_C(281474976710655),
     .timestamp_unit = 1,
     .fixed_mask = {[6] = 0xf0, [8] = 0xc0},
     .fixed = {[6] = 0x70, [8] = 0x80},
     .fixed_status = {[6] = SORTID_BAD_VERSION, [8] = SORTID_BAD_VARIANT},
     .int_length = 39,
     .counter_byte = 11,
     CALLS(uuidv7),
     UUID_CALLS(uuidv7)},
    {.name = "ksuid",
     .title = "KSUID",
     .size = 20,
     .fields = {{"timestamp", 32, SORTID_FIELD_TIMESTAMP}, {"payload", 128, SORTID_FIELD_RANDOM}},
     .text_length = 27,
     .alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
     .last = "aWgEPTl1tmebfsQzFP4bxwgy80V",
     .last_time = "2150-06-19T23:21:35.000Z",
     .timestamp_bits = 32,
     .timestamp_max = UINT64_C(4294967295),
     .timestamp_unit = 1000,
     .timestamp_zero = UINT64_C(1400000000000),
     .int_length = 49,
     .counter_byte = 15,
     CALLS(ksuid)},
};

static void each_but(const support_format *left_out, void (*test)(const support_format *format))
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        support_case = support_formats[i].name;
        if (&support_formats[i] != left_out)
            test(&support_formats[i]);
    }
    support_case = NULL;
}

void support_each_format(void (*test)(const support_format *format))
{
    each_but(NULL, test);
}

void support_each_but_scru64(void (*test)(const support_format *format))
{
    each_but(SUPPORT_SCRU64, test);
}

void support_json_name(char name[SUPPORT_MAX_TEXT], const support_field *field)
{
    size_t length = 0;
    for (const char *from = field->name; *from != '\0'; from++) {
        bool is_upper = *from == '_';
        from += is_upper;
        name[length++] = (char)(*from ^ (is_upper ? 0x20 : 0));
    }
    name[length] = '\0';
}

void support_field_value(char decimal[SUPPORT_MAX_TEXT], const uint8_t *id, size_t first,
                         size_t bits)
{
    uint8_t value[16] = {0};
    for (size_t bit = 0; bit < bits; bit++)
        oracle_set_bits(value, 128 - bits + bit, 1, oracle_bits(id, first + bit, 1));
    oracle_decimal(decimal, value, sizeof value);
}

/* Sets a random run of bytes to all zeros or all ones. */
static void flatten_run(uint8_t *id, size_t size)
{
    size_t first = (size_t)support_below(size);
    size_t count = (size_t)support_below(size - first) + 1;
    memset(id + first, support_below(2) == 0 ? 0x00 : 0xff, count);
}

void support_set_fixed(uint8_t *id, const support_format *format)
{
    for (size_t i = 0; i < format->size; i++)
        id[i] = (uint8_t)((id[i] & ~format->fixed_mask[i]) | format->fixed[i]);
}

sortid_status support_check(const support_format *format, const uint8_t *id, size_t *byte)
{
    *byte = 0;
    if (support_timestamp(format, id) > format->timestamp_max)
        return SORTID_OUT_OF_RANGE;
    for (size_t i = 0; i < format->size; i++) {
        *byte = i;
        if ((id[i] & format->fixed_mask[i]) != format->fixed[i])
            return format->fixed_status[i];
    }
    return SORTID_OK;
}

size_t support_place(const support_format *format, sortid_encoding encoding, size_t byte)
{
    if (encoding == SORTID_ENCODING_INT)
        return 0;
    if (encoding == SORTID_ENCODING_BIN)
        return byte;
    if (encoding > SORTID_ENCODING_BIN) /* only uuidv7, whose text is a UUID, has such places */
        return (encoding == SORTID_ENCODING_URN ? 9 : 1) +
               support_place(format, SORTID_ENCODING_TEXT, byte);
    size_t place = 0;
    for (size_t digits = 0; encoding != SORTID_ENCODING_HEX && digits < 2 * byte; place++)
        digits += (format->hyphens >> place & 1) == 0;
    return encoding == SORTID_ENCODING_HEX ? 2 * byte : place + (format->hyphens >> place & 1);
}

bool support_step(uint8_t *id, const support_format *format, bool up)
{
    for (size_t bit = 8 * format->size; bit-- > 0;) {
        if (oracle_bits(format->fixed_mask, bit, 1) == 1)
            continue;
        bool was = oracle_bits(id, bit, 1) == 1;
        oracle_set_bits(id, bit, 1, !was);
        if (was != up)
            return true;
    }
    return false;
}

void support_random_id(uint8_t *id, const support_format *format)
{
    support_random_bytes(id, format->size);
    if (support_below(2) == 0)
        flatten_run(id, format->size);
    uint64_t timestamp = support_timestamp(format, id);
    if (timestamp > format->timestamp_max)
        oracle_set_bits(id, 0, format->timestamp_bits, timestamp % (format->timestamp_max + 1));
    support_set_fixed(id, format);
}

void support_id_at(uint8_t *id, const support_format *format, uint64_t timestamp, bool ones)
{
    memset(id, ones ? 0xff : 0x00, format->size);
    oracle_set_bits(id, 0, format->timestamp_bits, timestamp);
    support_set_fixed(id, format);
}

void support_zeros_id(uint8_t *id, const support_format *format, uint64_t timestamp, unsigned count)
{
    support_id_at(id, format, timestamp, false);
    if (format == SUPPORT_SCRU64)
        id[5] = 42; // node_id_size 8: the top byte of node_ctr
    if (format == SUPPORT_KSUID && timestamp == 0)
        id[7] = 1; // 2^64: second 0 has no lower counter
    id[format->counter_byte] = (uint8_t)count;
}

void support_scru64_id(uint8_t *id, uint64_t timestamp, uint32_t node_ctr)
{
    oracle_set_bits(id, 0, 40, timestamp);
    oracle_set_bits(id, 40, 24, node_ctr);
}

sortid_status support_set_node(uint32_t node_id, uint32_t size, const sortid_bound *bound)
{
    sortid_options options = {.node = {.node_id = node_id, .node_id_size = size}};
    if (bound != NULL)
        options.bound = *bound;
    return sortid_scru64_set_default(&options);
}

bool support_has_node(const sortid_scru64 *id, uint32_t node_id, unsigned size)
{
    uint32_t found;
    return sortid_scru64_split(&found, NULL, id, size) == SORTID_OK && found == node_id;
}

uint64_t support_timestamp(const support_format *format, const uint8_t *id)
{
    return oracle_bits(id, 0, format->timestamp_bits);
}

uint64_t support_unix_us(const support_format *format, uint64_t timestamp)
{
    return (timestamp * format->timestamp_unit + format->timestamp_zero) * 1000;
}
