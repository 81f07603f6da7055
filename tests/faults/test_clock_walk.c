/* SPDX-License-Identifier: MIT */
/* test_clock_walk.c: generators of all formats, in each mode, with long random walks of the clock:
 * it does not move for more IDs than a counter holds, steps on, back within the allowance, back
 * beyond it, far into the future and back, to the format's first and last timestamp and past them;
 * readings, draws and sleeps fail. Calls for one ID, for many and for text come in turn. A model of
 * a few lines, which knows the last ID and the clock and no code of the library, predicts each
 * result; it bounds what it cannot predict (random bits). Clock and randomness are scripted. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/oracle.h"

#define START_US    UINT64_C(1700000000123456)
#define ALLOWANCE   UINT64_C(10000) /* ms */
#define MOST_IDS    70000           /* of a call: more than 2^16, the smallest counters */
#define SCRIPT_SIZE ((size_t)1 << 16)

/* All IDs of a walk, to find repeated ones. */
#define MOST_KEPT 600000

/* ---- The model ------------------------------------------------------------------------- */

/* What the model knows: the last ID, its timestamp, and the highest reading of the clock since the
 * start or a reset (scru160 needs that before it resets). */
struct model {
    const support_format *format;
    sortid_mode mode;
    bool started;
    uint64_t last, highest;
    uint8_t id[SUPPORT_MAX_SIZE];
};

/* The expected result for a reading of the clock. */
struct verdict {
    sortid_status status;
    sortid_event event; /* of an ID; 0 if `waits` */
    uint64_t timestamp;
    bool waits;
    uint64_t until_us; /* what it waits for */
};

static uint64_t first_of(const support_format *f)
{
    return f->reserves_ends ? 1 : 0;
}

static uint64_t last_of(const support_format *f)
{
    return f->timestamp_max - (f->reserves_ends ? 1 : 0);
}

static bool clock_of(uint64_t *now, const support_format *f, uint64_t unix_us)
{
    uint64_t zero_us = f->timestamp_zero * 1000;
    *now = unix_us < zero_us ? 0 : (unix_us - zero_us) / (f->timestamp_unit * 1000);
    return unix_us >= zero_us && *now >= first_of(f) && *now <= last_of(f);
}

/* The first bit of the counter: after the timestamp, and in scru64 after a node of 8 bits. */
static size_t counter_begin(const support_format *f)
{
    return f->timestamp_bits + (f == SUPPORT_SCRU64 ? 8 : 0);
}

/* Whether all bits that carry are ones: the counter's bits, or the lower half of those of scru128.
 * Skips fixed bits in between (uuidv7). */
static bool all_ones(const support_format *f, const uint8_t *id, size_t from, size_t to)
{
    for (size_t bit = from; bit < to; bit++)
        if (oracle_bits(id, bit, 1) == 0 && oracle_bits(f->fixed_mask, bit, 1) == 0)
            return false;
    return true;
}

/* Increments the first `size` bytes of an ID; a carry skips fixed bits. */
static void count_bytes(const support_format *f, uint8_t *id, size_t size)
{
    for (size_t i = 0; i < size; i++)
        id[i] |= f->fixed_mask[i];
    for (size_t i = size; i-- > 0 && (id[i] = (id[i] + 1) & 0xff) == 0;) {
    }
    support_set_fixed(id, f);
}

/* Formats count in whole bytes, except scru128v1: its counter of 28 bits ends at bit 72. */
static size_t counter_end(const support_format *f)
{
    return 8 * (f->counter_byte + 1);
}

static struct verdict count_up(const struct model *m)
{
    const support_format *f = m->format;
    struct verdict v = {SORTID_OK, SORTID_EVENT_COUNTER_INCREMENTED, m->last, false, 0};
    if (all_ones(f, m->id, counter_begin(f), counter_end(f))) {
        v.timestamp++;
        v.event = SORTID_EVENT_TIMESTAMP_BORROWED;
        v.status = f == SUPPORT_ULID       ? SORTID_OVERFLOW
                   : m->last >= last_of(f) ? SORTID_EXHAUSTED
                                           : SORTID_OK;
    } else if (f == SUPPORT_SCRU128 && all_ones(f, m->id, 72, 96)) {
        v.event = SORTID_EVENT_COUNTER_CARRIED;
    }
    return v;
}

/* The complete rule for the clock. */
static struct verdict judge(const struct model *m, uint64_t unix_us)
{
    const support_format *f = m->format;
    uint64_t now, allowed = ALLOWANCE / f->timestamp_unit;
    if (!clock_of(&now, f, unix_us))
        return (struct verdict){.status = SORTID_CLOCK_OUT_OF_RANGE};
    if (!m->started || now > m->last)
        return (struct verdict){SORTID_OK, SORTID_EVENT_NEW_TIMESTAMP, now, false, 0};
    if (m->last - now <= allowed)
        return count_up(m);
    if (m->mode == SORTID_MODE_WAIT)
        return (struct verdict){.waits = true, .until_us = support_unix_us(f, m->last - allowed)};
    bool went_back = m->highest > now && m->highest - now > allowed;
    if (m->mode == SORTID_MODE_RESET && (f != SUPPORT_SCRU160 || went_back))
        return (struct verdict){SORTID_OK, SORTID_EVENT_RESET, now, false, 0};
    return (struct verdict){.status = SORTID_ROLLBACK};
}

/* Checks an ID against the expected result and takes it as the last one; false if it does not
 * match. */
static bool accept(struct model *m, const struct verdict *v, const uint8_t *id, uint64_t unix_us)
{
    const support_format *f = m->format;
    uint8_t next[SUPPORT_MAX_SIZE] = {0};
    uint64_t now = 0;
    bool counts =
        v->event == SORTID_EVENT_COUNTER_INCREMENTED || v->event == SORTID_EVENT_COUNTER_CARRIED;
    size_t bytes = f->counter_byte + 1;
    memcpy(next, m->id, bytes);
    if (counts)
        count_bytes(f, next, bytes);
    if (support_timestamp(f, id) != v->timestamp || (counts && memcmp(next, id, bytes) != 0))
        return false;
    if (f == SUPPORT_SCRU64 && id[5] != 42)
        return false;
    if (m->started && v->event != SORTID_EVENT_RESET && memcmp(m->id, id, f->size) >= 0)
        return false;
    (void)clock_of(&now, f, unix_us);
    m->highest =
        v->event == SORTID_EVENT_RESET || !m->started || now > m->highest ? now : m->highest;
    m->started = true;
    m->last = v->timestamp;
    memcpy(m->id, id, f->size);
    return true;
}

/* ---- A walk ------------------------------------------------------------------------------- */

enum fault { no_fault, clock_fault, draw_fault, sleep_fault, faults };

static struct walk {
    struct model model;
    support_world world;
    sortid_generator generator, before;
    uint8_t script[SCRIPT_SIZE];
    uint8_t ids[MOST_IDS * SUPPORT_MAX_SIZE];
    char text[MOST_IDS * (SUPPORT_MAX_TEXT + 1)];
    uint8_t kept[(size_t)MOST_KEPT * SUPPORT_MAX_SIZE];
    size_t kept_count;
    bool system_random; /* system randomness: no ID comes twice, even after resets */
    unsigned seen[7];
    char what[80];
} walk;

/* What the walks of a format must have reached, so that every case is tested. */
enum seen { saw_borrow, saw_reset, saw_rollback, saw_wait, saw_out_of_range, saw_end, saw_fault };

/* Random bytes with runs of ones and zeros, as long as a counter and longer. */
static void write_script(uint8_t *script)
{
    support_random_bytes(script, SCRIPT_SIZE);
    for (size_t at = 0; at < SCRIPT_SIZE - 64; at += 1 + support_below(64))
        memset(script + at, support_below(4) == 0 ? 0x00 : 0xff, support_below(32));
}

static void begin(struct walk *w, const support_format *f, sortid_mode mode, bool system_random)
{
    write_script(w->script);
    w->model = (struct model){.format = f, .mode = mode};
    w->system_random = system_random;
    w->kept_count = 0;
    support_world_init(&w->world, START_US, 0x5a);
    w->world.draws.script = w->script;
    w->world.draws.script_size = SCRIPT_SIZE;
    if (system_random)
        sortid_random_secure(&w->world.sources.random);
    snprintf(w->what, sizeof w->what, "%s, mode %d%s", f->name, (int)mode,
             system_random ? ", system randomness" : "");
    EXPECT_STATUS(f->generator_init(&w->generator, mode, ALLOWANCE, &w->world.sources), SORTID_OK,
                  "%s", w->what);
}

/* The last microsecond of the format's last timestamp. */
static uint64_t end_us(const support_format *f)
{
    return support_unix_us(f, last_of(f) + 1) - 1;
}

/* The next time of the clock. */
static uint64_t move(const struct walk *w)
{
    const support_format *f = w->model.format;
    uint64_t now = w->world.clock.now_us;
    uint64_t last_us = w->model.started ? support_unix_us(f, w->model.last) : START_US;
    uint64_t allowed = ALLOWANCE / f->timestamp_unit * f->timestamp_unit * 1000;
    uint64_t unit = f->timestamp_unit * 1000;
    switch (support_below(16)) {
    case 0:
    case 1:
    case 2:
        return now; /* does not move */
    case 3:
        return now + 1 + support_below(3 * unit);
    case 4:
        return now + support_below(20000000);
    case 5:
        return now - support_below(allowed); /* back within the allowance */
    case 6:
        return last_us - allowed; /* the last us within it */
    case 7:
        return last_us - allowed - 1; /* the first us beyond it */
    case 8:
        return last_us - allowed - support_below(100000000);
    case 9:
        if (w->model.mode == SORTID_MODE_ABORT && support_below(2) > 0)
            return now + 1000; /* rarer in a mode that cannot go back */
        return now + UINT64_C(31557600000000) * (1 + support_below(300)); /* years */
    case 10:
        return START_US + support_below(1000000000); /* back to the start */
    case 11:
        return support_unix_us(f, first_of(f)) + support_below(3) * unit;
    case 12:
        return support_below(2) == 0 ? 0 : support_unix_us(f, first_of(f)) - 1;
    case 13:
        if (w->model.mode == SORTID_MODE_ABORT && support_below(2) > 0)
            return START_US;
        return end_us(f) - support_below(3) * unit;
    case 14:
        return support_below(2) == 0 ? end_us(f) + 1 : UINT64_MAX;
    default:
        return START_US;
    }
}

static size_t random_count(void)
{
    static const size_t counts[] = {1, 1, 1, 1, 2, 100, 513, 4096, 4097, 9000};
    return support_below(40) == 0 ? MOST_IDS : counts[support_below(COUNT_OF(counts))];
}

/* Makes one call of one kind; its IDs are in w->ids. */
struct result {
    sortid_status status;
    size_t made;
    sortid_event events;
    bool single;
};

/* Parses the texts of a fill into w->ids. */
static void expect_texts_read(struct walk *w, size_t count)
{
    const support_format *f = w->model.format;
    size_t done = 0, consumed = 0, length = count * (f->text_length + 1);
    EXPECT_STATUS(f->parse_many(w->ids, count, &done, &consumed, w->text, length, '\n', NULL),
                  SORTID_OK, "%s: text", w->what);
    EXPECT(done == count && consumed == length, "%s: %zu texts of %zu read", w->what, done, count);
}

static struct result call(struct walk *w, size_t count)
{
    const support_format *f = w->model.format;
    struct result r = {SORTID_OK, 0, 0, false};
    if (count == 1 && support_below(2) == 0) {
        r.status = f->next(&w->generator, w->ids, &r.events);
        r.made = r.status == SORTID_OK;
        r.single = true;
    } else if (support_below(2) == 0) {
        r.status = f->fill(&w->generator, w->ids, count, &r.made, &r.events);
    } else {
        size_t stride = f->text_length + 1, written = 0;
        r.status =
            f->fill_text(&w->generator, w->text, count * stride, &written, count, '\n', &r.events);
        EXPECT(written % stride == 0, "%s: %zu bytes", w->what, written);
        r.made = written / stride;
        expect_texts_read(w, r.made);
    }
    return r;
}

/* Makes one of the sources fail in one of its next calls. */
static enum fault set_fault(struct walk *w)
{
    enum fault fault = support_below(4) == 0 ? (enum fault)support_below(faults) : no_fault;
    size_t at = 1 + (size_t)support_below(3);
    support_world *world = &w->world;
    if (w->system_random && fault == draw_fault)
        fault = no_fault;
    world->clock.fail_at = fault == clock_fault ? world->clock.calls + at : 0;
    world->draws.fail_at = fault == draw_fault ? world->draws.calls + at : 0;
    world->naps.fail_at = fault == sleep_fault ? world->naps.calls + 1 : 0;
    world->clock.failure = SORTID_CLOCK_FAILED;
    world->draws.failure = SORTID_RANDOM_FAILED;
    world->naps.failure = SORTID_SLEEP_FAILED;
    if (world->draws.bytes > SCRIPT_SIZE / 2)
        world->draws.bytes = 0;
    return fault;
}

/* Whether the injected failure has happened. */
static bool has_failed(const struct walk *w, sortid_status status)
{
    const support_world *world = &w->world;
    if (status == SORTID_CLOCK_FAILED)
        return world->clock.fail_at != 0 && world->clock.calls == world->clock.fail_at;
    if (status == SORTID_RANDOM_FAILED)
        return world->draws.fail_at != 0 && world->draws.calls == world->draws.fail_at;
    if (status == SORTID_SLEEP_FAILED)
        return world->naps.fail_at != 0 && world->naps.calls == world->naps.fail_at;
    return false;
}

static void note(struct walk *w, const struct verdict *v)
{
    w->seen[saw_borrow] +=
        v->event == SORTID_EVENT_TIMESTAMP_BORROWED || v->status == SORTID_OVERFLOW;
    w->seen[saw_reset] += v->event == SORTID_EVENT_RESET;
    w->seen[saw_rollback] += v->status == SORTID_ROLLBACK;
    w->seen[saw_wait] += v->waits;
    w->seen[saw_out_of_range] += v->status == SORTID_CLOCK_OUT_OF_RANGE;
    w->seen[saw_end] += v->status == SORTID_EXHAUSTED ||
                        (v->event != 0 && v->timestamp == last_of(w->model.format));
}

/* The expected result at the clock's time, after a wait if it needs one. */
static struct verdict judge_waiting(struct walk *w, uint64_t *clock_us)
{
    struct verdict v = judge(&w->model, *clock_us);
    note(w, &v);
    if (v.waits) {
        *clock_us = v.until_us;
        v = judge(&w->model, *clock_us);
        note(w, &v);
    }
    return v;
}

static void keep(struct walk *w, const uint8_t *id)
{
    if (w->kept_count < MOST_KEPT)
        memcpy(w->kept + w->kept_count++ * w->model.format->size, id, w->model.format->size);
}

/* Checks the IDs of a call one by one, and why there were no more. */
static void check(struct walk *w, size_t count, uint64_t clock_us, const struct result *r)
{
    sortid_event events = 0;
    uint64_t begun_us = clock_us;
    for (size_t i = 0; i < r->made; i++) {
        const uint8_t *id = w->ids + i * w->model.format->size;
        struct verdict v = judge_waiting(w, &clock_us);
        EXPECT_STATUS(v.status, SORTID_OK, "%s: no ID expected, got ID %zu of %zu", w->what, i,
                      r->made);
        EXPECT(i == 0 || v.event != SORTID_EVENT_RESET, "%s: a reset within a fill", w->what);
        EXPECT(accept(&w->model, &v, id, clock_us), "%s: ID %zu, event %u at %llu", w->what, i,
               v.event, (unsigned long long)clock_us);
        events |= v.event;
        keep(w, id);
    }
    EXPECT(r->events == events, "%s: events %u, expected %u", w->what, r->events, events);
    if (has_failed(w, r->status)) {
        w->seen[saw_fault]++;
        return;
    }
    if (r->made < count) {
        struct verdict v = judge_waiting(w, &clock_us);
        EXPECT_STATUS(r->status, v.status, "%s: after %zu of %zu", w->what, r->made, count);
        EXPECT(v.status != SORTID_OK || (v.event == SORTID_EVENT_RESET && r->made > 0),
               "%s: %zu of %zu", w->what, r->made, count);
    } else {
        EXPECT_STATUS(r->status, SORTID_OK, "%s: %zu of %zu", w->what, r->made, count);
    }
    EXPECT(w->world.clock.now_us == clock_us, "%s: slept to %llu, not to %llu, from %llu", w->what,
           (unsigned long long)w->world.clock.now_us, (unsigned long long)clock_us,
           (unsigned long long)begun_us);
}

static void turn(struct walk *w)
{
    uint64_t clock_us = w->world.clock.now_us = move(w);
    size_t count = random_count();
    (void)set_fault(w);
    memset(w->ids, 0xa5, w->model.format->size);
    w->before = w->generator;
    struct result r = call(w, count);
    check(w, count, clock_us, &r);
    EXPECT(r.made > 0 || memcmp(&w->before, &w->generator, sizeof w->before) == 0,
           "%s: %s, and the generator changed", w->what, sortid_status_name(r.status));
    for (size_t i = 0; r.made == 0 && r.single && i < w->model.format->size; i++)
        EXPECT(w->ids[i] == 0xa5, "%s: an ID written, and %s", w->what,
               sortid_status_name(r.status));
}

/* ---- Walks --------------------------------------------------------------------------------- */

enum { walks = 16, turns = 40 };

/* No ID comes twice: with system randomness also after resets; only a scru64 that resets can
 * repeat. */
static void expect_all_differ(struct walk *w)
{
    const support_format *f = w->model.format;
    bool may_repeat = f == SUPPORT_SCRU64 && w->model.mode == SORTID_MODE_RESET;
    if (w->system_random && !may_repeat)
        EXPECT(support_all_differ(w->kept, w->kept_count, f->size), "%s: an ID twice", w->what);
}

static void walk_in(const support_format *f, sortid_mode mode)
{
    memset(walk.seen, 0, sizeof walk.seen);
    for (unsigned i = 0; i < 2 * walks; i++) {
        begin(&walk, f, mode, i % 2 == 1);
        for (unsigned t = 0; t < turns; t++)
            turn(&walk);
        expect_all_differ(&walk);
    }
    const unsigned *seen = walk.seen;
    print_message("%s, mode %d: borrowed %u, reset %u, rolled back %u, waited %u, out of range %u, "
                  "at the end %u, failed %u\n",
                  f->name, (int)mode, seen[saw_borrow], seen[saw_reset], seen[saw_rollback],
                  seen[saw_wait], seen[saw_out_of_range], seen[saw_end], seen[saw_fault]);
    EXPECT(seen[saw_borrow] > 0 && seen[saw_out_of_range] > 0 && seen[saw_end] > 0 &&
               seen[saw_fault] > 0,
           "%s, mode %d: a case was not reached", f->name, (int)mode);
    EXPECT((seen[saw_reset] > 0) == (mode == SORTID_MODE_RESET), "%s: resets", f->name);
    EXPECT((seen[saw_wait] > 0) == (mode == SORTID_MODE_WAIT), "%s: waits", f->name);
    EXPECT(seen[saw_rollback] > 0 || mode != SORTID_MODE_ABORT, "%s: rollbacks", f->name);
}

TEST_EACH(walks, support_each_format, const support_format *f)
{
    for (sortid_mode mode = SORTID_MODE_ABORT; mode <= SORTID_MODE_WAIT; mode++)
        walk_in(f, mode);
}

CASES_MAIN(NULL, NULL)
