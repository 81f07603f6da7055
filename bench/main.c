/* SPDX-License-Identifier: MIT */
/* main.c: `sortid-bench`. Measures the library and the command, and compares each run with a
 * clock read or a peer at the same time. Run by `make bench`. Prints a table and writes the same
 * figures as JSON. Targets are reported, never enforced: only a failing call makes the bench
 * fail, not a slow machine. */
#include "corpus.h"
#include "report.h"
#include "rows.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUICK_SCALE 20
#define QUICK_POINT 100000 /* the largest point of a plot in a quick run */

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_SYSTEM = 3 };

static const char USAGE[] =
    "usage: sortid-bench [-q] [-f PART] [-o FILE] [-p FOLDER] [-l FOLDER] [COMMAND]\n"
    "\n"
    "Measure the library, and the command at the path COMMAND (default: $SORTID; if that is\n"
    "not set, the command is not measured).\n"
    "\n"
    "  -q, --quick          short runs: a quick check, not precise figures\n"
    "  -f, --filter PART    only rows whose name contains PART\n"
    "  -o, --json FILE      write the figures to FILE (default: build/bench.json)\n"
    "  -p, --peers FOLDER   the folder of bench/peers/install (default: build/peers)\n"
    "  -l, --linked FOLDER  the folder of the programs of bench/linked (default: build/linked)\n"
    "  -h, --help           print this text\n"
    "\n"
    "Columns: ns: median time of one operation. least: the fastest run. user: user time of\n"
    "child processes. x clock, x NAME: ratio to a clock read, or to the row NAME, measured\n"
    "next to each run. bar: the target in ns on a machine whose clock read takes 21 ns;\n"
    "+0.5 is 0.5 ns more than NAME, x 0.7 is 70 % of its speed. here: the target in ns on\n"
    "this machine, by the fastest clock read, or run of NAME, so far.\n"
    "Each read of the scripted clock adds 1 us.\n";

struct options {
    bool quick;
    const char *filter;
    const char *json_path;
    struct settings settings;
};

static struct options read_options(int argc, char **argv)
{
    static const struct option LONG[] = {{"quick", no_argument, NULL, 'q'},
                                         {"filter", required_argument, NULL, 'f'},
                                         {"json", required_argument, NULL, 'o'},
                                         {"peers", required_argument, NULL, 'p'},
                                         {"linked", required_argument, NULL, 'l'},
                                         {"help", no_argument, NULL, 'h'},
                                         {NULL, 0, NULL, 0}};
    struct options options = {.filter = "",
                              .json_path = "build/bench.json",
                              .settings = {.packages = "build/peers",
                                           .linked = "build/linked",
                                           .command = getenv("SORTID")}};
    for (int option; (option = getopt_long(argc, argv, "qf:o:p:l:h", LONG, NULL)) != -1;) {
        switch (option) {
        case 'q':
            options.quick = true;
            break;
        case 'f':
            options.filter = optarg;
            break;
        case 'o':
            options.json_path = optarg;
            break;
        case 'p':
            options.settings.packages = optarg;
            break;
        case 'l':
            options.settings.linked = optarg;
            break;
        default:
            (void)fputs(USAGE, option == 'h' ? stdout : stderr);
            exit(option == 'h' ? EXIT_SUCCESS : STATUS_USAGE);
        }
    }
    if (argc - optind > 1) {
        (void)fputs(USAGE, stderr);
        exit(STATUS_USAGE);
    }
    if (optind < argc)
        options.settings.command = argv[optind];
    return options;
}

/* ---- Rows ------------------------------------------------------------------------- */

struct run {
    const struct options *options;
    struct effort effort;
    bool failed;
};

/* If a peer's row fails, it is skipped: something that it needs is not installed. */
static void measure_row(struct run *run, const struct row *row)
{
    struct figures figures;
    const char *failed = measure(&figures, row, &run->effort);
    if (failed == NULL) {
        report_row(row, &figures);
    } else if (row->maker != NULL) {
        report_skipped(row, failed);
    } else {
        (void)fprintf(stderr, "sortid-bench: %s: %s\n", row->name, failed);
        run->failed = true;
    }
}

static bool wanted(const struct row *row, const struct options *options)
{
    return strstr(row->name, options->filter) != NULL && !(options->quick && row->at > QUICK_POINT);
}

static list_rows *const LISTS[] = {floor_rows,  one_rows,          linked_rows,
                                   many_rows,   text_rows,         peer_rows,
                                   shared_rows, peer_command_rows, command_rows};
#define LIST_COUNT (sizeof LISTS / sizeof *LISTS)

/* Measures the rows of a group from all lists. */
static void measure_group(struct run *run, enum group group, const struct rows *lists)
{
    bool headed = false;
    for (const struct rows *list = lists; list < lists + LIST_COUNT; list++)
        for (const struct row *row = list->rows; row < list->rows + list->count; row++) {
            if (row->group != group || !wanted(row, run->options))
                continue;
            if (!headed)
                report_group(group);
            headed = true;
            measure_row(run, row);
        }
}

/* ---- All together ---------------------------------------------------------------- */

_Noreturn static void give_up(const char *what, const char *why)
{
    (void)fprintf(stderr, "sortid-bench: %s: %s\n", what, why);
    exit(STATUS_SYSTEM);
}

static void measure_all(struct run *run)
{
    struct rows lists[LIST_COUNT];
    const char *failed = corpus_prepare();
    for (size_t i = 0; i < LIST_COUNT && failed == NULL; i++)
        failed = LISTS[i](&lists[i], &run->options->settings);
    if (failed != NULL)
        give_up("rows", failed);
    if (run->options->settings.command == NULL)
        (void)fputs("sortid-bench: the command is not measured: no COMMAND and no $SORTID\n",
                    stderr);
    for (enum group group = 0; group < GROUPS; group++)
        measure_group(run, group, lists);
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    struct run run = {
        .options = &options,
        .effort = {.runs = MOST_RUNS, .fixed_runs = 5, .run_ns = 5e6, .scale = 1},
    };
    unsigned rows;
    if (options.quick)
        run.effort =
            (struct effort){.runs = 5, .fixed_runs = 3, .run_ns = 1e6, .scale = QUICK_SCALE};
    if (!report_begin(options.json_path, options.quick))
        give_up(options.json_path, "cannot open it for writing");
    measure_all(&run);
    if (!report_end(&rows))
        give_up(options.json_path, "cannot write it");
    if (rows == 0 && !run.failed)
        give_up(options.filter, "no row has this filter in its name");
    return run.failed ? STATUS_FAILED : EXIT_SUCCESS;
}
