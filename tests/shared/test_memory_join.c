/* SPDX-License-Identifier: MIT */
/* test_memory_join.c: which generators may join the users of a state in memory, and which are
 * refused, with nothing changed: formats, nodes, layouts, options. test_head.c damages the head,
 * test_memory_attach.c tests the setup of zeros and memory that is neither zeros nor a state,
 * test_memory.c what generators make after joining. */
#include "state.h"

static const uint64_t now_ms = UINT64_C(1700000000000); // a whole number of 256

static sortid_shared_state memory;

/* ---- Joining ---------------------------------------------------------------------------- */

/* A refusal leaves the generator and the state as they were. */
#define REFUSE_INIT(call, status, ...)                                                             \
    do {                                                                                           \
        sortid_shared_state before = memory;                                                       \
        memset(&refused, 0xa5, sizeof refused);                                                    \
        memcpy(&untouched, &refused, sizeof untouched);                                            \
        EXPECT_STATUS((call), (status), __VA_ARGS__);                                              \
        EXPECT_BYTES(&refused, &untouched, sizeof refused, __VA_ARGS__);                           \
        EXPECT_BYTES(&memory, &before, sizeof before, __VA_ARGS__);                                \
    } while (0)

static sortid_generator refused, untouched;

static void expect_join(const support_format *format, sortid_status status, const char *what)
{
    if (status == SORTID_OK)
        EXPECT_STATUS(format->attach(&refused, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                     ALLOWANCE_MS, NULL),
                      SORTID_OK, "%s: %s", format->name, what);
    else
        REFUSE_INIT(format->attach(&refused, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                   ALLOWANCE_MS, NULL),
                    status, "%s: %s", format->name, what);
}

/* An invalid scope, on zeros and on a live state. */
TEST_FORMATS(scope)
{
    clear_state(&memory);
    for (int live = 0; live < 2; live++) {
        for (int scope = 0; scope < 5; scope += scope == 0 ? 3 : 1)
            REFUSE_INIT(format->attach(&refused, &memory, (sortid_scope)scope, SORTID_MODE_ABORT,
                                       ALLOWANCE_MS, NULL),
                        SORTID_BAD_OPTION, "%s: scope %d", format->name, scope);
        expect_join(format, SORTID_OK, "a good scope");
    }
}

/* The first generator decides the format; a refused one has no effect. */
TEST(formats)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        clear_state(&memory);
        expect_join(&support_formats[i], SORTID_OK, "the first");
        for (size_t j = 0; j < SUPPORT_FORMATS; j++)
            expect_join(&support_formats[j], i == j ? SORTID_OK : SORTID_STATE_MISMATCH, "after");
    }
}

TEST(nodes)
{
    static const struct {
        sortid_scru64_node_spec spec;
        sortid_status status;
    } rows[] = {
        {{.node_id = 42, .node_id_size = 8}, SORTID_OK},
        {{.node_id = 43, .node_id_size = 8}, SORTID_STATE_MISMATCH},
        {{.node_id = 42, .node_id_size = 9}, SORTID_STATE_MISMATCH},
        {{.node_id = 42 + (1 << 8), .node_id_size = 9}, SORTID_STATE_MISMATCH},
        {{.node_id = 256, .node_id_size = 8}, SORTID_OUT_OF_RANGE},
    };
    clear_state(&memory);
    expect_join(SUPPORT_SCRU64, SORTID_OK, "42/8");
    REFUSE_INIT(sortid_generator_attach(&refused, sortid_scru64_format(), &memory,
                                        SORTID_SCOPE_THREADS, NULL, NULL),
                SORTID_NO_NODE_SPEC, "no node");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const sortid_options options = {.node = rows[i].spec};
        if (rows[i].status == SORTID_OK)
            continue;
        REFUSE_INIT(sortid_generator_attach(&refused, sortid_scru64_format(), &memory,
                                            SORTID_SCOPE_THREADS, &options, NULL),
                    rows[i].status, "row %zu", i);
    }
}

/* Options that the state depends on must be the same; all others may differ. */
TEST(layouts)
{
    static const struct {
        bool microseconds;
        uint8_t extension, node_bits, guard;
        uint32_t node_id;
        sortid_status status;
    } rows[] = {
        {false, 4, 3, 1, 5, SORTID_OK},
        {false, 4, 3, 1, 6, SORTID_OK},
        {false, 4, 3, 7, 5, SORTID_OK},
        {true, 4, 3, 1, 5, SORTID_STATE_MISMATCH},
        {false, 3, 3, 1, 5, SORTID_STATE_MISMATCH},
        {false, 4, 4, 1, 5, SORTID_STATE_MISMATCH},
        {false, 0, 0, 1, 0, SORTID_STATE_MISMATCH},
    };
    clear_state(&memory);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const sortid_options options = {.mode = SORTID_MODE_WAIT,
                                        .flags = rows[i].microseconds ? SORTID_OPTION_FRACTION : 0,
                                        .extension_bits = rows[i].extension,
                                        .node_bits = rows[i].node_bits,
                                        .guard_bits = rows[i].guard,
                                        .node_id = rows[i].node_id};
        if (rows[i].status == SORTID_OK)
            EXPECT_STATUS(sortid_generator_attach(&refused, sortid_scru160_format(), &memory,
                                                  SORTID_SCOPE_THREADS, &options, NULL),
                          SORTID_OK, "row %zu", i);
        else
            REFUSE_INIT(sortid_generator_attach(&refused, sortid_scru160_format(), &memory,
                                                SORTID_SCOPE_THREADS, &options, NULL),
                        rows[i].status, "row %zu", i);
    }
}

/* ---- Options -------------------------------------------------------------------------------- */

static void refuse_mode(const support_format *format, sortid_mode mode)
{
    REFUSE_INIT(format->attach(&refused, &memory, SORTID_SCOPE_THREADS, mode, ALLOWANCE_MS, NULL),
                SORTID_BAD_OPTION, "%s: mode %d", format->name, (int)mode);
}

TEST_FORMATS(options)
{
    support_world world;
    clear_state(&memory);
    refuse_mode(format, SORTID_MODE_RESET);
    refuse_mode(format, (sortid_mode)4);
    for (int i = 0; i < 4; i++) {
        support_world_init(&world, now_ms * 1000, 0);
        if (i == 0)
            world.sources.clock.read = NULL;
        if (i == 1)
            world.sources.clock.resolution_us = 0;
        if (i == 2)
            world.sources.random.fill = NULL;
        if (i == 3)
            world.sources.sleep.sleep = NULL;
        REFUSE_INIT(format->attach(&refused, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_WAIT,
                                   ALLOWANCE_MS, &world.sources),
                    SORTID_BAD_OPTION, "%s: source %d", format->name, i);
    }
    const support_format *any = &support_formats[support_below(SUPPORT_FORMATS)];
    expect_join(any, SORTID_OK, "the memory still has no format");
}

static void refuse_flags(const sortid_format *format, uint32_t flags)
{
    const sortid_options options = {.mode = SORTID_MODE_ABORT, .flags = flags};
    REFUSE_INIT(
        sortid_generator_attach(&refused, format, &memory, SORTID_SCOPE_THREADS, &options, NULL),
        SORTID_BAD_OPTION, "flags %u", flags);
}

TEST(stateless)
{
    clear_state(&memory);
    refuse_flags(sortid_scru128_format(), SORTID_OPTION_STATELESS);
    refuse_flags(sortid_ulid_format(), SORTID_OPTION_STATELESS);
    refuse_flags(sortid_scru128_format(), SORTID_OPTION_BORROW); /* of another format */
    expect_join(SUPPORT_SCRU64, SORTID_OK, "the memory still has no format");
}

/* Without a mode the mode is abort; for a private generator it is reset. */
TEST_FORMATS(defaults)
{
    const sortid_scru64_node_spec node = {.node_id = 42, .node_id_size = 8};
    const sortid_options options = {.node = format == SUPPORT_SCRU64 ? node : SUPPORT_NO_NODE};
    support_world world;
    sortid_generator generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    for (int is_null = 0; is_null < (format == SUPPORT_SCRU64 ? 1 : 2); is_null++) {
        clear_state(&memory);
        support_world_init(&world, now_ms * 1000, 0);
        EXPECT_STATUS(sortid_generator_attach(&generator, format->format(), &memory,
                                              SORTID_SCOPE_THREADS, is_null != 0 ? NULL : &options,
                                              &world.sources),
                      SORTID_OK, "%s", format->name);
        EXPECT_STATUS(format->next(&generator, id, NULL), SORTID_OK, "%s", format->name);
        world.clock.now_us -= 2 * ALLOWANCE_MS * 1000;
        EXPECT_STATUS(format->next(&generator, id, NULL), SORTID_ROLLBACK, "%s", format->name);
    }
}

CASES_MAIN(NULL, NULL)
