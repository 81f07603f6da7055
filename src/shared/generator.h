/* SPDX-License-Identifier: MIT */
/* shared/generator.h: what the shared generators of all formats are: options and sources of
 * one process, on a state that others step too. One call: look at fork epoch and clock, read
 * the state, count on or plan on a copy, put it in place if nobody was quicker, look for a
 * fork again. A fill reserves a stretch by one such step and writes it then. Lock-free, and
 * no flag against calls from inside a call: a nested one is somebody quicker.
 * Inline, so that counting on and its step are one function. */
#ifndef SORTID_SHARED_GENERATOR_H
#define SORTID_SHARED_GENERATOR_H

#include "../full/fill.h"
#include "file.h"
#include "pack.h"

struct OPAQUE shared {
    struct machine machine; /* its options; mode 0: never prepared */
    sortid_sources sources;
    struct memory *memory;
    uint32_t method; /* enum method */
    bool has_file;
    struct shared_file file;
};

#define SHARED_OF(words) ((struct shared *)(void *)(words)->opaque)

_Static_assert(sizeof(struct memory) <= sizeof(sortid_shared_state), "memory outgrew its storage");

/* What is special about a format here. */
struct shape {
    size_t size; /* bytes of an ID */
    bool wide;   /* a state of both words */
    pack_function *pack;
    unpack_function *unpack;
    plan_function *plan;
    follows_function *follows;
    follow_function *follow;
    room_function *room;
    stretch_function *stretch;
};

/* What a generator is made of, beside its shape. */
struct founding {
    const struct machine *machine; /* prepared; a state that it has is the least to go on from */
    const sortid_sources *sources; /* NULL: the system's */
    uint32_t coarsest_us;          /* the clock that the format needs */
    uint64_t identity;             /* without a method */
    bool stateless;
    const struct timeline *timeline;
    const struct shape *shape;
};

/* Joins those who use the state. SORTID_BAD_OPTION: mode reset, a stateless machine, sources as
 * in fill.h; SORTID_FORK_GUARD_FAILED; statuses of memory.h. Nothing is written on failure. */
sortid_status sortid_shared_start(struct shared *shared, sortid_shared_state *state,
                                  const struct founding *founding);

/* The same with the state in a file; statuses of file.h, and those of a first ID where that is
 * one behind the bound. */
sortid_status sortid_shared_open(struct shared *shared, const char *path,
                                 const sortid_file_options *options,
                                 const struct founding *founding);

/* Lets go of the file, if there is one; any call on the generator is an error then. */
void sortid_shared_close(struct shared *shared);

static INLINED struct stepping stepping_of(struct shared *shared, const struct shape *shape)
{
    return (struct stepping){(enum method)shared->method, shape->wide};
}

/* What a plan is made from: the moment, the state and its words. */
struct look {
    struct moment now;
    bool forked; /* the state is one of the parent's */
    struct words words;
    struct machine machine;
};

static INLINED sortid_status read_shared_moment(struct moment *now, const sortid_sources *sources)
{
    sortid_status status = epoch_read(&now->epoch);
    if (status == SORTID_OK)
        status = sources->clock.read(&now->unix_us, sources->clock.context);
    return status;
}

/* Whether the state in memory is the copy of a parent's. Asked before the state is read: who
 * takes it over in this child puts the epoch last. */
static INLINED bool is_parents(const struct memory *memory, uint32_t epoch)
{
    return atomic_load_explicit(&memory->epoch, memory_order_acquire) != epoch &&
           memory->scope == SORTID_SCOPE_THREADS;
}

static INLINED sortid_status look_at_state(struct look *look, struct shared *g,
                                           const struct shape *shape)
{
    look->forked = is_parents(g->memory, look->now.epoch);
    sortid_status status = memory_read(&look->words, g->memory, stepping_of(g, shape));
    look->machine.state = (struct state){.flags = 0};
    if (status == SORTID_OK && (look->words.high | look->words.low) != 0)
        shape->unpack(&look->machine.state, look->words, &look->machine);
    if (look->forked)
        look->machine.state.flags |= STATE_FORKED;
    return status;
}

/* Plans on the state looked at. The clock was read before it: one that is too far behind may
 * only have stood in a thread that was stopped in between, while others went on. So it is
 * read again, once, before that is anybody's error or wait. */
static INLINED sortid_status plan_on(uint8_t *id, struct step *step, struct look *look,
                                     struct shared *g, const struct shape *shape)
{
    const sortid_sources *sources = &g->sources;
    for (bool again = false;; again = true) {
        *step = first_step(&look->machine);
        sortid_status status =
            shape->plan(id, step, &look->machine, look->now.unix_us, &sources->random);
        if (again || (status != SORTID_ROLLBACK && step->wait_us == 0))
            return status;
        step->wait_us = 0;
        status = sources->clock.read(&look->now.unix_us, sources->clock.context);
        if (status != SORTID_OK)
            return status;
    }
}

/* Has the durable bound, where there is one, cover a timestamp that is about to begin. */
static INLINED sortid_status cover(struct shared *g, const struct state *state)
{
    return g->has_file ? file_cover(&g->file, state->since_us) : SORTID_OK;
}

/* Puts the state in place of the one looked at. False, with the reason in *status or none:
 * somebody was quicker, or this is a child since: the ID in the making is not to be used.
 * Its timestamp is covered. */
static INLINED bool put(const struct state *state, const struct look *look, struct shared *g,
                        const struct shape *shape, sortid_status *status)
{
    bool done = false;
    *status = memory_step(&done, g->memory, look->words, shape->pack(&look->machine, state),
                          stepping_of(g, shape));
    if (!done) {
        words_back_off();
        return false;
    }
    if (look->forked)
        atomic_store_explicit(&g->memory->epoch, look->now.epoch, memory_order_release);
    return epoch_is(look->now.epoch);
}

/* ---- One ID --------------------------------------------------------------------------- */

/* The next ID by a plan, first for a moment that has been read: the call for one where more
 * than counting on is wanted, or where steps are by the lock. Out of line, one for each
 * format. */
typedef sortid_status shared_general_function(uint8_t *out, sortid_event *event, struct shared *g,
                                              struct moment now);

static INLINED sortid_status shared_by_plan(uint8_t *out, sortid_event *event, struct shared *g,
                                            struct moment now, const struct shape *shape)
{
    const sortid_sources *sources = &g->sources;
    struct look look = {.now = now, .machine = g->machine};
    uint8_t id[SORTID_MAX_SIZE];
    for (;;) {
        sortid_status status = look_at_state(&look, g, shape);
        if (status != SORTID_OK)
            return status;
        struct step step;
        status = plan_on(id, &step, &look, g, shape);
        if (step.wait_us > 0)
            status = sources->sleep.sleep(step.wait_us, sources->sleep.context);
        if (status == SORTID_OK && step.wait_us == 0)
            status = cover(g, &step.state);
        if (status == SORTID_OK && step.wait_us == 0 &&
            put(&step.state, &look, g, shape, &status)) {
            memcpy(out, id, shape->size);
            if (event != NULL)
                *event = step.event;
            return SORTID_OK;
        }
        if (status == SORTID_OK)
            status = read_shared_moment(&look.now, sources);
        if (status != SORTID_OK)
            return status;
    }
}

/* The next ID: counts on by an atomic step where that is all, else in general. Of the machine
 * only what counting on looks at is taken, so that all of it stays in registers. */
static INLINED sortid_status shared_generate(uint8_t *out, sortid_event *event, struct shared *g,
                                             const struct shape *shape,
                                             shared_general_function *general)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct machine machine = {.format = g->machine.format};
    struct memory *memory = g->memory;
    struct moment now;
    struct words words;
    if (g->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    for (;;) {
        sortid_status status = read_shared_moment(&now, &g->sources);
        if (status != SORTID_OK)
            return status;
        if (g->method != METHOD_ATOMIC || is_parents(memory, now.epoch))
            return general(out, event, g, now);
        words = memory_read_atomic(memory, shape->wide);
        shape->unpack(&machine.state, words, &machine);
        if (words.high == 0 || !shape->follows(&machine, now.unix_us)) /* 0: perhaps of no ID */
            return general(out, event, g, now);
        struct state next = machine.state;
        status = shape->follow(id, &next.counter, &machine, now.unix_us, &g->sources.random);
        if (status != SORTID_OK)
            return status;
        if (!memory_step_atomic(memory, words, shape->pack(&machine, &next), shape->wide))
            words_back_off();
        else if (epoch_is(now.epoch))
            break;
    }
    copy_id(out, id, shape->size);
    if (event != NULL)
        *event = SORTID_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* ---- Many IDs ------------------------------------------------------------------------- */

/* One try to make up to `wanted` IDs: plans the first, reserves those that follow with it,
 * then writes them. *made is 0 where it is to be tried again. */
static INLINED sortid_status attempt_shared(uint8_t *ids, size_t wanted, size_t *made,
                                            sortid_event *events, struct shared *g,
                                            const struct shape *shape)
{
    struct look look = {.machine = g->machine};
    const sortid_random *random = &g->sources.random;
    size_t more = 0;
    sortid_status status = read_shared_moment(&look.now, &g->sources);
    if (status == SORTID_OK)
        status = look_at_state(&look, g, shape);
    if (status != SORTID_OK)
        return status;
    struct step step;
    status = plan_on(ids, &step, &look, g, shape);
    if (step.wait_us > 0)
        return g->sources.sleep.sleep(step.wait_us, g->sources.sleep.context);
    if (status == SORTID_OK)
        status = cover(g, &step.state);
    if (status != SORTID_OK)
        return status;
    size_t room = shape->room(&step, &look.machine, look.now.unix_us, wanted - 1);
    struct state last = step.state;
    count_on(&last, room);
    if (!put(&last, &look, g, shape, &status))
        return status;
    status = shape->stretch(ids + shape->size, &more, room, &step, &look.machine, look.now.unix_us,
                            random);
    *made = 1 + more;
    *events |= step.event;
    return status;
}

/* A fill_function's body: those reserved and not written, as the random source failed, are
 * lost. */
static INLINED sortid_status fill_shared(uint8_t *ids, size_t count, size_t *made,
                                         sortid_event *events, struct shared *g,
                                         const struct shape *shape)
{
    sortid_status status = SORTID_OK;
    for (size_t left = count; left > 0 && status == SORTID_OK;) {
        size_t part = 0;
        status = attempt_shared(ids + (count - left) * shape->size,
                                left < STRETCH_IDS ? left : STRETCH_IDS, &part, events, g, shape);
        *made += part;
        left -= part;
    }
    return status;
}

static inline sortid_status shared_fill_call(const struct filling *f, size_t *made,
                                             sortid_event *event, struct shared *g)
{
    sortid_event events = 0;
    *made = 0;
    sortid_status status = sortid_format_may_end(f->end) ? SORTID_OK : SORTID_BAD_OPTION;
    if (status == SORTID_OK && g->machine.mode == 0)
        status = SORTID_NOT_INITIALIZED;
    if (status == SORTID_OK)
        status = fill_in_one_process(f, made, &events, g);
    if (event != NULL)
        *event = events;
    return status;
}

/* ---- The verbs of a format ---------------------------------------------------------- */

/* NAME is the format's; WIDE tells whether its state has both words. */
#define SORTID_SHARED_VERBS(NAME, WIDE)                                                            \
    _Static_assert(sizeof(struct shared) <= sizeof(sortid_##NAME##_shared),                        \
                   "shared generator outgrew its storage");                                        \
    static const struct shape shape_##NAME = {                                                     \
        sizeof(sortid_##NAME), WIDE,          pack_words_##NAME, unpack_words_##NAME, plan_##NAME, \
        follows_##NAME,        follow_##NAME, room_##NAME,       stretch_##NAME};                  \
    static OUT_OF_LINE sortid_status by_plan(uint8_t *out, sortid_event *event, struct shared *g,  \
                                             struct moment now)                                    \
    {                                                                                              \
        return shared_by_plan(out, event, g, now, &shape_##NAME);                                  \
    }                                                                                              \
    sortid_status sortid_##NAME##_shared_generate(sortid_##NAME *out, sortid_event *event,         \
                                                  sortid_##NAME##_shared *generator)               \
    {                                                                                              \
        return shared_generate(out->bytes, event, SHARED_OF(generator), &shape_##NAME, by_plan);   \
    }                                                                                              \
    static sortid_status fill_##NAME(uint8_t *ids, size_t count, size_t *made,                     \
                                     sortid_event *events, void *generator)                        \
    {                                                                                              \
        return fill_shared(ids, count, made, events, generator, &shape_##NAME);                    \
    }                                                                                              \
    sortid_status sortid_##NAME##_shared_fill(sortid_##NAME *out, size_t count, size_t *made,      \
                                              sortid_event *event,                                 \
                                              sortid_##NAME##_shared *generator)                   \
    {                                                                                              \
        const struct filling f = {out, count, fill_##NAME, NULL, SORTID_NO_END};                   \
        return shared_fill_call(&f, made, event, SHARED_OF(generator));                            \
    }                                                                                              \
    sortid_status sortid_##NAME##_shared_fill_text(char *text, size_t count, int end,              \
                                                   size_t *made, sortid_event *event,              \
                                                   sortid_##NAME##_shared *generator)              \
    {                                                                                              \
        const struct filling f = {text, count, fill_##NAME, &sortid_format_##NAME.public, end};    \
        return shared_fill_call(&f, made, event, SHARED_OF(generator));                            \
    }                                                                                              \
    void sortid_##NAME##_shared_close(sortid_##NAME##_shared *generator)                           \
    {                                                                                              \
        sortid_shared_close(SHARED_OF(generator));                                                 \
    }

/* Formats whose generator needs no more than options, which may be NULL: then the defaults with
 * mode abort. A format's founding_NAME fills in all but machine and sources. */
#define SORTID_SHARED_OPENING(NAME)                                                                \
    static sortid_status found(struct founding *out, sortid_##NAME##_machine *machine,             \
                               const sortid_##NAME##_options *options,                             \
                               const sortid_sources *sources)                                      \
    {                                                                                              \
        sortid_##NAME##_options defaults;                                                          \
        sortid_##NAME##_options_default(&defaults);                                                \
        defaults.mode = SORTID_MODE_ABORT;                                                         \
        sortid_status status =                                                                     \
            sortid_##NAME##_machine_init(machine, options != NULL ? options : &defaults);          \
        if (status != SORTID_OK)                                                                   \
            return status;                                                                         \
        *out = founding_##NAME(MACHINE_OF(machine));                                               \
        out->machine = MACHINE_OF(machine);                                                        \
        out->sources = sources;                                                                    \
        return SORTID_OK;                                                                          \
    }                                                                                              \
    sortid_status sortid_##NAME##_shared_init(                                                     \
        sortid_##NAME##_shared *generator, sortid_shared_state *state,                             \
        const sortid_##NAME##_options *options, const sortid_sources *sources)                     \
    {                                                                                              \
        sortid_##NAME##_machine machine;                                                           \
        struct founding founding;                                                                  \
        sortid_status status = found(&founding, &machine, options, sources);                       \
        return status == SORTID_OK ? sortid_shared_start(SHARED_OF(generator), state, &founding)   \
                                   : status;                                                       \
    }                                                                                              \
    sortid_status sortid_##NAME##_shared_open(                                                     \
        sortid_##NAME##_shared *generator, const char *path, const sortid_file_options *file,      \
        const sortid_##NAME##_options *options, const sortid_sources *sources)                     \
    {                                                                                              \
        sortid_##NAME##_machine machine;                                                           \
        struct founding founding;                                                                  \
        sortid_status status = found(&founding, &machine, options, sources);                       \
        return status == SORTID_OK                                                                 \
                   ? sortid_shared_open(SHARED_OF(generator), path, file, &founding)               \
                   : status;                                                                       \
    }

#endif
