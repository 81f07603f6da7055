/* SPDX-License-Identifier: MIT */
/* boot.c: see boot.h. Uses CLOCK_BOOTTIME and a timer on it where the system has them. A plain
 * time-out stops while the machine is suspended, and would end too late. */
#include "boot.h"

#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/timerfd.h>
#endif

/* Without an alarm: how late a wait may end after the machine was suspended. */
#define POLL_MS 250

#define LONGEST_PAUSE_MS 5000

uint64_t boot_ms(void)
{
    struct timespec now = {0};
#ifdef CLOCK_BOOTTIME
    if (clock_gettime(CLOCK_BOOTTIME, &now) != 0)
#endif
        clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int boot_alarm_open(void)
{
#if defined(__linux__)
    return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
#else
    return -1;
#endif
}

static bool set_alarm(int alarm, uint64_t until_ms)
{
#if defined(__linux__)
    const struct itimerspec at = {
        .it_value = {.tv_sec = (time_t)(until_ms / 1000),
                     .tv_nsec = (long)(until_ms % 1000 * 1000000) + (until_ms == 0)}};
    return alarm >= 0 && timerfd_settime(alarm, TFD_TIMER_ABSTIME, &at, NULL) == 0;
#else
    (void)alarm;
    (void)until_ms;
    return false;
#endif
}

bool boot_wait(int alarm, int descriptor, uint64_t until_ms, const sigset_t *unblocked)
{
    struct pollfd ready[] = {{.fd = descriptor, .events = POLLIN}, {.fd = alarm, .events = POLLIN}};
    uint64_t now_ms = boot_ms();
    uint64_t left_ms = until_ms > now_ms ? until_ms - now_ms : 0;
    struct timespec timeout = {.tv_nsec = (long)(left_ms < POLL_MS ? left_ms : POLL_MS) * 1000000};
    bool has_alarm = left_ms > 0 && set_alarm(alarm, until_ms);
    // ppoll ignores a descriptor of -1
    int count = ppoll(ready, has_alarm ? 2 : 1, has_alarm ? NULL : &timeout, unblocked);
    return count > 0 && ready[0].revents != 0;
}

/* The nanoseconds of the clock differ enough between programs. */
uint64_t boot_pause_ms(unsigned failures)
{
    struct timespec now = {0};
    uint64_t full = failures < 6 ? UINT64_C(100) << failures : LONGEST_PAUSE_MS;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t mixed = ((uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 20) * 0x9e3779b97f4a7c15;
    return full - (mixed >> 33) % (full / 2);
}

bool boot_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (fcntl(ends[i], F_SETFD, FD_CLOEXEC) != 0 || fcntl(ends[i], F_SETFL, O_NONBLOCK) != 0)
            return false;
    return true;
}

void boot_ring(const int ends[2])
{
    ssize_t written = write(ends[1], "", 1);
    (void)written; // a full pipe is readable, too
}

void boot_silence(const int ends[2])
{
    char bytes[64];
    while (read(ends[0], bytes, sizeof bytes) > 0) {
    }
}
