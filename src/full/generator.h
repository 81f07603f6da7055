/* SPDX-License-Identifier: MIT */
/* full/generator.h: a machine with sources and a guard against forks and nested
 * calls: what the public generators of all formats are, and one call of them, for
 * one ID and for many: notice a fork, read the clock, plan on a copy of the state,
 * notice a fork again, commit. The only place where mode wait sleeps. Inline, so
 * that a format's plan and its call are one function. */
#ifndef SORTID_FULL_GENERATOR_H
#define SORTID_FULL_GENERATOR_H

#include "../format/row.h"
#include "../generate/stretch.h"
#include "../source/busy.h"
#include "../source/epoch.h"

struct OPAQUE generator {
    struct machine machine;
    sortid_sources sources;
    uint32_t epoch; /* the fork epoch that the machine knows of */
    busy_flag busy;
};

/* Takes over a prepared machine. SORTID_BAD_OPTION for a source without function,
 * a clock without resolution, or one coarser than the format needs; SORTID_FORK_GUARD_FAILED.
 * Nothing is written on failure. */
sortid_status sortid_full_start(struct generator *generator, const struct machine *machine,
                                const sortid_sources *sources, uint32_t coarsest_us);

/* Notes a fork since the last call in the machine. */
static inline sortid_status notice_fork(struct generator *g, uint32_t *epoch)
{
    sortid_status status = epoch_read(epoch);
    if (status == SORTID_OK && *epoch != g->epoch) {
        g->machine.state.forked = true;
        g->epoch = *epoch;
    }
    return status;
}

/* What a plan was made by. */
struct moment {
    uint32_t epoch;
    uint64_t unix_us;
};

/* Plans the next ID at the present moment. */
static INLINED sortid_status plan_next(uint8_t *id, struct step *step, struct moment *now,
                                       struct generator *g, const sortid_sources *sources,
                                       plan_function *plan)
{
    *step = first_step(&g->machine);
    sortid_status status = notice_fork(g, &now->epoch);
    if (status == SORTID_OK)
        status = sources->clock.read(&now->unix_us, sources->clock.context);
    if (status != SORTID_OK)
        return status;
    step->state = g->machine.state; /* with the fork that was noticed */
    return plan(id, step, &g->machine, now->unix_us, &sources->random);
}

/* ---- One ID --------------------------------------------------------------------- */

/* One try: *again where it has waited, or was forked in the middle. */
static INLINED sortid_status attempt(uint8_t *id, struct step *step, struct generator *g,
                                     const sortid_sources *sources, plan_function *plan,
                                     bool *again)
{
    struct moment now;
    sortid_status status = plan_next(id, step, &now, g, sources, plan);
    *again = step->wait_us > 0;
    if (step->wait_us > 0)
        return sources->sleep.sleep(step->wait_us, sources->sleep.context);
    if (status == SORTID_OK)
        *again = !epoch_is(now.epoch);
    return status;
}

/* The next ID. `id` may be written on failure too. */
static INLINED sortid_status generate(uint8_t *id, sortid_event *event, struct generator *g,
                                      const sortid_sources *sources, plan_function *plan)
{
    struct step step;
    sortid_status status;
    bool again;
    if (g->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    if (!busy_enter(&g->busy))
        return SORTID_BUSY;
    do
        status = attempt(id, &step, g, sources, plan, &again);
    while (status == SORTID_OK && again);
    if (status == SORTID_OK)
        commit(&g->machine, &step);
    busy_leave(&g->busy);
    if (status == SORTID_OK && event != NULL)
        *event = step.event;
    return status;
}

/* ---- Many IDs --------------------------------------------------------------------- */

/* IDs of one clock reading: some 3 us at 0.7 ns each, short against a ms. */
#define STRETCH_IDS 4096

/* A stretch in the making. */
struct making {
    uint8_t *ids;
    size_t size, wanted; /* bytes of an ID; IDs, at least 1 */
    bool may_reset;      /* else it ends, with nothing made, before a reset */
    size_t made;         /* what `step` stands after, also where the rest failed */
    struct step step;
};

/* One try, as above. */
static INLINED sortid_status attempt_stretch(struct making *m, struct generator *g,
                                             plan_function *plan, stretch_function *stretch,
                                             bool *again)
{
    struct moment now;
    size_t more = 0;
    sortid_status status = plan_next(m->ids, &m->step, &now, g, &g->sources, plan);
    m->made = 0;
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

/* The next `count` IDs by stretches; adds to *made and *events what it has made.
 * SORTID_OK with fewer: the next would be a reset. */
static INLINED sortid_status fill(uint8_t *ids, size_t size, size_t count, size_t *made,
                                  sortid_event *events, struct generator *g, plan_function *plan,
                                  stretch_function *stretch)
{
    sortid_status status = SORTID_OK;
    struct making m = {.size = size, .made = 1};
    if (g->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    if (!busy_enter(&g->busy))
        return SORTID_BUSY;
    for (size_t left = count; left > 0 && m.made > 0 && status == SORTID_OK; left -= m.made) {
        m.ids = ids + (count - left) * size;
        m.wanted = left < STRETCH_IDS ? left : STRETCH_IDS;
        m.may_reset = *made == 0;
        status = make_stretch(&m, g, plan, stretch);
        *made += m.made;
        *events |= m.made > 0 ? m.step.event : 0;
    }
    busy_leave(&g->busy);
    return status;
}

/* IDs between generator and text: a buffer that stays in the first-level cache. */
#define TEXT_STRETCH_IDS 512

/* A fill of one format. */
typedef sortid_status fill_function(uint8_t *ids, size_t count, size_t *made, sortid_event *events,
                                    struct generator *g);

static inline sortid_status fill_text(char *text, size_t count, int end, size_t *made,
                                      sortid_event *events, struct generator *g,
                                      const sortid_format *format, fill_function *fill_ids)
{
    uint8_t ids[TEXT_STRETCH_IDS * SORTID_MAX_SIZE];
    sortid_status status = SORTID_OK;
    size_t part = 1;
    if (!sortid_format_may_end(end))
        return SORTID_BAD_OPTION;
    while (*made < count && part > 0 && status == SORTID_OK) {
        size_t before = *made, left = count - before;
        status = fill_ids(ids, left < TEXT_STRETCH_IDS ? left : TEXT_STRETCH_IDS, made, events, g);
        part = *made - before;
        text += sortid_format_print_many(text, format, SORTID_ENCODING_TEXT, ids, part, end);
    }
    return status;
}

#define GENERATOR_OF(words) ((struct generator *)(void *)(words)->opaque)

/* The verbs that make IDs. NAME is the format's. */
#define SORTID_FULL_GENERATE(NAME)                                                                 \
    _Static_assert(sizeof(struct generator) <= sizeof(sortid_##NAME##_generator),                  \
                   "generator outgrew its storage");                                               \
    sortid_status sortid_##NAME##_generate(sortid_##NAME *out, sortid_event *event,                \
                                           sortid_##NAME##_generator *generator)                   \
    {                                                                                              \
        struct generator *g = GENERATOR_OF(generator);                                             \
        sortid_##NAME made = {{0}};                                                                \
        sortid_status status = generate(made.bytes, event, g, &g->sources, plan_##NAME);           \
        if (status == SORTID_OK)                                                                   \
            *out = made;                                                                           \
        return status;                                                                             \
    }                                                                                              \
    static sortid_status fill_##NAME(uint8_t *ids, size_t count, size_t *made,                     \
                                     sortid_event *events, struct generator *g)                    \
    {                                                                                              \
        return fill(ids, sizeof(sortid_##NAME), count, made, events, g, plan_##NAME,               \
                    stretch_##NAME);                                                               \
    }                                                                                              \
    sortid_status sortid_##NAME##_fill(sortid_##NAME *out, size_t count, size_t *made,             \
                                       sortid_event *event, sortid_##NAME##_generator *generator)  \
    {                                                                                              \
        sortid_event events = 0;                                                                   \
        *made = 0;                                                                                 \
        sortid_status status =                                                                     \
            fill_##NAME((uint8_t *)out, count, made, &events, GENERATOR_OF(generator));            \
        if (event != NULL)                                                                         \
            *event = events;                                                                       \
        return status;                                                                             \
    }                                                                                              \
    sortid_status sortid_##NAME##_fill_text(char *text, size_t count, int end, size_t *made,       \
                                            sortid_event *event,                                   \
                                            sortid_##NAME##_generator *generator)                  \
    {                                                                                              \
        sortid_event events = 0;                                                                   \
        *made = 0;                                                                                 \
        sortid_status status = fill_text(text, count, end, made, &events, GENERATOR_OF(generator), \
                                         &sortid_format_##NAME.public, fill_##NAME);               \
        if (event != NULL)                                                                         \
            *event = events;                                                                       \
        return status;                                                                             \
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
