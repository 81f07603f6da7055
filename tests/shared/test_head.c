/* SPDX-License-Identifier: MIT */
/* test_head.c: damage to the head of a shared state: each of its bits; another version of the
 * layout; another commit method or kind of lock than this program has. The test writes into a live
 * state what a fault or another program could have left there. */
#include "state.h"
#include "version_1.h"

static sortid_shared_state memory;

#define STATE state_in(&memory)

static void expect_join(const support_format *format, sortid_status status, const char *what,
                        size_t number)
{
    sortid_generator generator, untouched;
    sortid_shared_state before = memory;
    memset(&generator, 0xa5, sizeof generator);
    untouched = generator;
    EXPECT_STATUS(format->attach(&generator, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                 ALLOWANCE_MS, NULL),
                  status, "%s: %s %zu", format->name, what, number);
    if (status == SORTID_OK)
        return;
    EXPECT_BYTES(&generator, &untouched, sizeof generator, "%s: %s", format->name, what);
    EXPECT_BYTES(&memory, &before, sizeof before, "%s: %s", format->name, what);
}

/* Sets up the state without an identity, for any format. */
static void set_up(const support_format *format)
{
    clear_state(&memory);
    expect_join(format, SORTID_OK, "zeros", 0);
    EXPECT(atomic_load(&STATE->head) ==
               expected_head(format != SUPPORT_SCRU64, SORTID_SCOPE_THREADS),
           "%s: a head of %016llx", format->name, (unsigned long long)atomic_load(&STATE->head));
    atomic_store(&STATE->identity, 0);
}

/* The kind of a lock that is not used has no effect. */
TEST_FORMATS(each_bit)
{
    for (size_t bit = 0; bit < 64; bit++) {
        uint64_t changed = UINT64_C(1) << bit;
        set_up(format);
        atomic_fetch_xor(&STATE->head, changed);
        expect_join(format, status_of_head(changed, format != SUPPORT_SCRU64), "bit", bit);
    }
}

/* Two bits of one field, which give another valid scope or phase. */
TEST_FORMATS(other_parts)
{
    uint32_t kind = (uint32_t)expected_head(format != SUPPORT_SCRU64, SORTID_SCOPE_THREADS);
    set_up(format);
    atomic_store(&STATE->head, head_word(HEAD_VERSION, SORTID_SCOPE_PROCESSES, HEAD_READY, kind));
    expect_join(format, SORTID_STATE_MISMATCH, "scope", SORTID_SCOPE_PROCESSES);
    for (uint64_t phase = 3; phase < 16; phase++) {
        atomic_store(&STATE->head, head_word(HEAD_VERSION, SORTID_SCOPE_THREADS, phase, kind));
        expect_join(format, SORTID_STATE_DAMAGED, "phase", phase);
    }
}

TEST_FORMATS(version)
{
    for (uint64_t version = 0; version < 256; version++) {
        set_up(format);
        uint64_t head = atomic_load(&STATE->head) & ~(UINT64_C(0xff) << 40);
        atomic_store(&STATE->head, head | version << 40);
        expect_join(format, version == HEAD_VERSION ? SORTID_OK : SORTID_STATE_UNUSABLE, "version",
                    version);
    }
    clear_state(&memory);
    put_version_1(STATE, threads_of_version_1, COUNT_OF(threads_of_version_1));
    expect_join(format, SORTID_STATE_UNUSABLE, "a state of version 1", 0);
    clear_state(&memory);
    put_version_1(STATE, processes_of_version_1, COUNT_OF(processes_of_version_1));
    expect_join(format, SORTID_STATE_UNUSABLE, "a state of version 1", 1);
}

/* A state of the same format whose users commit by the other method. */
TEST_FORMATS(method)
{
    clear_state(&memory);
    expect_join(format, SORTID_OK, "method", 0);
    uint64_t identity = atomic_load(&STATE->identity);
    uint64_t method = identity >> METHOD_SHIFT & 0xff;
    EXPECT(method == (is_locked(format != SUPPORT_SCRU64) ? METHOD_LOCK : METHOD_ATOMIC),
           "method %llu", (unsigned long long)method);
    atomic_store(&STATE->identity, identity ^ (UINT64_C(3) << METHOD_SHIFT));
    expect_join(format, SORTID_STATE_UNUSABLE, "method", 1);
    const size_t other = (size_t)(format - support_formats + 1) % SUPPORT_FORMATS;
    const support_format *next = &support_formats[other];
    expect_join(next, SORTID_STATE_MISMATCH, "method", 2);
    /* Another format with atomic commits, whose state has no lock. */
    atomic_store(&STATE->head, head_word(HEAD_VERSION, SORTID_SCOPE_THREADS, HEAD_READY, 0));
    expect_join(next, SORTID_STATE_MISMATCH, "method", 3);
}

static void expect_identity(uint64_t identity, bool wide, const char *name)
{
    uint64_t method = is_locked(wide) ? METHOD_LOCK : METHOD_ATOMIC;
    uint64_t found = atomic_load(&STATE->identity);
    EXPECT(found == (identity | method << METHOD_SHIFT), "%s: %016llx", name,
           (unsigned long long)found);
}

/* The numbers in files, which never change: of each format, and of each option that the state
 * depends on. */
TEST(identity)
{
    static const uint64_t identities[SUPPORT_FORMATS] = {UINT64_C(0x0100000000000000),
                                                         UINT64_C(0x0200000000000000),
                                                         0,
                                                         UINT64_C(0x0400000000000000) | 42 << 5 | 8,
                                                         UINT64_C(0x0500000000000000),
                                                         UINT64_C(0x0600000000000000),
                                                         UINT64_C(0x0700000000000000)};
    sortid_generator generator;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (identities[i] != 0) {
            const support_format *format = &support_formats[i];
            clear_state(&memory);
            expect_join(format, SORTID_OK, "identity", i);
            expect_identity(identities[i], format != SUPPORT_SCRU64, format->name);
        }
    const sortid_options fraction = {.mode = SORTID_MODE_ABORT, .flags = SORTID_OPTION_FRACTION};
    clear_state(&memory);
    EXPECT_OK(sortid_generator_attach(&generator, sortid_uuidv7_format(), &memory,
                                      SORTID_SCOPE_THREADS, &fraction, NULL));
    expect_identity(UINT64_C(0x0600000000000001), true, "uuidv7");
    for (unsigned i = 0; i < 64; i++) {
        const sortid_options options = {.mode = SORTID_MODE_ABORT,
                                        .flags = i % 2 != 0 ? SORTID_OPTION_FRACTION : 0,
                                        .node_bits = (uint8_t)(i / 2 % 4 * 3),
                                        .extension_bits = (uint8_t)(i / 8)};
        clear_state(&memory);
        EXPECT_STATUS(sortid_generator_attach(&generator, sortid_scru160_format(), &memory,
                                              SORTID_SCOPE_THREADS, &options, NULL),
                      SORTID_OK, "options %u", i);
        expect_identity(UINT64_C(0x0300000000000000) | i / 8 << 6 | i / 2 % 4 * 3 << 1 | i % 2,
                        true, "scru160");
    }
}

/* A lock of another C library, or none: accepted by a format that needs no lock. */
TEST_FORMATS(lock_kind)
{
    bool locked = is_locked(format != SUPPORT_SCRU64);
    for (uint32_t none = 0; none < 2; none++) {
        clear_state(&memory);
        uint32_t kind = none != 0 ? 0 : sortid_system_lock_kind() ^ (3U << 16);
        atomic_store(&STATE->head, head_word(HEAD_VERSION, SORTID_SCOPE_THREADS, HEAD_READY, kind));
        expect_join(format, locked ? SORTID_STATE_UNUSABLE : SORTID_OK, "lock kind", none);
    }
}

/* A mutex of no C library: an unknown kind, and an impossible owner. */
static void break_lock(void)
{
    memset(&STATE->lock, 0xff, sizeof STATE->lock);
}

static size_t broken; /* locks, during a call */

static sortid_status draw_and_break(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us, (void)context;
    memset(bytes, 0, size);
    break_lock();
    broken++;
    return SORTID_OK;
}

/* Calls with a lock that is broken from the start, or from the step on. */
static void broken_lock_of(const support_format *format)
{
    sortid_generator generator;
    sortid_sources sources;
    uint8_t id[SUPPORT_MAX_SIZE], untouched[SUPPORT_MAX_SIZE];
    size_t made = 99;
    memset(id, 0xa5, sizeof id);
    memcpy(untouched, id, sizeof id);
    sortid_sources_default(&sources);
    for (int in_call = 0; in_call < 2; in_call++)
        for (int fills = 0; fills < 2; fills++) {
            if (in_call != 0)
                sources.random = (sortid_random){draw_and_break, NULL};
            clear_state(&memory);
            init_shared(&generator, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                        &sources);
            if (in_call == 0)
                break_lock();
            sortid_status status = fills != 0 ? format->fill(&generator, id, 1, &made, NULL)
                                              : format->next(&generator, id, NULL);
            EXPECT_STATUS(status, SORTID_STATE_DAMAGED, "%s", format->name);
            EXPECT(fills == 0 || made == 0, "%s: made %zu", format->name, made);
            EXPECT(fills != 0 || memcmp(id, untouched, sizeof id) == 0, "%s: an ID", format->name);
        }
}

/* A broken lock in memory: each call fails and makes no ID. */
TEST(broken_lock)
{
    if (!is_locked(true)) {
        print_message("no lock in this build: shared-locked/test_head tests it\n");
        return;
    }
    if (HAS_THREAD_SANITIZER)
        support_skip("the thread sanitizer reports broken mutexes itself");
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (is_locked(&support_formats[i] != SUPPORT_SCRU64))
            broken_lock_of(&support_formats[i]);
    EXPECT(broken > 0, "no lock was broken during a call");
    /* A spec with a last ID makes the start commit it to the state. */
    sortid_options options = {.node = {.node_id = 42, .node_id_size = 8, .has_last = true}};
    sortid_generator generator;
    EXPECT_OK(sortid_scru64_from_int(&options.node.last, UINT64_C(1000) << 24 | 42 << 16));
    clear_state(&memory);
    expect_join(SUPPORT_SCRU64, SORTID_OK, "zeros", 0);
    break_lock();
    EXPECT_STATUS(sortid_generator_attach(&generator, sortid_scru64_format(), &memory,
                                          SORTID_SCOPE_THREADS, &options, NULL),
                  is_locked(false) ? SORTID_STATE_DAMAGED : SORTID_OK, "scru64 after an ID");
}

CASES_MAIN(NULL, NULL)
