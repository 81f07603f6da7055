/* SPDX-License-Identifier: MIT */
/* easy/thread.c: the one-call way of the formats that need no node. A thread has
 * one block of its own, found by one access to thread-local storage: a generator
 * of each format, and the clock and the random stream that they take from. It is
 * prepared at its first use with the defaults and wiped when the thread ends. Where a
 * call only counts on, clock, stream and counter are compiled into one function; the
 * plan is src/full's. scru64 is elsewhere: it has one generator per process. */
#include "../full/generator.h"
#include "../generate/plan_scru128.h"
#include "../generate/plan_scru128v1.h"
#include "../generate/plan_scru160.h"
#include "../generate/plan_ulid.h"
#include "../source/counter.h"
#include "../source/own.h"
#include "../source/stream.h"

struct own {
    struct counter clock;
    struct stream stream;
    struct generator scru128, scru128v1, scru160, ulid;
    struct wiped_memory exit;
    busy_flag preparing;
};
OWN(struct own, thread_own)

/* ---- Sources of the block -------------------------------------------------- */

/* Inline in the common case, by a call else. */
static INLINED sortid_status read_clock(uint64_t *unix_us, void *context)
{
    return counter_read(unix_us, context);
}

static sortid_status fill_random(void *bytes, size_t size, uint64_t unix_us, void *context)
{
    return sortid_source_stream_fill(context, bytes, size, unix_us);
}

static sortid_sources sources_of(struct own *own)
{
    sortid_sources sources = {.clock = {read_clock, &own->clock, 1000},
                              .random = {fill_random, &own->stream}};
    sortid_sleep_system(&sources.sleep);
    return sources;
}

/* The stream as one generator draws from it inline: its call knows the epoch, and
 * looks at it again before it commits. */
struct draws {
    struct stream *stream;
    const uint32_t *epoch;
};

static INLINED sortid_status draw_random(void *bytes, size_t size, uint64_t unix_us, void *context)
{
    const struct draws *draws = context;
    return stream_draw(draws->stream, bytes, size, unix_us, *draws->epoch);
}

/* The block of this thread. The pointer is kept as it is: else the compiler looks the
 * thread up again at each use, which costs a call in a shared library. */
static INLINED struct own *find_own(void)
{
    struct own *own = thread_own();
#if defined(__GNUC__)
    __asm__("" : "+r"(own));
#endif
    return own;
}

/* ---- First use --------------------------------------------------------------- */

/* The storage of a public generator is a struct generator. */
#define START(NAME)                                                                                \
    static sortid_status start_##NAME(struct own *own)                                             \
    {                                                                                              \
        const sortid_sources sources = sources_of(own);                                            \
        sortid_##NAME##_machine machine;                                                           \
        sortid_status status = sortid_##NAME##_machine_init(&machine, NULL);                       \
        if (status == SORTID_OK)                                                                   \
            status = sortid_full_start(&own->NAME, MACHINE_OF(&machine), &sources, UINT32_MAX);    \
        return status;                                                                             \
    }
START(scru128)
START(scru128v1)
START(scru160)
START(ulid)

static sortid_status start_all(struct own *own)
{
    sortid_status status = wipe_at_exit(&own->exit, own, sizeof *own);
    if (status != SORTID_OK)
        return status;
    stream_is_wiped_by_owner(&own->stream);
    if (own->ulid.machine.mode != 0) /* by a signal handler that came just before */
        return SORTID_OK;
    status = start_scru128(own);
    if (status == SORTID_OK)
        status = start_scru128v1(own);
    if (status == SORTID_OK)
        status = start_scru160(own);
    if (status == SORTID_OK)
        status = start_ulid(own); /* last: its mode tells that all are */
    return status;
}

/* `preparing` keeps a signal handler from preparing it a second time; what it finds
 * prepared is whole, since the mode of a generator is written last. */
static sortid_status prepare(struct own *own)
{
    if (!busy_enter(&own->preparing))
        return SORTID_BUSY;
    sortid_status status = start_all(own);
    busy_leave(&own->preparing);
    return status;
}

/* ---- The calls ------------------------------------------------------------------ */

/* These sources are constant functions, so that the compiler sees through the
 * pointers where a call only counts on. */
#define EASY(NAME, SIZES)                                                                          \
    sortid_status sortid_##NAME##_make(sortid_##NAME *out, sortid_event *event)                    \
    {                                                                                              \
        struct own *own = find_own();                                                              \
        struct draws draws = {&own->stream, &own->NAME.epoch};                                     \
        const sortid_sources sources = {.clock = {read_clock, &own->clock, 1000},                  \
                                        .random = {draw_random, &draws}};                          \
        sortid_status status = generate(out->bytes, sizeof *out, event, &own->NAME, &sources,      \
                                        follows_##NAME, follow_##NAME, sortid_full_##NAME);        \
        if (status == SORTID_NOT_INITIALIZED) {                                                    \
            status = prepare(own);                                                                 \
            if (status == SORTID_OK)                                                               \
                return sortid_##NAME##_make(out, event);                                           \
        }                                                                                          \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    sortid_status sortid_##NAME##_text(char text[SIZES##_TEXT_SIZE], sortid_event *event)          \
    {                                                                                              \
        sortid_##NAME id;                                                                          \
        sortid_status status = sortid_##NAME##_make(&id, event);                                   \
        if (status == SORTID_OK)                                                                   \
            sortid_##NAME##_print(text, &id);                                                      \
        return status;                                                                             \
    }

EASY(scru128, SORTID_SCRU128)
EASY(scru128v1, SORTID_SCRU128V1)
EASY(scru160, SORTID_SCRU160)
EASY(ulid, SORTID_ULID)
