/* SPDX-License-Identifier: MIT */
/* report.c: implements report.h. */
#define _POSIX_C_SOURCE 200809L
#include "report.h"

#include "machine.h"

#include <sortid.h>

#include <stdio.h>
#include <time.h>

static FILE *json;
static unsigned rows_written;

/* Name and unit of each group. tools/plot uses the same names. */
static const struct {
    const char *name, *unit;
} GROUP[GROUPS] = {
    [GROUP_ONE] = {"one", "ID"},         [GROUP_TEXT] = {"text", "text"},
    [GROUP_MANY] = {"many", "ID"},       [GROUP_SHARED] = {"shared", "ID"},
    [GROUP_COMMAND] = {"command", "ID"}, [GROUP_FORMS] = {"forms", "ID"},
};

/* ---- The table -------------------------------------------------------------------- */

void report_group(enum group group)
{
    (void)printf("\n%-10s ns for one %-39s %9s %9s %9s\n", GROUP[group].name, GROUP[group].unit,
                 "best", "median", "M/s");
}

static void print_name(const struct row *row)
{
    char at[24] = "", name[96];
    if (row->at != 0)
        (void)snprintf(at, sizeof at, ", %u", row->at);
    (void)snprintf(name, sizeof name, "%s%s%s%s", row->name, row->simd != NULL ? ", " : "",
                   row->simd != NULL ? row->simd : "", at); // longest: under 80
    (void)printf("%-61s", name);
}

static void print_row(const struct row *row, const struct figures *figures)
{
    print_name(row);
    (void)printf("%9.2f %9.2f %9.2f\n", figures->best, figures->median, 1e3 / figures->median);
    (void)fflush(stdout);
}

/* ---- The same as JSON -------------------------------------------------------------- */

static void write_head(const char *commit, const struct effort *effort)
{
    struct machine machine;
    char date[16] = "";
    time_t now = time(NULL);
    struct tm parts;
    machine_describe(&machine);
    if (gmtime_r(&now, &parts) != NULL)
        (void)strftime(date, sizeof date, "%Y-%m-%d", &parts); // always fits
    (void)fprintf(json,
                  "{\"machine\": \"%s, %u cores, %s\", \"compiler\": \"%s\", \"simd\": \"%s\",\n"
                  "\"date\": \"%s\", \"commit\": \"%s\", \"passes\": %u,\n\"rows\": [",
                  machine.cpu, machine.cores, machine.system, machine.compiler, sortid_simd_name(),
                  date, commit, effort->passes);
}

/* Writes what measured and skipped rows share; the caller closes the object. */
static void open_row(const struct row *row)
{
    (void)fprintf(json, "%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"by\": \"%s\"",
                  rows_written > 0 ? "," : "", GROUP[row->group].name, row->name,
                  row->maker != NULL ? row->maker : "sortid");
    if (row->simd != NULL)
        (void)fprintf(json, ", \"simd\": \"%s\"", row->simd);
    if (row->at != 0)
        (void)fprintf(json, ", \"at\": %u", row->at);
    rows_written++;
}

/* ---- Both --------------------------------------------------------------------------- */

bool report_begin(const char *path, const char *commit, const struct effort *effort)
{
    json = fopen(path, "w");
    if (json != NULL)
        write_head(commit, effort);
    return json != NULL;
}

void report_row(const struct row *row, const struct figures *figures)
{
    print_row(row, figures);
    open_row(row);
    (void)fprintf(json, ", \"best\": %.4f, \"median\": %.4f}", figures->best, figures->median);
}

void report_skipped(const struct row *row, const char *why)
{
    print_name(row);
    (void)printf("  skipped: %s\n", why);
    open_row(row);
    (void)fprintf(json, ", \"skipped\": \"%s\"}", why);
}

void report_loss(const struct row *before, const struct figures *before_figures,
                 const struct row *after, const struct figures *after_figures)
{
    print_name(after);
    (void)printf("%9.2f %9.2f, %s %.2f %.2f: %.2f times as long\n", after_figures->best,
                 after_figures->median, before->simd, before_figures->best, before_figures->median,
                 after_figures->best / before_figures->best);
}

bool report_end(unsigned *rows, double least_load, double most_load)
{
    (void)fprintf(json, "\n],\n\"load\": [%.2f, %.2f]}\n", least_load, most_load);
    *rows = rows_written;
    bool written = ferror(json) == 0;
    return fclose(json) == 0 && written;
}
