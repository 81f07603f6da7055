/* SPDX-License-Identifier: MIT */
/* test_head.c: the head of a shared state: each bit of it damaged, another version of the
 * layout, another way to step or another kind of lock than this program has. It writes into
 * the memory of a prepared state what a fault or another program might have left there. */
#include "state.h"

static sortid_shared_state memory;

#define HEAD ((struct memory *)(void *)memory.opaque)

static void expect_join(const support_format *format, sortid_status status, const char *what,
                        size_t number)
{
    support_shared generator, untouched;
    sortid_shared_state before = memory;
    memset(&generator, 0xa5, sizeof generator);
    untouched = generator;
    EXPECT_STATUS(format->shared_init(&generator, &memory, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL),
                  status, "%s: %s %zu", format->name, what, number);
    if (status == SORTID_OK)
        return;
    EXPECT_BYTES(&generator, &untouched, sizeof generator, "%s: %s", format->name, what);
    EXPECT_BYTES(&memory, &before, sizeof before, "%s: %s", format->name, what);
}

/* Magic, version, scope, kind of lock, checksum: 24 bytes. */
static void test_each_bit(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 24 * 8; bit++) {
        init_state(&memory, SORTID_SCOPE_PROCESSES);
        ((uint8_t *)&memory)[bit / 8] ^= (uint8_t)(1U << bit % 8);
        sortid_status status = bit < 64 ? SORTID_STATE_FOREIGN : SORTID_STATE_DAMAGED;
        expect_join(&support_formats[bit % SUPPORT_FORMATS], status, "bit", bit);
    }
}

static void test_version(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        init_state(&memory, SORTID_SCOPE_THREADS);
        EXPECT(HEAD->check == check_of_head(HEAD), "the test's checksum is another");
        HEAD->version = 2;
        HEAD->check = check_of_head(HEAD);
        expect_join(&support_formats[i], SORTID_STATE_UNUSABLE, "version", 2);
        HEAD->version = 1;
        HEAD->check = check_of_head(HEAD);
        expect_join(&support_formats[i], SORTID_OK, "version", 1);
    }
}

/* A state of the same format whose users step in the other way. */
static void test_method(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        init_state(&memory, SORTID_SCOPE_THREADS);
        expect_join(format, SORTID_OK, "method", 0);
        uint64_t identity = atomic_load(&HEAD->identity);
        uint64_t method = identity >> METHOD_SHIFT & 0xff;
        EXPECT(method == (is_locked(format != SUPPORT_SCRU64) ? METHOD_LOCK : METHOD_ATOMIC),
               "%s: method %llu", format->name, (unsigned long long)method);
        atomic_store(&HEAD->identity, identity ^ (UINT64_C(3) << METHOD_SHIFT));
        expect_join(format, SORTID_STATE_UNUSABLE, "method", 1);
        const support_format *next = &support_formats[(i + 1) % SUPPORT_FORMATS];
        expect_join(next, SORTID_STATE_MISMATCH, "method", 2);
    }
}

static void expect_identity(uint64_t identity, bool wide, const char *name)
{
    uint64_t method = is_locked(wide) ? METHOD_LOCK : METHOD_ATOMIC;
    uint64_t found = atomic_load(&HEAD->identity);
    EXPECT(found == (identity | method << METHOD_SHIFT), "%s: %016llx", name,
           (unsigned long long)found);
}

/* The numbers that stand in files, which never change: of each format, and of all options that
 * its words depend on. */
static void test_identity(void **state)
{
    (void)state;
    static const uint64_t identities[SUPPORT_FORMATS] = {
        UINT64_C(0x0100000000000000), UINT64_C(0x0200000000000000), 0,
        UINT64_C(0x0400000000000000) | 42 << 5 | 8, UINT64_C(0x0500000000000000)};
    sortid_scru160_options options;
    support_shared generator;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (identities[i] != 0) {
            const support_format *format = &support_formats[i];
            init_state(&memory, SORTID_SCOPE_THREADS);
            expect_join(format, SORTID_OK, "identity", i);
            expect_identity(identities[i], format != SUPPORT_SCRU64, format->name);
        }
    for (unsigned i = 0; i < 64; i++) {
        sortid_scru160_options_default(&options);
        options.mode = SORTID_MODE_ABORT;
        options.microseconds = i % 2 != 0;
        options.node_bits = (uint8_t)(i / 2 % 4 * 3);
        options.counter_extension_bits = (uint8_t)(i / 8);
        init_state(&memory, SORTID_SCOPE_THREADS);
        EXPECT_STATUS(sortid_scru160_shared_init((void *)&generator, &memory, &options, NULL),
                      SORTID_OK, "options %u", i);
        expect_identity(UINT64_C(0x0300000000000000) | i / 8 << 6 | i / 2 % 4 * 3 << 1 | i % 2,
                        true, "scru160");
    }
}

/* A lock of another C library, or of none, which is in nobody's way who needs no lock. */
static void test_lock_kind(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        for (uint32_t none = 0; none < 2; none++) {
            const support_format *format = &support_formats[i];
            bool locked = is_locked(format != SUPPORT_SCRU64);
            init_state(&memory, SORTID_SCOPE_THREADS);
            HEAD->lock_kind = none != 0 ? 0 : HEAD->lock_kind ^ (3U << 16);
            HEAD->check = check_of_head(HEAD);
            expect_join(format, locked ? SORTID_STATE_UNUSABLE : SORTID_OK, "lock kind", none);
        }
}

/* No mutex of any C library: a kind that there is not, and an owner that none can be. */
static void break_lock(void)
{
    memset(&HEAD->lock, 0xff, sizeof HEAD->lock);
}

static size_t broken; /* locks, amid a call */

static sortid_status draw_and_break(void *bytes, size_t size, uint64_t unix_us, void *context)
{
    (void)unix_us, (void)context;
    memset(bytes, 0, size);
    break_lock();
    broken++;
    return SORTID_OK;
}

/* Calls by a lock that is none from the beginning on, or from the step on. */
static void broken_lock_of(const support_format *format)
{
    support_shared generator;
    sortid_sources sources;
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    size_t made = 99;
    memset(id, 0xa5, sizeof id);
    memcpy(untouched, id, sizeof id);
    sortid_sources_default(&sources);
    for (int amid = 0; amid < 2; amid++)
        for (int fills = 0; fills < 2; fills++) {
            if (amid != 0)
                sources.random = (sortid_random){draw_and_break, NULL};
            init_state(&memory, SORTID_SCOPE_THREADS);
            init_shared(&generator, format, &memory, SORTID_MODE_ABORT, &sources);
            if (amid == 0)
                break_lock();
            sortid_status status = fills != 0 ? format->shared_fill(id, 1, &made, NULL, &generator)
                                              : format->shared_generate(id, NULL, &generator);
            EXPECT_STATUS(status, SORTID_STATE_DAMAGED, "%s", format->name);
            EXPECT(fills == 0 || made == 0, "%s: made %zu", format->name, made);
            EXPECT(fills != 0 || memcmp(id, untouched, sizeof id) == 0, "%s: an ID", format->name);
        }
}

/* Memory in which the lock is none: an error of each call, and no ID. */
static void test_broken_lock(void **state)
{
    (void)state;
    if (!is_locked(true)) {
        print_message("no lock here: shared-locked/test_head has this\n");
        return;
    }
    if (HAS_THREAD_SANITIZER) {
        printf("SKIPPED: a broken mutex, which the sanitizer of threads complains of itself\n");
        skip();
    }
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (is_locked(&support_formats[i] != SUPPORT_SCRU64))
            broken_lock_of(&support_formats[i]);
    EXPECT(broken > 0, "none was broken amid a call");
    /* An ID to go on after is to be put there at the start. */
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    sortid_scru64_shared generator;
    EXPECT_STATUS(sortid_scru64_from_int(&spec.last, UINT64_C(1000) << 24 | 42 << 16), SORTID_OK,
                  "an ID");
    init_state(&memory, SORTID_SCOPE_THREADS);
    break_lock();
    EXPECT_STATUS(sortid_scru64_shared_init(&generator, &memory, &spec, NULL, NULL),
                  is_locked(false) ? SORTID_STATE_DAMAGED : SORTID_OK, "scru64 after an ID");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_bit),    cmocka_unit_test(test_version),
        cmocka_unit_test(test_method),      cmocka_unit_test(test_lock_kind),
        cmocka_unit_test(test_broken_lock), cmocka_unit_test(test_identity),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
