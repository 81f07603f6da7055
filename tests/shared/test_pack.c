/* SPDX-License-Identifier: MIT */
/* test_pack.c: the packed state of each format's machine: the position of each field (the layout is
 * that of files: it never changes), packing and unpacking, and that during a machine's life the
 * packed state, as one number, increases as its IDs do, and the high word never decreases. */
#include "../support/cases.h"
#include "../support/formats.h"

#include "generate/ksuid.h"
#include "generate/scru128.h"
#include "generate/scru128v1.h"
#include "generate/scru160.h"
#include "generate/scru64.h"
#include "generate/ulid.h"
#include "generate/uuidv7.h"

/* The machine in a public one: after its magic word (generate/public.c). */
#define MACHINE_OF(public_machine) ((struct machine *)(void *)((public_machine)->opaque + 1))

static const struct packing {
    pack_function *pack;
    unpack_function *unpack;
    unsigned timestamp_bits, counter_bits, layer_bits;
    uint64_t life; /* of a renewed field, in ms; 0: no renewals but new timestamps */
} packings[SUPPORT_FORMATS] = {
    {scru128_pack, scru128_unpack, 48, 48, 0, 1000},
    {scru128v1_pack, scru128v1_unpack, 44, 28, 24, 1000},
    {scru160_pack, scru160_unpack, 48, 16, 0, 0},
    {scru64_pack, scru64_unpack, 40, 16, 0, 0},
    {ulid_pack, ulid_unpack, 48, 64, 16, 0},
    {uuidv7_pack, uuidv7_unpack, 48, 42, 0, 0},
    {ksuid_pack, ksuid_unpack, 32, 64, 32, 0},
};

static struct machine *machine_of(sortid_machine *machine, const support_format *format)
{
    EXPECT_OK(format->machine_init(machine, SORTID_MODE_ABORT, 10000));
    return MACHINE_OF(machine);
}

/* ---- Layout ---------------------------------------------------------------------------------- */

static void expect_words(const support_format *format, const struct state *state, uint64_t high,
                         uint64_t low)
{
    sortid_machine machine;
    const struct packing *p = &packings[format - support_formats];
    struct packed_state words = p->pack(machine_of(&machine, format), state);
    EXPECT(words.high == high && words.low == low, "%016llx %016llx",
           (unsigned long long)words.high, (unsigned long long)words.low);
}

TEST(layout)
{
    const uint64_t timestamp = UINT64_C(0x123456789abc);
    struct state s = {.timestamp = timestamp,
                      .counter = UINT64_C(0xdef012345678),
                      .last_renewal = timestamp - 0x155,
                      .flags = STATE_STARTED};
    expect_words(SUPPORT_SCRU128, &s, UINT64_C(0x123456789abcdef0), UINT64_C(0x1234567800000155));
    s.last_renewal = timestamp - 999;
    expect_words(SUPPORT_SCRU128, &s, UINT64_C(0x123456789abcdef0), UINT64_C(0x12345678000003e7));
    s.last_renewal = 0; /* any renewal that is due */
    expect_words(SUPPORT_SCRU128, &s, UINT64_C(0x123456789abcdef0), UINT64_C(0x12345678000003e8));
    s = (struct state){.timestamp = UINT64_C(0x123456789ab),
                       .counter = 0xcdef012,
                       .layer = 0x345678,
                       .last_renewal = UINT64_C(0x123456789ab) - 0x2aa,
                       .flags = STATE_STARTED};
    expect_words(SUPPORT_SCRU128V1, &s, UINT64_C(0x123456789abcdef0), UINT64_C(0x12345678000002aa));
    s = (struct state){.timestamp = timestamp,
                       .counter = 0xdef0,
                       .last_renewal = timestamp + 7,
                       .flags = STATE_STARTED};
    expect_words(SUPPORT_SCRU160, &s, timestamp, 0xdef0);
    s = (struct state){
        .timestamp = UINT64_C(0x123456789a), .counter = 0xdef0, .flags = STATE_STARTED};
    expect_words(SUPPORT_SCRU64, &s, UINT64_C(0x123456789a2adef0), 0); /* node 42 */
    s = (struct state){.timestamp = timestamp,
                       .layer = 0xdef0,
                       .counter = UINT64_C(0x123456789abcdef0),
                       .flags = STATE_STARTED};
    expect_words(SUPPORT_ULID, &s, UINT64_C(0x123456789abcdef0), UINT64_C(0x123456789abcdef0));
    s = (struct state){
        .timestamp = timestamp, .counter = UINT64_C(0x3ef01234567), .flags = STATE_STARTED};
    expect_words(SUPPORT_UUIDV7, &s, UINT64_C(0x2468acf13579), UINT64_C(0x3ef01234567));
    s = (struct state){.flags = STATE_STARTED}; /* a state at timestamp 0 is not packed as zeros */
    expect_words(SUPPORT_UUIDV7, &s, 1, 0);
    s = (struct state){.timestamp = UINT64_C(0x12345678),
                       .layer = UINT64_C(0x9abcdef0),
                       .counter = UINT64_C(0x123456789abcdef0),
                       .flags = STATE_STARTED};
    expect_words(SUPPORT_KSUID, &s, UINT64_C(0x123456789abcdef0), UINT64_C(0x123456789abcdef0));
}

/* ---- Packing and unpacking ------------------------------------------------------------------- */

/* A random number of up to `bits` bits; all zeros and all ones are more frequent. */
static uint64_t number_of(unsigned bits)
{
    uint64_t all = bits == 0 ? 0 : UINT64_MAX >> (64 - bits);
    switch (support_below(8)) {
    case 0:
        return 0;
    case 1:
        return all;
    default:
        return support_random() & all;
    }
}

TEST_FORMATS(round_trip)
{
    sortid_machine storage;
    const struct machine *machine = machine_of(&storage, format);
    const struct packing *p = &packings[format - support_formats];
    for (int i = 0; i < 20000; i++) {
        struct state s = {.timestamp = number_of(p->timestamp_bits) % (format->timestamp_max + 1),
                          .counter = number_of(p->counter_bits),
                          .layer = number_of(p->layer_bits)};
        uint64_t age = support_below(p->life * 2 + 1);
        age = age < s.timestamp ? age : s.timestamp;
        s.last_renewal = s.timestamp - age;
        struct packed_state words = p->pack(machine, &s), again;
        struct state back = {.flags = 0};
        p->unpack(&back, words, machine);
        EXPECT(back.timestamp == s.timestamp && back.counter == s.counter && back.layer == s.layer,
               "another state");
        EXPECT(back.since_us == support_unix_us(format, s.timestamp), "since");
        EXPECT(back.flags == STATE_STARTED, "flags");
        if (p->life > 0)
            EXPECT(back.timestamp - back.last_renewal == (age < p->life ? age : p->life),
                   "age %llu", (unsigned long long)age);
        again = p->pack(machine, &back);
        EXPECT(again.high == words.high && again.low == words.low, "other words");
    }
}

/* ---- Order ----------------------------------------------------------------------------------- */

static sortid_status draw(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us, (void)context;
    support_random_bytes(bytes, size);
    if (support_below(4) == 0)
        memset(bytes, 0xff, size); /* counters that overflow soon */
    return SORTID_OK;
}

/* The life of one machine, with a clock that moves on and back. */
static void expect_order(const support_format *format, sortid_machine *machine, uint64_t unit_us)
{
    const sortid_random random = {draw, NULL};
    const struct packing *p = &packings[format - support_formats];
    uint64_t clock_us = UINT64_C(1700000000123456);
    uint8_t id[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE] = {0};
    struct packed_state before = {0, 0};
    size_t made = 0;
    for (int i = 0; i < 50000; i++) {
        clock_us += support_below(4) == 0 ? support_below(3 * unit_us) : 0;
        clock_us += support_below(200) == 0 ? support_below(1500000) : 0;
        clock_us -= support_below(200) == 0 ? support_below(1000000) : 0;
        if (sortid_machine_step(machine, id, clock_us, &random, NULL, NULL) != SORTID_OK)
            continue;
        struct packed_state words = p->pack(MACHINE_OF(machine), &MACHINE_OF(machine)->state);
        made++;
        EXPECT(memcmp(last, id, format->size) < 0, "IDs do not increase");
        EXPECT(words.high > before.high || (words.high == before.high && words.low > before.low),
               "ID %d: %016llx %016llx after %016llx %016llx", i, (unsigned long long)words.high,
               (unsigned long long)words.low, (unsigned long long)before.high,
               (unsigned long long)before.low);
        memcpy(last, id, sizeof last);
        before = words;
    }
    EXPECT(made > 1000, "%zu IDs", made);
}

TEST_FORMATS(order)
{
    sortid_machine machine;
    machine_of(&machine, format);
    expect_order(format, &machine, format->timestamp_unit * 1000);
}

/* With options that are not in the table. */
TEST(order_of_options)
{
    sortid_machine machine;
    for (uint8_t extension = 0; extension <= 16; extension += 4) {
        const bool microseconds = extension % 8 == 0;
        const sortid_options options = {.mode = SORTID_MODE_ABORT,
                                        .flags = microseconds ? SORTID_OPTION_FRACTION : 0,
                                        .extension_bits = extension};
        EXPECT_OK(sortid_machine_init(&machine, sortid_scru160_format(), &options));
        expect_order(SUPPORT_SCRU160, &machine, microseconds ? 1 : 1000);
    }
    const sortid_options ulid = {.mode = SORTID_MODE_ABORT,
                                 .flags = SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP};
    EXPECT_OK(sortid_machine_init(&machine, sortid_ulid_format(), &ulid));
    expect_order(SUPPORT_ULID, &machine, 1000);
    const sortid_options fraction = {.mode = SORTID_MODE_ABORT, .flags = SORTID_OPTION_FRACTION};
    EXPECT_OK(sortid_machine_init(&machine, sortid_uuidv7_format(), &fraction));
    expect_order(SUPPORT_UUIDV7, &machine, 1);
    for (uint32_t size = 1; size <= 23; size += 11) {
        const sortid_scru64_node_spec spec = {.node_id = 1, .node_id_size = size};
        const sortid_options options = {.node = spec};
        EXPECT_OK(sortid_machine_init(&machine, sortid_scru64_format(), &options));
        expect_order(SUPPORT_SCRU64, &machine, 256000);
    }
}

CASES_MAIN(NULL, NULL)
