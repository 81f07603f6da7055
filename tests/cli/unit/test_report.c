/* SPDX-License-Identifier: MIT */
/* test_report.c: the cost and the order of reports: isatty is called once, lines about input are
 * collected unless standard error is a terminal, and no other line overtakes them. This program's
 * isatty and write count, and keep what goes to standard error. */
#include "../../support/cases.h"
#include "common/output.h"
#include "common/report.h"

#include <sys/syscall.h>
#include <unistd.h>

static struct {
    bool active;
    int terminal; /* what isatty says */
    unsigned questions, writes;
    char text[1 << 20];
    size_t size;
} seen;

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's are reserved
int isatty(int descriptor)
{
    (void)descriptor;
    seen.questions++;
    return seen.terminal;
}

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's are reserved
ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (!seen.active || descriptor != STDERR_FILENO)
        return syscall(SYS_write, descriptor, bytes, size);
    if (size > sizeof seen.text - seen.size)
        abort();
    memcpy(seen.text + seen.size, bytes, size);
    seen.size += size;
    seen.writes++;
    return (ssize_t)size;
}

static void watch(int terminal)
{
    seen.active = true;
    seen.terminal = terminal;
    seen.questions = seen.writes = 0;
    seen.size = 0;
}

#define LINES 5000

/* Reports many bad lines; returns the bytes of their reports, put into `wanted`. */
static size_t report_lines(char *wanted)
{
    size_t size = 0;
    for (unsigned i = 1; i <= LINES; i++) {
        struct place place = {.file = "-", .line = i};
        report_input(&place, i % 7, "number %u", i);
        size += (size_t)sprintf(wanted + size, "sortid: -:%u:%u: number %u\n", i, i % 7 + 1, i);
    }
    return size;
}

static bool saw(const char *wanted, size_t size)
{
    return seen.size == size && memcmp(seen.text, wanted, size) == 0;
}

/* Each line is written at once. In a child, since the answer is kept for good; the first test: the
 * others keep the answer in this process. */
TEST_IN_CHILD(terminal)
{
    static char wanted[LINES * 60];
    watch(1);
    size_t size = report_lines(wanted);
    CHILD_CHECK(!saw(wanted, size) + 2 * (seen.writes != LINES) + 4 * (seen.questions > 2) == 0);
}

/* Each write is of whole lines, and as many as fit. */
TEST(many)
{
    static char wanted[LINES * 60];
    watch(0);
    size_t size = report_lines(wanted);
    assert_in_range(seen.size, size - REPORT_WAITING, size);
    report_flush();
    assert_true(saw(wanted, size));
    assert_in_range(seen.questions, 0, 2);
    assert_in_range(seen.writes, 1, size / (REPORT_WAITING - 60) + 1);
    assert_int_equal(report_status(), STATUS_BAD_INPUT);
}

/* What waits comes before a line of another kind, and before the output. */
TEST(order)
{
    static const char before[] = "sortid: f:1:1: first\n";
    static const char both[] = "sortid: f:1:1: first\nsortid: second\n";
    struct place place = {.file = "f", .line = 1};
    watch(0);
    report_input(&place, 0, "first");
    assert_int_equal(seen.size, 0);
    report(STATUS_OK, "second");
    assert_true(saw(both, sizeof both - 1));
    watch(0);
    report_input(&place, 0, "first");
    output_flush();
    assert_true(saw(before, sizeof before - 1));
}

/* A line that is longer than what may wait follows those that wait. */
TEST(long)
{
    static char file[REPORT_WAITING + 1], wanted[2 * REPORT_WAITING];
    struct place first = {.file = "f", .line = 1}, second = {.file = file, .line = 2};
    memset(file, 'x', REPORT_WAITING);
    watch(0);
    report_input(&first, 0, "a");
    report_input(&second, 0, "b");
    report_flush();
    int size = snprintf(wanted, sizeof wanted, "sortid: f:1:1: a\nsortid: %s:2:1: b\n", file);
    assert_true(saw(wanted, (size_t)size));
}

CASES_MAIN(NULL, NULL)
