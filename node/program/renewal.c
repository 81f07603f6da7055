/* SPDX-License-Identifier: MIT */
/* tender.c: one thread, two pipes and a lock around the news, the code behind tender.h. It decides
 * nothing. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tender.h"

#include "boot.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static struct {
    sortid_node_hold *hold;
    pthread_t thread;
    pthread_mutex_t lock; /* around `news` */
    struct tender_news news;
    int tell[2]; /* a byte when there are news */
    int stop[2]; /* closed at its writing end when the thread is to end */
    int alarm;
} tender = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Their clock may have another zero: what counts is how far ahead they are of it now, taken from a
 * reading of ours before, so that no deadline is late. */
static void read_times(struct tender_news *news)
{
    sortid_node_times times;
    uint64_t before_ms = boot_ms();
    sortid_node_hold_times(&times, tender.hold);
    news->ask_ms = before_ms + (times.ask_ms > times.now_ms ? times.ask_ms - times.now_ms : 0);
    news->kill_ms = before_ms + (times.kill_ms > times.now_ms ? times.kill_ms - times.now_ms : 0);
    news->lost = times.lost;
}

static void publish(const struct tender_news *news)
{
    pthread_mutex_lock(&tender.lock);
    tender.news = *news;
    pthread_mutex_unlock(&tender.lock);
    ssize_t written = write(tender.tell[1], "", 1);
    (void)written; // a full pipe tells as well
}

static void *tend(void *nothing)
{
    bool ended = false;
    while (!ended) {
        struct tender_news news = {.error = {""}};
        uint64_t next_ms = 0;
        news.status = sortid_node_tend(tender.hold, &next_ms, &news.error);
        read_times(&news);
        publish(&news);
        uint64_t until_ms = boot_ms() + (next_ms > 0 ? next_ms : 1);
        if (news.status == SORTID_NODE_LOST)
            return nothing;
        do
            ended = boot_wait(tender.alarm, tender.stop[0], until_ms, NULL);
        while (!ended && boot_ms() < until_ms);
    }
    return nothing;
}

static bool make_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0;
}

/* The thread is born with all signals blocked. */
static int start_thread(void)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    signals_block_all();
    int error = pthread_create(&tender.thread, NULL, tend, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    return error;
}

bool tender_begin(sortid_node_hold *hold)
{
    tender.hold = hold;
    tender.alarm = boot_alarm_open();
    if (!make_pipe(tender.tell) || !make_pipe(tender.stop))
        return false;
    read_times(&tender.news);
    errno = start_thread();
    return errno == 0;
}

int tender_descriptor(void)
{
    return tender.tell[0];
}

void tender_take_news(struct tender_news *news)
{
    char bytes[64];
    ssize_t got;
    do
        got = read(tender.tell[0], bytes, sizeof bytes);
    while (got > 0);
    pthread_mutex_lock(&tender.lock);
    *news = tender.news;
    pthread_mutex_unlock(&tender.lock);
}

void tender_end(void)
{
    close(tender.stop[1]);
    pthread_join(tender.thread, NULL);
}
