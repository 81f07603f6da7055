/* SPDX-License-Identifier: MIT */
/* main.c: `sortid-bench`, what the library and the command cost, beside the cost
 * of a clock read, or of a peer, at the same moment. Run by `make bench`. Prints a table and
 * writes the same as JSON. A bar is told, never enforced: a slow machine fails
 * nothing; a call that fails does. */
#include "corpus.h"
#include "report.h"
#include "rows.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUICK_SCALE 20
#define QUICK_POINT 100000 /* the last point of a plot */

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_SYSTEM = 3 };

static const char USAGE[] =
    "usage: sortid-bench [-q] [-f PART] [-o FILE] [-p FOLDER] [-l FOLDER] [COMMAND]\n"
    "\n"
    "Measure the library, and the command at the path COMMAND (else $SORTID, else not).\n"
    "\n"
    "  -q, --quick          short runs: for a look, not for figures\n"
    "  -f, --filter PART    only rows whose name has PART in it\n"
    "  -o, --json FILE      write the figures there; build/bench.json unless given\n"
    "  -p, --peers FOLDER   where bench/peers/install has put npm packages; build/peers\n"
    "  -l, --linked FOLDER  where the programs of bench/linked are; build/linked\n"
    "  -h, --help           this text\n"
    "\n"
    "ns: median of the runs, for one operation; least: the best run; user: of the process;\n"
    "x clock: ratio to a clock read timed beside each run; x NAME: to that. bar: to reach on a\n"
    "machine whose clock read takes 21 ns, +0.5: so much more than NAME, x 0.7: that share of\n"
    "its speed; here: what that is in ns by the best clock read, or NAME, until then.\n"
    "A scripted clock moves by 1 us a call.\n";

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

/* A row of others that fails is skipped: what it needs is not there. */
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

/* The rows of a group, of whichever list. */
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
        (void)fputs("sortid-bench: no rows of the command: no path to it was given\n", stderr);
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
        give_up(options.json_path, "cannot be opened for writing");
    measure_all(&run);
    if (!report_end(&rows))
        give_up(options.json_path, "cannot be written");
    if (rows == 0 && !run.failed)
        give_up(options.filter, "no row has this in its name");
    return run.failed ? STATUS_FAILED : EXIT_SUCCESS;
}
