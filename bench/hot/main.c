/* SPDX-License-Identifier: MIT */
/* main.c: sortid-instructions, the program that tools/instructions runs under
 * callgrind. Prints what it was built from, in lines that begin with #, then the
 * name of each row. Callgrind writes out its count at each entry of hot_mark,
 * which needs none of valgrind's headers: before a row, between its two runs,
 * behind it. Alone it counts nothing and only shows that all calls work. */
#include "hot.h"
#include "../../src/simd/simd.h"

#include <sortid.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__clang__)
#define COMPILER __VERSION__ /* names itself */
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

/* What the build says of itself: architecture and flags. */
#ifndef HOT_BUILD
#define HOT_BUILD "built by hand"
#endif

static void hot_mark(void)
{
}

/* Volatile, so that no compiler knows what is called and leaves it out. */
static void (*volatile mark)(void) = hot_mark;

static void succeed(const char *failed, const char *name)
{
    if (failed == NULL)
        return;
    (void)fprintf(stderr, "sortid-instructions: %s: %s\n", name, failed);
    exit(EXIT_FAILURE);
}

/* Makes the thread's random stream begin anew at the next draw: a refill serves
 * some hundred draws, and how many of them a run meets must not depend on the
 * rows before it. Times 10 s apart, of the 1970s, are near no other draw's. */
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
    run(name, call, HOT_FEW, context); /* all that is done at a first use */
    mark();
    run(name, call, HOT_FEW, context);
    mark();
    run(name, call, HOT_MANY, context);
    mark();
    (void)puts(name);
}

/* The generator of Numerical Recipes, its upper bits: any bytes will do. */
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
        if (sortid_simd_runs(sortid_simd_all[i]))
            (void)printf(" %s", sortid_simd_all[i]->name);
    (void)puts("");
}

int main(void)
{
    print_head();
    succeed(hot_formats(), "formats");
    hot_simd();
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
