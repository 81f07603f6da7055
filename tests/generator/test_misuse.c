/* SPDX-License-Identifier: MIT */
/* test_misuse.c: storage that is not a live generator of the format that a call expects: zeros,
 * garbage, a copy, a generator that was moved or closed, one of another format or kind. Each call
 * returns the status for that, writes nothing and does not crash; a live generator still works
 * after its misuse. Then _init on storage with any content. For each format, private and shared, in
 * memory and in a file. */
#include "../support/cases.h"
#include "../support/formats.h"
#include "../support/rig.h"

#include <limits.h>
#include <setjmp.h>

#define NOW_US    UINT64_C(1700000000000000)
#define UNTOUCHED 0xa5
#define COUNT     5

static char path[64]; /* of the state file, in the working folder */

enum kind { PRIVATE, SHARED, IN_FILE, KINDS };
static const char *const kind_names[KINDS] = {"private", "shared", "file"};

/* A generator and what it needs; never moved. */
struct case_of {
    const support_format *format;
    enum kind kind;
    support_world world;
    sortid_shared_state state;
    sortid_generator generator;
    uint8_t last[SUPPORT_MAX_SIZE]; /* the last ID; zeros: none yet */
};

static void prepare(struct case_of *c, sortid_mode mode)
{
    sortid_status status = SORTID_BAD_OPTION;
    if (c->kind == PRIVATE)
        status = c->format->generator_init(&c->generator, mode, 10000, &c->world.sources);
    else if (c->kind == SHARED)
        status = c->format->attach(&c->generator, &c->state, SORTID_SCOPE_THREADS, mode, 10000,
                                   &c->world.sources);
    else
        status = c->format->open(&c->generator, path, NULL, mode, 10000, &c->world.sources);
    EXPECT_OK(status);
}

static char what[64]; /* the case */

static void begin(struct case_of *c, const support_format *format, enum kind kind, sortid_mode mode)
{
    memset(c, 0, sizeof *c);
    c->format = format;
    c->kind = kind;
    snprintf(what, sizeof what, "%s, %s", format->name, kind_names[kind]);
    support_case = what;
    support_world_init(&c->world, NOW_US, 0x00);
    remove(path);
    prepare(c, mode);
}

static void end(struct case_of *c)
{
    sortid_generator_close(&c->generator);
    remove(path);
}

static void each_case(void (*test)(struct case_of *c))
{
    for (size_t i = 0; i < SUPPORT_FORMATS * KINDS; i++) {
        struct case_of c;
        begin(&c, &support_formats[i / KINDS], (enum kind)(i % KINDS), SORTID_MODE_ABORT);
        test(&c);
        end(&c);
    }
}
#define TEST_KINDS(name) TEST_EACH(name, each_case, struct case_of *c)

/* The next ID is made and is above the last one. */
static void expect_works(struct case_of *c, const char *when)
{
    uint8_t id[SUPPORT_MAX_SIZE] = {0};
    EXPECT_STATUS(c->format->next(&c->generator, id, NULL), SORTID_OK, "%s", when);
    EXPECT(memcmp(id, c->last, c->format->size) > 0, "%s: not increasing", when);
    memcpy(c->last, id, sizeof id);
}

/* ---- All calls refuse ------------------------------------------------------------------------ */

/* Outputs of a refused call. */
struct outputs {
    uint8_t ids[COUNT * SUPPORT_MAX_SIZE];
    char text[COUNT * SUPPORT_MAX_TEXT];
    sortid_scru64_node_spec spec;
    sortid_event event;
    size_t done;
};

static void expect_untouched(const struct outputs *out, const struct outputs *before,
                             const char *call)
{
    EXPECT_BYTES(out->ids, before->ids, sizeof out->ids, "%s: IDs", call);
    EXPECT_BYTES(out->text, before->text, sizeof out->text, "%s: text", call);
    EXPECT_BYTES(&out->spec, &before->spec, sizeof out->spec, "%s: spec", call);
}

/* Calls for one ID leave the event unchanged; calls for many report that nothing was done. */
static void expect_single(struct outputs *out, const struct outputs *before, sortid_status status,
                          sortid_status expected, const char *call)
{
    EXPECT_STATUS(status, expected, "%s", call);
    expect_untouched(out, before, call);
    EXPECT(out->event == before->event && out->done == before->done, "%s: event, done", call);
}

static void expect_many(struct outputs *out, const struct outputs *before, sortid_status status,
                        sortid_status expected, const char *call)
{
    EXPECT_STATUS(status, expected, "%s", call);
    expect_untouched(out, before, call);
    EXPECT(out->done == 0 && out->event == 0, "%s: %zu done, event %u", call, out->done,
           out->event);
    out->done = before->done;
    out->event = before->event;
}

/* In a function with `g`, `expected` and the outputs `out`, which were as `before`. */
#define EXPECT_SINGLE(call) expect_single(&out, &before, call, expected, #call)
#define EXPECT_MANY(call)   expect_many(&out, &before, call, expected, #call)
#define BEGIN_OUTPUTS                                                                              \
    struct outputs before, out;                                                                    \
    const sortid_generator generator_before = *g;                                                  \
    memset(&before, UNTOUCHED, sizeof before);                                                     \
    out = before
#define END_OUTPUTS EXPECT_BYTES(g, &generator_before, sizeof *g, "the generator")

/* The typed calls of a format. */
static void expect_typed(const support_format *format, sortid_generator *g, sortid_status expected)
{
    BEGIN_OUTPUTS;
    EXPECT_SINGLE(format->next(g, out.ids, &out.event));
    EXPECT_GIVES(format->next(g, out.ids, NULL), expected);
    EXPECT_MANY(format->fill(g, out.ids, COUNT, &out.done, &out.event));
    EXPECT_MANY(format->fill(g, out.ids, 0, &out.done, &out.event));
    EXPECT_MANY(
        format->fill_text(g, out.text, sizeof out.text, &out.done, COUNT, '\n', &out.event));
    END_OUTPUTS;
}

static void expect_node_calls(sortid_generator *g, sortid_status expected)
{
    const sortid_scru64_node_spec spec = {.node_id = 7, .node_id_size = 8};
    BEGIN_OUTPUTS;
    EXPECT_SINGLE(sortid_generator_set_node(g, &spec));
    EXPECT_SINGLE(sortid_generator_node(g, &out.spec));
    END_OUTPUTS;
}

/* All calls, typed and by format; close does nothing. */
static void expect_refused(const support_format *format, sortid_generator *g,
                           sortid_status expected)
{
    BEGIN_OUTPUTS;
    expect_typed(format, g, expected);
    EXPECT_SINGLE(sortid_generator_next(g, out.ids, &out.event));
    EXPECT_SINGLE(sortid_generator_next_text(g, out.text, sizeof out.text, &out.done, &out.event));
    EXPECT_MANY(sortid_generator_fill(g, out.ids, COUNT, &out.done, &out.event));
    EXPECT_MANY(sortid_generator_fill_text(g, out.text, sizeof out.text, &out.done, COUNT, '\n',
                                           &out.event));
    expect_node_calls(g, expected);
    sortid_generator_close(g);
    END_OUTPUTS;
    EXPECT_SINGLE(sortid_generator_next(g, out.ids, &out.event));
}

/* ---- No generator ---------------------------------------------------------------------------- */

TEST_FORMATS(no_generator)
{
    sortid_generator g;
    static const uint8_t patterns[] = {0x00, 0xff, 0xa5, 0x01};
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        memset(&g, patterns[i], sizeof g);
        expect_refused(format, &g, SORTID_NOT_INITIALIZED);
    }
    for (int i = 0; i < 1000; i++) {
        support_random_bytes(&g, sizeof g);
        expect_refused(format, &g, SORTID_NOT_INITIALIZED);
    }
}

/* The first part of a live generator; the storage after it was overwritten. */
TEST_FORMATS(overwritten)
{
    for (int kind = PRIVATE; kind <= SHARED; kind++) {
        struct case_of c;
        begin(&c, format, (enum kind)kind, SORTID_MODE_ABORT);
        expect_works(&c, "begin");
        sortid_generator live = c.generator;
        memset(&c.generator, 0, 8);
        EXPECT(sortid_generator_next(&c.generator, c.last, NULL) != SORTID_OK, "cleared");
        memcpy(&c.generator, &live, sizeof live); /* in the same place: cannot be noticed */
        expect_works(&c, "restored");
        end(&c);
    }
}

/* ---- Copies ---------------------------------------------------------------------------------- */

TEST_KINDS(copied)
{
    sortid_generator fresh, used;
    fresh = c->generator;
    expect_refused(c->format, &fresh, SORTID_MOVED);
    expect_works(c, "while a copy exists");
    used = c->generator;
    expect_refused(c->format, &used, SORTID_MOVED);
    expect_works(c, "after its copies were closed");
    sortid_generator_close(&c->generator);
    used = c->generator;
    expect_refused(c->format, &used, SORTID_MOVED);
    expect_refused(c->format, &fresh, SORTID_MOVED);
}

/* Moved as by realloc, a growing vector, or a struct that is returned by value; also by less than
 * its size, so that old and new place overlap. */
TEST_FORMATS(moved)
{
    static const size_t words[] = {1, 2, 8, 63, 64};
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < COUNT_OF(words); i++) {
            struct case_of c;
            uint64_t room[128] = {0};
            sortid_generator *moved = (sortid_generator *)(void *)(room + words[i]);
            begin(&c, format, (enum kind)kind, SORTID_MODE_ABORT);
            expect_works(&c, "begin");
            sortid_generator kept = c.generator;
            memcpy(room, &c.generator, sizeof c.generator);
            memset(&c.generator, 0, sizeof c.generator);
            memmove(moved, room, sizeof *moved);
            expect_refused(format, moved, SORTID_MOVED);
            expect_refused(format, &c.generator, SORTID_NOT_INITIALIZED);
            c.generator = kept; /* in its old place it is live again, and can be closed */
            expect_works(&c, "back");
            end(&c);
        }
}

/* ---- Closed ---------------------------------------------------------------------------------- */

TEST_KINDS(closed)
{
    sortid_generator_close(&c->generator);
    expect_refused(c->format, &c->generator, SORTID_CLOSED);
    prepare(c, SORTID_MODE_ABORT);
    expect_works(c, "prepared again");
    sortid_generator_close(&c->generator);
    sortid_generator_close(&c->generator);
    expect_refused(c->format, &c->generator, SORTID_CLOSED);
    if (c->kind != PRIVATE) { /* a private one has its state in itself */
        prepare(c, SORTID_MODE_ABORT);
        expect_works(c, "with the same state");
    }
}

/* ---- Another format or kind ------------------------------------------------------------------ */

TEST_KINDS(other_format)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        if (&support_formats[i] != c->format)
            expect_typed(&support_formats[i], &c->generator, SORTID_WRONG_FORMAT);
    if (c->format != SUPPORT_SCRU64 || c->kind != PRIVATE)
        expect_node_calls(&c->generator, SORTID_WRONG_FORMAT);
    expect_works(c, "after the calls of other formats");
}

/* ---- _init on any storage -------------------------------------------------------------------- */

/* What the storage has before. */
enum before { LIVE, COPY, CLOSED, GARBAGE, LIVE_OF_OTHER_FORMAT, BEFORES };

static void fill_storage(struct case_of *c, enum before before)
{
    sortid_generator live = {{0}}; /* all of it is copied */
    const support_format *other = c->format == SUPPORT_ULID ? SUPPORT_SCRU64 : SUPPORT_ULID;
    if (before == COPY) {
        EXPECT_OK(c->format->generator_init(&live, SORTID_MODE_ABORT, 10000, NULL));
        c->generator = live;
    } else if (before == CLOSED) {
        sortid_generator_close(&c->generator);
    } else if (before == GARBAGE) {
        support_random_bytes(&c->generator, sizeof c->generator);
    } else if (before == LIVE_OF_OTHER_FORMAT) {
        EXPECT_OK(other->generator_init(&c->generator, SORTID_MODE_ABORT, 10000, NULL));
    }
}

/* A new generator of either kind works. */
TEST_FORMATS(init_over)
{
    for (int first = PRIVATE; first <= SHARED; first++)
        for (int before = 0; before < BEFORES; before++)
            for (int then = PRIVATE; then <= SHARED; then++) {
                struct case_of c;
                begin(&c, format, (enum kind)first, SORTID_MODE_ABORT);
                expect_works(&c, "begin");
                fill_storage(&c, (enum before)before);
                c.kind = (enum kind)then;
                memset(c.last, 0, sizeof c.last);
                prepare(&c, SORTID_MODE_ABORT);
                for (int i = 0; i < 3; i++)
                    expect_works(&c, "prepared again");
                expect_typed(format == SUPPORT_ULID ? SUPPORT_SCRU128 : SUPPORT_ULID, &c.generator,
                             SORTID_WRONG_FORMAT);
                end(&c);
            }
}

/* A call that fails to prepare a generator leaves the existing one. */
TEST_KINDS(failed_init)
{
    sortid_shared_state garbage;
    memset(&garbage, UNTOUCHED, sizeof garbage);
    expect_works(c, "begin");
    const sortid_generator before = c->generator;
    EXPECT_GIVES(c->format->generator_init(&c->generator, (sortid_mode)4, 10000, NULL),
                 SORTID_BAD_OPTION);
    EXPECT_GIVES(c->format->attach(&c->generator, &garbage, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                                   10000, NULL),
                 SORTID_STATE_UNRECOGNIZED);
    EXPECT_GIVES(
        c->format->open(&c->generator, "/nowhere/at/all", NULL, SORTID_MODE_ABORT, 10000, NULL),
        SORTID_FILE_FAILED);
    EXPECT_BYTES(&c->generator, &before, sizeof before, "touched");
    expect_works(c, "after a failed init");
}

/* ---- Machines -------------------------------------------------------------------------------- */

/* A machine may be copied: the copy continues in the same way. Bytes that are not a machine are
 * refused. */
TEST_FORMATS(machines)
{
    sortid_machine machine, copy;
    support_rig rig;
    support_draws draws = {.pattern = 0};
    const sortid_random random = support_draws_source(&draws);
    uint8_t id[SUPPORT_MAX_SIZE] = {0}, same[SUPPORT_MAX_SIZE] = {0};
    EXPECT_OK(format->machine_init(&machine, SORTID_MODE_ABORT, 10000));
    for (int i = 0; i < 3; i++) {
        copy = machine;
        EXPECT_OK(sortid_machine_step(&machine, id, NOW_US, &random, NULL, NULL));
        EXPECT_OK(sortid_machine_step(&copy, same, NOW_US, &random, NULL, NULL));
        EXPECT_BYTES(id, same, format->size, "the copy");
    }
    for (int i = 0; i < 1000; i++) {
        memset(&machine, i, sizeof machine);
        if (i > 255)
            support_random_bytes(&machine, sizeof machine);
        support_rig_adopt(&rig, format, &machine, 0x00);
        support_rig_refuse(&rig, NOW_US, SORTID_NOT_INITIALIZED, PLACE);
        EXPECT_STATUS(sortid_machine_after_fork(&machine), SORTID_NOT_INITIALIZED, "garbage");
    }
}

/* ---- What sources return --------------------------------------------------------------------- */

/* A number that a source returns, and what the call returns. */
static const struct {
    int number, returned;
} foreign[] = {
    {SORTID_STATUS_USER_FIRST, SORTID_STATUS_USER_FIRST},
    {SORTID_STATUS_USER_FIRST + 5, SORTID_STATUS_USER_FIRST + 5},
    {SORTID_STATUS_USER_LAST, SORTID_STATUS_USER_LAST},
    {SORTID_STATUS_USER_FIRST - 1, SORTID_SOURCE_FAILED},
    {SORTID_STATUS_USER_LAST + 1, SORTID_SOURCE_FAILED},
    {SORTID_CLOCK_STOPPED + 1, SORTID_SOURCE_FAILED},
    {-1, SORTID_SOURCE_FAILED},
    {INT_MAX, SORTID_SOURCE_FAILED},
    {INT_MIN, SORTID_SOURCE_FAILED},
};

enum source { CLOCK, RANDOM, SLEEP, NO_SOURCE };

/* Lets the next call of a source fail, in a new timestamp or a rollback. */
static void fail_next(support_world *world, enum source source, int number)
{
    world->clock.fail_at = source == CLOCK ? world->clock.calls + 1 : 0;
    world->draws.fail_at = source == RANDOM ? world->draws.calls + 1 : 0;
    world->naps.fail_at = source == SLEEP ? world->naps.calls + 1 : 0;
    world->clock.failure = world->draws.failure = world->naps.failure = (sortid_status)number;
    world->clock.now_us += source == SLEEP ? UINT64_C(0) - 60000000 : 1000000;
}

/* One ID, and many as bytes and as text, with a generator in mode wait. */
static void expect_source(struct case_of *c, enum source source, int number, int returned)
{
    uint8_t ids[3 * SUPPORT_MAX_SIZE];
    char text[3 * SUPPORT_MAX_TEXT];
    for (unsigned call = 0; call < 3; call++) {
        size_t done = 0;
        fail_next(&c->world, source, number);
        sortid_status status = call == 0   ? c->format->next(&c->generator, ids, NULL)
                               : call == 1 ? c->format->fill(&c->generator, ids, 3, &done, NULL)
                                           : c->format->fill_text(&c->generator, text, sizeof text,
                                                                  &done, 3, ',', NULL);
        EXPECT((int)status == returned && done == 0, "source %u, call %u: %d gives %d",
               (unsigned)source, call, number, (int)status);
        fail_next(&c->world, NO_SOURCE, 0);
        if (source == SLEEP)
            c->world.clock.now_us += 60000000;
        expect_works(c, "after a source failed");
    }
}

/* Every status of the library is known: a shared generator reads the clock again after a
 * rollback. */
TEST_FORMATS(sources)
{
    static struct case_of c;
    for (enum kind kind = PRIVATE; kind < KINDS; kind++) {
        begin(&c, format, kind, SORTID_MODE_WAIT);
        expect_works(&c, "first");
        for (enum source source = CLOCK; source < NO_SOURCE; source++) {
            for (size_t i = 0; i < COUNT_OF(foreign); i++)
                expect_source(&c, source, foreign[i].number, foreign[i].returned);
            for (int known = 1; strcmp(sortid_status_name((sortid_status)known), "SORTID_?") != 0;
                 known++)
                if (known != SORTID_ROLLBACK)
                    expect_source(&c, source, known, known);
        }
        end(&c);
    }
}

/* The pure machine, whose only source is the randomness. */
TEST_FORMATS(source_of_machine)
{
    static const sortid_random none = {NULL, NULL};
    sortid_machine machine;
    support_world world;
    uint8_t id[SUPPORT_MAX_SIZE];
    support_world_init(&world, NOW_US, 0x00);
    EXPECT_OK(format->machine_init(&machine, SORTID_MODE_ABORT, 10000));
    EXPECT_STATUS(sortid_machine_step(&machine, id, NOW_US, &none, NULL, NULL), SORTID_BAD_OPTION,
                  "no function");
    for (size_t i = 0; i < COUNT_OF(foreign); i++) {
        fail_next(&world, RANDOM, foreign[i].number);
        sortid_status status =
            sortid_machine_step(&machine, id, NOW_US, &world.sources.random, NULL, NULL);
        EXPECT((int)status == foreign[i].returned, "%d gives %d", foreign[i].number, (int)status);
    }
}

/* ---- Other arguments ------------------------------------------------------------------------- */

/* NULL is what sortid_format_find returns for an unknown name. */
TEST(no_format)
{
    static sortid_shared_state state;
    sortid_generator generator;
    sortid_machine machine;
    uint8_t id[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT];
    size_t done = 99;
    const sortid_format *none = sortid_format_find("ULID");
    const sortid_status statuses[] = {
        sortid_new(none, id, NULL),
        sortid_fill(none, id, 1, &done, NULL),
        sortid_new_text(none, text, sizeof text, &done, NULL),
        sortid_fill_text(none, text, sizeof text, &done, 1, ',', NULL),
        sortid_generator_init(&generator, none, NULL, NULL),
        sortid_generator_attach(&generator, none, &state, SORTID_SCOPE_THREADS, NULL, NULL),
        sortid_generator_open(&generator, none, path, NULL, NULL, NULL),
        sortid_machine_init(&machine, none, NULL),
    };
    for (size_t i = 0; i < COUNT_OF(statuses); i++)
        EXPECT_STATUS(statuses[i], SORTID_BAD_FORMAT, "call %zu", i);
    EXPECT(done == 0, "%zu", done);
}

/* A shared state at an address that is not a multiple of 8. */
TEST_FORMATS(misaligned)
{
    static uint64_t memory[sizeof(sortid_shared_state) / 8 + 1];
    sortid_generator generator;
    for (size_t offset = 1; offset < 8; offset++) {
        void *place = (uint8_t *)memory + offset;
        EXPECT_STATUS(
            format->attach(&generator, place, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT, 10000, NULL),
            SORTID_BAD_ARGUMENT, "offset %zu", offset);
    }
}

/* ---- Sources that do not return -------------------------------------------------------- */

static jmp_buf out_of_source;
static sortid_sources inner;
static enum leaving { NONE_LEAVES, CLOCK_LEAVES, RANDOM_LEAVES } leaving;

static sortid_status read_or_leave(void *context, uint64_t *unix_us)
{
    if (leaving == CLOCK_LEAVES)
        longjmp(out_of_source, 1);
    return inner.clock.read(context, unix_us);
}

static sortid_status fill_or_leave(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    if (leaving == RANDOM_LEAVES)
        longjmp(out_of_source, 1);
    return inner.random.fill(context, bytes, size, unix_us);
}

/* sortid/source.h: a private generator stays busy, a shared one works on, in order. */
static void leave(const support_format *format, enum kind kind, enum leaving which)
{
    static struct case_of c;
    static uint8_t ids[2][SUPPORT_MAX_SIZE];
    begin(&c, format, kind, SORTID_MODE_ABORT);
    sortid_generator_close(&c.generator);
    inner = c.world.sources;
    c.world.sources.clock.read = read_or_leave;
    c.world.sources.random.fill = fill_or_leave;
    leaving = NONE_LEAVES;
    prepare(&c, SORTID_MODE_ABORT);
    EXPECT_OK(format->next(&c.generator, ids[0], NULL));
    c.world.clock.now_us += 2000000; /* a new timestamp, for which bits are drawn */
    leaving = which;
    if (setjmp(out_of_source) == 0) {
        (void)format->next(&c.generator, ids[1], NULL);
        fail_msg("source %d was not asked", (int)which);
    }
    leaving = NONE_LEAVES;
    EXPECT_STATUS(format->next(&c.generator, ids[1], NULL),
                  kind == PRIVATE ? SORTID_BUSY : SORTID_OK, "after source %d", (int)which);
    if (kind == PRIVATE)
        prepare(&c, SORTID_MODE_ABORT);
    EXPECT_OK(format->next(&c.generator, ids[1], NULL));
    EXPECT(format->compare(ids[0], ids[1]) < 0, "order");
    end(&c);
}

TEST_FORMATS(left)
{
    for (int kind = PRIVATE; kind < KINDS; kind++)
        for (int which = CLOCK_LEAVES; which <= RANDOM_LEAVES; which++)
            leave(format, (enum kind)kind, (enum leaving)which);
}

int main(void)
{
    support_begin();
    snprintf(path, sizeof path, "misuse-%016llx.state", (unsigned long long)support_random());
    return cases_run(NULL, NULL);
}
