/* SPDX-License-Identifier: MIT */
/* test_file_cancel.c: a thread that is to be cancelled opens a state file, makes IDs that have
 * the bound set anew, looks into the file and closes it: it comes out of each call with what was
 * asked for, and is cancelled after it, where it says so. Nothing is left locked, with a name for
 * the boot and without. Scripted clock, draws of zeros. */
#include "file.h"

#include <pthread.h>

/* The sanitizer of addresses takes the frames of a cancelled thread for live ones, and complains
 * when it takes away that thread's signal stack: it is to have none. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "use_sigaltstack=0";
}

static support_world world;

/* How far a thread has come, which a cancel is waiting for. */
struct progress {
    const support_format *format;
    sortid_generator generator;
    bool is_opened, has_id, has_report, is_closed, is_past;
};

static void *open_and_make(void *argument)
{
    struct progress *p = argument;
    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    pthread_cancel(pthread_self());
    p->is_opened = p->format->open(&p->generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                   &world.sources) == SORTID_OK;
    syncs.calls = 0;
    support_zeros_id(expected, p->format, timestamp_at(p->format, now_us), 0);
    p->has_id = p->format->next(&p->generator, id, NULL) == SORTID_OK &&
                memcmp(id, expected, p->format->size) == 0 && syncs.calls == 1;
    sortid_state_report report;
    p->has_report = sortid_state_examine(path, &report, sizeof report) == SORTID_OK;
    sortid_generator_close(&p->generator);
    p->is_closed = true;
    pthread_testcancel();
    p->is_past = true;
    return NULL;
}

static void cancel_of(const support_format *format)
{
    struct progress p = {.format = format};
    pthread_t thread;
    void *result = NULL;
    count_files(true);
    support_world_init(&world, now_us, 0);
    EXPECT(pthread_create(&thread, NULL, open_and_make, &p) == 0, "no thread");
    EXPECT(pthread_join(thread, &result) == 0, "no end");
    EXPECT(p.is_opened, "%s: cancelled in opening", format->name);
    EXPECT(p.has_id, "%s: cancelled in a sync", format->name);
    EXPECT(p.has_report, "%s: cancelled in a look", format->name);
    EXPECT(p.is_closed, "%s: cancelled in closing", format->name);
    EXPECT(!p.is_past && result == PTHREAD_CANCELED, "%s: never cancelled", format->name);
    alarm(60); /* who waits for a lock that has been left */
    open_file(&p.generator, format, &world.sources, PLACE);
    expect_zeros(format, &p.generator, timestamp_at(format, now_us), 1, PLACE);
    sortid_generator_close(&p.generator);
    alarm(0);
}

static void test_cancel(void **state)
{
    (void)state;
    boot.tells = true;
    support_each_format(cancel_of);
}

static void test_cancel_without_boot(void **state)
{
    (void)state;
    boot.tells = false;
    support_each_format(cancel_of);
    boot.tells = true;
}

/* One whose caller has put cancelling off finds that as it was. */
static void *put_off(void *argument)
{
    struct progress *p = argument;
    int before = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cancel(pthread_self());
    p->is_opened = p->format->open(&p->generator, path, NULL, SORTID_MODE_ABORT, ALLOWANCE_MS,
                                   &world.sources) == SORTID_OK;
    uint8_t id[SUPPORT_MAX_SIZE];
    p->has_id = p->format->next(&p->generator, id, NULL) == SORTID_OK;
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    p->is_past = before == PTHREAD_CANCEL_DISABLE;
    return NULL;
}

static void put_off_of(const support_format *format)
{
    struct progress p = {.format = format};
    pthread_t thread;
    void *result = NULL;
    count_files(true);
    support_world_init(&world, now_us, 0);
    EXPECT(pthread_create(&thread, NULL, put_off, &p) == 0, "no thread");
    EXPECT(pthread_join(thread, &result) == 0, "no end");
    EXPECT(p.is_opened && p.has_id, "%s: failed", format->name);
    EXPECT(p.is_past && result == NULL, "%s: cancelled all the same", format->name);
    sortid_generator_close(&p.generator);
}

static void test_put_off(void **state)
{
    (void)state;
    support_each_format(put_off_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_cancel_without_boot),
        cmocka_unit_test(test_put_off),
    };
    support_begin();
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
