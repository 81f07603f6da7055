/* SPDX-License-Identifier: MIT */
/* test_output.c: a signal that ends the command leaves whole units of output, whatever the system
 * does with the write that the signal interrupts. This program's write and poll raise the signal
 * and keep what was written. Each case is a child, which the signal ends. */
#include "../../support/cases.h"
#include "common/output.h"
#include "common/system.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the first write does: it takes some bytes, with the signal before it returns. */
struct scenario {
    const char *what;
    size_t record_size;
    char end;
    size_t taken;     /* 0: the write is interrupted before the first byte */
    size_t left;      /* what the output has in the end */
    bool not_ready;   /* the signal comes in a second write, to a stream that is not ready */
    bool stuck;       /* the stream takes nothing more */
    bool gone;        /* the reader has gone */
    bool interrupted; /* the calls after the signal are interrupted once each */
};

static const struct scenario *scenario; /* NULL: the calls are the system's */
static unsigned writes, polls;

/* Shared with the child. */
static struct {
    size_t size;
    char text[OUTPUT_SIZE];
} * kept;

static ssize_t keep(const void *bytes, size_t size)
{
    memcpy(kept->text + kept->size, bytes, size);
    kept->size += size;
    return (ssize_t)size;
}

static ssize_t refuse(int error)
{
    errno = error;
    return -1;
}

static ssize_t first_write(const void *bytes)
{
    if (!scenario->not_ready)
        raise(SIGTERM);
    return scenario->taken > 0 ? keep(bytes, scenario->taken) : refuse(EINTR);
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's are reserved
ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (scenario == NULL || descriptor != STDOUT_FILENO)
        return syscall(SYS_write, descriptor, bytes, size);
    writes++;
    if (writes == 1)
        return first_write(bytes);
    if (writes == 2 && scenario->not_ready)
        return refuse(EAGAIN);
    if (writes == 2 && scenario->interrupted)
        return refuse(EINTR);
    return scenario->gone ? refuse(EPIPE) : keep(bytes, size);
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's are reserved
int poll(struct pollfd *streams, nfds_t count, int timeout)
{
    (void)streams, (void)count;
    polls++;
    if (timeout < 0) // an endless one ends by the signal
        raise(SIGTERM);
    if (timeout < 0 || (polls == 1 && scenario->interrupted))
        return (int)refuse(EINTR);
    return !scenario->stuck;
}

static const struct scenario SCENARIOS[] = {
    {.what = "within a line", .end = '\n', .taken = 402, .left = 405},
    {.what = "at the end of a line", .end = '\n', .taken = 405, .left = 405},
    {.what = "before the first byte", .end = '\n', .taken = 0, .left = 0},
    {.what = "after the last byte", .end = '\n', .taken = 4500, .left = 4500},
    {.what = "within an ID that NUL ends", .end = '\0', .taken = 4499, .left = 4500},
    {.what = "within a record", .record_size = 9, .taken = 404, .left = 405},
    {.what = "at the end of a record", .record_size = 9, .taken = 405, .left = 405},
    {.what = "not ready", .end = '\n', .taken = 402, .left = 405, .not_ready = true},
    {.what = "not ready, at an end", .end = '\n', .taken = 405, .left = 405, .not_ready = true},
    {.what = "interrupted again", .end = '\n', .taken = 402, .left = 405, .interrupted = true},
    {.what = "stuck", .end = '\n', .taken = 402, .left = 402, .stuck = true},
    {.what = "no reader", .end = '\n', .taken = 402, .left = 402, .gone = true},
};

/* 500 units of 9 bytes; does not return unless the signal does nothing. */
static void write_units(const struct scenario *now)
{
    char *buffer = output_reserve(4500);
    for (size_t i = 0; i < 4500; i++)
        buffer[i] = (char)(i % 9 == 8 && now->record_size == 0 ? now->end : 'a' + (char)(i % 7));
    output_unit(now->record_size, now->end);
    output_commit(4500);
    scenario = now;
    output_flush();
}

/* The status of a child that runs `body`. */
static int in_child(void (*body)(const struct scenario *), const struct scenario *now)
{
    int status;
    kept->size = 0;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        system_catch_end();
        body(now);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

TEST(units)
{
    for (size_t i = 0; i < COUNT_OF(SCENARIOS); i++) {
        int status = in_child(write_units, &SCENARIOS[i]);
        EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "%s: status %#x",
               SCENARIOS[i].what, (unsigned)status);
        EXPECT(kept->size == SCENARIOS[i].left, "%s: %zu bytes", SCENARIOS[i].what, kept->size);
    }
}

static void wait_to_write(const struct scenario *now)
{
    memset(output_reserve(9), 'a', 9);
    output_commit(9);
    scenario = now;
    (void)kill(getpid(), SIGTERM); /* cppcheck takes raise for a function that never returns */
    output_flush();
}

/* While nothing is written a signal ends the command at once. */
TEST(at_once)
{
    static const struct scenario none = {.end = '\n', .taken = 9};
    int status = in_child(wait_to_write, &none);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    assert_int_equal(kept->size, 0);
}

static void catch_ignored(const struct scenario *now)
{
    (void)now;
    signal(SIGTERM, SIG_IGN);
    system_catch_end();
    raise(SIGTERM);
}

/* A signal that is ignored stays so, as nohup wants it. */
TEST(ignored)
{
    assert_int_equal(in_child(catch_ignored, NULL), 0);
}

static int share_kept(void **state)
{
    (void)state;
    kept = support_share(sizeof *kept);
    return 0;
}

CASES_MAIN(share_kept, NULL)
