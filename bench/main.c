/* SPDX-License-Identifier: MIT */
/* main.c: `sortid-bench`. Measures the library, the command and what every ID needs of the machine, in
 * several passes through all rows, so that a load of some seconds disturbs only a few runs of a row. Prints
 * a table and writes the best runs as JSON for tools/plot. Only a failing call makes the bench fail,
 * not a slow machine. The processor's name comes from /proc/cpuinfo; elsewhere it is unknown. */
#define _GNU_SOURCE /* _SC_NPROCESSORS_ONLN, getloadavg: not in POSIX.1-2008 */
#include "bench.h"

#include <sortid/unstable.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define RUNS        12 /* of a pass */
#define MOST_PASSES (MOST_RUNS / RUNS)

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

enum { STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_SYSTEM = 3 };

static const char USAGE[] =
    "usage: sortid-bench [-s] [-n PASSES] [-f PART] [-o FILE] [-c COMMIT] [COMMAND]\n"
    "\n"
    "Measure the library, and the command at the path COMMAND (default: build/sortid).\n"
    "\n"
    "  -s         only each function of each instruction set, and calls for many IDs\n"
    "  -n PASSES  go through all rows this often, 1 to 12 (default: 5)\n"
    "  -f PART    only rows whose name contains PART\n"
    "  -o FILE    write the figures to FILE (default: build/bench.json)\n"
    "  -c COMMIT  the commit that is measured, for the JSON\n"
    "\n"
    "The environment variable SORTID_SIMD chooses the instruction set of rows that name none.\n"
    "The columns are the fastest run and the median run of one operation, in ns. The last lines\n"
    "are the rows in which an instruction set loses to the one before it.\n";

static struct options {
    bool only_simd;
    unsigned passes;
    const char *filter, *commit, *json;
} options = {.passes = 5, .filter = "", .commit = "", .json = "build/bench.json"};

static void read_options(int argc, char **argv)
{
    bool is_wrong = false;
    for (int option; (option = getopt(argc, argv, "sn:f:o:c:")) != -1;) {
        if (option == 's')
            options.only_simd = true;
        else if (option == 'n')
            options.passes = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == '?')
            is_wrong = true;
        else
            *(option == 'f'   ? &options.filter
              : option == 'o' ? &options.json
                              : &options.commit) = optarg;
    }
    if (is_wrong || argc - optind > 1 || options.passes < 1 || options.passes > MOST_PASSES) {
        (void)fputs(USAGE, stderr);
        exit(STATUS_USAGE);
    }
    bench_command = optind < argc ? argv[optind] : "build/sortid";
}

/* A row that is measured. */
struct entry {
    const struct row *row;
    struct series series;
    char failed[120]; /* the error message; empty: it has figures */
    double best, median;
};

static struct entry *entries; /* by group */
static size_t entry_count;

_Noreturn static void give_up(const char *what, const char *why)
{
    (void)fprintf(stderr, "sortid-bench: %s: %s\n", what, why);
    exit(STATUS_SYSTEM);
}

/* Adds all rows that the options want. The entries live as long as the process. */
static void prepare(void)
{
    static const char *const GROUPS[] = {"one", "text", "many", "shared", "command", "forms"};
    const char *failed = prepare_corpora();
    if (failed != NULL)
        give_up("corpus", failed);
    const struct rows lists[] = {floor_rows(), one_rows(),  text_rows(),
                                 many_rows(),  form_rows(), program_rows()};
    const size_t list_count = sizeof lists / sizeof *lists;
    size_t most = 0;
    for (size_t i = 0; i < list_count; i++)
        most += lists[i].count;
    entries = calloc(most, sizeof *entries);
    if (entries == NULL)
        give_up("rows", "out of memory");
    for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS * list_count; i++) {
        const struct rows *list = &lists[i % list_count];
        const char *group = GROUPS[i / list_count];
        for (const struct row *row = list->rows; row < list->rows + list->count; row++)
            if (strcmp(row->group, group) == 0 && strstr(row->name, options.filter) != NULL &&
                (options.only_simd ? row->simd != NULL : strcmp(group, "forms") != 0))
                entries[entry_count++].row = row;
    }
    if (entry_count == 0)
        give_up(options.filter, "no row has this filter in its name");
}

/* ---- Figures ---------------------------------------------------------------------- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the series. */
static void find_figures(struct entry *entry)
{
    double *wall = entry->series.wall;
    unsigned runs = entry->series.runs;
    qsort(wall, runs, sizeof *wall, compare_doubles);
    entry->best = wall[0];
    entry->median = (wall[(runs - 1) / 2] + wall[runs / 2]) / 2;
}

/* The number of threads that run or wait to run, by the system's average of the last minute; the
 * bench itself is one to two of them. -1 if the system does not tell. */
static double find_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}

/* Sets loads[] to the least and the most at the beginning of a pass. */
static void measure_all(double loads[2])
{
    for (unsigned pass = 1; pass <= options.passes; pass++) {
        double load = find_load();
        (void)fprintf(stderr, "sortid-bench: pass %u of %u, load %.2f\n", pass, options.passes,
                      load);
        loads[0] = pass == 1 || load < loads[0] ? load : loads[0];
        loads[1] = pass == 1 || load > loads[1] ? load : loads[1];
        for (struct entry *entry = entries; entry < entries + entry_count; entry++) {
            const char *failed =
                entry->failed[0] == '\0' ? measure(&entry->series, entry->row, RUNS) : NULL;
            if (failed != NULL) /* the message may be valid only until the next operation */
                (void)snprintf(entry->failed, sizeof entry->failed, "%s", failed);
        }
    }
    for (struct entry *entry = entries; entry < entries + entry_count; entry++)
        if (entry->failed[0] == '\0')
            find_figures(entry);
}

/* ---- The table -------------------------------------------------------------------- */

static void print_name(const struct row *row)
{
    char at[24] = "", name[96];
    if (row->threads != 0)
        (void)snprintf(at, sizeof at, ", %u", row->threads);
    (void)snprintf(name, sizeof name, "%s%s%s%s", row->name, row->simd != NULL ? ", " : "",
                   row->simd != NULL ? row->simd->name : "", at); // longest: under 80
    (void)printf("%-61s", name);
}

/* Returns whether no row of sortid failed. Another maker's row that fails is skipped: something that
 * it needs is not installed. */
static bool print_all(void)
{
    bool good = true;
    for (struct entry *entry = entries; entry < entries + entry_count; entry++) {
        if (entry == entries || strcmp(entry->row->group, entry[-1].row->group) != 0)
            (void)printf("\n%-51s ns: best    median\n", entry->row->group);
        print_name(entry->row);
        if (entry->failed[0] == '\0')
            (void)printf("%9.2f %9.2f\n", entry->best, entry->median);
        else
            (void)printf("  %s: %s\n", entry->row->maker != NULL ? "skipped" : "failed",
                         entry->failed);
        good = good && (entry->failed[0] == '\0' || entry->row->maker != NULL);
    }
    return good;
}

/* Runs of two implementations are at most some ms apart, but in different passes; this much is
 * noise. */
#define NOISE 1.03

/* Whether two rows are of the same work by different implementations, of which `after` is the
 * wider. */
static bool are_rivals(const struct entry *before, const struct entry *after)
{
    return before->failed[0] == '\0' && after->failed[0] == '\0' && before->row->simd != NULL &&
           after->row->simd != NULL && strcmp(before->row->name, after->row->name) == 0;
}

/* Prints the rows in which an implementation loses to the previous one, by the best run and by the
 * median. */
static void print_losses(void)
{
    unsigned compared = 0, lost = 0;
    for (struct entry *after = entries + 1; after < entries + entry_count; after++) {
        const struct entry *before = after - 1;
        if (!are_rivals(before, after))
            continue;
        compared++;
        if (after->best <= before->best * NOISE || after->median <= before->median * NOISE)
            continue;
        (void)printf("%s", lost++ == 0 ? "\nslower than the instruction set before it\n" : "");
        print_name(after->row);
        (void)printf("%9.2f %9.2f, %s %.2f %.2f: %.2f times as long\n", after->best, after->median,
                     before->row->simd->name, before->best, before->median,
                     after->best / before->best);
    }
    (void)printf("\n%u of %u rows are slower than by the instruction set before it\n", lost,
                 compared);
}

/* ---- The same as JSON -------------------------------------------------------------- */

/* Reads the lines of the first CPU, up to an empty line. */
static void find_cpu(char cpu[96])
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    (void)snprintf(cpu, 96, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] != '\n')
        (void)sscanf(line, "model name%*[ \t]: %95[^\"\\\n]", cpu);
    if (file != NULL)
        (void)fclose(file);
}

static void write_row(FILE *json, const struct entry *entry)
{
    const struct row *row = entry->row;
    (void)fprintf(json, "%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"by\": \"%s\"",
                  entry > entries ? "," : "", row->group, row->name,
                  row->maker != NULL ? row->maker : "sortid");
    if (row->simd != NULL)
        (void)fprintf(json, ", \"simd\": \"%s\"", row->simd->name);
    if (row->threads != 0)
        (void)fprintf(json, ", \"at\": %u", row->threads);
    if (entry->failed[0] == '\0')
        (void)fprintf(json, ", \"best\": %.4f}", entry->best);
    else
        (void)fprintf(json, ", \"skipped\": \"%s\"}", entry->failed);
}

static void write_json(FILE *json, const double loads[2])
{
    char cpu[96], date[16] = "";
    struct utsname system = {.sysname = "unknown"};
    time_t now = time(NULL);
    (void)uname(&system);
    find_cpu(cpu);
    (void)strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now)); // always fits
    (void)fprintf(json,
                  "{\"machine\": \"%s, %ld cores, %.30s %.40s %.20s\", \"compiler\": \"%s\", "
                  "\"simd\": \"%s\",\n\"date\": \"%s\", \"commit\": \"%s\", \"passes\": %u, "
                  "\"load\": [%.2f, %.2f],\n\"rows\": [",
                  cpu, sysconf(_SC_NPROCESSORS_ONLN), system.sysname, system.release,
                  system.machine, COMPILER, sortid_simd_name(), date, options.commit,
                  options.passes, loads[0], loads[1]);
    for (const struct entry *entry = entries; entry < entries + entry_count; entry++)
        write_row(json, entry);
    (void)fprintf(json, "\n]}\n");
    if (ferror(json) != 0 || fclose(json) != 0)
        give_up(options.json, "cannot write it");
}

int main(int argc, char **argv)
{
    double loads[2];
    read_options(argc, argv);
    if (sortid_simd_use(NULL) != SORTID_OK)
        give_up("SORTID_SIMD", "this machine cannot run that instruction set");
    FILE *json = fopen(options.json, "w"); // first: a run takes minutes
    if (json == NULL)
        give_up(options.json, "cannot open it for writing");
    prepare();
    measure_all(loads);
    bool good = print_all();
    print_losses();
    write_json(json, loads);
    return good ? EXIT_SUCCESS : STATUS_FAILED;
}
