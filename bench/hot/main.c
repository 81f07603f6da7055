/* SPDX-License-Identifier: MIT */
/* main.c: sortid-instructions, the program that tools/instructions runs under callgrind. Prints
 * a description of the build in lines that begin with #, then the name of each row. Callgrind
 * dumps its count at each entry of hot_mark: before a row, between its two runs, and after it.
 * This needs no header of valgrind. Without callgrind the program only shows that all calls
 * work. */
#include "hot.h"
#include "../../src/simd/simd.h"

#include <sortid.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__clang__)
#define COMPILER __VERSION__ /* includes the name */
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

/* Architecture and flags, defined by CMakeLists.txt. */
#ifndef HOT_BUILD
#define HOT_BUILD "built by hand"
#endif

static void hot_mark(void)
{
}

/* Volatile, so that the compiler cannot remove the call. */
static void (*volatile mark)(void) = hot_mark;

static void succeed(const char *failed, const char *name)
{
    if (failed == NULL)
        return;
    (void)fprintf(stderr, "sortid-instructions: %s: %s\n", name, failed);
    exit(EXIT_FAILURE);
}

/* Makes the next draw reseed the thread's random stream. A refill is enough for a hundred draws or
 * so, and the number of refills in a run must not depend on earlier rows. The times, 10 s apart and
 * in the 1970s, are far from those of all other draws. */
static void restart_random(const char *name)
{
    static uint64_t unix_us;
    sortid_random random;
    uint8_t byte;
    unix_us += 10000000;
    sortid_random_secure(&random);
    sortid_status status = random.fill(random.context, &byte, sizeof byte, unix_us);
    succeed(status == SORTID_OK ? NULL : sortid_status_text(status), name);
}

static void run(const char *name, hot_call *call, size_t count, const void *context)
{
    restart_random(name);
    succeed(call(count, context), name);
}

void hot_row(const char *name, hot_call *call, const void *context)
{
    run(name, call, HOT_FEW, context); /* does all work of a first use */
    mark();
    run(name, call, HOT_FEW, context);
    mark();
    run(name, call, HOT_MANY, context);
    mark();
    (void)puts(name);
}

/* The upper bits of the generator of Numerical Recipes; quality does not matter. */
void hot_bytes(uint8_t *bytes, size_t size)
{
    uint32_t state = 1;
    for (size_t i = 0; i < size; i++) {
        state = state * UINT32_C(1664525) + UINT32_C(1013904223);
        bytes[i] = (uint8_t)(state >> 24);
    }
}

static void print_head(void)
{
    (void)printf("# build: %s, %s\n# simd:", COMPILER, HOT_BUILD);
    for (size_t i = 0; sortid_simd_all[i] != NULL; i++)
        if (sortid_simd_runs(sortid_simd_all[i]->number))
            (void)printf(" %s", sortid_simd_all[i]->name);
    (void)puts("");
}

int main(void)
{
    print_head();
    succeed(hot_formats(), "formats");
    hot_kinds();
    hot_simd();
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
