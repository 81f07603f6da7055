/* SPDX-License-Identifier: MIT */
/* test_ksuid.c: what is special about ksuid, through the pure machine: a counter of 96 bits in two
 * words, whole seconds on both sides of a rollback, seconds 0 and 2^32 - 1, the guard, IDs without
 * state, and packed states that are never zero. Expectations are composed from fields written down
 * here. */
#include "../support/oracle.h"
#include "../support/rig.h"

#include "generate/ksuid.h"

#define ZERO_MS UINT64_C(1400000000000)
#define ONES    UINT64_MAX
#define LAST    UINT64_C(4294967295)

static const uint64_t second = UINT64_C(300000000); // s since 1400000000
static const uint64_t now_ms = UINT64_C(1700000000000);

static void begin(support_rig *rig, const sortid_options *options)
{
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ksuid_format(), options), SORTID_OK, "init");
    support_rig_adopt(rig, SUPPORT_KSUID, &machine, 0x00);
}

/* The counter as its top 32 and its low 64 bits. */
static void counter_id(uint8_t *id, uint64_t timestamp, uint64_t high, uint64_t low, uint32_t tail)
{
    support_ksuid_id(id, timestamp, high << 32 | low >> 32, low << 32 | tail);
}

/* ---- The counter -------------------------------------------------------------------- */

/* 96 bits, then 32; a carry over bit 64 is no event of its own; a second has 1000 ms. */
static void test_counter(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, NULL);
    counter_id(id, second, 0x01020304, ONES - 1, 0x11121314);
    STEP(&rig, "\1\2\3\4\xff\xff\xff\xff\xff\xff\xff\xfe\x11\x12\x13\x14", now_ms, id,
         SORTID_NEW_TIMESTAMP);
    counter_id(id, second, 0x01020304, ONES, 0x15161718);
    STEP(&rig, "\x15\x16\x17\x18", now_ms + 1, id, SORTID_COUNTER_INCREMENTED);
    counter_id(id, second, 0x01020305, 0, 0x191a1b1c);
    STEP(&rig, "\x19\x1a\x1b\x1c", now_ms + 500, id, SORTID_COUNTER_INCREMENTED);
    counter_id(id, second, 0x01020305, 1, 0x1d1e1f20);
    STEP(&rig, "\x1d\x1e\x1f\x20", now_ms + 999, id, SORTID_COUNTER_INCREMENTED);
    counter_id(id, second + 1, 0x05060708, UINT64_C(0x090a0b0c0d0e0f10), 0x21222324);
    STEP(&rig, "\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x21\x22\x23\x24", now_ms + 1000, id,
         SORTID_NEW_TIMESTAMP);
}

/* All 96 bits set: the next second, at once. */
static void test_overflow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, NULL);
    counter_id(id, second, UINT32_MAX, ONES - 1, 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe\0\0\0\1", now_ms, id,
         SORTID_NEW_TIMESTAMP);
    counter_id(id, second, UINT32_MAX, ONES, 2);
    STEP(&rig, "\0\0\0\2", now_ms, id, SORTID_COUNTER_INCREMENTED);
    counter_id(id, second + 1, 0xabcdef20, UINT64_C(0x0102030405060708), 3);
    STEP(&rig, "\xab\xcd\xef\x20\1\2\3\4\5\6\7\x08\0\0\0\3", now_ms, id, SORTID_TIMESTAMP_BORROWED);
    counter_id(id, second + 1, 0xabcdef20, UINT64_C(0x0102030405060709), 4);
    STEP(&rig, "\0\0\0\4", now_ms + 1999, id, SORTID_COUNTER_INCREMENTED);
}

/* The last second is made, and there is none after it. */
static void test_last(void **state)
{
    (void)state;
    const uint64_t last_ms = LAST * 1000 + ZERO_MS;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, &(sortid_options){.mode = SORTID_MODE_ABORT});
    counter_id(id, LAST, UINT32_MAX, ONES, 5);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\5", last_ms, id,
         SORTID_NEW_TIMESTAMP);
    support_rig_refuse(&rig, last_ms * 1000, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(&rig, (last_ms - 10000) * 1000, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(&rig, (last_ms - 10001) * 1000, SORTID_ROLLBACK, PLACE);
    support_rig_refuse(&rig, (last_ms + 1000) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
    support_rig_refuse(&rig, ZERO_MS * 1000 - 1, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

static void test_fork(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, NULL);
    counter_id(id, second, 0, 0, 0);
    STEP(&rig, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", now_ms, id, SORTID_NEW_TIMESTAMP);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    counter_id(id, second + 1, 0x01020304, UINT64_C(0x05060708090a0b0c), 0x0d0e0f10);
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10", now_ms, id,
         SORTID_TIMESTAMP_BORROWED);
}

/* ---- Rollback ------------------------------------------------------------------------ */

/* Whole seconds count on both sides: how far in its second the clock is does not matter. */
static void test_rollback(void **state)
{
    (void)state;
    static const struct {
        uint64_t allowance_ms, seconds;
    } cases[] = {{0, 10},    {SORTID_ALLOWANCE_NONE, 0}, {999, 0}, {1000, 1}, {1999, 1}, {2000, 2},
                 {60500, 60}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        support_rig rig;
        begin(&rig,
              &(sortid_options){.mode = SORTID_MODE_ABORT, .allowance_ms = cases[i].allowance_ms});
        support_rig_expect_zeros(&rig, (now_ms + 500) * 1000, second, 0, SORTID_NEW_TIMESTAMP,
                                 PLACE);
        const uint64_t first_us = (now_ms - 1000 * cases[i].seconds) * 1000;
        support_rig_refuse(&rig, first_us - 1, SORTID_ROLLBACK, PLACE);
        support_rig_expect_zeros(&rig, first_us, second, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    }
}

/* ---- Second 0, and the packed state ------------------------------------------------------ */

static bool is_zero(const struct packed_state words)
{
    return words.high == 0;
}

static struct packed_state words_of(const support_rig *rig)
{
    const struct machine *machine = (const void *)(rig->machine.opaque + 1);
    return ksuid_pack(machine, &machine->state);
}

/* Only there a counter below 2^64 is not made: it becomes that one plus 2^64. */
static void test_second_0(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, &(sortid_options){.mode = SORTID_MODE_RESET});
    counter_id(id, 0, 1, 0, 0);
    STEP(&rig, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", ZERO_MS, id, SORTID_NEW_TIMESTAMP);
    EXPECT(!is_zero(words_of(&rig)), "the packed state is zero");
    counter_id(id, 0, 1, 1, 0);
    STEP(&rig, "\0\0\0\0", ZERO_MS + 999, id, SORTID_COUNTER_INCREMENTED);
    begin(&rig, NULL);
    counter_id(id, 0, 1, UINT64_C(0x0102030405060708), 9);
    STEP(&rig, "\0\0\0\0\1\2\3\4\5\6\7\x08\0\0\0\x09", ZERO_MS, id, SORTID_NEW_TIMESTAMP);
    begin(&rig, NULL);
    counter_id(id, 0, 0x01000000, 0, 9);
    STEP(&rig, "\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x09", ZERO_MS, id, SORTID_NEW_TIMESTAMP);
    begin(&rig, &(sortid_options){.guard_bits = 1}); // the guard leaves no bit of 0x80000000
    counter_id(id, 0, 1, 0, 9);
    STEP(&rig, "\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x09", ZERO_MS, id, SORTID_NEW_TIMESTAMP);
    begin(&rig, NULL); // second 1 has counter 0
    counter_id(id, 1, 0, 0, 9);
    STEP(&rig, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x09", ZERO_MS + 1000, id, SORTID_NEW_TIMESTAMP);
    EXPECT(!is_zero(words_of(&rig)), "the packed state is zero");
}

/* ---- The guard ------------------------------------------------------------------------ */

static void test_guard(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, &(sortid_options){.guard_bits = 1});
    counter_id(id, second, 0x7fffffff, ONES, 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\1", now_ms, id,
         SORTID_NEW_TIMESTAMP);
    counter_id(id, second, 0x80000000, 0, 2); // the guard's room
    STEP(&rig, "\0\0\0\2", now_ms, id, SORTID_COUNTER_INCREMENTED);
    begin(&rig, &(sortid_options){.guard_bits = SORTID_GUARD_NONE});
    counter_id(id, second, UINT32_MAX, ONES, 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\1", now_ms, id,
         SORTID_NEW_TIMESTAMP);
}

static void refused(sortid_options options, const char *what)
{
    sortid_machine machine, before;
    memset(&before, 0xa5, sizeof before);
    machine = before;
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ksuid_format(), &options), SORTID_BAD_OPTION,
                  "%s", what);
    EXPECT_BYTES(&machine, &before, sizeof machine, "%s: machine touched", what);
}

static void test_refused_options(void **state)
{
    (void)state;
    for (unsigned bits = 2; bits < SORTID_GUARD_NONE; bits++)
        refused((sortid_options){.guard_bits = (uint8_t)bits}, "guard");
    refused((sortid_options){.flags = SORTID_STATELESS, .guard_bits = 1}, "stateless, guard");
}

/* ---- Without state ------------------------------------------------------------------------ */

/* The 128 bits in their order, whatever came before; second 0 is no exception. */
static void test_stateless(void **state)
{
    (void)state;
    static const uint64_t seconds[] = {300000000, 300000000, 0, UINT64_C(4294967295), 299999999};
    support_rig rig;
    begin(&rig, &(sortid_options){.flags = SORTID_STATELESS, .mode = SORTID_MODE_ABORT});
    for (size_t i = 0; i < COUNT_OF(seconds); i++) {
        uint8_t id[20];
        support_ksuid_id(id, seconds[i], UINT64_C(0x0000000005060708),
                         UINT64_C(0x090a0b0c0d0e0f10));
        STEP(&rig, "\0\0\0\0\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10",
             seconds[i] * 1000 + ZERO_MS, id, SORTID_NEW_TIMESTAMP);
    }
    support_rig_refuse(&rig, ((LAST + 1) * 1000 + ZERO_MS) * 1000, SORTID_CLOCK_OUT_OF_RANGE,
                       PLACE);
    support_rig_refuse(&rig, ZERO_MS * 1000 - 1, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counter),   cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_last),      cmocka_unit_test(test_fork),
        cmocka_unit_test(test_rollback),  cmocka_unit_test(test_second_0),
        cmocka_unit_test(test_guard),     cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_stateless),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
