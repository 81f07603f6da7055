/* SPDX-License-Identifier: MIT */
/* main.c: sortid-instructions, the program that tools/instructions runs under callgrind: the rows of
 * the bench for one ID, for texts and for each function of each SIMD implementation that CPU and
 * system can run (under valgrind 3.19: scalar and avx2), and those of formats.c. Prints a description
 * of the build in lines that begin with #, then the name of each row. A row makes HOT_FEW calls and
 * then HOT_MANY. Callgrind dumps its count at each entry of hot_mark: before a row, between its two
 * runs, and after it; tools/instructions takes the difference, which excludes work that happens only
 * once. The inputs are the same in each run of the program. This needs no header of valgrind.
 * Without callgrind the program only shows that all calls work. */
#include "../bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void run(const struct row *row, uint64_t count)
{
    restart_random(row->name);
    if (row->begin != NULL)
        succeed(row->begin(count, row->context), row->name);
    succeed(run_row(row, count), row->name);
}

/* The rows of a list, without those of several threads. */
static void run_list(struct rows list)
{
    for (const struct row *row = list.rows; row < list.rows + list.count; row++) {
        if (row->threads != 0)
            continue;
        run(row, HOT_FEW); /* does all work of a first use */
        mark();
        run(row, HOT_FEW);
        mark();
        run(row, HOT_MANY);
        mark();
        (void)printf("%s%s%s\n", row->simd != NULL ? row->simd->name : "",
                     row->simd != NULL ? " " : "", row->name);
    }
}

/* All readings of one text, `count` times. */
static const char *recognize_one(uint64_t count, const void *context)
{
    static sortid_reading readings[SORTID_READINGS_MAX];
    const char *text = context;
    size_t found, length = strlen(text);
    sortid_status status = SORTID_OK;
    for (uint64_t i = 0; i < count; i++)
        status = sortid_recognize(readings, sizeof *readings, SORTID_READINGS_MAX, &found, text,
                                  length, NULL, NULL);
    return status == SORTID_BAD_OPTION ? sortid_status_text(status)
                                       : NULL; /* one text is not an ID */
}

static void run_kinds(void)
{
    for (size_t i = 0; i < MIXED_COUNT; i++) {
        char name[80] = "recognize ";
        strncat(name, MIXED[i], sizeof name - sizeof "recognize ");
        const struct row row = {"forms", name, recognize_one, .context = MIXED[i]};
        run_list((struct rows){&row, 1});
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
    succeed(prepare_corpora(), "corpus");
    run_list(hot_rows()); /* first: the counts of the default generator vary less after these */
    run_list(one_rows());
    run_list(text_rows());
    run_kinds();
    run_list(form_rows());
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
