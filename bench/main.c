/* SPDX-License-Identifier: MIT */
/* main.c: `sortid-bench`. Measures the library, the command and others that make IDs. Prints a
 * table and writes the same figures as JSON. Only a failing call makes the bench fail, not a slow
 * machine. */
#include "corpus.h"
#include "report.h"
#include "rows.h"

#include <sortid/unstable.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASSES      5
#define RUNS        12 /* of a pass */
#define MOST_PASSES (MOST_RUNS / RUNS)
#define QUICK_SCALE 20

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_SYSTEM = 3 };

static const char USAGE[] =
    "usage: sortid-bench [-qs] [-n PASSES] [-f PART] [-o FILE] [-b FOLDER] [-c COMMIT] [COMMAND]\n"
    "\n"
    "Measure the library, and the command at the path COMMAND (default: $SORTID; if that is\n"
    "not set, the command is not measured).\n"
    "\n"
    "  -q, --quick          short runs: a quick check, not precise figures\n"
    "  -s, --simd           only each function of each instruction set, and calls for many IDs\n"
    "  -n, --passes PASSES  go through all rows this often, 1 to 12 (default: 5)\n"
    "  -f, --filter PART    only rows whose name contains PART\n"
    "  -o, --json FILE      write the figures to FILE (default: build/bench.json)\n"
    "  -b, --build FOLDER   the build folder (default: build)\n"
    "  -c, --commit COMMIT  the commit that is measured, for the JSON\n"
    "  -h, --help           print this text\n"
    "\n"
    "The environment variable SORTID_SIMD chooses the instruction set of rows that name none.\n"
    "The columns are the fastest run and the median run of one operation, in ns. The last lines\n"
    "are the rows in which an instruction set loses to the one before it.\n";

struct options {
    bool quick;
    bool only_simd;
    unsigned passes;
    const char *filter;
    const char *commit;
    const char *json_path;
    struct settings settings;
};

static struct options read_options(int argc, char **argv)
{
    static const struct option LONG[] = {{"quick", no_argument, NULL, 'q'},
                                         {"simd", no_argument, NULL, 's'},
                                         {"passes", required_argument, NULL, 'n'},
                                         {"commit", required_argument, NULL, 'c'},
                                         {"filter", required_argument, NULL, 'f'},
                                         {"json", required_argument, NULL, 'o'},
                                         {"build", required_argument, NULL, 'b'},
                                         {"help", no_argument, NULL, 'h'},
                                         {NULL, 0, NULL, 0}};
    struct options options = {.passes = PASSES,
                              .filter = "",
                              .commit = "",
                              .json_path = "build/bench.json",
                              .settings = {.build = "build", .command = getenv("SORTID")}};
    for (int option; (option = getopt_long(argc, argv, "qsn:f:o:b:c:h", LONG, NULL)) != -1;) {
        switch (option) {
        case 'q':
            options.quick = true;
            break;
        case 's':
            options.only_simd = true;
            break;
        case 'n':
            options.passes = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'f':
            options.filter = optarg;
            break;
        case 'c':
            options.commit = optarg;
            break;
        case 'o':
            options.json_path = optarg;
            break;
        case 'b':
            options.settings.build = optarg;
            break;
        default:
            (void)fputs(USAGE, option == 'h' ? stdout : stderr);
            exit(option == 'h' ? EXIT_SUCCESS : STATUS_USAGE);
        }
    }
    if (argc - optind > 1 || options.passes < 1 || options.passes > MOST_PASSES) {
        (void)fputs(USAGE, stderr);
        exit(STATUS_USAGE);
    }
    if (optind < argc)
        options.settings.command = argv[optind];
    return options;
}

/* ---- Rows ------------------------------------------------------------------------- */

static list_rows *const LISTS[] = {floor_rows,  one_rows,  text_rows,    many_rows,    form_rows,
                                   shared_rows, peer_rows, command_rows, database_rows};
#define LIST_COUNT (sizeof LISTS / sizeof *LISTS)

/* A row that is measured. */
struct entry {
    const struct row *row;
    struct series series;
    char failed[120]; /* the error message; empty: it has figures */
};

struct run {
    const struct options *options;
    struct effort effort;
    struct entry *entries; /* by group */
    size_t count;
    double least_load, most_load;
    bool failed;
};

_Noreturn static void give_up(const char *what, const char *why)
{
    (void)fprintf(stderr, "sortid-bench: %s: %s\n", what, why);
    exit(STATUS_SYSTEM);
}

static bool wanted(const struct row *row, const struct options *options)
{
    return strstr(row->name, options->filter) != NULL &&
           (options->only_simd ? row->simd != NULL : row->group != GROUP_FORMS);
}

/* Adds the rows of a group from all lists. */
static void add_group(struct run *run, enum group group, const struct rows *lists)
{
    for (const struct rows *list = lists; list < lists + LIST_COUNT; list++)
        for (const struct row *row = list->rows; row < list->rows + list->count; row++)
            if (row->group == group && wanted(row, run->options))
                run->entries[run->count++].row = row;
}

/* Adds all rows that the options want. The entries live as long as the process. */
static void prepare(struct run *run)
{
    struct rows lists[LIST_COUNT] = {{0}};
    size_t most = 0;
    const char *failed = corpus_prepare();
    for (size_t i = 0; i < LIST_COUNT && failed == NULL; i++) {
        failed = LISTS[i](&lists[i], &run->options->settings);
        most += lists[i].count;
    }
    if (failed != NULL)
        give_up("rows", failed);
    run->entries = calloc(most, sizeof *run->entries);
    if (run->entries == NULL)
        give_up("rows", "out of memory");
    for (enum group group = 0; group < GROUPS; group++)
        add_group(run, group, lists);
}

/* ---- Passes ----------------------------------------------------------------------- */

static void measure_entry(struct entry *entry, const struct effort *effort)
{
    const char *failed = measure_pass(&entry->series, entry->row, effort);
    if (failed != NULL) /* the message may be valid only until the next operation */
        (void)snprintf(entry->failed, sizeof entry->failed, "%s", failed);
}

static void measure_pass_of_all(struct run *run, unsigned pass)
{
    double load = report_load();
    (void)fprintf(stderr, "sortid-bench: pass %u of %u, load %.2f\n", pass, run->effort.passes,
                  load);
    run->least_load = pass == 1 || load < run->least_load ? load : run->least_load;
    run->most_load = pass == 1 || load > run->most_load ? load : run->most_load;
    for (struct entry *entry = run->entries; entry < run->entries + run->count; entry++)
        if (entry->failed[0] == '\0')
            measure_entry(entry, &run->effort);
}

/* If a peer's row fails, it is skipped: something that it needs is not installed. */
static void report_entry(struct run *run, struct entry *entry)
{
    const struct row *row = entry->row;
    struct figures figures;
    if (entry->failed[0] == '\0') {
        measure_figures(&figures, &entry->series);
        report_row(row, &figures);
    } else if (row->maker != NULL) {
        report_skipped(row, entry->failed);
    } else {
        (void)fprintf(stderr, "sortid-bench: %s: %s\n", row->name, entry->failed);
        run->failed = true;
    }
}

static void report_all(struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        enum group group = run->entries[i].row->group;
        if (i == 0 || run->entries[i - 1].row->group != group)
            report_group(group);
        report_entry(run, &run->entries[i]);
    }
}

/* ---- Instruction sets -------------------------------------------------------------- */

/* Runs of two implementations are at most some ms apart, but in different passes; this much is
 * noise. */
#define NOISE 1.03

/* Whether two rows are of the same work by different implementations, of which `after` is the
 * wider. */
static bool are_rivals(const struct entry *before, const struct entry *after)
{
    return before->failed[0] == '\0' && after->failed[0] == '\0' && before->row->simd != NULL &&
           after->row->simd != NULL && before->row->group == after->row->group &&
           strcmp(before->row->name, after->row->name) == 0;
}

/* Prints the rows in which an implementation loses to the previous one, by the best run and by the
 * median. */
static void report_losses(const struct run *run)
{
    unsigned compared = 0, lost = 0;
    for (size_t i = 1; i < run->count; i++) {
        struct entry *before = &run->entries[i - 1], *after = &run->entries[i];
        struct figures one, other;
        if (!are_rivals(before, after))
            continue;
        measure_figures(&one, &before->series);
        measure_figures(&other, &after->series);
        compared++;
        if (other.best <= one.best * NOISE || other.median <= one.median * NOISE)
            continue;
        if (lost++ == 0)
            (void)printf(
                "\nslower than the instruction set before it, best run and median in ns\n");
        report_loss(before->row, &one, after->row, &other);
    }
    (void)printf("\n%u of %u rows are slower than by the instruction set before it\n", lost,
                 compared);
}

/* ---- All together ---------------------------------------------------------------- */

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    struct run run = {
        .options = &options,
        .effort =
            {.passes = options.passes, .runs = RUNS, .fixed_runs = 1, .run_ns = 5e5, .scale = 1},
    };
    unsigned rows;
    if (options.quick)
        run.effort = (struct effort){
            .passes = 1, .runs = 5, .fixed_runs = 3, .run_ns = 5e5, .scale = QUICK_SCALE};
    if (sortid_simd_use(NULL) != SORTID_OK)
        give_up("SORTID_SIMD", "this machine cannot run that instruction set");
    if (!report_begin(options.json_path, options.commit, &run.effort))
        give_up(options.json_path, "cannot open it for writing");
    prepare(&run);
    if (options.settings.command == NULL)
        (void)fputs("sortid-bench: the command is not measured: no COMMAND and no $SORTID\n",
                    stderr);
    for (unsigned pass = 1; pass <= run.effort.passes; pass++)
        measure_pass_of_all(&run, pass);
    report_all(&run);
    report_losses(&run);
    if (!report_end(&rows, run.least_load, run.most_load))
        give_up(options.json_path, "cannot write it");
    if (rows == 0 && !run.failed)
        give_up(options.filter, "no row has this filter in its name");
    return run.failed ? STATUS_FAILED : EXIT_SUCCESS;
}
