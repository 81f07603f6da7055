/* SPDX-License-Identifier: MIT */
/* main.c: `sortid-bench`, what the library and the command cost, beside the cost
 * of a clock read at the same moment. Run by `make bench`. Prints a table and
 * writes the same as JSON. A bar is told, never enforced: a slow machine fails
 * nothing; a call that fails does. */
#include "command.h"
#include "library.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUICK_SCALE 20

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_SYSTEM = 3 };

static const char USAGE[] =
    "usage: sortid-bench [-q] [-f PART] [-o FILE] [COMMAND]\n"
    "\n"
    "Measure the library, and the command at the path COMMAND (else $SORTID, else not).\n"
    "\n"
    "  -q, --quick          short runs: for a look, not for figures\n"
    "  -f, --filter PART    only rows whose name has PART in it\n"
    "  -o, --json FILE      write the figures there; build/bench.json unless given\n"
    "  -h, --help           this text\n"
    "\n"
    "ns: median of the runs, for one operation; least: the best run; user: of the process;\n"
    "x clock: ratio to a clock read timed beside each run. bar: to reach on a machine whose\n"
    "clock read takes 21 ns; here: the same times (best clock read here / 21 ns).\n"
    "A scripted clock moves by 1 us a call.\n";

struct options {
    bool quick;
    const char *filter;
    const char *json_path;
    const char *command;
};

static struct options read_options(int argc, char **argv)
{
    static const struct option LONG[] = {{"quick", no_argument, NULL, 'q'},
                                         {"filter", required_argument, NULL, 'f'},
                                         {"json", required_argument, NULL, 'o'},
                                         {"help", no_argument, NULL, 'h'},
                                         {NULL, 0, NULL, 0}};
    struct options options = {
        .filter = "", .json_path = "build/bench.json", .command = getenv("SORTID")};
    for (int option; (option = getopt_long(argc, argv, "qf:o:h", LONG, NULL)) != -1;) {
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
        options.command = argv[optind];
    return options;
}

/* ---- Figures out ----------------------------------------------------------------- */

struct report {
    const struct options *options;
    struct effort effort;
    FILE *json;
    unsigned rows;
    bool failed;
};

static double scaled_bar(const struct row *row, const struct figures *figures)
{
    return row->bar * figures->clock / REFERENCE_CLOCK_NS;
}

static void print_head(void)
{
    (void)printf("%-58s %9s %9s %9s %8s %8s %7s %7s\n", "operation", "ns", "least", "M/s",
                 "x clock", "user", "bar", "here");
}

static void print_row(const struct row *row, const struct figures *figures)
{
    (void)printf("%-58s %9.2f %9.2f %9.2f %8.3f", row->name, figures->wall, figures->least,
                 1e3 / figures->wall, figures->ratio);
    if (row->count != 0)
        (void)printf(" %8.2f", figures->user);
    if (row->bar > 0) {
        double bar = scaled_bar(row, figures);
        (void)printf("%*s %7.1f %7.1f %s", row->count != 0 ? 0 : 9, "", row->bar, bar,
                     figures->wall <= bar ? "met" : "over");
    }
    (void)putchar('\n');
    (void)fflush(stdout);
}

static void write_row(struct report *report, const struct row *row, const struct figures *figures)
{
    FILE *json = report->json;
    (void)fprintf(json,
                  "%s\n  {\"name\": \"%s\", \"ns\": %.4f, \"leastNs\": %.4f, "
                  "\"perSecond\": %.0f, \"clockReadNs\": %.4f, \"ratioToClockRead\": %.4f",
                  report->rows > 0 ? "," : "", row->name, figures->wall, figures->least,
                  1e9 / figures->wall, figures->clock, figures->ratio);
    if (row->count != 0)
        (void)fprintf(json, ", \"userNs\": %.4f", figures->user);
    if (row->bar > 0)
        (void)fprintf(json, ", \"barNs\": %.4f, \"barHereNs\": %.4f", row->bar,
                      scaled_bar(row, figures));
    (void)fputs("}", json);
    report->rows++;
}

static void measure_rows(struct report *report, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct figures figures;
        if (strstr(rows[i].name, report->options->filter) == NULL)
            continue;
        const char *failed = measure(&figures, &rows[i], &report->effort);
        if (failed != NULL) {
            (void)fprintf(stderr, "sortid-bench: %s: %s\n", rows[i].name, failed);
            report->failed = true;
            continue;
        }
        print_row(&rows[i], &figures);
        write_row(report, &rows[i], &figures);
    }
}

/* ---- All together ---------------------------------------------------------------- */

_Noreturn static void give_up(const char *what, const char *why)
{
    (void)fprintf(stderr, "sortid-bench: %s: %s\n", what, why);
    exit(STATUS_SYSTEM);
}

static void measure_all(struct report *report)
{
    const struct row *rows;
    size_t count;
    const char *failed = library_rows(&rows, &count);
    if (failed != NULL)
        give_up("library", failed);
    measure_rows(report, rows, count);
    if (report->options->command == NULL) {
        (void)fputs("sortid-bench: no rows of the command: no path to it was given\n", stderr);
        return;
    }
    command_rows(&rows, &count, report->options->command, report->options->quick ? QUICK_SCALE : 1);
    measure_rows(report, rows, count);
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    struct report report = {.options = &options,
                            .effort = {.runs = MOST_RUNS, .fixed_runs = 5, .run_ns = 5e6},
                            .json = fopen(options.json_path, "w")};
    if (options.quick)
        report.effort = (struct effort){.runs = 5, .fixed_runs = 3, .run_ns = 1e6};
    if (report.json == NULL)
        give_up(options.json_path, "cannot be opened for writing");
    print_head();
    (void)fprintf(report.json, "{\"referenceClockReadNs\": %d, \"quick\": %s, \"rows\": [",
                  REFERENCE_CLOCK_NS, options.quick ? "true" : "false");
    measure_all(&report);
    (void)fputs("\n]}\n", report.json);
    bool written = ferror(report.json) == 0;
    if (fclose(report.json) != 0 || !written)
        give_up(options.json_path, "cannot be written");
    if (report.rows == 0 && !report.failed)
        give_up(options.filter, "no row has this in its name");
    return report.failed ? STATUS_FAILED : EXIT_SUCCESS;
}
