/* SPDX-License-Identifier: MIT */
/* test_file_cancel.c: a thread with a pending cancellation opens a state file, makes IDs that renew
 * the bound, examines the file and closes it. Each call completes, and the thread is cancelled at a
 * cancellation point of its own afterwards. No lock remains. With a named boot and without.
 * Scripted clock, draws of zeros. */
#include "file.h"

#include <pthread.h>

/* The address sanitizer takes the frames of a cancelled thread for live ones and complains when it
 * frees the thread's signal stack, so the thread has none. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "use_sigaltstack=0";
}

/* How far a thread with a pending cancellation has come. */
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
    p->is_opened = try_to_open(&p->generator, p->format) == SORTID_OK;
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

TEST_ALL_BOOTS(cancel)
{
    struct progress p = {.format = format};
    pthread_t thread;
    void *result = NULL;
    start_empty();
    EXPECT(pthread_create(&thread, NULL, open_and_make, &p) == 0, "no thread");
    EXPECT(pthread_join(thread, &result) == 0, "cannot join");
    EXPECT(p.is_opened, "cancelled while opening");
    EXPECT(p.has_id, "cancelled while syncing");
    EXPECT(p.has_report, "cancelled while examining");
    EXPECT(p.is_closed, "cancelled while closing");
    EXPECT(!p.is_past && result == PTHREAD_CANCELED, "never cancelled");
    alarm(60); /* ends a wait for a lock that was left locked */
    expect_once(format, stamp(format), 1, PLACE);
    alarm(0);
}

/* A caller that has disabled cancellation finds it disabled after each call. */
static void *run_uncancellable(void *argument)
{
    struct progress *p = argument;
    int before = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cancel(pthread_self());
    p->is_opened = try_to_open(&p->generator, p->format) == SORTID_OK;
    uint8_t id[SUPPORT_MAX_SIZE];
    p->has_id = p->format->next(&p->generator, id, NULL) == SORTID_OK;
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    p->is_past = before == PTHREAD_CANCEL_DISABLE;
    return NULL;
}

TEST_FORMATS(cancellation_disabled)
{
    struct progress p = {.format = format};
    pthread_t thread;
    void *result = NULL;
    start_empty();
    EXPECT(pthread_create(&thread, NULL, run_uncancellable, &p) == 0, "no thread");
    EXPECT(pthread_join(thread, &result) == 0, "no end");
    EXPECT(p.is_opened && p.has_id, "failed");
    EXPECT(p.is_past && result == NULL, "cancelled although disabled");
    sortid_generator_close(&p.generator);
}

CASES_MAIN(make_folder, remove_folder)
