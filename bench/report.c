/* SPDX-License-Identifier: MIT */
/* report.c: implements report.h. Called by main.c. Prints the figures row by row as a table on
 * standard output, and writes the same figures as JSON for tools/plot. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include "machine.h"

#include <sortid.h>

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static FILE *json;
static unsigned rows_written;

/* Name and unit of each group. tools/plot uses the same names. */
static const struct {
    const char *name, *unit;
} GROUP[GROUPS] = {
    [GROUP_FLOOR] = {"floor", "call"},     [GROUP_RANDOM] = {"random", "byte"},
    [GROUP_ONE] = {"one", "ID"},           [GROUP_LINKED] = {"linked", "call"},
    [GROUP_MANY] = {"many", "ID"},         [GROUP_OUT] = {"out", "text"},
    [GROUP_IN] = {"in", "text"},           [GROUP_TABLE] = {"table", "text"},
    [GROUP_THREADS] = {"threads", "ID"},   [GROUP_SHARED] = {"shared", "ID"},
    [GROUP_SHARING] = {"sharing", "ID"},   [GROUP_COMMAND] = {"command", "ID"},
    [GROUP_PIPE] = {"pipe", "line"},       [GROUP_READ] = {"read", "line"},
    [GROUP_COUNTS] = {"counts", "ID"},     [GROUP_FORMS] = {"forms", "ID"},
    [GROUP_DATABASE] = {"database", "ID"},
};

void report_group(enum group group)
{
    (void)printf("\n%-10s ns for one %-39s %9s %9s %9s %8s %8s %7s %7s\n", GROUP[group].name,
                 GROUP[group].unit, "ns", "least", "M/s", "x clock", "user", "bar", "here");
}

static void print_name(const struct row *row)
{
    char at[24] = "", name[96];
    const char *how = row->simd != NULL ? row->simd : row->way != NULL ? row->way : "";
    if (row->at != 0)
        (void)snprintf(at, sizeof at, ", %" PRIu64, row->at);
    (void)snprintf(name, sizeof name, "%s%s%s%s", row->name, *how != '\0' ? ", " : "", how,
                   at); // longest: under 80
    (void)printf("%-61s", name);
}

/* ---- The table -------------------------------------------------------------------- */

static const char *const VERDICT[] = {
    [MET] = "met", [MET_AT_BEST] = "met at best", [MISSED] = "missed"};

/* Prints three columns after "user"; that one is blank for a row without child processes. */
static void print_bar(const struct row *row, const struct figures *figures)
{
    struct target target;
    if (!bars_compare(&target, row, figures))
        return;
    const char *sign = row->bar.kind == BAR_OVER ? "+" : row->bar.kind == BAR_SPEED ? "x " : "";
    char bare[24];
    (void)snprintf(bare, sizeof bare, "%s%.3g", sign, target.bare);
    (void)printf("%*s %7s %7.2f %s", figures->user > 0 ? 0 : 9, "", bare, target.here,
                 VERDICT[target.verdict]);
}

static void print_row(const struct row *row, const struct figures *figures)
{
    print_name(row);
    (void)printf("%9.2f %9.2f %9.2f", figures->wall, figures->least, 1e3 / figures->wall);
    if (row->yardstick == NULL)
        (void)printf(" %8.3f", figures->ratio);
    else
        (void)printf("%9s", "");
    if (figures->user > 0)
        (void)printf(" %8.2f", figures->user);
    print_bar(row, figures);
    if (row->yardstick != NULL)
        (void)printf(" %7.3f x %s", figures->ratio, row->yardstick->name);
    (void)putchar('\n');
    (void)fflush(stdout);
}

static void print_skipped(const struct row *row, const char *why)
{
    print_name(row);
    (void)printf("  skipped: %s\n", why);
}

/* ---- The same as JSON -------------------------------------------------------------- */

static void write_date(void)
{
    char date[16] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) != NULL)
        (void)strftime(date, sizeof date, "%Y-%m-%d", &parts); // always fits
    (void)fprintf(json, "\"date\": \"%s\", ", date);
}

static void write_head(bool quick, const char *commit, const struct effort *effort)
{
    struct machine machine;
    machine_describe(&machine);
    (void)fprintf(json,
                  "{\"machine\": {\"cpu\": \"%s\", \"family\": %u, \"model\": %u, \"cores\": %u, "
                  "\"system\": \"%s\"},\n",
                  machine.cpu, machine.family, machine.model, machine.cores, machine.system);
    write_date();
    (void)fprintf(json,
                  "\"commit\": \"%s\", \"compiler\": \"%s\", \"simd\": \"%s\", "
                  "\"referenceClockReadNs\": %d,\n"
                  "\"passes\": %u, \"quick\": %s,\n\"rows\": [",
                  commit, machine.compiler, sortid_simd_name(), REFERENCE_CLOCK_NS, effort->passes,
                  quick ? "true" : "false");
}

static const char *maker_of(const struct row *row)
{
    return row->maker != NULL ? row->maker : "sortid";
}

/* Writes what measured and skipped rows share; the caller closes the object. */
static void open_row(const struct row *row)
{
    (void)fprintf(json,
                  "%s\n  {\"group\": \"%s\", \"per\": \"%s\", \"name\": \"%s\", \"by\": \"%s\"",
                  rows_written > 0 ? "," : "", GROUP[row->group].name, GROUP[row->group].unit,
                  row->name, maker_of(row));
    if (row->simd != NULL)
        (void)fprintf(json, ", \"simd\": \"%s\"", row->simd);
    if (row->way != NULL)
        (void)fprintf(json, ", \"way\": \"%s\"", row->way);
    if (row->at != 0)
        (void)fprintf(json, ", \"at\": %" PRIu64, row->at);
    if (row->each != NULL)
        (void)fprintf(json, ", \"each\": \"%s\"", row->each);
    rows_written++;
}

static void write_bar(const struct row *row, const struct figures *figures)
{
    static const char *const KIND[] = {
        [BAR_TIME] = "time", [BAR_SIMD] = "time", [BAR_OVER] = "over", [BAR_SPEED] = "speed"};
    struct target target;
    if (bars_compare(&target, row, figures))
        (void)fprintf(json,
                      ", \"bar\": {\"is\": \"%s\", \"value\": %.4f, \"hereNs\": %.4f, "
                      "\"verdict\": \"%s\"}",
                      KIND[row->bar.kind], target.bare, target.here, VERDICT[target.verdict]);
}

static void write_row(const struct row *row, const struct figures *figures)
{
    open_row(row);
    (void)fprintf(json, ", \"ns\": %.4f, \"leastNs\": %.4f, \"perSecond\": %.0f", figures->wall,
                  figures->least, 1e9 / figures->wall);
    (void)fprintf(json, ", \"yardstick\": \"%s\", \"yardstickNs\": %.4f, \"ratio\": %.4f",
                  row->yardstick == NULL ? "clock read" : row->yardstick->name, figures->clock,
                  figures->ratio);
    if (figures->user > 0)
        (void)fprintf(json, ", \"userNs\": %.4f", figures->user);
    write_bar(row, figures);
    (void)fputs("}", json);
}

static void write_skipped(const struct row *row, const char *why)
{
    open_row(row);
    (void)fprintf(json, ", \"skipped\": \"%s\"}", why);
}

/* ---- Both --------------------------------------------------------------------------- */

bool report_begin(const char *path, bool quick, const char *commit, const struct effort *effort)
{
    json = fopen(path, "w");
    if (json != NULL)
        write_head(quick, commit, effort);
    return json != NULL;
}

void report_row(const struct row *row, const struct figures *figures)
{
    print_row(row, figures);
    write_row(row, figures);
}

void report_skipped(const struct row *row, const char *why)
{
    print_skipped(row, why);
    write_skipped(row, why);
}

void report_loss(const struct row *before, const struct figures *before_figures,
                 const struct row *after, const struct figures *after_figures)
{
    print_name(after);
    (void)printf("%9.2f %9.2f, %s %.2f %.2f: %.2f times as long\n", after_figures->least,
                 after_figures->wall, before->simd, before_figures->least, before_figures->wall,
                 after_figures->least / before_figures->least);
}

bool report_end(unsigned *rows, double least_load, double most_load)
{
    (void)fprintf(json, "\n],\n\"load\": [%.2f, %.2f]}\n", least_load, most_load);
    *rows = rows_written;
    bool written = ferror(json) == 0;
    return fclose(json) == 0 && written;
}
