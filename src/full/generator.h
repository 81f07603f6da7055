/* SPDX-License-Identifier: MIT */
/* full/generator.h: a machine with sources and a guard against forks and nested
 * calls: what the public generators of all formats are, and one call of them, for
 * one ID and for many: notice a fork, read the clock, count on or plan on a copy of
 * the state, notice a fork again, commit. The only place where mode wait sleeps.
 * Inline, so that counting on and its call are one function. */
#ifndef SORTID_FULL_GENERATOR_H
#define SORTID_FULL_GENERATOR_H

#include "../source/busy.h"
#include "fill.h"

struct OPAQUE generator {
    struct machine machine;
    sortid_sources sources;
    uint32_t epoch; /* the fork epoch that the machine knows of */
    busy_flag busy;
};

/* Takes over a prepared machine. SORTID_BAD_OPTION as below; SORTID_FORK_GUARD_FAILED.
 * Nothing is written on failure. */
sortid_status sortid_full_start(struct generator *generator, const struct machine *machine,
                                const sortid_sources *sources, uint32_t coarsest_us);

/* Begins a call on a generator: SORTID_NOT_INITIALIZED, or SORTID_BUSY inside another.
 * Ends with busy_leave. */
static inline sortid_status enter(struct generator *g)
{
    if (g->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    return busy_enter(&g->busy) ? SORTID_OK : SORTID_BUSY;
}

/* Notes a fork since the last call in the machine. */
static inline sortid_status notice_fork(struct generator *g, uint32_t *epoch)
{
    sortid_status status = epoch_read(epoch);
    if (status == SORTID_OK && *epoch != g->epoch) {
        g->machine.state.flags |= STATE_FORKED;
        g->epoch = *epoch;
    }
    return status;
}

/* Looks at the fork epoch, then at the clock. */
static INLINED sortid_status read_moment(struct moment *now, struct generator *g,
                                         const sortid_sources *sources)
{
    sortid_status status = notice_fork(g, &now->epoch);
    if (status == SORTID_OK)
        status = sources->clock.read(&now->unix_us, sources->clock.context);
    return status;
}

/* ---- One ID --------------------------------------------------------------------- */

/* The next ID by a plan, first for a moment that has been read: the call for one where
 * more than counting on is wanted. Waits, and begins again where it has waited or was
 * forked in the middle. Out of line, one for each format. */
typedef sortid_status general_function(uint8_t *out, sortid_event *event, struct generator *g,
                                       struct moment now);
general_function sortid_full_scru128, sortid_full_scru128v1, sortid_full_scru160,
    sortid_full_scru64, sortid_full_ulid;

static INLINED sortid_status generate_by_plan(uint8_t *out, size_t size, sortid_event *event,
                                              struct generator *g, struct moment now,
                                              plan_function *plan)
{
    const sortid_sources *sources = &g->sources;
    uint8_t id[SORTID_MAX_SIZE];
    for (;;) {
        struct step step = first_step(&g->machine);
        sortid_status status = plan(id, &step, &g->machine, now.unix_us, &sources->random);
        bool waits = step.wait_us > 0;
        if (waits)
            status = sources->sleep.sleep(step.wait_us, sources->sleep.context);
        if (status == SORTID_OK && !waits && epoch_is(now.epoch)) {
            commit(&g->machine, &step);
            memcpy(out, id, size);
            if (event != NULL)
                *event = step.event;
            return SORTID_OK;
        }
        if (status == SORTID_OK)
            status = read_moment(&now, g, sources);
        if (status != SORTID_OK)
            return status;
    }
}

/* The next ID: counts on where that is all, else in general. `sources` are the
 * generator's, or what is known of them when this is compiled. The functions of a
 * format come one by one: a pointer to a struct of them is resolved too late for gcc 12
 * to inline what they call (scru128 make 17.7 ns in place of 14.9). */
static INLINED sortid_status generate_next(uint8_t *out, size_t size, sortid_event *event,
                                           struct generator *g, const sortid_sources *sources,
                                           follows_function *follows, follow_function *follow,
                                           general_function *general)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct moment now;
    uint64_t counter;
    sortid_status status = read_moment(&now, g, sources);
    if (status != SORTID_OK)
        return status;
    if (!follows(&g->machine, now.unix_us))
        return general(out, event, g, now);
    status = follow(id, &counter, &g->machine, now.unix_us, &sources->random);
    if (status != SORTID_OK)
        return status;
    if (!epoch_is(now.epoch)) /* noticed there, at its second look */
        return general(out, event, g, now);
    g->machine.state.counter = counter;
    copy_id(out, id, size);
    if (event != NULL)
        *event = SORTID_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* The same behind the guard against calls from inside a call. */
static INLINED sortid_status generate(uint8_t *out, size_t size, sortid_event *event,
                                      struct generator *g, const sortid_sources *sources,
                                      follows_function *follows, follow_function *follow,
                                      general_function *general)
{
    sortid_status status = enter(g);
    if (status != SORTID_OK)
        return status;
    status = generate_next(out, size, event, g, sources, follows, follow, general);
    busy_leave(&g->busy);
    return status;
}

/* ---- Many IDs --------------------------------------------------------------------- */

/* A stretch in the making. */
struct making {
    uint8_t *ids;
    size_t size, wanted; /* bytes of an ID; IDs, at least 1 */
    bool may_reset;      /* else it ends, with nothing made, before a reset */
    size_t made;         /* what `step` stands after, also where the rest failed */
    struct step step;
};

/* One try: *again where it has waited, or was forked in the middle. */
static INLINED sortid_status attempt_stretch(struct making *m, struct generator *g,
                                             plan_function *plan, stretch_function *stretch,
                                             bool *again)
{
    struct moment now;
    size_t more = 0;
    m->made = 0;
    *again = false;
    sortid_status status = read_moment(&now, g, &g->sources);
    if (status != SORTID_OK)
        return status;
    m->step = first_step(&g->machine);
    status = plan(m->ids, &m->step, &g->machine, now.unix_us, &g->sources.random);
    *again = m->step.wait_us > 0;
    if (m->step.wait_us > 0)
        return g->sources.sleep.sleep(m->step.wait_us, g->sources.sleep.context);
    if (status != SORTID_OK || (!m->may_reset && m->step.event == SORTID_RESET))
        return status;
    status = stretch(m->ids + m->size, &more, m->wanted - 1, &m->step, &g->machine, now.unix_us,
                     &g->sources.random);
    *again = !epoch_is(now.epoch);
    m->made = *again ? 0 : 1 + more;
    return *again ? SORTID_OK : status;
}

static INLINED sortid_status make_stretch(struct making *m, struct generator *g,
                                          plan_function *plan, stretch_function *stretch)
{
    sortid_status status;
    bool again;
    do
        status = attempt_stretch(m, g, plan, stretch, &again);
    while (status == SORTID_OK && again);
    if (m->made > 0)
        commit(&g->machine, &m->step);
    return status;
}

/* The next `count` IDs by stretches, within a call; adds to *made and *events what it
 * has made. SORTID_OK with fewer: the next would be a reset. */
static INLINED sortid_status fill(uint8_t *ids, size_t size, size_t count, size_t *made,
                                  sortid_event *events, struct generator *g, plan_function *plan,
                                  stretch_function *stretch)
{
    sortid_status status = SORTID_OK;
    struct making m = {.size = size, .made = 1};
    for (size_t left = count; left > 0 && m.made > 0 && status == SORTID_OK; left -= m.made) {
        m.ids = ids + (count - left) * size;
        m.wanted = left < STRETCH_IDS ? left : STRETCH_IDS;
        m.may_reset = *made == 0;
        status = make_stretch(&m, g, plan, stretch);
        *made += m.made;
        *events |= m.made > 0 ? m.step.event : 0;
    }
    return status;
}

/* One call for many. */
static inline sortid_status fill_call(const struct filling *f, size_t *made, sortid_event *event,
                                      struct generator *g)
{
    sortid_event events = 0;
    *made = 0;
    sortid_status status = sortid_format_may_end(f->end) ? enter(g) : SORTID_BAD_OPTION;
    if (status == SORTID_OK) {
        status = fill_in_one_process(f, made, &events, g);
        busy_leave(&g->busy);
    }
    if (event != NULL)
        *event = events;
    return status;
}

#define GENERATOR_OF(words) ((struct generator *)(void *)(words)->opaque)

/* The verbs that make IDs. NAME is the format's. */
#define SORTID_FULL_GENERATE(NAME)                                                                 \
    _Static_assert(sizeof(struct generator) <= sizeof(sortid_##NAME##_generator),                  \
                   "generator outgrew its storage");                                               \
    sortid_status sortid_full_##NAME(uint8_t *out, sortid_event *event, struct generator *g,       \
                                     struct moment now)                                            \
    {                                                                                              \
        return generate_by_plan(out, sizeof(sortid_##NAME), event, g, now, plan_##NAME);           \
    }                                                                                              \
    sortid_status sortid_##NAME##_generate(sortid_##NAME *out, sortid_event *event,                \
                                           sortid_##NAME##_generator *generator)                   \
    {                                                                                              \
        struct generator *g = GENERATOR_OF(generator);                                             \
        return generate(out->bytes, sizeof *out, event, g, &g->sources, follows_##NAME,            \
                        follow_##NAME, sortid_full_##NAME);                                        \
    }                                                                                              \
    static sortid_status fill_##NAME(uint8_t *ids, size_t count, size_t *made,                     \
                                     sortid_event *events, void *generator)                        \
    {                                                                                              \
        return fill(ids, sizeof(sortid_##NAME), count, made, events, generator, plan_##NAME,       \
                    stretch_##NAME);                                                               \
    }                                                                                              \
    sortid_status sortid_##NAME##_fill(sortid_##NAME *out, size_t count, size_t *made,             \
                                       sortid_event *event, sortid_##NAME##_generator *generator)  \
    {                                                                                              \
        const struct filling f = {out, count, fill_##NAME, NULL, SORTID_NO_END};                   \
        return fill_call(&f, made, event, GENERATOR_OF(generator));                                \
    }                                                                                              \
    sortid_status sortid_##NAME##_fill_text(char *text, size_t count, int end, size_t *made,       \
                                            sortid_event *event,                                   \
                                            sortid_##NAME##_generator *generator)                  \
    {                                                                                              \
        const struct filling f = {text, count, fill_##NAME, &sortid_format_##NAME.public, end};    \
        return fill_call(&f, made, event, GENERATOR_OF(generator));                                \
    }

/* Formats whose generator needs no more than options and any clock. */
#define SORTID_FULL_VERBS(NAME)                                                                    \
    sortid_status sortid_##NAME##_generator_init(sortid_##NAME##_generator *generator,             \
                                                 const sortid_##NAME##_options *options,           \
                                                 const sortid_sources *sources)                    \
    {                                                                                              \
        sortid_##NAME##_machine machine;                                                           \
        sortid_status status = sortid_##NAME##_machine_init(&machine, options);                    \
        if (status != SORTID_OK)                                                                   \
            return status;                                                                         \
        return sortid_full_start(GENERATOR_OF(generator), MACHINE_OF(&machine), sources,           \
                                 UINT32_MAX);                                                      \
    }                                                                                              \
    SORTID_FULL_GENERATE(NAME)

#endif
