/* SPDX-License-Identifier: MIT */
/* test_exit_steps.c: signal handlers between any two instructions of a thread's end. The CPU
 * single-steps through the destructors of a thread's keys, from just before the library's to just
 * after it; at instruction number k a handler makes an ID or draws: it gets a valid value or
 * SORTID_BUSY, never zeros, never a value that was given before, and it returns. So do the
 * destructors that run later, in each of their rounds. x86-64 on Linux; skipped elsewhere. */
#include "../support/cases.h"
#include "../support/family.h"
#include "../support/steps.h"
#include "../support/workers.h"

#ifdef STEPS_EXIST

#include <limits.h>

/* ---- What a handler or a destructor calls ------------------------------------------- */

/* Draws, then each format's ID and text. */
enum { DRAW, FIRST_MAKE, FIRST_TEXT = FIRST_MAKE + SUPPORT_FORMATS };
#define KINDS (FIRST_TEXT + SUPPORT_FORMATS)

static const support_format *format_of(int kind)
{
    return &support_formats[(kind - FIRST_MAKE) % SUPPORT_FORMATS];
}

static size_t size_of(int kind)
{
    return kind == DRAW ? SUPPORT_MAX_SIZE : format_of(kind)->size;
}

static sortid_status call_kind(uint8_t *value, int kind)
{
    char text[SUPPORT_MAX_TEXT];
    if (kind == DRAW) {
        sortid_random random;
        sortid_random_secure(&random);
        return random.fill(random.context, value, SUPPORT_MAX_SIZE, 1);
    }
    const support_format *format = format_of(kind);
    if (kind < FIRST_TEXT)
        return format->new_id(value, NULL);
    sortid_status status = format->new_text(text, NULL);
    return status == SORTID_OK ? format->parse(value, text, format->text_length, NULL) : status;
}

/* The last 32 bits, which are random in all formats except scru64, are 0 in one value of 2^32. */
static bool is_proper(const uint8_t *value, int kind)
{
    static const uint8_t zeros[4];
    size_t size = size_of(kind);
    return (kind != DRAW && format_of(kind) == SUPPORT_SCRU64) ||
           memcmp(value + size - sizeof zeros, zeros, sizeof zeros) != 0;
}

/* ---- A thread that is interrupted at its end ------------------------------------------ */

/* Keys before and after the library's, in the order in which their destructors run. */
static pthread_key_t key_before, key_after;

static int kind; /* the kind of call */
static bool steps_through_end;
static uint8_t before_end[SUPPORT_MAX_SIZE], in_handler[SUPPORT_MAX_SIZE];
static volatile sortid_status handler_status;
static volatile bool handler_ran;

/* Results of the destructors after the library's, one for each round. */
static uint8_t later[PTHREAD_DESTRUCTOR_ITERATIONS][SUPPORT_MAX_SIZE];
static sortid_status later_status[PTHREAD_DESTRUCTOR_ITERATIONS];
static int rounds;

static void call_inside(void)
{
    handler_status = call_kind(in_handler, kind);
    handler_ran = true;
}

static void begin_in_destructor(void *value)
{
    (void)value;
    if (steps_through_end)
        begin_stepping();
}

/* Sets its key again, so that it is called in each round. */
static void call_in_destructor(void *value)
{
    end_stepping();
    if (rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
        later_status[rounds] = call_kind(later[rounds], kind);
        rounds++;
        (void)pthread_setspecific(key_after, value);
    }
}

static void *call_and_end(void *problem)
{
    uint8_t drawn[4];
    sortid_random random;
    sortid_random_secure(&random);
    bool done = call_kind(before_end, kind) == SORTID_OK &&
                random.fill(random.context, drawn, sizeof drawn, 1) == SORTID_OK &&
                pthread_setspecific(key_before, &key_before) == 0 &&
                pthread_setspecific(key_after, &key_after) == 0;
    return done ? NULL : problem;
}

static void run_thread(void)
{
    rounds = 0;
    handler_ran = false;
    handler_status = SORTID_BUSY;
    in_threads(call_and_end, &key_before, 0, 1);
}

static const char *name_of(int which)
{
    return which == DRAW ? "a draw" : format_of(which)->name;
}

/* The rounds after the library's destructor: all calls succeed. */
static void judge_later(void)
{
    assert_int_equal(rounds, PTHREAD_DESTRUCTOR_ITERATIONS);
    const uint8_t *last = before_end;
    for (int i = 0; i < rounds; i++) {
        EXPECT_STATUS(later_status[i], SORTID_OK, "%s in round %d", name_of(kind), i);
        EXPECT(is_proper(later[i], kind), "%s in round %d: zeros", name_of(kind), i);
        EXPECT(kind == DRAW || memcmp(later[i], last, size_of(kind)) > 0,
               "%s in round %d: not greater than the one before", name_of(kind), i);
        last = later[i];
    }
}

/* ---- The tests ------------------------------------------------------------------------- */

static int begin(void **state)
{
    uint8_t value[SUPPORT_MAX_SIZE];
    if (pthread_key_create(&key_before, begin_in_destructor) != 0 ||
        support_set_node(42, 8, NULL) != SORTID_OK || call_kind(value, DRAW) != SORTID_OK)
        return -1; /* the draw has created the library's key */
    return pthread_key_create(&key_after, call_in_destructor) | catch_steps(state);
}

TEST(later_destructors)
{
    for (kind = 0; kind < KINDS; kind++) {
        run_thread();
        judge_later();
    }
}

#define MOST_STEPS 4000

static uint8_t values[3 * MOST_STEPS * SUPPORT_MAX_SIZE];

static void keep(size_t *count, const uint8_t *value)
{
    memcpy(values + *count * size_of(kind), value, size_of(kind));
    (*count)++;
}

/* One interrupted end; keeps the values, which must all differ. */
static void interrupt_end(size_t *count, long at)
{
    act_at = at;
    run_thread();
    if (!handler_ran)
        return;
    sortid_status status = handler_status;
    EXPECT(status == SORTID_OK || status == SORTID_BUSY, "%s inside, at %ld: %s", name_of(kind), at,
           sortid_status_name(status));
    EXPECT(status != SORTID_OK || is_proper(in_handler, kind), "%s inside, at %ld: zeros",
           name_of(kind), at);
    EXPECT(status != SORTID_OK || kind == DRAW || memcmp(in_handler, before_end, size_of(kind)) > 0,
           "%s inside, at %ld: not greater than the one before", name_of(kind), at);
    judge_later();
    keep(count, before_end);
    keep(count, later[0]);
    if (status == SORTID_OK)
        keep(count, in_handler);
}

/* All instructions from one destructor to the other; at some of them the stream is busy. */
TEST(interrupted_ends)
{
    need_acts_anywhere();
    act = call_inside;
    steps_through_end = true;
    for (kind = 0; kind < KINDS; kind++) {
        size_t count = 0, busy = 0;
        long at = 1;
        do {
            EXPECT(at < MOST_STEPS, "%s: too many instructions", name_of(kind));
            interrupt_end(&count, at);
            at += kind < FIRST_TEXT ? 1 : 5;
            busy += handler_ran && handler_status == SORTID_BUSY;
        } while (handler_ran);
        EXPECT(at > 20, "%s: %ld instructions", name_of(kind), at);
        EXPECT(kind != DRAW || busy > 0, "no draw found the stream busy");
        EXPECT(support_all_differ(values, count, size_of(kind)), "%s: a value twice",
               name_of(kind));
        printf("%s: %ld instructions, busy at %zu\n", name_of(kind), at, busy);
    }
    steps_through_end = false;
}

CASES_MAIN(begin, NULL)

#endif
