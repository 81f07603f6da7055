/* SPDX-License-Identifier: MIT */
/* test_memory_join.c: who may join those who use a state in memory, and who is refused, with
 * nothing touched: formats, nodes, layouts, options, and what was never prepared. Damage to
 * the head is in test_head.c, what those who have joined make in test_memory.c. */
#include "state.h"

static const uint64_t now_ms = UINT64_C(1700000000000); // a whole number of 256

static sortid_shared_state memory;

/* ---- Joining ---------------------------------------------------------------------------- */

static void share_of(const support_format *format)
{
    support_shared all[3];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    init_state(&memory, SORTID_SCOPE_THREADS);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        init_shared(&all[i], format, &memory, SORTID_MODE_ABORT, NULL);
    for (int i = 0; i < 3000; i++)
        make_above(last, format, &all[support_below(COUNT_OF(all))], PLACE);
}

static void test_share(void **state)
{
    (void)state;
    support_each_format(share_of);
}

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

static support_shared refused, untouched;

static void expect_join(const support_format *format, sortid_status status, const char *what)
{
    if (status == SORTID_OK)
        EXPECT_STATUS(format->shared_init(&refused, &memory, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL),
                      SORTID_OK, "%s: %s", format->name, what);
    else
        REFUSE_INIT(format->shared_init(&refused, &memory, SORTID_MODE_ABORT, ALLOWANCE_MS, NULL),
                    status, "%s: %s", format->name, what);
}

static void unprepared_of(const support_format *format)
{
    memset(&memory, 0, sizeof memory);
    expect_join(format, SORTID_STATE_FOREIGN, "zeros");
    memset(&memory, 0xff, sizeof memory);
    expect_join(format, SORTID_STATE_FOREIGN, "ones");
    support_random_bytes(&memory, sizeof memory);
    expect_join(format, SORTID_STATE_FOREIGN, "anything");
}

static void test_unprepared(void **state)
{
    (void)state;
    support_each_format(unprepared_of);
}

static void test_placement(void **state)
{
    (void)state;
    static sortid_shared_state pair[2], zeros[2];
    for (size_t at = 8; at < 64; at += 8) {
        sortid_shared_state *crooked = (void *)((char *)pair + at);
        EXPECT_STATUS(sortid_shared_state_init(crooked, SORTID_SCOPE_THREADS), SORTID_BAD_OPTION,
                      "at %zu", at);
    }
    EXPECT_STATUS(sortid_shared_state_init(pair, (sortid_scope)0), SORTID_BAD_OPTION, "scope 0");
    EXPECT_STATUS(sortid_shared_state_init(pair, (sortid_scope)3), SORTID_BAD_OPTION, "scope 3");
    EXPECT_BYTES(pair, zeros, sizeof pair, "touched");
}

/* The first one decides; who is refused does not. */
static void test_formats(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        init_state(&memory, SORTID_SCOPE_PROCESSES);
        expect_join(&support_formats[i], SORTID_OK, "the first");
        for (size_t j = 0; j < SUPPORT_FORMATS; j++)
            expect_join(&support_formats[j], i == j ? SORTID_OK : SORTID_STATE_MISMATCH, "after");
    }
}

static void test_nodes(void **state)
{
    (void)state;
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
    init_state(&memory, SORTID_SCOPE_THREADS);
    expect_join(SUPPORT_SCRU64, SORTID_OK, "42/8");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        sortid_scru64_shared *generator = (void *)&refused;
        if (rows[i].status == SORTID_OK)
            continue;
        REFUSE_INIT(sortid_scru64_shared_init(generator, &memory, &rows[i].spec, NULL, NULL),
                    rows[i].status, "row %zu", i);
    }
}

/* What the words depend on must be the same; all else of the options is each one's own. */
static void test_layouts(void **state)
{
    (void)state;
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
    init_state(&memory, SORTID_SCOPE_THREADS);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        sortid_scru160_options options;
        sortid_scru160_options_default(&options);
        options.mode = SORTID_MODE_WAIT;
        options.microseconds = rows[i].microseconds;
        options.counter_extension_bits = rows[i].extension;
        options.node_bits = rows[i].node_bits;
        options.overflow_guard_bits = rows[i].guard;
        options.node_id = rows[i].node_id;
        sortid_scru160_shared *generator = (void *)&refused;
        if (rows[i].status == SORTID_OK)
            EXPECT_STATUS(sortid_scru160_shared_init(generator, &memory, &options, NULL), SORTID_OK,
                          "row %zu", i);
        else
            REFUSE_INIT(sortid_scru160_shared_init(generator, &memory, &options, NULL),
                        rows[i].status, "row %zu", i);
    }
}

/* ---- Options -------------------------------------------------------------------------------- */

static void refuse_mode(const support_format *format, sortid_mode mode)
{
    REFUSE_INIT(format->shared_init(&refused, &memory, mode, ALLOWANCE_MS, NULL), SORTID_BAD_OPTION,
                "%s: mode %d", format->name, (int)mode);
}

static void options_of(const support_format *format)
{
    support_world world;
    init_state(&memory, SORTID_SCOPE_THREADS);
    refuse_mode(format, SORTID_MODE_RESET);
    refuse_mode(format, (sortid_mode)0);
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
        REFUSE_INIT(
            format->shared_init(&refused, &memory, SORTID_MODE_WAIT, ALLOWANCE_MS, &world.sources),
            SORTID_BAD_OPTION, "%s: source %d", format->name, i);
    }
    const support_format *any = &support_formats[support_below(SUPPORT_FORMATS)];
    expect_join(any, SORTID_OK, "the memory is still of no format");
}

static void test_options(void **state)
{
    (void)state;
    support_each_format(options_of);
}

#define REFUSE_STATELESS(f)                                                                        \
    do {                                                                                           \
        sortid_##f##_options options;                                                              \
        sortid_##f##_options_default(&options);                                                    \
        options.mode = SORTID_MODE_ABORT;                                                          \
        options.stateless = true;                                                                  \
        REFUSE_INIT(sortid_##f##_shared_init((void *)&refused, &memory, &options, NULL),           \
                    SORTID_BAD_OPTION, #f);                                                        \
    } while (0)

static void test_stateless(void **state)
{
    (void)state;
    init_state(&memory, SORTID_SCOPE_THREADS);
    REFUSE_STATELESS(scru128);
    REFUSE_STATELESS(ulid);
    expect_join(SUPPORT_SCRU64, SORTID_OK, "the memory is still of no format");
}

/* Options NULL: mode abort, though it is reset for a generator of one's own. */
#define DEFAULT_OF(f, format, NODE)                                                                \
    do {                                                                                           \
        init_state(&memory, SORTID_SCOPE_THREADS);                                                 \
        support_world_init(&world, now_ms * 1000, 0);                                              \
        EXPECT_STATUS(                                                                             \
            sortid_##f##_shared_init((void *)&generator, &memory, NODE NULL, &world.sources),      \
            SORTID_OK, #f);                                                                        \
        EXPECT_STATUS((format)->shared_generate(id, NULL, &generator), SORTID_OK, #f);             \
        world.clock.now_us -= 2 * ALLOWANCE_MS * 1000;                                             \
        EXPECT_STATUS((format)->shared_generate(id, NULL, &generator), SORTID_ROLLBACK, #f);       \
    } while (0)
#define NO_SPEC
#define SPEC_42 &(sortid_scru64_node_spec){.node_id = 42, .node_id_size = 8},

static void test_defaults(void **state)
{
    (void)state;
    support_world world;
    support_shared generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    DEFAULT_OF(scru128, SUPPORT_SCRU128, NO_SPEC);
    DEFAULT_OF(scru128v1, SUPPORT_SCRU128V1, NO_SPEC);
    DEFAULT_OF(scru160, SUPPORT_SCRU160, NO_SPEC);
    DEFAULT_OF(scru64, SUPPORT_SCRU64, SPEC_42);
    DEFAULT_OF(ulid, SUPPORT_ULID, NO_SPEC);
}

static void unready_of(const support_format *format)
{
    uint8_t id[SUPPORT_MAX_SIZE], ids[8 * SUPPORT_MAX_SIZE];
    char text[8 * SUPPORT_MAX_TEXT];
    support_shared generator = {{0}};
    for (int i = 0; i < 2; i++) {
        size_t made = 99;
        EXPECT_STATUS(format->shared_generate(id, NULL, &generator), SORTID_NOT_INITIALIZED, "%s",
                      format->name);
        EXPECT_STATUS(format->shared_fill(ids, 8, &made, NULL, &generator), SORTID_NOT_INITIALIZED,
                      "%s", format->name);
        EXPECT(made == 0, "%s: made %zu", format->name, made);
        EXPECT_STATUS(format->shared_fill_text(text, 8, '\n', &made, NULL, &generator),
                      SORTID_NOT_INITIALIZED, "%s", format->name);
        init_state(&memory, SORTID_SCOPE_THREADS);
        init_shared(&generator, format, &memory, SORTID_MODE_ABORT, NULL);
        EXPECT_STATUS(format->shared_generate(id, NULL, &generator), SORTID_OK, "%s", format->name);
        format->shared_close(&generator);
        format->shared_close(&generator); /* which does nothing */
    }
}

/* Never prepared, or closed. */
static void test_unready(void **state)
{
    (void)state;
    support_each_format(unready_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share),     cmocka_unit_test(test_unprepared),
        cmocka_unit_test(test_placement), cmocka_unit_test(test_formats),
        cmocka_unit_test(test_nodes),     cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_options),   cmocka_unit_test(test_stateless),
        cmocka_unit_test(test_defaults),  cmocka_unit_test(test_unready),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
