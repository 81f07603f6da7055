/* SPDX-License-Identifier: MIT */
/* test_system.c: waiting for a pipe: nothing comes, bytes come, its writer has gone. */
#include "../../support/cases.h"
#include "common/system.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#define open_pipe(ends) _pipe(ends, 4096, _O_BINARY)
#else
#include <unistd.h>
#define open_pipe(ends) pipe(ends)
#endif

#define PATIENCE_MS 60000

TEST(wait_input)
{
    char byte;
    int ends[2];
    assert_int_equal(open_pipe(ends), 0);
    uint64_t start = system_monotonic_ms();
    assert_false(system_wait_input(ends[0], 0));
    assert_false(system_wait_input(ends[0], 200));
    assert_in_range(system_monotonic_ms() - start, 150, PATIENCE_MS);
    assert_int_equal(system_write(ends[1], "x", 1), 1);
    assert_true(system_wait_input(ends[0], PATIENCE_MS));
    assert_int_equal(system_read(ends[0], &byte, 1), 1);
    assert_false(system_wait_input(ends[0], 0));
    system_close(ends[1]);
    assert_true(system_wait_input(ends[0], PATIENCE_MS));
    assert_in_range(system_read(ends[0], &byte, 1), 0, 0);
    system_close(ends[0]);
}

CASES_MAIN(NULL, NULL)
