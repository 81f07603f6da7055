/* SPDX-License-Identifier: MIT */
/* main.c: `sortid-bench`, what the library and the command cost, beside the cost
 * of a clock read, or of a peer, at the same moment. Run by `make bench`. Prints a table and
 * writes the same as JSON. A bar is told, never enforced: a slow machine fails
 * nothing; a call that fails does. */
#include "command.h"
#include "library.h"
#include "machine.h"
#include "many.h"
#include "peers.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUICK_SCALE 20
#define QUICK_POINT 100000 /* the last point of a plot */

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_SYSTEM = 3 };

static const char USAGE[] =
    "usage: sortid-bench [-q] [-f PART] [-o FILE] [-p FOLDER] [COMMAND]\n"
    "\n"
    "Measure the library, and the command at the path COMMAND (else $SORTID, else not).\n"
    "\n"
    "  -q, --quick          short runs: for a look, not for figures\n"
    "  -f, --filter PART    only rows whose name has PART in it\n"
    "  -o, --json FILE      write the figures there; build/bench.json unless given\n"
    "  -p, --peers FOLDER   where bench/peers/install has put npm packages; build/peers\n"
    "  -h, --help           this text\n"
    "\n"
    "ns: median of the runs, for one operation; least: the best run; user: of the process;\n"
    "x clock: ratio to a clock read timed beside each run; x NAME: to that. bar: to reach on a "
    "machine whose\n"
    "clock read takes 21 ns; here: the same times (best clock read here / 21 ns).\n"
    "A scripted clock moves by 1 us a call.\n";

struct options {
    bool quick;
    const char *filter;
    const char *json_path;
    const char *peers;
    const char *command;
};

static struct options read_options(int argc, char **argv)
{
    static const struct option LONG[] = {
        {"quick", no_argument, NULL, 'q'},      {"filter", required_argument, NULL, 'f'},
        {"json", required_argument, NULL, 'o'}, {"peers", required_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0}};
    struct options options = {.filter = "",
                              .json_path = "build/bench.json",
                              .peers = "build/peers",
                              .command = getenv("SORTID")};
    for (int option; (option = getopt_long(argc, argv, "qf:o:p:h", LONG, NULL)) != -1;) {
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
            options.peers = optarg;
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

/* Name and unit of each group; the names are those of tools/plot. */
static const struct {
    const char *name, *unit;
} GROUP[GROUPS] = {
    [GROUP_FLOOR] = {"floor", "call"},   [GROUP_RANDOM] = {"random", "draw"},
    [GROUP_ONE] = {"one", "ID"},         [GROUP_MANY] = {"many", "ID"},
    [GROUP_OUT] = {"out", "text"},       [GROUP_IN] = {"in", "text"},
    [GROUP_TABLE] = {"table", "text"},   [GROUP_THREADS] = {"threads", "ID"},
    [GROUP_COMMAND] = {"command", "ID"}, [GROUP_PIPE] = {"pipe", "line"},
    [GROUP_READ] = {"read", "line"},     [GROUP_COUNTS] = {"counts", "ID"},
};

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

static void print_head(enum group group)
{
    (void)printf("\n%-10s ns for one %-39s %9s %9s %9s %8s %8s %7s %7s\n", GROUP[group].name,
                 GROUP[group].unit, "ns", "least", "M/s", "x clock", "user", "bar", "here");
}

static void print_name(const struct row *row)
{
    char at[24] = "", name[96];
    const char *kernel = row->kernel != NULL ? row->kernel : "";
    if (row->at != 0)
        (void)snprintf(at, sizeof at, ", %" PRIu64, row->at);
    (void)snprintf(name, sizeof name, "%s%s%s%s", row->name, *kernel != '\0' ? ", " : "", kernel,
                   at); // longest: under 80
    (void)printf("%-61s", name);
}

static void print_row(const struct row *row, const struct figures *figures)
{
    print_name(row);
    (void)printf("%9.2f %9.2f %9.2f", figures->wall, figures->least, 1e3 / figures->wall);
    if (row->beside == NULL)
        (void)printf(" %8.3f", figures->ratio);
    if (figures->user > 0)
        (void)printf("%*s %8.2f", row->beside == NULL ? 0 : 9, "", figures->user);
    if (row->bar > 0) {
        double bar = scaled_bar(row, figures);
        (void)printf("%*s %7.1f %7.1f %s", figures->user > 0 ? 0 : 9, "", row->bar, bar,
                     figures->wall <= bar ? "met" : "over");
    }
    if (row->beside != NULL)
        (void)printf(" %7.3f x %s", figures->ratio, row->beside->name);
    (void)putchar('\n');
    (void)fflush(stdout);
}

static void print_skipped(const struct row *row, const char *why)
{
    print_name(row);
    (void)printf("  skipped: %s\n", why);
}

/* ---- The same as JSON -------------------------------------------------------------- */

static void write_head(FILE *json, bool quick)
{
    struct machine machine;
    machine_look(&machine);
    (void)fprintf(json,
                  "{\"machine\": {\"cpu\": \"%s\", \"cores\": %u, \"system\": \"%s\"},\n"
                  "\"compiler\": \"%s\", \"referenceClockReadNs\": %d, \"quick\": %s,\n\"rows\": [",
                  machine.cpu, machine.cores, machine.system, machine.compiler, REFERENCE_CLOCK_NS,
                  quick ? "true" : "false");
}

static const char *maker_of(const struct row *row)
{
    if (row->maker != NULL)
        return row->maker;
    return row->group == GROUP_FLOOR ? "machine" : "sortid";
}

/* What each row has, run or skipped; the caller closes it. */
static void open_row(struct report *report, const struct row *row)
{
    (void)fprintf(report->json,
                  "%s\n  {\"group\": \"%s\", \"per\": \"%s\", \"name\": \"%s\", \"by\": \"%s\"",
                  report->rows > 0 ? "," : "", GROUP[row->group].name, GROUP[row->group].unit,
                  row->name, maker_of(row));
    if (row->kernel != NULL)
        (void)fprintf(report->json, ", \"kernel\": \"%s\"", row->kernel);
    if (row->at != 0)
        (void)fprintf(report->json, ", \"at\": %" PRIu64, row->at);
    report->rows++;
}

static void write_row(struct report *report, const struct row *row, const struct figures *figures)
{
    FILE *json = report->json;
    open_row(report, row);
    (void)fprintf(json, ", \"ns\": %.4f, \"leastNs\": %.4f, \"perSecond\": %.0f", figures->wall,
                  figures->least, 1e9 / figures->wall);
    (void)fprintf(json, ", \"beside\": \"%s\", \"besideNs\": %.4f, \"ratio\": %.4f",
                  row->beside == NULL ? "clock read" : row->beside->name, figures->clock,
                  figures->ratio);
    if (figures->user > 0)
        (void)fprintf(json, ", \"userNs\": %.4f", figures->user);
    if (row->bar > 0)
        (void)fprintf(json, ", \"barNs\": %.4f, \"barHereNs\": %.4f", row->bar,
                      scaled_bar(row, figures));
    (void)fputs("}", json);
}

static void write_skipped(struct report *report, const struct row *row, const char *why)
{
    open_row(report, row);
    (void)fprintf(report->json, ", \"skipped\": \"%s\"}", why);
}

/* ---- Rows ------------------------------------------------------------------------- */

static void measure_row(struct report *report, const struct row *row)
{
    struct figures figures;
    const char *failed = measure(&figures, row, &report->effort);
    if (failed == NULL) {
        print_row(row, &figures);
        write_row(report, row, &figures);
    } else if (row->maker != NULL) {
        print_skipped(row, failed);
        write_skipped(report, row, failed);
    } else {
        (void)fprintf(stderr, "sortid-bench: %s: %s\n", row->name, failed);
        report->failed = true;
    }
}

static bool wanted(const struct row *row, const struct options *options)
{
    return strstr(row->name, options->filter) != NULL && !(options->quick && row->at > QUICK_POINT);
}

struct list {
    const struct row *rows;
    size_t count;
};
#define MOST_LISTS 4

/* The rows of a group, of whichever list. */
static void measure_group(struct report *report, enum group group, const struct list *lists)
{
    bool headed = false;
    for (const struct list *list = lists; list < lists + MOST_LISTS; list++)
        for (const struct row *row = list->rows; row < list->rows + list->count; row++) {
            if (row->group != group || !wanted(row, report->options))
                continue;
            if (!headed)
                print_head(group);
            headed = true;
            measure_row(report, row);
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
    const struct options *options = report->options;
    uint64_t scale = options->quick ? QUICK_SCALE : 1;
    struct list lists[MOST_LISTS] = {{NULL, 0}};
    const char *failed = library_rows(&lists[0].rows, &lists[0].count);
    if (failed != NULL)
        give_up("library", failed);
    many_rows(&lists[1].rows, &lists[1].count);
    failed = peer_rows(&lists[2].rows, &lists[2].count, options->peers, scale);
    if (failed != NULL)
        give_up("peers", failed);
    if (options->command != NULL)
        command_rows(&lists[3].rows, &lists[3].count, options->command, scale);
    else
        (void)fputs("sortid-bench: no rows of the command: no path to it was given\n", stderr);
    for (enum group group = 0; group < GROUPS; group++)
        measure_group(report, group, lists);
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
    write_head(report.json, options.quick);
    measure_all(&report);
    (void)fputs("\n]}\n", report.json);
    bool written = ferror(report.json) == 0;
    if (fclose(report.json) != 0 || !written)
        give_up(options.json_path, "cannot be written");
    if (report.rows == 0 && !report.failed)
        give_up(options.filter, "no row has this in its name");
    return report.failed ? STATUS_FAILED : EXIT_SUCCESS;
}
